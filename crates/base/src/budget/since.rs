//! A start of the time shared by several questions.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::budget::clock;

/// The start of the time of several questions about one puzzle; clones share the start.
///
/// A budget [with](crate::budget::Budget::with_since) a `Since` counts its time from the shared start, so that one limit covers
/// reading the puzzle and all questions about it.
#[derive(Clone, Debug, Default)]
pub struct Since(Arc<Mutex<Option<Duration>>>);

impl Since {
    /// A start not known yet: budgets count from their own start.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The time begins now.
    pub fn begin(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(clock::now());
    }

    /// When it began, if it did.
    pub(crate) fn moment(&self) -> Option<Duration> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
