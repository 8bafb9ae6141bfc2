//! The rank of a row or a column among all lines: `fullrank 12 row 3 left`, `fullrank 12 row 3 left ties`.

use std::fmt;
use std::sync::Arc;

use crate::constraint::Automaton;
use crate::geometry::{Cell, Geometry};
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{is_full_unit, values};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::outside::{Side, View};
use crate::rule::words::Words;

/// All rows and columns are read from both ends as numbers and sorted in ascending order; the clue is the line's place, from 1.
/// No other line has an equal number, unless lines may tie: then the place is one more than the number of lesser lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FullRank {
    /// The place.
    pub clue: i64,
    /// The row or the column, and its end of reading.
    pub view: View,
    /// Whether other lines may be equal.
    pub may_tie: bool,
}

/// The word of a rank that other lines may share.
const TIES: &str = "ties";

const SIDES: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

impl FullRank {
    /// The lines that are read from a side.
    fn lines(board: &Geometry, from: Side) -> Vec<Vec<Cell>> {
        let count = if matches!(from, Side::Left | Side::Right) { board.rows() } else { board.columns() };
        (0..count as u16).map(|number| View { number, from }.cells(board)).collect()
    }
}

impl FullRank {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let (clue, view) = View::read_with_clue(words, true, Words::number)?;
        Ok(Self { clue, view, may_tie: words.skip(TIES) })
    }
}

impl fmt::Display for FullRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fullrank {} {}", self.clue, self.view)?;
        if self.may_tie { write!(f, " {TIES}") } else { Ok(()) }
    }
}

impl Constrain for FullRank {
    fn check(&self) -> Result<(), RuleError> {
        check::number(self.clue)?;
        self.view.check()
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = self.view.cells(board);
        let own = values(board, digits, &cells)?;
        let mut rank = 1;
        let mut has_equal = false;
        for from in SIDES {
            for (number, line) in Self::lines(board, from).iter().enumerate() {
                let other = values(board, digits, line)?;
                rank += i64::from(other < own);
                has_equal |= other == own && (from, number) != (self.view.from, usize::from(self.view.number));
            }
        }
        has_equal &= !self.may_tie;
        let sentence = format!("{} has rank {rank}{}", self.sentence(), if has_equal { " and an equal" } else { "" });
        (has_equal || rank != self.clue).then_some(Breach { cells, sentence })
    }

    fn sentence(&self) -> String {
        format!("the rank of {} at {}", self.clue, self.view)
    }

    /// Four lines, one a side, begin with each digit. So the rank fixes the first digit and how many of the other three lines
    /// with this first digit are less than this one. A choice enumerates which; an automaton for each line reads the two lines
    /// side by side. Lines that may tie are less, or not less.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let own = self.view.cells_of(board)?;
        let is_square = SIDES.iter().all(|&side| Self::lines(board, side).iter().all(|line| is_full_unit(board, line)));
        if !is_square {
            return Err(RuleError::Board("one square whose rows and columns have all digits"));
        }
        let (first, last) = board.grid_digits();
        let digits = i64::from(last - first) + 1;
        if !(1..=4 * digits).contains(&self.clue) {
            return Err(RuleError::Number { expected: format!("from 1 to {}", 4 * digits), found: self.clue });
        }
        let first = i64::from(first) + (self.clue - 1) / 4;
        let less = (self.clue - 1) % 4;
        to.domain(board, own[0], |value| value == first)?;
        let others: Vec<Vec<Vec<Cell>>> =
            SIDES.into_iter().filter(|&side| side != self.view.from).map(|side| Self::lines(board, side)).collect();
        let no_less = if self.may_tie { Order::NoLess } else { Order::More };
        let [no_less, less_than] = [no_less, Order::Less].map(|order| comparison(board, own.len(), first, order, to));
        let (no_less, less_than) = (no_less?, less_than?);
        let mut alternatives = Vec::new();
        for set in (0..8_u32).filter(|set| i64::from(set.count_ones()) == less) {
            let mut alternative = to.alternative();
            for (side, lines) in others.iter().enumerate() {
                let automaton = if set >> side & 1 == 1 { &less_than } else { &no_less };
                for line in lines {
                    let pairs = line.iter().zip(&own).skip(1).flat_map(|(&one, &other)| [one, other]);
                    alternative.reads([line[0]].into_iter().chain(pairs).collect(), automaton)?;
                }
            }
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        self.view.mark(board, self.clue.to_string())
    }
}

/// The state of comparing two lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Compared {
    Equal,
    /// The lines are equal so far, and the next digit of the first line is this.
    Next(i64),
    Decided,
}

/// How a line must compare with another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Less,
    More,
    NoLess,
}

/// Reads a line and, from its second cell on, another line beside it, cell by cell. If the first line begins with `first`, like
/// the second, it must compare with the second as said.
fn comparison(
    board: &Geometry,
    length: usize,
    first: i64,
    order: Order,
    to: &Lowered,
) -> Result<Arc<Automaton>, RuleError> {
    let step = |state: &Compared, place: usize, value: i64| match *state {
        Compared::Decided => Some(Compared::Decided),
        Compared::Equal if place == 0 => Some(if value == first { Compared::Equal } else { Compared::Decided }),
        Compared::Equal => Some(Compared::Next(value)),
        Compared::Next(one) if one == value => Some(Compared::Equal),
        Compared::Next(one) => ((one < value) == (order == Order::Less)).then_some(Compared::Decided),
    };
    let accepts = |state: &Compared| *state == Compared::Decided || order == Order::NoLess && *state == Compared::Equal;
    to.automaton_of(board, 2 * length - 1, Compared::Equal, step, accepts)
}
