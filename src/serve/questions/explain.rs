//! `/api/explain` and `/api/candidates`: why there is no solution or more than one, and which digits are in some solution.

use satdoku::budget::Stopwatch;

use satdoku::explain::{Explainer, Explanation};
use satdoku::protocol;
use satdoku::{Grid, Options};
use serde_json::{Value, json};

use crate::serve::App;
use crate::serve::fields::Fields;
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::questions::Asked;
use crate::serve::respond::Question;

pub(crate) struct Explain;

impl Question for Explain {
    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let puzzle = fields.puzzle()?;
        let has_counts = fields.flag("counts")?;
        let Asked { solver, options } = Asked::read(&mut fields, app, work)?;
        fields.end()?;
        if has_counts {
            check_candidates(&puzzle)?;
        }
        let explanation = Explainer::new(&solver, puzzle.geometry(), &options)?.explain(&puzzle)?;
        let mut answer = protocol::explanation(&puzzle, &explanation);
        if has_counts && matches!(explanation, Explanation::Ambiguity(_)) {
            let left = work.time.saturating_sub(started.elapsed());
            let options = Options { budget: options.budget.clone().with_time(left), ..options };
            answer.extend(protocol::best_clues(&solver.candidate_counts_with(&puzzle, &options)?));
        }
        answer.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
        Ok(Value::Object(answer))
    }
}

/// As many candidates are told of at most: on a large board where time is over soon, all are undecided.
pub(crate) const MOST_CANDIDATES: usize = 1 << 20;

fn check_candidates(puzzle: &Grid) -> Result<(), Problem> {
    let found = puzzle.empty_cells().count() * puzzle.geometry().digit_count();
    if found > MOST_CANDIDATES {
        let message = format!("expected at most {MOST_CANDIDATES} candidates in empty cells, found {found}");
        return Err(Problem::question(message));
    }
    Ok(())
}

pub(crate) struct Candidates;

impl Question for Candidates {
    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let puzzle = fields.puzzle()?;
        let has_counts = fields.flag("counts")?;
        let Asked { solver, options } = Asked::read(&mut fields, app, work)?;
        fields.end()?;
        check_candidates(&puzzle)?;
        let mut answer = if has_counts {
            protocol::candidate_counts(&solver.candidate_counts_with(&puzzle, &options)?)
        } else {
            protocol::candidates(&Explainer::new(&solver, puzzle.geometry(), &options)?.true_candidates(&puzzle)?)
        };
        answer.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
        Ok(Value::Object(answer))
    }
}
