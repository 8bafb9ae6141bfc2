// The dialogs: a new puzzle, what was begun, what to open, keys.

import { SET } from "./model.js";
import { button, clockOf, element, make, onClick, open, show } from "./ui.js";

/** Difficulties in words, and the ratings of the hardest step. */
const LEVELS = [["Easy", "1.0..2.0"], ["Medium", "2.0..3.5"], ["Hard", "3.5..5.0"], ["Fiendish", "5.0..7.0"], ["Any", ""]];

/** Families of rules that are drawn for a new puzzle. */
const FAMILIES = [["", "None"], ["killer", "Killer cages"], ["thermometer", "Thermometers"], ["arrow", "Arrows"], ["difference,ratio", "Dots"], ["whispers", "Whispers"]];

export class Dialogs {
  constructor(model, line, engine, loader, saver) {
    Object.assign(this, { model, line, engine, loader, saver });
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", ({ target }) => (target === dialog || target.matches("[data-close]")) && dialog.close());
    }
    element("new-level").replaceChildren(...LEVELS.map(([title, value]) => make("option", { value, textContent: title })));
    element("new-rules").replaceChildren(...FAMILIES.map(([value, title]) => make("option", { value, textContent: title })));
    onClick("new-button", () => this.#new());
    // A puzzle that nobody waits for any more must not come.
    element("new").addEventListener("close", () => this.controller?.abort());
    element("new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#generate();
    });
    onClick("new-stop", () => this.controller?.abort());
    onClick("new-blank", () => {
      element("new").close();
      this.loader.question({ board: "3x3" }, { mode: "set", verb: "New:", name: "an empty board" }).catch((error) => this.line.say(error.message, "bad"));
    });
    onClick("open-button", () => this.open());
    onClick("open-file", () => element("file").click());
    onClick("open-paste", () => this.#paste());
    element("open-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#text(element("source").value);
    });
    element("file").addEventListener("change", () => element("open").close());
    onClick("keys-button", () => open("keys"));
  }

  #new() {
    const symmetries = this.engine.about?.symmetries ?? ["none", "rotate180"];
    element("new-symmetry").replaceChildren(...symmetries.map((name) => make("option", { value: name, textContent: name })));
    if (symmetries.includes("rotate180")) element("new-symmetry").value = "rotate180";
    element("new-message").textContent = "";
    open("new");
  }

  async #generate() {
    const message = element("new-message");
    const value = (id) => element(id).value || undefined;
    const rules = value("new-rules");
    const question = {
      board: value("new-board"), rating: value("new-level"), symmetry: rules ? undefined : value("new-symmetry"), rules: rules?.split(","),
      clues: value("new-clues") && Number(value("new-clues")), seed: Number(value("new-seed") ?? Math.floor(Math.random() * 2 ** 32)), time_limit: 60,
    };
    this.controller?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    this.controller = controller;
    message.textContent = "Making a puzzle…";
    show(element("new-stop"), true);
    try {
      const made = await this.engine.ask("generate", question, { signal, progress: ({ seconds }) => (message.textContent = `Making a puzzle… ${seconds.toFixed(0)} s`) });
      if (signal.aborted) return;
      element("new-seed").placeholder = String(made.seed);
      element("new").close();
      await this.loader.question({ board: made.board, puzzle: made.puzzle, rules: made.rules }, { verb: "New:", name: "a puzzle", mode: "play" });
    } catch (problem) {
      if (this.controller === controller) message.textContent = signal.aborted ? "Stopped." : problem.message;
    } finally {
      if (this.controller === controller) show(element("new-stop"), false);
    }
  }

  /** Opens the dialog for texts, with one that cannot be read and why. */
  open(text = "", message = "") {
    element("source").value = text;
    element("open-message").textContent = message;
    this.#games();
    open("open");
    element("source").focus();
  }

  async #paste() {
    try {
      await this.#text(await navigator.clipboard.readText());
    } catch {
      element("open-message").textContent = "The browser does not give the clipboard: press Ctrl+V.";
      element("source").focus();
    }
  }

  async #text(text, mode) {
    const dialog = element("open");
    dialog.close();
    if (!(await this.loader.text(text, { mode }))) this.open(text, element("message").textContent);
  }

  #games() {
    const now = this.model.state && this.model.text;
    const games = this.saver.games().filter(({ text }) => text !== now);
    const items = games.map(({ text, title, author, left, seconds, finished, when, isSet, mode }) => {
      const name = title ?? "A puzzle";
      const isSetting = isSet && mode === SET;
      const how = isSetting ? "set by you" : finished ? `finished in ${clockOf(seconds)}` : `${left} left, ${clockOf(seconds)}`;
      const day = new Date(when).toLocaleDateString("en", { day: "numeric", month: "short" });
      return make("li", {},
        button(`${name}${author ? ` · ${author}` : ""} — ${how} (${day})`, () => this.#text(text, isSetting ? SET : undefined), { className: "text" }),
        button("✕", (event) => { this.saver.forget(text); event.target.closest("li").remove(); }, { className: "icon", "aria-label": `Forget ${name}` }));
    });
    element("games").replaceChildren(...items);
    show(element("games-part"), items.length > 0);
  }
}
