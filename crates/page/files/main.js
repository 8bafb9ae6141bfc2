// The page: its parts, and what happens between them.

import { Board } from "./board.js";
import { Dialogs } from "./dialogs.js";
import { Engine } from "./engine.js";
import { COLOURS, Entry } from "./entry.js";
import { Hints } from "./hint.js";
import { Keys } from "./keys.js";
import { Line } from "./line.js";
import { Live } from "./live.js";
import { Loader } from "./load.js";
import { Model, PLAY, SET, STUDY } from "./model.js";
import { ofFragment } from "./pack.js";
import { Paper } from "./paper.js";
import { Play, rulesInWords } from "./play.js";
import { Saver } from "./save.js";
import { Selecting } from "./select.js";
import { Setting } from "./set.js";
import { Share } from "./share.js";
import { digitsOf, Study } from "./study.js";
import { attempt, button, element, focusBoard, isText, onClick, open, show } from "./ui.js";

const line = new Line();
const engine = new Engine((sentence) => line.say(sentence));
const model = new Model(engine);
const board = new Board(model);
const play = new Play(model, board, line, engine);
const hints = new Hints(model, board, line, engine);
const live = new Live(model, board, line, engine);
const saver = new Saver(model, (sentence) => line.say(sentence));
const loader = new Loader(model, line, { leave: () => saver.flush(), kept: (text) => saver.kept(text), mend: (text, message) => dialogs.open(text, message) });
const dialogs = new Dialogs(model, line, engine, loader, saver);
const share = new Share(model, line, engine, new Paper(model, engine, saver));
const study = new Study(model, board, line, engine);
const setting = new Setting(model, board, line, engine, {
  load: (question) => loader.question(question, { mode: SET, verb: "New:", name: "an empty board" }).catch((error) => line.say(error.message, "bad")),
});
const entry = new Entry(model, board, () => drawPad());

/** Whether the next digit is one to ask about. */
let isAsking = false;

const keys = new Keys(model, board, entry, {
  mode: (mode) => model.switchTo(mode),
  hint: () => hints.press(),
  enter: () => hints.take(),
  why: () => askWhy(),
  search: () => model.mode === SET && setting.search(),
  help: () => open("keys"),
  step: (by) => study.step(by),
  list: (by) => loader.step(by),
  check: () => play.check(),
  present: () => present(),
  link: () => share.copyLink(),
  escape: () => escape(),
  digit: (digit) => takeDigit(digit),
});

new Selecting(model, board, {
  done: () => model.mode === SET && setting.drawn(),
  undo: () => undo(),
  redo: () => model.redo(),
});

function undo() {
  keys.end();
  line.rest();
  model.undo();
}

function askWhy() {
  if (model.mode !== PLAY) return;
  isAsking = true;
  line.say(`Why not which digit in ${board.current}? Type it.`, "", [{ label: "Cancel", action: () => (isAsking = false) }]);
}

/** Digits that are for somebody else than the cells. */
function takeDigit(digit) {
  if (setting.digit(digit)) return true;
  if (!isAsking) return false;
  isAsking = false;
  hints.why(board.current, digit);
  return true;
}

function escape() {
  isAsking = false;
  if (document.body.classList.contains("present")) return present();
  if (document.body.classList.contains("sheet")) return sheet(false);
  if (hints.isOpen) return hints.close();
  if (setting.tool || setting.pending) return setting.cancel();
  board.light();
  board.select(board.current ? [board.current] : []);
}

