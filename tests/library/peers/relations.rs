//! Relations that hold whatever the puzzle: what may be permuted keeps the count, all solvers agree.

use std::sync::Arc;

use proptest::prelude::*;
use satdoku::geometry::Regions;
use satdoku::{Backend, Candidate, Count, Digit, Geometry, Grid, ItemChoice, Options, Solver, StopReason};

use crate::common::solvers_of_any_board;
use crate::peers::puzzles::{Random, cell, full, full_on, moved, names, relabelled, thinned};

/// Counting ends here, and no sooner by one solver than by another.
const MAX_SOLUTIONS: u64 = 100;

/// Solvers of three roads.
fn three_roads() -> Vec<Solver> {
    let mut roads = vec![Solver::DancingLinks(ItemChoice::Smallest), Solver::Mrv];
    roads.extend([Solver::Sat(Backend::Varisat)].into_iter().filter(|solver| Solver::all().contains(solver)));
    roads
}

fn count(solver: &Solver, puzzle: &Grid) -> Count {
    solver
        .count_with(puzzle, Some(MAX_SOLUTIONS), &Options::default())
        .unwrap_or_else(|error| panic!("{error}: {puzzle}"))
}

/// Rows become columns, boxes of R × C cells become boxes of C × R.
fn transposed(grid: &Grid) -> Grid {
    let geometry = grid.geometry();
    let mirror = |at: satdoku::Cell| cell(at.column(), at.row());
    let board = if let Regions::Boxes { rows, columns } = geometry.shape() {
        Geometry::boxes(columns.into(), rows.into())
    } else {
        let region = |at| geometry.region(mirror(at)).map_or(0, |region| region as u32 + 1);
        Geometry::regions(geometry.digit_count(), &geometry.cells().map(region).collect::<Vec<_>>())
    };
    let board = board.unwrap();
    let board = if geometry.has_diagonals() { board.with_diagonals().unwrap() } else { board };
    let extra =
        geometry.listed_units().map(|unit| geometry.unit(unit).iter().map(|&at| mirror(at)).collect::<Vec<_>>());
    moved(grid, &Arc::new(board.with_units(extra).unwrap()), mirror)
}

/// Bands and stacks, and the lines within them, in another order; only for boards of boxes without more units.
fn permuted(grid: &Grid, random: &mut Random) -> Grid {
    let Regions::Boxes { rows, columns } = grid.geometry().shape() else { panic!("a board of boxes") };
    let (rows, columns) = (rows.into(), columns.into());
    let (row_order, column_order) = (random.lines(columns, rows), random.lines(rows, columns));
    moved(grid, grid.geometry(), |at| cell(row_order[at.row()], column_order[at.column()]))
}

/// Small puzzles on all kinds of boards, with many solutions, one, or none where a digit was put in at random.
fn puzzles() -> impl Strategy<Value = Grid> {
    (any::<u64>(), 0..9_usize, 25..60_usize, 0..3_usize).prop_map(|(seed, shape, percent, wrong)| {
        let random = &mut Random(seed);
        let solution = full_on(&[(2, 2), (2, 3), (3, 2), (1, 5), (2, 4)], shape, random);
        let mut puzzle = thinned(&solution, percent, random);
        if wrong == 0 {
            let empty: Vec<_> = puzzle.empty_cells().collect();
            if let Some(&at) = empty.get(random.below(empty.len().max(1))) {
                puzzle.set(at, Some(Digit::new((random.below(solution.geometry().digit_count())) as u16 + 1))).unwrap();
            }
        }
        puzzle
    })
}

