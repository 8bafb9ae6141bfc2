//! State shared by the workers of a batch.

use satdoku::budget::Since;
use satdoku::{CancelToken, Progress};

/// A worker's view of its batch.
#[derive(Clone, Debug)]
pub(crate) struct BatchContext {
    /// Whether the input is a single puzzle.
    pub(crate) is_single: bool,
    /// Cancelled by Ctrl-C.
    pub(crate) cancel: CancelToken,
    /// Number of steps over all questions so far.
    pub(crate) progress: Progress,
    /// The start of the worker's present puzzle: its time limit covers reading and every question together.
    pub(crate) since: Since,
}
