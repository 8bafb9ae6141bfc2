// The live line while somebody sets: one solution, several or none, what is spare, how hard. A new key cancels the question.

import { SET } from "./model.js";
import { things } from "./ui.js";

const PAUSE_MS = 60;

/** So many seconds the line waits for an answer by itself. */
const SECONDS = 2;

export class Live {
  constructor(model, board, line, engine) {
    Object.assign(this, { model, board, line, engine });
    this.controller = null;
    this.hasHeat = false;
  }

  /** Ends what is asked. */
  stop() {
    clearTimeout(this.timer);
    this.controller?.abort();
    this.controller = null;
  }

  later(seconds = SECONDS) {
    this.stop();
    if (this.model.mode !== SET) return;
    this.line.stale();
    this.timer = setTimeout(() => this.#ask(seconds), PAUSE_MS);
  }

  async #ask(seconds) {
    const { model, line } = this;
    this.controller = new AbortController();
    const { signal } = this.controller;
    const puzzle = model.text;
    const progress = ({ seconds: time }) => time > 0.6 && line.stand(`Thinking… ${time.toFixed(1)} s`, "", [{ label: "Stop", action: () => this.#give() }]);
    const ask = (name, more = {}, options = {}) => this.engine.ask(name, { puzzle, time_limit: seconds, ...more }, { signal, ...options });
    try {
      const { uniqueness } = await ask("count", { limit: 2 }, { progress });
      const clues = things(model.clueCount, "clue");
      if (uniqueness === "unique") await this.#one(ask, clues);
      else if (uniqueness === "several") line.stand(`Several solutions · ${things(model.emptyCount, "cell")} open`, "", [{ label: "Show two", action: () => this.#two(ask) }]);
      else if (uniqueness === "none") await this.#none(ask);
      else line.stand(`Not known after ${seconds} s`, "", [{ label: "Give it 1 min", action: () => this.later(60) }]);
      if (this.hasHeat) await this.#heat(ask, uniqueness);
    } catch (problem) {
      if (problem.name !== "AbortError") line.stand(problem.message, "bad");
    }
  }

  #give() {
    this.stop();
    this.line.stand("Stopped.", "", [{ label: "Ask again", action: () => this.later() }]);
  }

  async #one(ask, clues) {
    const { line } = this;
    line.stand(`One solution · ${clues}`, "good");
    const spare = await ask("explain").catch(rethrow);
    const number = (spare?.redundant?.length ?? 0) + (spare?.redundant_rule_numbers?.length ?? 0);
    const words = number ? `${clues}, ${number} spare` : clues;
    const actions = number ? [{ label: "Show spare", action: () => this.#spare(spare) }] : [];
    line.stand(`One solution · ${words}`, "good", actions);
    const rated = await ask("rate").catch(rethrow);
    const er = rated?.rating?.er;
    if (er) line.stand(`One solution · SE ${er.toFixed(1)} · ${words}`, "good", actions);
  }

  #spare({ redundant = [], redundant_rule_numbers: rules = [] }) {
    const { board, line } = this;
    board.light(rules, redundant.map((clue) => clue.split("=")[0]));
    line.say("Each of these can be removed by itself, and the solution stays the only one.");
  }

  async #none(ask) {
    const { line, board } = this;
    line.stand("Broken: no solution", "bad");
    const why = await ask("explain").catch(rethrow);
    if (!why) return;
    const { clues = [], breaches = [], needed_rule_numbers: needed = [], duplicates = [] } = why;
    const cells = Array.isArray(clues) ? clues.map((clue) => clue.split("=")[0]) : [];
    const rules = [...needed, ...breaches.flatMap((breach) => breach.rules ?? [])];
    const all = [...cells, ...breaches.flatMap((one) => one.cells ?? []), ...duplicates.flatMap((one) => one.cells ?? [])];
    const parts = [cells.length && things(cells.length, "clue"), rules.length && things(rules.length, "rule")].filter(Boolean).join(" and ");
    line.stand(`Broken: ${parts || "no solution"}`, "bad", [{ label: "Show", action: () => board.light(rules, all) }]);
  }

  async #two(ask) {
    const { board, line } = this;
    const { differing = [] } = await ask("explain").catch(rethrow) ?? {};
    board.light([], differing);
    line.say(`Two solutions differ in ${things(differing.length, "cell")}.`);
  }

  /** Shows or hides in how many solutions each candidate is. */
  heat(isOn) {
    this.hasHeat = isOn;
    if (isOn) this.later();
    else this.board.candidates(null);
  }

  async #heat(ask, uniqueness) {
    if (uniqueness !== "unique" && uniqueness !== "several") return this.board.candidates(null);
    const answer = await ask("candidates", { counts_to: HEAT }).catch(rethrow);
    this.board.candidates(answer?.counts ? withShares({ count: String(HEAT), counts: answer.counts }) : null);
  }
}

/** As many solutions of each candidate are counted for the heat. */
const HEAT = 8;

const rethrow = (error) => {
  if (error.name === "AbortError") throw error;
  return null;
};

/** Candidates of an answer without counts. */
export function plain({ candidates = {} }) {
  return Object.fromEntries(Object.entries(candidates).map(([cell, digits]) => [cell, digits.map((digit) => ({ digit }))]));
}

/** Candidates of an answer with counts, each with its share of all solutions. */
export function withShares({ count, counts }) {
  const all = Number(count.replace(/\D/g, ""));
  const shares = (of) => Object.entries(of).map(([digit, one]) => ({ digit: Number(digit), share: all ? Number(String(one).replace(/\D/g, "")) / all : 0 }));
  return Object.fromEntries(Object.entries(counts).map(([cell, of]) => [cell, shares(of)]));
}
