//! The policy of `auto`: which road a board takes, who takes part in a portfolio, and the thresholds with their reasons.
//!
//! [`plan`] chooses the road of a board:
//!
//! | board | [`Plan`] | road |
//! | --- | --- | --- |
//! | certified answers, side up to [`MAX_SIDE_FOR_DLX`] | `Prover` | `cdcl` on all threads, kept from puzzle to puzzle |
//! | certified answers, beyond | `Portfolio` | the [`PROVERS`] of this build and machine |
//! | rules | `Ruled` | propagating search for [`QUICK`], [`SUMS`], [`SLOW`] or [`FEW`] steps, then deduction and `cdcl`, with sums, connected pieces and automata of different digits beside the clauses |
//! | 3×3 | `Kernel` | the 9×9 kernel; beyond [`LISTED`] solutions the sum over columns counts, where it takes less time |
//! | side up to [`MAX_SIDE_FOR_DLX`] | `Small` | dancing links for [`STEPS_TO_DANCE`] steps, then deduction, templates and `cdcl`; beyond [`LISTED`] solutions the frontier counts |
//! | beyond | `Portfolio` | deduction, then the members of [`to_solve`] or of [`to_count`] |
//!
//! Explanations choose by [`for_explanations`], certificates by [`finder`] and [`proves_as_it_finds`]. The portfolio has thresholds
//! of its own for the time and the solutions of its members; other engines hold no threshold of this policy. Each figure below was
//! measured; tables are in `benches/results/`.

use std::time::Duration;

use crate::backend::Backend;
use crate::constraint::Constraint;
use crate::counting::splits;
use crate::exact_cover::ItemChoice;
use crate::geometry::Geometry;
use crate::reduction::Techniques;
use crate::rule::Rules;
use crate::solver::members::Member;
use crate::solver::names::Solver;
use crate::solver::options::Options;

// ---- Sides.

/// Up to this side dancing links are asked first: they answer in less time than deduction takes, or than clauses are loaded.
pub(crate) const MAX_SIDE_FOR_DLX: usize = 9;

/// From this side on a grid is large: direct search and the default settings of SAT solvers are lost on one with many solutions, local
/// search is not.
pub(crate) const LARGE_SIDE: usize = 30;

/// Up to this side one SAT solver over the clauses of the empty board is as fast as new ones over live candidates
/// (`benches/results/reductions.md`).
pub(super) const MAX_SIDE_FOR_SHARED_SAT: usize = 9;

/// Below this side CaDiCaL is faster with pairs even on the empty board (`benches/results/at-most-one.md`).
pub(super) const SIDE_FOR_CADICAL: usize = 64;

// ---- What is deduced.

/// All that follows from single units and from where two of them meet; subsets are part of it. Before clauses over live candidates this
/// costs less than the clauses that it saves.
pub(crate) const DEDUCED: Techniques = Techniques::SINGLES.union(Techniques::LOCKED).union(Techniques::MATCHING);

/// What is deduced where dancing links lost their way on a small board: it also sees what overlapping units imply, which they meet again
/// in every branch.
pub(super) const DEDUCED_WHERE_LOST: Techniques = DEDUCED.union(Techniques::OVERLAPS);

// ---- Small boards.

/// After so many steps without a solution dancing links have lost their way: a few milliseconds.
pub(super) const STEPS_TO_DANCE: u64 = 2_000;

/// So many steps templates may take, where the names of digits are settled: they are few where regions are scattered.
pub(super) const STEPS_FOR_TEMPLATES: u64 = 100_000;

/// With more templates than this, all digits together, other searches are quicker.
pub(super) const MOST_TEMPLATES: usize = 5_000;

/// So many steps dancing links may then take where the names of digits are settled, before `cdcl` is asked: on some boards of scattered
/// regions they find a solution in a fifth of its time.
pub(super) const STEPS_TO_DANCE_SETTLED: u64 = 100_000;

