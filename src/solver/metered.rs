//! The cost of an engine's answers, measured in one place for every engine.

use std::time::Duration;

use crate::budget::{Running, Stopwatch};
use crate::error::Error;
use crate::grid::Solution;
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::names::Solver;
use crate::solver::options::Stats;
use crate::verdict::{Count, Verdict};

/// An engine with its time and steps. The time to begin a puzzle counts as encoding; of an answer, what the engine did not spend on
/// deduction, encoding or decoding counts as solving.
pub(super) struct Metered<E> {
    engine: E,
    begin: Duration,
    solve: Duration,
    steps: Option<u64>,
}

impl<E: Engine> Metered<E> {
    pub(super) fn new(engine: E) -> Self {
        Self { engine, begin: Duration::ZERO, solve: Duration::ZERO, steps: None }
    }

    /// The engine.
    pub(super) fn engine(&self) -> &E {
        &self.engine
    }

    fn ask<T>(&mut self, running: &mut Running, question: impl FnOnce(&mut E, &mut Running) -> T) -> T {
        let (aside, left) = (beside_solving(&self.engine.stats()), running.steps_left());
        let watch = Stopwatch::start();
        let answer = question(&mut self.engine, running);
        let took = watch.elapsed() + aside;
        self.solve += took.saturating_sub(beside_solving(&self.engine.stats()));
        if self.engine.takes_steps() {
            *self.steps.get_or_insert(0) += left - running.steps_left();
        }
        answer
    }
}

fn beside_solving(stats: &Stats) -> Duration {
    stats.reduce + stats.encode + stats.decode
}

impl<E: Engine> Engine for Metered<E> {
    fn begin(&mut self, puzzle: Reduced) {
        let watch = Stopwatch::start();
        self.engine.begin(puzzle);
        (self.begin, self.solve, self.steps) = (watch.elapsed(), Duration::ZERO, None);
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        self.ask(running, E::next)
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        self.ask(running, |engine, running| engine.count(limit, running))
    }

    fn needs_candidates(&self) -> bool {
        self.engine.needs_candidates()
    }

    fn takes_steps(&self) -> bool {
        self.engine.takes_steps()
    }

    fn stats(&self) -> Stats {
        let stats = self.engine.stats();
        Stats { encode: stats.encode + self.begin, solve: stats.solve + self.solve, steps: self.steps, ..stats }
    }

    fn winner(&self) -> Option<&Solver> {
        self.engine.winner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::grid::Grid;

    /// Takes 7 steps and 3 milliseconds to find no solution, and reports 1 millisecond as decoding.
    #[derive(Default)]
    struct Slow(Stats);

    const MILLISECOND: Duration = Duration::from_millis(1);

    impl Engine for Slow {
        fn begin(&mut self, _: Reduced) {
            self.0 = Stats::default();
        }

        fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
            let watch = Stopwatch::start();
            (0..7).try_for_each(|_| running.tick()).map_err(Error::Stopped)?;
            while watch.elapsed() < 3 * MILLISECOND {}
            self.0.decode += watch.elapsed().saturating_sub(2 * MILLISECOND);
            Ok(Verdict::Unsatisfiable)
        }

        fn stats(&self) -> Stats {
            self.0
        }
    }

    #[test]
    fn what_is_not_encoding_or_decoding_is_solving() {
        let puzzle = || Reduced::of("12..............".parse::<Grid>().unwrap());
        let running = &mut Budget::unlimited().start();
        let mut engine = Metered::new(Slow::default());
        for _ in 0..2 {
            engine.begin(puzzle());
            assert_eq!((engine.stats().solve, engine.stats().steps), (Duration::ZERO, None));
            assert!(engine.next(running).unwrap().is_unsatisfiable());
            assert_eq!(engine.count(None, running).unwrap(), Count::exact(0));
            let stats = engine.stats();
            assert_eq!(stats.steps, Some(14));
            assert!(stats.decode >= 2 * MILLISECOND && stats.solve >= 4 * MILLISECOND, "{stats:?}");
        }
    }
}
