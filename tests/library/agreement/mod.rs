//! Everything that answers, held against everything else: random puzzles and all solvers, relations that hold whatever the
//! puzzle, and backends against a truth table.
//!
//! `cargo test --test library agreement` asks about some hundred puzzles. `SATDOKU_AGREEMENT=100000`, or `forever`, asks
//! about more, and `SATDOKU_BOARDS=10000` about more small boards; build with `--release` for that. What solvers disagree about is saved as a file below the target folder.

#[allow(dead_code)] // Not all of it is asked for here.
mod backends;
pub(crate) mod boards;
pub(crate) mod brute_force;
mod differential;
mod kinds;
mod puzzles;
mod relations;
mod small;
