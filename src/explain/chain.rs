//! From clues and rules to a contradiction by forced steps, without a superfluous step.
//!
//! Deduction takes every step it finds, and each step names its premises: candidates that were ruled out before. The chain is
//! found backwards: the contradiction needs its premises, a clue or a step ruled out each premise, and the step needs premises in
//! turn. If there is a choice, clues and steps already needed come first, then a new clue, then the earliest step. So the chain
//! is short, not the shortest. A rule is needed if a step names it, or looks at a unit that the rule brought.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use crate::budget::Running;
use crate::geometry::{Candidate, Cell, Digit, Geometry, UnitId};
use crate::grid::Grid;
use crate::reduction::{Contradiction, Premises, ReductionStep, ReductionTechnique, Refutation, Techniques, refute};
use crate::rule::{RuleId, Rules};

/// Why clues and rules contradict each other, as far as deduction without search shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Chain {
    /// The puzzle in which the steps are taken: steps name its units and rules.
    pub puzzle: Grid,
    /// The clues at the start of the chain, in the order of reading.
    pub clues: Vec<Candidate>,
    /// The rules of the [puzzle](Self::puzzle) that the chain uses, in their order.
    pub rules: Vec<RuleId>,
    /// The needed steps, in their order; an elimination has only the needed candidates.
    pub steps: Vec<ReductionStep>,
    /// The contradiction at the end.
    pub contradiction: Contradiction,
}

/// A chain with a gap, which is not shown: no clue and no step rules out a premise before it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[error("after {steps} steps of deduction nothing has ruled out {candidate}")]
pub struct Gap {
    /// The premise.
    pub candidate: Candidate,
    /// The number of steps before the premise was needed.
    pub steps: usize,
}

/// The sets of techniques, easiest for people first.
const MEANS: [Techniques; 4] = [
    Techniques::SINGLES,
    Techniques::SINGLES.union(Techniques::LOCKED),
    Techniques::SINGLES.union(Techniques::LOCKED).union(Techniques::SUBSETS),
    Techniques::ALL,
];

impl Chain {
    /// The chain from a puzzle's clues, by the easiest techniques that lead to a contradiction; `None` if a search is needed.
    pub(super) fn of(puzzle: &Grid, running: &Running) -> Result<Option<Self>, Gap> {
        MEANS.iter().find_map(|&means| Self::by(means, puzzle, running).transpose()).transpose()
    }

    /// The chain from a puzzle's clues by given techniques.
    pub(super) fn by(means: Techniques, puzzle: &Grid, running: &Running) -> Result<Option<Self>, Gap> {
        refute(puzzle, means, running).map(|refuted| Self::through(puzzle, refuted)).transpose()
    }

    /// The steps of a deduction that lead to the contradiction.
    fn through(puzzle: &Grid, Refutation { steps, contradiction }: Refutation) -> Result<Self, Gap> {
        let board = puzzle.geometry();
        let mut backwards = Backwards::new(puzzle, &steps);
        if let Contradiction::Clues(violation) = &contradiction {
            let clue = |&cell: &Cell| Some(Candidate::new(cell, puzzle.get(cell)?));
            backwards.clues.extend(violation.cells().iter().filter_map(clue));
            backwards.rules.extend(puzzle.rules().first_breach(board, puzzle.digits()).map(|(rule, _)| rule));
        }
        if let Contradiction::Rule { rule, .. } = &contradiction {
            backwards.rules.insert(*rule);
        }
        backwards.use_units(contradiction.units());
        if let Some(premises) = contradiction.because() {
            backwards.need_all(&premises, steps.len())?;
        }
        while let Some(at) = backwards.waiting.pop() {
            backwards.use_step(&steps[at], at);
            backwards.need_all(&steps[at].because, at)?;
        }
        let Backwards { clues, rules, needed, mut eliminated, .. } = backwards;
        let needed = steps.into_iter().enumerate().filter(|(at, _)| needed.contains(at));
        let mut struck = |at| eliminated.remove(&at).into_iter().flatten().collect();
        let steps = needed.map(|(at, step)| ReductionStep { struck: struck(at), ..step }).collect();
        let (clues, rules) = (clues.into_iter().collect(), rules.into_iter().collect());
        Ok(Self { puzzle: puzzle.clone(), clues, rules, steps, contradiction })
    }
}

/// The digit in a cell, and the step of its placement; `None` for a clue.
type Filled = (Digit, Option<usize>);

struct Backwards<'a> {
    board: &'a Geometry,
    all_rules: &'a Rules,
    filled: Vec<Option<Filled>>,
    /// The step that struck a candidate out.
    struck: BTreeMap<Candidate, usize>,
    clues: BTreeSet<Candidate>,
    rules: BTreeSet<RuleId>,
    needed: BTreeSet<usize>,
    /// The needed candidates of an elimination.
    eliminated: BTreeMap<usize, BTreeSet<Candidate>>,
    /// Needed steps whose premises were not looked at yet, the latest first.
    waiting: BinaryHeap<usize>,
}

