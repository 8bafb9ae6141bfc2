// What a reload must not lose. The address carries the puzzle, the browser's stores the rest: this tab's own for a reload,
// the other for the next visit, and beside it the games that were begun. A store that is full or forbidden is said once.

import { Frame } from "./puzzle.js";
import { LAYERS, newGame, PLAY, SET } from "./model.js";
import { pack } from "./pack.js";
import { attempt } from "./ui.js";

/** Browsers allow 100 to 200 writes of the address in 30 s; a pause of this length between two keeps below. */
const PAUSE_MS = 400;

const [KEY, GAMES, OLD] = ["satdoku-page", "satdoku-games", "satdoku"];
const VERSION = 1;

/** So many characters are stored; the oldest steps are left out. */
const MOST_CHARACTERS = 1_500_000;

/** So many games are kept. */
const MOST_GAMES = 60;

export class Saver {
  constructor(model, notice) {
    Object.assign(this, { model, notice });
    this.timer = null;
    this.isTold = false;
    const leave = () => {
      if (this.timer !== null) this.#store();
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", () => document.hidden && leave());
  }

  /** Saves when nothing has changed for a moment. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      this.timer = null;
      this.#store();
      const { text } = this.model;
      const fragment = `#p/${await pack(text)}`;
      if (text === this.model.text) attempt(() => history.replaceState(null, "", fragment));
    }, PAUSE_MS);
  }

  /** Saves at once what is not saved yet. */
  flush() {
    if (this.timer === null) return;
    this.pass();
    this.#store();
  }

  /** Leaves address and stores as they are until the next change. */
  pass() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  #store() {
    const { model } = this;
    if (!model.state || !model.board) return;
    const text = this.#text();
    const isKept = stores().map((store) => attempt(() => (store.setItem(KEY, text), true)) ?? false);
    this.#keepGame();
    if (isKept.some(Boolean) || this.isTold) return;
    this.isTold = true;
    this.notice("The browser stores nothing here: what you do is kept until this page is closed.");
  }

  #text() {
    const { state, past, future, mode, board } = this.model;
    const lists = { puzzles: [], games: [] };
    const base = { version: VERSION, hash: location.hash, mode, board, now: whole(state, lists) };
    let room = MOST_CHARACTERS - JSON.stringify(base).length;
    const chain = (states) => {
      const kept = [];
      let next = state;
      for (const one of states.toReversed()) {
        const difference = change(next, one, lists);
        room -= JSON.stringify(difference).length;
        if (room < 0) break;
        kept.push(difference);
        next = one;
      }
      return kept;
    };
    const parts = { ...base, past: chain(past), future: chain(future) };
    return JSON.stringify({ ...parts, games: lists.games, lists: lists.puzzles.map(({ name, puzzles, more }) => ({ name, puzzles, more })) });
  }

  /** Puts back what was stored; says whether the puzzle of the address is among it. */
  async restore() {
    const [tab, others] = stores();
    const ofTab = read(tab, KEY);
    const saved = ofTab ?? read(others, KEY);
    if (saved?.version !== VERSION) return false;
    const restored = attempt(() => unpackAll(saved));
    if (!restored) return false;
    // A reload may come before the browser has taken the newest address.
    const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload" && saved === ofTab;
    const address = `#p/${await pack(restored.state.frame.text(restored.state.clues))}`;
    if (!["", address].includes(location.hash) && !(isReload && saved.hash === location.hash)) return false;
    await this.model.restore(restored);
    return true;
  }

  /** The puzzle of the store of the page before 0.3, as a question and what to put on it. */
  old() {
    const [tab, others] = stores();
    const saved = read(tab, OLD) ?? read(others, OLD);
    if (!saved?.state?.board) return null;
    const { board, clues, own, notes, mode } = saved.state;
    return { question: { board, puzzle: clues ?? undefined }, own, notes: notes ?? {}, mode: mode === "set" ? SET : PLAY };
  }

  /** The games that were begun, the newest first. */
  games() {
    return read(stores()[1], GAMES) ?? [];
  }

  /** What was done on a puzzle before, or nothing. */
  kept(text) {
    const game = this.games().find((one) => one.text === text);
    if (!game) return null;
    const { digits = {}, corner = {}, centre = {}, colour = {}, seconds, hints, finished, isSet, id = newGame().id } = game;
    if (![digits, corner, centre, colour].some((layer) => Object.keys(layer).length)) return null;
    return { digits, corner, centre, colour, game: { seconds, hints, finished, isSet, id } };
  }

  forget(text) {
    const games = this.games().filter((one) => one.text !== text);
    attempt(() => stores()[1].setItem(GAMES, JSON.stringify(games)));
  }

  /** Keeps what was played, and what was set: of a puzzle that is being set the last text only. */
  #keepGame() {
    const { model } = this;
    const { state, game, board } = model;
    const hasMarks = LAYERS.slice(1).some((layer) => Object.keys(state[layer]).length);
    const hasSet = game.isSet && (model.clueCount > 0 || state.frame.lines.length > 1);
    if (!hasSet && (model.mode === SET || !hasMarks)) return;
    const { digits, corner, centre, colour } = state;
    const one = { text: model.text, title: board.title, author: board.author, left: model.emptyCount, when: Date.now(), digits, corner, centre, colour, ...game };
    const isOther = ({ text, id }) => text !== one.text && (!game.isSet || id !== one.id);
    const games = [one, ...this.games().filter(isOther)].slice(0, MOST_GAMES);
    attempt(() => stores()[1].setItem(GAMES, JSON.stringify(games)));
  }
}

