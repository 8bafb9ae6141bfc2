//! Explanations, held against an engine that has no part in them.

#[allow(dead_code)] // Not all of it is asked for here.
mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::{board, grid, say};
use proptest::prelude::*;
use satdoku::explain::{Ambiguity, Chain, Conflict, Core, Explainer, Explanation, Fate, Redundancy, TrueCandidates};
use satdoku::generate::{Kind, Random, Recipe};
use satdoku::geometry::{UnitId, UnitName};
use satdoku::reduction::{Contradiction, Reason, Step, refute};
use satdoku::{
    Backend, Budget, CancelToken, Candidate, Cell, Digit, Error, Grid, ItemChoice, Options, Reduce, Solution, Solver,
    StopReason,
};

const SHAPES: [&str; 7] = [
    "2x2",
    "2x3",
    "2x4",
    "3x3",
    "3x3+diagonals",
    "regions:1112211322333254435544455",
    "2x3+unit:r1c1,r1c2,r3c3,r4c4,r5c5,r6c6",
];

/// The first solutions, by dancing links.
fn solutions(puzzle: &Grid, limit: usize) -> Vec<Solution> {
    let solutions = Solver::DancingLinks(ItemChoice::Smallest).solutions(puzzle, &Options::default());
    solutions.unwrap().take(limit).collect::<Result<_, _>>().unwrap()
}

fn with(puzzle: &Grid, candidate: Candidate) -> Grid {
    let mut more = puzzle.clone();
    more.set(candidate.cell, Some(candidate.digit)).unwrap();
    more
}

fn without(puzzle: &Grid, cell: Cell) -> Grid {
    let mut less = puzzle.clone();
    less.set(cell, None).unwrap();
    less
}

fn only(puzzle: &Grid, clues: &[Candidate]) -> Grid {
    clues.iter().fold(Grid::empty(puzzle.geometry()), |grid, &clue| with(&grid, clue))
}

/// Puzzles of a kind on a board, always the same.
fn made(shape: &str, kind: Kind, seed: u64, count: u64) -> Vec<Grid> {
    let board = board(shape);
    let clues = (kind == Kind::Holes).then_some(board.cell_count() * 2 / 5);
    let recipe = Recipe { seed, clues, ..Recipe::new(&board, kind) };
    let puzzles = recipe.puzzles(0..count, &Budget::unlimited()).unwrap();
    puzzles.map(|made| made.unwrap().puzzle).collect()
}

/// The solvers that explain on a board: by sessions, and under assumptions.
fn explainers(puzzle: &Grid) -> Vec<(Solver, Explainer)> {
    let mut solvers = vec![Solver::Auto];
    // These two take their time on larger boards.
    if puzzle.geometry().side() < 8 {
        solvers.extend([Solver::Mrv, Solver::Sat(Backend::Splr)]);
    }
    solvers.extend([Backend::Varisat, Backend::Batsat].map(Solver::Sat));
    solvers.retain(|solver| !matches!(solver, Solver::Sat(backend) if !backend.is_compiled()));
    let open = |solver: Solver| {
        let explainer = Explainer::new(&solver, puzzle.geometry(), &Options::default()).unwrap();
        (solver, explainer)
    };
    solvers.into_iter().map(open).collect()
}

/// Whether what is said of a puzzle is so.
fn verify(puzzle: &Grid, explanation: &Explanation) {
    match explanation {
        Explanation::Conflict(Conflict::Duplicates(duplicates)) => assert_eq!(*duplicates, puzzle.conflicts()),
        Explanation::Conflict(Conflict::Clues(core)) => verify_core(puzzle, core),
        Explanation::Ambiguity(ambiguity) => verify_ambiguity(puzzle, ambiguity),
        Explanation::Redundancy(redundancy) => verify_redundancy(puzzle, redundancy),
        Explanation::Unknown { reason, .. } => panic!("no limit, but {reason}"),
    }
}

