//! Chains: sequences of assertions in which each assertion follows from its predecessor.

use crate::candidate_graph::{CandidateGraph, Node};
use crate::chains::key::{Key, Kind};

/// The kinds of links of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    /// Places of one digit.
    X,
    /// Digits of cells.
    Y,
    /// Both.
    Xy,
}

impl Links {
    pub(super) const ALL: [Self; 3] = [Self::X, Self::Y, Self::Xy];

    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::X => Kind::X,
            Self::Y => Kind::Y,
            Self::Xy => Kind::Xy,
        }
    }

    pub(super) const fn has_cells(self) -> bool {
        matches!(self, Self::Y | Self::Xy)
    }

    pub(super) const fn has_units(self) -> bool {
        matches!(self, Self::X | Self::Xy)
    }

    pub(super) const fn of_cycle(self) -> u16 {
        if matches!(self, Self::Xy) { 70 } else { 65 }
    }

    pub(super) const fn of_chain(self) -> u16 {
        if matches!(self, Self::Xy) { 70 } else { 66 }
    }
}

/// The conclusion of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The cycle alternates: a candidate that sees an on and an off candidate is out.
    Cycle,
    /// The first candidate is off: on, it would be off.
    Off,
    /// The first candidate is on: off, it would be on.
    On,
}

/// An assertion of a chain, and the set by which it follows from the previous assertion.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainLink {
    /// The candidate.
    pub node: Node,
    /// Whether the candidate is on.
    pub is_on: bool,
    /// The set; meaningless for the first assertion.
    pub set: u16,
}

/// A chain.
#[derive(Debug)]
pub(super) struct Chain {
    /// Its place in the order of chains.
    pub key: Key,
    /// Its conclusion.
    pub shape: Shape,
    /// Its assertions; the last one of a cycle repeats the first, the last one of another chain is the opposite of the first.
    pub links: Vec<ChainLink>,
    /// The eliminations of a cycle.
    pub struck: Vec<Node>,
}

impl Chain {
    /// The eliminations of the chain, over sets with the candidates of `masks`.
    pub(super) fn strikes(&self, graph: &CandidateGraph, masks: &[u64]) -> Vec<Node> {
        let source = self.links[0].node;
        match self.shape {
            Shape::Cycle => self.struck.clone(),
            Shape::Off => vec![source],
            Shape::On => mates(graph, masks, source).collect(),
        }
    }
}

/// The other candidates of a candidate's cell.
pub(super) fn mates<'a>(graph: &'a CandidateGraph, masks: &'a [u64], node: Node) -> impl Iterator<Item = Node> + 'a {
    let (cell, place) = graph.sets(node, true)[0];
    graph.members(usize::from(cell), masks[usize::from(cell)] & !(1 << place))
}
