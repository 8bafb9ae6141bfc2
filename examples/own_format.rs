//! A format of your own: a puzzle is a line of clues, such as `r1c1=4 r2c3=1`. What is wrong is told with its place, and reading goes
//! on behind it.

use std::sync::Arc;

use satdoku::grid::format::{OwnProblem, OwnPuzzles};
use satdoku::prelude::*;

/// Reads a line.
fn parse(line: &str, board: &Arc<Geometry>) -> Result<Grid, OwnProblem> {
    let mut grid = Grid::empty(board);
    for word in line.split_ascii_whitespace() {
        let clue: Candidate = word.parse().map_err(|why| OwnProblem::at(line, word, why))?;
        if let Some(before) = grid.get(clue.cell) {
            return Err(OwnProblem::at(line, word, format!("{} has {before} before", clue.cell)));
        }
        grid.set(clue.cell, Some(clue.digit)).map_err(|why| OwnProblem::at(line, word, why))?;
    }
    Ok(grid)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = "r1c2=4 r1c4=2 r2c4=1 r4c2=3\nr1c1=1 r1c1=2\n\n# the rest\nr1c1=9\nr1c1=1 r1c2=2\n";
    let board = Arc::new(Geometry::of_order(2)?);
    let mut session = Solver::Auto.session(&board, &Options::default())?;
    let mut told = Vec::new();
    for puzzle in OwnPuzzles::new(file.as_bytes(), |line| parse(line, &board)) {
        told.push(match puzzle {
            Ok(puzzle) => format!("{puzzle} {}", session.count(&puzzle, None)?),
            Err(why) => why.to_string(),
        });
    }
    println!("{}", told.join("\n"));
    assert!(told[0].ends_with(" 1") && told[1].starts_with("2:8: ") && told[2].starts_with("5:1: "));
    assert!(told[3].ends_with(" 24"));
    Ok(())
}
