//! Rules over the whole board: `antiknight`, `antiking`, `antileaper 1 3`, and `nonconsecutive`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits, beside, value, wrong_pair};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::words::Words;

/// No digit twice a chess move apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Chess {
    /// A king's move: to a neighbour above, below, beside or at a corner.
    King,
    /// The two step lengths along rows and columns, in either order, the smaller first: 1 and 2 for a knight.
    Leaper([u16; 2]),
}

/// The longest step on any board.
const LONGEST_STEP: i64 = 4095;

impl Chess {
    /// A knight's move.
    pub const KNIGHT: Self = Self::Leaper([1, 2]);

    /// Reads the steps of a leaper, in any order.
    pub(super) fn read_leaper(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let (a, b) = (words.number()?, words.number()?);
        check::within(a.max(b), 1, LONGEST_STEP)?;
        Ok(Self::Leaper([a.min(b), a.max(b)].map(|step| u16::try_from(step).unwrap_or(u16::MAX))))
    }

    /// The step lengths of the piece's moves, the smaller first.
    pub(super) fn moves(self) -> impl Iterator<Item = [u16; 2]> {
        let (whole, side) = match self {
            Self::King => ([1, 1], Some([0, 1])),
            Self::Leaper(moves) => (moves, None),
        };
        std::iter::once(whole).chain(side)
    }

    /// The steps of the piece's moves down and right, of two opposite ones one.
    pub(super) fn steps(self) -> Vec<(i32, i32)> {
        let steps_of = |moves: [u16; 2]| {
            let [a, b] = moves.map(i32::from);
            [(a, b), (a, -b), (b, a), (b, -a)]
        };
        self.moves().flat_map(steps_of).collect()
    }

    /// Pairs of cells a move apart, without duplicates.
    fn pairs(self, board: &Geometry) -> impl Iterator<Item = [Cell; 2]> {
        let steps = self.steps();
        let after = move |cell: Cell| {
            let mut cells: Vec<Cell> =
                steps.iter().filter_map(|&(down, right)| beside(board, cell, down, right)).collect();
            cells.sort_unstable();
            cells.dedup();
            cells.into_iter().filter(move |&other| other > cell).map(move |other| [cell, other])
        };
        board.grid_cells().flat_map(after)
    }
}

/// The first two filled cells a move apart whose values clash, and the value of the first.
pub(super) fn first_pair(
    board: &Geometry,
    digits: Digits<'_>,
    clash: impl Fn(i64, i64) -> bool,
    is_a_move_apart: impl Fn(Cell, Cell) -> bool,
) -> Option<(Vec<Cell>, i64)> {
    let filled: Vec<(Cell, i64)> =
        board.grid_cells().filter_map(|cell| Some((cell, value(board, digits, cell)?))).collect();
    filled.iter().enumerate().find_map(|(at, &(one, digit))| {
        let is_pair = |&&(other, value): &&(Cell, i64)| clash(digit, value) && is_a_move_apart(one, other);
        filled[at + 1..].iter().find(is_pair).map(|&(other, _)| (vec![one, other], digit))
    })
}

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::KNIGHT => f.write_str("antiknight"),
            Self::King => f.write_str("antiking"),
            Self::Leaper([a, b]) => write!(f, "antileaper {a} {b}"),
        }
    }
}

impl Constrain for Chess {
    fn check(&self) -> Result<(), RuleError> {
        let Self::Leaper([a, b]) = *self else { return Ok(()) };
        if a > b {
            let found = format!("{a} and {b}");
            return Err(RuleError::Unlike { expected: "the smaller step first", found });
        }
        check::within(b.into(), 1, LONGEST_STEP)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let is_a_move_apart = |one: Cell, other: Cell| {
            let mut apart = [one.row().abs_diff(other.row()), one.column().abs_diff(other.column())];
            apart.sort_unstable();
            self.moves().any(|moves| apart == moves.map(usize::from))
        };
        let (cells, digit) = first_pair(board, digits, |a, b| a == b, is_a_move_apart)?;
        Some(Breach { cells, sentence: format!("{digit} twice by {}", self.sentence()) })
    }

    fn sentence(&self) -> String {
        match *self {
            Self::KNIGHT => "the knight's move".to_owned(),
            Self::King => "the king's move".to_owned(),
            Self::Leaper([a, b]) => format!("the move of {a} and {b}"),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        self.pairs(board).filter(|[a, b]| board.shared_unit(*a, *b).is_none()).try_for_each(|pair| to.distinct(&pair))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        vec![Mark::Global(match *self {
            Self::KNIGHT => "No digit twice a knight's move apart.".to_owned(),
            Self::King => "No digit twice a king's move apart.".to_owned(),
            Self::Leaper([a, b]) => {
                format!("No digit twice {a} rows and {b} columns apart, or {b} rows and {a} columns.")
            }
        })]
    }
}

/// No two neighbours with consecutive digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonConsecutive;

impl fmt::Display for NonConsecutive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nonconsecutive")
    }
}

/// Neighbours, without duplicate pairs.
pub(super) fn neighbours(board: &Geometry) -> impl Iterator<Item = [Cell; 2]> {
    let after = |cell: Cell| {
        let beside = [beside(board, cell, 0, 1), beside(board, cell, 1, 0)];
        beside.into_iter().flatten().map(move |other| [cell, other])
    };
    board.grid_cells().flat_map(after)
}

impl Constrain for NonConsecutive {
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = wrong_pair(board, digits, neighbours(board), |a, b| (a - b).abs() != 1)?;
        Some(Breach { cells, sentence: "neighbours are consecutive".to_owned() })
    }

    fn sentence(&self) -> String {
        "no consecutive neighbours".to_owned()
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let apart = to.table(board, |a, b| (a - b).abs() != 1);
        neighbours(board).try_for_each(|pair| to.relation(pair, &apart))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        vec![Mark::Global("No two neighbours above, below or beside each other have consecutive digits.".to_owned())]
    }
}
