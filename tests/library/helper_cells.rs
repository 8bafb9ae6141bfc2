//! Cells beside the grid: what solvers say of puzzles with layers and numbers, held against an enumeration with the judge, and what
//! formats keep of them.

use oorandom::Rand32;
use satdoku::backend::BackendError;
use satdoku::explain::{CandidateStatus, Explainer, Explanation};
use satdoku::generate::{Kind, Recipe, RuleRequest};
use satdoku::grid::format::{Format, Parser, Place, Record};
use satdoku::{Backend, Budget, Candidate, Cell, Count, Digit, Error, Grid, Options, Rule, Solver, Verdict};

use crate::common::{board, cases};

/// Boards with layers and numbers, each with the cells that rules may name.
const BOARDS: [(&str, &[&str], &[&str]); 6] = [
    ("latin2", &["layer shade 0..1"], &["shade:r1c1", "shade:r1c2", "shade:r2c1", "shade:r2c2", "r1c1", "r2c1"]),
    ("latin2", &["layer A 1..2", "number N 2..5"], &["A:r1c1", "A:r2c2", "N", "r1c1", "r1c2"]),
    ("latin3", &["number N 0..4", "number M 1..3"], &["N", "M", "r1c1", "r1c2", "r2c2", "r3c1"]),
    (
        "latin2+digits:0..1",
        &["layer K 0..2 1x3 \"sums\"", "number N 0..1"],
        &["K:r1c1", "K:r1c2", "K:r1c3", "N", "r1c1"],
    ),
    ("1x2/2", &["layer P 1..3 2x2"], &["P:r1c1", "P:r1c2", "P:r2c1", "P:r2c2", "r1c1", "r1c2"]),
    ("2x2/3", &["number X1 0..7", "number X2 3..3"], &["X1", "X2", "r1c1", "r1c2", "r2c1", "r2c2"]),
];

