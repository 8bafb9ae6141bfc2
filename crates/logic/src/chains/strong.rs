//! Strong links: which candidates get on once another is off.

use crate::candidate_graph::{CandidateGraph, Node};
use crate::chains::chain::Links;

/// For each candidate, the candidates that get on once it is off, and the sets responsible. Built once, as every search needs the
/// table.
pub(super) struct Strong {
    /// The start of each candidate's partners by its cell, and the start of its partners by units.
    starts: Vec<(u32, u32)>,
    partners: Vec<(Node, u16)>,
}

impl Strong {
    pub(super) fn of(graph: &CandidateGraph, masks: &[u64]) -> Self {
        let mut starts = Vec::with_capacity(graph.len() + 1);
        let mut partners = Vec::with_capacity(graph.len());
        for node in 0..graph.len() as Node {
            let begin = partners.len() as u32;
            let (of_cell, of_units) = graph.sets(node, true).split_at(1);
            let partner = |&(set, place)| graph.partner(masks, set, place).map(|other| (other, set));
            partners.extend(of_cell.iter().filter_map(partner));
            starts.push((begin, partners.len() as u32));
            partners.extend(of_units.iter().filter_map(partner));
        }
        starts.push((partners.len() as u32, partners.len() as u32));
        Self { starts, partners }
    }

    /// The partners of a candidate by its cell, by its units or by both.
    #[inline]
    pub(super) fn of_node(&self, node: Node, links: Links) -> &[(Node, u16)] {
        let ((begin, units), (end, _)) = (self.starts[usize::from(node)], self.starts[usize::from(node) + 1]);
        let begin = if links.has_cells() { begin } else { units };
        let end = if links.has_units() { end } else { units };
        &self.partners[begin as usize..end as usize]
    }
}
