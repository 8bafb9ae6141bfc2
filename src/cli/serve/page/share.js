// What is taken along: a link, a picture, paper, clauses.

import { download } from "./api.js";
import { draw } from "./svg.js";

const element = (id) => document.getElementById(id);

const count = (number) => Number(number).toLocaleString("en");

/** Hands a file to the browser. */
function save(blob, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

export function share(model, runner, questions) {
  const on = (id, action) => element(id).addEventListener("click", action);
  on("print", () => print());
  on("svg", () => save(new Blob([draw(model)], { type: "image/svg+xml" }), "sudoku.svg"));
  on("link", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      runner.say("The link is on the clipboard; it carries the puzzle.", "good");
    } catch {
      runner.say("The link is in the address bar; it carries the puzzle.");
    }
  });
  on("cnf", () => {
    const encoding = element("encoding").value || "minimal";
    const question = { ...questions.puzzle(), encoding, comments: true, time_limit: Number(element("time").value) };
    return runner.during("Writing clauses…", (signal) => download("api/encode", question, signal), ({ blob, headers }) => {
      save(blob, "sudoku.cnf");
      const [variables, clauses] = ["x-variables", "x-clauses"].map((name) => count(headers.get(name)));
      runner.say(`${encoding}: ${variables} variables, ${clauses} clauses.`, "good");
    });
  });
  on("prove", () => {
    const question = { ...questions.puzzle(), time_limit: Number(element("time").value) };
    return runner.during("Proving…", (signal) => download("api/prove", question, signal), ({ blob, headers }) => {
      save(blob, "certificate.tar");
      runner.say(`A certificate that the puzzle is ${headers.get("x-claim")}; satdoku verify checks it.`, "good");
    });
  });
}
