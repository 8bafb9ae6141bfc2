//! The search: a walk under a schedule of temperatures.

use crate::budget::{Running, StopReason};
use crate::grid::Grid;
use crate::reduction::Reduced;
use crate::search::GridSearch;
use crate::search::local::random::Random;
use crate::search::local::schedule::Schedule;
use crate::search::local::uncovered::Cover;
use crate::search::local::walk::{Walk, walk};
use crate::verdict::Verdict;

/// A local search for a solution of one puzzle; the method is told in the [module](crate::search::local)'s document.
///
/// It finds one solution or none: after the first, and where it gives up, it answers *unknown* with
/// [`StopReason::Incomplete`], and never that there is no solution. It gives up at once where a cell has no digit left, a digit no
/// place, or a cell is in 32 units or more, and otherwise after 2,000 × C² moves for C candidates: seconds on 9×9, an hour on 64×64.
///
/// A step of its budget is a move proposed; each takes constant time. Memory is a megabyte and a half, and 40 bytes for each
/// candidate of a board of rows, columns and boxes; twice as much from 65,535 candidates on, and more where a cell is in more
/// units. The same seed makes the same moves.
#[derive(Debug)]
pub struct Local {
    puzzle: Reduced,
    random: Random,
    /// Bytes that the tables may take.
    memory: u64,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The tables are to be made.
    New,
    /// No solution yet.
    Searching(Annealing),
    /// The solution was told.
    Found(Grid),
    GaveUp(StopReason),
}

impl Local {
    /// Bytes that the tables may take unless another number is given.
    const DEFAULT_MEMORY: u64 = 8 << 30;

    /// A search over the candidates that deduction has left of a puzzle; the fewer, the better.
    #[must_use]
    pub fn new(puzzle: &Reduced, seed: u64) -> Self {
        let clash = puzzle.grid().first_violation().is_some();
        let stage = if clash { Stage::GaveUp(StopReason::Incomplete) } else { Stage::New };
        Self { puzzle: puzzle.clone(), random: Random::new(seed), memory: Self::DEFAULT_MEMORY, stage }
    }

    /// The same; its tables may take about so many bytes, 8 GiB if this is not said, and it gives up where they would take more.
    #[must_use]
    pub fn within_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }
}

impl GridSearch for Local {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if let Stage::New = self.stage {
            let cover = Cover::new(&self.puzzle, self.memory, running);
            match cover.and_then(|cover| Annealing::new(cover, self.random.clone(), running)) {
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
    fn new(mut cover: Cover, random: Random, running: &Running) -> Result<Self, StopReason> {
        let (walk, schedule) = (walk(&cover, random, running)?, Schedule::new(&cover));
        cover.forget();
        Ok(Self { cover, walk, schedule })
    }

    fn fill(&self, puzzle: &Grid) -> Grid {
        self.cover.fill(puzzle, |item| self.walk.holder(item))
    }

    /// Moves until nothing is open.
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
