//! How many solutions there are, where listing them would take too long.
//!
//! * [`columns`]: the classic board, exactly, whatever the number.
//! * [`frontier`]: other boards, exactly, as far as memory suffices.
//! * [`splits`]: empty boards with boxes of two rows or columns.
//! * [`Sampler`]: solutions drawn at random, each exactly as likely as any other.
//! * [`CandidateCounts`]: the same for each candidate.
//! * [`estimate`]: any board, roughly, by random dives; an [`Estimate`] is no [`Count`](crate::Count) and never becomes one.

mod alike;
mod candidates;
pub mod columns;
mod descent;
mod dive;
mod estimate;
pub mod frontier;
mod parallel;
mod random;
mod sample;
pub mod splits;

pub use candidates::CandidateCounts;
pub use dive::estimate;
pub use estimate::Estimate;
pub use sample::{SampleError, Sampler};
