// Hints a level at a press, and why a digit is ruled out. Level 1 says, 2 lights, 3 rings, 4 draws all; forms need no colour.

import { PLAY } from "./model.js";
import { candidate, candidates, placeOf } from "./puzzle.js";
import { button, element, make, show } from "./ui.js";

const LAST = 4;

export class Hints {
  constructor(model, board, line, engine) {
    Object.assign(this, { model, board, line, engine });
    this.steps = [];
    this.at = 0;
    this.level = 0;
    /** What the steps that were taken up to a state have struck out: marks of the player's may be fewer. */
    this.known = null;
    this.isAsking = false;
  }

  get isOpen() { return this.level > 0; }
  get step() { return this.steps[this.at]; }
  get struck() { return this.known?.state === this.model.state ? this.known.struck : []; }

  /** A press of the key: the next level, or a new hint. */
  async press() {
    const { model } = this;
    if (model.mode !== PLAY || this.isAsking || model.game.finished) return;
    if (this.isOpen && this.ofState === model.state) return this.#show(Math.min(this.level + 1, LAST));
    await this.#ask({ puzzle: model.played, struck: this.struck, time_limit: 20 }, (answer) => answer.hints ?? []);
  }

  /** Every step at hand, the easiest first. */
  async another() {
    if (this.steps.length > 1) {
      this.at = (this.at + 1) % this.steps.length;
      return this.#show(this.level);
    }
    const { level } = this;
    await this.#ask({ puzzle: this.model.played, struck: this.struck, all: true, time_limit: 20 }, ({ hints = [] }) => hints);
    if (this.steps.length > 1) {
      this.at = 1;
      this.#show(level);
    } else this.line.say("There is no other step.");
  }

  /** The steps that rule out a digit of a cell. */
  async why(cell, digit) {
    const { model } = this;
    if (model.clues[cell] !== undefined) return this.line.say("That cell has a clue.");
    const others = { ...model.digits };
    delete others[cell];
    const puzzle = model.state.frame.text({ ...others, ...model.clues });
    await this.#ask({ puzzle, why: `${cell}=${digit}`, time_limit: 20 }, (answer) => answer.hints ?? [], `Why not ${digit} in ${cell}`);
  }

  async #ask(question, stepsOf, title = null) {
    const { model, line } = this;
    const { state } = model;
    this.isAsking = true;
    line.say("Thinking…");
    try {
      const answer = await this.engine.ask("hint", question);
      if (model.state !== state) return line.rest();
      const steps = stepsOf(answer);
      line.say(answer.reason ?? (steps.length ? "" : "Nothing follows by named techniques."));
      if (steps.length) this.#start(steps, title);
    } catch (problem) {
      line.say(problem.message, "bad");
    } finally {
      this.isAsking = false;
    }
  }

  #start(steps, title = null) {
    Object.assign(this, { steps, title, at: 0, ofState: this.model.state });
    if (!title) this.model.game.hints += 1;
    this.#show(title ? LAST : 1);
  }

  #show(level) {
    this.level = level;
    const { step, title } = this;
    this.board.light(level >= 2 ? rulesOf(step) : [], level >= 2 ? cellsOfUnits(step, this.model.board) : []);
    this.board.figure(level >= 3 ? figure(step, this.board, level) : null);
    const said = step.levels.slice(0, level).map((text) => make("p", { textContent: text }));
    const heading = title ?? `Hint ${level} of ${LAST}`;
    const proof = level === LAST && step.proof?.length ? this.#proof(step) : null;
    const buttons = make("div", { className: "row" },
      level < LAST ? button("More", () => this.press(), { className: "primary" }) : null,
      level === LAST && !title ? button("Take it", () => this.take(), { className: "primary" }) : null,
      title && this.steps.length > 1 ? button(`Next of ${this.steps.length}`, () => this.another()) : null,
      !title ? button("Another", () => this.another(), { className: "quiet" }) : null,
      button("Close", () => this.close(), { className: "quiet" }));
    element("hint").replaceChildren(make("div", { className: "heading" }, make("h2", { textContent: heading }), buttons), ...said, proof ?? "");
    show(element("hint"), true);
    document.body.classList.add("hinting");
  }

  #proof(step) {
    const lines = step.proof.map((line, k) => lighting(make("li", { textContent: line }), step.proof_sources?.[k] ?? {}, this.board));
    return make("details", {}, make("summary", { textContent: "Proof" }), make("ol", {}, ...lines));
  }

  /** Enter: shows all, then does what the step says. */
  take() {
    const { model, step } = this;
    if (!this.isOpen || this.title || this.ofState !== model.state) return;
    if (this.level < LAST) return this.#show(LAST);
    const places = candidates(step.places);
    const removes = candidates(step.removes);
    const struck = [...this.struck, ...step.removes];
    const parts = places.length
      ? { digits: { ...model.digits, ...Object.fromEntries(places.map(({ cell, digit }) => [cell, digit])) } }
      : { centre: without(model.state.centre, removes), corner: without(model.state.corner, removes) };
    model.go(parts);
    this.close();
    if (places.length) this.board.select([this.board.cells.has(places[0].cell) ? places[0].cell : placeOf(places[0].cell)]);
    this.known = { state: model.state, struck };
  }

  close() {
    if (!this.isOpen) return;
    this.level = 0;
    this.board.light();
    this.board.figure(null);
    show(element("hint"), false);
    document.body.classList.remove("hinting");
    this.line.rest();
  }
}

