// What is taken along: a link, a picture, paper, clauses.

import { download } from "./api.js";
import { write } from "./link.js";
import { draw } from "./svg.js";
import { count, element, onClick as on } from "./ui.js";

/** Hands a file to the browser. */
function save(blob, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

export function share(model, runner, questions) {
  on("print", () => print());
  on("svg", () => {
    save(new Blob([draw(model)], { type: "image/svg+xml" }), "sudoku.svg");
    runner.say("Picture saved as sudoku.svg.", "good");
  });
  on("link", async () => {
    const link = new URL(write(model.geometry, model.clues), location.href);
    try {
      await navigator.clipboard.writeText(link);
      runner.say("Link copied. It carries the clues.", "good");
    } catch {
      runner.say("The browser refuses to copy. The link is in the address bar; it carries the clues.");
    }
  });
  on("cnf", () => {
    const encoding = element("encoding").value || "minimal";
    const question = { ...questions.puzzle(), encoding, comments: true, time_limit: Number(element("time").value) };
    return runner.during("Writing clauses…", (signal) => download("api/encode", question, signal), ({ blob, headers }) => {
      save(blob, "sudoku.cnf");
      const [variables, clauses] = ["x-variables", "x-clauses"].map((name) => count(headers.get(name)));
      runner.say(`Clauses saved as sudoku.cnf. Encoding ${encoding}: ${variables} variables, ${clauses} clauses.`, "good");
    });
  });
  on("prove", () => {
    const question = { ...questions.puzzle(), time_limit: Number(element("time").value) };
    return runner.during("Proving…", (signal) => download("api/prove", question, signal), ({ blob, headers }) => {
      save(blob, "certificate.tar");
      const claim = { unique: "uniqueness", unsatisfiable: "no solution" }[headers.get("x-claim")] ?? headers.get("x-claim");
      runner.say(`Proof of ${claim} saved. Check it: satdoku verify certificate.tar`, "good");
    });
  });
}
