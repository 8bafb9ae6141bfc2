// Puzzles from outside: the file chooser, drag and drop, the clipboard; and the list of those in a file.

import { ask, digits, Problem } from "./api.js";
import { Drawn } from "./drawn.js";
import * as link from "./link.js";
import { element, enable, isText, onClick, show, things } from "./ui.js";

/** So many bytes of a file are read; a longer one is cut at the end of a line. */
const MOST_BYTES = 2 << 20;

/** Words without a digit are no puzzle that went wrong. */
const IS_PROSE = /^\D*\p{L}{4}\D*$/u;
const NO_PUZZLE = "This is no puzzle that satdoku knows: a text of 81 characters, a grid, or a link of f-puzzles, SudokuPad or ISS.";

/** A link of this page. */
const LINK = /^\S*(#(?:\d+x\d+|regions:)\S*\/\S*)$/;

export class Loader {
  /** `mend` is called with a text that cannot be read. */
  constructor(model, runner, mend) {
    Object.assign(this, { model, runner, mend, drawn: new Drawn() });
    const on = (target, type, action) => target.addEventListener(type, action);
    const file = element("file");
    on(file, "change", () => {
      if (file.files[0]) this.file(file.files[0]);
      file.value = "";
    });
    on(document, "dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dragging");
    });
    on(document, "dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dragging");
    });
    on(document, "drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dragging");
      this.#take(event.dataTransfer, "Dropped puzzle");
    });
    on(document, "paste", (event) => {
      if (isText(event.target) || event.target.closest("dialog")) return;
      event.preventDefault();
      this.#take(event.clipboardData, "Pasted puzzle");
    });
    onClick("previous", () => this.step(-1));
    onClick("following", () => this.step(1));
  }

  #take(data, name) {
    const [file] = data.files;
    return file ? this.file(file) : this.text(data.getData("text"), name);
  }

  async file(file) {
    try {
      const text = await read(file);
      await this.text(text, file.name, "Loaded ");
    } catch (error) {
      this.runner.say(`${file.name}: ${error.message}`, "bad");
    }
  }

  /** Loads the puzzles of a text, whatever its format. */
  async text(text, name, verb = "") {
    if (!text.trim()) return this.runner.say(`${name}: there is no text.`, "bad");
    const refuse = ({ message }) =>
      this.runner.say(message, "bad", { label: "Edit the text", action: () => this.mend(text, message) });
    const own = ofLink(text);
    if (own) return own.list ? this.show({ ...own.list, name, verb }, 0) : refuse(own);
    return this.runner.during("Reading…", (signal) => puzzlesOf(text, signal), (list) => this.show({ ...list, name, verb }, 0), refuse);
  }

  /** Goes to another puzzle of the list; what was done on this one is kept. */
  step(by) {
    const { source } = this.model;
    const at = (source?.at ?? 0) + by;
    if (!source?.list.puzzles[at]) return;
    source.list.kept[source.at] = this.model.state;
    this.show(source.list, at);
  }

  /** Puts a puzzle of a list on the board; says whether it fits. */
  show(list, at) {
    const { model, runner } = this;
    const { board, cells, drawing } = list.puzzles[at];
    if (drawing) {
      this.drawn.show(list.puzzles[at]);
      runner.say(`${list.verb}${list.name}: the page has no cells for it; it is shown as a picture.`);
      return true;
    }
    try {
      if (list.kept[at]) model.restore(list.kept[at]);
      else model.load(board, cells, { list, at });
    } catch (error) {
      runner.say(`${error.message}.`, "bad");
      return false;
    }
    runner.say(`${list.verb}${label(model.source)}: ${things(model.clueCount, "clue")}.`);
    return true;
  }

  /** Draws where the puzzle is from, as the board is. */
  shown() {
    const { source } = this.model;
    element("loaded").textContent = source ? label(source) : "";
    const last = source ? source.list.puzzles.length - 1 : 0;
    show("steps", last > 0);
    enable("previous", source?.at > 0);
    enable("following", source?.at < last);
  }
}

/** The puzzle of a link of this page, or why it has none; nothing for any other text. */
export function ofLink(text) {
  const own = LINK.exec(text.trim());
  if (!own) return null;
  try {
    const { spec, clues } = link.read(own[1]);
    return { list: { puzzles: [{ board: spec, cells: clues }], kept: {} } };
  } catch (error) {
    return { message: `The link cannot be read: ${error.message}.` };
  }
}

/** The puzzles of a text in any format, and what is done on each of them. */
export async function puzzlesOf(text, signal) {
  const { puzzles, more } = await ask("api/convert", { puzzle: text }, signal).catch((error) => {
    throw error instanceof Problem && IS_PROSE.test(text) ? new Problem({ detail: NO_PUZZLE }) : error;
  });
  return { puzzles: puzzles.map((one) => (one.drawing ? one : { ...one, cells: digits(one.puzzle) })), more, kept: {} };
}

function label({ list: { name, puzzles, more }, at }) {
  return puzzles.length > 1 ? `${name}, ${at + 1} of ${puzzles.length}${more ? " or more" : ""}` : name;
}

/** The text of a file, unpacked where it is gzip. */
async function read(file) {
  const isPacked = file.name.endsWith(".gz");
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; bytes < MOST_BYTES; ) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text.slice(0, text.lastIndexOf("\n") + 1);
}
