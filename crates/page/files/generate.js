// New puzzles: another one each time, unless the seed is to be repeated.

import { digits } from "./api.js";
import { seconds } from "./run.js";
import { element, show, things } from "./ui.js";

const LARGEST_SEED = 2 ** 32;

export function generator(model, runner) {
  const ways = () => {
    const isRequired = element("kind").value === "holes";
    Object.assign(element("clues"), { required: isRequired, placeholder: isRequired ? "how many" : "nearly fewest" });
    element("clues").max = model.geometry.cells;
    show("seed-field", element("repeat").checked);
  };
  for (const id of ["kind", "repeat"]) element(id).addEventListener("change", ways);
  element("generate-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (element("generate").ariaDisabled) return;
    const clues = element("clues").value;
    if (!element("repeat").checked) element("seed").value = Math.floor(Math.random() * LARGEST_SEED);
    const question = {
      board: model.geometry.spec,
      kind: element("kind").value,
      symmetry: element("symmetry").value,
      seed: Number(element("seed").value),
      time_limit: Number(element("time").value),
      ...(clues !== "" && { clues: Number(clues) }),
    };
    runner.run("Making a puzzle…", "api/generate", question, (made) => {
      model.load(made.board, digits(made.puzzle));
      runner.say(`New puzzle: ${things(made.clues, "clue")}, seed ${made.seed}, made in ${seconds(made.seconds)}.`, "good",
        { label: "Undo", action: () => model.undo() });
    });
  });
  ways();
  return { ways };
}
