//! A search that shares nothing with the crate: the cell with the fewest digits left, one digit after the other.

use satdoku::Grid;
use satdoku::geometry::UnitId;

/// What was found.
pub(crate) enum Answer {
    /// A solution: the index of each cell's digit.
    Solution(Vec<usize>),
    /// There is none.
    None,
    /// The steps were not enough.
    Unknown,
}

/// How many solutions a puzzle has, no more than `most`; none where the steps are not enough.
pub(crate) fn count(puzzle: &Grid, most: u64, steps: u64) -> Option<u64> {
    let mut search = Search::of(puzzle, most, steps);
    if search.is_consistent {
        search.run()?;
    }
    Some(search.found)
}

/// The first solution.
pub(crate) fn first(puzzle: &Grid, steps: u64) -> Answer {
    let mut search = Search::of(puzzle, 1, steps);
    match search.is_consistent.then(|| search.run()) {
        Some(None) => Answer::Unknown,
        _ if search.found == 0 => Answer::None,
        _ => Answer::Solution(search.digits.into_iter().flatten().collect()),
    }
}

struct Search {
    digit_count: usize,
    /// The digits that each cell may have, a bit for each.
    possible: Vec<u32>,
    units_of: Vec<Vec<usize>>,
    digits: Vec<Option<usize>>,
    /// The digits of each unit, a bit for each.
    used: Vec<u32>,
    /// The puzzle as it is filled, where it has rules: their judge is asked after each digit.
    ruled: Option<Grid>,
    is_consistent: bool,
    found: u64,
    most: u64,
    steps: u64,
}

impl Search {
    fn of(puzzle: &Grid, most: u64, steps: u64) -> Self {
        let board = puzzle.geometry();
        let units_of = board.cells().map(|cell| board.units_of(cell).map(UnitId::index).collect()).collect();
        let bits = |(first, last): (u16, u16)| {
            let first_digit = board.first_digit().get();
            (first..=last).fold(0, |bits, value| bits | 1 << (value - first_digit))
        };
        let possible = board.cells().map(|cell| bits(board.values(cell))).collect();
        let digits = vec![None; board.cell_count()];
        let used = vec![0; board.unit_count()];
        let mut search = Self {
            digit_count: board.digit_count(),
            possible,
            units_of,
            digits,
            used,
            ruled: None,
            is_consistent: true,
            found: 0,
            most,
            steps,
        };
        for clue in puzzle.clues() {
            let cell = board.cells().position(|cell| cell == clue.cell).expect("a cell of the board");
            let digit = usize::from(clue.digit.get() - board.first_digit().get());
            search.is_consistent &= search.left(cell) >> digit & 1 == 1;
            search.put(cell, Some(digit));
        }
        search.ruled = (!puzzle.rules().is_empty()).then(|| puzzle.clone());
        search.is_consistent &= search.keeps_rules();
        search
    }

    fn left(&self, cell: usize) -> u32 {
        let used = self.units_of[cell].iter().fold(0, |used, &unit| used | self.used[unit]);
        self.possible[cell] & !used
    }

    /// Whether no rule is broken so far.
    fn keeps_rules(&self) -> bool {
        self.ruled.as_ref().is_none_or(|grid| grid.rules().first_breach(grid.geometry(), grid.digits()).is_none())
    }

    /// Writes a digit into a cell, or takes it out.
    fn put(&mut self, cell: usize, digit: Option<usize>) {
        let bit = digit.or(self.digits[cell]).map_or(0, |digit| 1 << digit);
        for &unit in &self.units_of[cell] {
            self.used[unit] = if digit.is_some() { self.used[unit] | bit } else { self.used[unit] & !bit };
        }
        self.digits[cell] = digit;
        if let Some(grid) = &mut self.ruled {
            let (at, digit) = (grid.geometry().cell(cell), digit.map(|digit| grid.geometry().digit(digit)));
            grid.set(at, digit).unwrap();
        }
    }

    /// None where the steps are not enough.
    fn run(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let open = (0..self.digits.len()).filter(|&cell| self.digits[cell].is_none());
        let Some(cell) = open.min_by_key(|&cell| self.left(cell).count_ones()) else {
            self.found += 1;
            return Some(());
        };
        let left = self.left(cell);
        for digit in (0..self.digit_count).filter(|digit| left >> digit & 1 == 1) {
            self.put(cell, Some(digit));
            if self.keeps_rules() {
                self.run()?;
            }
            if self.found >= self.most {
                return Some(());
            }
            self.put(cell, None);
        }
        Some(())
    }
}
