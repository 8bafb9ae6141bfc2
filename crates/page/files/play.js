// Playing: what the judge says of the digits, the clock, checks, marks, and the finished moment.

import { PLAY } from "./model.js";
import { attempt, clockOf, element, kindsOf, sentence, show, things } from "./ui.js";

/** The judge is asked when nothing was typed for so long. */
const PAUSE_MS = 30;

export class Play {
  constructor(model, board, line, engine) {
    Object.assign(this, { model, board, line, engine });
    this.controller = null;
    this.isPaused = false;
    setInterval(() => this.#tick(), 1000);
  }

  /** Asks the judge about the digits that are on the board now. A digit never waits for the answer. */
  judge() {
    clearTimeout(this.timer);
    this.controller?.abort();
    const { model, board } = this;
    this.timer = setTimeout(async () => {
      this.controller = new AbortController();
      const { signal } = this.controller;
      const { state } = model;
      const digits = model.mode === PLAY ? state.digits : {};
      try {
        const verdict = await this.engine.ask("judge", { puzzle: model.text, digits }, { signal });
        if (model.state !== state) return;
        board.breaches = verdict.breaches;
        board.draw();
        this.#stand(verdict);
      } catch (problem) {
        if (problem.name !== "AbortError" && model.mode === PLAY) this.line.stand(problem.message, "bad");
      }
    }, PAUSE_MS);
    if (model.mode !== PLAY) return;
    if (model.emptyCount > 0) model.game.finished = false;
    this.#left();
  }

  #left() {
    if (this.board.breaches.length) return;
    const layers = this.#begun().map(({ name, empty }) => `, ${empty} in ${name}`);
    this.line.stand(`${this.model.emptyCount} left${layers.join("")}`);
  }

