//! Exact cover.
mod dance;
mod dancing_links;
mod links;
mod matrix;
mod problem;
mod search;
mod width;

pub use dancing_links::{DancingLinks, ItemChoice};
pub use matrix::BinaryMatrix;
pub use problem::{CoverError, ExactCover};
pub use search::{CoverSearch, Covers};
