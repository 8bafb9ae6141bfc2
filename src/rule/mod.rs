//! What a setter says beyond the units of a board: cages, lines, dots, chess moves. One file a family.
//!
//! A [`Rule`] has a line, such as `killer 15 r1c1 r1c2`, which is how it is written, read, compared and sent. It is judged by
//! [`breach`](Constrain::breach), which shares nothing with what engines use: [`lower`](Constrain::lower) says the same as sets
//! of cells that differ and as [`Constraint`](crate::constraint::Constraint)s. The rules of a puzzle are [`Rules`].

mod arrow;
mod cage;
mod cell;
mod chess;
mod line;
mod lowered;
mod pair;
mod parse;
mod rules;
mod thermometer;

use std::fmt;

pub use arrow::{Arrow, DoubleArrow};
pub use cage::{Killer, LittleKiller};
pub use cell::{Allowed, Extremum, Parity};
pub use chess::{Chess, NonConsecutive};
pub use line::{Line, LineKind};
pub use lowered::{Lowered, RuleError};
pub use pair::{Copies, Pair, PairKind};
pub use parse::ParseRuleError;
pub use rules::{Misplaced, RuleId, Rules};
pub use thermometer::Thermometer;

use crate::geometry::{Cell, Digit, Geometry};

/// What is in each cell, by index.
pub type Digits<'a> = &'a [Option<Digit>];

/// A rule that a filling breaks; prints as its sentence and the cells that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The cells that show it.
    pub cells: Vec<Cell>,
    /// What is wrong, such as `the cage of 15 at r1c1 makes 16`.
    pub sentence: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.sentence)?;
        self.cells.iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}

/// What a rule is to all that read, judge and lower it. It prints as its line.
pub trait Constrain: fmt::Debug + fmt::Display {
    /// The cells that it looks at.
    fn cells(&self, board: &Geometry) -> Vec<Cell>;

    /// How the filled cells break it, if they do; final once all its cells are filled. It never uses [`lower`](Self::lower).
    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach>;

    /// What it is called in a sentence, such as `the cage of 15 at r1c1`.
    fn sentence(&self) -> String;

    /// Says it in the words of engines.
    ///
    /// # Errors
    /// If it cannot be on the board.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError>;

    /// Whether it means the same under other names for the digits: it only says which are alike.
    fn bears_relabelling(&self) -> bool {
        false
    }
}

/// A rule of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Cells that differ, with or without a total.
    Killer(Killer),
    /// Cells along a diagonal that make a total.
    LittleKiller(LittleKiller),
    /// Cells that make the number in a circle or a pill.
    Arrow(Arrow),
    /// The cells between two circles make what these make.
    DoubleArrow(DoubleArrow),
    /// Digits that rise from the bulb on.
    Thermometer(Thermometer),
    /// A line that says something of its cells.
    Line(Line),
    /// A mark between two cells.
    Pair(Pair),
    /// Cells that have the digits of others.
    Copies(Copies),
    /// Odd or even cells.
    Parity(Parity),
    /// Cells that are lower or higher than their neighbours.
    Extremum(Extremum),
    /// The digits that a cell may have.
    Allowed(Allowed),
    /// No digit twice a chess move apart.
    Chess(Chess),
    /// No two neighbours with consecutive digits.
    NonConsecutive(NonConsecutive),
}

impl Rule {
    /// The rule as what all rules are.
    #[must_use]
    pub fn as_constrain(&self) -> &dyn Constrain {
        match self {
            Self::Killer(rule) => rule,
            Self::LittleKiller(rule) => rule,
            Self::Arrow(rule) => rule,
            Self::DoubleArrow(rule) => rule,
            Self::Thermometer(rule) => rule,
            Self::Line(rule) => rule,
            Self::Pair(rule) => rule,
            Self::Copies(rule) => rule,
            Self::Parity(rule) => rule,
            Self::Extremum(rule) => rule,
            Self::Allowed(rule) => rule,
            Self::Chess(rule) => rule,
            Self::NonConsecutive(rule) => rule,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_constrain(), f)
    }
}

/// A keyword and cells behind it.
fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
    cells.iter().try_for_each(|cell| write!(f, " {cell}"))
}

/// The values of cells that are filled, in their order; none where one is empty.
fn values(board: &Geometry, digits: Digits<'_>, cells: &[Cell]) -> Option<Vec<i64>> {
    cells.iter().map(|&cell| digits[board.index(cell)].map(|digit| i64::from(digit.get()))).collect()
}

/// The value of a filled cell.
fn value(board: &Geometry, digits: Digits<'_>, cell: Cell) -> Option<i64> {
    digits[board.index(cell)].map(|digit| i64::from(digit.get()))
}

/// Two of some cells that have one digit.
fn repeated(board: &Geometry, digits: Digits<'_>, cells: &[Cell]) -> Option<[Cell; 2]> {
    let pairs = cells.iter().enumerate().flat_map(|(at, &a)| cells[at + 1..].iter().map(move |&b| [a, b]));
    pairs.into_iter().find(|[a, b]| {
        let digit = digits[board.index(*a)];
        digit.is_some() && digit == digits[board.index(*b)]
    })
}

/// The cell beside another, so many rows down and columns to the right.
fn beside(board: &Geometry, cell: Cell, down: i32, right: i32) -> Option<Cell> {
    let row = u16::try_from(cell.row() as i32 + down).ok()?;
    let column = u16::try_from(cell.column() as i32 + right).ok()?;
    let beside = Cell::new(row, column);
    board.contains(beside).then_some(beside)
}
