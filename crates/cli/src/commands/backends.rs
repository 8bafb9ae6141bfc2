//! `satdoku backends`.

use std::fmt::Write as _;

use clap::Args;
use satdoku::backend::{Availability, OpenOptions};
use satdoku::solver::Ability;
use satdoku::{Backend, Solver};

use crate::Failure;
use crate::process::messages::print;
use crate::process::status::Status;

/// List the SAT solvers that this build and this machine have
///
/// Prints the version of each, or the program's file where the program has no version, and what it can do; then which solvers
/// take puzzles with rules.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku backends
  CADICAL=/opt/cadical/build/cadical satdoku backends")]
pub(crate) struct Backends {}

impl Backends {
    #[allow(clippy::unused_self)] // All subcommands have this face.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let mut text = format!("{:<14} {:<9} {:<18} {}\n", "BACKEND", "RUNS", "VERSION", "CAN");
        for backend in Backend::all() {
            let runs = if matches!(backend, Backend::External(_)) { "program" } else { "inside" };
            let name = backend.to_string();
            match backend.availability() {
                Availability::Ready(version) => {
                    let abilities = abilities(&backend);
                    let _ = writeln!(text, "{name:<14} {runs:<9} {version:<18} {abilities}");
                }
                Availability::Missing(why) => {
                    let _ = writeln!(text, "{name:<14} {runs:<9} {:<18} {why}", "missing");
                }
            }
        }
        text.push_str("external=COMMAND runs any solver that reads a DIMACS file and prints s and v lines.\n");
        text.push_str(
            "KISSAT, CADICAL, MINISAT, CRYPTOMINISAT, PICOSAT and MALLOB name programs that are not in PATH,\n",
        );
        text.push_str(
            "MPIRUN the launcher of mallob. cadical is the program, cadical-linked the same solver in this process.\n",
        );
        text.push_str(&rules());
        print(&text)?;
        Ok(Status::Fine)
    }
}

/// The solvers that take puzzles with rules.
fn rules() -> String {
    let of = |takes: &dyn Fn(&Solver) -> bool| {
        let direct = Solver::all().into_iter().filter(|solver| !matches!(solver, Solver::Sat(_)));
        direct.filter(takes).map(|solver| solver.to_string()).collect::<Vec<_>>().join(", ")
    };
    let all = of(&|solver| solver.supports(Ability::Rules));
    let some = of(&|solver| solver.supports(Ability::DifferenceRules) && !solver.supports(Ability::Rules));
    let none = of(&|solver| !solver.supports(Ability::DifferenceRules));
    format!(
        "Puzzles with rules: every backend, auto, {all} take all rules;\n\
         {some} those that say only that cells differ; {none} none.\n"
    )
}

fn abilities(backend: &Backend) -> String {
    let options = OpenOptions::default().with_stoppable(true);
    let Ok(open) = backend.open(&options) else { return "cannot be opened".to_owned() };
    let can = open.capabilities();
    let mut words = Vec::new();
    words.extend(can.incremental.then_some("more clauses"));
    words.extend(can.assumptions.then_some("assumptions"));
    words.extend(can.failed.then_some("failed core"));
    words.extend(can.interruptible.then_some("stops at once"));
    if matches!(backend, Backend::Splr) {
        words.extend(["one answer", "time limit rounded up to seconds"]);
    }
    words.join(", ")
}
