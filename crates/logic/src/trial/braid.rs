//! The shortest braid that refutes a candidate (D. Berthier, *Pattern-Based Constraint Satisfaction*, 2012).
//!
//! A braid from a candidate is a sequence of sets that must have a true candidate: cells, or places of a digit in a unit. The
//! first candidate and the candidates remaining of earlier sets exclude all but one candidate of each set; the last set has no
//! candidate left. The braid's length is the number of sets. So a braid is a contradiction by singles, and the shortest one uses
//! the fewest singles.

use crate::candidate_graph::{CandidateGraph, Node};
use crate::trial::state::{Clash, take_out};

/// The most positions in the search from one candidate, for one length.
const MOST_POSITIONS: u32 = 300_000;

/// Whether a braid exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// The search was given up.
    Unknown,
}

/// A position of the search.
#[derive(Clone, Debug, Default)]
struct Place {
    masks: Vec<u64>,
    /// Available singles.
    ready: Vec<Node>,
    /// By candidate: whether it was taken, or must not be.
    used: Vec<u64>,
}

impl Place {
    fn copy(&mut self, other: &Self) {
        self.masks.clone_from(&other.masks);
        self.ready.clone_from(&other.ready);
        self.used.clone_from(&other.used);
    }

    fn is_used(&self, node: Node) -> bool {
        is_marked(&self.used, node)
    }

    fn mark(&mut self, node: Node) {
        self.used[usize::from(node >> 6)] |= 1 << (node & 63);
    }

    /// Takes a single: strikes out the candidates that it excludes, and records new singles.
    fn take(&mut self, graph: &CandidateGraph, node: Node) -> Result<(), Clash> {
        self.mark(node);
        for &(other, _) in graph.opponents(node, true) {
            if !graph.is_open(&self.masks, other) {
                continue;
            }
            let Self { masks, ready, used } = self;
            take_out(graph, masks, other, |single| {
                if !is_marked(used, single) && !ready.contains(&single) {
                    ready.push(single);
                }
            })?;
        }
        Ok(())
    }
}

fn is_marked(used: &[u64], node: Node) -> bool {
    used[usize::from(node >> 6)] >> (node & 63) & 1 == 1
}

/// Searches braids.
#[derive(Debug, Default)]
pub(super) struct Braids {
    places: Vec<Place>,
    scratch: Place,
    positions: u32,
}

impl Braids {
    /// Whether a braid of at most `length` sets refutes a candidate, over sets with these candidates and without singles.
    pub(super) fn refutes(&mut self, graph: &CandidateGraph, masks: &[u64], node: Node, length: u32) -> Answer {
        self.places.resize_with(self.places.len().max(length as usize + 1), Place::default);
        self.positions = 0;
        let mut first = std::mem::take(&mut self.places[0]);
        first.masks.clear();
        first.masks.extend_from_slice(masks);
        first.ready.clear();
        first.used.clear();
        first.used.resize(graph.len().div_ceil(64), 0);
        let is_refuted = first.take(graph, node).is_err();
        self.places[0] = first;
        if is_refuted {
            return Answer::Yes;
        }
        match self.search(graph, 0, length - 1) {
            true => Answer::Yes,
            false if self.positions > MOST_POSITIONS => Answer::Unknown,
            false => Answer::No,
        }
    }

    /// Whether at most `most` further singles lead to a contradiction. Each set of singles is visited once: a single that was
    /// tried is excluded from later branches.
    fn search(&mut self, graph: &CandidateGraph, at: usize, most: u32) -> bool {
        self.positions += 1;
        if most == 0 || self.positions > MOST_POSITIONS || self.layers(graph, at, most).is_none() {
            return false;
        }
        let mut here = std::mem::take(&mut self.places[at]);
        let mut is_found = false;
        while let Some(single) = here.ready.pop() {
            if here.is_used(single) {
                continue;
            }
            here.mark(single);
            let mut deeper = std::mem::take(&mut self.places[at + 1]);
            deeper.copy(&here);
            is_found = deeper.take(graph, single).is_err();
            self.places[at + 1] = deeper;
            if is_found || self.search(graph, at + 1, most - 1) {
                is_found = true;
                break;
            }
        }
        self.places[at] = here;
        is_found
    }

    /// The number of rounds, each taking all singles at once, until a contradiction; `None` if more than `most`. Each round needs
    /// at least one single.
    fn layers(&mut self, graph: &CandidateGraph, at: usize, most: u32) -> Option<u32> {
        let Self { places, scratch, .. } = self;
        scratch.copy(&places[at]);
        for layer in 1..=most {
            let singles = std::mem::take(&mut scratch.ready);
            if singles.is_empty() {
                return None;
            }
            for single in singles {
                if !scratch.is_used(single) && scratch.take(graph, single).is_err() {
                    return Some(layer);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Answer, Braids};
    use crate::board::Board;
    use crate::candidate_graph::{CandidateGraph, Node};
    use crate::layout::BoardTables;
    use crate::trial::state::State;
    use satdoku_puzzle::grid::Grid;

    /// The remaining candidates of sets with exactly one, once all opponents of some candidates are out; `None` if a set has no
    /// candidate.
    fn singles(graph: &CandidateGraph, masks: &[u64], on: &BTreeSet<Node>) -> Option<BTreeSet<Node>> {
        let mut left = masks.to_vec();
        for &node in on {
            for &(other, _) in graph.opponents(node, true) {
                graph.strike(&mut left, other);
            }
        }
        let full = (0..left.len()).filter(|&set| graph.is_full(set) && masks[set] != 0);
        let mut found = BTreeSet::new();
        for set in full {
            if left[set] == 0 {
                return None;
            }
            if left[set].is_power_of_two() && !masks[set].is_power_of_two() {
                found.insert(graph.member(set, left[set].trailing_zeros() as usize));
            }
        }
        Some(&found - on)
    }

    /// The length of the shortest braid, at most `most`, by a search of all sets of singles.
    fn shortest(graph: &CandidateGraph, masks: &[u64], node: Node, most: u32) -> Option<u32> {
        let mut sets = BTreeSet::from([BTreeSet::from([node])]);
        for length in 1..=most {
            let mut longer = BTreeSet::new();
            for on in &sets {
                let Some(singles) = singles(graph, masks, on) else { return Some(length) };
                for single in singles {
                    let mut on = on.clone();
                    on.insert(single);
                    longer.insert(on);
                }
            }
            sets = longer;
        }
        None
    }

    #[test]
    fn braids_are_as_short_as_a_search_of_all_sets_finds() {
        let puzzles = [
            ".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ];
        let (mut found, mut braids) = ([0; 5], Braids::default());
        for puzzle in puzzles {
            let grid: Grid = puzzle.parse().expect("a grid");
            let graph = CandidateGraph::of(&Board::of(&BoardTables::of(&grid).expect("small"), &grid)).expect("small");
            let state = State::of(&graph).expect("a solution");
            for node in state.open(&graph) {
                let expected = shortest(&graph, state.masks(), node, 4);
                let is_refuted = |&length: &u32| braids.refutes(&graph, state.masks(), node, length) == Answer::Yes;
                assert_eq!((1..=4).find(is_refuted), expected, "{puzzle} {:?}", graph.mark(node));
                found[expected.unwrap_or(0) as usize] += 1;
            }
        }
        assert!(found.iter().all(|&count| count > 0), "{found:?}");
    }
}
