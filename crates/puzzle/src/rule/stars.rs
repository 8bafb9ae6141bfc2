//! Star battles: `stars star 2`. Each row, column and box has so many stars, which do not touch, not even at corners.

use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::check;
use crate::rule::constrain::{Breach, Digits, value};
use crate::rule::error::RuleError;
use crate::rule::flags::{FlagRule, Flags};
use crate::rule::lowered::Lowered;
use crate::rule::pairs::number;

/// The flags of stars, and how many are in each unit.
pub(super) struct Stars {
    pub(super) flags: Flags,
    pub(super) count: i64,
}

impl FlagRule for Stars {
    fn check(&self) -> Result<(), RuleError> {
        check::within(self.count, 1, check::MAX_NUMBER)
    }

    fn layers(&self, _: &Geometry) -> Vec<Layer> {
        vec![self.flags.with_values(0, 1)]
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let is_star = |cell: &Cell| value(board, digits, *cell) == Some(1);
        if let Some(pair) = self.flags.touching(board).into_iter().find(|pair| pair.iter().all(is_star)) {
            return Some(self.flags.breach_of(&pair, "touch"));
        }
        let is_wrong = |unit: &Vec<Cell>| {
            let stars = number(unit.iter().filter(|cell| is_star(cell)).count());
            let is_full = unit.iter().all(|&cell| value(board, digits, cell).is_some());
            stars > self.count || is_full && stars < self.count
        };
        let unit = self.flags.units(board).into_iter().find(is_wrong)?;
        Some(self.flags.breach_of(&unit, &format!("are not {} in each row, column and box", self.count)))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for unit in self.flags.units(board) {
            to.sum(unit.into_iter().map(|flag| (1, flag)), self.count)?;
        }
        let apart = to.table(board, |a, b| a != 1 || b != 1);
        self.flags.touching(board).into_iter().try_for_each(|pair| to.relation(pair, &apart))
    }

    fn words(&self) -> String {
        format!(
            "Each row, column and box has stars ({} 1) in as many cells as this number says: {}. Stars do not touch, not even \
             at corners.",
            self.flags.layer, self.count
        )
    }
}
