//! One row at a time: the puzzle becomes a grid.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use satdoku::explain::Explainer;
use satdoku::grid::format::Format;
use satdoku::logic::{Guide, GuideError, Rated};
use satdoku::{Budget, Count, Grid, Options, Solver, Verdict};
use satdoku_ask::words::Standing;
use serde_json::{Map, Value as Json};

use crate::cubes::{self, Found};
use crate::digits::digits;
use crate::functions::arguments::Given;
use crate::functions::columns::{Row, Value};
use crate::functions::entrant;
use crate::functions::proof;
use crate::functions::status::{
    AT_LEAST, COUNTED, DONE, FAILED, INVALID, SOLVED, UNKNOWN, UNSATISFIABLE, failed, unknown,
};
use crate::functions::{Question, USUAL_SECONDS, duration};

/// Answers a row without null arguments.
pub(super) fn answer(question: Question, given: &[Given<'_>], row: usize) -> Row {
    guarded(|| {
        let grid = match read(given[0].text(row)) {
            Ok(grid) => grid,
            Err(row) => return row,
        };
        match question {
            Question::Solve => solve(&grid, &options(given.get(1), row)),
            Question::Count => count(&grid, given[1].whole(row), &options(given.get(2), row)),
            Question::IsUnique => is_unique(&grid, &options(given.get(1), row)),
            Question::Check => check(&grid, given.get(1).map(|puzzle| puzzle.text(row))),
            Question::Candidates => explained(&grid, &options(given.get(1), row), |explainer, grid| {
                Ok(satdoku_ask::candidates(&explainer.true_candidates(grid)?))
            }),
            Question::Explain => explained(&grid, &options(given.get(1), row), |explainer, grid| {
                Ok(satdoku_ask::explanation(grid, &explainer.explain(grid)?))
            }),
            Question::Rate => rate(&grid, options(given.get(1), row)),
            Question::Canonical => canonical(&grid),
            Question::Convert => convert(&grid, given[1].text(row)),
            Question::Cube => cube(&grid, given, row),
            Question::Prove => {
                let keeps = given.get(2).is_some_and(|keeps| keeps.truth(row));
                proof::prove(&grid, seconds(given.get(1), row), keeps)
            }
            Question::Race => entrant::race(grid, given[1].text(row), given[2].number(row)),
            Question::Generate => Row::bare(FAILED, None),
        }
    })
}

/// Runs `answer`; a panic of a solver fails only its own row.
pub(super) fn guarded(answer: impl FnOnce() -> Row) -> Row {
    catch_unwind(AssertUnwindSafe(answer))
        .unwrap_or_else(|_| Row::bare(FAILED, "the solver panicked; please report the puzzle".to_owned()))
}

pub(super) fn read(text: &str) -> Result<Grid, Row> {
    text.parse().map_err(|error: satdoku::grid::format::ParseError| Row::bare(INVALID, error.to_string()))
}

/// Options with one thread for the row: the other cores work on other rows.
fn options(seconds: Option<&Given<'_>>, row: usize) -> Options {
    within(self::seconds(seconds, row))
}

fn seconds(given: Option<&Given<'_>>, row: usize) -> f64 {
    given.map_or(USUAL_SECONDS, |seconds| seconds.number(row))
}

pub(super) fn within(seconds: f64) -> Options {
    let mut options = Options::default().with_budget(Budget::unlimited().with_time(duration(seconds)));
    options.portfolio.threads = Some(NonZeroUsize::MIN);
    options
}

fn solve(grid: &Grid, options: &Options) -> Row {
    match Solver::Auto.solve_with(grid, options) {
        Ok(Verdict::Satisfiable(solution)) => Row::new(SOLVED, vec![Value::Text(digits(&solution))]),
        Ok(Verdict::Unsatisfiable) => Row::bare(UNSATISFIABLE, None),
        Ok(Verdict::Unknown(reason)) => unknown(reason),
        Err(error) => failed(&error),
    }
}

fn count(grid: &Grid, limit: i64, options: &Options) -> Row {
    let Ok(limit) = u64::try_from(limit) else {
        return Row::bare(INVALID, "the limit of a count is 0 or more".to_owned());
    };
    match Solver::Auto.count_with(grid, Some(limit), options) {
        Ok(count) => {
            let number = count.value();
            let values = vec![number.to_u64().map_or(Value::Nothing, Value::Number), Value::Truth(count.is_exact())];
            let message = match &count {
                Count::AtLeast(_, reason) if *reason != satdoku::StopReason::Limit => Some(reason.to_string()),
                _ if number.to_u64().is_none() => Some(number.to_string()),
                _ => None,
            };
            Row { values, status: if count.is_exact() { COUNTED } else { AT_LEAST }, message }
        }
        Err(error) => failed(&error),
    }
}

fn is_unique(grid: &Grid, options: &Options) -> Row {
    match Solver::Auto.count_with(grid, Some(2), options) {
        Ok(count) => match (count.is_more_than(1), count.is_exact(), count.value().to_u64()) {
            (Some(true), _, _) => uniqueness(2),
            (_, true, Some(number)) => uniqueness(number),
            _ => count.stopped().map_or_else(|| Row::bare(UNKNOWN, None), unknown),
        },
        Err(error) => failed(&error),
    }
}

/// The answer for a number of solutions, counted up to 2.
pub(super) fn uniqueness(solutions: u64) -> Row {
    let status = match solutions {
        0 => UNSATISFIABLE,
        1 => "unique",
        _ => "several",
    };
    Row::new(status, vec![Value::Truth(solutions == 1)])
}

fn check(grid: &Grid, puzzle: Option<&str>) -> Row {
    let puzzle = match puzzle.map(read).transpose() {
        Ok(puzzle) => puzzle,
        Err(row) => return row,
    };
    let standing = Standing::of(grid, puzzle.as_ref());
    let details = if standing.details.is_empty() { Value::Nothing } else { Value::Text(standing.details.join("; ")) };
    Row::new(standing.word, vec![Value::Truth(standing.is_fine()), details])
}

fn explained(
    grid: &Grid,
    options: &Options,
    ask: impl FnOnce(&mut Explainer, &Grid) -> Result<Map<String, Json>, satdoku::Error>,
) -> Row {
    let found =
        Explainer::new(&Solver::Auto, grid.geometry(), options).and_then(|mut explainer| ask(&mut explainer, grid));
    match found {
        Ok(object) => Row::new(DONE, vec![Value::Text(Json::Object(object).to_string())]),
        Err(error) => failed(&error),
    }
}

fn rate(grid: &Grid, options: Options) -> Row {
    let mut guide = Guide::default();
    guide.options = options;
    let rated = match guide.rate(grid, None) {
        Ok(rated) => rated,
        Err(GuideError::Board(error)) => return Row::bare(INVALID, error.to_string()),
        Err(error) => return failed(&error),
    };
    match rated {
        Rated::Rating(rating) => {
            let tenths = |number: u16| Value::Float(f64::from(number) / 10.0);
            let steps = Value::Number(rating.steps as u64);
            let hardest = Value::Text(rating.hardest.name.to_owned());
            Row::new("rated", vec![tenths(rating.er), tenths(rating.ep), tenths(rating.ed), hardest, steps])
        }
        Rated::Stopped(reason) => unknown(reason),
        Rated::NoSolution => Row::bare(UNSATISFIABLE, None),
        Rated::SeveralSolutions => Row::bare("several", None),
        Rated::Complete => Row::bare("complete", None),
        other => Row::bare("unrated", satdoku_ask::rated_in_words(&other)),
    }
}

fn canonical(grid: &Grid) -> Row {
    match grid.canonical() {
        Ok(canonical) => Row::new(DONE, vec![Value::Text(canonical.grid.to_string().trim_end().to_owned())]),
        Err(error) => failed(&error),
    }
}

fn convert(grid: &Grid, format: &str) -> Row {
    let format: Format = match format.parse() {
        Ok(format) => format,
        Err(_) => return Row::bare(INVALID, format!("no format is called {format:?}")),
    };
    let mut text = String::new();
    match format.carries(grid).and_then(|()| format.write(grid, &mut text)) {
        Ok(()) => Row::new(DONE, vec![Value::Text(text.trim_end_matches('\n').to_owned())]),
        Err(refusal) => Row::bare(INVALID, refusal.to_string()),
    }
}

fn cube(grid: &Grid, given: &[Given<'_>], row: usize) -> Row {
    let cube = match cubes::parse_cube(given[1].text(row)) {
        Ok(cube) => cube,
        Err(problem) => return Row::bare(INVALID, problem),
    };
    let budget = Budget::unlimited().with_time(duration(given[2].number(row)));
    let answer = match cubes::answer(grid, &cube, &budget, given[3].truth(row)) {
        Ok(answer) => answer,
        Err(error) => return failed(&error),
    };
    let seconds = Value::Float(answer.seconds);
    match answer.found {
        Found::Solution(solution) => Row::new(SOLVED, vec![Value::Text(solution), Value::Nothing, seconds]),
        Found::Refuted(proof) => {
            let proof = proof.map_or(Value::Nothing, Value::Bytes);
            Row::new(UNSATISFIABLE, vec![Value::Nothing, proof, seconds])
        }
        Found::Unknown(reason) => {
            let values = vec![Value::Nothing, Value::Nothing, seconds];
            Row { values, status: UNKNOWN, message: Some(reason) }
        }
    }
}
