// Whether there is a tour, at once, and why not.

import type { App } from "./app.ts";
import { ask, json, sentence, type Check, type Exists } from "./api.ts";
import { button, download, h, say } from "./dom.ts";
import { draw, parse, type Proof } from "./proof.ts";
import type { Scene } from "./scene.ts";
import { boardOf, question } from "./state.ts";

const PROOFS: Record<string, string> = {
  theorem: "by theorem",
  colour: "proof by colours",
  cut: "proof by a cut",
  degree: "proof by forced moves",
  search: "proof by finished search",
  farkas: "proof by linear inequalities",
  tour: "a tour was found",
};

export class Verdict {
  readonly element = h("section", { class: "card verdict", "aria-labelledby": "verdict-title" });
  exists: Exists | null = null;
  proof: Proof | null = null;
  shown = true;
  private key = "";
  private running = new AbortController();
  private legend = h("p", { class: "legend" });

  constructor(private readonly app: App) {}

  /** Asks again if the question has changed. */
  refresh(): void {
    const asked = question(this.app.state);
    const key = JSON.stringify(asked);
    if (key === this.key) return;
    this.key = key;
    [this.exists, this.proof] = [null, null];
    this.running.abort();
    this.running = new AbortController();
    this.paint("Looking…", "");
    void this.find(asked, this.running.signal);
  }

  private async find(asked: object, signal: AbortSignal): Promise<void> {
    // Sides that are being typed are not asked about one by one.
    await new Promise((done) => window.setTimeout(done, 120));
    if (signal.aborted) return;
    const answer = await ask("exists", { ...asked, time_limit: "10s" }, { signal });
    if (signal.aborted) return;
    if (answer.status !== 200) {
      this.paint(answer.status === 400 ? "That is no question" : "Not known", sentence(answer.text));
      return;
    }
    this.exists = json<Exists>(answer);
    if (this.exists.exists === false) {
      const certificate = await ask("exists", { ...asked, format: "cert", time_limit: "10s" }, { signal });
      if (signal.aborted) return;
      if (certificate.status === 200) this.proof = parse(certificate.text);
    }
    this.say();
    this.app.render();
  }

  private say(): void {
    const { exists, text, proof } = this.exists!;
    const kind = this.app.state.closed ? "closed" : "open";
    const title =
      exists === null ? "Not known" : exists ? `Yes, there is ${kind === "open" ? "an open" : "a closed"} tour` : `No, there is no ${kind} tour`;
    this.paint(title, sentence(text), proof ? (PROOFS[proof] ?? proof) : "");
    say(`${title}. ${sentence(text)}`);
  }

  private paint(title: string, text: string, proof = ""): void {
    const certificate = this.proof;
    const mood = this.exists?.exists;
    this.element.dataset["mood"] = mood === true ? "yes" : mood === false ? "no" : "open";
    const result = h("p", { class: "result", role: "status" });
    this.element.replaceChildren(
      h("h2", { id: "verdict-title" }, title),
      h("p", {}, text, proof ? h("span", { class: "chip" }, proof) : null),
      ...(certificate
        ? [
            this.legend,
            h(
              "div",
              { class: "row" },
              h(
                "label",
                { class: "check" },
                h("input", {
                  type: "checkbox",
                  checked: this.shown,
                  onchange: (event: Event) => {
                    this.shown = (event.target as HTMLInputElement).checked;
                    this.app.render();
                  },
                }),
                "Show the argument on the board",
              ),
            ),
            h(
              "div",
              { class: "row" },
              button("Download the proof", () => download("no-tour.cert", certificate.text)),
              button("Check the proof", () => void this.check(certificate.text, result)),
            ),
            result,
          ]
        : []),
    );
  }

  private async check(text: string, result: HTMLElement): Promise<void> {
    result.textContent = "Checking…";
    const answer = await ask("check", { ...question(this.app.state), file: text });
    if (answer.status !== 200) {
      result.textContent = sentence(answer.text);
      return;
    }
    const check = json<Check>(answer);
    result.textContent =
      check.verdict === "verified"
        ? `Verified by the independent checker: ${check.what}.`
        : `The checker says ${check.verdict}: ${check.reason ?? check.obligations.join("; ")}.`;
  }

  /** Whether the argument is on the board. */
  draw(scene: Scene): boolean {
    const { proof } = this;
    if (!proof) return false;
    const { state } = this.app;
    if (!this.shown) {
      this.legend.textContent = "";
      return false;
    }
    this.legend.textContent = draw(scene, proof, boardOf(state), state.leaper, state.closed);
    return true;
  }
}