/// With more solutions than this a small puzzle is left to dancing links: a SAT solver needs a clause and a call for each.
pub(super) const MANY_ON_SMALL: usize = 64;

// ---- Boards with rules.

/// The steps of the propagating search before `cdcl` is asked: so many in any case, and so many as long as it seems to be done by then.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    pub(super) least: u64,
    pub(super) most: u64,
}

/// Where steps are quick: hard killers take some thousands.
const QUICK: Steps = Steps { least: 5_000, most: 80_000 };

/// Where automata and choices have to be looked at, each of which takes as long as many sums.
const SLOW: Steps = Steps { least: 1_000, most: 4_000 };

/// Where sums are propagated beside clauses too: of 62 puzzles with sums, 49 take 10.9 s of CPU with [`QUICK`] and clauses alone, and
/// 7.8 s with these steps, sums of cages and units beside the clauses. The search goes on where it seems near its end.
const SUMS: Steps = Steps { least: 300, most: 12_000 };

/// Where regions are to be found: the search sees little of them, and clauses learn much.
const FEW: Steps = Steps { least: 20, most: 50 };

/// With more solutions than these they are listed and counted by search, however long it takes: a SAT solver needs a clause and a call
/// for each.
pub(super) const MANY: usize = 1_000;

// ---- Counting.

/// So many solutions are counted one by one before a count by structure, the sum over columns or the frontier, is begun: that takes as
/// long to begin.
pub(super) const LISTED: u64 = 100_000;

/// The time in which the kernel counts one solution among many, at the least: what the sum over columns is measured by.
pub(super) const TIME_TO_COUNT_ONE: Duration = Duration::from_nanos(70);

/// With at most one clue for so many cells there must be many solutions: none is listed before a first, short try of the frontier.
pub(super) const CELLS_PER_CLUE: usize = 6;

/// Bytes that the frontier's states may take, unless the options allow less.
pub(super) const MEMORY_OF_FRONTIER: u64 = 512 << 20;

// ---- SAT solvers, the best first.

/// The solvers that write proofs, the best for boards beyond [`MAX_SIDE_FOR_DLX`] first.
const PROVERS: &[fn() -> Option<Backend>] =
    &[|| Some(Backend::Cdcl), || Backend::profile("cadical"), || Some(Backend::Varisat), || Some(Backend::kissat())];

/// Those that can be stopped, for grids below [`LARGE_SIDE`].
const SMALL: &[fn() -> Option<Backend>] = &[
    || Some(Backend::Cdcl),
    || Some(Backend::CaDiCaL),
    || Some(Backend::Batsat),
    || Some(Backend::Varisat),
    || Some(Backend::kissat()),
];

/// Those that can be stopped, for grids from [`LARGE_SIDE`] on.
const LARGE: &[fn() -> Option<Backend>] = &[
    || Some(Backend::kissat()),
    || Some(Backend::CaDiCaL),
    || Some(Backend::Varisat),
    || Some(Backend::Batsat),
    || Some(Backend::Cdcl),
];

/// Under these settings CaDiCaL takes a third less time for proper 25×25: rare restarts, none of the phases that look for solutions,
/// no variable eliminated, no clause strengthened one by one (`benches/results/large.md`).
const CADICAL_TO_REFUTE: &[(&str, &str)] =
    &[("stabilizeonly", "1"), ("target", "0"), ("elim", "0"), ("vivify", "0"), ("chrono", "0")];

/// Under these settings, activities that last longer, batsat refutes proper grids sooner (`benches/results/large.md`).
const BATSAT_TO_REFUTE: &[(&str, &str)] = &[("var_decay", "0.99")];

/// The road of `auto` on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// `cdcl`, each *no* with a proof that is checked.
    Prover,
    /// Propagating search, then `cdcl`.
    Ruled,
    /// The 9×9 kernel.
    Kernel,
    /// Dancing links, then a second road.
    Small,
    /// Several solvers at once; solutions of empty boards are counted by [`splits`], where these know the board.
    Portfolio {
        /// Whether they do.
        splits: bool,
    },
}

