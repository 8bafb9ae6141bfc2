// The text of a puzzle, laid out: lines about the board, lines of rules, and a sign for each place. What they mean is the engine's.

/** Words of the setter, which answers have beside the text. */
const WORDS = ["title", "author", "about"];

/** A puzzle without its clues: the lines above the grid, and the grid with a sign for each place. */
export class Frame {
  constructor(lines, grid) {
    this.lines = lines;
    this.grid = grid;
    this.key = [...lines, ...grid.map((row) => row.join(" "))].join("\n");
  }

  /** The frame of an answer of `board`. */
  static of(board) {
    const { puzzle, rows } = board;
    const lines = puzzle.trimEnd().split("\n").map((line) => line.trim());
    const grid = lines.slice(-rows).map((line) => line.split(/\s+/).map((sign) => (sign === "-" ? "-" : ".")));
    // Clues beside the grid have lines of their own.
    const bare = new Frame(lines.slice(0, -rows).filter((line) => !line.startsWith("given ")), grid);
    return WORDS.reduce((frame, word) => frame.saying(word, board[word]), bare);
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
    const others = Object.keys(clues).filter((name) => !isPlace(name)).sort();
    return [...this.lines, ...others.map((name) => `given ${name} ${clues[name]}`), ...rows].join("\n");
  }

  /** The same with more rules. */
  adding(...lines) {
    return new Frame([...this.lines, ...lines], this.grid);
  }

  /** The same without one line, or with another in its place. */
  replacing(line, other) {
    const at = this.lines.lastIndexOf(line);
    if (at < 0) return null;
    const lines = other ? this.lines.with(at, other) : this.lines.toSpliced(at, 1);
    return new Frame(lines, this.grid);
  }

  /** The same without these lines, however often it has them. */
  without(lines) {
    return new Frame(this.lines.filter((line) => !lines.includes(line)), this.grid);
  }

  /** The same with other words: title and author on a line each, about on several where it has them. */
  saying(word, text) {
    const others = this.lines.filter((line) => line.split(" ")[0] !== word);
    const lines = (word === "about" ? (text ?? "").split("\n") : [text ?? ""]).map((line) => line.replace(/\s+/g, " ").trim());
    const said = lines.some(Boolean) ? lines.map((line) => `${word} ${line}`.trim()) : [];
    return new Frame([...others, ...said], this.grid);
  }
}

/** Whether a name is that of a cell of the grid; cells beside it are called `shade:r1c1` or `N`. */
export const isPlace = (name) => /^r\d+c\d+$/.test(name);

/** The place over which a cell of a layer lies, or the name as it is. */
export const placeOf = (name) => name.slice(name.indexOf(":") + 1);

/** Row and column of a cell's name, from 1. */
export function place(name) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name);
  return [Number(row), Number(column)];
}

/** A candidate such as `r1c1=5`, or a literal with another sign between, as a cell and a digit. */
export function candidate(text) {
  const [, cell, sign, digit] = /^((?:\w+:)?r\d+c\d+|[A-Z][A-Z\d]*)([^\w:]+)(\d+)$/.exec(text) ?? [];
  return cell ? { cell, digit: Number(digit), isStrong: sign === "=" } : null;
}

/** Those of several texts that are candidates. */
export const candidates = (texts = []) => texts.map(candidate).filter(Boolean);

/** The line of a rule by its template, for these cells in the order in which they were chosen, with this value. */
export function lineOf({ template }, cells, value = "", groups = [cells]) {
  const filled = template
    .replace("{cells}", cells.join(" "))
    .replace("{first}", cells[0] ?? "")
    .replace("{rest}", cells.slice(1).join(" "))
    .replace("{groups}", groups.map((group) => group.join(" ")).join(" : "))
    .replace("{value}", () => value.trim());
  return filled.replace(/ {2,}/g, " ").trim();
}

/** The line of a rule outside the board: of the row or column of a cell, seen from a side. */
export function outsideLine({ template }, cell, side, value) {
  const [row, column] = place(cell);
  const line = side === "left" || side === "right" ? `row ${row}` : `column ${column}`;
  return template.replace("{line}", line).replace("{side}", side).replace("{value}", () => value.trim());
}

/** How many cells a rule of this gesture needs, least and most. */
export function cellsOf({ gesture }) {
  const needs = { edge: [2, 2], line: [2, Infinity], groups: [2, Infinity], set: [1, Infinity], cell: [1, Infinity], outside: [1, 1] };
  return needs[gesture] ?? [0, Infinity];
}
