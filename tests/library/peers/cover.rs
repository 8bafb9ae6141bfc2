//! A Sudoku as an exact cover problem: sizes, the matrix, names, and the way there and back.

use satdoku::encoding::SudokuCover;
use satdoku::exact_cover::{BinaryMatrix, CoverError, CoverSearch, Storage};
use satdoku::grid::CheckError;
use satdoku::{AlgorithmX, Budget, CancelToken, Count, DancingLinks, Digit, ExactCover, Grid, ItemChoice, StopReason};

use crate::common::{board, grid};
use crate::peers::puzzles::{Random, cell, full, full_on_other_boards, small_corpus};

/// Every engine over a problem.
fn engines(problem: &ExactCover) -> [(&'static str, Box<dyn CoverSearch>); 4] {
    [
        ("dlx", Box::new(DancingLinks::new(problem, ItemChoice::Smallest))),
        ("dlx-leftmost", Box::new(DancingLinks::new(problem, ItemChoice::Leftmost))),
        ("algorithm-x", Box::new(AlgorithmX::new(problem, Storage::Sets).unwrap())),
        ("matrix", Box::new(AlgorithmX::new(problem, Storage::Matrix).unwrap())),
    ]
}

/// The columns of a row's ones, for boxes of n × n cells, from the article's formulas: cell, row and digit, column and
/// digit, box and digit.
fn columns(n: u32, row: u32, column: u32, digit: u32) -> [u32; 4] {
    let side = n * n;
    let square = row / n * n + column / n;
    [
        row * side + column,
        side * side + row * side + digit,
        2 * side * side + column * side + digit,
        3 * side * side + square * side + digit,
    ]
}

#[test]
fn algorithm_x_is_built_within_a_budget() {
    let cover = SudokuCover::of_board(&board("4x5")).unwrap();
    let token = CancelToken::new();
    token.cancel();
    let cancelled = Budget::unlimited().with_cancel(token).start();
    let stopped = AlgorithmX::new_within(cover.problem(), Storage::Sets, &cancelled);
    assert_eq!(stopped.unwrap_err(), CoverError::Stopped(StopReason::Cancelled));
}

#[test]
fn the_problem_of_a_board_has_its_known_size() {
    for (shape, side) in [("1x1", 1), ("2x2", 4), ("2x3", 6), ("3x3", 9), ("3x4", 12), ("4x4", 16)] {
        let cover = SudokuCover::of_board(&board(shape)).unwrap();
        let problem = cover.problem();
        assert_eq!((problem.options(), problem.items()), (side * side * side, 4 * side * side), "{shape}");
        assert!((0..problem.options()).all(|option| problem.option(option).len() == 4), "{shape}");
        assert_eq!(problem.primary_items(), problem.items(), "{shape}");
    }
    // Each diagonal is one unit more: N items, and a fifth or sixth item for what lies on it.
    let problem = SudokuCover::of_board(&board("3x3+diagonals")).unwrap().problem().clone();
    assert_eq!((problem.options(), problem.items(), problem.incidences()), (729, 324 + 18, 4 * 729 + 2 * 81));
}

#[test]
fn the_dense_matrix_of_the_empty_board_is_the_articles() {
    for (shape, n) in [("2x2", 2), ("3x3", 3)] {
        let matrix = SudokuCover::matrix(&Grid::empty(&board(shape))).unwrap();
        let side = n * n;
        assert_eq!((matrix.rows(), matrix.columns()), ((side * side * side) as usize, 4 * (side * side) as usize));
        let mut ones_in = vec![0; matrix.columns()];
        for (at, row) in (0..).zip(0..matrix.rows()) {
            let ones: Vec<u32> = matrix.ones(row).collect();
            assert_eq!(ones, columns(n, at / side / side, at / side % side, at % side), "{shape} row {row}");
            for column in ones {
                ones_in[column as usize] += 1;
            }
        }
        assert!(ones_in.iter().all(|&ones| ones == side), "{shape}: a requirement is met in as many ways as digits");
        let cover = SudokuCover::of_board(&board(shape)).unwrap();
        assert_eq!(BinaryMatrix::from_cover(cover.problem()).unwrap(), matrix, "{shape}");
    }
}

#[test]
fn a_clue_empties_the_rows_that_contradict_it() {
    let puzzle = grid("3x3", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let matrix = SudokuCover::matrix(&puzzle).unwrap();
    let side = puzzle.geometry().digit_count();
    for row in 0..matrix.rows() {
        let clue = puzzle.digits()[row / side];
        let is_open = clue.is_none_or(|clue| (usize::from(clue.get()) - 1) == row % side);
        assert_eq!(matrix.ones(row).count(), if is_open { 4 } else { 0 }, "row {row}");
    }
    let empty = (0..matrix.rows()).filter(|&row| matrix.ones(row).count() == 0).count();
    assert_eq!(empty, puzzle.clue_count() * (side - 1));
}

#[test]
fn the_matrix_of_a_puzzle_goes_through_every_engine_and_back_to_its_solution() {
    let cases = small_corpus(5).filter(|case| case.count <= 24);
    for case in cases {
        let board = SudokuCover::of_board(case.puzzle.geometry()).unwrap();
        let matrix = SudokuCover::matrix(&case.puzzle).unwrap();
        let problem = ExactCover::from_matrix(&matrix).unwrap();
        let mut listings = Vec::new();
        for (name, mut search) in engines(&problem) {
            let mut running = Budget::unlimited().start();
            let mut found = Vec::new();
            while search.advance(&mut running).is_satisfiable() {
                assert!(problem.is_solution(search.cover()), "{name}: {}", case.name);
                // Row k of the matrix is option k of the empty board.
                let solution = board.decode(&case.puzzle, search.cover()).unwrap();
                assert!(case.solution.as_ref().is_none_or(|expected| *expected == *solution), "{name}: {}", case.name);
                found.push(solution.to_string());
            }
            found.sort();
            assert_eq!(found.len() as u64, case.count, "{name}: {}", case.name);
            listings.push(found);
        }
        assert!(listings.iter().all(|listing| *listing == listings[0]), "{}", case.name);
    }
}

#[test]
fn live_options_given_clues_and_the_matrix_count_alike() {
    for case in small_corpus(9).filter(|case| case.count <= 300) {
        let running = || Budget::unlimited().start();
        let live = SudokuCover::of_puzzle(&case.puzzle).unwrap();
        let count = DancingLinks::new(live.problem(), ItemChoice::Smallest).count_within(None, &mut running());
        assert_eq!(count, Count::exact(case.count), "live options: {}", case.name);
        let board = SudokuCover::of_board(case.puzzle.geometry()).unwrap();
        let mut links = DancingLinks::new(board.problem(), ItemChoice::Smallest);
        board.clues(&case.puzzle).for_each(|option| links.select(option));
        assert_eq!(links.count_within(None, &mut running()), Count::exact(case.count), "given clues: {}", case.name);
        links.reset();
        let problem = ExactCover::from_matrix(&SudokuCover::matrix(&case.puzzle).unwrap()).unwrap();
        let count = DancingLinks::new(&problem, ItemChoice::Smallest).count_within(None, &mut running());
        assert_eq!(count, Count::exact(case.count), "matrix: {}", case.name);
    }
}

#[test]
fn options_are_the_candidates_in_the_order_of_reading() {
    for puzzle in [Grid::empty(&board("2x3")), grid("2x3", "..2..5..3......6.1..1.23....5..3.1..")] {
        let cover = SudokuCover::of_puzzle(&puzzle).unwrap();
        let candidates: Vec<_> = (0..cover.problem().options()).map(|option| cover.candidate(option)).collect();
        assert!(candidates.is_sorted_by(|a, b| a < b), "{puzzle}");
        let is_live = |cell, digit| puzzle.get(cell).map_or(puzzle.can_place(cell, digit), |clue| clue == digit);
        let geometry = puzzle.geometry();
        let live = geometry.cells().flat_map(|cell| geometry.digits().map(move |digit| (cell, digit)));
        let live: Vec<_> = live.filter(|&(cell, digit)| is_live(cell, digit)).collect();
        assert_eq!(candidates.iter().map(|candidate| (candidate.cell, candidate.digit)).collect::<Vec<_>>(), live);
    }
    let puzzle = grid("2x2", ".4.2...1.....3..");
    let cover = SudokuCover::of_board(puzzle.geometry()).unwrap();
    let clues: Vec<_> = cover.clues(&puzzle).map(|option| cover.candidate(option).to_string()).collect();
    assert_eq!(clues, ["r1c2=4", "r1c4=2", "r2c4=1", "r4c2=3"]);
}

#[test]
fn items_are_named_for_what_they_ask() {
    let cover = SudokuCover::of_board(&board("2x2+diagonals")).unwrap();
    let names: Vec<_> = (0..cover.problem().items()).map(|item| cover.item_name(item)).collect();
    assert_eq!((names[0].as_str(), names[15].as_str()), ("r1c1", "r4c4"));
    assert_eq!((names[16].as_str(), names[31].as_str()), ("1 in row 1", "4 in row 4"));
    assert_eq!((names[32].as_str(), names[48].as_str()), ("1 in column 1", "1 in box 1"));
    assert_eq!((names[64].as_str(), names[71].as_str()), ("1 in diagonal 1", "4 in diagonal 2"));
    let mut different = names.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), names.len());
    // An option's items are the ones its candidate meets.
    let option = (0..64).find(|&option| cover.candidate(option).to_string() == "r2c3=4").unwrap();
    let items = cover.problem().option(option);
    let items: Vec<_> = items.iter().map(|&item| names[item as usize].as_str()).collect();
    assert_eq!(items, ["r2c3", "4 in row 2", "4 in column 3", "4 in box 2", "4 in diagonal 2"]);
}

