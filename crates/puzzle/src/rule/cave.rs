//! A cave: `cave shade frame r2c3 r5c5`. The rock is connected through a frame round the grid, which is a layer of its own, so that
//! both the cave and the rock are one piece each.

use crate::constraint::Runs;
use crate::geometry::{Cell, Geometry, Layer, LayerName, LayerShape};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Digits, beside, value};
use crate::rule::error::RuleError;
use crate::rule::flags::{AROUND, FlagRule, Flags, arms_within, in_grid, rings};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;

/// A cave in a layer of the grid, and the frame.
#[derive(Clone, Copy)]
pub(super) struct Cave<'a> {
    pub(super) flags: Flags,
    pub(super) frame: LayerName,
    pub(super) clues: &'a [Cell],
}

impl Cave<'_> {
    /// The frame: a row and a column more on each side of the grid.
    fn frame(self, board: &Geometry) -> Layer {
        let more = |side: usize| u16::try_from(side + 2).unwrap_or(u16::MAX);
        let shape = LayerShape::Rectangle(more(board.rows()), more(board.columns()));
        Layer { name: self.frame, shape, first: 0, last: 1 }
    }

    fn frame_cells(self, board: &Geometry) -> Vec<Cell> {
        board.layer(self.frame).map(|layer| board.layer_cells(layer)).unwrap_or_default()
    }

    /// The cells that are seen from a cell to each side, the nearest first.
    fn arms(self, board: &Geometry, cell: Cell) -> Vec<Vec<Cell>> {
        let flag = self.flags.flag(cell);
        let arm = |(down, right): (i32, i32)| {
            let cells = (1..).map_while(move |step| beside(board, flag, step * down, step * right));
            cells.collect::<Vec<_>>()
        };
        AROUND.map(arm).into_iter().filter(|arm| !arm.is_empty()).collect()
    }

    /// The number of cells of the cave that a clue sees, itself among them; `None` if that is not known.
    fn seen(self, board: &Geometry, clue: Cell, is_cave: &dyn Fn(Cell) -> Option<bool>) -> Option<i64> {
        let mut seen = i64::from(is_cave(self.flags.flag(clue))?);
        for arm in self.arms(board, clue) {
            for flag in arm {
                if !is_cave(flag)? {
                    break;
                }
                seen += 1;
            }
        }
        Some(seen)
    }

    /// The first place of the frame with another value than the grid's, or 1 outside of the grid.
    fn wrong_frame(self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let is_wrong = |&cell: &Cell| {
            let inner = self.inner(board, cell);
            let wanted = inner.map_or(Some(1), |inner| value(board, digits, inner));
            wanted.zip(value(board, digits, cell)).is_some_and(|(wanted, found)| wanted != found)
        };
        let wrong = self.frame_cells(board).into_iter().find(is_wrong)?;
        Some(self.flags.breach_of(&[wrong], "has another frame"))
    }

    /// The flag of the grid at a place of the frame.
    fn inner(self, board: &Geometry, cell: Cell) -> Option<Cell> {
        let (row, column) = (cell.row().checked_sub(1)?, cell.column().checked_sub(1)?);
        Some(Cell::new(row as u16, column as u16))
            .filter(|&cell| board.contains(cell))
            .map(|cell| self.flags.flag(cell))
    }

    fn is_at_border(board: &Geometry, cell: Cell) -> bool {
        AROUND.iter().any(|&(down, right)| beside(board, cell, down, right).is_none())
    }
}

impl FlagRule for Cave<'_> {
    fn check(&self) -> Result<(), RuleError> {
        in_grid(self.clues)?;
        check::cells(self.clues, Taken::Set, 0)
    }

    fn layers(&self, board: &Geometry) -> Vec<Layer> {
        vec![self.flags.with_values(0, 1), self.frame(board)]
    }

    fn clues(&self) -> Vec<Cell> {
        self.clues.to_vec()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let is_cave = |flag: Cell| value(board, digits, flag).map(|value| value == 0);
        if let Some(breach) = self.flags.falls_apart(board, digits, &[0]) {
            return Some(breach);
        }
        // Rock from which nothing but the cave can be reached.
        let mut open: Vec<Cell> = board.grid_cells().filter(|&cell| Self::is_at_border(board, cell)).collect();
        open.retain(|&cell| is_cave(self.flags.flag(cell)) != Some(true));
        let mut reached: std::collections::HashSet<Cell> = open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            let others = AROUND.iter().filter_map(|&(down, right)| beside(board, cell, down, right));
            for other in others.filter(|&other| is_cave(self.flags.flag(other)) != Some(true)) {
                if reached.insert(other) {
                    open.push(other);
                }
            }
        }
        let is_rock = |cell: &Cell| is_cave(self.flags.flag(*cell)) == Some(false);
        if let Some(cell) = board.grid_cells().find(|cell| is_rock(cell) && !reached.contains(cell)) {
            return Some(self.flags.breach_of(&[cell], "has rock that does not reach the border"));
        }
        for &clue in self.clues {
            if is_rock(&clue) {
                return Some(self.flags.breach_of(&[clue], "has a clue in the rock"));
            }
            if let Some(digit) = value(board, digits, clue)
                && let Some(seen) = self.seen(board, clue, &is_cave)
                && seen != digit
            {
                let how = format!("has a clue of {digit} that sees {seen} cells");
                return Some(self.flags.breach_of(&[clue], &how));
            }
        }
        self.wrong_frame(board, digits)
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        self.flags.hang_together(board, to, &[0])?;
        let frame = self.frame_cells(board);
        to.connected(board, &frame, |value| value == 1, None)?;
        let equal = to.table(board, |a, b| a == b);
        for cell in frame {
            match self.inner(board, cell) {
                Some(inner) => to.relation([cell, inner], &equal)?,
                None => to.domain(board, cell, |value| value == 1)?,
            }
        }
        for &clue in self.clues {
            to.domain(board, self.flags.flag(clue), |value| value == 0)?;
            let arms = self.arms(board, clue);
            arms_within(arms.iter().map(Vec::len).sum())?;
            let count = |value: i64| usize::try_from(value).ok().filter(|&count| count > 0);
            let counts = board.digits().map(|digit| count(digit.get().into())).collect();
            to.runs(Runs::new(clue, self.flags.flag(clue), &arms, counts))?;
        }
        to.pay(board.grid_cell_count() as u64)
    }

    fn marks(&self) -> Vec<Mark> {
        rings(self.clues)
    }

    fn words(&self) -> String {
        let (layer, frame) = (self.flags.layer, self.frame);
        format!(
            "The cells with {layer} 0 are a cave, which is connected along edges; the rock, {layer} 1, is connected to the \
                 border of the grid along edges. A clue is in the cave, and says how many cells of the cave are seen from it in its \
                 row and column, itself among them. {frame} is the same with rock around it."
        )
    }
}
