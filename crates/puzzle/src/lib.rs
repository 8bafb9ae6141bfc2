//! Puzzles: boards of any size and shape, rules and the constraints that they are made of, grids, and the texts in which people
//! write them. It knows no clauses and no solvers.
//!
//! The crate promises no stability of its own; `satdoku` re-exports the public part.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

#[macro_use]
extern crate satdoku_base;

pub mod constraint;
pub mod geometry;
pub mod grid;
pub mod rule;
pub mod sentences;

pub use geometry::{Candidate, Cell, Digit, Geometry};
pub use grid::{Grid, Solution};
pub use rule::{Rule, Rules};
