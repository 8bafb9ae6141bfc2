//! Which candidates static chains can refute at all: found quickly, before chains are looked for.
//!
//! Each link of a static chain holds backwards too: a weak one as a weak one, a strong one as a strong one. So a chain or cycle that
//! strikes out a candidate leads, begun with that candidate on, to its opposite; and where all digits of a cell, or all places of
//! a unit, imply that it is off, it implies that all of them are.

use crate::logic::net::{Net, Node};

/// What follows from a candidate by static chains.
#[derive(Debug, Default)]
pub(super) struct Closure {
    on_at: Vec<u32>,
    off_at: Vec<u32>,
    round: u32,
    wave: Vec<Node>,
    next: Vec<Node>,
    left: Vec<u64>,
}

impl Closure {
    /// How many assertions the shortest chain from a candidate that is on to its opposite has; none where there is no such chain.
    pub(super) fn length(&mut self, net: &Net, masks: &[u64], source: Node) -> Option<u32> {
        self.follow(net, masks, source, true)
    }

    /// Whether all that follows from a candidate leaves a set that must have a candidate with none.
    pub(super) fn empties(&mut self, net: &Net, masks: &[u64], source: Node) -> bool {
        let length = self.follow(net, masks, source, false);
        let is_empty = |&set: &usize| self.left[set] == 0 && masks[set] != 0 && net.is_full(set);
        length.is_some() || (0..masks.len()).any(|set| is_empty(&set))
    }

    fn follow(&mut self, net: &Net, masks: &[u64], source: Node, is_length: bool) -> Option<u32> {
        self.on_at.resize(net.len(), 0);
        self.off_at.resize(net.len(), 0);
        self.round += 1;
        if !is_length {
            self.left.clear();
            self.left.extend_from_slice(masks);
        }
        let round = self.round;
        self.on_at[usize::from(source)] = round;
        self.wave.clear();
        self.wave.push(source);
        let mut depth = 1;
        while !self.wave.is_empty() {
            self.next.clear();
            for &from in &self.wave {
                for &(other, _) in net.opponents(from, true) {
                    if other == source {
                        return Some(depth + 1);
                    }
                    if self.off_at[usize::from(other)] == round || !net.is_open(masks, other) {
                        continue;
                    }
                    self.off_at[usize::from(other)] = round;
                    if !is_length {
                        net.strike(&mut self.left, other);
                    }
                    for &(set, place) in net.sets(other, true) {
                        let Some(partner) = net.partner(masks, set, place) else { continue };
                        if self.on_at[usize::from(partner)] != round {
                            self.on_at[usize::from(partner)] = round;
                            self.next.push(partner);
                        }
                    }
                }
            }
            std::mem::swap(&mut self.wave, &mut self.next);
            depth += 2;
        }
        None
    }
}
