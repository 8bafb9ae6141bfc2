//! `/api/explain` and `/api/candidates`: why there is no solution or more than one, and which digits are in some solution.

use std::time::Instant;

use satdoku::explain::Explainer;
use serde_json::{Map, Value, json};

use crate::cli::commands::{candidates, explain};
use crate::cli::serve::App;
use crate::cli::serve::ask::Question;
use crate::cli::serve::fields::Fields;
use crate::cli::serve::jobs::Work;
use crate::cli::serve::problem::Problem;
use crate::cli::serve::questions::Asked;

pub(crate) struct Explain;

impl Question for Explain {
    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Instant::now();
        let puzzle = fields.puzzle()?;
        let Asked { solver, options } = Asked::read(&mut fields, app, work)?;
        fields.end()?;
        let explanation = Explainer::new(&solver, puzzle.geometry(), &options)?.explain(&puzzle)?;
        let mut told = Map::new();
        explain::fields(&puzzle, &explanation, &mut told);
        told.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
        Ok(Value::Object(told))
    }
}

pub(crate) struct Candidates;

impl Question for Candidates {
    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Instant::now();
        let puzzle = fields.puzzle()?;
        let Asked { solver, options } = Asked::read(&mut fields, app, work)?;
        fields.end()?;
        let found = Explainer::new(&solver, puzzle.geometry(), &options)?.true_candidates(&puzzle)?;
        let mut told = Map::new();
        candidates::fields(&found, &mut told);
        told.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
        Ok(Value::Object(told))
    }
}
