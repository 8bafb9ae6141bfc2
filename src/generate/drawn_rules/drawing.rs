//! A full grid from which rules are drawn: its values, neighbours and free paths.

use std::collections::BTreeSet;

use crate::geometry::{Cell, Geometry};
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
use crate::rule::Rule;

/// The cells of lines and of marks in cells, which would hide one another.
#[derive(Default)]
pub(crate) struct Room(BTreeSet<Cell>);

impl Room {
    /// Notes the cells that rules mark. The line of an indexer has no mark but in the indexer itself.
    pub(super) fn take(&mut self, rules: &[Rule], board: &Geometry) {
        for rule in rules {
            match rule {
                Rule::Indexer(indexer) => self.0.extend(&indexer.cells),
                rule => self.0.extend(rule.as_constrain().cells(board)),
            }
        }
    }
}

/// How many rules a family draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// As many as for a grid without other families, divided by the number of families that share the cells.
    Share(usize),
    /// All that there is room for.
    All,
    /// One rule.
    One,
}

/// A full grid, and the cells of the rules drawn so far.
pub(super) struct Drawing<'a> {
    pub(super) full: &'a Grid,
    pub(super) board: &'a Geometry,
    pub(super) random: &'a mut Random,
    pub(super) is_taken: BTreeSet<Cell>,
    amount: Amount,
}

impl<'a> Drawing<'a> {
    /// The room is for rules that mark cells; others have all of the grid.
    pub(super) fn new(full: &'a Grid, room: &Room, amount: Amount, marks_cells: bool, random: &'a mut Random) -> Self {
        let is_taken = if marks_cells { room.0.clone() } else { BTreeSet::new() };
        Self { full, board: full.geometry(), random, is_taken, amount }
    }

    /// Whether there are rules enough, where one for so many cells is right.
    pub(super) fn has_enough(&self, rules: usize, cells: usize) -> bool {
        match self.amount {
            Amount::Share(share) => rules * cells * share >= self.board.cell_count(),
            Amount::All => false,
            Amount::One => rules > 0,
        }
    }

    /// Whether one rule is drawn.
    pub(super) fn draws_one(&self) -> bool {
        self.amount == Amount::One
    }

    /// Whether a mark that half of all places get is drawn at the next place.
    pub(super) fn is_drawn(&mut self) -> bool {
        !matches!(self.amount, Amount::Share(_)) || self.random.below(2) == 0
    }

    /// The first and the last digit.
    pub(super) fn ends(&self) -> [i64; 2] {
        [self.board.first_digit(), self.board.last_digit()].map(|digit| i64::from(digit.get()))
    }

    pub(super) fn value(&self, cell: Cell) -> i64 {
        self.full.get(cell).map_or(0, |digit| digit.get().into())
    }

    /// Whether the full grid keeps a rule.
    pub(super) fn holds(&self, rule: &Rule) -> bool {
        rule.as_constrain().check().is_ok() && rule.as_constrain().breach(self.board, self.full.digits()).is_none()
    }

    pub(super) fn shuffled_cells(&mut self) -> Vec<Cell> {
        let order = self.random.shuffled(self.board.cell_count());
        order.into_iter().map(|cell| self.board.cell(cell)).collect()
    }

    /// The neighbours of a cell in random order, on request with the diagonal neighbours.
    pub(super) fn beside(&mut self, cell: Cell, with_diagonals: bool) -> Vec<Cell> {
        let mut found = Vec::new();
        for (down, right) in (0..9).map(|i| (i / 3 - 1, i % 3 - 1)) {
            let is_straight = (down == 0) != (right == 0);
            let place = |at: usize, by: isize| at.checked_add_signed(by).and_then(|at| u16::try_from(at).ok());
            let (Some(row), Some(column)) = (place(cell.row(), down), place(cell.column(), right)) else { continue };
            let next = Cell::new(row, column);
            if next != cell && (is_straight || with_diagonals) && self.board.contains(next) {
                found.push(next);
            }
        }
        self.random.shuffle(&mut found);
        found
    }

    /// A path of free cells that begins at `first`; empty if `first` is taken.
    pub(super) fn path(&mut self, first: Cell, length: usize, suits: impl Fn(&[i64], i64) -> bool) -> Vec<Cell> {
        let mut path = Vec::new();
        if self.is_taken.contains(&first) {
            return path;
        }
        path.push(first);
        let mut values = vec![self.value(first)];
        while path.len() < length {
            let near = self.beside(path[path.len() - 1], true);
            let is_next = |cell: &Cell| {
                !self.is_taken.contains(cell) && !path.contains(cell) && suits(&values, self.value(*cell))
            };
            let Some(next) = near.into_iter().find(is_next) else { break };
            path.push(next);
            values.push(self.value(next));
        }
        path
    }
}
