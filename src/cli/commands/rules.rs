//! `satdoku rules`.

use std::fmt::Write as _;

use clap::Args;
use satdoku::Rule;

use crate::cli::Failure;
use crate::cli::process::messages::print;
use crate::cli::process::status::Status;

/// List the rules that a puzzle may have beyond its board, each with its line
///
/// The lines stand in the `header` format between the board and the numbers of the grid, and in JSON as a list of texts
/// under `rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku rules
  printf '2 2\\nkiller 10 r1c1 r1c2 r2c1 r2c2\\n1 . . .\\n. . . .\\n. . . .\\n. . . .\\n' | satdoku solve")]
pub(crate) struct Rules {}

impl Rules {
    #[allow(clippy::unused_self)] // All subcommands have this face.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let mut text = format!("{:<30} {}\n", "LINE", "SAYS");
        for (line, meaning) in Rule::FORMS {
            let _ = writeln!(text, "{line:<30} {meaning}");
        }
        print(&text)?;
        Ok(Status::Fine)
    }
}
