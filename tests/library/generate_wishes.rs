//! Wishes beyond the kind: minimal puzzles with a symmetry, clues in given places, jigsaws drawn at random.

use std::collections::BTreeSet;

use crate::common::{board, grid};
use satdoku::generate::{
    Difficulty, GenerateError, Generated, Kind, Pattern, RatingRange, Recipe, RecipeError, Symmetry,
};
use satdoku::geometry::Regions;
use satdoku::logic::{Guide, technique_named};
use satdoku::{Budget, Cell, Count, Geometry, Grid, ItemChoice, Options, Session, Solution, Solver};

fn recipe(shape: &str, kind: Kind) -> Recipe {
    Recipe::new(&board(shape), kind).with_seed(11)
}

fn make(recipe: &Recipe, count: u64) -> Vec<Generated> {
    let puzzles = recipe.puzzles(0..count, &Budget::unlimited()).expect("the recipe can be followed");
    puzzles.collect::<Result<_, _>>().expect("puzzles that can be had")
}

/// Engines that have no part in making: dancing links and MRV.
fn engines(board: &std::sync::Arc<Geometry>) -> [Session; 2] {
    [Solver::DancingLinks(ItemChoice::Smallest), Solver::Mrv]
        .map(|solver| solver.session(board, &Options::default()).expect("a session"))
}

fn is_unique(session: &mut Session, puzzle: &Grid) -> bool {
    session.count(puzzle, Some(2)).expect("a count") == Count::exact(1)
}

/// Where a cell goes under the moves that make a symmetry.
fn images(symmetry: Symmetry, cell: Cell, side: usize) -> Vec<Cell> {
    let (row, column, last) = (cell.row(), cell.column(), side - 1);
    let all = match symmetry {
        Symmetry::HalfTurn => vec![(last - row, last - column)],
        Symmetry::QuarterTurn => vec![(column, last - row), (last - row, last - column), (last - column, row)],
        Symmetry::Horizontal => vec![(row, last - column)],
        Symmetry::Vertical => vec![(last - row, column)],
        Symmetry::Diagonal => vec![(column, row)],
        Symmetry::Antidiagonal => vec![(last - column, last - row)],
        Symmetry::Full => vec![
            (column, last - row),
            (last - row, last - column),
            (last - column, row),
            (row, last - column),
            (last - row, column),
            (column, row),
            (last - column, last - row),
        ],
        _ => Vec::new(),
    };
    all.into_iter().map(|(row, column)| Cell::new(row as u16, column as u16)).collect()
}

/// Holds every puzzle against what minimal means: taking all clues of any one orbit away leaves several solutions.
fn verify_minimal(shape: &str, symmetry: Symmetry, count: u64) {
    let recipe = recipe(shape, Kind::Minimal).with_symmetry(symmetry);
    for mut engine in engines(&recipe.board) {
        for made in make(&recipe, count) {
            let puzzle = made.puzzle;
            assert!(is_unique(&mut engine, &puzzle), "{symmetry}: {puzzle}");
            for clue in puzzle.clues() {
                let mut without = puzzle.clone();
                for cell in images(symmetry, clue.cell, recipe.board.digit_count()).into_iter().chain([clue.cell]) {
                    assert!(puzzle.get(cell).is_some(), "{symmetry}: {puzzle:#}");
                    without.set(cell, None).expect("a cell of the board");
                }
                assert!(!is_unique(&mut engine, &without), "{symmetry}: the orbit of {} can go: {puzzle}", clue.cell);
            }
        }
    }
}

#[test]
fn symmetric_puzzles_are_minimal_by_orbits() {
    for &symmetry in Symmetry::all() {
        verify_minimal("3x3", symmetry, 10);
        verify_minimal("2x2", symmetry, 5);
        verify_minimal("3x3+diagonals", symmetry, 2);
    }
    for symmetry in [Symmetry::HalfTurn, Symmetry::Horizontal, Symmetry::Vertical] {
        verify_minimal("2x3", symmetry, 5);
    }
}

