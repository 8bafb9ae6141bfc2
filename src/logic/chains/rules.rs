//! What the puzzle's rules strike out of what a dynamic chain has left.

use crate::logic::board::Board;
use crate::logic::chains::run::Run;
use crate::logic::net::{Net, Node};
use crate::logic::proof::Because;
use crate::logic::ruled::Ruled;

/// The rules of a board.
#[derive(Debug)]
pub(super) struct Rules<'a> {
    board: &'a Board,
    ruled: Vec<Ruled<'a>>,
}

impl<'a> Rules<'a> {
    /// The rules that have empty cells.
    pub(super) fn new(board: &'a Board) -> Self {
        let mut ruled = Ruled::of(board.layout());
        ruled.retain(|rule| rule.cells.iter().any(|&cell| board.value(cell.into()).is_none()));
        Self { board, ruled }
    }

    /// The cells of a rule, which are sets by the same numbers.
    pub(super) fn cells_of(&self, because: &Because) -> &'a [u16] {
        self.ruled.iter().find(|rule| rule.because == *because).map_or(&[], |rule| rule.cells)
    }

    /// Adds to the run what rules strike out by what the run has struck out since `masks`, rule by rule, up to the first contradiction.
    pub(super) fn deduce(&self, net: &Net, masks: &[u64], run: &mut Run) {
        for rule in &self.ruled {
            let gone = |&cell: &u16| masks[usize::from(cell)] & !run.left()[usize::from(cell)];
            if rule.cells.iter().all(|cell| gone(cell) == 0) {
                continue;
            }
            let domains = rule.domains(self.board, |cell| run.left()[cell]);
            let struck = rule.struck_or_all(&domains).into_iter().filter(|mark| self.board.has(*mark));
            let struck: Vec<Node> = struck.map(|mark| net.member(mark.cell(), mark.digit())).collect();
            let mut from: Vec<Node> =
                rule.cells.iter().flat_map(|cell| net.members(usize::from(*cell), gone(cell))).collect();
            from.sort_unstable();
            from.dedup();
            run.rule_out(&struck, &from, &rule.because);
            if run.clash.is_some() {
                return;
            }
        }
    }
}
