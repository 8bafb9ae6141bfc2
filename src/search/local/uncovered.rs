//! A puzzle as an exact cover problem in flat tables, with padding in place of counts.

use crate::budget::{Running, StopReason};
use crate::geometry::{Cell, Digit};
use crate::grid::Grid;
use crate::reduction::Reduced;

/// No item.
const NONE: u32 = u32::MAX;

/// The open part of a puzzle. Its *items* are the empty cells and, for each unit, the missing digits; its *candidates* are the live
/// digits of the empty cells. A candidate covers its cell and its digit in each unit of the cell.
///
/// Every candidate has a row of [`width`](Self::width) items. A cell with fewer units pads its rows with its own item.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// Items of a candidate: one and the most units of an empty cell, rounded up to one of `WIDTHS`.
    pub(super) width: usize,
    /// The items of candidate k are `items[k * width..][..width]`, its cell's item the first.
    pub(super) items: Vec<u32>,
    /// The candidates of item i are `candidates[starts[i]..starts[i + 1]]`.
    pub(super) starts: Vec<u32>,
    pub(super) candidates: Vec<u32>,
    digits: Vec<Digit>,
    /// The empty cells; their items come first, in this order.
    cells: Vec<Cell>,
}

impl Cover {
    /// The lengths of padded rows, few so that few tables are compiled. A cell in 32 units or more is refused; boards in play have
    /// cells in three to seven.
    const WIDTHS: [usize; 4] = [4, 8, 16, 32];

    /// The cover of a puzzle whose clues do not clash.
    ///
    /// The reason to stop: a limit of the budget, tables larger than `memory` bytes, or an item without a candidate.
    /// covers.
    pub(super) fn new(reduced: &Reduced, memory: u64, running: &Running) -> Result<Self, StopReason> {
        let (puzzle, live) = (reduced.grid(), reduced.candidates());
        let board = puzzle.geometry();
        let digits_of_unit = board.digit_count();
        let units_of = |cell: Cell| board.incidence().units(board.index(cell));
        let mut items_of_units = vec![0; board.unit_count() * digits_of_unit];
        for clue in puzzle.clues() {
            let units = units_of(clue.cell).iter();
            units.for_each(|&unit| {
                items_of_units[unit as usize * digits_of_unit + board.digit_index(clue.digit)] = NONE;
            });
        }
        let cells: Vec<Cell> = puzzle.empty_cells().collect();
        let open = items_of_units.iter_mut().filter(|item| **item != NONE);
        let item_count = (cells.len() as u32..).zip(open).map(|(number, item)| *item = number).count() + cells.len();
        let most_items = 1 + cells.iter().map(|&cell| units_of(cell).len()).max().unwrap_or(0);
        let width = Self::WIDTHS.into_iter().find(|&width| width >= most_items).ok_or(StopReason::Incomplete)?;
        let count = live.len();
        // A walk stores the items of a candidate once, and once more for each of its items.
        if (count as u64).saturating_mul(((width + 1) * width * size_of::<u32>()) as u64) > memory {
            return Err(StopReason::Memory);
        }
        let (mut items, mut digits) = (Vec::with_capacity(count * width), Vec::with_capacity(count));
        for (number, &cell) in cells.iter().enumerate() {
            running.check()?;
            for digit in live.digits(cell) {
                digits.push(digit);
                items.push(number as u32);
                items.extend(
                    units_of(cell)
                        .iter()
                        .map(|&unit| items_of_units[unit as usize * digits_of_unit + board.digit_index(digit)]),
                );
                items.resize(digits.len() * width, number as u32);
            }
        }
        let mut cover = Self { width, items, starts: vec![0; item_count + 1], candidates: Vec::new(), digits, cells };
        cover.list_candidates();
        let is_hopeless = cover.starts.windows(2).any(|pair| pair[0] == pair[1]);
        if is_hopeless { Err(StopReason::Incomplete) } else { Ok(cover) }
    }

    /// Lists the candidates of each item: a counting sort.
    fn list_candidates(&mut self) {
        let rows = || self.items.chunks_exact(self.width).map(distinct);
        for &item in rows().flatten() {
            self.starts[item as usize + 1] += 1;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        let mut next = self.starts.clone();
        let mut candidates = vec![0; next.last().map_or(0, |&end| end as usize)];
        for (candidate, row) in rows().enumerate() {
            for &item in row {
                candidates[next[item as usize] as usize] = candidate as u32;
                next[item as usize] += 1;
            }
        }
        self.candidates = candidates;
    }

    /// Drops the tables of items; the cover can then only [fill](Self::fill) a grid.
    pub(super) fn forget(&mut self) {
        (self.items, self.starts, self.candidates) = (Vec::new(), Vec::new(), Vec::new());
    }

    /// How many items there are.
    pub(super) fn item_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many empty cells there are.
    pub(super) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// How many candidates there are.
    pub(super) fn candidate_count(&self) -> usize {
        self.digits.len()
    }

    /// The puzzle, with each empty cell filled by the candidate that holds its item.
    pub(super) fn fill(&self, puzzle: &Grid, holder: impl Fn(usize) -> Option<usize>) -> Grid {
        let mut grid = puzzle.clone();
        for (item, &cell) in self.cells.iter().enumerate() {
            // A live digit is in range.
            let _ = grid.set(cell, holder(item).map(|candidate| self.digits[candidate]));
        }
        grid
    }
}

/// A row of items without its padding.
fn distinct(row: &[u32]) -> &[u32] {
    let padding = row[1..].iter().rev().take_while(|&&item| item == row[0]).count();
    &row[..row.len() - padding]
}
