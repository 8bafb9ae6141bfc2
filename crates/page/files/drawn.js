// A puzzle for which the page has no cells: shown as the server draws it, and solved there.

import { ask } from "./api.js";
import { words } from "./run.js";
import { element, onClick } from "./ui.js";

const say = (text) => (element("drawn-message").textContent = text);

export class Drawn {
  constructor() {
    this.board = null;
    this.puzzle = null;
    onClick("drawn-close", () => element("drawn-dialog").close());
    onClick("drawn-solve", () => this.#solve());
  }

  /** Shows a puzzle of a list of `api/convert`. */
  show({ board, text, drawing }) {
    element("drawn-picture").hidden = true;
    this.board = board;
    this.puzzle = { puzzle: text };
    element("drawn-board").textContent = board;
    element("drawing").textContent = drawing;
    say("");
    this.#draw();
    element("drawn-dialog").showModal();
  }

  /** Shows the picture; a puzzle too large for one is there as text. */
  async #draw(answers) {
    const { puzzle } = this;
    const image = element("drawn-picture");
    try {
      const { svg } = await ask("api/draw", { ...puzzle, answers, theme: "auto" });
      if (puzzle !== this.puzzle) return;
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      image.hidden = false;
    } catch (error) {
      image.hidden = true;
      say(words(error));
    }
  }

  async #solve() {
    say("Solving…");
    try {
      const { verdict, solutions, more } = await ask("api/solve", { ...this.puzzle, limit: 2 });
      if (!solutions.length) return say(verdict === "unsatisfiable" ? "There is no solution." : "Not decided in time.");
      this.#draw(solutions[0]);
      const { puzzles } = await ask("api/convert", { board: this.board, puzzle: solutions[0] });
      element("drawing").textContent = puzzles[0].drawing ?? solutions[0].replace(/.{9}/g, "$&\n");
      const isOnly = solutions.length === 1 && more === false;
      say(isOnly ? "Solved: the only solution." : solutions.length > 1 ? "One of several solutions." : "Solved.");
    } catch (error) {
      say(words(error));
    }
  }
}
