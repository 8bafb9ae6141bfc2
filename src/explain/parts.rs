//! The removable parts of a puzzle: rules and clues, but not the board nor the layers beside it.

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::geometry::Candidate;
use crate::grid::Grid;
use crate::rule::{Rule, RuleError, RuleId, RuleNotAllowed, SeparateRules};

/// A rule or a clue of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// A rule, by its number in the whole puzzle.
    Rule(RuleId),
    /// A clue.
    Clue(Candidate),
}

impl Part {
    /// The number of the rule, if it is one.
    pub(super) fn as_rule(&self) -> Option<RuleId> {
        match self {
            Self::Rule(rule) => Some(*rule),
            Self::Clue(_) => None,
        }
    }
}

/// The parts of a puzzle, of which any selection gives a puzzle. Each rule is lowered by itself, so the consequences of a rule do
/// not depend on another rule.
pub(super) struct Parts {
    whole: Grid,
    rules: SeparateRules,
    /// Rules that are no parts: they say which values the cells of the board have.
    fixed: Vec<RuleId>,
    /// A grid without digits, and its rules.
    latest: (Vec<RuleId>, Grid),
}

/// A puzzle with some of the parts.
pub(super) struct Selection {
    /// The puzzle.
    pub(super) puzzle: Grid,
    /// Its rules, by their numbers in the whole puzzle.
    pub(super) rules: Vec<RuleId>,
}

/// Bytes of each cell in the tables of a rule by itself, and of a constraint; measured and rounded up.
const BYTES_OF_CELL: u64 = 160;
const BYTES_OF_CONSTRAINT: u64 = 224;

impl Parts {
    /// The parts of a puzzle, in at most so many bytes.
    ///
    /// # Errors
    /// If a rule cannot be by itself; [`Error::Stopped`] if the rules were not worked out.
    pub(crate) fn of(puzzle: &Grid, memory: u64, running: &Running) -> Result<Self, Error> {
        let plain = puzzle.without_rules();
        let rules = puzzle.rules().as_slice();
        let (cells, constraints) = (rules.len() * puzzle.geometry().cell_count(), puzzle.rules().constraints().len());
        let needed = cells as u64 * BYTES_OF_CELL + constraints as u64 * BYTES_OF_CONSTRAINT;
        if cells > SeparateRules::MOST_TABLES || needed > memory {
            return Err(StopReason::Memory.into());
        }
        let rules = match SeparateRules::on(plain.geometry(), rules, running) {
            Ok(rules) => rules,
            Err(RuleNotAllowed { source: RuleError::Stopped(reason), .. }) => return Err(reason.into()),
            Err(RuleNotAllowed { rule, .. }) => return Err(Error::NoRules { what: "explaining", rule: Some(rule) }),
        };
        let empty = Grid::empty(rules.board());
        let fixed = rules.ids().filter(|&rule| rules.keeps_values(rule)).collect();
        Ok(Self { whole: puzzle.clone(), rules, fixed, latest: (Vec::new(), empty) })
    }

    /// All parts: the rules, then the clues in the order of reading.
    pub(super) fn all(&self) -> Vec<Part> {
        let rules = self.rules.ids().filter(|rule| !self.fixed.contains(rule));
        rules.map(Part::Rule).chain(self.whole.clues().map(Part::Clue)).collect()
    }

    /// The rules, each lowered by itself.
    pub(super) fn rules(&self) -> &SeparateRules {
        &self.rules
    }

    /// A rule.
    pub(super) fn rule(&self, rule: RuleId) -> &Rule {
        self.rules.get(rule)
    }

    /// The puzzle with some of the parts.
    pub(super) fn some<'a>(&mut self, parts: impl IntoIterator<Item = &'a Part> + Clone) -> Selection {
        let given = parts.clone().into_iter().filter_map(Part::as_rule);
        let mut rules: Vec<RuleId> = given.chain(self.fixed.iter().copied()).collect();
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
