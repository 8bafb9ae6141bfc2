//! `/api/board` and `/api/rules`.

use serde_json::{Value, json};

use crate::App;
use crate::fields::{Fields, OF_A_PUZZLE};
use crate::jobs::Work;
use crate::problem::Problem;
use crate::respond::Question;
use crate::schema::Declared;

pub(crate) struct Board;
pub(crate) struct Palette;
pub(crate) struct Judge;

const DIGITS: crate::schema::Field<Option<Value>> = crate::schema::Field::value("digits", |_| json!({ "description": "digits by cell" }));

impl Question for Board {
    const FIELDS: Declared = &[OF_A_PUZZLE, &[&DIGITS]];

    fn answer(mut fields: Fields, _app: &App, _work: &Work) -> Result<Value, Problem> {
        let (puzzle, notes) = fields.puzzle_and_notes()?;
        fields.read(&DIGITS)?;
        fields.end()?;
        satdoku_ask::board(&puzzle, &notes).map_err(|error| Problem::question(error.to_string()))
    }
}

impl Question for Palette {
    const FIELDS: Declared = &[];

    fn answer(fields: Fields, _app: &App, _work: &Work) -> Result<Value, Problem> {
        fields.end()?;
        Ok(satdoku_ask::palette())
    }
}

impl Question for Judge {
    const FIELDS: Declared = &[OF_A_PUZZLE, &[&DIGITS]];

    fn answer(mut fields: Fields, _app: &App, _work: &Work) -> Result<Value, Problem> {
        let mut puzzle = fields.puzzle()?;
        let digits = fields.read(&DIGITS)?;
        fields.end()?;
        if let Some(Value::Object(digits)) = digits {
            for (cell, digit) in digits {
                let cell: satdoku::Cell = cell.parse().map_err(|_| Problem::field("digits", "cell"))?;
                let digit = digit.as_u64().and_then(|digit| u16::try_from(digit).ok()).map(satdoku::Digit::new);
                puzzle.set(cell, digit).map_err(|error| Problem::field("digits", error))?;
            }
        }
        let mut breaches: Vec<Value> = puzzle
            .conflicts()
            .iter()
            .map(|conflict| {
                let cells: Vec<String> = conflict.cells.iter().map(ToString::to_string).collect();
                let unit = conflict.name.to_string();
                json!({ "cells": cells, "sentence": format!("{} is twice in {unit}.", conflict.digit), "rule": null, "unit": unit })
            })
            .collect();
        for (number, rule) in puzzle.rules().as_slice().iter().enumerate() {
            if let Some(breach) = rule.as_constrain().breach(puzzle.geometry(), puzzle.digits()) {
                let cells: Vec<String> = breach.cells.iter().map(ToString::to_string).collect();
                breaches.push(json!({ "cells": cells, "sentence": format!("{}.", satdoku_ask::words::capital(&breach.sentence)), "rule": number, "unit": null }));
            }
        }
        let complete = puzzle.is_solved();
        let finished = complete && breaches.is_empty();
        Ok(json!({ "breaches": breaches, "complete": complete, "finished": finished }))
    }
}
