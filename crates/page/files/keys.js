// The keys of the board and the buttons below it: moving, digits, notes.

import { SET, SOLVE } from "./model.js";
import { name } from "./geometry.js";
import { element, make, onClick } from "./ui.js";

/** Digits typed within this time make one number. */
const TYPING_MS = 1500;

/** Elements that have a use of their own for digits and arrows. */
const WITH_KEYS = "input, select, textarea, dialog, #reasons";

export class Keys {
  constructor(model, board, runner) {
    Object.assign(this, { model, board, runner });
    this.pad = element("pad");
    this.typed = { at: 0, cell: -1 };
    this.isNoting = false;
    board.element.addEventListener("pointerdown", () => this.end());
    // Digits and arrows are for the board, wherever the focus is.
    document.addEventListener("keydown", (event) => {
      const { target, key, defaultPrevented } = event;
      const isFree = target.matches("[type=radio], [type=checkbox]") ? /^[0-9a-z]$/i.test(key) : !target.closest(WITH_KEYS);
      if (isFree && !defaultPrevented) this.#key(event);
    });
    this.pad.addEventListener("click", ({ target }) => {
      const digit = target.closest("[data-digit]")?.dataset.digit;
      if (digit === undefined) return;
      this.end();
      this.put(Number(digit), this.isNoting);
      board.focus();
    });
    onClick("erase", () => this.erase());
    onClick("notes", () => this.noting(!this.isNoting));
    this.rebuild();
  }

  /** The buttons of another board. */
  rebuild() {
    const { side } = this.model.geometry;
    const button = (_, k) => {
      const made = make("button", { textContent: k + 1, ariaLabel: `Set ${k + 1}`, tabIndex: -1 });
      made.dataset.digit = k + 1;
      return made;
    };
    this.pad.replaceChildren(...Array.from({ length: side }, button));
    this.pad.dataset.many = side > 16 ? "very" : side > 9 ? "some" : "";
  }

  /** Digits are notes, or no longer. */
  noting(isNoting) {
    this.isNoting = isNoting;
    element("notes").ariaPressed = isNoting;
  }

  #key(event) {
    if (event.altKey || event.isComposing) return;
    const { current } = this.board;
    const { side, cells } = this.model.geometry;
    const row = Math.floor(current / side);
    const column = current % side;
    const isFar = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowLeft: isFar ? row * side : column ? current - 1 : current,
      ArrowRight: isFar ? row * side + side - 1 : column < side - 1 ? current + 1 : current,
      ArrowUp: isFar ? column : row ? current - side : current,
      ArrowDown: isFar ? cells - side + column : row < side - 1 ? current + side : current,
      Home: isFar ? 0 : row * side,
      End: isFar ? cells - 1 : row * side + side - 1,
    };
    // Enter and Space press a button that has the focus.
    const isOnBoard = !event.target.closest("button, a, summary");
    const shifted = event.shiftKey && /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    if (event.key in moves) {
      this.end();
      this.board.select(moves[event.key]);
    } else if (isFar) {
      return;
    } else if (["Backspace", "Delete"].includes(event.key)) {
      this.erase();
    } else if (event.key === " " && isOnBoard) {
      if (this.model.mode === SOLVE) this.noting(!this.isNoting);
    } else if (event.key === "Enter" && isOnBoard) {
      this.end();
    } else if (shifted && shifted <= side && this.model.mode === SOLVE) {
      this.put(Number(shifted), true);
    } else if (/^[0-9a-z]$/i.test(event.key)) {
      if (!this.type(event.key)) return;
      this.board.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The number that was typed is whole. */
  end() {
    this.typed.cell = -1;
  }

  /** Takes a character as a digit, or as one more of a number; says whether it could be one. */
  type(character) {
    const { current } = this.board;
    const { geometry, mode, clues, own } = this.model;
    const value = parseInt(character, 36);
    const now = performance.now();
    const isMore = this.typed.cell === current && now - this.typed.at < TYPING_MS;
    const longer = isMore && value < 10 ? (mode === SET ? clues : own)[current] * 10 + value : 0;
    const isLonger = longer > 0 && longer <= geometry.side;
    if (!isLonger && value > geometry.side) return false;
    if (!isLonger && value === 0) {
      this.erase();
      return true;
    }
    this.put(isLonger ? longer : value, this.isNoting, isLonger);
    this.typed = { at: now, cell: value < 10 && !this.isNoting ? current : -1 };
    return true;
  }

  erase() {
    this.end();
    this.put(0, false);
  }

  /** Writes a digit into the current cell, or notes it. */
  put(digit, isNote, again = false) {
    const { model } = this;
    const { current } = this.board;
    const cell = name(current, model.geometry.side);
    if (model.isFixed(current)) {
      this.runner.say(`${cell} is a clue. Choose “Set” to change clues.`);
    } else if (isNote && digit && model.mode === SOLVE) {
      model.note(current, digit);
      element("spoken").textContent = `${cell}: notes ${model.notes[current]?.join(" ") ?? "none"}`;
    } else {
      model.set(current, digit, again);
      element("spoken").textContent = `${cell}: ${digit || "erased"}`;
    }
  }
}
