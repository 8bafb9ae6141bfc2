//! Named patterns beyond Sudoku Explainer's rows, in the order of `HoDoKu` 2.2 (Bernhard Hobiger).
//!
//! Names and eliminations follow `HoDoKu`'s documentation. If `HoDoKu` chooses among several steps of a technique, the step with
//! the most eliminations comes first; ties go to the order of reading.

pub(crate) mod als;
pub(crate) mod chains;
pub(crate) mod coloring;
pub(crate) mod finned;
mod order;
mod rectangle;
pub(crate) mod rectangles;
pub(crate) mod subsets;
pub(crate) mod sue_de_coq;
pub(crate) mod trial;
pub(crate) mod turbot;
pub(crate) mod wings;
