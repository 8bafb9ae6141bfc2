//! Why no book is made, and the exit status.

use std::fmt::Display;

use satdoku::StopReason;
use satdoku::draw::DrawError;
use satdoku::generate::GenerateError;

use crate::Failure;
use crate::process::status::Status;

/// Why no book is made, and the exit status.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) why: String,
    pub(super) status: Status,
}

impl Refusal {
    /// A refusal of bad input.
    pub(super) fn bad(why: impl Into<String>) -> Self {
        Self { why: why.into(), status: Status::Bad }
    }

    /// The reason with the part of the work before it.
    pub(super) fn within(self, part: impl Display) -> Self {
        Self { why: format!("{part}: {}", self.why), ..self }
    }
}

impl From<StopReason> for Refusal {
    fn from(reason: StopReason) -> Self {
        let status = if reason == StopReason::Cancelled { Status::Interrupted } else { Status::Budget };
        Self { why: reason.to_string(), status }
    }
}

impl From<GenerateError> for Refusal {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Stopped(reason) => reason.into(),
            GenerateError::Unreached(_) => Self { why: error.to_string(), status: Status::Budget },
            _ => Self::bad(error.to_string()),
        }
    }
}

impl From<DrawError> for Refusal {
    fn from(error: DrawError) -> Self {
        Self::bad(format!("the book: {error}"))
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self { why: failure.to_string(), status: failure.status() }
    }
}
