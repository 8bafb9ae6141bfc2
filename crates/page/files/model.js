// What is on the board, in layers: the clues, the player's own digits and notes, the solver's answers; and the way back.

import { parse } from "./geometry.js";

/** So many steps can be undone. */
const MOST_STEPS = 1000;

/** Which digits the keys write: `set` the clues, `solve` the player's own. */
export const SET = "set";
export const SOLVE = "solve";

export class Model {
  /** `changed` is called after every change with whether the board itself is another. */
  constructor(spec, changed) {
    this.changed = changed;
    this.past = [];
    this.future = [];
    this.state = blank(parse(spec));
  }

  get geometry() { return this.state.geometry; }
  get clues() { return this.state.clues; }
  get own() { return this.state.own; }
  /** The digits noted in a cell, by its number. */
  get notes() { return this.state.notes; }
  /** A solution of the clues, or nothing. */
  get answers() { return this.state.answers; }
  get mode() { return this.state.mode; }
  /** Where the puzzle is from: a list of puzzles and the place in it, or nothing. */
  get source() { return this.state.source; }

  /** Which layer a cell's digit is on: `clue`, `own`, `answer` or none. */
  kind(i) {
    const { clues, own, answers } = this.state;
    return clues[i] ? "clue" : own[i] ? "own" : answers?.[i] ? "answer" : "";
  }

  digit(i) {
    const { clues, own, answers } = this.state;
    return clues[i] || own[i] || (answers ? answers[i] : 0);
  }

  get clueCount() {
    return this.clues.reduce((sum, clue) => sum + (clue ? 1 : 0), 0);
  }

  /** The cells without a clue and without an own digit. */
  get emptyCount() {
    return this.clues.reduce((sum, clue, i) => sum + (clue || this.own[i] ? 0 : 1), 0);
  }

  /** Whether the keys may not write there: clues are fixed while somebody solves. */
  isFixed(i) {
    return this.mode === SOLVE && this.clues[i] > 0;
  }

  /** Writes a digit on the layer of the mode, or erases it. `again` makes it one step with the one before. */
  set(i, digit, again = false) {
    const { clues, own, notes, answers, mode } = this.state;
    if (this.isFixed(i)) return;
    if (mode === SOLVE) {
      if (own[i] === digit && !(digit === 0 && notes[i])) return;
      this.#go({ own: own.with(i, digit), notes: without(notes, i) }, again);
    } else {
      if (clues[i] === digit && !own[i]) return;
      // A clue that the answer has already changes no answer.
      const stays = answers && digit !== 0 && answers[i] === digit;
      const next = { clues: clues.with(i, digit), own: own.with(i, 0), notes: without(notes, i) };
      this.#go({ ...next, answers: stays ? answers : null }, again);
    }
  }

  /** Notes a digit in an empty cell, or takes the note away. */
  note(i, digit) {
    const { notes } = this.state;
    if (this.clues[i] || this.own[i]) return;
    const noted = notes[i] ?? [];
    const next = noted.includes(digit) ? noted.filter((other) => other !== digit) : [...noted, digit].sort((a, b) => a - b);
    this.#go({ notes: next.length ? { ...notes, [i]: next } : without(notes, i) });
  }

  /** Puts another puzzle on the board, on another board if need be. It is for solving if it has clues. */
  load(spec, clues, source = null) {
    const geometry = spec === this.geometry.spec ? this.geometry : parse(spec);
    if (clues.length !== geometry.cells) throw new Error(`expected ${geometry.cells} cells, found ${clues.length}`);
    const next = { ...blank(geometry), clues: Uint16Array.from(clues), source };
    this.#go({ ...next, mode: next.clues.some(Boolean) ? SOLVE : SET });
  }

  /** Puts a state of the past back, as one more step. */
  restore(state) {
    this.#go(state);
  }

  /** Shows answers in the place of those that are shown, or takes them away. */
  answer(answers) {
    if (!answers && !this.answers) return;
    this.#go({ answers: answers && Uint16Array.from(answers) }, Boolean(answers && this.answers));
  }

  /** Erases the own digits and notes. */
  restart() {
    const { geometry } = this;
    this.#go({ own: new Uint16Array(geometry.cells), notes: {}, answers: null });
  }

  switchTo(mode) {
    this.state = { ...this.state, mode };
    this.changed(false);
  }

  undo() {
    this.#step(this.past, this.future);
  }

  redo() {
    this.#step(this.future, this.past);
  }

  /** Goes to a state; the one before can be had back unless this is one step with it. */
  #go(parts, again = false) {
    if (!again) {
      this.past.push(this.state);
      if (this.past.length > MOST_STEPS) this.past.shift();
    }
    this.future = [];
    this.#take({ ...this.state, ...parts });
  }

  #step(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push(this.state);
    this.#take(state);
  }

  #take(state) {
    const isOther = state.geometry !== this.geometry;
    this.state = state;
    this.changed(isOther);
  }
}

/** An empty board. */
export function blank(geometry) {
  const { cells } = geometry;
  const [clues, own] = [new Uint16Array(cells), new Uint16Array(cells)];
  return { geometry, clues, own, notes: {}, answers: null, mode: SET, source: null };
}

function without(notes, i) {
  if (!notes[i]) return notes;
  const { [i]: _, ...others } = notes;
  return others;
}