/// The set has no solution, and each set with one clue less has.
fn verify_core(puzzle: &Grid, core: &Core) {
    assert!(core.is_minimal() && core.clues.is_sorted());
    assert!(core.clues.iter().all(|clue| puzzle.get(clue.cell) == Some(clue.digit)));
    let set = only(puzzle, &core.clues);
    assert!(solutions(&set, 1).is_empty(), "not a conflict: {set}");
    for clue in &core.clues {
        assert!(!solutions(&without(&set, clue.cell), 1).is_empty(), "{clue} can be spared: {set}");
    }
    if let Some(chain) = &core.chain {
        assert!(chain.clues.iter().all(|clue| puzzle.get(clue.cell) == Some(clue.digit)));
        Replay::of(puzzle, chain).run();
    }
}

fn verify_ambiguity(puzzle: &Grid, ambiguity: &Ambiguity) {
    let [one, other] = &ambiguity.solutions;
    for solution in &ambiguity.solutions {
        assert!(Solution::check(puzzle, solution.grid().clone()).is_ok());
    }
    let differs = |cell: &Cell| one.get(*cell) != other.get(*cell);
    assert!(one != other && ambiguity.differing == puzzle.geometry().cells().filter(differs).collect::<Vec<_>>());
    assert_eq!(ambiguity.stopped, None);
    let mut expected = Vec::new();
    for cell in puzzle.empty_cells() {
        let of = |digit| solutions(&with(puzzle, Candidate::new(cell, digit)), 2).len();
        let counts: Vec<(Digit, usize)> = puzzle.geometry().digits().map(|digit| (digit, of(digit))).collect();
        let digits: Vec<Digit> = counts.iter().filter(|(_, count)| *count == 1).map(|(digit, _)| *digit).collect();
        let choices = counts.iter().filter(|(_, count)| *count > 0).count();
        if !digits.is_empty() {
            expected.push((choices, cell, digits));
        }
    }
    expected.sort_by_key(|&(choices, cell, _)| (choices, cell));
    let told = ambiguity.deciding.iter().map(|deciding| (deciding.choices, deciding.cell, deciding.digits.clone()));
    assert_eq!(told.collect::<Vec<_>>(), expected, "{puzzle}");
    if expected.is_empty() {
        assert!(ambiguity.together.len() > 1);
        let more = ambiguity.together.iter().fold(puzzle.clone(), |grid, &digit| with(&grid, digit));
        assert_eq!(solutions(&more, 2), std::slice::from_ref(one), "{puzzle}");
        for digit in &ambiguity.together {
            assert_eq!(solutions(&without(&more, digit.cell), 2).len(), 2, "{digit} can be spared: {puzzle}");
        }
    } else {
        assert!(ambiguity.together.is_empty());
    }
}

fn verify_redundancy(puzzle: &Grid, redundancy: &Redundancy) {
    assert_eq!(solutions(puzzle, 2), std::slice::from_ref(&redundancy.solution));
    let can_go = |clue: &Candidate| solutions(&without(puzzle, clue.cell), 2).len() == 1;
    assert_eq!(redundancy.redundant, puzzle.clues().filter(can_go).collect::<Vec<_>>(), "{puzzle}");
    assert_eq!(redundancy.is_minimal(), Some(redundancy.redundant.is_empty()));
    assert!(redundancy.undecided.is_empty() && redundancy.stopped.is_none());
}

fn verify_candidates(puzzle: &Grid, candidates: &TrueCandidates) {
    let all = solutions(puzzle, usize::MAX);
    assert_eq!(candidates.has_solution(), Some(!all.is_empty()));
    for cell in puzzle.geometry().cells() {
        let digits: BTreeSet<Digit> = all.iter().filter_map(|solution| solution.get(cell)).collect();
        let expected = if puzzle.get(cell).is_some() { BTreeSet::new() } else { digits };
        assert_eq!(candidates.digits(cell, Fate::True).collect::<BTreeSet<_>>(), expected, "{cell} of {puzzle}");
        assert_eq!(candidates.digits(cell, Fate::Undecided).count(), 0);
    }
}

