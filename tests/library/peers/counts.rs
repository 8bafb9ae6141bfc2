//! Counts that are known from elsewhere. The slow ones run with `cargo test --release -p satdoku --test library peers:: -- --ignored`.

use std::path::PathBuf;
use std::sync::Arc;

use satdoku::{Backend, Count, Geometry, Grid, ItemChoice, Options, Session, Solver, StopReason};

use crate::common::{board, grid, say, solvers_of_any_board};
use crate::peers::puzzles::{cell, moved};

const DLX: Solver = Solver::DancingLinks(ItemChoice::Smallest);

/// 4×4 puzzles with exactly one solution, by their number of clues from 4 to 16.
const PUZZLES_BY_CLUES: [u64; 13] = [
    25_728, 284_160, 1_041_408, 2_141_184, 2_961_024, 2_958_336, 2_204_928, 1_239_552, 522_624, 161_280, 34_560, 4_608,
    288,
];

fn count(solver: &Solver, puzzle: &Grid) -> Count {
    solver.count(puzzle).unwrap_or_else(|error| panic!("{error}: {puzzle}"))
}

/// The solvers that list solutions without beginning anew for each.
fn enumerators() -> impl Iterator<Item = Solver> {
    solvers_of_any_board()
        .into_iter()
        .filter(|solver| !matches!(solver, Solver::Sat(backend) if *backend != Backend::Varisat))
}

#[test]
fn there_are_288_grids_of_order_2() {
    let empty = Grid::empty(&board("2x2"));
    for solver in enumerators().chain([Solver::Auto]) {
        assert_eq!(count(&solver, &empty), Count::exact(288), "{solver}");
    }
}

/// Latin squares and sudokus of small sides, boxes that are rows included (OEIS A002860 and A107739).
#[test]
fn small_empty_boards_have_their_known_counts() {
    for (shape, grids) in [("1x1", 1), ("1x2", 2), ("1x3", 12), ("1x4", 576), ("4x1", 576), ("2x2", 288)] {
        for solver in enumerators() {
            assert_eq!(count(&solver, &Grid::empty(&board(shape))), Count::exact(grids), "{solver}: {shape}");
        }
    }
    assert_eq!(count(&DLX, &Grid::empty(&board("1x5"))), Count::exact(161_280));
}

#[test]
fn a_first_row_leaves_a_720th_of_the_2x3_grids() {
    let puzzle = grid("2x3", "123456..............................");
    for solver in [DLX, Solver::Mrv, Solver::Backtracking] {
        assert_eq!(count(&solver, &puzzle), Count::exact(28_200_960 / 720), "{solver}");
    }
}

#[test]
#[ignore = "slow: 28,200,960 solutions one by one"]
fn there_are_28_200_960_grids_with_boxes_of_2x3() {
    assert_eq!(count(&DLX, &Grid::empty(&board("2x3"))), Count::exact(28_200_960));
}

/// All grids of order 2, in classes of what relabelling, transposing and permuting lines make of one.
fn classes() -> Vec<Vec<Grid>> {
    let empty = Grid::empty(&board("2x2"));
    let solutions = DLX.solutions(&empty).unwrap();
    let mut left: Vec<Grid> = solutions.map(|solution| solution.unwrap().into_grid()).collect();
    let mut classes = Vec::new();
    while let Some(first) = left.pop() {
        let mut class = vec![first];
        let mut next = 0;
        while next < class.len() {
            for image in images(&class[next]) {
                if let Some(at) = left.iter().position(|grid| *grid == image) {
                    class.push(left.swap_remove(at));
                }
            }
            next += 1;
        }
        classes.push(class);
    }
    classes
}

/// Generators of the symmetries: two digits exchanged, cycled; transposed; two rows, two bands exchanged.
fn images(grid: &Grid) -> [Grid; 5] {
    let geometry = grid.geometry();
    let lines = |order: [usize; 4]| moved(grid, geometry, |at| cell(order[at.row()], at.column()));
    [
        crate::peers::puzzles::relabelled(grid, &[1, 0, 2, 3]),
        crate::peers::puzzles::relabelled(grid, &[1, 2, 3, 0]),
        moved(grid, geometry, |at| cell(at.column(), at.row())),
        lines([1, 0, 2, 3]),
        lines([2, 3, 0, 1]),
    ]
}

