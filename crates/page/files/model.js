// What is on the board, in layers: the puzzle, the player's digits, marks and colours; and the way back.

import { Frame, isPlace, placeOf } from "./puzzle.js";

/** So many steps can be undone. */
const MOST_STEPS = 20_000;

/** The layers that are kept by cell. */
export const LAYERS = ["clues", "digits", "corner", "centre", "colour"];

export const [SET, PLAY, STUDY] = ["set", "play", "study"];

export class Model extends EventTarget {
  #board = null;
  #key = null;
  #stepped = Promise.resolve();
  #steps = 0;

  constructor(engine) {
    super();
    this.engine = engine;
    this.boards = new Map();
    this.past = [];
    this.future = [];
    this.mode = PLAY;
    this.state = null;
    /** The layer over the grid in which digits are written; none for the grid itself. */
    this.layer = null;
  }

  /** The answer of `board` for the frame that is shown. */
  get board() { return this.#board; }
  get clues() { return this.state.clues; }
  get digits() { return this.state.digits; }
  get source() { return this.state.source; }

  /** What steps within a puzzle do not undo: the clock, the number of hints, whether it is finished. */
  get game() { return this.state?.game ?? newGame(); }

  /** The puzzle as text. */
  get text() { return this.state.frame.text(this.state.clues); }

  /** The puzzle as text with the player's digits among its clues. */
  get played() { return this.state.frame.text({ ...this.state.digits, ...this.state.clues }); }

  /** The digit of a cell, a clue or the player's; nothing for none. */
  digit(cell) { return this.state.clues[cell] ?? this.state.digits[cell]; }

  /** The cells of the grid without a digit; for somebody who sets those without a clue. */
  get emptyCount() { return this.emptyOf(this.board.cells); }

  emptyOf(cells) {
    const has = this.mode === SET ? (cell) => this.clues[cell] !== undefined : (cell) => this.digit(cell) !== undefined;
    return cells.reduce((sum, cell) => sum + (has(cell) ? 0 : 1), 0);
  }

  /** The cell that is written to where this place is selected. */
  target(place) { return this.layer && isPlace(place) ? `${this.layer}:${place}` : place; }

  /** The first and the last value of a cell. */
  range(name) {
    return isPlace(name) ? this.board.digits : this.board.layers.find(({ cells }) => cells.includes(name));
  }

  /** Writes in another layer; the one after the last is the grid. */
  choose(layer) {
    this.layer = layer;
    this.dispatchEvent(new CustomEvent("layer"));
  }

  get clueCount() { return Object.keys(this.state.clues).length; }

  /** Asks for the board of a text, or of a whole question, and keeps the answer; an `answer` that is there already is not asked for. */
  async ask(question, signal) {
    const asked = typeof question === "string" ? { puzzle: question } : question;
    const board = asked.answer ?? (await this.engine.ask("board", asked, { signal }));
    arrange(board);
    for (const word of ["title", "author"]) board[word] = board[word]?.replace(/\s+/g, " ").trim();
    const frame = Frame.of(board);
    this.boards.set(frame.key, board);
    return { board, frame };
  }

  /** Puts a puzzle on the board, as one step. `rest` has digits and marks that were kept. */
  load({ board, frame }, { mode, source = null, game = newGame(), ...rest } = {}) {
    const state = { ...blank(frame), clues: board.clues ?? {}, source, ...rest, game: { ...newGame(), ...game } };
    this.mode = mode ?? (Object.keys(state.clues).length || board.rules.length ? PLAY : SET);
    state.game.mode = this.mode;
    this.layer = null;
    this.go(state);
  }

  /** Goes to a state; the one before can be had back unless this is one step with it. */
  go(parts, isSame = false) {
    if (this.state && !isSame) {
      this.past.push(this.state);
      if (this.past.length > MOST_STEPS) this.past.shift();
    }
    this.future = [];
    if (this.mode === SET && !parts.game && (parts.clues || parts.frame)) this.game.isSet = true;
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

  undo() { return this.#step("past", "future"); }
  redo() { return this.#step("future", "past"); }

  switchTo(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.game.mode = mode;
    this.dispatchEvent(new CustomEvent("mode"));
  }

  /** Puts back what was stored. */
  async restore({ state, past, future, mode, board }) {
    // A board of an older page is asked for anew.
    if (board?.over) this.boards.set(state.frame.key, board);
    await this.#find(state.frame);
    Object.assign(this, { past, future, mode });
    this.#take(state);
  }

  /** Takes the player's digits and marks away. */
  restart() {
    const { mode, isSet, id } = this.game;
    this.go({ digits: {}, corner: {}, centre: {}, colour: {}, game: { ...newGame(), mode, isSet, id } });
  }

  /** Takes a step: at once where its board is known, else when those before are taken and its board has come. */
  #step(from, to) {
    const [now, state] = [this.state, this[from].at(-1)];
    if (!this.#steps && (!state || this.boards.has(state.frame.key))) return this.#back(from, to, now, state);
    this.#steps += 1;
    this.#stepped = this.#stepped
      .then(() => this.#wait(from, to))
      .catch((problem) => this.dispatchEvent(new CustomEvent("trouble", { detail: problem })))
      .finally(() => (this.#steps -= 1));
    return this.#stepped;
  }

  async #wait(from, to) {
    const [now, state] = [this.state, this[from].at(-1)];
    if (state) await this.#find(state.frame);
    // What was done meanwhile is newer than the step.
    if (this.state === now && this[from].at(-1) === state) this.#back(from, to, now, state);
  }

  #back(from, to, now, state) {
    if (!state) return;
    this[from].pop();
    this[to].push(now);
    if (state.game !== now.game) this.mode = state.game.mode ?? this.mode;
    this.#take(state);
  }

  /** Asks for the board of a frame where it is not known. */
  async #find(frame) {
    const { key } = frame;
    if (this.boards.has(key)) return;
    const { board } = await this.ask(frame.text({}));
    this.boards.set(key, board);
  }

  /** Shows a state whose board is known. */
  #take(state) {
    const { key } = state.frame;
    const isOther = key !== this.#key;
    this.state = state;
    this.#board = this.boards.get(key);
    this.#key = key;
    if (isOther && !this.#board.over.some(({ name }) => name === this.layer)) this.layer = null;
    this.dispatchEvent(new CustomEvent("change", { detail: { isOther } }));
  }
}

/** Tells the cells of the grid from those of layers: `over` are the layers that lie over the grid, `beside` the cells without a place. */
function arrange(board) {
  board.cells = board.cells.filter(isPlace);
  const places = new Set(board.cells);
  const liesOver = ({ name, cells }) => cells.length === places.size && cells.every((cell) => cell !== name && places.has(placeOf(cell)));
  board.over = board.layers.filter(liesOver).map(({ name, first, last }) => ({ name, first, last }));
  board.beside = board.layers.filter((layer) => !liesOver(layer)).flatMap(({ cells }) => cells);
}

function blank(frame) {
  return { frame, clues: {}, digits: {}, corner: {}, centre: {}, colour: {}, source: null };
}

/** A game that begins. It has a name, by which what was kept of it is found again. */
export function newGame() {
  return { seconds: 0, hints: 0, finished: false, isSet: false, mode: null, id: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}` };
}
