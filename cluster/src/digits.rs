//! Solutions as text, for the functions and the cubes.

use satdoku::Grid;

/// The digits of a solution without the rules of its puzzle: one line if the board has a one-line format.
pub(crate) fn digits(solution: &Grid) -> String {
    solution.without_rules().to_string().trim_end().to_owned()
}
