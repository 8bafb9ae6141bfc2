//! A board as one word, and back: `3x3`, `2x3`, `3x3+diagonals`, `windoku`, `samurai`, `latin9`, `6x8/8`, `regions:112233…`,
//! `2x2+unit:r1c1,r2c3,r3c2,r4c4`, `3x3+digits:0..8`. The names of overlapping squares are in [`squares`].

use std::fmt;
use std::str::FromStr;

use crate::geometry::squares::{NAMED, squares_named};
use crate::geometry::{Cell, Geometry, GeometryError, ParseCellError, Regions, Square, UnitId, UnitKind};

/// Up to this side a region number is one character; on larger boards commas separate the numbers.
const ONE_CHARACTER: u32 = 35;

/// The side of a `jigsaw` without a number, and of a `windoku`.
const USUAL_SIDE: usize = 9;

/// Why a word is not a geometry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseGeometryError {
    /// The word has no known form.
    #[error("expected a board such as 3x3, 2x3+diagonals, windoku, latin9 or regions:1122…, found {0:?}")]
    Form(String),
    /// The part behind a `+` is unknown.
    #[error(
        "expected +diagonals, +windows, +disjointgroups, +digits:0..8, +boxes:RxC, +regions:1122… or +unit:r1c1,r2c3 behind \
         the board, found {0:?}"
    )]
    Part(String),
    /// The regions of a jigsaw are undefined until a generator draws them.
    #[error("only a generator draws the regions of {0:?}; a puzzle's own regions are given as regions:1122…")]
    Drawn(String),
    /// The board has more rows, columns or digits than are worked on.
    #[error("expected a side of at most {most}, found {found}")]
    TooLarge {
        /// The rows, columns or digits of the board.
        found: usize,
        /// The largest accepted side or digit count.
        most: usize,
    },
    /// The canvas of the board has more places than the text has cells.
    #[error("expected {expected} cells, found {found}")]
    Places {
        /// The places of the board's canvas.
        expected: usize,
        /// The cells of the text.
        found: usize,
    },
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
    /// A jigsaw. Only the side and the extra units of the board matter; a generator replaces its boxes by irregular regions.
    Jigsaw(Geometry),
}

impl Layout {
    /// The forms of the word with their meanings, for help texts.
    pub const FORMS: [(&str, &str); 10] = [
        ("RxC", "boxes of R rows and C columns, such as 3x3 or 2x3; the side is R times C"),
        ("windoku", "the board 3x3 with four windows, the same as 3x3+windows"),
        ("latinN", "a Latin square of side N: rows and columns, no boxes"),
        ("samurai, twodoku, butterfly, windmill, flower, sohei", "overlapping 9×9 squares"),
        ("RxC@r1c1+RxC@r1c13…", "overlapping squares: the boxes of each and its first cell on the canvas"),
        (
            "RxC/N",
            "R rows and C columns of cells with N digits, none twice in a row, a column or a box, such as 6x8/8; boxes of as many cells as the longer side has, where these fill the board, others by +boxes:RxC or +boxes:none; with +lines:none digits may repeat everywhere but in further units",
        ),
        ("jigsaw, jigsawN", "irregular regions of side 9 or N, drawn by `generate` for each puzzle from its seed"),
        (
            "regions:…",
            "irregular regions: the number of the region of each cell, row by row, 0 for none, such as regions:1122112233443344; with commas between above side 35",
        ),
        (
            "+diagonals, +windows, +disjointgroups, +digits:0..8",
            "behind any of these: no digit twice on both diagonals, in the windows between square boxes, or in one place of all boxes; other digits",
        ),
        (
            "+unit:r1c1,r2c3,…",
            "behind any of these: no digit twice in these cells, at most as many as there are digits",
        ),
    ];
}

impl FromStr for Layout {
    type Err = ParseGeometryError;

    fn from_str(word: &str) -> Result<Self, ParseGeometryError> {
        Self::parse_within(word, Geometry::MAX_SIDE)
    }
}

impl Layout {
    /// Reads a word, unless its board has more rows, columns or digits than `most`, which is checked before the board is built.
    ///
    /// # Errors
    /// If the word names no board, or its board is too large.
    pub fn parse_within(word: &str, most: usize) -> Result<Self, ParseGeometryError> {
        Self::parse_for(word, most, usize::MAX)
    }

