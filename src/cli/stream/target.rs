//! What puzzles are converted to.

use std::fmt::Write;

use satdoku::Grid;
use satdoku::grid::format::{Alphabet, CannotCarry, Format, ParseError};

use crate::cli::process::status::Status;
use crate::cli::show::lettering::Lettering;
use crate::cli::show::summary::{Kind, Summary};

/// What puzzles are written as.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) format: Format,
    /// The characters of digits above side 9, if they were chosen.
    pub(crate) alphabet: Option<Alphabet>,
}

impl Target {
    fn write(self, grid: &Grid, out: &mut String) -> Result<(), CannotCarry> {
        self.format.carries(grid)?;
        match self.alphabet {
            Some(alphabet) if grid.geometry().digit_count() > 9 => Lettering::from(alphabet).write(grid, out),
            _ => self.format.write(grid, out),
        }
    }
}

/// How a puzzle counts that was written with this status.
pub(crate) fn summary_of(status: Status) -> Summary {
    let mut summary = Summary::default();
    summary.add(if status == Status::Fine { Kind::Converted } else { Kind::Invalid }, 1);
    summary
}

/// Appends a puzzle in a format, or the word that stands in its place and a message why it is refused.
pub(crate) fn write(
    to: Target,
    is_first: bool,
    grid: &Result<Grid, ParseError>,
    place: impl FnOnce() -> String,
    out: &mut String,
    messages: &mut String,
) -> Status {
    if to.format.is_multiline() && !is_first {
        out.push('\n');
    }
    let refusal = match grid {
        Ok(grid) => to.write(grid, out).err(),
        Err(_) => None,
    };
    if let Some(refusal) = &refusal {
        let _ = writeln!(messages, "{}: {refusal}", place());
    }
    if grid.is_ok() && refusal.is_none() {
        return Status::Fine;
    }
    out.push_str("invalid\n");
    Status::Bad
}
