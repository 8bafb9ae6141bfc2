//! Who takes part where several solvers are asked at once, and on how many threads.

use std::fmt;
use std::num::NonZeroUsize;
use std::thread;

use crate::backend::{MOST_THREADS, THREADS};
use crate::cnf::AtMostOne;
use crate::encoding::Encoding;
use crate::solver::names::Solver;

/// A solver within a portfolio, with what is its own of the [`Options`](crate::Options); the rest it shares with the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Member {
    /// The solver.
    pub solver: Solver,
    /// Its clauses, if it is a SAT solver; the portfolio's, if not given.
    pub encoding: Option<Encoding>,
    /// Its form of at-most-one; the portfolio's, if not given.
    pub at_most_one: Option<AtMostOne>,
    /// Its seed; the portfolio's, if not given.
    pub seed: Option<u64>,
    /// Options of a SAT solver by name.
    pub settings: Vec<(String, String)>,
}

impl Member {
    /// Takes other clauses than the portfolio's.
    #[must_use]
    pub fn with_encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = Some(encoding);
        self
    }

    /// Takes another form of at-most-one than the portfolio's.
    #[must_use]
    pub fn with_at_most_one(mut self, form: AtMostOne) -> Self {
        self.at_most_one = Some(form);
        self
    }

    /// Takes another seed than the portfolio's.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets an option of the SAT solver.
    #[must_use]
    pub fn with_setting(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings.push((name.into(), value.into()));
        self
    }
}

impl From<Solver> for Member {
    fn from(solver: Solver) -> Self {
        Self { solver, ..Self::default() }
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.solver)?;
        if let Some(encoding) = self.encoding {
            write!(f, " {encoding}")?;
        }
        if let Some(form) = self.at_most_one {
            write!(f, " {form}")?;
        }
        if let Some(seed) = self.seed {
            write!(f, " seed {seed}")?;
        }
        Ok(())
    }
}

/// How [`Solver::Portfolio`] and [`Solver::Auto`] use the cores there are.
///
/// ```
/// use satdoku::solver::{Member, Portfolio};
/// use satdoku::{Backend, Encoding, Grid, Options, Solver, Verdict};
///
/// let members = vec![
///     Member::from(Solver::Sat(Backend::Varisat)).with_encoding(Encoding::Minimal),
///     Member::from(Solver::DancingLinks(Default::default())),
/// ];
/// let options = Options::default().with_portfolio(Portfolio::default().with_members(members));
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert!(Solver::Portfolio.solve_with(&puzzle, &options)?.is_satisfiable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Portfolio {
    /// The members, in the order in which they start. If empty, members are chosen for each puzzle.
    pub members: Vec<Member>,
    /// Threads to use; the cores of the machine if not given. Of chosen members there are at least two.
    pub threads: Option<NonZeroUsize>,
    /// Whether the answer always comes from the first member in order that can answer, and every member has one thread. So a
    /// repeated question gets an equal answer, at the cost of the time of all members before the fastest.
    pub is_deterministic: bool,
}

with_fields! {
    Portfolio
    with_members(members: Vec<Member>);
    with_threads(threads?: NonZeroUsize);
    with_deterministic(is_deterministic: bool);
}

impl Portfolio {
    /// How many threads there are to be.
    pub(super) fn threads(&self) -> usize {
        let threads = self.threads.or_else(|| thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get)
    }

    /// The settings under which [`Backend::Cdcl`](crate::Backend::Cdcl) works on all threads; on one where each answer is to be as the time before.
    pub(crate) fn settings(&self) -> Vec<(String, String)> {
        let threads = if self.is_deterministic { 1 } else { self.threads().min(MOST_THREADS) };
        vec![(THREADS.to_owned(), threads.to_string())]
    }
}
