// The board: the engine's drawing below and above, the cells between them. Geometry is the answer's: a view, an origin, a cell.

import { PLAY, STUDY } from "./model.js";
import { isPlace, place, placeOf } from "./puzzle.js";
import { element, make } from "./ui.js";

/** Below this size in pixels marks are not drawn in cells; the line tells those of the selected cell. */
const LEAST_FOR_MARKS = 30;

/** Below this size in pixels the place of a mark is too small for it. */
const LEAST_FOR_MARK = 10;

/** On a touch screen a cell of a large board is so many pixels wide at first. */
const FINGER = 36;

/** Where marks in corners stand, in the order in which they are filled. */
const CORNERS = ["nw", "ne", "sw", "se", "n", "s", "w", "e", "c"];

/** Where the values of layers stand, in the order of the layers. */
const LAYER_PLACES = ["se", "sw", "ne", "nw", "s", "n", "e", "w"];

/** A layer of two values is a shade: the first of them darkens the cell. */
const isShade = ({ first, last }) => first === 0 && last === 1;

export class Board {
  constructor(model) {
    this.model = model;
    this.element = element("board");
    this.stage = element("stage");
    this.cells = new Map();
    this.sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.sheet];
    /** Cells in the order in which they were selected. */
    this.selected = [];
    this.current = null;
    this.breaches = [];
    /** Candidates to show in empty cells: digits by cell, with shares from 0 to 1 where they were counted. */
    this.shown = null;
    this.zoom = 1;
    new ResizeObserver(() => this.#measure()).observe(this.element);
  }

  /** Draws another board. */
  build() {
    const { board } = this.model;
    const { drawing, rows, columns } = board;
    const [x, y, width, height] = drawing.view;
    this.#colours(drawing.colours);
    for (const layer of ["paper", "below", "above", "figure"]) {
      element(layer).setAttribute("viewBox", drawing.view.join(" "));
      element(layer).innerHTML = drawing[layer] ?? "";
    }
    this.figure(null);
    this.stage.style.setProperty("--ratio", width / height);
    this.element.style.setProperty("--view", width);
    this.element.style.setProperty("--cell-units", drawing.cell);
    this.element.style.aspectRatio = `${width} / ${height}`;
    const percent = (at, from, size) => `${((at - from) / size) * 100}%`;
    const [left, top] = drawing.origin;
    this.cells.clear();
    const groups = new Map();
    for (const name of board.cells) {
      const [row, column] = place(name);
      const cell = make("div", { role: "gridcell", tabIndex: -1, "aria-colindex": column, id: name });
      cell.dataset.cell = name;
      const { style } = cell;
      style.left = percent(left + drawing.cell * (column - 1), x, width);
      style.top = percent(top + drawing.cell * (row - 1), y, height);
      style.width = percent(drawing.cell, 0, width);
      style.height = percent(drawing.cell, 0, height);
      if (!groups.has(row)) groups.set(row, make("div", { role: "row", "aria-rowindex": row }));
      groups.get(row).append(cell);
      this.cells.set(name, { element: cell, drawn: null });
    }
    const grid = element("cells");
    grid.setAttribute("aria-rowcount", rows);
    grid.setAttribute("aria-colcount", columns);
    grid.replaceChildren(...groups.values());
    this.#buildBeside();
    this.#nameRules();
    this.selected = this.selected.filter((name) => this.cells.has(name));
    if (!this.cells.has(this.current)) this.current = board.cells.find((name) => this.model.digit(name) === undefined) ?? board.cells[0];
    if (!this.selected.length && this.current) this.selected = [this.current];
    this.#measure();
    this.#fitFinger();
  }