/// Above side 12 a SAT solver proves that no orbit can be spared.
#[test]
fn large_symmetric_puzzles_are_minimal_by_orbits() {
    let recipe = recipe("4x4", Kind::Minimal).with_symmetry(Symmetry::HalfTurn);
    let puzzle = make(&recipe, 1).remove(0).puzzle;
    let mut engine = Solver::Auto.session(&recipe.board, &Options::default()).expect("a session");
    assert!(is_unique(&mut engine, &puzzle), "{puzzle}");
    for clue in puzzle.clues() {
        let [image] = images(Symmetry::HalfTurn, clue.cell, 16)[..] else { panic!("one image") };
        let mut without = puzzle.clone();
        for cell in [clue.cell, image] {
            without.set(cell, None).expect("a cell of the board");
        }
        assert!(!is_unique(&mut engine, &without), "{} and {image} can go: {puzzle}", clue.cell);
    }
}

/// A pattern of 24 clues, as a setter would draw it.
const PATTERN: &str = "..1...1...1.1.1.1.1...1...1.1...1.1.............1.1...1.1...1...1.1.1.1.1...1...1";

fn pattern(shape: &str, cells: &str) -> Pattern {
    Pattern::of(&grid(shape, cells))
}

#[test]
fn clues_stand_in_the_places_of_the_pattern_and_nowhere_else() {
    let small = "1..1.1..1.....1.";
    for (shape, cells, kind, count) in [
        ("3x3", PATTERN, Kind::Unique, 4),
        ("3x3", PATTERN, Kind::Holes, 4),
        ("3x3+diagonals", PATTERN, Kind::Unique, 2),
        ("2x2", small, Kind::Unique, 5),
        ("2x2", "11......1......1", Kind::Minimal, 5),
    ] {
        let marked = pattern(shape, cells);
        let recipe = recipe(shape, kind).with_pattern(marked.clone());
        let made = make(&recipe, count);
        let [mut dance, mut mrv] = engines(&recipe.board);
        for Generated { puzzle, solution, .. } in &made {
            assert!(puzzle.clues().map(|clue| clue.cell).eq(marked.cells().iter().copied()), "{puzzle:#}");
            let solution = solution.as_ref().expect("a solution");
            assert!(puzzle.clues().all(|clue| solution.get(clue.cell) == Some(clue.digit)));
            if kind == Kind::Holes {
                continue;
            }
            assert!(is_unique(&mut dance, puzzle) && is_unique(&mut mrv, puzzle), "{puzzle}");
            for clue in puzzle.clues().filter(|_| kind == Kind::Minimal) {
                let mut without = puzzle.clone();
                without.set(clue.cell, None).expect("a cell of the board");
                assert!(!is_unique(&mut dance, &without), "{} can be spared: {puzzle}", clue.cell);
            }
        }
        assert_eq!(make(&recipe, count), made, "a seed is a promise");
        let different: BTreeSet<String> = made.iter().map(|made| made.puzzle.to_string()).collect();
        assert!(different.len() > 1, "{different:?}");
    }
}

#[test]
fn patterns_that_no_puzzle_can_have_are_refused() {
    let band = ".".repeat(18) + &"1".repeat(63);
    let stack = "..1111111".repeat(9);
    let sixteen = "11111111.".repeat(2) + &".".repeat(63);
    for (shape, cells, message) in [
        ("3x3", &*sixteen, "the pattern has 16 places; a puzzle with one solution has at least 17 clues"),
        (
            "2x3+diagonals",
            &*format!("1111{}", ".".repeat(32)),
            "the pattern has 4 places; a puzzle with one solution has",
        ),
        ("3x3", &*band, "the pattern leaves row 1 and row 2 empty"),
        ("3x3", &*stack, "the pattern leaves column 1 and column 2 empty"),
    ] {
        let recipe = recipe(shape, Kind::Unique).with_pattern(pattern(shape, cells));
        let refused = recipe.check().expect_err("a pattern without puzzles").to_string();
        assert!(refused.starts_with(message), "{refused}");
    }
    // Holes may leave what they like.
    let holes = recipe("3x3", Kind::Holes).with_pattern(pattern("3x3", &band));
    assert_eq!(make(&holes, 1)[0].puzzle.clue_count(), 63);
    let outside = Pattern::from_cells([Cell::new(3, 9)]);
    let recipe = recipe("3x3", Kind::Holes).with_pattern(outside);
    assert_eq!(recipe.check().unwrap_err().to_string(), "the pattern's r4c10 lies outside a board of 9x9 cells");
}

