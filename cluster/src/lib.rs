//! Puzzles as tables: SQL functions for [`DataFusion`](datafusion), which any program with a session can register, and the parts of
//! `satdoku-cluster`, which runs queries with these functions on one machine or on many.
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use datafusion::prelude::SessionContext;
//!
//! let session = SessionContext::new();
//! satdoku_cluster::register_all(&session);
//! let table = session.sql("SELECT sudoku_solve('.4.2...1.....3..')['solution'] AS solution").await?;
//! assert_eq!(table.collect().await?[0].num_rows(), 1);
//! # Ok::<(), datafusion::error::DataFusionError>(())
//! # }).unwrap();
//! ```
//!
//! A function of a row returns null if an argument is null. Otherwise it returns a struct: the answer's fields, a `status` and a
//! `message`. A row without an answer has a status that says why. Neither an invalid row nor a solver that panics fails the
//! query.

pub mod cubes;
mod digits;
pub mod functions;
pub mod nodes;
pub mod output;
pub mod query;
mod row_groups;
pub mod run_cubes;
mod stores;
pub mod submit;
pub mod tables;

pub use functions::{aggregates, all, register_all};
