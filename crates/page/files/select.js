// Selecting cells by mouse and by touch; two fingers move and zoom the board.

import { SET } from "./model.js";

const LONG_PRESS_MS = 450;
const TAP_MS = 260;

export class Selecting {
  /** `done` is called at the end of a drag. */
  constructor(model, board, { done, undo, redo }) {
    Object.assign(this, { model, board, done, undo, redo });
    this.fingers = new Map();
    this.drag = null;
    this.isAdding = false;
    this.last = { name: null, time: 0 };
    const { stage } = board;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => this.#up(event));
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      board.zoomTo(board.zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, { passive: false });
  }

  #down(event) {
    if (event.pointerType === "touch") {
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.fingers.size > 1) return this.#pinch();
    }
    if (event.button !== 0 || !this.model.board) return;
    const name = this.board.at(event.clientX, event.clientY);
    if (!name) {
      if (event.target === this.board.stage) this.isAdding = false;
      return;
    }
    event.preventDefault();
    const isAdding = event.ctrlKey || event.metaKey || event.shiftKey || this.isAdding;
    const before = this.board.selected;
    const isOff = isAdding && !event.shiftKey && before.includes(name);
    const isTwice = this.last.name === name && event.timeStamp - this.last.time < 350;
    this.last = { name, time: event.timeStamp };
    this.drag = { pointer: event.pointerId, before, isOff, last: name, time: event.timeStamp, box: this.board.box };
    this.board.stage.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") this.drag.timer = setTimeout(() => this.#long(name, before), LONG_PRESS_MS);
    if (isTwice && !isAdding) return this.board.select(this.#alike(name));
    if (isOff) this.board.select(before.filter((other) => other !== name));
    else this.board.select(isAdding ? [...before.filter((other) => other !== name), name] : [name]);
  }

  #move(event) {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pinch) return this.#stretch();
    const { drag, board } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    const { box } = drag;
    const select = (names) => board.select(names, { focus: false });
    for (const { clientX, clientY } of event.getCoalescedEvents?.() ?? [event]) {
      const name = board.at(clientX, clientY, { isNear: true, box });
      if (!name || name === drag.last) continue;
      clearTimeout(drag.timer);
      drag.last = name;
      drag.hasMoved = true;
      const { selected } = board;
      if (drag.isOff) select(selected.filter((other) => other !== name));
      else if (!selected.includes(name)) select([...selected, name]);
      // A line is taken back the way it came.
      else if (this.model.mode === SET && selected.at(-2) === name) select(selected.slice(0, -1));
    }
  }

  #up(event) {
    this.fingers.delete(event.pointerId);
    if (this.pinch && this.fingers.size < 2) return this.#endPinch(event);
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    clearTimeout(drag.timer);
    this.drag = null;
    if (drag.hasMoved) this.board.focus();
    this.done(drag);
  }

  /** A long press keeps what was selected before, and adds from then on. */
  #long(name, before) {
    this.isAdding = !this.isAdding;
    if (this.isAdding) this.board.select([...before.filter((other) => other !== name), name]);
  }

  /** The cells with the same digit, or where there is none with the same marks or colours. */
  #alike(name) {
    const { model } = this;
    const { corner, centre, colour } = model.state;
    const digitOf = (cell) => model.digit(model.target(cell));
    const digit = digitOf(name);
    const key = (cell) => JSON.stringify([corner[cell], centre[cell], colour[cell]]);
    const isLike = digit === undefined
      ? (cell) => digitOf(cell) === undefined && key(cell) === key(name)
      : (cell) => digitOf(cell) === digit;
    const alike = model.board.cells.filter((cell) => cell !== name && isLike(cell));
    const hasMarks = corner[name] || centre[name] || colour[name];
    return digit === undefined && !hasMarks ? [name] : [...alike, name];
  }

  #pinch() {
    if (this.drag) {
      clearTimeout(this.drag.timer);
      this.board.select(this.drag.before);
      this.drag = null;
    }
    const { time = performance.now(), hasMoved = false } = this.pinch ?? {};
    this.pinch = { ...this.#span(), zoom: this.board.zoom, time, most: this.fingers.size, hasMoved };
  }

  #span() {
    const [a, b] = [...this.fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, length: Math.hypot(a.x - b.x, a.y - b.y) };
  }

  #stretch() {
    const { pinch, board } = this;
    if (this.fingers.size < 2) return;
    const span = this.#span();
    if (Math.abs(span.length - pinch.length) > 12 || Math.hypot(span.x - pinch.x, span.y - pinch.y) > 12) pinch.hasMoved = true;
    if (!pinch.hasMoved) return;
    board.zoomTo((pinch.zoom * span.length) / pinch.length, span.x, span.y);
    board.stage.scrollBy((pinch.before ?? pinch).x - span.x, (pinch.before ?? pinch).y - span.y);
    pinch.before = span;
  }

  #endPinch() {
    const { pinch } = this;
    if (this.fingers.size) return;
    this.pinch = null;
    if (pinch.hasMoved || performance.now() - pinch.time > TAP_MS) return;
    if (pinch.most > 2) this.redo();
    else this.undo();
  }
}