#[test]
fn a_pattern_without_puzzles_ends_after_so_many_grids() {
    // A 4×4 puzzle with one solution has four clues at least, though no two lines of a band are empty here.
    let recipe = recipe("2x2", Kind::Unique).with_pattern(pattern("2x2", "1.........1....1"));
    let first = recipe.puzzles(0.., &Budget::unlimited()).expect("the recipe can be followed").next();
    let Some(Err(GenerateError::Unreached(missed))) = first else { panic!("{first:?}") };
    assert!(missed.tried > 0 && missed.closest.is_none());
    let message = format!("puzzle 1: none with clues in the 3 places of the pattern among {} grids", missed.tried);
    assert_eq!(missed.to_string(), message);
}

#[test]
fn jigsaws_have_boards_of_their_own() {
    for (base, kind, count) in [("3x3", Kind::Unique, 6), ("1x7", Kind::Minimal, 4), ("2x3+diagonals", Kind::Unique, 3)]
    {
        let recipe = recipe(base, kind).with_jigsaw(true);
        let made = make(&recipe, count);
        let boards: BTreeSet<String> = made.iter().map(|made| made.puzzle.geometry().to_string()).collect();
        assert_eq!(boards.len() as u64, count, "{boards:?}");
        for Generated { puzzle, .. } in &made {
            let board = puzzle.geometry();
            assert_eq!((board.shape(), board.digit_count()), (Regions::Irregular, recipe.board.digit_count()));
            assert_eq!(board.has_diagonals(), recipe.board.has_diagonals());
            // The word is read back as the same board.
            assert_eq!(board.to_string().parse::<Geometry>().as_ref(), Ok(&**board));
            for mut engine in engines(board) {
                assert!(is_unique(&mut engine, puzzle), "{puzzle}");
            }
            for region in 0..board.digit_count() {
                assert!(is_connected(board, region), "{puzzle:#}");
            }
        }
        assert_eq!(make(&recipe, count), made, "a seed is a promise");
        let second = recipe.puzzles([1], &Budget::unlimited()).expect("a stream").next();
        assert_eq!(second.expect("one was asked for").expect("a puzzle"), made[1]);
    }
    for base in ["1x3", "5x5", "regions:1122112233443344"] {
        let refused = recipe(base, Kind::Unique).with_jigsaw(true).check().unwrap_err().to_string();
        assert!(refused.starts_with("jigsaws are drawn on boards of boxes from side 4 to 16, found "), "{refused}");
    }
    let symmetric = recipe("3x3", Kind::Unique).with_jigsaw(true).with_symmetry(Symmetry::HalfTurn);
    assert!(symmetric.check().unwrap_err().to_string().starts_with("a jigsaw cannot be combined with a symmetry"));
}

fn is_connected(board: &Geometry, region: usize) -> bool {
    let cells: BTreeSet<Cell> = board.cells().filter(|&cell| board.region(cell) == Some(region)).collect();
    let mut reached = vec![*cells.first().expect("a region has cells")];
    let mut at = 0;
    while at < reached.len() {
        let beside =
            |cell: Cell| cell.row().abs_diff(reached[at].row()) + cell.column().abs_diff(reached[at].column()) == 1;
        let more: Vec<Cell> = cells.iter().copied().filter(|&cell| beside(cell) && !reached.contains(&cell)).collect();
        reached.extend(more);
        at += 1;
    }
    reached.len() == cells.len()
}

#[test]
fn named_boards_are_what_their_names_say() {
    let windoku = board("windoku");
    assert_eq!(windoku.to_string(), "3x3+windows");
    assert_eq!(
        windoku,
        board(
            "3x3+unit:r2c2,r2c3,r2c4,r3c2,r3c3,r3c4,r4c2,r4c3,r4c4+unit:r2c6,r2c7,r2c8,r3c6,r3c7,r3c8,r4c6,r4c7,r4c8+unit:r6c2,r6c3,r6c4,r7c2,r7c3,r7c4,r8c2,r8c3,r8c4+unit:r6c6,r6c7,r6c8,r7c6,r7c7,r7c8,r8c6,r8c7,r8c8"
        )
    );
    assert_eq!(board("4x4+windows").extra_units().len(), 9);
    assert_eq!((board("latin5").unit_count(), board("1x5").unit_count()), (10, 15));
    let all = board("windoku+diagonals+unit:r1c1,r1c2,r1c3,r2c4,r2c5,r2c6,r3c7,r3c8,r3c9");
    assert_eq!(all.to_string(), "3x3+diagonals+windows+unit:r1c1,r1c2,r1c3,r2c4,r2c5,r2c6,r3c7,r3c8,r3c9");
    assert_eq!(board(&all.to_string()), all);
    for (word, message) in [
        ("2x3+windows", "windows need a single square with square boxes"),
        ("samurai+windows", "windows need a single square with square boxes"),
        ("windokus", "expected a board such as 3x3"),
        ("jigsaw7", "only a generator draws the regions of \"jigsaw7\""),
        ("latin", "expected a board such as 3x3"),
    ] {
        let refused = word.parse::<Geometry>().expect_err("no board").to_string();
        assert!(refused.starts_with(message), "{refused}");
    }
    // A windoku has puzzles, and none of them is a classic one with fewer clues left.
    let recipe = recipe("windoku", Kind::Minimal);
    let [mut dance, _] = engines(&recipe.board);
    for made in make(&recipe, 3) {
        assert!(is_unique(&mut dance, &made.puzzle), "{}", made.puzzle);
    }
}

