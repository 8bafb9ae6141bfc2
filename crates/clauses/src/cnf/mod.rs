//! Propositional logic in conjunctive normal form: literals, sinks of clauses, models, and their files.
//!
//! Knows nothing of Sudoku and nothing of solvers. A formula is described rather than stored: it streams itself
//! into a [`ClauseSink`], which may be a DIMACS file, a live solver, a vector ([`Cnf`]) or a counter
//! ([`FormulaSize`]).

mod at_most_one;
#[cfg(feature = "certificate")]
mod completion;
pub mod dimacs;
mod formula;
mod lit;
mod model;
mod pool;
mod sink;

pub use at_most_one::AtMostOne;
#[cfg(feature = "certificate")]
#[doc(hidden)]
pub use completion::Completion;
pub use formula::{Cnf, CnfClauses};
pub use lit::{Lit, NotLiteral, Var};
pub use model::Model;
pub use pool::{TooManyVariables, VarPool};
#[doc(hidden)]
pub use sink::Guarded;
pub use sink::{ClauseSink, FormulaSize, Limited, LimitedError};