impl<'a> Backwards<'a> {
    fn new(puzzle: &'a Grid, steps: &[ReductionStep]) -> Self {
        let board = puzzle.geometry();
        let mut filled: Vec<_> = puzzle.digits().iter().map(|digit| Some((digit.as_ref().copied()?, None))).collect();
        let mut struck = BTreeMap::new();
        for (at, step) in steps.iter().enumerate() {
            if let Some(Candidate { cell, digit }) = step.placed {
                filled[board.index(cell)] = Some((digit, Some(at)));
            }
            for &candidate in &step.struck {
                struck.entry(candidate).or_insert(at);
            }
        }
        Self {
            board,
            all_rules: puzzle.rules(),
            filled,
            struck,
            clues: BTreeSet::new(),
            rules: BTreeSet::new(),
            needed: BTreeSet::new(),
            eliminated: BTreeMap::new(),
            waiting: BinaryHeap::new(),
        }
    }

    /// Adds the rules that brought some units.
    fn use_units(&mut self, units: impl IntoIterator<Item = UnitId>) {
        let by_rule = |unit| self.all_rules.of_unit(self.board, unit);
        let rules: Vec<RuleId> = units.into_iter().filter_map(by_rule).collect();
        self.rules.extend(rules);
    }

    /// Adds the rules that a step rests on.
    fn use_step(&mut self, step: &ReductionStep, at: usize) {
        if let Premises::Rule { rule, .. } = &step.because {
            self.rules.insert(*rule);
        }
        self.use_units(step.units());
        // The step holds because each struck out candidate shares units with all places of the digit.
        if matches!(step.technique, ReductionTechnique::CommonPeers | ReductionTechnique::Leftovers) {
            let places = match &step.because {
                Premises::Places { cells, .. } | Premises::Leftovers { cells, .. } => cells.as_slice(),
                _ => &[],
            };
            let struck: Vec<Candidate> = self.eliminated.get(&at).into_iter().flatten().copied().collect();
            let pairs = struck.iter().flat_map(|struck| places.iter().map(|&place| (struck.cell, place)));
            let shared: Vec<UnitId> = pairs.filter_map(|(a, b)| self.board.shared_unit(a, b)).collect();
            self.use_units(shared);
        }
    }

    fn need_all(&mut self, premises: &Premises, before: usize) -> Result<(), Gap> {
        premises.candidates(self.board).into_iter().try_for_each(|candidate| self.need(candidate, before))
    }

    /// Adds the reason why a candidate was ruled out before a step: a digit in its cell or in a peer, or a step that struck it
    /// out.
    fn need(&mut self, candidate: Candidate, before: usize) -> Result<(), Gap> {
        let filled =
            |cell| self.filled[self.board.index(cell)].map(|(digit, step)| (step, Candidate::new(cell, digit)));
        let here = filled(candidate.cell).filter(|(_, by)| by.digit != candidate.digit);
        let peers = self.board.peers(candidate.cell).filter_map(filled).filter(|(_, by)| by.digit == candidate.digit);
        let by_step = self.struck.get(&candidate).map(|&step| (Some(step), candidate));
        let by = here.into_iter().chain(peers).chain(by_step).filter(|(step, _)| step.is_none_or(|step| step < before));
        let cost = |&(step, by): &(Option<usize>, Candidate)| match step {
            None => (!self.clues.contains(&by), 0),
            Some(step) if self.needed.contains(&step) => (false, 0),
            Some(step) => (true, step + 1),
        };
        let (step, by) = by.min_by_key(cost).ok_or(Gap { candidate, steps: before })?;
        if by.cell != candidate.cell {
            self.use_units(self.board.shared_unit(by.cell, candidate.cell));
        }
        let Some(step) = step else {
            self.clues.insert(by);
            return Ok(());
        };
        if self.needed.insert(step) {
            self.waiting.push(step);
        }
        if self.struck.get(&candidate) == Some(&step) {
            self.eliminated.entry(step).or_default().insert(candidate);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn a_step_that_is_missing_is_a_gap_and_no_chain_is_shown() {
        let line = "54..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle: Grid = line.parse().unwrap();
        let refuted = refute(&puzzle, Techniques::SINGLES, &Budget::unlimited().start()).unwrap();
        let chain = Chain::through(&puzzle, refuted.clone()).unwrap();
        assert!(chain.steps.len() > 1);
        for missing in 0..chain.steps.len() {
            let mut steps = chain.steps.clone();
            steps.remove(missing);
            let gap = Chain::through(&puzzle, Refutation { steps, ..refuted.clone() }).unwrap_err();
            assert!(gap.steps >= missing, "{gap} without step {missing}");
        }
        let nothing = Chain::through(&puzzle, Refutation { steps: Vec::new(), ..refuted }).unwrap_err();
        assert!(nothing.to_string().starts_with("after 0 steps of deduction nothing has ruled out r"), "{nothing}");
    }
}