/// A chain taken again step by step, on sets of digits, by nothing but the rules.
struct Replay<'a> {
    chain: &'a Chain,
    grid: Grid,
    ruled_out: BTreeSet<Candidate>,
}

impl<'a> Replay<'a> {
    fn of(puzzle: &Grid, chain: &'a Chain) -> Self {
        Self { chain, grid: only(puzzle, &chain.clues), ruled_out: BTreeSet::new() }
    }

    fn can_be(&self, cell: Cell, digit: Digit) -> bool {
        self.grid.can_place(cell, digit) && !self.ruled_out.contains(&Candidate::new(cell, digit))
    }

    fn digits(&self, cell: Cell) -> Vec<Digit> {
        self.grid.geometry().digits().filter(|&digit| self.can_be(cell, digit)).collect()
    }

    fn places(&self, unit: UnitId, digit: Digit) -> Vec<Cell> {
        self.cells(unit).into_iter().filter(|&cell| self.can_be(cell, digit)).collect()
    }

    fn cells(&self, unit: UnitId) -> Vec<Cell> {
        self.grid.geometry().unit(unit).to_vec()
    }

    fn unit(&self, name: UnitName) -> UnitId {
        let board = self.grid.geometry();
        board.units().find(|&unit| board.unit_name(unit) == name).unwrap()
    }

    fn run(mut self) {
        for step in &self.chain.steps {
            self.step(step);
        }
        let is_within = |some: &[Cell], all: &[Cell]| some.iter().all(|cell| all.contains(cell));
        match &self.chain.contradiction {
            Contradiction::NoDigit(cell) => assert_eq!(self.digits(*cell), []),
            Contradiction::NoPlace(digit, unit, _) => {
                assert!(self.cells(*unit).iter().all(|&cell| self.grid.get(cell) != Some(*digit)));
                assert_eq!(self.places(*unit, *digit), []);
            }
            Contradiction::TooFewDigits { unit, cells, digits, .. } => {
                assert!(digits.len() < cells.len() && is_within(cells, &self.cells(*unit)));
                assert!(cells.iter().flat_map(|&cell| self.digits(cell)).all(|digit| digits.contains(&digit)));
            }
            Contradiction::TooFewPlaces { unit, digits, cells, .. } => {
                assert!(cells.len() < digits.len());
                assert!(digits.iter().all(|&digit| is_within(&self.places(*unit, digit), cells)));
            }
            other => panic!("clues of a core do not clash: {other}"),
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::NakedSingle(candidate) => {
                assert_eq!(self.digits(candidate.cell), [candidate.digit], "{step}");
                self.grid = with(&self.grid, *candidate);
            }
            Step::HiddenSingle(candidate, unit) => {
                assert_eq!(self.places(self.unit(*unit), candidate.digit), [candidate.cell], "{step}");
                self.grid = with(&self.grid, *candidate);
            }
            Step::Elimination { candidates, reason } => {
                assert!(!candidates.is_empty() && candidates.iter().all(|&gone| self.follows(gone, reason)), "{step}");
                self.ruled_out.extend(candidates);
            }
            other => panic!("a step that this test does not know: {other}"),
        }
    }

    /// Whether the digit in the cell would leave it no place in some others.
    fn needs_a_place(&self, gone: Candidate, digit: Digit, cells: &[Cell]) -> bool {
        let is_peer = |&cell: &Cell| self.grid.geometry().shared_unit(gone.cell, cell).is_some();
        let mut places = cells.iter().filter(|&&cell| self.digits(cell).contains(&digit));
        let is_missing = cells.iter().all(|&cell| self.grid.get(cell) != Some(digit));
        gone.digit == digit && is_missing && !cells.contains(&gone.cell) && places.all(is_peer)
    }

