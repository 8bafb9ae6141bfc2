// The board on the screen: real cells in an accessible grid, of which one at a time is in the tab order.

import { candidates, conflicts, name } from "./geometry.js";

/** Digits typed within this time make one number. */
const TYPING_MS = 1500;

/** Tints of irregular regions; neighbours get different ones. */
const TINTS = 5;

export class Board {
  /** `solve` is called for Ctrl+Enter. */
  constructor(element, pad, model) {
    this.element = element;
    this.pad = pad;
    this.model = model;
    this.current = 0;
    this.typed = { at: 0, cell: -1 };
    /** Shows the digits that are possible in each empty cell: `rules` or a list for each cell. */
    this.marks = null;
    /** Cells that an explanation points at, with its word for each. */
    this.pointed = new Map();
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("pointerdown", (event) => this.#point(event));
    element.addEventListener("focusin", (event) => this.#enter(event));
    pad.addEventListener("click", (event) => this.#tap(event));
    this.rebuild();
  }

  /** Makes the cells of another board. */
  rebuild() {
    const { geometry } = this.model;
    const { side } = geometry;
    this.current = Math.min(this.current, geometry.cells - 1);
    this.shown = new Array(geometry.cells).fill(null);
    const tints = regionTints(geometry);
    const rows = [];
    this.cells = [];
    for (let r = 0; r < side; r++) {
      const row = document.createElement("div");
      row.role = "row";
      for (let c = 0; c < side; c++) {
        const cell = document.createElement("div");
        const i = r * side + c;
        cell.role = "gridcell";
        cell.tabIndex = i === this.current ? 0 : -1;
        cell.dataset.cell = i;
        cell.className = edges(geometry, i) + (tints ? ` tint${tints[i]}` : "") + extras(geometry, i);
        row.append(cell);
        this.cells.push(cell);
      }
      rows.push(row);
    }
    const { element } = this;
    element.ariaRowCount = side;
    element.ariaColCount = side;
    element.parentElement.style.setProperty("--side", side);
    element.classList.toggle("wide", side > 9);
    element.replaceChildren(...rows);
    element.parentElement.querySelector(".diagonals")?.remove();
    if (geometry.diagonals) element.after(diagonals());
    this.#buildPad(side);
    this.render();
  }

  /** Shows what has changed. */
  render() {
    const { model } = this;
    const { geometry } = model;
    const digits = Array.from({ length: geometry.cells }, (_, i) => model.digit(i));
    const clashes = conflicts(geometry, digits);
    this.firstConflict = clashes.first;
    const marks = this.marks === "rules" ? candidates(geometry, digits) : this.marks;
    const here = digits[this.current];
    const peers = new Set(geometry.unitsOf[this.current].flatMap((u) => geometry.units[u]));
    this.cells.forEach((cell, i) => {
      const kind = model.clues[i] ? "clue" : digits[i] ? "answer" : "";
      const words = [
        kind,
        clashes.cells.has(i) && "conflict",
        peers.has(i) && "peer",
        here && digits[i] === here && "same",
        this.pointed.has(i) && "pointed",
      ].filter(Boolean);
      const open = kind ? null : marks?.[i];
      const key = `${words} ${digits[i]} ${open ?? ""} ${this.pointed.get(i) ?? ""}`;
      if (this.shown[i] === key) return;
      this.shown[i] = key;
      cell.dataset.state = words.join(" ");
      cell.ariaLabel = this.#label(i, kind, digits[i], clashes.cells.has(i), open);
      if (open) cell.replaceChildren(marksOf(geometry, open));
      else cell.textContent = digits[i] || "";
    });
  }

  #label(i, kind, digit, isClash, open) {
    const { side } = this.model.geometry;
    const words = [`row ${Math.floor(i / side) + 1}`, `column ${(i % side) + 1}`, kind ? `${kind} ${digit}` : "empty"];
    if (isClash) words.push("in conflict");
    if (open) words.push(open.length ? `candidates ${open.join(" ")}` : "no candidate");
    if (this.pointed.has(i)) words.push(this.pointed.get(i));
    return words.join(", ");
  }

  /** Makes a cell the one that keys go to. */
  select(i, hasFocus = true) {
    this.cells[this.current].tabIndex = -1;
    this.current = i;
    this.cells[i].tabIndex = 0;
    if (hasFocus) this.cells[i].focus();
    this.render();
  }

  #enter({ target }) {
    const cell = target.closest("[data-cell]");
    if (cell && Number(cell.dataset.cell) !== this.current) this.select(Number(cell.dataset.cell), false);
  }

  #point(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    event.preventDefault();
    this.typed.cell = -1;
    this.select(Number(cell.dataset.cell));
  }

