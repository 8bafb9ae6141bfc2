//! Why a puzzle has no solution, why another has two, and what a third has too much of; then true candidates.

use satdoku::explain::{CandidateStatus, Explainer, Explanation, NoSolution};
use satdoku::{Grid, Options, Solver};

const PUZZLES: [&str; 3] = [
    // A well-known puzzle with one digit changed, one with four cells emptied, and the puzzle itself.
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..76",
    "53..7....6..195....98....6.8...6...34..8.3...7...2...6.6....28....4.9..5.......79",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in PUZZLES {
        let puzzle: Grid = line.parse()?;
        let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &Options::default())?;
        match explainer.explain(&puzzle)? {
            Explanation::Conflict(conflict) => {
                println!("no solution: {conflict}");
                if let NoSolution::Core(core) = &conflict
                    && let Some(chain) = core.chain.as_ref().map_err(|gap| *gap)?
                {
                    let board = puzzle.geometry();
                    chain.steps.iter().for_each(|step| println!("  {}", step.in_words(board)));
                    println!("  {}", chain.contradiction.in_words(board));
                }
            }
            Explanation::Ambiguity(ambiguity) => {
                println!("several solutions; two of them differ in {:?}", ambiguity.differing);
                for deciding in &ambiguity.deciding {
                    println!("  {} decides: {:?} of {} digits", deciding.cell, deciding.digits, deciding.choices);
                }
                let candidates = explainer.true_candidates(&puzzle)?;
                for cell in ambiguity.differing {
                    println!(
                        "  {cell} may be {:?}",
                        candidates.digits(cell, CandidateStatus::True).collect::<Vec<_>>()
                    );
                }
            }
            Explanation::Redundancy(redundancy) => {
                println!("one solution; these clues can be spared: {:?}", redundancy.redundant);
            }
            Explanation::Unknown { reason, .. } => println!("unknown: {reason}"),
        }
    }
    Ok(())
}
