//! Eliminations by the puzzle's rules in a dynamic chain.

use crate::board::Board;
use crate::candidate_graph::{CandidateGraph, Node};
use crate::chains::run::Run;
use crate::proof::Because;
use crate::ruled::Ruled;

/// The rules of a board.
#[derive(Debug)]
pub(super) struct Rules<'a> {
    board: &'a Board,
    ruled: Vec<Ruled<'a>>,
}

impl<'a> Rules<'a> {
    /// The rules with empty cells.
    pub(super) fn new(board: &'a Board) -> Self {
        let mut ruled = Ruled::of(board.layout());
        ruled.retain(|rule| rule.cells.iter().any(|&cell| board.value(cell.into()).is_none()));
        Self { board, ruled }
    }

    /// The cells of a rule, whose numbers are also their numbers as sets.
    pub(super) fn cells_of(&self, because: &Because) -> &'a [u16] {
        self.ruled.iter().find(|rule| rule.because == *because).map_or(&[], |rule| rule.cells)
    }

    /// Adds to the run the rules' eliminations based on the run's own eliminations since `masks`, rule by rule, up to the first
    /// contradiction.
    pub(super) fn deduce(&self, graph: &CandidateGraph, masks: &[u64], run: &mut Run) {
        for rule in &self.ruled {
            let gone = |&cell: &u16| masks[usize::from(cell)] & !run.left()[usize::from(cell)];
            if rule.cells.iter().all(|cell| gone(cell) == 0) {
                continue;
            }
            let domains = rule.domains(self.board, |cell| run.left()[cell]);
            let struck = rule.struck_or_all(&domains).into_iter().filter(|mark| self.board.has(*mark));
            let struck: Vec<Node> = struck.map(|mark| graph.member(mark.cell(), mark.digit())).collect();
            let mut from: Vec<Node> =
                rule.cells.iter().flat_map(|cell| graph.members(usize::from(*cell), gone(cell))).collect();
            from.sort_unstable();
            from.dedup();
            run.rule_out(&struck, &from, &rule.because);
            if run.clash.is_some() {
                return;
            }
        }
    }
}
