// Why a puzzle has no, several or one solution, on the board and in words; and which digits are in a solution.

import { digits as digitsOf } from "./api.js";
import { namedIn } from "./geometry.js";
import { element, enable, make, onClick, show, things } from "./ui.js";

/** What the marks on the board mean: each kind has one. */
const LEGEND = {
  reason: "clue of the contradiction",
  named: "nothing is left here",
  differs: "two solutions differ here",
  spared: "can be removed",
};

/** Choices of candidates for one puzzle only: kept, they would show the solution of the next. */
export const OF_ONE_PUZZLE = ["true", "counts"];

export class Explain {
  constructor(model, board, runner, questions) {
    Object.assign(this, { model, board, runner, questions });
    this.list = element("reasons");
    this.reasons = [];
    this.at = -1;
    onClick("why", () => this.why());
    onClick("earlier", () => this.#go(Math.max(0, this.at - 1)));
    onClick("later", () => this.#go(this.at + 1));
    element("candidates").addEventListener("change", () => this.candidates());
    const on = (type, action) => this.list.addEventListener(type, (event) => {
      const at = [...this.list.children].indexOf(event.target.closest("li"));
      if (at >= 0) action(at, event);
    });
    on("focusin", (at) => this.#light(at));
    on("click", (at) => this.#go(at));
    on("mouseover", (at) => this.board.light(this.reasons[at].cells));
    on("mouseout", () => this.board.light(this.reasons[this.at]?.cells ?? new Set()));
    on("keydown", (at, event) => {
      const last = this.reasons.length - 1;
      const to = { ArrowUp: Math.max(0, at - 1), ArrowDown: Math.min(last, at + 1), Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.list.children[to].firstChild.focus();
    });
  }

  /** The puzzle has changed. */
  forget() {
    if (OF_ONE_PUZZLE.includes(element("candidates").value)) element("candidates").value = "";
    this.board.marks = element("candidates").value || null;
    this.board.counts = null;
    this.#tell([]);
    this.board.pointed = new Map();
    this.board.lit = new Set();
  }

  why() {
    return this.runner.run("Looking for the reason…", "api/explain", this.questions.asked(), (told) => {
      this.model.answer(null);
      this.forget();
      if (told.verdict === "unknown") return this.questions.without({ reason: told.stopped }, () => this.why());
      const stopped = told.stopped ? ` Not finished: ${told.stopped}.` : "";
      const { said, reasons, pointed = new Map() } = this[told.duplicates ? "duplicates" : told.verdict](told);
      this.board.point(pointed);
      this.#tell(reasons);
      return this.runner.say(said + stopped, { unique: "good", ambiguous: "" }[told.verdict] ?? "bad");
    });
  }

  /** Lists reasons; each lights the cells that it names. */
  #tell(texts) {
    const { geometry } = this.model;
    this.reasons = texts.map((text) => ({ text, cells: namedIn(geometry, text) }));
    this.at = -1;
    this.list.replaceChildren(...texts.map((text, at) =>
      make("li", {}, make("button", { textContent: text, tabIndex: at ? -1 : 0 }))));
    const kinds = new Set([...this.board.pointed.values()].map(({ kind }) => kind));
    element("legend").replaceChildren(...Object.entries(LEGEND).filter(([kind]) => kinds.has(kind)).map(([kind, text]) => {
      const sample = make("span", { className: "sample", ariaHidden: true });
      sample.dataset.state = `pointed ${kind}`;
      return make("li", {}, sample, text);
    }));
    show("why-card", texts.length > 0 || kinds.size > 0);
    show("steps-row", texts.length > 1);
    this.#light(-1);
  }

  /** Looks at a reason, and says it where the board is in sight. */
  #go(at) {
    this.#light(at);
    this.runner.say(`${at + 1}: ${this.reasons[at].text}`);
  }

  #light(at) {
    this.at = at;
    [...this.list.children].forEach(({ firstChild }, k) => {
      firstChild.tabIndex = k === Math.max(0, at) ? 0 : -1;
      firstChild.ariaCurrent = k === at ? "step" : null;
    });
    this.board.light(this.reasons[at]?.cells ?? new Set());
    const { length } = this.reasons;
    element("step").textContent = at < 0 ? `${things(length, "reason")}` : `Reason ${at + 1} of ${length}`;
    enable("earlier", at > 0);
    enable("later", at + 1 < length);
  }

  /** A word at cells, given as `r1c1` or `r1c1=5`. */
  #at(cells, kind, word) {
    return cells.map((cell) => [this.#index(cell), { kind, word }]);
  }

  #index(cell) {
    const [, row, column] = /^r(\d+)c(\d+)/.exec(cell);
    return (row - 1) * this.model.geometry.side + (column - 1);
  }

  duplicates({ duplicates }) {
    const pointed = new Map(duplicates.flatMap(({ cells }) => this.#at(cells, "reason", LEGEND.reason)));
    const reasons = duplicates.map(({ unit, digit, cells }) => `${digit} appears more than once in ${unit}: ${cells.join(", ")}`);
    return { said: "No solution: a digit appears twice in a row, column or box.", reasons, pointed };
  }

  unsatisfiable({ clues, minimal, chain, gap }) {
    const pointed = new Map(this.#at(clues, "reason", LEGEND.reason));
    const end = chain?.contradiction ?? "";
    for (const i of namedIn(this.model.geometry, end)) if (!this.model.clues[i]) pointed.set(i, { kind: "named", word: end });
    const which = clues.length === 1 ? "this clue contradicts the board" : `these ${clues.length} clues contradict each other`;
    const needed = minimal ? "; without any one of them they would not" : "";
    const steps = chain ? [...chain.steps, end] : gap ? [`The steps cannot be listed: ${gap}`] : [];
    return { said: `No solution: ${which}${clues.length > 1 ? needed : ""}.`, reasons: [`Clues: ${clues.join(", ")}`, ...steps], pointed };
  }

  ambiguous({ solutions, differing, deciding, together }) {
    const digits = solutions.map(digitsOf);
    // Where they differ, both digits are shown.
    this.board.marks = [];
    const pointed = new Map(differing.map((cell) => {
      const i = this.#index(cell);
      const both = digits.map((solution) => solution[i]);
      this.board.marks[i] = both.toSorted((a, b) => a - b);
      return [i, { kind: "differs", word: both.join(" or ") }];
    }));
    const any = deciding.map(({ cell, digits: left }) => `Fix ${cell} (${left.join(" or ")}) and only one solution remains`);
    const all = together ? [`Fix ${together.join(", ")} and only one solution remains`] : [];
    return { said: `Several solutions: two of them differ in ${things(differing.length, "cell")}.`, reasons: [...any, ...all], pointed };
  }

  unique({ redundant, minimal, clues }) {
    const pointed = new Map(this.#at(redundant, "spared", LEGEND.spared));
    if (minimal) return { said: `One solution, and it needs each of the ${clues} clues.`, reasons: [] };
    const said = `One solution. ${things(redundant.length, "clue")} could be removed, one at a time, and it would stay the only one.`;
    return { said, reasons: [], pointed };
  }

  /** Shows the candidates that were chosen. */
  candidates() {
    const { value } = element("candidates");
    this.board.marks = value === "rules" ? value : null;
    this.board.counts = null;
    this.board.render();
    if (value === "counts") return this.#counts();
    if (value !== "true") return undefined;
    return this.runner.run("Looking for the digits that lead to a solution…", "api/candidates", this.questions.asked(), (told) => {
      if (told.verdict !== "satisfiable") {
        element("candidates").value = "";
        return this.questions.without({ verdict: told.verdict, reason: told.stopped }, () => {
          element("candidates").value = "true";
          this.candidates();
        });
      }
      const marks = Array.from({ length: this.model.geometry.cells }, () => []);
      let open = 0;
      for (const found of [told.candidates, told.undecided ?? {}]) {
        for (const [cell, digits] of Object.entries(found)) {
          marks[this.#index(cell)].push(...digits);
          open += digits.length;
        }
      }
      this.board.marks = marks;
      this.board.render();
      const stopped = told.stopped ? ` Not all are decided: ${told.stopped}.` : "";
      return this.runner.say(`${things(open, "candidate")} lead to a solution.${stopped}`, "good");
    });
  }

  /** Shows for each candidate how many solutions have it. */
  #counts() {
    const question = { ...this.questions.asked(), counts: true };
    return this.runner.run("Counting the solutions with each digit…", "api/candidates", question, (told) => {
      if (told.stopped || told.count === "0") {
        element("candidates").value = "";
        const verdict = told.stopped ? "unknown" : "unsatisfiable";
        return this.questions.without({ verdict, reason: told.stopped }, () => {
          element("candidates").value = "counts";
          this.candidates();
        });
      }
      const { cells } = this.model.geometry;
      this.board.counts = Array.from({ length: cells }, () => null);
      this.board.marks = Array.from({ length: cells }, () => null);
      for (const [cell, counts] of Object.entries(told.counts)) {
        const i = this.#index(cell);
        this.board.counts[i] = new Map(Object.entries(counts).map(([digit, count]) => [Number(digit), count]));
        this.board.marks[i] = [...this.board.counts[i].keys()];
      }
      this.board.total = told.count;
      this.board.render();
      return this.runner.say(`${things(told.count, "solution")}. A disc is as large as the share of them that have its digit.`, "good");
    });
  }
}
