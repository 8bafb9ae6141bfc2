//! The steps of deduction one by one and together: nothing is lost, every reason holds, and nothing is left that a step
//! could have seen.

use proptest::prelude::*;
use satdoku::encoding::SudokuCover;
use satdoku::exact_cover::CoverSearch;
use satdoku::reduction::{Contradiction, Reduced, Reduction, refute};
use satdoku::{
    Budget, CancelToken, Candidate, Cell, DancingLinks, Digit, Grid, ItemChoice, Options, Solver, StopReason,
    Techniques,
};

use crate::common::replay::Replay;
use crate::common::{board, cases, grid};
use crate::peers::puzzles::{Random, full, full_on, small_corpus, thinned};

const STEPS: [Techniques; 5] =
    [Techniques::SINGLES, Techniques::LOCKED, Techniques::SUBSETS, Techniques::MATCHING, Techniques::OVERLAPS];

/// All sets of steps.
fn all_sets() -> impl Iterator<Item = Techniques> {
    let in_set = |set: usize| STEPS.into_iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1);
    (0..32).map(move |set| in_set(set).fold(Techniques::NONE, |all, (_, step)| all | step))
}

/// The sets that are tried on a puzzle: all, or in the quick size every seventh, others for the puzzle after it.
fn sets_of(number: usize) -> impl Iterator<Item = Techniques> {
    all_sets().skip(cases(number % 7, 0)).step_by(cases(7, 1))
}

fn reduce(puzzle: &Grid, steps: Techniques, with_steps: bool) -> Result<Reduced, Contradiction> {
    let reduction = Reduction::new(steps);
    let reduction = if with_steps { reduction.with_steps() } else { reduction };
    reduction.run(puzzle, &Budget::unlimited().start())
}

/// Counts over the candidates that are left, at most `most`.
fn count(reduced: &Reduced, most: u64) -> u64 {
    let cover = SudokuCover::of_reduced(reduced).unwrap();
    let mut links = DancingLinks::new(cover.problem(), ItemChoice::Smallest);
    links.count(Some(most), &Budget::unlimited()).value().to_u64().unwrap()
}

/// Whether some choice of different digits fills the cells.
fn fills(replay: &Replay, cells: &[Cell], used: &mut Vec<Digit>) -> bool {
    let Some((&cell, rest)) = cells.split_first() else { return true };
    replay.digits(cell).into_iter().any(|digit| {
        if used.contains(&digit) {
            return false;
        }
        used.push(digit);
        let is_filled = fills(replay, rest, used);
        used.pop();
        is_filled
    })
}

/// Whether each candidate of each unit is in some filling of the unit, found by trying.
fn is_all_different_consistent(replay: &Replay) -> bool {
    let geometry = replay.grid.geometry();
    geometry.units().all(|unit| {
        let open: Vec<Cell> =
            geometry.unit(unit).iter().copied().filter(|&cell| replay.grid.get(cell).is_none()).collect();
        open.iter().all(|&cell| {
            let others: Vec<Cell> = open.iter().copied().filter(|&other| other != cell).collect();
            replay.digits(cell).into_iter().all(|digit| fills(replay, &others, &mut vec![digit]))
        })
    })
}

/// Whether no digit is locked with something left to strike out.
fn is_unlocked(replay: &Replay) -> bool {
    let geometry = replay.grid.geometry();
    let is_filled = |unit, digit| geometry.unit(unit).iter().any(|&cell| replay.grid.get(cell) == Some(digit));
    let pairs = || geometry.units().flat_map(|a| geometry.units().map(move |b| (a, b))).filter(|(a, b)| a != b);
    geometry.digits().all(|digit| {
        pairs().filter(|&(a, b)| !is_filled(a, digit) && !is_filled(b, digit)).all(|(a, b)| {
            let (here, there) = (replay.places(a, digit), replay.places(b, digit));
            !here.iter().all(|cell| there.contains(cell)) || here.len() == there.len()
        })
    })
}

