// Everything a link carries: the question, where one is in it, and how it is shown.

import { Board, place, type Leaper, type Square } from "./board.ts";

export const VIEWS = ["watch", "play", "count", "queens", "check"] as const;
export type View = (typeof VIEWS)[number];

export const METHODS = ["rule", "auto", "construct", "search"] as const;
export type Method = (typeof METHODS)[number];

export const TIES = ["first", "last", "degree2", "centre-far", "centre-near", "squirrel", "random"] as const;

/** The largest side that can be clicked. */
export const MAX_SIDE = 100;

export interface State {
  view: View;
  rows: number;
  cols: number;
  holes: Square[];
  leaper: Leaper;
  closed: boolean;
  from: Square | null;
  to: Square | null;
  method: Method;
  tie: string;
  seed: number;
  /** Whether a run that is stuck goes back to a tie. */
  back: boolean;
  step: number;
  heat: boolean;
  numbers: boolean;
  played: Square[];
  n: number;
  queens: Square[];
  blocked: Square[];
}

export const START: State = {
  view: "watch",
  rows: 8,
  cols: 8,
  holes: [],
  leaper: [1, 2],
  closed: false,
  from: "a1",
  to: null,
  method: "rule",
  tie: "first",
  seed: 0,
  back: false,
  step: 0,
  heat: false,
  numbers: true,
  played: [],
  n: 8,
  queens: [],
  blocked: [],
};

/** The options that every question about a tour has. */
export function question(state: State): Record<string, unknown> {
  return {
    board: `${state.rows}x${state.cols}`,
    hole: state.holes,
    leaper: state.leaper.join(","),
    ...(state.closed ? { closed: true } : {}),
    ...(state.from ? { from: state.from } : {}),
    ...(state.to ? { to: state.to } : {}),
  };
}

export function boardOf(state: State): Board {
  return new Board(state.rows, state.cols, state.holes);
}

const list = (squares: Square[]): string => squares.join(".");

/** The state as the part of an address behind `#`; what is as usual is left out. */
export function encode(state: State): string {
  const fields: [string, string, string][] = [
    ["v", state.view, START.view],
    ["b", `${state.rows}x${state.cols}`, "8x8"],
    ["h", list(state.holes), ""],
    ["l", state.leaper.join("-"), "1-2"],
    ["k", state.closed ? "closed" : "open", "open"],
    ["f", state.from ?? "", "a1"],
    ["t", state.to ?? "", ""],
    ["m", state.method, START.method],
    ["tb", state.tie, START.tie],
    ["s", String(state.seed), "0"],
    ["r", state.back ? "1" : "", ""],
    ["i", String(state.step), "0"],
    ["heat", state.heat ? "1" : "", ""],
    ["num", state.numbers ? "1" : "0", "1"],
    ["p", list(state.played), ""],
    ["n", String(state.n), "8"],
    ["q", list(state.queens), ""],
    ["x", list(state.blocked), ""],
  ];
  return fields
    .filter(([, value, usual]) => value !== usual)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join("&");
}

const within = (text: string | null, least: number, most: number, usual: number): number => {
  const number = Number(text);
  return text !== null && text !== "" && Number.isInteger(number) && number >= least && number <= most ? number : usual;
};

/** Reads a link; what it cannot mean is as usual. */
export function decode(hash: string): State {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const one = <T extends string>(key: string, all: readonly T[], usual: T): T => {
    const value = fields.get(key) as T | null;
    return value !== null && all.includes(value) ? value : usual;
  };
  const [rows, cols] = (fields.get("b") ?? "").split("x");
  const n = within(fields.get("n"), 1, MAX_SIDE, START.n);
  const size = {
    rows: within(rows ?? null, 1, MAX_SIDE, START.rows),
    cols: within(cols ?? null, 1, MAX_SIDE, START.cols),
  };
  const squares = (key: string, board: Board): Square[] =>
    [...new Set((fields.get(key) ?? "").split("."))].filter((square) => board.has(square));
  const whole = new Board(size.rows, size.cols);
  const holes = squares("h", whole);
  const board = new Board(size.rows, size.cols, holes);
  const square = (key: string, usual: Square | null): Square | null => {
    const value = fields.get(key) ?? usual;
    return value !== null && board.has(value) ? value : null;
  };
  const leap = (fields.get("l") ?? "").split("-");
  const leaper: Leaper = [within(leap[0] ?? null, 0, 99, 1), within(leap[1] ?? null, 1, 99, 2)];
  return {
    view: one("v", VIEWS, START.view),
    ...size,
    holes,
    leaper,
    closed: fields.get("k") === "closed",
    from: square("f", "a1"),
    to: square("t", null),
    method: one("m", METHODS, START.method),
    tie: one("tb", TIES, "first"),
    seed: within(fields.get("s"), 0, Number.MAX_SAFE_INTEGER, 0),
    back: fields.get("r") === "1",
    step: within(fields.get("i"), 0, 1_000_000, 0),
    heat: fields.get("heat") === "1",
    numbers: fields.get("num") !== "0",
    played: walk(squares("p", board), board, leaper),
    n,
    queens: squares("q", new Board(n, n)),
    blocked: squares("x", new Board(n, n)),
  };
}

/** The longest beginning of a list of squares that is a walk of the piece. */
function walk(squares: Square[], board: Board, leaper: Leaper): Square[] {
  const steps = squares.findIndex(
    (square, i) => i > 0 && !board.neighbours(squares[i - 1]!, leaper).includes(square),
  );
  return steps < 0 ? squares : squares.slice(0, steps);
}

/** Makes a state right again after its board has changed. */
export function settled(state: State): State {
  const whole = new Board(state.rows, state.cols);
  const holes = state.holes.filter((square) => whole.has(square));
  const board = new Board(state.rows, state.cols, holes);
  const keep = (square: Square | null): Square | null => (square && board.has(square) ? square : null);
  const queens = new Board(state.n, state.n);
  return {
    ...state,
    holes,
    from: keep(state.from),
    to: keep(state.to),
    played: walk(state.played.filter((square) => board.has(square)), board, state.leaper),
    queens: state.queens.filter((square) => queens.has(square)),
    blocked: state.blocked.filter((square) => queens.has(square)),
  };
}

export function byRank(a: Square, b: Square): number {
  const [x, y] = [place(a)!, place(b)!];
  return x.row - y.row || x.col - y.col;
}
