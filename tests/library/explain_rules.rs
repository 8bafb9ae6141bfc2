//! Explanations of puzzles with rules, held against brute force: clues and rules are parts alike.

use satdoku::explain::{Chain, Core, Explainer, Explanation, NoSolution, Redundancy};
use satdoku::{Backend, Candidate, Grid, ItemChoice, Options, Rule, Solver};

use crate::agreement::boards::ruled_puzzle;
use crate::agreement::brute_force::count;
use crate::common::replay::Replay;
use crate::common::{cases, say};

const BRUTE_FORCE: u64 = 60_000;

/// A puzzle of some clues and rules on a board.
fn only(puzzle: &Grid, clues: &[Candidate], rules: &[Rule]) -> Grid {
    let mut grid = puzzle.without_rules().emptied();
    for clue in clues {
        grid.set(clue.cell, Some(clue.digit)).unwrap();
    }
    grid.with_rules(rules.to_vec()).unwrap()
}

fn without<T: Clone + PartialEq>(all: &[T], at: usize) -> Vec<T> {
    [&all[..at], &all[at + 1..]].concat()
}

/// How many solutions a puzzle has, up to two; none where that takes too long.
fn solutions(puzzle: &Grid) -> Option<u64> {
    count(puzzle, 2, BRUTE_FORCE)
}

/// The set has no solution, and with one part less it has. How much of that was decided.
fn verify_core(puzzle: &Grid, core: &Core) -> u64 {
    assert!(core.is_minimal() && core.clues.is_sorted());
    assert!(core.clues.iter().all(|clue| puzzle.get(clue.cell) == Some(clue.digit)));
    assert!(core.rules.iter().all(|rule| puzzle.rules().as_slice().contains(rule)));
    let set = only(puzzle, &core.clues, &core.rules);
    let mut decided = 0;
    let mut check = |puzzle: &Grid, has: bool, said: &str| {
        let found = solutions(puzzle);
        assert!(found.is_none_or(|found| (found > 0) == has), "{said}: {puzzle} {:?}", puzzle.rules());
        decided += u64::from(found.is_some());
    };
    check(&set, false, "not a conflict");
    for at in 0..core.clues.len() {
        check(&only(puzzle, &without(&core.clues, at), &core.rules), true, "a clue can be spared");
    }
    for at in 0..core.rules.len() {
        check(&only(puzzle, &core.clues, &without(&core.rules, at)), true, "a rule can be spared");
    }
    if let Some(chain) = core.chain.as_ref().expect("no step is missing") {
        let rules: Vec<Rule> = chain.rules.iter().map(|&rule| chain.puzzle.rules().get(rule).clone()).collect();
        check(&only(puzzle, &chain.clues, &rules), false, "the chain's beginning has a solution");
        replay(chain);
    }
    decided
}

/// Takes a chain again from its clues, in the puzzle that it names.
fn replay(chain: &Chain) {
    let mut puzzle = chain.puzzle.emptied();
    for clue in &chain.clues {
        puzzle.set(clue.cell, Some(clue.digit)).unwrap();
    }
    if puzzle.first_violation().is_some() {
        return;
    }
    let mut replay = Replay::of(&puzzle);
    chain.steps.iter().for_each(|step| replay.take(step));
    replay.end(&chain.contradiction);
}

fn verify_redundancy(puzzle: &Grid, redundancy: &Redundancy) {
    let (clues, rules): (Vec<Candidate>, _) = (puzzle.clues().collect(), puzzle.rules().as_slice());
    for (at, clue) in clues.iter().enumerate() {
        if let Some(found) = solutions(&only(puzzle, &without(&clues, at), rules)) {
            assert_eq!(found == 1, redundancy.redundant.contains(clue), "{clue}: {puzzle} {:?}", puzzle.rules());
        }
    }
    for (at, rule) in rules.iter().enumerate() {
        if let Some(found) = solutions(&only(puzzle, &clues, &without(rules, at))) {
            assert_eq!(found == 1, redundancy.redundant_rules.contains(rule), "{rule}: {puzzle}");
        }
    }
    assert_eq!(redundancy.is_minimal(), Some(redundancy.redundant.is_empty() && redundancy.redundant_rules.is_empty()));
}

