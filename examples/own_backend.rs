//! A SAT solver of your own behind the crate's trait: DPLL with unit propagation, enough for a 4×4 grid. As a backend it solves,
//! counts, explains and joins a portfolio.

use satdoku::backend::BackendError;
use satdoku::explain::{Explainer, Explanation};
use satdoku::{
    Backend, Capabilities, ClauseSink, Grid, Lit, Model, Options, Portfolio, Running, SatBackend, Solver, StopReason,
    Verdict,
};

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

    /// Without these, nothing is assumed and each question opens a new solver.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default().with_incremental(true).with_assumptions(true).with_interruptible(true)
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
    let dpll = Solver::Sat(Backend::own("dpll", |_| Ok(Box::new(Dpll::default()))));
    println!("{:#}", dpll.solve(&puzzle)?.satisfiable().ok_or("no solution")?);
    println!("solutions: {}", dpll.count(&puzzle)?);

    // Whatever takes a solver takes this one: here what makes a puzzle unsolvable, and a race of two.
    let unsolvable: Grid = "123....4........".parse()?;
    let mut explainer = Explainer::new(&dpll, unsolvable.geometry(), &Options::default())?;
    if let Explanation::Conflict(conflict) = explainer.explain(&unsolvable)? {
        println!("{conflict}");
    }
    let members = vec![dpll.into(), Solver::Sat(Backend::Cdcl).into()];
    let portfolio = Portfolio::default().with_members(members);
    let options = Options::default().with_portfolio(portfolio);
    println!("in a race: {:#}", Solver::Portfolio.solve_with(&puzzle, &options)?.satisfiable().ok_or("no solution")?);
    Ok(())
}
