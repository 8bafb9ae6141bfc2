//! Profiles: techniques in the order of search, with their finders and scores.
//!
//! [`Profile::Se`] has the ratings and the order of Sudoku Explainer 1.2.1 (Nicolas Juillerat), [`Profile::Hodoku`] the scores,
//! levels and order of `HoDoKu` 2.2 (Bernhard Hobiger).

mod order;
#[cfg(test)]
mod tests;

pub use crate::profile::order::{CustomProfile, Profile, technique};
