// Solve, next solution, count, generate.

import { seconds } from "./run.js";

const element = (id) => document.getElementById(id);

/** So many solutions are asked for at a time. */
const LISTED = 100;
const MOST_LISTED = 1000;

export class Questions {
  /** `generated` is called when a new puzzle is on the board. */
  constructor(model, board, runner, generated) {
    Object.assign(this, { model, board, runner, generated });
    /** The solutions that are known of the puzzle on the board. */
    this.listing = null;
    const on = (id, action) => element(id).addEventListener("click", action);
    on("solve", () => this.solve());
    on("next", () => this.next());
    on("count", () => this.count());
    on("generate", () => this.generate());
    on("another", () => {
      element("seed").value = Math.floor(Math.random() * 1e9);
      this.generate();
    });
  }

  /** The puzzle has changed. */
  forget() {
    this.listing = null;
  }

  /** The puzzle as every question states it. */
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
      this.runner.stats(stats);
      this.model.answer(solutions[0] ?? null);
      if (verdict !== "satisfiable") return this.#without(answer);
      const by = winner ? ` by ${winner}` : "";
      this.runner.say(`Solved in ${seconds(stats.seconds)}${by}.`, "good");
    });
  }

  /** Says why there are no answers. */
  #without({ verdict, reason }) {
    const clash = this.board.firstConflict;
    if (verdict === "unsatisfiable") this.runner.say(clash ? `No solution: ${clash}.` : "No solution.", "bad");
    else this.runner.say(`Not known: ${reason}.`, "bad");
  }

  next() {
    const known = this.listing;
    if (known && known.at + 1 < known.solutions.length) return this.#show(known.at + 1);
    if (known && known.more === false) return this.#show(0);
    const limit = known ? MOST_LISTED : LISTED;
    if (known?.limit === limit) {
      return this.runner.say(`The first ${known.solutions.length} solutions are listed; there are more.`);
    }
    return this.runner.run("Looking for another solution…", "api/solve", { ...this.asked(), limit }, (answer) => {
      this.runner.stats(answer.stats);
      if (!answer.solutions.length) {
        this.model.answer(null);
        return this.#without(answer);
      }
      // What is on the board comes first, wherever the listing has it.
      const shown = this.model.answers && String(this.model.answers);
      const others = answer.solutions.filter((solution) => String(solution) !== shown);
      const isShown = others.length < answer.solutions.length;
      const before = known ? known.solutions.filter((solution) => String(solution) !== shown) : [];
      const solutions = isShown ? [shown.split(",").map(Number), ...others] : answer.solutions;
      this.listing = { solutions, at: 0, more: answer.more, reason: answer.reason, limit };
      const next = Math.min(solutions.length - 1, isShown ? 1 + before.length : 0);
      return this.#show(next);
    });
  }

  #show(at) {
    const { listing } = this;
    const { solutions, more, reason } = listing;
    this.model.answer(solutions[at]);
    this.listing = { ...listing, at };
    if (solutions.length === 1 && more === false) return this.runner.say("This is the only solution.", "good");
    const all = more === false ? `${solutions.length}` : `at least ${solutions.length}${reason ? ` (${reason})` : ""}`;
    return this.runner.say(`Solution ${at + 1} of ${all}.`, "good");
  }

  count() {
    return this.runner.run("Counting…", "api/count", this.asked(), (answer) => {
      const { count, at_least: atLeast, reason, stats } = answer;
      this.runner.stats(stats);
      const number = (text) => BigInt(text).toLocaleString("en");
      if (count === "0") return this.#without({ verdict: "unsatisfiable" });
      if (count === "1") return this.runner.say("Exactly one solution: unique.", "good");
      if (count) return this.runner.say(`Exactly ${number(count)} solutions: not unique.`);
      const unique = answer.unique === false ? ": not unique" : "";
      return this.runner.say(`At least ${number(atLeast)} solutions${unique}; ${reason}.`);
    });
  }

  generate() {
    const clues = element("clues").value;
    const question = {
      board: this.model.geometry.spec,
      kind: element("kind").value,
      symmetry: element("symmetry").value,
      seed: Number(element("seed").value) || 0,
      time_limit: Number(element("time").value),
      ...(clues !== "" && { clues: Number(clues) }),
    };
    return this.runner.run("Generating…", "api/generate", question, (made) => {
      this.model.load(made.board, made.cells);
      this.generated();
      this.runner.say(`A puzzle with ${made.clues} clues from seed ${made.seed}, made in ${seconds(made.seconds)}.`, "good");
    });
  }
}