  #key(event) {
    if (event.altKey || event.isComposing) return;
    const { side, cells } = this.model.geometry;
    const row = Math.floor(this.current / side);
    const column = this.current % side;
    const isFar = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowLeft: isFar ? row * side : column ? this.current - 1 : this.current,
      ArrowRight: isFar ? row * side + side - 1 : column < side - 1 ? this.current + 1 : this.current,
      ArrowUp: isFar ? column : row ? this.current - side : this.current,
      ArrowDown: isFar ? cells - side + column : row < side - 1 ? this.current + side : this.current,
      Home: isFar ? 0 : row * side,
      End: isFar ? cells - 1 : row * side + side - 1,
    };
    if (event.key in moves) {
      this.typed.cell = -1;
      this.select(moves[event.key]);
    } else if (!isFar && ["Backspace", "Delete", " "].includes(event.key)) {
      this.erase();
    } else if (!isFar && event.key === "Enter") {
      // The number is whole.
      this.typed.cell = -1;
    } else if (!isFar && /^[0-9a-z]$/i.test(event.key)) {
      if (!this.type(event.key)) return;
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Takes a character as a digit, or as one more of a number; says whether it could be one. */
  type(character) {
    const { side } = this.model.geometry;
    const value = parseInt(character, 36);
    const now = performance.now();
    const isMore = this.typed.cell === this.current && now - this.typed.at < TYPING_MS;
    const longer = isMore && value < 10 ? this.model.clues[this.current] * 10 + value : 0;
    const isLonger = longer > 0 && longer <= side;
    if (!isLonger && value > side) return false;
    if (!isLonger && value === 0) {
      this.erase();
      return true;
    }
    this.model.set(this.current, isLonger ? longer : value, isLonger);
    this.typed = { at: now, cell: value < 10 ? this.current : -1 };
    return true;
  }

  erase() {
    this.typed.cell = -1;
    this.model.set(this.current, 0);
  }

  #buildPad(side) {
    const button = (value, text, label) => {
      const made = document.createElement("button");
      Object.assign(made, { type: "button", textContent: text, ariaLabel: label, tabIndex: -1 });
      made.dataset.digit = value;
      return made;
    };
    const digits = Array.from({ length: side }, (_, k) => button(k + 1, k + 1, `Set ${k + 1}`));
    this.pad.replaceChildren(...digits, button(0, "⌫", "Erase"));
    this.pad.dataset.many = side > 16 ? "very" : side > 9 ? "some" : "";
  }

  #tap({ target }) {
    const digit = target.closest("[data-digit]")?.dataset.digit;
    if (digit === undefined) return;
    this.typed.cell = -1;
    this.model.set(this.current, Number(digit));
    this.cells[this.current].focus({ preventScroll: true });
  }

  /** Points at cells, each with a word, and takes back what was pointed at before. */
  pointAt(cells) {
    this.pointed = cells;
    this.render();
  }

  /** The name of a cell. */
  nameOf(i) {
    return name(i, this.model.geometry.side);
  }
}

/** The classes of a cell's thick edges: where its region ends. */
function edges({ side, region }, i) {
  const classes = [];
  if (i % side < side - 1 && region[i] !== region[i + 1]) classes.push("wall-right");
  if (i + side < side * side && region[i] !== region[i + side]) classes.push("wall-below");
  if (i % side === side - 1) classes.push("last-column");
  if (i + side >= side * side) classes.push("last-row");
  return classes.join(" ");
}

function extras(geometry, i) {
  return geometry.listed.some((unit) => unit.includes(i)) ? " extra" : "";
}

/** A tint for each cell of an irregular board, no two neighbouring regions alike where that is possible. */
function regionTints({ side, cells, region, box }) {
  if (box) return null;
  const near = Array.from({ length: side }, () => new Set());
  for (let i = 0; i < cells; i++) {
    for (const other of [i % side < side - 1 ? i + 1 : i, i + side < cells ? i + side : i]) {
      if (region[other] === region[i]) continue;
      near[region[i]].add(region[other]);
      near[region[other]].add(region[i]);
    }
  }
  const tints = [];
  for (let r = 0; r < side; r++) {
    const taken = new Set([...near[r]].map((other) => tints[other]));
    tints[r] = Array.from({ length: TINTS }, (_, t) => t).find((t) => !taken.has(t)) ?? r % TINTS;
  }
  return region.map((r) => tints[r]);
}

function diagonals() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 1 1");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("diagonals");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", "M0 0 1 1M1 0 0 1");
  svg.append(path);
  return svg;
}

/** The candidates of a cell: each in its own place up to side 9, one after another beyond. */
function marksOf({ side, box }, open) {
  const marks = document.createElement("span");
  marks.className = "marks";
  marks.ariaHidden = true;
  if (side > 9) {
    marks.dataset.many = open.length > 12 ? "very" : open.length > 6 ? "some" : "";
    marks.textContent = open.join(" ");
    return marks;
  }
  const columns = box?.columns ?? Math.ceil(Math.sqrt(side));
  const word = (d) => (open.includes(d) ? d : "\u2007") + (d % columns && d < side ? "\u2007\u2007" : "\n");
  marks.textContent = Array.from({ length: side }, (_, k) => word(k + 1)).join("").slice(0, -1);
  return marks;
}
