//! Yin-yang: `yinyang shade`. Each cell is 0 or 1, the cells of each are connected, and no square of two by two is of one.

use crate::geometry::{Geometry, Layer};
use crate::rule::constrain::{Breach, Digits};
use crate::rule::error::RuleError;
use crate::rule::flags::{FlagRule, Flags};
use crate::rule::lowered::Lowered;

/// Two connected kinds of cells.
pub(super) struct YinYang {
    pub(super) flags: Flags,
}

fn has_both(square: &[i64]) -> bool {
    square.contains(&0) && square.iter().any(|&flag| flag > 0)
}

impl FlagRule for YinYang {
    fn layers(&self, _: &Geometry) -> Vec<Layer> {
        vec![self.flags.with_values(0, 1)]
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let square = self.flags.wrong_square(board, digits, has_both, "has a square that it may not have");
        square.or_else(|| [0, 1].iter().find_map(|&kind| self.flags.falls_apart(board, digits, &[kind])))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        self.flags.hang_together(board, to, &[0])?;
        self.flags.hang_together(board, to, &[1])?;
        self.flags.keep_squares(board, to, has_both)
    }

    fn words(&self) -> String {
        format!(
            "Yin-yang: each cell is shaded ({} 1) or not (0). The shaded cells are connected along edges, and so are the \
             others; no square of two by two cells is all shaded or all unshaded.",
            self.flags.layer
        )
    }
}
