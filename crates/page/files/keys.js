// The keys of the page. Digits and arrows are for the board, wherever the focus is, but in fields and dialogs.

import { PLAY, SET, STUDY } from "./model.js";
import { place } from "./puzzle.js";
import { isText } from "./ui.js";

/** Digits typed within this time make one number. */
const TYPING_MS = 1500;

const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  Home: [-1, -1], PageUp: [-1, 1], End: [1, -1], PageDown: [1, 1],
};
const DIAGONAL = ["Home", "End", "PageUp", "PageDown"];

export class Keys {
  /** `actions` has what letters do, by name. */
  constructor(model, board, entry, actions) {
    Object.assign(this, { model, board, entry, actions });
    this.typed = null;
    // A number is that of the cells that were selected when it was begun.
    model.addEventListener("select", () => this.end());
    document.addEventListener("keydown", (event) => {
      const { target } = event;
      if (event.defaultPrevented || event.isComposing || isText(target) || target.closest?.("dialog")) return;
      if (this.model.board && this.#key(event, target)) event.preventDefault();
    });
  }

  /** Says whether the key has done something. */
  #key(event, target) {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isCtrl = ctrlKey || metaKey;
    const isControl = target.closest?.("button, a, summary, [role=tab], label, input");
    // A slash that needs Shift is typed with a key of a digit.
    if (key === "/" && this.model.mode === SET && !isCtrl && !altKey) return this.#letter(key);
    const digit = /^\d$/.test(key) ? key : /^Digit(\d)$/.exec(code)?.[1] ?? null;
    if (digit !== null) return this.digit(Number(digit), this.#tool(isCtrl, shiftKey, altKey));
    if (key in ARROWS) return this.#arrow(event, isCtrl);
    if (isCtrl) return this.#control(key.toLowerCase(), shiftKey);
    if (altKey) return this.#do({ s: () => this.actions.mode(SET), p: () => this.actions.mode(PLAY), t: () => this.actions.mode(STUDY) }[key.toLowerCase()]);
    if (isControl && (key === "Enter" || key === " ")) return false;
    if (key === " ") return this.#do(() => this.entry.cycle());
    if (key === "Enter") return this.typed ? this.#do(() => this.end()) : this.#do(() => this.actions.enter());
    return this.#letter(key);
  }

  #do(action) {
    if (!action) return false;
    action();
    return true;
  }

