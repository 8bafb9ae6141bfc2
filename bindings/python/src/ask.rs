//! Every question to satdoku by its name.

use pyo3::prelude::*;
use satdoku::Budget;
use satdoku_ask::{Placed, ProblemKind, Questions, Work};

use crate::args::wrong_type;
use crate::errors::{parse_error, solver_error, stopped, value_error};
use crate::json::to_python;
use crate::puzzles::text;
use crate::running::run;

/// Ask a question of satdoku by its name: every question that `satdoku ask` and the server answer, with the same keys.
///
/// A question without `time_limit` has the time limit of the program, 10 seconds. A question at fault raises ParseError, one that
/// was stopped raises Stopped.
///
/// Parameters:
///     name: the name of the question, such as 'solve', 'board', 'judge' or 'rate'; questions() lists them.
///     question: the question as a dict, or the text of a JSON object.
///
/// Returns: the answer, as a dict of the values of JSON.
///
/// >>> import satdoku
/// >>> satdoku.ask("count", {"puzzle": "1.34...2..4.....", "limit": 2})["uniqueness"]
/// 'several'
#[pyfunction]
pub(crate) fn ask<'py>(name: &Bound<'py, PyAny>, question: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = name.py();
    let name: String = name.extract().map_err(|_| wrong_type("name", "the name of a question", name))?;
    let asked = if let Some(text) = text(question)? {
        text.into_owned()
    } else {
        let written = py.import("json")?.call_method1("dumps", (question,));
        written.and_then(|text| text.extract()).map_err(|error| {
            let wrong = wrong_type("question", "a dict of the values of JSON, or the text of a JSON object", question);
            wrong.set_cause(py, Some(error));
            wrong
        })?
    };
    let answer = run(py, Budget::unlimited(), move |budget| {
        let (_, cancel) = budget.fork();
        let work = Work::default().with_cancel(cancel).with_threads(|work, threads| {
            std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        });
        Questions::default().ask(&name, asked.as_bytes(), &work)
    })?;
    let problem = match answer {
        Ok(answer) => return to_python(py, &answer),
        Err(problem) => problem,
    };
    Err(match problem.kind() {
        ProblemKind::Unknown => value_error(format!("name: {}", problem.sentence())),
        ProblemKind::Stopped => stopped(py, problem.sentence()),
        ProblemKind::Internal => solver_error(py, problem.sentence()),
        _ => {
            let place = problem.place().filter(|place| place.of == Placed::Text);
            parse_error(py, problem.sentence(), None, place.map(|place| (place.row, place.column)))
        }
    })
}

/// The names of the questions of ask(), each with a sentence that says what is asked.
#[pyfunction]
pub(crate) fn questions() -> Vec<(&'static str, &'static str)> {
    Questions::default().all().iter().map(|question| (question.name, question.summary)).collect()
}
