//! What `Auto` is on small boards that are not the kernel's: dancing links first, and a second road where these lose their
//! way.
//!
//! Nearly every puzzle takes dancing links a few hundred steps, on links that are kept from puzzle to puzzle, which is less
//! than deduction takes. But they learn nothing: on boards whose units overlap a contradiction between two cells may be met
//! in every one of millions of branches. So after some steps without a solution deduction is asked, which sees what
//! overlapping units imply, then, with the names of free digits settled, the puzzle's templates where these are few, and
//! then a SAT solver, which learns. Dancing links stay the lister: the SAT solver is asked for
//! no more than a few solutions, in which it says whether there are any beyond those that are known.

use std::sync::Arc;

use crate::backend::BackendError;
use crate::budget::{Running, StopReason, Stopwatch};
use crate::error::Error;
use crate::exact_cover::ItemChoice;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::{Reduced, Reduction};
use crate::solver::auto::{
    DEDUCED_WHERE_LOST, MANY_ON_SMALL, STEPS_FOR_TEMPLATES, STEPS_TO_DANCE, STEPS_TO_DANCE_SETTLED,
};
use crate::solver::cdcl_fallback::cdcl_fallback;
use crate::solver::cover::{CoverEngine, Method};
use crate::solver::engine::{Engine, count_listed};
use crate::solver::metered::Metered;
use crate::solver::options::{Options, Stats};
use crate::solver::renaming;
use crate::solver::sat::SatEngine;
use crate::solver::templates::TemplateEngine;
use crate::verdict::{Count, Verdict};

pub(super) struct SmallEngine {
    options: Options,
    /// After so many steps without a solution the second road is asked.
    steps: u64,
    puzzle: Reduced,
    links: Metered<CoverEngine>,
    /// Opened where dancing links lose their way.
    second: Second,
    /// The solutions that were given, as long as they are few.
    given: Vec<Solution>,
    /// Those of them that dancing links have still to come across.
    ahead: Vec<Solution>,
    /// Whether anything was given or counted.
    is_begun: bool,
    is_over: bool,
    stats: Stats,
}

/// The second road.
enum Second {
    /// It was not needed yet.
    Closed,
    /// What deduction left.
    Deduced(Reduced),
    /// The SAT solver over it, which never gives a solution twice.
    Open(Box<Metered<SatEngine>>),
    /// There is too little memory for it.
    Missing,
}

/// What the second road says.
enum Further {
    /// A solution that was not given.
    Found(Solution),
    /// A solution, where none was known, of the puzzle in which the names of free digits are settled.
    Renamed(Solution),
    /// There is none.
    None,
    /// It was stopped.
    Stopped(StopReason),
    /// It cannot tell.
    Missing,
}

fn links(board: &Arc<Geometry>, options: &Options) -> Metered<CoverEngine> {
    Metered::new(CoverEngine::new(board, Method::DancingLinks(ItemChoice::Smallest), options.memory))
}

impl SmallEngine {
    pub(super) fn new(board: &Arc<Geometry>, options: &Options) -> Self {
        Self {
            options: options.clone(),
            steps: STEPS_TO_DANCE,
            puzzle: Reduced::of(Grid::empty(board)),
            links: links(board, options),
            second: Second::Closed,
            given: Vec::new(),
            ahead: Vec::new(),
            is_begun: false,
            is_over: false,
            stats: Stats::default(),
        }
    }

    /// Begun on a puzzle of any size of which a solution is known, so that it is of no use to settle the names of digits.
    pub(super) fn listing(puzzle: Reduced, options: &Options) -> Self {
        let mut engine = Self::new(puzzle.grid().geometry(), options);
        engine.begin(puzzle);
        engine.is_begun = true;
        engine
    }

