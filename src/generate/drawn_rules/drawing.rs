//! A full grid from which rules are drawn: its values, neighbours and free paths.

use std::collections::BTreeSet;

use crate::geometry::{Cell, Geometry};
use crate::grid::Grid;
use crate::random::Pcg32 as Random;
use crate::rule::Rule;

/// A full grid, and the cells of the rules drawn so far.
pub(super) struct Drawing<'a> {
    pub(super) full: &'a Grid,
    pub(super) board: &'a Geometry,
    pub(super) random: &'a mut Random,
    pub(super) is_taken: BTreeSet<Cell>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(full: &'a Grid, random: &'a mut Random) -> Self {
        Self { full, board: full.geometry(), random, is_taken: BTreeSet::new() }
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
