//! Errors of rules, and of lines that should be rules.

use satdoku_base::budget::StopReason;

use crate::constraint::AutomatonError;
use crate::geometry::{Cell, Geometry, LayerError, ParseCellError};

/// Why a rule cannot be on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A place that is not a cell of the board.
    #[error("{0} is no cell of the board")]
    Outside(Cell),
    /// A cell that is named twice.
    #[error("{0} is named twice")]
    Twice(Cell),
    /// Too few or too many cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// The allowed number of cells.
        expected: String,
        /// The number of cells.
        found: usize,
    },
    /// A value of the wrong kind.
    #[error("expected {expected}, found {found}")]
    Unlike {
        /// The expected value.
        expected: &'static str,
        /// The actual value.
        found: String,
    },
    /// The board has more digits than rules support.
    #[error("rules are worked out for boards of at most {most} digits, found {found}")]
    Digits {
        /// The most.
        most: usize,
        /// The number of digits of the board.
        found: usize,
    },
    /// A number is out of range.
    #[error("expected a number {expected}, found {found}")]
    Number {
        /// The range.
        expected: String,
        /// The number.
        found: i64,
    },
    /// An expression is beyond 64 bits for digits of the board; the text tells for which: `a is 2 and b is 1`.
    #[error("expected numbers within 64 bits, found a larger one where {0}")]
    Overflow(String),
    /// The board does not have the row or column, or the line has a gap.
    #[error("{0} is no line of the board")]
    Line(String),
    /// The rule does not apply to the board.
    #[error("expected {0}")]
    Board(&'static str),
    /// The rule's automaton is too large for the board.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// A pattern has no automaton.
    #[error("{0}")]
    Pattern(String),
    /// The automata of the rules take too long to build.
    #[error("the automata of the rules take more than {0} steps to make")]
    TooLong(u64),
    /// The rules have more constraints than are supported.
    #[error("the rules make more than {0} constraints")]
    TooMany(usize),
    /// The automata of the rules take too much memory.
    #[error("the automata of the rules have more than {0} edges")]
    TooManyEdges(usize),
    /// The board cannot have a layer.
    #[error(transparent)]
    Layer(#[from] LayerError),
    /// The budget of the reading ran out.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Why a line is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseRuleError {
    /// No rule begins with the word.
    #[error(
        "expected a rule such as killer, thermometer or arrow (satdoku rules lists them), found {found:?}{}{}",
        of_board(found),
        did_you_mean(nearest)
    )]
    Keyword {
        /// The word.
        found: String,
        /// The names with a similar spelling.
        nearest: Vec<&'static str>,
    },
    /// A number or word is missing or malformed.
    #[error("expected {expected}, found {}", if found.is_empty() { "nothing".to_owned() } else { format!("{found:?}") })]
    Word {
        /// The expectation.
        expected: &'static str,
        /// The word found; empty at the end of the line.
        found: String,
    },
    /// A malformed pattern.
    #[error("{0}")]
    Pattern(String),
    /// A character that controls a display: a control character or a mark of direction.
    #[error("expected no control character and no mark of direction, found U+{:04X}; a pattern has {} for it", u32::from(*.0), in_pattern(*.0))]
    Command(char),
    /// A cell cannot be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// A cell is named twice where repetition is excluded.
    #[error("{0} is named twice, expected each cell once")]
    Twice(Cell),
    /// Too few cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// The expected number, in words.
        expected: &'static str,
        /// The number found.
        found: usize,
    },
    /// The line reads as a rule that is not valid.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The budget of the reading ran out.
    #[error("{0}")]
    Stopped(StopReason),
}

/// A character as written in a pattern.
fn in_pattern(c: char) -> String {
    let code = u32::from(c);
    if code <= 0xff { format!("\\x{code:02x}") } else { format!("\\u{code:04x}") }
}

/// Where a word that is no rule belongs to the board.
fn of_board(found: &str) -> String {
    let board = format!("3x3+{}", found.to_ascii_lowercase());
    if board.parse::<Geometry>().is_ok() { format!("; the board has them, as in {board}") } else { String::new() }
}

/// The end of a message about an unknown keyword.
fn did_you_mean(nearest: &[&str]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; did you mean {}?", nearest.join(" or ")) }
}
