//! How many solutions there are, where listing them would take too long.
//!
//! * [`columns`]: the classic board, exactly, whatever the number.
//! * [`Sampler`]: solutions drawn at random, each exactly as likely as any other.
//! * [`estimate`]: any board, roughly, by random dives; an [`Estimate`] is no [`Count`](crate::Count) and never becomes one.

pub mod columns;
mod descent;
mod dive;
mod estimate;
mod parallel;
mod random;
mod sample;

pub use dive::estimate;
pub use estimate::Estimate;
pub use sample::{SampleError, Sampler};
