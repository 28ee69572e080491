// Queens: place them, see what they attack, complete, count, browse.

import type { App, Goods, View } from "./app.ts";
import { ask, json, lines, sentence } from "./api.ts";
import { attacks, squareName, type Square } from "./board.ts";
import { button, choice, grouped, h, labelled, number, say } from "./dom.ts";
import { Work } from "./count.ts";
import { dot, mark, type Scene } from "./scene.ts";
import { byRank, MAX_SIDE } from "./state.ts";

interface Completion {
  count: string | null;
  solutions: { columns: number[] }[];
  text: string | null;
}

export class Queens implements View {
  readonly element = h("section", { class: "card", "aria-labelledby": "queens-title" });
  private tool: "queen" | "block" = "queen";
  private status = h("p", { class: "story", role: "status" });
  private result = h("p", { class: "result" });
  private work = new Work();
  private counted = h("p", { class: "number" });
  private solutions: Square[][] = [];
  private shown = 0;
  private browser = h("div", { class: "browser", hidden: true });
  private where = h("output", {});
  private size: HTMLInputElement;

  constructor(private readonly app: App) {
    this.size = number(app.state.n, 1, MAX_SIDE, (n) => app.update({ n }));
    this.browser.append(
      button("Previous", () => this.show(this.shown - 1)),
      this.where,
      button("Next", () => this.show(this.shown + 1)),
    );
    this.element.append(
      h("h2", { id: "queens-title" }, "Queens that do not attack each other"),
      labelled("Queens, and ranks and files", this.size),
      choice("A click on the board sets", [["queen", "A queen"], ["block", "A blocked square"]] as const, this.tool, (value) => {
        this.tool = value;
      }),
      this.status,
      h(
        "div",
        { class: "row" },
        button("Complete", () => void this.complete(), { class: "main" }),
        button("Count completions", () => void this.completions()),
        button("Clear", () => this.clear(), { class: "quiet" }),
      ),
      this.result,
      h("h2", {}, "All solutions"),
      h(
        "div",
        { class: "row" },
        button("Count all", () => void this.count()),
        button("Browse up to symmetry", () => void this.browse()),
      ),
      this.work.element,
      this.counted,
      this.browser,
    );
  }

  private clear(): void {
    this.result.textContent = "";
    this.app.update({ queens: [], blocked: [] });
  }

  pick(square: Square): void {
    const { queens, blocked } = this.app.state;
    const toggle = (all: Square[]): Square[] =>
      all.includes(square) ? all.filter((one) => one !== square) : [...all, square].sort(byRank);
    this.result.textContent = "";
    if (this.tool === "queen") {
      this.app.update({ queens: toggle(queens), blocked: blocked.filter((one) => one !== square) });
    } else {
      this.app.update({ blocked: toggle(blocked), queens: queens.filter((one) => one !== square) });
    }
    say(`${square}. ${this.status.textContent}`);
  }

  private get request(): Record<string, unknown> {
    const { n, queens, blocked } = this.app.state;
    return { n, queen: queens, block: blocked, time_limit: "20s" };
  }

  private async complete(): Promise<void> {
    const { signal, progress } = this.work.begin();
    const answer = await ask("queens/complete", this.request, { signal, progress });
    if (signal.aborted) return;
    this.work.end();
    if (answer.status !== 200) {
      this.result.textContent = sentence(answer.text);
      return;
    }
    const { solutions, text } = json<Completion>(answer);
    const [one] = solutions;
    this.result.textContent = one ? "Completed." : `There is no completion: ${text ?? "all were tried"}.`;
    if (one) this.app.update({ queens: squares(one.columns) });
    say(this.result.textContent);
  }

  private async completions(): Promise<void> {
    const { signal, progress } = this.work.begin();
    const answer = await ask("queens/complete", { ...this.request, count: true }, { signal, progress });
    if (signal.aborted) return;
    this.work.end();
    const found = answer.status === 200 ? json<Completion>(answer) : null;
    this.result.textContent = found ? `${grouped(found.count ?? "0")} ${found.count === "1" ? "completion" : "completions"}.` : sentence(answer.text);
    say(this.result.textContent);
  }