/// Whether no candidate is a peer of all places of its digit in a unit.
fn has_no_common_peers(replay: &Replay) -> bool {
    let geometry = replay.grid.geometry();
    let is_filled = |unit, digit| geometry.unit(unit).iter().any(|&cell| replay.grid.get(cell) == Some(digit));
    replay.live.iter().filter(|candidate| replay.grid.get(candidate.cell).is_none()).all(
        |&Candidate { cell, digit }| {
            let peers: Vec<Cell> = geometry.peers(cell).collect();
            let leaves = |unit| replay.places(unit, digit).iter().any(|place| *place == cell || !peers.contains(place));
            geometry.units().all(|unit| is_filled(unit, digit) || leaves(unit))
        },
    )
}

/// Deduces with every set of steps that is tried on the puzzle, and checks all that is said.
fn check_sets(number: usize, puzzle: &Grid) {
    let solutions = count(&Reduced::of(puzzle.clone()), 60);
    for set in sets_of(number) {
        let told = || format!("{set}:\n{puzzle:#}");
        let reduced = match reduce(puzzle, set, true) {
            Ok(reduced) => reduced,
            Err(contradiction) => {
                assert_eq!(solutions, 0, "{contradiction:?} {}", told());
                // In silence subsets are left to the matching, which may come upon another contradiction first.
                let silent = reduce(puzzle, set, false).unwrap_err();
                let is_same_search = !set.contains(Techniques::SUBSETS | Techniques::MATCHING);
                assert!(silent == contradiction || !is_same_search, "{silent:?} {}", told());
                if puzzle.first_conflict().is_none() {
                    let refuted = refute(puzzle, set, &Budget::unlimited().start()).unwrap();
                    let mut replay = Replay::of(puzzle);
                    refuted.steps.iter().for_each(|step| replay.take(step));
                    replay.end(&refuted.contradiction);
                }
                continue;
            }
        };
        assert_eq!(count(&reduced, 60), solutions, "{}", told());
        let mut replay = Replay::of(puzzle);
        reduced.steps().iter().for_each(|step| replay.take(step));
        assert_eq!(&replay.grid, reduced.grid(), "{}", told());
        let left: Vec<Candidate> = reduced.candidates().iter().collect();
        let is_open = |candidate: &&Candidate| replay.grid.get(candidate.cell).is_none();
        assert!(replay.live.iter().filter(is_open).eq(&left), "{}", told());
        assert_eq!(left.len(), reduced.candidates().len());
        let silent = reduce(puzzle, set, false).unwrap();
        assert!(
            silent.steps().is_empty() && silent.grid() == reduced.grid() && silent.candidates() == reduced.candidates()
        );
        if set.contains(Techniques::LOCKED) {
            assert!(is_unlocked(&replay), "{}", told());
        }
        if set.contains(Techniques::OVERLAPS) {
            assert!(has_no_common_peers(&replay), "{}", told());
        }
        if set.contains(Techniques::MATCHING) && puzzle.geometry().digit_count() <= 6 {
            assert!(is_all_different_consistent(&replay), "{}", told());
        }
    }
}

#[test]
fn names_read_back_and_anything_else_is_refused() {
    let mut names: Vec<String> = Vec::new();
    for set in all_sets() {
        assert_eq!(set.to_string().parse(), Ok(set));
        names.push(set.to_string());
    }
    assert_eq!([&names[0], &names[3], &names[31]], ["none", "singles,locked", "all"]);
    assert_eq!("Singles".parse(), Ok(Techniques::SINGLES));
    assert_eq!("matching, singles".parse(), Ok(Techniques::SINGLES | Techniques::MATCHING));
    assert_eq!("singles,locked,subsets,matching,overlaps".parse(), Ok(Techniques::ALL));
    for wrong in ["", "pairs", "singles,", "none,singles", "single"] {
        let error = wrong.parse::<Techniques>().unwrap_err().to_string();
        let expected =
            "expected none, all, or some of singles, locked, subsets, matching, overlaps with commas between";
        assert_eq!(error, format!("{expected}, found {wrong:?}"));
    }
}

#[test]
fn every_set_of_steps_keeps_the_solutions_of_the_corpus() {
    let is_small = |puzzle: &Grid| puzzle.geometry().digit_count() <= 6;
    let cases: Vec<_> = small_corpus(9).filter(|case| case.puzzle.first_conflict().is_none()).collect();
    // Of the larger boards every fourth will do.
    let (small, large): (Vec<_>, Vec<_>) = cases.into_iter().partition(|case| is_small(&case.puzzle));
    let tried = small.iter().chain(large.iter().step_by(4));
    tried.enumerate().for_each(|(number, case)| check_sets(number, &case.puzzle));
}

