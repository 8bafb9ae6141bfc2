// Several solvers on the puzzle of the board, and their times as bars that grow.

import { seconds } from "./run.js";

const element = (id) => document.getElementById(id);

/** Who takes part unless somebody says otherwise. */
const USUAL = ["auto", "sat:varisat", "sat:batsat", "dlx", "algorithm-x", "mrv"];

export class Race {
  constructor(runner, questions) {
    Object.assign(this, { runner, questions });
    this.runs = [];
    element("race").addEventListener("click", () => this.start());
  }

  /** Offers the solvers of the server. */
  offer(solvers, reports) {
    const chip = ({ name, road }) => {
      const label = document.createElement("label");
      const box = document.createElement("input");
      Object.assign(box, { type: "checkbox", value: name, checked: USUAL.includes(name) });
      label.title = road;
      label.append(box, name);
      return label;
    };
    element("entrants").replaceChildren(...solvers.map(chip));
    const link = ({ name, path }) => {
      const item = document.createElement("li");
      const anchor = document.createElement("a");
      Object.assign(anchor, { href: path, target: "_blank", rel: "noopener", textContent: `Report of the race “${name}”` });
      item.append(anchor);
      return item;
    };
    element("reports").replaceChildren(...reports.map(link));
    element("reports").hidden = !reports.length;
  }

  start() {
    const solvers = [...element("entrants").querySelectorAll("input:checked")].map((box) => box.value);
    if (!solvers.length) return this.runner.say("Choose at least one solver for the race.", "bad");
    const encoding = element("encoding").value;
    const question = {
      ...this.questions.puzzle(),
      solvers,
      ...(encoding && { encoding }),
      at_once: element("at-once").checked,
      time_limit: Number(element("time").value),
    };
    this.runs = solvers.map((solver) => ({ solver, state: "waiting", seconds: 0, since: 0, ...line(solver) }));
    element("runs").replaceChildren(...this.runs.map(({ item }) => item));
    const frame = () => {
      this.draw();
      if (this.runner.isBusy) requestAnimationFrame(frame);
      else this.stop();
    };
    const done = this.runner.run("Racing…", "api/race", question, ({ runs }) => this.end(runs), {
      started: ({ run }) => Object.assign(this.runs[run], { state: "running", since: performance.now() }),
      ended: ({ run, ...told }) => Object.assign(this.runs[run], told, { state: "ended" }),
    });
    frame();
    return done;
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

  end(runs) {
    const first = runs.filter((run) => ["solved", "no solution"].includes(run.outcome)).sort((a, b) => a.seconds - b.seconds)[0];
    if (!first) return this.runner.say("No solver answered in time.", "bad");
    const answer = first.outcome === "solved" ? "There is a solution" : "There is no solution";
    return this.runner.say(`${answer}; ${first.solver} was first in ${seconds(first.seconds)}.`, "good");
  }
}

function words({ state, outcome, seconds: time, message }) {
  if (state === "waiting") return "waits";
  if (state === "running") return seconds(time);
  if (outcome === "solved") return seconds(time);
  if (outcome === "no solution") return `${seconds(time)}, no solution`;
  if (outcome === "time") return `more than ${seconds(time)}`;
  return message ?? outcome;
}

/** A run's line. */
function line(solver) {
  const item = document.createElement("li");
  const [who, said, track, bar] = ["span", "span", "span", "span"].map((tag) => document.createElement(tag));
  Object.assign(who, { className: "who", textContent: solver });
  said.className = "said-of";
  track.className = "track";
  track.ariaHidden = true;
  bar.className = "bar";
  track.append(bar);
  item.append(who, said, track);
  return { item, bar, said };
}
