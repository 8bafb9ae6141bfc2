//! What a step follows from, line by line, so that a small program can check it.

use crate::logic::layout::{Literal, Mark, Set};

/// Lines, each of which follows from the board, from lines before it and from the assumptions that it stands under.
pub type Proof = Vec<Line>;

/// One line: a candidate is true or false, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub says: Literal,
    /// Why.
    pub because: Because,
}

/// Why a line holds.
///
/// A contradiction has no line of its own: it is a line whose opposite is known already.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// The candidate is true: the set must have one, and all others in it are false.
    Has(Set),
    /// The candidate is false: another of the set is true.
    Once(Set),
    /// A rule's constraint, by number, has no filling with the opposite, or none at all.
    Rule(u16),
    /// What is left of units' totals once the sums of rules are taken away, by number among the layout's sums, has no filling with the
    /// opposite, or none at all.
    Sum(u16),
    /// `bases` must have a true candidate each; `covers` have one at most each. Count for each candidate that is not false the covers
    /// less the bases that it is in: no count is below 0, and that of what is struck out is above the number of covers less the
    /// number of bases. More bases than covers are a contradiction.
    Count {
        /// Sets that each have a true candidate.
        bases: Vec<Set>,
        /// Sets that each have one at most.
        covers: Vec<Set>,
    },
    /// With the opposite each of some cells that are no clues would have one of its two digits, and exchanging these would make
    /// another solution: in every unit each of the digits is in none or two of the cells.
    Deadly(Vec<(u16, [u8; 2])>),
    /// The opposite leads to a contradiction: the lines under it end with one.
    Refuted(Proof),
    /// One of the candidates of a set that are not false is true, and under each the line holds or there is a contradiction.
    Cases(Set, Vec<(Mark, Proof)>),
    /// A candidate is true or false, and under both the line holds or there is a contradiction.
    Either(Mark, Proof, Proof),
}

impl Line {
    /// A candidate is true because a set must have one.
    #[must_use]
    pub fn has(mark: Mark, set: Set) -> Self {
        Self { says: Literal::on(mark), because: Because::Has(set) }
    }

    /// A candidate is false because a set has another.
    #[must_use]
    pub fn once(mark: Mark, set: Set) -> Self {
        Self { says: Literal::off(mark), because: Because::Once(set) }
    }

    /// A line whose opposite is refuted.
    #[must_use]
    pub fn refuted(says: Literal, lines: Proof) -> Self {
        Self { says, because: Because::Refuted(lines) }
    }

    /// A candidate is false by counting.
    #[must_use]
    pub fn count(mark: Mark, bases: &[Set], covers: &[Set]) -> Self {
        let because = Because::Count { bases: bases.to_vec(), covers: covers.to_vec() };
        Self { says: Literal::off(mark), because }
    }

    /// How many lines there are, with those under assumptions.
    #[must_use]
    pub fn len(lines: &[Self]) -> usize {
        let inner = |line: &Self| match &line.because {
            Because::Refuted(lines) => Self::len(lines),
            Because::Cases(_, cases) => cases.iter().map(|(_, lines)| Self::len(lines)).sum(),
            Because::Either(_, on, off) => Self::len(on) + Self::len(off),
            _ => 0,
        };
        lines.len() + lines.iter().map(inner).sum::<usize>()
    }
}

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// A line does not follow.
    #[error("the line for {0:?} does not follow: {1}")]
    Line(Literal, &'static str),
    /// No line says what the step concludes.
    #[error("no line says {0:?}")]
    Missing(Literal),
    /// A step concludes nothing.
    #[error("the step concludes nothing")]
    Empty,
}
