//! A SAT solver of your own behind the crate's trait: DPLL with unit propagation, enough for a 4×4 grid.

use satdoku::backend::BackendError;
use satdoku::{ClauseSink, Grid, Lit, Model, Options, Running, SatBackend, Session, StopReason, Verdict};

#[derive(Default)]
struct Dpll(Vec<Vec<Lit>>);

impl ClauseSink for Dpll {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.0.push(clause.to_vec());
        Ok(())
    }
}

impl SatBackend for Dpll {
    fn name(&self) -> &'static str {
        "dpll"
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        Ok(match search(&self.0, assumptions.iter().copied().collect(), &mut run.clone()) {
            Ok(Some(model)) => Verdict::Satisfiable(model),
            Ok(None) => Verdict::Unsatisfiable,
            Err(reason) => Verdict::Unknown(reason),
        })
    }
}

/// Extends a model until every clause has a true literal; `None` where that is impossible.
fn search(clauses: &[Vec<Lit>], model: Model, run: &mut Running) -> Result<Option<Model>, StopReason> {
    run.tick()?;
    let is_open = |clause: &&Vec<Lit>| !clause.iter().any(|&lit| model.is_true(lit));
    let unset = |clause: &Vec<Lit>| clause.iter().copied().filter(|&lit| !model.is_true(!lit)).collect::<Vec<_>>();
    // The shortest clause decides: one without literals is a conflict, one with a single literal forces it.
    let shortest = clauses.iter().filter(is_open).map(unset).min_by_key(Vec::len);
    let Some(choices) = shortest else { return Ok(Some(model)) };
    for lit in choices {
        let mut next = model.clone();
        next.assign(lit);
        if let Some(found) = search(clauses, next, run)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Grid = ".4.2...1.....3..".parse()?;
    let open = |_: &_| Ok(Box::new(Dpll::default()) as Box<dyn SatBackend>);
    let mut session = Session::with_backend(puzzle.geometry(), &Options::default(), open);
    println!("{:#}", session.solve(&puzzle)?.satisfiable().ok_or("no solution")?);
    println!("solutions: {}", session.count(&puzzle, None)?);
    Ok(())
}