    fn follows(&self, gone: Candidate, reason: &Reason) -> bool {
        match reason {
            Reason::Locked { digit, within, also } => {
                let (within, also) = (self.unit(*within), self.unit(*also));
                let (places, also) = (self.places(within, *digit), self.cells(also));
                let is_elsewhere = also.contains(&gone.cell) && !self.cells(within).contains(&gone.cell);
                gone.digit == *digit && is_elsewhere && places.iter().all(|place| also.contains(place))
            }
            Reason::Naked { unit, cells, digits } => {
                let has_no_other = |&cell: &Cell| self.digits(cell).iter().all(|digit| digits.contains(digit));
                let unit = self.cells(self.unit(*unit));
                cells.len() == digits.len()
                    && cells.iter().all(|cell| has_no_other(cell) && unit.contains(cell))
                    && digits.contains(&gone.digit)
                    && unit.contains(&gone.cell)
                    && !cells.contains(&gone.cell)
            }
            Reason::Hidden { unit, cells, digits } => {
                let unit = self.unit(*unit);
                let has_no_other = |&digit: &Digit| self.places(unit, digit).iter().all(|place| cells.contains(place));
                cells.len() == digits.len()
                    && digits.iter().all(has_no_other)
                    && cells.contains(&gone.cell)
                    && !digits.contains(&gone.digit)
            }
            Reason::CommonPeers { digit, unit } => self.needs_a_place(gone, *digit, &self.cells(self.unit(*unit))),
            Reason::Leftovers { digit, within, outside } => {
                let cells = |names: &[UnitName]| -> Vec<Cell> {
                    names.iter().flat_map(|&name| self.cells(self.unit(name))).collect()
                };
                let (within, outside) = (cells(within), cells(outside));
                let left: Vec<Cell> = within.iter().copied().filter(|cell| !outside.contains(cell)).collect();
                within.len() == outside.len() && outside.contains(&gone.cell) && self.needs_a_place(gone, *digit, &left)
            }
            other => panic!("a reason that this test does not know: {other}"),
        }
    }
}

/// Explains a puzzle with every solver; what they say must be so and of one kind.
fn explain(puzzle: &Grid) -> Explanation {
    let mut first: Option<Explanation> = None;
    for (solver, mut explainer) in explainers(puzzle) {
        let explanation = explainer.explain(puzzle).unwrap_or_else(|error| panic!("{solver}: {error}: {puzzle}"));
        verify(puzzle, &explanation);
        let first = first.get_or_insert_with(|| explanation.clone());
        assert_eq!(std::mem::discriminant(first), std::mem::discriminant(&explanation), "{solver}: {puzzle}");
    }
    first.expect("there is a solver")
}

#[test]
fn puzzles_of_every_kind_are_explained() {
    for shape in SHAPES {
        let several = Kind::Several(satdoku::generate::Solutions::Exactly(3));
        for kind in [Kind::Unique, Kind::Minimal, Kind::Holes, Kind::None, several] {
            for puzzle in made(shape, kind, 3, if board(shape).side() == 9 { 1 } else { 3 }) {
                let explanation = explain(&puzzle);
                let is_so = match (&explanation, kind) {
                    (Explanation::Redundancy(redundancy), Kind::Minimal) => redundancy.redundant.is_empty(),
                    (Explanation::Redundancy(_), Kind::Unique | Kind::Holes)
                    | (Explanation::Conflict(Conflict::Clues(_)), Kind::None)
                    | (Explanation::Ambiguity(_), Kind::Several(_) | Kind::Holes) => true,
                    _ => false,
                };
                assert!(is_so, "{kind}: {explanation:?} of {puzzle}");
            }
        }
    }
}