#[test]
fn puzzles_are_as_hard_as_is_wanted() {
    let needs = vec![technique_named("naked pair").expect("a technique")];
    for (ratings, needs) in [("1.5..2.6", vec![]), ("3.0..4.0", needs)] {
        let difficulty = Difficulty::default().with_ratings(ratings.parse().expect("ratings")).with_needs(needs);
        let recipe = recipe("3x3", Kind::Unique).with_difficulty(difficulty.clone());
        let made = make(&recipe, 4);
        for Generated { number, puzzle, solution, .. } in &made {
            let mut guide = Guide::default();
            let rating = guide.rate(puzzle, None).expect("a small board").rating().expect("a rating");
            assert!(
                (difficulty.ratings.low..=difficulty.ratings.high).contains(&u32::from(rating.er)),
                "{ratings}: {rating}"
            );
            let path = guide.path(puzzle).expect("a small board");
            assert!(difficulty.needs.iter().all(|needed| path.steps.iter().any(|step| step.technique == *needed)));
            assert!(solution.as_ref().is_some_and(|solution| Solution::check(puzzle, solution.grid().clone()).is_ok()));
            assert!(is_unique(&mut engines(&recipe.board)[0], puzzle));
            // A puzzle depends on the recipe and its number alone.
            let again = recipe.puzzles([*number], &Budget::unlimited()).expect("the recipe").next();
            assert_eq!(again.expect("one").expect("the same").puzzle, *puzzle);
        }
        assert!(made.windows(2).all(|pair| pair[0].puzzle != pair[1].puzzle));
    }
    // Clues that are added until a technique is needed keep the symmetry.
    let needs = vec![technique_named("swordfish").expect("a technique")];
    let difficulty = Some(Difficulty::default().with_ratings(RatingRange::default()).with_needs(needs.clone()));
    let recipe = recipe("3x3", Kind::Unique).with_difficulty(difficulty).with_symmetry(Symmetry::HalfTurn);
    for Generated { puzzle, .. } in make(&recipe, 3) {
        let path = Guide::default().path(&puzzle).expect("a small board");
        assert!(path.steps.iter().any(|step| step.technique == needs[0]), "{puzzle}");
        let clues: Vec<bool> = puzzle.digits().iter().map(Option::is_some).collect();
        assert!(clues.iter().eq(clues.iter().rev()), "{puzzle}");
        assert!(is_unique(&mut engines(&recipe.board)[0], &puzzle));
    }
    let hard = Difficulty::default().with_ratings("12.5".parse().expect("a rating")).with_needs(Vec::new());
    let recipe = |kind, shape: &str| Recipe::new(&board(shape), kind).with_difficulty(hard.clone());
    let late = Budget::unlimited().with_time(std::time::Duration::from_millis(50));
    let missed = recipe(Kind::Unique, "2x2").puzzles([3], &late).expect("the recipe").next().expect("an error");
    let Err(GenerateError::Unreached(missed)) = missed else { panic!("{missed:?}") };
    assert_eq!((missed.number, missed.wanted.as_str()), (3, "a rating of 12.5"));
    assert!(matches!(recipe(Kind::Minimal, "9x9").check(), Err(RecipeError::Unrated(_))));
    assert!(matches!(recipe(Kind::Several("2+".parse().unwrap()), "3x3").check(), Err(RecipeError::Contradiction(..))));
}
