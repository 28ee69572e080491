// Watching: how a tour comes about, step by step, forward and back.

import type { App, Goods, View } from "./app.ts";
import { ask, json, lines, sentence, type Answer, type Outcome, type Retry, type Step, type Tour, type Undo } from "./api.ts";
import type { Square } from "./board.ts";
import { button, h, say, select, svg } from "./dom.ts";
import { drawDegrees, drawWalk, mark, type Scene } from "./scene.ts";
import { boardOf, question, type State } from "./state.ts";
import { tourCertificate, tourJson } from "./take.ts";
import type { Verdict } from "./verdict.ts";

/** The moves of a run that may be taken back are bounded: nobody watches more. */
const MOVES = 20_000;

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];

/** What changes the walk. */
type Frame = { go: Square; step?: Step } | { backTo: number; from: number } | { again: Square };

interface Run {
  start: Square | null;
  frames: Frame[];
  end: string;
  outcome: string;
  rule: boolean;
  json: string;
}

export class Watch implements View {
  readonly element = h("section", { class: "card", "aria-labelledby": "watch-title" });
  readonly below = h("div", { class: "player", role: "group", "aria-label": "Player" });
  private run: Run | null = null;
  private asked = "";
  private running = new AbortController();
  private timer = 0;
  private speed = 2;
  private text = h("p", { class: "story" });
  private tally = h("dl", { class: "tally" });
  private message = h("p", { class: "result" });
  private comparison = h("div", { class: "scroll" });
  private slider = h("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": "Timeline" });
  private play = iconButton("play", "Play", () => this.toggle());
  private place = h("output", { class: "place" });
  private speedSelect: HTMLSelectElement;

  constructor(
    private readonly app: App,
    private readonly verdict: Verdict,
  ) {
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.speedSelect = select(
      SPEEDS.map((speed) => [String(speed), `${speed} a second`] as const),
      String(this.speed),
      (value) => this.setSpeed(Number(value)),
    );
    this.speedSelect.setAttribute("aria-label", "Speed");
    this.below.append(
      h(
        "div",
        { class: "buttons" },
        iconButton("first", "First", () => this.go(0)),
        iconButton("back", "Step back", () => this.go(this.at - 1)),
        this.play,
        iconButton("next", "Step forward", () => this.go(this.at + 1)),
        iconButton("last", "Last", () => this.go(this.length)),
      ),
      this.slider,
      this.place,
      this.speedSelect,
    );
    this.element.append(
      h("h2", { id: "watch-title" }, "What happens"),
      this.text,
      this.tally,
      h("div", { class: "row" }, this.toggleBox("numbers", "Numbers"), this.toggleBox("heat", "Heat map of degrees")),
      this.message,
      h("div", { class: "row" }, button("Compare the tie-breaks here", () => void this.compare(), { class: "quiet" })),
      this.comparison,
    );
  }

  private get at(): number {
    return Math.min(this.app.state.step, this.length);
  }

  private get length(): number {
    return this.run?.frames.length ?? 0;
  }

  private toggleBox(name: "numbers" | "heat", text: string): HTMLElement {
    const box = h("input", { type: "checkbox", "data-toggle": name, onchange: () => this.app.update({ [name]: box.checked }) });
    return h("label", { class: "check" }, box, text);
  }

  refresh(): void {
    const { state } = this.app;
    const key = JSON.stringify([question(state), state.method, state.tie, state.seed, state.back]);
    if (key === this.asked) return;
    this.asked = key;
    this.stop();
    this.running.abort();
    this.running = new AbortController();
    this.run = null;
    this.slider.max = "0";
    this.comparison.replaceChildren();
    this.message.textContent = "";
    void this.load(state, this.running.signal);
  }

  private async load(state: State, signal: AbortSignal): Promise<void> {
    await new Promise((done) => window.setTimeout(done, 120));
    if (signal.aborted) return;
    const rule = state.method === "rule";
    const seed = { seed: state.seed };
    const options = question(state);
    const progress = (at: { stage: string; seconds: number }): void => {
      this.message.textContent = `${sentence(at.stage)} ${at.seconds.toFixed(0)} s.`;
    };
    const answer = rule
      ? await ask("explain", { ...options, ...seed, tie_break: state.tie, ...(state.back ? { backtrack: true, move_limit: MOVES } : {}), time_limit: "10s" }, { signal })
      : await ask("tour", { ...options, ...seed, method: state.method, time_limit: "30s" }, { signal, progress });
    if (signal.aborted) return;
    this.message.textContent = "";
    this.run = answer.status === 200 ? (rule ? ofRule(answer) : ofTour(answer)) : null;
    if (!this.run) this.message.textContent = sentence(answer.text);
    this.slider.max = String(this.length);
    this.app.render();
  }

  /** The squares visited after so many frames. */
  private walk(at = this.at): Square[] {
    const path: Square[] = [];
    if (!this.run?.start) return path;
    path.push(this.run.start);
    for (const frame of this.run.frames.slice(0, at)) {
      if ("go" in frame) path.push(frame.go);
      else if ("backTo" in frame) path.length = frame.backTo;
      else path.splice(0, path.length, frame.again);
    }
    return path;
  }

  draw(scene: Scene): string {
    const { state } = this.app;
    const board = boardOf(state);
    this.slider.value = String(this.at);
    this.place.textContent = `${this.at} / ${this.length}`;
    for (const box of this.element.querySelectorAll<HTMLInputElement>("[data-toggle]")) {
      box.checked = state[box.dataset["toggle"] as "numbers" | "heat"];
    }
    mark(scene, state.from, "from", "start");
    mark(scene, state.to, "to", "end");
    const path = this.walk();
    const argued = path.length === 0 || this.run?.outcome === "impossible" ? this.verdict.draw(scene) : false;
    if (argued) {
      this.text.textContent = "No tour exists: the argument is drawn on the board.";
      this.tally.replaceChildren();
      return `Board of ${state.rows} ranks and ${state.cols} files, with the argument why there is no tour`;
    }
    drawWalk(scene, path, path.length - 1, state.numbers);
    const visited = new Set(path);
    const next = this.run?.frames[this.at];
    const step = next && "go" in next ? next.step : undefined;
    if (step) this.candidates(scene, step);
    if (state.heat) drawDegrees(scene, board, (square) => board.neighbours(square, state.leaper));
    this.tell(path, next, step, board.size);
    const here = path.at(-1) ?? "nowhere";
    return `Board of ${state.rows} ranks and ${state.cols} files, the knight is on ${here}, ${visited.size} of ${board.size} squares visited`;
  }

  private candidates(scene: Scene, step: Step): void {
    const least = Math.min(...step.candidates.map(({ degree }) => degree));
    const tied = step.candidates.filter(({ degree }) => degree === least).length > 1;
    for (const { square, degree } of step.candidates) {
      const chosen = square === step.chosen;
      mark(scene, square, "candidate", `candidate of degree ${degree}`);
      if (tied && degree === least) mark(scene, square, "tie", "tied");
      if (chosen) mark(scene, square, "chosen", "chosen next");
      const cell = scene.cells.get(square);
      if (cell) cell.big = String(degree);
    }
  }

  private tell(path: Square[], next: Frame | undefined, step: Step | undefined, size: number): void {
    const run = this.run;
    if (!run) return;
    this.text.textContent = next ? story(path, next, step, run.rule) : run.end;
    const done = run.frames.slice(0, this.at);
    const ties = done.filter((frame) => "go" in frame && frame.step?.decided_by === "tie-break").length;
    const undone = done.reduce((sum, frame) => sum + ("backTo" in frame ? frame.from - frame.backTo : 0), 0);
    const rows: [string, string][] = [["Visited", `${path.length} of ${size}`]];
    if (run.rule) rows.push(["Ties", String(ties)], ["Taken back", String(undone)]);
    this.tally.replaceChildren(...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  }

  private go(to: number, spoken = true): void {
    const step = Math.max(0, Math.min(this.length, to));
    if (this.timer && spoken) this.stop();
    this.app.update({ step });
    if (spoken) say(`${this.place.textContent}. ${this.text.textContent}`);
  }

  private toggle(): void {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at >= this.length) this.app.update({ step: 0 });
    setIcon(this.play, "pause", "Pause");
    this.beat();
  }

  private beat(): void {
    this.timer = window.setTimeout(() => {
      this.go(this.at + 1, false);
      if (this.at < this.length) {
        this.beat();
      } else {
        this.stop();
        say(this.text.textContent ?? "");
      }
    }, 1000 / this.speed);
  }

  private stop(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    setIcon(this.play, "play", "Play");
  }

  private setSpeed(speed: number): void {
    this.speed = speed;
    this.speedSelect.value = String(speed);
  }

  leave(): void {
    this.stop();
  }

  pick(): void {
    // Clicks set the question; the setup takes them.
  }

  key(key: string): boolean {
    const faster = SPEEDS.find((speed) => speed > this.speed) ?? this.speed;
    const slower = SPEEDS.findLast((speed) => speed < this.speed) ?? this.speed;
    const actions: Record<string, () => void> = {
      " ": () => this.toggle(),
      ArrowRight: () => this.go(this.at + 1),
      ArrowLeft: () => this.go(this.at - 1),
      ArrowDown: () => this.go(this.length),
      ArrowUp: () => this.go(0),
      Home: () => this.go(0),
      End: () => this.go(this.length),
      "+": () => this.faster(faster),
      "=": () => this.faster(faster),
      "-": () => this.faster(slower),
      "−": () => this.faster(slower),
      n: () => this.app.update({ numbers: !this.app.state.numbers }),
      d: () => this.app.update({ heat: !this.app.state.heat }),
      r: () => this.go(0),
    };
    const action = actions[key];
    action?.();
    return action !== undefined;
  }

  private faster(speed: number): void {
    this.setSpeed(speed);
    say(`${speed} steps a second`);
  }

  private async compare(): Promise<void> {
    const { state } = this.app;
    this.comparison.replaceChildren(h("p", {}, "Running all of them…"));
    const answer = await ask("explain", { ...question(state), seed: state.seed, stats: true, ...(state.back ? { backtrack: true, move_limit: MOVES } : {}) });
    if (answer.status !== 200) {
      this.comparison.replaceChildren(h("p", {}, sentence(answer.text)));
      return;
    }
    const rows = lines<{ tie_break: string; outcome: string; visited: number; work: { ties: number; undone: number } }>(answer);
    const head = ["ties to", "outcome", "visited", "ties", "undone"].map((text) => h("th", { scope: "col" }, text));
    const body = rows.map((row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, row.tie_break),
        ...[row.outcome, row.visited, row.work.ties, row.work.undone].map((value) => h("td", {}, String(value))),
      ),
    );
    this.comparison.replaceChildren(h("table", {}, h("caption", {}, "The tie-breaks on this board"), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body)));
  }

  /** What the whole run gives, wherever it is watched. */
  goods(): Goods {
    const { state } = this.app;
    const path = this.walk(this.length);
    const whole = path.length === boardOf(state).size;
    return {
      path,
      json: () => (whole ? tourJson(state, path, state.method === "rule" ? "warnsdorff" : state.method) : (this.run?.json ?? "")),
      certificate: async () => {
        if (this.verdict.proof) return this.verdict.proof.text;
        if (state.method !== "rule") return whole ? tourCertificate(state, path) : null;
        const answer = await ask("explain", { ...question(state), seed: state.seed, tie_break: state.tie, format: "cert" });
        return answer.status === 200 ? answer.text : null;
      },
    };
  }
}

