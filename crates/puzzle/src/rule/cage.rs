//! Cages: `killer 15 r1c1 r1c2`, `killer r1c1 r1c2`, and diagonals with a total, `littlekiller 23 r1c2 r2c3 …`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, twice_in, values, write_cells};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Mark, OutlineForm};
use crate::rule::words::Words;

/// Cells with no digit twice, whose digits add up to a total if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Killer {
    /// The total.
    pub total: Option<i64>,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Killer {
    /// Reads a cage without a total, or whose total is a number. Behind a question mark, which stands for no total, an unknown
    /// number may be the first cell.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let is_cell = |word: &str| word.contains(':') || word.starts_with(['r', 'R']);
        let has_total = !words.skip("?") && words.peek().is_some_and(|word| !is_cell(word));
        let total = if has_total { Some(words.number()?) } else { None };
        Ok(Self { total, cells: words.cells(Taken::Set, 1)? })
    }
}

impl fmt::Display for Killer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("killer")?;
        match self.total {
            Some(total) => write!(f, " {total}")?,
            None if self.cells.first().is_some_and(|cell| cell.is_number()) => f.write_str(" ?")?,
            None => {}
        }
        write_cells(f, &self.cells)
    }
}

impl Constrain for Killer {
    fn check(&self) -> Result<(), RuleError> {
        self.total.map_or(Ok(()), check::number)?;
        check::cells(&self.cells, Taken::Set, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        if let Some(breach) = twice_in(self, board, digits, &self.cells) {
            return Some(breach);
        }
        let made: i64 = values(board, digits, &self.cells)?.into_iter().sum();
        let sentence = format!("{} makes {made}", self.sentence());
        (self.total.is_some_and(|total| total != made)).then(|| Breach { cells: self.cells.clone(), sentence })
    }

    fn sentence(&self) -> String {
        match self.total {
            Some(total) => format!("the cage of {total} at {}", self.cells[0]),
            None => format!("the cage at {}", self.cells[0]),
        }
    }

    fn lower(&self, _: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        to.distinct(&self.cells)?;
        self.total.map_or(Ok(()), |total| to.sum(self.cells.iter().map(|&cell| (1, cell)), total))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let text = self.total.map_or_else(String::new, |total| total.to_string());
        vec![Mark::Outline { cells: self.cells.clone(), form: OutlineForm::Dashed, text }]
    }
}

/// Cells, mostly along a diagonal, whose digits add up to a total; digits may repeat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LittleKiller {
    /// The total.
    pub total: i64,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl LittleKiller {
    /// Reads a diagonal whose total is a number.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { total: words.number()?, cells: words.cells(Taken::Once, 1)? })
    }
}

impl fmt::Display for LittleKiller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "littlekiller {}", self.total)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for LittleKiller {
    fn check(&self) -> Result<(), RuleError> {
        check::number(self.total)?;
        check::cells(&self.cells, Taken::Once, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let made: i64 = values(board, digits, &self.cells)?.into_iter().sum();
        let sentence = format!("{} makes {made}", self.sentence());
        (made != self.total).then(|| Breach { cells: self.cells.clone(), sentence })
    }

    fn sentence(&self) -> String {
        format!("the total of {} at {}", self.total, self.cells[0])
    }

    fn lower(&self, _: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        to.sum(self.cells.iter().map(|&cell| (1, cell)), self.total)
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let text = self.total.to_string();
        let outline = || Mark::Outline { cells: self.cells.clone(), form: OutlineForm::Dotted, text: text.clone() };
        vec![Mark::at_the_edge(board, &self.cells, &text).unwrap_or_else(outline)]
    }
}
