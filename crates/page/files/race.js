// Several solvers on the puzzle of the board, and their times as bars that grow.

import { seconds } from "./run.js";
import { element, make, onClick } from "./ui.js";

/** Who takes part unless somebody says otherwise. */
const USUAL = ["auto", "sat:varisat", "sat:batsat", "dlx", "algorithm-x", "mrv"];

/** A race as short as this is run again, and the median of each solver's times counts: one run of so little says nothing. */
const SHORT_SECONDS = 0.05;
const ROUNDS = 5;

export class Race {
  constructor(runner, questions) {
    Object.assign(this, { runner, questions });
    this.runs = [];
    onClick("race", () => this.start());
  }

  /** Offers the solvers of the server. */
  offer(solvers, reports) {
    const chip = ({ name, road }) =>
      make("label", { title: road }, make("input", { type: "checkbox", value: name, checked: USUAL.includes(name) }), name);
    element("entrants").replaceChildren(...solvers.map(chip));
    const link = ({ name, path }) =>
      make("li", {}, make("a", { href: path, target: "_blank", rel: "noopener", textContent: `Report of the race “${name}”` }));
    element("reports").replaceChildren(...reports.map(link));
    element("reports").hidden = !reports.length;
  }

  start() {
    const solvers = [...element("entrants").querySelectorAll("input:checked")].map((box) => box.value);
    if (!solvers.length) return this.say("Choose at least one solver for the race.", "bad");
    const { solver: _, ...asked } = this.questions.asked();
    const question = { ...asked, solvers, at_once: element("at-once").checked };
    this.runs = solvers.map((solver) => ({ solver, state: "waiting", seconds: 0, since: 0, times: [], ...line(solver) }));
    element("runs").replaceChildren(...this.runs.map(({ item }) => item));
    return this.#round(question);
  }

  #round(question) {
    const frame = () => {
      this.draw();
      if (this.runner.isBusy) requestAnimationFrame(frame);
      else this.stop();
    };
    const done = this.runner.run("Racing…", "api/race", question, ({ runs }) => {
      for (const [at, { seconds: time }] of runs.entries()) this.runs[at]?.times.push(time);
      const isShort = runs.every((run) => run.seconds < SHORT_SECONDS);
      return isShort && this.runs[0].times.length < ROUNDS ? this.#round(question) : this.end();
    }, {
      started: ({ run }) => Object.assign(this.runs[run], { state: "running", since: performance.now() }),
      ended: ({ run, ...told }) => Object.assign(this.runs[run], told, { state: "ended" }),
    });
    frame();
    return done;
  }

  /** Says how the race went, above the board and beside the bars. */
  say(text, mood) {
    element("race-said").textContent = text;
    this.runner.say(text, mood);
  }

  draw() {
    const now = performance.now();
    for (const run of this.runs) if (run.state === "running") run.seconds = (now - run.since) / 1e3;
    const longest = Math.max(...this.runs.map((run) => run.seconds), 1e-6);
    for (const run of this.runs) {
      run.item.dataset.state = run.state === "ended" ? run.outcome : run.state;
      run.bar.style.setProperty("--part", run.seconds / longest);
      run.said.textContent = words(run);
    }
  }

  /** What was still running when somebody cancelled. */
  stop() {
    for (const run of this.runs) if (run.state !== "ended") Object.assign(run, { state: "ended", outcome: "cancelled" });
    this.draw();
  }

  /** Puts the runs in their order: who answered first, then who did not. */
  end() {
    const hasAnswer = (run) => ["solved", "no solution"].includes(run.outcome);
    for (const run of this.runs) run.seconds = run.times.toSorted((a, b) => a - b)[run.times.length >> 1] ?? run.seconds;
    this.runs.sort((a, b) => hasAnswer(b) - hasAnswer(a) || a.seconds - b.seconds);
    element("runs").replaceChildren(...this.runs.map(({ item }) => item));
    this.draw();
    const [first] = this.runs;
    if (!hasAnswer(first)) return this.say("No solver answered in time.", "bad");
    const median = first.times.length > 1 ? `, median of ${first.times.length} runs` : "";
    const answer = first.outcome === "solved" ? "" : " There is no solution.";
    return this.say(`${first.solver} won: ${seconds(first.seconds)}${median}.${answer}`, "good");
  }
}

function words({ state, outcome, seconds: time, message }) {
  if (state === "waiting") return "waits";
  if (state === "running" || outcome === "solved") return seconds(time);
  if (outcome === "no solution") return `${seconds(time)}, no solution`;
  if (outcome === "time") return `more than ${seconds(time)}`;
  return message ?? outcome;
}

/** A run's line. */
function line(solver) {
  const bar = make("span", { className: "bar" });
  const said = make("span", { className: "said-of" });
  const track = make("span", { className: "track", ariaHidden: true }, bar);
  return { item: make("li", {}, make("span", { className: "who", textContent: solver }), said, track), bar, said };
}