fn solvers() -> Vec<Solver> {
    let sat = [Backend::Varisat, Backend::Batsat].into_iter().filter(Backend::is_compiled).map(Solver::Sat);
    [Solver::Auto, Solver::Propagating].into_iter().chain(sat).collect()
}

/// Explains a puzzle; what is said must be so. Which kind it is, and what was decided of it.
fn explain(puzzle: &Grid, solver: &Solver) -> (usize, u64) {
    let mut explainer = Explainer::new(solver, puzzle.geometry(), &Options::default()).unwrap();
    let explanation = explainer.explain(puzzle).unwrap_or_else(|error| panic!("{solver}: {error}: {puzzle}"));
    let expected = solutions(puzzle);
    let (kind, count, decided) = match &explanation {
        Explanation::Conflict(NoSolution::Clash(clash)) => {
            assert!(clash.duplicates == puzzle.conflicts());
            assert_eq!(clash.breaches.len() + clash.duplicates.len(), puzzle.violations().len());
            (0, 0, 1)
        }
        Explanation::Conflict(NoSolution::Core(core)) => {
            let is_mixed = !core.clues.is_empty() && !core.rules.is_empty();
            (1 + usize::from(is_mixed), 0, verify_core(puzzle, core))
        }
        Explanation::Ambiguity(ambiguity) => {
            assert!(ambiguity.solutions.iter().all(|solution| solution.grid().rules() == puzzle.rules()));
            assert!(ambiguity.solutions[0] != ambiguity.solutions[1]);
            (3, 2, 1)
        }
        Explanation::Redundancy(redundancy) => {
            verify_redundancy(puzzle, redundancy);
            (4, 1, 1)
        }
        Explanation::Unknown { reason, .. } => panic!("no limit, but {reason}"),
    };
    assert!(expected.is_none_or(|expected| expected == count), "{solver}: {expected:?} {puzzle} {:?}", puzzle.rules());
    (kind, decided)
}

#[test]
fn clues_and_rules_that_are_named_are_needed_and_all_that_is_needed() {
    let mut kinds = [0; 5];
    let (mut puzzles, mut decided) = (0, 0);
    for number in 0..160 {
        // The quick size ends where each kind was seen, of which the last is seldom.
        if number >= cases(20, 160) && kinds.iter().all(|&kind| kind > 0) {
            break;
        }
        let puzzle = ruled_puzzle(7_000 + number);
        puzzles += 1;
        for solver in solvers() {
            let (kind, more) = explain(&puzzle, &solver);
            kinds[kind] += 1;
            decided += more;
        }
    }
    say(&format!("explained: {kinds:?} clashes, cores, mixed cores, several, one; {decided} decided by brute force"));
    assert!(kinds.iter().all(|&kind| kind > 0), "{kinds:?}");
    assert!(2 * decided > 5 * puzzles, "{decided} of {puzzles} puzzles");
}

fn puzzle(board: &str, clues: &str, rules: &[&str]) -> Grid {
    let board = std::sync::Arc::new(board.parse().unwrap());
    let mut grid = Grid::empty(&board);
    for clue in clues.split_whitespace() {
        let (cell, digit) = clue.split_once('=').unwrap();
        grid.set(cell.parse().unwrap(), Some(satdoku::Digit::new(digit.parse().unwrap()))).unwrap();
    }
    grid.with_rules(rules.iter().map(|rule| rule.parse().unwrap()).collect()).unwrap()
}

fn conflict(puzzle: &Grid) -> NoSolution {
    let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &Options::default()).unwrap();
    let Explanation::Conflict(conflict) = explainer.explain(puzzle).unwrap() else { panic!("it has no solution") };
    conflict
}

