// A puzzle in the address: `#3x3/53..7…`. The fragment never leaves the browser.

import { parse } from "./geometry.js";

const ONE_CHARACTER = 35;

/** Numbers of cells as a text: a character for each up to side 35, commas between them beyond. */
export function pack(numbers, side) {
  if (side > ONE_CHARACTER) return Array.from(numbers, (number) => number || "").join(",");
  return Array.from(numbers, (number) => (number ? number.toString(36).toUpperCase() : ".")).join("");
}

/** The numbers of such a text; throws an `Error` where it is broken. */
export function unpack(text, { side, cells }) {
  const words = side <= ONE_CHARACTER ? [...text] : text.split(",");
  if (words.length !== cells) throw new Error(`expected ${cells} cells, found ${words.length}`);
  return words.map((word) => {
    if (word === "" || word === ".") return 0;
    const number = side <= ONE_CHARACTER ? parseInt(word, 36) : Number(word);
    if (!(number >= 0 && number <= side)) throw new Error(`expected a digit up to ${side}, found “${word}”`);
    return number;
  });
}

/** The fragment of a puzzle. */
export function write(geometry, clues) {
  return `#${encodeURI(geometry.spec)}/${pack(clues, geometry.side)}`;
}

/** The puzzle of a fragment; nothing where there is none; throws an `Error` where it is broken. */
export function read(fragment) {
  if (fragment.length < 2) return null;
  const [spec, cells = ""] = decodeURIComponent(fragment.slice(1)).split("/");
  return { spec, clues: unpack(cells, parse(spec)) };
}

/** Whether there is a fragment that is no puzzle. */
export function isBroken(fragment) {
  try {
    read(fragment);
    return false;
  } catch {
    return true;
  }
}
