//! The road of the 9×9 kernel: grid, bytes, kernel, bytes, checked grid.
//!
//! The kernel finds the first solution and counts one by one, but does not list. Where counting would take long, the sum over
//! columns counts, if allowed. Further solutions come from dancing links, which list them in their own order. The kernel knows the
//! classic board only.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use crate::budget::{Running, StopReason, Stopwatch};
use crate::constraint::Constraint;
use crate::counting::columns;
use crate::encoding::DecodeError;
use crate::error::{Error, WrongAnswer};
use crate::exact_cover::ItemChoice;
use crate::geometry::{Digit, Geometry, UnitKind};
use crate::grid::{ClassicGrid, Grid, Solution};
use crate::nine::{self, GridBytes, Solved};
use crate::reduction::Reduced;
use crate::solver::auto::{LISTED, TIME_TO_COUNT_ONE};
use crate::solver::columns::up_to;
use crate::solver::cover::{CoverEngine, Method};
use crate::solver::engine::Engine;
use crate::solver::further_solutions::Finder;
use crate::solver::names::NINE;
use crate::solver::names::Solver;
use crate::solver::options::{Options, Stats};
use crate::verdict::{Count, Verdict};

/// The kernel is not asked to find more solutions than this for a second opinion.
const MOST_TO_FIND: u64 = 1000;

/// Whether the kernel finds more solutions than were found elsewhere. No, where it does not know the board, where many were
/// found, and where the budget is spent.
pub(super) fn has_more(puzzle: &Grid, found: u64, running: &Running) -> Result<bool, Error> {
    let Some(puzzle) = puzzle.as_classic().filter(|_| found < MOST_TO_FIND) else { return Ok(false) };
    Ok(nine::count(&puzzle.record(), found + 1, &mut running.clone())?.solutions > found)
}

/// The candidates of a puzzle's cells, if it is on the classic board but for rules each of which says which digits a cell may have.
pub(super) fn only_candidates(puzzle: &Grid) -> Option<[u16; 81]> {
    let geometry = puzzle.geometry();
    let is_classic = puzzle.without_rules().as_classic().is_some();
    let has_more = !geometry.layers().is_empty() || geometry.units_of_kind(UnitKind::Rule).next().is_some();
    let mut candidates = (is_classic && !has_more).then_some([0x1ff; 81])?;
    for (_, constraint) in puzzle.rules().constraints() {
        let Constraint::Domain { cell, digits } = constraint else { return None };
        candidates[geometry.index(*cell)] &= *digits as u16;
    }
    for clue in puzzle.clues() {
        candidates[geometry.index(clue.cell)] &= 1 << (clue.digit.get() - 1);
    }
    Some(candidates)
}

/// A further solution of a puzzle with these candidates, where `given` solutions are known. `None` where the kernel would have to list
/// solutions.
pub(super) fn next_by_candidates(
    puzzle: &Grid,
    candidates: &[u16; 81],
    given: usize,
    running: &mut Running,
) -> Result<Option<Verdict<Solution>>, Error> {
    if given > 0 {
        let counted = nine::count_candidates(candidates, given as u64 + 1, running);
        return Ok(match counted.stopped {
            None => Some(Verdict::Unsatisfiable),
            Some(StopReason::Limit) => None,
            Some(reason) => Some(Verdict::Unknown(reason)),
        });
    }
    Ok(Some(match nine::solve_candidates(candidates, running) {
        Solved::Satisfiable(record) => Verdict::Satisfiable(read_back(puzzle, &record)?),
        Solved::Unsatisfiable => Verdict::Unsatisfiable,
        Solved::Unknown(reason) => Verdict::Unknown(reason),
    }))
}

/// A number of threads; `None` for one on each core.
#[derive(Clone, Copy)]
struct Threads(Option<NonZeroUsize>);

pub(super) struct NineEngine {
    puzzle: Grid,
    record: GridBytes,
    /// Dancing links, opened when a second solution is first asked for, then kept.
    lister: Option<Box<dyn Engine>>,
    /// The time to read solutions back.
    decode: Duration,
    /// Whether the sum over columns counts where there are many solutions, and on how many threads.
    by_columns: Option<Threads>,
}

impl NineEngine {
    /// An engine for the classic board.
    pub(super) fn new(board: &Arc<Geometry>) -> Result<Self, Error> {
        let puzzle = Grid::empty(board);
        let record = puzzle.as_classic().ok_or_else(|| refused(board))?.record();
        Ok(Self { puzzle, record, lister: None, decode: Duration::ZERO, by_columns: None })
    }

    /// The engine, leaving large counts to the sum over columns.
    pub(super) fn or_by_columns(self, options: &Options) -> Self {
        Self { by_columns: Some(Threads(options.portfolio.threads)), ..self }
    }

    /// Counts solutions one by one, at most `limit`.
    fn count_up_to(&self, limit: u64, running: &mut Running) -> Result<Count, Error> {
        count_record(&self.record, limit, running)
    }
}

/// The first solution of a classic puzzle: the road of a single question, which opens no session.
pub(super) fn solve(puzzle: ClassicGrid<'_>, running: &mut Running) -> Result<Verdict<Solution>, Error> {
    // Two equal clues in a unit are an answer whatever the budget.
    if puzzle.grid().first_conflict().is_some() {
        return Ok(Verdict::Unsatisfiable);
    }
    Ok(match nine::solve(&puzzle.record(), running)? {
        Solved::Satisfiable(record) => Verdict::Satisfiable(read_back(puzzle.grid(), &record)?),
        Solved::Unsatisfiable => Verdict::Unsatisfiable,
        Solved::Unknown(reason) => Verdict::Unknown(reason),
    })
}

