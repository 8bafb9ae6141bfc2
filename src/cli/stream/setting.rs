//! What the workers of a batch share.

use satdoku::{CancelToken, Progress};

/// What a worker needs to know of its batch.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// Whether the input is a single puzzle.
    pub(crate) is_single: bool,
    /// Cancelled by Ctrl-C.
    pub(crate) cancel: CancelToken,
    /// Steps of all questions so far.
    pub(crate) progress: Progress,
}
