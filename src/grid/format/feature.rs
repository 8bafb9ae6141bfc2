//! What formats cannot carry.

use std::fmt;

use crate::geometry::{Geometry, Regions};
use crate::grid::exchange::Missing;
use crate::grid::format::{Alphabet, Format};

/// A board that a format cannot write down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the format {format} cannot carry {what}; use header, which carries every shape")]
pub struct CannotCarry {
    /// The format.
    pub format: Format,
    /// What it cannot carry.
    pub what: Feature,
}

/// A feature of a board that some format cannot write down.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// What another program has no way to say.
    Missing(Missing),
    /// A rule of the puzzle, by its line.
    Rule(String),
    /// Digits above 35 have no character.
    Side(usize),
    /// The text would be read with another shape of boxes.
    Shape {
        /// Rows of a box.
        rows: u16,
        /// Columns of a box.
        columns: u16,
    },
    /// A board that is not N×N cells with the digits 1 to N.
    Board,
    /// That there are no boxes is not told.
    NoBoxes,
    /// Irregular regions are not told.
    Regions,
    /// A region in several pieces cannot be drawn with walls.
    BrokenRegions,
    /// Extra units are not told.
    ExtraUnits,
    /// An alphabet that lacks digits of the side, or that a line would not be told by.
    Alphabet {
        /// The alphabet.
        alphabet: Alphabet,
        /// The side of the grid.
        side: usize,
    },
    /// A side that is no square has no order.
    NoOrder(usize),
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) => write!(f, "{what}"),
            Self::Rule(line) => write!(f, "the rule {line}"),
            Self::Side(side) => write!(f, "a grid of side {side}"),
            Self::Shape { rows, columns } => write!(f, "the box shape {rows}x{columns}"),
            Self::Board => f.write_str("a board that is not N×N cells with the digits 1 to N"),
            Self::NoBoxes => f.write_str("a board without boxes"),
            Self::Regions => f.write_str("irregular regions"),
            Self::BrokenRegions => f.write_str("regions in several pieces"),
            Self::Alphabet { alphabet, side } => write!(f, "this grid of side {side} in {alphabet}"),
            Self::ExtraUnits => f.write_str("extra units"),
            Self::NoOrder(side) => write!(f, "a grid of side {side}, which is no square"),
        }
    }
}

impl Feature {
    /// What a text leaves out that tells the boxes by its layout, if anything.
    pub(in crate::grid::format) fn by_boxes(geometry: &Geometry) -> Option<Self> {
        match geometry.shape() {
            Regions::Irregular => Some(Self::Regions),
            Regions::None => Some(Self::NoBoxes),
            Regions::Boxes { .. } if geometry.extra_units().len() > 0 => Some(Self::ExtraUnits),
            Regions::Boxes { .. } if geometry.plain_boxes().is_some() => None,
            Regions::Boxes { .. } | Regions::Squares => Some(Self::Board),
        }
    }

    /// What a text without any word about the board leaves out, if anything.
    pub(in crate::grid::format) fn by_digits_alone(geometry: &Geometry) -> Option<Self> {
        Self::by_boxes(geometry).or_else(|| match geometry.shape() {
            Regions::Boxes { rows, columns } if !geometry.is_default_shape() => Some(Self::Shape { rows, columns }),
            _ => None,
        })
    }
}
