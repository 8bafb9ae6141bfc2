//! State that a walk keeps from step to step: fillings that violate few premises, and premises that refute candidates. Both help
//! to bound the cost of later explanations.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::board::Board;
use crate::pencil_mark::PencilMark;

/// The most fillings that are kept.
const MAX_FILLINGS: usize = 20_000;

/// Fillings of a board that no step has contradicted yet, and the premises that refute candidates.
#[derive(Clone, Debug, Default)]
pub struct WalkCache {
    fillings: RefCell<Vec<Filling>>,
    refuted: RefCell<HashMap<PencilMark, Vec<usize>>>,
}

/// At most one digit in each empty cell, and the numbers of the premises that the filling violates.
#[derive(Clone, Debug)]
pub(crate) struct Filling {
    digits: Vec<Digit>,
    pub(crate) broken: Vec<usize>,
}

/// The content of a cell in a filling.
#[derive(Clone, Copy, Debug)]
enum Digit {
    Written,
    None,
    One(PencilMark),
}

impl Filling {
    /// A filling of the empty cells by these candidates.
    pub(crate) fn of(board: &Board, marks: impl Iterator<Item = PencilMark>, broken: Vec<usize>) -> Self {
        let cells = 0..board.layout().cell_count();
        let empty = |cell| if board.value(cell).is_some() { Digit::Written } else { Digit::None };
        let mut digits: Vec<Digit> = cells.map(empty).collect();
        for mark in marks {
            digits[mark.cell()] = Digit::One(mark);
        }
        Self { digits, broken }
    }

    /// Whether the board has neither struck out a candidate of the filling nor written another digit.
    fn is_possible(&self, board: &Board) -> bool {
        self.digits.iter().enumerate().all(|(cell, digit)| match digit {
            Digit::Written => true,
            Digit::None => board.value(cell).is_none(),
            Digit::One(mark) => board.has(*mark) || board.value(cell) == Some(mark.digit()),
        })
    }

    /// The candidates of the filling.
    pub(crate) fn marks(&self) -> impl Iterator<Item = PencilMark> + '_ {
        self.digits.iter().filter_map(|digit| if let Digit::One(mark) = digit { Some(*mark) } else { None })
    }
}

impl WalkCache {
    /// Keeps a filling.
    pub(crate) fn keep(&self, filling: Filling) {
        let mut kept = self.fillings.borrow_mut();
        if kept.len() < MAX_FILLINGS {
            kept.push(filling);
        }
    }

    /// Calls a function with each filling that is still possible on a board, and forgets the rest.
    pub(crate) fn each(&self, board: &Board, mut see: impl FnMut(&Filling)) {
        let mut kept = self.fillings.borrow_mut();
        kept.retain(|filling| filling.is_possible(board));
        kept.iter().for_each(&mut see);
    }

    /// Keeps the numbers of premises that refute a candidate.
    pub(crate) fn keep_refuted(&self, mark: PencilMark, premises: Vec<usize>) {
        self.refuted.borrow_mut().insert(mark, premises);
    }

    /// The numbers of premises that refuted a candidate in this position or an earlier one.
    pub(crate) fn refuted(&self, mark: PencilMark) -> Option<Vec<usize>> {
        self.refuted.borrow().get(&mark).cloned()
    }
}
