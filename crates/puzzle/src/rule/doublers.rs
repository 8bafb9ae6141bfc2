//! Doublers: `doublers flag value`. One cell of each row, column and box counts twice, and no digit is doubled twice.

use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape};
use crate::rule::constrain::{Breach, Digits, value, values};
use crate::rule::error::RuleError;
use crate::rule::flags::{FlagRule, Flags};
use crate::rule::lowered::Lowered;

/// The flags of doublers, and the layer of the values.
pub(super) struct Doublers {
    pub(super) flags: Flags,
    pub(super) values: LayerName,
}

impl Doublers {
    /// A cell, its flag and its value.
    fn parts(&self, cell: Cell) -> [Cell; 3] {
        [cell, self.flags.flag(cell), Flags::above(cell, self.values)]
    }

    /// The first two doubled cells with one digit, or the first cell whose value is not that of its digit.
    fn wrong_doubler(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let mut doubled: Vec<(i64, Cell)> = Vec::new();
        for cell in board.grid_cells() {
            let all = self.parts(cell);
            let known = values(board, digits, &all);
            let Some(&[digit, flag, value]) = known.as_deref() else { continue };
            if value != digit * (1 + flag) {
                return Some(self.flags.breach_of(&all, "has another value"));
            }
            if flag == 1 {
                if let Some((_, other)) = doubled.iter().find(|(known, _)| *known == digit) {
                    return Some(self.flags.breach_of(&[*other, cell], "double one digit twice"));
                }
                doubled.push((digit, cell));
            }
        }
        None
    }

    /// The first unit without exactly one doubler.
    fn wrong_unit(&self, board: &Geometry, digits: Digits<'_>) -> Option<Vec<Cell>> {
        self.flags.units(board).into_iter().find(|unit| {
            let flags: Vec<Option<i64>> = unit.iter().map(|&cell| value(board, digits, cell)).collect();
            let doublers = flags.iter().filter(|flag| **flag == Some(1)).count();
            doublers > 1 || doublers == 0 && !flags.contains(&None)
        })
    }
}

impl FlagRule for Doublers {
    fn layers(&self, board: &Geometry) -> Vec<Layer> {
        let (first, last) = board.grid_digits();
        let values = Layer { name: self.values, shape: LayerShape::Grid, first, last: last.saturating_mul(2) };
        vec![self.flags.with_values(0, 1), values]
    }

    fn digits(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let unit = self.wrong_unit(board, digits);
        unit.map(|unit| self.flags.breach_of(&unit, "are not one in each row, column and box"))
            .or_else(|| self.wrong_doubler(board, digits))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let one = |count: &i64, _: usize, value: i64| Some(count + value).filter(|&count| count <= 1);
        for unit in self.flags.units(board) {
            to.automaton(board, unit, 0, one, |&count| count == 1)?;
        }
        let product = |state: &[i64; 2], place: usize, value: i64| match place {
            0 => Some([value, 0]),
            1 => Some([state[0], 1 + value]),
            _ => (value == state[0] * state[1]).then_some([0, 0]),
        };
        let automaton = to.automaton_of(board, 3, [0, 0], product, |_| true)?;
        let cells: Vec<Cell> = board.grid_cells().collect();
        for &cell in &cells {
            to.reads(self.parts(cell).to_vec(), &automaton)?;
        }
        // Each digit is doubled at most once: two doublers differ, unless a unit has both cells.
        let differ = |state: &Option<i64>, place: usize, value: i64| match place {
            0 => Some(Some(value)),
            1 => Some(state.filter(|_| value == 1)),
            2 => Some(state.filter(|digit| *digit == value)),
            _ => (state.is_none() || value != 1).then_some(None),
        };
        let automaton = to.automaton_of(board, 4, None, differ, |_| true)?;
        for (at, &cell) in cells.iter().enumerate() {
            for &other in &cells[at + 1..] {
                if board.shared_unit(cell, other).is_none() {
                    to.reads(vec![cell, self.flags.flag(cell), other, self.flags.flag(other)], &automaton)?;
                }
            }
        }
        Ok(())
    }

    fn words(&self) -> String {
        format!(
            "Each row, column and box has one doubler ({} 1), and no digit is doubled twice. The value {} of a cell is its \
             digit, and twice its digit for a doubler.",
            self.flags.layer, self.values
        )
    }
}
