// The board on the screen: real cells in an accessible grid, of which one at a time is in the tab order.

import { classesOf, linesOf, marksOf } from "./cells.js";
import { candidates, conflicts } from "./geometry.js";
import { make } from "./ui.js";

/** A digit's part of its cell. */
const DIGIT = 0.58;
const WIDE_DIGIT = 0.52;

/** The layers that a digit may be on. */
const KINDS = ["", "clue", "own", "answer"];

/** Further states of a cell, as bits. */
const [CLASH, WRONG, PEER, SAME, LIT] = [4, 8, 16, 32, 64];
const WORDS = { [CLASH]: "conflict", [WRONG]: "wrong", [PEER]: "peer", [SAME]: "same", [LIT]: "lit" };

export class Board {
  constructor(element, model) {
    this.element = element;
    this.model = model;
    this.current = 0;
    /** Digits that are possible in each empty cell: `rules` or a list for each cell. */
    this.marks = null;
    /** What an explanation says of cells: a kind and a word for each. */
    this.pointed = new Map();
    /** The cells of the reason that somebody looks at. */
    this.lit = new Set();
    element.addEventListener("pointerdown", (event) => this.#point(event));
    element.addEventListener("focusin", (event) => this.#enter(event));
    new ResizeObserver(() => this.#size()).observe(element);
    this.rebuild();
  }

  /** Makes the cells of another board. */
  rebuild() {
    const { element } = this;
    const { geometry } = this.model;
    const { side, cells } = geometry;
    const hadFocus = element.contains(document.activeElement);
    this.current = Math.min(this.current, cells - 1);
    // What each cell shows, to change only what changes.
    for (const part of ["keys", "shown", "states"]) this[part] = new Array(cells).fill(null);
    const classes = classesOf(geometry);
    this.cells = classes.map((className, i) => {
      const cell = make("div", { role: "gridcell", className, tabIndex: i === this.current ? 0 : -1 });
      cell.dataset.cell = i;
      return cell;
    });
    const rows = Array.from({ length: side }, (_, r) => make("div", { role: "row" }, ...this.cells.slice(r * side, (r + 1) * side)));
    Object.assign(element, { ariaRowCount: side, ariaColCount: side });
    element.parentElement.style.setProperty("--side", side);
    element.classList.toggle("wide", side > 9);
    element.replaceChildren(...rows);
    element.parentElement.querySelector(".lines")?.remove();
    element.after(linesOf(geometry));
    this.#size();
    this.render();
    if (hadFocus) this.focus();
  }

  /** The size of digits. Were it told in CSS, by the size of the container, each change would lay all cells out anew. */
  #size() {
    const { side } = this.model.geometry;
    this.element.style.fontSize = `${((side > 9 ? WIDE_DIGIT : DIGIT) * this.element.clientWidth) / side}px`;
  }

  /** Shows what has changed. A 64×64 board has 4096 cells, so most of them are compared by a number. */
  render() {
    const { model, pointed } = this;
    const { geometry, notes, clues, own, answers } = model;
    const placed = clues.map((clue, i) => clue || own[i]);
    this.clashes = conflicts(geometry, placed);
    this.firstConflict = this.clashes.first;
    this.digits = answers ? placed.map((digit, i) => digit || answers[i]) : placed;
    this.kinds = this.digits.map((digit, i) => (clues[i] ? 1 : own[i] ? 2 : digit ? 3 : 0));
    const marks = this.marks === "rules" ? candidates(geometry, placed) : this.marks;
    for (let i = 0; i < this.cells.length; i++) {
      const digit = this.digits[i];
      const open = digit ? null : notes[i] ?? marks?.[i];
      const told = pointed.get(i)?.word;
      const shares = open && !notes[i] && this.counts?.[i];
      const content = open ? `${open} ${Boolean(notes[i])} ${shares ? [...shares.values()] : ""}` : digit;
      const plain = digit * 8 + this.kinds[i] * 2 + (this.clashes.cells.has(i) ? 1 : 0);
      const key = open || told ? `${plain} ${content} ${told}` : plain;
      if (this.keys[i] === key) continue;
      this.keys[i] = key;
      this.cells[i].ariaLabel = this.#label(i, KINDS[this.kinds[i]], open);
      if (this.shown[i] === content) continue;
      this.shown[i] = content;
      if (open) this.cells[i].replaceChildren(marksOf(geometry, open, Boolean(notes[i]), shares && this.#shares(shares)));
      else this.cells[i].textContent = digit || "";
    }
    this.#tint();
  }

  /** Shows what depends on the current cell, and what cells are. */
  #tint() {
    const { digits, pointed, lit, clashes, kinds, states } = this;
    const { own, answers, geometry: { units, unitsOf } } = this.model;
    const here = digits[this.current];
    const peers = new Uint8Array(digits.length);
    for (const u of unitsOf[this.current]) for (const i of units[u]) peers[i] = 1;
    for (let i = 0; i < digits.length; i++) {
      const told = pointed.get(i)?.kind;
      const state = kinds[i] | (clashes.cells.has(i) && CLASH) | (answers && own[i] && own[i] !== answers[i] && WRONG) |
        (peers[i] && PEER) | (here && digits[i] === here && SAME) | (lit.has(i) && LIT);
      const key = told ? `${state} ${told}` : state;
      if (states[i] === key) continue;
      states[i] = key;
      const words = [KINDS[kinds[i]], ...Object.entries(WORDS).map(([bit, word]) => state & bit && word), told && `pointed ${told}`];
      this.cells[i].dataset.state = words.filter(Boolean).join(" ");
    }
  }

  /** Counts, which are texts, as parts of all. */
  #shares(counts) {
    return new Map([...counts].map(([digit, count]) => [digit, Number(count) / Number(this.total)]));
  }

  #label(i, kind, open) {
    const { model } = this;
    const { side } = model.geometry;
    const words = [`row ${Math.floor(i / side) + 1}`, `column ${(i % side) + 1}`, kind ? `${kind} ${this.digits[i]}` : "empty"];
    if (this.clashes.cells.has(i)) words.push("in conflict");
    const counts = model.notes[i] ? null : this.counts?.[i];
    const small = (digit) => (counts?.has(digit) ? `${digit} in ${counts.get(digit)}` : digit);
    const all = counts?.size ? ` of ${this.total} solutions` : "";
    if (open) words.push(`${model.notes[i] ? "notes" : "candidates"} ${open.length ? open.map(small).join(counts ? ", " : " ") + all : "none"}`);
    const told = this.pointed.get(i);
    if (told) words.push(told.word);
    return words.join(", ");
  }

  /** Makes a cell the one that keys go to. */
  select(i, hasFocus = true) {
    this.cells[this.current].tabIndex = -1;
    this.current = i;
    this.cells[i].tabIndex = 0;
    if (hasFocus) this.cells[i].focus();
    this.#tint();
  }

  /** Hands the focus to the current cell; nothing slides. */
  focus() {
    this.cells[this.current].focus({ preventScroll: true });
  }

  /** Says something of cells: `said` has a kind and a word for each. */
  point(said) {
    this.pointed = said;
    this.lit = new Set();
    this.render();
  }

  /** Lights the cells of a reason. */
  light(cells) {
    this.lit = cells;
    this.#tint();
  }

  #enter({ target }) {
    const cell = target.closest("[data-cell]");
    if (cell && Number(cell.dataset.cell) !== this.current) this.select(Number(cell.dataset.cell), false);
  }

  #point(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    event.preventDefault();
    this.select(Number(cell.dataset.cell));
  }
}
