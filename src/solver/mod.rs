//! The facade over the solvers: only this room knows every way to solve.
//!
//! A [`Solver`] is a plain value that says which way; [`Options`] say how; a [`Session`] is a solver at work on one
//! board. Clues are checked before anything is encoded, and every answer is checked before it becomes a
//! [`Solution`](crate::Solution).
//!
//! | file | what it holds |
//! | --- | --- |
//! | `names` | the solvers by name, and what each can do |
//! | `members`, `options` | who takes part in a portfolio; what can be chosen beside the solver |
//! | `auto`, `defaults`, `certified` | what `auto` does, with its thresholds; what the SAT road does by default; who is asked for proofs |
//! | `engine` | what every road is to a session |
//! | `nine`, `cover`, `sat`, `columns` | one road each |
//! | `search` | the roads of direct search |
//! | `auto_small`, `auto_with_rules`, `by_structure`, `portfolio` | roads that turn to others |
//! | `session`, `solutions`, `send_session`, `parallel`, `counts` | questions |
//! | `open` | from a name to a session |

pub(crate) mod auto;
mod auto_small;
mod auto_with_rules;
mod by_structure;
mod cdcl_fallback;
mod certified;
mod columns;
mod counts;
mod cover;
mod defaults;
mod engine;
mod further_solutions;
mod members;
mod metered;
mod names;
mod nine;
mod open;
mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod portfolio;
mod renaming;
mod sat;
mod search;
mod second_opinion;
mod send_session;
mod session;
mod solutions;
mod templates;

pub use members::{Member, Portfolio};
pub use names::{Ability, Solver, UnknownSolver};
pub use options::{Mode, Options, Stats};
pub(crate) use second_opinion::overlooked;
pub use send_session::{SendSession, SentSolutions};
pub use session::Session;
pub(crate) use session::check_memory;
pub use solutions::Solutions;
