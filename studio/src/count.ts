// Counting: exactly how many tours, within a time limit; and one of them, fairly drawn.

import type { App, Goods, View } from "./app.ts";
import { ask, json, lines, sentence, type Progress, type Tour } from "./api.ts";
import type { Square } from "./board.ts";
import { button, choice, grouped, h, labelled, say, select } from "./dom.ts";
import { drawWalk, mark, type Scene } from "./scene.ts";
import { boardOf, question } from "./state.ts";
import { tourCertificate, tourJson } from "./take.ts";

interface Count {
  count: string;
  kind: string;
  directed: boolean;
  symmetry: string;
  seconds: number;
}

/** Work under way: a line of progress, and a button to end it. */
export class Work {
  readonly element = h("div", { class: "work", hidden: true });
  private running: AbortController | null = null;
  private text = h("p", { role: "status" });
  private bar = h("progress", { "aria-label": "Progress" });

  constructor() {
    this.element.append(this.bar, this.text, button("Cancel", () => this.cancel()));
  }

  begin(): { signal: AbortSignal; progress: (at: Progress) => void } {
    this.cancel();
    this.running = new AbortController();
    this.element.hidden = false;
    this.bar.removeAttribute("value");
    this.text.textContent = "Working…";
    const progress = (at: Progress): void => {
      const of = at.total === null ? "" : ` of ${grouped(at.total)}`;
      const note = at.note ? `, ${at.note}` : "";
      this.text.textContent = `${at.stage}: ${grouped(at.done)}${of}${note} (${at.seconds.toFixed(1)} s)`;
      if (at.total !== null && Number(at.total) > 0) this.bar.value = Number(at.done) / Number(at.total);
    };
    return { signal: this.running.signal, progress };
  }

  end(): void {
    this.element.hidden = true;
    this.running = null;
  }

  cancel(): void {
    this.running?.abort();
    this.end();
  }
}

export class Counting implements View {
  readonly element = h("section", { class: "card", "aria-labelledby": "count-title" });
  private symmetry: "none" | "board" = "none";
  private directed = false;
  private limit = "20s";
  private result = h("p", { class: "number", role: "status" });
  private what = h("p", {});
  private work = new Work();
  private asked = "";
  private path: Square[] = [];
  private drawn = 0;
  private about = h("p", { class: "result" });

  constructor(private readonly app: App) {
    const options = h("div", {});
    const redraw = (): void =>
      options.replaceChildren(
        choice("Tours that are images of each other", [["none", "All count"], ["board", "Count once"]] as const, this.symmetry, (value) => {
          this.symmetry = value;
        }),
      );
    redraw();
    const directed = h("input", { type: "checkbox", onchange: () => (this.directed = directed.checked) });
    this.element.append(
      h("h2", { id: "count-title" }, "How many?"),
      options,
      h("label", { class: "check" }, directed, "A tour and its reverse are two"),
      labelled("Time limit", select([["5s", "5 seconds"], ["20s", "20 seconds"], ["60s", "1 minute"]], this.limit, (value) => (this.limit = value))),
      h("div", { class: "row" }, button("Count", () => void this.count(), { class: "main" })),
      this.work.element,
      this.result,
      this.what,
      h("h2", {}, "One of them"),
      h("p", { class: "hint" }, "Every tour is equally likely: all are counted first."),
      h("div", { class: "row" }, button("A random tour", () => void this.sample())),
      this.about,
    );
  }

  private async count(): Promise<void> {
    this.result.textContent = "";
    this.what.textContent = "";
    const { signal, progress } = this.work.begin();
    const { state } = this.app;
    const symmetry = this.symmetry;
    const directed = this.directed && symmetry === "none";
    const request = { ...question(state), symmetry, ...(directed ? { directed } : {}), time_limit: this.limit };
    const answer = await ask("count", request, { signal, progress });
    if (signal.aborted) {
      this.what.textContent = "Stopped.";
      return;
    }
    this.work.end();
    if (answer.status !== 200) {
      this.what.textContent = sentence(answer.text);
      return;
    }
    const count = json<Count>(answer);
    this.result.textContent = grouped(count.count);
    const kind = `${count.kind} ${count.count === "1" ? "tour" : "tours"}`;
    const how = count.symmetry === "board" ? "up to symmetry of the board" : count.directed ? "directed" : "undirected";
    this.what.textContent = `${kind}, ${how}; counted in ${count.seconds.toFixed(2)} s.`;
    say(`${count.count} ${this.what.textContent}`);
  }

  private async sample(): Promise<void> {
    const { signal, progress } = this.work.begin();
    const { state } = this.app;
    const seed = state.seed + this.drawn;
    const answer = await ask("sample", { ...question(state), seed, time_limit: this.limit }, { signal, progress });
    if (signal.aborted) return;
    this.work.end();
    if (answer.status !== 200) {
      this.about.textContent = sentence(answer.text);
      return;
    }
    this.drawn++;
    this.path = lines<Tour>(answer)[0]?.squares ?? [];
    this.about.textContent = `Drawn with the seed ${seed}, from ${this.path[0]} to ${this.path.at(-1)}.`;
    say(this.about.textContent);
    this.app.render();
  }

  refresh(): void {
    const key = JSON.stringify(question(this.app.state));
    if (key === this.asked) return;
    this.asked = key;
    this.work.cancel();
    this.path = [];
    this.drawn = 0;
    this.result.textContent = this.what.textContent = this.about.textContent = "";
  }

  leave(): void {
    this.work.cancel();
  }

  draw(scene: Scene): string {
    const { state } = this.app;
    mark(scene, state.from, "from", "start");
    mark(scene, state.to, "to", "end");
    drawWalk(scene, this.path, this.path.length - 1, state.numbers);
    const tour = this.path.length > 0 ? ", with a random tour" : "";
    return `Board of ${state.rows} ranks and ${state.cols} files${tour}`;
  }

  pick(): void {
    // Clicks set the question; the setup takes them.
  }

  goods(): Goods {
    const { state } = this.app;
    const whole = this.path.length === boardOf(state).size;
    return {
      path: this.path,
      ...(whole ? { json: () => tourJson(state, this.path, "sample"), certificate: async () => tourCertificate(state, this.path) } : {}),
    };
  }
}
