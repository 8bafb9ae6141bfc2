//! Marks between two cells: `difference 1 r1c1 r1c2`, `ratio 2 …`, `pairsum 10 …` (X and V), `less r1c1 r1c2`; and copies of
//! cells, `copies r1c1 r1c2 : r5c5 r5c6`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, value, write_cells, write_words, wrong_pair};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, ShadeForm, Sign};
use crate::rule::words::Words;

/// A mark between two cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The condition.
    pub kind: PairKind,
    /// The cells.
    pub cells: [Cell; 2],
}

/// The condition of a mark between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PairKind {
    /// The digits differ by the number: white dots are differences of 1.
    Difference(i64),
    /// One digit is the number times the other: black dots are ratios of 2.
    Ratio(i64),
    /// The digits add up to the number: X is 10, V is 5.
    Sum(i64),
    /// The first digit is less than the second.
    Less,
}

impl PairKind {
    pub(super) fn words(self) -> (&'static str, Option<i64>) {
        match self {
            Self::Difference(by) => ("difference", Some(by)),
            Self::Ratio(of) => ("ratio", Some(of)),
            Self::Sum(of) => ("pairsum", Some(of)),
            Self::Less => ("less", None),
        }
    }

    /// Whether two values, in this order, satisfy the condition.
    #[must_use]
    pub fn allows(self, a: i64, b: i64) -> bool {
        match self {
            Self::Difference(by) => (a - b).abs() == by,
            Self::Ratio(of) => a == of.saturating_mul(b) || b == of.saturating_mul(a),
            Self::Sum(of) => a + b == of,
            Self::Less => a < b,
        }
    }
}

impl Pair {
    pub(super) fn read(kind: PairKind, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { kind, cells: words.pair()? })
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_words(f, self.kind.words(), &self.cells)
    }
}

impl Constrain for Pair {
    fn check(&self) -> Result<(), RuleError> {
        self.kind.words().1.map_or(Ok(()), check::number)?;
        check::cells(&self.cells, Taken::Once, 2)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let (a, b) = (value(board, digits, self.cells[0])?, value(board, digits, self.cells[1])?);
        let sentence = format!("{} has {a} and {b}", self.sentence());
        (!self.kind.allows(a, b)).then(|| Breach { cells: self.cells.to_vec(), sentence })
    }

    fn sentence(&self) -> String {
        let [a, b] = self.cells;
        match self.kind.words() {
            (keyword, Some(number)) => format!("the {keyword} of {number} between {a} and {b}"),
            (_, None) => format!("{a} less than {b}"),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let allowed = to.table(board, |a, b| self.kind.allows(a, b));
        to.relation(self.cells, &allowed)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let unless = |usual: i64, number: i64| if number == usual { String::new() } else { number.to_string() };
        let sign = match self.kind {
            PairKind::Difference(by) => Sign::White(unless(1, by)),
            PairKind::Ratio(of) => Sign::Black(unless(2, of)),
            PairKind::Sum(5) => Sign::Text("V".to_owned()),
            PairKind::Sum(10) => Sign::Text("X".to_owned()),
            PairKind::Sum(of) => Sign::Text(of.to_string()),
            PairKind::Less => Sign::Less,
        };
        vec![Mark::Dot { cells: self.cells, sign }]
    }
}

/// Cells with the digits of further cells, one by one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Copies {
    /// The cells.
    pub cells: Vec<Cell>,
    /// As many further cells, in the same order.
    pub of: Vec<Cell>,
}

impl Copies {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let cells = words.cells(Taken::Once, 1)?;
        words.colon()?;
        Ok(Self { cells, of: words.cells(Taken::Once, 1)? })
    }
}

impl fmt::Display for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("copies")?;
        write_cells(f, &self.cells)?;
        f.write_str(" :")?;
        write_cells(f, &self.of)
    }
}

impl Constrain for Copies {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Once, 1)?;
        check::cells(&self.of, Taken::Once, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [&self.cells[..], &self.of].concat()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let pairs = self.cells.iter().zip(&self.of).map(|(&a, &b)| [a, b]);
        let cells = wrong_pair(board, digits, pairs, |a, b| a == b)?;
        Some(Breach { cells, sentence: format!("{} differ", self.sentence()) })
    }

    fn sentence(&self) -> String {
        format!("the copies at {} and {}", self.cells[0], self.of[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        if self.cells.len() != self.of.len() {
            return Err(RuleError::Cells { expected: self.cells.len().to_string(), found: self.of.len() });
        }
        let same = to.table(board, |a, b| a == b);
        let pairs = self.cells.iter().zip(&self.of).filter(|(a, b)| a != b);
        pairs.into_iter().try_for_each(|(&a, &b)| to.relation([a, b], &same))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let shade = |cells: &[Cell]| Mark::Shade { cells: cells.to_vec(), form: ShadeForm::Cell, ink: Ink::Grey };
        // The shades do not show which cells correspond.
        vec![shade(&self.cells), shade(&self.of), Mark::Global(self.to_string())]
    }
}
