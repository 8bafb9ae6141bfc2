//! Loops and snakes: `loop way`, `snake body [apart]`. The shaded cells are one path, whose cells are neighbours on it or not at all.

use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::constrain::{Breach, Digits, value, values};
use crate::rule::error::RuleError;
use crate::rule::flags::{FlagRule, Flags};
use crate::rule::lowered::Lowered;

/// A loop, or a snake with two ends.
pub(super) struct Path {
    pub(super) flags: Flags,
    pub(super) is_snake: bool,
    /// Whether cells of the path that meet at a corner alone are forbidden.
    pub(super) is_apart: bool,
}

/// Whether the shaded cells of a square do not meet at its middle alone.
fn is_apart(square: &[i64]) -> bool {
    let shaded = [square[0] > 0, square[1] > 0, square[2] > 0, square[3] > 0];
    !matches!(shaded, [true, false, false, true] | [false, true, true, false])
}

impl Path {
    /// The values of shaded cells.
    fn shaded(&self) -> &'static [i64] {
        if self.is_snake { &[1, 2] } else { &[1] }
    }

    /// The number of shaded neighbours of a cell with a flag, where it is told.
    fn degree(&self, flag: i64) -> Option<usize> {
        match flag {
            1 => Some(2),
            2 if self.is_snake => Some(1),
            _ => None,
        }
    }

    /// The first cell whose number of shaded neighbours is wrong, with these.
    fn wrong_degree(&self, board: &Geometry, digits: Digits<'_>) -> Option<Vec<Cell>> {
        board.grid_cells().find_map(|cell| {
            let flag = self.flags.flag(cell);
            let degree = self.degree(value(board, digits, flag)?)?;
            let around = self.flags.around(board, cell);
            let shaded = values(board, digits, &around)?.iter().filter(|&&value| value > 0).count();
            (shaded != degree).then(|| [vec![flag], around].concat())
        })
    }

    /// Whether a snake cannot have two ends any more.
    fn has_wrong_ends(&self, board: &Geometry, digits: Digits<'_>) -> bool {
        let flags: Vec<Option<i64>> =
            self.flags.all(board).into_iter().map(|flag| value(board, digits, flag)).collect();
        let ends = flags.iter().filter(|flag| **flag == Some(2)).count();
        self.is_snake && (ends > 2 || ends < 2 && !flags.contains(&None))
    }

    /// An automaton over each cell and its neighbours, whose state is the number of shaded neighbours still to come.
    fn lower_degrees(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for cell in board.grid_cells() {
            let around = self.flags.around(board, cell);
            let step = |rest: &Option<usize>, place: usize, value: i64| match (place, rest) {
                (0, _) => Some(self.degree(value)),
                (_, None) => Some(None),
                (_, Some(rest)) => rest.checked_sub(usize::from(value > 0)).map(Some),
            };
            let make =
                || to.automaton_of(board, around.len() + 1, None, step, |rest| rest.is_none_or(|rest| rest == 0));
            let automaton = to.shared_automaton(format!("degrees of {} {}", self.flags.word, around.len()), make)?;
            to.reads([vec![self.flags.flag(cell)], around].concat(), &automaton)?;
        }
        Ok(())
    }
}

impl FlagRule for Path {
    fn layers(&self, _: &Geometry) -> Vec<Layer> {
        vec![self.flags.with_values(0, if self.is_snake { 2 } else { 1 })]
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let allows = |square: &[i64]| !self.is_apart || is_apart(square);
        if let Some(breach) = self.flags.wrong_square(board, digits, allows, "has a square that it may not have") {
            return Some(breach);
        }
        if let Some(cells) = self.wrong_degree(board, digits) {
            return Some(self.flags.breach_of(&cells, "goes on in too few or too many cells"));
        }
        if self.has_wrong_ends(board, digits) {
            return Some(self.flags.breach_of(&self.flags.all(board), "has no two ends"));
        }
        self.flags.falls_apart(board, digits, self.shaded())
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        self.flags.hang_together(board, to, self.shaded())?;
        if self.is_apart {
            self.flags.keep_squares(board, to, is_apart)?;
        }
        self.lower_degrees(board, to)?;
        if !self.is_snake {
            return Ok(());
        }
        let ends = |&ends: &i64, _: usize, value: i64| Some(ends + i64::from(value == 2)).filter(|&ends| ends <= 2);
        to.automaton(board, self.flags.all(board), 0, ends, |&ends| ends == 2)
    }

    fn words(&self) -> String {
        let layer = self.flags.layer;
        if !self.is_snake {
            return format!(
                "The cells with {layer} 1 are one loop along edges, which does not touch itself along edges."
            );
        }
        format!(
            "The cells with {layer} 1, and the two ends with 2, are one path along edges, which does not touch itself along \
             edges{}.",
            if self.is_apart { " or at corners" } else { "" }
        )
    }
}
