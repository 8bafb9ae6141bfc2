//! A Sudoku as an exact cover problem.
//!
//! The items are the cells, then each unit's digits, unit by unit: N² + 3N² in the classic case, more with extra units. The digits
//! of a unit with fewer cells than digits are secondary items, which need not be covered; they come last. An option is a candidate;
//! it covers its cell, and its digit in each unit of the cell: four items in the classic case. The order of the items is that of
//! the dancing links article (cell, row and digit, column and digit, box and digit), whose choice of the leftmost item depends on
//! it. See D. E. Knuth, *Dancing links*, arXiv:cs/0011047.

use std::sync::Arc;

use crate::budget::Running;
use crate::exact_cover::{BinaryMatrix, CoverError, ExactCover};
use crate::geometry::{Candidate, Geometry, UnitId};
use crate::grid::{CheckError, Grid, Solution};
use crate::reduction::Reduced;

/// The exact cover problem of a board or of a puzzle.
///
/// ```
/// use satdoku::Grid;
/// use satdoku::encoding::SudokuCover;
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let cover = SudokuCover::of_puzzle(&puzzle)?;
/// assert_eq!((cover.problem().items(), cover.problem().options()), (64, 4 + 26));
/// assert_eq!(SudokuCover::of_board(puzzle.geometry())?.problem().options(), 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SudokuCover {
    geometry: Arc<Geometry>,
    items: Items,
    problem: ExactCover,
    /// The candidate of each option; empty if the options are all candidates in order.
    candidates: Vec<Candidate>,
}

impl SudokuCover {
    /// The problem of the empty board: N³ options. A puzzle's clues are given options: see [`clues`](Self::clues).
    ///
    /// # Errors
    /// If the problem is too large to be numbered.
    pub fn of_board(geometry: &Arc<Geometry>) -> Result<Self, CoverError> {
        Self::of_board_within(geometry, &Running::default())
    }

    /// The same within a budget.
    pub(crate) fn of_board_within(geometry: &Arc<Geometry>, running: &Running) -> Result<Self, CoverError> {
        let all = geometry.cells().flat_map(|cell| geometry.digits().map(move |digit| Candidate::new(cell, digit)));
        let items = Items::of(geometry)?;
        let problem = problem(geometry, &items, all, running)?;
        Ok(Self { geometry: Arc::clone(geometry), items, problem, candidates: Vec::new() })
    }

    /// The problem of a puzzle: its clues and the remaining candidates. Takes time linear in the cells of all units and in the
    /// options.
    ///
    /// Rules by which cells differ are units of the board, and part of the problem.
    ///
    /// # Errors
    /// If the problem is too large to be numbered, or the puzzle has a program's own rule or a rule that says more than that cells
    /// differ.
    pub fn of_puzzle(puzzle: &Grid) -> Result<Self, CoverError> {
        Self::of_reduced(&Reduced::of(puzzle.clone()))
    }

    /// The problem of a puzzle after deduction: known digits and remaining candidates.
    ///
    /// # Errors
    /// As [`of_puzzle`](Self::of_puzzle).
    pub fn of_reduced(reduced: &Reduced) -> Result<Self, CoverError> {
        check_rules(reduced.grid())?;
        Self::of_units_within(reduced, &Running::default())
    }

    /// The problem of the board alone, for callers that check the rules themselves.
    pub(crate) fn of_units_within(reduced: &Reduced, running: &Running) -> Result<Self, CoverError> {
        let geometry = reduced.grid().geometry();
        let candidates = all_of(reduced);
        let items = Items::of(geometry)?;
        let problem = problem(geometry, &items, candidates.iter().copied(), running)?;
        Ok(Self { geometry: Arc::clone(geometry), items, problem, candidates })
    }

    /// The dense matrix of a puzzle: N³ rows, with a column for each item. A row that contradicts a clue is empty.
    ///
    /// # Errors
    /// If the matrix would have more than 2²⁸ cells, or for a rule as in [`of_puzzle`](Self::of_puzzle).
    pub fn matrix(puzzle: &Grid) -> Result<BinaryMatrix, CoverError> {
        check_rules(puzzle)?;
        let geometry = puzzle.geometry();
        let items = Items::of(geometry)?;
        let mut matrix = BinaryMatrix::new(
            geometry.cell_count() * geometry.digit_count(),
            (items.primary + items.secondary) as usize,
        )?;
        for cell in geometry.cells() {
            for digit in geometry.digits().filter(|&digit| puzzle.get(cell).is_none_or(|clue| clue == digit)) {
                let row = geometry.index(cell) * geometry.digit_count() + geometry.digit_index(digit);
                items
                    .of_candidate(geometry, Candidate::new(cell, digit))
                    .for_each(|item| matrix.set(row, item as usize, true));
            }
        }
        Ok(matrix)
    }

    /// The exact cover problem.
    #[must_use]
    pub fn problem(&self) -> &ExactCover {
        &self.problem
    }

    /// The candidate of an option.
    ///
    /// # Panics
    /// If the option does not exist.
    #[must_use]
    pub fn candidate(&self, option: u32) -> Candidate {
        let option = option as usize;
        self.candidates.get(option).copied().unwrap_or_else(|| {
            let side = self.geometry.digit_count();
            Candidate::new(self.geometry.cell(option / side), self.geometry.digit(option % side))
        })
    }

