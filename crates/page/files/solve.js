// Solve, look through the solutions, count.

import { digits } from "./api.js";
import { seconds } from "./run.js";
import { count, element, enable, onClick } from "./ui.js";

/** So many solutions are asked for at a time. */
const LISTED = 100;
const MOST_LISTED = 1000;

export class Questions {
  constructor(model, board, runner) {
    Object.assign(this, { model, board, runner });
    /** The solutions that are known of the puzzle on the board: a list, the place in it, whether there are `more`. */
    this.listing = null;
    onClick("solve", () => this.solve());
    onClick("back", () => this.#show(this.listing.at - 1));
    onClick("next", () => this.next());
    onClick("count", () => this.count());
    onClick("clear", () => model.answer(null));
  }

  /** The puzzle has changed. */
  forget() {
    this.listing = null;
  }

  /** The puzzle as every question states it: its clues. */
  puzzle() {
    const { geometry, clues } = this.model;
    return { board: geometry.spec, puzzle: Array.from(clues) };
  }

  asked() {
    const encoding = element("encoding").value;
    return {
      ...this.puzzle(),
      solver: element("solver").value,
      ...(encoding && { encoding }),
      time_limit: Number(element("time").value),
    };
  }

  solve() {
    return this.runner.run("Solving…", "api/solve", this.asked(), (answer) => {
      const { verdict, solutions, winner, stats } = answer;
      this.model.answer(solutions.length ? digits(solutions[0]) : null);
      this.runner.stats(stats);
      if (verdict !== "satisfiable") return this.without(answer, () => this.solve());
      const by = winner ? ` by ${winner}` : "";
      return this.#others(digits(solutions[0]), `Solved in ${seconds(stats.seconds)}${by}.`, stats);
    });
  }

  /** Asks whether a solution is the only one. */
  #others(solution, solved, stats) {
    const question = { ...this.asked(), limit: 2 };
    return this.runner.run(`${solved} Is it the only solution?`, "api/count", question, ({ uniqueness, reason }) => {
      const unique = uniqueness === "unknown" ? null : uniqueness === "unique";
      this.listing = { solutions: [solution], at: 0, more: unique === null ? null : !unique };
      this.shown();
      this.runner.stats(stats);
      if (unique === null) {
        const unknown = `${solved} Whether it is the only solution is not known: ${reason}.`;
        return this.runner.say(unknown, "", this.#longer(() => this.#others(solution, solved, stats)));
      }
      return this.runner.say(`${unique ? "One solution." : "Several solutions."} ${solved}`, unique ? "good" : "");
    });
  }

  /** Says why there are no answers. */
  without({ verdict, reason }, again) {
    const clash = this.board.firstConflict;
    if (verdict === "unsatisfiable") return this.runner.say(clash ? `No solution: ${clash}.` : "No solution.", "bad");
    return this.runner.say(`Not finished within ${element("time").selectedOptions[0].text}: ${reason}.`, "", this.#longer(again));
  }

  /** Offers to ask again with the next longer time limit. */
  #longer(again) {
    const time = element("time");
    const longer = time.options[time.selectedIndex + 1];
    return longer && { label: `Give it ${longer.text}`, action: () => { time.value = longer.value; again(); } };
  }

  next() {
    const known = this.listing;
    if (known && known.at + 1 < known.solutions.length) return this.#show(known.at + 1);
    const limit = known?.limit ? MOST_LISTED : LISTED;
    if (known?.limit === limit) {
      return this.runner.say(`The first ${count(known.solutions.length)} solutions are listed; there are more.`);
    }
    return this.runner.run("Looking for another solution…", "api/solve", { ...this.asked(), limit }, (answer) => {
      this.runner.stats(answer.stats);
      if (!answer.solutions.length) return this.without(answer, () => this.next());
      // What was shown before comes first, wherever the listing has it.
      const before = known?.solutions ?? [Array.from(this.model.answers)];
      const seen = new Set(before.map(String));
      const solutions = [...before, ...answer.solutions.map(digits).filter((solution) => !seen.has(String(solution)))];
      const at = before.length - 1;
      this.listing = { solutions, at, more: answer.more, reason: answer.reason, limit };
      return this.#show(Math.min(solutions.length - 1, at + 1));
    });
  }

  #show(at) {
    this.listing = { ...this.listing, at };
    const { solutions, more, reason } = this.listing;
    this.model.answer(solutions[at]);
    if (solutions.length === 1 && more === false) return this.runner.say("This is the only solution.", "good");
    return this.runner.say(`Solution ${at + 1} of ${this.#all()}${reason ? ` (${reason})` : ""}.`, "good");
  }

  /** How many solutions there are, as far as that is known. */
  #all() {
    const { solutions, more } = this.listing;
    return more === false ? count(solutions.length) : `${count(solutions.length)} or more`;
  }

  /** Draws the row that steps through the solutions, as the board is. */
  shown() {
    const { listing } = this;
    const isShown = Boolean(this.model.answers);
    element("which").textContent = isShown ? this.#which() : "None shown";
    enable("clear", isShown);
    enable("back", isShown && listing?.at > 0);
    enable("next", isShown && !(listing?.more === false && listing.at + 1 === listing.solutions.length));
  }

  #which() {
    const { solutions, at, more } = this.listing ?? {};
    if (more === undefined || more === null) return "A solution";
    if (solutions.length > 1) return `Solution ${at + 1} of ${this.#all()}`;
    return more ? "Solution 1 of several" : "The only solution";
  }

  count() {
    return this.runner.run("Counting…", "api/count", this.asked(), (answer) => {
      const { count: text, uniqueness, reason, stats } = answer;
      this.runner.stats(stats);
      if (text === "0") return this.without({ verdict: "unsatisfiable" });
      if (text === "1") return this.runner.say("One solution.", "good");
      if (!text.startsWith(">=")) return this.runner.say(`${count(text)} solutions.`);
      if (uniqueness === "unknown") return this.without({ reason }, () => this.count());
      return this.runner.say(`At least ${count(text.slice(2))} solutions; ${reason}.`, "", this.#longer(() => this.count()));
    });
  }
}
