//! The candidates that static chains can refute, found quickly before the chains are searched.
//!
//! Every link of a static chain also holds backwards: a weak link as a weak one, a strong link as a strong one. So a chain or
//! cycle that strikes out a candidate, started with this candidate on, leads to its opposite. And if all digits of a cell, or all
//! places of a unit, imply that the candidate is off, then the candidate implies that all of them are off.

use crate::candidate_graph::{CandidateGraph, Node};

/// The consequences of a candidate by static chains.
#[derive(Debug, Default)]
pub(super) struct Closure {
    on_at: Vec<u32>,
    off_at: Vec<u32>,
    round: u32,
    wave: Vec<Node>,
    next: Vec<Node>,
    left: Vec<u64>,
    /// For each candidate, the candidates that get on once it is off, and the start of its list.
    strong: Vec<Node>,
    starts: Vec<u32>,
}

impl Closure {
    /// The candidates that a chain refutes, with the number of assertions of the shortest chain to the opposite.
    pub(super) fn lengths(&mut self, graph: &CandidateGraph, masks: &[u64]) -> Vec<(Node, u32)> {
        self.link(graph, masks);
        let of = |node| self.follow(graph, masks, node, true).map(|length| (node, length));
        choices(graph, masks).filter_map(of).collect()
    }

    /// Whether the consequences of a candidate empty a set that must have a candidate.
    pub(super) fn empties(&mut self, graph: &CandidateGraph, masks: &[u64]) -> bool {
        self.link(graph, masks);
        choices(graph, masks).any(|node| {
            let length = self.follow(graph, masks, node, false);
            let is_empty = |set: usize| self.left[set] == 0 && masks[set] != 0 && graph.is_full(set);
            length.is_some() || (0..masks.len()).any(is_empty)
        })
    }

    /// Lists, for each candidate, the candidates that get on once it is off.
    fn link(&mut self, graph: &CandidateGraph, masks: &[u64]) {
        self.strong.clear();
        self.starts.clear();
        self.starts.push(0);
        for node in 0..graph.len() as Node {
            if graph.is_open(masks, node) {
                let partners =
                    graph.sets(node, true).iter().filter_map(|&(set, place)| graph.partner(masks, set, place));
                self.strong.extend(partners);
            }
            self.starts.push(self.strong.len() as u32);
        }
    }

    fn follow(&mut self, graph: &CandidateGraph, masks: &[u64], source: Node, is_length: bool) -> Option<u32> {
        self.on_at.resize(graph.len(), 0);
        self.off_at.resize(graph.len(), 0);
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
                for &(other, _) in graph.opponents(from, true) {
                    if other == source {
                        return Some(depth + 1);
                    }
                    if self.off_at[usize::from(other)] == round || !graph.is_open(masks, other) {
                        continue;
                    }
                    self.off_at[usize::from(other)] = round;
                    if !is_length {
                        graph.strike(&mut self.left, other);
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

/// The open candidates of cells with several candidates.
fn choices<'a>(graph: &'a CandidateGraph, masks: &'a [u64]) -> impl Iterator<Item = Node> + 'a {
    let cells = (0..graph.cells()).filter(|&cell| masks[cell].count_ones() > 1);
    cells.flat_map(|cell| graph.members(cell, masks[cell]))
}
