//! How long something took.

use std::time::Duration;

use crate::budget::clock;

/// Measures how long a part of the work took.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts measuring.
    #[must_use]
    pub fn start() -> Self {
        Self(clock::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        clock::now().saturating_sub(self.0)
    }
}
