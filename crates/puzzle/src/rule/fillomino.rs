//! Pieces of as many cells as their number says: `fillomino size r2c3 r5c5`. The layer has the number of cells of each cell's piece.

use crate::geometry::{Cell, Geometry, Layer};
use crate::rule::check::{self, Taken};
use crate::rule::constrain::{Breach, Digits, beside, value, wrong_pair};
use crate::rule::error::RuleError;
use crate::rule::flags::{AROUND, FlagRule, Flags, in_grid, rings};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::pairs::number;

/// Pieces in a layer of the grid, and the cells whose digits are the sizes of their pieces.
#[derive(Clone, Copy)]
pub(super) struct Fillomino<'a> {
    pub(super) flags: Flags,
    pub(super) clues: &'a [Cell],
}

impl Fillomino<'_> {
    /// Each clue with its flag.
    fn pairs(self) -> impl Iterator<Item = [Cell; 2]> {
        self.clues.iter().map(move |&clue| [clue, self.flags.flag(clue)])
    }
}

/// The cells that have the value of a cell and hang together with it, few more than so many, and whether no empty cell is beside them.
fn piece(board: &Geometry, digits: Digits<'_>, first: Cell, most: i64) -> (Vec<Cell>, bool) {
    let of = |cell: Cell| value(board, digits, cell);
    let (mut piece, mut is_closed) = (vec![first], true);
    let mut next = 0;
    while let Some(&cell) = piece.get(next).filter(|_| number(piece.len()) <= most) {
        next += 1;
        for other in AROUND.iter().filter_map(|&(down, right)| beside(board, cell, down, right)) {
            is_closed &= of(other).is_some();
            if of(other) == of(first) && !piece.contains(&other) {
                piece.push(other);
            }
        }
    }
    (piece, is_closed)
}

impl FlagRule for Fillomino<'_> {
    fn check(&self) -> Result<(), RuleError> {
        in_grid(self.clues)?;
        check::cells(self.clues, Taken::Once, 0)
    }

    /// Sizes up to the largest digit of the grid.
    fn layers(&self, board: &Geometry) -> Vec<Layer> {
        vec![self.flags.with_values(1, board.grid_digits().1.max(1))]
    }

    fn clues(&self) -> Vec<Cell> {
        self.clues.to_vec()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        if let Some(pair) = wrong_pair(board, digits, self.pairs(), |clue, size| clue == size) {
            return Some(self.flags.breach_of(&pair, "has a clue that is not the size of its piece"));
        }
        for cell in self.flags.all(board) {
            let Some(size) = value(board, digits, cell) else { continue };
            let (piece, is_closed) = piece(board, digits, cell, size);
            let found = number(piece.len());
            if found > size || found < size && is_closed {
                return Some(self.flags.breach_of(&piece, &format!("has {found} cells with {size} in one piece")));
            }
        }
        None
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let equal = to.table(board, |clue, size| clue == size);
        self.pairs().try_for_each(|pair| to.relation(pair, &equal))?;
        to.polyominoes(board, &self.flags.all(board))
    }

    fn marks(&self) -> Vec<Mark> {
        rings(self.clues)
    }

    fn words(&self) -> String {
        let layer = self.flags.layer;
        format!(
            "The grid falls into pieces, which are connected along edges; {layer} is the number of cells of the piece. Pieces with \
                 one number do not touch along edges. A clue's digit is the number of cells of its piece."
        )
    }
}