#[test]
fn each_step_alone_sees_what_it_is_named_after() {
    let in_words = |reduced: &Reduced| -> Vec<String> {
        reduced.steps().iter().map(|step| step.in_words(reduced.grid().geometry()).to_string()).collect()
    };
    let told = |steps, shape, cells: &str| -> Vec<String> {
        let reduced = reduce(&grid(shape, cells), steps, true).unwrap();
        assert!(reduced.has_eliminations() == (steps != Techniques::SINGLES));
        in_words(&reduced)
    };
    // Box 1 has room for 1, 8 and 9 in row 1 only.
    let pointing = ".........234......567......";
    let steps = told(Techniques::LOCKED, "3x3", &format!("{pointing:.<81}"));
    let expected = "not r1c4=1 r1c5=1 r1c6=1 r1c7=1 r1c8=1 r1c9=1: its places in box 1 all lie in row 1";
    assert!(steps.len() == 3 && steps.contains(&expected.to_owned()), "{steps:?}");
    // Two cells of row 1 have only 1 and 2 left.
    let pair = "..9......345......678......";
    for step in [Techniques::SUBSETS, Techniques::MATCHING] {
        let steps = told(step, "3x3", &format!("{pair:.<81}"));
        let is_it = |step: &String| step.starts_with("not r1c4=1 ") && step.ends_with(": r1c1 r1c2 of row 1 need 1 2");
        assert!(steps.iter().any(is_it), "{steps:?}");
        assert!(steps.iter().all(|step| step.contains(" need ")), "{steps:?}");
    }
    assert!(told(Techniques::SINGLES, "3x3", &format!("{pair:.<81}")).is_empty());
    let jigsaw = told(Techniques::LOCKED, JIGSAW, "54...3...4............1..");
    assert_eq!(jigsaw[0], "not r2c4=1 r3c4=1: its places in row 1 all lie in region 2");
}

#[test]
fn overlapping_units_tell_what_cells_have_in_common() {
    // Row 1 and region 1 share all but r1c5 and r2c5, which are equal so, and in one column.
    let swapped = board("regions:111121222212333333444444555555666666");
    let contradiction = reduce(&Grid::empty(&swapped), Techniques::OVERLAPS, true).unwrap_err();
    assert_eq!(contradiction.in_words(&swapped).to_string(), "no digit is left for r2c5");
    let refuted = refute(&Grid::empty(&swapped), Techniques::OVERLAPS, &Budget::unlimited().start()).unwrap();
    assert_eq!(refuted.steps[0].in_words(&swapped).to_string(), "not r2c5=1: 1 there would leave 1 no place in row 1");
    let options = Options::default().with_reduce(Techniques::OVERLAPS).with_budget(Budget::unlimited().with_steps(0));
    let links = Solver::DancingLinks(ItemChoice::Smallest);
    assert!(links.solve_with(&Grid::empty(&swapped), &options).unwrap().is_unsatisfiable());
    // Rows 1 and 2 and regions 1 and 2 share all but r2c3 and r3c3; no row is nearly one of these regions.
    let crossed = board("regions:1112211322332443354455554");
    let refuted = refute(&Grid::empty(&crossed), Techniques::OVERLAPS, &Budget::unlimited().start()).unwrap();
    let expected = "not r3c3=1: 1 there would need a place in row 1 and row 2 outside region 1 and region 2";
    assert_eq!(refuted.steps[0].in_words(&crossed).to_string(), expected);
    let mut replay = Replay::of(&Grid::empty(&crossed));
    refuted.steps.iter().for_each(|step| replay.take(step));
}

const JIGSAW: &str = "regions:1112211322333254435544455";