impl Plan {
    /// The solver that is the road; `auto` itself where it has an engine of its own.
    pub(super) fn solver(self) -> Solver {
        match self {
            Self::Prover => Solver::Sat(Backend::Cdcl),
            Self::Ruled | Self::Small => Solver::Auto,
            Self::Kernel => Solver::Nine,
            Self::Portfolio { .. } => Solver::Portfolio,
        }
    }
}

/// What `auto` does on a board.
pub(super) fn plan(board: &Geometry, options: &Options) -> Plan {
    let is_small = board.comparable_side() <= MAX_SIDE_FOR_DLX;
    if options.certified {
        if is_small { Plan::Prover } else { Plan::Portfolio { splits: false } }
    } else if board.has_rules() {
        Plan::Ruled
    } else if board.as_classic().is_some() {
        Plan::Kernel
    } else if is_small {
        Plan::Small
    } else {
        Plan::Portfolio { splits: splits::knows(board) }
    }
}

/// The steps that the search may take before `cdcl` is asked.
pub(super) fn steps_of_search(rules: &Rules) -> Steps {
    let is_slow = |constraint: &Constraint| {
        matches!(constraint, Constraint::Automaton { .. } | Constraint::Connected(_) | Constraint::Choice(_))
    };
    let has = |is_it: &dyn Fn(&Constraint) -> bool| rules.constraints().iter().any(|(_, constraint)| is_it(constraint));
    match () {
        () if has(&|constraint| matches!(constraint, Constraint::Partition(_))) => FEW,
        () if has(&|constraint| matches!(constraint, Constraint::Connected(_))) => SLOW,
        () if has(&|constraint| matches!(constraint, Constraint::Sum(_))) => SUMS,
        () if has(&is_slow) => SLOW,
        () => QUICK,
    }
}

/// Whether a constraint of a rule is written as clauses where `cdcl` takes propagators beside clauses.
pub(crate) fn is_eager(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Sum(sum) => sum.distinct().is_some(),
        Constraint::Connected(_) => false,
        _ => true,
    }
}

/// Whether a constraint is written as clauses where `cdcl` explains: under many assumptions, sums learn faster from clauses than from
/// reasons, and connected pieces do not.
pub(crate) fn is_eager_in_explanations(constraint: &Constraint) -> bool {
    !matches!(constraint, Constraint::Connected(_))
}

/// The solver that explains a board where none was chosen: it is asked many questions about nearly the same puzzle.
pub(crate) fn for_explanations(board: &Geometry) -> Solver {
    let is_small = !board.has_rules() && board.comparable_side() <= MAX_SIDE_FOR_DLX;
    if is_small { Solver::Auto } else { Solver::Sat(Backend::Cdcl) }
}

/// The solver that finds the solution of a certificate: on large boards the external prover, which is faster there than the linked
/// solvers and uses only one thread.
#[cfg(feature = "certificate")]
pub(crate) fn finder(prover: &Backend, board: &Geometry) -> Solver {
    match prover {
        Backend::External(_) if board.comparable_side() > MAX_SIDE_FOR_DLX => Solver::Sat(prover.clone()),
        _ => Solver::Auto,
    }
}

/// Whether the solver that proves also finds the solution, so that its proof begins with what it learns on the way: ours where a solution
/// takes a search. On small boards the kernel has it at once, on the largest local search.
#[cfg(feature = "certificate")]
pub(crate) fn proves_as_it_finds(prover: &Backend, board: &Geometry) -> bool {
    let side = board.comparable_side();
    let takes_search = side > MAX_SIDE_FOR_DLX || board.has_rules();
    *prover == Backend::Cdcl && takes_search && side < LARGE_SIDE
}

