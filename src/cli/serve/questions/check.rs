//! `/api/check`: solved, valid so far, or which cells are in conflict.

use satdoku::Grid;
use satdoku::grid::format::keys;
use serde_json::{Value, json};

use crate::cli::commands::check;
use crate::cli::serve::App;
use crate::cli::serve::ask::Question;
use crate::cli::serve::fields::{Fields, read};
use crate::cli::serve::jobs::Work;
use crate::cli::serve::problem::Problem;
use crate::cli::serve::questions::Asked;
use crate::cli::show::words::uniqueness;

pub(crate) struct Check;

impl Question for Check {
    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let grid = fields.puzzle()?;
        let clues = fields.take("clues");
        let clues = if clues.is_some() { read("clues", clues, Some(grid.geometry().clone()), None)? } else { None };
        let asked = Asked::read(&mut fields, app, work)?;
        let is_unique = fields.flag("unique")?;
        fields.end()?;
        let finding = check::against(&grid, clues.as_ref());
        let mut told = json!({
            keys::CHECK: finding.word,
            keys::DETAILS: finding.details,
            "conflicts": conflicts(&grid),
        });
        if is_unique {
            let count = asked.solver.count(&grid, Some(2), &asked.options)?;
            told[keys::UNIQUENESS] = json!(uniqueness(&count));
        }
        Ok(told)
    }
}

/// Every digit that stands twice in a unit, with its cells as rows and columns from 1.
fn conflicts(grid: &Grid) -> Vec<Value> {
    let conflicts = grid.conflicts();
    let told = conflicts.iter().map(|conflict| {
        let cells: Vec<_> = conflict.cells.iter().map(|cell| [cell.row() + 1, cell.column() + 1]).collect();
        json!({ "unit": conflict.name.to_string(), "digit": conflict.digit.get(), "cells": cells })
    });
    told.collect()
}