    /// Whether there is any solution at all, as far as templates, or the renaming of free digits, help to tell.
    fn any(&mut self, reduced: &Reduced, running: &mut Running) -> Result<Further, Error> {
        let free = renaming::free_digits(self.puzzle.grid());
        let has_names = free.len() > 1;
        let watch = Stopwatch::start();
        let settled = if has_names {
            renaming::settle(reduced, free, DEDUCED_WHERE_LOST, running)
        } else {
            Some(reduced.clone())
        };
        self.stats.reduce += watch.elapsed();
        let Some(settled) = settled else { return Ok(Further::None) };
        if self.puzzle.grid().geometry().has_full_units_only() {
            let mut templates = Metered::new(TemplateEngine::new(settled.clone()));
            let held = running.hold_back(STEPS_FOR_TEMPLATES);
            let answer = templates.next(running);
            running.give_back(held);
            self.stats += templates.stats();
            match answer? {
                Verdict::Unknown(StopReason::Incomplete) => {}
                Verdict::Unknown(StopReason::Steps) if held > 0 => {}
                Verdict::Satisfiable(solution) => return Ok(Further::Renamed(solution)),
                Verdict::Unsatisfiable => return Ok(Further::None),
                Verdict::Unknown(reason) => return Ok(Further::Stopped(reason)),
            }
        }
        if !has_names {
            return Ok(Further::Missing);
        }
        let mut links = links(self.puzzle.grid().geometry(), &self.options);
        links.begin(settled.clone());
        let held = running.hold_back(STEPS_TO_DANCE_SETTLED);
        let mut answer = links.next(running);
        running.give_back(held);
        if held > 0 && matches!(answer, Ok(Verdict::Unknown(StopReason::Steps))) {
            let mut fallback = cdcl_fallback(settled, &self.options);
            answer = match fallback.next(running) {
                Err(Error::Backend(BackendError::TooLarge { .. })) => links.next(running),
                answer => answer,
            };
            self.stats += fallback.stats();
        }
        self.stats += links.stats();
        Ok(match answer? {
            Verdict::Satisfiable(solution) => Further::Renamed(solution),
            Verdict::Unsatisfiable => Further::None,
            Verdict::Unknown(reason) => Further::Stopped(reason),
        })
    }

    /// Asks the second road for a solution that was not given.
    fn further(&mut self, running: &mut Running) -> Result<Further, Error> {
        if matches!(self.second, Second::Closed) {
            let watch = Stopwatch::start();
            let reduced = Reduction::new(DEDUCED_WHERE_LOST).run(self.puzzle.grid(), running);
            self.stats.reduce += watch.elapsed();
            let Ok(reduced) = reduced else { return Ok(Further::None) };
            let any = if self.is_begun { Further::Missing } else { self.any(&reduced, running)? };
            self.second = Second::Deduced(reduced);
            if !matches!(any, Further::Missing) {
                return Ok(any);
            }
        }
        if let Second::Deduced(reduced) = &self.second {
            self.second = Second::Open(Box::new(cdcl_fallback(reduced.clone(), &self.options)));
        }
        loop {
            let Second::Open(engine) = &mut self.second else { return Ok(Further::Missing) };
            match engine.next(running) {
                Ok(Verdict::Satisfiable(solution)) if self.given.contains(&solution) => {}
                Ok(Verdict::Satisfiable(solution)) => return Ok(Further::Found(solution)),
                Ok(Verdict::Unsatisfiable) => return Ok(Further::None),
                Ok(Verdict::Unknown(reason)) => return Ok(Further::Stopped(reason)),
                Err(Error::Backend(BackendError::TooLarge { .. })) => self.second = Second::Missing,
                Err(error) => return Err(error),
            }
        }
    }

    /// The next solution that dancing links find and that was not given.
    fn dance(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        loop {
            let verdict = self.links.next(running)?;
            let Verdict::Satisfiable(solution) = &verdict else { return Ok(verdict) };
            let Some(at) = self.ahead.iter().position(|ahead| ahead == solution) else { return Ok(verdict) };
            self.ahead.swap_remove(at);
        }
    }

    fn search(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let may_ask = self.given.len() < MANY_ON_SMALL && !matches!(self.second, Second::Missing);
        if !may_ask {
            return self.dance(running);
        }
        let held = running.hold_back(self.steps);
        let verdict = self.dance(running);
        running.give_back(held);
        if held == 0 || !matches!(verdict, Ok(Verdict::Unknown(StopReason::Steps))) {
            return verdict;
        }
        Ok(match self.further(running)? {
            Further::Found(solution) | Further::Renamed(solution) => {
                self.ahead.push(solution.clone());
                Verdict::Satisfiable(solution)
            }
            Further::None => Verdict::Unsatisfiable,
            Further::Stopped(reason) => Verdict::Unknown(reason),
            Further::Missing => return self.dance(running),
        })
    }
}

