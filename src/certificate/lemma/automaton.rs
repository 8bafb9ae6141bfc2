//! Automata over cells that differ: they have a filling if the accepting state can be reached without a digit twice.

use std::collections::HashSet;

use crate::budget::{Running, StopReason};
use crate::constraint::Automaton;

/// The most pairs of a state and the digits read before it.
const MOST_REACHED: usize = 1 << 18;

/// The edges of an automaton, by layer and by state: the digit and the next state.
pub(super) struct Edges(Vec<Vec<Vec<(usize, usize)>>>);

impl Edges {
    pub(super) fn of(automaton: &Automaton) -> Self {
        let layer = |layer: usize| {
            let mut edges = vec![Vec::new(); automaton.states(layer)];
            automaton.edges(layer).for_each(|(from, digit, to)| edges[from].push((digit, to)));
            edges
        };
        Self((0..automaton.len()).map(layer).collect())
    }

    /// The number of edges.
    pub(super) fn len(&self) -> usize {
        self.0.iter().flatten().map(Vec::len).sum()
    }

    /// Whether some word is accepted whose letters are digits of the cells, all of them different; also where that takes too much
    /// memory to tell.
    pub(super) fn accept_different(&self, domains: &[u64], running: &Running) -> Result<bool, StopReason> {
        let mut reached = HashSet::from([(0, 0_u64)]);
        for (edges, &domain) in self.0.iter().zip(domains) {
            running.check()?;
            if reached.len() > MOST_REACHED {
                return Ok(true);
            }
            let mut behind = HashSet::new();
            for (state, used) in reached {
                let open = edges[state].iter().filter(|(digit, _)| (domain & !used) >> digit & 1 == 1);
                behind.extend(open.map(|&(digit, to)| (to, used | 1 << digit)));
            }
            reached = behind;
        }
        Ok(!reached.is_empty())
    }

    /// The number of letters among some digits, if all accepted words have equally many.
    pub(super) fn count_of(&self, digits: u64) -> Option<usize> {
        let mut counts = HashSet::from([(0, 0)]);
        for edges in &self.0 {
            let steps = counts.iter().flat_map(|&(state, count): &(usize, usize)| {
                edges[state].iter().map(move |&(digit, to)| (to, count + (digits >> digit & 1) as usize))
            });
            counts = steps.collect();
        }
        let mut counts = counts.into_iter().map(|(_, count)| count);
        let first = counts.next()?;
        counts.all(|count| count == first).then_some(first)
    }
}
