//! Chains of implications as Sudoku Explainer defines them: forcing chains and cycles, Nishio, cell and region forcing chains,
//! dynamic forcing chains, and dynamic forcing chains with inner rules.
//!
//! An assertion says that a candidate is on or off. A candidate that is on turns off the remaining candidates of its cell and
//! units; a candidate that is off leaves its cell or a unit with a single candidate, which is on. All chains of a class are
//! found, and the first by rating, length and kind is taken; ties go to the first one found, in the order of reading, digits
//! ascending, boxes before rows before columns. On boards of 9 rows of 9 the rating and the order of search are those of Sudoku
//! Explainer 1.2.1 (N. Juillerat, 2007); other boards use the same measure. Rules beyond the units take part: two candidates that
//! a rule of few cells excludes are linked like two of a unit, and dynamic chains strike out candidates without a filling of a
//! rule's cells.

mod chain;
mod closure;
mod key;
mod multiple;
mod nested;
mod patterns;
mod prove;
mod rules;
mod run;
mod single;
mod strong;
mod techniques;
#[cfg(test)]
mod tests;

pub(crate) use crate::chains::techniques::*;