impl Engine for SmallEngine {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = puzzle.clone();
        self.second = Second::Closed;
        self.given.clear();
        self.ahead.clear();
        (self.is_begun, self.is_over) = (false, false);
        self.stats = Stats::default();
        self.links.begin(puzzle);
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        if self.is_over {
            return Ok(Verdict::Unsatisfiable);
        }
        let answer = self.search(running);
        self.is_begun = true;
        match &answer {
            // Beyond this many the solutions are not kept, but for those that are ahead.
            Ok(Verdict::Satisfiable(solution)) if self.given.len() < MANY_ON_SMALL => self.given.push(solution.clone()),
            Ok(Verdict::Satisfiable(_)) => {}
            _ => self.is_over = true,
        }
        answer
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        if self.is_begun {
            return count_listed(self, limit, running);
        }
        let held = running.hold_back(self.steps);
        let count = self.links.count(limit, running);
        running.give_back(held);
        let count = count?;
        (self.is_begun, self.is_over) = (count.value() > 0, true);
        if held == 0 || count.stopped() != Some(StopReason::Steps) {
            return Ok(count);
        }
        let found = count.value();
        let names = renaming::names(&renaming::free_digits(self.puzzle.grid()));
        // Each solution stands for as many as there are names: where these reach the limit, one solution is enough.
        let enough = limit.filter(|&limit| names >= limit);
        if let Some(limit) = enough.filter(|_| found > 0) {
            return Ok(Count::at_least(limit, StopReason::Limit));
        }
        let few = limit.map_or(MANY_ON_SMALL as u64, |limit| limit.min(MANY_ON_SMALL as u64));
        let mut seen = 0;
        while seen < few && found < few {
            match self.further(running)? {
                Further::Found(_) => seen += 1,
                Further::Renamed(_) => {
                    if let Some(limit) = enough {
                        return Ok(Count::at_least(limit, StopReason::Limit));
                    }
                    if names >= MANY_ON_SMALL as u64 {
                        break;
                    }
                    // The SAT solver comes to it again.
                }
                Further::None => return Ok(Count::exact(seen)),
                Further::Stopped(reason) => return Ok(Count::AtLeast(found.max(seen.into()), reason)),
                Further::Missing => break,
            }
        }
        if limit == Some(seen) {
            return Ok(Count::at_least(seen, StopReason::Limit));
        }
        let left = limit.map(|limit| limit - found.to_u64().unwrap_or(limit).min(limit));
        Ok(match self.links.count(left, running)? {
            Count::Exact(rest) => Count::Exact(found + rest),
            Count::AtLeast(rest, reason) => Count::AtLeast(found + rest, reason),
        })
    }

    fn stats(&self) -> Stats {
        let mut stats = self.stats;
        stats += self.links.stats();
        if let Second::Open(engine) = &self.second {
            stats += engine.stats();
        }
        stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn list(engine: &mut dyn Engine, puzzle: &Grid) -> Vec<String> {
        let running = &mut Budget::unlimited().start();
        engine.begin(Reduced::of(puzzle.clone()));
        let next = || match engine.next(running).unwrap() {
            Verdict::Satisfiable(solution) => Some(solution.to_string()),
            Verdict::Unsatisfiable => None,
            Verdict::Unknown(reason) => panic!("{reason}"),
        };
        let mut found: Vec<String> = std::iter::from_fn(next).collect();
        found.sort();
        found
    }

    #[test]
    fn the_second_road_neither_loses_nor_repeats_a_solution() {
        // None, one, 3, 24, 72 and 288 solutions; the board with two swapped cells has none.
        let puzzles = [
            "12..3.4.........",
            ".4.2...1.....3..",
            "1.3...1..1...3..",
            "12..............",
            "1...............",
            "................",
        ];
        let mut puzzles: Vec<Grid> = puzzles.iter().map(|puzzle| puzzle.parse().unwrap()).collect();
        let swapped: Geometry = "regions:1121221233334444".parse().unwrap();
        puzzles.push(Grid::empty(&Arc::new(swapped)));
        for puzzle in &puzzles {
            let board = puzzle.geometry();
            let expected = list(&mut links(board, &Options::default()), puzzle);
            for steps in [0, 1, 3, 10, 1_000] {
                let engine = &mut SmallEngine { steps, ..SmallEngine::new(board, &Options::default()) };
                assert_eq!(list(engine, puzzle), expected, "{steps} steps\n{puzzle:#}");
                let mut count = |limit| {
                    engine.begin(Reduced::of(puzzle.clone()));
                    engine.count(limit, &mut Budget::unlimited().start()).unwrap()
                };
                let all = expected.len() as u64;
                assert_eq!(count(None), Count::exact(all), "{steps} steps\n{puzzle:#}");
                for limit in [1, 2, 5, 100, 1_000] {
                    let is_reached = all >= limit;
                    let expected =
                        if is_reached { Count::at_least(limit, StopReason::Limit) } else { Count::exact(all) };
                    assert_eq!(count(Some(limit)), expected, "{steps} steps\n{puzzle:#}");
                }
            }
        }
    }

    #[test]
    fn a_step_limit_is_kept_on_the_way_to_the_second_road() {
        let board = Arc::new("2x3".parse::<Geometry>().unwrap());
        for (limit, steps) in [(0, 5), (3, 5), (5, 5)] {
            let engine = &mut SmallEngine { steps, ..SmallEngine::new(&board, &Options::default()) };
            engine.begin(Reduced::of(Grid::empty(&board)));
            let running = &mut Budget::unlimited().with_steps(limit).start();
            assert_eq!(engine.next(running).unwrap(), Verdict::Unknown(StopReason::Steps), "{limit}");
        }
    }
}
