//! One step: what follows, by which technique, how hard it is, why, and what a drawing of it shows.

use crate::logic::board::Board;
use crate::logic::layout::{Literal, Mark, Set};
use crate::logic::proof::Proof;
use crate::logic::technique::Technique;

/// A deduction with its proof.
#[derive(Clone, Debug)]
pub struct Step {
    /// How it was found.
    pub technique: &'static Technique,
    /// Its rating in tenths of Sudoku Explainer's scale; that of an explanation is an estimate.
    pub rating: u16,
    /// The candidates that are written.
    pub placed: Vec<Mark>,
    /// The candidates that are struck out, beside those that writing a digit strikes out.
    pub struck: Vec<Mark>,
    /// Why; each conclusion is a line of it that stands under no assumption.
    pub proof: Proof,
    /// What a hint and a drawing show.
    pub figure: Figure,
}

impl Step {
    /// Writes and strikes out on a board what the step says.
    pub fn take(&self, board: &mut Board) {
        self.struck.iter().for_each(|&mark| board.strike(mark));
        self.placed.iter().for_each(|&mark| board.place(mark));
    }
}

/// What takes part in a step.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// The units that it looks at, by index: the first are those that a hint names.
    pub units: Vec<u16>,
    /// Candidates with what they are in the step.
    pub marks: Vec<(Mark, Role)>,
    /// Implications, in their order.
    pub links: Vec<Link>,
    /// What an explanation rests on.
    pub explained: Option<Explained>,
}

/// What an explanation rests on, and whether there is a smaller one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The premises: where they are the smallest set, nothing follows without any of them.
    pub premises: Vec<Premise>,
    /// What people call an explanation of this shape, such as X-wing.
    pub name: Option<&'static str>,
    /// What they count together, in halves.
    pub cost: u32,
    /// Whether it is known that no explanation counts less.
    pub is_smallest: bool,
}

/// Something that holds in every filled grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A cell has a digit, or a unit a place for one.
    Has(Set),
    /// A unit has a digit once at most.
    Once(Set),
    /// A rule holds, by the number of its constraint.
    Rule(u16),
    /// A sum that follows from rules and units holds, by its number.
    Sum(u16),
}

/// What a candidate is in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It belongs to the pattern.
    Base,
    /// It belongs to a second part of the pattern: the cover, the pincers, another set.
    Other,
    /// It is what the pattern has too much: a fin, an extra digit.
    Fin,
    /// It is true in a chain.
    On,
    /// It is false in a chain.
    Off,
}

/// An arrow of a chain: the one implies the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it follows from.
    pub from: Literal,
    /// What follows.
    pub to: Literal,
    /// The set that they are in; none where the link stands for several.
    pub by: Option<Set>,
}