  private async count(): Promise<void> {
    this.counted.textContent = "";
    const { n } = this.app.state;
    const { signal, progress } = this.work.begin();
    const answer = await ask("queens/count", { n, time_limit: "60s" }, { signal, progress });
    if (signal.aborted) return;
    this.work.end();
    if (answer.status !== 200) {
      this.counted.textContent = sentence(answer.text);
      return;
    }
    const { count, fundamental } = json<{ count: string; fundamental: string | null }>(answer);
    const classes = fundamental ? `, ${grouped(fundamental)} up to symmetry` : "";
    this.counted.textContent = `${grouped(count)}${classes}`;
    say(`${count} solutions of ${n} queens${fundamental ? `, ${fundamental} up to symmetry` : ""}`);
  }

  private async browse(): Promise<void> {
    const { n } = this.app.state;
    const { signal, progress } = this.work.begin();
    const answer = await ask("queens/list", { n, fundamental: true, limit: 1000, time_limit: "20s" }, { signal, progress });
    if (signal.aborted) return;
    this.work.end();
    if (answer.status !== 200) {
      this.counted.textContent = sentence(answer.text);
      return;
    }
    this.solutions = lines<{ columns: number[] }>(answer).map(({ columns }) => squares(columns));
    this.browser.hidden = this.solutions.length === 0;
    if (this.solutions.length === 0) this.counted.textContent = `There is no solution for ${n}.`;
    else this.show(0);
  }

  private show(index: number): void {
    const count = this.solutions.length;
    this.shown = (index + count) % count;
    const all = count === 1000 ? "the first 1000" : String(count);
    this.where.textContent = `${this.shown + 1} of ${all}`;
    this.app.update({ queens: this.solutions[this.shown] ?? [], blocked: [] });
    say(`Solution ${this.where.textContent}: ${(this.solutions[this.shown] ?? []).join(", ")}`);
  }

  refresh(): void {
    const { n } = this.app.state;
    if (this.size.value !== String(n)) this.size.value = String(n);
    if (this.solutions.length > 0 && this.solutions[0]!.length !== n) {
      this.solutions = [];
      this.browser.hidden = true;
    }
    if (this.element.dataset["n"] !== String(n)) this.counted.textContent = this.result.textContent = "";
    this.element.dataset["n"] = String(n);
  }

  leave(): void {
    this.work.cancel();
  }

  draw(scene: Scene): string {
    const { n, queens, blocked } = this.app.state;
    const { attacked, pairs } = attacks(n, queens);
    for (const square of attacked) dot(scene, square, "attacked", "attacked");
    for (const square of blocked) {
      mark(scene, square, "blocked", "blocked");
      const cell = scene.cells.get(square);
      if (cell) cell.big = "×";
    }
    for (const square of queens) mark(scene, square, "queened", "queen");
    for (const [from, to] of pairs) {
      scene.strokes.push({ from, to, look: "wrong" });
      mark(scene, from, "wrong", `attacks ${to}`);
      mark(scene, to, "wrong", `attacks ${from}`);
    }
    scene.queens = queens;
    const free = n * n - attacked.size - queens.length;
    this.status.textContent =
      pairs.length > 0
        ? `${pairs.length} ${pairs.length === 1 ? "pair attacks" : "pairs attack"} each other: ${pairs[0]!.join(" and ")}${pairs.length > 1 ? ", …" : "."}`
        : queens.length === n
          ? `All ${n} queens stand, none attacks another.`
          : `${queens.length} of ${n} queens, ${free} squares are not attacked.`;
    return `Board of ${n} ranks and ${n} files for queens`;
  }

  goods(): Goods {
    const { n, queens, blocked } = this.app.state;
    const columns = [...queens].sort(byRank).map((queen) => queen.replace(/\d+$/, ""));
    const solved = queens.length === n && attacks(n, queens).pairs.length === 0;
    return {
      queens,
      json: () =>
        (solved ? JSON.stringify({ n, columns: columns.map(fileNumber) }) : JSON.stringify({ n, queens, blocked })) + "\n",
      certificate: async () => {
        if (!solved) return null;
        const answer = await ask("queens/complete", { n, queen: queens, format: "cert" });
        return answer.status === 200 ? answer.text : null;
      },
    };
  }
}

function squares(columns: number[]): Square[] {
  return columns.map((file, row) => squareName(row, file - 1));
}

function fileNumber(name: string): number {
  return [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
}
