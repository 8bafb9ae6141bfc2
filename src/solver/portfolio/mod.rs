//! Several solvers at once on one puzzle: the first answer wins and stops the other solvers.
//!
//! Hard grids have heavy-tailed run times: a solver takes a second with one order of decisions and an hour with another, and the
//! luckier of two solvers cannot be predicted (C. Gomes and B. Selman, *Algorithm portfolios*, Artificial Intelligence 126, 2001).
//! A [`Member`] is a solver with its encoding and seed; [`team`] chooses the members for a puzzle, [`race`] runs them. The first
//! member starts at once on the calling thread; the others follow a moment later on separate threads, so an easy puzzle costs only
//! its first member.
//!
//! On smaller boards the proof is the hard part of a hard puzzle, and two solvers gain little over one: there the first member
//! works on all threads. [`cubes`] splits a puzzle for any solver, on request.

mod cubes;
mod race;
mod team;

use std::sync::Arc;
use std::time::Duration;

pub(super) use cubes::CubesEngine;

use crate::budget::{Running, StopReason};
use crate::error::{Error, WrongAnswer};
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::natural::Natural;
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::further_solutions::Finder;
use crate::solver::members::Member;
use crate::solver::names::Solver;
use crate::solver::options::{Options, Stats};
use crate::solver::portfolio::race::{Finish, race};
use crate::solver::portfolio::team::Team;
use crate::verdict::{Count, Verdict};

/// Time that a fast counting member has alone: many times the cost of an easy puzzle, and little beside the cost of a hard puzzle.
const TIME_ALONE: Duration = Duration::from_millis(100);

/// Up to this many solutions, a learning solver lists them faster than a counting one.
const MAX_SOLUTIONS_FOR_LEARNER: u64 = 64;

/// A portfolio for one board.
pub(super) struct PortfolioEngine {
    team: Team,
    puzzle: Reduced,
    winner: Option<Solver>,
    stats: Stats,
}

impl PortfolioEngine {
    pub(super) fn new(geometry: &Arc<Geometry>, options: &Options) -> Self {
        Self {
            team: Team::new(options),
            puzzle: Reduced::of(Grid::empty(geometry)),
            winner: None,
            stats: Stats::default(),
        }
    }

