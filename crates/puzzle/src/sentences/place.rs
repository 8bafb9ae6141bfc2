//! The cells of a rule in words, where no mark shows which cells belong together.

use crate::geometry::Geometry;
use crate::rule::{Mark, Rule};

/// Whether a rule is told by a table, an automaton, an expression or a pattern, which no picture prints in full.
#[must_use]
pub fn is_table(rule: &Rule) -> bool {
    matches!(rule, Rule::Pairwise(_) | Rule::Relation(_) | Rule::Regex(_) | Rule::Scan(_) | Rule::StateMachine(_))
}

/// The number and the cells of a rule: its line without the keyword and without a table.
#[must_use]
pub fn place(rule: &Rule) -> String {
    let line = rule.to_string();
    let cells = if is_table(rule) { line.rsplit_once(" : ") } else { line.split_once(' ') };
    cells.map_or_else(|| line.clone(), |(_, cells)| cells.to_owned())
}

/// Whether the sentence of a rule needs the rule's cells: marks do not show which cells belong together, or cells lie beside the
/// grid.
#[must_use]
pub fn is_told_by_cells(rule: &Rule, board: &Geometry) -> bool {
    let is_beside = || rule.as_constrain().cells(board).iter().any(|cell| !cell.is_in_grid());
    match rule {
        Rule::Copies(_) | Rule::SameDigits(_) => true,
        // A mark that all alternatives have in common shows where one of them holds. Nothing else shows the alternatives.
        Rule::Combination(of) if !of.is_any_of() => true,
        Rule::Combination(_) => rule.marks_on(board).iter().all(|mark| matches!(mark, Mark::Global(_))),
        // Their sentences name cells, or concern the whole board.
        Rule::WeightedSum(sum) if sum.terms.iter().any(|&(factor, _)| factor != 1) => false,
        Rule::ValueIndexer(_)
        | Rule::Connected(_)
        | Rule::Chaos(_)
        | Rule::Shading(_)
        | Rule::HelperCells(_)
        | Rule::UserRule(_) => false,
        _ => !board.layers().is_empty() && is_beside(),
    }
}
