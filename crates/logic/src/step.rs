//! A step: conclusions, technique, rating, proof and figure.

use std::borrow::Cow;

use crate::board::Board;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::StepProof;
use crate::technique::Technique;

/// A deduction with its proof.
///
/// A step that was read by `serde` is whatever the text says: [`check`](crate::checker::check) tells whether it follows on a board.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Step {
    /// The technique.
    pub technique: &'static Technique,
    /// The rating in tenths of Sudoku Explainer's scale; an estimate for an explanation.
    pub rating: u16,
    /// The candidates that are written.
    pub placed: Vec<PencilMark>,
    /// The candidates that are struck out, beyond those that a written digit strikes out.
    pub struck: Vec<PencilMark>,
    /// The proof; each conclusion is a line under no assumption.
    pub proof: StepProof,
    /// The parts for hints and drawings.
    pub figure: Figure,
}

impl Step {
    /// Writes the step's digits on a board and strikes its candidates out.
    pub fn take(&self, board: &mut Board) {
        self.struck.iter().for_each(|&mark| board.strike(mark));
        self.placed.iter().for_each(|&mark| board.place(mark));
    }
}

/// The parts of a step.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Figure {
    /// The units of the step, by index: those that a hint names come first.
    pub units: Vec<u16>,
    /// Candidates with their roles in the step.
    pub marks: Vec<(PencilMark, Role)>,
    /// Implications, in their order.
    pub links: Vec<Link>,
    /// The premises of an explanation.
    pub explained: Option<Explained>,
}

/// The premises of an explanation, and whether a smaller one may exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Explained {
    /// The premises; if they are a smallest set, all of them are needed.
    pub premises: Vec<Premise>,
    /// People's name for an explanation of this shape, such as X-wing.
    pub name: Option<Cow<'static, str>>,
    /// The total weight of the premises, in halves.
    pub cost: u32,
    /// Whether no explanation has a lower weight.
    pub is_smallest: bool,
}

/// A fact about every filled grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Premise {
    /// A cell has a digit, or a unit has a place for a digit.
    Has(Set),
    /// A unit has a digit at most once.
    Once(Set),
    /// A rule holds, by the number of its constraint.
    Rule(u16),
    /// A sum that follows from rules and units holds, by its number.
    Sum(u16),
}

/// The role of a candidate in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Role {
    /// Belongs to the pattern.
    Base,
    /// Belongs to a second part of the pattern: the cover, the pincers, another set.
    Other,
    /// Exceeds the pattern: a fin, an extra digit.
    Fin,
    /// True in a chain.
    On,
    /// False in a chain.
    Off,
}

/// An arrow of a chain: an implication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Link {
    /// The premise.
    pub from: Literal,
    /// The conclusion.
    pub to: Literal,
    /// The set of both; `None` if the link stands for several sets.
    pub by: Option<Set>,
}
