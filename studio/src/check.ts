// Checking what anyone gives: a tour, a placement, a certificate; the first error is shown on the
// board.

import type { App, Goods, View } from "./app.ts";
import { ask, json, sentence, type Check as Report } from "./api.ts";
import { button, h, labelled, say } from "./dom.ts";
import { read, named, type Given } from "./read.ts";
import { drawWalk, mark, scene as empty, type Scene } from "./scene.ts";
import { Board } from "./board.ts";
import { question } from "./state.ts";

export class Check implements View {
  readonly element = h("section", { class: "card", "aria-labelledby": "check-title" });
  private area = h("textarea", { rows: 9, spellcheck: "false", placeholder: "a1 b3 c5 …" });
  private strict = h("input", { type: "checkbox", checked: true });
  private verdict = h("h3");
  private reason = h("p", {});
  private line = h("pre", { hidden: true, tabindex: "0" });
  private given: Given | null = null;
  private wrong: string[] = [];
  private file = h("input", { type: "file", accept: ".txt,.csv,.json,.pl,.tour,.cert,.svg" });

  constructor(private readonly app: App) {
    this.file.addEventListener("change", () => {
      const [file] = this.file.files ?? [];
      if (file) void this.take(file);
    });
    this.element.append(
      h("h2", { id: "check-title" }, "Check a tour or a certificate"),
      labelled("Paste it here, or drop a file on the page", this.area, "Any format that hippodrome writes, and grids and lists as people print them."),
      labelled("Or choose a file", this.file),
      h("label", { class: "check" }, this.strict, "It has to answer the question below"),
      h("div", { class: "row" }, button("Check", () => void this.check(), { class: "main" })),
      this.verdict,
      this.reason,
      this.line,
    );
  }

  /** Takes a dropped or chosen file. */
  async take(file: File): Promise<void> {
    this.area.value = await file.text();
    await this.check();
  }

  private async check(): Promise<void> {
    const text = this.area.value;
    const { state } = this.app;
    this.wrong = [];
    this.given = read(text);
    const isQueens = (this.given?.queens.length ?? 0) > 0;
    const asked = this.strict.checked && !isQueens ? question(state) : {};
    const answer = await ask("check", { ...asked, file: text });
    this.line.hidden = true;
    if (answer.status !== 200) {
      this.show("open", "Not checked", sentence(answer.text));
      return;
    }
    const report = json<Report>(answer);
    const at = report.line === null ? undefined : text.split("\n")[report.line - 1];
    if (report.verdict === "verified") {
      this.show("yes", "Verified", sentence(report.what));
    } else if (report.verdict === "obligations") {
      this.show("open", "Verified, if these are right", report.obligations.join("; "));
    } else if (report.verdict === "unknown") {
      this.show("open", "Not known", sentence(report.reason ?? ""));
    } else {
      this.show("no", `Wrong${report.line === null ? "" : `, line ${report.line}`}`, `${sentence(report.reason ?? "")} (${report.code})`);
      this.point(report.reason ?? "", at);
    }
  }

  private show(mood: string, verdict: string, reason: string): void {
    this.verdict.textContent = verdict;
    this.reason.textContent = reason;
    this.element.dataset["mood"] = mood;
    say(`${verdict}. ${reason}`);
    this.app.render();
  }

  /** The squares that the reason or the line names are where the error is. */
  private point(reason: string, line: string | undefined): void {
    const { rows, cols } = this.size();
    this.wrong = named(reason, rows, cols);
    if (line !== undefined && line.length < 400) {
      this.line.hidden = false;
      this.line.textContent = line;
      if (this.wrong.length === 0 && this.given && this.given.path.length > 0) {
        this.wrong = named(line, rows, cols).slice(0, 2);
      }
    }
    this.app.render();
  }

  private size(): { rows: number; cols: number } {
    const { state } = this.app;
    const { given } = this;
    const smaller = given && given.queens.length === 0 && given.rows <= state.rows && given.cols <= state.cols;
    return !given || smaller ? state : given;
  }

  draw(scene: Scene): string {
    const { state } = this.app;
    const { given } = this;
    const { rows, cols } = this.size();
    if (rows !== scene.rows || cols !== scene.cols || given?.holes.length) {
      Object.assign(scene, empty(new Board(rows, cols, given?.holes ?? [])));
    }
    mark(scene, state.from, "from", "start");
    mark(scene, state.to, "to", "end");
    const known = (given?.path ?? []).filter((square) => scene.cells.has(square));
    const last = this.wrong.length > 0 ? known.findIndex((square, i) => this.wrong.includes(square) && this.wrong.includes(known[i + 1] ?? square)) : -1;
    drawWalk(scene, known, last >= 0 ? Math.min(last + 1, known.length - 1) : known.length - 1, state.numbers);
    scene.queens = given?.queens ?? [];
    for (const square of this.wrong) mark(scene, square, "wrong", "the error is here");
    if (this.wrong.length === 2) scene.strokes.push({ from: this.wrong[0]!, to: this.wrong[1]!, look: "wrong" });
    return `Board of ${rows} ranks and ${cols} files with what was given`;
  }

  pick(): void {
    // Clicks set the question; the setup takes them.
  }

  refresh(): void {
    // What was given stays.
  }

  goods(): Goods {
    return { path: this.given?.path ?? [], queens: this.given?.queens ?? [] };
  }
}
