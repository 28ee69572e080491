// Taking things away: the link, pictures, JSON, certificates.

import type { App, View } from "./app.ts";
import type { Square } from "./board.ts";
import { button, download, h, say } from "./dom.ts";
import { png, svgText } from "./picture.ts";
import type { Scene } from "./scene.ts";
import { boardOf, byRank, question, type State } from "./state.ts";

/** A tour as the command line writes it in JSON. */
export function tourJson(state: State, path: Square[], method: string | null): string {
  const [r, s] = [...state.leaper].sort((a, b) => a - b);
  const board = { rows: state.rows, cols: state.cols, holes: [...state.holes].sort(byRank) };
  const kind = state.closed ? "closed" : "open";
  return JSON.stringify({ board, leaper: [r, s], kind, method, squares: path }) + "\n";
}

/** A tour as a certificate that the checker reads. */
export function tourCertificate(state: State, path: Square[]): string {
  const [r, s] = [...state.leaper].sort((a, b) => a - b);
  return [
    "hippodrome-certificate 1",
    "kind tour",
    `board ${state.rows}x${state.cols}`,
    ...[...state.holes].sort(byRank).map((hole) => `hole ${hole}`),
    `leaper ${r},${s}`,
    `tour ${state.closed ? "closed" : "open"}`,
    ...(state.from ? [`from ${state.from}`] : []),
    ...(state.to ? [`to ${state.to}`] : []),
    ...path.map((square) => `visit ${square}`),
    "end",
    "",
  ].join("\n");
}

export class Take {
  readonly element = h("details", { class: "menu" }, h("summary", {}, "Take away"));
  /** The timer that takes away what was told. */
  private hiding = 0;

  constructor(
    private readonly app: App,
    private readonly view: () => View,
    private readonly scene: () => Scene,
  ) {
    const items = h(
      "div",
      { class: "items" },
      button("Copy the link", () => void this.link()),
      button("SVG picture", () => download(this.name("svg"), svgText(this.scene(), this.carried()), "image/svg+xml")),
      button("PNG picture", () => void this.png()),
      button("GIF animation", () => void this.animation()),
      button("JSON", () => this.json()),
      button("Certificate", () => void this.certificate()),
    );
    items.addEventListener("click", () => (this.element.open = false));
    this.element.append(items);
    document.addEventListener("click", (event) => {
      if (!this.element.contains(event.target as Node)) this.element.open = false;
    });
    this.element.addEventListener("keydown", (event) => {
      if ((event as KeyboardEvent).key !== "Escape" || !this.element.open) return;
      this.element.open = false;
      this.element.querySelector("summary")?.focus();
    });
  }

  private name(ending: string): string {
    const { state } = this.app;
    return state.view === "queens" ? `queens-${state.n}.${ending}` : `tour-${state.rows}x${state.cols}.${ending}`;
  }

  private told(text: string): void {
    say(text);
    const toast = document.getElementById("toast");
    if (!toast) return;
    toast.textContent = text;
    toast.hidden = false;
    window.clearTimeout(this.hiding);
    this.hiding = window.setTimeout(() => (toast.hidden = true), 4000);
  }

  /** What a picture carries, to be read back: a whole tour, or a whole placement. */
  private carried(): string | null {
    const { state } = this.app;
    const { path = [], queens = [], json } = this.view().goods();
    const whole = state.view === "queens" ? queens.length === state.n : path.length === boardOf(state).size;
    const text = whole ? (json?.() ?? "") : "";
    return /"(squares|columns)":\[/.test(text) ? text : null;
  }

  private async link(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.told("The link is copied: it holds the whole state.");
    } catch {
      this.told("The link is in the address bar: it holds the whole state.");
    }
  }

  private async png(): Promise<void> {
    download(this.name("png"), await png(this.scene()));
  }

  private json(): void {
    const text = this.view().goods().json?.();
    if (text) download(this.name("json"), text, "application/json");
    else this.told("There is nothing to take away yet.");
  }

  private async certificate(): Promise<void> {
    const text = await this.view().goods().certificate?.();
    if (text) download(this.name("cert"), text);
    else this.told("There is no certificate yet: a tour has to be whole.");
  }

  /** Animations are made by the server. */
  private async animation(): Promise<void> {
    const { state } = this.app;
    const path = this.view().goods().path ?? [];
    if (path.length !== boardOf(state).size) {
      this.told("There is no animation yet: a tour has to be whole.");
      return;
    }
    this.told("The animation is being made.");
    const clues = path.map((square, i) => `${i + 1}=${square}`).slice(1, -1);
    const ends = { from: path[0], ...(state.closed ? {} : { to: path.at(-1) }) };
    const body = JSON.stringify({ ...question(state), ...ends, step_at: state.closed ? path.map((square, i) => `${i + 1}=${square}`).slice(1) : clues, format: "gif" });
    const response = await fetch("/api/v1/tour", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (response.ok) download(this.name("gif"), await response.blob());
    else this.told(await response.text());
  }
}
