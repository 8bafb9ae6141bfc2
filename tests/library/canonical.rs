//! The canonical form: the same for all grids that moves carry into one another, another for all others.

use std::collections::{BTreeMap, HashSet};

use crate::common::{board, corpus, grid};
use satdoku::generate::{Kind, Random, Recipe, Relabelling, SolutionsWanted};
use satdoku::geometry::Movement;
use satdoku::{Budget, Cell, Digit, Geometry, Grid};

fn canonical(grid: &Grid) -> Grid {
    grid.canonical().unwrap_or_else(|error| panic!("{error}: {grid}")).grid
}

/// Checks that the form is reached by the move that is told, and that the move carries units into units.
fn check_move(grid: &Grid) -> Grid {
    let form = grid.canonical().unwrap_or_else(|error| panic!("{error}: {grid}"));
    let board = grid.geometry();
    let digits: HashSet<Digit> = form.digits.iter().copied().collect();
    let cells: HashSet<Cell> = form.from.iter().copied().collect();
    assert_eq!((digits.len(), cells.len()), (board.digit_count(), board.cell_count()), "{grid}");
    for (cell, from) in board.cells().zip(&form.from) {
        let renamed = grid.get(*from).map(|digit| form.digits[board.digit_index(digit)]);
        assert_eq!(form.grid.get(cell), renamed, "{grid}");
    }
    let sorted = |cells: Vec<Cell>| cells.into_iter().collect::<std::collections::BTreeSet<Cell>>();
    let units: HashSet<_> = board.units().map(|unit| sorted(board.unit(unit).to_vec())).collect();
    for unit in board.units() {
        let image = board.unit(unit).iter().map(|&cell| form.from[board.index(cell)]).collect();
        assert!(units.contains(&sorted(image)), "{grid}: {} is carried into no unit", board.unit_name(unit));
    }
    assert!(values(&form.grid) <= values(grid), "{grid}: the least form is no larger");
    form.grid
}

fn values(grid: &Grid) -> Vec<u16> {
    let index = |digit: Digit| grid.geometry().digit_index(digit) as u16;
    grid.digits().iter().map(|digit| digit.map_or(0, |digit| index(digit) + 1)).collect()
}

/// Puzzles and full grids of every kind on a board.
fn grids(shape: &str) -> Vec<Grid> {
    let mut grids = vec![Grid::empty(&board(shape))];
    for (kind, clues) in [
        (Kind::Unique, None),
        (Kind::Minimal, None),
        (Kind::None, None),
        (Kind::Several(SolutionsWanted::AtLeast(9)), None),
        (Kind::Holes, Some(3)),
        (Kind::Holes, Some(board(shape).cell_count() / 3)),
        (Kind::Holes, Some(board(shape).cell_count())),
    ] {
        let recipe = Recipe::new(&board(shape), kind).with_clues(clues).with_seed(3);
        let made = recipe.puzzles(0..4, &Budget::unlimited()).expect("the recipe can be followed");
        grids.extend(made.map(|made| made.expect("a puzzle").puzzle));
    }
    grids
}

#[test]
fn moved_grids_have_one_canonical_form() {
    let mut random = Random::new(5, 0);
    for shape in ["3x3", "2x2", "2x3", "3x2", "2x4", "1x5", "3x4", "4x4", "2x2+digits:0..3", "2x3+digits:0..5"] {
        for grid in grids(shape) {
            let form = check_move(&grid);
            assert_eq!(canonical(&form), form, "{grid}");
            for _ in 0..if shape == "4x4" { 1 } else { 5 } {
                let moved = Relabelling::random(grid.geometry(), &mut random).apply(&grid).unwrap();
                assert_eq!(check_move(&moved), form, "{grid} moved to {moved}");
            }
        }
    }
}

/// Clues that clash have a form as well: a digit twice in a row, a column or a box.
#[test]
fn grids_with_conflicts_have_one_canonical_form() {
    let mut random = Random::new(6, 0);
    for case in corpus().into_iter().filter(|case| case.puzzle.geometry().extra_units().len() == 0) {
        let side = case.puzzle.geometry().digit_count();
        if !(4..=9).contains(&side) || case.puzzle.geometry().to_string().starts_with("regions") {
            continue;
        }
        let mut spoilt = case.puzzle.clone();
        for _ in 0..side {
            let cell = spoilt.geometry().cell(random.below(side * side));
            spoilt.set(cell, Some(Digit::new(random.below(2) as u16 + 1))).expect("a digit of the board");
        }
        let form = check_move(&spoilt);
        let moved = Relabelling::random(spoilt.geometry(), &mut random).apply(&spoilt).unwrap();
        assert_eq!(check_move(&moved), form, "{spoilt}");
    }
}

