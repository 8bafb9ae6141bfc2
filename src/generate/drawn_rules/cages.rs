//! Cages.

use crate::generate::drawn_rules::drawing::Drawing;
use crate::geometry::Cell;
use crate::rule::{Killer, Rule};

/// The fewest and the most cells of a cage as it is grown.
const CAGE: (usize, usize) = (2, 5);

impl Drawing<'_> {
    /// Cages of neighbouring cells with different digits over the whole grid, grown from the cells in random order. A cell that finds
    /// no partner joins the smallest cage beside it that has not its digit; a cell without such a cage is a cage by itself.
    pub(super) fn cages(&mut self) -> Vec<Rule> {
        let mut cages: Vec<Vec<Cell>> = Vec::new();
        let mut alone = Vec::new();
        for first in self.shuffled_cells() {
            if self.is_taken.contains(&first) {
                continue;
            }
            let cage = self.cage(first);
            if cage.len() >= CAGE.0 {
                self.is_taken.extend(&cage);
                cages.push(cage);
            } else {
                alone.push(first);
            }
        }
        // A cell that found no partner may have become the partner of a later cell.
        alone.retain(|cell| !self.is_taken.contains(cell));
        for cell in alone {
            let beside = self.beside(cell, false);
            let has_place = |cage: &&mut Vec<Cell>| {
                let is_beside = cage.iter().any(|other| beside.contains(other));
                is_beside && cage.iter().all(|&other| self.value(other) != self.value(cell))
            };
            match cages.iter_mut().filter(has_place).min_by_key(|cage| cage.len()) {
                Some(cage) => cage.push(cell),
                None => cages.push(vec![cell]),
            }
        }
        let killer = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            Killer { total: Some(cells.iter().map(|&cell| self.value(cell)).sum()), cells }.into()
        };
        cages.into_iter().map(killer).collect()
    }

    /// A cage of free cells round a first cell.
    fn cage(&mut self, first: Cell) -> Vec<Cell> {
        let size = CAGE.0 + self.random.below(CAGE.1 - CAGE.0 + 1);
        let mut cage = vec![first];
        while cage.len() < size {
            let values: Vec<i64> = cage.iter().map(|&cell| self.value(cell)).collect();
            let order = self.random.shuffled(cage.len());
            let near: Vec<Cell> = order.into_iter().flat_map(|at| self.beside(cage[at], false)).collect();
            let is_free = |cell: &Cell| {
                !self.is_taken.contains(cell) && !cage.contains(cell) && !values.contains(&self.value(*cell))
            };
            match near.into_iter().find(is_free) {
                Some(next) => cage.push(next),
                None => break,
            }
        }
        cage
    }
}