#[test]
fn a_minimal_explanation_mixes_cages_and_clues() {
    // The cage of 3 is 1 and 2; the 1 of the column keeps it out of r1c1, the 2 of the other row out of r1c2.
    let puzzle = puzzle(
        "3x3",
        "r5c1=1 r9c2=1 r9c9=5 r4c4=8",
        &["killer 3 r1c1 r1c2", "killer 9 r7c7 r7c8", "thermometer r3c1 r3c2 r3c3", "antiknight"],
    );
    let said = conflict(&puzzle);
    assert_eq!(said.to_string(), "r5c1=1 r9c2=1, the cage of 3 at r1c1 cannot stand together");
    let NoSolution::Core(core) = said else { panic!("nothing is broken at once") };
    let chain = core.chain.unwrap().expect("deduction shows it");
    assert_eq!(chain.contradiction.in_words_of(&chain.puzzle).to_string(), "the cage of 3 at r1c1 cannot be fulfilled");
}

#[test]
fn rules_alone_can_contradict_one_another_and_a_sum_does_not_borrow_from_other_rules() {
    // Three cells make 6 as 2 2 2 unless the cage without a total keeps them apart, and then as 1 2 3.
    let apart = ["littlekiller 6 r1c1 r2c5 r3c9", "killer r1c1 r2c5 r3c9", "allowed 2 r1c1", "allowed 2 r2c5"];
    let said = conflict(&puzzle("3x3", "", &apart)).to_string();
    assert_eq!(
        said,
        "the cage at r1c1, the candidates given at r1c1, the candidates given at r2c5 cannot stand together"
    );
    let alone = ["littlekiller 3 r1c1 r2c5 r3c9", "killer r1c1 r2c5 r3c9", "thermometer r9c1 r9c2"];
    let NoSolution::Core(core) = conflict(&puzzle("3x3", "", &alone)) else { panic!("nothing is broken at once") };
    assert_eq!((core.clues.len(), core.rules.len()), (0, 2));
}

#[test]
fn what_clues_break_at_once_is_said_by_the_rule() {
    let puzzle = puzzle("2x2", "r1c1=1 r1c2=2 r2c2=2", &["killer 5 r1c1 r1c2", "thermometer r2c2 r3c3"]);
    let said = conflict(&puzzle);
    let NoSolution::Clash(clash) = &said else { panic!("clues break a rule") };
    assert_eq!((clash.duplicates.len(), clash.breaches.len()), (2, 1));
    assert_eq!(clash.breaches[0].0.to_string(), "killer 5 r1c1 r1c2");
    assert!(said.to_string().ends_with("the cage of 5 at r1c1 makes 3: r1c1 r1c2"), "{said}");
}

#[test]
fn candidates_of_puzzles_with_rules_are_those_of_all_solutions() {
    let mut seen = 0;
    for number in 0..60 {
        let puzzle = ruled_puzzle(9_000 + number);
        let all: Vec<_> = Solver::Mrv.solutions(&puzzle).unwrap().take(400).collect::<Result<_, _>>().unwrap();
        if all.len() == 400 || puzzle.first_violation().is_some() {
            continue;
        }
        for solver in solvers() {
            let mut explainer = Explainer::new(&solver, puzzle.geometry(), &Options::default()).unwrap();
            let found = explainer.true_candidates(&puzzle).unwrap();
            assert_eq!(found.has_solution(), Some(!all.is_empty()));
            for cell in puzzle.empty_cells() {
                let expected: std::collections::BTreeSet<_> = all.iter().filter_map(|one| one.get(cell)).collect();
                let digits = found.digits(cell, satdoku::explain::CandidateStatus::True);
                assert!(digits.eq(expected), "{solver}: {cell} of {puzzle} {:?}", puzzle.rules());
            }
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn an_explainer_with_exact_cover_refuses_rules_that_it_does_not_know() {
    let puzzle = puzzle("2x2", "", &["thermometer r1c1 r2c2"]);
    let solver = Solver::DancingLinks(ItemChoice::Smallest);
    let refused =
        Explainer::new(&solver, puzzle.geometry(), &Options::default()).unwrap().explain(&puzzle).unwrap_err();
    assert!(refused.to_string().ends_with("thermometer r1c1 r2c2"), "{refused}");
}
