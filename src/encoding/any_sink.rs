//! A sink of any kind behind one type: each encoding is compiled once, not once for each kind of sink.

use crate::cnf::{ClauseSink, Lit};

/// Whoever takes the clauses wants no more of them: a limit was reached, or a file cannot be written. The caller of
/// [`OwnEncoding`](super::OwnEncoding)'s function knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no more clauses are wanted")]
pub struct Halted(());

/// A sink and its first error. After an error the sink takes no clause.
struct AnySink<'a, S: ClauseSink + ?Sized> {
    sink: &'a mut S,
    error: Option<S::Error>,
}

/// Writes clauses into a sink that is known as a sink only.
pub(super) fn write_into<S: ClauseSink + ?Sized, T>(
    sink: &mut S,
    write: impl FnOnce(&mut dyn ClauseSink<Error = Halted>) -> Result<T, Halted>,
) -> Result<T, S::Error> {
    let mut any = AnySink { sink, error: None };
    let written = write(&mut any);
    match (any.error, written) {
        (Some(error), _) => Err(error),
        (None, Ok(written)) => Ok(written),
        (None, Err(Halted(()))) => unreachable!("a sink halts by an error of its own"),
    }
}

impl<S: ClauseSink + ?Sized> AnySink<'_, S> {
    fn unless_halted(&mut self, add: impl FnOnce(&mut S) -> Result<(), S::Error>) -> Result<(), Halted> {
        if self.error.is_none() {
            self.error = add(self.sink).err();
        }
        if self.error.is_some() { Err(Halted(())) } else { Ok(()) }
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for AnySink<'_, S> {
    type Error = Halted;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Halted> {
        self.unless_halted(|sink| sink.add_clause(clause))
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), Halted> {
        self.unless_halted(|sink| sink.add_pairwise(lits))
    }

    fn add_pairs(&mut self, lits: &[Lit], pairs: &[[usize; 2]]) -> Result<(), Halted> {
        self.unless_halted(|sink| sink.add_pairs(lits, pairs))
    }

    fn pay(&mut self, steps: usize) -> Result<(), Halted> {
        self.unless_halted(|sink| sink.pay(steps))
    }
}