function ofRule(answer: Answer): Run {
  const all = lines<Step | Undo | Retry | Outcome>(answer);
  const frames: Frame[] = [];
  let start: Square | null = null;
  let [end, outcome] = ["", ""];
  for (const line of all) {
    if ("chosen" in line) {
      start ??= line.at;
      frames.push({ go: line.chosen, step: line });
    } else if ("undo" in line) {
      frames.push({ backTo: line.undo.to, from: line.undo.from });
    } else if ("retry" in line) {
      frames.push({ again: line.at });
    } else {
      [end, outcome] = [`${title(line.outcome)} ${sentence(line.text)}`, line.outcome];
    }
  }
  return { start, frames, end, outcome, rule: true, json: answer.text };
}

function title(outcome: string): string {
  return { tour: "A tour.", stuck: "Stuck.", impossible: "Impossible." }[outcome] ?? "Not known.";
}

function ofTour(answer: Answer): Run {
  const tour = json<Partial<Tour> & { text?: string }>(answer);
  if (!tour.squares) {
    return { start: null, frames: [], end: sentence(tour.text ?? ""), outcome: "impossible", rule: false, json: answer.text };
  }
  const [start, ...rest] = tour.squares;
  const end = `A ${tour.kind} tour of all ${tour.squares.length} squares, found by ${tour.method ?? "the server"}.`;
  return { start: start ?? null, frames: rest.map((go) => ({ go })), end, outcome: "tour", rule: false, json: answer.text };
}

