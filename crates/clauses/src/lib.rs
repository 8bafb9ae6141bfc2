//! Clauses and the solvers that take them: literals, CNF and DIMACS, SAT solvers behind one trait, proofs and their checkers. It knows
//! no Sudoku.
//!
//! The crate promises no stability of its own; `satdoku` re-exports the public part.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

#[cfg(all(not(unix), any(feature = "certificate", feature = "external")))]
compile_error!("the features certificate and external need a Unix system, such as Linux or macOS");

#[macro_use]
extern crate satdoku_base;

pub mod backend;
pub mod cnf;

pub use backend::{Backend, SatBackend};
pub use cnf::{AtMostOne, ClauseSink, Cnf, FormulaSize, Lit, Model, Var};
