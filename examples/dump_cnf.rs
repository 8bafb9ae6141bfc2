//! Writes the clauses of a grid as DIMACS: `dump_cnf [minimal|extended|modeller|reduced] [PUZZLE] > file.cnf`.

use std::io::stdout;

use satdoku::{Encoding, Formula, Grid};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let encoding: Encoding = arguments.next().as_deref().unwrap_or("minimal").parse()?;
    // Without a puzzle: the empty 4×4 grid, 160 clauses in the minimal encoding.
    let puzzle: Grid = arguments.next().as_deref().unwrap_or("................").parse()?;

    let formula = Formula::new(&puzzle, encoding)?;
    let size = formula.size();
    eprintln!("{encoding}: {} variables, {} clauses, {} literals", size.variables, size.clauses, size.literals);

    formula.write_dimacs(stdout().lock())?;
    Ok(())
}
