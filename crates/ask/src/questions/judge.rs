//! `judge`: which rules a player's digits break so far.

use satdoku::grid::{CheckError, Conflict};
use satdoku::{Candidate, Cell, Digit, Grid, Rule};
use serde_json::{Map, Value, json};

use crate::declared::Field;
use crate::fields::FieldError;
use crate::grids::cell_names;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::puzzle::read;
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{flag, objects};
use crate::work::Work;

const DIGITS: Field<Option<Value>> = Field::value("digits", |_| {
    json!({
        "type": ["object", "string", "array", "null"],
        "additionalProperties": { "type": ["integer", "null"] },
        "description": "the player's digits: an object such as {\"r1c1\": 5}, null for an empty cell, or a grid, as `puzzle`",
    })
});

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let puzzle = fields.puzzle()?;
    let digits = fields.read(&DIGITS)?;
    fields.end()?;
    let digits = match digits {
        Some(Value::Object(digits)) => grid_by_cell(&puzzle, &digits)?,
        Some(grid) => grid_on_board(&puzzle, grid, work)?,
        None => puzzle.emptied(),
    };
    let mut filled = puzzle.clone();
    let mut breaches = Vec::new();
    for Candidate { cell, digit: found } in digits.clues() {
        match puzzle.get(cell) {
            // The clue stays, and rules are judged with it.
            Some(clue) if clue != found => breaches.push(changed_clue(cell, clue, found)),
            Some(_) => {}
            None => set(&mut filled, cell, Some(found))?,
        }
    }
    breaches.extend(filled.conflicts().iter().map(conflict));
    let running = work.budget().start();
    let rules = filled.rules().as_slice();
    for (number, rule) in rules.iter().enumerate() {
        running.check().map_err(Problem::stopped)?;
        breaches.extend(broken_rule(&filled, rules, number, rule));
    }
    let is_complete = filled.digits().iter().all(Option::is_some);
    let is_finished = is_complete && breaches.is_empty();
    Ok(json!({ "breaches": breaches, "complete": is_complete, "finished": is_finished }))
}

/// The grid of digits by the names of their cells.
fn grid_by_cell(puzzle: &Grid, digits: &Map<String, Value>) -> Result<Grid, Problem> {
    let mut grid = puzzle.emptied();
    for (name, value) in digits {
        let cell: Cell = name.parse().map_err(|error| Problem::field(DIGITS.name, error))?;
        let number = value.as_u64().and_then(|number| u16::try_from(number).ok());
        let digit = match number.and_then(Digit::try_new) {
            _ if value.is_null() => None,
            Some(digit) => Some(digit),
            None => return Err(FieldError::unexpected(DIGITS.name, "the number of a digit", value).into()),
        };
        set(&mut grid, cell, digit)?;
    }
    Ok(grid)
}

fn set(grid: &mut Grid, cell: Cell, digit: Option<Digit>) -> Result<(), Problem> {
    grid.set(cell, digit).map_err(|error| Problem::field(DIGITS.name, format!("{cell}: {error}")))
}

/// A grid on the board of a puzzle.
fn grid_on_board(puzzle: &Grid, grid: Value, work: &Work) -> Result<Grid, Problem> {
    let board = puzzle.without_rules().geometry().clone();
    let grid = read(DIGITS.name, Some(grid), Some(board), None, &work.budget())?;
    let moved = grid.and_then(|grid| grid.under(puzzle));
    moved.ok_or_else(|| Problem::field(DIGITS.name, "expected digits on the board of the puzzle, found another board"))
}

fn changed_clue(cell: Cell, clue: Digit, found: Digit) -> Value {
    breach(&[cell], &CheckError::Clue { cell, clue, found }.to_string(), None, None)
}

fn conflict(conflict: &Conflict) -> Value {
    let Conflict { digit, name, cells, .. } = conflict;
    let times = if cells.len() == 2 { "twice".to_owned() } else { format!("{} times", cells.len()) };
    breach(cells, &format!("{digit} {times} in {name}"), None, Some(&name.to_string()))
}

/// The breach of a rule; repeated rules are judged once.
fn broken_rule(grid: &Grid, rules: &[Rule], number: usize, rule: &Rule) -> Option<Value> {
    let broken = rule.as_constrain().breach(grid.geometry(), grid.digits())?;
    let is_first = !rules[..number].contains(rule);
    is_first.then(|| breach(&broken.cells, &broken.sentence, Some(number), None))
}

fn breach(cells: &[Cell], sentence: &str, rule: Option<usize>, unit: Option<&str>) -> Value {
    json!({ "cells": cell_names(cells), "sentence": sentence, "rule": rule, "unit": unit })
}

pub(crate) fn operation() -> Operation {
    Operation::new(
        "judge",
        "Which rules a player's digits break so far, and whether the puzzle is finished",
        answer,
        members,
    )
    .with_fields(&[OF_A_PUZZLE, &[&DIGITS]])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        (
            "breaches",
            objects(
                "cells, sentence, and the rule by its number from 0 or the unit by its name; both are null where a digit is not the \
                 clue of its cell",
            ),
        ),
        ("complete", flag("whether every cell has a digit")),
        ("finished", flag("whether every cell has a digit, and nothing is broken")),
    ]
}
