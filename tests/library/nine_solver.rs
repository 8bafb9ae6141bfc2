//! `Solver::Nine`: the kernel behind the facade.

use std::collections::HashSet;
use std::sync::Arc;

use oorandom::Rand32;
use satdoku::nine::{Solved, count_candidates, is_solution, solve, solve_candidates};
use satdoku::{Backend, Budget, Count, Error, Geometry, Grid, ItemChoice, Options, Rule, Solver, StopReason, Verdict};

use crate::common::cases;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The puzzle without some of its clues: it has several solutions.
fn with_several_solutions() -> Grid {
    PUZZLE.replacen("53..7", ".....", 1).replacen("98", "..", 1).parse().unwrap()
}

#[test]
fn another_board_is_refused_with_its_name() {
    for board in ["2x2", "3x3+diagonals", "2x3", "4x4"] {
        let board: Geometry = board.parse().unwrap();
        let error = Solver::Nine.session(&Arc::new(board), &Options::default()).err().unwrap();
        assert!(matches!(error, Error::UnknownBoard { .. }), "{error:?}");
        assert!(error.to_string().starts_with("nine solves only the board 3x3, found "), "{error}");
    }
}

#[test]
fn every_solution_is_listed_once_and_the_first_is_the_kernels() {
    let puzzle = with_several_solutions();
    let listed: Vec<Grid> =
        Solver::Nine.solutions(&puzzle).unwrap().map(|solution| solution.unwrap().into_grid()).collect();
    let different: HashSet<String> = listed.iter().map(ToString::to_string).collect();
    assert_eq!(listed.len(), different.len());
    let dlx = Solver::DancingLinks(ItemChoice::Smallest);
    let by_dlx: HashSet<String> =
        dlx.solutions(&puzzle).unwrap().map(|solution| solution.unwrap().to_string()).collect();
    assert!(different.len() > 1);
    assert_eq!(different, by_dlx);
    let record = puzzle.to_string().into_bytes().try_into().unwrap();
    let Ok(Solved::Satisfiable(first)) = solve(&record, &mut Budget::unlimited().start()) else { panic!("a solution") };
    assert_eq!(listed[0].to_string().as_bytes(), first);
    let Ok(Verdict::Satisfiable(solution)) = Solver::Auto.solve(&puzzle) else { panic!("a solution") };
    assert_eq!(*solution, listed[0]);
}

#[test]
fn one_session_answers_many_questions() {
    let (one, several): (Grid, Grid) = (PUZZLE.parse().unwrap(), with_several_solutions());
    let mut session = Solver::Nine.session(one.geometry(), &Options::default()).unwrap();
    for _ in 0..2 {
        assert_eq!(session.solutions(&one).unwrap().count(), 1);
        let all = session.solutions(&several).unwrap().count() as u64;
        assert_eq!(session.count(&several, None).unwrap(), Count::exact(all));
        assert_eq!(session.count(&several, Some(all)).unwrap(), Count::at_least(all, StopReason::Limit));
        assert_eq!(session.count(&several, Some(0)).unwrap(), Count::at_least(0, StopReason::Limit));
        assert_eq!(session.is_unique(&one).unwrap(), Some(true));
        assert_eq!(session.is_unique(&several).unwrap(), Some(false));
    }
}

#[test]
fn a_budget_leaves_the_answer_open() {
    let empty = Grid::empty(&Arc::new(Geometry::of_order(3).unwrap()));
    let options = Options::default().with_budget(Budget::unlimited().with_steps(20_000));
    let count = Solver::Nine.count_with(&empty, None, &options).unwrap();
    assert!(matches!(&count, Count::AtLeast(found, StopReason::Steps) if *found >= 1), "{count:?}");
    let options = Options::default().with_budget(Budget::unlimited().with_steps(3));
    let verdict = Solver::Nine.solve_with(&empty, &options).unwrap();
    assert!(matches!(verdict, Verdict::Unknown(StopReason::Steps)), "{verdict:?}");
}

/// Puzzles that are given by candidates: those of a solution, and others at random.
#[test]
fn candidates_have_the_solutions_that_a_sat_solver_finds() {
    let random = &mut Rand32::new(8);
    let solution = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let mut counts = [0; 3];
    for round in 0..cases(60, 600) {
        let mut candidates = [0_u16; 81];
        for (candidates, &digit) in candidates.iter_mut().zip(solution) {
            let further = random.rand_u32() & (random.rand_u32() | if round % 2 == 0 { 0 } else { random.rand_u32() });
            let further = (further & 0x1ff) as u16;
            *candidates = 1 << (digit - b'1') | further;
        }
        if round % 4 == 0 {
            // Most of these have no solution.
            candidates[random.rand_range(0..81) as usize] = 1 << random.rand_range(0..9);
        }
        let rule = |(cell, &candidates): (usize, &u16)| {
            let digits = (1..=9).filter(|digit| candidates >> (digit - 1) & 1 == 1);
            let digits = digits.map(|digit: u16| digit.to_string()).collect::<Vec<String>>().join(",");
            format!("allowed {digits} r{}c{}", cell / 9 + 1, cell % 9 + 1).parse::<Rule>().unwrap()
        };
        let empty = Grid::empty(&Arc::new("3x3".parse::<Geometry>().unwrap()));
        let puzzle = empty.with_rules(candidates.iter().enumerate().map(rule).collect::<Vec<Rule>>()).unwrap();
        let options = Options::default();
        let expected = Solver::Sat(Backend::Cdcl).count_with(&puzzle, Some(8), &options).unwrap();
        let counted = count_candidates(&candidates, 8, &mut Budget::unlimited().start());
        assert_eq!(counted.solutions.to_string(), expected.value().to_string(), "{candidates:?}");
        assert_eq!(Solver::Auto.count_with(&puzzle, Some(8), &options).unwrap(), expected);
        counts[counted.solutions.min(2) as usize] += 1;
        match solve_candidates(&candidates, &mut Budget::unlimited().start()) {
            Solved::Satisfiable(found) => {
                let has = |(&digit, candidates): (&u8, &u16)| candidates >> (digit - b'1') & 1 == 1;
                assert!(is_solution(&[b'.'; 81], &found) && found.iter().zip(&candidates).all(has));
            }
            Solved::Unsatisfiable => assert_eq!(counted.solutions, 0),
            Solved::Unknown(reason) => panic!("{reason}"),
        }
    }
    assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
}

/// The kernel is not asked about cells beside the grid, even if each rule is about one cell.
#[test]
fn cells_beside_the_grid_are_solved_too() {
    const SOLUTION: &str = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
    let rules = ["allowed 1,2 N", "number N 1..3", "layer L 1..2", "allowed 1 r1c1"].map(|line| line.parse().unwrap());
    let grid: Grid = SOLUTION.parse().unwrap();
    let mut puzzle = grid.with_rules(rules.to_vec()).unwrap();
    let layer = puzzle.geometry().layer_cells(puzzle.geometry().layer("L".parse().unwrap()).unwrap());
    for cell in &layer[1..] {
        puzzle.set(*cell, Some(satdoku::Digit::new(2))).unwrap();
    }
    for solver in [Solver::Auto, Solver::Mrv, Solver::Sat(Backend::Cdcl)] {
        assert_eq!(solver.count(&puzzle).unwrap(), Count::Exact(4_u8.into()), "{solver}");
        let solution = solver.solve(&puzzle).unwrap();
        assert!(solution.is_satisfiable(), "{solver}: {solution:?}");
    }
}
