//! The number of solutions that contain each candidate.

use crate::budget::StopReason;
use crate::counting::candidate_classes::CandidateClasses;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::grid::{Grid, Solution};
use crate::natural::Natural;
use crate::verdict::Count;

/// For each candidate of a puzzle, the number of solutions that contain the candidate.
///
/// A clue's candidate is in every solution, other digits of its cell in no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateCounts {
    puzzle: Grid,
    total: Count,
    /// By cell and digit; none where the budget ran out before.
    counts: Vec<Option<Natural>>,
    stopped: Option<StopReason>,
}

impl CandidateCounts {
    /// The counts over a list of all solutions.
    pub fn tallied(puzzle: &Grid, solutions: impl IntoIterator<Item = Solution>) -> Self {
        let board = puzzle.geometry();
        let side = board.digit_count();
        let mut sums = vec![0_u64; board.cell_count() * side];
        let mut total = 0_u64;
        for solution in solutions {
            total += 1;
            for (cell, ordinal) in solution.ordinals().enumerate() {
                sums[cell * side + usize::from(ordinal) - 1] += 1;
            }
        }
        let counts = sums.into_iter().map(|count| Some(count.into())).collect();
        Self { puzzle: puzzle.clone(), total: Count::exact(total), counts, stopped: None }
    }

    /// The counts of work that ended before its start.
    #[must_use]
    pub fn unknown(puzzle: &Grid, total: Count, reason: StopReason) -> Self {
        let board = puzzle.geometry();
        let counts = vec![None; board.cell_count() * board.digit_count()];
        Self { puzzle: puzzle.clone(), total, counts, stopped: Some(reason) }
    }

    /// Asks for the number of solutions of the puzzle with one more clue, as often as it takes: candidates that are alike have the
    /// same number, and the digits of a cell, and the places of a digit in a unit of as many cells as digits, have all solutions
    /// together. Where the answer is no exact number the work ends.
    ///
    /// # Errors
    /// The first error of an answer.
    ///
    /// # Panics
    /// If the answers contradict each other.
    pub fn counted<E>(
        puzzle: &Grid,
        total: &Natural,
        mut count: impl FnMut(&Grid) -> Result<Count, E>,
    ) -> Result<Self, E> {
        let mut work = Work::new(puzzle, total);
        let mut stopped = None;
        if *total == 0 {
            work.counts.fill(Some(total.clone()));
        }
        while let Some(candidate) = work.next() {
            let mut with = puzzle.clone();
            let number = match with.set(candidate.cell, Some(candidate.digit)) {
                Ok(()) => count(&with)?,
                Err(_) => unreachable!("a candidate is on its board"),
            };
            match number {
                Count::Exact(number) => work.learn(candidate, &number),
                Count::AtLeast(_, reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
        }
        Ok(Self { puzzle: puzzle.clone(), total: Count::Exact(total.clone()), counts: work.counts, stopped })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Grid {
        &self.puzzle
    }

    /// The number of solutions of the puzzle.
    #[must_use]
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// The number of solutions that contain a candidate; `None` if the budget ran out before the number was known.
    ///
    /// # Panics
    /// If the cell or the digit is none of the board's.
    #[must_use]
    pub fn get(&self, candidate: Candidate) -> Option<&Natural> {
        let board = self.puzzle.geometry();
        assert!(board.contains(candidate.cell) && board.has_digit(candidate.digit), "{candidate} is not on the board");
        self.counts[index(board, candidate)].as_ref()
    }

    /// The digits of a cell that occur in a solution, or may occur, with their numbers (`None` if unknown).
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = (Digit, Option<&Natural>)> {
        let all = self.puzzle.geometry().digits().map(move |digit| (digit, self.get(Candidate::new(cell, digit))));
        all.filter(|(_, count)| count.is_none_or(|count| *count > 0))
    }

    /// The share of solutions that contain a candidate, from 0 to 1; `None` if unknown or if the puzzle has no solution.
    ///
    /// # Panics
    /// If the cell or the digit is none of the board's.
    #[must_use]
    pub fn share(&self, candidate: Candidate) -> Option<f64> {
        let Count::Exact(total) = &self.total else { return None };
        let number = self.get(candidate).filter(|_| *total > 0)?;
        Some(number.to_f64() / total.to_f64())
    }

    /// The most helpful clue: the candidate of an empty cell that the fewest solutions contain, the first in reading order among
    /// equals. `None` if a number is unknown, or if no cell is left to choose.
    ///
    /// ```
    /// use satdoku::{Grid, Options, Solver};
    ///
    /// let puzzle: Grid = "1234.....4......".parse()?;
    /// let counts = Solver::Auto.candidate_counts_with(&puzzle, &Options::default())?;
    /// let (clue, left) = counts.best_clue().unwrap();
    /// assert_eq!((clue.to_string(), left.to_string()), ("r2c3=1".to_owned(), "1".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best_clue(&self) -> Option<(Candidate, &Natural)> {
        let open = self.choices()?;
        let candidates = open.into_iter().flat_map(|(cell, digits)| {
            digits.into_iter().map(move |(digit, number)| (Candidate::new(cell, digit), number))
        });
        candidates.min_by(|a, b| a.1.cmp(b.1))
    }

    /// The cell that helps most whatever its digit is, with the number of solutions that contain its most frequent digit: at most
    /// this number remains. Ties go to the first cell in reading order; `None` as for [`best_clue`](Self::best_clue).
    #[must_use]
    pub fn best_cell(&self) -> Option<(Cell, &Natural)> {
        let mut best: Option<(Cell, &Natural)> = None;
        for (cell, digits) in self.choices()? {
            let most = digits.into_iter().map(|(_, number)| number).max()?;
            if best.is_none_or(|(_, least)| most < least) {
                best = Some((cell, most));
            }
        }
        best
    }

    /// The empty cells with several digits, with their numbers; `None` if a number is unknown.
    fn choices(&self) -> Option<Vec<Choice<'_>>> {
        let known = |cell| {
            let digits = self.digits(cell).map(|(digit, number)| Some((digit, number?)));
            Some((cell, digits.collect::<Option<Vec<_>>>()?))
        };
        let cells: Vec<_> = self.puzzle.empty_cells().map(known).collect::<Option<_>>()?;
        Some(cells.into_iter().filter(|(_, digits)| digits.len() > 1).collect())
    }

    /// The reason why some numbers are unknown.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }
}

/// A cell, and its digits with their numbers.
type Choice<'a> = (Cell, Vec<(Digit, &'a Natural)>);

