// Solving a puzzle oneself: which digits the keys write, whether they are right so far.

import { digits } from "./api.js";
import { SET, SOLVE } from "./model.js";
import { element, enable, onClick, show, things } from "./ui.js";

/** The kinds of units of a board, in words. */
function unitsOf({ box, diagonals, listed }) {
  const kinds = ["row", "column", box ? "box" : "region", diagonals && "diagonal", listed.length > 0 && "further unit"].filter(Boolean);
  return `${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}`;
}

const MISTAKE = { kind: "mistake", word: "mistake" };

export class Play {
  constructor(model, board, runner, questions, keys) {
    Object.assign(this, { model, board, runner, questions, keys });
    for (const mode of [SET, SOLVE]) element(`mode-${mode}`).addEventListener("change", () => model.switchTo(mode));
    onClick("check", () => this.check());
    onClick("restart", () => model.restart());
  }

  /** Draws the switch and its buttons, as the board is. */
  shown() {
    const { mode, own, notes } = this.model;
    element(`mode-${mode}`).checked = true;
    const hasOwn = own.some(Boolean);
    enable("notes", mode === SOLVE);
    if (mode === SET) this.keys.noting(false);
    enable("check", hasOwn);
    enable("restart", hasOwn || Object.keys(notes).length > 0);
    show("large", this.model.geometry.side > 9);
  }

  /** What there is to say of the board while nothing else is said. */
  get state() {
    const { model, board } = this;
    if (board.firstConflict) return { text: `Conflict: ${board.firstConflict}.`, mood: "bad" };
    const { clueCount, emptyCount } = model;
    if (!emptyCount) return { text: `Finished: each digit is once in each ${unitsOf(model.geometry)}.`, mood: "good" };
    if (emptyCount === model.geometry.cells) return { text: "Type the clues of a puzzle, paste one, or open a file.", mood: "" };
    const left = model.mode === SOLVE ? `, ${things(emptyCount, "cell")} left` : "";
    return { text: `${things(clueCount, "clue")}${left}.`, mood: "" };
  }

  /** Says whether the own digits lead to a solution, and marks those that do not where that is certain. */
  check() {
    const { model, runner, questions, board } = this;
    if (board.firstConflict) return runner.say(`Conflict: ${board.firstConflict}.`, "bad");
    const placed = Array.from(model.clues, (clue, i) => clue || model.own[i]);
    return runner.run("Checking…", "api/solve", { ...questions.asked(), puzzle: placed }, ({ verdict, reason }) => {
      if (verdict === "unsatisfiable") return this.#mistakes();
      if (verdict === "unknown") return questions.without({ verdict, reason }, () => this.check());
      const { emptyCount } = model;
      return runner.say(emptyCount ? `No mistake so far; ${things(emptyCount, "cell")} left.` : this.state.text, "good");
    });
  }

  #mistakes() {
    const { model, runner, questions, board } = this;
    return runner.run("Checking…", "api/solve", { ...questions.asked(), limit: 2 }, ({ verdict, solutions, more }) => {
      if (verdict === "unsatisfiable") return runner.say("The clues alone have no solution.", "bad");
      if (solutions.length !== 1 || more !== false) return runner.say("With these digits there is no solution.", "bad");
      const solution = digits(solutions[0]);
      const wrong = [...model.own.keys()].filter((i) => model.own[i] && model.own[i] !== solution[i]);
      board.point(new Map(wrong.map((i) => [i, MISTAKE])));
      return runner.say(`${things(wrong.length, "digit")} ${wrong.length === 1 ? "is" : "are"} wrong.`, "bad");
    });
  }
}