  /** The cells that have no place on the grid, in a row below it. */
  #buildBeside() {
    const { beside } = this.model.board;
    const row = make("div", { role: "row" });
    for (const name of beside) {
      const cell = make("div", { role: "gridcell", tabIndex: -1, id: name });
      cell.dataset.cell = name;
      cell.addEventListener("click", () => this.select([name]));
      row.append(make("span", { className: "beside" }, make("span", { textContent: name, "aria-hidden": "true" }), cell));
      this.cells.set(name, { element: cell, drawn: null });
    }
    element("beside").replaceChildren(row);
    element("beside").hidden = !beside.length;
  }

  /** The cells that are written to: those selected, or what lies over them in a layer. */
  get targets() { return this.selected.map((name) => this.model.target(name)); }

  /** The first and the last value of what is written to. */
  get range() { return this.model.range(this.model.target(this.current)); }

  /** Makes the cells of a large board as large as a finger, where there is one. */
  #fitFinger() {
    const { columns, rows, drawing } = this.model.board;
    this.zoomTo(1);
    const size = (this.element.clientWidth / drawing.view[2]) * drawing.cell;
    if (Math.max(columns, rows) <= 12 || !matchMedia("(pointer: coarse)").matches || size >= FINGER / 1.5) return;
    this.zoomTo(FINGER / size, 0, 0);
    this.stage.scrollTo(0, 0);
  }

  /** The colours of the drawing, as variables for light and dark. */
  #colours({ light = {}, dark = {} } = {}) {
    const pairs = Object.entries(light).map(([name, value]) => `--p-${name}: light-dark(${value}, ${dark[name] ?? value})`);
    this.sheet.replaceSync(`#board { ${pairs.join("; ")} }`);
  }

  /** What the rules say of each cell, for its name. Rules of the whole board are in the list beside it. */
  #nameRules() {
    const { board } = this.model;
    this.named = new Map();
    board.rules.forEach(({ title, value, cells }) => {
      if (cells.length > board.cells.length / 2) return;
      const words = value ? `${title} ${value}` : title;
      for (const cell of new Set(cells.map(placeOf))) this.named.set(cell, [...(this.named.get(cell) ?? []), words]);
    });
  }

  /** Draws what has changed. */
  draw() {
    const { model } = this;
    if (!model.board) return;
    const broken = new Set(this.breaches.flatMap(({ cells }) => cells));
    this.same = this.#sameDigit();
    for (const [name, cell] of this.cells) this.#drawCell(name, cell, broken);
    this.#drawSelection(this.cells.keys());
    this.#lightBroken();
  }

  /** The digit of the only selected cell: cells that have it too are shown. */
  #sameDigit() {
    const [only, other] = this.selected;
    return only && !other && !this.model.layer ? this.#value(only).value : undefined;
  }

  /** Draws of some cells whether they are selected. */
  #drawSelection(names) {
    const chosen = new Set(this.selected);
    for (const name of names) {
      const cell = this.cells.get(name);
      if (!cell) continue;
      const { element: box } = cell;
      const edge = chosen.has(name) ? this.#edges(name, chosen) : "";
      const tabIndex = name === this.current ? 0 : -1;
      if (box.tabIndex !== tabIndex) box.tabIndex = tabIndex;
      if (cell.edge === edge) continue;
      cell.edge = edge;
      box.dataset.edge = edge;
      box.ariaSelected = edge !== "" ? "true" : "false";
      box.style.boxShadow = edge ? ring(edge) : "";
    }
  }

  /** The value of a cell that is shown and whose it is. Set and Study show the puzzle; the game is kept beneath. */
  #value(name) {
    const { state, mode } = this.model;
    const clue = state.clues[name];
    if (clue !== undefined) return { value: clue, kind: "clue" };
    const own = mode === PLAY ? state.digits[name] : mode === STUDY ? this.answers?.[name] : undefined;
    return own === undefined ? { kind: "" } : { value: own, kind: mode === PLAY ? "own" : "answer" };
  }

  /** The values of the layers over a cell. */
  #layered(name, broken) {
    const { over } = this.model.board;
    return over.map(({ name: layer, first, last }, k) => {
      const cell = `${layer}:${name}`;
      return { layer, ...this.#value(cell), isBroken: broken.has(cell), place: LAYER_PLACES[k % LAYER_PLACES.length], isShade: isShade({ first, last }) };
    }).filter(({ value }) => value !== undefined);
  }

  #drawCell(name, cell, broken) {
    const { model: { state, mode }, same } = this;
    const { value, kind } = this.#value(name);
    const marks = value === undefined && mode === PLAY;
    const words = [kind];
    if (broken.has(name)) words.push("breach");
    if (same !== undefined && value === same) words.push("same");
    const states = words.filter(Boolean).join(" ");
    const layered = isPlace(name) ? this.#layered(name, broken) : [];
    const [corner, centre] = marks ? [state.corner[name], state.centre[name]] : [];
    const colour = state.colour[name];
    const shown = value === undefined ? this.shown?.[name] : undefined;
    const now = {
      value, states, corner, centre, colour, shown,
      layers: layered.map(({ layer, value: own, kind: whose, isBroken }) => `${layer}${own}${whose}${isBroken}`).join(),
    };
    if (cell.drawn && Object.entries(now).every(([key, one]) => cell.drawn[key] === one)) return;
    cell.drawn = now;
    const { element: box } = cell;
    box.dataset.state = states;
    box.style.background = colour ? pie(colour) : "";
    box.replaceChildren(...layered.map(layerMark), ...contents({ digit: value, corner, centre, shown }, this.model.board.digits));
    box.ariaLabel = this.#label(name, kind, value, corner, centre, colour, words, layered);
  }

  #label(name, kind, digit, corner, centre, colour, words, layered) {
    const where = isPlace(name) ? `row ${place(name)[0]} column ${place(name)[1]}` : name;
    const whose = { clue: " given", answer: " answer" };
    const parts = [where, digit === undefined ? "empty" : `${digit}${whose[kind] ?? ""}`];
    for (const { layer, value, kind: of, isBroken } of layered) parts.push(`${layer} ${value}${whose[of] ?? ""}${isBroken ? " breaks a rule" : ""}`);
    if (corner) parts.push(`corner ${corner.join(" ")}`);
    if (centre) parts.push(`centre ${centre.join(" ")}`);
    if (colour) parts.push(`colour ${colour.join(" ")}`);
    if (words.includes("breach")) parts.push("breaks a rule");
    return [...parts, ...(this.named.get(name) ?? [])].join(", ");
  }

  /** The sides on which a selected cell ends the selection. */
  #edges(name, chosen) {
    if (!isPlace(name)) return "nesw.";
    const [row, column] = place(name);
    const sides = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };
    const open = Object.entries(sides).filter(([, [down, right]]) => !chosen.has(`r${row + down}c${column + right}`));
    return `${open.map(([side]) => side).join("")}.`;
  }

  /** Selects cells; the last has the turn. */
  select(names, { focus = true } = {}) {
    const changed = new Set([...this.selected, ...names, this.current]);
    this.selected = names;
    if (names.length) this.current = names.at(-1);
    if (this.#sameDigit() === this.same) this.#drawSelection(changed.add(this.current));
    else this.draw();
    if (focus) this.focus();
    this.model.dispatchEvent(new CustomEvent("select"));
  }

  focus() {
    this.cells.get(this.current)?.element.focus({ preventScroll: this.zoom === 1 });
  }

  /** Where the board is in the window. */
  get box() { return this.element.getBoundingClientRect(); }

  /** The cell at a point of the window; with `isNear` only where the point is well inside. */
  at(clientX, clientY, { isNear = false, box = this.box } = {}) {
    const { drawing } = this.model.board;
    const unit = box.width / drawing.view[2];
    const across = ((clientX - box.left) / unit + drawing.view[0] - drawing.origin[0]) / drawing.cell;
    const down = ((clientY - box.top) / unit + drawing.view[1] - drawing.origin[1]) / drawing.cell;
    const name = `r${Math.floor(down) + 1}c${Math.floor(across) + 1}`;
    if (!this.cells.has(name)) return null;
    const off = Math.hypot((across % 1) - 0.5, (down % 1) - 0.5);
    return isNear && off > 0.46 ? null : name;
  }

  /** Whether a cell, or what it lies over, is on the grid. */
  isOnGrid(name) { return isPlace(placeOf(name)) && this.cells.has(placeOf(name)); }

  /** The middle of a cell in units of the drawing. */
  centre(name) {
    const { origin, cell } = this.model.board.drawing;
    const [row, column] = place(placeOf(name));
    return [origin[0] + cell * (column - 0.5), origin[1] + cell * (row - 0.5)];
  }

  /** Draws the breaches of rules; their cells are marked with the rest. */
  #lightBroken() {
    const rules = new Set(this.breaches.map(({ rule }) => rule).filter((rule) => rule !== null && rule !== undefined));
    this.#mark("broken", rules);
  }

  /** Lights rules and cells; without any it puts the light out. */
  light(rules = [], cells = []) {
    this.#mark("lit", new Set(rules));
    const lit = new Set([...cells, ...rules.flatMap((rule) => this.model.board.rules[rule]?.cells ?? [])].map((name) => (this.cells.has(name) ? name : placeOf(name))));
    const isAll = lit.size >= this.cells.size;
    for (const [name, { element: box }] of this.cells) box.toggleAttribute("data-lit", lit.has(name) && !isAll);
  }

  #mark(word, rules) {
    for (const group of this.element.querySelectorAll("[data-rule]")) group.classList.toggle(word, rules.has(Number(group.dataset.rule)));
  }

  /** Puts marks of a hint on top, as SVG, or takes them away. */
  figure(svg) {
    element("figure").innerHTML = svg ?? "";
  }

  /** Shows candidates in the empty cells, or none. */
  candidates(shown) {
    this.shown = shown;
    this.draw();
  }

  zoomTo(zoom, clientX, clientY) {
    const { stage } = this;
    const next = Math.min(8, Math.max(1, zoom));
    const box = this.element.getBoundingClientRect();
    const [x, y] = [((clientX ?? innerWidth / 2) - box.left) / box.width, ((clientY ?? innerHeight / 2) - box.top) / box.height];
    this.zoom = next;
    stage.style.setProperty("--zoom", next);
    const after = this.element.getBoundingClientRect();
    stage.scrollBy(after.left + x * after.width - (clientX ?? innerWidth / 2), after.top + y * after.height - (clientY ?? innerHeight / 2));
  }

  /** Makes small cells of large boards on a telephone as large as a finger, and leaves out marks that nobody could read. */
  #measure() {
    const { board } = this.model;
    if (!board) return;
    const { cell, view } = board.drawing;
    const size = (this.element.clientWidth / view[2]) * cell;
    const inRow = Math.ceil(Math.sqrt(board.digits.last - board.digits.first + 1));
    this.element.classList.toggle("small", size < LEAST_FOR_MARKS || size / inRow < LEAST_FOR_MARK);
    this.element.classList.toggle("tiny", size < 14);
  }
}

