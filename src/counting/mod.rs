//! The number of solutions, counted where listing them would take too long.
//!
//! * [`columns`]: exact counts on the classic board, however large.
//! * [`frontier`]: exact counts on small boards, within the memory.
//! * [`splits`]: empty boards with boxes of two rows or columns.
//! * [`Sampler`]: uniformly drawn solutions.
//! * [`CandidateCounts`]: the number of solutions that contain each candidate.
//! * [`estimate`]: rough estimates on any board by random dives; an [`Estimate`] is no [`Count`](crate::Count) and never becomes
//!   one.

mod candidate_classes;
mod candidates;
pub mod columns;
mod dive;
mod estimate;
pub mod frontier;
mod parallel;
mod sample;
pub mod splits;

pub use candidates::CandidateCounts;
pub use dive::estimate;
pub use estimate::Estimate;
pub use sample::{SampleError, Sampler};
