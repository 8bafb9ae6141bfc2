//! The trait of every rule, and common parts of the judges.

use std::fmt;

use crate::geometry::{Cell, Digit, Geometry};
use crate::rule::error::RuleError;
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
pub(super) use crate::rule::pairs::{all_pairs, number};

/// The digit of each cell, by index.
pub type Digits<'a> = &'a [Option<Digit>];

/// A rule that a filling breaks; prints as its sentence and the cells that show the breach.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Breach {
    /// The cells that show the breach.
    pub cells: Vec<Cell>,
    /// The breach in words, such as `the cage of 15 at r1c1 makes 16`.
    pub sentence: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.sentence)?;
        self.cells.iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}

/// A rule, for all code that reads, judges or lowers rules. Prints as its line.
pub trait Constrain: fmt::Debug + fmt::Display {
    /// Checks the rule without a board: the number of cells, repeated cells, and the range of numbers.
    ///
    /// # Errors
    /// The first value that is missing, repeated or out of range.
    fn check(&self) -> Result<(), RuleError> {
        Ok(())
    }

    /// The cells that the rule looks at.
    fn cells(&self, board: &Geometry) -> Vec<Cell>;

    /// The breach of the rule by the filled cells, if any; final once all its cells are filled. Never uses
    /// [`lower`](Self::lower).
    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach>;

    /// The rule's name in a sentence, such as `the cage of 15 at r1c1`.
    fn sentence(&self) -> String;

    /// Translates the rule into sets of cells that differ, and constraints.
    ///
    /// # Errors
    /// If the rule cannot be on the board.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError>;

    /// The marks of the rule in a drawing. A rule without a picture is shown as its line, below the drawing.
    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        vec![Mark::Global(self.to_string())]
    }
}

/// Writes cells after a keyword.
pub(super) fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
    cells.iter().try_for_each(|cell| write!(f, " {cell}"))
}

/// Writes a keyword, its number if it has one, and cells.
pub(super) fn write_words(
    f: &mut fmt::Formatter<'_>,
    (keyword, number): (&str, Option<i64>),
    cells: &[Cell],
) -> fmt::Result {
    f.write_str(keyword)?;
    number.map_or(Ok(()), |number| write!(f, " {number}"))?;
    write_cells(f, cells)
}

/// The values of filled cells, in order; `None` if a cell is empty.
pub(super) fn values(board: &Geometry, digits: Digits<'_>, cells: &[Cell]) -> Option<Vec<i64>> {
    cells.iter().map(|&cell| digits[board.index(cell)].map(|digit| i64::from(digit.get()))).collect()
}

/// The value of a filled cell.
pub(super) fn value(board: &Geometry, digits: Digits<'_>, cell: Cell) -> Option<i64> {
    digits[board.index(cell)].map(|digit| i64::from(digit.get()))
}

/// The first of some filled pairs of cells whose values a predicate refuses.
pub(super) fn wrong_pair(
    board: &Geometry,
    digits: Digits<'_>,
    mut pairs: impl Iterator<Item = [Cell; 2]>,
    allows: impl Fn(i64, i64) -> bool,
) -> Option<Vec<Cell>> {
    let is_wrong = |&[a, b]: &[Cell; 2]| {
        let values = value(board, digits, a).zip(value(board, digits, b));
        values.is_some_and(|(a, b)| !allows(a, b))
    };
    pairs.find(is_wrong).map(Vec::from)
}

/// The first two neighbours among filled groups that differ in a figure, with their cells.
pub(super) fn unlike_groups<T: PartialEq>(
    board: &Geometry,
    digits: Digits<'_>,
    groups: &[Vec<Cell>],
    figure: impl Fn(Vec<i64>) -> T,
) -> Option<([T; 2], Vec<Cell>)> {
    let of_group = |cells: &'_ Vec<Cell>| Some((figure(values(board, digits, cells)?), cells.clone()));
    let mut filled = groups.iter().filter_map(of_group);
    let mut before = filled.next()?;
    for next in filled {
        if before.0 != next.0 {
            return Some(([before.0, next.0], [before.1, next.1].concat()));
        }
        before = next;
    }
    None
}

/// The breach of a cage with a digit twice.
pub(super) fn twice_in(rule: &dyn Constrain, board: &Geometry, digits: Digits<'_>, cells: &[Cell]) -> Option<Breach> {
    let cells = repeated(board, digits, cells)?.to_vec();
    Some(Breach { cells, sentence: format!("a digit twice in {}", rule.sentence()) })
}

/// Two of the cells with equal digits.
pub(super) fn repeated(board: &Geometry, digits: Digits<'_>, cells: &[Cell]) -> Option<[Cell; 2]> {
    let pairs = cells.iter().enumerate().flat_map(|(at, &a)| cells[at + 1..].iter().map(move |&b| [a, b]));
    pairs.into_iter().find(|[a, b]| {
        let digit = digits[board.index(*a)];
        digit.is_some() && digit == digits[board.index(*b)]
    })
}

/// The cell of the grid, or of the same layer, at an offset of rows and columns from another cell.
pub(super) fn beside(board: &Geometry, cell: Cell, down: i32, right: i32) -> Option<Cell> {
    let moved = |at: usize, by: i32| u16::try_from(i32::from(at as u16) + by).ok();
    let beside = cell.at(moved(cell.row(), down)?, moved(cell.column(), right)?);
    board.contains(beside).then_some(beside)
}

/// Whether all cells differ by the units of the board and are as many as the digits: they have every digit.
pub(crate) fn is_full_unit(board: &Geometry, cells: &[Cell]) -> bool {
    let differ = |(at, &a): (usize, &Cell)| cells[at + 1..].iter().all(|&b| board.shared_unit(a, b).is_some());
    let (first, last) = board.grid_digits();
    cells.len() == usize::from(last - first) + 1
        && cells.iter().all(|cell| cell.is_in_grid())
        && cells.iter().enumerate().all(differ)
}

/// A breach, if all cells of the rule are filled and a predicate does not hold.
pub(super) fn broken_unless(
    rule: &dyn Constrain,
    board: &Geometry,
    digits: Digits<'_>,
    holds: impl FnOnce(&[i64]) -> bool,
) -> Option<Breach> {
    let cells = rule.cells(board);
    let values = values(board, digits, &cells)?;
    (!holds(&values)).then(|| Breach { cells, sentence: format!("{} is broken", rule.sentence()) })
}

/// Groups of cells with colons between them.
pub(super) fn write_groups(f: &mut fmt::Formatter<'_>, groups: &[Vec<Cell>]) -> fmt::Result {
    groups.iter().enumerate().try_for_each(|(at, cells)| {
        f.write_str(if at > 0 { " :" } else { "" })?;
        write_cells(f, cells)
    })
}

/// Values with commas between them.
pub(super) fn write_values(f: &mut fmt::Formatter<'_>, values: &[i64]) -> fmt::Result {
    values.iter().enumerate().try_for_each(|(at, value)| write!(f, "{}{value}", if at > 0 { "," } else { "" }))
}

/// A rule's name in a sentence, from the name that its setter gave it.
pub(super) fn named(name: &str, cells: &[Cell]) -> String {
    format!("{name} at {}", cells[0])
}

/// Writes a blank and the setter's name of a rule in quotation marks, with quotation marks in it doubled.
pub(super) fn write_name(f: &mut fmt::Formatter<'_>, name: Option<&String>) -> fmt::Result {
    name.map_or(Ok(()), |name| write!(f, " \"{}\"", name.replace('"', "\"\"")))
}