/** The value of a layer over a cell: the first value of a shade is a dot, the second darkens the cell; others are small digits. */
function layerMark({ value, kind, isBroken, place, isShade }) {
  const look = isShade ? (value === 1 ? "shade" : `layered dot ${place}`) : `layered ${place}`;
  return make("span", { className: `${look} ${kind}${isBroken ? " broken-value" : ""}`, textContent: isShade ? "" : value });
}

/** The children of a cell. */
function contents({ digit, corner, centre, shown }, { first, last }) {
  if (digit !== undefined) return [make("span", { className: digit > 99 ? "digit three" : digit > 9 ? "digit two" : "digit", textContent: digit })];
  const children = [];
  corner?.forEach((mark, k) => children.push(make("span", { className: `mark ${CORNERS[k] ?? "c"}`, textContent: mark })));
  // Many marks have their places, as candidates have.
  if (centre?.length > 7) children.push(candidatesOf(centre.map((digit) => ({ digit })), first, last, "noted"));
  else if (centre) children.push(make("span", { className: centre.length > 5 ? "centre long" : "centre", textContent: centre.join(last > 9 ? " " : "") }));
  if (shown && !corner && !centre) children.push(candidatesOf(shown, first, last));
  return children;
}

function candidatesOf(shown, first, last, also = "") {
  const box = make("span", { className: `candidates ${also}` });
  const side = Math.ceil(Math.sqrt(last - first + 1));
  box.style.setProperty("--side", side);
  for (const { digit, share } of shown) {
    const mark = make("i", { textContent: digit });
    mark.style.gridArea = `${Math.floor((digit - first) / side) + 1} / ${((digit - first) % side) + 1}`;
    if (share !== undefined) {
      mark.className = "counted";
      mark.style.setProperty("--share", share);
    }
    box.append(mark);
  }
  return box;
}

/** Several colours of a cell, as a pie. */
function pie(colours) {
  if (colours.length === 1) return `var(--colour-${colours[0]})`;
  const part = 100 / colours.length;
  return `conic-gradient(${colours.map((colour, k) => `var(--colour-${colour}) ${k * part}% ${(k + 1) * part}%`).join(", ")})`;
}

const SHADOWS = { n: "inset 0 3px", e: "inset -3px 0", s: "inset 0 -3px", w: "inset 3px 0" };

/** The ring of a selection on these sides, over a light fill. */
function ring(edge) {
  const sides = [...edge].map((side) => SHADOWS[side]).filter(Boolean).map((shadow) => `${shadow} var(--ring)`);
  return [...sides, "inset 0 0 0 100vmax var(--ring-fill)"].join(", ");
}
