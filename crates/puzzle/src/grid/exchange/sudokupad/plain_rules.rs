//! Rules that `SudokuPad` has cages and flags for.

use crate::rule::{Chess, NonConsecutive, Rule};

/// The names of global rules.
pub(super) const GLOBAL: [(&str, Rule); 3] = [
    ("antiknight", Rule::Chess(Chess::KNIGHT)),
    ("antiking", Rule::Chess(Chess::King)),
    ("nonconsecutive", Rule::NonConsecutive(NonConsecutive)),
];

/// Whether a rule stands as a cage or a flag that players and readers understand without satdoku's line.
pub(super) fn stands_alone(rule: &Rule) -> bool {
    GLOBAL.iter().any(|(_, known)| known == rule)
        || matches!(rule, Rule::Killer(killer) if killer.cells.iter().all(|cell| cell.is_in_grid()))
}
