//! The solvers by name: plain values that say which way a puzzle is solved, and what each can do. Opens none of them.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use crate::backend::{Backend, UnknownBackend, without_prefix};
use crate::exact_cover::ItemChoice;

/// A way to solve.
///
/// ```
/// use satdoku::{Backend, Solver};
///
/// let solver: Solver = "sat:splr".parse()?;
/// assert_eq!(solver, Solver::Sat(Backend::Splr));
/// assert_eq!(solver.to_string(), "sat:splr");
/// # Ok::<(), satdoku::solver::UnknownSolver>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
    /// The solver of this build that suits the board best.
    #[default]
    Auto,
    /// Through clauses and a SAT solver.
    Sat(Backend),
    /// Several solvers at once, of which the first to answer wins; see [`Portfolio`](crate::solver::Portfolio).
    Portfolio,
    /// The 9×9 kernel [`crate::nine`], for the classic board only; solutions beyond the first are listed by dancing
    /// links.
    Nine,
    /// The sum over the columns of boxes, [`crate::counting::columns`], for the classic board only: it counts, and neither
    /// finds nor lists solutions.
    Columns,
    /// Through exact cover and dancing links.
    DancingLinks(ItemChoice),
    /// Through exact cover and Algorithm X over plain maps and sets.
    AlgorithmX,
    /// Search that propagates singles and the rules of a puzzle between its choices.
    Propagating,
    /// Through clauses, and rules that are propagated beside them: one search, which learns clauses from what fails.
    Learning,
    /// Plain backtracking, row by row.
    Backtracking,
    /// Backtracking with minimum remaining values, degree and forward checking.
    Mrv,
    /// Local search, for large grids that have solutions: it finds one or answers *unknown*. Unless the options say
    /// otherwise deduction comes first, which may show that there is no solution or only one.
    Local,
}

/// The name of the 9×9 kernel.
pub(super) const NINE: &str = "nine";

/// The name of the sum over columns.
pub(super) const COLUMNS: &str = "columns";

/// What a solver may be able to do. Each is asked for by itself: who counts need not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ability {
    /// To find a solution.
    Solve,
    /// To list all solutions, or to find that the puzzle has no solution.
    List,
    /// To count all solutions.
    Count,
    /// To take puzzles with any rules; without it the puzzle is refused by the line of the rule, or by its board.
    Rules,
    /// To take puzzles with rules that say only that cells differ.
    DifferenceRules,
    /// To have negative answers [certified](crate::Options::certified).
    Certify,
}

impl Solver {
    /// The solvers that need no feature, with their names and short descriptions.
    const DIRECT: [(Self, &'static str, &'static str); 11] = [
        (Self::Portfolio, "portfolio", "several solvers at once: the first answer wins"),
        (Self::Nine, NINE, "the 9x9 kernel: the classic board only"),
        (Self::Columns, COLUMNS, "the sum over columns of boxes: it only counts, the classic board only"),
        (Self::DancingLinks(ItemChoice::Smallest), "dlx", "exact cover by dancing links, the smallest item first"),
        (
            Self::DancingLinks(ItemChoice::Leftmost),
            "dlx-leftmost",
            "exact cover by dancing links, the leftmost item first",
        ),
        (Self::AlgorithmX, "algorithm-x", "exact cover by Algorithm X over maps and sets"),
        (Self::Propagating, "propagating", "search that propagates singles and rules between its choices"),
        (Self::Learning, "learning", "clauses and propagated rules in one search, which learns from what fails"),
        (Self::Mrv, "mrv", "search: the cell with the fewest digits first"),
        (Self::Backtracking, "backtracking", "search row by row"),
        (Self::Local, "local", "local search, for large grids that have solutions"),
    ];

    /// The solvers that this build has, `Auto` left out. External programs may still be missing on this machine.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let sat = Backend::all().into_iter().filter(Backend::is_compiled).map(Self::Sat);
        sat.chain(Self::DIRECT.into_iter().map(|(solver, ..)| solver)).collect()
    }

    /// The names of all solvers, in this build or not, each with what it is in a few words. Those of the backends go
    /// without the `sat:` that may stand before them.
    #[must_use]
    pub fn names() -> Vec<(&'static str, &'static str)> {
        let direct = Self::DIRECT.into_iter().map(|(_, name, summary)| (name, summary));
        [(AUTO, "what suits the board best")].into_iter().chain(direct).chain(Backend::names()).collect()
    }

    /// What the solver is, in a few words.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::Auto => "dancing links, then deduction and a SAT solver where those take long".to_owned(),
            Self::Sat(backend) => format!("clauses, and the SAT solver {backend}"),
            solver => {
                let row = Self::DIRECT.into_iter().find(|(direct, ..)| direct == solver);
                row.map_or_else(String::new, |(_, name, summary)| format!("{name}, {summary}"))
            }
        }
    }

    /// Whether the solver can answer a kind of question by itself. [`Local`](Self::Local) finds solutions and cannot tell when
    /// there are no more, so that a listing or a count by it ends as *unknown* unless deduction settles it.
    #[must_use]
    pub fn supports(&self, ability: Ability) -> bool {
        match (self, ability) {
            (solver, Ability::Certify) => writes_proofs(solver),
            (Self::Local, _) => ability == Ability::Solve,
            (Self::Columns, _) => ability == Ability::Count,
            (Self::Nine | Self::DancingLinks(_) | Self::AlgorithmX, Ability::Rules)
            | (Self::Nine, Ability::DifferenceRules) => false,
            _ => true,
        }
    }

    /// The name of a solver that needs no feature.
    fn direct_name(&self) -> Option<&'static str> {
        Self::DIRECT.into_iter().find(|(solver, ..)| solver == self).map(|(_, name, _)| name)
    }
}

/// Whether a solver writes proofs, or chooses among those that do.
pub(super) fn writes_proofs(solver: &Solver) -> bool {
    match solver {
        Solver::Auto | Solver::Portfolio => true,
        Solver::Sat(backend) => backend.proof_format().is_some(),
        _ => false,
    }
}

/// The name of the solver that chooses.
const AUTO: &str = "auto";

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sat(backend) => f.pad(&format!("sat:{backend}")),
            solver => f.pad(solver.direct_name().unwrap_or(AUTO)),
        }
    }
}

/// A word that names no solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownSolver {
    /// It is no solver's name.
    #[error("expected one of {names}, external=COMMAND, found {0:?}", names = Solver::names().iter().map(|(name, _)| name).join(", "))]
    Solver(String),
    /// It is `sat:` and no backend's name.
    #[error(transparent)]
    Backend(#[from] UnknownBackend),
}

impl FromStr for Solver {
    type Err = UnknownSolver;

    /// Reads a name; that of a backend may go without `sat:` before it. `sat` alone is [`Backend::Cdcl`].
    fn from_str(name: &str) -> Result<Self, UnknownSolver> {
        let named = [Self::Auto].into_iter().chain(Self::DIRECT.into_iter().map(|(solver, ..)| solver));
        match named.into_iter().find(|solver| solver.to_string().eq_ignore_ascii_case(name)) {
            Some(solver) => Ok(solver),
            None if name.eq_ignore_ascii_case("sat") => Ok(Self::Sat(Backend::Cdcl)),
            None if without_prefix(name).is_some() => Ok(Self::Sat(name.parse::<Backend>()?)),
            None => {
                let backend = name.parse().map_err(|UnknownBackend(name)| UnknownSolver::Solver(name))?;
                Ok(Self::Sat(backend))
            }
        }
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Solver);
