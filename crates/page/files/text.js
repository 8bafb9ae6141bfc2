// The dialog with the puzzle as text: to copy, to change, to paste.

import { ask } from "./api.js";
import { ofLink, puzzlesOf } from "./load.js";
import { words } from "./run.js";
import { element, onClick } from "./ui.js";

const say = (text) => (element("text-message").textContent = text);

export class TextDialog {
  constructor(questions) {
    this.questions = questions;
    /** Shows a list of puzzles; set by the page. */
    this.take = () => false;
    onClick("text", () => this.open());
    onClick("text-close", () => element("text-dialog").close());
    onClick("text-copy", async () => {
      await navigator.clipboard.writeText(element("source").value);
      say("Copied.");
    });
    element("format").addEventListener("change", () => this.#write());
    element("text-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#load();
    });
  }

  /** Opens the dialog with the puzzle of the board. */
  open() {
    say("");
    element("text-dialog").showModal();
    return this.#write();
  }

  /** Opens the dialog with a text that could not be read, and says why. */
  mend(text, why) {
    element("text-dialog").showModal();
    element("source").value = text;
    element("source").focus();
    say(why);
  }

  async #write() {
    const source = element("source");
    try {
      const { text } = await ask("api/convert", { ...this.questions.puzzle(), to: element("format").value });
      source.value = text;
      say("");
    } catch (error) {
      source.value = "";
      say(words(error));
    }
  }

  async #load() {
    try {
      const text = element("source").value;
      const own = ofLink(text);
      if (own && !own.list) return say(own.message);
      const list = own?.list ?? (await puzzlesOf(text));
      element("text-dialog").close();
      this.take({ ...list, name: "Puzzle as text", verb: "" });
    } catch (error) {
      say(words(error));
    }
  }
}
