//! Reads what a SAT solver printed back into a grid: the formula goes out as DIMACS, the answer comes in as text.
//!
//! `decode_output` plays both sides; `decode_output FILE` reads a file with the output of a solver that was given the
//! formula that `satdoku encode --encoding extended` writes for the puzzle below.

use satdoku::cnf::dimacs::{DimacsWriter, OutputParser, SolverOutput};
use satdoku::{Backend, Cnf, Encoding, Formula, Grid, SatBackend, Verdict, backend::OpenOptions, budget::Budget};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Grid = PUZZLE.parse()?;
    let formula = Formula::new(&puzzle, Encoding::Extended)?;
    let output = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => solve(&formula)?,
    };
    let mut parser = OutputParser::new(formula.size().variables as usize);
    // Piece by piece, as it would come out of a pipe.
    for piece in output.chunks(1000) {
        parser.feed(piece)?;
    }
    match parser.finish()? {
        SolverOutput::Satisfiable(model) => println!("{:#}", *formula.decode(&model)?),
        SolverOutput::Unsatisfiable => println!("no solution"),
        SolverOutput::Unknown => println!("the solver gave up"),
    }
    Ok(())
}

/// Writes the formula as a file would hold it, and answers as a program would.
fn solve(formula: &Formula) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut writer = DimacsWriter::new(Vec::new());
    writer.header(formula.size())?;
    formula.write(&mut writer)?;
    let file = writer.finish()?;
    println!("{} bytes of DIMACS, which begin with {:?}", file.len(), String::from_utf8_lossy(&file[..18]));
    let cnf: Cnf = satdoku::cnf::dimacs::read(file.as_slice(), |_| {})?;
    let mut solver: Box<dyn SatBackend> = Backend::Varisat.open(&OpenOptions::default())?;
    cnf.write(&mut solver)?;
    Ok(match solver.solve(&Budget::unlimited().start())? {
        Verdict::Satisfiable(model) => {
            let values: Vec<_> = model.lits().map(|lit| lit.to_string()).collect();
            format!("c a comment\ns SATISFIABLE\nv {} 0\n", values.join(" ")).into_bytes()
        }
        Verdict::Unsatisfiable => b"s UNSATISFIABLE\n".to_vec(),
        Verdict::Unknown(_) => b"s UNKNOWN\n".to_vec(),
    })
}