    /// Like `parse_within`, for a text of at most `cells` cells. A larger canvas cannot be filled and is refused before the board
    /// is built.
    fn parse_for(word: &str, most: usize, cells: usize) -> Result<Self, ParseGeometryError> {
        let check = |side: usize| {
            if side > most { Err(ParseGeometryError::TooLarge { found: side, most }) } else { Ok(side) }
        };
        let fits = |rows: usize, columns: usize| {
            let expected = rows.saturating_mul(columns);
            if expected > cells { Err(ParseGeometryError::Places { expected, found: cells }) } else { Ok(()) }
        };
        let form = || ParseGeometryError::Form(word.to_owned());
        let word = &*word.to_ascii_lowercase();
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| form());
        let pair = |text: &str| {
            let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(form)?;
            Ok::<_, ParseGeometryError>((number(rows)?, number(columns)?))
        };
        let is_bare = |board: &Geometry| board.shape() == Regions::None && board.extra_units().len() == 0;
        let mut parts = word.split('+').peekable();
        let base = parts.next().unwrap_or_default();
        let mut is_jigsaw = false;
        let mut board = if let Some(map) = base.strip_prefix("regions:") {
            let numbers = region_numbers(map).ok_or_else(form)?;
            Geometry::regions(check(numbers.len().isqrt())?, &numbers)?
        } else if base == "windoku" {
            Geometry::nearly_square(USUAL_SIDE)?.with_windows()?
        } else if let Some(squares) = squares_named(base) {
            Geometry::overlapping(&squares)?
        } else if let Some(side) = base.strip_prefix("jigsaw") {
            is_jigsaw = true;
            let side = check(if side.is_empty() { USUAL_SIDE } else { number(side)? })?;
            fits(side, side)?;
            Geometry::nearly_square(side)?
        } else if let Some(side) = base.strip_prefix("latin") {
            let side = check(number(side)?)?;
            fits(side, side)?;
            Geometry::latin(side)?
        } else if base.contains('@') {
            let mut squares: Vec<Square> = vec![base.parse()?];
            while let Some(part) = parts.next_if(|part| part.contains('@')) {
                squares.push(part.parse()?);
            }
            let ends = |square: &Square| [square.corner.row(), square.corner.column()].map(|at| at + square.side());
            let [rows, columns] = squares.iter().map(ends).fold([0; 2], |[a, b], [c, d]| [a.max(c), b.max(d)]);
            fits(check(rows)?, check(columns)?)?;
            Geometry::overlapping(&squares)?
        } else if let Some((canvas, digits)) = base.split_once('/') {
            let (rows, columns) = pair(canvas)?;
            fits(check(rows)?, check(columns)?)?;
            let digits = check(number(digits)?)?;
            let is_free = parts.next_if_eq(&"lines:none").is_some();
            let board = if is_free { Geometry::free } else { Geometry::canvas }(rows, columns, digits)?;
            match default_boxes(rows, columns) {
                Some((rows, columns))
                    if !is_free
                        && !parts
                            .peek()
                            .is_some_and(|part| part.starts_with("boxes:") || part.starts_with("regions:")) =>
                {
                    board.with_boxes(rows, columns)?
                }
                _ => board,
            }
        } else {
            let (rows, columns) = pair(base)?;
            let side = check(Geometry::check_boxes(rows, columns)?)?;
            fits(side, side)?;
            Geometry::boxes(rows, columns)?
        };
        for part in parts {
            let form = || ParseGeometryError::Part(format!("+{part}"));
            let number = |text: &str| number(text).map_err(|_| form());
            board = match part {
                "diagonals" => board.with_diagonals()?,
                "windows" => board.with_windows()?,
                "disjointgroups" => board.with_disjoint_groups()?,
                // A canvas has no boxes by default.
                "boxes:none" if is_bare(&board) => board,
                _ => {
                    if let Some(cells) = part.strip_prefix("unit:") {
                        let cells = cells.split(',').map(str::parse).collect::<Result<Vec<Cell>, _>>()?;
                        board.with_unit(&cells)?
                    } else if let Some((first, last)) = part.strip_prefix("digits:").and_then(|it| it.split_once(".."))
                    {
                        let (first, last) = (number(first)?, number(last)?);
                        check(last)?;
                        board.with_digits(first..=last)?
                    } else if let Some(boxes) = part.strip_prefix("boxes:").filter(|_| is_bare(&board)) {
                        let (rows, columns) = pair(boxes).map_err(|_| form())?;
                        board.with_boxes(rows, columns)?
                    } else {
                        let map = part.strip_prefix("regions:").filter(|_| is_bare(&board)).ok_or_else(form)?;
                        board.with_regions(&region_numbers(map).ok_or_else(form)?)?
                    }
                }
            };
        }
        Ok(if is_jigsaw { Self::Jigsaw(board) } else { Self::Given(board) })
    }
}

impl FromStr for Square {
    type Err = ParseGeometryError;

    fn from_str(word: &str) -> Result<Self, ParseGeometryError> {
        let parts = || {
            let (boxes, corner) = word.split_once('@')?;
            let (rows, columns) = boxes.split_once(['x', 'X', '×'])?;
            let number = |text: &str| text.parse::<u16>().ok().filter(|&it| usize::from(it) <= Geometry::MAX_SIDE);
            Some((number(rows)?, number(columns)?, corner))
        };
        let (box_rows, box_columns, corner) = parts().ok_or_else(|| ParseGeometryError::Form(word.to_owned()))?;
        Ok(Self { box_rows, box_columns, corner: corner.parse()? })
    }
}

