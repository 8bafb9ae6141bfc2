//! Explanations, held against an engine that has no part in them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::common::replay::Replay;
use crate::common::{board, cases, grid, is_thorough};
use proptest::prelude::*;
use satdoku::explain::{
    Ambiguity, CandidateStatus, Chain, Core, Explainer, Explanation, NoSolution, Redundancy, TrueCandidates,
};
use satdoku::generate::{Kind, Random, Recipe};
use satdoku::reduction::refute;
use satdoku::{
    Backend, Budget, CancelToken, Candidate, Cell, Digit, Error, Grid, ItemChoice, Options, Solution, Solver,
    StopReason, Techniques,
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
    let solutions = Solver::DancingLinks(ItemChoice::Smallest).solutions(puzzle);
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
    let recipe = Recipe::new(&board, kind).with_seed(seed).with_clues(clues);
    let puzzles = recipe.puzzles(0..count, &Budget::unlimited()).unwrap();
    puzzles.map(|made| made.unwrap().puzzle).collect()
}

/// The solvers that explain on a board: by sessions, and under assumptions.
fn explainers(puzzle: &Grid) -> Vec<(Solver, Explainer)> {
    let mut solvers = vec![Solver::Auto];
    // These two take their time on larger boards.
    if puzzle.geometry().digit_count() < 8 {
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

/// All of them, or in the quick size one, another for the next puzzle.
fn explainers_of(number: usize, puzzle: &Grid) -> Vec<(Solver, Explainer)> {
    let mut all = explainers(puzzle);
    if !is_thorough() {
        all = vec![all.swap_remove(number % all.len())];
    }
    all
}

/// Whether what is said of a puzzle is so.
fn verify(puzzle: &Grid, explanation: &Explanation) {
    match explanation {
        Explanation::Conflict(NoSolution::Clash(clash)) => assert_eq!(clash.duplicates, puzzle.conflicts()),
        Explanation::Conflict(NoSolution::Core(core)) => verify_core(puzzle, core),
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
    if let Some(chain) = core.chain.as_ref().expect("no step is missing") {
        assert!(chain.clues.iter().all(|clue| puzzle.get(clue.cell) == Some(clue.digit)));
        replay(puzzle, chain);
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
        assert_eq!(
            candidates.digits(cell, CandidateStatus::True).collect::<BTreeSet<_>>(),
            expected,
            "{cell} of {puzzle}"
        );
        assert_eq!(candidates.digits(cell, CandidateStatus::Undecided).count(), 0);
    }
}

/// Takes a chain again from its clues, step by step.
fn replay(puzzle: &Grid, chain: &Chain) {
    let mut replay = Replay::of(&only(puzzle, &chain.clues));
    chain.steps.iter().for_each(|step| replay.take(step));
    replay.end(&chain.contradiction);
}

/// Explains a puzzle with every solver; what they say must be so and of one kind.
fn explain(puzzle: &Grid) -> Explanation {
    explain_with(explainers(puzzle), puzzle)
}

fn explain_with(explainers: Vec<(Solver, Explainer)>, puzzle: &Grid) -> Explanation {
    let mut first: Option<Explanation> = None;
    for (solver, mut explainer) in explainers {
        let explanation = explainer.explain(puzzle).unwrap_or_else(|error| panic!("{solver}: {error}: {puzzle}"));
        verify(puzzle, &explanation);
        let first = first.get_or_insert_with(|| explanation.clone());
        assert_eq!(std::mem::discriminant(first), std::mem::discriminant(&explanation), "{solver}: {puzzle}");
    }
    first.expect("there is a solver")
}

#[test]
fn puzzles_of_every_kind_are_explained() {
    let mut seen = 0;
    for shape in SHAPES {
        let several = Kind::Several(satdoku::generate::SolutionsWanted::Exactly(3));
        for kind in [Kind::Unique, Kind::Minimal, Kind::Holes, Kind::None, several] {
            for puzzle in made(shape, kind, 3, if board(shape).digit_count() == 9 { 1 } else { cases(1, 3) }) {
                let explanation = explain_with(explainers_of(seen, &puzzle), &puzzle);
                seen += 1;
                let is_so = match (&explanation, kind) {
                    (Explanation::Redundancy(redundancy), Kind::Minimal) => redundancy.redundant.is_empty(),
                    (Explanation::Redundancy(_), Kind::Unique | Kind::Holes)
                    | (Explanation::Conflict(NoSolution::Core(_)), Kind::None)
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
        let Explanation::Conflict(NoSolution::Core(core)) = explain(&puzzle) else { panic!("it has no solution") };
        assert_eq!(core.clues, []);
    }
    let impossible = grid("2x2+unit:r1c1,r1c2,r2c1,r3c2", "................");
    assert!(solutions(&impossible, 1).is_empty());
    let Explanation::Conflict(NoSolution::Core(core)) = explain(&impossible) else { panic!("it has no solution") };
    assert_eq!((core.clues.as_slice(), core.is_minimal()), ([].as_slice(), true));
}

#[test]
fn a_chain_has_the_steps_that_lead_to_the_contradiction_and_leaves_the_others_out() {
    let line = "54..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = grid("3x3", line);
    let Explanation::Conflict(NoSolution::Core(core)) = explain(&puzzle) else { panic!("it has no solution") };
    let chain = core.chain.unwrap().expect("deduction shows it");
    assert_eq!(chain.clues, core.clues);
    let all = refute(&only(&puzzle, &core.clues), Techniques::ALL, &Budget::unlimited().start()).unwrap();
    assert!(chain.steps.len() < all.steps.len(), "{} of {}", chain.steps.len(), all.steps.len());
    // Without its last step the contradiction does not follow: the replay stops there.
    let mut shorter = chain.clone();
    shorter.steps.pop();
    assert!(std::panic::catch_unwind(|| replay(&puzzle, &shorter)).is_err());
    replay(&puzzle, &chain);
}

/// Unsolvable puzzles on every shape: a solution with clues taken out and one changed, so that no two clash.
fn broken(shape: &str, percent: usize, seed: u64, count: u64) -> Vec<Grid> {
    let board = board(shape);
    let random = &mut Random::new(seed, 0);
    let recipe = Recipe::new(&board, Kind::Holes).with_seed(seed).with_clues(board.cell_count() * percent / 100);
    let puzzles = recipe.puzzles(0..count, &Budget::unlimited()).unwrap().map(|made| made.unwrap().puzzle);
    let changed = puzzles.filter_map(|mut puzzle| {
        let clues: Vec<Candidate> = puzzle.clues().collect();
        let clue = clues[random.below(clues.len())];
        puzzle.set(clue.cell, None).unwrap();
        let digit = board.digits().find(|&digit| digit != clue.digit && puzzle.can_place(clue.cell, digit))?;
        puzzle.set(clue.cell, Some(digit)).unwrap();
        Some(puzzle)
    });
    changed.filter(|puzzle| solutions(puzzle, 1).is_empty()).collect()
}

#[test]
fn every_step_of_every_chain_follows_from_premises_that_were_ruled_out_before() {
    let shapes = SHAPES.into_iter().chain(["3x3+unit:r1c1,r2c2,r3c3,r4c5,r5c4,r6c6,r7c7,r8c8,r9c9"]);
    let mut techniques = BTreeMap::new();
    let (mut chains, mut deductions) = (0, 0);
    for shape in shapes {
        let running = Budget::unlimited().start();
        for puzzle in [30, 45].into_iter().flat_map(|percent| broken(shape, percent, 11, 60)) {
            for means in
                [Techniques::SINGLES, Techniques::OVERLAPS, Techniques::SINGLES | Techniques::MATCHING, Techniques::ALL]
            {
                let Some(refuted) = refute(&puzzle, means, &running) else { continue };
                let mut replay = Replay::of(&puzzle);
                refuted.steps.iter().for_each(|step| replay.take(step));
                replay.end(&refuted.contradiction);
                refuted
                    .steps
                    .iter()
                    .for_each(|step| *techniques.entry(format!("{:?}", step.technique)).or_insert(0) += 1);
                deductions += 1;
            }
            let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &Options::default()).unwrap();
            let explanation = explainer.explain(&puzzle).unwrap();
            let Explanation::Conflict(NoSolution::Core(core)) = explanation else {
                panic!("{explanation:?} of {puzzle}")
            };
            if let Some(chain) = core.chain.expect("no step is missing") {
                replay(&puzzle, &chain);
                chains += 1;
            }
        }
    }
    assert!(chains > 300 && deductions > 1000, "{chains} chains and {deductions} deductions of {techniques:?}");
    assert!(techniques.len() >= 6, "{techniques:?}");
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    let mut seen = 0;
    for shape in SHAPES {
        let several = Kind::Several(satdoku::generate::SolutionsWanted::Exactly(cases(30, 120)));
        let few = Kind::Several(satdoku::generate::SolutionsWanted::Exactly(7));
        let side = board(shape).digit_count();
        for kind in [Kind::Unique, Kind::None, few, several] {
            // The smallest boards have no puzzle with so many.
            if side < 6 && kind == several {
                continue;
            }
            for puzzle in made(shape, kind, 5, cases(1, 2)) {
                for (_, mut explainer) in explainers_of(seen, &puzzle) {
                    verify_candidates(&puzzle, &explainer.true_candidates(&puzzle).unwrap());
                }
                seen += 1;
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
            let options = Options::default().with_budget(budget);
            let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &options).unwrap();
            let explanation = explainer.explain(&puzzle).unwrap();
            assert_eq!(explanation.stopped(), Some(expected));
            assert!(matches!(explanation, Explanation::Unknown { solution: None, .. }), "{explanation:?}");
            let candidates = explainer.true_candidates(&puzzle).unwrap();
            assert_eq!((candidates.stopped, candidates.has_solution()), (Some(expected), None));
            let undecided = |cell| candidates.digits(cell, CandidateStatus::Undecided).count();
            assert!(puzzle.empty_cells().all(|cell| undecided(cell) > 0));
        }
    }
}

#[test]
fn a_set_that_was_not_shown_minimal_is_called_so() {
    // A clash that singles show, on a board where the rest takes a solver: the solver's time is up at once.
    let puzzle = grid("2x2", "123....4........");
    let options = Options::default().with_budget(Budget::unlimited().with_steps(0));
    let mut explainer = Explainer::new(&Solver::Mrv, puzzle.geometry(), &options).unwrap();
    let Explanation::Conflict(NoSolution::Core(core)) = explainer.explain(&puzzle).unwrap() else {
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
            spoiled.set(cell, Some(Digit::new(random.below(board.digit_count()) as u16 + 1))).unwrap();
        }
        // What has very many solutions is beyond the engine that checks.
        prop_assume!(solutions(&spoiled, 2000).len() < 2000);
        let mut explainer = Explainer::new(&Solver::Auto, board, &Options::default()).unwrap();
        verify(&spoiled, &explainer.explain(&spoiled).unwrap());
        verify_candidates(&spoiled, &explainer.true_candidates(&spoiled).unwrap());
    }
}