/** Marks without candidates that are struck out. */
function without(marks, removes) {
  const next = { ...marks };
  for (const { cell, digit } of removes) {
    const left = next[cell]?.filter((other) => other !== digit);
    if (left?.length) next[cell] = left;
    else if (left) delete next[cell];
  }
  return next;
}

/** Makes a sentence light its cells and rules, by pointer and by keyboard. */
export function lighting(line, { cells = [], rules = [] }, board) {
  line.tabIndex = 0;
  for (const event of ["pointerenter", "focus"]) line.addEventListener(event, () => board.light(rules, cells));
  for (const event of ["pointerleave", "blur"]) line.addEventListener(event, () => board.light());
  return line;
}

/** The rules that a step rests on, where the answer names them. */
const rulesOf = (step) => step.rules ?? [];

function cellsOfUnits({ units }, board) {
  const named = new Set(units);
  return board.units.filter(({ name }) => named.has(name)).flatMap(({ cells }) => cells);
}

/** The marks of a step as SVG: rings and squares round cells; at the last level links, struck candidates and digits written. */
export function figure(step, board, level = LAST) {
  const { cell: size } = board.model.board.drawing;
  const { first, last } = board.model.board.digits;
  const side = Math.ceil(Math.sqrt(last - first + 1));
  const onGrid = (found) => found.filter(({ cell }) => board.isOnGrid(cell));
  const spot = ({ cell, digit }) => {
    const [x, y] = board.centre(cell);
    // The values of layers stand in the middle.
    if (cell !== placeOf(cell)) return [x, y];
    const step = (size * 0.8) / side;
    const k = digit - first;
    return [x + ((k % side) - (side - 1) / 2) * step, y + (Math.floor(k / side) - (side - 1) / 2) * step];
  };
  const marks = onGrid((step.marks ?? []).map(({ at, role }) => ({ ...candidate(at), role })).filter(({ cell }) => cell));
  const roles = new Map(marks.map(({ cell, role }) => [placeOf(cell), role]));
  const parts = [...roles].map(([cell, role]) => shape(board.centre(cell), size, role));
  const font = Math.max(size * 0.3, size / side * 0.8);
  const digitAt = (name, [x, y], digit, height = font) => `<text class="${name}" x="${x}" y="${y}" font-size="${height}" dy=".35em">${digit}</text>`;
  if (level >= LAST) {
    for (const { from, to } of step.links ?? []) {
      const [a, b] = [candidate(from), candidate(to)];
      if (a && b && onGrid([a, b]).length === 2) parts.push(link(spot(a), spot(b), size, b.isStrong));
    }
    const written = new Set(step.places);
    for (const mark of marks) if (!written.has(`${mark.cell}=${mark.digit}`)) parts.push(digitAt("pattern", spot(mark), mark.digit));
    for (const mark of onGrid(candidates(step.removes))) {
      const [x, y] = spot(mark);
      const half = font * 0.55;
      parts.push(digitAt("struck", [x, y], mark.digit), `<path class="stroke" d="M${x - half} ${y + half}L${x + half} ${y - half}"/>`);
    }
    for (const { cell, digit } of onGrid(candidates(step.places))) {
      const [x, y] = board.centre(cell);
      parts.push(`<circle class="disc" cx="${x}" cy="${y}" r="${size * 0.36}"/>`, digitAt("written", [x, y], digit, size * 0.52));
    }
  }
  return parts.join("");
}

function shape([x, y], size, role) {
  const half = size * 0.43;
  if (role === "base" || role === "on") return `<circle class="ring" cx="${x}" cy="${y}" r="${half}"/>`;
  return `<rect class="square" x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}"/>`;
}

/** An arc between two candidates: solid where one of them must hold, dashed where both cannot. */
function link([x1, y1], [x2, y2], size, isStrong) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(length * 0.2, size * 0.5);
  const [mx, my] = [(x1 + x2) / 2 - (dy / length) * bend, (y1 + y2) / 2 + (dx / length) * bend];
  return `<path class="link${isStrong ? "" : " weak"}" d="M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}"/>`;
}
