//! Totals: a number, a range of numbers, or an unknown number that several rules share.

use std::fmt;
use std::hash::Hash;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, MAX_NUMBER};
use crate::rule::constrain::{Digits, value};
use crate::rule::error::RuleError;
use crate::rule::lowered::Lowered;

/// A total that is not one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenTotal {
    /// An unknown number, which several rules may share.
    Cell(Cell),
    /// From the first number to the second.
    Range(i64, i64),
}

impl OpenTotal {
    /// Any number.
    pub(crate) const ANY: Self = Self::Range(0, MAX_NUMBER);

    /// The total with a word: `N`, `8..12`, `<10` or `>10`.
    pub(crate) fn read(word: &str) -> Option<Self> {
        let number = |word: &str| word.parse().ok().filter(|number| (0..=MAX_NUMBER).contains(number));
        if let Some(most) = word.strip_prefix('<') {
            return Some(Self::Range(0, number(most)?.checked_sub(1).filter(|&most| most >= 0)?));
        }
        if let Some(least) = word.strip_prefix('>') {
            return Some(Self::Range(number(least)? + 1, MAX_NUMBER));
        }
        if let Some((least, most)) = word.split_once("..") {
            return Some(Self::Range(number(least)?, number(most)?));
        }
        word.parse().ok().filter(|cell: &Cell| cell.is_number()).map(Self::Cell)
    }
}

impl OpenTotal {
    /// The unknown number.
    pub(super) fn cell(self) -> Option<Cell> {
        if let Self::Cell(cell) = self { Some(cell) } else { None }
    }

    pub(super) fn check(self) -> Result<(), RuleError> {
        match self {
            Self::Range(least, most) => {
                check::number(least)?;
                check::within(most, least, MAX_NUMBER)
            }
            Self::Cell(_) => Ok(()),
        }
    }

    /// Whether a number is the total; `None` while the total is not known.
    pub(super) fn allows(self, number: i64, board: &Geometry, digits: Digits<'_>) -> Option<bool> {
        match self {
            Self::Cell(cell) => Some(value(board, digits, cell)? == number),
            Self::Range(least, most) => Some((least..=most).contains(&number)),
        }
    }
}

impl fmt::Display for OpenTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cell(cell) => write!(f, "{cell}"),
            Self::ANY => f.write_str("?"),
            Self::Range(0, most) => write!(f, "<{}", most + 1),
            Self::Range(least, MAX_NUMBER) if least > 0 => write!(f, ">{}", least - 1),
            Self::Range(least, most) => write!(f, "{least}..{most}"),
        }
    }
}

/// What a clue says: `12`, `8..12`, `<10`, `>10`, `?` for any number, or `N` for an unknown number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Total {
    /// A number.
    Number(i64),
    /// A range of numbers, or an unknown number.
    Open(OpenTotal),
}

impl From<i64> for Total {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Open(total) => total.fmt(f),
        }
    }
}

/// The state of an automaton that reads cells and then perhaps an unknown number.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Reading<S> {
    Cells(S),
    End,
}

impl Total {
    pub(crate) fn read(word: &str) -> Option<Self> {
        if word == "?" {
            return Some(Self::Open(OpenTotal::ANY));
        }
        let number = || word.parse().ok().filter(|number| (0..=MAX_NUMBER).contains(number)).map(Self::Number);
        number().or_else(|| OpenTotal::read(word).map(Self::Open))
    }

    /// The number, if it is known.
    #[must_use]
    pub fn number(self) -> Option<i64> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// The unknown number.
    pub(super) fn cell(self) -> Option<Cell> {
        if let Self::Open(total) = self { total.cell() } else { None }
    }

    pub(super) fn check(self) -> Result<(), RuleError> {
        match self {
            Self::Number(number) => check::number(number),
            Self::Open(total) => total.check(),
        }
    }

    /// Whether a number is the total; `None` while the total is not known.
    pub(super) fn allows(self, number: i64, board: &Geometry, digits: Digits<'_>) -> Option<bool> {
        match self {
            Self::Number(total) => Some(total == number),
            Self::Open(total) => total.allows(number, board, digits),
        }
    }

    /// Whether a number may be the total.
    pub(super) fn may_be(self, number: i64) -> bool {
        match self {
            Self::Number(total) => total == number,
            Self::Open(OpenTotal::Range(least, most)) => (least..=most).contains(&number),
            Self::Open(OpenTotal::Cell(_)) => true,
        }
    }

    /// The largest number that may be the total.
    pub(super) fn most(self, board: &Geometry) -> i64 {
        match self {
            Self::Number(total) => total,
            Self::Open(OpenTotal::Range(_, most)) => most,
            Self::Open(OpenTotal::Cell(_)) => board.last_digit().get().into(),
        }
    }

    /// An automaton reads cells in order, and the number that its last state shows is the total.
    pub(super) fn is_shown<S: Clone + Eq + Hash>(
        self,
        board: &Geometry,
        mut cells: Vec<Cell>,
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S>,
        shown: impl Fn(&S) -> Option<i64>,
        to: &mut Lowered,
    ) -> Result<(), RuleError> {
        let Some(total) = self.cell() else {
            return to.automaton(board, cells, start, step, |state| shown(state).is_some_and(|it| self.may_be(it)));
        };
        let last = cells.len();
        cells.push(total);
        let step = |state: &Reading<S>, place: usize, value: i64| match state {
            Reading::Cells(state) if place < last => step(state, place, value).map(Reading::Cells),
            Reading::Cells(state) => (shown(state) == Some(value)).then_some(Reading::End),
            Reading::End => None,
        };
        to.automaton(board, cells, Reading::Cells(start), step, |state| *state == Reading::End)
    }
}
