//! Independently lowered rules: a puzzle can leave out any rule.
//!
//! [`Rules`] are lowered together: the sum of one rule uses that cells differ by another. To find out which rules are needed,
//! each rule is lowered by itself.

use std::sync::Arc;

use satdoku_base::budget::Running;

use crate::geometry::Geometry;
use crate::rule::any::Rule;
use crate::rule::id::RuleId;
use crate::rule::rules::{RuleNotAllowed, Rules, with_helper_cells};

/// The rules of a puzzle, each lowered by itself.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct SeparateRules {
    board: Arc<Geometry>,
    /// For each rule, the board with the rule's units, and the rule alone.
    each: Vec<(Geometry, Rules)>,
    /// The first rule with cells beside the grid, if the board has digits that cells of the grid do not have.
    keeps_grid_digits: Option<RuleId>,
}

impl SeparateRules {
    /// The limit of rules × cells for lowering apart: each rule has tables of all cells.
    pub const MOST_TABLES: usize = 1 << 20;

    /// The rules of a puzzle on a board without rules.
    ///
    /// # Errors
    /// If a rule cannot be on the board, or the budget runs out.
    pub fn on(board: &Arc<Geometry>, rules: &[Rule], running: &Running) -> Result<Self, RuleNotAllowed> {
        // Rules name the cells of layers, so each rule is lowered on the board with all of them.
        let board = &Arc::new(with_helper_cells(board, rules).map_err(|(number, source)| RuleNotAllowed {
            number,
            rule: rules[number].beginning(),
            source,
        })?);
        let apart = |(number, rule): (usize, &Rule)| {
            Rules::on_within(board, vec![rule.clone()], running).map_err(|error| RuleNotAllowed { number, ..error })
        };
        let each = rules.iter().enumerate().map(apart).collect::<Result<_, _>>()?;
        let has_own_digits = board.grid_digits() != (board.first_digit().get(), board.last_digit().get());
        let keeps_grid_digits = RuleId::first(rules.len())
            .zip(rules)
            .find_map(|(id, rule)| (has_own_digits && rule.brings_cells().is_some()).then_some(id));
        Ok(Self { board: Arc::clone(board), each, keeps_grid_digits })
    }

    /// The board without the rules, but with the cells of layers.
    #[must_use]
    pub fn board(&self) -> &Arc<Geometry> {
        &self.board
    }

    /// How many rules there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.each.len()
    }

    /// The numbers of the rules.
    pub fn ids(&self) -> impl Iterator<Item = RuleId> + use<> {
        RuleId::first(self.each.len())
    }

    /// Each rule with its own board.
    pub fn each(&self) -> impl Iterator<Item = (&Geometry, &Rules)> {
        self.each.iter().map(|(board, rule)| (board, rule))
    }

    /// The rule with a number.
    #[must_use]
    pub fn get(&self, rule: RuleId) -> &Rule {
        &self.each[rule.index()].1.as_slice()[0]
    }

    /// Whether the values of cells depend on a rule: it is a layer, or the first rule with cells beside the grid, which keeps those
    /// of the grid to their digits as well.
    #[must_use]
    pub fn keeps_values(&self, rule: RuleId) -> bool {
        matches!(self.get(rule), Rule::HelperCells(_)) || self.keeps_grid_digits == Some(rule)
    }

    /// Some of the rules, and the board with their units.
    pub(crate) fn some(&self, rules: impl IntoIterator<Item = RuleId>) -> (Geometry, Rules) {
        let each = rules.into_iter().map(|rule| &self.each[rule.index()]);
        Rules::joined(&self.board, each.map(|(board, rule)| (board, rule)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_brings_cells_keeps_their_values() {
        let kept = |lines: &[&str]| {
            let board: Arc<Geometry> = Arc::new("2x2".parse().unwrap());
            let rules = Rules::parse(lines.iter().copied()).unwrap();
            let rules = SeparateRules::on(&board, &rules, &Running::default()).unwrap();
            rules.ids().map(|rule| rules.keeps_values(rule)).collect::<Vec<bool>>()
        };
        assert_eq!(kept(&["odd r1c1", "even r1c2"]), [false, false]);
        assert_eq!(kept(&["odd r1c1", "layer shade 0..1 2x2"]), [false, true]);
        assert_eq!(kept(&["odd r1c1", "yinyang shade", "loop way"]), [false, true, false]);
        assert_eq!(kept(&["odd r1c1", "layer copy 1..4 2x2", "layer other 1..4 2x2"]), [false, true, true]);
    }
}
