//! The connected pieces of a puzzle: each region to be found is one, and a piece has a size where an automaton over all of its cells
//! counts its values.

use std::collections::BTreeSet;

use crate::constraint::{ConnectedCells, Constraint};
use crate::geometry::Cell;

/// The connected pieces of some constraints.
pub(super) fn pieces<'a>(constraints: impl Iterator<Item = &'a Constraint> + Clone) -> Vec<ConnectedCells> {
    let of_one = |constraint: &Constraint| match constraint {
        Constraint::Partition(partition) => partition.regions().to_vec(),
        Constraint::Connected(connected) if connected.size().is_some() => vec![connected.clone()],
        Constraint::Connected(connected) => {
            let size = constraints.clone().find_map(|counted| count_in(counted, connected));
            vec![size.map_or_else(|| connected.clone(), |size| connected.clone().with_size(size))]
        }
        _ => Vec::new(),
    };
    constraints.clone().flat_map(of_one).collect()
}

/// The number of cells of a piece, if an automaton tells it.
fn count_in(constraint: &Constraint, piece: &ConnectedCells) -> Option<usize> {
    let Constraint::Automaton { cells, automaton } = constraint else { return None };
    let all: BTreeSet<Cell> = piece.cells().iter().copied().collect();
    let reads_each_once = cells.len() == all.len() && cells.iter().copied().collect::<BTreeSet<_>>() == all;
    let (least, most) = reads_each_once.then(|| automaton.count_of(piece.values()))??;
    (least == most && least > 0).then_some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::grid::Grid;

    fn sizes(board: &str, rules: &[&str]) -> Vec<Option<usize>> {
        let board: Geometry = board.parse().expect("a board");
        let rules = rules.iter().map(|rule| rule.parse().expect("a rule")).collect();
        let grid = Grid::empty(&board.into()).with_rules(rules).expect("a puzzle");
        pieces(grid.rules().constraints().iter().map(|(_, constraint)| constraint))
            .iter()
            .map(ConnectedCells::size)
            .collect()
    }

    #[test]
    fn a_piece_has_the_size_that_another_rule_counts() {
        let layer = "layer S 0..1";
        let rows: Vec<String> = (1..=4).map(|row| format!("S:r{row}c1-r{row}c4")).collect();
        let (all, three) = (rows.join(" "), rows[..3].join(" "));
        assert_eq!(sizes("2x2", &[layer, "connected 1 S"]), [None]);
        assert_eq!(sizes("2x2", &[layer, "connected 1 S", &format!("exactly 5*1,11*0 {all}")]), [Some(5)]);
        assert_eq!(sizes("2x2", &[layer, "connected 1 S", &format!("contains 1,1 {all}")]), [None]);
        assert_eq!(sizes("2x2", &[layer, "connected 1 S", &format!("exactly 5*1,7*0 {three}")]), [None]);
        assert_eq!(sizes("latin4", &["chaos C"]), [Some(4); 4]);
    }
}
