//! Where clauses go: a file, a solver, a vector and a counter are all a [`ClauseSink`].

use std::convert::Infallible;

use satdoku_base::budget::{Running, StopReason};

use crate::cnf::Lit;

/// Takes clauses, one after another.
///
/// A formula never knows whether a file or a solver listens. A sink never makes a variable: the formula's
/// [`VarPool`](crate::cnf::VarPool) does.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::{ClauseSink, Cnf, FormulaSize, Var};
///
/// /// One of two, whatever takes the clauses.
/// fn one_of_two<S: ClauseSink>(sink: &mut S) -> Result<(), S::Error> {
///     let lits = [0, 1].map(|index| Var::new(index).positive());
///     sink.add_clause(&lits)?;
///     sink.add_pairwise(&lits)
/// }
///
/// let (mut kept, mut size) = (Cnf::new(), FormulaSize::default());
/// let (Ok(()), Ok(())) = (one_of_two(&mut kept), one_of_two(&mut size));
/// assert_eq!(kept.size(), size);
/// ```
pub trait ClauseSink {
    /// Why a clause was not taken.
    type Error;

    /// Takes a clause: at least one of its literals is true. The empty clause is false.
    ///
    /// # Errors
    /// If the clause could not be taken.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error>;

    /// Takes the pairwise at-most-one constraint of the literals: the n(n−1)/2 clauses ¬a ∨ ¬b in order.
    ///
    /// A writer formats each literal once and a counter answers at once, so both do better than this default.
    ///
    /// # Errors
    /// If a clause could not be taken.
    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        // Small solvers load in microseconds, where an iterator over combinations would cost measurable time.
        for (i, &a) in lits.iter().enumerate() {
            for &b in &lits[i + 1..] {
                self.add_clause(&[!a, !b])?;
            }
        }
        Ok(())
    }

    /// Takes the clause ¬a ∨ ¬b of each pair, given as two positions among the literals.
    ///
    /// A counter answers at once, as if each literal were in a pair.
    ///
    /// # Errors
    /// If a clause could not be taken.
    fn add_pairs(&mut self, lits: &[Lit], pairs: &[[usize; 2]]) -> Result<(), Self::Error> {
        pairs.iter().try_for_each(|&[a, b]| self.add_clause(&[!lits[a], !lits[b]]))
    }

    /// Is told of steps of work between clauses, some nanoseconds each, so that a sink behind a clock can look at it. Other sinks do
    /// nothing.
    ///
    /// # Errors
    /// If the work is to end.
    fn pay(&mut self, steps: usize) -> Result<(), Self::Error> {
        let _ = steps;
        Ok(())
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    type Error = S::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), S::Error> {
        (**self).add_clause(clause)
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), S::Error> {
        (**self).add_pairwise(lits)
    }

    fn add_pairs(&mut self, lits: &[Lit], pairs: &[[usize; 2]]) -> Result<(), S::Error> {
        (**self).add_pairs(lits, pairs)
    }

    fn pay(&mut self, steps: usize) -> Result<(), S::Error> {
        (**self).pay(steps)
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for Box<S> {
    type Error = S::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), S::Error> {
        (**self).add_clause(clause)
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), S::Error> {
        (**self).add_pairwise(lits)
    }

    fn add_pairs(&mut self, lits: &[Lit], pairs: &[[usize; 2]]) -> Result<(), S::Error> {
        (**self).add_pairs(lits, pairs)
    }

    fn pay(&mut self, steps: usize) -> Result<(), S::Error> {
        (**self).pay(steps)
    }
}

/// The size of a formula; as a sink it counts clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormulaSize {
    /// Variables: for a counter the largest DIMACS number seen.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals of all clauses together.
    pub literals: u64,
}

impl FormulaSize {
    fn see(&mut self, lits: &[Lit]) {
        let largest = lits.iter().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(0);
        self.variables = self.variables.max(largest);
    }

    /// Counts `clauses` clauses of two literals each.
    fn add_twos(&mut self, lits: &[Lit], clauses: usize) {
        if clauses > 0 {
            self.see(lits);
        }
        self.clauses += clauses as u64;
        self.literals += 2 * clauses as u64;
    }
}

impl ClauseSink for FormulaSize {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.see(clause);
        self.clauses += 1;
        self.literals += clause.len() as u64;
        Ok(())
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add_twos(lits, lits.len() * lits.len().saturating_sub(1) / 2);
        Ok(())
    }

    fn add_pairs(&mut self, lits: &[Lit], pairs: &[[usize; 2]]) -> Result<(), Infallible> {
        self.add_twos(lits, pairs.len());
        Ok(())
    }
}

/// A sink that adds the negation of a guard to each clause: the clauses hold if the guard is true.
#[derive(Debug)]
#[doc(hidden)]
pub struct Guarded<'a, S: ?Sized> {
    sink: &'a mut S,
    guard: Lit,
    clause: Vec<Lit>,
}

impl<'a, S: ClauseSink + ?Sized> Guarded<'a, S> {
    /// Puts a guard before a sink.
    pub fn new(sink: &'a mut S, guard: Lit) -> Self {
        Self { sink, guard, clause: Vec::new() }
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for Guarded<'_, S> {
    type Error = S::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), S::Error> {
        self.clause.clear();
        self.clause.push(!self.guard);
        self.clause.extend_from_slice(clause);
        self.sink.add_clause(&self.clause)
    }

    fn pay(&mut self, steps: usize) -> Result<(), S::Error> {
        self.sink.pay(steps)
    }
}

/// A sink behind a clock: the stream of clauses ends when the budget does.
#[derive(Debug)]
pub struct Limited<'a, S> {
    sink: S,
    running: &'a Running,
    /// Steps until the next look at the clock.
    until_look: usize,
    clauses: u64,
}

/// Clauses and other steps between two looks at the clock of a [`Limited`] sink.
const STEPS_PER_LOOK: usize = 4096;

/// Why a [`Limited`] sink refused a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum LimitedError<E> {
    /// The budget is spent.
    Stopped(StopReason),
    /// The sink behind it failed.
    Sink(E),
}

impl<'a, S: ClauseSink> Limited<'a, S> {
    /// Puts a clock before a sink.
    pub fn new(sink: S, running: &'a Running) -> Self {
        Self { sink, running, until_look: 0, clauses: 0 }
    }

    /// Number of clauses taken.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Counts clauses or other steps of work.
    fn look(&mut self, steps: usize) -> Result<(), LimitedError<S::Error>> {
        if self.until_look < steps {
            self.running.check().map_err(LimitedError::Stopped)?;
            self.until_look = STEPS_PER_LOOK.max(steps);
        }
        self.until_look -= steps;
        Ok(())
    }

    fn take(&mut self, clauses: usize) -> Result<(), LimitedError<S::Error>> {
        self.look(clauses)?;
        self.clauses += clauses as u64;
        Ok(())
    }
}

impl<S: ClauseSink> ClauseSink for Limited<'_, S> {
    type Error = LimitedError<S::Error>;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error> {
        self.take(1)?;
        self.sink.add_clause(clause).map_err(LimitedError::Sink)
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        self.take(lits.len() * lits.len().saturating_sub(1) / 2)?;
        self.sink.add_pairwise(lits).map_err(LimitedError::Sink)
    }

    fn add_pairs(&mut self, lits: &[Lit], pairs: &[[usize; 2]]) -> Result<(), Self::Error> {
        self.take(pairs.len())?;
        self.sink.add_pairs(lits, pairs).map_err(LimitedError::Sink)
    }

    fn pay(&mut self, steps: usize) -> Result<(), Self::Error> {
        self.look(steps)
    }
}
