//! The limits of all questions of a program, and the solvers that questions may name.

use std::time::Duration;

use satdoku::solver::Ability;
use satdoku::{Backend, Solver};

use crate::fields::FieldError;

/// The longest time limit of a question, unless the program sets another.
const LONGEST_TIME: Duration = Duration::from_mins(10);

/// The time limit of a question that names none, unless the program sets another.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// Bytes that a solver may take, unless the program sets another number: several questions may run at once.
const SOLVER_MEMORY: u64 = 2 << 30;

/// The limits of all questions of a program, and the solvers that questions may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest time limit that a question may name.
    pub longest: Duration,
    /// The time limit of a question that names none; at most [`longest`](Self::longest).
    pub usual: Duration,
    /// The bytes that a solver may take.
    pub memory: u64,
    /// The solvers that a question may name. Questions come from strangers, so a program named by a command is never among them.
    pub solvers: Vec<Solver>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { longest: LONGEST_TIME, usual: USUAL_TIME, memory: SOLVER_MEMORY, solvers: available() }
    }
}

impl Limits {
    /// The limits with another longest time limit, which bounds the usual time limit too.
    #[must_use]
    pub fn with_longest(self, longest: Duration) -> Self {
        Self { longest, usual: self.usual.min(longest), ..self }
    }

    /// The solver named in a field.
    pub(crate) fn solver(&self, field: &str, name: &str) -> Result<Solver, FieldError> {
        let known = name.parse().ok().filter(|solver| self.solvers.contains(solver));
        known.ok_or_else(|| {
            let names: Vec<String> = self.solvers.iter().map(ToString::to_string).collect();
            FieldError::value(field, format!("expected one of {}, found {name:?}", names.join(", ")))
        })
    }
}

/// The solvers of this build that find solutions; programs only if they are on this machine.
fn available() -> Vec<Solver> {
    let is_here = |solver: &Solver| match solver {
        Solver::Sat(backend) => backend.is_present() && (HAS_THREADS || *backend != Backend::Splr),
        Solver::Portfolio => HAS_THREADS,
        _ => true,
    };
    let all = [Solver::Auto].into_iter().chain(Solver::all());
    all.filter(is_here).filter(|solver| solver.supports(Ability::Solve)).collect()
}

/// Whether threads can be started: a browser has none.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");
