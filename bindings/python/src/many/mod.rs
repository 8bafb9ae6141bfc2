//! Many puzzles at once, on all cores, without a Python object a puzzle on the way.
//!
//! `job` answers rows of bytes on threads: with the 9×9 kernel if a row suits the kernel, else with a session of the thread.
//! `question` reads the arguments of a call. `list`, `array`, and `arrow` with `lists` (through `capsule`) lend `job` the memory of Python and take the answers.

mod array;
pub(crate) mod arrow;
mod capsule;
mod job;
mod list;
mod lists;
mod question;
pub(crate) mod rows;

pub(crate) use array::many_numpy;
pub(crate) use list::many_list;
