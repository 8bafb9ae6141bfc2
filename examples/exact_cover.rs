//! Exact cover by dancing links: a family of sets, then queens, whose diagonals may stay uncovered.

use satdoku::exact_cover::CoverSearch;
use satdoku::{Budget, DancingLinks, ExactCover, ItemChoice};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Which of these sets hold every letter from a to g exactly once?
    let family: ExactCover = "items: a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g".parse()?;
    let mut search = DancingLinks::new(&family, ItemChoice::Smallest);
    println!("The matrix, printed from its links:\n{search}");
    for cover in search.solutions(&Budget::unlimited()) {
        for option in cover? {
            let names = family.option(option).iter().filter_map(|&item| family.name(item));
            println!("set {}: {}", option + 1, names.collect::<Vec<_>>().join(" "));
        }
    }

    for count in 4..=10 {
        let mut search = DancingLinks::new(&queens(count)?, ItemChoice::Smallest);
        println!("{count} queens: {}", search.count(None, &Budget::unlimited()));
    }

    let (count, problem) = (8, queens(8)?);
    if let Some(board) = DancingLinks::new(&problem, ItemChoice::Smallest).solutions(&Budget::unlimited()).next() {
        // Option k is the queen in row k / 8 and column k % 8.
        for square in board? {
            println!(
                "{}Q{}",
                ". ".repeat((square % count) as usize),
                " .".repeat((count - 1 - square % count) as usize)
            );
        }
    }
    Ok(())
}

/// Every row and every column has one queen, every diagonal has at most one: a primary and a secondary item each.
fn queens(count: u32) -> Result<ExactCover, satdoku::exact_cover::CoverError> {
    let diagonals = 2 * count - 1;
    let mut problem = ExactCover::new(2 * count, 2 * diagonals)?;
    for row in 0..count {
        for column in 0..count {
            let rising = 2 * count + row + column;
            let falling = 2 * count + diagonals + row + count - 1 - column;
            problem.add_option(&[row, count + column, rising, falling])?;
        }
    }
    Ok(problem)
}
