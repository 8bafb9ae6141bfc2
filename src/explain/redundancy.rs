//! The clues and rules of a proper puzzle that can be removed.

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::oracle::Oracle;
use crate::explain::parts::{Part, Parts};
use crate::geometry::Candidate;
use crate::grid::Solution;
use crate::rule::Rule;
use crate::verdict::Verdict;

/// The superfluous parts of a proper puzzle, which has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Redundancy {
    /// The solution.
    pub solution: Solution,
    /// The clues that can be removed one at a time while the solution stays the only one, in the order of reading. Seldom can all
    /// of them be removed together.
    pub redundant: Vec<Candidate>,
    /// The rules that can be removed one at a time while the solution stays the only one, in their order.
    pub redundant_rules: Vec<Rule>,
    /// The clues that were not decided.
    pub undecided: Vec<Candidate>,
    /// The rules that were not decided.
    pub undecided_rules: Vec<Rule>,
    /// The foreign solver whose unchecked answer excludes a second solution.
    pub claimed_by: Option<String>,
    /// The reason if some parts were not decided.
    pub stopped: Option<StopReason>,
}

impl Redundancy {
    /// Whether no clue and no rule can be removed; `None` if undecided.
    #[must_use]
    pub fn is_minimal(&self) -> Option<bool> {
        let none_redundant = self.redundant.is_empty() && self.redundant_rules.is_empty();
        match (none_redundant, self.undecided.is_empty() && self.undecided_rules.is_empty()) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }

    /// Tries every clue and every rule of a puzzle whose only solution is `solution`.
    pub(super) fn of(
        parts: &mut Parts,
        solution: Solution,
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Self, Error> {
        let (redundant, redundant_rules) = (Vec::new(), Vec::new());
        let (undecided, undecided_rules) = (Vec::new(), Vec::new());
        let claimed_by = oracle.stranger().map(str::to_owned);
        let mut found =
            Self { solution, redundant, redundant_rules, undecided, undecided_rules, claimed_by, stopped: None };
        let all = parts.all();
        for part in &all {
            let is_needed = match found.stopped {
                Some(reason) => Verdict::Unknown(reason),
                None => found.is_needed(&all, *part, parts, oracle, running)?,
            };
            match (is_needed, part) {
                (Verdict::Satisfiable(()), _) => {}
                (Verdict::Unsatisfiable, Part::Clue(clue)) => found.redundant.push(*clue),
                (Verdict::Unsatisfiable, Part::Rule(rule)) => found.redundant_rules.push(parts.rule(*rule).clone()),
                (Verdict::Unknown(reason), part) => {
                    found.stopped = Some(reason);
                    match part {
                        Part::Clue(clue) => found.undecided.push(*clue),
                        Part::Rule(rule) => found.undecided_rules.push(parts.rule(*rule).clone()),
                    }
                }
            }
        }
        Ok(found)
    }

    /// Whether the puzzle has a second solution without a part.
    fn is_needed(
        &self,
        all: &[Part],
        part: Part,
        parts: &mut Parts,
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        let rest = parts.some(all.iter().filter(|&&other| other != part)).puzzle;
        match part {
            Part::Clue(clue) => oracle.solve_without(&rest, clue, running),
            Part::Rule(_) => oracle.solve_again(&rest, &self.solution, running),
        }
    }
}
