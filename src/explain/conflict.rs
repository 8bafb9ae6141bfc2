//! Why a puzzle has no solution: clues that clash or break a rule, or an irreducible set of clues and rules that contradict each
//! other.
//!
//! A first set comes from the steps of deduction, or from the failed assumptions of a SAT solver. Deletion shrinks it: a part
//! stays if the remaining parts have a solution without it, and goes otherwise; each *unsatisfiable* also removes every part that
//! the refutation did not need. So the set is a *minimal unsatisfiable subset* (J. Marques-Silva, *Minimal unsatisfiability:
//! models, algorithms and applications*, ISMVL 2010): no part is superfluous. A smaller subset may exist.

use std::fmt;
use std::time::Duration;

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::chain::{Chain, Gap};
use crate::explain::oracle::{Loaded, Oracle};
use crate::explain::parts::{Part, Parts, Selection};
use crate::geometry::{Candidate, Cell};
use crate::grid::{self, Grid, Solution};
use crate::reduction::Techniques;
use crate::rule::{Breach, Rule, RuleId};
use crate::sat::Instance;
use crate::verdict::Verdict;

/// Why a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[allow(clippy::large_enum_variant)] // There is one for a puzzle, never a list.
pub enum NoSolution {
    /// Clues clash, or break rules.
    Clash(Clash),
    /// No two clues clash and no rule is broken, yet some clues and rules contradict each other.
    Core(Core),
}

/// Everything that the clues of a puzzle break.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Clash {
    /// Every digit that stands more than once in a unit, unit by unit.
    pub duplicates: Vec<grid::Conflict>,
    /// Every broken rule, and its breach.
    pub breaches: Vec<(Rule, Breach)>,
}

impl Clash {
    /// The clashes and breaches of a puzzle's clues, if there are any.
    pub(super) fn of(puzzle: &Grid) -> Option<Self> {
        let (board, digits) = (puzzle.geometry(), puzzle.digits());
        let breach = |rule: &Rule| Some((rule.clone(), rule.as_constrain().breach(board, digits)?));
        let breaches = puzzle.rules().as_slice().iter().filter_map(breach).collect();
        let clash = Self { duplicates: puzzle.conflicts(), breaches };
        (!clash.duplicates.is_empty() || !clash.breaches.is_empty()).then_some(clash)
    }
}

/// Clues and rules that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Core {
    /// The clues in the order of reading; empty if the board has no full grid at all, or no full grid that keeps the rules.
    pub clues: Vec<Candidate>,
    /// The rules in their order.
    pub rules: Vec<Rule>,
    /// Why minimality was not shown; `None` if it was.
    pub stopped: Option<StopReason>,
    /// The solver whose unchecked answer the contradiction rests on: a foreign solver, if neither steps nor a checked proof show
    /// it.
    pub claimed_by: Option<String>,
    /// The contradiction without search: from these clues and rules, or from more of them if the core itself takes a search;
    /// `None` if deduction does not find it. A chain with a gap is not shown.
    pub chain: Result<Option<Chain>, Gap>,
}

impl Core {
    /// Whether every clue and every rule of the set was shown to be needed.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.stopped.is_none()
    }
}

