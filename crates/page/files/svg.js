// The board as a picture of its own.

import { lines } from "./geometry.js";

const CELL = 40;
const MARGIN = 4;

/** The board as SVG: clues bold, own digits and answers light, walls where regions end. */
export function draw(model) {
  const { geometry } = model;
  const { side, cells } = geometry;
  const size = side * CELL;
  const at = (i) => [(i % side) * CELL, Math.floor(i / side) * CELL];
  const { thin, thick } = lines(geometry);
  const digit = (i) => {
    const [x, y] = at(i);
    const value = model.digit(i);
    if (!value) return "";
    const style = model.kind(i) === "clue" ? ' font-weight="600"' : ' fill="#2b4fc4"';
    return `<text x="${x + CELL / 2}" y="${y + CELL / 2}"${style}>${value}</text>`;
  };
  const extra = [...new Set(geometry.listed.flat())].map((i) => {
    const [x, y] = at(i);
    return `<path d="M${x} ${y + CELL}l${CELL} ${-CELL}M${x} ${y + CELL / 2}l${CELL / 2} ${-CELL / 2}m0 ${CELL}l${CELL / 2} ${-CELL / 2}"/>`;
  });
  const diagonals = geometry.diagonals ? `<path d="M0 0 ${size} ${size}M${size} 0 0 ${size}"/>` : "";
  const box = `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${size}" height="${size}">
<title>Sudoku, board ${geometry.spec}</title>
<rect width="${size}" height="${size}" fill="#fff"/>
<g stroke="#c9c5bb" fill="none">${extra.join("")}${diagonals}</g>
<g transform="scale(${CELL})" fill="none">
<path d="${thin}" stroke="#9b978d" stroke-width=".025"/>
<path d="${thick}" stroke="#1b1c20" stroke-width=".0625" stroke-linecap="square"/>
</g>
<g font-family="system-ui, sans-serif" font-size="${side > 9 ? 18 : 22}" text-anchor="middle" dominant-baseline="central" fill="#1b1c20">
${Array.from({ length: cells }, (_, i) => digit(i)).join("")}
</g>
</svg>
`;
}