  #stand({ breaches, finished }) {
    const { model, line } = this;
    if (model.mode !== PLAY) return;
    if (finished) return this.#finish();
    if (!breaches.length && model.emptyCount === 0) return this.#beside();
    model.game.finished = false;
    if (!breaches.length) return this.#left();
    const more = breaches.length > 1 ? ` (${breaches.length - 1} more)` : "";
    line.stand(sentence(breaches[0].sentence) + more, "bad");
  }

  /** The layers in which the player has filled some cells and not all, with the number of those that are empty. */
  #begun() {
    const { model } = this;
    const layers = model.board.layers.map(({ name, cells }) => ({ name, empty: model.emptyOf(cells), free: cells.filter((cell) => model.clues[cell] === undefined).length }));
    return layers.filter(({ empty, free }) => empty > 0 && empty < free);
  }

  /** All cells of the grid have digits. Who has not begun with a layer need not fill it: a solver knows whether it can be filled. */
  async #beside() {
    const { model, line } = this;
    const { state } = model;
    if (this.#begun().length) return this.#left();
    line.stand("Every cell is filled.");
    const { count } = await this.engine.ask("count", { puzzle: model.played, limit: 1, time_limit: 10 }).catch(() => ({ count: "" }));
    if (model.state !== state || model.mode !== PLAY) return;
    if (/[1-9]/.test(count)) this.#finish();
    else model.game.finished = false;
    if (count === "0") line.stand("Every cell is filled, and the rules are not kept.", "bad");
  }

  #finish() {
    const { model, line } = this;
    const { game } = model;
    if (!Object.keys(model.digits).length) return line.stand("Every cell has a clue: nothing is left to play.");
    const isNew = !game.finished;
    game.finished = true;
    const hints = game.hints ? things(game.hints, "hint") : "no hints";
    line.rest();
    line.stand(`Finished in ${clockOf(game.seconds)}, ${hints}.`, "good");
    if (!isNew) return;
    element("board").classList.add("finished");
    setTimeout(() => element("board").classList.remove("finished"), 1200);
    model.dispatchEvent(new CustomEvent("kept"));
  }

  #tick() {
    const { model } = this;
    if (!model.board) return;
    const runs = model.mode === PLAY && !document.hidden && !this.isPaused && !model.game.finished;
    if (runs) model.game.seconds += 1;
    for (const id of ["clock", "clock-small"]) element(id).textContent = clockOf(model.game.seconds);
  }

  pause() {
    this.isPaused = !this.isPaused;
    const button = element("pause");
    button.ariaPressed = this.isPaused;
    button.ariaLabel = button.title = this.isPaused ? "Go on" : "Stop the clock";
    button.textContent = this.isPaused ? "▶" : "❚❚";
    element("stage").classList.toggle("paused", this.isPaused);
  }

  /** Says whether a solution has these digits. */
  async check() {
    const { model, board, line } = this;
    if (!Object.keys(model.digits).length) return line.say("There is no digit of yours to check yet.");
    if (board.breaches.length) return line.say(sentence(board.breaches[0].sentence), "bad");
    const { state } = model;
    line.say("Checking…");
    try {
      const { count } = await this.engine.ask("count", { puzzle: model.played, limit: 1, time_limit: 10 });
      if (model.state !== state) return;
      if (count === "0") return line.say("Something is wrong: no solution has these digits.", "bad", [{ label: "Show where", action: () => this.#wrong() }]);
      // A count that was not finished begins with a sign.
      if (!/[1-9]/.test(count)) return line.say("Not known within ten seconds.");
      line.say(`Right so far: ${model.emptyCount} left.`, "good");
    } catch (problem) {
      line.say(problem.message, "bad");
    }
  }

  /** Marks the player's digits that no solution of the clues has. */
  async #wrong() {
    const { model, board, line } = this;
    const { state } = model;
    line.say("Looking…");
    try {
      const { clues = [] } = await this.engine.ask("explain", { puzzle: model.played, time_limit: 10 });
      if (model.state !== state) return;
      const cells = (Array.isArray(clues) ? clues : []).map((clue) => clue.split("=")[0]).filter((cell) => state.digits[cell] !== undefined);
      board.light([], cells);
      line.say(cells.length ? `One of these ${things(cells.length, "digit")} is wrong.` : "It is not known which digit is wrong.", "bad");
    } catch (problem) {
      line.say(problem.message, "bad");
    }
  }

  /** Notes in empty cells the digits that stand in no common unit; the units are those of the answer. */
  fill() {
    const { model } = this;
    const { first, last } = model.board.digits;
    const all = Array.from({ length: last - first + 1 }, (_, k) => first + k);
    const taken = new Map(model.board.cells.map((cell) => [cell, new Set()]));
    for (const { cells } of model.board.units) {
      const digits = cells.map((cell) => model.digit(cell)).filter((digit) => digit !== undefined);
      for (const cell of cells) for (const digit of digits) taken.get(cell)?.add(digit);
    }
    const empty = model.board.cells.filter((cell) => model.digit(cell) === undefined);
    const values = Object.fromEntries(empty.map((cell) => [cell, all.filter((digit) => !taken.get(cell).has(digit))]));
    model.put("centre", values, { corner: {} });
    this.line.say("Each empty cell has the digits that its units leave.");
  }

  restart() {
    this.model.restart();
    this.line.say("Started again.", "", [{ label: "Undo", action: () => this.model.undo() }]);
  }
}

/** Draws the rules in words: the setter's where there are any, else ours. */
export function rulesInWords(model, board) {
  const { about, sentences, rules } = model.board;
  const list = element("rules");
  const entry = (text, of) => {
    const item = document.createElement("li");
    item.textContent = sentence(text);
    if (of.length) {
      item.tabIndex = 0;
      for (const event of ["pointerenter", "focus"]) item.addEventListener(event, () => board.light(of));
      for (const event of ["pointerleave", "blur"]) item.addEventListener(event, () => board.light());
    }
    return item;
  };
  const groups = Map.groupBy(rules.keys(), (at) => rules[at].title);
  const said = sentences.length === groups.size;
  const entries = said
    ? [...groups.values()].map((of, k) => entry(sentences[k], of))
    : sentences.map((text) => entry(text, rules.flatMap(({ sentence: own, title }, at) => (text.includes(title) || text === own ? [at] : []))));
  list.replaceChildren(...entries);
  element("setter").textContent = about ?? "";
  show(element("setter"), Boolean(about));
  show(element("plain"), !about && !entries.length);
  attempt(() => element("rules-count").replaceChildren(rules.length ? `${kindsOf(rules)} ›` : "Rules ›"));
}
