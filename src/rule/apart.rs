//! Rules each of which rests on the board and on nothing else, so that any of them can be left out.
//!
//! [`Rules`] are worked out together: the sum of one uses that cells differ by another. Where it is asked which rules are needed,
//! each is worked out by itself.

use std::sync::Arc;

use crate::geometry::Geometry;
use crate::rule::{Misplaced, Rule, RuleId, Rules};

/// The rules of a puzzle, each worked out by itself.
#[derive(Clone, Debug)]
pub(crate) struct RulesApart {
    board: Arc<Geometry>,
    /// For each rule the board with the units that it brings, and the rule alone.
    each: Vec<(Geometry, Rules)>,
}

impl RulesApart {
    /// The rules of a puzzle on a board without rules.
    ///
    /// # Errors
    /// If a rule cannot be on the board.
    pub(crate) fn on(board: &Arc<Geometry>, rules: &[Rule]) -> Result<Self, Misplaced> {
        let apart = |(number, rule): (usize, &Rule)| {
            Rules::on(board, vec![rule.clone()]).map_err(|error| Misplaced { number, ..error })
        };
        let each = rules.iter().enumerate().map(apart).collect::<Result<_, _>>()?;
        Ok(Self { board: Arc::clone(board), each })
    }

    /// The board without any of them.
    pub(crate) fn board(&self) -> &Arc<Geometry> {
        &self.board
    }

    /// How many rules there are.
    pub(crate) fn len(&self) -> usize {
        self.each.len()
    }

    /// The numbers of the rules.
    pub(crate) fn ids(&self) -> impl Iterator<Item = RuleId> + use<> {
        RuleId::first(self.each.len())
    }

    /// The rules one by one, each with the board that it makes.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&Geometry, &Rules)> {
        self.each.iter().map(|(board, rule)| (board, rule))
    }

    /// The rule with a number.
    pub(crate) fn get(&self, rule: RuleId) -> &Rule {
        &self.each[rule.index()].1.as_slice()[0]
    }

    /// Some of the rules, and the board that they make.
    pub(crate) fn some(&self, rules: impl IntoIterator<Item = RuleId>) -> (Geometry, Rules) {
        let each = rules.into_iter().map(|rule| &self.each[rule.index()]);
        Rules::joined(&self.board, each.map(|(board, rule)| (board, rule)))
    }
}