/// A rule over two or three of some cells.
fn drawn_rule(cells: &[&str], rand: &mut Rand32) -> Rule {
    let mut cells = cells.to_vec();
    let picked: Vec<&str> =
        (0..3).map(|_| cells.swap_remove(rand.rand_range(0..cells.len() as u32) as usize)).collect();
    let [a, b, c] = picked[..] else { unreachable!() };
    let number = rand.rand_range(0..7);
    let line = match rand.rand_range(0..13) {
        0 => format!("relation a>b : {a} {b} {c}"),
        1 => format!("sum {number} {a} {b}"),
        2 => format!("sum {number} {a} 2*{b} -1*{c}"),
        3 => format!("killer ? {a} {b} {c}"),
        4 => format!("whispers 2 {a} {b} {c}"),
        5 => format!("allowed {},{} {a}", number, number / 2),
        6 => format!("anyof odd {a} | sum {number} {b} {c}"),
        7 => format!("arrow {a} : {b} {c}"),
        8 => format!("countdistinct {a} : {b} {c}"),
        9 => format!("regex (0|1|2)*(3|4)?[0-9]* : {a} {b} {c}"),
        11 => format!("killer {number}..{} {a} {b}", number + 2),
        10 => format!("contains {} {a} {b} {c}", number / 2),
        _ => format!("equalsums {a} : {b} {c}"),
    };
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The number of fillings that the judge accepts.
fn fillings(puzzle: &Grid) -> u64 {
    let cells: Vec<_> = puzzle.geometry().cells().collect();
    let mut grid = puzzle.clone();
    let mut found = 0;
    let mut at = 0;
    let mut values: Vec<Option<u16>> = vec![None; cells.len()];
    // Every value of every cell, the first cell slowest.
    loop {
        if at == cells.len() {
            found += u64::from(grid.is_solved());
            at -= 1;
        }
        let (first, last) = puzzle.geometry().values(cells[at]);
        let next = values[at].map_or(first, |value| value + 1);
        if next > last || puzzle.get(cells[at]).is_some_and(|clue| clue.get() < next) {
            values[at] = None;
            grid.set(cells[at], puzzle.get(cells[at])).unwrap();
            if at == 0 {
                return found;
            }
            at -= 1;
            continue;
        }
        values[at] = Some(next);
        if puzzle.get(cells[at]).is_none_or(|clue| clue.get() == next) {
            grid.set(cells[at], Some(Digit::new(next))).unwrap();
            at += 1;
        }
    }
}

fn parsed(text: &str) -> Grid {
    let record = Record { text: text.as_bytes(), place: Place::START };
    Parser::new(Format::Header, None).parse(&record).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn drawn_puzzle(rand: &mut Rand32) -> Grid {
    let (shape, layers, cells) = BOARDS[rand.rand_range(0..BOARDS.len() as u32) as usize];
    let mut rules: Vec<Rule> = layers.iter().map(|line| line.parse().unwrap()).collect();
    for _ in 0..rand.rand_range(1..4) {
        rules.push(drawn_rule(cells, rand));
    }
    let mut grid = Grid::empty(&board(shape)).with_rules(rules).unwrap();
    if rand.rand_range(0..3) == 0 {
        let cells: Vec<_> = grid.geometry().cells().collect();
        let cell = cells[rand.rand_range(0..cells.len() as u32) as usize];
        let (first, last) = grid.geometry().values(cell);
        let value = rand.rand_range(first.into()..u32::from(last) + 1) as u16;
        grid.set(cell, Some(Digit::new(value))).unwrap();
    }
    grid
}

/// A total may be an unknown number, which several sums share.
#[test]
fn unknown_totals_are_shared() {
    for (lines, expected) in [
        ("killer N r1c1 r1c2\nlittlekiller N r1c3 r2c1", None),
        ("killer N r1c1 r1c2\nkiller N r1c2 r1c3", Some(0)),
        ("killer 3..4 r1c1 r1c2\nlittlekiller N r1c3", None),
        ("killer >4 r1c1 r1c2\nkiller <4 r2c1 r2c2", None),
    ] {
        let puzzle = parsed(&format!("latin 3\nnumber N 2..5\n{lines}\n. . .\n. . .\n. . .\n"));
        let found = fillings(&puzzle);
        assert!(expected.is_none_or(|expected| found == expected) && (found > 0 || expected == Some(0)), "{lines}");
        for solver in [Solver::Auto, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
            assert_eq!(solver.count(&puzzle).unwrap(), Count::Exact(found.into()), "{solver}: {lines}");
        }
    }
}

#[test]
fn solvers_count_the_fillings_that_the_judge_accepts() {
    let mut rand = Rand32::new(20_261_129);
    let (mut several, mut none, mut answered) = (0, 0, 0);
    let puzzles = cases(25, 150);
    for _ in 0..puzzles {
        let puzzle = drawn_puzzle(&mut rand);
        let expected = fillings(&puzzle);
        several += u32::from(expected > 1);
        none += u32::from(expected == 0);
        for solver in Solver::all().into_iter().chain([Solver::Auto]) {
            match solver.count(&puzzle) {
                Ok(Count::Exact(found)) => {
                    assert_eq!(found.to_string(), expected.to_string(), "{solver}: {puzzle}");
                    answered += 1;
                }
                // A program that is not installed has no answer.
                Err(
                    Error::UnknownRule { .. }
                    | Error::UnknownBoard { .. }
                    | Error::Backend(BackendError::NotFound { .. }),
                ) => continue,
                other => panic!("{solver}: {other:?}: {puzzle}"),
            }
            let verdict = solver.solve(&puzzle).unwrap();
            assert_eq!(matches!(verdict, Verdict::Satisfiable(_)), expected > 0, "{solver}: {puzzle}");
        }
    }
    let least = cases(1, 20);
    assert!(several > least && none > least && answered > puzzles * 4, "{several} {none} {answered}");
}

#[test]
fn formats_keep_layers_or_refuse_them() {
    let mut rand = Rand32::new(7);
    for _ in 0..40 {
        let puzzle = drawn_puzzle(&mut rand);
        assert_eq!(parsed(&puzzle.to_string()), puzzle);
        let Verdict::Satisfiable(solution) = Solver::Auto.solve(&puzzle).unwrap() else { continue };
        for &format in Format::all() {
            for grid in [&puzzle, solution.grid()] {
                let mut text = String::new();
                if format.write(grid, &mut text).is_err() {
                    continue;
                }
                let record = Record { text: text.as_bytes(), place: Place::START };
                let read = Parser::new(format, None).parse(&record);
                assert_eq!(read.as_ref(), Ok(grid), "{format}: {text}");
            }
        }
    }
}

#[test]
fn layers_and_their_cells_are_read_or_refused_by_their_place() {
    let refused = |text: &str, expected: &str| {
        let record = Record { text: text.as_bytes(), place: Place::START };
        let error = Parser::new(Format::Header, None).parse(&record).expect_err(text);
        assert_eq!(format!("{}:{}: {}", error.line, error.column, error.problem), expected, "{text}");
    };
    let grid = "....\n....\n....\n....\n";
    refused(
        &format!("2 2\nnumber n 1..4\n{grid}"),
        "2:8: expected the name of a number in capitals, such as N, found \"n\"",
    );
    refused(
        &format!("2 2\nlayer shade 0..1\nodd shade:r5c1\n{grid}"),
        "3:1: odd shade:r5c1: shade:r5c1 is no cell of the board",
    );
    refused(&format!("2 2\nodd N\n{grid}"), "2:1: odd N: N is no cell of the board");
    refused(&format!("2 2\nnumber N 1..4\ngiven N 5\n{grid}"), "3:1: expected a number from 1 to 4 in N, found 5");
    refused(
        &format!("2 2\nnumber N 1..4\ngiven N 3\ngiven N 4\n{grid}"),
        "4:1: expected a number from 3 to 3 in N, found 4",
    );
    refused(&format!("2 2\nnumber N 4..1\n{grid}"), "2:1: number N 4..1: expected a number from 4 to 4096, found 1");
    refused(
        &format!("2 2\nnumber N 1..1000\n{grid}"),
        "2:1: number N 1..1000: N has the values 1..1000: at most 64 values with those of the grid, from 0 to 4094",
    );
    refused(
        &format!("2 2\nlayer A 0..1 4096x4096\n{grid}"),
        "2:1: layer A 0..1 4096x4096: A has 16777216 cells with those before it: at most 1048576",
    );
    refused(
        &format!("2 2\nnumber N 1..4\nnumber N 1..5\n{grid}"),
        "3:1: number N 1..5: N is named twice: a layer or a number has a name of its own",
    );
    refused(
        &format!("2 2\nanyof number N 1..4 | odd r1c1\n{grid}"),
        "2:7: expected a rule, and no cells, found \"number\"",
    );
}

#[test]
fn generators_refuse_cells_beside_the_grid() {
    let rules = vec!["layer S 0..2".parse::<RuleRequest>().unwrap()];
    let recipe = Recipe::new(&board("2x2"), Kind::Unique).with_rules(rules);
    let error = recipe.puzzles(0..1, &Budget::unlimited()).err().unwrap().to_string();
    assert_eq!(error, "the generator makes no puzzles with cells beside the grid: layer S 0..2");
}

/// The values of cells are no parts of an explanation: without them cells would have others.
#[test]
fn explanations_keep_the_values_of_cells() {
    for text in [
        "2 2\nnumber M 1..9\nnumber N 1..3\nsum 2 M N\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 . .\n",
        "2 2\nnumber N 1..9\nchaos r size 16\n. . . .\n. . . .\n. . . .\n. . . .\n",
        "latin 3\nchaos g0 size 1\nlayer v1 1..3 1x1\nless v1:r1c1 r2c1\n3 2 1\n2 . 3\n. . 2\n",
        "latin 3\nnumber N 1..9\nchaos g0 size 3\nsum 2 N r1c1\n1 3 .\n2 . 3\n. . 2\n",
    ] {
        let puzzle = parsed(text);
        for solver in [Solver::Auto, Solver::Sat(Backend::Cdcl)] {
            let mut explainer = Explainer::new(&solver, puzzle.geometry(), &Options::default()).unwrap();
            let explanation = explainer.explain(&puzzle).unwrap_or_else(|error| panic!("{solver}: {error}: {text}"));
            if let Explanation::Conflict(conflict) = explanation {
                assert!(!conflict.to_string().contains("the number"), "{solver}: {conflict}: {text}");
            }
        }
    }
}

/// A candidate is a value of its cell, whatever other layers have.
#[test]
fn candidates_and_their_counts_are_values_of_their_cells() {
    let empty = Grid::empty(&board("latin2"));
    let puzzle = empty.with_rule("layer A 0..9 1x5".parse().unwrap()).unwrap();
    let [cell, beside]: [Cell; 2] = ["r1c1", "A:r1c1"].map(|name| name.parse().unwrap());
    let mut grid = puzzle.clone();
    for (cell, digit, is_value) in [(cell, 0, false), (cell, 2, true), (beside, 0, true), (beside, 10, false)] {
        assert_eq!(grid.set(cell, Some(Digit::new(digit))).is_ok(), is_value, "{cell}={digit}");
        assert_eq!(puzzle.can_place(cell, Digit::new(digit)), is_value, "{cell}={digit}");
    }
    for solver in ["sat:cdcl", "mrv", "propagating"].map(|name| name.parse::<Solver>().unwrap()) {
        let mut explainer = Explainer::new(&solver, puzzle.geometry(), &Options::default()).unwrap();
        let found = explainer.true_candidates(&puzzle).unwrap();
        assert_eq!((found.digits(cell, CandidateStatus::True).count(), found.stopped), (2, None), "{solver}");
        assert_eq!(found.digits(beside, CandidateStatus::True).count(), 10, "{solver}");
    }
    let counts = Solver::Auto.candidate_counts_with(&puzzle, &Options::default()).unwrap();
    assert!(*counts.total() == 200_000, "{}", counts.total());
    let of = |cell, digit| counts.get(Candidate::new(cell, Digit::new(digit))).cloned();
    assert!(of(beside, 1).unwrap() == 20_000 && of(cell, 1).unwrap() == 100_000);
}

#[test]
fn a_value_beyond_its_layer_or_the_grid_breaks_the_rule() {
    let rules = ["layer shade 0..1", "number N 2..5"].map(|line| line.parse().unwrap());
    let puzzle = Grid::empty(&board("latin2")).with_rules(rules.to_vec()).unwrap();
    let geometry = puzzle.geometry();
    let cases = [
        ("shade:r1c1", 1, [false, false]),
        ("shade:r1c1", 2, [true, false]),
        ("N", 2, [false, false]),
        ("N", 1, [false, true]),
        ("r1c1", 2, [false, false]),
        ("r1c1", 0, [true, true]),
    ];
    for (cell, value, expected) in cases {
        let mut digits = vec![None; geometry.cell_count()];
        digits[geometry.index(cell.parse().unwrap())] = Some(Digit::new(value));
        let is_broken = |rule: &Rule| rule.as_constrain().breach(geometry, &digits).is_some();
        let broken: Vec<bool> = puzzle.rules().as_slice().iter().map(is_broken).collect();
        assert_eq!(broken, expected, "{value} at {cell}");
    }
}