/// The same with a known solution and on boards of boxes.
fn boxed_with_solution() -> impl Strategy<Value = (Grid, Grid, u64)> {
    (any::<u64>(), 0..5_usize, 30..70_usize).prop_map(|(seed, shape, percent)| {
        let random = &mut Random(seed);
        let (rows, columns) = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)][shape];
        let solution = full(rows, columns, random);
        (thinned(&solution, percent, random), solution, seed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_solvers_agree(puzzle in puzzles()) {
        let expected = count(&Solver::Mrv, &puzzle);
        for solver in solvers_of_any_board().into_iter().chain([Solver::Auto]) {
            // A solver that begins anew for each solution is asked for fewer.
            let most = if matches!(&solver, Solver::Sat(backend) if *backend != Backend::Varisat) { 3 } else { MAX_SOLUTIONS };
            let expected = match expected.value() {
                value if value < most => expected.clone(),
                _ => Count::at_least(most, StopReason::Limit),
            };
            let found = solver.count_with(&puzzle, Some(most), &Options::default()).unwrap();
            prop_assert_eq!(found, expected, "{} on {}\n{:#}", solver, puzzle.geometry(), puzzle);
        }
    }

    #[test]
    fn new_names_for_the_digits_keep_the_count(puzzle in puzzles(), seed: u64) {
        let other = relabelled(&puzzle, &names(&puzzle, &mut Random(seed)));
        for solver in three_roads() {
            prop_assert_eq!(count(&solver, &puzzle), count(&solver, &other), "{} on\n{:#}{:#}", solver, puzzle, other);
        }
    }

    #[test]
    fn transposing_keeps_the_count(puzzle in puzzles()) {
        let other = transposed(&puzzle);
        prop_assert_eq!(&transposed(&other), &puzzle);
        for solver in three_roads() {
            prop_assert_eq!(count(&solver, &puzzle), count(&solver, &other), "{} on\n{:#}{:#}", solver, puzzle, other);
        }
    }

    #[test]
    fn permuting_bands_stacks_and_their_lines_keeps_the_count((puzzle, solution, seed) in boxed_with_solution()) {
        prop_assert!(permuted(&solution, &mut Random(seed)).is_solved());
        let other = permuted(&puzzle, &mut Random(seed));
        for solver in three_roads() {
            prop_assert_eq!(count(&solver, &puzzle), count(&solver, &other), "{} on\n{:#}{:#}", solver, puzzle, other);
        }
    }

    #[test]
    fn a_digit_of_the_solution_keeps_it_and_adds_no_other((puzzle, solution, seed) in boxed_with_solution()) {
        let empty: Vec<_> = puzzle.empty_cells().collect();
        prop_assume!(!empty.is_empty());
        let at = empty[Random(seed).below(empty.len())];
        let mut more = puzzle.clone();
        more.set(at, solution.get(at)).unwrap();
        for solver in three_roads() {
            let (before, after) = (count(&solver, &puzzle), count(&solver, &more));
            prop_assert!(after.value() >= 1 && after.value() <= before.value(), "{solver}: {before} then {after} of\n{puzzle:#}");
            if before == Count::exact(1) {
                let found = solver.solve(&more).unwrap().satisfiable().map(satdoku::Solution::into_grid);
                prop_assert_eq!(found.as_ref(), Some(&solution));
            }
        }
    }

    /// Every solution gives a cell one digit: the counts with each digit in turn add up.
    #[test]
    fn the_digits_of_a_cell_share_the_solutions(puzzle in puzzles(), at: prop::sample::Index) {
        let empty: Vec<_> = puzzle.empty_cells().collect();
        prop_assume!(!empty.is_empty());
        let cell = *at.get(&empty);
        for solver in three_roads() {
            let whole = count(&solver, &puzzle);
            prop_assume!(whole.is_exact());
            let mut sum = 0;
            for Candidate { cell, digit } in puzzle.geometry().digits().map(|digit| Candidate::new(cell, digit)) {
                let mut more = puzzle.clone();
                more.set(cell, Some(digit)).unwrap();
                sum += count(&solver, &more).value().to_u64().unwrap();
            }
            prop_assert_eq!(whole, Count::exact(sum), "{} on\n{:#}", solver, puzzle);
        }
    }
}
