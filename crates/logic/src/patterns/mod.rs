//! Named patterns beyond Sudoku Explainer's rows, in the order of `HoDoKu` 2.2 (Bernhard Hobiger).
//!
//! Names and eliminations follow `HoDoKu`'s documentation. If `HoDoKu` chooses among several steps of a technique, the step with
//! the most eliminations comes first; ties go to the order of reading.

pub mod als;
pub mod chains;
pub mod coloring;
pub mod finned;
mod order;
pub mod rectangles;
pub mod subsets;
pub mod sue_de_coq;
pub mod trial;
pub mod turbot;
pub mod wings;
