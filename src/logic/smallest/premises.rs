//! What an explanation may rest on, by number: a unit has a digit, has it once at most, a cell has a digit, a rule holds.

use crate::logic::board::Board;
use crate::logic::layout::{Layout, Mark, Set};
use crate::logic::net::{Net, Node};
use crate::logic::proof::Because;
use crate::logic::ruled::Ruled;
use crate::logic::step::Premise;

/// The number of a premise: that a set has a true candidate, twice that it has one at most, then the rules.
pub(super) type Id = usize;

/// What premises count, in halves.
const UNIT: u32 = 2;
const CELL: u32 = 1;
const RULE: u32 = 3;
const SUM: u32 = 4;

/// The premises of a position.
#[derive(Debug)]
pub(super) struct Premises<'a> {
    pub(super) board: &'a Board,
    pub(super) layout: &'a Layout,
    pub(super) net: Net,
    ruled: Vec<Ruled<'a>>,
    /// The rules of each cell, by their place in `ruled`.
    of_cell: Vec<Vec<u16>>,
    /// What each premise counts; 0 where there is none of that number.
    weights: Vec<u32>,
    sets: usize,
}

impl<'a> Premises<'a> {
    /// The premises of a position; none where it has too many candidates.
    pub(super) fn of(board: &'a Board) -> Option<Self> {
        let layout = &**board.layout();
        let net = Net::of(board)?;
        let sets = net.masks().len();
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
            let places = net.masks()[set];
            let is_cell = set < net.cells();
            if places != 0 && net.is_full(set) {
                weights[set] = if is_cell { CELL } else { UNIT };
            }
            // That a cell has one digit at most is what a grid is, and counts nothing.
            if !is_cell && places & places.wrapping_sub(1) != 0 {
                weights[sets + set] = UNIT;
            }
        }
        let is_open = |rule: &Ruled<'_>| rule.cells.iter().any(|&cell| board.value(cell.into()).is_none());
        for (at, rule) in ruled.iter().enumerate().filter(|(_, rule)| is_open(rule)) {
            weights[2 * sets + at] = if matches!(rule.because, Because::Sum(_)) { SUM } else { RULE };
        }
        Some(Self { board, layout, net, ruled, of_cell, weights, sets })
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> usize {
        self.weights.len()
    }

    /// All premises.
    pub(super) fn all(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.count()).filter(|&id| self.weights[id] > 0)
    }

    /// What a premise counts, in halves; 0 where there is none of that number.
    #[inline]
    pub(super) fn weight(&self, id: Id) -> u32 {
        self.weights[id]
    }

    /// What premises count together.
    pub(super) fn cost(&self, ids: &[Id]) -> u32 {
        ids.iter().map(|&id| self.weights[id]).sum()
    }

    /// That a set has a true candidate.
    #[inline]
    pub(super) const fn has(set: usize) -> Id {
        set
    }

    /// That a set has one at most.
    #[inline]
    pub(super) const fn once(&self, set: usize) -> Id {
        self.sets + set
    }

    /// That a rule holds.
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

    /// What a premise is.
    pub(super) fn kind(&self, id: Id) -> Kind {
        if id < self.sets {
            Kind::Has(id)
        } else if id < 2 * self.sets {
            Kind::Once(id - self.sets)
        } else {
            Kind::Rule(id - 2 * self.sets)
        }
    }

    /// A premise as a step names it.
    pub(super) fn named(&self, id: Id) -> Premise {
        match self.kind(id) {
            Kind::Has(set) => Premise::Has(self.net.name(set as u16)),
            Kind::Once(set) => Premise::Once(self.net.name(set as u16)),
            Kind::Rule(at) => match self.ruled[at].because {
                Because::Sum(number) => Premise::Sum(number),
                Because::Rule(number) => Premise::Rule(number),
                _ => unreachable!("rules and sums alone are listed"),
            },
        }
    }

    /// The number of a candidate; none where it is written or struck out.
    pub(super) fn node(&self, mark: Mark) -> Option<Node> {
        self.board.has(mark).then(|| self.net.member(mark.cell(), mark.digit()))
    }

    /// The candidates that a premise speaks of.
    pub(super) fn nodes(&self, id: Id) -> Vec<Node> {
        let of_set = |set: usize| self.net.members(set, self.net.masks()[set]);
        match self.kind(id) {
            Kind::Has(set) | Kind::Once(set) => of_set(set).collect(),
            Kind::Rule(at) => self.ruled[at].cells.iter().flat_map(|&cell| of_set(cell.into())).collect(),
        }
    }

    /// The units that a premise names.
    pub(super) fn unit(&self, id: Id) -> Option<u16> {
        match self.kind(id) {
            Kind::Has(set) | Kind::Once(set) => match self.net.name(set as u16) {
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
    /// The set has one at most.
    Once(usize),
    /// The rule holds.
    Rule(usize),
}