#[test]
fn duplicates_are_told_unit_by_unit() {
    let puzzle = grid("2x2", "11..1..........2");
    let Explanation::Conflict(conflict) = explain(&puzzle) else { panic!("it has no solution") };
    assert_eq!(
        conflict.to_string(),
        "1 twice in row 1: r1c1 r1c2; 1 twice in column 1: r1c1 r2c1; 1 3 times in box 1: r1c1 r1c2 r2c1"
    );
    assert_eq!(conflict.cells().len(), 3);
}

#[test]
fn a_board_without_any_full_grid_is_told() {
    // The unit has both cells of a row in a box, and two more that see both of these.
    let puzzle = grid("regions:1122112233443344+unit:r1c1,r1c2,r2c1,r3c1", "................");
    if solutions(&puzzle, 1).is_empty() {
        let Explanation::Conflict(Conflict::Clues(core)) = explain(&puzzle) else { panic!("it has no solution") };
        assert_eq!(core.clues, []);
    }
    let impossible = grid("2x2+unit:r1c1,r1c2,r2c1,r3c2", "................");
    assert!(solutions(&impossible, 1).is_empty());
    let Explanation::Conflict(Conflict::Clues(core)) = explain(&impossible) else { panic!("it has no solution") };
    assert_eq!((core.clues.as_slice(), core.is_minimal()), ([].as_slice(), true));
}

#[test]
fn a_chain_has_the_steps_that_lead_to_the_contradiction_and_leaves_the_others_out() {
    let line = "54..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = grid("3x3", line);
    let Explanation::Conflict(Conflict::Clues(core)) = explain(&puzzle) else { panic!("it has no solution") };
    let chain = core.chain.expect("deduction shows it");
    assert_eq!(chain.clues, core.clues);
    let all = refute(&only(&puzzle, &core.clues), Reduce::ALL, &Budget::unlimited().start()).unwrap();
    assert!(chain.steps.len() < all.steps.len(), "{} of {}", chain.steps.len(), all.steps.len());
    // Without its last step the contradiction does not follow: the replay stops there.
    let mut shorter = chain.clone();
    shorter.steps.pop();
    assert!(std::panic::catch_unwind(|| Replay::of(&puzzle, &shorter).run()).is_err());
    Replay::of(&puzzle, &chain).run();
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    for shape in SHAPES {
        let several = Kind::Several(satdoku::generate::Solutions::Exactly(120));
        let few = Kind::Several(satdoku::generate::Solutions::Exactly(7));
        let side = board(shape).side();
        for kind in [Kind::Unique, Kind::None, few, several] {
            // The smallest boards have no puzzle with so many.
            if side < 6 && kind == several {
                continue;
            }
            for puzzle in made(shape, kind, 5, 2) {
                for (_, mut explainer) in explainers(&puzzle) {
                    verify_candidates(&puzzle, &explainer.true_candidates(&puzzle).unwrap());
                }
            }
        }
    }
    let empty = grid("2x2", "................");
    verify_candidates(
        &empty,
        &Explainer::new(&Solver::Auto, empty.geometry(), &Options::default()).unwrap().true_candidates(&empty).unwrap(),
    );
    let clash = grid("2x2", "11..............");
    verify_candidates(
        &clash,
        &Explainer::new(&Solver::Auto, clash.geometry(), &Options::default()).unwrap().true_candidates(&clash).unwrap(),
    );
}

#[test]
fn a_budget_that_is_spent_is_told() {
    let token = CancelToken::new();
    token.cancel();
    for (shape, cells) in [("2x2", ".4.2...1.....3.."), ("4x4", &".".repeat(256))] {
        let puzzle = grid(shape, cells);
        for (budget, expected) in [
            (Budget::unlimited().with_time(Duration::ZERO), StopReason::Time),
            (Budget::unlimited().with_cancel(token.clone()), StopReason::Cancelled),
        ] {
            let options = Options { budget, ..Options::default() };
            let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &options).unwrap();
            let explanation = explainer.explain(&puzzle).unwrap();
            assert_eq!(explanation.stopped(), Some(expected));
            assert!(matches!(explanation, Explanation::Unknown { solution: None, .. }), "{explanation:?}");
            let candidates = explainer.true_candidates(&puzzle).unwrap();
            assert_eq!((candidates.stopped, candidates.has_solution()), (Some(expected), None));
            let undecided = |cell| candidates.digits(cell, Fate::Undecided).count();
            assert!(puzzle.empty_cells().all(|cell| undecided(cell) > 0));
        }
    }
}

