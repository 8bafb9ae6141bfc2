// The page: the parts put together.

import { get } from "./api.js";
import { Board } from "./board.js";
import { Explain } from "./explain.js";
import * as link from "./link.js";
import { Loader } from "./load.js";
import { Model } from "./model.js";
import { parse } from "./geometry.js";
import { Race } from "./race.js";
import { Runner } from "./run.js";
import { share } from "./share.js";
import { Questions } from "./solve.js";

const element = (id) => document.getElementById(id);

/** Boxes from 2×2 to 5×5, the smallest boards first. */
const SHAPES = [2, 3, 4, 5]
  .flatMap((rows) => [2, 3, 4, 5].map((columns) => [rows, columns]))
  .sort(([a, b], [c, d]) => a * b - c * d || a - c)
  .map(([rows, columns]) => `${rows}x${columns}`);

const model = new Model("3x3", changed);
const board = new Board(element("board"), element("pad"), model);
const runner = new Runner(busy);
const questions = new Questions(model, board, runner, () => loader.forget());
const loader = new Loader(model, runner, questions);
const race = new Race(runner, questions);
const explain = new Explain(model, board, runner, questions);
share(model, runner, questions);

/** The clues that the answers, the listing and the address belong to. */
let seen = model.clues;

function changed(isOtherBoard) {
  const wasBusy = runner.isBusy;
  if (model.clues !== seen) {
    seen = model.clues;
    runner.cancel("Cancelled: the puzzle has changed.");
    questions.forget();
    runner.stats(null);
    explain.forget();
    history.replaceState(null, "", link.write(model.geometry, model.clues));
  }
  if (isOtherBoard) board.rebuild();
  else board.render();
  if (isOtherBoard) showShape();
  element("undo").disabled = !model.past.length;
  element("redo").disabled = !model.future.length;
  element("clear").disabled = !model.answers;
  const clash = board.firstConflict;
  if (!wasBusy && !model.answers) runner.say(clash ? `Conflict: ${clash}.` : "Ready.", clash ? "bad" : "");
}

function busy(isBusy) {
  for (const id of ["solve", "next", "count", "why", "generate", "another", "race", "cnf", "prove"]) element(id).disabled = isBusy;
  element("cancel").disabled = !isBusy;
  document.body.classList.toggle("busy", isBusy);
}

/** The chooser of the board, as the board is. */
function showShape() {
  const { spec, box, diagonals, side } = model.geometry;
  const shape = element("shape");
  const base = box && `${box.rows}x${box.columns}`;
  const words = [...SHAPES, ...(base && !SHAPES.includes(base) ? [base] : [])].map((word) => {
    const [rows, columns] = word.split("x");
    return new Option(`${rows * columns} × ${rows * columns}, boxes ${rows}×${columns}`, word);
  });
  const own = box ? [] : [new Option(`${side} × ${side}, irregular`, "own")];
  shape.replaceChildren(...words, ...own, new Option("Another…", "another"));
  shape.value = box ? base : "own";
  element("diagonals").checked = diagonals;
  element("large").hidden = side <= 9;
  element("spec").value = spec;
}

/** Puts an empty board of a shape on the page. */
function take(spec) {
  model.load(spec, new Array(parse(spec).cells).fill(0));
  loader.forget();
}

function listen() {
  const on = (id, type, action) => element(id).addEventListener(type, action);
  on("shape", "change", () => {
    const { value } = element("shape");
    if (value !== "another") return take(value + (element("diagonals").checked ? "+diagonals" : ""));
    showShape();
    element("board-message").textContent = "";
    return element("board-dialog").showModal();
  });
  on("diagonals", "change", () => {
    const base = model.geometry.spec.replace("+diagonals", "");
    const spec = element("diagonals").checked ? base.replace(/(\+|$)/, "+diagonals$1") : base;
    model.load(spec, model.clues);
  });
  on("board-take", "click", () => {
    try {
      take(element("spec").value);
      element("board-dialog").close();
    } catch (error) {
      element("board-message").textContent = error.message;
    }
  });
  on("undo", "click", () => model.undo());
  on("redo", "click", () => model.redo());
  on("clear", "click", () => model.answer(null));
  on("clear-all", "click", () => model.load(model.geometry.spec, new Array(model.geometry.cells).fill(0)));
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("dialog")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isText = event.target.matches("input:not([type=checkbox]), textarea");
    const key = event.key.toLowerCase();
    if (event.key === "Escape" && runner.isBusy) runner.cancel();
    else if (isCommand && event.key === "Enter") questions.solve();
    else if (isCommand && key === "z" && !isText) event.shiftKey ? model.redo() : model.undo();
    else if (isCommand && key === "y" && !isText) model.redo();
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", open);
}

/** Puts the puzzle of the address on the board. */
function open() {
  try {
    const puzzle = link.read(location.hash);
    if (!puzzle) return;
    model.load(puzzle.spec, puzzle.clues);
    loader.forget();
  } catch (error) {
    runner.say(`The link cannot be read: ${error.message}`, "bad");
  }
}

/** Fills the choosers with what the server has. */
async function offer() {
  const fill = (id, names, all = []) => element(id).replaceChildren(...all, ...names.map((name) => new Option(name)));
  try {
    const { solvers, encodings, formats, symmetries, reports } = await get("api/solvers");
    fill("solver", solvers.map(({ name }) => name));
    fill("encoding", encodings, [new Option("as suits", "")]);
    fill("format", formats);
    fill("symmetry", symmetries);
    race.offer(solvers, reports);
  } catch (error) {
    runner.say(`The server cannot be reached: ${error.message}`, "bad");
  }
}

listen();
showShape();
changed(false);
open();
await offer();
document.documentElement.dataset.ready = "yes";
