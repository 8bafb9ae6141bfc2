//! The connected pieces of a puzzle: each region to be found is one, and a piece has a size where an automaton over all of its cells
//! counts its values.

use std::collections::BTreeSet;

use crate::constraint::{ConnectedCells, Constraint};
use crate::geometry::Cell;
use crate::rule::id::RuleId;

/// The connected pieces of some constraints.
pub(super) fn pieces(constraints: &[(RuleId, Constraint)]) -> Vec<ConnectedCells> {
    let of_one = |(_, constraint): &(RuleId, Constraint)| match constraint {
        Constraint::Partition(partition) => partition.regions().to_vec(),
        Constraint::Connected(piece) => {
            let size = piece.size().or_else(|| counted(piece, constraints));
            vec![piece.clone().with_size(size)]
        }
        _ => Vec::new(),
    };
    constraints.iter().flat_map(of_one).collect()
}

/// The number of cells of a piece, if an automaton tells it.
fn counted(piece: &ConnectedCells, constraints: &[(RuleId, Constraint)]) -> Option<usize> {
    let all: BTreeSet<Cell> = piece.cells().iter().copied().collect();
    constraints.iter().find_map(|(_, constraint)| {
        let Constraint::Automaton { cells, automaton } = constraint else { return None };
        let reads_each_once = cells.len() == all.len() && cells.iter().copied().collect::<BTreeSet<_>>() == all;
        let (least, most) = reads_each_once.then(|| automaton.count_of(piece.values()))??;
        (least == most && least > 0).then_some(least)
    })
}
