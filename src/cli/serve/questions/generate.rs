//! `/api/generate`: a puzzle.

use std::time::Instant;

use satdoku::generate::{GenerateError, Generated, Kind, Recipe, Symmetry};
use serde_json::{Value, json};

use crate::cli::generate::kind_with;
use crate::cli::serve::App;
use crate::cli::serve::ask::Question;
use crate::cli::serve::fields::Fields;
use crate::cli::serve::jobs::Work;
use crate::cli::serve::problem::Problem;
use crate::cli::serve::questions::numbers;

pub(crate) struct Generate;

impl Question for Generate {
    fn answer(mut fields: Fields, _app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Instant::now();
        let board = fields.board()?.ok_or_else(|| Problem::question("expected a board"))?;
        let kind = fields.word::<Kind>("kind")?.unwrap_or_default();
        let kind = kind_with(kind, fields.word("solutions")?)
            .ok_or_else(|| Problem::field("solutions", "goes with the kind several only"))?;
        let recipe = Recipe {
            symmetry: fields.word::<Symmetry>("symmetry")?.unwrap_or_default(),
            clues: fields.number("clues")?.map(|clues| usize::try_from(clues).unwrap_or(usize::MAX)),
            balanced: fields.flag("balanced")?,
            seed: fields.number("seed")?.unwrap_or_default(),
            ..Recipe::new(&board, kind)
        };
        let number = fields.number("number")?.unwrap_or_default();
        fields.end()?;
        let mut puzzles = recipe.puzzles([number], &work.budget()).map_err(problem)?;
        let Generated { puzzle, solution, .. } = match puzzles.next() {
            Some(generated) => generated.map_err(problem)?,
            None => return Err(Problem::internal("there is no puzzle of that number")),
        };
        Ok(json!({
            "board": puzzle.geometry().to_string(),
            "cells": numbers(&puzzle),
            "clues": puzzle.clue_count(),
            "solution": solution.map(|solution| numbers(&solution)),
            "seed": recipe.seed,
            "seconds": started.elapsed().as_secs_f64(),
        }))
    }
}

fn problem(error: GenerateError) -> Problem {
    match error {
        GenerateError::Stopped(reason) => Problem::stopped(reason),
        GenerateError::Solver(error) => error.into(),
        // A wish that cannot be met.
        error => Problem::question(error.to_string()),
    }
}
