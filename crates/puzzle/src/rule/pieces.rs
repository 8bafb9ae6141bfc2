//! The connected pieces of a puzzle: each region to be found is one, and a piece has a size where an automaton over all of its cells
//! counts its values.

use std::collections::BTreeSet;

use crate::constraint::{ConnectedCells, Constraint};
use crate::geometry::Cell;
use crate::rule::grounds::Grounds;
use crate::rule::id::RuleId;

/// The connected pieces of some constraints, with what each rests on.
pub(super) fn pieces(constraints: &[(RuleId, Constraint)]) -> Vec<(Grounds, ConnectedCells)> {
    let of_one = |(of, (_, constraint)): (usize, &(RuleId, Constraint))| match constraint {
        Constraint::Partition(partition) => {
            let regions = partition.regions().iter().enumerate();
            regions.map(|(region, piece)| (Grounds::Region { of, region }, piece.clone())).collect()
        }
        Constraint::Connected(piece) => {
            let counted = if piece.size().is_none() { counted(piece, constraints) } else { None };
            let size = piece.size().or(counted.map(|(_, size)| size));
            let by = counted.map(|(by, _)| by);
            vec![(Grounds::Piece { of, counted_by: by }, piece.clone().with_size(size))]
        }
        _ => Vec::new(),
    };
    constraints.iter().enumerate().flat_map(of_one).collect()
}

/// The number of cells of a piece, if an automaton tells it, and the index of the automaton.
fn counted(piece: &ConnectedCells, constraints: &[(RuleId, Constraint)]) -> Option<(usize, usize)> {
    let all: BTreeSet<Cell> = piece.cells().iter().copied().collect();
    constraints.iter().enumerate().find_map(|(number, (_, constraint))| {
        let Constraint::Automaton { cells, automaton } = constraint else { return None };
        let reads_each_once = cells.len() == all.len() && cells.iter().copied().collect::<BTreeSet<_>>() == all;
        let (least, most) = reads_each_once.then(|| automaton.count_of(piece.values()))??;
        (least == most && least > 0).then_some((number, least))
    })
}
