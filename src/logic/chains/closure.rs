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
    /// For each candidate those that get on once it is off, and where they begin.
    strong: Vec<Node>,
    starts: Vec<u32>,
}

impl Closure {
    /// The candidates that a chain refutes, each with the number of assertions of the shortest from it to its opposite.
    pub(super) fn lengths(&mut self, net: &Net, masks: &[u64]) -> Vec<(Node, u32)> {
        self.link(net, masks);
        let of = |node| self.follow(net, masks, node, true).map(|length| (node, length));
        choices(net, masks).filter_map(of).collect()
    }

    /// Whether all that follows from some candidate leaves a set that must have a candidate with none.
    pub(super) fn empties(&mut self, net: &Net, masks: &[u64]) -> bool {
        self.link(net, masks);
        choices(net, masks).any(|node| {
            let length = self.follow(net, masks, node, false);
            let is_empty = |set: usize| self.left[set] == 0 && masks[set] != 0 && net.is_full(set);
            length.is_some() || (0..masks.len()).any(is_empty)
        })
    }

    /// Lists what gets on once a candidate is off.
    fn link(&mut self, net: &Net, masks: &[u64]) {
        self.strong.clear();
        self.starts.clear();
        self.starts.push(0);
        for node in 0..net.len() as Node {
            if net.is_open(masks, node) {
                let partners = net.sets(node, true).iter().filter_map(|&(set, place)| net.partner(masks, set, place));
                self.strong.extend(partners);
            }
            self.starts.push(self.strong.len() as u32);
        }
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
                    let (begin, end) = (self.starts[usize::from(other)], self.starts[usize::from(other) + 1]);
                    for &partner in &self.strong[begin as usize..end as usize] {
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

/// The open candidates of cells that have several.
fn choices<'a>(net: &'a Net, masks: &'a [u64]) -> impl Iterator<Item = Node> + 'a {
    let cells = (0..net.cells()).filter(|&cell| masks[cell].count_ones() > 1);
    cells.flat_map(|cell| net.members(cell, masks[cell]))
}
