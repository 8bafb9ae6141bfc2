//! Why a puzzle has no solution: clues that clash or break a rule, or a set of clues and rules that cannot stand together and is
//! irreducible.
//!
//! A set that is found, by the steps of deduction or as the assumptions that a SAT solver found to fail, is shrunk by
//! deletion: a part stays if the others have a solution without it, and goes if they have none. Each answer *none* lets
//! go of whatever else it did not need. So the set is *minimal*, a minimal unsatisfiable subset (J. Marques-Silva, *Minimal
//! unsatisfiability: models, algorithms and applications*, ISMVL 2010): no part can be spared. It need not be the smallest
//! one there is.

use std::fmt;
use std::time::Duration;

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::oracle::{Loaded, Oracle};
use crate::explain::parts::{Part, Parts, Selection};
use crate::explain::{Chain, Gap};
use crate::geometry::{Candidate, Cell};
use crate::grid::{self, Grid, Solution};
use crate::reduction::Techniques;
use crate::rule::{Breach, Rule};
use crate::sat::Instance;
use crate::verdict::Verdict;

/// Why a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Clues clash, or break rules.
    Clash(Clash),
    /// No two clues clash and no rule is broken, yet some cannot stand together.
    Core(Core),
}

/// All that the clues of a puzzle break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Every digit that stands more than once in a unit, unit by unit.
    pub duplicates: Vec<grid::Conflict>,
    /// Every rule that is broken, and how.
    pub breaches: Vec<(Rule, Breach)>,
}

impl Clash {
    /// What the clues of a puzzle break, if they break anything.
    pub(in crate::explain) fn of(puzzle: &Grid) -> Option<Self> {
        let (board, digits) = (puzzle.geometry(), puzzle.digits());
        let breach = |rule: &Rule| Some((rule.clone(), rule.as_constrain().breach(board, digits)?));
        let breaches = puzzle.rules().as_slice().iter().filter_map(breach).collect();
        let clash = Self { duplicates: puzzle.conflicts(), breaches };
        (!clash.duplicates.is_empty() || !clash.breaches.is_empty()).then_some(clash)
    }
}

/// Clues and rules that cannot stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The clues in the order of reading; none where the board has no full grid at all, or none that keeps the rules.
    pub clues: Vec<Candidate>,
    /// The rules in their order.
    pub rules: Vec<Rule>,
    /// Why it was not shown that no clue and no rule can be spared; none where it was.
    pub stopped: Option<StopReason>,
    /// How it is seen without search: from these clues and rules, or, where that takes more, from more; none where it takes a
    /// search. A chain with a step missing is not shown.
    pub chain: Result<Option<Chain>, Gap>,
}

impl Core {
    /// Whether it was shown that no clue and no rule of the set can be spared.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.stopped.is_none()
    }
}

impl Conflict {
    /// The cells of the clues that are spoken of, in the order of reading, and those of rules that are broken.
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

impl fmt::Display for Conflict {
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

/// What is deduced in each test before a solver is asked.
const QUICK: Techniques = Techniques::SINGLES.union(Techniques::LOCKED);

/// Below this share of clues, in hundredths of the cells, a test is quicker as assumptions of a solver that is kept; above,
/// deduction leaves so little of the puzzle that a new solver is quicker.
const SHARE_TO_ASSUME: usize = 30;

/// A minimal set of clues and rules of a puzzle that has no solution, though its clues break nothing. Either deduction shows
/// that, by `chain`, or a solver did within the time of `proof`.
pub(in crate::explain) fn core(
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
        // The proof under assumptions is harder, and without it all clues are where the tests begin.
        Ok(None) | Err(_) => shrinking.keep_failed(oracle, &running.within(2 * proof + TIME_TO_FAIL))?,
    }
    let (left, stopped, of_these) = shrinking.finish(oracle, running)?;
    let puzzle = parts.some(&left).puzzle;
    let (clues, rules) = (puzzle.clues().collect(), puzzle.rules().as_slice().to_vec());
    let chain = match of_these {
        Ok(None) => chain,
        of_these => of_these,
    };
    Ok(Core { clues, rules, stopped, chain })
}

/// The time beside that of the proof in which it is tried again under assumptions.
const TIME_TO_FAIL: Duration = Duration::from_millis(500);

/// What is left of a set, why not all of it was tried if it was not, and how it is seen without search.
type Shrunk = (Vec<Part>, Option<StopReason>, Result<Option<Chain>, Gap>);

/// A set on its way to a minimal one.
struct Shrinking<'a> {
    parts: &'a mut Parts,
    /// Without any of these the rest has a solution.
    needed: Vec<Part>,
    /// Not tried yet.
    open: Vec<Part>,
    /// What was refuted as a whole: more than is left where a solver named the assumptions that failed.
    refuted: Vec<Part>,
    /// Whether assumptions are asked about, and those that are named as failed kept.
    may_assume: bool,
    /// A SAT solver over the empty board, once one was loaded.
    assuming: Option<Box<Instance>>,
}

