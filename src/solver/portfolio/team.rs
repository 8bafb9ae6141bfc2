//! Who takes part in a portfolio.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use crate::backend::{Backend, MOST_THREADS, OpenOptions, THREADS};
use crate::budget::{Budget, CancelToken};
use crate::cnf::AtMostOne;
use crate::encoding::{Encoding, Formula};
use crate::error::Error;
use crate::exact_cover::ItemChoice;
use crate::geometry::Geometry;
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::small::SmallEngine;
use crate::solver::{Ability, Mode, Options, Solver, certified};

/// A solver within a portfolio, with what is its own of the [`Options`]; the rest it shares with the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Member {
    /// The solver.
    pub solver: Solver,
    /// Its clauses, if it is a SAT solver; the portfolio's, if not given.
    pub encoding: Option<Encoding>,
    /// Its form of at-most-one; the portfolio's, if not given.
    pub at_most_one: Option<AtMostOne>,
    /// Its seed; the portfolio's, if not given.
    pub seed: Option<u64>,
    /// Options of a SAT solver by name.
    pub settings: Vec<(String, String)>,
}

impl Member {
    /// Takes other clauses than the portfolio's.
    #[must_use]
    pub fn with_encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = Some(encoding);
        self
    }

    /// Takes another form of at-most-one than the portfolio's.
    #[must_use]
    pub fn with_at_most_one(mut self, form: AtMostOne) -> Self {
        self.at_most_one = Some(form);
        self
    }

    /// Takes another seed than the portfolio's.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets an option of the SAT solver.
    #[must_use]
    pub fn with_setting(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings.push((name.into(), value.into()));
        self
    }
}

impl From<Solver> for Member {
    fn from(solver: Solver) -> Self {
        Self { solver, ..Self::default() }
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.solver)?;
        if let Some(encoding) = self.encoding {
            write!(f, " {encoding}")?;
        }
        if let Some(form) = self.at_most_one {
            write!(f, " {form}")?;
        }
        if let Some(seed) = self.seed {
            write!(f, " seed {seed}")?;
        }
        Ok(())
    }
}

