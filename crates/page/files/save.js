// What a reload must not lose. The address carries the clues, the browser's stores the rest: this tab's own for a reload,
// the other for the next visit. Browsers limit how often the address may be written, so it is written once typing pauses.
// It is not written while the page goes: a reload asks for the address before, which would then seem another puzzle.

import { OF_ONE_PUZZLE } from "./explain.js";
import { parse } from "./geometry.js";
import * as link from "./link.js";
import { blank } from "./model.js";
import { element } from "./ui.js";

/** Browsers allow 100 to 200 writes in 30 s; a pause of this length between two keeps below. */
const PAUSE_MS = 400;

const KEY = "satdoku";

/** So many characters are stored; the oldest steps are left out. */
const MOST_CHARACTERS = 1_000_000;

const CHOICES = ["solver", "encoding", "time", "candidates"];

export class Saver {
  constructor(model) {
    this.model = model;
    this.timer = null;
    /** What was chosen before this page was opened, until the choosers have their options. */
    this.chosen = null;
    const leave = () => {
      if (this.timer !== null) this.#store();
    };
    addEventListener("pagehide", leave);
    // A browser may end a hidden page without another word.
    document.addEventListener("visibilitychange", () => document.hidden && leave());
    for (const id of CHOICES) element(id).addEventListener("change", () => this.later());
  }

  /** Saves when nothing has changed for a moment. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      const { geometry, clues } = this.model;
      attempt(() => history.replaceState(null, "", link.write(geometry, clues)));
      this.#store();
    }, PAUSE_MS);
  }

  /** Leaves the address as it is until the next change. */
  pass() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  #store() {
    const text = this.#text();
    for (const store of stores()) attempt(() => store.setItem(KEY, text));
  }

  #text() {
    const { state, past, future } = this.model;
    // That of the page may be older: not written yet, or refused by the browser.
    const address = link.write(state.geometry, state.clues);
    const { list } = state.source ?? {};
    const packed = (states) => states.map((one) => pack(one, list));
    const values = CHOICES.map((id) => [id, element(id).value]);
    const chosen = this.chosen ?? Object.fromEntries(values.filter(([, value]) => !OF_ONE_PUZZLE.includes(value)));
    const base = { address, chosen, state: pack(state, list), list: list && stored(list) };
    let room = MOST_CHARACTERS - JSON.stringify(base).length;
    if (room < 0) delete base.list;
    // The newest steps first.
    const fitting = (states) => {
      const kept = packed(states.slice(-Math.floor(MOST_CHARACTERS / (2 * state.geometry.cells)))).reverse();
      const end = kept.findIndex((one) => (room -= JSON.stringify(one).length) < 0);
      return (end < 0 ? kept : kept.slice(0, end)).reverse();
    };
    return JSON.stringify({ ...base, past: fitting(past), future: fitting(future) });
  }

  /** Puts back what was saved; says whether the puzzle of the address is among it. */
  restore() {
    const [tab, others] = stores();
    const isHere = ({ address }) => location.hash === "" || location.hash === address;
    const ofTab = read(tab);
    const saved = ofTab ?? read(others, isHere);
    if (!saved) return false;
    const list = saved.list && { ...saved.list, kept: {} };
    const boards = new Map();
    const unpacked = (one) => unpack(one, list, boards);
    const { model } = this;
    const restored = attempt(() => {
      if (list) for (const [at, one] of Object.entries(saved.list.kept)) list.kept[at] = unpacked(one);
      return { state: unpacked(saved.state), past: saved.past.map(unpacked), future: saved.future.map(unpacked) };
    });
    if (!restored) return false;
    this.chosen = saved.chosen;
    Object.assign(model, restored);
    model.changed(true);
    // A reload is of this tab, also where the browser had not taken the newest address yet.
    const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
    return (isReload && saved === ofTab) || isHere(saved);
  }

  /** Chooses what was chosen before, where it is still offered. */
  choose() {
    for (const [id, value] of Object.entries(this.chosen ?? {})) {
      if ([...element(id).options].some((option) => option.value === value)) element(id).value = value;
    }
    this.chosen = null;
  }
}

/** The stores of this tab and of all tabs, where the browser has them. */
function stores() {
  return [attempt(() => sessionStorage), attempt(() => localStorage)].map((store) => store ?? { getItem: () => null, setItem() {} });
}

function read(store, fits = () => true) {
  return attempt(() => {
    const saved = JSON.parse(store.getItem(KEY));
    return saved && fits(saved) ? saved : null;
  });
}

/** What a step gives, or nothing where the browser refuses it. */
function attempt(step) {
  try {
    return step();
  } catch {
    return null;
  }
}

function stored({ kept, ...list }) {
  return { ...list, kept: Object.fromEntries(Object.entries(kept).map(([at, state]) => [at, pack(state, state.source.list)])) };
}

/** A state without what is empty. */
function pack({ geometry, clues, own, notes, answers, mode, source }, list) {
  const layer = (numbers) => (numbers?.some(Boolean) ? link.pack(numbers, geometry.side) : undefined);
  return {
    board: geometry.spec,
    clues: layer(clues),
    own: layer(own),
    notes: Object.keys(notes).length ? notes : undefined,
    answers: layer(answers),
    mode,
    at: source && source.list === list ? source.at : undefined,
  };
}

function unpack({ board, clues, own, notes, answers, mode, at }, list, boards) {
  if (!boards.has(board)) boards.set(board, parse(board));
  const geometry = boards.get(board);
  const layer = (text) => Uint16Array.from(link.unpack(text, geometry));
  const state = { ...blank(geometry), mode };
  if (clues) state.clues = layer(clues);
  if (own) state.own = layer(own);
  if (notes) state.notes = notes;
  if (answers) state.answers = layer(answers);
  if (list?.puzzles[at]) state.source = { list, at };
  return state;
}
