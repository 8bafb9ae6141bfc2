// One question at a time: what is said while it runs, how it is cancelled, what its answer took.

import { ask, Problem } from "./api.js";

const element = (id) => document.getElementById(id);

/** A time for a person. */
export function seconds(time) {
  if (time < 0.0995) return `${(time * 1e3).toFixed(time < 0.00995 ? 2 : 1)}\u00a0ms`;
  return time < 99.95 ? `${time.toFixed(2)}\u00a0s` : `${Math.round(time)}\u00a0s`;
}

const count = (number) => Number(number).toLocaleString("en");

export class Runner {
  /** `busy` is told whether a question runs. */
  constructor(busy) {
    this.busy = busy;
    this.controller = null;
    element("cancel").addEventListener("click", () => this.cancel());
  }

  get isBusy() {
    return this.controller !== null;
  }

  /** Says something in the live region; `mood` is good, bad or nothing. */
  say(text, mood = "") {
    element("message").textContent = text;
    element("said").dataset.mood = mood;
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

  /** The same with any work that can be stopped by a signal. */
  async during(what, work, then) {
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
      const text = error instanceof Problem ? error.message : `The server cannot be reached: ${error.message}`;
      this.say(text, "bad");
    }
  }

  /** Shows what an answer took, or nothing. Solvers without clauses have steps in the place of conflicts. */
  stats(stats) {
    const show = (id, number) => (element(`stat-${id}`).textContent = number ? count(number) : "–");
    element("stat-time").textContent = stats ? seconds(stats.seconds) : "–";
    show("variables", stats?.variables);
    show("clauses", stats?.clauses);
    const hasSteps = stats && stats.conflicts === null && stats.steps !== null;
    element("effort").textContent = hasSteps ? "Steps" : "Conflicts";
    const effort = hasSteps ? stats.steps : stats?.conflicts;
    element("stat-conflicts").textContent = effort === undefined || effort === null ? "–" : count(effort);
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