/// The SAT solvers that this build and this machine have, the best first.
pub(super) struct Backends {
    small: Vec<Backend>,
    large: Vec<Backend>,
}

impl Backends {
    /// The solvers that are present; of those that write proofs where answers are certified.
    pub(super) fn present(is_certified: bool) -> Self {
        let present = |order: &[fn() -> Option<Backend>]| {
            order.iter().filter_map(|backend| backend()).filter(Backend::is_present).collect()
        };
        let [small, large] = if is_certified { [PROVERS; 2] } else { [SMALL, LARGE] };
        Self { small: present(small), large: present(large) }
    }

    fn for_side(&self, side: usize) -> &[Backend] {
        if side < LARGE_SIDE { &self.small } else { &self.large }
    }

    fn members(&self, side: usize) -> Vec<Member> {
        self.for_side(side).iter().map(|backend| Solver::Sat(backend.clone()).into()).collect()
    }
}

/// Who suits a puzzle in a portfolio, in the order in which they start.
pub(super) struct Lineup {
    pub(super) members: Vec<Member>,
    /// So many of them take part even where there are fewer threads.
    pub(super) least: usize,
}

/// The members that look for a solution.
pub(super) fn to_solve(board: &Geometry, backends: &Backends, seed: Option<u64>) -> Lineup {
    let side = board.comparable_side();
    let sat = backends.members(side);
    if board.has_rules() {
        return Lineup { members: knowing_rules(sat, false), least: 2 };
    }
    if side < LARGE_SIDE {
        return Lineup { members: sat.into_iter().map(to_refute).collect(), least: 2 };
    }
    if !board.has_full_units_only() {
        return Lineup { members: sat, least: 2 };
    }
    let local = Member::from(Solver::Local);
    let another = local.clone().with_seed(seed.unwrap_or_default().wrapping_add(1));
    if matches!(backends.large.first(), Some(Backend::External(_))) {
        // What a program alone would take is the measure of a portfolio: it starts first and shares its core with none.
        let (program, others) = (sat[..1].to_vec(), sat[1..].to_vec());
        Lineup { members: [program, vec![local], others, vec![another]].concat(), least: 2 }
    } else {
        // Two local searches and a solver that can refute, even on two cores: their times have heavy tails.
        Lineup { members: [vec![local, another], sat].concat(), least: 3 }
    }
}

/// The members that count solutions up to a limit: solvers that can also show that no further solution exists.
pub(super) fn to_count(board: &Geometry, backends: &Backends, limit: Option<u64>) -> Lineup {
    let side = board.comparable_side();
    let is_many = limit.is_none_or(|limit| limit > MANY as u64);
    let sat = backends.members(side);
    if board.has_rules() {
        return Lineup { members: knowing_rules(sat, is_many), least: 2 };
    }
    let mut members: Vec<Member> = sat.into_iter().map(to_refute).collect();
    let place = if is_many || side <= MAX_SIDE_FOR_DLX { 0 } else { members.len() };
    members.insert(place, Solver::DancingLinks(ItemChoice::Smallest).into());
    Lineup { members, least: 2 }
}

/// Those that know all rules: SAT solvers, which learn from what fails, and the search that propagates, which lists many solutions
/// soonest.
fn knowing_rules(mut sat: Vec<Member>, is_many: bool) -> Vec<Member> {
    let place = if is_many { 0 } else { sat.len().min(1) };
    sat.insert(place, Solver::Propagating.into());
    sat
}

/// A member under the settings with which it refutes proper grids without rules sooner.
fn to_refute(member: Member) -> Member {
    let settings = match member.solver {
        Solver::Sat(Backend::Batsat) => BATSAT_TO_REFUTE,
        Solver::Sat(Backend::CaDiCaL) => CADICAL_TO_REFUTE,
        _ => &[],
    };
    settings.iter().fold(member, |member, &(name, value)| member.with_setting(name, value))
}
