//! Cages with a condition other than their sum: `lunchbox 10 r1c1 …`, `rellik 10 …`, `equality …`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, twice_in, values, write_words};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Mark, OutlineForm};
use crate::rule::outside::{between_extremes, between_extremes_lowered};
use crate::rule::words::Words;

/// Cells with no digit twice and a condition other than their sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpecialCage {
    /// The condition.
    pub kind: SpecialCageKind,
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

/// The condition of a special cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecialCageKind {
    /// The digits in the cells between the lowest and the highest add up to the number.
    Lunchbox(i64),
    /// No subset of the digits adds up to the number.
    Rellik(i64),
    /// As many digits are odd as even, and as many are in the lower half of the digits as in the upper half. A digit in the
    /// middle is in neither half.
    Equality,
}

/// The largest total of a rellik cage: sums are stored as bits.
const MOST_RELLIK: i64 = 127;

impl SpecialCage {
    pub(super) fn words(&self) -> (&'static str, Option<i64>) {
        match self.kind {
            SpecialCageKind::Lunchbox(total) => ("lunchbox", Some(total)),
            SpecialCageKind::Rellik(total) => ("rellik", Some(total)),
            SpecialCageKind::Equality => ("equality", None),
        }
    }

    fn holds(&self, board: &Geometry, values: &[i64]) -> bool {
        match self.kind {
            SpecialCageKind::Lunchbox(total) => between_extremes(values) == total,
            SpecialCageKind::Rellik(total) => {
                let mut sums = std::collections::BTreeSet::from([0]);
                for value in values {
                    let with: Vec<i64> = sums.iter().map(|sum| sum + value).filter(|&sum| sum <= total).collect();
                    sums.extend(with);
                }
                !sums.contains(&total)
            }
            SpecialCageKind::Equality => {
                let count = |of: &dyn Fn(i64) -> bool| values.iter().filter(|&&value| of(value)).count();
                let is_even = count(&|value| value % 2 == 0) == count(&|value| value % 2 != 0);
                is_even && count(&|value| half(board, value) < 0) == count(&|value| half(board, value) > 0)
            }
        }
    }
}

/// The half of the digits that a value is in: -1, 1, or 0 in the middle.
fn half(board: &Geometry, value: i64) -> i64 {
    let (first, last) = board.grid_digits();
    let (first, last) = (i64::from(first), i64::from(last));
    (2 * value - first - last).signum()
}

impl SpecialCage {
    pub(super) fn read(kind: SpecialCageKind, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { kind, cells: words.cells(Taken::Set, 1)? })
    }
}

impl fmt::Display for SpecialCage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_words(f, self.words(), &self.cells)
    }
}

impl Constrain for SpecialCage {
    fn check(&self) -> Result<(), RuleError> {
        self.words().1.map_or(Ok(()), check::number)?;
        check::cells(&self.cells, Taken::Set, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        if let Some(breach) = twice_in(self, board, digits, &self.cells) {
            return Some(breach);
        }
        let is_broken = !self.holds(board, &values(board, digits, &self.cells)?);
        is_broken.then(|| Breach { cells: self.cells.clone(), sentence: format!("{} is broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        match self.words() {
            (word, Some(number)) => format!("the {word} of {number} at {}", self.cells[0]),
            (word, None) => format!("the {word} cage at {}", self.cells[0]),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        to.distinct(&self.cells)?;
        match self.kind {
            SpecialCageKind::Lunchbox(total) => between_extremes_lowered(board, &self.cells, total.into(), to),
            SpecialCageKind::Rellik(total) => {
                if !(1..=MOST_RELLIK).contains(&total) {
                    return Err(RuleError::Number { expected: format!("from 1 to {MOST_RELLIK}"), found: total });
                }
                // The sums of all subsets of the digits so far, a bit each; the empty subset has sum 0.
                let step = |&sums: &u128, _: usize, value: i64| {
                    let with = if value <= total { sums << value } else { 0 };
                    let sums = (sums | with) & u128::MAX >> (MOST_RELLIK - total);
                    (sums >> total & 1 == 0).then_some(sums)
                };
                to.automaton(board, self.cells.clone(), 1, step, |_| true)
            }
            SpecialCageKind::Equality => {
                // The excess of even over odd digits, and of high over low digits.
                let step = |&(even, high): &(i64, i64), _: usize, value: i64| {
                    Some((even + if value % 2 == 0 { 1 } else { -1 }, high + half(board, value)))
                };
                to.automaton(board, self.cells.clone(), (0, 0), step, |&state| state == (0, 0))
            }
        }
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let (text, form) = match self.kind {
            SpecialCageKind::Lunchbox(total) => (total.to_string(), OutlineForm::Double),
            SpecialCageKind::Rellik(total) => (format!("\u{2260}{total}"), OutlineForm::Dashed),
            SpecialCageKind::Equality => ("=".to_owned(), OutlineForm::Dashed),
        };
        vec![Mark::Outline { cells: self.cells.clone(), form, text }]
    }
}
