//! What the program says before it is asked anything: three commands to try, and the subcommands in groups on one screen.

use std::ffi::OsString;
use std::fmt::Write;

use clap::CommandFactory;

use crate::Cli;
use crate::process::messages::{print, say};
use crate::process::status::Status;

/// What `satdoku` alone answers.
const TO_TRY: &str = "\
satdoku solves, counts, explains, generates, proves and draws Sudoku of any size, shape and rules.

  satdoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  satdoku generate --rating easy --output grid
  satdoku hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

`satdoku -h` lists the subcommands.
";

/// The subcommands in the order in which people need them, each with a few words.
const GROUPS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Answers",
        &[
            ("solve", "a solution, or all of them"),
            ("count", "how many solutions there are"),
            ("check", "whether a grid breaks a rule"),
            ("explain", "why no solution, or several"),
            ("candidates", "the digits in some solution"),
            ("sample", "solutions at random"),
        ],
    ),
    (
        "For people",
        &[
            ("hint", "the next step of a person"),
            ("path", "all steps to the solution"),
            ("rate", "how hard a puzzle is"),
            ("generate", "new puzzles"),
            ("draw", "pictures"),
            ("book", "puzzles for print"),
            ("convert", "other formats and links"),
            ("rules", "the rules of puzzles"),
            ("techniques", "the steps of hints"),
        ],
    ),
    (
        "Formulas and proofs",
        &[
            ("encode", "a puzzle as DIMACS"),
            ("decode", "a solver's output as a grid"),
            ("sat", "any DIMACS formula"),
            ("cover", "any exact cover problem"),
            ("prove", "an answer with its proof"),
            ("verify", "whether a proof is valid"),
        ],
    ),
    (
        "Around",
        &[
            ("ask", "questions in JSON"),
            ("backends", "the SAT solvers at hand"),
            ("race", "solvers against one another"),
            ("serve", "the board in the browser"),
            ("page", "the same as files"),
            ("connect", "the solver of a plugin"),
            ("completions", "words for a shell"),
            ("man", "manual pages"),
        ],
    ),
];

/// The answer to no argument at all, or to `-h` alone.
pub(crate) fn answer(arguments: &[OsString]) -> Option<Status> {
    match arguments {
        [] => {
            say(TO_TRY);
            Some(Status::Bad)
        }
        [option] if option == "-h" => Some(print(&overview()).map_or(Status::Bad, |()| Status::Fine)),
        _ => None,
    }
}

/// The subcommands of this build in groups, two on a line.
fn overview() -> String {
    let command = Cli::command();
    let is_built = |name: &str| command.find_subcommand(name).is_some();
    let mut text = String::from("Usage: satdoku COMMAND [OPTIONS] [PUZZLE|FILE]...\n");
    for (number, (group, rows)) in GROUPS.into_iter().enumerate() {
        // The whole fits on a screen of 24 lines.
        let _ = writeln!(text, "{}{group}", if number > 0 { "\n" } else { "" });
        let built: Vec<_> = rows.iter().filter(|(name, _)| is_built(name)).collect();
        for pair in built.chunks(2) {
            let cells = pair.iter().map(|(name, words)| format!("{name:<11} {words:<30}"));
            let line = cells.collect::<Vec<_>>().concat();
            let _ = writeln!(text, "  {}", line.trim_end());
        }
    }
    text + "`satdoku COMMAND -h` shows a command's options, `--help` more of each; `satdoku --help` everything.\n"
}
