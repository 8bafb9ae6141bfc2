//! Marks of single cells: `odd r1c1 …`, `even …`, `minimum …`, `maximum …`, and `allowed 1,5,9 r1c1`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Constrain, Digits, beside, value, write_cells, write_values, wrong_pair};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, ShadeForm, Sign};
use crate::rule::words::Words;

/// Cells with odd, or with even, digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parity {
    /// Whether the digits are odd.
    pub is_odd: bool,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Parity {
    fn allows(&self, value: i64) -> bool {
        (value % 2 == 1) == self.is_odd
    }
}

impl Parity {
    pub(super) fn read(is_odd: bool, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { is_odd, cells: words.cells(Taken::Set, 1)? })
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_odd { "odd" } else { "even" })?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Parity {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Set, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let breaks = |&cell: &Cell| value(board, digits, cell).is_some_and(|value| !self.allows(value));
        let cell = self.cells.iter().copied().find(breaks)?;
        let parity = if self.is_odd { "odd" } else { "even" };
        Some(Breach { cells: vec![cell], sentence: format!("a cell marked {parity} is not") })
    }

    fn sentence(&self) -> String {
        format!("the {} cell at {}", if self.is_odd { "odd" } else { "even" }, self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        self.cells.iter().try_for_each(|&cell| to.domain(board, cell, |value| self.allows(value)))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let form = if self.is_odd { ShadeForm::Disc } else { ShadeForm::Square };
        vec![Mark::Shade { cells: self.cells.clone(), form, ink: Ink::Grey }]
    }
}

/// Cells with a digit lower, or higher, than every neighbour that is not marked as well.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Extremum {
    /// Whether the digits are lower.
    pub is_minimum: bool,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Extremum {
    /// Each cell with each of its unmarked neighbours.
    pub(crate) fn pairs(&self, board: &Geometry) -> Vec<[Cell; 2]> {
        let around = |&cell: &Cell| {
            let around = [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(down, right)| beside(board, cell, down, right));
            around.into_iter().flatten().filter(|other| !self.cells.contains(other)).map(move |other| [cell, other])
        };
        self.cells.iter().flat_map(around).collect()
    }

    fn allows(&self, value: i64, neighbour: i64) -> bool {
        if self.is_minimum { value < neighbour } else { value > neighbour }
    }

    pub(super) fn word(&self) -> &'static str {
        if self.is_minimum { "minimum" } else { "maximum" }
    }
}

impl Extremum {
    pub(super) fn read(is_minimum: bool, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        Ok(Self { is_minimum, cells: words.cells(Taken::Set, 1)? })
    }
}

impl fmt::Display for Extremum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for Extremum {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Set, 1)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells = self.cells.clone();
        cells.extend(self.pairs(board).into_iter().map(|[_, other]| other));
        cells
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = wrong_pair(board, digits, self.pairs(board).into_iter(), |a, b| self.allows(a, b))?;
        Some(Breach { cells, sentence: format!("{} is none", self.sentence()) })
    }

    fn sentence(&self) -> String {
        format!("the {} at {}", self.word(), self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let allowed = to.table(board, |a, b| self.allows(a, b));
        self.pairs(board).into_iter().try_for_each(|pair| to.relation(pair, &allowed))
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let shade = Mark::Shade { cells: self.cells.clone(), form: ShadeForm::Cell, ink: Ink::Grey };
        let less = |[cell, other]: [Cell; 2]| {
            let cells = if self.is_minimum { [cell, other] } else { [other, cell] };
            Mark::Dot { cells, sign: Sign::Less }
        };
        std::iter::once(shade).chain(self.pairs(board).into_iter().map(less)).collect()
    }
}

/// The digits that a cell may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Allowed {
    /// The values.
    pub values: Vec<i64>,
    /// The cell.
    pub cell: Cell,
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("allowed ")?;
        write_values(f, &self.values)?;
        write!(f, " {}", self.cell)
    }
}

impl Constrain for Allowed {
    fn check(&self) -> Result<(), RuleError> {
        check::numbers(self.values.iter().copied())
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        vec![self.cell]
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let value = value(board, digits, self.cell)?;
        let sentence = format!("{} does not allow {value}", self.sentence());
        (!self.values.contains(&value)).then(|| Breach { cells: vec![self.cell], sentence })
    }

    fn sentence(&self) -> String {
        format!("the candidates given at {}", self.cell)
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        to.domain(board, self.cell, |value| self.values.contains(&value))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        vec![Mark::Candidates { cell: self.cell, values: self.values.clone() }]
    }
}
