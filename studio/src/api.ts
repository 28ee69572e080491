// Questions to the server that sent this page.

export interface Progress {
  stage: string;
  done: string;
  total: string | null;
  note: string;
  seconds: number;
}

export interface Answer {
  /** The HTTP status; 0 when there was no answer. */
  status: number;
  text: string;
}

export interface Tour {
  squares: string[];
  method: string | null;
  kind: string;
}

export interface Exists {
  exists: boolean | null;
  reason: string;
  text: string;
  proof: string | null;
}

/** A line of a run: a move, … */
export interface Step {
  step: number;
  at: string;
  candidates: { square: string; degree: number }[];
  chosen: string;
  decided_by: string;
  attempt?: number;
}

/** … moves taken back, … */
export interface Undo {
  undo: { from: number; to: number; at: string };
}

/** … a new try, … */
export interface Retry {
  retry: number;
  at: string;
}

/** … and how it ended. */
export interface Outcome {
  outcome: "tour" | "stuck" | "impossible" | "unknown";
  visited: number;
  text: string;
  reason: string | null;
  proof: string | null;
  work: Work;
}

export interface Work {
  moves: number;
  ties: number;
  dead_ends: number;
  undone: number;
}

export interface Check {
  verdict: "verified" | "obligations" | "rejected" | "unknown";
  what: string;
  code: string | null;
  line: number | null;
  reason: string | null;
  obligations: string[];
}

interface How {
  signal?: AbortSignal;
  /** Told how the work goes; the answer then comes as events. */
  progress?: (at: Progress) => void;
}

/** Asks an operation; whatever goes wrong is an answer with a status and a line. */
export async function ask(operation: string, request: object, how: How = {}): Promise<Answer> {
  try {
    const response = await fetch(`/api/v1/${operation}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: how.progress ? "text/event-stream" : "*/*",
      },
      body: JSON.stringify(request),
      signal: how.signal ?? null,
    });
    const type = response.headers.get("content-type") ?? "";
    if (how.progress && type.startsWith("text/event-stream") && response.body) {
      return await events(response.body, how.progress);
    }
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      return { status: 0, text: "stopped" };
    }
    return { status: 0, text: "the server cannot be reached: is hippodrome serve still running?" };
  }
}

async function events(body: ReadableStream<Uint8Array>, progress: (at: Progress) => void): Promise<Answer> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { status: 0, text: "the server ended before it answered" };
    buffer += value;
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      const lines = buffer.slice(0, end).split("\n");
      buffer = buffer.slice(end + 2);
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
      const data = lines
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice(6))
        .join("\n");
      if (name === "progress") progress(JSON.parse(data) as Progress);
      if (name === "answer") return { status: 200, text: data };
      if (name === "failure") {
        const failure = JSON.parse(data) as { status: number; line: string };
        return { status: failure.status, text: failure.line };
      }
    }
  }
}

export function json<T>(answer: Answer): T {
  return JSON.parse(answer.text) as T;
}

export function lines<T>(answer: Answer): T[] {
  return answer.text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

/** A line of the server without its first word, as a sentence. */
export function sentence(text: string): string {
  const line = text.trim().replace(/^(error|unknown|none|stuck): /, "");
  return line.charAt(0).toUpperCase() + line.slice(1) + (/[.!?]$/.test(line) ? "" : ".");
}