/// How [`Solver::Portfolio`] and [`Solver::Auto`] use the cores there are.
///
/// ```
/// use satdoku::solver::{Member, Portfolio};
/// use satdoku::{Backend, Encoding, Grid, Options, Solver, Verdict};
///
/// let members = vec![
///     Member::from(Solver::Sat(Backend::Varisat)).with_encoding(Encoding::Minimal),
///     Member::from(Solver::DancingLinks(Default::default())),
/// ];
/// let options = Options { portfolio: Portfolio { members, ..Portfolio::default() }, ..Options::default() };
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert!(Solver::Portfolio.solve_with(&puzzle, &options)?.is_satisfiable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Portfolio {
    /// The members, the one first that starts first; chosen for each puzzle if there are none.
    pub members: Vec<Member>,
    /// Threads to use; the cores of the machine if not given. Of chosen members there are at least two.
    pub threads: Option<NonZeroUsize>,
    /// Whether the first member in order that can answer answers, each on one thread, so that the same question has the same answer
    /// each time. It costs the time of all members before the fastest.
    pub is_deterministic: bool,
}

impl Portfolio {
    /// How many threads there are to be.
    fn threads(&self) -> usize {
        let threads = self.threads.or_else(|| thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get)
    }

    /// The settings under which [`Backend::Cdcl`] works on all threads; on one where each answer is to be as the time before.
    pub(crate) fn settings(&self) -> Vec<(String, String)> {
        let threads = if self.is_deterministic { 1 } else { self.threads().min(MOST_THREADS) };
        vec![(THREADS.to_owned(), threads.to_string())]
    }
}

/// SAT solvers that can be stopped, the best first: for grids below [`Solver::LARGE_SIDE`], and from there on.
const SMALL: &[fn() -> Backend] =
    &[|| Backend::Cdcl, || Backend::CaDiCaL, || Backend::Batsat, || Backend::Varisat, Backend::kissat];
const LARGE: &[fn() -> Backend] =
    &[Backend::kissat, || Backend::CaDiCaL, || Backend::Varisat, || Backend::Batsat, || Backend::Cdcl];

/// Under these settings CaDiCaL takes a third less time for proper 25×25: rare restarts, none of the phases that look for solutions,
/// no variable eliminated, no clause strengthened one by one.
const CADICAL_TO_REFUTE: &[(&str, &str)] =
    &[("stabilizeonly", "1"), ("target", "0"), ("elim", "0"), ("vivify", "0"), ("chrono", "0")];

/// More solutions than these are counted by dancing links: a SAT solver needs a clause and a call for each.
const MANY: u64 = 1000;

/// Chooses the members for a puzzle and opens their engines.
pub(in crate::solver::portfolio) struct Team {
    options: Options,
    /// The SAT solvers that this build and this machine have, in the order of [`SMALL`] and of [`LARGE`].
    small: Vec<Backend>,
    large: Vec<Backend>,
}

impl Team {
    pub(in crate::solver::portfolio) fn new(options: &Options) -> Self {
        let present = |backend: &Backend| backend.is_present();
        let [small, large] = if options.certified {
            [(); 2].map(|()| certified::provers().collect())
        } else {
            [SMALL, LARGE].map(|order| order.iter().map(|backend| backend()).filter(present).collect())
        };
        Self { options: options.clone(), small, large }
    }

    pub(in crate::solver::portfolio) fn is_certified(&self) -> bool {
        self.options.certified
    }

    /// The member on all threads, if it can work on several.
    pub(in crate::solver::portfolio) fn on_all_threads(&self, member: &Member) -> Member {
        match member.solver {
            Solver::Sat(Backend::Cdcl) => Member { settings: self.options.portfolio.settings(), ..member.clone() },
            _ => member.clone(),
        }
    }

    /// The clauses of a puzzle as a member gets them, and how its solver is opened.
    pub(in crate::solver::portfolio) fn statement(
        &self,
        member: &Member,
        puzzle: &Reduced,
    ) -> Result<(Formula, OpenOptions), Error> {
        let encoding = member.encoding.or(self.options.encoding).unwrap_or(Encoding::Extended);
        let at_most_one = member.at_most_one.or(self.options.at_most_one).unwrap_or_default();
        let options = Options { settings: member.settings.clone(), ..self.options.clone() };
        let open = OpenOptions { stoppable: true, ..OpenOptions::from(&options) };
        Ok((Formula::of(puzzle.clone(), encoding, at_most_one)?, open))
    }

    pub(in crate::solver::portfolio) fn is_deterministic(&self) -> bool {
        self.options.portfolio.is_deterministic
    }

    /// Whether one member works on a puzzle on all threads, rather than several on one each.
    pub(in crate::solver::portfolio) fn may_share(&self, puzzle: &Reduced) -> bool {
        let Portfolio { members, is_deterministic, .. } = &self.options.portfolio;
        members.is_empty()
            && !is_deterministic
            && self.threads() > 1
            && puzzle.grid().geometry().comparable_side() < Solver::LARGE_SIDE
    }

    /// The members that look for a solution.
    pub(in crate::solver::portfolio) fn to_solve(&self, puzzle: &Reduced) -> Vec<Member> {
        let side = puzzle.grid().geometry().comparable_side();
        if puzzle.grid().geometry().has_rules() {
            return self.members(2, || self.knowing_rules(side, false));
        }
        if side < Solver::LARGE_SIDE {
            return self.members(2, || quick(self.sat(side)));
        }
        if !puzzle.grid().geometry().has_full_units_only() {
            return self.members(2, || self.sat(side));
        }
        let local = Member::from(Solver::Local);
        let another = local.clone().with_seed(self.options.seed.unwrap_or_default().wrapping_add(1));
        let sat = self.sat(side);
        if matches!(self.large.first(), Some(Backend::External(_))) {
            // What a program alone would take is the measure of a portfolio: it starts first and shares its core with none.
            let (program, others) = (sat[..1].to_vec(), sat[1..].to_vec());
            self.members(2, || [program, vec![local], others, vec![another]].concat())
        } else {
            // Two local searches and a solver that can refute, even on two cores: their times have heavy tails.
            self.members(3, || [vec![local, another], sat].concat())
        }
    }

    /// The members that count solutions up to a limit: all but those that cannot say that there is no other.
    pub(in crate::solver::portfolio) fn to_count(&self, puzzle: &Reduced, limit: Option<u64>) -> Vec<Member> {
        let side = puzzle.grid().geometry().comparable_side();
        let asked = &self.options.portfolio.members;
        let counting = asked.iter().filter(|member| member.solver.supports(Ability::Count)).cloned();
        let counting: Vec<Member> = counting.collect();
        if !counting.is_empty() {
            return counting;
        }
        let is_many = limit.is_none_or(|limit| limit > MANY);
        if puzzle.grid().geometry().has_rules() {
            return self.members(2, || self.knowing_rules(side, is_many));
        }
        self.members(2, || {
            let mut members = quick(self.sat(side));
            let place = if is_many || side <= Solver::SIDE_TO_DANCE { 0 } else { members.len() };
            members.insert(place, Solver::DancingLinks(ItemChoice::Smallest).into());
            members
        })
    }

    /// The member that lists all solutions.
    pub(in crate::solver::portfolio) fn to_list(&self, puzzle: &Reduced) -> Member {
        let mut members = self.to_count(puzzle, None);
        let place = members.iter().position(|member| member.solver.supports(Ability::List));
        members.swap_remove(place.unwrap_or_default())
    }

    /// An engine that lists all solutions of a puzzle: dancing links, and where these find none for a while, a solver that learns.
    pub(in crate::solver::portfolio) fn learning_lister(&self, puzzle: &Reduced) -> Box<dyn Engine> {
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

    /// An engine that lists all solutions of a puzzle.
    pub(in crate::solver::portfolio) fn lister(
        &self,
        member: &Member,
        puzzle: &Reduced,
    ) -> Result<Box<dyn Engine>, Error> {
        let mut engine = self.engine(member, 1, puzzle.grid().geometry())?;
        engine.begin(puzzle.clone());
        Ok(engine)
    }

    /// The members that were asked for, or as many of those that suit the puzzle as there are threads, and at least so many.
    fn members(&self, least: usize, suitable: impl FnOnce() -> Vec<Member>) -> Vec<Member> {
        let asked = &self.options.portfolio.members;
        if !asked.is_empty() {
            return asked.clone();
        }
        let mut members = suitable();
        if self.options.certified {
            members.retain(|member| matches!(member.solver, Solver::Sat(_)));
        }
        if members.is_empty() {
            members.push(Solver::DancingLinks(ItemChoice::Smallest).into());
        }
        members.truncate(self.threads().max(least));
        members
    }

    /// Those that know all rules: SAT solvers, which learn from what fails, and the search that propagates, which lists many
    /// solutions soonest.
    fn knowing_rules(&self, side: usize, is_many: bool) -> Vec<Member> {
        let mut members = self.sat(side);
        let place = if is_many { 0 } else { members.len().min(1) };
        members.insert(place, Solver::Propagating.into());
        members
    }

    fn sat(&self, side: usize) -> Vec<Member> {
        let backends = if side < Solver::LARGE_SIDE { &self.small } else { &self.large };
        backends.iter().map(|backend| Solver::Sat(backend.clone()).into()).collect()
    }

    /// How many threads there are to be.
    pub(in crate::solver::portfolio) fn threads(&self) -> usize {
        self.options.portfolio.threads()
    }

    /// Opens a member's engine; `members` share the memory.
    pub(in crate::solver::portfolio) fn engine(
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
            // What follows was deduced before the puzzle came here.
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

/// Members with settings under which they refute proper grids without rules sooner: for batsat activities that last longer. The tables
/// are in `benches/results/large.md`.
fn quick(members: Vec<Member>) -> Vec<Member> {
    let set = |member: Member| {
        let settings: &[(&str, &str)] = match member.solver {
            Solver::Sat(Backend::Batsat) => &[("var_decay", "0.99")],
            Solver::Sat(Backend::CaDiCaL) => CADICAL_TO_REFUTE,
            _ => &[],
        };
        settings.iter().fold(member, |member, &(name, value)| member.with_setting(name, value))
    };
    members.into_iter().map(set).collect()
}