#[test]
fn too_many_cells_for_their_digits_are_a_contradiction_that_names_both() {
    // Three columns leave 1 and 2 to three cells of row 1, and to three of row 9.
    let rows = ["3..4..5..", "4..5..6..", "5..6..7..", "6..7..8..", "7..8..9..", "8..9..3..", "9..3..4.."];
    let puzzle = grid("3x3", &format!(".........{}.........", rows.concat()));
    assert!(reduce(&puzzle, Techniques::SINGLES, false).unwrap().into_grid() == puzzle);
    let contradiction = reduce(&puzzle, Techniques::MATCHING, false).unwrap_err();
    assert_eq!(contradiction.in_words(puzzle.geometry()).to_string(), "r1c1 r1c4 r1c7 of row 1 have only 1 2 left");
    Replay::of(&puzzle).end(&contradiction);
    // Where two of the cells strike out the digits of the third, that one is named.
    assert_eq!(
        reduce(&puzzle, Techniques::SUBSETS, false).unwrap_err().in_words(puzzle.geometry()).to_string(),
        "no digit is left for r1c7"
    );
    let options = Options::default().with_reduce(Techniques::MATCHING);
    assert!(Solver::Mrv.solve_with(&puzzle, &options).unwrap().is_unsatisfiable());
}

#[test]
fn too_many_digits_for_their_places_are_a_contradiction_that_names_both() {
    // Boxes 1 and 2 have 1, 2 and 3 already, and a clue leaves two cells of row 1 outside them.
    let clues = "........4123.........123...";
    let puzzle = grid("3x3", &format!("{clues:.<81}"));
    assert!(reduce(&puzzle, Techniques::SINGLES, false).unwrap().into_grid() == puzzle);
    let contradiction = reduce(&puzzle, Techniques::MATCHING, false).unwrap_err();
    assert_eq!(contradiction.in_words(puzzle.geometry()).to_string(), "only r1c7 r1c8 of row 1 are left for 1 2 3");
    Replay::of(&puzzle).end(&contradiction);
    assert_eq!(
        reduce(&puzzle, Techniques::SUBSETS, false).unwrap_err().in_words(puzzle.geometry()).to_string(),
        "no place is left for 3 in row 1"
    );
}

#[test]
fn a_spent_budget_ends_deduction_and_what_was_deduced_holds() {
    let random = &mut Random(3);
    let solution = full(5, 5, random);
    let puzzle = thinned(&solution, 60, random);
    let token = CancelToken::new();
    token.cancel();
    let running = Budget::unlimited().with_cancel(token.clone()).start();
    let reduced = Reduction::new(Techniques::ALL).run(&puzzle, &running).unwrap();
    assert_eq!(reduced.stopped(), Some(StopReason::Cancelled));
    assert!(reduced.candidates().iter().count() > 0);
    assert!(reduced.grid().clues().all(|clue| solution.get(clue.cell) == Some(clue.digit)));
    assert_eq!(reduce(&puzzle, Techniques::ALL, false).unwrap().stopped(), None);
}

#[test]
fn all_solvers_start_from_the_candidates_that_are_left() {
    let random = &mut Random(8);
    for (rows, columns, percent) in [(2, 3, 35), (3, 3, 32), (3, 4, 45)] {
        let puzzle = thinned(&full(rows, columns, random), percent, random);
        let expected =
            Solver::DancingLinks(ItemChoice::Smallest).count_with(&puzzle, Some(50), &Options::default()).unwrap();
        for steps in [Techniques::LOCKED, Techniques::MATCHING, Techniques::ALL] {
            let options = Options::default().with_reduce(steps);
            for solver in crate::common::solvers().into_iter().filter(|solver| {
                *solver != Solver::Nine && (rows * columns <= 9 || !matches!(solver, Solver::Backtracking))
            }) {
                if let Solver::Sat(satdoku::Backend::Splr) | Solver::DancingLinks(ItemChoice::Leftmost) = solver {
                    continue;
                }
                let counted = solver.count_with(&puzzle, Some(50), &options).unwrap();
                assert_eq!(counted.value(), expected.value(), "{solver} {steps}\n{puzzle:#}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_set_of_steps_keeps_the_solutions(seed: u64, shape in 0..8_usize, percent in 15..60_usize, is_spoiled: bool) {
        let random = &mut Random(seed);
        let solution = full_on(&[(2, 2), (2, 3), (3, 2), (3, 3)], shape, random);
        let mut puzzle = thinned(&solution, percent, random);
        if is_spoiled {
            let side = puzzle.geometry().digit_count();
            let (at, digit) = (puzzle.geometry().cell(random.below(side * side)), Digit::new(random.below(side) as u16 + 1));
            if puzzle.can_place(at, digit) {
                puzzle.set(at, Some(digit)).unwrap();
            }
        }
        check_sets(seed as usize, &puzzle);
    }
}
