//! How a question is answered, and what the answer took.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::backend::OpenOptions;
use crate::budget::Budget;
use crate::cnf::AtMostOne;
use crate::encoding::Encoding;
use crate::error::Error;
use crate::reduction::Techniques;
use crate::solver::members::Portfolio;
use crate::solver::names::{Ability, Solver};

/// Options beside the choice of solver.
///
/// ```
/// use satdoku::{Budget, Encoding, Options};
/// use std::time::Duration;
///
/// let budget = Budget::unlimited().with_time(Duration::from_secs(10));
/// let options = Options::default().with_encoding(Encoding::Modeller).with_budget(budget);
/// # let _ = options;
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Options {
    /// The clauses that SAT solvers get; if not given [`Encoding::Extended`] up to side 9, where one solver serves many
    /// puzzles, and for [`Mode::Shared`], else [`Encoding::Reduced`].
    pub encoding: Option<Encoding>,
    /// The form of at-most-one constraints; if not given, the form measured to be best for the backend and the side.
    pub at_most_one: Option<AtMostOne>,
    /// The deduction before the solver starts; if not given `singles,locked,matching` before [`Encoding::Reduced`], a portfolio and
    /// local search, and none for other solvers.
    pub reduce: Option<Techniques>,
    /// How a session of a SAT solver goes from puzzle to puzzle.
    pub mode: Mode,
    /// The limits on each question.
    pub budget: Budget,
    /// The seed of randomised solvers.
    pub seed: Option<u64>,
    /// Options of a SAT solver by name.
    pub settings: Vec<(String, String)>,
    /// Memory limit in bytes: of a solver in this process, 8 GiB if not given, and of a program, unlimited if not given; the
    /// members of a portfolio share it. The limit holds separately for deduction, the formula of a SAT solver, the tables of exact
    /// cover and local search, and the open choices of [`Solver::Propagating`](crate::Solver::Propagating); other direct searches
    /// need next to no memory.
    pub memory: Option<u64>,
    /// Into how many cubes, or a few more, a puzzle is split, which are then worked on at once; it is left whole if not given.
    pub cubes: Option<NonZeroUsize>,
    /// Who takes part where several solvers are asked at once.
    pub portfolio: Portfolio,
    /// Whether negative answers (no solution, no further solution) are given only after their proof was checked in this process.
    /// Then only SAT solvers that write proofs are asked, about the clauses of the original puzzle: [`Encoding::Extended`] unless
    /// another is chosen, without deduction before. A solver without proofs is refused; [`Solver::Auto`](crate::Solver::Auto)
    /// chooses a proof writer.
    pub certified: bool,
}

with_fields! {
    Options
    with_encoding(encoding?: Encoding);
    with_at_most_one(at_most_one?: AtMostOne);
    with_reduce(reduce?: Techniques);
    with_mode(mode: Mode);
    with_budget(budget: Budget);
    with_seed(seed?: u64);
    with_settings(settings: Vec<(String, String)>);
    with_memory(memory?: u64);
    with_cubes(cubes?: NonZeroUsize);
    with_portfolio(portfolio: Portfolio);
    with_certified(certified: bool);
}

