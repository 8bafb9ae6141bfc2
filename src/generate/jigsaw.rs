//! Boards with irregular regions, drawn at random.
//!
//! A walk over the partitions of the board into connected regions of N cells: two neighbouring regions exchange a cell each, where
//! both stay in one piece. Compact regions are preferred (N. Metropolis and others, 1953): in most partitions the regions are long
//! and winding, which suits neither people nor the search.

use crate::geometry::{Geometry, Regions};
use crate::random::Pcg32 as Random;

/// Sides of boards that can be drawn.
pub(super) const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// Number of attempted exchanges for each cell.
const TRIES: usize = 60;

/// An exchange that adds k walls is accepted with probability 1 / `RELUCTANCE`ᵏ.
const RELUCTANCE: u32 = 2;

/// The board with randomly drawn regions; the side and the extra units stay.
pub(super) fn draw(board: &Geometry, random: &mut Random) -> Geometry {
    let side = board.digit_count();
    let region_of = board.cells().filter_map(|cell| board.region(cell)).collect();
    let mut drawing = Drawing { side, region_of };
    for _ in 0..TRIES * board.cell_count() {
        drawing.exchange(random);
    }
    let numbers: Vec<u32> = drawing.region_of.iter().map(|&region| region as u32 + 1).collect();
    let drawn = Geometry::jigsaw(side, &numbers).expect("an exchange leaves regions their size");
    let digits = usize::from(board.first_digit().get())..=usize::from(board.last_digit().get());
    let drawn = drawn.with_digits(digits).expect("as many digits");
    let drawn = if board.has_diagonals() { drawn.with_diagonals().expect("a square") } else { drawn };
    drawn.with_units(board.listed_units().map(|unit| board.unit(unit))).expect("units of a board of this side")
}

/// Whether a board loses nothing but its boxes when regions are drawn.
pub(super) fn is_drawable(board: &Geometry) -> bool {
    board.square_side().is_some_and(|side| SIDES.contains(&side))
        && matches!(board.shape(), Regions::Boxes { .. })
        && board.has_full_units_only()
}

struct Drawing {
    side: usize,
    region_of: Vec<usize>,
}

impl Drawing {
    /// The neighbours of a cell, up to four.
    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (side, row, column) = (self.side, cell / self.side, cell % self.side);
        let above = (row > 0).then(|| cell - side);
        let below = (row + 1 < side).then(|| cell + side);
        let before = (column > 0).then(|| cell - 1);
        let behind = (column + 1 < side).then(|| cell + 1);
        [above, below, before, behind].into_iter().flatten()
    }

    /// Tries to exchange a random cell with a cell of a neighbouring region.
    fn exchange(&mut self, random: &mut Random) {
        let one = random.below(self.region_of.len());
        let from = self.region_of[one];
        let beside: Vec<usize> =
            self.neighbours(one).map(|cell| self.region_of[cell]).filter(|to| *to != from).collect();
        if beside.is_empty() {
            return;
        }
        let to = beside[random.below(beside.len())];
        let touches = |cell: usize| self.neighbours(cell).any(|other| self.region_of[other] == from);
        let others: Vec<usize> =
            (0..self.region_of.len()).filter(|&cell| self.region_of[cell] == to && touches(cell)).collect();
        let other = others[random.below(others.len())];
        let before = self.walls(one, other);
        (self.region_of[one], self.region_of[other]) = (to, from);
        let more = self.walls(one, other).saturating_sub(before);
        let chances = RELUCTANCE.pow(more.min(16)) as usize;
        if random.below(chances) != 0 || !self.is_connected(from, other) || !self.is_connected(to, one) {
            (self.region_of[one], self.region_of[other]) = (from, to);
        }
    }

    /// The walls around two cells.
    fn walls(&self, one: usize, other: usize) -> u32 {
        let around =
            |cell: usize| self.neighbours(cell).filter(|&next| self.region_of[next] != self.region_of[cell]).count();
        (around(one) + around(other)) as u32
    }

    /// Whether a region is connected, searched from one of its cells.
    fn is_connected(&self, region: usize, start: usize) -> bool {
        let mut reached = vec![start];
        let mut at = 0;
        while at < reached.len() {
            for next in self.neighbours(reached[at]) {
                if self.region_of[next] == region && !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
        reached.len() == self.side
    }
}
