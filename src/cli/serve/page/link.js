// A puzzle in the address: `#3x3/53..7…`. The fragment never leaves the browser.

import { parse } from "./geometry.js";

const ONE_CHARACTER = 35;

/** The fragment of a puzzle. */
export function write(geometry, clues) {
  const isShort = geometry.side <= ONE_CHARACTER;
  const cells = isShort
    ? Array.from(clues, (clue) => (clue ? clue.toString(36).toUpperCase() : ".")).join("")
    : Array.from(clues, (clue) => clue || "").join(",");
  return `#${encodeURI(geometry.spec)}/${cells}`;
}

/** The puzzle of a fragment; nothing where there is none; throws an `Error` where it is broken. */
export function read(fragment) {
  if (fragment.length < 2) return null;
  const [spec, cells = ""] = decodeURIComponent(fragment.slice(1)).split("/");
  const { side, cells: count } = parse(spec);
  const words = side <= ONE_CHARACTER ? [...cells] : cells.split(",");
  if (words.length !== count) throw new Error(`the link has ${words.length} cells, its board ${count}`);
  const clues = words.map((word) => {
    if (word === "" || word === ".") return 0;
    const clue = side <= ONE_CHARACTER ? parseInt(word, 36) : Number(word);
    if (!(clue >= 0 && clue <= side)) throw new Error(`the link has “${word}” where a digit up to ${side} belongs`);
    return clue;
  });
  return { spec, clues };
}
