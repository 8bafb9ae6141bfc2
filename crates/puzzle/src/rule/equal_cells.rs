//! Counts of cells with the value of a first cell: `runlength r1c1 : region:r1c1-r1c9`, `samecount beyond r5c5 : shade:r5c5 …`.

use std::fmt;

use crate::constraint::{MOST_ARM_CELLS, Runs};
use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, broken_unless, named, write_cells};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, OutlineForm, ShadeForm};
use crate::rule::pairs::number;
use crate::rule::words::Words;

/// A cell tells how many cells have the value of a first cell: all of some cells, or in an unbroken run along arms that begin there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EqualCells {
    /// Whether only cells before the first with another value count.
    pub is_run: bool,
    /// Whether the first cell does not count.
    pub is_beyond: bool,
    /// The cell with the number.
    pub total: Cell,
    /// The cells that are compared; each arm begins with the first cell. Cells that are all counted are one arm.
    pub arms: Vec<Vec<Cell>>,
}

/// The word for a number without the first cell.
const BEYOND: &str = "beyond";

impl EqualCells {
    pub(super) fn read(is_run: bool, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let is_beyond = words.skip(BEYOND);
        let total = words.cell()?;
        words.colon()?;
        let mut arms = vec![words.cells(Taken::Once, 1)?];
        while is_run && words.skip(":") {
            arms.push(words.cells(Taken::Once, 1)?);
        }
        Ok(Self { is_run, is_beyond, total, arms })
    }

    pub(super) fn word(&self) -> &'static str {
        if self.is_run { "runlength" } else { "samecount" }
    }

    fn first(&self) -> Cell {
        self.arms[0][0]
    }
}

impl fmt::Display for EqualCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beyond = if self.is_beyond { " beyond" } else { "" };
        write!(f, "{}{beyond} {}", self.word(), self.total)?;
        self.arms.iter().try_for_each(|arm| {
            f.write_str(" :")?;
            write_cells(f, arm)
        })
    }
}

impl Constrain for EqualCells {
    fn check(&self) -> Result<(), RuleError> {
        if self.arms.is_empty() || !self.is_run && self.arms.len() > 1 {
            return Err(RuleError::Cells { expected: "1 or more".to_owned(), found: 0 });
        }
        self.arms.iter().try_for_each(|arm| check::cells(arm, Taken::Once, 1))?;
        if self.arms.iter().any(|arm| arm[0] != self.first()) {
            return Err(RuleError::Unlike {
                expected: "arms that begin with one cell",
                found: self.arms.iter().map(|arm| arm[0].to_string()).collect::<Vec<_>>().join(" : "),
            });
        }
        let cells = self.arms.iter().map(|arm| arm.len() - 1).sum::<usize>();
        check::within(number(cells), 0, number(MOST_ARM_CELLS))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        let mut cells = vec![self.total, self.first()];
        cells.extend(self.arms.iter().flat_map(|arm| &arm[1..]));
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let (total, first) = (values[0], values[1]);
            let mut rest = &values[2..];
            let mut count = i64::from(!self.is_beyond);
            for arm in &self.arms {
                let of_arm;
                (of_arm, rest) = rest.split_at(arm.len() - 1);
                count += number(if self.is_run {
                    of_arm.iter().take_while(|&&value| value == first).count()
                } else {
                    of_arm.iter().filter(|&&value| value == first).count()
                });
            }
            count == total
        })
    }

    fn sentence(&self) -> String {
        named(if self.is_run { "the length of the run" } else { "the number of equal cells" }, &[self.total])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let arms: Vec<Vec<Cell>> = if self.is_run {
            self.arms.iter().map(|arm| arm[1..].to_vec()).collect()
        } else {
            self.arms[0][1..].iter().map(|&cell| vec![cell]).collect()
        };
        let beyond = i64::from(self.is_beyond);
        let count = |value: i64| usize::try_from(value + beyond).ok().filter(|&count| count > 0);
        let counts = board.digits().map(|digit| count(digit.get().into())).collect();
        to.runs(Runs::new(self.total, self.first(), &arms, counts))
    }

    /// A ring for the number, a dotted cage for each arm. Arms of a layer are drawn in the grid, and in words as well.
    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let shade = Mark::Shade { cells: vec![self.total], form: ShadeForm::Ring, ink: Ink::Blue };
        let below = |&cell: &Cell| board.below(cell).unwrap_or(cell);
        let outline = |arm: &Vec<Cell>| Mark::Outline {
            cells: arm.iter().map(below).collect(),
            form: OutlineForm::Dotted,
            text: String::new(),
        };
        let has_layer = self.arms.iter().flatten().any(|cell| !cell.is_in_grid());
        let in_words = has_layer.then(|| Mark::Global(self.to_string()));
        [shade].into_iter().chain(self.arms.iter().map(outline)).chain(in_words).collect()
    }
}