/** The buttons of digits, or of colours. */
function drawPad() {
  for (const tool of document.querySelectorAll("[data-tool]")) tool.ariaPressed = String(tool.dataset.tool === entry.tool);
  if (!model.board) return;
  const { first, last } = board.range;
  const isColour = entry.tool === "colour";
  const isTyped = last - first >= 12;
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, k) => from + k);
  // A shade is shown as the board shows it.
  const sign = (number) => (model.layer && first === 0 && last === 1 ? `${number} ${number ? "■" : "○"}` : number);
  const numbers = isColour ? range(1, COLOURS) : isTyped ? range(0, 9) : range(first, last);
  const pad = element("pad");
  pad.dataset.of = entry.tool;
  pad.classList.toggle("typed", isTyped && !isColour);
  pad.style.setProperty("--count", numbers.length + 1);
  pad.replaceChildren(...numbers.map((number) => button(isColour ? "" : sign(number), () => {
    if (isTyped && !isColour) keys.digit(number);
    else if (!takeDigit(number)) entry.put(number);
    focusBoard();
  }, { tabIndex: -1, "aria-label": isColour ? `Colour ${number}` : `${number}`, className: isColour ? `swatch s${number}` : "" })));
  pad.append(button("Hint", () => hints.press(), { className: "primary hint", id: "hint-button", title: "Hint (H)" }));
}

/** The layers over the grid, one of which digits are written in. */
function drawLayers() {
  const { over } = model.board;
  const names = [null, ...over.map(({ name }) => name)];
  element("layers").replaceChildren(...names.map((name) => button(name ?? "Grid", () => {
    model.choose(name);
    focusBoard();
  }, { "aria-pressed": String(name === model.layer), title: "L" })));
  show(element("layers"), over.length > 0);
  document.body.classList.toggle("layered-entry", model.layer !== null);
}

function drawTitle() {
  const { title, author } = model.board;
  element("title").textContent = title ? `“${title}”` : "";
  element("author").textContent = author ? `${title ? " · " : ""}${author}` : "";
  document.title = title ? `${title} – satdoku` : "satdoku";
}

function drawMode() {
  document.body.dataset.mode = model.mode;
  for (const choice of document.querySelectorAll("[data-to]")) choice.ariaPressed = String(choice.dataset.to === model.mode);
  hints.close();
  setting.leave();
  if (model.mode === SET) setting.start();
  live.stop();
  study.clear();
  board.candidates(null);
  if (model.mode === STUDY) {
    line.stand("Study shows the solution. Your game is kept.");
    study.shown();
  }
}

model.addEventListener("change", ({ detail: { isOther } }) => {
  if (isOther) {
    board.build();
    drawTitle();
    rulesInWords(model, board);
    setting.shown();
    drawLayers();
    drawPad();
  }
  if (document.body.dataset.mode !== model.mode) drawMode();
  if (hints.isOpen && hints.ofState !== model.state) hints.close();
  if (model.mode === SET) {
    board.shown = null;
    live.later();
  }
  board.draw();
  loader.shown();
  play.judge();
  study.shown();
  drawMarks();
  saver.later();
});

model.addEventListener("mode", () => {
  line.rest();
  drawMode();
  board.draw();
  play.judge();
  if (model.mode === SET) live.later();
  drawMarks();
  saver.later();
  focusBoard();
});

let padOf = null;
model.addEventListener("select", () => {
  drawMarks();
  // Cells beside the grid have other values.
  if (padOf !== board.range) drawPad();
  padOf = board.range;
});
model.addEventListener("layer", () => {
  keys.end();
  drawLayers();
  drawPad();
  board.draw();
});
model.addEventListener("trouble", ({ detail }) => line.say(detail.message, "bad"));
model.addEventListener("kept", () => saver.later());
// What was said stays until the next change.
document.addEventListener("pointerdown", ({ target }) => target.closest?.("#stage") && !setting.tool && !setting.regions && !isAsking && !hints.isOpen && line.rest());
document.addEventListener("keydown", ({ target, key }) => /^\d$|^Arrow/.test(key) && !isText(target) && !setting.tool && !setting.regions && !isAsking && line.rest());

/** The marks of the selected cell in words, where cells are too small to show them. */
function drawMarks() {
  const { corner, centre } = model.state;
  const cell = board.current;
  const layers = model.board.over.map(({ name }) => [name, [model.digit(`${name}:${cell}`)].filter((value) => value !== undefined)]);
  const words = [["corner", corner[cell]], ["centre", centre[cell]], ...layers].filter(([, marks]) => marks?.length).map(([name, marks]) => `${name} ${marks.join(" ")}`);
  const has = board.element.classList.contains("small") && cell && words.length;
  element("marks").textContent = has ? `${cell}: ${words.join("; ")}` : "";
  show(element("marks"), Boolean(has));
}

