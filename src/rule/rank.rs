//! The rank of a row or a column among all: `fullrank 12 row 3 left`.

use std::fmt;
use std::sync::Arc;

use crate::constraint::Automaton;
use crate::geometry::{Cell, Geometry};
use crate::rule::constrain::{is_full_unit, number, values};
use crate::rule::outside::{Side, View};
use crate::rule::{Breach, Constrain, Digits, Lowered, Mark, RuleError};

/// All rows and columns are read from both ends as numbers and put in ascending order; this is the place of one of them, from 1.
/// No other number is the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FullRank {
    /// The place.
    pub clue: i64,
    /// The row or the column, and where it begins.
    pub view: View,
}

const SIDES: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

impl FullRank {
    /// The lines that are read from a side.
    fn lines(board: &Geometry, from: Side) -> Vec<Vec<Cell>> {
        let count = if matches!(from, Side::Left | Side::Right) { board.rows() } else { board.columns() };
        (0..count as u16).map(|number| View { number, from }.cells(board)).collect()
    }
}

impl fmt::Display for FullRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fullrank {} {}", self.clue, self.view)
    }
}

impl Constrain for FullRank {
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.cells().collect()
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
        let sentence = format!("{} has rank {rank}{}", self.sentence(), if has_equal { " and an equal" } else { "" });
        (has_equal || rank != self.clue).then_some(Breach { cells, sentence })
    }

    fn sentence(&self) -> String {
        format!("the rank of {} at {}", self.clue, self.view)
    }

    /// Each digit begins one line of each side, so that the rank says the first digit, and how many of the three lines of the other
    /// sides that begin with it are less: a choice which, with an automaton for each line that reads it beside this one.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let own = self.view.cells_of(board)?;
        let is_square = SIDES.iter().all(|&side| Self::lines(board, side).iter().all(|line| is_full_unit(board, line)));
        if !is_square {
            return Err(RuleError::Board("one square whose rows and columns have all digits"));
        }
        let digits = number(board.digit_count());
        if !(1..=4 * digits).contains(&self.clue) {
            return Err(RuleError::Number { expected: format!("from 1 to {}", 4 * digits), found: self.clue });
        }
        let first = i64::from(board.first_digit().get()) + (self.clue - 1) / 4;
        let less = (self.clue - 1) % 4;
        to.domain(board, own[0], |value| value == first)?;
        let others: Vec<Vec<Vec<Cell>>> =
            SIDES.into_iter().filter(|&side| side != self.view.from).map(|side| Self::lines(board, side)).collect();
        let [more, less_than] = [false, true].map(|is_less| comparison(board, own.len(), first, is_less, to));
        let (more, less_than) = (more?, less_than?);
        let mut alternatives = Vec::new();
        for set in (0..8_u32).filter(|set| i64::from(set.count_ones()) == less) {
            let mut alternative = to.alternative();
            for (side, lines) in others.iter().enumerate() {
                let automaton = if set >> side & 1 == 1 { &less_than } else { &more };
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

/// How far two lines were compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Compared {
    Equal,
    /// They are equal so far, and the next digit of the one is this.
    Next(i64),
    Decided,
}

/// Reads a line, and from its second cell on another beside it, cell by cell: if the line begins with a digit, it is less, or more,
/// than the other, which does.
fn comparison(
    board: &Geometry,
    length: usize,
    first: i64,
    is_less: bool,
    to: &Lowered,
) -> Result<Arc<Automaton>, RuleError> {
    let step = |state: &Compared, place: usize, value: i64| match *state {
        Compared::Decided => Some(Compared::Decided),
        Compared::Equal if place == 0 => Some(if value == first { Compared::Equal } else { Compared::Decided }),
        Compared::Equal => Some(Compared::Next(value)),
        Compared::Next(one) if one == value => Some(Compared::Equal),
        Compared::Next(one) => ((one < value) == is_less).then_some(Compared::Decided),
    };
    to.automaton_of(board, 2 * length - 1, Compared::Equal, step, |state| *state == Compared::Decided)
}
