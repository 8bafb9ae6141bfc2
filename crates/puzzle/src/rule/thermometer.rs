//! Thermometers: `thermometer r1c1 r1c2 r1c3`, the bulb first; `slowthermometer …` where digits may stay.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{value, write_cells};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, LineEnd, LineWidth, Mark};
use crate::rule::words::Words;

/// Digits that rise from the bulb, or do not fall.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermometer {
    /// Whether a digit may equal the digit before.
    pub is_slow: bool,
    /// The cells, the bulb first.
    pub cells: Vec<Cell>,
}

impl Thermometer {
    pub(super) fn read(is_slow: bool, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { is_slow, cells: words.cells(Taken::Once, 2)? })
    }
}

impl fmt::Display for Thermometer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_slow { "slowthermometer" } else { "thermometer" })?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Thermometer {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Once, 2)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let filled: Vec<(Cell, i64)> =
            self.cells.iter().filter_map(|&cell| Some((cell, value(board, digits, cell)?))).collect();
        let falls = |pair: &&[(Cell, i64)]| if self.is_slow { pair[0].1 > pair[1].1 } else { pair[0].1 >= pair[1].1 };
        let pair = filled.windows(2).find(falls)?;
        Some(Breach { cells: vec![pair[0].0, pair[1].0], sentence: format!("{} does not rise", self.sentence()) })
    }

    fn sentence(&self) -> String {
        let slow = if self.is_slow { "slow " } else { "" };
        format!("the {slow}thermometer at {}", self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let rises = to.table(board, |a, b| if self.is_slow { a <= b } else { a < b });
        self.cells.windows(2).try_for_each(|pair| to.relation([pair[0], pair[1]], &rises))?;
        // Rising digits do not repeat, which sums and units can use.
        if self.is_slow || self.cells.len() > board.digit_count() { Ok(()) } else { to.distinct(&self.cells) }
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let width = if self.is_slow { LineWidth::Medium } else { LineWidth::Broad };
        vec![Mark::Line { cells: self.cells.clone(), width, ink: Ink::Grey, ends: [LineEnd::Bulb, LineEnd::Plain] }]
    }
}
