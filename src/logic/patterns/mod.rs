//! Patterns that people know by name beside those of Sudoku Explainer's rows, in the order of `HoDoKu` 2.2 (Bernhard Hobiger).
//!
//! The names and what they strike out are those of that program's documents; where it takes one of several steps of a technique, that
//! is what strikes out most, and among equals what comes first in the order of reading.

pub mod als;
pub mod chains;
pub mod coloring;
pub mod finned;
mod order;
pub mod rectangles;
pub mod subsets;
pub mod sue;
pub mod trial;
pub mod turbot;
pub mod wings;
