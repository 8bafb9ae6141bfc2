//! Parts of puzzles that a format cannot express.

use std::fmt;

use crate::geometry::Cell;

/// A part of a puzzle that a format of another program cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// A rule, by its line.
    Rule(String),
    /// An extra unit, by its cells.
    Unit(Vec<Cell>),
    /// The board.
    Board(String),
    /// A note beside the rules, such as the title.
    Note(&'static str),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(line) => write!(f, "the rule {line}"),
            Self::Unit(cells) => {
                f.write_str("the unit")?;
                cells.iter().try_for_each(|cell| write!(f, " {cell}"))
            }
            Self::Board(board) => write!(f, "the board {board}"),
            Self::Note(note) => f.write_str(note),
        }
    }
}

impl std::error::Error for Missing {}
