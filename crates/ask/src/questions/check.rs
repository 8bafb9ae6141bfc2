//! `check`: solved, valid so far, or the cells in conflict.

use satdoku::Grid;
use satdoku::grid::format::keys;
use serde_json::{Value, json};

use crate::declared::Field;
use crate::grids::cell_names;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::puzzle::read;
use crate::questions::solving::{self, Asked, SOLVING, certified, claim};
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::one_of;
use crate::words::{Standing, uniqueness};
use crate::work::Work;

const CLUES: Field<Option<Value>> =
    Field::value("clues", |_| json!({ "description": "the puzzle whose clues must be kept, as `puzzle`" }));
const UNIQUE: Field<bool> = Field::flag("unique", "whether to ask for exactly one solution as well");

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let grid = fields.puzzle()?;
    let clues = fields.read(&CLUES)?;
    let board = clues.is_some().then(|| grid.without_rules().geometry().clone());
    let clues = if clues.is_some() { read(CLUES.name, clues, board, None, &work.budget())? } else { None };
    let asked = Asked::read(&mut fields, work)?;
    let is_unique = fields.read(&UNIQUE)?;
    fields.end()?;
    let standing = Standing::of(&grid, clues.as_ref());
    let grid = match &clues {
        Some(clues) => grid.as_answer_to(clues),
        None => grid,
    };
    let mut answer = json!({
        keys::CHECK: standing.word,
        keys::DETAILS: standing.details,
        "conflicts": conflicts(&grid),
    });
    if is_unique {
        let count = asked.solver.count_with(&grid, Some(2), &asked.options)?;
        answer[keys::UNIQUENESS] = json!(uniqueness(&count));
        answer[keys::CERTIFIED] = json!(asked.claim(&count).is_some());
        answer[keys::CLAIM] = json!(asked.claim(&count));
    }
    Ok(answer)
}

/// Every digit that stands twice in a unit, with its cells.
fn conflicts(grid: &Grid) -> Vec<Value> {
    let conflicts = grid.conflicts();
    let answer = conflicts.iter().map(|conflict| {
        let cells = cell_names(&conflict.cells);
        json!({ "unit": conflict.name.to_string(), "digit": conflict.digit.get(), "cells": cells })
    });
    answer.collect()
}

pub(crate) fn operation() -> Operation {
    Operation::new("check", "Solved, valid so far, or in conflict; unique or not", answer, members).with_fields(&[
        OF_A_PUZZLE,
        SOLVING,
        &[&CLUES, &UNIQUE],
    ])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("check", one_of(["solved", "valid", "conflict", "changed"], "what the grid is")),
        ("details", json!({ "type": "array", "items": { "type": "string" } })),
        (
            "conflicts",
            json!({ "type": "array", "items": { "type": "object" }, "description": "unit, digit, and cells such as r1c1" }),
        ),
        ("uniqueness", solving::uniqueness()),
        ("certified", certified()),
        ("claim", claim()),
    ]
}
