// The board's shape: the chooser, diagonals, boards of one's own.

import { parse } from "./geometry.js";
import { element, onClick } from "./ui.js";

/** Boxes from 2×2 to 5×5, the smallest boards first. */
const SHAPES = [2, 3, 4, 5]
  .flatMap((rows) => [2, 3, 4, 5].map((columns) => [rows, columns]))
  .sort(([a, b], [c, d]) => a * b - c * d || a - c)
  .map(([rows, columns]) => `${rows}x${columns}`);

export class Shape {
  constructor(model, runner) {
    Object.assign(this, { model, runner });
    const on = (id, type, action) => element(id).addEventListener(type, action);
    const message = (text) => (element("board-message").textContent = text);
    on("shape", "change", () => {
      const { value } = element("shape");
      if (value !== "custom") return this.take(value + (element("diagonals").checked ? "+diagonals" : ""));
      this.shown();
      message("");
      element("board-dialog").showModal();
      return element("spec").select();
    });
    on("diagonals", "change", () => {
      const base = model.geometry.spec.replace("+diagonals", "");
      const spec = element("diagonals").checked ? base.replace(/(\+|$)/, "+diagonals$1") : base;
      model.restore({ ...model.state, geometry: parse(spec), answers: null });
    });
    onClick("board-close", () => element("board-dialog").close());
    onClick("clear-all", () => this.take(model.geometry.spec));
    on("board-form", "submit", (event) => {
      event.preventDefault();
      try {
        this.take(element("spec").value);
        element("board-dialog").close();
      } catch (error) {
        message(error.message);
      }
    });
  }

  /** Puts an empty board of a shape on the page; what was there can be had back. */
  take(spec) {
    const { model } = this;
    const wasEmpty = !model.state.clues.some(Boolean) && !model.own.some(Boolean);
    const { side, cells } = parse(spec);
    const isOther = spec !== model.geometry.spec;
    model.load(spec, new Array(cells).fill(0));
    const said = isOther ? `New ${side}×${side} board.` : "The board is empty.";
    this.runner.say(said, "", wasEmpty ? null : { label: "Undo", action: () => model.undo() });
  }

  /** Shows the board that there is. */
  shown() {
    const { spec, box, diagonals, side } = this.model.geometry;
    const shape = element("shape");
    const base = box && `${box.rows}x${box.columns}`;
    const options = [...SHAPES, ...(base && !SHAPES.includes(base) ? [base] : [])].map((word) => {
      const [rows, columns] = word.split("x");
      return new Option(`${rows * columns}×${rows * columns}, ${rows}×${columns}`, word);
    });
    const own = box ? [] : [new Option(`${side}×${side}, irregular`, "own")];
    shape.replaceChildren(...options, ...own, new Option("Custom…", "custom"));
    shape.value = box ? base : "own";
    element("diagonals").checked = diagonals;
    element("spec").value = spec;
  }
}
