// The page: the parts put together.

import { get } from "./api.js";
import { Board } from "./board.js";
import { Explain } from "./explain.js";
import { generator } from "./generate.js";
import { Keys } from "./keys.js";
import * as link from "./link.js";
import { Loader } from "./load.js";
import { Model } from "./model.js";
import { Play } from "./play.js";
import { Race } from "./race.js";
import { Runner, words } from "./run.js";
import { Saver } from "./save.js";
import { Shape } from "./shape.js";
import { share } from "./share.js";
import { Questions } from "./solve.js";
import { TextDialog } from "./text.js";
import { element, enable, isText, onClick } from "./ui.js";

/** Names of symmetries; any other is shown as it is. */
const SYMMETRIES = {
  rotate180: "half-turn", rotate90: "quarter-turn", horizontal: "mirror ↔", vertical: "mirror ↕",
  diagonal: "mirror ⟍", antidiagonal: "mirror ⟋",
};

const WORKERS = ["solve", "back", "next", "count", "why", "check", "generate", "race", "cnf", "prove"];

const model = new Model("3x3", changed);
const board = new Board(element("board"), model);
const runner = new Runner(busy);
const keys = new Keys(model, board, runner);
const questions = new Questions(model, board, runner);
const dialog = new TextDialog(questions);
const loader = new Loader(model, runner, (text, why) => dialog.mend(text, why));
dialog.take = (list) => loader.show(list, 0);
const shape = new Shape(model, runner);
const play = new Play(model, board, runner, questions, keys);
const explain = new Explain(model, board, runner, questions);
const race = new Race(runner, questions);
const saver = new Saver(model);
const { ways } = generator(model, runner);
share(model, runner, questions);

/** The state that was drawn last. */
let seen = model.state;

function changed(isOtherBoard) {
  const { clues, own } = seen;
  seen = model.state;
  const isOther = isOtherBoard || model.clues !== clues;
  const wasBusy = runner.isBusy;
  if (isOther) {
    runner.cancel("Cancelled: the puzzle has changed.");
    questions.forget();
    runner.stats(null);
    explain.forget();
  } else if (model.own !== own) {
    board.pointed = new Map();
  }
  if (isOtherBoard) {
    board.rebuild();
    keys.rebuild();
    shape.shown();
    ways();
  } else {
    board.render();
  }
  for (const part of [loader, play, questions]) part.shown();
  enable("undo", model.past.length);
  enable("redo", model.future.length);
  if (!wasBusy) runner.say(play.state.text, play.state.mood);
  saver.later();
}

function busy(isBusy) {
  document.body.classList.toggle("busy", isBusy);
  for (const id of WORKERS) enable(id, !isBusy);
  enable("cancel", isBusy);
  if (isBusy) return;
  // These depend on the board as well.
  play.shown();
  questions.shown();
}

function listen() {
  onClick("undo", () => model.undo());
  onClick("redo", () => model.redo());
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("dialog")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (event.key === "Escape" && runner.isBusy) runner.cancel();
    else if (isCommand && event.key === "Enter") questions.solve();
    else if (isCommand && key === "z" && !isText(event.target)) event.shiftKey ? model.redo() : model.undo();
    else if (isCommand && key === "y" && !isText(event.target)) model.redo();
    else if (key === "pageup" && model.source) loader.step(-1);
    else if (key === "pagedown" && model.source) loader.step(1);
    else return;
    event.preventDefault();
  }, true);
  // By now the address may have been written again.
  addEventListener("hashchange", ({ newURL }) => open(new URL(newURL).hash));
}

/** Puts the puzzle of an address on the board. */
function open(fragment) {
  try {
    const puzzle = link.read(fragment);
    if (puzzle) model.load(puzzle.spec, puzzle.clues);
  } catch (error) {
    // The link stays in the address, over an empty board, until it is mended.
    model.load("3x3", new Uint16Array(81));
    saver.pass();
    runner.say(`The link cannot be read: ${error.message}.`, "bad", { label: "Edit the text", action: () => dialog.mend(fragment, error.message) });
  }
}

/** Fills the choosers with what the server has. */
async function offer() {
  const fill = (id, names, words = {}) => element(id).replaceChildren(...names.map((name) => new Option(words[name] ?? name, name)));
  try {
    const { solvers, encodings, formats, symmetries, reports } = await get("api/solvers");
    fill("solver", solvers.map(({ name }) => name), { auto: "automatic" });
    fill("encoding", ["", ...encodings], { "": "automatic" });
    fill("format", formats);
    fill("symmetry", symmetries, SYMMETRIES);
    race.offer(solvers, reports);
  } catch (error) {
    runner.say(words(error), "bad");
  }
}

listen();
shape.shown();
busy(false);
changed(false);
if (link.isBroken(location.hash) || !saver.restore()) open(location.hash);
board.focus();
await offer();
saver.choose();
if (element("candidates").value) explain.candidates();
document.documentElement.dataset.ready = "yes";
