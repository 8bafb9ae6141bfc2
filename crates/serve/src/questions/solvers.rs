//! `/api/solvers`: the available solvers, formats and options.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use satdoku::generate::Symmetry;
use satdoku::grid::format::Format;
use satdoku::solver::Ability;
use satdoku::{AtMostOne, Backend, Encoding, Solver};
use serde_json::json;

use crate::App;
use crate::schema::names;

/// The solvers of this build, with programs only if found.
pub(crate) fn available() -> Vec<Solver> {
    let is_here = |solver: &Solver| match solver {
        Solver::Sat(backend) => backend.is_present(),
        _ => true,
    };
    [Solver::Auto]
        .into_iter()
        .chain(Solver::all())
        .filter(is_here)
        .filter(|solver| solver.supports(Ability::Solve))
        .collect()
}

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

pub(crate) async fn solvers(State(app): State<Arc<App>>) -> Response {
    let solvers: Vec<_> =
        app.solvers.iter().map(|solver| json!({ "name": solver.to_string(), "road": road(solver) })).collect();
    let reports: Vec<_> = app
        .reports
        .iter()
        .enumerate()
        .map(|(number, file)| {
            let folder = file.parent().and_then(|folder| folder.file_name()).unwrap_or_default();
            json!({ "name": folder.to_string_lossy(), "path": format!("/report/{number}") })
        })
        .collect();
    let answer = json!({
        "program": concat!("satdoku ", env!("CARGO_PKG_VERSION")),
        "solvers": solvers,
        "encodings": names(Encoding::all()),
        "at_most_one": names(AtMostOne::all()),
        "formats": names(Format::all().iter().filter(|format| format.is_written())),
        "symmetries": names(Symmetry::all()),
        "longest_time": app.longest.as_secs_f64(),
        "reports": reports,
    });
    ([(header::CONTENT_TYPE, "application/json")], Body::from(answer.to_string())).into_response()
}
