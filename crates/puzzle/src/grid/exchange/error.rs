//! Errors in puzzles of other programs, with the key at fault.

use std::fmt;

use satdoku_base::budget::StopReason;

use crate::geometry::GeometryError;
use crate::rule::{RuleError, RuleNotAllowed};

/// An error in a puzzle of another program; prints as `killercage[3].value: expected …, found …`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExchangeError {
    /// The keys and indices, from 0, that lead to the faulty part; empty for the whole text.
    pub path: String,
    /// The position of the error in the text, in bytes; 0 in a packed text.
    pub at: usize,
    /// The problem.
    pub problem: ExchangeProblem,
}

/// A problem in a puzzle of another program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeProblem {
    /// A value differs from the expected form.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// The expected form.
        expected: String,
        /// The text found.
        found: String,
    },
    /// No rule has the meaning of the part.
    #[error("no rule says this: {0}")]
    NoRule(String),
    /// A mark of satdoku, or a rule in words, without the line of the rule.
    #[error("expected the line of the rule {0} in the key satdoku, found none")]
    NoLine(String),
    /// A drawing whose meaning no program knows.
    #[error("only drawn: what rules the drawing shows is not known")]
    Drawn,
    /// Rules in words.
    #[error("rules in words are not read")]
    Words,
    /// Digits that a player wrote into cells.
    #[error("digits that a player wrote, no givens, in {cells} of the cells")]
    Players {
        /// The number of cells.
        cells: usize,
    },
    /// Colours or a player's marks in cells.
    #[error("colours or marks in {cells} of the cells")]
    CellMarks {
        /// The number of cells.
        cells: usize,
    },
    /// Fog, which hides cells from players.
    #[error("fog hides cells from players alone")]
    Fog,
    /// The rule made from the part is invalid.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A rule cannot be on the board.
    #[error(transparent)]
    RuleNotAllowed(#[from] RuleNotAllowed),
    /// The board cannot be.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The text is not packed as it should be, or was cut off.
    #[error("expected a text packed by LZ-string, found one that is damaged or cut off: copy the whole link once more")]
    Damaged,
    /// The text stands for more than is read.
    #[error("expected a puzzle of at most {0} characters, found more")]
    TooLong(usize),
    /// A link with only the name of a puzzle that a site stores.
    #[error(
        "the link {0} names a puzzle that is kept on the site and holds none itself: nothing is fetched; export the puzzle \
         there as an f-puzzles link or as JSON"
    )]
    ShortLink(String),
    /// The budget of the reading ran out.
    #[error("{0}")]
    Stopped(StopReason),
}

impl ExchangeError {
    /// Why reading was left, where the budget ran out: the text may be a puzzle.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        match &self.problem {
            ExchangeProblem::Stopped(reason)
            | ExchangeProblem::RuleNotAllowed(RuleNotAllowed { source: RuleError::Stopped(reason), .. }) => {
                Some(*reason)
            }
            _ => None,
        }
    }

    /// An error of the whole text.
    pub(super) fn whole(problem: impl Into<ExchangeProblem>) -> Self {
        Self { path: String::new(), at: 0, problem: problem.into() }
    }

    /// The error of the part at a path.
    pub(super) fn of(path: impl Into<String>, problem: impl Into<ExchangeProblem>) -> Self {
        Self { path: path.into(), at: 0, problem: problem.into() }
    }
}

impl ExchangeProblem {
    /// Whether the problem concerns only data that mean nothing to a solver and are kept for writing. A puzzle that is only
    /// rewritten then lacks nothing.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        matches!(self, Self::Drawn | Self::Words | Self::Players { .. } | Self::CellMarks { .. } | Self::Fog)
    }

    /// The problem of a value that differs from the expected form.
    pub(super) fn expected(expected: impl Into<String>, found: impl fmt::Display) -> Self {
        Self::Expected { expected: expected.into(), found: short(&found.to_string()) }
    }
}

/// The beginning of a text.
pub(super) fn short(text: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    let mut shown: String = text.chars().take(MAX_CHARACTERS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for ExchangeError {}
