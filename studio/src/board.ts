// The board as mathematics: squares, holes, moves.

/** A square by its name, such as "c5". */
export type Square = string;

export type Leaper = [number, number];

const NAME = /^([a-z]{1,2})([1-9]\d{0,2})$/;

/** "c" for 2, "aa" for 26: files as in spreadsheets. */
export function fileName(col: number): string {
  let name = "";
  for (let n = col + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    name = String.fromCharCode(97 + ((n - 1) % 26)) + name;
  }
  return name;
}

export function squareName(row: number, col: number): Square {
  return fileName(col) + (row + 1);
}

/** Row and column from 0, or nothing if the text is no square. */
export function place(square: Square): { row: number; col: number } | null {
  const found = NAME.exec(square);
  if (!found) return null;
  let col = 0;
  for (const letter of found[1]!) col = col * 26 + letter.charCodeAt(0) - 96;
  return { row: Number(found[2]) - 1, col: col - 1 };
}

export class Board {
  readonly holes: ReadonlySet<Square>;

  constructor(
    readonly rows: number,
    readonly cols: number,
    holes: Iterable<Square> = [],
  ) {
    this.holes = new Set([...holes].filter((square) => this.spans(square)));
  }

  get size(): number {
    return this.rows * this.cols - this.holes.size;
  }

  private spans(square: Square): boolean {
    const at = place(square);
    return at !== null && at.row < this.rows && at.col < this.cols;
  }

  has(square: Square): boolean {
    return this.spans(square) && !this.holes.has(square);
  }

  /** By rank, then by file. */
  *squares(): Generator<Square> {
    for (let row = 0; row < this.rows; row++) {
      for (let col = 0; col < this.cols; col++) {
        const square = squareName(row, col);
        if (!this.holes.has(square)) yield square;
      }
    }
  }

  neighbours(square: Square, [r, s]: Leaper): Square[] {
    const at = place(square);
    if (!at) return [];
    const found = new Set<Square>();
    for (const [across, up] of [[r, s], [s, r]] as const) {
      for (const x of [across, -across]) {
        for (const y of [up, -up]) {
          const next = { row: at.row + y, col: at.col + x };
          if (next.row < 0 || next.col < 0) continue;
          const name = squareName(next.row, next.col);
          if (name !== square && this.has(name)) found.add(name);
        }
      }
    }
    return [...found];
  }

  /** The colour of a1 is even. */
  isEven(square: Square): boolean {
    const at = place(square);
    return at !== null && (at.row + at.col) % 2 === 0;
  }

  /** The components of the move graph without some squares: a number for each square left. */
  components(leaper: Leaper, removed: ReadonlySet<Square>): { of: Map<Square, number>; count: number } {
    const of = new Map<Square, number>();
    let count = 0;
    for (const start of this.squares()) {
      if (removed.has(start) || of.has(start)) continue;
      of.set(start, count);
      const open = [start];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const next of this.neighbours(at, leaper)) {
          if (removed.has(next) || of.has(next)) continue;
          of.set(next, count);
          open.push(next);
        }
      }
      count++;
    }
    return { of, count };
  }
}

/** The squares that queens of an n x n board attack, and the pairs that attack each other. */
export function attacks(n: number, queens: readonly Square[]): { attacked: Set<Square>; pairs: [Square, Square][] } {
  const attacked = new Set<Square>();
  const pairs: [Square, Square][] = [];
  const at = queens.map((queen) => place(queen)!);
  const sees = (a: { row: number; col: number }, b: { row: number; col: number }): boolean =>
    a.row === b.row || a.col === b.col || Math.abs(a.row - b.row) === Math.abs(a.col - b.col);
  at.forEach((a, i) => {
    at.slice(i + 1).forEach((b, j) => {
      if (sees(a, b)) pairs.push([queens[i]!, queens[i + 1 + j]!]);
    });
  });
  for (let row = 0; row < n; row++) {
    for (let col = 0; col < n; col++) {
      const here = { row, col };
      const taken = at.some((a) => a.row === row && a.col === col);
      if (!taken && at.some((a) => sees(a, here))) attacked.add(squareName(row, col));
    }
  }
  return { attacked, pairs };
}