    /// The options of a puzzle's clues, for the problem of the empty board.
    pub fn clues<'a>(&self, puzzle: &'a Grid) -> impl Iterator<Item = u32> + use<'a> {
        let geometry = puzzle.geometry();
        puzzle
            .clues()
            .map(|clue| (geometry.index(clue.cell) * geometry.digit_count() + geometry.digit_index(clue.digit)) as u32)
    }

    /// The name of an item, such as `r1c1` or `5 in row 1`.
    #[must_use]
    pub fn item_name(&self, item: u32) -> String {
        if let Some(cell) = Some(item as usize).filter(|&item| item < self.geometry.cell_count()) {
            return self.geometry.cell(cell).to_string();
        }
        let digits = self.geometry.digit_count() as u32;
        let mut starts = self.items.of_units.iter().zip(self.geometry.units());
        let of_unit =
            starts.find_map(|(&start, unit)| Some((item.checked_sub(start).filter(|&at| at < digits)?, unit)));
        of_unit.map_or_else(String::new, |(at, unit)| {
            format!("{} in {}", self.geometry.digit(at as usize), self.geometry.unit_name(unit))
        })
    }

    /// The solution that a cover describes, checked against the puzzle.
    ///
    /// # Errors
    /// The fault of the cover.
    pub fn decode(&self, puzzle: &Grid, options: &[u32]) -> Result<Solution, CheckError> {
        let mut answer = Grid::empty(&self.geometry);
        for &option in options {
            let Candidate { cell, digit } = self.candidate(option);
            // Candidates of the board are in range.
            let _ = answer.set(cell, Some(digit));
        }
        Solution::check(puzzle, answer)
    }
}

/// The numbers of the items of a board.
#[derive(Clone, Debug)]
struct Items {
    primary: u32,
    secondary: u32,
    /// The item of the first digit of each unit; the unit's further digits follow.
    of_units: Vec<u32>,
}

impl Items {
    fn of(geometry: &Geometry) -> Result<Self, CoverError> {
        let (cells, digits) = (geometry.cell_count(), geometry.digit_count());
        u32::try_from(cells + geometry.unit_count() * digits).map_err(|_| CoverError::TooManyNodes)?;
        let full = geometry.units().filter(|&unit| geometry.is_full_unit(unit)).count();
        let primary = (cells + full * digits) as u32;
        let (mut next_full, mut next_short) = (cells as u32, primary);
        let first_item = |unit: UnitId| {
            let next = if geometry.is_full_unit(unit) { &mut next_full } else { &mut next_short };
            let first = *next;
            *next += digits as u32;
            first
        };
        let of_units = geometry.units().map(first_item).collect();
        Ok(Self { primary, secondary: next_short - primary, of_units })
    }

    /// The items of a candidate: its cell, and its digit in each unit of the cell.
    fn of_candidate<'a>(&'a self, geometry: &'a Geometry, candidate: Candidate) -> impl Iterator<Item = u32> + use<'a> {
        let digit = geometry.digit_index(candidate.digit) as u32;
        let units = geometry.units_of(candidate.cell).map(move |unit| self.of_units[unit.index()] + digit);
        std::iter::once(geometry.index(candidate.cell) as u32).chain(units)
    }
}

/// Refuses rules that say more than that cells differ, and a program's own rules, whose meaning is unknown.
fn check_rules(puzzle: &Grid) -> Result<(), CoverError> {
    let own = puzzle.rules().as_slice().iter().find(|rule| rule.is_own());
    match own.or_else(|| puzzle.rules().first_constrained()) {
        Some(rule) => Err(CoverError::Unsayable(format!("the rule {}", rule.beginning()))),
        None => Ok(()),
    }
}

/// The known digits and the remaining candidates.
fn all_of(reduced: &Reduced) -> Vec<Candidate> {
    let mut candidates = Vec::with_capacity(reduced.candidates().len() + reduced.grid().clue_count());
    for (cell, &digit) in reduced.grid().geometry().cells().zip(reduced.grid().digits()) {
        candidates.extend(digit.map(|digit| Candidate::new(cell, digit)));
        candidates.extend(reduced.candidates().digits(cell).map(|digit| Candidate::new(cell, digit)));
    }
    candidates
}

/// Between two looks at the clock so many options are stated.
const OPTIONS_PER_LOOK: usize = 4096;

fn problem(
    geometry: &Geometry,
    items: &Items,
    options: impl Iterator<Item = Candidate>,
    running: &Running,
) -> Result<ExactCover, CoverError> {
    let mut problem = ExactCover::new(items.primary, items.secondary)?;
    let count = options.size_hint().0;
    problem.reserve(count, 4 * count);
    let mut option = Vec::new();
    for (number, candidate) in options.enumerate() {
        if number % OPTIONS_PER_LOOK == 0 {
            running.check()?;
        }
        option.clear();
        option.extend(items.of_candidate(geometry, candidate));
        problem.add_option(&option)?;
    }
    Ok(problem)
}
