// Setting: the palette of rules by gesture, the list of rules in sentences, regions by hand, boards, title and words.

import { SET } from "./model.js";
import { Frame, cellsOf, isPlace, lineOf, outsideLine } from "./puzzle.js";
import { button, element, focusBoard, isText, make, onClick, sentence, show } from "./ui.js";

const GESTURES = [
  ["set", "Cages and sets"], ["line", "Lines"], ["edge", "Between two cells"], ["cell", "Single cells"], ["groups", "Groups of cells"],
  ["outside", "Outside the board"], ["board", "Whole board"], ["text", "In words"],
];

const HOW = {
  set: "Drag over its cells.", line: "Drag along it, from its start.", edge: "Drag from one cell to the next.", groups: "Drag over each group, then press Done.",
  cell: "Choose the cells.", outside: "Choose a cell of the row or column.",
};

const SIDES = ["left", "right", "top", "bottom"];

/** Words of the setter, each with a field. */
const WORDS = ["title", "author", "about"];

/** Digits typed within this time make one number of a region. */
const TYPING_MS = 1500;

/** Words that a line of the board begins with have no blanks: a unit's cells and digits are written as text. */
const IS_WORD = /^\w+$/;

export class Setting {
  constructor(model, board, line, engine, { load }) {
    Object.assign(this, { model, board, line, engine, load });
    this.rules = [];
    this.boardLines = [];
    this.groups = [];
    this.tool = null;
    this.pending = null;
    this.regions = null;
    this.typed = null;
    /** Changes come one after another; so many are not made yet. */
    this.changes = Promise.resolve();
    this.waiting = 0;
    /** Counts the puzzles that came from elsewhere: another one, or one before. */
    this.round = 0;
    this.isOwn = false;
    element("find").addEventListener("input", () => this.#palette());
    element("find").addEventListener("keydown", (event) => this.#findKey(event));
    element("value-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#finish();
    });
    element("value-form").addEventListener("keydown", ({ key }) => key === "Escape" && this.cancel());
    onClick("value-cancel", () => this.cancel());
    onClick("regions", () => (this.regions ? this.#endRegions() : this.#startRegions()));
    element("shape").addEventListener("change", ({ target }) => this.#shape(target));
    for (const word of WORDS) {
      const field = element(`set-${word}`);
      field.addEventListener("change", () => this.#change((frame) => frame.saying(word, field.value), null));
      field.addEventListener("blur", () => this.waiting || this.#words());
    }
    model.addEventListener("change", ({ detail: { isOther } }) => {
      if (!isOther) return;
      if (!this.isOwn) this.round += 1;
      if (this.regions) this.#dropRegions();
    });
    model.addEventListener("select", () => model.mode === SET && this.#fit());
  }

  /** Asks once which rules there are. */
  async start() {
    if (this.rules.length) return;
    try {
      const { rules, board_lines: lines = [] } = await this.engine.ask("rules", {});
      const boardLines = lines.filter(({ line }) => IS_WORD.test(line));
      const asRule = ({ line, sentence: text }) => ({ isLine: true, keyword: line, title: capital(line), gesture: "board", sentence: text });
      Object.assign(this, { rules: [...boardLines.map(asRule), ...rules], boardLines });
      this.shown();
      this.#palette();
    } catch (problem) {
      this.line.say(problem.message, "bad");
    }
  }

  /** Ends what was begun in this mode. */
  leave() {
    this.tool = null;
    if (this.regions) this.#dropRegions();
  }

  /** Writes the setter's words into their fields, but for one that is being typed in. */
  #words() {
    for (const word of WORDS) {
      const field = element(`set-${word}`);
      if (field !== document.activeElement) field.value = this.model.board?.[word] ?? "";
    }
  }

  /** Draws what belongs to another puzzle. */
  shown() {
    const { board } = this.model;
    if (this.waiting <= 1) this.#words();
    const own = board.rules.map(({ line, sentence: text }, at) => this.#item(line, sentence(text), at));
    const lines = new Set(board.rules.map(({ line }) => line));
    const said = new Map(this.boardLines.map(({ line, sentence: text }) => [line, text]));
    const others = this.model.state.frame.lines.filter((line) => (said.has(line) || line.startsWith("unit ")) && !lines.has(line));
    element("set-rules").replaceChildren(...others.map((line) => this.#item(line, sentence(said.get(line) ?? line), null)), ...own);
    show(element("no-rules"), !own.length && !others.length);
  }

  #item(line, text, at) {
    const { board } = this;
    const item = make("li", {},
      button(text, () => this.#edit(line), { className: "text", title: `Edit: ${line}` }),
      button("✕", () => this.#remove(line), { className: "icon", "aria-label": `Remove: ${text}`, title: "Remove" }));
    if (at !== null) {
      for (const event of ["pointerenter", "focusin"]) item.addEventListener(event, () => board.light([at]));
      for (const event of ["pointerleave", "focusout"]) item.addEventListener(event, () => board.light());
    }
    item.addEventListener("keydown", (event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      event.preventDefault();
      this.#remove(line);
    });
    return item;
  }

  #palette() {
    const wanted = element("find").value.trim().toLowerCase().replace(/[\s-]/g, "");
    const names = ({ keyword, title, aliases = [] }) => [keyword, title, ...aliases.map(({ name }) => name)].map((name) => name.toLowerCase().replace(/[\s-]/g, ""));
    const found = this.rules.filter((rule) => !wanted || names(rule).some((name) => name.includes(wanted)));
    // What begins with the letters comes first.
    found.sort((a, b) => Number(names(b).some((name) => name.startsWith(wanted))) - Number(names(a).some((name) => name.startsWith(wanted))));
    this.found = found;
    this.buttons = new Map();
    const groups = GESTURES.map(([gesture, title]) => {
      const rules = found.filter((rule) => rule.gesture === gesture);
      if (!rules.length) return null;
      const buttons = rules.map((rule) => button(rule.title, () => this.choose(rule), {
        className: "rule", title: sentence(rule.sentence), "aria-pressed": this.tool === rule ? "true" : "false",
      }));
      rules.forEach((rule, k) => this.buttons.set(rule, buttons[k]));
      return make("details", { open: Boolean(wanted) || this.opened?.has(gesture) || (!this.opened && gesture === "set") }, make("summary", { textContent: title }), make("div", { className: "rules" }, ...buttons));
    });
    const palette = element("palette");
    for (const [k, details] of groups.entries()) {
      details?.addEventListener("toggle", () => {
        this.opened ??= new Set(["set"]);
        if (!element("find").value) this.opened[details.open ? "add" : "delete"](GESTURES[k][0]);
      });
    }
    const focused = palette.contains(document.activeElement) ? document.activeElement.textContent : null;
    palette.replaceChildren(...groups.filter(Boolean));
    if (focused) [...palette.querySelectorAll("button, summary")].find(({ textContent }) => textContent === focused)?.focus();
    this.#fit();
  }

  /** Shows which rules fit the selected cells. */
  #fit() {
    const chosen = this.board.targets.length;
    for (const [rule, { classList }] of this.buttons ?? []) classList.toggle("fits", chosen > 1 && fits(rule, chosen));
  }

  #findKey(event) {
    if (event.key === "Escape") {
      event.target.value = "";
      this.#palette();
      focusBoard();
    } else if (event.key === "Enter" && this.found[0]) {
      event.preventDefault();
      const [rule] = this.found;
      event.target.value = "";
      this.#palette();
      focusBoard();
      this.choose(rule);
    }
  }

  search() {
    element("find").focus();
    element("find").scrollIntoView({ block: "nearest" });
  }

  /** A rule was chosen: for the cells that are selected where it fits them, else for those that are drawn next. */
  choose(rule) {
    if (rule.isLine) return this.#toggleLine(rule.keyword);
    const selected = this.#chosen(rule);
    if (this.tool === rule) return this.cancel();
    if (rule.gesture === "board" || rule.gesture === "text") return this.#begin(rule, selected);
    if (rule.gesture === "groups" && selected.length > 1 && selected.length % 2 === 0) {
      const half = selected.length / 2;
      this.groups = [selected.slice(0, half), selected.slice(half)];
      return this.#begin(rule, selected);
    }
    const isMeant = fits(rule, selected.length) && (selected.length > 1 || ["cell", "outside"].includes(rule.gesture));
    if (isMeant) return this.#begin(rule, selected);
    Object.assign(this, { tool: rule, groups: [] });
    this.#palette();
    this.line.say(`${rule.title}: ${HOW[rule.gesture]}`, "", [{ label: "Done", action: () => this.#done() }]);
    focusBoard();
  }

  /** The cells that a rule is about: those selected, in the layer that is written in; the grid's for a clue outside the board. */
  #chosen({ gesture }) {
    return gesture === "outside" ? this.board.selected.filter(isPlace) : this.board.targets;
  }

  /** The end of a drag: the rule of the tool is made from its cells. */
  drawn() {
    const { tool, board } = this;
    if (!tool) return;
    if (tool.gesture === "groups") {
      this.groups.push(this.#chosen(tool));
      return board.light([], this.groups.flat());
    }
    if (fits(tool, board.selected.length)) this.#begin(tool, this.#chosen(tool));
  }

  /** The button that ends a tool: groups that were drawn become a rule. */
  #done() {
    const { tool, groups } = this;
    if (tool?.gesture === "groups" && groups.length > 1) this.#begin(tool, groups.flat());
    else this.cancel();
  }

  cancel() {
    Object.assign(this, { tool: null, pending: null });
    show(element("value-form"), false);
    this.line.rest();
    this.#palette();
    focusBoard();
  }

  /** Asks for the value of a rule, or makes it at once where it has none. */
  #begin(rule, cells) {
    const isText = rule.gesture === "text";
    if (rule.value === "none" && rule.gesture !== "outside" && !isText) return this.#add(...this.#lines(rule, cells));
    this.pending = { rule, cells: [...cells], old: null };
    const value = isText ? rule.example : rule.value === "optional" ? "" : rule.default;
    const label = isText ? "Line" : `${rule.title}: ${rule.value === "optional" ? "number, or nothing" : "value"}`;
    this.#askValue(label, value, rule);
  }

  /** The lines of a rule for these cells: one, or one for each cell where it is about a single cell. */
  #lines(rule, cells, value = "") {
    if (rule.gesture === "cell") return cells.map((cell) => lineOf(rule, [cell], value));
    return [lineOf(rule, cells, value, this.groups)];
  }

  #askValue(label, value, rule) {
    element("value-label").textContent = label;
    const isOutside = rule?.gesture === "outside";
    const hasSide = isOutside && rule.template.includes("{side}");
    element("side-of").hidden = !isOutside;
    element("side-of").replaceChildren(...(hasSide ? SIDES : ["left", "top"]).map((side) => make("option", { value: side, textContent: hasSide ? `from the ${side}` : side === "left" ? "row" : "column" })));
    const input = element("value");
    input.value = value;
    input.inputMode = rule && ["number", "optional"].includes(rule.value) ? "numeric" : "text";
    show(element("value-form"), true);
    input.focus();
    input.select();
  }

  #finish() {
    const { pending } = this;
    if (!pending) return;
    const { rule, cells, old } = pending;
    const value = element("value").value;
    if (old !== null) return this.#change((frame) => frame.replacing(old, value.trim()));
    if (rule.gesture === "text") return this.#add(value.trim());
    if (rule.gesture === "outside") return this.#add(outsideLine(rule, cells[0], element("side-of").value, value));
    this.#add(...this.#lines(rule, cells, value));
  }

  /** Edits the line of a rule. */
  #edit(line) {
    this.pending = { old: line };
    this.#askValue("Line", line, null);
  }

  #remove(line) {
    this.#change((frame) => frame.replacing(line, null));
  }

  #add(...lines) {
    return this.#change((frame) => frame.adding(...lines));
  }

  /** Adds a line of the board, or takes it away; the text may have its units in its place. */
  #toggleLine(line) {
    return this.#change(async (frame) => {
      const bare = frame.replacing(line, null);
      if (bare) return bare;
      const more = frame.adding(line);
      const { frame: found } = await this.model.ask(more.text({}));
      const units = found.lines.filter((one) => one.startsWith("unit "));
      const added = units.slice(frame.lines.filter((one) => one.startsWith("unit ")).length);
      const isThere = added.length > 0 && added.every((unit) => frame.lines.includes(unit));
      return isThere ? frame.without(added) : more;
    });
  }

