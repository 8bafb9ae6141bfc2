//! Arrows: `arrow r1c1 : r1c2 r1c3`, with several cells before the colon for a pill; `doublearrow r1c1 r1c2 … r1c9`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{values, write_cells};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, LineEnd, LineWidth, Mark, OutlineForm};
use crate::rule::words::Words;

/// The digits of the shaft add up to the number in the circle, or to the number that the pill's digits form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The circle, or the cells of the pill in the order of reading.
    pub circle: Vec<Cell>,
    /// The cells of the shaft.
    pub shaft: Vec<Cell>,
}

/// The decimal number formed by digits in a row.
fn number(values: &[i64]) -> i64 {
    values.iter().fold(0, |number, value| 10 * number + value)
}

impl Arrow {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let circle = words.cells(Taken::Once, 1)?;
        words.colon()?;
        Ok(Self { circle, shaft: words.cells(Taken::Once, 1)? })
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("arrow")?;
        write_cells(f, &self.circle)?;
        f.write_str(" :")?;
        write_cells(f, &self.shaft)
    }
}

impl Constrain for Arrow {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.circle, Taken::Once, 1)?;
        check::cells(&self.shaft, Taken::Once, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [&self.circle[..], &self.shaft].concat()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let shown = number(&values(board, digits, &self.circle)?);
        let made: i64 = values(board, digits, &self.shaft)?.into_iter().sum();
        let sentence = format!("{} makes {made}, not {shown}", self.sentence());
        (made != shown).then(|| Breach { cells: self.cells(board), sentence })
    }

    fn sentence(&self) -> String {
        format!("the arrow at {}", self.circle[0])
    }

    fn lower(&self, _: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let places = self.circle.len();
        if !(1..=4).contains(&places) {
            return Err(RuleError::Cells { expected: "1 to 4 circle".to_owned(), found: places });
        }
        let of_circle = self.circle.iter().enumerate().map(|(at, &cell)| (-10_i64.pow((places - 1 - at) as u32), cell));
        to.sum(self.shaft.iter().map(|&cell| (1, cell)).chain(of_circle), 0)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let near = |&&cell: &&Cell| {
            let next = self.shaft[0];
            cell.row().abs_diff(next.row()).pow(2) + cell.column().abs_diff(next.column()).pow(2)
        };
        let from = self.circle.iter().min_by_key(near).copied();
        let circle = Mark::Outline { cells: self.circle.clone(), form: OutlineForm::Round, text: String::new() };
        let cells = from.into_iter().chain(self.shaft.iter().copied()).collect();
        let ends = [LineEnd::AtCircle, LineEnd::Arrow];
        vec![circle, Mark::Line { cells, width: LineWidth::Thin, ink: Ink::Grey, ends }]
    }
}

/// The cells between the two ends of a line add up to the sum of the ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DoubleArrow {
    /// The cells in order, the ends first and last.
    pub cells: Vec<Cell>,
}

impl fmt::Display for DoubleArrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("doublearrow")?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for DoubleArrow {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Once, 3)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let values = values(board, digits, &self.cells)?;
        let ends = values[0] + values[values.len() - 1];
        let between: i64 = values[1..values.len() - 1].iter().sum();
        let sentence = format!("{} has ends that make {ends} and {between} between", self.sentence());
        (ends != between).then(|| Breach { cells: self.cells.clone(), sentence })
    }

    fn sentence(&self) -> String {
        format!("the double arrow at {}", self.cells[0])
    }

    fn lower(&self, _: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let last = self.cells.len().wrapping_sub(1);
        if self.cells.len() < 3 {
            return Err(RuleError::Cells { expected: "3 or more".to_owned(), found: self.cells.len() });
        }
        let factor = |at: usize| if at == 0 || at == last { -1 } else { 1 };
        to.sum(self.cells.iter().enumerate().map(|(at, &cell)| (factor(at), cell)), 0)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let ends = [LineEnd::Circle; 2];
        vec![Mark::Line { cells: self.cells.clone(), width: LineWidth::Medium, ink: Ink::Pink, ends }]
    }
}
