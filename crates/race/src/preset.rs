//! Races worth running.

use std::time::Duration;

use satdoku::backend::Backend;
use satdoku::budget::Budget;
use satdoku::encoding::Encoding;
use satdoku::exact_cover::ItemChoice;
use satdoku::generate::GenerateError;
use satdoku::reduction::Techniques;
use satdoku::solver::Solver;

use crate::{Entrant, Instance};

/// A race by name: its instances, entrants, repetitions and limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// How run time grows with n: every way to solve, on proper puzzles of the orders 2 to 6; the experiment of R. Jacob and
    /// M. Karppa, *Assignment 3: Sudoku* (2022).
    Scaling,
    /// MRV search beside Algorithm X on the first 10, 100, 1,000 and 10,000 of proper 9×9 puzzles, five times.
    Heuristics,
    /// Every encoding with every SAT solver that is present, on boards with random holes.
    Encodings,
    /// A bit of everything, in less than a minute.
    Quick,
}

names! {
    pub Preset {
        Scaling = "scaling", "how run time grows with the order, for every way to solve";
        Heuristics = "heuristics", "MRV search beside Algorithm X on 9x9 puzzles";
        Encodings = "encodings", "every encoding with every SAT solver of this machine";
        Quick = "quick", "a little of all, in less than a minute";
    }
}

impl Preset {
    /// The entrants: solvers of this build, and programs found on the machine.
    #[must_use]
    pub fn entrants(self) -> Vec<Entrant> {
        let (dlx, leftmost) = (Solver::DancingLinks(ItemChoice::Smallest), Solver::DancingLinks(ItemChoice::Leftmost));
        let with_defaults = |solvers: &[Solver]| Entrant::all(solvers, &[], &[], &[], None);
        // Without deduction, the solvers and encodings show their own performance.
        let with_all_clauses = |solvers: &[Solver], encodings: &[Encoding]| {
            Entrant::all(solvers, encodings, &[], &[Techniques::NONE], None)
        };
        match self {
            Self::Heuristics => with_defaults(&[Solver::Mrv, Solver::AlgorithmX]),
            Self::Encodings => {
                let encodings = [Encoding::Minimal, Encoding::Extended, Encoding::Modeller, Encoding::Reduced];
                with_all_clauses(&sat(|_| true), &encodings)
            }
            Self::Scaling => {
                let searches = [Solver::Backtracking, leftmost, Solver::AlgorithmX, Solver::Mrv, dlx];
                let linked = sat(|backend| !matches!(backend, Backend::External(_)));
                let programs = sat(|backend| matches!(backend, Backend::External(_)));
                let few = |solvers: Vec<Solver>| with_all_clauses(&solvers[..solvers.len().min(2)], &[]);
                [with_defaults(&searches), few(linked), few(programs), with_defaults(&[Solver::Auto])].concat()
            }
            Self::Quick => {
                let searches = [Solver::Backtracking, Solver::AlgorithmX, Solver::Mrv, dlx];
                let one = &sat(|_| true)[..];
                with_defaults(&[&searches, &one[..one.len().min(1)]].concat())
            }
        }
    }

    /// The puzzles of a seed.
    ///
    /// # Errors
    /// If the budget for all puzzles together ran out.
    pub fn instances(self, seed: u64, budget: &Budget) -> Result<Vec<Instance>, GenerateError> {
        let proper =
            |orders: std::ops::RangeInclusive<usize>, count| Instance::generate(orders, &[], count, seed, budget);
        match self {
            Self::Scaling => proper(2..=6, 5),
            Self::Heuristics => proper(3..=3, 10_000),
            Self::Encodings => Instance::generate(3..=5, &[30, 40, 50], 2, seed, budget),
            Self::Quick => {
                let mut instances = proper(2..=3, 4)?;
                instances.extend(Instance::generate([4], &[30, 45, 60], 3, seed, budget)?);
                Ok(instances)
            }
        }
    }

    /// Number of runs of each entrant on each puzzle.
    #[must_use]
    pub fn repetitions(self) -> u32 {
        match self {
            Self::Heuristics => 5,
            Self::Scaling => 3,
            Self::Encodings => 1,
            Self::Quick => 2,
        }
    }

    /// The time limit of a run.
    #[must_use]
    pub fn time(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(250),
            Self::Encodings => Duration::from_secs(5),
            _ => Duration::from_secs(10),
        }
    }
}

/// The SAT solvers present on this machine.
fn sat(takes: impl Fn(&Backend) -> bool) -> Vec<Solver> {
    Backend::all().into_iter().filter(|backend| backend.is_present() && takes(backend)).map(Solver::Sat).collect()
}
