//! Solvers that run as programs of their own, through files of DIMACS.
//!
//! | file | what it is |
//! | --- | --- |
//! | `external` | the adapter: one run for each question |
//! | `profile`, `mallob` | what each program takes on its command line and says in its output |
//! | `known`, `command`, `programs` | which program is run; a command split into words; where a program is |
//! | `process` | a program that is run, limited, read and ended, with all that it started |
//! | `mark`, `strays`, `watcher` | how what it started is known; what left its group; what clears away behind a process that was killed |
//! | `clause_file`, `result_file`, `proof_file`, `conflicts` | what it reads, what it leaves, what it says of its search |

#[cfg(feature = "external")]
pub(in crate::backend) mod clause_file;
pub(in crate::backend) mod command;
#[cfg(feature = "external")]
mod conflicts;
#[cfg(feature = "external")]
pub(in crate::backend) mod external;
pub(in crate::backend) mod known;
#[cfg(feature = "external")]
mod mallob;
#[cfg(feature = "external")]
mod mark;
#[cfg(feature = "external")]
pub(crate) mod process;
#[cfg(feature = "external")]
mod profile;
#[cfg(feature = "external")]
pub(in crate::backend) mod programs;
#[cfg(feature = "external")]
pub(in crate::backend) mod proof_file;
#[cfg(feature = "external")]
mod result_file;
#[cfg(feature = "external")]
mod strays;
#[cfg(feature = "external")]
pub(in crate::backend) mod watcher;
