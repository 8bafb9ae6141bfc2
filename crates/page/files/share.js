// What is taken along: links of this page and of others, text, pictures.

import { pack } from "./pack.js";
import { attempt, button, count, element, kindsOf, make, open, saveFile, things } from "./ui.js";

/** Formats that carry a puzzle elsewhere, with their names. */
const LINKS = [["f-puzzles", "fpuzzles"], ["SudokuPad", "sudokupad"], ["Interactive Sudoku Solver", "iss"]];

export class Share {
  constructor(model, line, engine, paper) {
    Object.assign(this, { model, line, engine, paper });
  }

  /** The link of the puzzle, on the address that others can open where there is one. */
  async own() {
    const base = this.engine.about?.public_address ?? `${location.origin}${location.pathname}`;
    return `${base}#p/${await pack(this.model.text)}`;
  }

  async copyLink() {
    const link = await this.own();
    const { rules } = this.model.board;
    const what = rules.length ? `puzzle with ${kindsOf(rules)}` : `puzzle with ${things(this.model.clueCount, "clue")}`;
    await this.#copy(link, `Link copied: ${what}, ${count(link.length)} characters.`);
  }

  async #copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      this.#say(said, "good");
    } catch {
      this.#offer(text);
      this.#say("The browser refuses to copy: the text is below.", "bad");
    }
  }

  #say(text, mood = "") {
    if (element("share").open) Object.assign(element("share-message"), { textContent: text }).dataset.mood = mood;
    this.line.say(text, mood);
  }

  #offer(text) {
    element("shared").hidden = false;
    element("shared").value = text;
    element("shared").select();
  }

  async show() {
    const { board } = this.model;
    const local = /^(localhost|127\.|\[::1\])/.test(location.hostname) && !this.engine.about?.public_address;
    element("share-message").textContent = local ? "The link of this page opens on this machine only. The other links open everywhere." : "";
    element("shared").hidden = true;
    const name = (board.title ?? "sudoku").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "sudoku";
    const rows = [
      ["Link of this page", () => this.copyLink()],
      ...LINKS.map(([title, to]) => [title, () => this.#convert(to, title)]),
      ["Text with the rules", () => this.#copy(this.model.text, "Text copied.")],
      ["One line of digits", () => this.#convert("line", "Line")],
      ["Picture (SVG)", () => this.#picture((svg) => saveFile(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`), `${name}.svg`)],
      ["Picture (PNG)", () => this.#picture(async (svg) => saveFile(await png(svg), `${name}.png`), `${name}.png`)],
      ...(navigator.share ? [["Send…", async () => navigator.share({ title: name, url: await this.own() }).catch(() => undefined)]] : []),
      ["Print…", () => { element("share").close(); this.paper.show(); }],
    ];
    element("share-list").replaceChildren(...rows.map(([title, action]) => make("li", {}, button(title, action))));
    open("share");
  }

  /** The puzzle for another program; what its format cannot carry is refused in the engine's words. */
  async #convert(to, title) {
    try {
      const { text } = await this.engine.ask("convert", { puzzle: this.model.text, to });
      await this.#copy(text.trim(), `${title}: copied, ${count(text.trim().length)} characters.`);
    } catch (problem) {
      // What to do instead is said for people who type commands.
      this.#say(`${title}: ${problem.message.replace(/^to: |; use .*$/g, "")}.`, "bad");
    }
  }

  async #picture(take, name) {
    try {
      const { svg } = await this.engine.ask("draw", { puzzle: this.model.text });
      await take(svg);
      this.#say(`Saved as ${name}.`, "good");
    } catch (problem) {
      this.#say(problem.message, "bad");
    }
  }
}

/** The picture in points of a screen, large enough for paper. */
async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const scale = 1600 / Math.max(image.naturalWidth, image.naturalHeight, 1);
  const canvas = make("canvas", { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  attempt(() => URL.revokeObjectURL(image.src));
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser draws no such picture."))), "image/png"));
}
