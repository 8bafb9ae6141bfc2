//! Islands in a sea: `nurikabe island r2c3 r5c5`. The layer has 0 for the sea, and the number of its clue for each cell of an island.

use crate::constraint::Runs;
use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Digits, beside, value, values};
use crate::rule::error::RuleError;
use crate::rule::flags::{FlagRule, Flags, arms_within, in_grid, rings};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::pairs::number;

/// Islands in a layer of the grid, and the cells whose digits say how large they are.
#[derive(Clone, Copy)]
pub(super) struct Nurikabe<'a> {
    pub(super) flags: Flags,
    pub(super) clues: &'a [Cell],
}

fn distance(one: Cell, other: Cell) -> i64 {
    number(one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()))
}

impl Nurikabe<'_> {
    /// Each clue with the number of its island.
    fn islands(self) -> impl Iterator<Item = (i64, Cell)> {
        (1..).zip(self.clues.iter().copied())
    }

    /// Neighbours above and below, and beside each other.
    fn neighbours(self, board: &Geometry) -> Vec<[Cell; 2]> {
        let of_cell = |cell: Cell| {
            let flag = self.flags.flag(cell);
            [(1, 0), (0, 1)]
                .into_iter()
                .filter_map(move |(down, right)| Some([flag, beside(board, flag, down, right)?]))
        };
        board.grid_cells().flat_map(of_cell).collect()
    }
}

impl FlagRule for Nurikabe<'_> {
    fn check(&self) -> Result<(), RuleError> {
        in_grid(self.clues)?;
        check::cells(self.clues, Taken::Once, 1)
    }

    fn layers(&self, _: &Geometry) -> Vec<Layer> {
        vec![self.flags.numbered(0, self.clues.len())]
    }

    fn clues(&self) -> Vec<Cell> {
        self.clues.to_vec()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let of = |cell: Cell| value(board, digits, cell);
        if let Some((_, clue)) =
            self.islands().find(|&(island, clue)| of(self.flags.flag(clue)).is_some_and(|it| it != island))
        {
            return Some(self.flags.breach_of(&[clue], "has a clue that is not in its island"));
        }
        let is_no_pool = |square: &[i64]| square != [0; 4];
        if let Some(breach) = self.flags.wrong_square(board, digits, is_no_pool, "has a square of sea") {
            return Some(breach);
        }
        let touch = |pair: &[Cell; 2]| values(board, digits, pair).is_some_and(|it| it[0] != it[1] && !it.contains(&0));
        if let Some(pair) = self.neighbours(board).into_iter().find(touch) {
            return Some(self.flags.breach_of(&pair, "has two islands that touch"));
        }
        let flags: Vec<Option<i64>> = self.flags.all(board).into_iter().map(of).collect();
        for (island, clue) in self.islands() {
            let Some(size) = of(clue) else { continue };
            let found = number(flags.iter().filter(|&&flag| flag == Some(island)).count());
            if found > size || found < size && !flags.contains(&None) {
                let how = format!("has an island of {found} cells with a clue of {size}");
                return Some(self.flags.breach_of(&[clue], &how));
            }
        }
        (0..=number(self.clues.len())).find_map(|island| self.flags.falls_apart(board, digits, &[island]))
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let cells: Vec<Cell> = board.grid_cells().collect();
        to.pay((cells.len() * (self.clues.len() + 1)) as u64)?;
        // An island with a digit for its size reaches no further than the largest digit.
        let reach = i64::from(board.grid_digits().1) - 1;
        for &cell in &cells {
            let own = self.islands().find(|&(_, clue)| clue == cell).map(|(island, _)| island);
            let may_be = |island: i64| match (own, usize::try_from(island - 1)) {
                (Some(own), _) => island == own,
                (None, Err(_)) => true,
                (None, Ok(at)) => self.clues.get(at).is_some_and(|&clue| distance(clue, cell) <= reach),
            };
            to.domain(board, self.flags.flag(cell), may_be)?;
        }
        let apart = to.table(board, |a, b| a == b || a == 0 || b == 0);
        self.neighbours(board).into_iter().try_for_each(|pair| to.relation(pair, &apart))?;
        for square in self.flags.squares(board) {
            let is_land = |&cell: &Cell| {
                let mut alternative = to.alternative();
                alternative.domain(board, cell, |value| value > 0).map(|()| alternative)
            };
            let alternatives = square.iter().map(is_land).collect::<Result<_, _>>()?;
            to.choice(alternatives)?;
        }
        for island in 0..=number(self.clues.len()) {
            self.flags.hang_together(board, to, &[island])?;
        }
        for (_, clue) in self.islands() {
            let near = cells.iter().filter(|&&cell| cell != clue && distance(clue, cell) <= reach);
            let arms: Vec<Vec<Cell>> = near.map(|&cell| vec![self.flags.flag(cell)]).collect();
            arms_within(arms.len())?;
            let count = |value: i64| usize::try_from(value).ok().filter(|&count| count > 0);
            let counts = board.digits().map(|digit| count(digit.get().into())).collect();
            to.runs(Runs::new(clue, self.flags.flag(clue), &arms, counts))?;
        }
        Ok(())
    }

    fn marks(&self) -> Vec<Mark> {
        rings(self.clues)
    }

    fn words(&self) -> String {
        let layer = self.flags.layer;
        format!(
            "The cells with {layer} 0 are a sea, which is connected along edges and has no square of two by two. Each clue has \
                 an island of connected cells, as many as its digit; {layer} is the number of the clue. Islands do not touch along \
                 edges."
        )
    }
}
