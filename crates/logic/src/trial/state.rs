//! Candidates with all singles taken, and assumptions on them.

use crate::candidate_graph::{CandidateGraph, Node};

/// A contradiction: a set that must have a candidate has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clash;

/// The remaining candidates; naked and hidden singles are taken as soon as they appear.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    masks: Vec<u64>,
    /// By candidate: whether it is true.
    on: Vec<u64>,
    open_cells: usize,
    queue: Vec<Node>,
}

impl State {
    /// The candidates of a graph with its singles taken.
    pub(super) fn of(graph: &CandidateGraph) -> Result<Self, Clash> {
        let masks = graph.masks().to_vec();
        let cells = (0..graph.cells()).filter(|&cell| masks[cell] != 0).count();
        let mut state = Self { masks, on: vec![0; graph.len().div_ceil(64)], open_cells: cells, queue: Vec::new() };
        for set in 0..state.masks.len() {
            if graph.is_full(set) && state.masks[set].is_power_of_two() {
                state.queue.push(graph.member(set, state.masks[set].trailing_zeros() as usize));
            }
        }
        state.take_singles(graph).map(|()| state)
    }

    /// Copies `other` into this state.
    pub(super) fn copy(&mut self, other: &Self) {
        self.masks.clone_from(&other.masks);
        self.on.clone_from(&other.on);
        self.open_cells = other.open_cells;
        self.queue.clear();
    }

    pub(super) fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Whether each cell has its digit.
    pub(super) fn is_solved(&self) -> bool {
        self.open_cells == 0
    }

    #[inline]
    pub(super) fn is_on(&self, node: Node) -> bool {
        self.on[usize::from(node >> 6)] >> (node & 63) & 1 == 1
    }

    /// The candidates that are neither true nor false.
    pub(super) fn open(&self, graph: &CandidateGraph) -> Vec<Node> {
        let cells = (0..graph.cells()).filter(|&cell| self.masks[cell].count_ones() > 1);
        cells.flat_map(|cell| graph.members(cell, self.masks[cell])).collect()
    }

    /// Makes a candidate true, with all resulting singles.
    pub(super) fn assume(&mut self, graph: &CandidateGraph, node: Node) -> Result<(), Clash> {
        self.queue.push(node);
        self.take_singles(graph)
    }

    /// Makes a candidate false, with all resulting singles.
    pub(super) fn strike(&mut self, graph: &CandidateGraph, node: Node) -> Result<(), Clash> {
        take_out(graph, &mut self.masks, node, |single| self.queue.push(single))?;
        self.take_singles(graph)
    }

    fn take_singles(&mut self, graph: &CandidateGraph) -> Result<(), Clash> {
        while let Some(node) = self.queue.pop() {
            if self.is_on(node) {
                continue;
            }
            if !graph.is_open(&self.masks, node) {
                return Err(Clash);
            }
            self.on[usize::from(node >> 6)] |= 1 << (node & 63);
            self.open_cells -= 1;
            for &(other, _) in graph.opponents(node, true) {
                if graph.is_open(&self.masks, other) {
                    take_out(graph, &mut self.masks, other, |single| self.queue.push(single))?;
                }
            }
        }
        Ok(())
    }
}

/// Strikes a candidate out of its sets, and calls `single` with the remaining singles.
pub(super) fn take_out(
    graph: &CandidateGraph,
    masks: &mut [u64],
    node: Node,
    mut single: impl FnMut(Node),
) -> Result<(), Clash> {
    for &(set, place) in graph.sets(node, true) {
        let set = usize::from(set);
        masks[set] &= !(1 << place);
        let left = masks[set];
        if left & left.wrapping_sub(1) == 0 && graph.is_full(set) {
            if left == 0 {
                return Err(Clash);
            }
            single(graph.member(set, left.trailing_zeros() as usize));
        }
    }
    Ok(())
}
