//! The proof of a step, line by line, for a small program to check.

use crate::pencil_mark::{Literal, PencilMark, Set};

/// Lines, each of which follows from the board, the lines before and the assumptions above.
pub type StepProof = Vec<ProofLine>;

/// A line of a proof: a candidate is true or false, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct ProofLine {
    /// The conclusion.
    pub says: Literal,
    /// The reason.
    pub because: Because,
}

/// The reason of a line.
///
/// A contradiction is a line whose opposite is already known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum Because {
    /// The candidate is true: the set must have a true candidate, and its other candidates are false.
    Has(Set),
    /// The candidate is false: another candidate of the set is true.
    Once(Set),
    /// A rule's constraint, by number, has no filling with the opposite, or none at all.
    Rule(u16),
    /// The remainder of units' totals after subtracting the sums of rules, by number among the layout's sums, has no filling with
    /// the opposite, or none at all.
    Sum(u16),
    /// Each of the `bases` must have a true candidate; each of the `covers` has at most one. The surplus of a candidate is its
    /// number of covers minus its number of bases. No candidate that is not false has a negative surplus, and the struck out
    /// candidate's surplus exceeds the number of covers minus the number of bases. More bases than covers are a contradiction.
    Count {
        /// Sets that must have a true candidate.
        bases: Vec<Set>,
        /// Sets that have at most one true candidate.
        covers: Vec<Set>,
    },
    /// With the opposite, some cells without clues would each have one of its two digits, and exchanging the two digits in all
    /// cells would give a second solution: in every unit each digit is in none or two of the cells.
    Deadly(Vec<(u16, [u8; 2])>),
    /// The opposite leads to a contradiction, with which the lines below end.
    Refuted(StepProof),
    /// One of a set's candidates that are not false is true, and under each of them the line holds or a contradiction follows.
    Cases(Set, Vec<(PencilMark, StepProof)>),
    /// A candidate is true or false, and under both assumptions the line holds or a contradiction follows.
    Either(PencilMark, StepProof, StepProof),
}

impl ProofLine {
    /// A candidate is true because a set must have a true candidate.
    #[must_use]
    pub fn has(mark: PencilMark, set: Set) -> Self {
        Self { says: Literal::on(mark), because: Because::Has(set) }
    }

    /// A candidate is false because another candidate of a set is true.
    #[must_use]
    pub fn once(mark: PencilMark, set: Set) -> Self {
        Self { says: Literal::off(mark), because: Because::Once(set) }
    }

    /// A line whose opposite is refuted.
    #[must_use]
    pub fn refuted(says: Literal, lines: StepProof) -> Self {
        Self { says, because: Because::Refuted(lines) }
    }

    /// A candidate is false by counting.
    #[must_use]
    pub fn count(mark: PencilMark, bases: &[Set], covers: &[Set]) -> Self {
        let because = Because::Count { bases: bases.to_vec(), covers: covers.to_vec() };
        Self { says: Literal::off(mark), because }
    }

    /// The number of lines, including lines under assumptions.
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

/// Why a proof is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// A line does not follow.
    #[error("the line for {0:?} does not follow: {1}")]
    Line(Literal, &'static str),
    /// The board has not all that the step names.
    #[error("the step names a cell, digit, unit, rule or sum that the board does not have")]
    Outside,
    /// A conclusion of the step has no line.
    #[error("no line says {0:?}")]
    Missing(Literal),
    /// A step without conclusions.
    #[error("the step concludes nothing")]
    Empty,
}
