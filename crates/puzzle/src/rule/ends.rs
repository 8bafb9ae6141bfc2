//! Lines whose ends bound the digits on them: `between r1c1 … r1c5`, `lockout 4 r1c1 … r1c5`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{broken_unless, write_cells};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, LineEnd, LineWidth, Mark};
use crate::rule::words::Words;

/// A line between two circles or two diamonds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ends {
    /// The condition on the line.
    pub kind: EndsKind,
    /// The cells in order, the ends first and last.
    pub cells: Vec<Cell>,
}

/// The condition that the ends of a line put on the cells between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndsKind {
    /// The digits lie strictly between the digits of the ends.
    Between,
    /// The digits are lower than both ends or higher than both, and the ends differ by at least the number.
    Lockout(i64),
}

impl EndsKind {
    /// Whether the ends may have two values.
    fn allows_ends(self, low: i64, high: i64) -> bool {
        match self {
            Self::Between => true,
            Self::Lockout(least) => high - low >= least,
        }
    }

    fn allows(self, low: i64, high: i64, value: i64) -> bool {
        match self {
            Self::Between => low < value && value < high,
            Self::Lockout(_) => value < low || value > high,
        }
    }
}

impl Ends {
    pub(super) fn read(kind: EndsKind, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { kind, cells: words.cells(Taken::Once, 2)? })
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EndsKind::Between => f.write_str("between")?,
            EndsKind::Lockout(least) => write!(f, "lockout {least}")?,
        }
        write_cells(f, &self.cells)
    }
}

impl Constrain for Ends {
    fn check(&self) -> Result<(), RuleError> {
        if let EndsKind::Lockout(least) = self.kind {
            check::number(least)?;
        }
        check::cells(&self.cells, Taken::Once, 2)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let (first, last) = (values[0], values[values.len() - 1]);
            let (low, high) = (first.min(last), first.max(last));
            let inner = &values[1..values.len() - 1];
            self.kind.allows_ends(low, high) && inner.iter().all(|&value| self.kind.allows(low, high, value))
        })
    }

    fn sentence(&self) -> String {
        let word = if self.kind == EndsKind::Between { "between" } else { "lockout" };
        format!("the {word} line at {}", self.cells[0])
    }

    /// An automaton that reads both ends first.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let [first, inner @ .., last] = &self.cells[..] else {
            return Err(RuleError::Cells { expected: "2 or more".to_owned(), found: self.cells.len() });
        };
        let cells: Vec<Cell> = [*first, *last].into_iter().chain(inner.iter().copied()).collect();
        let step = |&(low, high): &(i64, i64), place: usize, value: i64| match place {
            0 => Some((value, value)),
            1 => Some((low.min(value), high.max(value))).filter(|&(low, high)| self.kind.allows_ends(low, high)),
            _ => self.kind.allows(low, high, value).then_some((low, high)),
        };
        to.automaton(board, cells, (0, 0), step, |_| true)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let (ink, end) = match self.kind {
            EndsKind::Between => (Ink::Grey, LineEnd::Circle),
            EndsKind::Lockout(_) => (Ink::Blue, LineEnd::Diamond),
        };
        vec![Mark::Line { cells: self.cells.clone(), width: LineWidth::Medium, ink, ends: [end; 2] }]
    }
}