/// Where a candidate's number stands.
fn index(board: &Geometry, Candidate { cell, digit }: Candidate) -> usize {
    board.index(cell) * board.digit_count() + board.digit_index(digit)
}

/// The numbers in the making.
struct Work {
    board: std::sync::Arc<Geometry>,
    total: Natural,
    counts: Vec<Option<Natural>>,
    /// Sets of candidates; every solution contains exactly one candidate of each set.
    sums: Vec<Vec<usize>>,
    classes: CandidateClasses,
    /// All numbers before this index are known.
    next: usize,
}

impl Work {
    fn new(puzzle: &Grid, total: &Natural) -> Self {
        let board = puzzle.geometry();
        let side = board.digit_count();
        let incidence = board.incidence();
        let is_possible = |candidate: Candidate| match puzzle.get(candidate.cell) {
            Some(clue) => clue == candidate.digit,
            None => puzzle.can_place(candidate.cell, candidate.digit),
        };
        let candidates = board.cells().flat_map(|cell| board.digits().map(move |digit| Candidate::new(cell, digit)));
        let counts = candidates.map(|candidate| {
            let is_known = puzzle.get(candidate.cell) == Some(candidate.digit);
            if is_known { Some(total.clone()) } else { (!is_possible(candidate)).then_some(Natural::ZERO) }
        });
        let cells = (0..board.cell_count()).map(|cell| (0..side).map(|digit| cell * side + digit).collect());
        let full = (0..incidence.unit_count()).filter(|&unit| incidence.is_full(unit));
        let units = full.flat_map(|unit| {
            let cells = incidence.cells(unit);
            (0..side).map(move |digit| cells.iter().map(|&cell| cell as usize * side + digit).collect::<Vec<_>>())
        });
        let mut work = Self {
            board: std::sync::Arc::clone(board),
            total: total.clone(),
            counts: counts.collect(),
            sums: cells.chain(units).collect(),
            classes: CandidateClasses::of(puzzle),
            next: 0,
        };
        work.add_up();
        work
    }

    /// The first candidate with an unknown number.
    fn next(&mut self) -> Option<Candidate> {
        self.next += self.counts[self.next..].iter().position(Option::is_none)?;
        let side = self.board.digit_count();
        Some(Candidate::new(self.board.cell(self.next / side), self.board.digit(self.next % side)))
    }

    /// Notes a number for all equivalent candidates, and the numbers that follow.
    fn learn(&mut self, candidate: Candidate, number: &Natural) {
        let class = self.classes.class(&self.board, candidate);
        for other in 0..self.counts.len() {
            let side = self.board.digit_count();
            let of_other = Candidate::new(self.board.cell(other / side), self.board.digit(other % side));
            if self.classes.class(&self.board, of_other) == class {
                self.counts[other] = Some(number.clone());
            }
        }
        self.add_up();
    }

    /// Deduces the last unknown number of each sum, to a fixed point.
    fn add_up(&mut self) {
        loop {
            let mut is_changed = false;
            for sum in &self.sums {
                let mut open = sum.iter().filter(|&&at| self.counts[at].is_none());
                let (Some(&last), None) = (open.next(), open.next()) else { continue };
                let known: Natural = sum.iter().filter_map(|&at| self.counts[at].clone()).sum();
                let left = self.total.checked_sub(&known).expect("parts of all solutions");
                self.counts[last] = Some(left);
                is_changed = true;
            }
            if !is_changed {
                return;
            }
        }
    }
}
