//! Whether filled cells break a rule, for searches that do not propagate.

use crate::grid::Grid;
use crate::rule::Rules;

/// Whether clues are in conflict, or a constraint over clues alone does not hold: the search is then over.
pub(super) fn is_broken_by_clues(puzzle: &Grid) -> bool {
    let rules = puzzle.rules();
    let ordinals: Vec<u16> = if rules.is_empty() { Vec::new() } else { puzzle.ordinals().collect() };
    let clues = ordinals.iter().zip(0..).filter(|(ordinal, _)| **ordinal > 0);
    puzzle.first_violation().is_some() || clues.into_iter().any(|(_, cell)| breaks_a_rule(rules, &ordinals, cell))
}

/// Whether a fully filled constraint of a cell does not hold.
pub(super) fn breaks_a_rule(rules: &Rules, ordinals: &[u16], cell: u32) -> bool {
    let mut digits = Vec::new();
    rules.of_cell(cell as usize).iter().any(|&number| {
        digits.clear();
        digits.extend(rules.cells(number as usize).iter().map(|&cell| usize::from(ordinals[cell as usize])));
        let is_full = digits.iter().all(|&ordinal| ordinal > 0);
        for ordinal in &mut digits {
            *ordinal = ordinal.saturating_sub(1);
        }
        is_full && !rules.constraints()[number as usize].1.holds(&digits)
    })
}
