//! The report on a puzzle.

use satdoku::grid::format::keys;
use satdoku::{Error, StopReason};
use satdoku_ask::words::SEVERAL;
use serde_json::{Value, json};

use crate::process::status::Status;
use crate::show::summary::Kind;

/// The word that is not printed where the solution stands instead.
pub(super) const SATISFIABLE: &str = "satisfiable";

/// The report on a puzzle, beside its solutions.
pub(super) struct Reported {
    pub(super) word: &'static str,
    pub(super) status: Status,
    /// Further fields of a JSON object.
    pub(super) fields: Vec<(&'static str, Value)>,
    /// A message about the puzzle.
    pub(super) message: Option<String>,
    /// The proved claim.
    pub(super) claim: Option<String>,
}

impl Reported {
    pub(super) fn new(word: &'static str, status: Status) -> Self {
        Self { word, status, fields: Vec::new(), message: None, claim: None }
    }

    pub(super) fn kind(&self) -> Kind {
        match self.word {
            SATISFIABLE => Kind::Solved,
            SEVERAL => Kind::Several,
            "unsatisfiable" => Kind::None,
            "invalid" => Kind::Invalid,
            _ => Kind::Unknown,
        }
    }

    pub(super) fn unknown(reason: StopReason) -> Self {
        let message = (reason != StopReason::Cancelled).then(|| reason.to_string());
        let fields = vec![(keys::REASON, json!(reason.to_string()))];
        Self { fields, message, ..Self::new("unknown", Status::Budget) }
    }

    pub(super) fn failed(error: &Error) -> Self {
        let fields = vec![(keys::ERROR, json!({ "message": error.to_string() }))];
        Self { fields, message: Some(error.to_string()), ..Self::new("unknown", Status::of(error)) }
    }
}
