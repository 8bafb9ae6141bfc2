//! Totals that are not one number: `killer N r1c1 r1c2` for an unknown number, `killer 8..12 …`, `killer <10 …`, and the same of
//! `littlekiller`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, MAX_NUMBER, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, twice_in, values, write_cells};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Mark, OutlineForm};
use crate::rule::total::OpenTotal;
use crate::rule::words::Words;

/// Cells whose digits add up to a total that is not one number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpenSum {
    /// The total.
    pub total: OpenTotal,
    /// Whether no digit is twice in the cells.
    pub is_cage: bool,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl OpenSum {
    /// Reads a cage or a diagonal if the next word is such a total.
    pub(super) fn read(is_cage: bool, words: &mut Words<'_>) -> Result<Option<Self>, ParseRuleError> {
        let Some(total) = words.peek().and_then(OpenTotal::read) else { return Ok(None) };
        words.next();
        let taken = if is_cage { Taken::Set } else { Taken::Once };
        Ok(Some(Self { total, is_cage, cells: words.cells(taken, 1)? }))
    }

    pub(super) fn word(&self) -> &'static str {
        if self.is_cage { "killer" } else { "littlekiller" }
    }

    fn taken(&self) -> Taken {
        if self.is_cage { Taken::Set } else { Taken::Once }
    }
}

impl fmt::Display for OpenSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word(), self.total)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for OpenSum {
    fn check(&self) -> Result<(), RuleError> {
        self.total.check()?;
        if self.total == OpenTotal::ANY {
            return Err(RuleError::Unlike { expected: "a range with an end", found: self.total.to_string() });
        }
        check::cells(&self.cells, self.taken(), 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.iter().copied().chain(self.total.cell()).collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        if let Some(breach) = twice_in(self, board, digits, &self.cells).filter(|_| self.is_cage) {
            return Some(breach);
        }
        let sum: i64 = values(board, digits, &self.cells)?.into_iter().sum();
        let is_total = self.total.allows(sum, board, digits)?;
        let sentence = format!("{} makes {sum}", self.sentence());
        (!is_total).then(|| Breach { cells: self.cells(board), sentence })
    }

    fn sentence(&self) -> String {
        let name = if self.is_cage { "cage" } else { "total" };
        format!("the {name} of {} at {}", self.total, self.cells[0])
    }

    /// A weighted sum with the unknown number, or an automaton that adds up to the largest total.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        if self.is_cage {
            to.distinct(&self.cells)?;
        }
        match self.total {
            OpenTotal::Cell(cell) => to.sum(self.cells.iter().map(|&cell| (1, cell)).chain([(-1, cell)]), 0),
            OpenTotal::Range(least, most) => {
                // Totals of the smallest one and more are alike where there is no largest.
                let largest = if most == MAX_NUMBER { least } else { most };
                let step = |&sum: &i64, _: usize, value: i64| match sum + value {
                    sum if sum <= largest => Some(sum),
                    _ => (most == MAX_NUMBER).then_some(least),
                };
                to.automaton(board, self.cells.clone(), 0, step, |&sum| sum >= least)
            }
        }
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let text = self.total.to_string();
        let outline = |form: OutlineForm| Mark::Outline { cells: self.cells.clone(), form, text: text.clone() };
        if self.is_cage {
            return vec![outline(OutlineForm::Dashed)];
        }
        vec![Mark::at_the_edge(board, &self.cells, &text).unwrap_or_else(|| outline(OutlineForm::Dotted))]
    }
}
