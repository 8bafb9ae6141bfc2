//! Direct search: the order of the solutions, stops and resumption, what is never written, depth.

use satdoku::search::{Backtracking, GridSearch, Mrv, solve_in_place};
use satdoku::{Budget, CancelToken, Cell, Digit, Grid, Solution, StopReason, Verdict};

use crate::common::{board, corpus, grid};
use crate::peers::puzzles::{Random, cell, full, full_on_other_boards, small_corpus, thinned};

/// Figure 1 of the report on minimum remaining values, with 23 clues, and its figure 2.
const FIGURE_1: &str = "67........25.......9.56.2..3...8.9........8.1...47......86...9........1.1.6.5..7.";
const FIGURE_2: &str = "673924185425138769891567234314286957267395841589471326748612593952743618136859472";

/// The fillings of a search in its order, each one checked.
fn listed(puzzle: &Grid, search: &mut dyn GridSearch) -> Vec<Grid> {
    let mut running = Budget::unlimited().start();
    let mut found = Vec::new();
    while search.advance(&mut running).is_satisfiable() {
        found.push(Solution::check(puzzle, search.grid()).expect("a solution").into_grid());
    }
    for _ in 0..2 {
        assert!(search.advance(&mut running).is_unsatisfiable(), "the end stays the end");
        assert_eq!(&search.grid(), puzzle, "after the end the clues are left");
    }
    found
}

/// The digits in the order of some cells.
fn read(grid: &Grid, order: &[Cell]) -> Vec<Option<Digit>> {
    order.iter().map(|&cell| grid.get(cell)).collect()
}

