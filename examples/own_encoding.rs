//! Clauses of your own for a board: pairs of places that exclude each other, and the number of a digit's place in a unit spelled in
//! bits. Both are solved, counted and checked as the encodings that are here.

use satdoku::encoding::{Halted, OwnClauses, OwnEncoding};
use satdoku::{Backend, Candidate, Encoding, Formula, Grid, Lit, Options, Solver};

/// The literals of a digit's places in a unit, for each unit and digit.
fn places(clauses: &OwnClauses<'_>) -> Vec<Vec<Lit>> {
    let board = clauses.board();
    let lit = |cell, digit| clauses.lit(Candidate::new(cell, digit));
    let places = |unit, digit| board.unit(unit).iter().map(|&cell| lit(cell, digit)).collect();
    board.units().flat_map(|unit| board.digits().map(move |digit| (unit, digit))).map(|(u, d)| places(u, d)).collect()
}

/// Each cell has a digit.
fn a_digit_for_each_cell(clauses: &mut OwnClauses<'_>) -> Result<(), Halted> {
    let board = clauses.board();
    for cell in board.cells() {
        let digits: Vec<Lit> = board.digits().map(|digit| clauses.lit(Candidate::new(cell, digit))).collect();
        clauses.add_clause(&digits)?;
    }
    Ok(())
}

/// No digit twice in a unit, pair by pair.
fn in_pairs(clauses: &mut OwnClauses<'_>) -> Result<(), Halted> {
    a_digit_for_each_cell(clauses)?;
    for places in places(clauses) {
        for (i, &a) in places.iter().enumerate() {
            places[..i].iter().try_for_each(|&b| clauses.add_clause(&[!a, !b]))?;
        }
    }
    Ok(())
}

/// No digit twice in a unit, since a place of a digit spells its own number in bits.
fn in_bits(clauses: &mut OwnClauses<'_>) -> Result<(), Halted> {
    a_digit_for_each_cell(clauses)?;
    for places in places(clauses) {
        let bits: Vec<Lit> = (0..places.len().next_power_of_two().ilog2()).map(|_| clauses.fresh_lit()).collect();
        for (number, &place) in places.iter().enumerate() {
            for (i, &bit) in bits.iter().enumerate() {
                clauses.add_clause(&[!place, if number >> i & 1 == 1 { bit } else { !bit }])?;
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    for own in [OwnEncoding::new("pairs", in_pairs), OwnEncoding::new("bits", in_bits)] {
        let encoding = Encoding::Own(own);
        let size = Formula::new(&puzzle, encoding)?.size();
        let options = Options::default().with_encoding(encoding);
        let solver = Solver::Sat(Backend::Cdcl);
        let count = solver.count_with(&puzzle, Some(2), &options)?;
        println!("{encoding}: {} variables, {} clauses, solutions: {count}", size.variables, size.clauses);
        println!("{}", solver.solve_with(&puzzle, &options)?.satisfiable().ok_or("no solution")?);
    }
    Ok(())
}