    /// Asks the members; returns the winning answer, or an undecided one.
    fn ask<T: Answer>(
        &mut self,
        members: &[Member],
        question: impl Fn(&mut dyn Engine, &mut Running) -> Result<T, Error> + Sync,
        running: &Running,
    ) -> Result<T, Error> {
        let mut finished = race(&self.team, members, &self.puzzle, &question, running);
        finished.sort_by_key(|finish| finish.member);
        let mut best: Option<(usize, T)> = None;
        let mut failed = None;
        for Finish { member, answer, stats } in finished {
            match answer {
                Ok(answer) => {
                    if let Some((other, best)) = &best
                        && best.contradicts(&answer)
                    {
                        let (one, two) = (&members[*other], &members[member]);
                        return Err(match (best.solution(), answer.solution()) {
                            // A solution was checked, so the member that denied it is wrong.
                            (Some(solution), _) => denied(two, solution),
                            (_, Some(solution)) => denied(one, solution),
                            _ => disagreement(one, two),
                        });
                    }
                    if best.as_ref().is_none_or(|(_, best)| best.rank() < answer.rank()) {
                        self.stats = stats;
                        self.winner = answer.is_final().then(|| members[member].solver.clone());
                        best = Some((member, answer));
                    }
                }
                // A wrong answer is reported even if another member knew the right one.
                Err(error @ Error::WrongAnswer { .. }) => return Err(error),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        match (best, failed) {
            (Some((_, answer)), _) => Ok(answer),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(T::undecided(StopReason::Incomplete)),
        }
    }
}

impl PortfolioEngine {
    /// Asks a single member, on all threads if it supports several.
    fn ask_one<T: Answer>(
        &mut self,
        member: &Member,
        question: impl Fn(&mut dyn Engine, &mut Running) -> Result<T, Error> + Sync,
        running: &Running,
    ) -> Result<T, Error> {
        let member = self.team.on_all_threads(member);
        self.ask(std::slice::from_ref(&member), question, running)
    }

    /// Counts by a first member that is quick at many solutions. If it has found only a few solutions after a while, these may be
    /// complete, which a learning member on all cores proves soonest; with more than [`MAX_SOLUTIONS_FOR_LEARNER`],
    /// the whole team continues.
    fn count_few_first(
        &mut self,
        members: &[Member],
        learner: &Member,
        limit: Option<u64>,
        running: &Running,
    ) -> Result<Count, Error> {
        let question = |engine: &mut dyn Engine, running: &mut Running| engine.count(limit, running);
        let alone = self.ask(&members[..1], question, &running.within(TIME_ALONE))?;
        if alone.is_final() || running.check().is_err() {
            return Ok(alone);
        }
        let mut known = alone;
        if known.value() < MAX_SOLUTIONS_FOR_LEARNER {
            let few = limit.map_or(MAX_SOLUTIONS_FOR_LEARNER, |limit| limit.min(MAX_SOLUTIONS_FOR_LEARNER));
            let question = |engine: &mut dyn Engine, running: &mut Running| engine.count(Some(few), running);
            let count = self.ask_one(learner, question, running)?;
            if known.contradicts(&count) {
                return Err(disagreement(&members[0], learner));
            }
            if limit == Some(few) || count != Count::at_least(few, StopReason::Limit) {
                return Ok(if count.rank() < known.rank() { known } else { count });
            }
            known = count;
        }
        let stats = self.stats;
        let count = self.ask(members, question, running)?;
        self.stats += stats;
        if known.contradicts(&count) {
            return Err(disagreement(learner, &members[0]));
        }
        Ok(match count {
            Count::AtLeast(number, reason) => Count::AtLeast(number.max(known.value()), reason),
            Count::Exact(_) => count,
        })
    }
}

fn denied(member: &Member, solution: &Solution) -> Error {
    WrongAnswer::Denied(Box::new(solution.clone())).of(member.to_string())
}

fn disagreement(one: &Member, other: &Member) -> Error {
    Error::Disagreement { one: one.to_string(), other: other.to_string() }
}

impl Finder for PortfolioEngine {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = puzzle;
        self.winner = None;
        self.stats = Stats::default();
    }

    fn first(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let members = self.team.to_solve(&self.puzzle);
        let question = |engine: &mut dyn Engine, running: &mut Running| engine.next(running);
        if self.team.may_share(&self.puzzle) {
            self.ask_one(&members[0], question, running)
        } else {
            self.ask(&members, question, running)
        }
    }

    fn lister_name(&self) -> String {
        self.team.to_list(&self.puzzle).to_string()
    }

    fn lister(&mut self, running: &mut Running) -> Result<Verdict<Box<dyn Engine>>, Error> {
        if self.team.may_share(&self.puzzle) && !self.puzzle.grid().geometry().has_rules() {
            // The hard part is whether a second solution exists, so this question gets all cores.
            let stats = self.stats;
            let count = self.count(Some(2), running)?;
            self.stats += stats;
            match count {
                Count::Exact(number) if number < 2 => return Ok(Verdict::Unsatisfiable),
                Count::Exact(_) | Count::AtLeast(_, StopReason::Limit) if self.team.is_certified() => {}
                Count::Exact(_) | Count::AtLeast(_, StopReason::Limit) => {
                    return Ok(Verdict::Satisfiable(self.team.learning_lister(&self.puzzle)));
                }
                Count::AtLeast(_, reason) => return Ok(Verdict::Unknown(reason)),
            }
        }
        Ok(Verdict::Satisfiable(self.team.lister(&self.team.to_list(&self.puzzle), &self.puzzle)?))
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        let members = self.team.to_count(&self.puzzle, limit);
        let question = |engine: &mut dyn Engine, running: &mut Running| engine.count(limit, running);
        if !self.team.may_share(&self.puzzle) {
            return self.ask(&members, question, running);
        }
        if matches!(members[0].solver, Solver::Sat(_)) {
            return self.ask_one(&members[0], question, running);
        }
        match members.iter().find(|member| matches!(member.solver, Solver::Sat(_))) {
            Some(learner) => self.count_few_first(&members, learner, limit, running),
            None => self.ask(&members, question, running),
        }
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn winner(&self) -> Option<&Solver> {
        self.winner.as_ref()
    }
}

/// Whether an answer is final, and how many solutions it knows of: the higher the better.
type Rank = (bool, Natural);

/// An answer of a member.
trait Answer: Send {
    /// The answer *unknown*.
    fn undecided(reason: StopReason) -> Self;

    /// The information in the answer: higher is more.
    fn rank(&self) -> Rank;

    /// Whether the answer leaves no question open.
    fn is_final(&self) -> bool;

    /// Whether not both of two answers can be right.
    fn contradicts(&self, other: &Self) -> bool;

    /// The solution, if the answer is one.
    fn solution(&self) -> Option<&Solution> {
        None
    }

    /// Whether the answer denies a solution, or further solutions.
    fn is_negative(&self) -> bool;

    /// The answer without its denial.
    fn withdrawn(self, reason: StopReason) -> Self;
}

impl Answer for Verdict<Solution> {
    fn undecided(reason: StopReason) -> Self {
        Self::Unknown(reason)
    }

    fn rank(&self) -> Rank {
        (self.is_final(), Natural::ZERO)
    }

    fn is_final(&self) -> bool {
        !matches!(self, Self::Unknown(_))
    }

    fn contradicts(&self, other: &Self) -> bool {
        self.is_final() && other.is_final() && self.is_satisfiable() != other.is_satisfiable()
    }

    fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Satisfiable(solution) => Some(solution),
            _ => None,
        }
    }

    fn is_negative(&self) -> bool {
        self.is_unsatisfiable()
    }

    fn withdrawn(self, reason: StopReason) -> Self {
        Self::Unknown(reason)
    }
}

impl Answer for Count {
    fn undecided(reason: StopReason) -> Self {
        Self::at_least(0, reason)
    }

    fn rank(&self) -> Rank {
        (self.is_final(), self.value())
    }

    fn is_final(&self) -> bool {
        matches!(self, Self::Exact(_) | Self::AtLeast(_, StopReason::Limit))
    }

    fn contradicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exact(one), Self::Exact(other)) => one != other,
            (Self::Exact(exact), Self::AtLeast(least, _)) | (Self::AtLeast(least, _), Self::Exact(exact)) => {
                least > exact
            }
            (Self::AtLeast(..), Self::AtLeast(..)) => false,
        }
    }

    fn is_negative(&self) -> bool {
        self.is_exact()
    }

    fn withdrawn(self, reason: StopReason) -> Self {
        Self::AtLeast(self.value(), reason)
    }
}
