// Puzzles from outside: the file chooser, drag and drop, the clipboard, the text dialog.

import { ask } from "./api.js";

const element = (id) => document.getElementById(id);

const HINT = element("loaded").textContent;

/** So many bytes of a file are read; a longer one is cut at the end of a line. */
const MOST_BYTES = 2 << 20;

export class Loader {
  constructor(model, runner, questions) {
    Object.assign(this, { model, runner, questions });
    /** The puzzles of the last file. */
    this.puzzles = [];
    this.at = 0;
    this.#listen();
  }

  #listen() {
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
      const [dropped] = event.dataTransfer.files;
      if (dropped) this.file(dropped);
      else this.text(event.dataTransfer.getData("text"), "what was dropped");
    });
    on(document, "paste", (event) => {
      if (event.target.closest("input, textarea, dialog")) return;
      event.preventDefault();
      const [pasted] = event.clipboardData.files;
      if (pasted) this.file(pasted);
      else this.text(event.clipboardData.getData("text"), "the clipboard");
    });
    on(element("previous"), "click", () => this.step(-1));
    on(element("following"), "click", () => this.step(1));
    on(element("text"), "click", () => this.open());
    on(element("format"), "change", () => this.write());
    on(element("text-load"), "click", () => this.fromDialog());
    on(element("text-copy"), "click", async () => {
      await navigator.clipboard.writeText(element("source").value);
      element("text-message").textContent = "Copied.";
    });
  }

  async file(file) {
    try {
      const text = await read(file);
      await this.text(text, file.name);
    } catch (error) {
      this.runner.say(`${file.name}: ${error.message}`, "bad");
    }
  }

  /** Loads the puzzles of a text, whatever its format. */
  async text(text, from) {
    if (!text.trim()) return this.runner.say(`${from}: there is no text.`, "bad");
    const question = { puzzle: text };
    return this.runner.run(`Reading ${from}…`, "api/convert", question, ({ puzzles, more }) => {
      this.puzzles = puzzles;
      this.more = more;
      this.from = from;
      this.#show(0);
    });
  }

  /** The puzzle on the board is none of the file any more. */
  forget() {
    this.puzzles = [];
    element("steps").hidden = true;
    element("loaded").textContent = HINT;
  }

  step(by) {
    const at = this.at + by;
    if (at >= 0 && at < this.puzzles.length) this.#show(at);
  }

  #show(at) {
    const { puzzles, from, more } = this;
    try {
      this.model.load(puzzles[at].board, puzzles[at].cells);
    } catch (error) {
      this.runner.say(`${from}: ${error.message}`, "bad");
      return;
    }
    this.at = at;
    const clues = this.model.clueCount;
    element("steps").hidden = puzzles.length < 2;
    element("previous").disabled = at === 0;
    element("following").disabled = at === puzzles.length - 1;
    const which = puzzles.length > 1 ? `, puzzle ${at + 1} of ${puzzles.length}${more ? " or more" : ""}` : "";
    element("loaded").textContent = `${from}${which}`;
    this.runner.say(`Loaded ${from}${which}: ${clues} ${clues === 1 ? "clue" : "clues"}.`);
  }

  /** Opens the dialog with the puzzle as text. */
  open() {
    element("text-message").textContent = "";
    element("text-dialog").showModal();
    this.write();
  }

  /** Writes the puzzle in the chosen format. */
  async write() {
    const source = element("source");
    const say = (text) => (element("text-message").textContent = text);
    try {
      const { text } = await ask("api/convert", { ...this.questions.puzzle(), to: element("format").value });
      source.value = text;
      say("");
    } catch (error) {
      source.value = "";
      say(error.message);
    }
  }

  async fromDialog() {
    const source = element("source");
    const say = (text) => (element("text-message").textContent = text);
    try {
      const { puzzles, more } = await ask("api/convert", { puzzle: source.value });
      Object.assign(this, { puzzles, more, from: "the text" });
      element("text-dialog").close();
      this.#show(0);
    } catch (error) {
      say(error.message);
    }
  }
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
