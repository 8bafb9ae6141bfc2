//! Backtracking with minimum remaining values, the degree as tie break, and forward checking.
//!
//! The cell with the fewest candidates comes next; of several, the one with the largest degree, the empty cells of its
//! units summed, so that a cell in two of them counts twice; of several again, the first in reading. A digit is tried
//! only if it leaves every other empty cell of its units a candidate. As in the report of R. Chastain, J. Wisnewski and
//! K. Zahn (2021); minimum remaining values go back to J. Bitner and E. Reingold, *Backtrack programming techniques*
//! (1975).

use crate::budget::Running;
use crate::geometry::Digit;
use crate::grid::Grid;
use crate::search::GridSearch;
use crate::search::used::{Used, empty_cells, take_lowest};
use crate::verdict::Verdict;

/// An MRV search over one puzzle.
///
/// A node takes time in the empty cells, their units and N/64; memory is that of the grid and N/64 words a depth.
#[derive(Clone, Debug)]
pub struct Mrv {
    puzzle: Grid,
    used: Used,
    /// The cells of each unit, by index.
    unit_cells: Vec<u32>,
    /// How many empty cells each unit has.
    empty_in_unit: Vec<u32>,
    /// The empty cells in the order of reading; those that are filled by now are marked.
    empty: Vec<u32>,
    is_filled: Vec<bool>,
    /// What is written, and what is still to be tried there.
    written: Vec<Placement>,
    untried: Vec<u64>,
    state: State,
}

#[derive(Clone, Copy, Debug)]
struct Placement {
    cell: u32,
    /// `None` while no digit of the cell is written.
    digit: Option<Digit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The next cell is to be chosen.
    Choose,
    /// The last cell is to be given its next digit.
    Try,
    Over,
}

impl Mrv {
    /// A search over a puzzle.
    #[must_use]
    pub fn new(puzzle: &Grid) -> Self {
        let geometry = puzzle.geometry();
        let in_conflict = puzzle.first_conflict().is_some();
        let used = Used::by(&if in_conflict { Grid::empty(geometry) } else { puzzle.clone() });
        let unit_cells = geometry.units().flat_map(|unit| geometry.unit(unit));
        let unit_cells = unit_cells.map(|&cell| geometry.index(cell) as u32).collect();
        let empty = empty_cells(puzzle);
        let mut empty_in_unit = vec![0; geometry.unit_count()];
        let mut is_filled = vec![true; geometry.cell_count()];
        for &cell in &empty {
            is_filled[cell as usize] = false;
            used.units_of(cell as usize).iter().for_each(|&unit| empty_in_unit[unit as usize] += 1);
        }
        let state = if in_conflict { State::Over } else { State::Choose };
        Self {
            puzzle: puzzle.clone(),
            used,
            unit_cells,
            empty_in_unit,
            empty,
            is_filled,
            written: Vec::new(),
            untried: Vec::new(),
            state,
        }
    }

    /// The empty cell to fill next; `None` on a filling.
    fn choose(&self) -> Option<u32> {
        let mut best: Option<(u32, u32)> = None;
        for &cell in self.empty.iter().filter(|&&cell| !self.is_filled[cell as usize]) {
            let count = self.used.free_count(cell as usize);
            let is_better = best.is_none_or(|(fewest, other)| {
                count < fewest || count == fewest && self.degree(cell) > self.degree(other)
            });
            if is_better {
                best = Some((count, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The empty cells of the cell's units, summed.
    fn degree(&self, cell: u32) -> u32 {
        self.used.units_of(cell as usize).iter().map(|&unit| self.empty_in_unit[unit as usize]).sum()
    }

    fn write(&mut self, cell: u32, digit: Digit) {
        self.used.flip(cell as usize, digit);
        self.is_filled[cell as usize] = true;
        self.used.units_of(cell as usize).iter().for_each(|&unit| self.empty_in_unit[unit as usize] -= 1);
    }

    fn take_back(&mut self, cell: u32, digit: Digit) {
        self.used.flip(cell as usize, digit);
        self.is_filled[cell as usize] = false;
        self.used.units_of(cell as usize).iter().for_each(|&unit| self.empty_in_unit[unit as usize] += 1);
    }

    /// Whether every empty cell that shares a unit with a cell still has a candidate.
    fn leaves_candidates(&self, cell: u32) -> bool {
        let side = self.puzzle.geometry().side();
        let has_candidate = |&other: &u32| {
            self.is_filled[other as usize]
                || (0..self.used.words()).any(|word| self.used.free_word(other as usize, word) != 0)
        };
        let units = self.used.units_of(cell as usize).iter();
        units.flat_map(|&unit| &self.unit_cells[unit as usize * side..][..side]).all(has_candidate)
    }
}

impl GridSearch for Mrv {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        let words = self.used.words();
        loop {
            match self.state {
                State::Over => return Verdict::Unsatisfiable,
                State::Choose => match self.choose() {
                    None => {
                        self.state = State::Try;
                        return Verdict::Satisfiable(());
                    }
                    Some(cell) => {
                        self.written.push(Placement { cell, digit: None });
                        self.untried.extend((0..words).map(|word| self.used.free_word(cell as usize, word)));
                        self.state = State::Try;
                    }
                },
                State::Try => {
                    if let Err(reason) = running.tick() {
                        return Verdict::Unknown(reason);
                    }
                    let Some(last) = self.written.last_mut() else {
                        self.state = State::Over;
                        continue;
                    };
                    let (cell, before) = (last.cell, last.digit.take());
                    if let Some(digit) = before {
                        self.take_back(cell, digit);
                    }
                    let top = self.untried.len() - words;
                    if let Some(digit) = take_lowest(&mut self.untried[top..]) {
                        self.write(cell, digit);
                        if let Some(last) = self.written.last_mut() {
                            last.digit = Some(digit);
                        }
                        if self.leaves_candidates(cell) {
                            self.state = State::Choose;
                        }
                    } else {
                        self.untried.truncate(top);
                        self.written.pop();
                    }
                }
            }
        }
    }

    fn grid(&self) -> Grid {
        let mut grid = self.puzzle.clone();
        for placement in &self.written {
            // What the search writes is in range.
            let _ = grid.set(self.puzzle.geometry().cell(placement.cell as usize), placement.digit);
        }
        grid
    }
}
