// The text of a puzzle, laid out: lines about the board, lines of rules, and a sign for each place. What they mean is the engine's.

/** Text of titles and words is one line. */
const WORDS = ["title", "author", "about"];

/** A puzzle without its clues: the lines above the grid, and the grid with a sign for each place. */
export class Frame {
  constructor(lines, grid) {
    this.lines = lines;
    this.grid = grid;
    this.key = [...lines, ...grid.map((row) => row.join(" "))].join("\n");
  }

  /** The frame of an answer of `board`. */
  static of({ puzzle, rows }) {
    const lines = puzzle.trimEnd().split("\n").map((line) => line.trim());
    const grid = lines.slice(-rows).map((line) => line.split(/\s+/).map((sign) => (sign === "-" ? "-" : ".")));
    return new Frame(lines.slice(0, -rows), grid);
  }

  /** The frame of a text that a frame wrote. */
  static parse(key) {
    const lines = key.split("\n");
    const start = lines.findLastIndex((line) => !/^[.-](?: [.-])*$/.test(line)) + 1;
    return new Frame(lines.slice(0, start), lines.slice(start).map((line) => line.split(" ")));
  }

  /** The whole text with these clues. */
  text(clues) {
    const sign = (mark, r, c) => (mark === "-" ? "-" : (clues[`r${r + 1}c${c + 1}`] ?? "."));
    const rows = this.grid.map((row, r) => row.map((mark, c) => sign(mark, r, c)).join(" "));
    return [...this.lines, ...rows].join("\n");
  }

  /** The same with one more rule. */
  adding(line) {
    return new Frame([...this.lines, line], this.grid);
  }

  /** The same without one line, or with another in its place. */
  replacing(line, other) {
    const at = this.lines.lastIndexOf(line);
    if (at < 0) return null;
    const lines = other ? this.lines.with(at, other) : this.lines.toSpliced(at, 1);
    return new Frame(lines, this.grid);
  }

  /** The same with other words: title, author or about. */
  saying(word, text) {
    const said = text.replace(/\s+/g, " ").trim();
    const others = this.lines.filter((line) => line.split(" ")[0] !== word);
    const first = others.findIndex((line) => !WORDS.includes(line.split(" ")[0]));
    const lines = said ? others.toSpliced(Math.max(first, 0) + 1, 0, `${word} ${said}`) : others;
    return new Frame(lines, this.grid);
  }
}

/** Row and column of a cell's name, from 1. */
export function place(name) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name);
  return [Number(row), Number(column)];
}

/** A candidate such as `r1c1=5`, or a literal with another sign between, as a cell and a digit. */
export function candidate(text) {
  const [, cell, sign, digit] = /^(r\d+c\d+)(\D+)(\d+)$/.exec(text) ?? [];
  return cell ? { cell, digit: Number(digit), isStrong: sign === "=" } : null;
}

const CELLS = /^-?(?:\d+\*)?r\d+c\d+/;

/** The words of a rule's example: before the cells, whether one cell leads, whether two halves face each other. */
function formOf(example) {
  const words = example.replaceAll(":", " : ").split(/\s+/);
  const groups = [[]];
  for (const word of words.slice(1)) word === ":" ? groups.push([]) : groups.at(-1).push(word);
  const before = groups[0].filter((word) => !CELLS.test(word));
  const places = groups.map((group) => group.filter((word) => CELLS.test(word)));
  return { keyword: words[0], before, places, hasColon: groups.length > 1 };
}

/** The line of a rule for these cells, in the order in which they were chosen, with this value. */
export function lineOf(rule, cells, value = "") {
  const { keyword, before, places, hasColon } = formOf(rule.example);
  const hasValue = rule.value !== "none";
  const words = hasValue ? value.trim().split(/\s+/).filter(Boolean) : before;
  const head = [keyword, ...words].join(" ");
  if (!hasColon) return [head, ...cells].join(" ");
  if (!places[0].length) return `${head} : ${cells.join(" ")}`;
  const isSingle = places[0].length === 1 && !places[0][0].includes("-");
  const end = isSingle ? 1 : cells.length / places.length;
  if (isSingle && places.length === 2) return `${head} ${cells[0]} : ${cells.slice(1).join(" ")}`;
  const parts = places.map((_, k) => cells.slice(k * end, (k + 1) * end).join(" "));
  return `${head} ${parts.join(" : ")}`;
}

/** The line of a rule outside the board: of the row or column of a cell, seen from a side. */
export function outsideLine(rule, cell, side, value) {
  const [row, column] = place(cell);
  const isRow = side === "left" || side === "right";
  const seen = /\b(left|right|top|bottom)\b/.test(rule.example) ? ` ${side}` : "";
  return `${rule.keyword} ${value.trim()} ${isRow ? "row" : "column"} ${isRow ? row : column}${seen}`;
}

/** How many cells a rule of this gesture needs, least and most. */
export function cellsOf({ gesture, example }) {
  if (gesture === "edge") return [2, 2];
  if (gesture === "corner") return [4, 4];
  if (gesture === "line") return [2, Infinity];
  if (gesture === "set" || gesture === "cell") return [formOf(example).hasColon ? 2 : 1, Infinity];
  return gesture === "outside" ? [1, 1] : [0, Infinity];
}