/// Both searches over a puzzle.
fn searches(puzzle: &Grid) -> [(&'static str, Box<dyn GridSearch>); 2] {
    [("backtracking", Box::new(Backtracking::new(puzzle))), ("mrv", Box::new(Mrv::new(puzzle)))]
}

#[test]
fn backtracking_lists_the_solutions_in_lexicographic_order() {
    for case in small_corpus(6).filter(|case| case.count <= 300) {
        let found = listed(&case.puzzle, &mut Backtracking::new(&case.puzzle));
        assert_eq!(found.len() as u64, case.count, "{}", case.name);
        assert!(found.is_sorted_by(|a, b| a.digits() < b.digits()), "{}", case.name);
        let mut other = listed(&case.puzzle, &mut Mrv::new(&case.puzzle));
        other.sort_by(|a, b| a.digits().cmp(b.digits()));
        assert_eq!(found, other, "{}", case.name);
    }
}

#[test]
fn an_order_of_cells_is_the_order_of_the_solutions() {
    let random = &mut Random(3);
    for case in small_corpus(6).filter(|case| (2..=100).contains(&case.count)) {
        let mut order: Vec<_> = case.puzzle.geometry().cells().collect();
        for turn in 0..3 {
            if turn == 0 {
                order.reverse();
            } else {
                random.shuffle(&mut order);
            }
            let found = listed(&case.puzzle, &mut Backtracking::with_order(&case.puzzle, &order));
            assert_eq!(found.len() as u64, case.count, "{}", case.name);
            assert!(found.is_sorted_by(|a, b| read(a, &order) < read(b, &order)), "{}", case.name);
        }
    }
}

#[test]
fn cells_that_make_no_order_are_passed_over() {
    let puzzle = grid("2x2", "1..4.......1....");
    let first_column = [cell(3, 0), cell(0, 0), cell(3, 0), cell(9, 0), cell(0, 4), cell(2, 0)];
    let found = listed(&puzzle, &mut Backtracking::with_order(&puzzle, &first_column));
    // Named cells first, the others row by row.
    let mut order = vec![cell(3, 0), cell(2, 0)];
    order.extend(puzzle.geometry().cells());
    assert_eq!(found.len(), 6);
    assert!(found.is_sorted_by(|a, b| read(a, &order) < read(b, &order)));
    assert_eq!(
        listed(&puzzle, &mut Backtracking::with_order(&puzzle, &[])),
        listed(&puzzle, &mut Backtracking::new(&puzzle))
    );
}

#[test]
fn both_searches_find_the_solution_of_the_corpus() {
    for case in small_corpus(9).filter(|case| case.solution.is_some() && case.puzzle.empty_cells().count() <= 60) {
        for (name, mut search) in searches(&case.puzzle) {
            assert_eq!(
                listed(&case.puzzle, search.as_mut()),
                [case.solution.clone().unwrap()],
                "{name}: {}",
                case.name
            );
        }
    }
}

#[test]
fn figure_1_of_the_report_has_figure_2_as_its_only_solution() {
    let (puzzle, solution) = (grid("3x3", FIGURE_1), grid("3x3", FIGURE_2));
    assert_eq!(puzzle.clue_count(), 23);
    assert_eq!(listed(&puzzle, &mut Mrv::new(&puzzle)), [solution]);
}

#[test]
fn a_full_grid_is_its_own_only_filling() {
    let random = &mut Random(7);
    let mut grids = full_on_other_boards(random);
    grids.extend([full(1, 1, random), full(2, 3, random), full(5, 5, random)]);
    for solution in grids {
        for (name, mut search) in searches(&solution) {
            assert_eq!(listed(&solution, search.as_mut()), std::slice::from_ref(&solution), "{name}");
        }
    }
}

#[test]
fn clues_in_conflict_have_no_filling_and_stay_as_they_are() {
    let mut full_but_wrong = grid("3x3", FIGURE_2);
    full_but_wrong.set(cell(0, 0), Digit::or_empty(7)).unwrap();
    let wrong = [
        grid("2x2", "11.............."),
        grid("2x2", "1....1.........."),
        grid("2x2", "1.......1......."),
        grid("2x2+diagonals", "1..............1"),
        grid("regions:1112211322333254435544455", "5.....5.................."),
        // Three equal digits: flipped bits would cancel to one.
        grid("2x2", "1..11..........."),
        full_but_wrong,
    ];
    for puzzle in wrong {
        for (name, mut search) in searches(&puzzle) {
            assert_eq!(listed(&puzzle, search.as_mut()), [], "{name}: {puzzle}");
        }
        let mut in_place = puzzle.clone();
        assert!(solve_in_place(&mut in_place, &mut Budget::unlimited().start()).is_unsatisfiable());
        assert_eq!(in_place, puzzle);
    }
}

#[test]
fn a_grid_is_filled_in_place_or_left_as_it_was() {
    for case in small_corpus(9).filter(|case| case.puzzle.empty_cells().count() <= 60) {
        let mut grid = case.puzzle.clone();
        match solve_in_place(&mut grid, &mut Budget::unlimited().start()) {
            Verdict::Satisfiable(()) => assert!(case.count > 0 && Solution::check(&case.puzzle, grid).is_ok()),
            verdict => {
                assert_eq!((verdict, case.count), (Verdict::Unsatisfiable, 0), "{}", case.name);
                assert_eq!(grid, case.puzzle);
            }
        }
        let mut grid = case.puzzle.clone();
        let verdict = solve_in_place(&mut grid, &mut Budget::unlimited().with_steps(1).start());
        if case.puzzle.empty_cells().count() > 2 && verdict != Verdict::Unsatisfiable {
            assert_eq!(verdict, Verdict::Unknown(StopReason::Steps), "{}", case.name);
            assert_eq!(grid, case.puzzle, "a search that was stopped writes nothing");
        }
    }
}

#[test]
fn a_search_in_pieces_lists_what_it_lists_in_one_go() {
    for case in corpus().into_iter().filter(|case| case.count <= 24 && case.puzzle.empty_cells().count() <= 30) {
        for ((name, mut whole), (_, mut pieces)) in searches(&case.puzzle).into_iter().zip(searches(&case.puzzle)) {
            let expected = listed(&case.puzzle, whole.as_mut());
            for steps in [1, 2, 7] {
                let mut found = Vec::new();
                loop {
                    match pieces.advance(&mut Budget::unlimited().with_steps(steps).start()) {
                        Verdict::Satisfiable(()) => found.push(pieces.grid()),
                        Verdict::Unsatisfiable => break,
                        Verdict::Unknown(reason) => assert_eq!(reason, StopReason::Steps),
                    }
                }
                assert_eq!(found, expected, "{name} in pieces of {steps}: {}", case.name);
                pieces = searches(&case.puzzle).into_iter().find(|(other, _)| *other == name).unwrap().1;
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_between_solutions_breaks_no_rule() {
    let puzzle = grid("2x3", "34......5.....1.56....4..1.3........");
    for (name, mut search) in searches(&puzzle) {
        loop {
            match search.advance(&mut Budget::unlimited().with_steps(1).start()) {
                Verdict::Unsatisfiable => break,
                _ => assert_eq!(search.grid().first_conflict(), None, "{name}"),
            }
        }
    }
}

#[test]
fn a_cancelled_search_says_so() {
    let token = CancelToken::new();
    token.cancel();
    for (name, mut search) in searches(&grid("3x3", FIGURE_1)) {
        let mut running = Budget::unlimited().with_cancel(token.clone()).start();
        assert_eq!(search.advance(&mut running), Verdict::Unknown(StopReason::Cancelled), "{name}");
        assert!(search.advance(&mut Budget::unlimited().start()).is_satisfiable(), "{name} goes on");
    }
}

/// Where rows are the boxes, every choice of the smallest digit succeeds on a side that is a power of two: the cells
/// hold the exclusive or of their row and column, and the search is 65,536 cells deep.
#[test]
fn the_deepest_search_needs_no_stack() {
    let empty = Grid::empty(&board("1x256"));
    let mut search = Backtracking::new(&empty);
    assert!(search.advance(&mut Budget::unlimited().start()).is_satisfiable());
    let grid = search.grid();
    for cell in grid.geometry().cells() {
        assert_eq!(grid.get(cell), Some(Digit::new((cell.row() ^ cell.column()) as u16 + 1)), "{cell}");
    }
    assert_eq!(search.advance(&mut Budget::unlimited().with_steps(1).start()), Verdict::Unknown(StopReason::Steps));
    drop(search);
}

/// All cells of two digits are empty on a 256×256 grid: wherever the search begins, the rest follows.
#[test]
fn a_grid_of_256_a_side_is_filled() {
    let solution = full(16, 16, &mut Random(11));
    let mut puzzle = solution.clone();
    for clue in solution.clues().filter(|clue| [1, 2].contains(&clue.digit.get())) {
        puzzle.set(clue.cell, None).unwrap();
    }
    assert_eq!(puzzle.empty_cells().count(), 512);
    for (name, mut search) in searches(&puzzle) {
        assert!(search.advance(&mut Budget::unlimited().start()).is_satisfiable(), "{name}");
        assert!(Solution::check(&puzzle, search.grid()).is_ok(), "{name}");
    }
}

#[test]
fn mrv_solves_boards_of_every_shape() {
    let random = &mut Random(13);
    let mut grids = full_on_other_boards(random);
    for (rows, columns) in [(2, 5), (3, 4), (4, 4), (5, 5), (1, 12)] {
        grids.push(full(rows, columns, random));
    }
    for solution in grids {
        let puzzle = thinned(&solution, 60, random);
        let mut search = Mrv::new(&puzzle);
        let verdict = search.advance(&mut Budget::unlimited().with_steps(1_000_000).start());
        assert_eq!(verdict, Verdict::Satisfiable(()), "{}", solution.geometry());
        assert!(Solution::check(&puzzle, search.grid()).is_ok(), "{}", solution.geometry());
    }
}