/// The default boxes of a canvas: the most nearly square boxes of at least two rows and columns, with as many cells as the longer
/// side.
fn default_boxes(rows: usize, columns: usize) -> Option<(usize, usize)> {
    let cells = rows.max(columns);
    let fills = |(box_rows, box_columns): &(usize, usize)| {
        rows.is_multiple_of(*box_rows) && columns.is_multiple_of(*box_columns)
    };
    let shorter = (2..=cells.isqrt()).rev().filter(|shorter| cells.is_multiple_of(*shorter));
    shorter.flat_map(|shorter| [(shorter, cells / shorter), (cells / shorter, shorter)]).find(fills)
}

impl FromStr for Geometry {
    type Err = ParseGeometryError;

    fn from_str(word: &str) -> Result<Self, ParseGeometryError> {
        Self::parse_within(word, Self::MAX_SIDE)
    }
}

impl Geometry {
    /// Reads the board that a word names, unless the board has more rows, columns or digits than `most`, which is checked before
    /// building.
    ///
    /// # Errors
    /// If the word names no board, or its board is too large.
    pub fn parse_within(word: &str, most: usize) -> Result<Self, ParseGeometryError> {
        Self::parse_for(word, most, usize::MAX)
    }

    /// Like `parse_within`, for a text of at most `cells` cells: a board with more places is refused before it is built.
    pub(crate) fn parse_for(word: &str, most: usize, cells: usize) -> Result<Self, ParseGeometryError> {
        match Layout::parse_for(word, most, cells)? {
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
        self.write_base(f)?;
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

impl Geometry {
    /// The names of two different boards. If the names are equal, each name is followed by cells that a rule makes differ on only
    /// that board.
    #[doc(hidden)]
    pub fn told_apart(&self, other: &Self) -> [String; 2] {
        let [own, others] = [self, other]
            .map(|board| board.units_of_kind(UnitKind::Rule).map(|unit| board.unit(unit)).collect::<Vec<_>>());
        let words = |board: &Self, sets: &[&[Cell]], of_other: &[&[Cell]]| {
            let set = sets.iter().find(|set| !of_other.contains(set)).filter(|_| self.to_string() == other.to_string());
            let cells = set.map(|set| set.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            cells.map_or(board.to_string(), |cells| format!("{board} with a rule by which {cells} differ"))
        };
        [words(self, &own, &others), words(other, &others, &own)]
    }
}

impl Geometry {
    /// Cells, regions and digits.
    fn write_base(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.grid_digits();
        let digits = usize::from(last - first) + 1;
        let mut implied = digits;
        if let Some(squares) = self.squares() {
            implied = squares[0].side();
            match NAMED.iter().find(|(name, _)| squares_named(name).as_deref() == Some(squares)) {
                Some((name, _)) => f.write_str(name)?,
                None => squares.iter().enumerate().try_for_each(|(i, square)| {
                    if i > 0 {
                        f.write_str("+")?;
                    }
                    fmt::Display::fmt(square, f)
                })?,
            }
        } else {
            // The digits beyond a square's side are written behind the shape.
            let side = (self.rows() == self.columns()).then_some(self.rows());
            match (side, self.shape()) {
                (Some(side), Regions::Boxes { rows, columns }) if usize::from(rows) * usize::from(columns) == side => {
                    implied = side;
                    write!(f, "{rows}x{columns}")?;
                }
                (_, Regions::Free) => write!(f, "{}x{}/{digits}+lines:none", self.rows(), self.columns())?,
                (Some(side), Regions::None) => {
                    implied = side;
                    write!(f, "latin{side}")?;
                }
                (Some(side), Regions::Irregular) if side == digits => {
                    implied = side;
                    f.write_str("regions:")?;
                    self.write_regions(f)?;
                }
                (_, shape) => {
                    write!(f, "{}x{}/{digits}", self.rows(), self.columns())?;
                    match (shape, default_boxes(self.rows(), self.columns())) {
                        (Regions::Boxes { rows, columns }, default) => {
                            if default != Some((rows.into(), columns.into())) {
                                write!(f, "+boxes:{rows}x{columns}")?;
                            }
                        }
                        (Regions::None, Some(_)) => f.write_str("+boxes:none")?,
                        (Regions::Irregular, _) => {
                            f.write_str("+regions:")?;
                            self.write_regions(f)?;
                        }
                        (Regions::None | Regions::Squares | Regions::Free, _) => {}
                    }
                }
            }
        }
        if first != 1 || digits != implied { write!(f, "+digits:{first}..{last}") } else { Ok(()) }
    }

    fn write_regions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |cell| self.region(cell).map_or(0, |region| region as u32 + 1);
        let are_short = self.grid_cells().all(|cell| number(cell) <= ONE_CHARACTER);
        for (i, cell) in self.grid_cells().enumerate() {
            match char::from_digit(number(cell), ONE_CHARACTER + 1) {
                Some(character) if are_short => write!(f, "{character}")?,
                _ if i == 0 => write!(f, "{}", number(cell))?,
                _ => write!(f, ",{}", number(cell))?,
            }
        }
        Ok(())
    }
}
