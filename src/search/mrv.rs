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
/// A node takes time in the empty cells and in the cells of three units; memory is that of the grid and N/64 words a
/// depth.
#[derive(Clone, Debug)]
pub struct Mrv {
    puzzle: Grid,
    used: Used,
    /// How many empty cells each unit has.
    empty_in_unit: Vec<u32>,
    /// A bit for each empty cell, in the order of reading.
    empty: Vec<u64>,
    /// How many candidates each empty cell has.
    left: Vec<u32>,
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
        let mut search = Self {
            puzzle: puzzle.clone(),
            used,
            empty_in_unit: vec![0; geometry.unit_count()],
            empty: vec![0; geometry.cell_count().div_ceil(64)],
            left: vec![0; geometry.cell_count()],
            written: Vec::new(),
            untried: Vec::new(),
            state: if in_conflict { State::Over } else { State::Choose },
        };
        for cell in empty_cells(puzzle) {
            search.left[cell as usize] = search.used.free_count(cell as usize);
            search.set_empty(cell, true);
        }
        search
    }

    /// Marks a cell as empty or filled.
    fn set_empty(&mut self, cell: u32, is_empty: bool) {
        self.empty[cell as usize / 64] ^= 1 << (cell % 64);
        for &unit in self.used.incidence().units(cell as usize) {
            let count = &mut self.empty_in_unit[unit as usize];
            *count = if is_empty { *count + 1 } else { *count - 1 };
        }
    }

    /// The empty cell to fill next; `None` on a filling.
    fn choose(&self) -> Option<u32> {
        let mut best: Option<(u32, u32, u32)> = None;
        for (word, &bits) in self.empty.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let cell = 64 * word as u32 + bits.trailing_zeros();
                bits &= bits - 1;
                let left = self.left[cell as usize];
                match best {
                    Some((fewest, ..)) if left > fewest => {}
                    Some((fewest, degree, _)) if left == fewest && self.degree(cell) <= degree => {}
                    _ => best = Some((left, self.degree(cell), cell)),
                }
            }
        }
        best.map(|(.., cell)| cell)
    }

    /// The empty cells of the cell's units, summed.
    fn degree(&self, cell: u32) -> u32 {
        self.used.incidence().units(cell as usize).iter().map(|&unit| self.empty_in_unit[unit as usize]).sum()
    }

    /// Writes a digit; false if an empty cell of its units is left without a candidate.
    fn write(&mut self, cell: u32, digit: Digit) -> bool {
        self.used.flip(cell as usize, digit);
        self.set_empty(cell, false);
        self.count_around(cell)
    }

    fn take_back(&mut self, cell: u32, digit: Digit) {
        self.used.flip(cell as usize, digit);
        self.set_empty(cell, true);
        self.count_around(cell);
    }

    /// Counts the candidates of the empty cells in the units of a cell anew; false if one has none.
    fn count_around(&mut self, cell: u32) -> bool {
        let mut has_all = true;
        for &unit in self.used.incidence().units(cell as usize) {
            for &other in self.used.incidence().cells(unit as usize) {
                if self.empty[other as usize / 64] >> (other % 64) & 1 == 1 {
                    let left = self.used.free_count(other as usize);
                    self.left[other as usize] = left;
                    has_all &= left > 0;
                }
            }
        }
        has_all
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
                    let Some(Placement { cell, digit: before }) = self.written.pop() else {
                        self.state = State::Over;
                        continue;
                    };
                    if let Some(digit) = before {
                        self.take_back(cell, digit);
                    }
                    let top = self.untried.len() - words;
                    if let Some(digit) = take_lowest(&mut self.untried[top..]) {
                        self.written.push(Placement { cell, digit: Some(digit) });
                        if self.write(cell, digit) {
                            self.state = State::Choose;
                        }
                    } else {
                        self.untried.truncate(top);
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
