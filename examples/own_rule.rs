//! A rule of your own: the sum of two cells is odd. It is judged, told to engines, held against itself on every filling of a small
//! board, and solved with rules that are here.

use std::fmt;

use satdoku::prelude::*;
use satdoku::rule::{Breach, Constrain, Digits, Lowered, RuleError, UserRule};

#[derive(Debug)]
struct OddSum([Cell; 2]);

/// The line by which the rule is named in drawings of a grid and in errors.
impl fmt::Display for OddSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "oddsum {} {}", self.0[0], self.0[1])
    }
}

impl Constrain for OddSum {
    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.0.to_vec()
    }

    /// What the judge of solutions sees: he shares nothing with the engines.
    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let value = |cell| digits[board.index(cell)].map(Digit::get);
        let sum = value(self.0[0])? + value(self.0[1])?;
        sum.is_multiple_of(2).then(|| Breach { cells: self.0.to_vec(), sentence: format!("the sum {sum} is even") })
    }

    fn sentence(&self) -> String {
        format!("the odd sum of {} and {}", self.0[0], self.0[1])
    }

    /// What engines are told: a table of the pairs that are allowed.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let odd = to.table(board, |a, b| (a + b) % 2 == 1);
        to.relation(self.0, &odd)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let odd_sum = |a: &str, b: &str| -> Result<Rule, Box<dyn std::error::Error>> {
        Ok(Rule::UserRule(UserRule::new(OddSum([a.parse()?, b.parse()?]))))
    };
    let puzzle: Grid = "1...............".parse()?;
    let puzzle =
        puzzle.with_rules(vec![odd_sum("r1c1", "r2c2")?, odd_sum("r2c3", "r2c4")?, "killer 5 r3c1 r3c2".parse()?])?;

    // What is judged and what engines are told must not differ.
    let cells: Vec<Cell> = puzzle.empty_cells().collect();
    match puzzle.disagreement(&cells, &mut Budget::unlimited().start())? {
        None => println!("judge and engines agree on every filling"),
        Some(filling) => println!("they differ on\n{filling:#}"),
    }
    println!("{:#}", Solver::Auto.solve(&puzzle)?.decided()?.ok_or("no solution")?);
    for solver in [Solver::Auto, Solver::Mrv, Solver::Sat(Backend::Cdcl)] {
        println!("{solver}: {} solutions", solver.count(&puzzle)?);
    }
    Ok(())
}
