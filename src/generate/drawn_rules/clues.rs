//! Clues outside the board.

use crate::generate::drawn_rules::drawing::Drawing;
use crate::geometry::Cell;
use crate::rule::{LittleKiller, Outside, OutsideKind, Rule, Side, View};

impl Drawing<'_> {
    /// Clues of a kind: a sandwich at every row and column, other clues at half of their ends.
    pub(super) fn clues(&mut self, kind: OutsideKind) -> Vec<Rule> {
        let is_sandwich = kind == OutsideKind::Sandwich;
        let sides: &[Side] =
            if is_sandwich { &[Side::Top, Side::Left] } else { &[Side::Top, Side::Left, Side::Right, Side::Bottom] };
        let mut rules = Vec::new();
        for &from in sides {
            let is_row = matches!(from, Side::Left | Side::Right);
            let count = if is_row { self.board.rows() } else { self.board.columns() };
            for number in 0..count as u16 {
                if is_sandwich || self.is_drawn() {
                    rules.extend(self.clue(kind, View { number, from }));
                }
            }
        }
        rules
    }

    /// The clue that a line of the grid has, if any.
    fn clue(&self, kind: OutsideKind, view: View) -> Option<Rule> {
        let cells = view.cells(self.board);
        let most: i64 = cells.iter().map(|&cell| self.value(cell)).sum();
        let rule = |clue: i64| Outside { kind, clue: clue.into(), view }.into();
        (0..=most).map(rule).find(|rule| self.holds(rule))
    }

    /// The totals of half of the diagonals of two cells or more, read from the first row and the first column.
    pub(super) fn diagonals(&mut self) -> Vec<Rule> {
        let [rows, columns] = [self.board.rows(), self.board.columns()].map(|count| i32::from(count as u16));
        let mut rules = Vec::new();
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
                if cells.len() > 1 && self.is_drawn() {
                    let total = cells.iter().map(|&cell| self.value(cell)).sum();
                    rules.push(LittleKiller { total, cells }.into());
                }
            }
        }
        rules
    }
}
