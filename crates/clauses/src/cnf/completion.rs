//! Completes a partial model: values for the unknown variables of a formula.
//!
//! Unit propagation gives auxiliary variables that are functions of the known variables their values. The remaining variables are
//! tried in order, false before true, with chronological backtracking (M. Davis, G. Logemann, D. Loveland, 1962). So the values are
//! deterministic.

use std::convert::Infallible;

use satdoku_base::budget::{Running, StopReason};

use crate::cnf::{ClauseSink, Lit, Model, Var};

/// The clauses that a model leaves open. As a sink, a completion takes the formula's clauses.
#[derive(Debug)]
#[doc(hidden)]
pub struct Completion {
    model: Model,
    /// The unknown literals of each clause that the model leaves open.
    clauses: Vec<Vec<Lit>>,
}

impl Completion {
    /// A completion without clauses.
    #[must_use]
    pub fn of(model: Model) -> Self {
        Self { model, clauses: Vec::new() }
    }

    /// The model extended to `variables` variables, with all clauses true; `None` if no extension exists.
    ///
    /// # Errors
    /// If the budget ran out.
    pub fn finish(self, variables: usize, running: &Running) -> Result<Option<Model>, StopReason> {
        let Self { mut model, clauses } = self;
        let Some(values) = Search::of(&clauses, &model, variables).run(running)? else { return Ok(None) };
        let open = (0..variables).map(Var::new).filter(|&var| model.value(var).is_none()).collect::<Vec<_>>();
        for var in open {
            model.assign(var.lit(values[var.index()] == Some(true)));
        }
        Ok(Some(model))
    }
}

impl ClauseSink for Completion {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        if !clause.iter().any(|&lit| self.model.is_true(lit)) {
            let is_open = |lit: &&Lit| self.model.value(lit.var()).is_none();
            self.clauses.push(clause.iter().filter(is_open).copied().collect());
        }
        Ok(())
    }
}

/// All literals of a clause are false.
struct Clash;

struct Search<'a> {
    clauses: &'a [Vec<Lit>],
    /// The clauses of each variable.
    of_var: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    /// The assigned literals in order, and the number of them already propagated.
    trail: Vec<Lit>,
    looked_at: usize,
    /// The positions of the choices on the trail.
    choices: Vec<usize>,
    open: Vec<Var>,
}

impl<'a> Search<'a> {
    fn of(clauses: &'a [Vec<Lit>], model: &Model, variables: usize) -> Self {
        let mut of_var = vec![Vec::new(); variables];
        for (number, clause) in (0..).zip(clauses) {
            for lit in clause {
                of_var[lit.var().index()].push(number);
            }
        }
        let values = (0..variables).map(|var| model.value(Var::new(var))).collect();
        let open = (0..variables).filter(|&var| !of_var[var].is_empty()).map(Var::new).collect();
        Self { clauses, of_var, values, trail: Vec::new(), looked_at: 0, choices: Vec::new(), open }
    }

    /// Values that satisfy all clauses; `None` if no values do.
    fn run(mut self, running: &Running) -> Result<Option<Vec<Option<bool>>>, StopReason> {
        let mut state = (0..self.clauses.len()).try_for_each(|clause| self.look(clause));
        loop {
            running.check()?;
            if state.and_then(|()| self.propagate()).is_err() {
                if !self.turn() {
                    return Ok(None);
                }
            } else {
                let Some(&var) = self.open.iter().find(|var| self.values[var.index()].is_none()) else {
                    return Ok(Some(self.values));
                };
                self.choices.push(self.trail.len());
                self.assign(var.negative());
            }
            state = Ok(());
        }
    }

    fn assign(&mut self, lit: Lit) {
        self.values[lit.var().index()] = Some(!lit.is_negative());
        self.trail.push(lit);
    }

    fn propagate(&mut self) -> Result<(), Clash> {
        while let Some(lit) = self.trail.get(self.looked_at) {
            let var = lit.var().index();
            self.looked_at += 1;
            for at in 0..self.of_var[var].len() {
                self.look(self.of_var[var][at] as usize)?;
            }
        }
        Ok(())
    }

    /// Assigns the literal of a unit clause; a clash if all literals of the clause are false.
    fn look(&mut self, clause: usize) -> Result<(), Clash> {
        let mut last = None;
        for &lit in &self.clauses[clause] {
            match self.values[lit.var().index()] {
                Some(value) if value != lit.is_negative() => return Ok(()),
                Some(_) => {}
                None if last.is_some_and(|last| last != lit) => return Ok(()),
                None => last = Some(lit),
            }
        }
        self.assign(last.ok_or(Clash)?);
        Ok(())
    }

    /// Backtracks to the last choice and negates it; false if no choice is left.
    fn turn(&mut self) -> bool {
        let Some(choice) = self.choices.pop() else { return false };
        let chosen = self.trail[choice];
        for lit in self.trail.drain(choice..) {
            self.values[lit.var().index()] = None;
        }
        self.looked_at = choice;
        self.assign(!chosen);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku_base::budget::Budget;

    fn complete(clauses: &[&[i32]], known: &[i32], variables: usize) -> Option<Vec<bool>> {
        let lits = |numbers: &[i32]| numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect::<Vec<_>>();
        let mut completion = Completion::of(lits(known).into_iter().collect());
        for clause in clauses {
            let Ok(()) = completion.add_clause(&lits(clause));
        }
        let model = completion.finish(variables, &Budget::unlimited().start()).unwrap()?;
        Some((0..variables).map(|var| model.value(Var::new(var)).unwrap()).collect())
    }

    /// Every formula of up to three clauses of two or three literals over two known and two unknown variables.
    #[test]
    fn values_are_found_where_there_are_some() {
        let lits = [-4, -3, -2, -1, 1, 2, 3, 4];
        let clauses: Vec<Vec<i32>> =
            lits.iter().flat_map(|&a| lits.iter().filter(move |&&b| a < b).map(move |&b| vec![a, b])).collect();
        let holds = |clause: &[i32], values: u32| {
            clause.iter().any(|lit| (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0))
        };
        let (mut found, mut none) = (0, 0);
        for a in &clauses {
            for b in &clauses {
                for c in &clauses {
                    let formula: [&[i32]; 3] = [a, b, c];
                    let is_possible = (0..4).any(|high| formula.iter().all(|clause| holds(clause, 0b01 | high << 2)));
                    match complete(&formula, &[1, -2], 4) {
                        Some(values) => {
                            let values = values.iter().rev().fold(0, |bits, &bit| bits << 1 | u32::from(bit));
                            assert!(values & 3 == 1 && formula.iter().all(|clause| holds(clause, values)));
                            found += 1;
                        }
                        None => none += 1,
                    }
                    assert_eq!(complete(&formula, &[1, -2], 4).is_some(), is_possible, "{formula:?}");
                }
            }
        }
        assert!(found > 0 && none > 0);
    }

    #[test]
    fn a_choice_that_fails_late_is_taken_back() {
        // 3 or 4 or 5, none of 3, and 4 only with 6, which is false.
        assert_eq!(
            complete(&[&[1, 2, 3, 4], &[-2], &[-3, 5], &[-5, 6], &[-6]], &[-1], 6),
            Some(vec![false, false, false, true, false, false])
        );
        assert_eq!(complete(&[&[2, 3], &[-2, 3], &[2, -3], &[-2, -3]], &[1], 3), None);
        assert_eq!(complete(&[&[]], &[], 0), None);
    }
}
