//! The marks of a rule in a drawing.
//!
//! | what setters draw | mark |
//! | --- | --- |
//! | cage with a total | [`Outline`](Mark::Outline), `Dashed`, the total as its text |
//! | lunchbox | [`Outline`](Mark::Outline), `Double`, the total as its text |
//! | region | [`Outline`](Mark::Outline), `Solid` |
//! | circle or pill of an arrow, and its shaft | [`Outline`](Mark::Outline), `Round`; [`Line`](Mark::Line), `Thin`, `AtCircle` to `Arrow` |
//! | thermometer | [`Line`](Mark::Line), `Broad`, `Bulb` to `Plain` |
//! | whispers, renban, palindrome and other lines | [`Line`](Mark::Line), `Medium`, the colour as its ink |
//! | between line, lockout line | [`Line`](Mark::Line), `Medium`, from `Circle` to `Circle`, from `Diamond` to `Diamond` |
//! | dots, X, V, signs of inequality | [`Dot`](Mark::Dot) |
//! | quadruple | [`Corner`](Mark::Corner), its digits with blanks between |
//! | sandwich, X-sum, skyscraper and other clues outside | [`Margin`](Mark::Margin) without an arrow; several at a place stand one behind another |
//! | little killer | [`Margin`](Mark::Margin) with an arrow |
//! | odd cell, even cell, circle that counts | [`Shade`](Mark::Shade), `Disc`, `Square`, `Ring` |
//! | cell or row of a colour | [`Shade`](Mark::Shade), `Cell` |
//! | letter or number of a cell | [`Text`](Mark::Text) |
//! | candidates that are given | [`Candidates`](Mark::Candidates) |
//! | what holds everywhere, or has no picture | [`Global`](Mark::Global): the rule is listed below |
//!
//! A rule with several marks has all of them; equal marks of several rules are drawn once.

use crate::geometry::{Cell, Geometry};

/// A part of a rule's picture, in places of the board and in inks whose colours a theme defines.
///
/// The marks of a rule, together with its text, show the whole rule: a part without a picture is a [`Global`](Self::Global),
/// printed below.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A line round cells.
    Outline {
        /// The cells.
        cells: Vec<Cell>,
        /// The form of the line.
        form: OutlineForm,
        /// The text in its first corner; may be empty.
        text: String,
    },
    /// A line through the centres of consecutive cells.
    Line {
        /// The cells in order.
        cells: Vec<Cell>,
        /// Its width.
        width: LineWidth,
        /// Its colour.
        ink: Ink,
        /// Its shapes at the first and the last cell.
        ends: [LineEnd; 2],
    },
    /// A sign between two cells.
    Dot {
        /// The cells.
        cells: [Cell; 2],
        /// The sign.
        sign: Sign,
    },
    /// A text where four cells meet.
    Corner {
        /// The cells round the corner.
        cells: Vec<Cell>,
        /// The text.
        text: String,
    },
    /// A clue beside the line of cells that it describes.
    Margin {
        /// Row and column of the place, from 0; beside the board they may be -1 or the number of rows or columns.
        at: [i32; 2],
        /// The step from the place into the board, in rows and columns, if an arrow shows it: along a diagonal.
        arrow: Option<[i32; 2]>,
        /// The text.
        text: String,
    },
    /// A shape behind the digits of cells.
    Shade {
        /// The cells.
        cells: Vec<Cell>,
        /// The shape.
        form: ShadeForm,
        /// Its colour.
        ink: Ink,
    },
    /// A small text in a cell, in its last corner.
    Text {
        /// The cell.
        cell: Cell,
        /// The text.
        text: String,
    },
    /// The only digits that a cell may have, in small type.
    Candidates {
        /// The cell.
        cell: Cell,
        /// The values of the digits.
        values: Vec<i64>,
    },
    /// A sentence below the picture.
    Global(String),
}

/// How a line round cells is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutlineForm {
    /// A dashed line inside the cells: cages.
    Dashed,
    /// A dotted line inside the cells: sums in which digits may repeat.
    Dotted,
    /// Two lines inside the cells: lunchboxes.
    Double,
    /// A line on the border of the cells: a further region.
    Solid,
    /// A round line: the circle or the pill of an arrow. It follows the cells in order.
    Round,
}

impl OutlineForm {
    /// Whether the line is drawn inside the cells.
    #[must_use]
    pub const fn is_cage(self) -> bool {
        matches!(self, Self::Dashed | Self::Dotted | Self::Double)
    }
}

/// The width of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineWidth {
    /// As an arrow.
    Thin,
    /// As most lines.
    Medium,
    /// As a thermometer.
    Broad,
}

