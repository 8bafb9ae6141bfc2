//! `solvers`: the solvers, formats and options that a program offers.

use satdoku::generate::Symmetry;
use satdoku::grid::format::Format;
use satdoku::{AtMostOne, Backend, Encoding, Solver};
use serde_json::{Value, json};

use crate::operation::Operation;
use crate::problem::Problem;
use crate::reader::Reader;
use crate::schema::{names, objects, seconds, text, texts};
use crate::work::Work;

/// The kind of a solver, in a word.
fn road(solver: &Solver) -> &'static str {
    match solver {
        Solver::Sat(Backend::External(_)) => "SAT, a program",
        Solver::Sat(_) => "SAT",
        Solver::DancingLinks(_) | Solver::AlgorithmX => "exact cover",
        Solver::Auto | Solver::Portfolio => "several",
        _ => "search",
    }
}

#[allow(clippy::needless_pass_by_value)] // As the answers of all questions.
fn answer(fields: Reader, work: &Work) -> Result<Value, Problem> {
    fields.end()?;
    let limits = work.limits();
    let solver = |solver: &Solver| json!({ "name": solver.to_string(), "road": road(solver) });
    Ok(json!({
        "program": concat!("satdoku ", env!("CARGO_PKG_VERSION")),
        "solvers": limits.solvers.iter().map(solver).collect::<Vec<_>>(),
        "encodings": names(Encoding::all()),
        "at_most_one": names(AtMostOne::all()),
        "formats": names(Format::all().iter().filter(|format| format.is_written())),
        "symmetries": names(Symmetry::all()),
        "longest_time": limits.longest.as_secs_f64(),
    }))
}

pub(crate) fn operation() -> Operation {
    Operation::new("solvers", "The solvers, encodings and formats that there are", answer, members)
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("program", text("the program and its version")),
        ("solvers", objects("name, and road: SAT, exact cover, search or several")),
        ("encodings", texts("the encodings")),
        ("at_most_one", texts("the ways in which clauses state at most one")),
        ("formats", texts("the formats that `convert` writes")),
        ("symmetries", texts("the symmetries that `generate` knows")),
        ("longest_time", seconds()),
    ]
}
