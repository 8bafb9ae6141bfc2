//! Backtracking with minimum remaining values, the degree as tie break, and forward checking.
//!
//! The cell with the fewest candidates comes next; ties go to the largest degree, then to the first cell in reading order. The
//! degree sums the empty cells of the cell's units, so that a cell in two units counts twice. A digit is tried only if every other
//! empty cell of its units keeps a candidate. As in the report of R. Chastain, J. Wisnewski and K. Zahn (2021); minimum remaining
//! values go back to J. Bitner and E. Reingold, *Backtrack programming techniques* (1975).

use std::sync::Arc;

use crate::budget::Running;
use crate::geometry::Incidence;
use crate::grid::Grid;
use crate::reduction::{Domains, Watch, Wipeout, take_lowest};
use crate::search::broken_rules::{breaks_a_rule, is_broken_by_clues};
use crate::search::grid_search::GridSearch;
use crate::verdict::Verdict;

/// An MRV search over one puzzle.
///
/// A node takes time in all cells and in the cells of three units. Memory is N²·⌈N/64⌉ words for the candidates, as much for the
/// untried digits, and four bytes for each candidate struck out by a written digit.
#[derive(Clone, Debug)]
pub struct Mrv {
    puzzle: Grid,
    incidence: Arc<Incidence>,
    domains: Domains,
    /// How many empty cells each unit has.
    empty_in_unit: Vec<u32>,
    /// The written cells, and the untried digits of each.
    written: Vec<Placement>,
    untried: Vec<u64>,
    /// The cells that lost a written digit, one written digit after another.
    struck: Struck,
    state: State,
}

#[derive(Clone, Copy, Debug)]
struct Placement {
    cell: u32,
    /// The digit by index; `None` while no digit of the cell is written.
    digit: Option<u16>,
    /// Index in `struck` of the first cell that lost the digit.
    struck_from: usize,
}

#[derive(Clone, Debug)]
struct Struck(Vec<u32>);

impl Watch for Struck {
    fn lost(&mut self, _: &Incidence, cell: usize, _: usize, _: u16) -> Result<(), Wipeout> {
        self.0.push(cell as u32);
        Ok(())
    }

    fn placed(&mut self, _: &Incidence, _: usize, _: usize, _: &[u64]) -> Result<(), Wipeout> {
        Ok(())
    }
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
        let incidence = geometry.incidence();
        let domains = Domains::of(puzzle);
        let mut empty_in_unit = vec![0; incidence.unit_count()];
        for cell in (0..incidence.cell_count()).filter(|&cell| domains.is_open(cell)) {
            incidence.units(cell).iter().for_each(|&unit| empty_in_unit[unit as usize] += 1);
        }
        let is_over = is_broken_by_clues(puzzle) || domains.empty_cell().is_some();
        Self {
            puzzle: puzzle.clone(),
            incidence: Arc::clone(incidence),
            domains,
            empty_in_unit,
            written: Vec::new(),
            untried: Vec::new(),
            struck: Struck(Vec::new()),
            state: if is_over { State::Over } else { State::Choose },
        }
    }

    /// The empty cell to fill next; `None` on a filling. Every empty cell has a candidate.
    fn choose(&self) -> Option<u32> {
        // A filled cell has 0 candidates left; wrapping makes 0 the greatest.
        let rank = |&left: &u16| left.wrapping_sub(1);
        let fewest = self.domains.left().iter().map(rank).min().filter(|&fewest| fewest != u16::MAX)?;
        let narrowest = self.domains.left().iter().zip(0..).filter(|(left, _)| rank(left) == fewest);
        let by_degree = narrowest.map(|(_, cell)| (self.degree(cell), cell));
        by_degree.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, cell)| cell)
    }

    /// The empty cells of the cell's units, summed.
    fn degree(&self, cell: u32) -> u32 {
        self.incidence.units(cell as usize).iter().map(|&unit| self.empty_in_unit[unit as usize]).sum()
    }

    /// Writes a digit; false if an empty cell of its units loses its last candidate or a constraint fails.
    fn write(&mut self, cell: u32, digit: usize) -> bool {
        self.written.push(Placement { cell, digit: Some(digit as u16), struck_from: self.struck.0.len() });
        self.incidence.units(cell as usize).iter().for_each(|&unit| self.empty_in_unit[unit as usize] -= 1);
        let placed = self.domains.place(&self.incidence, cell as usize, digit, &mut self.struck);
        if let Err(Wipeout::Cell(emptied)) = placed {
            self.struck.0.push(emptied);
        }
        placed.is_ok() && !breaks_a_rule(self.puzzle.rules(), self.domains.ordinals(), cell)
    }

    /// Removes the digit of a cell, if written.
    fn take_back(&mut self, placement: Placement) {
        if placement.digit.is_some() {
            let Self { incidence, domains, empty_in_unit, struck, .. } = self;
            incidence.units(placement.cell as usize).iter().for_each(|&unit| empty_in_unit[unit as usize] += 1);
            domains.take_back(incidence, placement.cell as usize, struck.0.drain(placement.struck_from..));
        }
    }
}

impl GridSearch for Mrv {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        let words = self.domains.words();
        loop {
            match self.state {
                State::Over => return Verdict::Unsatisfiable,
                State::Choose => match self.choose() {
                    None => {
                        self.state = State::Try;
                        return Verdict::Satisfiable(());
                    }
                    Some(cell) => {
                        self.written.push(Placement { cell, digit: None, struck_from: 0 });
                        self.untried.extend_from_slice(self.domains.digits(cell as usize));
                        self.state = State::Try;
                    }
                },
                State::Try => {
                    if let Err(reason) = running.tick() {
                        return Verdict::Unknown(reason);
                    }
                    let Some(placement) = self.written.pop() else {
                        self.state = State::Over;
                        continue;
                    };
                    self.take_back(placement);
                    let top = self.untried.len() - words;
                    if let Some(digit) = take_lowest(&mut self.untried[top..]) {
                        if self.write(placement.cell, digit) {
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
        let (mut grid, board) = (self.puzzle.clone(), self.puzzle.geometry());
        for placement in &self.written {
            // The search writes only digits in range.
            let digit = placement.digit.map(|digit| board.digit(digit.into()));
            let _ = grid.set(board.cell(placement.cell as usize), digit);
        }
        grid
    }
}
