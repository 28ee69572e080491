// A rough reading of a pasted file, to show it on the board. The checker's verdict does not rest on
// this: it reads the text itself.

import { place, squareName, type Leaper, type Square } from "./board.ts";

export interface Given {
  rows: number;
  cols: number;
  holes: Square[];
  leaper: Leaper | null;
  closed: boolean | null;
  path: Square[];
  queens: Square[];
}

export function read(text: string): Given | null {
  const given: Given = { rows: 0, cols: 0, holes: [], leaper: null, closed: null, path: [], queens: [] };
  const trimmed = text.trim();
  if (trimmed.startsWith("<")) {
    const inside = /<metadata[^>]*>([^<]*)<\/metadata>/.exec(trimmed)?.[1];
    return inside ? read(inside.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) : null;
  }
  if (trimmed.startsWith("{")) json(trimmed, given);
  else if (trimmed.startsWith("hippodrome-certificate")) certificate(trimmed, given);
  else if (/p\(\s*\d+\s*,/.test(trimmed)) {
    for (const [, file, rank] of trimmed.matchAll(/p\(\s*(\d+)\s*,\s*(\d+)\s*\)/g)) {
      given.path.push(squareName(Number(rank) - 1, Number(file) - 1));
    }
  } else if (/^step\b/i.test(trimmed)) table(trimmed, given);
  else if (/[a-z]\s*\d/i.test(trimmed.split("\n")[0] ?? "")) {
    given.path = [...trimmed.toLowerCase().matchAll(/[a-z]{1,2}\d{1,3}/g)].map(([square]) => square);
  } else grid(trimmed, given);
  for (const square of [...given.path, ...given.queens, ...given.holes]) {
    const at = place(square);
    given.rows = Math.max(given.rows, (at?.row ?? -1) + 1);
    given.cols = Math.max(given.cols, (at?.col ?? -1) + 1);
  }
  const fits = given.rows > 0 && given.rows <= 100 && given.cols > 0 && given.cols <= 100;
  return fits ? given : null;
}

function json(text: string, given: Given): void {
  try {
    const object = JSON.parse(text) as Record<string, unknown>;
    const board = object["board"] as { rows?: number; cols?: number; holes?: Square[] } | undefined;
    given.rows = Number(board?.rows ?? 0);
    given.cols = Number(board?.cols ?? 0);
    given.holes = board?.holes ?? [];
    given.leaper = (object["leaper"] as Leaper | undefined) ?? null;
    given.closed = typeof object["kind"] === "string" ? object["kind"] === "closed" : null;
    given.path = ((object["squares"] as string[] | undefined) ?? []).map((square) => String(square).toLowerCase());
    const columns = object["columns"] as number[] | undefined;
    given.queens = (columns ?? []).map((file, row) => squareName(row, Number(file) - 1));
    if (columns) given.rows = given.cols = columns.length;
  } catch {
    // The checker says what is wrong with it.
  }
}

function certificate(text: string, given: Given): void {
  for (const line of text.split("\n")) {
    const [word, value = ""] = line.split(" ");
    if (word === "board") [given.rows, given.cols] = value.split("x").map(Number) as [number, number];
    else if (word === "hole") given.holes.push(value);
    else if (word === "leaper") given.leaper = value.split(",").map(Number) as Leaper;
    else if (word === "tour") given.closed = value === "closed";
    else if (word === "visit" || word === "move") given.path.push(value);
    else if (word === "queen") given.queens.push(value);
  }
}

function table(text: string, given: Given): void {
  const [head = "", ...rows] = text.split("\n");
  const column = head.trim().toLowerCase().split(/[,;\t]/).indexOf("square");
  for (const row of rows) {
    const square = row.trim().toLowerCase().split(/[,;\t]/)[column];
    if (square) given.path.push(square);
  }
}

function grid(text: string, given: Given): void {
  const ranks = text
    .split("\n")
    .map((line) => (line.includes("|") ? line.slice(line.indexOf("|") + 1) : line).trim().split(/[\s,|]+/))
    .filter((cells) => cells.length > 0 && cells.every((cell) => /^(\d+|[#.-])$/.test(cell)));
  given.rows = ranks.length;
  given.cols = Math.max(0, ...ranks.map((cells) => cells.length));
  const steps: [number, Square][] = [];
  ranks.forEach((cells, line) => {
    cells.forEach((cell, col) => {
      const square = squareName(ranks.length - 1 - line, col);
      if (/^\d+$/.test(cell)) steps.push([Number(cell), square]);
      else given.holes.push(square);
    });
  });
  given.path = steps.sort(([a], [b]) => a - b).map(([, square]) => square);
}

/** The squares of a board that a sentence names. */
export function named(text: string, rows: number, cols: number): Square[] {
  const found = [...text.matchAll(/\b[a-z]{1,2}[1-9]\d{0,2}\b/g)].map(([square]) => square);
  return found.filter((square) => {
    const at = place(square);
    return at !== null && at.row < rows && at.col < cols;
  });
}
