//! Deduction: nothing is lost, every step follows, a contradiction tells its place.

use proptest::prelude::*;
use satdoku::geometry::UnitId;
use satdoku::reduction::{Contradiction, Reduced, Reduction};
use satdoku::{Budget, CancelToken, Candidate, Digit, Grid, ItemChoice, Options, Solver, StopReason, Techniques};

use crate::common::replay::Replay;
use crate::common::{board, corpus, grid};
use crate::peers::puzzles::{Random, full, full_on, small_corpus, thinned};

const JIGSAW: &str = "regions:1112211322333254435544455";
const DLX: Solver = Solver::DancingLinks(ItemChoice::Smallest);

/// The cells of a unit where a digit can be placed.
fn places(grid: &Grid, unit: UnitId, digit: Digit) -> Vec<satdoku::Cell> {
    grid.geometry().unit(unit).iter().copied().filter(|&cell| grid.can_place(cell, digit)).collect()
}

/// The same deduction by looking at the whole grid again and again; `None` where a cell or a digit has no place.
fn naive(puzzle: &Grid) -> Option<Grid> {
    let mut grid = puzzle.clone();
    loop {
        let geometry = grid.geometry().clone();
        let mut found = None;
        for cell in grid.empty_cells() {
            let digits: Vec<_> = geometry.digits().filter(|&digit| grid.can_place(cell, digit)).collect();
            match digits[..] {
                [] => return None,
                [digit] => found = Some(Candidate { cell, digit }),
                _ => {}
            }
        }
        for (unit, digit) in geometry.units().flat_map(|unit| geometry.digits().map(move |digit| (unit, digit))) {
            if geometry.unit(unit).iter().any(|&cell| grid.get(cell) == Some(digit)) {
                continue;
            }
            match places(&grid, unit, digit)[..] {
                [] => return None,
                [cell] => found = Some(Candidate { cell, digit }),
                _ => {}
            }
        }
        match found {
            Some(Candidate { cell, digit }) => grid.set(cell, Some(digit)).unwrap(),
            None => return Some(grid),
        }
    }
}

/// All singles, with steps.
fn singles(puzzle: &Grid) -> Result<Reduced, Contradiction> {
    Reduction::new(Techniques::SINGLES).with_steps().run(puzzle, &Budget::unlimited().start())
}

/// The first step in words.
fn words_of_first(reduced: &Reduced) -> String {
    reduced.steps()[0].in_words(reduced.grid().geometry()).to_string()
}

/// Replays the steps; returns what is left after the deduction, `None` after a contradiction.
fn checked(puzzle: &Grid) -> Option<Grid> {
    let reduced = singles(puzzle).ok()?;
    let mut replay = Replay::of(puzzle);
    reduced.steps().iter().for_each(|step| replay.take(step));
    let grid = replay.grid;
    assert_eq!(&grid, reduced.grid());
    let silent = Reduction::new(Techniques::SINGLES).run(puzzle, &Budget::unlimited().start()).unwrap();
    assert!(silent.steps().is_empty() && silent.grid() == &grid);
    Some(grid)
}

#[test]
fn no_solution_of_the_corpus_is_lost() {
    for case in small_corpus(12) {
        let most = Some(2000.min(case.count + 1));
        let count = |grid: &Grid| DLX.count_with(grid, most, &Options::default()).unwrap();
        match singles(&case.puzzle) {
            Ok(reduced) => {
                assert!(case.puzzle.clues().all(|clue| reduced.grid().get(clue.cell) == Some(clue.digit)));
                assert_eq!(count(reduced.grid()), count(&case.puzzle), "{}", case.name);
            }
            Err(contradiction) => assert_eq!(case.count, 0, "{contradiction:?}: {}", case.name),
        }
    }
}

#[test]
fn every_step_follows_and_nothing_is_left_to_follow() {
    let (mut steps, mut contradictions) = (0, 0);
    for case in small_corpus(9) {
        let reduced = checked(&case.puzzle);
        match &reduced {
            Some(grid) => steps += grid.clue_count() - case.puzzle.clue_count(),
            None => contradictions += 1,
        }
        let expected = if case.puzzle.first_conflict().is_some() { None } else { naive(&case.puzzle) };
        assert_eq!(reduced, expected, "{}", case.name);
    }
    assert!(steps > 100 && contradictions > 5, "{steps} steps, {contradictions} contradictions: too few to tell");
}

#[test]
fn easy_puzzles_of_any_size_fall_to_singles_alone() {
    let random = &mut Random(1);
    for (rows, columns) in [(2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5), (6, 6), (8, 8), (9, 9), (1, 130)] {
        let solution = full(rows, columns, random);
        // A large grid soon has two ways to fill what was taken out.
        let puzzle = thinned(&solution, if rows * columns > 12 { 97 } else { 85 }, random);
        let reduced = singles(&puzzle).unwrap();
        assert_eq!(reduced.grid(), &solution, "{rows}x{columns}");
        assert_eq!(reduced.steps().len(), puzzle.empty_cells().count(), "{rows}x{columns}");
    }
}

