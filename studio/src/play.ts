// Playing: a tour by hand, with the truth about whether one goes on from here.

import type { App, Goods, View } from "./app.ts";
import { ask, json, sentence, type Exists, type Tour } from "./api.ts";
import type { Square } from "./board.ts";
import { button, h, say } from "./dom.ts";
import { dot, drawWalk, mark, type Scene } from "./scene.ts";
import { boardOf, question, type State } from "./state.ts";
import { tourCertificate, tourJson } from "./take.ts";

/** The largest board on which every move is judged, in squares. */
const JUDGED = 144;

export class Play implements View {
  readonly element = h("section", { class: "card", "aria-labelledby": "play-title" });
  private text = h("p", { class: "story" });
  private truth = h("p", { class: "result", role: "status" });
  private undo = button("Undo", () => this.back());
  private hint = button("Hint", () => void this.help());
  private asked = "";
  private running = new AbortController();
  /** A tour that goes on from here, if one is known. */
  private onward: Square[] = [];
  private hinted: Square | null = null;

  constructor(private readonly app: App) {
    this.element.append(
      h("h2", { id: "play-title" }, "Your tour"),
      this.text,
      this.truth,
      h("div", { class: "row" }, this.undo, this.hint, button("Start over", () => this.set([]), { class: "quiet" })),
      h("p", { class: "hint" }, "Click a marked square, or move with the arrow keys and press Enter."),
    );
  }

  private get legal(): Square[] {
    const { state } = this.app;
    const { played } = state;
    if (played.length === 0) return state.from ? [state.from] : [...boardOf(state).squares()];
    const next = boardOf(state).neighbours(played.at(-1)!, state.leaper);
    return next.filter((square) => !played.includes(square));
  }

  private set(played: Square[]): void {
    this.hinted = null;
    this.app.update({ played });
    this.refresh();
  }

  private back(): void {
    this.set(this.app.state.played.slice(0, -1));
    say(`Undone. ${this.text.textContent}`);
  }

  pick(square: Square): void {
    const { state } = this.app;
    if (square === state.played.at(-1)) return this.back();
    if (!this.legal.includes(square)) {
      say(`${square} is not a move`);
      this.text.textContent = state.played.length === 0 ? `The tour has to start on ${state.from}.` : `From ${state.played.at(-1)} there is no move to ${square}.`;
      return;
    }
    this.set([...state.played, square]);
    say(`${square}, step ${state.played.length + 1}. ${this.text.textContent}`);
  }

  refresh(): void {
    const { state } = this.app;
    const key = JSON.stringify([question(state), state.played]);
    if (key === this.asked) return;
    this.asked = key;
    this.running.abort();
    this.running = new AbortController();
    this.truth.textContent = "";
    delete this.truth.dataset["mood"];
    const size = boardOf(state).size;
    if (state.played.length === 0 || state.played.length === size) return this.end(size);
    const walked = this.onward.slice(0, state.played.length).join() === state.played.join();
    if (this.onward.length === size && walked && this.answers(state, this.onward)) {
      this.judge(true);
    } else if (size <= JUDGED) {
      this.onward = [];
      void this.find("2s", this.running.signal);
    }
  }

  private answers(state: State, path: Square[]): boolean {
    const closes = boardOf(state).neighbours(path.at(-1)!, state.leaper).includes(path[0]!);
    return (!state.closed || closes) && (!state.to || path.at(-1) === state.to);
  }

  private end(size: number): void {
    const { state } = this.app;
    const { played } = state;
    if (played.length === 0 || played.length < size) return;
    const closes = boardOf(state).neighbours(played.at(-1)!, state.leaper).includes(played[0]!);
    const right = this.answers(state, played);
    this.truth.dataset["mood"] = right ? "yes" : "no";
    this.truth.textContent = right
      ? `${closes ? "A closed" : "An open"} tour of all ${size} squares!`
      : state.closed
        ? "All squares are visited, but the tour does not close."
        : `All squares are visited, but the last is not ${state.to}.`;
    say(this.truth.textContent);
  }

