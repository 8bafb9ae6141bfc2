//! A geometry as one word, and back: `3x3`, `2x3`, `3x3+diagonals`, `regions:112233…`,
//! `2x2+unit:r1c1,r2c3,r3c2,r4c4`.

use std::fmt;
use std::str::FromStr;

use crate::geometry::{Cell, Geometry, GeometryError, ParseCellError, Regions};

/// Up to this side a region number is one character; above, numbers stand between commas.
const ONE_CHARACTER: u32 = 35;

/// Why a word is not a geometry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseGeometryError {
    /// The word has none of the known forms.
    #[error("expected a shape such as 3x3, 2x3+diagonals or regions:1122…, found {0:?}")]
    Form(String),
    /// A cell of an extra unit cannot be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// The numbers make no board.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
}

impl FromStr for Geometry {
    type Err = ParseGeometryError;

    fn from_str(word: &str) -> Result<Self, ParseGeometryError> {
        let form = || ParseGeometryError::Form(word.to_owned());
        let mut parts = word.split('+');
        let base = parts.next().unwrap_or_default();
        let mut board = if let Some(map) = base.strip_prefix("regions:") {
            let numbers = region_numbers(map).ok_or_else(form)?;
            Self::regions(numbers.len().isqrt(), &numbers)?
        } else {
            let (rows, columns) = base.split_once(['x', 'X', '×']).ok_or_else(form)?;
            let number = |text: &str| text.trim().parse::<usize>().map_err(|_| form());
            Self::boxes(number(rows)?, number(columns)?)?
        };
        for part in parts {
            if part == "diagonals" {
                board = board.with_diagonals();
            } else {
                let cells = part.strip_prefix("unit:").ok_or_else(form)?;
                let cells = cells.split(',').map(str::parse).collect::<Result<Vec<Cell>, _>>()?;
                board = board.with_unit(&cells)?;
            }
        }
        Ok(board)
    }
}

fn region_numbers(map: &str) -> Option<Vec<u32>> {
    if map.contains(',') {
        map.split(',').map(|number| number.parse().ok()).collect()
    } else {
        map.chars().map(|c| c.to_digit(ONE_CHARACTER + 1)).collect()
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            Regions::Boxes { rows, columns } => write!(f, "{rows}x{columns}")?,
            Regions::Irregular => {
                f.write_str("regions:")?;
                for (i, cell) in self.cells().enumerate() {
                    let number = self.region(cell) as u32 + 1;
                    match char::from_digit(number, ONE_CHARACTER + 1) {
                        Some(character) if self.side() <= ONE_CHARACTER as usize => write!(f, "{character}")?,
                        _ if i == 0 => write!(f, "{number}")?,
                        _ => write!(f, ",{number}")?,
                    }
                }
            }
        }
        if self.has_diagonals() {
            f.write_str("+diagonals")?;
        }
        for unit in self.listed_units() {
            for (i, cell) in self.unit(unit).iter().enumerate() {
                write!(f, "{}{cell}", if i == 0 { "+unit:" } else { "," })?;
            }
        }
        Ok(())
    }
}
