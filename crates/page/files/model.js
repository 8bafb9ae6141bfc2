// What is on the board, in layers: the puzzle, the player's digits, marks and colours; and the way back.

import { Frame } from "./puzzle.js";

/** So many steps can be undone. */
const MOST_STEPS = 20_000;

/** The layers that are kept by cell. */
export const LAYERS = ["clues", "digits", "corner", "centre", "colour"];

export const [SET, PLAY, STUDY] = ["set", "play", "study"];

export class Model extends EventTarget {
  #board = null;

  constructor(engine) {
    super();
    this.engine = engine;
    this.boards = new Map();
    this.past = [];
    this.future = [];
    this.mode = PLAY;
    /** What is not undone: the clock, the number of hints, whether it was finished. */
    this.game = newGame();
    this.state = null;
  }

  /** The answer of `board` for the frame that is shown. */
  get board() { return this.#board; }
  get clues() { return this.state.clues; }
  get digits() { return this.state.digits; }
  get source() { return this.state.source; }

  /** The puzzle as text. */
  get text() { return this.state.frame.text(this.state.clues); }

  /** The puzzle as text with the player's digits among its clues. */
  get played() { return this.state.frame.text({ ...this.state.digits, ...this.state.clues }); }

  /** The digit of a cell, a clue or the player's; nothing for none. */
  digit(cell) { return this.state.clues[cell] ?? this.state.digits[cell]; }

  /** The cells without a digit; for somebody who sets those without a clue. */
  get emptyCount() {
    const has = this.mode === SET ? (cell) => this.clues[cell] !== undefined : (cell) => this.digit(cell) !== undefined;
    return this.board.cells.reduce((sum, cell) => sum + (has(cell) ? 0 : 1), 0);
  }

  get clueCount() { return Object.keys(this.state.clues).length; }

  /** Asks for the board of a text, or of a whole question, and keeps the answer. */
  async ask(question, signal) {
    const asked = typeof question === "string" ? { puzzle: question } : question;
    const board = await this.engine.ask("board", asked, { signal });
    // Cells beside the grid have no place on the page.
    const isPlace = (cell) => /^r\d+c\d+$/.test(cell);
    board.cells = board.cells.filter(isPlace);
    board.clues = Object.fromEntries(Object.entries(board.clues).filter(([cell]) => isPlace(cell)));
    const frame = Frame.of(board);
    this.boards.set(frame.key, board);
    return { board, frame };
  }

  /** Puts a puzzle on the board, as one step. `rest` has digits and marks that were kept. */
  load({ board, frame }, { mode, source = null, game = newGame(), ...rest } = {}) {
    const state = { ...blank(frame), clues: board.clues ?? {}, source, ...rest };
    this.game = game;
    this.mode = mode ?? (Object.keys(state.clues).length || board.rules.length ? PLAY : SET);
    this.go(state);
  }

  /** Goes to a state; the one before can be had back unless this is one step with it. */
  go(parts, isSame = false) {
    if (this.state && !isSame) {
      this.past.push(this.state);
      if (this.past.length > MOST_STEPS) this.past.shift();
    }
    this.future = [];
    this.#take({ ...this.state, ...parts });
  }

  /** Writes values of a layer for some cells: a value, or nothing to erase it. */
  put(layer, values, others = {}) {
    const next = { ...this.state[layer] };
    for (const [cell, value] of Object.entries(values)) {
      if (value === undefined || value?.length === 0) delete next[cell];
      else next[cell] = value;
    }
    this.go({ [layer]: next, ...others });
  }

  undo() { return this.#step(this.past, this.future); }
  redo() { return this.#step(this.future, this.past); }

  switchTo(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.dispatchEvent(new CustomEvent("mode"));
  }

  /** Puts back what was stored. */
  async restore({ state, past, future, mode, game, board }) {
    if (board) this.boards.set(state.frame.key, board);
    Object.assign(this, { past, future, mode, game: { ...newGame(), ...game } });
    await this.#take(state);
  }

  /** Takes the player's digits and marks away. */
  restart() {
    this.game = newGame();
    this.go({ digits: {}, corner: {}, centre: {}, colour: {} });
  }

  async #step(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push(this.state);
    await this.#take(state);
  }

  async #take(state) {
    const { key } = state.frame;
    const isOther = !this.#board || key !== this.state?.frame.key;
    this.state = state;
    if (isOther) {
      let board = this.boards.get(key);
      if (!board) ({ board } = await this.ask(state.frame.text({})));
      this.boards.set(key, board);
      // Another step may have been taken meanwhile.
      if (this.state !== state) return;
      this.#board = board;
    }
    this.dispatchEvent(new CustomEvent("change", { detail: { isOther } }));
  }
}

function blank(frame) {
  return { frame, clues: {}, digits: {}, corner: {}, centre: {}, colour: {}, source: null };
}

export function newGame() {
  return { seconds: 0, hints: 0, finished: false };
}