  #tool(isCtrl, isShift, isAlt) {
    if (isAlt || (isCtrl && isShift)) return "colour";
    return isCtrl ? "centre" : isShift ? "corner" : this.entry.tool;
  }

  #letter(key) {
    const { entry, actions } = this;
    const letters = {
      z: () => entry.choose("digit"), x: () => entry.choose("corner"), c: () => entry.choose("centre"), v: () => entry.choose("colour"),
      h: actions.hint, w: actions.why, p: actions.present, l: () => this.#nextLayer(), n: () => this.#nextEmpty(), "/": actions.search, "?": actions.help,
      j: () => actions.step(1), k: () => actions.step(-1), ".": () => entry.erase(), "-": () => this.board.zoomTo(this.board.zoom / 1.25), "+": () => this.board.zoomTo(this.board.zoom * 1.25),
      Backspace: () => this.#erase(), Delete: () => this.#erase(), Escape: actions.escape,
    };
    return this.#do(letters[key.length === 1 ? key.toLowerCase() : key]);
  }

  #control(key, isShift) {
    const { model, board, actions } = this;
    const controls = {
      z: () => (isShift ? model.redo() : model.undo()), y: () => model.redo(),
      a: () => board.select([...model.board.cells]), enter: actions.check, l: actions.link,
      " ": () => this.#toggle(),
    };
    if (["z", "y"].includes(key)) this.end();
    return this.#do(controls[key]);
  }

  /** Goes from the grid to the layers over it and back; says whether there is one. */
  #nextLayer() {
    const { model } = this;
    const names = [null, ...model.board.over.map(({ name }) => name)];
    model.choose(names[(names.indexOf(model.layer) + 1) % names.length]);
  }

  #toggle() {
    const { board } = this;
    const { current, selected } = board;
    board.select(selected.includes(current) ? selected.filter((cell) => cell !== current) : [...selected, current]);
    board.current = current;
    board.draw();
  }

  /** Takes a digit that was typed or pressed; above nine several make one number. */
  digit(digit, tool = this.entry.tool) {
    const { first, last } = this.board.range;
    if (this.actions.digit?.(digit)) return true;
    if (tool === "colour" || last <= 9) {
      if (digit === 0 && (first > 0 || tool === "colour")) this.entry.erase();
      else if (tool === "colour" || digit >= first && digit <= last) this.entry.put(digit, tool);
      return true;
    }
    const { typed } = this;
    const isMore = typed && typed.tool === tool && performance.now() - typed.time < TYPING_MS && typed.number * 10 + digit <= last;
    const number = isMore ? typed.number * 10 + digit : digit;
    if (number < first) {
      if (!isMore) this.entry.erase();
      return true;
    }
    // A mark of one digit makes place for that of two.
    if (isMore && tool !== "digit") this.entry.put(typed.number, tool);
    this.typed = { number, tool, time: performance.now() };
    this.entry.put(number, tool, Boolean(isMore && tool === "digit"));
    if (number * 10 > last) this.end();
    return true;
  }

  /** What is typed next is another number. */
  end() {
    this.typed = null;
  }

  #erase() {
    this.end();
    this.entry.erase();
  }

  #arrow({ key, shiftKey }, isCtrl) {
    const { board, actions } = this;
    if (DIAGONAL.includes(key) && !shiftKey) {
      if (key === "PageDown" || key === "PageUp") actions.list(key === "PageDown" ? 1 : -1);
      else this.#go(key === "Home" ? [0, -1] : [0, 1], true, false);
      return true;
    }
    this.end();
    this.#go(ARROWS[key], isCtrl, shiftKey);
    if (shiftKey) board.model.dispatchEvent(new CustomEvent("line", { detail: board.selected }));
    return true;
  }

  /** Goes to the next cell in a direction, or to the last; with `isMore` it is selected besides. */
  #go([down, right], isFar, isMore) {
    const { board } = this;
    const { rows, columns, beside } = this.model.board;
    // The cells beside the grid are one row below it.
    const at = beside.indexOf(board.current);
    if (at >= 0 && (right || !down)) return board.select([beside[(at + right + beside.length) % beside.length]]);
    if (at >= 0 || (down > 0 && !isFar && !isMore && beside.length && place(board.current)[0] === rows)) {
      return board.select([at < 0 ? beside[0] : this.#edge(down < 0)]);
    }
    let [row, column] = place(board.current);
    let found = null;
    for (let k = 0; k < rows + columns; k += 1) {
      row += down;
      column += right;
      if (row < 1 || column < 1 || row > rows || column > columns) {
        if (isFar || isMore || found) break;
        row = (row + rows - 1) % rows + 1;
        column = (column + columns - 1) % columns + 1;
      }
      if (!board.cells.has(`r${row}c${column}`)) continue;
      found = `r${row}c${column}`;
      if (!isFar) break;
    }
    if (!found) return;
    const { selected } = board;
    if (!isMore) return board.select([found]);
    if (this.model.mode === SET && selected.at(-2) === found) return board.select(selected.slice(0, -1));
    board.select([...selected.filter((cell) => cell !== found), found]);
  }

  /** The cell of the grid to which one comes from beside it. */
  #edge(isLast) {
    const { cells } = this.model.board;
    return isLast ? cells.at(-1) : cells[0];
  }

  #nextEmpty() {
    const { model, board } = this;
    const { cells } = model.board;
    const start = cells.indexOf(board.current) + 1;
    const next = [...cells.slice(start), ...cells.slice(0, start)].find((cell) => model.digit(model.target(cell)) === undefined);
    if (next) board.select([next]);
  }
}