impl NoSolution {
    /// The cells of the clues in the conflict and of broken rules, in the order of reading.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<_> = match self {
            Self::Clash(Clash { duplicates, breaches }) => {
                let of_duplicates = duplicates.iter().flat_map(|conflict| &conflict.cells);
                of_duplicates.chain(breaches.iter().flat_map(|(_, breach)| &breach.cells)).copied().collect()
            }
            Self::Core(core) => core.clues.iter().map(|clue| clue.cell).collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl fmt::Display for NoSolution {
    /// One line: `5 twice in row 1: r1c1 r1c4`, or the clues and rules such as `r1c1=5 r1c4=6, the cage of 3 at r1c2 cannot stand
    /// together`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clash(Clash { duplicates, breaches }) => {
                let duplicates = duplicates.iter().map(ToString::to_string);
                let all = duplicates.chain(breaches.iter().map(|(_, breach)| breach.to_string()));
                f.write_str(&all.collect::<Vec<_>>().join("; "))
            }
            Self::Core(core) if core.clues.is_empty() && core.rules.is_empty() => {
                f.write_str("the board has no full grid")
            }
            Self::Core(core) => {
                let clues = core.clues.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                let clues = (!clues.is_empty()).then_some(clues).into_iter();
                let rules = core.rules.iter().map(|rule| rule.as_constrain().sentence());
                let ending =
                    if core.clues.len() + core.rules.len() == 1 { "cannot hold" } else { "cannot stand together" };
                write!(f, "{} {ending}", clues.chain(rules).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The techniques of a test before a solver is tried.
const QUICK: Techniques = Techniques::SINGLES.union(Techniques::LOCKED);

/// Below this share of clues, in hundredths of the cells, a solver that is kept answers a test faster under assumptions; above,
/// deduction leaves so little of the puzzle that a new solver is faster.
const SHARE_TO_ASSUME: usize = 30;

/// A minimal set of clues and rules of a puzzle that has no solution, though its clues break nothing. Either deduction showed the
/// contradiction, by `chain`, or a solver did within the time of `proof`.
pub(super) fn core(
    parts: &mut Parts,
    chain: Result<Option<Chain>, Gap>,
    proof: Duration,
    oracle: &mut Oracle,
    running: &Running,
) -> Result<Core, Error> {
    let mut shrinking = Shrinking::of(parts);
    match &chain {
        Ok(Some(chain)) => {
            let all = shrinking.parts.some(&shrinking.open);
            shrinking.keep_linked(chain, &all);
        }
        // The proof under assumptions is harder; without it the tests begin with all clues.
        Ok(None) | Err(_) => shrinking.keep_failed(oracle, &running.within(2 * proof + TIME_TO_FAIL))?,
    }
    let Shrunk { left, stopped, claimed_by, chain: of_these } = shrinking.finish(proof, oracle, running)?;
    let clues = parts.some(&left).puzzle.clues().collect();
    let mut rules: Vec<RuleId> = left.iter().filter_map(Part::as_rule).collect();
    rules.sort_unstable();
    let rules = rules.into_iter().map(|rule| parts.rule(rule).clone()).collect();
    let chain = match of_these {
        Ok(None) => chain,
        of_these => of_these,
    };
    Ok(Core { clues, rules, stopped, claimed_by, chain })
}

/// The extra time, beyond that of the proof, for a proof under assumptions.
const TIME_TO_FAIL: Duration = Duration::from_millis(500);

/// The remaining set.
struct Shrunk {
    left: Vec<Part>,
    /// The reason if some parts were not tried.
    stopped: Option<StopReason>,
    /// The solver whose unchecked answer the contradiction rests on.
    claimed_by: Option<String>,
    /// The contradiction without search.
    chain: Result<Option<Chain>, Gap>,
}

/// A set on its way to a minimal one.
struct Shrinking<'a> {
    parts: &'a mut Parts,
    /// Needed parts: without a single one the remaining parts have a solution.
    needed: Vec<Part>,
    /// Not tried yet.
    open: Vec<Part>,
    /// The parts that were refuted together: more than are left if a solver named the failed assumptions.
    refuted: Vec<Part>,
    /// Whether queries under assumptions are made, and their failed assumptions kept.
    may_assume: bool,
    /// A SAT solver over the empty board, once one was loaded.
    assuming: Option<Box<Instance>>,
}

impl<'a> Shrinking<'a> {
    /// The parts of a puzzle that is known to have no solution.
    fn of(parts: &'a mut Parts) -> Self {
        let all = parts.all();
        Self { parts, needed: Vec::new(), open: all.clone(), refuted: all, may_assume: true, assuming: None }
    }

    /// The remaining parts.
    fn left(&self) -> Vec<Part> {
        [self.needed.as_slice(), &self.open].concat()
    }

    /// Tries every part.
    ///
    /// The remaining parts are refuted once more together: by steps of deduction, by a checked proof, or, if a proof takes much
    /// longer than the `proof` of all parts took, by the session's solver. If they have a solution although a solver named them
    /// as failed assumptions, shrinking starts again without assumptions.
    fn finish(mut self, proof: Duration, oracle: &mut Oracle, running: &Running) -> Result<Shrunk, Error> {
        loop {
            let stopped = self.shrink(oracle, running)?;
            let left = self.left();
            let puzzle = self.parts.some(&left).puzzle;
            let chain = Chain::of(&puzzle, running);
            if matches!(chain, Ok(Some(_))) {
                return Ok(Shrunk { left, stopped, claimed_by: None, chain });
            }
            let mut claimed_by = None;
            let mut verdict = oracle.refute(&puzzle, &running.within(2 * proof + TIME_TO_FAIL))?;
            if matches!(verdict, Verdict::Unknown(_)) {
                claimed_by = oracle.stranger().map(str::to_owned);
                verdict = oracle.solve(&puzzle, running)?;
            }
            match verdict {
                Verdict::Unsatisfiable => return Ok(Shrunk { left, stopped, claimed_by, chain }),
                Verdict::Unknown(reason) => {
                    return Ok(Shrunk { left: self.refuted, stopped: Some(reason), claimed_by, chain: Ok(None) });
                }
                Verdict::Satisfiable(solution) if left.len() == self.refuted.len() => {
                    return Err(oracle.denied(solution));
                }
                Verdict::Satisfiable(_) => {
                    (self.needed, self.open, self.refuted) = (Vec::new(), self.parts.all(), self.parts.all());
                    self.may_assume = false;
                }
            }
        }
    }

    /// Keeps the parts that a chain uses; `of` are the parts that the chain starts from.
    fn keep_linked(&mut self, chain: &Chain, of: &Selection) {
        let rules: Vec<_> = chain.rules.iter().map(|rule| of.rules[rule.index()]).collect();
        self.open.retain(|part| match part {
            Part::Rule(rule) => rules.contains(rule),
            Part::Clue(clue) => chain.clues.contains(clue),
        });
        self.refuted = self.left();
    }

    /// Keeps the parts that fail together as assumptions, if a solver names them.
    fn keep_failed(&mut self, oracle: &mut Oracle, running: &Running) -> Result<(), Error> {
        let all = self.parts.some(&self.open);
        if self.assume(&all, oracle, running)?.is_some_and(|verdict| verdict.is_unsatisfiable()) {
            self.drop_spared();
        }
        Ok(())
    }

    /// Drops the parts that were not among the failed assumptions.
    fn drop_spared(&mut self) {
        let Some(instance) = &mut self.assuming else { return };
        let clues = self.open.iter().filter_map(|part| match part {
            Part::Clue(clue) => Some(*clue),
            Part::Rule(_) => None,
        });
        let failed = instance.failed(&clues.collect::<Vec<_>>());
        self.open.retain(|part| match part {
            Part::Clue(clue) => failed.contains(clue),
            Part::Rule(rule) => instance.has_failed_rule(*rule),
        });
    }

    /// Tries every part; returns the reason of an early stop, if any.
    fn shrink(&mut self, oracle: &mut Oracle, running: &Running) -> Result<Option<StopReason>, Error> {
        while let Some(part) = self.open.pop() {
            let rest = self.parts.some(self.needed.iter().chain(&self.open));
            if let Ok(Some(chain)) = Chain::by(QUICK, &rest.puzzle, running) {
                self.keep_linked(&chain, &rest);
                continue;
            }
            let cells = rest.puzzle.geometry().cell_count();
            let are_few = 100 * rest.puzzle.clue_count() < SHARE_TO_ASSUME * cells;
            let assumed = if are_few { self.assume(&rest, oracle, running)? } else { None };
            let is_assumed = assumed.is_some();
            let verdict = match assumed {
                Some(verdict) => verdict,
                None => oracle.solve(&rest.puzzle, running)?,
            };
            match verdict {
                Verdict::Satisfiable(_) => self.needed.push(part),
                Verdict::Unsatisfiable => {
                    self.refuted = self.left();
                    if is_assumed {
                        self.drop_spared();
                    }
                }
                Verdict::Unknown(reason) => {
                    self.open.push(part);
                    return Ok(Some(reason));
                }
            }
        }
        Ok(None)
    }

    /// Solves a puzzle as assumptions over the empty board; `None` if no solver can.
    fn assume(
        &mut self,
        Selection { puzzle, rules }: &Selection,
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Option<Verdict<Solution>>, Error> {
        if !self.may_assume || !oracle.tells_failed() {
            return Ok(None);
        }
        if self.assuming.is_none()
            && let Loaded::Open(instance) = oracle.load_board(self.parts.rules(), running)?
        {
            self.assuming = Some(instance);
        }
        let Some(instance) = &mut self.assuming else { return Ok(None) };
        let verdict = instance.solve_with_rules(puzzle, rules, puzzle.clues(), running)?;
        if matches!(verdict, Verdict::Unknown(_)) {
            // A solver that was stopped may be of no further use.
            self.assuming = None;
        }
        Ok(Some(verdict))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solver::{Options, Solver};

    #[test]
    fn begins_again_where_what_a_solver_named_has_a_solution() -> Result<(), Box<dyn std::error::Error>> {
        let puzzle: Grid = "12.....4.3......".parse()?;
        let mut oracle = Oracle::open(&Solver::Auto, puzzle.geometry(), &Options::default())?;
        let running = Budget::unlimited().start();
        let mut parts = Parts::of(&puzzle, oracle.memory(), &running)?;
        let mut shrinking = Shrinking::of(&mut parts);
        shrinking.open.truncate(1);
        let Shrunk { left, stopped, .. } = shrinking.finish(Duration::ZERO, &mut oracle, &running)?;
        let puzzle = parts.some(&left).puzzle;
        assert_eq!(
            (puzzle.clues().map(|clue| clue.to_string()).collect::<Vec<_>>().join(" "), stopped),
            ("r1c1=1 r1c2=2 r2c4=4".to_owned(), None)
        );
        Ok(())
    }
}
