//! What every rule is, and what judges have in common.

use std::fmt;

use crate::geometry::{Cell, Digit, Geometry};
use crate::rule::lowered::{Lowered, RuleError};
use crate::rule::mark::Mark;
pub(in crate::rule) use crate::rule::pairs::{all_pairs, number};

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

    /// What a drawing shows of it. A rule without a picture is shown by its line, below the drawing.
    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        vec![Mark::Global(self.to_string())]
    }
}

/// A keyword and cells behind it.
pub(in crate::rule) fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
    cells.iter().try_for_each(|cell| write!(f, " {cell}"))
}

/// The values of cells that are filled, in their order; none where one is empty.
pub(in crate::rule) fn values(board: &Geometry, digits: Digits<'_>, cells: &[Cell]) -> Option<Vec<i64>> {
    cells.iter().map(|&cell| digits[board.index(cell)].map(|digit| i64::from(digit.get()))).collect()
}

/// The value of a filled cell.
pub(in crate::rule) fn value(board: &Geometry, digits: Digits<'_>, cell: Cell) -> Option<i64> {
    digits[board.index(cell)].map(|digit| i64::from(digit.get()))
}

/// Two of some cells that have one digit.
pub(in crate::rule) fn repeated(board: &Geometry, digits: Digits<'_>, cells: &[Cell]) -> Option<[Cell; 2]> {
    let pairs = cells.iter().enumerate().flat_map(|(at, &a)| cells[at + 1..].iter().map(move |&b| [a, b]));
    pairs.into_iter().find(|[a, b]| {
        let digit = digits[board.index(*a)];
        digit.is_some() && digit == digits[board.index(*b)]
    })
}

/// The cell beside another, so many rows down and columns to the right.
pub(in crate::rule) fn beside(board: &Geometry, cell: Cell, down: i32, right: i32) -> Option<Cell> {
    let moved = |at: usize, by: i32| u16::try_from(i32::from(at as u16) + by).ok();
    let beside = Cell::new(moved(cell.row(), down)?, moved(cell.column(), right)?);
    board.contains(beside).then_some(beside)
}

/// Whether cells all differ by the units of the board and are as many as there are digits: each digit is in one of them.
pub(in crate::rule) fn is_full_unit(board: &Geometry, cells: &[Cell]) -> bool {
    let differ = |(at, &a): (usize, &Cell)| cells[at + 1..].iter().all(|&b| board.shared_unit(a, b).is_some());
    cells.len() == board.digit_count() && cells.iter().enumerate().all(differ)
}

/// That a rule is broken, where all its cells are filled and a predicate does not hold.
pub(in crate::rule) fn broken_unless(
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
pub(in crate::rule) fn write_groups(f: &mut fmt::Formatter<'_>, groups: &[Vec<Cell>]) -> fmt::Result {
    groups.iter().enumerate().try_for_each(|(at, cells)| {
        f.write_str(if at > 0 { " :" } else { "" })?;
        write_cells(f, cells)
    })
}

/// Values with commas between them.
pub(in crate::rule) fn write_values(f: &mut fmt::Formatter<'_>, values: &[i64]) -> fmt::Result {
    values.iter().enumerate().try_for_each(|(at, value)| write!(f, "{}{value}", if at > 0 { "," } else { "" }))
}