/// For each number of clues, how many choices of clues leave the grid as the only solution.
fn unique_choices(session: &mut Session, solution: &Grid) -> [u64; 17] {
    let mut found = [0; 17];
    for choice in 0..1_u32 << 16 {
        let mut puzzle = solution.clone();
        for (i, at) in solution.geometry().cells().enumerate() {
            if choice >> i & 1 == 0 {
                puzzle.set(at, None).unwrap();
            }
        }
        if session.is_unique(&puzzle).unwrap() == Some(true) {
            found[choice.count_ones() as usize] += 1;
        }
    }
    found
}

/// One grid of each class is enough: what a symmetry makes of a puzzle has as many solutions.
fn puzzles_by_clues(solver: &Solver) -> [u64; 17] {
    let classes = classes();
    let mut sizes: Vec<_> = classes.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [96, 192]);
    let mut session = solver.session(classes[0][0].geometry(), &Options::default()).unwrap();
    let mut sum = [0; 17];
    for class in &classes {
        let found = unique_choices(&mut session, &class[0]);
        sum.iter_mut().zip(found).for_each(|(sum, found)| *sum += found * class.len() as u64);
    }
    sum
}

#[test]
fn puzzles_of_order_2_with_one_solution_are_as_many_as_known() {
    for solver in [DLX, Solver::Backtracking] {
        let found = puzzles_by_clues(&solver);
        assert_eq!(found[..4], [0; 4], "{solver}: three clues are too few");
        assert_eq!(found[4..], PUZZLES_BY_CLUES, "{solver}");
    }
}

#[test]
#[ignore = "slow: 131,072 questions to every solver"]
fn puzzles_of_order_2_with_one_solution_are_as_many_for_every_solver() {
    for solver in enumerators().chain([Solver::Auto]) {
        assert_eq!(puzzles_by_clues(&solver)[4..], PUZZLES_BY_CLUES, "{solver}");
    }
}

/// A puzzle with its count.
struct Known {
    name: String,
    puzzle: Grid,
    count: u64,
}

/// The puzzles of `known_counts.tsv` in the folder that `SATDOKU_PUZZLES` names or in `../shared/puzzles`; the project
/// ships none of them.
fn known_counts() -> Vec<Known> {
    let folder = std::env::var_os("SATDOKU_PUZZLES").map_or_else(|| PathBuf::from("../shared/puzzles"), PathBuf::from);
    let path = folder.join("known_counts.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        say(&format!("skipped: {}: cannot be read", path.display()));
        return Vec::new();
    };
    let known = |line: &str| {
        let [name, rows, columns, count, _, cells] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("six fields: {line}")
        };
        let geometry = Arc::new(Geometry::boxes(rows.parse().unwrap(), columns.parse().unwrap()).unwrap());
        let values: Vec<u16> = cells.split_whitespace().map(|value| value.parse().unwrap()).collect();
        let puzzle = Grid::from_values(&geometry, &values).unwrap();
        Known { name: name.to_owned(), puzzle, count: count.parse().unwrap() }
    };
    text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(known).collect()
}

#[test]
fn two_engines_confirm_the_known_counts() {
    let mut skipped = 0;
    for Known { name, puzzle, count: expected } in known_counts() {
        if expected > 100_000 {
            skipped += 1;
            continue;
        }
        assert_eq!(count(&DLX, &puzzle), Count::exact(expected), "dlx: {name}");
        let second = if puzzle.geometry().digit_count() > 9 { Solver::Sat(Backend::Varisat) } else { Solver::Mrv };
        if Solver::all().contains(&second) {
            assert_eq!(count(&second, &puzzle), Count::exact(expected), "{second}: {name}");
        }
    }
    if skipped > 0 {
        say(&format!("skipped: {skipped} known counts above 100,000: they are counted with --ignored"));
    }
}

#[test]
#[ignore = "slow: up to 19,255,527 solutions one by one, twice"]
fn two_engines_confirm_the_large_known_counts() {
    for Known { name, puzzle, count: expected } in known_counts().into_iter().filter(|known| known.count > 100_000) {
        for solver in [DLX, Solver::Mrv] {
            assert_eq!(count(&solver, &puzzle), Count::exact(expected), "{solver}: {name}");
        }
    }
}

#[test]
fn a_limit_is_met_however_many_solutions_there_are() {
    let empty = Grid::empty(&board("3x3"));
    for solver in solvers_of_any_board() {
        let found = solver.count_with(&empty, Some(3), &Options::default()).unwrap();
        assert_eq!(found, Count::at_least(3, StopReason::Limit), "{solver}");
    }
}