#[test]
fn a_set_that_was_not_shown_minimal_is_called_so() {
    // A clash that singles show, on a board where the rest takes a solver: the solver's time is up at once.
    let puzzle = grid("2x2", "123....4........");
    let options = Options { budget: Budget::unlimited().with_steps(0), ..Options::default() };
    let mut explainer = Explainer::new(&Solver::Mrv, puzzle.geometry(), &options).unwrap();
    let Explanation::Conflict(Conflict::Clues(core)) = explainer.explain(&puzzle).unwrap() else {
        panic!("a conflict")
    };
    assert_eq!((core.stopped, core.is_minimal()), (Some(StopReason::Steps), false));
    assert!(solutions(&only(&puzzle, &core.clues), 1).is_empty());
}

#[test]
fn a_puzzle_of_another_board_and_a_solver_that_is_not_there_are_errors() {
    let (small, large) = (board("2x2"), board("2x3"));
    let mut explainer = Explainer::new(&Solver::Auto, &small, &Options::default()).unwrap();
    assert!(matches!(explainer.explain(&Grid::empty(&large)), Err(Error::Board { .. })));
    assert!(matches!(explainer.true_candidates(&Grid::empty(&large)), Err(Error::Board { .. })));
    for backend in [Backend::Varisat, Backend::Batsat, Backend::CaDiCaL, Backend::Splr] {
        if !backend.is_compiled() {
            let error = Explainer::new(&Solver::Sat(backend), &small, &Options::default()).err().unwrap();
            assert!(error.to_string().contains("feature"), "{error}");
        }
    }
}

#[test]
fn larger_boards_are_explained() {
    if ![Backend::Varisat, Backend::Batsat, Backend::Splr].iter().any(Backend::is_compiled) {
        return say("skipped: larger boards: no SAT solver is in this build");
    }
    for (shape, kind) in [("3x4", Kind::None), ("4x4", Kind::None), ("3x4", Kind::Minimal), ("3x4", Kind::Unique)] {
        let puzzle = &made(shape, kind, 1, 1)[0];
        let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &Options::default()).unwrap();
        verify(puzzle, &explainer.explain(puzzle).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random clues, of which a few clash.
    #[test]
    fn whatever_is_said_is_so(seed: u64, shape in 0..SHAPES.len(), percent in 15..60_usize, wrong in 0..3_usize) {
        let puzzle = &made(SHAPES[shape], Kind::Unique, seed, 1)[0];
        let solution = &solutions(puzzle, 1)[0];
        let (board, random) = (puzzle.geometry(), &mut Random::new(seed, 1));
        let mut spoiled = Grid::empty(board);
        for clue in solution.clues() {
            if random.below(100) < percent {
                spoiled = with(&spoiled, clue);
            }
        }
        for _ in 0..wrong {
            let cell = board.cell(random.below(board.cell_count()));
            spoiled.set(cell, Some(Digit::from_index(random.below(board.side())))).unwrap();
        }
        // What has very many solutions is beyond the engine that checks.
        prop_assume!(solutions(&spoiled, 2000).len() < 2000);
        let mut explainer = Explainer::new(&Solver::Auto, board, &Options::default()).unwrap();
        verify(&spoiled, &explainer.explain(&spoiled).unwrap());
        verify_candidates(&spoiled, &explainer.true_candidates(&spoiled).unwrap());
    }
}
