// What a cell looks like before anything stands in it, and small digits in a cell.

import { lines } from "./geometry.js";
import { make } from "./ui.js";

/** Tints of irregular regions; neighbours get different ones. */
const TINTS = 5;

/** The classes of each cell: its region's tint, the diagonals through it, whether it is in an extra unit. */
export function classesOf(geometry) {
  const { side, cells, diagonals, listed } = geometry;
  const tints = regionTints(geometry);
  const extra = new Set(listed.flat());
  return Array.from({ length: cells }, (_, i) => [
    tints && `tint${tints[i]}`,
    diagonals && i % (side + 1) === 0 && "down",
    diagonals && Math.floor(i / side) + (i % side) === side - 1 && "up",
    extra.has(i) && "extra",
  ].filter(Boolean).join(" "));
}

/** A tint for each cell of an irregular board, no two neighbouring regions alike where that is possible. */
function regionTints({ side, cells, region, box }) {
  if (box) return null;
  const near = Array.from({ length: side }, () => new Set());
  for (let i = 0; i < cells; i++) {
    for (const other of [i % side < side - 1 ? i + 1 : i, i + side < cells ? i + side : i]) {
      if (region[other] === region[i]) continue;
      near[region[i]].add(region[other]);
      near[region[other]].add(region[i]);
    }
  }
  const tints = [];
  for (let r = 0; r < side; r++) {
    const taken = new Set([...near[r]].map((other) => tints[other]));
    tints[r] = Array.from({ length: TINTS }, (_, t) => t).find((t) => !taken.has(t)) ?? r % TINTS;
  }
  return region.map((r) => tints[r]);
}

/** The lines between the cells, drawn over all of them. */
export function linesOf(geometry) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${geometry.side} ${geometry.side}`);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("lines");
  for (const [kind, d] of Object.entries(lines(geometry))) {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("d", d);
    path.classList.add(kind);
    svg.append(path);
  }
  return svg;
}

/**
 * Small digits in a cell: each in its own place up to side 9, one after another beyond. With `shares`, from digit to a number from 0
 * to 1, each has a place and a disc whose area is its share.
 */
export function marksOf({ side, box }, open, isNoted, shares) {
  const marks = make("span", { className: isNoted ? "marks noted" : "marks", ariaHidden: true });
  if (shares) {
    marks.classList.add("shares");
    marks.style.setProperty("--columns", box?.columns ?? Math.ceil(Math.sqrt(side)));
    marks.append(...Array.from({ length: side }, (_, k) => {
      const mark = make("span", { textContent: open.includes(k + 1) ? k + 1 : "" });
      mark.style.setProperty("--radius", `${100 * Math.sqrt(shares.get(k + 1) ?? 0)}%`);
      return mark;
    }));
    return marks;
  }
  if (side > 9) {
    marks.dataset.many = open.length > 12 ? "very" : open.length > 6 ? "some" : "";
    marks.textContent = open.join(" ");
    return marks;
  }
  const columns = box?.columns ?? Math.ceil(Math.sqrt(side));
  const word = (d) => (open.includes(d) ? d : " ") + (d % columns && d < side ? "  " : "\n");
  marks.textContent = Array.from({ length: side }, (_, k) => word(k + 1)).join("").slice(0, -1);
  return marks;
}
