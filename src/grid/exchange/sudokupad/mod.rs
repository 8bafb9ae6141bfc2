//! `SudokuPad`: a drawing with clues, regions, cages, a few rules that hold everywhere, and a solution.
//!
//! Cells are pairs of a row and a column, from 0. What is drawn, lines and circles and texts, says no rule: it is kept, and
//! named when it is read.

mod codoku;
mod read;
mod write;
mod zipped;

pub(in crate::grid::exchange) use codoku::read as read_codoku;
pub(in crate::grid::exchange) use read::read;
pub(in crate::grid::exchange) use write::write;
pub(in crate::grid::exchange) use zipped::parse as parse_zipped;
