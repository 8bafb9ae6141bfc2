//! The forms of answers.

use clap::ValueEnum;

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// The grid drawn with its borders
    Grid,
    /// One puzzle a line: a character a cell, numbers with blanks between them above side 35
    Line,
    /// N lines of N numbers, a blank line between puzzles
    Rows,
    /// One JSON object a line
    Json,
    /// A table: the columns of the input, and the answer in its own
    Csv,
}
