//! The state and its moves.

use crate::budget::{Running, StopReason};
use crate::grid::Grid;
use crate::reduction::Reduced;
use crate::search::GridSearch;
use crate::search::local::random::{Random, below};
use crate::search::local::schedule::Schedule;
use crate::search::local::uncovered::{Cover, NONE};
use crate::verdict::Verdict;

/// A local search for a solution of one puzzle; the method is told in the [module](crate::search::local)'s document.
///
/// It finds one solution or none: after the first, and where it gives up, it answers *unknown* with
/// [`StopReason::Incomplete`], and never that there is no solution. It gives up at once where a cell has no digit left or
/// a digit no place, and otherwise after 2,000 × C² moves for C candidates: seconds on 9×9, an hour on 64×64.
///
/// A step of its budget is a move proposed; each takes constant time. Memory is about 40 bytes for each candidate. The same
/// seed makes the same moves.
#[derive(Clone, Debug)]
pub struct Local {
    puzzle: Reduced,
    random: Random,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The tables are to be made.
    New,
    /// No solution yet.
    Searching(Box<Annealing>),
    /// The solution was told.
    Found(Grid),
    GaveUp(StopReason),
}

impl Local {
    /// A search over the candidates that deduction has left of a puzzle; the fewer, the better.
    #[must_use]
    pub fn new(puzzle: &Reduced, seed: u64) -> Self {
        let clash = puzzle.grid().first_violation().is_some();
        let stage = if clash { Stage::GaveUp(StopReason::Incomplete) } else { Stage::New };
        Self { puzzle: puzzle.clone(), random: Random::new(seed), stage }
    }
}

impl GridSearch for Local {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if let Stage::New = self.stage {
            match Cover::new(&self.puzzle, running) {
                Ok(cover) => self.stage = Stage::Searching(Box::new(Annealing::new(cover, self.random.clone()))),
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

/// A set of candidates without a clash, and where its search stands.
#[derive(Clone, Debug)]
struct Annealing {
    cover: Cover,
    random: Random,
    /// The candidate that covers each item.
    holders: Vec<u32>,
    /// The items that none covers, in any order, and where each of them stands there.
    open: Vec<u32>,
    places: Vec<u32>,
    schedule: Schedule,
}

impl Annealing {
    fn new(cover: Cover, random: Random) -> Self {
        let items = cover.item_count();
        let all: Vec<u32> = (0..items as u32).collect();
        let schedule = Schedule::new(&cover);
        Self { random, holders: vec![NONE; items], open: all.clone(), places: all, schedule, cover }
    }

    fn fill(&self, puzzle: &Grid) -> Grid {
        self.cover.fill(puzzle, &self.holders)
    }

    /// Moves until nothing is open.
    fn run(&mut self, running: &mut Running) -> Result<(), StopReason> {
        match self.cover.width {
            // Rows, columns and boxes: the loops over a candidate's items are unrolled.
            4 => self.run_in_width::<4>(running),
            _ => self.run_in_width::<0>(running),
        }
    }

    /// The same for candidates of W items, or of as many as the cover says where W is 0.
    fn run_in_width<const W: usize>(&mut self, running: &mut Running) -> Result<(), StopReason> {
        while !self.open.is_empty() {
            if self.schedule.moves_left == 0 {
                self.schedule.cool()?;
            }
            running.tick()?;
            self.schedule.moves_left -= 1;
            self.propose::<W>();
        }
        Ok(())
    }

    /// Makes a random move or leaves it.
    #[inline]
    fn propose<const W: usize>(&mut self) {
        let cover = &self.cover;
        let width = if W == 0 { cover.width } else { W };
        let bits = self.random.bits();
        let item = self.open[below(self.open.len(), bits as u32)] as usize;
        let (start, end) = (cover.starts[item] as usize, cover.starts[item + 1] as usize);
        let candidate = cover.candidates[start + below(end - start, (bits >> 32) as u32)];
        let items = &cover.items[candidate as usize * width..][..width];
        let mut dropped = 0;
        for (i, &item) in items.iter().enumerate() {
            let holder = self.holders[item as usize];
            let is_new = items[..i].iter().all(|&before| self.holders[before as usize] != holder);
            dropped += usize::from(holder != NONE && is_new);
        }
        if dropped > 1 && self.random.bits() >> 32 >= u64::from(self.schedule.chances[dropped]) {
            return;
        }
        for &item in items {
            let holder = self.holders[item as usize];
            if holder != NONE {
                for &freed in &cover.items[holder as usize * width..][..width] {
                    if self.holders[freed as usize] != NONE {
                        self.holders[freed as usize] = NONE;
                        self.places[freed as usize] = self.open.len() as u32;
                        self.open.push(freed);
                    }
                }
            }
        }
        for &item in items {
            if self.holders[item as usize] == NONE {
                self.holders[item as usize] = candidate;
                let place = self.places[item as usize] as usize;
                self.open.swap_remove(place);
                if let Some(&moved) = self.open.get(place) {
                    self.places[moved as usize] = place as u32;
                }
            }
        }
    }
}
