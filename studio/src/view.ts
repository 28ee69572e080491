// The board on the page: one SVG, a grid for screen readers, changed square by square.

import { fileName, place, squareName, type Square } from "./board.ts";
import { svg } from "./dom.ts";
import type { Cell, Scene } from "./scene.ts";

export const UNIT = 60;
const EDGE = 26;

/** A knight and a queen, drawn in a box of 45. */
export const KNIGHT =
  "M13 39 L35 39 C36 30 36 18 28 12 L27 6 L22 10 C15 12 11 19 8 26 L11 30 L15 29 L21 25 C20 30 14 32 13 39 Z";
export const QUEEN = "M7 14 L14 29 L31 29 L38 14 L29 21 L22.5 8 L16 21 Z M13 32 L32 32 L33 38 L12 38 Z";

export function centre(rows: number, square: Square): { x: number; y: number } {
  const at = place(square)!;
  return { x: EDGE + (at.col + 0.5) * UNIT, y: (rows - 1 - at.row + 0.5) * UNIT };
}

export function extent(rows: number, cols: number): { width: number; height: number } {
  return { width: EDGE + cols * UNIT, height: rows * UNIT + EDGE };
}

export function pathData(rows: number, path: Square[]): string {
  return path
    .map((square, i) => {
      const { x, y } = centre(rows, square);
      return `${i === 0 ? "M" : "L"}${x} ${y}`;
    })
    .join("");
}

interface Drawn {
  /** Below the lines. */
  ground: SVGElement;
  /** Above them. */
  group: SVGElement;
  big: SVGElement | null;
  small: SVGElement | null;
  key: string;
}

export class BoardView {
  readonly element: SVGElement;
  private cells = new Map<Square, Drawn>();
  private size = "";
  private rows = 0;
  private cols = 0;
  private focus: Square = "a1";
  private lines = svg("g", { class: "overlay", "aria-hidden": "true" });
  private pieces = svg("g", { class: "overlay", "aria-hidden": "true" });

  constructor(private readonly onpick: (square: Square) => void) {
    this.element = svg("svg", { class: "board", role: "grid", "aria-label": "Board" });
    this.element.addEventListener("click", (event) => {
      const square = (event.target as Element).closest("[data-square]")?.getAttribute("data-square");
      if (square) this.pick(square);
    });
    this.element.addEventListener("keydown", (event) => this.key(event as KeyboardEvent));
    this.element.addEventListener("focusin", (event) => {
      const square = (event.target as Element).getAttribute("data-square");
      if (square) this.roveTo(square, false);
    });
  }

  private pick(square: Square): void {
    this.roveTo(square, false);
    this.onpick(square);
  }

