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
  const fetched = (what, path, also, name, said) => {
    const question = { ...questions.puzzle(), ...also, time_limit: Number(element("time").value) };
    return runner.during(what, (signal) => download(path, question, signal), ({ blob, headers }) => {
      save(blob, name);
      runner.say(said(headers), "good");
    });
  };
  on("cnf", () => {
    const encoding = element("encoding").value || "minimal";
    return fetched("Writing clauses…", "api/encode", { encoding, comments: true }, "sudoku.cnf", (headers) => {
      const [variables, clauses] = ["x-variables", "x-clauses"].map((name) => count(headers.get(name)));
      return `Clauses saved as sudoku.cnf. Encoding ${encoding}: ${variables} variables, ${clauses} clauses.`;
    });
  });
  on("prove", () => fetched("Proving…", "api/prove", {}, "certificate.tar", (headers) => {
    const claim = headers.get("x-claim");
    const words = { unique: "uniqueness", unsatisfiable: "no solution" };
    return `Proof of ${words[claim] ?? claim} saved. Check it: satdoku verify certificate.tar`;
  }));
}