/// The shape at an end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// Nothing.
    Plain,
    /// A disc in the colour of the line: a bulb.
    Bulb,
    /// A circle, empty.
    Circle,
    /// A diamond, empty.
    Diamond,
    /// The point of an arrow.
    Arrow,
    /// The line begins at the edge of an arrow's circle or pill.
    AtCircle,
}

/// A sign between two cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// A white dot; the text in it may be empty.
    White(String),
    /// A black dot; the text in it may be empty.
    Black(String),
    /// Letters or a number: X, V.
    Text(String),
    /// Less than: its point is at the first cell.
    Less,
}

/// The shape behind a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShadeForm {
    /// The whole cell.
    Cell,
    /// A disc: odd digits.
    Disc,
    /// A square: even digits.
    Square,
    /// A circle, empty.
    Ring,
}

/// A colour by name; a theme gives its value. Lines have the colours that most setters use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Thermometers, arrows, palindromes, odd and even cells.
    Grey,
    /// German whispers.
    Green,
    /// Dutch whispers.
    Orange,
    /// Renban lines.
    Purple,
    /// Region sums.
    Blue,
    /// Zippers.
    Lilac,
    /// Entropic lines.
    Peach,
    /// Modular lines.
    Teal,
    /// Nabners.
    Olive,
    /// Double arrows.
    Pink,
    /// Errors, and lines without a colour of their own.
    Red,
    /// Cells to look at.
    Yellow,
}

impl Ink {
    /// The colour of lines that most setters use, as red, green and blue in one number.
    #[must_use]
    pub const fn of_lines(self) -> u32 {
        match self {
            Self::Grey => 0x00cf_cfcf,
            Self::Green => 0x0067_f067,
            Self::Orange => 0x00ff_9a00,
            Self::Purple => 0x00f0_67f0,
            Self::Blue => 0x002e_cbff,
            Self::Lilac => 0x00cd_b1ec,
            Self::Peach => 0x00ff_ccaa,
            Self::Teal => 0x0033_bbbb,
            Self::Olive => 0x00c9_c883,
            Self::Pink => 0x00c5_4b8b,
            Self::Red => 0x00e8_6a6f,
            Self::Yellow => 0x00ff_d84d,
        }
    }

    /// The colour of whole cells, below digits, as red, green and blue in one number.
    #[must_use]
    pub const fn of_cells(self) -> u32 {
        match self {
            Self::Grey => 0x00e4_e4e4,
            Self::Green => 0x00d4_f2d4,
            Self::Orange => 0x00ff_e1b8,
            Self::Purple => 0x00fa_d9fa,
            Self::Blue => 0x00d2_eafb,
            Self::Lilac => 0x00e9_def7,
            Self::Peach => 0x00fd_e6d6,
            Self::Teal => 0x00cb_ecec,
            Self::Olive => 0x00ea_eacb,
            Self::Pink => 0x00f6_d5e6,
            Self::Red => 0x00fb_cfd1,
            Self::Yellow => 0x00ff_f1b0,
        }
    }
}

impl Mark {
    /// The mark of a total outside the board, if the cells run from edge to edge along a diagonal.
    pub(super) fn at_the_edge(board: &Geometry, cells: &[Cell], text: &str) -> Option<Self> {
        let place = |cell: Cell| [cell.row(), cell.column()].map(|at| i32::try_from(at).unwrap_or(i32::MAX));
        let step = |a: Cell, b: Cell| {
            let (a, b) = (place(a), place(b));
            [b[0] - a[0], b[1] - a[1]]
        };
        let contains = |[row, column]: [i32; 2]| {
            let (row, column) = (u16::try_from(row), u16::try_from(column));
            row.is_ok_and(|row| column.is_ok_and(|column| board.contains(Cell::new(row, column))))
        };
        let [first, .., last] = cells else { return None };
        let way = step(*first, cells[1]);
        let is_straight =
            way.iter().all(|by| by.abs() == 1) && cells.windows(2).all(|pair| step(pair[0], pair[1]) == way);
        let (first, last) = (place(*first), place(*last));
        let before = [first[0] - way[0], first[1] - way[1]];
        let behind = [last[0] + way[0], last[1] + way[1]];
        (is_straight && !contains(before) && !contains(behind)).then(|| Self::Margin {
            at: before,
            arrow: Some(way),
            text: text.to_owned(),
        })
    }
}

/// A thin line with a circle at its first cell, and its meaning below the picture.
pub(super) fn custom_line(cells: &[Cell], meaning: String) -> Vec<Mark> {
    let ends = [LineEnd::Circle, LineEnd::Plain];
    let line = Mark::Line { cells: cells.to_vec(), width: LineWidth::Thin, ink: Ink::Red, ends };
    vec![line, Mark::Global(meaning)]
}