#[test]
fn a_full_grid_needs_no_step_and_an_empty_one_allows_none() {
    let solution = full(3, 4, &mut Random(5));
    let reduced = singles(&solution).unwrap();
    assert!(reduced.steps().is_empty() && *reduced.grid() == solution);
    for shape in ["2x3", "4x4", "3x3+diagonals", JIGSAW] {
        let empty = Grid::empty(&board(shape));
        assert_eq!(singles(&empty).unwrap().into_grid(), empty, "{shape}");
    }
    // A board of one cell is the exception.
    let reduced = singles(&Grid::empty(&board("1x1"))).unwrap();
    assert!(reduced.steps().len() == 1 && words_of_first(&reduced) == "r1c1=1, the only digit left");
}

#[test]
fn a_step_tells_its_reason() {
    let first = |puzzle: &Grid| words_of_first(&singles(puzzle).unwrap());
    assert_eq!(first(&grid("2x2", "123.............")), "r1c4=4, the only digit left");
    // Two 1s leave either box between them one place.
    assert_eq!(first(&grid("2x2", "1.........1.....")), "r4c2=1, the only place in box 3");
    // Two digits of its row, one of its region and one of its column.
    assert_eq!(first(&grid(JIGSAW, "54...3...4............1..")), "r1c3=2, the only digit left");
}

#[test]
fn a_contradiction_tells_its_place() {
    let contradiction = |shape: &str, cells: &str| singles(&grid(shape, cells)).unwrap_err();
    let told = |shape: &str, cells: &str| contradiction(shape, cells).in_words(&board(shape)).to_string();
    // Two equal clues.
    assert_eq!(told("2x2", "1..1............"), "1 twice in row 1: r1c1 r1c4");
    assert_eq!(told("2x2+diagonals", "1..............1"), "1 twice in diagonal 1: r1c1 r4c4");
    assert_eq!(told(JIGSAW, "5.....5.................."), "5 twice in region 1: r1c1 r2c2");
    assert!(
        matches!(contradiction("2x2", "11.............."), Contradiction::Clues(conflict) if conflict.cells().len() == 2)
    );
    // A cell whose row and box use up the digits.
    assert_eq!(told("2x2", "123....4........"), "no digit is left for r1c4");
    // A row without a place for 1, though every cell of it has two digits left.
    assert_eq!(told("2x2", "...21.....1....."), "no place is left for 1 in row 1");
}

#[test]
fn a_contradiction_behind_other_steps_is_found() {
    let (mut by_cell, mut by_unit) = (0, 0);
    for case in corpus().into_iter().filter(|case| case.count == 0) {
        match singles(&case.puzzle) {
            Err(Contradiction::NoDigit(cell)) => {
                assert_eq!(case.puzzle.get(cell), None, "{}", case.name);
                by_cell += 1;
            }
            Err(Contradiction::NoPlace(digit, unit)) => {
                let mut cells = case.puzzle.geometry().unit(unit).iter();
                assert!(cells.all(|&cell| case.puzzle.get(cell) != Some(digit)), "{}", case.name);
                by_unit += 1;
            }
            _ => {}
        }
    }
    assert!(by_cell > 2 && by_unit > 2, "{by_cell} and {by_unit}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_deduced_stands_in_the_solution(seed: u64, shape in 0..8_usize, percent in 20..80_usize) {
        let random = &mut Random(seed);
        let solution = full_on(&[(2, 2), (2, 3), (3, 3), (2, 5)], shape, random);
        let puzzle = thinned(&solution, percent, random);
        let reduced = checked(&puzzle);
        prop_assert_eq!(&reduced, &naive(&puzzle));
        let reduced = reduced.expect("a puzzle with a solution is no contradiction");
        prop_assert!(reduced.clues().all(|digit| solution.get(digit.cell) == Some(digit.digit)));
    }

    #[test]
    fn a_wrong_digit_is_no_contradiction_unless_there_is_one(seed: u64, shape in 0..3_usize, percent in 30..70_usize) {
        let random = &mut Random(seed);
        let (rows, columns) = [(2, 2), (2, 3), (3, 2)][shape];
        let mut puzzle = thinned(&full(rows, columns, random), percent, random);
        let side = puzzle.geometry().digit_count();
        let at = puzzle.geometry().cell(random.below(side * side));
        puzzle.set(at, Some(Digit::new(random.below(side) as u16 + 1))).unwrap();
        let expected = if puzzle.first_conflict().is_some() { None } else { naive(&puzzle) };
        prop_assert_eq!(checked(&puzzle), expected);
    }
}

#[test]
fn a_large_board_is_not_taken_in_after_a_stop() {
    let token = CancelToken::new();
    token.cancel();
    let cancelled = Budget::unlimited().with_cancel(token).start();
    let reduced = Reduction::new(Techniques::SINGLES).run(&Grid::empty(&board("6x6")), &cancelled).unwrap();
    assert_eq!(reduced.stopped(), Some(StopReason::Cancelled));
}
