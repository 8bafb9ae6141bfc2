//! Cages.

use crate::generate::drawn_rules::drawing::{Drawing, Orbit};
use crate::geometry::Cell;
use crate::rule::{Killer, Rule};

/// The fewest and the most cells of a cage as it is grown.
const CAGE: (usize, usize) = (2, 5);

/// A cage with its total, unless a digit is in it twice.
fn killer(drawing: &mut Drawing<'_>, mut cells: Vec<Cell>) -> Option<Rule> {
    cells.sort_unstable();
    let rule = Killer { total: Some(cells.iter().map(|&cell| drawing.value(cell)).sum()), cells }.into();
    drawing.holds(&rule).then_some(rule)
}

impl Drawing<'_> {
    /// Cages of neighbouring cells with different digits over the whole grid, grown from the cells in random order. A cell that finds
    /// no partner joins the smallest cage beside it that has not its digit; a cell without such a cage is a cage by itself, where no
    /// sizes are wished for. A number of cages covers as many cells as it does.
    pub(super) fn cages(&mut self) -> Vec<Vec<Rule>> {
        let mut cages: Vec<(Vec<Cell>, Orbit)> = Vec::new();
        let mut alone = Vec::new();
        for first in self.shuffled_cells() {
            let drawn: usize = cages.iter().map(|(_, orbit)| orbit.rules.len()).sum();
            if self.has_counted(drawn) {
                alone.clear();
                break;
            }
            if self.is_taken.contains(&first) {
                continue;
            }
            match self.cage(first) {
                Some((cage, orbit)) => {
                    self.is_taken.extend(&orbit.cells);
                    cages.push((cage, orbit));
                }
                None => alone.push(first),
            }
        }
        for cell in alone {
            // The partner of a later cell, or the image of an earlier one.
            if self.is_taken.contains(&cell) {
                continue;
            }
            let larger = cages.iter().enumerate().filter_map(|(at, (cage, orbit))| {
                let (cage, orbit) = self.joined(cage, orbit, cell)?;
                Some((at, cage, orbit))
            });
            // The first of the smallest.
            let smallest = larger.min_by_key(|(_, cage, _)| cage.len());
            if let Some((at, cage, orbit)) = smallest {
                self.is_taken.extend(&orbit.cells);
                cages[at] = (cage, orbit);
            } else if self.sizes.is_none()
                && let Some(orbit) = self.orbit(&[cell], killer)
            {
                self.is_taken.extend(&orbit.cells);
                cages.push((vec![cell], orbit));
            }
        }
        cages.into_iter().map(|(_, orbit)| orbit.rules).collect()
    }

    /// A cage of free cells round a first cell, with its images.
    fn cage(&mut self, first: Cell) -> Option<(Vec<Cell>, Orbit)> {
        let (least, most) = self.sizes.unwrap_or(CAGE);
        let size = least + self.random.below(most - least + 1);
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
        while cage.len() >= least {
            if let Some(orbit) = self.orbit(&cage, killer) {
                return Some((cage, orbit));
            }
            cage.pop();
        }
        None
    }

    /// A cage and its images with a cell more beside it, or beside an image.
    fn joined(&mut self, cage: &[Cell], orbit: &Orbit, cell: Cell) -> Option<(Vec<Cell>, Orbit)> {
        if self.sizes.is_some_and(|(_, most)| cage.len() >= most) {
            return None;
        }
        orbit.cells.iter().for_each(|cell| {
            self.is_taken.remove(cell);
        });
        let found = self.images_of(cell).into_iter().find_map(|image| {
            let is_beside =
                |other: &Cell| image.row().abs_diff(other.row()) + image.column().abs_diff(other.column()) == 1;
            if !cage.iter().any(is_beside) {
                return None;
            }
            let larger = [cage, &[image]].concat();
            let orbit = self.orbit(&larger, killer)?;
            Some((larger, orbit))
        });
        self.is_taken.extend(&orbit.cells);
        found
    }
}
