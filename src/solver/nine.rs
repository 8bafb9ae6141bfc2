//! The road of the 9×9 kernel: grid, bytes, kernel, bytes, checked grid.
//!
//! The kernel finds the first solution and counts; it does not list. So whoever asks for a second solution gets it, where
//! there is one, from dancing links, which list the others in their own order. The kernel knows the classic board only.

use std::sync::Arc;

use crate::budget::{Running, StopReason, Stopwatch};
use crate::encoding::DecodeError;
use crate::error::Error;
use crate::exact_cover::ItemChoice;
use crate::geometry::{Digit, Geometry, Regions};
use crate::grid::{Grid, Solution};
use crate::nine::{self, Record, Solved};
use crate::reduction::Reduced;
use crate::solver::Stats;
use crate::solver::cover::{CoverEngine, Method};
use crate::solver::engine::Engine;
use crate::verdict::{Count, Verdict};

pub(in crate::solver) const NAME: &str = "nine";

/// Whether the kernel knows the board: side 9, boxes of 3×3, no extra units.
pub(in crate::solver) fn knows(board: &Geometry) -> bool {
    board.shape() == Regions::Boxes { rows: 3, columns: 3 } && board.extra_units().len() == 0
}

/// The kernel is not asked to find more solutions than this for a second opinion.
const MOST_TO_FIND: u64 = 1000;

/// Whether the kernel finds more solutions than were found elsewhere. No, where it does not know the board, where many were
/// found, and where the budget is spent.
pub(in crate::solver) fn has_more(puzzle: &Grid, found: u64, running: &Running) -> Result<bool, Error> {
    if !knows(puzzle.geometry()) || found >= MOST_TO_FIND {
        return Ok(false);
    }
    Ok(nine::count(&record(puzzle), found + 1, &mut running.clone())?.solutions > found)
}

pub(in crate::solver) struct NineEngine {
    puzzle: Grid,
    record: Record,
    listing: Listing,
    /// Opened when somebody first asks for a second solution, then kept.
    links: Option<CoverEngine>,
    stats: Stats,
}

/// Which solutions were given.
enum Listing {
    None,
    /// The kernel's.
    First(Solution),
    /// The kernel's, and some of those that dancing links find.
    More(Solution),
    All,
}

impl NineEngine {
    /// An engine for a board that the kernel knows.
    pub(in crate::solver) fn new(board: &Arc<Geometry>) -> Result<Self, Error> {
        if !knows(board) {
            return Err(Error::UnknownBoard { solver: NAME.to_owned(), knows: "3x3", found: board.to_string() });
        }
        let puzzle = Grid::empty(board);
        Ok(Self { puzzle, record: [b'.'; 81], listing: Listing::None, links: None, stats: Stats::default() })
    }

    fn first(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let watch = Stopwatch::start();
        let before = running.steps_left();
        let solved = nine::solve(&self.record, running);
        self.stats.solve += watch.elapsed();
        self.stats.step(before - running.steps_left());
        Ok(match solved? {
            Solved::Satisfiable(record) => {
                let watch = Stopwatch::start();
                let digits = record.iter().map(|&byte| Ok(Digit::new(u16::from(byte.wrapping_sub(b'0')))));
                let mut answer = self.puzzle.clone();
                let filled = answer.fill::<DecodeError>(digits);
                let checked = filled.and_then(|()| Ok(Solution::check(&self.puzzle, answer)?));
                self.stats.decode += watch.elapsed();
                let solution = checked.map_err(|source| Error::WrongAnswer { solver: NAME.to_owned(), source })?;
                self.listing = Listing::First(solution.clone());
                Verdict::Satisfiable(solution)
            }
            Solved::Unsatisfiable => {
                self.listing = Listing::All;
                Verdict::Unsatisfiable
            }
            Solved::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    /// A solution that dancing links find and that is not the first.
    fn another(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        if let Listing::First(_) = self.listing {
            let watch = Stopwatch::start();
            let before = running.steps_left();
            let tally = nine::count(&self.record, 2, running)?;
            self.stats.solve += watch.elapsed();
            self.stats.step(before - running.steps_left());
            match tally.stopped {
                None => self.listing = Listing::All,
                Some(StopReason::Limit) => {
                    let board = self.puzzle.geometry();
                    let new = || CoverEngine::new(board, Method::DancingLinks(ItemChoice::Smallest), None);
                    self.links.get_or_insert_with(new).begin(self.puzzle.clone().into());
                }
                Some(reason) => return Ok(Verdict::Unknown(reason)),
            }
        }
        let given = std::mem::replace(&mut self.listing, Listing::All);
        let (Listing::First(first) | Listing::More(first), Some(links)) = (given, &mut self.links) else {
            return Ok(Verdict::Unsatisfiable);
        };
        let mut verdict = links.next(running)?;
        if matches!(&verdict, Verdict::Satisfiable(solution) if *solution == first) {
            verdict = links.next(running)?;
        }
        if verdict.is_satisfiable() {
            self.listing = Listing::More(first);
        }
        Ok(verdict)
    }
}

/// The digits of a grid of side 9 as bytes.
fn record(puzzle: &Grid) -> Record {
    let mut record = [b'.'; 81];
    for (byte, digit) in record.iter_mut().zip(puzzle.digits()) {
        if let Some(digit) = digit {
            *byte = b'1' + digit.index() as u8;
        }
    }
    record
}

impl Engine for NineEngine {
    fn begin(&mut self, puzzle: Reduced) {
        let watch = Stopwatch::start();
        self.record = record(&puzzle.grid);
        self.puzzle = puzzle.grid;
        self.listing = Listing::None;
        self.stats = Stats { encode: watch.elapsed(), ..Stats::default() };
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        match self.listing {
            Listing::None => self.first(running),
            Listing::First(_) | Listing::More(_) => self.another(running),
            Listing::All => Ok(Verdict::Unsatisfiable),
        }
    }

    fn count(&mut self, limit: Option<u128>, running: &mut Running) -> Result<Count, Error> {
        if limit == Some(0) {
            return Ok(Count::AtLeast(0, StopReason::Limit));
        }
        let limit = limit.map_or(u64::MAX, |limit| u64::try_from(limit).unwrap_or(u64::MAX));
        let watch = Stopwatch::start();
        let before = running.steps_left();
        let tally = nine::count(&self.record, limit, running);
        self.stats.solve += watch.elapsed();
        self.stats.step(before - running.steps_left());
        let tally = tally?;
        let found = u128::from(tally.solutions);
        Ok(tally.stopped.map_or(Count::Exact(found), |reason| Count::AtLeast(found, reason)))
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
