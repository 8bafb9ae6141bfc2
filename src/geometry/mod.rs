//! The board without its digits: cells on a canvas, how many digits there are, and units.
//!
//! A [`Geometry`] has cells, N digits, and a list of *units*: the rows, the columns, the boxes or irregular regions, and any
//! extra units such as the two diagonals. A unit of N cells holds each digit once, a shorter one none twice. Every layer above
//! is driven by this list alone, so that an irregular, a diagonal or a samurai Sudoku is no special case anywhere. The
//! geometry knows no digits of a puzzle and no solver.

mod board;
mod build;
mod cell;
mod classic;
mod error;
mod incidence;
mod movement;
mod parse;
#[cfg(feature = "serde")]
mod serialized;
mod squares;
mod unit;

pub use board::{Geometry, Regions};
pub use cell::{Candidate, Cell, Digit, ParseCandidateError, ParseCellError};
pub use classic::Classic;
pub use error::GeometryError;
pub(crate) use incidence::Incidence;
pub use movement::Movement;
pub use parse::{Layout, ParseGeometryError};
pub use squares::Square;
pub use unit::{UnitId, UnitKind, UnitName};
