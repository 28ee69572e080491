// Why there is no tour, drawn from the certificate that the checker reads.

import type { Board, Leaper, Square } from "./board.ts";
import { mark, type Scene } from "./scene.ts";

export interface Proof {
  by: string;
  even: number;
  odd: number;
  removed: Square[];
  components: number;
  at: string[];
  branches: number;
  /** The certificate itself. */
  text: string;
}

export function parse(text: string): Proof {
  const proof: Proof = { by: "", even: 0, odd: 0, removed: [], components: 0, at: [], branches: 0, text };
  for (const line of text.split("\n")) {
    const [word, value] = line.split(" ") as [string, string?];
    if (word === "by") proof.by = value ?? "";
    else if (word === "even") proof.even = Number(value);
    else if (word === "odd") proof.odd = Number(value);
    else if (word === "remove") proof.removed.push(value ?? "");
    else if (word === "components") proof.components = Number(value);
    else if (word === "square") proof.at.push(value ?? "");
    else if (word === "branch" || word === "try") proof.branches++;
  }
  return proof;
}

/** Draws the argument; says in a sentence what is to be seen. */
export function draw(scene: Scene, proof: Proof, board: Board, leaper: Leaper, closed: boolean): string {
  if (proof.by === "colour") {
    for (const square of board.squares()) {
      const even = board.isEven(square);
      mark(scene, square, even ? "even" : "odd", even ? "first colour" : "second colour");
      scene.cells.get(square)!.big ??= even ? "●" : "○";
    }
    return `Every move goes from ● to ○ or back. There are ${proof.even} squares ● and ${proof.odd} squares ○.`;
  }
  if (proof.by === "cut") {
    const removed = new Set(proof.removed);
    for (const square of removed) {
      mark(scene, square, "removed", "taken away");
      scene.cells.get(square)!.big = "×";
    }
    const { of, count } = board.components(leaper, removed);
    for (const [square, part] of of) {
      mark(scene, square, `part${part % 6}`, `part ${part + 1}`);
      scene.cells.get(square)!.big = String(part + 1);
    }
    for (const [square, part] of of) {
      for (const next of board.neighbours(square, leaper)) {
        if (of.get(next) === part && square < next) scene.strokes.push({ from: square, to: next, look: "inner" });
      }
    }
    const most = closed ? Math.max(1, removed.size) : removed.size + 1;
    return `Without the ${removed.size} squares ×, ${count} parts are left that no move joins. ${closed ? "A closed" : "An open"} tour without them would leave at most ${most}.`;
  }
  if (proof.by === "degree") {
    for (const square of proof.at) {
      mark(scene, square, "removed", "forced moves meet here");
      for (const next of board.neighbours(square, leaper)) {
        scene.strokes.push({ from: square, to: next, look: "forced" });
      }
    }
    const where = proof.at.filter((square) => square !== "*").join(", ");
    return `These squares need both of their moves: ${where}. The moves that are forced contradict each other.`;
  }
  if (proof.by === "search") {
    return `A case distinction with ${proof.branches} branches was finished; the certificate writes it out.`;
  }
  return `The certificate is of the kind ${proof.by}.`;
}