/// The number of solutions of a classic puzzle, counted one by one, at most `limit`; opens no session.
pub(super) fn count(puzzle: ClassicGrid<'_>, limit: u64, running: &mut Running) -> Result<Count, Error> {
    if puzzle.grid().first_conflict().is_some() {
        return Ok(Count::exact(0));
    }
    count_record(&puzzle.record(), limit, running)
}

fn count_record(record: &GridBytes, limit: u64, running: &mut Running) -> Result<Count, Error> {
    let counted = nine::count(record, limit, running)?;
    let found = counted.solutions;
    Ok(counted.stopped.map_or(Count::exact(found), |reason| Count::at_least(found, reason)))
}

/// The kernel's answer as a checked solution.
fn read_back(puzzle: &Grid, record: &GridBytes) -> Result<Solution, Error> {
    let digits = record.iter().map(|&byte| Ok(Digit::or_empty(u16::from(byte.wrapping_sub(b'0')))));
    let mut answer = puzzle.clone();
    let filled = answer.fill::<DecodeError>(digits);
    let checked = filled.and_then(|()| Ok(Solution::check(puzzle, answer)?));
    checked.map_err(|error: DecodeError| WrongAnswer::from(error).of(NINE))
}

/// The kernel's refusal of a board.
fn refused(board: &Geometry) -> Error {
    Error::UnknownBoard { solver: NINE.to_owned(), knows: "the board 3x3", found: board.to_string() }
}

impl Finder for NineEngine {
    fn begin(&mut self, puzzle: Reduced) {
        let classic = puzzle.grid().as_classic().expect("a session's puzzles are on its board");
        self.record = classic.record();
        self.puzzle = puzzle.into_grid();
        self.decode = Duration::ZERO;
    }

    fn first(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        Ok(match nine::solve(&self.record, running)? {
            Solved::Satisfiable(record) => {
                let watch = Stopwatch::start();
                let checked = read_back(&self.puzzle, &record);
                self.decode += watch.elapsed();
                Verdict::Satisfiable(checked?)
            }
            Solved::Unsatisfiable => Verdict::Unsatisfiable,
            Solved::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    fn lister_name(&self) -> String {
        Solver::DancingLinks(ItemChoice::Smallest).to_string()
    }

    fn lister(&mut self, running: &mut Running) -> Result<Verdict<Box<dyn Engine>>, Error> {
        Ok(match nine::count(&self.record, 2, running)?.stopped {
            None => Verdict::Unsatisfiable,
            Some(StopReason::Limit) => {
                let method = Method::DancingLinks(ItemChoice::Smallest);
                let new = || Box::new(CoverEngine::new(self.puzzle.geometry(), method, None)) as Box<dyn Engine>;
                let mut lister = self.lister.take().unwrap_or_else(new);
                lister.begin(self.puzzle.clone().into());
                Verdict::Satisfiable(lister)
            }
            Some(reason) => Verdict::Unknown(reason),
        })
    }

    fn keep(&mut self, lister: Box<dyn Engine>) {
        self.lister = Some(lister);
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        if limit == Some(0) {
            return Ok(Count::at_least(0, StopReason::Limit));
        }
        let most = limit.unwrap_or(u64::MAX);
        let Some(Threads(threads)) = self.by_columns.filter(|_| most > LISTED) else {
            return self.count_up_to(most, running);
        };
        let first = self.count_up_to(LISTED, running)?;
        if first.stopped() != Some(StopReason::Limit) {
            return Ok(first);
        }
        let puzzle = self.puzzle.as_classic().expect("the kernel's puzzles are on this board");
        if columns::cost(puzzle) > TIME_TO_COUNT_ONE.saturating_mul(most.min(u32::MAX.into()) as u32) {
            return self.count_up_to(most, running);
        }
        Ok(match columns::count(puzzle, threads, running) {
            // A part of the sum may be less than what was seen.
            Count::AtLeast(part, reason) if part < LISTED => up_to(limit, Count::at_least(LISTED, reason)),
            count => up_to(limit, count),
        })
    }

    fn stats(&self) -> Stats {
        Stats { decode: self.decode, ..Stats::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn the_kernel_says_whether_candidates_have_further_solutions() {
        let puzzle = |lines: &[&str], text: &str| {
            let puzzle: Grid = text.parse().unwrap();
            puzzle.with_rules(lines.iter().map(|line| line.parse().unwrap()).collect()).unwrap()
        };
        let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let next = |puzzle: &Grid, given: usize| {
            let candidates = only_candidates(puzzle).unwrap();
            next_by_candidates(puzzle, &candidates, given, &mut Budget::unlimited().start()).unwrap()
        };
        let unique = puzzle(&["allowed 2,4,6 r1c3", "even r9c5"], clues);
        assert!(next(&unique, 0).is_some_and(|verdict| verdict.is_satisfiable()));
        assert!(next(&unique, 1).is_some_and(|verdict| verdict.is_unsatisfiable()));
        assert!(next(&puzzle(&["odd r1c3"], clues), 0).is_some_and(|verdict| verdict.is_unsatisfiable()));
        assert!(next(&puzzle(&["odd r1c1"], &clues.replace("53..7", ".....")), 1).is_none());
        for lines in [&["killer 8 r1c1 r1c2"][..], &["antiknight"], &["thermometer r1c3 r1c4"]] {
            assert!(only_candidates(&puzzle(lines, clues)).is_none(), "{lines:?}");
        }
        assert!(only_candidates(&"................".parse().unwrap()).is_none());
    }
}
