//! The board of a puzzle: cells on a canvas, the number of digits, and units.
//!
//! A [`Geometry`] has cells, N digits, and a list of *units*: the rows, the columns, the boxes or irregular regions, and any
//! extra units such as the two diagonals. A unit of N cells holds each digit once, a shorter unit repeats no digit. Every layer
//! above works from the list of units alone, so an irregular, a diagonal or a samurai Sudoku is never a special case. The
//! geometry knows no digits of a puzzle and no solver.

mod board;
mod build;
mod cell;
mod classic;
mod error;
mod extra_units;
mod incidence;
mod layer;
mod layered;
mod movement;
mod parse;
#[cfg(feature = "serde")]
mod serialized;
mod squares;
mod unit;

pub use board::{Geometry, Regions};
pub use cell::{Candidate, Cell, Digit, NotDigit, ParseCandidateError, ParseCellError};
pub use classic::Classic;
pub use error::GeometryError;
#[doc(hidden)]
pub use incidence::Incidence;
pub use layer::{Layer, LayerError, LayerName, LayerShape, ParseLayerNameError};
pub use movement::Movement;
pub use parse::{Layout, ParseGeometryError};
pub use squares::Square;
pub use unit::{UnitId, UnitKind, UnitName};