impl<'a> Shrinking<'a> {
    /// All parts, which are known to have no solution together.
    fn of(parts: &'a mut Parts) -> Self {
        let all = parts.all();
        Self { parts, needed: Vec::new(), open: all.clone(), refuted: all, may_assume: true, assuming: None }
    }

    /// What is left.
    fn left(&self) -> Vec<Part> {
        [self.needed.as_slice(), &self.open].concat()
    }

    /// Tries every part.
    ///
    /// Assumptions that a solver named as failed are not believed: what is left is refuted as a whole, by steps of deduction
    /// or by the session's solver. Where it has a solution, all begins again without assumptions.
    fn finish(mut self, oracle: &mut Oracle, running: &Running) -> Result<Shrunk, Error> {
        loop {
            let stopped = self.shrink(oracle, running)?;
            let left = self.left();
            let puzzle = self.parts.some(&left).puzzle;
            let chain = Chain::of(&puzzle, running);
            if matches!(chain, Ok(Some(_))) || left.len() == self.refuted.len() {
                return Ok((left, stopped, chain));
            }
            match oracle.solve(&puzzle, running)? {
                Verdict::Unsatisfiable => return Ok((left, stopped, chain)),
                Verdict::Unknown(reason) => return Ok((self.refuted, Some(reason), Ok(None))),
                Verdict::Satisfiable(_) => {
                    (self.needed, self.open, self.refuted) = (Vec::new(), self.parts.all(), self.parts.all());
                    self.may_assume = false;
                }
            }
        }
    }

    /// Keeps what a chain uses, which begins with some of the parts.
    fn keep_linked(&mut self, chain: &Chain, of: &Selection) {
        let rules: Vec<_> = chain.rules.iter().map(|rule| of.rules[rule.index()]).collect();
        self.open.retain(|part| match part {
            Part::Rule(rule) => rules.contains(rule),
            Part::Clue(clue) => chain.clues.contains(clue),
        });
        self.refuted = self.left();
    }

    /// Keeps the parts that fail together as assumptions, if a solver can tell.
    fn keep_failed(&mut self, oracle: &mut Oracle, running: &Running) -> Result<(), Error> {
        let all = self.parts.some(&self.open);
        if self.assume(&all, oracle, running)?.is_some_and(|verdict| verdict.is_unsatisfiable()) {
            self.drop_spared();
        }
        Ok(())
    }

    /// Drops what was not among the assumptions that failed.
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

    /// Tries every part, or says why not.
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

    /// Solves a puzzle as assumptions over the empty board; none where there is no solver for that.
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
        let mut parts = Parts::of(&puzzle)?;
        let mut shrinking = Shrinking::of(&mut parts);
        shrinking.open.truncate(1);
        let (left, stopped, _) = shrinking.finish(&mut oracle, &running)?;
        let puzzle = parts.some(&left).puzzle;
        assert_eq!(
            (puzzle.clues().map(|clue| clue.to_string()).collect::<Vec<_>>().join(" "), stopped),
            ("r1c1=1 r1c2=2 r2c4=4".to_owned(), None)
        );
        Ok(())
    }
}
