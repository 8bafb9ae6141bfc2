//! The premises of explanations, by number: a unit has a digit, a unit has a digit at most once, a cell has a digit, a rule
//! holds.

use crate::board::Board;
use crate::candidate_graph::{CandidateGraph, Node};
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::Because;
use crate::ruled::Ruled;
use crate::step::Premise;

/// The number of a premise: first every set has a true candidate, then every set has at most one, then the rules.
pub(super) type Id = usize;

/// The weights of premises, in halves.
const UNIT: u32 = 2;
const CELL: u32 = 1;
const RULE: u32 = 3;
const SUM: u32 = 4;

/// The premises of a position.
#[derive(Debug)]
pub(super) struct Premises<'a> {
    pub(super) board: &'a Board,
    pub(super) layout: &'a BoardTables,
    pub(super) graph: CandidateGraph,
    ruled: Vec<Ruled<'a>>,
    /// The rules of each cell, by their place in `ruled`.
    of_cell: Vec<Vec<u16>>,
    /// The weight of each premise; 0 for a number without a premise.
    weights: Vec<u32>,
    sets: usize,
}

impl<'a> Premises<'a> {
    /// The premises of a position; `None` for too many candidates.
    pub(super) fn of(board: &'a Board) -> Option<Self> {
        let layout = &**board.layout();
        let graph = CandidateGraph::of(board)?;
        let sets = graph.masks().len();
        let ruled = Ruled::of(layout);
        let mut of_cell = vec![Vec::new(); layout.cell_count()];
        for (at, rule) in ruled.iter().enumerate() {
            for &cell in rule.cells {
                let of: &mut Vec<u16> = &mut of_cell[usize::from(cell)];
                if of.last() != Some(&(at as u16)) {
                    of.push(at as u16);
                }
            }
        }
        let mut weights = vec![0; 2 * sets + ruled.len()];
        for set in 0..sets {
            let places = graph.masks()[set];
            let is_cell = set < graph.cells();
            if places != 0 && graph.is_full(set) {
                weights[set] = if is_cell { CELL } else { UNIT };
            }
            // By definition of a grid a cell has at most one digit: the premise has no weight.
            if !is_cell && places & places.wrapping_sub(1) != 0 {
                weights[sets + set] = UNIT;
            }
        }
        let is_open = |rule: &Ruled<'_>| rule.cells.iter().any(|&cell| board.value(cell.into()).is_none());
        for (at, rule) in ruled.iter().enumerate().filter(|(_, rule)| is_open(rule)) {
            weights[2 * sets + at] = if matches!(rule.because, Because::Sum(_)) { SUM } else { RULE };
        }
        Some(Self { board, layout, graph, ruled, of_cell, weights, sets })
    }

    /// The number of premises, unused numbers included.
    pub(super) fn count(&self) -> usize {
        self.weights.len()
    }

    /// All premises.
    pub(super) fn all(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.count()).filter(|&id| self.weights[id] > 0)
    }

    /// The weight of a premise in halves; 0 for a number without a premise.
    #[inline]
    pub(super) fn weight(&self, id: Id) -> u32 {
        self.weights[id]
    }

    /// The total weight of premises.
    pub(super) fn cost(&self, ids: &[Id]) -> u32 {
        ids.iter().map(|&id| self.weights[id]).sum()
    }

    /// The premise that a set has a true candidate.
    #[inline]
    pub(super) const fn has(set: usize) -> Id {
        set
    }

    /// The premise that a set has at most one true candidate.
    #[inline]
    pub(super) const fn once(&self, set: usize) -> Id {
        self.sets + set
    }

    /// The premise that a rule holds.
    #[inline]
    pub(super) const fn rule(&self, at: usize) -> Id {
        2 * self.sets + at
    }

    /// The rules.
    pub(super) fn ruled(&self) -> &[Ruled<'a>] {
        &self.ruled
    }

    /// The rules of a cell.
    #[inline]
    pub(super) fn rules_of(&self, cell: usize) -> &[u16] {
        &self.of_cell[cell]
    }

    /// The kind of a premise.
    pub(super) fn kind(&self, id: Id) -> Kind {
        if id < self.sets {
            Kind::Has(id)
        } else if id < 2 * self.sets {
            Kind::Once(id - self.sets)
        } else {
            Kind::Rule(id - 2 * self.sets)
        }
    }

    /// The premise as named in steps.
    pub(super) fn named(&self, id: Id) -> Premise {
        match self.kind(id) {
            Kind::Has(set) => Premise::Has(self.graph.name(set as u16)),
            Kind::Once(set) => Premise::Once(self.graph.name(set as u16)),
            Kind::Rule(at) => match self.ruled[at].because {
                Because::Sum(number) => Premise::Sum(number),
                Because::Rule(number) => Premise::Rule(number),
                _ => unreachable!("rules and sums alone are listed"),
            },
        }
    }

    /// The number of a candidate; `None` if it is written or struck out.
    pub(super) fn node(&self, mark: PencilMark) -> Option<Node> {
        self.board.has(mark).then(|| self.graph.member(mark.cell(), mark.digit()))
    }

    /// The candidates of a premise.
    pub(super) fn nodes(&self, id: Id) -> Vec<Node> {
        let of_set = |set: usize| self.graph.members(set, self.graph.masks()[set]);
        match self.kind(id) {
            Kind::Has(set) | Kind::Once(set) => of_set(set).collect(),
            Kind::Rule(at) => self.ruled[at].cells.iter().flat_map(|&cell| of_set(cell.into())).collect(),
        }
    }

    /// The unit of a premise.
    pub(super) fn unit(&self, id: Id) -> Option<u16> {
        match self.kind(id) {
            Kind::Has(set) | Kind::Once(set) => match self.graph.name(set as u16) {
                Set::Unit { unit, .. } => Some(unit),
                Set::Cell(_) => None,
            },
            Kind::Rule(_) => None,
        }
    }
}

/// A premise by the number of its set or rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The set has a true candidate.
    Has(usize),
    /// The set has at most one true candidate.
    Once(usize),
    /// The rule holds.
    Rule(usize),
}