  /** What is left to visit, as a question: a walk from here over all squares not visited. */
  private rest(state: State): object | null {
    const { played } = state;
    const here = played.at(-1)!;
    const first = played[0]!;
    const target = state.to ?? (state.closed && played.length > 1 ? first : null);
    const keep = new Set([here, ...(state.closed && !state.to && played.length > 1 ? [first] : [])]);
    const gone = played.filter((square) => !keep.has(square));
    if (target && gone.includes(target)) return null;
    return {
      ...question({ ...state, holes: [...state.holes, ...gone], from: here, to: target }),
      closed: state.closed && played.length === 1,
    };
  }

  private async find(time: string, signal: AbortSignal): Promise<void> {
    const { state } = this.app;
    const rest = this.rest(state);
    if (!rest) return this.judge(false);
    this.truth.textContent = "Looking whether a tour goes on from here…";
    const answer = await ask("tour", { ...rest, time_limit: time }, { signal });
    if (signal.aborted) return;
    if (answer.status !== 200) {
      this.truth.textContent = answer.status === 422 || answer.status === 503 ? `Whether a tour goes on from here was not found out in ${time}.` : sentence(answer.text);
      return;
    }
    const found = json<Partial<Tour> & Partial<Exists>>(answer);
    if (!found.squares) return this.judge(false, found.text);
    // A walk back to the first square names that square again.
    const on = found.squares.slice(1).filter((square) => square !== state.played[0]);
    this.onward = [...state.played, ...on];
    this.judge(true);
  }

  private judge(goesOn: boolean, why = ""): void {
    this.truth.dataset["mood"] = goesOn ? "yes" : "no";
    const kind = this.app.state.closed ? "closed tour" : "tour";
    this.truth.textContent = goesOn ? `A ${kind} goes on from here.` : `No ${kind} goes on from here. ${why ? sentence(why) : ""}`.trim();
    if (!goesOn) say(this.truth.textContent);
  }

  private async help(): Promise<void> {
    const { played } = this.app.state;
    if (played.length === 0) {
      this.hinted = this.app.state.from ?? this.legal[0] ?? null;
    } else {
      if (this.onward.length <= played.length) await this.find("10s", this.running.signal);
      this.hinted = this.onward[played.length] ?? null;
    }
    if (this.hinted) say(`Hint: ${this.hinted}`);
    this.app.render();
  }

  draw(scene: Scene): string {
    const { state } = this.app;
    const { played } = state;
    const size = boardOf(state).size;
    drawWalk(scene, played, played.length - 1, state.numbers);
    mark(scene, state.from, "from", "start");
    mark(scene, state.to, "to", "end");
    const legal = this.legal;
    if (played.length > 0 || state.from) for (const square of legal) dot(scene, square, "legal", "can be gone to");
    mark(scene, this.hinted, "chosen", "hint");
    this.undo.disabled = played.length === 0;
    this.hint.disabled = played.length === size;
    const here = played.at(-1);
    this.text.textContent = !here
      ? state.from
        ? `Begin on ${state.from}.`
        : "Begin on any square."
      : played.length === size
        ? "Every square is visited."
        : legal.length === 0
          ? `Stuck on ${here} after ${played.length} of ${size} squares. Undo, or start over.`
          : `${played.length} of ${size} squares. From ${here} you can go to ${legal.join(", ")}.`;
    return `Board of ${state.rows} ranks and ${state.cols} files to play on`;
  }

  leave(): void {
    this.running.abort();
    this.asked = "";
  }


  key(key: string): boolean {
    if (key !== "u" && key !== "Backspace") return false;
    this.back();
    return true;
  }

  goods(): Goods {
    const { state } = this.app;
    const whole = state.played.length === boardOf(state).size;
    return {
      path: state.played,
      json: () => (whole ? tourJson(state, state.played, null) : JSON.stringify({ squares: state.played }) + "\n"),
      certificate: async () => (whole ? tourCertificate(state, state.played) : null),
    };
  }
}
