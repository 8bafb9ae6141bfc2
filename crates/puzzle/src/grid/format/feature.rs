//! Features that formats cannot carry.

use std::fmt;

use crate::geometry::{Geometry, Regions};
use crate::grid::exchange::Missing;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::formats::Format;

/// A board that a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the format {format} cannot carry {what}{}", .what.advice())]
pub struct CannotCarry {
    /// The format.
    pub format: Format,
    /// The feature that the format cannot carry.
    pub what: Feature,
}

/// A feature of a board or puzzle that some format cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// A part that another program cannot express.
    Missing(Missing),
    /// A rule of the puzzle, by its line.
    Rule(String),
    /// A rule from code of a program that uses the library, by its line; no format carries it.
    OwnRule(String),
    /// Digits above 35 have no character.
    Side(usize),
    /// A shape of boxes that would be read back as a different shape.
    Shape {
        /// Rows of a box.
        rows: u16,
        /// Columns of a box.
        columns: u16,
    },
    /// A board that is not N×N cells with the digits 1 to N.
    Board,
    /// A board without boxes.
    NoBoxes,
    /// Irregular regions are not told.
    Regions,
    /// A region in several pieces cannot be drawn with walls.
    BrokenRegions,
    /// Extra units are not told.
    ExtraUnits,
    /// An alphabet that lacks digits of the side, or that a reader could not recognise.
    Alphabet {
        /// The alphabet.
        alphabet: Alphabet,
        /// The side of the grid.
        side: usize,
    },
    /// A side that is not a square, and has no order.
    NoOrder(usize),
    /// The format is read and never written.
    ReadOnly,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) => write!(f, "{what}"),
            Self::Rule(line) => write!(f, "the rule {line}"),
            Self::OwnRule(line) => write!(f, "the rule {line}, nor can another: it is the program's own"),
            Self::Side(side) => write!(f, "a grid of side {side}"),
            Self::Shape { rows, columns } => write!(f, "the box shape {rows}x{columns}"),
            Self::Board => f.write_str("a board that is not N×N cells with the digits 1 to N"),
            Self::NoBoxes => f.write_str("a board without boxes"),
            Self::Regions => f.write_str("irregular regions"),
            Self::BrokenRegions => f.write_str("regions in several pieces"),
            Self::Alphabet { alphabet, side } => write!(f, "this grid of side {side} in {alphabet}"),
            Self::ExtraUnits => f.write_str("extra units"),
            Self::ReadOnly => f.write_str("what satdoku writes, as it is only read"),
            Self::NoOrder(side) => write!(f, "a grid of side {side}, which is no square"),
        }
    }
}

impl Feature {
    /// The alternative to recommend.
    fn advice(&self) -> &'static str {
        if matches!(self, Self::OwnRule(_)) { "" } else { "; use header, which carries every shape" }
    }

    /// The feature lost in a text whose layout defines only the boxes, if any.
    pub(super) fn by_boxes(geometry: &Geometry) -> Option<Self> {
        match geometry.shape() {
            Regions::Irregular => Some(Self::Regions),
            Regions::None => Some(Self::NoBoxes),
            Regions::Boxes { .. } if geometry.extra_units().len() > 0 => Some(Self::ExtraUnits),
            Regions::Boxes { .. } if geometry.plain_boxes().is_some() => None,
            Regions::Boxes { .. } | Regions::Squares | Regions::Free => Some(Self::Board),
        }
    }

    /// The feature lost in a text without a board, if any.
    pub(super) fn by_digits_alone(geometry: &Geometry) -> Option<Self> {
        Self::by_boxes(geometry).or_else(|| match geometry.shape() {
            Regions::Boxes { rows, columns } if !geometry.is_default_shape() => Some(Self::Shape { rows, columns }),
            _ => None,
        })
    }
}
