//! What a walk keeps from step to step: fillings that broke little, and premises that refute candidates. Both go on to bound what
//! explanations cost.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::logic::board::Board;
use crate::logic::layout::Mark;

/// The most fillings that are kept.
const MOST: usize = 20_000;

/// Fillings of a board, for as long as steps do not contradict them, and the premises by which candidates are false.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    fillings: RefCell<Vec<Filling>>,
    refuted: RefCell<HashMap<Mark, Vec<usize>>>,
}

/// A digit at most in each empty cell, and the numbers of the premises that this breaks.
#[derive(Clone, Debug)]
pub(in crate::logic) struct Filling {
    digits: Vec<Digit>,
    pub(in crate::logic) broken: Vec<usize>,
}

/// What a filling has in a cell.
#[derive(Clone, Copy, Debug)]
enum Digit {
    Written,
    None,
    One(Mark),
}

impl Filling {
    /// A filling of the empty cells by these candidates.
    pub(in crate::logic) fn of(board: &Board, marks: impl Iterator<Item = Mark>, broken: Vec<usize>) -> Self {
        let cells = 0..board.layout().cell_count();
        let empty = |cell| if board.value(cell).is_some() { Digit::Written } else { Digit::None };
        let mut digits: Vec<Digit> = cells.map(empty).collect();
        for mark in marks {
            digits[mark.cell()] = Digit::One(mark);
        }
        Self { digits, broken }
    }

    /// Whether a board has not struck out what the filling has, nor written another digit.
    fn is_possible(&self, board: &Board) -> bool {
        self.digits.iter().enumerate().all(|(cell, digit)| match digit {
            Digit::Written => true,
            Digit::None => board.value(cell).is_none(),
            Digit::One(mark) => board.has(*mark) || board.value(cell) == Some(mark.digit()),
        })
    }

    /// The candidates in it.
    pub(in crate::logic) fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        self.digits.iter().filter_map(|digit| if let Digit::One(mark) = digit { Some(*mark) } else { None })
    }
}

impl Memory {
    /// Keeps a filling.
    pub(in crate::logic) fn keep(&self, filling: Filling) {
        let mut kept = self.fillings.borrow_mut();
        if kept.len() < MOST {
            kept.push(filling);
        }
    }

    /// Shows the fillings that are still possible on a board, and forgets the others.
    pub(in crate::logic) fn each(&self, board: &Board, mut see: impl FnMut(&Filling)) {
        let mut kept = self.fillings.borrow_mut();
        kept.retain(|filling| filling.is_possible(board));
        kept.iter().for_each(&mut see);
    }

    /// Keeps the numbers of premises that refute a candidate.
    pub(in crate::logic) fn keep_refuted(&self, mark: Mark, premises: Vec<usize>) {
        self.refuted.borrow_mut().insert(mark, premises);
    }

    /// The numbers of premises that refuted a candidate in this position or an earlier one.
    pub(in crate::logic) fn refuted(&self, mark: Mark) -> Option<Vec<usize>> {
        self.refuted.borrow().get(&mark).cloned()
    }
}
