//! Several solvers at once on one puzzle: the first answer wins, all others are stopped.
//!
//! Hard grids have heavy tails: the same solver takes a second with one order of its decisions and an hour with
//! another, and which of two solvers is lucky cannot be told beforehand (C. Gomes and B. Selman, *Algorithm portfolios*,
//! Artificial Intelligence 126, 2001). A [`Member`] is a solver with its clauses and its seed; [`team`] chooses the
//! members for a puzzle, [`race`] runs them. The first member starts at once on the thread that asks; the others follow
//! a moment later on threads of their own, so that an easy puzzle costs no more than its first member.
//!
//! On smaller boards, where a hard puzzle is hard for its proof, two solvers do little more than one: there the first member works on
//! all threads. [`cubes`] are parts of a puzzle for any solver, where these are asked for.

mod cubes;
mod race;
mod team;

use std::sync::Arc;
use std::time::Duration;

pub(in crate::solver) use cubes::CubesEngine;
pub use team::{Member, Portfolio};

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::natural::Natural;
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::further_solutions::Finder;
use crate::solver::portfolio::race::{Finish, race};
use crate::solver::portfolio::team::Team;
use crate::solver::{Options, Solver, Stats};
use crate::verdict::{Count, Verdict};

/// So long a member that is quick at many solutions counts alone: many times what an easy puzzle takes, and little beside what a
/// hard one does.
const TIME_ALONE: Duration = Duration::from_millis(100);

/// Of so few solutions a solver that learns finds all sooner than one that counts many, which loses its way between them.
const FEW: u64 = 64;

/// A portfolio at work on one board.
pub(in crate::solver) struct PortfolioEngine {
    team: Team,
    puzzle: Reduced,
    winner: Option<Solver>,
    stats: Stats,
}

impl PortfolioEngine {
    pub(in crate::solver) fn new(geometry: &Arc<Geometry>, options: &Options) -> Self {
        Self {
            team: Team::new(options),
            puzzle: Reduced::of(Grid::empty(geometry)),
            winner: None,
            stats: Stats::default(),
        }
    }

    /// Asks all members; the answer that wins, or an undecided one.
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
                        return Err(disagreement(&members[*other], &members[member]));
                    }
                    if best.as_ref().is_none_or(|(_, best)| best.rank() < answer.rank()) {
                        self.stats = stats;
                        self.winner = answer.is_final().then(|| members[member].solver.clone());
                        best = Some((member, answer));
                    }
                }
                // A wrong answer is told even where another member knew the right one.
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
    /// Asks one member, on all threads if it can work on several.
    fn ask_one<T: Answer>(
        &mut self,
        member: &Member,
        question: impl Fn(&mut dyn Engine, &mut Running) -> Result<T, Error> + Sync,
        running: &Running,
    ) -> Result<T, Error> {
        let member = self.team.on_all_threads(member);
        self.ask(std::slice::from_ref(&member), question, running)
    }

    /// Counts by a first member that is quick at many solutions. Where it has found only a few after a while, these may be all,
    /// which is seen soonest by a member that learns, on all cores; where there are more than [`FEW`], all members go on.
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
        if known.value() < FEW {
            let few = limit.map_or(FEW, |limit| limit.min(FEW));
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

    fn lister(&mut self, running: &mut Running) -> Result<Verdict<Box<dyn Engine>>, Error> {
        if self.team.may_share(&self.puzzle) && !self.puzzle.grid().geometry().has_rules() {
            // Whether there is another at all is the hard part: all cores are asked that.
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

/// What a member may answer.
trait Answer: Send {
    /// The answer of one who does not know.
    fn undecided(reason: StopReason) -> Self;

    /// How much it says: the higher the more.
    fn rank(&self) -> Rank;

    /// Whether it leaves nothing to ask.
    fn is_final(&self) -> bool;

    /// Whether not both of two answers can be right.
    fn contradicts(&self, other: &Self) -> bool;

    /// Whether it says that there is no solution, or no more of them.
    fn is_negative(&self) -> bool;

    /// The same without that.
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