  /**
   * Changes the text without its clues by `edit`, asks for its board, and goes on with it. A change waits for those before;
   * it is dropped where another puzzle has come meanwhile. `pending` is the form that it ends. Says whether it was made.
   */
  #change(edit, pending = this.pending) {
    const { round, model: { game } } = this;
    this.waiting += 1;
    this.changes = this.changes.then(() => this.#make(edit, pending, round, game)).finally(() => (this.waiting -= 1));
    return this.changes;
  }

  async #make(edit, pending, round, game) {
    const { model, line } = this;
    const { frame } = model.state;
    const isGone = () => round !== this.round || game !== model.game || model.state.frame !== frame;
    const drop = () => {
      this.#words();
      line.say("The puzzle is another one now: the change was not made.");
    };
    if (isGone()) return drop();
    try {
      const next = await edit(frame);
      if (!next) return line.say("The line of that rule is not in the text.", "bad");
      const found = await model.ask(next.text({}));
      if (isGone()) return drop();
      if (pending === this.pending) {
        this.pending = null;
        if (pending) show(element("value-form"), false);
      }
      this.isOwn = true;
      model.go({ frame: found.frame });
      if (!isText(document.activeElement)) focusBoard();
      return true;
    } catch (problem) {
      line.say(problem.message, "bad");
    } finally {
      this.isOwn = false;
    }
  }

  async #shape(chooser) {
    const word = chooser.value === "other" ? element("shape-other").value.trim() : chooser.value;
    element("shape-other").hidden = chooser.value !== "other";
    if (!word) return element("shape-other").focus();
    if (await this.load({ board: word }) === false) return;
    chooser.value = "";
    focusBoard();
  }

  /** Regions by hand: digits name the region of the selected cells. */
  #startRegions() {
    const { board } = this.model;
    const regions = board.units.filter(({ name }) => /^(box|region) /.test(name));
    if (board.rows !== board.columns) return this.line.say("Regions are drawn by hand on square boards.", "bad");
    this.regions = new Map(regions.flatMap(({ cells }, k) => cells.map((cell) => [cell, k + 1])));
    element("regions").textContent = "Take these regions";
    this.line.say("Select cells, then type the number of their region.", "", [{ label: "Cancel", action: () => this.#dropRegions() }]);
    this.#drawRegions();
    focusBoard();
  }

  /** A digit while regions are drawn; says whether it was one of them. */
  digit(number) {
    if (!this.regions) return false;
    const { typed, board: { selected: cells } } = this;
    const isMore = typed?.cells === cells && performance.now() - typed.time < TYPING_MS && typed.number * 10 + number <= this.model.board.rows;
    const region = isMore ? typed.number * 10 + number : number;
    this.typed = { number: region, cells, time: performance.now() };
    for (const cell of cells) this.regions.set(cell, region);
    this.#drawRegions();
    return true;
  }

  #drawRegions() {
    const { board } = this;
    const size = this.model.board.drawing.cell;
    const texts = [...this.regions].map(([cell, number]) => {
      const [x, y] = board.centre(cell);
      return `<rect class="region hue${number % 6}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/><text class="pattern" x="${x}" y="${y}" dy=".35em" font-size="${size * 0.4}">${number}</text>`;
    });
    board.figure(texts.join(""));
  }

  #dropRegions() {
    this.regions = null;
    this.typed = null;
    element("regions").textContent = "Regions by hand";
    this.board.figure(null);
    this.line.rest();
  }

  async #endRegions() {
    const { rows } = this.model.board;
    const number = (r, c) => this.regions.get(`r${r + 1}c${c + 1}`) ?? 0;
    const rowsOf = Array.from({ length: rows }, (_, r) => Array.from({ length: rows }, (_, c) => number(r, c)).join(" "));
    // The words of the board stand first; rows of numbers of a jigsaw are replaced with them.
    const isTaken = await this.#change(({ lines, grid }) => {
      const rest = lines.slice(1).filter((line) => !/^[\d ]+$/.test(line));
      return new Frame([`regions ${rows}`, ...rowsOf, ...rest], grid);
    });
    if (isTaken && this.regions) this.#dropRegions();
  }
}

function fits(rule, chosen) {
  const [least, most] = cellsOf(rule);
  return chosen >= least && chosen <= most;
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
