//! The shortest braid that refutes a candidate (D. Berthier, *Pattern-Based Constraint Satisfaction*, 2012).
//!
//! A braid from a candidate is a sequence of sets that must have a true candidate, cells or places of a digit in a unit. All
//! candidates of each, but one, are excluded by the first candidate or by those that are left of sets before it; the last set has none
//! left. Its length is the number of sets. So it is a contradiction by singles, and the shortest takes the fewest of them.

use crate::logic::net::{Net, Node};
use crate::logic::trial::state::{Clash, take_out};

/// How many positions the search from one candidate looks at, at most, for one length.
const MOST_POSITIONS: u32 = 300_000;

/// Whether there is a braid.
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
    /// Singles that can be taken.
    ready: Vec<Node>,
    /// By candidate: whether it was taken, or is to be left alone.
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

    /// Takes a single: what it excludes is struck out, and new singles are noted.
    fn take(&mut self, net: &Net, node: Node) -> Result<(), Clash> {
        self.mark(node);
        for &(other, _) in net.opponents(node, true) {
            if !net.is_open(&self.masks, other) {
                continue;
            }
            let Self { masks, ready, used } = self;
            take_out(net, masks, other, |single| {
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

/// Looks for braids.
#[derive(Debug, Default)]
pub(super) struct Braids {
    places: Vec<Place>,
    scratch: Place,
    positions: u32,
}

impl Braids {
    /// Whether a braid of at most `length` sets refutes a candidate, where the sets have these candidates and no singles.
    pub(super) fn refutes(&mut self, net: &Net, masks: &[u64], node: Node, length: u32) -> Answer {
        self.places.resize_with(self.places.len().max(length as usize + 1), Place::default);
        self.positions = 0;
        let mut first = std::mem::take(&mut self.places[0]);
        first.masks.clear();
        first.masks.extend_from_slice(masks);
        first.ready.clear();
        first.used.clear();
        first.used.resize(net.len().div_ceil(64), 0);
        let is_refuted = first.take(net, node).is_err();
        self.places[0] = first;
        if is_refuted {
            return Answer::Yes;
        }
        match self.search(net, 0, length - 1) {
            true => Answer::Yes,
            false if self.positions > MOST_POSITIONS => Answer::Unknown,
            false => Answer::No,
        }
    }

    /// Whether some of at most `most` further singles lead to a contradiction. Each set of singles is looked at once: what was tried
    /// is left alone in what is tried after it.
    fn search(&mut self, net: &Net, at: usize, most: u32) -> bool {
        self.positions += 1;
        if most == 0 || self.positions > MOST_POSITIONS || self.layers(net, at, most).is_none() {
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
            is_found = deeper.take(net, single).is_err();
            self.places[at + 1] = deeper;
            if is_found || self.search(net, at + 1, most - 1) {
                is_found = true;
                break;
            }
        }
        self.places[at] = here;
        is_found
    }

    /// How often all singles must be taken at once until there is a contradiction; none where that is more than `most`: each needs
    /// one single at least.
    fn layers(&mut self, net: &Net, at: usize, most: u32) -> Option<u32> {
        let Self { places, scratch, .. } = self;
        scratch.copy(&places[at]);
        for layer in 1..=most {
            let singles = std::mem::take(&mut scratch.ready);
            if singles.is_empty() {
                return None;
            }
            for single in singles {
                if !scratch.is_used(single) && scratch.take(net, single).is_err() {
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
    use crate::grid::Grid;
    use crate::logic::board::Board;
    use crate::logic::layout::Layout;
    use crate::logic::net::{Net, Node};
    use crate::logic::trial::state::State;

    /// The candidates that are left of sets with one, and whether a set has none, once all opponents of some candidates are out.
    fn singles(net: &Net, masks: &[u64], on: &BTreeSet<Node>) -> Option<BTreeSet<Node>> {
        let mut left = masks.to_vec();
        for &node in on {
            for &(other, _) in net.opponents(node, true) {
                net.strike(&mut left, other);
            }
        }
        let full = (0..left.len()).filter(|&set| net.is_full(set) && masks[set] != 0);
        let mut found = BTreeSet::new();
        for set in full {
            if left[set] == 0 {
                return None;
            }
            if left[set].is_power_of_two() && !masks[set].is_power_of_two() {
                found.insert(net.member(set, left[set].trailing_zeros() as usize));
            }
        }
        Some(&found - on)
    }

    /// The length of the shortest braid by a search of all sets of singles, up to some length.
    fn shortest(net: &Net, masks: &[u64], node: Node, most: u32) -> Option<u32> {
        let mut sets = BTreeSet::from([BTreeSet::from([node])]);
        for length in 1..=most {
            let mut longer = BTreeSet::new();
            for on in &sets {
                let Some(singles) = singles(net, masks, on) else { return Some(length) };
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
            let net = Net::of(&Board::of(&Layout::of(&grid).expect("small"), &grid)).expect("small");
            let state = State::of(&net).expect("a solution");
            for node in state.open(&net) {
                let expected = shortest(&net, state.masks(), node, 4);
                let is_refuted = |&length: &u32| braids.refutes(&net, state.masks(), node, length) == Answer::Yes;
                assert_eq!((1..=4).find(is_refuted), expected, "{puzzle} {:?}", net.mark(node));
                found[expected.unwrap_or(0) as usize] += 1;
            }
        }
        assert!(found.iter().all(|&count| count > 0), "{found:?}");
    }
}
