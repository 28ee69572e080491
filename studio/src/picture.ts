// Pictures to take away: the scene as an SVG that stands alone, and as a PNG.

import { fileName, place } from "./board.ts";
import type { Scene } from "./scene.ts";
import { KNIGHT, QUEEN, UNIT, centre, extent, pathData } from "./view.ts";

const INK = "#22262b";
const GROUND: Record<string, string> = {
  hole: "#ffffff",
  even: "#c9d8e6",
  odd: "#f3e3c8",
  removed: "#f2c4bd",
  attacked: "#ecd9d3",
  blocked: "#8b8f94",
  candidate: "#d5e6d8",
  wrong: "#f2c4bd",
};

/** Presentation attributes only: it looks the same wherever it is opened. It carries its tour or placement, as JSON. */
export function svgText(scene: Scene, carried: string | null = null): string {
  const { width, height } = extent(scene.rows, scene.cols);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" text-anchor="middle">`,
    ...(carried === null ? [] : [`<metadata>${carried.trim()}</metadata>`]),
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
  ];
  for (const [square, cell] of scene.cells) {
    const { x, y } = centre(scene.rows, square);
    const at = place(square)!;
    const look = cell.looks.find((name) => name in GROUND);
    const fill = look ? GROUND[look] : (at.row + at.col) % 2 === 0 ? "#dcd3c2" : "#f3eee4";
    parts.push(`<rect x="${x - UNIT / 2}" y="${y - UNIT / 2}" width="${UNIT}" height="${UNIT}" fill="${fill}"/>`);
  }
  if (scene.path.length > 1) {
    parts.push(`<path d="${pathData(scene.rows, scene.path)}" fill="none" stroke="#2f6690" stroke-width="4" stroke-linejoin="round" stroke-linecap="round" opacity="0.8"/>`);
  }
  for (const { from, to } of scene.strokes) {
    parts.push(`<path d="${pathData(scene.rows, [from, to])}" fill="none" stroke="#a8321f" stroke-width="3"/>`);
  }
  for (const [square, cell] of scene.cells) {
    if (cell.big === undefined) continue;
    const { x, y } = centre(scene.rows, square);
    parts.push(`<circle cx="${x}" cy="${y}" r="15" fill="#ffffff" opacity="0.85"/>`);
    parts.push(`<text x="${x}" y="${y + 6}" font-size="18" font-weight="600" fill="${INK}">${cell.big}</text>`);
  }
  for (const queen of scene.queens) {
    const { x, y } = centre(scene.rows, queen);
    parts.push(`<path d="${QUEEN}" fill="${INK}" transform="translate(${x - 24} ${y - 24}) scale(1.05)"/>`);
  }
  if (scene.piece && scene.cells.get(scene.piece)?.big === undefined) {
    const { x, y } = centre(scene.rows, scene.piece);
    parts.push(`<path d="${KNIGHT}" fill="${INK}" transform="translate(${x - 22} ${y - 22})"/>`);
  }
  for (let row = 0; row < scene.rows; row++) {
    parts.push(`<text x="12" y="${(scene.rows - row - 0.5) * UNIT + 5}" font-size="14" fill="#5f6367">${row + 1}</text>`);
  }
  for (let col = 0; col < scene.cols; col++) {
    parts.push(`<text x="${26 + (col + 0.5) * UNIT}" y="${height - 7}" font-size="14" fill="#5f6367">${fileName(col)}</text>`);
  }
  return parts.join("\n") + "\n</svg>\n";
}

/** The same as pixels: at least 1200 wide, at most 4000. */
export async function png(scene: Scene): Promise<Blob> {
  const { width, height } = extent(scene.rows, scene.cols);
  const scale = Math.min(4000 / Math.max(width, height), Math.max(1, 1200 / width));
  const address = URL.createObjectURL(new Blob([svgText(scene)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
