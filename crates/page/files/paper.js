// Paper: this puzzle, a list, or the games that were begun, several on a page, the solutions on pages behind.

import { attempt, element, make, onClick, open, things } from "./ui.js";

/** So many puzzles are printed at once. */
const MOST = 200;

/** So long a solution is looked for, in seconds. */
const SECONDS = 10;

export class Paper {
  constructor(model, engine, saver) {
    Object.assign(this, { model, engine, saver });
    element("print-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#print();
    });
    // Pages that nobody waits for any more must not come.
    element("print").addEventListener("close", () => this.controller?.abort());
    addEventListener("beforeprint", () => this.#sheet());
    addEventListener("afterprint", () => this.#clear());
    onClick("print-close", () => element("print").close());
  }

  show() {
    const list = this.model.source?.list.puzzles ?? [];
    const games = this.saver.games();
    const choices = [["this", "This puzzle", 1], ["list", `The list, ${things(list.length, "puzzle")}`, list.length - 1], ["games", `Games begun, ${things(games.length, "puzzle")}`, games.length]];
    element("print-which").replaceChildren(...choices.filter(([, , number]) => number > 0).map(([value, textContent]) => make("option", { value, textContent })));
    element("print-message").textContent = "";
    open("print");
  }

  /** The questions of the puzzles that were chosen. */
  #chosen() {
    const { model } = this;
    const questions = {
      this: () => [{ puzzle: model.text }],
      list: () => model.source.list.puzzles,
      games: () => this.saver.games().map(({ text }) => ({ puzzle: text })),
    };
    return questions[element("print-which").value]().slice(0, MOST);
  }

  async #print() {
    const message = element("print-message");
    const hasSolutions = element("print-solutions").checked;
    this.controller?.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    const chosen = this.#chosen();
    const [puzzles, solutions] = [[], []];
    try {
      for (const [k, question] of chosen.entries()) {
        message.textContent = `Drawing ${k + 1} of ${chosen.length}…`;
        const name = chosen.length > 1 ? `${k + 1}. ` : "";
        const { board } = await this.model.ask(question, signal);
        const heading = `${name}${[board.title ?? (name ? "" : "Sudoku"), board.author].filter(Boolean).join(" · ")}`;
        puzzles.push(await this.#picture(heading, board.about, question, signal));
        if (hasSolutions) solutions.push(await this.#solution(heading, question, signal));
      }
      const pages = element("book");
      pages.style.setProperty("--columns", Math.ceil(Math.sqrt(Number(element("print-each").value))));
      pages.dataset.each = element("print-each").value;
      pages.replaceChildren(...puzzles, ...solutions.map((one, k) => (one.classList.toggle("first", k === 0), one)));
      document.body.classList.add("book");
      element("print").close();
      print();
    } catch (problem) {
      if (problem.name !== "AbortError") message.textContent = problem.message;
    }
  }

  async #picture(heading, words, question, signal) {
    const { svg } = await this.engine.ask("draw", question, { signal });
    const image = make("img", { alt: heading, src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
    await image.decode();
    return make("figure", {}, make("h2", { textContent: heading }), words ? make("p", { textContent: words }) : null, image);
  }

  /** The picture with its solution, or a sentence where none is known. */
  async #solution(heading, question, signal) {
    const { solutions = [] } = await this.engine.ask("solve", { ...question, limit: 1, time_limit: SECONDS }, { signal });
    if (!solutions.length) return make("figure", {}, make("h2", { textContent: heading }), make("p", { textContent: "No solution is known." }));
    return this.#picture(heading, null, { ...question, answers: solutions[0] }, signal);
  }

  /** What goes on paper with the board as it is: title and rules. */
  #sheet() {
    const { board } = this.model;
    element("sheet-title").textContent = [board.title ?? "Sudoku", board.author].filter(Boolean).join(" · ");
    const words = board.about ? [board.about] : board.sentences;
    element("sheet-rules").replaceChildren(...words.map((text) => make("p", { textContent: text })));
  }

  #clear() {
    document.body.classList.remove("book");
    for (const { src } of element("book").querySelectorAll("img")) attempt(() => URL.revokeObjectURL(src));
    element("book").replaceChildren();
  }
}
