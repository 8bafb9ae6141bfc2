//! How a question is answered, and what the answer took.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::backend::OpenOptions;
use crate::budget::Budget;
use crate::cnf::AtMostOne;
use crate::encoding::Encoding;
use crate::error::Error;
use crate::reduction::Techniques;
use crate::solver::Portfolio;

/// What can be chosen beside the solver.
///
/// ```
/// use satdoku::{Budget, Encoding, Options};
/// use std::time::Duration;
///
/// let options = Options {
///     encoding: Some(Encoding::Modeller),
///     budget: Budget::unlimited().with_time(Duration::from_secs(10)),
///     ..Options::default()
/// };
/// # let _ = options;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The clauses that SAT solvers get; if not given [`Encoding::Extended`] up to side 9, where one solver serves many
    /// puzzles, and for [`Mode::Shared`], else [`Encoding::Reduced`].
    pub encoding: Option<Encoding>,
    /// How the clauses state that at most one of some candidates is true; if not given, what was measured to be best for
    /// the backend and the side.
    pub at_most_one: Option<AtMostOne>,
    /// What is deduced before the solver is asked; if not given `singles,locked,matching` before [`Encoding::Reduced`],
    /// a portfolio and local search, and nothing for other solvers.
    pub reduce: Option<Techniques>,
    /// How a session of a SAT solver goes from puzzle to puzzle.
    pub mode: Mode,
    /// The limits of each question.
    pub budget: Budget,
    /// The seed of randomised solvers.
    pub seed: Option<u64>,
    /// Options of a SAT solver by name.
    pub settings: Vec<(String, String)>,
    /// Bytes that a solver in this process may be expected to take, 8 GiB if not given, and to which a program is
    /// limited, if given; the members of a portfolio share them. Deduction, the formula of a SAT solver, the tables of exact cover
    /// and local search, and the open choices of [`Solver::Propagating`](crate::Solver::Propagating) are each held to them;
    /// the other direct searches take next to none.
    pub memory: Option<u64>,
    /// Into how many cubes, or a few more, a puzzle is split, which are then worked on at once; it is left whole if not given.
    pub cubes: Option<NonZeroUsize>,
    /// Who takes part where several solvers are asked at once.
    pub portfolio: Portfolio,
    /// Whether every negative answer, that there is no solution, no other or no more of them, is given only once its proof was
    /// checked in this process. Only SAT solvers that write proofs are asked then, about the clauses of the puzzle as it stands:
    /// [`Encoding::Extended`] unless another is chosen, and nothing is deduced before. A solver that writes none is refused;
    /// [`Solver::Auto`](crate::Solver::Auto) chooses one that does.
    pub certified: bool,
}

impl Options {
    /// Refuses what is answered without proofs only.
    pub(crate) fn refuse_certified(&self, what: &str) -> Result<(), Error> {
        if self.certified { Err(Error::Uncertain { what: what.to_owned() }) } else { Ok(()) }
    }
}

impl From<&Options> for OpenOptions {
    /// How a SAT solver is opened under these options; the size of the formula and a place for a proof are still to be added.
    fn from(options: &Options) -> Self {
        Self {
            stoppable: options.budget.is_stoppable(),
            proof: None,
            proof_format: None,
            simplified: false,
            certified: options.certified,
            seed: options.seed,
            settings: options.settings.clone(),
            expected: None,
            memory: options.memory,
        }
    }
}

/// What a solver may be able to do. Each is asked for by itself: who counts need not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ability {
    /// To find a solution.
    Solve,
    /// To list all solutions, or to say that there are none.
    List,
    /// To count all solutions.
    Count,
    /// To take puzzles with any rules; without it the puzzle is refused by the line of the rule, or by its board.
    Rules,
    /// To take puzzles with rules that say only that cells differ.
    DifferenceRules,
    /// To have negative answers [certified](Options::certified).
    Certify,
}

/// How a session of a SAT solver goes from puzzle to puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Fresh for the first puzzle; shared from the second on where the backend and the encoding can.
    #[default]
    Auto,
    /// The clauses of the empty board are loaded once, each puzzle's clues are assumptions: what was learned from one
    /// puzzle serves the next.
    Shared,
    /// Each puzzle's clauses go to a new solver.
    Fresh,
}

/// What the last question took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Time to deduce what follows without search.
    pub reduce: Duration,
    /// Time to write the clauses, or to state the puzzle in another way.
    pub encode: Duration,
    /// Time in the solver.
    pub solve: Duration,
    /// Time to read models back and check them.
    pub decode: Duration,
    /// Variables of the formula, if there is one.
    pub variables: u64,
    /// Clauses of the formula, those that were added while listing solutions left out.
    pub clauses: u64,
    /// Conflicts of a SAT solver that tells how many it had.
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
