//! What a puzzle consists of beside its board, each part of which can be left out: its rules and its clues.

use crate::error::Error;
use crate::geometry::Candidate;
use crate::grid::Grid;
use crate::rule::{Misplaced, Rule, RuleId, RulesApart};

/// A rule or a clue of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::explain) enum Part {
    /// A rule, by its number in the whole puzzle.
    Rule(RuleId),
    /// A clue.
    Clue(Candidate),
}

/// A puzzle that can be had with some of its parts. Each rule is worked out by itself, so that what follows from one rests
/// on no other.
pub(in crate::explain) struct Parts {
    whole: Grid,
    rules: RulesApart,
    /// A grid without digits and the rules that it has.
    latest: (Vec<RuleId>, Grid),
}

/// A puzzle of some parts.
pub(in crate::explain) struct Selection {
    /// The puzzle.
    pub(in crate::explain) puzzle: Grid,
    /// Its rules, by their numbers in the whole puzzle.
    pub(in crate::explain) rules: Vec<RuleId>,
}

impl Parts {
    pub(in crate::explain) fn of(puzzle: &Grid) -> Result<Self, Error> {
        let plain = puzzle.without_rules();
        let refused = |Misplaced { rule, .. }| Error::NoRules { what: "explaining", rule: Some(rule) };
        let rules = RulesApart::on(plain.geometry(), puzzle.rules().as_slice()).map_err(refused)?;
        Ok(Self { whole: puzzle.clone(), rules, latest: (Vec::new(), plain.emptied()) })
    }

    /// All parts: the rules, then the clues in the order of reading.
    pub(in crate::explain) fn all(&self) -> Vec<Part> {
        self.rules.ids().map(Part::Rule).chain(self.whole.clues().map(Part::Clue)).collect()
    }

    /// The rules, each by itself.
    pub(in crate::explain) fn rules(&self) -> &RulesApart {
        &self.rules
    }

    /// A rule.
    pub(in crate::explain) fn rule(&self, rule: RuleId) -> &Rule {
        self.rules.get(rule)
    }

    /// The puzzle of some parts.
    pub(in crate::explain) fn some<'a>(&mut self, parts: impl IntoIterator<Item = &'a Part> + Clone) -> Selection {
        let rule = |part: &Part| match part {
            Part::Rule(rule) => Some(*rule),
            Part::Clue(_) => None,
        };
        let mut rules: Vec<RuleId> = parts.clone().into_iter().filter_map(rule).collect();
        rules.sort_unstable();
        if self.latest.0 != rules {
            self.latest = (rules.clone(), Grid::empty_with(&self.rules, &rules));
        }
        let mut puzzle = self.latest.1.clone();
        for part in parts {
            if let Part::Clue(clue) = part {
                let written = puzzle.set(clue.cell, Some(clue.digit));
                debug_assert_eq!(written, Ok(()));
            }
        }
        Selection { puzzle, rules }
    }
}
