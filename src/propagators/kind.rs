//! One constraint as the propagator sees it: how it is filtered, and how a loss is explained.

use crate::constraint::Constraint;
use crate::propagators::automaton::LazyAutomaton;
use crate::propagators::connected;
use crate::propagators::past::Past;
use crate::propagators::relaxed::relax;

/// How a constraint explains.
enum Explainer {
    Automaton(LazyAutomaton),
    Relaxation,
}

/// A constraint with its cells.
pub(super) struct Item {
    constraint: Constraint,
    explainer: Explainer,
    /// The cells by place, as the constraint names them.
    places: Vec<u32>,
    /// The different cells.
    pub(super) cells: Vec<u32>,
    /// By place the number of its cell among these.
    slots: Vec<usize>,
    /// How late it is looked at.
    pub(super) rank: usize,
    /// Whether only the least and the greatest digit of a cell matter.
    is_by_bounds: bool,
}

/// The number of ranks.
pub(super) const RANKS: usize = 3;

/// From so much work on, a constraint is looked at after the others.
const WORK: [usize; RANKS - 1] = [40, 400];

impl Item {
    /// A constraint; `places` are its cells by index.
    pub(super) fn new(constraint: Constraint, places: Vec<u32>) -> Self {
        let mut cells: Vec<u32> = Vec::with_capacity(places.len());
        let slots = places
            .iter()
            .map(|&cell| {
                cells.iter().position(|&known| known == cell).unwrap_or_else(|| {
                    cells.push(cell);
                    cells.len() - 1
                })
            })
            .collect();
        let work = constraint.work();
        let rank = WORK.iter().filter(|&&least| work >= least).count();
        let explainer = match &constraint {
            Constraint::Automaton { automaton, .. } if cells.len() == places.len() => {
                Explainer::Automaton(LazyAutomaton::new(automaton))
            }
            _ => Explainer::Relaxation,
        };
        let is_by_bounds = matches!(&constraint, Constraint::Sum(sum) if sum.distinct().is_none());
        Self { constraint, explainer, places, cells, slots, rank, is_by_bounds }
    }

    /// The digit whose cells are reported as gained: one reason in place of one for each digit that such a cell lost.
    pub(super) fn placed_digit(&self) -> Option<usize> {
        match &self.constraint {
            Constraint::Connected(piece) => connected::only_digit(piece),
            _ => None,
        }
    }

    /// Whether the loss of a digit, which leaves the digits of a domain, says anything to the constraint.
    pub(super) fn sees(&self, digit: usize, domain: u64) -> bool {
        match &self.constraint {
            Constraint::Connected(piece) => connected::sees(piece, digit, domain),
            // A digit within the bounds of the others.
            _ if self.is_by_bounds => domain >> digit == 0 || domain.trailing_zeros() >= digit as u32,
            _ => true,
        }
    }

    /// Strikes out of the domains of its cells, which it writes by slot. False if it cannot hold.
    pub(super) fn filter(&self, domains: &[u64], left: &mut Vec<u64>, by_place: &mut Vec<u64>) -> bool {
        left.clear();
        left.extend(self.cells.iter().map(|&cell| domains[cell as usize]));
        self.filter_slots(left, by_place)
    }

    fn filter_slots(&self, left: &mut [u64], by_place: &mut Vec<u64>) -> bool {
        if self.places.len() == self.cells.len() {
            return self.constraint.filter(left).is_ok();
        }
        by_place.clear();
        by_place.extend(self.slots.iter().map(|&slot| left[slot]));
        let holds = self.constraint.filter(by_place).is_ok();
        for (&slot, &domain) in self.slots.iter().zip(&*by_place) {
            left[slot] &= domain;
        }
        holds && !left.contains(&0)
    }

    /// The domains, by slot, of a reason for what happened in a past.
    pub(super) fn explain(&self, past: &Past, kept: &mut Vec<u64>) {
        match (&self.explainer, &self.constraint) {
            (Explainer::Automaton(automaton), _) => return automaton.explain(past, kept),
            (_, Constraint::Connected(piece)) if connected::explain(piece, past, kept) => return,
            _ => {}
        }
        let mut by_place = Vec::new();
        let mut tried = Vec::new();
        relax(past, kept, |domains| {
            tried.clear();
            tried.extend_from_slice(domains);
            !self.filter_slots(&mut tried, &mut by_place)
        });
    }
}
