//! Clauses of the caller's own for a board: counted, decoded, with rules behind them, and not believed.

use satdoku::encoding::{Halted, OwnClauses, OwnEncoding};
use satdoku::{
    AtMostOne, Backend, Budget, Candidate, Cnf, Encoding, Error, Formula, Grid, Lit, Mode, Options, Solver, StopReason,
};

use crate::common::{corpus, grid};

fn lits(clauses: &OwnClauses<'_>, candidates: impl Iterator<Item = Candidate>) -> Vec<Lit> {
    candidates.map(|candidate| clauses.lit(candidate)).collect()
}

/// Each cell has a digit, and no unit has a digit twice. Whether a cell has the first digit is said by another variable as well.
fn sparse(clauses: &mut OwnClauses<'_>) -> Result<(), Halted> {
    let board = clauses.board();
    for cell in board.cells() {
        let digits = lits(clauses, board.digits().map(|digit| Candidate::new(cell, digit)));
        clauses.add_clause(&digits)?;
        let (again, first) = (clauses.fresh_lit(), digits[0]);
        clauses.add_clause(&[!again, first])?;
        clauses.add_clause(&[again, !first])?;
    }
    for unit in board.units() {
        for digit in board.digits() {
            let places = lits(clauses, board.unit(unit).iter().map(|&cell| Candidate::new(cell, digit)));
            clauses.at_most_one(&places)?;
        }
    }
    Ok(())
}

/// The first cell may have two digits, for nothing keeps its units.
fn weak(clauses: &mut OwnClauses<'_>) -> Result<(), Halted> {
    let board = clauses.board();
    board.cells().try_for_each(|cell| {
        let digits = lits(clauses, board.digits().map(|digit| Candidate::new(cell, digit)));
        clauses.add_clause(&digits)
    })
}

/// No solution at all.
fn contradictory(clauses: &mut OwnClauses<'_>) -> Result<(), Halted> {
    clauses.add_clause(&[])
}

fn options(name: &'static str, write: fn(&mut OwnClauses<'_>) -> Result<(), Halted>) -> Options {
    Options::default().with_encoding(Encoding::Own(OwnEncoding::new(name, write)))
}

#[test]
fn counts_are_those_of_other_encodings_with_rules_forms_and_kept_solvers() {
    let mut puzzles: Vec<Grid> = corpus().into_iter().map(|case| case.puzzle).collect();
    puzzles.retain(|puzzle| puzzle.geometry().digit_count() <= 9);
    for rule in ["killer 6 r1c2 r1c3 r2c3", "thermometer r3c1 r3c2 r3c3", "anyof odd r1c1 | less r1c1 r1c2"] {
        puzzles.push(grid("2x2", "1...............").with_rules(vec![rule.parse().unwrap()]).unwrap());
    }
    for puzzle in &puzzles {
        let solver = Solver::Sat(Backend::Cdcl);
        let expected = Solver::Auto.count_with(puzzle, Some(30), &Options::default()).unwrap();
        for mode in [Mode::Fresh, Mode::Shared] {
            for form in [AtMostOne::Pairwise, AtMostOne::Sequential] {
                let options = options("sparse", sparse).with_mode(mode).with_at_most_one(form);
                let counted = solver.count_with(puzzle, Some(30), &options).unwrap();
                assert_eq!(counted, expected, "{mode:?} {form}\n{puzzle}");
            }
        }
    }
}

#[test]
fn its_formula_is_as_large_as_it_says_and_names_what_to_count_over() {
    let puzzle = grid("2x2", "1...............");
    let Some(encoding) = options("sparse", sparse).encoding else { unreachable!("it was set") };
    let formula = Formula::new(&puzzle, encoding).unwrap();
    let mut cnf = Cnf::new();
    let Ok(()) = formula.write(&mut cnf);
    let written = cnf.size();
    assert_eq!(formula.size(), written);
    assert_eq!(
        (written.variables, formula.projection(), encoding.to_string()),
        (64 + 16, Some(64), "sparse".to_owned())
    );
    // The sink's own error comes back, not the halt.
    let stopped = formula.size_within(&Budget::unlimited().with_time(std::time::Duration::ZERO).start());
    assert_eq!(stopped, Err(StopReason::Time));
}

#[test]
fn clauses_that_allow_too_much_or_too_little_are_found_out() {
    let puzzle = grid("2x2", "1...............");
    let solver = Solver::Sat(Backend::Cdcl);
    let wrong = solver.solve_with(&puzzle, &options("weak", weak)).unwrap_err();
    assert!(matches!(wrong, Error::WrongAnswer { .. }), "{wrong}");
    let denied = solver.solve_with(&puzzle, &options("contradictory", contradictory)).unwrap_err();
    assert_eq!(
        denied.to_string(),
        "cdcl under the encoding contradictory returned a wrong answer: it denied a solution that exists"
    );
    let certified = options("sparse", sparse).with_certified(true);
    let refused = solver.solve_with(&puzzle, &certified).unwrap_err().to_string();
    assert!(refused.contains("the encoding sparse"), "{refused}");
}