#[test]
fn what_is_no_solution_is_not_decoded_as_one() {
    let puzzle = grid("2x2", ".4.2...1.....3..");
    let cover = SudokuCover::of_board(puzzle.geometry()).unwrap();
    let solution = grid("2x2", "1432324141232314");
    let options: Vec<u32> = cover.clues(&solution).collect();
    assert_eq!(*cover.decode(&puzzle, &options).unwrap(), solution);
    let decode = |options: &[u32]| cover.decode(&puzzle, options).unwrap_err();
    assert_eq!(decode(&[]), CheckError::Incomplete(cell(0, 0)));
    assert_eq!(decode(&options[..15]), CheckError::Incomplete(cell(3, 3)));
    // Two options for a cell leave another one empty.
    let mut doubled = options.clone();
    doubled[3] = options[2];
    assert_eq!(decode(&doubled), CheckError::Incomplete(cell(0, 3)));
    // Another solution of the board changes a clue.
    let other = full(2, 2, &mut Random(2));
    assert!(matches!(decode(&cover.clues(&other).collect::<Vec<_>>()), CheckError::Clue { .. }));
    // A digit that the puzzle leaves open and the rules do not.
    let mut wrong = solution.clone();
    wrong.set(cell(0, 0), Digit::or_empty(3)).unwrap();
    assert!(matches!(decode(&cover.clues(&wrong).collect::<Vec<_>>()), CheckError::Violation(_)));
}

#[test]
fn a_full_grid_is_one_option_a_cell() {
    let random = &mut Random(17);
    let mut grids = full_on_other_boards(random);
    grids.extend([full(3, 3, random), full(5, 5, random)]);
    for solution in grids {
        let cover = SudokuCover::of_puzzle(&solution).unwrap();
        assert_eq!(cover.problem().options() as usize, solution.geometry().cell_count());
        let mut links = DancingLinks::new(cover.problem(), ItemChoice::Smallest);
        assert!(links.advance(&mut Budget::unlimited().start()).is_satisfiable());
        assert_eq!(*cover.decode(&solution, links.cover()).unwrap(), solution);
        assert!(links.advance(&mut Budget::unlimited().start()).is_unsatisfiable());
    }
}

#[test]
fn a_matrix_that_is_too_large_is_refused() {
    let error = SudokuCover::matrix(&Grid::empty(&board("7x7"))).unwrap_err();
    assert!(matches!(error, CoverError::MatrixTooLarge { .. }), "{error}");
}