/// Few digits, so that rows have them more than once before they are seen elsewhere.
#[test]
fn digits_that_a_row_has_twice_are_named_in_one_way() {
    let mut random = Random::new(10, 0);
    for shape in ["2x2", "2x3"] {
        let board = board(shape);
        for _ in 0..100 {
            let values: Vec<u16> = (0..board.cell_count()).map(|_| random.below(4) as u16).collect();
            let grid = Grid::from_values(&board, &values).unwrap();
            let form = check_move(&grid);
            for _ in 0..4 {
                let moved = Relabelling::random(&board, &mut random).apply(&grid).unwrap();
                assert_eq!(check_move(&moved), form, "{grid} moved to {moved}");
            }
        }
    }
}

/// On a board of side 4 the forms are counted: 288 full grids fall into two classes, of 96 and of 192 grids.
#[test]
fn the_full_grids_of_side_four_have_two_forms() {
    let empty = Grid::empty(&board("2x2"));
    let solutions = satdoku::Solver::Mrv.solutions_with(&empty, &satdoku::Options::default()).expect("a listing");
    let mut classes: BTreeMap<String, usize> = BTreeMap::new();
    for solution in solutions {
        *classes.entry(canonical(solution.expect("no limit").grid()).to_string()).or_default() += 1;
    }
    let mut sizes: Vec<usize> = classes.into_values().collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [96, 192]);
}

/// The least form of a grid of side 4 is the least of all that its moves make, found by trying them all.
#[test]
fn the_form_is_the_least_of_all() {
    let mut random = Random::new(7, 0);
    for grid in grids("2x2").into_iter().chain([grid("2x2", "11..2......3.4.4")]) {
        let form = values(&check_move(&grid));
        // 4! · 8² · 2 moves in all: so many random ones miss none by a chance of one in a thousand, and none is smaller.
        let least =
            (0..40_000).map(|_| values(&Relabelling::random(grid.geometry(), &mut random).apply(&grid).unwrap())).min();
        assert_eq!(Some(form), least, "{grid}");
    }
}

#[test]
fn other_boards_keep_their_turns_and_mirrors() {
    let mut random = Random::new(8, 0);
    for (shape, movements) in [
        ("3x3+diagonals", 8),
        ("windoku", 8),
        ("regions:1122112233443344", 8),
        ("regions:1112122233343444", 2),
        ("2x3+diagonals", 4),
    ] {
        let board = board(shape);
        let fitting: Vec<Movement> = Movement::ALL.into_iter().filter(|movement| movement.fits(&board)).collect();
        assert_eq!(fitting.len(), movements, "{shape}");
        let recipe = Recipe::new(&board, Kind::Unique).with_seed(9);
        for made in recipe.puzzles(0..4, &Budget::unlimited()).expect("the recipe can be followed") {
            let puzzle = made.expect("a puzzle").puzzle;
            let form = check_move(&puzzle);
            for movement in &fitting {
                let mut moved = Grid::empty(&board);
                for clue in puzzle.clues() {
                    moved.set(movement.image(clue.cell, &board), Some(clue.digit)).expect("a cell of the board");
                }
                let renamed = Relabelling::random(&board, &mut random).apply(&moved).unwrap();
                assert_eq!(check_move(&renamed), form, "{shape} {movement:?}: {puzzle}");
            }
        }
    }
}

#[test]
fn grids_that_no_move_joins_have_different_forms() {
    // Random minimal puzzles: that two of them are the same in other words does not happen.
    let recipe = Recipe::new(&board("3x3"), Kind::Minimal).with_seed(4);
    let made = recipe.puzzles(0..200, &Budget::unlimited()).expect("the recipe can be followed");
    let forms: HashSet<String> = made.map(|made| canonical(&made.expect("a puzzle").puzzle).to_string()).collect();
    assert_eq!(forms.len(), 200);
}

#[test]
fn boards_with_too_many_moves_are_refused_by_name() {
    let tall = Grid::empty(&"7x2".parse::<Geometry>().map(std::sync::Arc::new).expect("a board"));
    let refused = tall.canonical().unwrap_err().to_string();
    assert_eq!(refused, "no canonical form on the board 7x2: it has 7 stacks, and the orders of at most 6 are tried");
    // The cyclic grid of 2×8 boxes: hundreds of thousands of moves begin it alike.
    let board = board("2x8");
    let cyclic: Vec<u16> = (0..256).map(|cell| (cell / 16 % 2 * 8 + cell / 32 + cell % 16) % 16 + 1).collect();
    let cyclic = Grid::from_values(&board, &cyclic).expect("values in range");
    assert!(cyclic.is_solved());
    assert_eq!(
        cyclic.canonical().unwrap_err().to_string(),
        "no canonical form of this grid on the board 2x8: too many moves begin it alike"
    );
}
