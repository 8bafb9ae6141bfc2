//! Candidates that a puzzle cannot tell apart: digits without a clue are names, and rows of a band without a clue, and such
//! columns of a stack, may be exchanged.

use crate::geometry::{Candidate, Geometry};
use crate::grid::Grid;

/// The first equivalent of each row, column and digit.
pub(super) struct CandidateClasses {
    rows: Vec<usize>,
    columns: Vec<usize>,
    digits: Vec<usize>,
}

impl CandidateClasses {
    pub(super) fn of(puzzle: &Grid) -> Self {
        let board = puzzle.geometry();
        let side = board.digit_count();
        // Rules may count with digits and hold for single cells.
        let has_constraints = !puzzle.rules().constraints().is_empty();
        let has_clue = |is_in: &dyn Fn(Candidate) -> bool| has_constraints || puzzle.clues().any(is_in);
        let digits = firsts(side, |_| 0, |digit| has_clue(&|clue| board.digit_index(clue.digit) == digit));
        let (rows, columns) = match board.plain_boxes().filter(|_| !board.has_rules()) {
            Some((box_rows, box_columns)) => (
                firsts(side, |row| row / box_rows, |row| has_clue(&|clue| clue.cell.row() == row)),
                firsts(side, |column| column / box_columns, |column| has_clue(&|clue| clue.cell.column() == column)),
            ),
            None => ((0..board.rows()).collect(), (0..board.columns()).collect()),
        };
        Self { rows, columns, digits }
    }

    /// The equivalence class of a candidate: equal for interchangeable candidates.
    pub(super) fn class(&self, board: &Geometry, candidate: Candidate) -> [usize; 3] {
        let (row, column) = (candidate.cell.row(), candidate.cell.column());
        [self.rows[row], self.columns[column], self.digits[board.digit_index(candidate.digit)]]
    }
}

/// For each index the first free index of its group, or the index itself if bound. Groups whose members are all free are
/// interchangeable as well.
fn firsts(count: usize, group: impl Fn(usize) -> usize, is_bound: impl Fn(usize) -> bool) -> Vec<usize> {
    let bound: Vec<bool> = (0..count).map(is_bound).collect();
    let is_free = |group_of: usize| (0..count).filter(|&at| group(at) == group_of).all(|at| !bound[at]);
    let first_free = (0..count).map(&group).find(|&group| is_free(group));
    let group = |at: usize| if is_free(group(at)) { first_free.unwrap_or(at) } else { group(at) };
    let first = |at: usize| (0..at).find(|&other| !bound[other] && group(other) == group(at));
    (0..count).map(|at| if bound[at] { at } else { first(at).unwrap_or(at) }).collect()
}
