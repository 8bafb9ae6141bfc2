//! Clues outside the board.

use crate::generate::drawn_rules::drawing::Drawing;
use crate::geometry::Cell;
use crate::rule::{LittleKiller, Outside, OutsideKind, Rule, Side, View};

impl Drawing<'_> {
    /// Clues of a kind: a sandwich at every row and column, other clues at half of their ends.
    pub(super) fn clues(&mut self, kind: OutsideKind) -> Vec<Vec<Rule>> {
        let is_sandwich = kind == OutsideKind::Sandwich;
        let sides: &[Side] =
            if is_sandwich { &[Side::Top, Side::Left] } else { &[Side::Top, Side::Left, Side::Right, Side::Bottom] };
        let of_side = |&from: &Side| {
            let is_row = matches!(from, Side::Left | Side::Right);
            let count = if is_row { self.board.rows() } else { self.board.columns() };
            (0..count as u16).map(move |number| View { number, from })
        };
        let views: Vec<View> = sides.iter().flat_map(of_side).collect();
        let mut orbits: Vec<Vec<Rule>> = Vec::new();
        for view in &views {
            if !(is_sandwich || self.is_drawn(2)) {
                continue;
            }
            // The image of a row read from the left is a line read from some side; a sandwich reads the same from both.
            let clue_at = |cells: Vec<Cell>| {
                let is_view = |view: &&View| {
                    let of_view = view.cells(self.board);
                    of_view == cells || is_sandwich && of_view.iter().rev().eq(&cells)
                };
                self.clue(kind, *views.iter().find(is_view)?)
            };
            let Some(orbit) = self.repeated(&view.cells(self.board), clue_at) else { continue };
            if !self.is_repeated(&orbit[0], &orbits) {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// The clue that a line of the grid has, if any.
    fn clue(&self, kind: OutsideKind, view: View) -> Option<Rule> {
        let cells = view.cells(self.board);
        let most: i64 = cells.iter().map(|&cell| self.value(cell)).sum();
        let rule = |clue: i64| Outside { kind, clue: clue.into(), view }.into();
        (0..=most).map(rule).find(|rule| self.holds(rule))
    }

    /// The totals of a quarter of the diagonals of two cells or more, read from the first row and the first column.
    pub(super) fn diagonals(&mut self) -> Vec<Vec<Rule>> {
        let [rows, columns] = [self.board.rows(), self.board.columns()].map(|count| i32::from(count as u16));
        let mut diagonals: Vec<Vec<Cell>> = Vec::new();
        for way in [1, -1] {
            let first_column = if way > 0 { 0 } else { columns - 1 };
            let starts = (0..columns).map(|column| (0, column)).chain((1..rows).map(|row| (row, first_column)));
            for (row, column) in starts {
                let cell = |by: i32| {
                    let place = [row + by, column + way * by].map(u16::try_from);
                    let [Ok(row), Ok(column)] = place else { return None };
                    Some(Cell::new(row, column)).filter(|&cell| self.board.contains(cell))
                };
                let cells: Vec<Cell> = (0..).map_while(cell).collect();
                if cells.len() > 1 {
                    diagonals.push(cells);
                }
            }
        }
        let mut orbits: Vec<Vec<Rule>> = Vec::new();
        for cells in diagonals {
            if self.is_drawn(4)
                && let Some(orbit) = self.repeated(&cells, |cells| Some(self.little_killer(cells)))
                && !self.is_repeated(&orbit[0], &orbits)
            {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// The total of a diagonal, read from its first row.
    fn little_killer(&self, mut cells: Vec<Cell>) -> Rule {
        cells.sort_unstable();
        let total = cells.iter().map(|&cell| self.value(cell)).sum();
        LittleKiller { total, cells }.into()
    }
}
