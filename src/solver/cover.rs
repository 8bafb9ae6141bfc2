//! The exact cover road: grid, options, dancing links or Algorithm X, options, checked grid.
//!
//! Dancing links keep one linked board for all puzzles of a session: clues are given options that are taken back
//! afterwards, which saves the linking, over half of the time of an easy puzzle. Large boards, of which a puzzle leaves
//! little open, and Algorithm X, which copies what it covers, state each puzzle's live options anew; so does a puzzle of which deduction struck out candidates.

use std::sync::Arc;

use crate::budget::{Running, Stopwatch};
use crate::encoding::{DecodeError, SudokuCover};
use crate::error::Error;
use crate::exact_cover::{AlgorithmX, CoverSearch, DancingLinks, ItemChoice, Storage};
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::solver::Stats;
use crate::solver::engine::Engine;
use crate::verdict::{Count, Verdict};

/// Up to this side the whole board is linked once.
const SIDE_TO_LINK_ONCE: usize = 25;

/// Which search is used.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) enum Method {
    DancingLinks(ItemChoice),
    AlgorithmX,
}

pub(in crate::solver) struct CoverEngine {
    method: Method,
    board: Arc<Geometry>,
    at_work: Option<AtWork>,
    puzzle: Reduced,
    /// What could not be stated, told when the first answer is asked for.
    failed: Option<Error>,
    stats: Stats,
}

struct AtWork {
    cover: SudokuCover,
    search: AnySearch,
}

enum AnySearch {
    /// The whole board, clues given.
    Board(DancingLinks),
    /// One puzzle.
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
    pub(in crate::solver) fn new(board: &Arc<Geometry>, method: Method) -> Self {
        let puzzle = Reduced::of(Grid::empty(board));
        Self { method, board: Arc::clone(board), at_work: None, puzzle, failed: None, stats: Stats::default() }
    }

    fn state(&mut self) -> Result<(), Error> {
        let may_link_once = self.board.side() <= SIDE_TO_LINK_ONCE && !self.puzzle.has_eliminations();
        if let (Method::DancingLinks(choice), true) = (self.method, may_link_once) {
            if !matches!(self.at_work, Some(AtWork { search: AnySearch::Board(_), .. })) {
                let cover = SudokuCover::of_board(&self.board)?;
                let links = DancingLinks::new(cover.problem(), choice);
                self.at_work = Some(AtWork { cover, search: AnySearch::Board(links) });
            }
            if let Some(AtWork { cover, search: AnySearch::Board(links) }) = &mut self.at_work {
                links.reset();
                cover.clues(&self.puzzle.grid).for_each(|option| links.select(option));
            }
            return Ok(());
        }
        let cover = SudokuCover::of_reduced(&self.puzzle)?;
        let search = match self.method {
            Method::DancingLinks(choice) => AnySearch::Links(DancingLinks::new(cover.problem(), choice)),
            Method::AlgorithmX => AnySearch::Sets(AlgorithmX::new(cover.problem(), Storage::Sets)?),
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
        let watch = Stopwatch::start();
        self.puzzle = puzzle;
        self.failed = self.state().err();
        self.stats = Stats { encode: watch.elapsed(), ..Stats::default() };
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let name = self.name();
        let Some(AtWork { cover, search }) = &mut self.at_work else { return Ok(Verdict::Unsatisfiable) };
        let watch = Stopwatch::start();
        let before = running.steps_left();
        let verdict = search.as_search().advance(running);
        self.stats.solve += watch.elapsed();
        self.stats.step(before - running.steps_left());
        Ok(match verdict {
            Verdict::Satisfiable(()) => {
                let watch = Stopwatch::start();
                let solution = cover.decode(&self.puzzle.grid, search.as_search().cover());
                self.stats.decode += watch.elapsed();
                let wrong = |error| Error::WrongAnswer { solver: name.to_owned(), source: DecodeError::Check(error) };
                Verdict::Satisfiable(solution.map_err(wrong)?)
            }
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    fn count(&mut self, limit: Option<u128>, running: &mut Running) -> Result<Count, Error> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let Some(AtWork { search, .. }) = &mut self.at_work else { return Ok(Count::Exact(0)) };
        let watch = Stopwatch::start();
        let before = running.steps_left();
        let count = search.as_search().count(limit, running);
        self.stats.solve += watch.elapsed();
        self.stats.step(before - running.steps_left());
        Ok(count)
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
