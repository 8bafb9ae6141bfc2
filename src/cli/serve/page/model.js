// What is on the board: clues, answers, and the way back.

import { parse } from "./geometry.js";

/** So many steps can be undone. */
const MOST_STEPS = 1000;

export class Model {
  /** `changed` is called after every change with whether the board itself is another. */
  constructor(spec, changed) {
    this.changed = changed;
    this.geometry = parse(spec);
    this.clues = new Uint16Array(this.geometry.cells);
    /** The answers, or nothing. Where there is a clue the answer is the same. */
    this.answers = null;
    this.past = [];
    this.future = [];
  }

  /** The digit in a cell, clue or answer. */
  digit(i) {
    return this.clues[i] || (this.answers ? this.answers[i] : 0);
  }

  get clueCount() {
    return this.clues.reduce((count, clue) => count + (clue ? 1 : 0), 0);
  }

  /** Sets a clue, or erases it. `again` makes it one step with the one before. */
  set(i, digit, again = false) {
    if (this.clues[i] === digit) return;
    if (!again) this.#remember();
    this.clues = this.clues.with(i, digit);
    this.answers = null;
    this.changed(false);
  }

  /** Puts another puzzle on the board, on another board if need be. */
  load(spec, clues) {
    const geometry = spec === this.geometry.spec ? this.geometry : parse(spec);
    if (clues.length !== geometry.cells) throw new Error(`expected ${geometry.cells} cells, found ${clues.length}`);
    this.#remember();
    const isOther = geometry !== this.geometry;
    this.geometry = geometry;
    this.clues = Uint16Array.from(clues);
    this.answers = null;
    this.changed(isOther);
  }

  /** Shows answers, or takes them away. */
  answer(answers) {
    this.answers = answers && Uint16Array.from(answers);
    this.changed(false);
  }

  undo() {
    this.#go(this.past, this.future);
  }

  redo() {
    this.#go(this.future, this.past);
  }

  #go(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push({ geometry: this.geometry, clues: this.clues });
    const isOther = state.geometry !== this.geometry;
    this.geometry = state.geometry;
    this.clues = state.clues;
    this.answers = null;
    this.changed(isOther);
  }

  #remember() {
    this.past.push({ geometry: this.geometry, clues: this.clues });
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
  }
}
