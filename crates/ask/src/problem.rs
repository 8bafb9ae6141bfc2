//! Why a question has no answer: the kind of problem, its place, and a sentence.

use std::fmt::{self, Display};

use satdoku::grid::format::{self, ParseError, keys};
use satdoku::logic::GuideError;
use satdoku::printable::printable;
use satdoku::rule::{RuleError, RuleNotAllowed};
use satdoku::{Cell, Error};
use serde_json::{Value, json};

use crate::fields::FieldError;

/// A refusal or a failure; without a place it concerns the question as a whole. Prints as its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    kind: ProblemKind,
    place: Option<Place>,
    sentence: String,
}

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// No question has this name.
    Unknown,
    /// The question is no JSON object.
    Json,
    /// The question cannot be answered as it is asked: a field, the puzzle, a rule or a choice is at fault.
    Question,
    /// The time ran out, or the question was cancelled, before there was an answer.
    Stopped,
    /// The program is at fault.
    Internal,
}

impl ProblemKind {
    /// All kinds of problems.
    pub const ALL: [Self; 5] = [Self::Unknown, Self::Json, Self::Question, Self::Stopped, Self::Internal];

    /// The kind in a word: `unknown`, `json`, `question`, `stopped` or `internal`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Json => "json",
            Self::Question => "question",
            Self::Stopped => "stopped",
            Self::Internal => "internal",
        }
    }
}

/// The place of a problem; rows and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The row or the line.
    pub row: u64,
    /// The column.
    pub column: u64,
    /// The thing that has these rows and columns.
    pub of: Placed,
}

/// The thing that a place lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// The grid of the puzzle: the place is a cell.
    Grid,
    /// The text of the puzzle.
    Text,
    /// The text of the question.
    Question,
}

impl Placed {
    /// All things that places lie in.
    pub const ALL: [Self; 3] = [Self::Grid, Self::Text, Self::Question];

    /// The thing in a word: `grid`, `text` or `question`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Text => "text",
            Self::Question => "question",
        }
    }
}

impl Problem {
    fn new(kind: ProblemKind, sentence: impl AsRef<str>) -> Self {
        Self { kind, place: None, sentence: printable(sentence.as_ref()).into_owned() }
    }

    /// The question cannot be answered as it is asked.
    pub fn question(sentence: impl AsRef<str>) -> Self {
        Self::new(ProblemKind::Question, sentence)
    }

    /// A field of the question is at fault.
    pub fn field(name: &str, fault: impl Display) -> Self {
        Self::question(format!("{name}: {fault}"))
    }

    /// No question has this name.
    pub fn unknown(sentence: impl AsRef<str>) -> Self {
        Self::new(ProblemKind::Unknown, sentence)
    }

    /// The question is no JSON object.
    #[must_use]
    pub fn json(error: &serde_json::Error) -> Self {
        let place = Place { row: error.line() as u64, column: error.column().max(1) as u64, of: Placed::Question };
        let sentence = format!("the question is no JSON object: {error}");
        Self { place: Some(place), ..Self::new(ProblemKind::Json, sentence) }
    }

    /// The puzzle's text cannot be read.
    #[must_use]
    pub fn text(error: &ParseError) -> Self {
        if let Some(reason) = error.stopped() {
            return Self::stopped(reason);
        }
        let place = Place { row: error.line, column: error.column, of: Placed::Text };
        let problem = match &error.problem {
            format::Problem::RuleNotAllowed(error) => Self::rule_not_allowed(error),
            problem => Self::question(problem.to_string()),
        };
        Self { place: Some(place), ..problem }
    }

    /// A rule cannot be on the board. The sentence shows the beginning of a long rule, so that the reason is not cut off.
    #[must_use]
    pub fn rule_not_allowed(error: &RuleNotAllowed) -> Self {
        match error.source {
            RuleError::Stopped(reason) => Self::stopped(reason),
            _ => FieldError::text(keys::RULES, &error.rule, &error.source).into(),
        }
    }

    /// A cell of the puzzle has an impossible value.
    pub fn cell(cell: Cell, sentence: impl AsRef<str>) -> Self {
        let place = Place { row: cell.row() as u64 + 1, column: cell.column() as u64 + 1, of: Placed::Grid };
        Self { place: Some(place), ..Self::question(sentence) }
    }

    /// The time ran out, or the question was cancelled.
    pub fn stopped(reason: impl Display) -> Self {
        Self::new(ProblemKind::Stopped, format!("stopped: {reason}"))
    }

    /// The program is at fault.
    pub fn internal(sentence: impl AsRef<str>) -> Self {
        Self::new(ProblemKind::Internal, sentence)
    }

    /// The kind of the problem.
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The place of the problem, if it has one.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What is wrong, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// The problem as an object: `kind`, `place`, which may be null, and `sentence`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let place =
            self.place.map(|Place { row, column, of }| json!({ "row": row, "column": column, "of": of.name() }));
        json!({ "kind": self.kind.name(), "place": place, "sentence": self.sentence })
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Problem {}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        Self::question(error.to_string())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Stopped(reason) => Self::stopped(reason),
            // The puzzle or the solver is at fault, and the person can choose another.
            Error::Encode(_)
            | Error::Cover(_)
            | Error::UnknownBoard { .. }
            | Error::OnlyCounts { .. }
            | Error::TooLarge { .. }
            | Error::Backend(_) => Self::question(error.to_string()),
            error => Self::internal(error.to_string()),
        }
    }
}

impl From<GuideError> for Problem {
    fn from(error: GuideError) -> Self {
        match error {
            GuideError::Solver(error) => error.into(),
            refused => Self::question(refused.to_string()),
        }
    }
}