/** A state as it is stored: whole, or by what is different from the one beside it. */
function whole(state, lists) {
  return change({ frame: null, source: null }, state, lists);
}

function change(from, to, lists) {
  const parts = {};
  if (from.frame?.key !== to.frame.key) parts.frame = to.frame.key;
  for (const layer of LAYERS) {
    const [before, after] = [from[layer] ?? {}, to[layer]];
    if (before === after) continue;
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const cells = [...names].filter((cell) => JSON.stringify(before[cell]) !== JSON.stringify(after[cell]));
    if (cells.length) parts[layer] = Object.fromEntries(cells.map((cell) => [cell, after[cell] ?? null]));
  }
  if (from.source !== to.source) parts.source = to.source && { list: indexOf(lists.puzzles, to.source.list), at: to.source.at };
  if (from.game !== to.game) parts.game = indexOf(lists.games, to.game);
  return parts;
}

function indexOf(list, one) {
  if (!list.includes(one)) list.push(one);
  return list.indexOf(one);
}

function applied(from, parts, lists) {
  const state = { ...from };
  if (parts.frame !== undefined) state.frame = Frame.parse(parts.frame);
  for (const layer of LAYERS) {
    if (!parts[layer]) continue;
    const next = { ...from[layer] };
    for (const [cell, value] of Object.entries(parts[layer])) value === null ? delete next[cell] : (next[cell] = value);
    state[layer] = next;
  }
  if (parts.source !== undefined) state.source = parts.source && { list: lists.puzzles[parts.source.list], at: parts.source.at };
  if (parts.game !== undefined) state.game = lists.games[parts.game];
  return state;
}

function unpackAll({ now, past, future, lists: puzzles, games = [], mode, game, board }) {
  const lists = { puzzles, games: games.map((one) => ({ ...newGame(), ...one })) };
  const empty = { frame: null, clues: {}, digits: {}, corner: {}, centre: {}, colour: {}, source: null, game: { ...newGame(), ...game } };
  const state = applied(empty, now, lists);
  const chain = (steps) => {
    const states = [];
    let next = state;
    for (const step of steps) states.push((next = applied(next, step, lists)));
    return states.reverse();
  };
  return { state, past: chain(past), future: chain(future), mode, board };
}

/** The stores of this tab and of all tabs, where the browser has them. */
function stores() {
  const none = { getItem: () => null, setItem() { throw new Error("no store"); } };
  return [attempt(() => sessionStorage), attempt(() => localStorage)].map((store) => store ?? none);
}

const read = (store, key) => attempt(() => JSON.parse(store.getItem(key))) ?? null;
