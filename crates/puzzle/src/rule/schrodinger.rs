//! Cells with two digits: `schrodinger second value`. One cell of each row, column and box has a further digit, so that a row of nine
//! cells has all digits from 0 to 9.

use std::collections::HashSet;

use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape};
use crate::rule::constrain::{Breach, Digits, value, values};
use crate::rule::error::RuleError;
use crate::rule::flags::{FlagRule, Flags};
use crate::rule::lowered::Lowered;

/// The higher digits in a layer of the grid, and the sums of both digits in another.
#[derive(Clone, Copy)]
pub(super) struct Schrodinger {
    pub(super) flags: Flags,
    pub(super) values: LayerName,
}

impl Schrodinger {
    fn value_of(self, cell: Cell) -> Cell {
        Flags::above(cell, self.values)
    }

    /// The cells of the grid in each row, column and box.
    fn units(self, board: &Geometry) -> Vec<Vec<Cell>> {
        let units = self.flags.units(board).into_iter();
        units
            .map(|unit| unit.into_iter().map(|flag| Cell::new(flag.row() as u16, flag.column() as u16)).collect())
            .collect()
    }
}

impl FlagRule for Schrodinger {
    fn layers(&self, board: &Geometry) -> Vec<Layer> {
        let (first, last) = board.grid_digits();
        let layer = |name, last| Layer { name, shape: LayerShape::Grid, first, last };
        vec![layer(self.flags.layer, last), layer(self.values, last.saturating_mul(2))]
    }

    fn digits(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        for cell in board.grid_cells() {
            let all = [cell, self.flags.flag(cell), self.value_of(cell)];
            let Some(&[one, other, sum]) = values(board, digits, &all).as_deref() else { continue };
            let wanted = if one == other { one } else { one + other };
            if one > other || sum != wanted {
                return Some(self.flags.breach_of(&all, "has digits in another order, or another value"));
            }
        }
        for unit in self.units(board) {
            // How often each digit is in the unit, a cell with one digit once.
            let mut seen: HashSet<i64> = HashSet::new();
            let (mut doubles, mut is_full) = (0, true);
            for &cell in &unit {
                let (one, other) = (value(board, digits, cell), value(board, digits, self.flags.flag(cell)));
                let of_cell: HashSet<i64> = one.into_iter().chain(other).collect();
                is_full &= one.is_some() && other.is_some();
                doubles += usize::from(of_cell.len() == 2);
                if let Some(twice) = of_cell.into_iter().find(|&digit| !seen.insert(digit)) {
                    return Some(self.flags.breach_of(&unit, &format!("has {twice} twice in a unit")));
                }
            }
            if doubles > 1 || is_full && doubles == 0 {
                return Some(self.flags.breach_of(&unit, "are not one in each row, column and box"));
            }
        }
        None
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let (first, last) = board.grid_digits();
        let digits = usize::from(last - first) + 1;
        let units = self.units(board);
        if units.iter().any(|unit| unit.len() >= digits) {
            return Err(RuleError::Board("one digit more than a row has cells, such as 3x3+digits:0..9"));
        }
        let (no_less, unequal) = (to.table(board, |a, b| a <= b), to.table(board, |a, b| a != b));
        let sum = |state: &(i64, i64), place: usize, value: i64| match place {
            0 => Some((value, 0)),
            1 => Some((state.0, value)),
            _ => (value == state.0 + if state.0 == state.1 { 0 } else { state.1 }).then_some((0, 0)),
        };
        let sums = to.automaton_of(board, 3, (0, 0), sum, |_| true)?;
        for cell in board.grid_cells() {
            to.relation([cell, self.flags.flag(cell)], &no_less)?;
            to.reads(vec![cell, self.flags.flag(cell), self.value_of(cell)], &sums)?;
        }
        // The lower digit of the cell that was read last, if its higher one is to come, and the cells with two digits so far.
        let count = |&(lower, doubles): &(i64, u8), place: usize, value: i64| match place % 2 {
            0 => Some((value, doubles)),
            _ => Some((0, doubles + u8::from(value != lower))).filter(|&(_, doubles)| doubles <= 1),
        };
        let mut known: HashSet<[Cell; 2]> = HashSet::new();
        for unit in units {
            for &one in &unit {
                for &other in unit.iter().filter(|&&other| other != one) {
                    if known.insert([one, other]) {
                        to.relation([self.flags.flag(one), other], &unequal)?;
                    }
                }
            }
            let cells: Vec<Cell> = unit.iter().flat_map(|&cell| [cell, self.flags.flag(cell)]).collect();
            to.automaton(board, cells, (0, 0), count, |&(_, doubles)| doubles == 1)?;
        }
        Ok(())
    }

    fn words(&self) -> String {
        let (layer, values) = (self.flags.layer, self.values);
        format!(
            "Each row, column and box has one cell with two digits; {layer} is the higher one, or the only digit of another cell. \
                 No digit is twice in a row, column or box. The value {values} of a cell is the sum of its digits."
        )
    }
}
