//! Which clues and rules of a proper puzzle can be removed.

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::oracle::Oracle;
use crate::explain::parts::{Part, Parts};
use crate::geometry::Candidate;
use crate::grid::Solution;
use crate::rule::Rule;
use crate::verdict::Verdict;

/// What a proper puzzle, one with exactly one solution, has beyond what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// The solution.
    pub solution: Solution,
    /// The clues each of which can be taken out by itself while the solution stays the only one, in the order of reading.
    /// Seldom can all of them go together.
    pub redundant: Vec<Candidate>,
    /// The rules of which the same can be said, in their order.
    pub redundant_rules: Vec<Rule>,
    /// The clues of which that was not decided.
    pub undecided: Vec<Candidate>,
    /// The rules of which that was not decided.
    pub undecided_rules: Vec<Rule>,
    /// Why not, if there are any.
    pub stopped: Option<StopReason>,
}

impl Redundancy {
    /// Whether no clue and no rule can be removed; none where that was not decided.
    #[must_use]
    pub fn is_minimal(&self) -> Option<bool> {
        let none_redundant = self.redundant.is_empty() && self.redundant_rules.is_empty();
        match (none_redundant, self.undecided.is_empty() && self.undecided_rules.is_empty()) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }

    /// Tries every clue and every rule of a puzzle whose only solution is this one.
    pub(in crate::explain) fn of(
        parts: &mut Parts,
        solution: Solution,
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Self, Error> {
        let (redundant, redundant_rules) = (Vec::new(), Vec::new());
        let (undecided, undecided_rules) = (Vec::new(), Vec::new());
        let mut found = Self { solution, redundant, redundant_rules, undecided, undecided_rules, stopped: None };
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

    /// Whether there is another solution without a part.
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
