//! Answers none of whose *no* is believed: who may be asked, and about which clauses.
//!
//! Solutions are checked anyway. That there is none, no other or no more is answered by a SAT solver whose proof is checked while it is
//! written, and by nobody else: no kernel, no dancing links, no deduction. The proof is about the clauses of the puzzle as it
//! stands, those of the clues among them.

use crate::backend::{Backend, BackendError};
use crate::encoding::Encoding;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::reduction::Techniques;
use crate::solver::{Options, Solver};

/// The solvers that write proofs, the best for boards beyond [`Solver::SIDE_TO_DANCE`] first.
const PROVERS: [fn() -> Option<Backend>; 4] =
    [|| Some(Backend::Cdcl), || Backend::profile("cadical"), || Some(Backend::Varisat), || Some(Backend::kissat())];

/// Those of them that this build and this machine have.
pub(in crate::solver) fn provers() -> impl Iterator<Item = Backend> {
    PROVERS.into_iter().filter_map(|backend| backend()).filter(Backend::is_present)
}

/// Who is asked where answers are certified, and how.
pub(in crate::solver) fn choose(
    solver: &Solver,
    geometry: &Geometry,
    options: &Options,
) -> Result<(Solver, Options), Error> {
    let uncertain = |what: String| Err(Error::Uncertain { what });
    let members = &options.portfolio.members;
    let mut encodings = members.iter().map(|member| member.encoding).chain([options.encoding]);
    match options.reduce {
        _ if encodings.any(|encoding| encoding == Some(Encoding::Reduced)) => {
            return uncertain(format!("the encoding {}", Encoding::Reduced));
        }
        Some(reduce) if reduce != Techniques::NONE => return uncertain(format!("the deduction {reduce}")),
        _ => {}
    }
    let mut settings = options.settings.clone();
    let chosen = match solver {
        // Kept from puzzle to puzzle; beyond, all that there are.
        Solver::Auto if geometry.comparable_side() <= Solver::SIDE_TO_DANCE => {
            if options.cubes.is_none() {
                settings = options.portfolio.settings();
            }
            Solver::Sat(Backend::Cdcl)
        }
        Solver::Auto => Solver::Portfolio,
        solver => solver.clone(),
    };
    let members = members.iter().filter(|_| chosen == Solver::Portfolio).map(|member| &member.solver);
    // A member that would choose for itself is none of a proof.
    let silent = members.clone().find(|member| !matches!(member, Solver::Sat(_)));
    if let Some(silent) = silent.or_else(|| members.chain([&chosen]).find(|solver| !writes_proofs(solver))) {
        return Err(no_proof(silent));
    }
    let options = Options {
        encoding: Some(options.encoding.unwrap_or(Encoding::Extended)),
        reduce: Some(Techniques::NONE),
        settings,
        ..options.clone()
    };
    Ok((chosen, options))
}

/// Whether a solver writes proofs, or chooses among those that do.
pub(in crate::solver) fn writes_proofs(solver: &Solver) -> bool {
    match solver {
        Solver::Auto | Solver::Portfolio => true,
        Solver::Sat(backend) => backend.proof_format().is_some(),
        _ => false,
    }
}

fn no_proof(solver: &Solver) -> Error {
    BackendError::NoProof { backend: solver.to_string() }.into()
}
