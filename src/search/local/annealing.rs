//! The search: a walk under a schedule of temperatures.

use crate::budget::{Running, StopReason};
use crate::grid::Grid;
use crate::random::SplitMix64;
use crate::reduction::Reduced;
use crate::search::grid_search::GridSearch;
use crate::search::local::schedule::Schedule;
use crate::search::local::uncovered::Cover;
use crate::search::local::walk::{Walk, walk};
use crate::verdict::Verdict;

/// A local search for a solution of one puzzle; the [module](crate::search::local) describes the method.
///
/// The search finds at most one solution. After a solution, and after giving up, its answer is *unknown* with
/// [`StopReason::Incomplete`], never *unsatisfiable*. The search gives up at once if a cell has no digit left, a digit has no
/// place, or a cell is in 32 units or more; otherwise after 2,000 × C² moves for C candidates: seconds on 9×9, an hour on 64×64.
///
/// A step of the budget is a proposed move, which takes constant time. Memory is a megabyte and a half, and 40 bytes for each
/// candidate of a board of rows, columns and boxes; twice as much from 65,535 candidates on, and more if cells are in more units.
/// Equal seeds make equal moves.
#[derive(Debug)]
pub struct Local {
    puzzle: Reduced,
    random: SplitMix64,
    /// Bytes that the tables may take.
    memory: u64,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The tables are not built yet.
    New,
    /// No solution yet.
    Searching(Annealing),
    /// The solution was returned.
    Found(Grid),
    GaveUp(StopReason),
}

impl Local {
    /// Memory limit of the tables in bytes unless another is given.
    const DEFAULT_MEMORY: u64 = 8 << 30;

    /// A search over the candidates of a puzzle after deduction; the fewer candidates, the better.
    #[must_use]
    pub fn new(puzzle: &Reduced, seed: u64) -> Self {
        let clash = puzzle.grid().first_violation().is_some();
        let stage = if clash { Stage::GaveUp(StopReason::Incomplete) } else { Stage::New };
        Self { puzzle: puzzle.clone(), random: SplitMix64::new(seed), memory: Self::DEFAULT_MEMORY, stage }
    }

    /// Limits the tables to about `bytes` bytes (8 GiB by default); the search gives up if the tables would be larger.
    #[must_use]
    pub fn within_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }
}

impl GridSearch for Local {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if let Stage::New = self.stage {
            let cover = Cover::new(&self.puzzle, self.memory, running);
            match cover.and_then(|cover| Annealing::new(cover, self.random, running)) {
                Ok(annealing) => self.stage = Stage::Searching(annealing),
                Err(reason @ (StopReason::Incomplete | StopReason::Memory)) => self.stage = Stage::GaveUp(reason),
                Err(reason) => return Verdict::Unknown(reason),
            }
        }
        match &mut self.stage {
            Stage::Searching(annealing) => match annealing.run(running) {
                Ok(()) => {
                    self.stage = Stage::Found(annealing.fill(self.puzzle.grid()));
                    Verdict::Satisfiable(())
                }
                Err(reason) => {
                    if reason == StopReason::Incomplete {
                        self.stage = Stage::GaveUp(reason);
                    }
                    Verdict::Unknown(reason)
                }
            },
            Stage::GaveUp(reason) => Verdict::Unknown(*reason),
            Stage::New | Stage::Found(_) => Verdict::Unknown(StopReason::Incomplete),
        }
    }

    fn grid(&self) -> Grid {
        match &self.stage {
            Stage::Searching(annealing) => annealing.fill(self.puzzle.grid()),
            Stage::Found(grid) => grid.clone(),
            Stage::New | Stage::GaveUp(_) => self.puzzle.grid().clone(),
        }
    }
}

/// A walk and its temperatures.
#[derive(Debug)]
struct Annealing {
    cover: Cover,
    walk: Box<dyn Walk>,
    schedule: Schedule,
}

impl Annealing {
    fn new(mut cover: Cover, random: SplitMix64, running: &Running) -> Result<Self, StopReason> {
        let (walk, schedule) = (walk(&cover, random, running)?, Schedule::new(&cover));
        cover.forget();
        Ok(Self { cover, walk, schedule })
    }

    fn fill(&self, puzzle: &Grid) -> Grid {
        self.cover.fill(puzzle, |item| self.walk.holder(item))
    }

    /// Moves until no item is open.
    fn run(&mut self, running: &mut Running) -> Result<(), StopReason> {
        let Self { walk, schedule, .. } = self;
        while !walk.is_done() {
            if schedule.moves_left == 0 {
                schedule.cool()?;
            }
            let allowed = running.take(schedule.moves_left)?;
            let made = walk.go(allowed, &schedule.chances);
            running.put_back(allowed - made);
            schedule.moves_left -= made;
        }
        Ok(())
    }
}
