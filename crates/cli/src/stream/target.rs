//! The target of a conversion.

use std::fmt::Write;

use satdoku::Grid;
use satdoku::grid::exchange::{Missing, Notes, Writing};
use satdoku::grid::format::{Alphabet, CannotCarry, Format, ParseError};

use crate::process::status::Status;
use crate::show::digit_alphabet::DigitAlphabet;
use crate::show::summary::{Kind, Summary};

/// The target of a conversion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) format: Format,
    /// The characters of digits above side 9, if they were chosen.
    pub(crate) alphabet: Option<Alphabet>,
    /// Options for the formats of other programs.
    pub(crate) writing: Writing,
}

impl Target {
    /// Appends a puzzle and returns the omitted features.
    fn write(self, grid: &Grid, notes: Option<&Notes>, out: &mut String) -> Result<Vec<Missing>, CannotCarry> {
        let none = Notes::default();
        let notes = notes.unwrap_or(&none);
        let has_characters = self.format.program().is_none() && !matches!(self.format, Format::Json | Format::Header);
        match self.alphabet {
            Some(alphabet) if has_characters && grid.geometry().digit_count() > 9 => {
                self.format.carries(grid)?;
                DigitAlphabet::from(alphabet).write(grid, out)?;
                Ok(notes.lost_in(None))
            }
            _ => self.format.write_with_notes(grid, notes, self.writing, out),
        }
    }
}

/// The summary of a puzzle written with this status.
pub(crate) fn summary_of(status: Status) -> Summary {
    let mut summary = Summary::default();
    summary.add(if status == Status::Fine { Kind::Converted } else { Kind::Invalid }, 1);
    summary
}

/// The placeholder for a puzzle that cannot be written.
pub(crate) const INVALID: &str = "invalid";

/// Appends a puzzle in a format, or the message of its refusal; the placeholder is left to the caller.
pub(crate) fn write(
    to: Target,
    is_first: bool,
    grid: &Result<Grid, ParseError>,
    notes: Option<&Notes>,
    place: impl FnOnce() -> String,
    out: &mut String,
    messages: &mut String,
) -> Status {
    if to.format.is_multiline() && !is_first {
        out.push('\n');
    }
    match grid.as_ref().map(|grid| to.write(grid, notes, out)) {
        Ok(Ok(left_out)) => {
            if !left_out.is_empty() {
                let _ = writeln!(messages, "{}: left out: {}", place(), Missing::in_words(&left_out).join("; "));
            }
            return Status::Fine;
        }
        Ok(Err(refusal)) => drop(writeln!(messages, "{}: {refusal}", place())),
        Err(_) => {}
    }
    Status::Bad
}
