//! A board as one word, and back: `3x3`, `2x3`, `3x3+diagonals`, `windoku`, `regions:112233…`,
//! `2x2+unit:r1c1,r2c3,r3c2,r4c4`. This is the one place that knows the names of boards.

use std::fmt;
use std::str::FromStr;

use crate::geometry::{Cell, Geometry, GeometryError, ParseCellError, Regions, UnitId};

/// Up to this side a region number is one character; above, numbers stand between commas.
const ONE_CHARACTER: u32 = 35;

/// The side of a `jigsaw` without a number, and of a `windoku`.
const USUAL_SIDE: usize = 9;

/// Why a word is not a geometry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseGeometryError {
    /// The word has none of the known forms.
    #[error("expected a board such as 3x3, 2x3+diagonals, windoku, latin9 or regions:1122…, found {0:?}")]
    Form(String),
    /// A jigsaw has no regions before it is drawn.
    #[error("only a generator draws the regions of {0:?}; a puzzle's own regions are given as regions:1122…")]
    Drawn(String),
    /// A cell of an extra unit cannot be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// The numbers make no board.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
}

/// A board as a word names it, where the word may leave the regions to be drawn at random.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// A board, whole.
    Given(Geometry),
    /// A jigsaw: the side and the extra units of this board count, its boxes make room for irregular regions.
    Jigsaw(Geometry),
}

impl Layout {
    /// The forms of the word and what each means, for help texts.
    pub const FORMS: [(&str, &str); 7] = [
        ("RxC", "boxes of R rows and C columns, such as 3x3 or 2x3; the side is R times C"),
        ("windoku", "the board 3x3 with four windows, the same as 3x3+windows"),
        ("latinN", "a Latin square of side N without boxes, the same as 1xN"),
        ("jigsaw, jigsawN", "irregular regions of side 9 or N, drawn by `generate` for each puzzle from its seed"),
        (
            "regions:…",
            "irregular regions: the number of the region of each cell, row by row, such as regions:1122112233443344; with commas between above side 35",
        ),
        (
            "+diagonals, +windows",
            "behind any of these: both diagonals, or the windows between square boxes, hold each digit once",
        ),
        ("+unit:r1c1,r2c3,…", "behind any of these: these cells hold each digit once, as many cells as the side"),
    ];
}

impl FromStr for Layout {
    type Err = ParseGeometryError;

    fn from_str(word: &str) -> Result<Self, ParseGeometryError> {
        let form = || ParseGeometryError::Form(word.to_owned());
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| form());
        let mut parts = word.split('+');
        let base = parts.next().unwrap_or_default();
        let mut is_jigsaw = false;
        let mut board = if let Some(map) = base.strip_prefix("regions:") {
            let numbers = region_numbers(map).ok_or_else(form)?;
            Geometry::regions(numbers.len().isqrt(), &numbers)?
        } else if base == "windoku" {
            Geometry::nearly_square(USUAL_SIDE)?.with_windows()?
        } else if let Some(side) = base.strip_prefix("jigsaw") {
            is_jigsaw = true;
            Geometry::nearly_square(if side.is_empty() { USUAL_SIDE } else { number(side)? })?
        } else if let Some(side) = base.strip_prefix("latin") {
            Geometry::boxes(1, number(side)?)?
        } else {
            let (rows, columns) = base.split_once(['x', 'X', '×']).ok_or_else(form)?;
            Geometry::boxes(number(rows)?, number(columns)?)?
        };
        for part in parts {
            board = match part {
                "diagonals" => board.with_diagonals(),
                "windows" => board.with_windows()?,
                _ => {
                    let cells = part.strip_prefix("unit:").ok_or_else(form)?;
                    let cells = cells.split(',').map(str::parse).collect::<Result<Vec<Cell>, _>>()?;
                    board.with_unit(&cells)?
                }
            };
        }
        Ok(if is_jigsaw { Self::Jigsaw(board) } else { Self::Given(board) })
    }
}

impl FromStr for Geometry {
    type Err = ParseGeometryError;

    fn from_str(word: &str) -> Result<Self, ParseGeometryError> {
        match word.parse()? {
            Layout::Given(board) => Ok(board),
            Layout::Jigsaw(_) => Err(ParseGeometryError::Drawn(word.to_owned())),
        }
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
        let mut listed: Vec<UnitId> = self.listed_units().collect();
        if !listed.is_empty() {
            let windows = self.windows().unwrap_or_default();
            let begins_with_windows = !windows.is_empty()
                && listed.len() >= windows.len()
                && windows.iter().zip(&listed).all(|(window, unit)| window == self.unit(*unit));
            if begins_with_windows {
                f.write_str("+windows")?;
                listed.drain(..windows.len());
            }
        }
        for unit in listed {
            for (i, cell) in self.unit(unit).iter().enumerate() {
                write!(f, "{}{cell}", if i == 0 { "+unit:" } else { "," })?;
            }
        }
        Ok(())
    }
}
