// The studio: one board, one question, five ways to look at it.

import type { App, View } from "./app.ts";
import { Board, type Square } from "./board.ts";
import { Check } from "./check.ts";
import { Counting } from "./count.ts";
import { h } from "./dom.ts";
import { Play } from "./play.ts";
import { Queens } from "./queens.ts";
import { scene as emptyScene, type Scene } from "./scene.ts";
import { Setup } from "./setup.ts";
import { boardOf, decode, encode, settled, VIEWS, type State, type View as Name } from "./state.ts";
import { Take } from "./take.ts";
import { theme } from "./theme.ts";
import { Verdict } from "./verdict.ts";
import { BoardView } from "./view.ts";
import { Watch } from "./watch.ts";

const NAMES: Record<Name, string> = { watch: "Watch", play: "Play", count: "Count", queens: "Queens", check: "Check" };

class Studio implements App {
  state: State = decode(location.hash);
  private readonly setup = new Setup(this);
  private readonly verdict = new Verdict(this);
  private readonly views: Record<Name, View> = {
    watch: new Watch(this, this.verdict),
    play: new Play(this),
    count: new Counting(this),
    queens: new Queens(this),
    check: new Check(this),
  };
  private readonly board = new BoardView((square) => this.pick(square));
  private readonly side = element("side");
  private readonly below = element("below");
  private readonly tabs = new Map<Name, HTMLButtonElement>();
  private scene: Scene = emptyScene(new Board(1, 1));
  private shown: Name | null = null;

  constructor() {
    element("board").append(this.board.element);
    const tabs = element("tabs");
    for (const name of VIEWS) {
      const tab = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "side", onclick: () => this.update({ view: name }) }, NAMES[name]);
      this.tabs.set(name, tab);
      tabs.append(tab);
    }
    tabs.addEventListener("keydown", (event) => this.tabKey(event));
    element("tools").prepend(new Take(this, () => this.view, () => this.scene).element);
    element("tools").append(theme());
    this.help();
    this.drop();
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => {
      if (encode(this.state) === location.hash.replace(/^#/, "")) return;
      this.state = decode(location.hash);
      this.changed();
    });
    this.changed();
  }

  private get view(): View {
    return this.views[this.state.view];
  }

  update(patch: Partial<State>): void {
    const { closed } = { ...this.state, ...patch };
    this.state = settled({ ...this.state, ...patch });
    // A closed tour has no end of its own.
    if (closed && this.state.to && this.state.to === this.state.from) this.state.to = null;
    const link = encode(this.state);
    history.replaceState(null, "", link ? `#${link}` : location.pathname);
    this.changed();
  }

  private changed(): void {
    const { view } = this.state;
    if (this.shown !== view) this.show(view);
    this.setup.render();
    if (view !== "queens") this.verdict.refresh();
    this.view.refresh();
    this.render();
  }

  private show(name: Name): void {
    if (this.shown) this.views[this.shown].leave?.();
    this.shown = name;
    for (const [other, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
    }
    const view = this.views[name];
    const parts = name === "queens" ? [view.element] : [this.verdict.element, view.element, this.setup.element];
    this.side.replaceChildren(...parts);
    this.side.setAttribute("aria-labelledby", `tab-${name}`);
    this.below.replaceChildren(...(view.below ? [view.below] : []));
    document.title = `${NAMES[name]} – hippodrome`;
  }

  render(): void {
    const board = this.state.view === "queens" ? new Board(this.state.n, this.state.n) : boardOf(this.state);
    this.scene = emptyScene(board);
    const label = this.view.draw(this.scene);
    this.board.render(this.scene, label);
  }

  private pick(square: Square): void {
    if (this.state.view === "queens" || this.state.view === "play") this.view.pick(square);
    else this.setup.pick(square);
  }

  private tabKey(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = VIEWS.indexOf(this.state.view);
    const to = event.key === "Home" ? 0 : event.key === "End" ? VIEWS.length - 1 : by === undefined ? null : (at + by + VIEWS.length) % VIEWS.length;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.update({ view: VIEWS[to]! });
    this.tabs.get(this.state.view)?.focus();
  }

  /** Keys that no control wants; none while someone types. */
  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest("input:not([type=checkbox], [type=range]), textarea, select, dialog, [contenteditable]")) return;
    const pressing = event.key === " " || event.key === "Enter";
    if (pressing && at.closest("button, summary, a, input, label")) return;
    if (at.closest("input[type=range]") && event.key !== " " && !/^[+=\-−?]$/.test(event.key)) return;
    if (event.key === "?") {
      (element("help") as HTMLDialogElement).showModal();
      event.preventDefault();
    } else if (this.view.key?.(event.key)) {
      event.preventDefault();
    }
  }

  private help(): void {
    const dialog = element("help") as HTMLDialogElement;
    element("help-open").addEventListener("click", () => dialog.showModal());
    element("help-close").addEventListener("click", () => dialog.close());
  }

  /** A file that is dropped anywhere is checked. */
  private drop(): void {
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) document.body.classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      this.update({ view: "check" });
      void (this.views.check as Check).take(file);
    });
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found;
}

new Studio();
