// Studying: the path of a person, the solutions, why they are so many, candidates, solvers, clauses and proofs.

import { figure, lighting } from "./hint.js";
import { plain, withShares } from "./live.js";
import { STUDY } from "./model.js";
import { candidates } from "./puzzle.js";
import { button, count, duration, element, make, saveFile, sentence, things } from "./ui.js";

const TABS = [["steps", "Steps"], ["solutions", "Solutions"], ["explain", "Explain"], ["candidates", "Candidates"], ["solvers", "Solvers"], ["proof", "Proof"]];

/** So many solutions are listed. */
const MOST_SOLUTIONS = 100;

export class Study {
  constructor(model, board, line, engine) {
    Object.assign(this, { model, board, line, engine });
    this.controller = null;
    this.tab = "steps";
    const tabs = TABS.map(([name, title]) => {
      const made = button(title, () => this.open(name), { role: "tab", id: `tab-${name}`, "aria-controls": "study-panel" });
      return made;
    });
    const list = element("tabs");
    list.append(...tabs);
    list.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const at = TABS.findIndex(([name]) => name === this.tab);
      this.open(TABS.at((at + by) % TABS.length)[0]);
      element(`tab-${this.tab}`).focus();
    });
    this.panel = element("study-panel");
    this.#light();
  }

  /** Forgets what belongs to another puzzle, and takes it off the board. */
  clear() {
    this.controller?.abort();
    this.path = null;
    this.of = null;
    Object.assign(this.board, { answers: null });
    this.board.light();
    this.board.figure(null);
    this.board.candidates(null);
  }

  /** Shows the tab again for the puzzle as it is now. */
  shown() {
    if (this.model.mode === STUDY && this.of !== this.model.text) this.open(this.tab);
  }

  #light() {
    for (const [name] of TABS) {
      const tab = element(`tab-${name}`);
      tab.ariaSelected = String(name === this.tab);
      tab.tabIndex = name === this.tab ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  open(name) {
    this.clear();
    this.line.rest();
    this.tab = name;
    this.of = this.model.text;
    this.#light();
    this.panel.replaceChildren();
    const tabs = { steps: () => this.#steps(), solutions: () => this.#solutions(), explain: () => this.#explain(), candidates: () => this.#candidates(), solvers: () => this.#solvers(), proof: () => this.#proof() };
    tabs[name]();
  }

  /** Asks about the puzzle, and shows how long it takes. */
  async #ask(name, question = {}, options = {}) {
    this.controller?.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    const waiting = make("p", { className: "faint", textContent: "Thinking…" });
    const stop = button("Stop", () => this.controller.abort(), { className: "quiet" });
    const row = make("div", { className: "row" }, waiting, stop);
    this.panel.append(row);
    const progress = ({ seconds }) => (waiting.textContent = `Thinking… ${duration(seconds)}`);
    try {
      return await this.engine.ask(name, { puzzle: this.model.text, ...question }, { signal, progress, ...options });
    } catch (problem) {
      if (problem.name === "AbortError") this.#say(row.isConnected ? "Stopped." : "");
      else this.#say(problem.message);
      return null;
    } finally {
      row.remove();
    }
  }

  #say(text, className = "") {
    if (text) this.panel.append(make("p", { textContent: text, className }));
  }

  async #steps() {
    const answer = await this.#ask("path", { time_limit: 30 });
    if (!answer) return;
    const { path = [], reason } = answer;
    this.path = path;
    const hardest = path.reduce((most, { rating }) => Math.max(most, rating ?? 0), 0);
    this.#say(`${things(path.length, "step")}${hardest ? `, the hardest of SE ${hardest.toFixed(1)}` : ""}. ${sentence(reason)}`);
    const nav = make("div", { className: "row" }, button("‹", () => this.step(-1), { "aria-label": "Step before" }), button("›", () => this.step(1), { "aria-label": "Next step" }));
    const items = path.map((step, k) => make("li", {}, button(step.says, () => this.#walk(k), { className: "text" })));
    this.panel.append(nav, make("ol", { className: "path", id: "path" }, ...items));
    this.at = -1;
  }

  /** Goes along the path. */
  step(by) {
    if (!this.path?.length || this.model.mode !== STUDY) return;
    this.#walk(Math.min(Math.max(this.at + by, 0), this.path.length - 1));
  }

  #walk(at) {
    const { path, board } = this;
    this.at = at;
    const done = path.slice(0, at).flatMap(({ places }) => candidates(places));
    board.answers = Object.fromEntries(done.map(({ cell, digit }) => [cell, digit]));
    const step = path[at];
    board.draw();
    const units = new Set(step.units);
    board.light(step.rules ?? [], this.model.board.units.filter(({ name }) => units.has(name)).flatMap(({ cells }) => cells));
    board.figure(figure(step, board));
    const items = [...element("path").children];
    items.forEach((item, k) => (k === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
    items[at].scrollIntoView({ block: "nearest" });
    this.line.say(`Step ${at + 1}: ${step.levels?.at(-1) ?? step.says}`);
  }

  async #solutions() {
    const answer = await this.#ask("solve", { limit: MOST_SOLUTIONS, time_limit: 30 });
    if (!answer) return;
    const { verdict, solutions, more } = answer;
    if (verdict !== "satisfiable") return this.#say(verdict === "unsatisfiable" ? "There is no solution." : "It is not known within 30 seconds whether there is a solution.");
    this.#say(solutions.length === 1 && more === false ? "There is one solution." : `${things(solutions.length, "solution")}${more === false ? " in all" : " or more"}.`);
    let at = 0;
    const which = make("span", {});
    const showAt = (k) => {
      at = (k + solutions.length) % solutions.length;
      which.textContent = `${at + 1} of ${solutions.length}`;
      this.board.answers = digitsOf(solutions[at], this.model.board);
      this.board.draw();
    };
    const nav = [button("‹", () => showAt(at - 1), { "aria-label": "Solution before" }), which, button("›", () => showAt(at + 1), { "aria-label": "Next solution" })];
    this.panel.append(make("div", { className: "row" }, ...(solutions.length > 1 ? nav : [])));
    if (more !== false || solutions.length > 1) this.panel.append(button("Count all", async () => {
      const counted = await this.#ask("count", { time_limit: 60 });
      if (counted) this.#say(`${count(counted.count)} solutions${counted.reason ? ` (${counted.reason})` : ""}.`);
    }));
    showAt(0);
  }

  async #explain() {
    const answer = await this.#ask("explain", { time_limit: 30 });
    if (!answer) return;
    const { verdict, clues, redundant = [], rule_count: rules, redundant_rule_numbers: spare = [], needed_rule_numbers: needed = [], breaches = [], duplicates = [], chain, differing = [], stopped } = answer;
    const light = (cells, of = []) => this.board.light(of, cells);
    if (verdict === "unique") {
      this.#say(`There is one solution. ${things(clues, "clue")}${rules ? ` and ${things(rules, "rule")}` : ""}.`);
      this.#say(redundant.length + spare.length ? `Each of ${things(redundant.length, "clue")}${spare.length ? ` and ${things(spare.length, "rule")}` : ""} can be removed by itself; they are lit.` : "No clue and no rule can be removed.");
      light(redundant.map((clue) => clue.split("=")[0]), spare);
    } else if (verdict === "ambiguous") {
      this.#say(`There are several solutions. Two of them differ in the ${things(differing.length, "cell")} that are lit.`);
      light(differing);
    } else if (verdict === "unsatisfiable") {
      const cells = Array.isArray(clues) ? clues.map((clue) => clue.split("=")[0]) : [];
      this.#say("There is no solution.");
      for (const one of [...breaches, ...duplicates]) this.panel.append(lighting(make("p", { textContent: sentence(one.sentence) }), one, this.board));
      if (cells.length || needed.length) this.#say(`${things(cells.length, "clue")}${needed.length ? ` and ${things(needed.length, "rule")}` : ""} contradict one another; they are lit.`);
      light(cells, needed);
      if (chain?.sentences) {
        const items = chain.sentences.map((one) => lighting(make("li", { textContent: sentence(one.sentence) }), one, this.board));
        this.panel.append(make("ol", { className: "path" }, ...items));
      }
    } else this.#say("It is not known within 30 seconds.");
    this.#say(stopped ? `Stopped: ${stopped}.` : "");
  }

  #candidates() {
    const choices = [["true", "Those in some solution", false], ["counted", "Counted", true]];
    this.panel.append(make("div", { className: "row" }, ...choices.map(([, title, counts]) => button(title, async () => {
      const answer = await this.#ask("candidates", { counts, time_limit: 30 });
      if (!answer) return;
      this.board.candidates(counts && answer.counts ? withShares(answer) : plain(answer));
      this.#say(answer.count ? `${count(answer.count)} solutions; the fuller the mark, the more of them have the digit.` : "");
    })), button("None", () => this.board.candidates(null), { className: "quiet" })));
  }

  #solvers() {
    if (!this.engine.isServer) return this.#say("The race of solvers needs the server: start “satdoku serve” and open its page.");
    const names = (this.engine.about?.solvers ?? []).map(({ name }) => name).filter((name) => name !== "auto");
    const body = make("tbody", {});
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...["Solver", "Time", "Outcome"].map((text) => make("th", { textContent: text, scope: "col" })))), body);
    const rows = new Map();
    const row = ({ run, solver, outcome = "runs", seconds }) => {
      const cells = [solver, seconds === undefined ? "…" : duration(seconds), outcome].map((text) => make("td", { textContent: text }));
      if (!rows.has(run)) body.append(rows.set(run, make("tr", {})).get(run));
      rows.get(run).replaceChildren(...cells);
    };
    this.panel.append(button("Race", async () => {
      rows.clear();
      body.replaceChildren();
      this.panel.append(table);
      const answer = await this.#ask("race", { solvers: names, time_limit: 5 }, { events: { started: row, ended: row } });
      if (!answer) return;
      const fastest = Math.min(...answer.runs.filter(({ outcome }) => /solution|solved/.test(outcome)).map(({ seconds }) => seconds));
      for (const run of [...answer.runs].sort((a, b) => a.seconds - b.seconds)) {
        const times = /solution|solved/.test(run.outcome) ? `${run.outcome}, ×${Math.max(1, Math.round(run.seconds / fastest))}` : run.outcome;
        row({ ...run, outcome: times });
        body.append(rows.get(run.run));
      }
    }, { className: "primary" }));
  }

  #proof() {
    if (!this.engine.isServer) {
      this.panel.append(make("div", { className: "row" }, button("Clauses (DIMACS)", async () => {
        const answer = await this.#ask("encode", { comments: true });
        if (!answer) return;
        saveFile(new Blob([answer.dimacs], { type: "text/plain" }), "sudoku.cnf");
        this.#say(`Saved: ${count(answer.variables)} variables, ${count(answer.clauses)} clauses.`);
      })));
      return this.#say("Proofs are written by the server: start “satdoku serve” and open its page.");
    }
    const fetched = (name, file, question, said) => async () => {
      try {
        const { blob, headers } = await this.engine.download(name, { puzzle: this.model.text, time_limit: 60, ...question });
        saveFile(blob, file);
        this.#say(said(headers));
      } catch (problem) {
        this.#say(problem.message);
      }
    };
    this.panel.append(make("div", { className: "row" },
      button("Clauses (DIMACS)", fetched("encode", "sudoku.cnf", { comments: true }, (headers) => `Saved: ${count(headers.get("x-variables"))} variables, ${count(headers.get("x-clauses"))} clauses.`)),
      button("Proof", fetched("prove", "certificate.tar", {}, (headers) => `Saved: a proof of ${headers.get("x-claim") ?? "the answer"}. Check it by “satdoku verify certificate.tar”.`))));
  }
}

/** The digits of a grid by cell: a character a cell in reading order, or rows of numbers; beside layers it is a member. */
export function digitsOf(answer, { cells, layers = [] }) {
  const grid = answer.grid ?? answer;
  const beside = layers.flatMap(({ name, cells: names }) => [answer.layers?.[name]].flat(2).map((value, k) => [names[k], value]));
  const signs = typeof grid === "string" ? [...grid.split(";")[0]].filter((sign) => sign !== "-") : grid.flat();
  const numbers = signs.map((sign) => (typeof sign === "number" ? sign : parseInt(sign, 36)));
  return Object.fromEntries([...cells.map((cell, k) => [cell, numbers[k]]), ...beside].filter(([, digit]) => Number.isInteger(digit)));
}
