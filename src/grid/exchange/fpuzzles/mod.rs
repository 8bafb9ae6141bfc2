//! f-puzzles: one JSON object with a grid of cells and a list for each kind of rule.
//!
//! Cells are `R1C1`, counted from 1; a clue outside of the grid stands in row or column 0 or N + 1. A key that is absent, false
//! or empty says nothing.

mod drawn;
mod entries;
mod head;
mod keys;
mod read;
mod reader;
mod write;

pub(in crate::grid::exchange) use read::read;
pub(in crate::grid::exchange) use write::write;