impl Options {
    /// The first option set here that the solver would ignore; for [`Solver::Auto`], an option that its chosen solver may ignore.
    /// Sessions refuse such options.
    ///
    /// ```
    /// use satdoku::{ItemChoice, Options, Solver};
    ///
    /// let seeded = Options::default().with_seed(7);
    /// assert_eq!(seeded.ignored_by(&Solver::Local), None);
    /// assert_eq!(seeded.ignored_by(&Solver::DancingLinks(ItemChoice::Smallest)), Some("seed"));
    /// ```
    #[must_use]
    pub fn ignored_by(&self, solver: &Solver) -> Option<&'static str> {
        let is_sat = matches!(solver, Solver::Sat(_));
        // Where answers are certified, the solver that is chosen has clauses.
        let has_clauses = is_sat || *solver == Solver::Portfolio || self.certified && *solver == Solver::Auto;
        let ignored = [
            ("encoding", self.encoding.is_some() && !has_clauses),
            ("at_most_one", self.at_most_one.is_some() && !has_clauses),
            ("settings", !self.settings.is_empty() && !is_sat),
            ("mode", self.mode != Mode::Auto && !is_sat),
            ("seed", self.seed.is_some() && !has_clauses && *solver != Solver::Local),
            ("certified", self.certified && !solver.supports(Ability::Certify)),
        ];
        ignored.into_iter().find(|(_, is_ignored)| *is_ignored).map(|(option, _)| option)
    }

    /// The options without the seed if the solver ignores seeds, for callers with a second use for the seed.
    #[doc(hidden)]
    #[must_use]
    pub fn seeding_at_most(mut self, solver: &Solver) -> Self {
        let seed = self.seed.take();
        if (Self { seed, ..Self::default() }).ignored_by(solver).is_none() {
            self.seed = seed;
        }
        self
    }

    /// Refuses a question that cannot be answered with proofs.
    pub(crate) fn refuse_certified(&self, what: &str) -> Result<(), Error> {
        if self.certified { Err(Error::Uncertain { what: what.to_owned() }) } else { Ok(()) }
    }
}

impl From<&Options> for OpenOptions {
    /// How a SAT solver is opened under these options; the size of the formula and a place for a proof are still to be added.
    fn from(options: &Options) -> Self {
        Self::default()
            .with_stoppable(options.budget.is_stoppable())
            .with_certified(options.certified)
            .with_seed(options.seed)
            .with_settings(options.settings.clone())
            .with_memory(options.memory)
    }
}

/// How a session of a SAT solver goes from puzzle to puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Mode {
    /// Fresh for the first puzzle; shared from the second on where the backend and the encoding can.
    #[default]
    Auto,
    /// The clauses of the empty board are loaded once and each puzzle's clues are assumptions, so learnt clauses serve later
    /// puzzles.
    Shared,
    /// Each puzzle gets a new solver.
    Fresh,
}

/// The cost of the last question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Time for deduction without search.
    pub reduce: Duration,
    /// Time to write the clauses, or to state the puzzle in another way.
    pub encode: Duration,
    /// Time in the solver.
    pub solve: Duration,
    /// Time to decode and check models.
    pub decode: Duration,
    /// Variables of the formula; 0 without a formula.
    pub variables: u64,
    /// Clauses of the formula, without clauses added while listing solutions.
    pub clauses: u64,
    /// Conflicts of the SAT solver, if reported.
    pub conflicts: Option<u64>,
    /// Steps of a direct search: digits tried, items branched on, in the units that the budget counts.
    pub steps: Option<u64>,
}

impl std::ops::AddAssign for Stats {
    /// Adds times, conflicts and steps and keeps the larger formula.
    fn add_assign(&mut self, other: Self) {
        self.reduce += other.reduce;
        self.encode += other.encode;
        self.solve += other.solve;
        self.decode += other.decode;
        self.variables = self.variables.max(other.variables);
        self.clauses = self.clauses.max(other.clauses);
        let sum = |one: Option<u64>, other: Option<u64>| one.into_iter().chain(other).reduce(|a, b| a + b);
        self.conflicts = sum(self.conflicts, other.conflicts);
        self.steps = sum(self.steps, other.steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_keeps_the_larger_formula_and_adds_what_was_spent() {
        let small = Stats { variables: 3, clauses: 9, conflicts: Some(2), ..Stats::default() };
        let large = Stats { variables: 5, clauses: 12, steps: Some(4), ..Stats::default() };
        for (one, other) in [(small, large), (large, small)] {
            let mut sum = one;
            sum += other;
            assert_eq!((sum.variables, sum.clauses, sum.conflicts, sum.steps), (5, 12, Some(2), Some(4)));
        }
    }
}
