// The line above the board: how things stand, or what just happened, and what can be done about it.

import { button, element } from "./ui.js";

export class Line {
  constructor() {
    this.standing = { text: "" };
    this.said = null;
  }

  /** How things stand. It is shown unless something was said since the last change. */
  stand(text, mood = "", actions = []) {
    this.standing = { text, mood, actions };
    element("line").classList.remove("stale");
    if (!this.said) this.#show(this.standing);
  }

  /** How things stood is of before the last change: an answer is awaited. */
  stale() {
    element("line").classList.add("stale");
  }

  /** Says what happened, until `rest` or something else is said. */
  say(text, mood = "", actions = []) {
    this.said = text ? { text, mood, actions } : null;
    this.#show(this.said ?? this.standing);
  }

  /** Goes back to how things stand. */
  rest() {
    this.say("");
  }

  #show({ text, mood = "", actions = [] }) {
    if (element("message").textContent !== text) element("message").textContent = text;
    element("line").dataset.mood = mood;
    element("offers").replaceChildren(...actions.map(({ label, action }) => button(label, () => {
      this.rest();
      action();
    }, { className: "quiet" })));
  }
}
