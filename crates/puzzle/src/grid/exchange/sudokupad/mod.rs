//! `SudokuPad`: a drawing with clues, regions, cages, a few global rules, and a solution.
//!
//! Cells are pairs of a row and a column, from 0. Drawings (lines, circles and texts) define no rule: they are kept, and reported
//! on reading.

mod codoku;
mod read;
mod write;
mod zipped;

pub(super) use codoku::read as read_codoku;
pub(super) use read::read;
pub(super) use write::write;
pub(super) use zipped::parse as parse_zipped;
