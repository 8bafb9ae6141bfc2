// Puzzles from outside: the clipboard, files, drag and drop, links, and the list of those in a text.

import { PLAY } from "./model.js";
import { fragmentIn, ofFragment } from "./pack.js";
import { element, isText, kindsOf, onClick, show } from "./ui.js";

/** So many bytes of a file are read; a longer one is cut at the end of a line. */
const MOST_BYTES = 2 << 20;

const NO_PUZZLE = "No puzzle in this text. satdoku reads links of f-puzzles, SudokuPad and ISS, grids, and texts of 81 characters.";

/** Words without a digit are no puzzle that went wrong. */
const IS_PROSE = /^[^\d.]*\p{L}{3}[^\d.]*$/u;

export class Loader {
  /** `leave` is called before another puzzle comes; `kept` finds what was done on a puzzle before; `mend` is called with a text that cannot be read. */
  constructor(model, line, { leave, kept, mend }) {
    Object.assign(this, { model, line, leave, kept, mend, round: 0 });
    const file = element("file");
    file.addEventListener("change", () => {
      if (file.files[0]) this.file(file.files[0]);
      file.value = "";
    });
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dragging");
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dragging");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dragging");
      this.#take(event.dataTransfer, "Dropped");
    });
    document.addEventListener("paste", (event) => {
      if (isText(event.target)) return;
      event.preventDefault();
      for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
      this.#take(event.clipboardData, "Pasted");
    });
    onClick("previous", () => this.step(-1));
    onClick("following", () => this.step(1));
  }

  #take(data, verb) {
    const [file] = data.files;
    return file ? this.file(file) : this.text(data.getData("text"), { verb });
  }

  async file(file) {
    try {
      await this.text(await read(file), { name: file.name });
    } catch (error) {
      this.line.say(`${file.name}: ${error.message}`, "bad");
    }
  }

  /** Loads the puzzles of a text, whatever its format; says whether there was one. */
  async text(text, { verb = "Opened", name = "", mode } = {}) {
    const { line } = this;
    if (!text.trim()) return this.#refuse("There is no text to read.", null);
    line.say("Reading…");
    const round = this.round += 1;
    try {
      const fragment = fragmentIn(text);
      const question = fragment ? await ofFragment(fragment).catch(() => { throw new Error("The link is damaged or cut off: copy the whole of it once more."); }) : null;
      if (question) return await this.question(question, { verb, name, mode, round });
      const { puzzles, more } = await this.model.engine.ask("convert", { puzzle: text });
      if (puzzles.length === 1) return await this.question({ puzzle: text }, { verb, name, mode, round });
      const list = { name: name || "List", more, puzzles: puzzles.map(({ text, board, puzzle, rules }) => (text ? { puzzle: text } : { board, puzzle, rules })) };
      return await this.question(list.puzzles[0], { verb, name, source: { list, at: 0 }, round });
    } catch (error) {
      if (round !== this.round) return false;
      return this.#refuse(IS_PROSE.test(text) ? NO_PUZZLE : error.message, text);
    }
  }

  #refuse(message, text) {
    this.line.say(message, "bad", text === null ? [] : [{ label: "Show the text", action: () => this.mend(text, message) }]);
    return false;
  }

  /** Puts the puzzle of a question on the board, unless another one was asked for since; says whether it did. */
  async question(question, { verb = "Opened", name = "", source = null, mode, isQuiet = false, round = this.round += 1 } = {}) {
    const { model, line } = this;
    const hadPuzzle = Boolean(model.state);
    const found = await model.ask(clean(question));
    if (round !== this.round) return false;
    const { title, rules } = found.board;
    this.leave();
    const before = mode === undefined || mode === PLAY ? this.kept(found.frame.text(found.board.clues ?? {})) : null;
    model.load(found, { source, mode, ...before });
    const what = [title ? `“${title}”` : name || "a puzzle", rules.length ? ` with ${kindsOf(rules)}` : ""].join("");
    const undo = hadPuzzle ? [{ label: "Undo", action: () => model.undo() }] : [];
    if (isQuiet) line.rest();
    else line.say(`${verb} ${before ? `${what}, where you left it` : what}.`, "", undo);
    return true;
  }

  /** Goes to another puzzle of the list; what was done on this one is kept. */
  async step(by) {
    const { source } = this.model;
    const at = (source?.at ?? 0) + by;
    const puzzle = source?.list.puzzles[at];
    if (puzzle) await this.question(puzzle, { source: { list: source.list, at } }).catch((error) => this.line.say(error.message, "bad"));
  }

  /** Draws where the puzzle stands in its list. */
  shown() {
    const { source } = this.model;
    show(element("steps"), (source?.list.puzzles.length ?? 0) > 1);
    if (!source) return;
    const { list: { name, puzzles, more }, at } = source;
    element("listed").textContent = `${name}, ${at + 1} of ${puzzles.length}${more ? " or more" : ""}`;
    element("previous").hidden = at === 0;
    element("following").hidden = at === puzzles.length - 1;
  }
}

/** A question without fields that have nothing. */
const clean = (question) => Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined && value !== null));

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
