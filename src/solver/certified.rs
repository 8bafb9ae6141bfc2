//! Certified answers: the solvers that may answer, and their clauses.
//!
//! Solutions are checked anyway. That a puzzle has no solution, or none beyond those given, is answered only by a SAT solver whose
//! proof is checked while it is written: not by the kernel, dancing links or deduction. The proof is about the clauses of the
//! original puzzle, including its clues.

use crate::backend::BackendError;
use crate::encoding::Encoding;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::reduction::Techniques;
use crate::solver::auto::plan;
use crate::solver::names::{Solver, writes_proofs};
use crate::solver::options::Options;

/// The solver and options for certified answers.
pub(super) fn choose(solver: &Solver, geometry: &Geometry, options: &Options) -> Result<(Solver, Options), Error> {
    let uncertain = |what: String| Err(Error::Uncertain { what });
    let members = &options.portfolio.members;
    let mut encodings = members.iter().map(|member| member.encoding).chain([options.encoding]);
    // `reduced` rests on deduction that no proof covers, an encoding of the caller's on its author's word.
    if let Some(encoding) = encodings.find_map(|it| it.filter(|it| matches!(it, Encoding::Reduced | Encoding::Own(_))))
    {
        return uncertain(format!("the encoding {encoding}"));
    }
    match options.reduce {
        Some(reduce) if reduce != Techniques::NONE => return uncertain(format!("the deduction {reduce}")),
        _ => {}
    }
    let mut settings = options.settings.clone();
    let chosen = match solver {
        Solver::Auto => plan(geometry, options).solver(),
        solver => solver.clone(),
    };
    if *solver == Solver::Auto && chosen != Solver::Portfolio && options.cubes.is_none() {
        settings = options.portfolio.settings();
    }
    let members = members.iter().filter(|_| chosen == Solver::Portfolio).map(|member| &member.solver);
    // A portfolio member that would choose a solver itself cannot be certified.
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

fn no_proof(solver: &Solver) -> Error {
    BackendError::NoProof { backend: solver.to_string() }.into()
}
