//! A Sudoku as an exact cover problem.
//!
//! The items are the cells, then each unit's digits, unit by unit: N² + 3N² in the classic case, more with extra units.
//! The digits of a unit with fewer cells than digits are secondary items, which need not be covered; they come last.
//! An option is a candidate; it covers its cell and its digit in each unit of the cell: four items in the classic case.
//! The order of the items is that of the dancing links article (cell, row and digit, column and digit, box and digit),
//! whose choice of the leftmost item depends on it. See D. E. Knuth, *Dancing links*, arXiv:cs/0011047.

use std::sync::Arc;

use crate::budget::{Budget, Running, StopReason};
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
    /// The candidate of each option; empty where the options are all candidates in their order.
    candidates: Vec<Candidate>,
}

impl SudokuCover {
    /// The problem of the empty board: N³ options. A puzzle's clues are given options: see [`clues`](Self::clues).
    ///
    /// # Errors
    /// If the problem is too large to be numbered.
    pub fn of_board(geometry: &Arc<Geometry>) -> Result<Self, CoverError> {
        let all = geometry.cells().flat_map(|cell| geometry.digits().map(move |digit| Candidate::new(cell, digit)));
        let items = Items::of(geometry)?;
        let problem = problem(geometry, &items, all)?;
        Ok(Self { geometry: Arc::clone(geometry), items, problem, candidates: Vec::new() })
    }

    /// The problem of a puzzle: the clues, and the candidates that they leave open. Takes time linear in the cells of
    /// all units and in the options.
    ///
    /// # Errors
    /// If the problem is too large to be numbered.
    pub fn of_puzzle(puzzle: &Grid) -> Result<Self, CoverError> {
        Self::of_reduced(&Reduced::of(puzzle.clone()))
    }

    /// The problem of a puzzle after deduction: the digits that are known, and the candidates that are left.
    ///
    /// # Errors
    /// If the problem is too large to be numbered.
    pub fn of_reduced(reduced: &Reduced) -> Result<Self, CoverError> {
        let geometry = reduced.grid().geometry();
        let (items, candidates) = (Items::of(geometry)?, all_of(reduced));
        let problem = problem(geometry, &items, candidates.iter().copied())?;
        Ok(Self { geometry: Arc::clone(geometry), items, problem, candidates })
    }

    /// The same, unless the budget ends before.
    ///
    /// # Errors
    /// If the problem is too large to be numbered.
    pub fn of_reduced_within(reduced: &Reduced, running: &Running) -> Result<Result<Self, StopReason>, CoverError> {
        let geometry = reduced.grid().geometry();
        let candidates = all_of(reduced);
        let items = Items::of(geometry)?;
        match problem_within(geometry, &items, candidates.iter().copied(), running)? {
            Ok(problem) => Ok(Ok(Self { geometry: Arc::clone(geometry), items, problem, candidates })),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// The dense matrix of a puzzle: N³ rows, a column for each item. Rows that contradict a clue are empty.
    ///
    /// # Errors
    /// If the matrix would have more than 2²⁸ cells.
    pub fn matrix(puzzle: &Grid) -> Result<BinaryMatrix, CoverError> {
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

    /// The candidate that an option stands for.
    ///
    /// # Panics
    /// If there is no such option.
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

    /// What an item stands for, such as `r1c1` or `5 in row 1`.
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
    /// What is wrong with it.
    pub fn decode(&self, puzzle: &Grid, options: &[u32]) -> Result<Solution, CheckError> {
        let mut answer = Grid::empty(&self.geometry);
        for &option in options {
            let Candidate { cell, digit } = self.candidate(option);
            // Candidates of this board are in range.
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
    /// The item of the first digit of each unit; those of its other digits follow.
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

    /// The items of a candidate: its cell, and its digit in each of the cell's units.
    fn of_candidate<'a>(&'a self, geometry: &'a Geometry, candidate: Candidate) -> impl Iterator<Item = u32> + use<'a> {
        let digit = geometry.digit_index(candidate.digit) as u32;
        let units = geometry.units_of(candidate.cell).map(move |unit| self.of_units[unit.index()] + digit);
        std::iter::once(geometry.index(candidate.cell) as u32).chain(units)
    }
}

/// The digits that are known, and the candidates that are left.
fn all_of(reduced: &Reduced) -> Vec<Candidate> {
    let mut candidates = Vec::with_capacity(reduced.candidates().len() + reduced.grid().clue_count());
    for (cell, &digit) in reduced.grid().geometry().cells().zip(reduced.grid().digits()) {
        candidates.extend(digit.map(|digit| Candidate::new(cell, digit)));
        candidates.extend(reduced.candidates().digits(cell).map(|digit| Candidate::new(cell, digit)));
    }
    candidates
}

fn problem(
    geometry: &Geometry,
    items: &Items,
    options: impl Iterator<Item = Candidate>,
) -> Result<ExactCover, CoverError> {
    let stated = problem_within(geometry, items, options, &Budget::unlimited().start())?;
    Ok(stated.expect("an unlimited budget does not end"))
}

/// Between two looks at the clock so many options are stated.
const OPTIONS_PER_LOOK: usize = 4096;

fn problem_within(
    geometry: &Geometry,
    items: &Items,
    options: impl Iterator<Item = Candidate>,
    running: &Running,
) -> Result<Result<ExactCover, StopReason>, CoverError> {
    let mut problem = ExactCover::new(items.primary, items.secondary)?;
    let count = options.size_hint().0;
    problem.reserve(count, 4 * count);
    let mut option = Vec::new();
    for (number, candidate) in options.enumerate() {
        if number % OPTIONS_PER_LOOK == 0
            && let Err(reason) = running.check()
        {
            return Ok(Err(reason));
        }
        option.clear();
        option.extend(items.of_candidate(geometry, candidate));
        problem.add_option(&option)?;
    }
    Ok(Ok(problem))
}
