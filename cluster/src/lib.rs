//! Puzzles as tables: SQL functions for [`DataFusion`](datafusion), which any program that has a session can register, and what
//! `satdoku-cluster` needs to ask them on one machine or on many.
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
//! Every function of a row is null where an argument is null. Its value is a struct: what was asked, a `status` and a `message`. A row that
//! cannot be answered has a status that says so; it never fails the query, and neither does a solver that panics.

pub mod cubes;
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
