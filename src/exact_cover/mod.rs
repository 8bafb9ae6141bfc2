//! Exact cover.
mod dancing_links;
mod links;
mod matrix;
mod problem;
mod search;

pub use dancing_links::{DancingLinks, ItemChoice};
pub use matrix::BinaryMatrix;
pub use problem::{CoverError, ExactCover};
pub use search::{CoverSearch, Covers};
