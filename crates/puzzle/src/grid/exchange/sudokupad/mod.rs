//! `SudokuPad`: a drawing with clues, regions, cages, a few global rules, and a solution.
//!
//! Cells are pairs of a row and a column, from 0. A rule is written as the lines, arrows, cages, underlays and overlays that show the
//! marks of the rule, with a sentence among the rules in words, and as a line in the key `satdoku`, from which the rule is read
//! back. Other drawings define no rule: they are kept, and reported on reading.

mod codoku;
mod drawn;
mod own;
mod plain_rules;
mod read;
mod write;
mod zipped;

pub(super) use codoku::read as read_codoku;
pub(super) use read::read;
pub(super) use write::write;
pub(super) use zipped::parse as parse_zipped;
