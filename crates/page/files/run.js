// One question at a time: what is said while it runs, how it is cancelled, what its answer took.

import { ask, Problem } from "./api.js";
import { count, element, make, onClick, show } from "./ui.js";

/** The port of `satdoku serve` without --port. */
const USUAL_PORT = "7289";

/** A time for a person. */
export function seconds(time) {
  if (time < 0.0995) return `${(time * 1e3).toFixed(time < 0.00995 ? 2 : 1)}\u00a0ms`;
  return time < 99.95 ? `${time.toFixed(2)}\u00a0s` : `${Math.round(time)}\u00a0s`;
}

/** What an error says, and what to do where nobody answers. */
export function words(error) {
  if (error instanceof Problem) return error.message;
  const port = location.port === USUAL_PORT ? "" : ` --port ${location.port}`;
  return `The server does not answer. Start “satdoku serve${port}” again; the puzzle is still here.`;
}

export class Runner {
  /** `busy` is told whether a question runs. */
  constructor(busy) {
    this.busy = busy;
    this.controller = null;
    this.offered = null;
    onClick("cancel", () => this.cancel());
    onClick("offer", () => {
      const { offered } = this;
      this.say("");
      offered?.();
    });
  }

  get isBusy() {
    return this.controller !== null;
  }

  /** Says something in the live region; `mood` is good, bad or nothing. A button may offer what to do about it. */
  say(text, mood = "", offer = null) {
    element("message").textContent = text;
    element("said").dataset.mood = mood;
    this.offered = offer?.action;
    element("offer").textContent = offer?.label ?? "";
    show("offer", Boolean(offer));
  }

  /** Stops the question; its answer is of no interest any more. */
  cancel(why = "Cancelled.") {
    if (!this.controller) return;
    this.controller.abort();
    this.#end();
    this.say(why);
  }

  /** Asks, and gives the answer to `then`, unless the question was cancelled before it came. */
  async run(what, path, question, then, on = {}) {
    await this.during(what, (signal) => ask(path, question, signal, { progress: (told) => this.#tick(told), ...on }), then);
  }

  /** The same with any work that can be stopped by a signal; `fail` may take a problem instead of the message. */
  async during(what, work, then, fail) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    this.busy(true);
    this.stats(null);
    this.say(what);
    try {
      const answer = await work(controller.signal);
      if (this.controller === controller) this.#end(() => then(answer));
    } catch (error) {
      if (this.controller !== controller) return;
      this.#end();
      if (fail && error instanceof Problem) fail(error);
      else this.say(words(error), "bad");
    }
  }

  /** Shows what an answer took: only what there is. */
  stats(stats) {
    const { seconds: time, variables, clauses, conflicts, steps } = stats ?? {};
    const entries = { Time: time && seconds(time), Variables: variables, Clauses: clauses, Conflicts: conflicts, Steps: steps };
    const shown = Object.entries(entries).filter(([, value]) => value);
    element("stats").replaceChildren(...shown.map(([term, value]) =>
      make("div", {}, make("dt", { textContent: term }), make("dd", { textContent: term === "Time" ? value : count(value) }))));
    show("stats", shown.length > 0);
  }

  #tick({ seconds: time, steps }) {
    element("clock").textContent = seconds(time) + (steps ? ` · ${count(steps)} steps` : "");
  }

  #end(then) {
    this.controller = null;
    element("clock").textContent = "";
    this.busy(false);
    then?.();
  }
}
