// The question: board, piece, kind, ends, and how a tour is looked for.

import type { App } from "./app.ts";
import { choice, h, labelled, number, select } from "./dom.ts";
import { boardOf, byRank, MAX_SIDE, METHODS, TIES, type Method } from "./state.ts";
import type { Leaper, Square } from "./board.ts";

export type Tool = "from" | "to" | "hole";

const PIECES: readonly (readonly [string, string])[] = [
  ["1,2", "Knight (1, 2)"],
  ["1,3", "Camel (1, 3)"],
  ["2,3", "Zebra (2, 3)"],
  ["1,4", "Giraffe (1, 4)"],
  ["3,4", "Antelope (3, 4)"],
  ["0,1", "Wazir (0, 1)"],
];

const METHOD_NAMES: Record<Method, string> = {
  rule: "Warnsdorff’s rule, move by move",
  auto: "Whatever works",
  construct: "Construction",
  search: "Exact search",
};

const TIE_NAMES: Record<string, string> = {
  first: "the first direction",
  last: "the last direction",
  degree2: "one move further",
  "centre-far": "far from the centre",
  "centre-near": "near the centre",
  squirrel: "Squirrel and Cull’s orders",
  random: "at random",
};

export class Setup {
  readonly element = h("section", { class: "card setup", "aria-labelledby": "setup-title" });
  tool: Tool = "from";
  /** Whether the leaps are given as numbers. */
  private own = false;
  private key = "";

  constructor(private readonly app: App) {}

  /** What a click on the board does to the question. */
  pick(square: Square): void {
    const { state } = this.app;
    if (this.tool === "hole") {
      const holes = state.holes.includes(square)
        ? state.holes.filter((hole) => hole !== square)
        : [...state.holes, square].sort(byRank);
      if (boardOf({ ...state, holes }).size > 0) this.app.update({ holes, step: 0 });
    } else if (boardOf(state).has(square)) {
      this.app.update({ [this.tool]: state[this.tool] === square ? null : square, step: 0 });
    }
  }

  render(): void {
    const { state } = this.app;
    const { rows, cols, leaper, closed, from, to, holes, method, tie, seed, back, view } = state;
    const key = JSON.stringify([rows, cols, leaper, closed, from, to, holes.length, method, tie, seed, back, view, this.tool, this.own]);
    if (key === this.key) return;
    this.key = key;
    const again = this.focused();
    const watching = view === "watch";
    this.element.replaceChildren(
      h("h2", { id: "setup-title" }, "The question"),
      h(
        "div",
        { class: "pair" },
        labelled("Ranks", this.named("rows", number(rows, 1, MAX_SIDE, (value) => this.app.update({ rows: value, step: 0 })))),
        labelled("Files", this.named("cols", number(cols, 1, MAX_SIDE, (value) => this.app.update({ cols: value, step: 0 })))),
      ),
      choice("Tour", [["open", "Open"], ["closed", "Closed"]] as const, closed ? "closed" : "open", (value) =>
        this.app.update({ closed: value === "closed", step: 0 }),
      ),
      ...this.pieces(leaper),
      ...(view === "play" ? [] : [this.tools()]),
      h(
        "div",
        { class: "pair" },
        labelled("Start", this.named("from", this.square(from, (square) => this.app.update({ from: square, step: 0 })))),
        labelled("End", this.named("to", this.square(to, (square) => this.app.update({ to: square, step: 0 })))),
      ),
      ...(holes.length > 0
        ? [
            h(
              "p",
              { class: "row" },
              `${holes.length} ${holes.length === 1 ? "hole" : "holes"} `,
              h("button", { type: "button", class: "quiet", onclick: () => this.app.update({ holes: [], step: 0 }) }, "Fill them"),
            ),
          ]
        : []),
      ...(watching ? this.methods(method, tie, seed, back) : []),
    );
    if (again) this.element.querySelector<HTMLElement>(`[data-name="${again}"], [value="${again}"]`)?.focus();
  }

  /** The pieces that have names; any other by its two leaps. */
  private pieces([r, s]: Leaper): HTMLElement[] {
    const piece = `${r},${s}`;
    const own = this.own || !PIECES.some(([value]) => value === piece);
    const leap = (label: string, name: string, least: number, value: number, onchange: (value: number) => void): HTMLElement =>
      labelled(label, this.named(name, number(value, least, MAX_SIDE - 1, onchange)));
    const leaps = (one: number, other: number): void => {
      this.app.update({ leaper: [one, other], step: 0 });
    };
    return [
      labelled(
        "Piece",
        this.named("piece", select([...PIECES, ["own", "Another leaper"]], own ? "own" : piece, (value) => {
          this.own = value === "own";
          if (this.own) this.render();
          else leaps(...(value.split(",").map(Number) as [number, number]));
        })),
      ),
      ...(own
        ? [
            h(
              "div",
              { class: "pair" },
              leap("One way", "leap-r", 0, r, (value) => leaps(value, s)),
              leap("Other way", "leap-s", 1, s, (value) => leaps(r, value)),
            ),
          ]
        : []),
    ];
  }

  private tools(): HTMLElement {
    return choice(
      "A click on the board sets",
      [["from", "Start"], ["to", "End"], ["hole", "Holes"]] as const,
      this.tool,
      (value) => {
        this.tool = value;
        this.render();
      },
    );
  }

  private methods(method: Method, tie: string, seed: number, back: boolean): HTMLElement[] {
    const rule = method === "rule";
    return [
      labelled(
        "Found by",
        this.named("method", select(METHODS.map((value) => [value, METHOD_NAMES[value]] as const), method, (value) =>
          this.app.update({ method: value as Method, step: 0 }),
        )),
      ),
      ...(rule
        ? [
            labelled(
              "Ties go to",
              this.named("tie", select(TIES.map((value) => [value, TIE_NAMES[value]!] as const), tie, (value) =>
                this.app.update({ tie: value, step: 0 }),
              )),
            ),
            h(
              "label",
              { class: "check" },
              this.named("back", h("input", {
                type: "checkbox",
                checked: back,
                onchange: () => this.app.update({ back: !this.app.state.back, step: 0 }),
              })),
              "When stuck, go back to a tie",
            ),
          ]
        : []),
      labelled("Seed", this.named("seed", number(seed, 0, Number.MAX_SAFE_INTEGER, (value) => this.app.update({ seed: value, step: 0 })))),
    ];
  }

  private named<T extends HTMLElement>(name: string, element: T): T {
    element.dataset["name"] = name;
    return element;
  }

  private square(value: Square | null, onchange: (square: Square | null) => void): HTMLInputElement {
    const input = h("input", { type: "text", value: value ?? "", size: 4, autocomplete: "off", spellcheck: "false", placeholder: "any" });
    input.addEventListener("change", () => {
      const square = input.value.trim().toLowerCase();
      const right = square === "" || boardOf(this.app.state).has(square);
      input.setAttribute("aria-invalid", String(!right));
      if (right) onchange(square || null);
    });
    return input;
  }

  /** The control that has the focus, to give it back after drawing anew. */
  private focused(): string | null {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !this.element.contains(active)) return null;
    return active.dataset["name"] ?? (active instanceof HTMLInputElement ? active.value : null);
  }
}
