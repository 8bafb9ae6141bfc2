// The board as a picture of its own.

const CELL = 40;
const MARGIN = 4;

/** The board as SVG: clues bold, answers light, walls where regions end. */
export function draw({ geometry, clues, answers }) {
  const { side, cells, region } = geometry;
  const size = side * CELL;
  const at = (i) => [(i % side) * CELL, Math.floor(i / side) * CELL];
  const lines = { thin: "", thick: `M0 0H${size}V${size}H0Z` };
  for (let i = 0; i < cells; i++) {
    const [x, y] = at(i);
    if (i % side < side - 1) lines[region[i] === region[i + 1] ? "thin" : "thick"] += `M${x + CELL} ${y}v${CELL}`;
    if (i + side < cells) lines[region[i] === region[i + side] ? "thin" : "thick"] += `M${x} ${y + CELL}h${CELL}`;
  }
  const digit = (i) => {
    const [x, y] = at(i);
    const value = clues[i] || answers?.[i];
    if (!value) return "";
    const style = clues[i] ? ' font-weight="600"' : ' fill="#2b4fc4"';
    return `<text x="${x + CELL / 2}" y="${y + CELL / 2}"${style}>${value}</text>`;
  };
  const extra = [...new Set(geometry.listed.flat())].map((i) => {
    const [x, y] = at(i);
    return `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="#eceae4"/>`;
  });
  const diagonals = geometry.diagonals ? `<path d="M0 0 ${size} ${size}M${size} 0 0 ${size}" stroke="#c9c5bb" fill="none"/>` : "";
  const box = `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${size}" height="${size}">
<title>Sudoku, board ${geometry.spec}</title>
<rect width="${size}" height="${size}" fill="#fff"/>${extra.join("")}${diagonals}
<path d="${lines.thin}" stroke="#9b978d" stroke-width="1" fill="none"/>
<path d="${lines.thick}" stroke="#1b1c20" stroke-width="2.5" stroke-linecap="square" fill="none"/>
<g font-family="system-ui, sans-serif" font-size="${side > 9 ? 18 : 22}" text-anchor="middle" dominant-baseline="central" fill="#1b1c20">
${Array.from({ length: cells }, (_, i) => digit(i)).join("")}
</g>
</svg>
`;
}
