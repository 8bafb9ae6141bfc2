//! f-puzzles: one JSON object with a grid of cells and a list for each kind of rule.
//!
//! Cells are `R1C1`, counted from 1; an outside clue has row or column 0 or N + 1. A key that is absent, false or empty has no
//! meaning.

mod drawn;
mod entries;
mod head;
mod keys;
mod read;
mod reader;
mod write;

pub(super) use read::read;
pub(super) use write::write;
