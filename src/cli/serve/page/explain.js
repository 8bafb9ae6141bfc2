// Why: what keeps a puzzle from having exactly one solution, on the board and in words; and its true candidates.

const element = (id) => document.getElementById(id);

export class Explain {
  constructor(model, board, runner, questions) {
    Object.assign(this, { model, board, runner, questions });
    element("why").addEventListener("click", () => this.why());
    element("candidates").addEventListener("change", () => this.candidates());
  }

  /** The puzzle has changed. */
  forget() {
    element("reasons").replaceChildren();
    if (element("candidates").value === "true") element("candidates").value = "";
    this.board.pointed = new Map();
    this.board.marks = element("candidates").value || null;
  }

  why() {
    return this.runner.run("Looking for the reason…", "api/explain", this.questions.asked(), (told) => {
      this.model.answer(null);
      this.forget();
      const stopped = told.stopped ? ` Not all is told: ${told.stopped}.` : "";
      const { said, reasons } = this[told.duplicates ? "duplicates" : told.verdict](told);
      element("reasons").replaceChildren(...reasons.map((reason) => {
        const item = document.createElement("li");
        item.textContent = reason;
        return item;
      }));
      this.board.render();
      this.runner.say(said + stopped, { unique: "good", ambiguous: "" }[told.verdict] ?? "bad");
    });
  }

  /** Shows a word at cells, given as `r1c1` or `r1c1=5`. */
  #point(cells, word) {
    for (const cell of cells) this.board.pointed.set(this.#index(cell), word);
  }

  #index(cell) {
    const [, row, column] = /^r(\d+)c(\d+)/.exec(cell);
    return (row - 1) * this.model.geometry.side + (column - 1);
  }

  duplicates({ duplicates }) {
    for (const { cells } of duplicates) this.#point(cells, "part of the reason");
    const reasons = duplicates.map(({ unit, digit, cells }) => `${digit} stands more than once in ${unit}: ${cells.join(", ")}`);
    return { said: "No solution: the same digit stands twice in a unit.", reasons };
  }

  unsatisfiable({ clues, minimal, chain }) {
    this.#point(clues, "part of the reason");
    const which = clues.length === 1 ? "this clue cannot stand" : `these ${clues.length} clues cannot stand together`;
    const said = `No solution: ${which}${minimal ? ", and none of them can be spared" : ""}.`;
    const steps = chain ? [...chain.steps, chain.contradiction] : [];
    return { said, reasons: [`Clues: ${clues.join(", ")}`, ...steps] };
  }

  ambiguous({ solutions, differing, deciding, together }) {
    const cells = differing.map((cell) => this.#index(cell));
    const digits = solutions.map((solution) => (typeof solution === "string" ? [...solution].map((c) => parseInt(c, 36)) : solution.flat()));
    // Where they differ, both digits are shown.
    this.board.marks = [];
    for (const i of cells) {
      const both = digits.map((solution) => solution[i]);
      this.board.pointed.set(i, `${both.join(" or ")}`);
      this.board.marks[i] = both.sort((a, b) => a - b);
    }
    const any = deciding.map(({ cell, digits: left }) => `One solution is left by ${cell} = ${left.join(" or ")}`);
    const all = together ? [`One solution is left by ${together.join(", ")} together`] : [];
    const said = `Several solutions: two of them differ in ${cells.length} cells.`;
    return { said, reasons: [...any, ...all] };
  }

  unique({ redundant, minimal, clues }) {
    this.#point(redundant, "can be spared");
    if (minimal) return { said: `One solution, and none of the ${clues} clues can be spared.`, reasons: [] };
    const spared = `Each of these can be spared: ${redundant.join(", ")}`;
    return { said: `One solution; ${redundant.length} of the ${clues} clues can be spared.`, reasons: redundant.length ? [spared] : [] };
  }

  unknown() {
    return { said: "Not known.", reasons: [] };
  }

  /** Shows the candidates that were chosen. */
  candidates() {
    const { value } = element("candidates");
    this.board.marks = value === "rules" ? value : null;
    this.board.render();
    if (value !== "true") return undefined;
    return this.runner.run("Looking for the true candidates…", "api/candidates", this.questions.asked(), (told) => {
      if (told.verdict !== "satisfiable") {
        return this.runner.say(told.verdict === "unsatisfiable" ? "No solution, and so no true candidate." : `Not known: ${told.stopped}.`, "bad");
      }
      this.board.marks = Array.from({ length: this.model.geometry.cells }, () => []);
      let open = 0;
      for (const found of [told.candidates, told.undecided ?? {}]) {
        for (const [cell, digits] of Object.entries(found)) {
          this.board.marks[this.#index(cell)].push(...digits);
          open += digits.length;
        }
      }
      this.board.render();
      const stopped = told.stopped ? `; not all are decided: ${told.stopped}` : "";
      return this.runner.say(`${open} candidates are in some solution${stopped}.`, "good");
    });
  }
}
