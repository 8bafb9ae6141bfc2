//! For each candidate the number of solutions that have it.

use oorandom::Rand32;
use satdoku::counting::CandidateCounts;
use satdoku::nine;
use satdoku::{Budget, Candidate, Count, Grid, Natural, Options, Solver, StopReason};

use crate::counting::{puzzle, text};

/// A tally of the solutions that a search lists.
fn tallied(puzzle: &Grid) -> CandidateCounts {
    CandidateCounts::tallied(puzzle, Solver::Mrv.solutions(puzzle).unwrap().map(Result::unwrap))
}

/// The counts, each asked for by itself, and how often was asked.
fn counted(puzzle: &Grid) -> (CandidateCounts, usize) {
    let Count::Exact(total) = Solver::Mrv.count(puzzle).unwrap() else { panic!("no limit was set") };
    let mut asked = 0;
    let counts = CandidateCounts::counted(puzzle, &total, |with| {
        asked += 1;
        Solver::Mrv.count(with)
    });
    (counts.unwrap(), asked)
}

#[test]
fn what_is_counted_is_what_is_listed() {
    for (line, most) in [
        ("................", 1),
        ("1...............", 10),
        (".4.2............", 12),
        ("1.34...2..4.....", 30),
        ("123....4........", 0),
        (".4.2...1.....3..", 2),
    ] {
        let puzzle: Grid = line.parse().unwrap();
        let (counts, asked) = counted(&puzzle);
        assert_eq!(counts, tallied(&puzzle), "{line}");
        assert!(asked <= most, "{line}: {asked}");
    }
    for board in ["2x2+diagonals", "latin4", "regions:1112122233443344", "6x8/8"] {
        let mut puzzle = Grid::empty(&std::sync::Arc::new(board.parse().unwrap()));
        if board == "6x8/8" {
            // Rows of eight cells, of which six have one clue less than a solution.
            let solution = Solver::Mrv.solutions(&puzzle).unwrap().next().unwrap().unwrap();
            for clue in solution.clues().filter(|clue| clue.cell.row() > 0) {
                puzzle.set(clue.cell, Some(clue.digit)).unwrap();
            }
        }
        assert_eq!(counted(&puzzle).0, tallied(&puzzle), "{board}");
    }
    let open: Grid = ".".repeat(16).parse().unwrap();
    for rule in ["killer 5 r1c1 r1c2", "thermometer r2c1 r3c1 r4c1", "antiknight"] {
        let ruled = open.with_rules(vec![rule.parse().unwrap()]).unwrap();
        assert_eq!(counted(&ruled).0, tallied(&ruled), "{rule}");
        assert_eq!(Solver::Auto.candidate_counts_with(&ruled, &Options::default()).unwrap(), tallied(&ruled), "{rule}");
    }
}

#[test]
fn solvers_have_the_same_counts() {
    let random = &mut Rand32::new(24);
    let several = |puzzle: &nine::GridBytes| {
        let tally = nine::count(puzzle, 5000, &mut Budget::unlimited().start()).unwrap();
        (100..5000).contains(&tally.solutions)
    };
    let puzzle = std::iter::repeat_with(|| puzzle(24, random)).find(several).unwrap();
    let puzzle: Grid = text(&puzzle).parse().unwrap();
    let counts = |solver: Solver| solver.candidate_counts_with(&puzzle, &Options::default()).unwrap();
    let listed = counts(Solver::Auto);
    assert_eq!(listed, tallied(&puzzle));
    assert_eq!(counts(Solver::Columns), listed);
    let candidate: Candidate = format!("{}=1", puzzle.empty_cells().next().unwrap()).parse().unwrap();
    assert!(listed.get(candidate).is_some_and(|count| count < &listed.total().value()));
}

#[test]
fn every_candidate_of_the_empty_grid_has_a_ninth_of_all() {
    let empty: Grid = ".".repeat(81).parse().unwrap();
    let counts = Solver::Auto.candidate_counts_with(&empty, &Options::default()).unwrap();
    let ninth = Natural::from(741_211_528_002_341_437_440_u128);
    for cell in empty.empty_cells() {
        assert!(counts.digits(cell).all(|(_, count)| count == Some(&ninth)), "{cell}");
        assert_eq!(counts.digits(cell).count(), 9);
    }
}

#[test]
fn what_the_budget_leaves_is_not_known() {
    let empty: Grid = ".".repeat(81).parse().unwrap();
    let options = Options::default().with_budget(Budget::unlimited().with_time(std::time::Duration::ZERO));
    let counts = Solver::Auto.candidate_counts_with(&empty, &options).unwrap();
    assert_eq!((counts.stopped(), counts.total().stopped()), (Some(StopReason::Time), Some(StopReason::Time)));
    let candidate: Candidate = "r1c1=1".parse().unwrap();
    assert_eq!(counts.get(candidate), None);
    assert_eq!(counts.digits(candidate.cell).count(), 9);
    // The total is known, and then the time is over.
    let counts =
        CandidateCounts::counted(&empty, &Natural::from(9_u8), |_| Ok::<_, ()>(Count::at_least(0, StopReason::Steps)));
    assert_eq!(counts.unwrap().stopped(), Some(StopReason::Steps));
}

#[test]
fn the_clue_and_the_cell_that_would_help_most_leave_the_fewest() {
    let mut random = Rand32::new(11);
    for _ in 0..20 {
        let mut puzzle: Grid = "................".parse().unwrap();
        let solution =
            Solver::Mrv.solutions(&puzzle).unwrap().nth(random.rand_range(0..288) as usize).unwrap().unwrap();
        for clue in solution.clues().filter(|_| random.rand_range(0..4) == 0).collect::<Vec<_>>() {
            puzzle.set(clue.cell, Some(clue.digit)).unwrap();
        }
        let counts = tallied(&puzzle);
        let left = |candidate: Candidate| {
            let mut with = puzzle.clone();
            with.set(candidate.cell, Some(candidate.digit)).unwrap();
            Solver::Mrv.count(&with).unwrap().value().to_u64().unwrap()
        };
        let open: Vec<Vec<u64>> = puzzle
            .empty_cells()
            .map(|cell| counts.digits(cell).map(|(digit, _)| left(Candidate::new(cell, digit))).collect())
            .filter(|digits: &Vec<u64>| digits.len() > 1)
            .collect();
        let Some((clue, fewest)) = counts.best_clue() else {
            assert!(open.is_empty() && counts.best_cell().is_none());
            continue;
        };
        assert_eq!(*fewest, left(clue));
        assert_eq!(fewest.to_u64(), open.iter().flatten().min().copied());
        let (cell, most) = counts.best_cell().unwrap();
        assert_eq!(most.to_u64(), open.iter().map(|digits| digits.iter().max().unwrap()).min().copied());
        assert_eq!(most.to_u64(), counts.digits(cell).map(|(digit, _)| left(Candidate::new(cell, digit))).max());
        let sum: f64 = counts.digits(cell).map(|(digit, _)| counts.share(Candidate::new(cell, digit)).unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
}
