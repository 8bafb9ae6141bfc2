//! The exact cover road: grid, options, dancing links or Algorithm X, options, checked grid.
//!
//! Dancing links keep one linked board for the puzzles of a session: clues are chosen options, taken back afterwards, which saves
//! the linking, over half of the time of an easy puzzle. Three cases state each puzzle's live options anew: large boards, of which
//! a puzzle leaves little open; Algorithm X, which copies the sets that it covers; and puzzles from which deduction struck out
//! candidates.

use std::sync::Arc;

use crate::backend::OpenOptions;
use crate::budget::{Running, Stopwatch};
use crate::encoding::{DecodeError, SudokuCover};
use crate::error::{Error, WrongAnswer};
use crate::exact_cover::{AlgorithmX, CoverSearch, DancingLinks, ItemChoice, Storage};
use crate::geometry::{Cell, Geometry};
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::options::Stats;
use crate::verdict::{Count, Verdict};

/// Up to this side the whole board is linked once.
const MAX_SIDE_FOR_SHARED_LINKS: usize = 25;

/// Bytes for each item of an option: in the problem, in its node, and in side tables. The numbers for sets were measured and
/// rounded up.
const BYTES_LINKED: u64 = 32;
const BYTES_IN_SETS: u64 = 128;

/// The search method.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method {
    DancingLinks(ItemChoice),
    AlgorithmX,
}

pub(super) struct CoverEngine {
    method: Method,
    board: Arc<Geometry>,
    at_work: Option<AtWork>,
    puzzle: Reduced,
    /// Whether the puzzle at hand is stated.
    is_stated: bool,
    /// Memory limit, in bytes, of the problem and its links.
    memory: u64,
    stats: Stats,
}

struct AtWork {
    cover: SudokuCover,
    search: AnySearch,
}

enum AnySearch {
    /// The whole board, clues given.
    Board(DancingLinks),
    /// A single puzzle.
    Links(DancingLinks),
    Sets(AlgorithmX),
}

impl AnySearch {
    fn as_search(&mut self) -> &mut dyn CoverSearch {
        match self {
            Self::Board(links) | Self::Links(links) => links,
            Self::Sets(sets) => sets,
        }
    }
}

impl CoverEngine {
    pub(super) fn new(board: &Arc<Geometry>, method: Method, memory: Option<u64>) -> Self {
        Self {
            method,
            board: Arc::clone(board),
            at_work: None,
            puzzle: Reduced::of(Grid::empty(board)),
            is_stated: false,
            memory: memory.unwrap_or(OpenOptions::DEFAULT_MEMORY),
            stats: Stats::default(),
        }
    }

    /// States the puzzle at hand unless that was done.
    fn state(&mut self, running: &Running) -> Result<(), Error> {
        if self.is_stated {
            return Ok(());
        }
        let watch = Stopwatch::start();
        let stated = self.build(running);
        self.stats.encode += watch.elapsed();
        self.is_stated = stated.is_ok();
        stated
    }

    /// Refuses a problem that would take more memory than allowed: of each cell so many candidates.
    fn check_memory(&self, of_cell: impl Fn(Cell) -> usize) -> Result<(), Error> {
        let per_incidence = match self.method {
            Method::DancingLinks(_) => BYTES_LINKED,
            Method::AlgorithmX => BYTES_IN_SETS,
        };
        let incidence = self.board.incidence();
        // The cell, and a digit in each unit of the cell.
        let of_option = |index: usize| 1 + incidence.units(index).len() as u64;
        let cells = self.board.cells().enumerate().map(|(index, cell)| (of_cell(cell) as u64, of_option(index)));
        let (options, incidences) =
            cells.fold((0, 0_u64), |all, (options, items)| (all.0 + options, all.1.saturating_add(options * items)));
        let (needed, limit) = (incidences.saturating_mul(per_incidence), self.memory);
        if needed <= limit {
            return Ok(());
        }
        Err(Error::TooLarge { what: format!("{} for {options} candidates", self.name()), needed, limit })
    }

    fn build(&mut self, running: &Running) -> Result<(), Error> {
        let may_link_once =
            self.board.comparable_side() <= MAX_SIDE_FOR_SHARED_LINKS && !self.puzzle.has_eliminations();
        if let (Method::DancingLinks(choice), true) = (self.method, may_link_once) {
            if !matches!(self.at_work, Some(AtWork { search: AnySearch::Board(_), .. })) {
                self.check_memory(|_| self.board.digit_count())?;
                let cover = SudokuCover::of_board_within(&self.board, running)?;
                let links = DancingLinks::new_within(cover.problem(), choice, running)?;
                self.at_work = Some(AtWork { cover, search: AnySearch::Board(links) });
            }
            if let Some(AtWork { cover, search: AnySearch::Board(links) }) = &mut self.at_work {
                links.reset();
                cover.clues(self.puzzle.grid()).for_each(|option| links.select(option));
            }
            return Ok(());
        }
        self.at_work = None;
        self.check_memory(|cell| self.puzzle.candidates().digits(cell).count().max(1))?;
        let cover = SudokuCover::of_units_within(&self.puzzle, running)?;
        running.check()?;
        let search = match self.method {
            Method::DancingLinks(choice) => {
                AnySearch::Links(DancingLinks::new_within(cover.problem(), choice, running)?)
            }
            Method::AlgorithmX => AnySearch::Sets(AlgorithmX::new_within(cover.problem(), Storage::Sets, running)?),
        };
        self.at_work = Some(AtWork { cover, search });
        Ok(())
    }

    fn name(&self) -> &'static str {
        match self.method {
            Method::DancingLinks(ItemChoice::Smallest) => "dlx",
            Method::DancingLinks(ItemChoice::Leftmost) => "dlx-leftmost",
            Method::AlgorithmX => "algorithm-x",
        }
    }
}

impl Engine for CoverEngine {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = puzzle;
        self.is_stated = false;
        self.stats = Stats::default();
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        match self.state(running) {
            Err(Error::Stopped(reason)) => return Ok(Verdict::Unknown(reason)),
            stated => stated?,
        }
        let name = self.name();
        let Some(AtWork { cover, search }) = &mut self.at_work else { return Ok(Verdict::Unsatisfiable) };
        Ok(match search.as_search().advance(running) {
            Verdict::Satisfiable(()) => {
                let watch = Stopwatch::start();
                let solution = cover.decode(self.puzzle.grid(), search.as_search().cover());
                self.stats.decode += watch.elapsed();
                let wrong = |error| WrongAnswer::from(DecodeError::Check(error)).of(name);
                Verdict::Satisfiable(solution.map_err(wrong)?)
            }
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        match self.state(running) {
            Err(Error::Stopped(reason)) => return Ok(Count::at_least(0, reason)),
            stated => stated?,
        }
        let Some(AtWork { search, .. }) = &mut self.at_work else { return Ok(Count::exact(0)) };
        Ok(search.as_search().count_within(limit, running))
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
