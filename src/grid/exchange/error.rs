//! What is wrong with a puzzle of another program, and under which key.

use std::fmt;

use crate::geometry::GeometryError;
use crate::rule::{Misplaced, ParseRuleError};

/// What is wrong with a puzzle of another program; prints as `killercage[3].value: expected …, found …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeError {
    /// The key and the numbers, from 0, that lead to what is wrong; empty where it is the whole.
    pub path: String,
    /// Where it stands in the text, in bytes; 0 where the text is a packed one.
    pub at: usize,
    /// What is wrong.
    pub problem: ExchangeProblem,
}

/// What is wrong with a puzzle of another program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeProblem {
    /// Something else is needed.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What is needed.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// No rule says what is meant.
    #[error("no rule says this: {0}")]
    NoRule(String),
    /// A drawing, of which no program knows what it means.
    #[error("only drawn: what rules the drawing shows is not known")]
    Drawn,
    /// What was made of it is no rule.
    #[error(transparent)]
    Rule(#[from] ParseRuleError),
    /// A rule cannot be on the board.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// The board cannot be.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The text is not packed as it should be, or was cut off.
    #[error("expected a text packed by LZ-string, found one that is damaged or cut off")]
    Damaged,
    /// The text stands for more than is read.
    #[error("expected a puzzle of at most {0} characters, found more")]
    TooLong(usize),
    /// A link that names a puzzle on a site.
    #[error(
        "the link {0} names a puzzle that is kept on the site and holds none itself: nothing is fetched; export the puzzle \
         there as an f-puzzles link or as JSON"
    )]
    ShortLink(String),
}

impl ExchangeError {
    /// An error of the whole text.
    pub(in crate::grid::exchange) fn whole(problem: impl Into<ExchangeProblem>) -> Self {
        Self { path: String::new(), at: 0, problem: problem.into() }
    }

    /// The error of a part that stands at a path.
    pub(in crate::grid::exchange) fn of(path: impl Into<String>, problem: impl Into<ExchangeProblem>) -> Self {
        Self { path: path.into(), at: 0, problem: problem.into() }
    }
}

impl ExchangeProblem {
    /// Something else is needed than what stands there.
    pub(in crate::grid::exchange) fn expected(expected: impl Into<String>, found: impl fmt::Display) -> Self {
        Self::Expected { expected: expected.into(), found: short(&found.to_string()) }
    }
}

/// The beginning of a text.
pub(in crate::grid::exchange) fn short(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
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