  /** Arrows move the focus, Enter and Space do what a click does. */
  private key(event: KeyboardEvent): void {
    const at = place(this.focus);
    if (!at || event.altKey || event.metaKey) return;
    const last = { row: this.rows - 1, col: this.cols - 1 };
    const to = {
      ArrowUp: { row: at.row + 1, col: at.col },
      ArrowDown: { row: at.row - 1, col: at.col },
      ArrowLeft: { row: at.row, col: at.col - 1 },
      ArrowRight: { row: at.row, col: at.col + 1 },
      Home: { row: event.ctrlKey ? last.row : at.row, col: 0 },
      End: { row: event.ctrlKey ? 0 : at.row, col: last.col },
      PageUp: { row: last.row, col: at.col },
      PageDown: { row: 0, col: at.col },
    }[event.key];
    if (to) {
      event.preventDefault();
      event.stopPropagation();
      const row = Math.min(last.row, Math.max(0, to.row));
      const col = Math.min(last.col, Math.max(0, to.col));
      this.roveTo(squareName(row, col), true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.onpick(this.focus);
    }
  }

  private roveTo(square: Square, take: boolean): void {
    this.cells.get(this.focus)?.group.setAttribute("tabindex", "-1");
    const next = this.cells.get(square);
    if (!next) return;
    this.focus = square;
    next.group.setAttribute("tabindex", "0");
    if (take) (next.group as SVGElement & HTMLOrSVGElement).focus();
  }

  render(scene: Scene, label: string): void {
    if (this.size !== `${scene.rows}x${scene.cols}`) this.build(scene);
    if (this.element.getAttribute("aria-label") !== label) this.element.setAttribute("aria-label", label);
    for (const [square, cell] of scene.cells) this.cell(square, cell);
    this.lines.replaceChildren(...lines(scene));
    this.pieces.replaceChildren(...pieces(scene));
  }

  private build(scene: Scene): void {
    const { rows, cols } = scene;
    [this.rows, this.cols, this.size] = [rows, cols, `${rows}x${cols}`];
    const { width, height } = extent(rows, cols);
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.setAttribute("aria-rowcount", String(rows));
    this.element.setAttribute("aria-colcount", String(cols));
    this.element.classList.toggle("dense", Math.max(rows, cols) > 30);
    this.element.style.minWidth = `calc(${cols + 1} * var(--least))`;
    this.element.style.minHeight = `calc(${rows + 1} * var(--least))`;
    // A square of a small board is large, not huge.
    this.element.style.maxWidth = `${width * 1.9}px`;
    this.cells.clear();
    const grounds = svg("g", { "aria-hidden": "true" });
    const parts: SVGElement[] = [];
    for (let row = rows - 1; row >= 0; row--) {
      const line = svg("g", { role: "row", "aria-rowindex": rows - row });
      for (let col = 0; col < cols; col++) {
        const square = squareName(row, col);
        const { x, y } = centre(rows, square);
        const box = { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT };
        const group = svg(
          "g",
          { role: "gridcell", tabindex: "-1", "data-square": square, "aria-colindex": col + 1 },
          svg("rect", { ...box, class: "hit" }),
          svg("rect", { x: box.x + 3, y: box.y + 3, width: UNIT - 6, height: UNIT - 6, rx: 4, class: "ring" }),
        );
        line.append(group);
        const ground = svg("rect", { ...box, "data-square": square });
        grounds.append(ground);
        this.cells.set(square, { ground, group, big: null, small: null, key: "" });
      }
      parts.push(line);
    }
    this.element.replaceChildren(grounds, this.lines, labels(rows, cols), ...parts, this.pieces);
    this.focus = this.cells.has(this.focus) ? this.focus : "a1";
    this.cells.get(this.focus)!.group.setAttribute("tabindex", "0");
  }

  private cell(square: Square, cell: Cell): void {
    const drawn = this.cells.get(square)!;
    const at = place(square)!;
    const tone = (at.row + at.col) % 2 === 0 ? "dark" : "light";
    const says = [square, ...cell.says].join(", ");
    const key = `${cell.looks.join(" ")}|${cell.big ?? ""}|${cell.small ?? ""}|${says}`;
    if (drawn.key === key) return;
    drawn.key = key;
    drawn.ground.setAttribute("class", ["ground", tone, ...cell.looks].join(" "));
    drawn.group.setAttribute("class", ["cell", tone, ...cell.looks].join(" "));
    drawn.group.setAttribute("aria-label", says);
    const { x, y } = centre(this.rows, square);
    drawn.big = this.text(drawn, drawn.big, cell.big, { class: "big", x, y });
    drawn.small = this.text(drawn, drawn.small, cell.small, { class: "small", x: x + UNIT / 2 - 11, y: y - UNIT / 2 + 14 });
  }

  private text(drawn: Drawn, old: SVGElement | null, text: string | undefined, how: object): SVGElement | null {
    if (text === undefined) {
      old?.remove();
      return null;
    }
    const element = old ?? svg("text", { ...how, "aria-hidden": "true" });
    element.textContent = text;
    if (!old) drawn.group.append(element);
    return element;
  }
}

function labels(rows: number, cols: number): SVGElement {
  const group = svg("g", { class: "labels", "aria-hidden": "true" });
  const every = Math.max(rows, cols) > 40 ? 5 : 1;
  for (let row = 0; row < rows; row += every) {
    const text = svg("text", { x: EDGE / 2 - 2, y: (rows - 1 - row + 0.5) * UNIT });
    text.textContent = String(row + 1);
    group.append(text);
  }
  for (let col = 0; col < cols; col += every) {
    const text = svg("text", { x: EDGE + (col + 0.5) * UNIT, y: rows * UNIT + EDGE / 2 + 1 });
    text.textContent = fileName(col);
    group.append(text);
  }
  return group;
}

function lines(scene: Scene): SVGElement[] {
  const parts: SVGElement[] = [];
  if (scene.path.length > 1) {
    parts.push(svg("path", { class: "walk", d: pathData(scene.rows, scene.path) }));
  }
  for (const { from, to, look } of scene.strokes) {
    parts.push(svg("path", { class: `stroke ${look}`, d: pathData(scene.rows, [from, to]) }));
  }
  return parts;
}

function pieces(scene: Scene): SVGElement[] {
  const queens = scene.queens.map((square) => [square, QUEEN, "queen"] as const);
  const all = scene.piece ? [...queens, [scene.piece, KNIGHT, "knight"] as const] : queens;
  return all.map(([square, shape, look]) => {
    const { x, y } = centre(scene.rows, square);
    // The knight leaves room for the number below it.
    const numbered = look === "knight" && scene.cells.get(square)?.big !== undefined;
    const scale = look === "queen" ? 1.05 : numbered ? 0.82 : 1;
    const up = numbered ? 8 : 0;
    const move = `translate(${x - 22.5 * scale} ${y - 22.5 * scale - up}) scale(${scale})`;
    return svg("path", { class: look, d: shape, transform: move });
  });
}
