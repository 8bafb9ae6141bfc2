// What a digit does to the selected cells: a clue, a digit, a mark in a corner or in the centre, a colour.

import { PLAY, SET, STUDY } from "./model.js";

export const TOOLS = ["digit", "corner", "centre", "colour"];

/** So many colours there are. */
export const COLOURS = 9;

export class Entry {
  /** `changed` is told of another tool. */
  constructor(model, board, changed) {
    Object.assign(this, { model, board, changed });
    this.tool = "digit";
  }

  choose(tool) {
    this.tool = tool;
    this.changed(tool);
  }

  cycle() {
    this.choose(TOOLS[(TOOLS.indexOf(this.tool) + 1) % TOOLS.length]);
  }

  /** Puts a digit, or takes it away where all selected cells have it. `isSame` makes it one step with the one before. */
  put(digit, tool = this.tool, isSame = false) {
    const { model, board } = this;
    if (model.mode === STUDY) return;
    if (tool === "colour") return digit >= 1 && digit <= COLOURS ? this.#mark("colour", board.selected, digit) : undefined;
    const targets = board.targets.filter((cell) => digit >= model.range(cell).first && digit <= model.range(cell).last);
    if (model.mode === SET) return this.#write("clues", targets, digit, { isSame });
    const free = targets.filter((cell) => model.clues[cell] === undefined);
    // Marks are those of the grid.
    if (tool === "digit" || model.layer) return this.#write("digits", free, digit, { isSame });
    this.#mark(tool, free.filter((cell) => model.digits[cell] === undefined), digit);
  }

  #write(layer, cells, digit, { isSame }) {
    if (!cells.length) return;
    const { state } = this.model;
    const hasAll = cells.every((cell) => state[layer][cell] === digit);
    const values = Object.fromEntries(cells.map((cell) => [cell, hasAll && !isSame ? undefined : digit]));
    const next = { ...state[layer] };
    for (const [cell, value] of Object.entries(values)) value === undefined ? delete next[cell] : (next[cell] = value);
    const parts = { [layer]: next };
    // A clue takes the place of the player's digit.
    if (layer === "clues") parts.digits = without(state.digits, cells);
    this.model.go(parts, isSame);
  }

  #mark(layer, cells, digit) {
    if (!cells.length) return;
    const marks = this.model.state[layer];
    const hasAll = cells.every((cell) => marks[cell]?.includes(digit));
    const next = (old = []) => {
      const others = old.filter((other) => other !== digit);
      return hasAll ? others : [...others, digit].sort((a, b) => a - b);
    };
    this.model.put(layer, Object.fromEntries(cells.map((cell) => [cell, next(marks[cell])])));
  }

  /** Erases what lies on top in the selected cells: the digit, then the marks, then the colours. */
  erase() {
    const { model, board } = this;
    const { state, mode } = model;
    if (mode === STUDY) return;
    const cells = board.targets;
    const layers = mode === SET ? [["clues"], ["colour"]] : [["digits"], ["corner", "centre"], ["colour"]];
    const chosen = mode === PLAY && this.tool === "colour" ? [["colour"]] : layers;
    const found = chosen.find((group) => group.some((layer) => cells.some((cell) => state[layer][cell] !== undefined)));
    if (!found) return;
    model.go(Object.fromEntries(found.map((layer) => [layer, without(state[layer], cells)])));
  }
}

function without(layer, cells) {
  const next = { ...layer };
  for (const cell of cells) delete next[cell];
  return next;
}
