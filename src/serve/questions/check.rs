//! `/api/check`: solved, valid so far, or which cells are in conflict.

use satdoku::Grid;
use satdoku::grid::format::keys;
use satdoku::protocol::words::{Standing, uniqueness};
use serde_json::{Value, json};

use crate::serve::App;
use crate::serve::fields::{Fields, read};
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::questions::Asked;
use crate::serve::respond::Question;

pub(crate) struct Check;

impl Question for Check {
    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let grid = fields.puzzle()?;
        let clues = fields.take("clues");
        let board = clues.is_some().then(|| grid.without_rules().geometry().clone());
        let clues = if clues.is_some() { read("clues", clues, board, None)? } else { None };
        let asked = Asked::read(&mut fields, app, work)?;
        let is_unique = fields.flag("unique")?;
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
}

/// Every digit that stands twice in a unit, with its cells as rows and columns from 1.
fn conflicts(grid: &Grid) -> Vec<Value> {
    let conflicts = grid.conflicts();
    let answer = conflicts.iter().map(|conflict| {
        let cells: Vec<_> = conflict.cells.iter().map(|cell| [cell.row() + 1, cell.column() + 1]).collect();
        json!({ "unit": conflict.name.to_string(), "digit": conflict.digit.get(), "cells": cells })
    });
    answer.collect()
}
