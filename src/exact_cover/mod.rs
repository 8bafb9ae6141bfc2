//! Exact cover.
mod algorithm_x;
mod dance;
mod dancing_links;
mod links;
mod matrix;
mod problem;
mod search;
mod text;
mod width;

pub use algorithm_x::{AlgorithmX, Storage};
pub use dancing_links::{DancingLinks, ItemChoice};
pub use matrix::BinaryMatrix;
pub use problem::{CoverError, ExactCover};
pub use search::{CoverSearch, Covers};
pub use text::CoverTextError;
