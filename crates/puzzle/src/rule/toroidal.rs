//! Moves across the edges: `toroidal antiknight`, `toroidal antiking`, `toroidal antileaper 1 3`, and `toroidal nonconsecutive`. The last
//! row is next to the first, and the last column next to the first.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::chess::{Chess, NonConsecutive, first_pair};
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::words::Words;

/// A rule about cells a move apart, on a grid whose opposite edges are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Toroidal {
    /// No digit twice a chess move apart.
    Chess(Chess),
    /// No two neighbours with consecutive digits.
    NonConsecutive,
}

impl Toroidal {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let plain = words.choice(
            "antiknight, antiking, antileaper or nonconsecutive",
            &[
                ("antiknight", Some(Self::Chess(Chess::KNIGHT))),
                ("antiking", Some(Self::Chess(Chess::King))),
                ("antileaper", None),
                ("nonconsecutive", Some(Self::NonConsecutive)),
            ],
        )?;
        plain.map_or_else(|| Chess::read_leaper(words).map(Self::Chess), Ok)
    }

    /// The rule on a grid whose edges are not joined.
    fn plain(&self) -> &dyn Constrain {
        match self {
            Self::Chess(chess) => chess,
            Self::NonConsecutive => &NonConsecutive,
        }
    }

    /// Steps down and right.
    fn steps(self) -> Vec<(i32, i32)> {
        match self {
            Self::Chess(chess) => chess.steps(),
            Self::NonConsecutive => vec![(0, 1), (1, 0)],
        }
    }

    /// Pairs of cells a move apart, without duplicates.
    fn pairs(self, board: &Geometry) -> Vec<[Cell; 2]> {
        let around = |at: usize, by: i32, all: usize| {
            let [at, all] = [at, all].map(|number| i32::from(number as u16));
            u16::try_from((at + by).rem_euclid(all)).unwrap_or_default()
        };
        let mut pairs: Vec<[Cell; 2]> = Vec::new();
        for cell in board.grid_cells() {
            for (down, right) in self.steps() {
                let row = around(cell.row(), down, board.rows());
                let other = Cell::new(row, around(cell.column(), right, board.columns()));
                if other != cell && board.contains(other) {
                    pairs.push([cell.min(other), cell.max(other)]);
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Whether two cells are a move apart, by the distances of their rows and columns either way round.
    fn is_a_move_apart(self, board: &Geometry, one: Cell, other: Cell) -> bool {
        let leads = |step: u16, one: usize, other: usize, all: usize| {
            let (step, apart) = (usize::from(step) % all, one.abs_diff(other));
            step == apart || step == (all - apart) % all
        };
        let fits = |[down, right]: [u16; 2]| {
            leads(down, one.row(), other.row(), board.rows())
                && leads(right, one.column(), other.column(), board.columns())
        };
        let is_either = |[a, b]: [u16; 2]| fits([a, b]) || fits([b, a]);
        match self {
            Self::Chess(chess) => chess.moves().any(is_either),
            Self::NonConsecutive => is_either([0, 1]),
        }
    }
}

impl fmt::Display for Toroidal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chess(chess) => write!(f, "toroidal {chess}"),
            Self::NonConsecutive => write!(f, "toroidal {NonConsecutive}"),
        }
    }
}

impl Constrain for Toroidal {
    fn check(&self) -> Result<(), RuleError> {
        self.plain().check()
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let clash = |a: i64, b: i64| match self {
            Self::Chess(_) => a == b,
            Self::NonConsecutive => a.abs_diff(b) == 1,
        };
        let (cells, digit) = first_pair(board, digits, clash, |one, other| self.is_a_move_apart(board, one, other))?;
        let sentence = match self {
            Self::Chess(_) => format!("{digit} twice by {}", self.sentence()),
            Self::NonConsecutive => "neighbours across the edges are consecutive".to_owned(),
        };
        Some(Breach { cells, sentence })
    }

    fn sentence(&self) -> String {
        format!("{} across the edges", self.plain().sentence())
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let pairs = self.pairs(board);
        to.pay(pairs.len() as u64)?;
        match self {
            Self::Chess(_) => {
                let mut apart = pairs.into_iter().filter(|[a, b]| board.shared_unit(*a, *b).is_none());
                apart.try_for_each(|pair| to.distinct(&pair))
            }
            Self::NonConsecutive => {
                let apart = to.table(board, |a, b| (a - b).abs() != 1);
                pairs.into_iter().try_for_each(|pair| to.relation(pair, &apart))
            }
        }
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        let across = |mark: Mark| match mark {
            Mark::Global(sentence) => {
                let sentence = sentence.trim_end_matches('.');
                Mark::Global(format!("{sentence}, also across the edges of the grid."))
            }
            other => other,
        };
        self.plain().marks(board).into_iter().map(across).collect()
    }
}
