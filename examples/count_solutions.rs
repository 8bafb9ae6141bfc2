//! Counts solutions: exactly, up to a limit, within a budget, and whether there is just one.

use std::time::Duration;

use satdoku::{Budget, Count, Geometry, Grid, ItemChoice, Options, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dlx = Solver::DancingLinks(ItemChoice::Smallest);
    let options = Options::default();

    let empty = Grid::empty(&Geometry::of_order(2)?.into());
    println!("4×4 grids: {}", dlx.count_with(&empty, None, &options)?);

    // A proper puzzle (two solutions are enough to tell one that is not), and what becomes of it when clues are lost.
    let proper: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    println!("unique: {:?}", dlx.is_unique_with(&proper, &options)?);
    let mut puzzle = proper.clone();
    for clue in proper.clues().take(9) {
        puzzle.set(clue.cell, None)?;
        println!("{} clues left: {}", puzzle.clue_count(), dlx.count_with(&puzzle, None, &options)?);
    }

    // Nobody counts this one by one: 6,670,903,752,021,072,936,960 grids. The answer says that it was cut, and why.
    let empty = Grid::empty(&Geometry::of_order(3)?.into());
    let hurried = Options::default().with_budget(Budget::unlimited().with_time(Duration::from_millis(200)));
    match dlx.count_with(&empty, None, &hurried)? {
        Count::Exact(count) => println!("9×9 grids: {count}"),
        Count::AtLeast(count, reason) => println!("9×9 grids: at least {count} ({reason})"),
    }
    Ok(())
}
