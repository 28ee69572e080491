// What is on the board at a moment, as data: drawn on the page and written into pictures.

import { Board, squareName, type Square } from "./board.ts";

/** What is said of one square. */
export interface Cell {
  /** Names of looks, see studio.css: hole, visited, candidate, chosen, tie, … */
  looks: string[];
  /** A number or a sign in the middle. */
  big?: string;
  /** A number in the corner. */
  small?: string;
  /** What a screen reader says after the square's name. */
  says: string[];
}

export interface Stroke {
  from: Square;
  to: Square;
  look: string;
}

export interface Scene {
  rows: number;
  cols: number;
  cells: Map<Square, Cell>;
  /** The walk, as far as it has come. */
  path: Square[];
  /** Where the piece stands. */
  piece: Square | null;
  strokes: Stroke[];
  queens: Square[];
}

export function scene(board: Board): Scene {
  const cells = new Map<Square, Cell>();
  for (let row = 0; row < board.rows; row++) {
    for (let col = 0; col < board.cols; col++) {
      const square = squareName(row, col);
      const hole = board.holes.has(square);
      cells.set(square, hole ? { looks: ["hole"], says: ["hole"] } : { looks: [], says: [] });
    }
  }
  return { rows: board.rows, cols: board.cols, cells, path: [], piece: null, strokes: [], queens: [] };
}

export function mark(scene: Scene, square: Square | null, look: string, says = ""): void {
  const cell = square ? scene.cells.get(square) : undefined;
  if (!cell) return;
  cell.looks.push(look);
  if (says) cell.says.push(says);
}

/** The same, with a dot for those who do not see the colour. */
export function dot(scene: Scene, square: Square, look: string, says: string): void {
  mark(scene, square, look, says);
  const cell = scene.cells.get(square);
  if (cell) cell.big ??= "•";
}

/** Draws a walk up to a step, with its numbers. */
export function drawWalk(scene: Scene, path: Square[], upTo: number, numbers: boolean): void {
  scene.path = path.slice(0, upTo + 1);
  scene.piece = path[upTo] ?? null;
  scene.path.forEach((square, i) => {
    mark(scene, square, "visited", `step ${i + 1}`);
    const cell = scene.cells.get(square);
    if (cell && numbers) cell.big = String(i + 1);
  });
  mark(scene, scene.path[0] ?? null, "first");
  mark(scene, scene.piece, "here", "the knight is here");
}

/** The degree of every square that is not visited: its unvisited neighbours. */
export function drawDegrees(
  scene: Scene,
  board: Board,
  neighbours: (square: Square) => Square[],
): void {
  const visited = new Set(scene.path);
  for (const square of board.squares()) {
    if (visited.has(square)) continue;
    const degree = neighbours(square).filter((next) => !visited.has(next)).length;
    mark(scene, square, `heat${Math.min(degree, 8)}`, `degree ${degree}`);
    const cell = scene.cells.get(square)!;
    if (cell.big === undefined) cell.small = String(degree);
  }
}