/** Shows board and line alone, large, or all again. */
function present() {
  const isOn = document.body.classList.toggle("present");
  show(element("leave"), isOn);
  focusBoard();
}

function sheet(isOpen) {
  document.body.classList.toggle("sheet", isOpen);
  element("rules-count").ariaExpanded = String(isOpen);
}

for (const choice of document.querySelectorAll("[data-to]")) choice.addEventListener("click", () => model.switchTo(choice.dataset.to));
for (const tool of document.querySelectorAll("[data-tool]")) {
  tool.addEventListener("click", () => {
    entry.choose(tool.dataset.tool);
    focusBoard();
  });
}
const then = (id, action) => onClick(id, () => {
  action();
  if (!document.querySelector("dialog[open]")) focusBoard();
});
then("erase", () => { keys.end(); entry.erase(); });
then("undo", undo);
then("redo", () => { keys.end(); line.rest(); model.redo(); });
then("check", () => play.check());
then("fill", () => play.fill());
then("restart", () => {
  saver.forget(model.text);
  play.restart();
});
then("why", askWhy);
then("pause", () => play.pause());
then("theme", () => theme());
then("present", present);
then("leave", present);
onClick("rules-count", () => sheet(!document.body.classList.contains("sheet")));
onClick("rules-close", () => sheet(false));
onClick("share-button", () => share.show());
onClick("heat", () => {
  live.heat(!live.hasHeat);
  element("heat").ariaPressed = String(live.hasHeat);
});
addEventListener("hashchange", () => start(true));

/** Light, dark, or as the system has it. */
function theme(next) {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = next ?? (isDark ? "light" : "dark");
  attempt(() => localStorage.setItem("satdoku-theme", root.dataset.theme));
}
const kept = attempt(() => localStorage.getItem("satdoku-theme"));
if (kept) theme(kept);

/** Puts on the board what the address asks for, what was there before, or the first puzzle. */
async function start(isChange = false) {
  try {
    if (!isChange && (await saver.restore())) return;
    if (location.hash.length > 1) return await openLink();
    if (isChange) return;
    const old = saver.old();
    if (old) return await openOld(old);
    // The text of the page has its first puzzle: nobody need be asked.
    const first = JSON.parse(element("first").textContent || "null");
    await loader.question(first ? { answer: first } : { board: "3x3" }, { isQuiet: true });
  } catch (problem) {
    line.say(problem.message, "bad");
  } finally {
    if (!isChange && !document.activeElement?.closest("dialog, input, textarea")) focusBoard();
    document.documentElement.dataset.ready = "yes";
  }
}

/** A broken link stays in the address, over an empty board. */
async function openLink() {
  const fragment = location.hash;
  let reason = "The link is damaged or cut off.";
  try {
    const question = await ofFragment(fragment);
    return await loader.question(question, { verb: "Opened" , isQuiet: true });
  } catch (problem) {
    if (problem.kind) reason = `The link cannot be read: ${problem.message}`;
  }
  if (!model.state) await loader.question({ board: "3x3" }, { mode: SET, isQuiet: true });
  saver.pass();
  line.say(reason, "bad", [{ label: "Edit the text", action: () => dialogs.open(attempt(() => decodeURIComponent(fragment.slice(1))) ?? fragment.slice(1), reason) }]);
}

/** The puzzle that the page before 0.3 had kept, with its own digits and notes. */
async function openOld({ question, own, notes, mode }) {
  await loader.question(question, { mode, isQuiet: true });
  const { cells } = model.board;
  const centre = Object.fromEntries(Object.entries(notes).map(([at, digits]) => [cells[at], digits]));
  model.go({ digits: own ? digitsOf(own, model.board) : {}, centre }, true);
}

if (document.querySelector("meta[name=engine]")?.content === "files" && "serviceWorker" in navigator) {
  attempt(() => navigator.serviceWorker.register("service-worker.js"));
}
drawPad();
start();
