//! Solvers that run as programs of their own, through files of DIMACS.
//!
//! | file | what it is |
//! | --- | --- |
//! | `external` | the adapter: one run for each question |
//! | `profile`, `mallob` | the command line and the output of each program |
//! | `known`, `command`, `programs` | the program to run; a command split into words; the place of a program |
//! | `process` | running, limiting, reading and ending a program with its descendants |
//! | `mark`, `strays`, `watchdog` | the mark of descendants; descendants outside their group; the watchdog for a killed process |
//! | `clause_file`, `result_file`, `proof_file`, `conflicts` | the formula, the answer, the proof, the number of conflicts |

#[cfg(feature = "external")]
pub(super) mod clause_file;
pub(super) mod command;
#[cfg(feature = "external")]
mod conflicts;
#[cfg(feature = "external")]
pub(super) mod external;
pub(super) mod known;
#[cfg(feature = "external")]
mod mallob;
#[cfg(feature = "external")]
mod mark;
#[cfg(feature = "external")]
#[doc(hidden)]
pub mod process;
#[cfg(feature = "external")]
mod profile;
#[cfg(feature = "external")]
pub(super) mod programs;
#[cfg(feature = "external")]
pub(super) mod proof_file;
#[cfg(feature = "external")]
mod result_file;
#[cfg(feature = "external")]
mod strays;
#[cfg(feature = "external")]
pub(super) mod watchdog;
