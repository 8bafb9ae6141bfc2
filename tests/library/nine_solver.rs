//! `Solver::Nine`: the kernel behind the facade.

use std::collections::HashSet;
use std::sync::Arc;

use satdoku::nine::{Solved, solve};
use satdoku::{Budget, Count, Error, Geometry, Grid, ItemChoice, Options, Solver, StopReason, Verdict};

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