/** One move in a sentence or two. */
function story(path: Square[], next: Frame, step: Step | undefined, rule: boolean): string {
  const here = path.at(-1) ?? "";
  if ("backTo" in next) return `Stuck on ${here}: no unvisited square can be reached. Back to the tie at step ${next.backTo}.`;
  if ("again" in next) return `Stuck on ${here}. The rule begins anew on ${next.again}.`;
  if (!rule || !step) return `Step ${path.length}: on ${here}. Next: ${next.go}.`;
  const least = Math.min(...step.candidates.map(({ degree }) => degree));
  const tied = step.candidates.filter(({ degree }) => degree === least);
  const exits = least === 1 ? "1 exit" : `${least} exits`;
  const from = `Step ${step.step}: on ${step.at}.`;
  if (step.candidates.length === 1) return `${from} Only ${step.chosen} is left to go to.`;
  if (tied.length === 1) return `${from} Of ${step.candidates.length} squares, ${step.chosen} has the fewest exits (${exits}): there.`;
  const names = tied.map(({ square }) => square).join(", ");
  const retry = step.attempt ? ` The choice number ${step.attempt} of this tie:` : "";
  return `${from} ${names} tie with ${exits} each.${retry || " The tie-break takes"} ${step.chosen}.`;
}

const ICONS: Record<string, string> = {
  first: "M5 4v16M19 5l-11 7 11 7z",
  back: "M17 5l-11 7 11 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 4h4v16h-4zM14 4h4v16h-4z",
  next: "M7 5l11 7-11 7z",
  last: "M19 4v16M5 5l11 7-11 7z",
};

function iconButton(icon: string, text: string, onclick: () => void): HTMLButtonElement {
  const element = button("", onclick, { class: "icon" });
  setIcon(element, icon, text);
  return element;
}

function setIcon(element: HTMLButtonElement, icon: string, text: string): void {
  if (element.title === text) return;
  element.setAttribute("aria-label", text);
  element.title = text;
  element.replaceChildren(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[icon] })));
}

