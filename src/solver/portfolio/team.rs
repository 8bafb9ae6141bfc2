//! Who takes part in a portfolio on a puzzle, and their engines.

use std::sync::Arc;

use crate::backend::{Backend, OpenOptions};
use crate::budget::{Budget, CancelToken};
use crate::encoding::{Encoding, Formula};
use crate::error::Error;
use crate::exact_cover::ItemChoice;
use crate::geometry::Geometry;
use crate::reduction::Reduced;
use crate::solver::auto::{self, Backends, LARGE_SIDE, Lineup};
use crate::solver::auto_small::SmallEngine;
use crate::solver::engine::Engine;
use crate::solver::members::{Member, Portfolio};
use crate::solver::names::{Ability, Solver};
use crate::solver::options::{Mode, Options};

/// Chooses the members for a puzzle and opens their engines.
pub(super) struct Team {
    options: Options,
    backends: Backends,
}

impl Team {
    pub(super) fn new(options: &Options) -> Self {
        Self { options: options.clone(), backends: Backends::present(options.certified) }
    }

    pub(super) fn is_certified(&self) -> bool {
        self.options.certified
    }

    /// The member on all threads, if it supports several.
    pub(super) fn on_all_threads(&self, member: &Member) -> Member {
        match member.solver {
            Solver::Sat(Backend::Cdcl) => Member { settings: self.options.portfolio.settings(), ..member.clone() },
            _ => member.clone(),
        }
    }

    /// A member's clauses for a puzzle, and the options to open its solver.
    pub(super) fn statement(&self, member: &Member, puzzle: &Reduced) -> Result<(Formula, OpenOptions), Error> {
        let encoding = member.encoding.or(self.options.encoding).unwrap_or(Encoding::Extended);
        let at_most_one = member.at_most_one.or(self.options.at_most_one).unwrap_or_default();
        let options = Options { settings: member.settings.clone(), ..self.options.clone() };
        let open = OpenOptions::from(&options).with_stoppable(true);
        Ok((Formula::of(puzzle.clone(), encoding, at_most_one)?, open))
    }

    pub(super) fn is_deterministic(&self) -> bool {
        self.options.portfolio.is_deterministic
    }

    /// Whether a single member works on all threads, in place of several members on one thread each.
    pub(super) fn may_share(&self, puzzle: &Reduced) -> bool {
        let Portfolio { members, is_deterministic, .. } = &self.options.portfolio;
        members.is_empty()
            && !is_deterministic
            && self.threads() > 1
            && puzzle.grid().geometry().comparable_side() < LARGE_SIDE
    }

    /// The members for finding a solution.
    pub(super) fn to_solve(&self, puzzle: &Reduced) -> Vec<Member> {
        self.members(|| auto::to_solve(puzzle.grid().geometry(), &self.backends, self.options.seed))
    }

    /// The members for counting up to a limit: every member that can deny further solutions.
    pub(super) fn to_count(&self, puzzle: &Reduced, limit: Option<u64>) -> Vec<Member> {
        let asked = &self.options.portfolio.members;
        let counting = asked.iter().filter(|member| member.solver.supports(Ability::Count)).cloned();
        let counting: Vec<Member> = counting.collect();
        if !counting.is_empty() {
            return counting;
        }
        self.members(|| auto::to_count(puzzle.grid().geometry(), &self.backends, limit))
    }

    /// The member for listing solutions.
    pub(super) fn to_list(&self, puzzle: &Reduced) -> Member {
        let mut members = self.to_count(puzzle, None);
        let place = members.iter().position(|member| member.solver.supports(Ability::List));
        members.swap_remove(place.unwrap_or_default())
    }

    /// An engine for listing a puzzle's solutions: dancing links, and after a while without a solution, a learning solver.
    pub(super) fn learning_lister(&self, puzzle: &Reduced) -> Box<dyn Engine> {
        let memory = Some(self.options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY));
        let options = Options {
            memory,
            encoding: self.options.encoding,
            seed: self.options.seed,
            portfolio: self.options.portfolio.clone(),
            ..Options::default()
        };
        Box::new(SmallEngine::listing(puzzle.clone(), &options))
    }

    /// An engine for listing a puzzle's solutions.
    pub(super) fn lister(&self, member: &Member, puzzle: &Reduced) -> Result<Box<dyn Engine>, Error> {
        let mut engine = self.engine(member, 1, puzzle.grid().geometry())?;
        engine.begin(puzzle.clone());
        Ok(engine)
    }

    /// The members that were asked for, or as many of those that suit the puzzle as there are threads, and the least of them that is wanted.
    fn members(&self, suitable: impl FnOnce() -> Lineup) -> Vec<Member> {
        let asked = &self.options.portfolio.members;
        if !asked.is_empty() {
            return asked.clone();
        }
        let Lineup { mut members, least } = suitable();
        if self.options.certified {
            members.retain(|member| matches!(member.solver, Solver::Sat(_)));
        }
        if members.is_empty() {
            members.push(Solver::DancingLinks(ItemChoice::Smallest).into());
        }
        members.truncate(self.threads().max(least));
        members
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.options.portfolio.threads()
    }

    /// Opens a member's engine; `members` share the memory.
    pub(super) fn engine(
        &self,
        member: &Member,
        members: usize,
        geometry: &Arc<Geometry>,
    ) -> Result<Box<dyn Engine>, Error> {
        // A program is limited only where a limit was asked for.
        let is_program = matches!(member.solver, Solver::Sat(Backend::External(_)));
        let whole = self.options.memory.or((!is_program).then_some(OpenOptions::DEFAULT_MEMORY));
        let options = Options {
            encoding: member.encoding.or(self.options.encoding).or(Some(Encoding::Reduced)),
            at_most_one: member.at_most_one.or(self.options.at_most_one),
            // Deduction took place before the puzzle came here.
            reduce: None,
            mode: Mode::Fresh,
            // A member that could not be stopped would be waited for.
            budget: Budget::unlimited().with_cancel(CancelToken::new()),
            seed: member.seed.or(self.options.seed),
            settings: member.settings.clone(),
            memory: whole.map(|bytes| bytes / members as u64),
            certified: self.options.certified,
            ..Options::default()
        };
        member.solver.engine(geometry, &options)
    }
}
