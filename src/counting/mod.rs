//! How many solutions there are, where listing them would take too long.
//!
//! * [`columns`]: the classic board, exactly, whatever the number.
//! * [`estimate`]: any board, roughly, by random dives; an [`Estimate`] is no [`Count`](crate::Count) and never becomes one.

pub mod columns;
mod dive;
mod estimate;
mod parallel;

pub use dive::estimate;
pub use estimate::Estimate;
