//! Boards that are more than boxes: a diagonal 9×9, and a jigsaw. Nothing but the geometry differs.

use std::sync::Arc;

use satdoku::{Geometry, Grid, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // With both diagonals as units: a puzzle that has many solutions without them.
    let diagonal = Arc::new(Geometry::of_order(2)?.with_diagonals()?);
    let puzzle = Grid::from_values(&diagonal, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0])?;
    show("diagonal", &puzzle)?;

    // The regions of a jigsaw, one number for each cell, in the lossless text form.
    let jigsaw: Grid = "\
        regions 5\n\
        1 1 1 2 2\n\
        1 1 3 2 2\n\
        3 3 3 2 5\n\
        4 4 3 5 5\n\
        4 4 4 5 5\n\
        1 0 0 0 0\n\
        0 0 0 5 0\n\
        0 0 0 0 0\n\
        0 2 0 0 0\n\
        0 0 0 0 3\n"
        .parse()?;
    show("jigsaw", &jigsaw)
}

fn show(name: &str, puzzle: &Grid) -> Result<(), Box<dyn std::error::Error>> {
    let solutions = Solver::Auto.solutions(puzzle)?.collect::<Result<Vec<_>, _>>()?;
    println!("{name}: {} solutions\n{puzzle:#}", solutions.len());
    if let Some(first) = solutions.first() {
        println!("{first:#}");
    }
    Ok(())
}
