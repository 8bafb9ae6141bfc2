//! Regions to be found: judges, clauses and solvers against all divisions of small grids, made by this file.

use std::collections::BTreeSet;

use satdoku::backend::OpenOptions;
use satdoku::reduction::Reduced;
use satdoku::{
    AtMostOne, Backend, Budget, ClauseSink, Count, Encoding, Formula, Grid, Lit, Options, Solver, Var, Verdict,
};

use crate::common::{board, cases};

fn chaos(word: &str, lines: &[&str]) -> Grid {
    let rules = lines.iter().map(|line| line.parse().unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    Grid::empty(&board(word)).with_rules(rules).unwrap_or_else(|error| panic!("{error}"))
}

/// All divisions of a rectangle into connected regions of one size: the label of each cell, in the order of first cells.
fn divisions((rows, columns): (usize, usize), size: usize) -> Vec<Vec<u64>> {
    fn neighbours(at: usize, (rows, columns): (usize, usize)) -> impl Iterator<Item = usize> {
        let (row, column) = (at / columns, at % columns);
        let right = (column + 1 < columns).then_some(at + 1);
        let down = (row + 1 < rows).then_some(at + columns);
        [right, down, at.checked_sub(1).filter(|_| column > 0), at.checked_sub(columns)].into_iter().flatten()
    }
    fn pieces(
        piece: &BTreeSet<usize>,
        sides: (usize, usize),
        size: usize,
        free: &[bool],
        all: &mut BTreeSet<BTreeSet<usize>>,
    ) {
        if piece.len() == size {
            all.insert(piece.clone());
            return;
        }
        for at in piece.iter().flat_map(|&at| neighbours(at, sides)).filter(|&at| free[at] && !piece.contains(&at)) {
            let mut more = piece.clone();
            more.insert(at);
            pieces(&more, sides, size, free, all);
        }
    }
    fn divide(labels: &mut Vec<u64>, next: u64, sides: (usize, usize), size: usize, all: &mut Vec<Vec<u64>>) {
        let Some(first) = labels.iter().position(|&label| label == 0) else {
            all.push(labels.clone());
            return;
        };
        let free: Vec<bool> = labels.iter().map(|&label| label == 0).collect();
        let mut found = BTreeSet::new();
        pieces(&BTreeSet::from([first]), sides, size, &free, &mut found);
        for piece in found {
            let before = labels.clone();
            for at in piece {
                labels[at] = next;
            }
            divide(labels, next + 1, sides, size, all);
            *labels = before;
        }
    }
    let mut all = Vec::new();
    divide(&mut vec![0; rows * columns], 1, (rows, columns), size, &mut all);
    all
}

/// The grids of a board without rules, digit by digit.
fn grids(word: &str) -> Vec<Vec<u64>> {
    let grid = Grid::empty(&board(word));
    let mut session = Solver::Propagating.session(grid.geometry(), &Options::default()).unwrap();
    let solutions = session.solutions(&grid).unwrap();
    let digits = |grid: &Grid| grid.digits().iter().map(|digit| u64::from(digit.unwrap().get())).collect();
    solutions.map(|solution| digits(solution.unwrap().grid())).collect()
}

/// The fillings of a board with its labels, by brute force: digits, then labels.
fn fillings(word: &str, sides: (usize, usize), size: usize) -> BTreeSet<Vec<u64>> {
    let grids = grids(word);
    let mut all = BTreeSet::new();
    for labels in divisions(sides, size) {
        for digits in &grids {
            let in_regions: BTreeSet<(u64, u64)> = labels.iter().copied().zip(digits.iter().copied()).collect();
            if in_regions.len() == digits.len() {
                all.insert([&digits[..], &labels[..]].concat());
            }
        }
    }
    all
}

const BOARDS: [(&str, (usize, usize), Option<usize>); 8] = [
    ("latin4", (4, 4), None),
    ("2x2", (4, 4), None),
    ("2x3/3", (2, 3), None),
    ("3x4/4", (3, 4), None),
    // Regions with fewer cells than there are digits.
    ("3x4/4", (3, 4), Some(3)),
    ("2x3/4", (2, 3), Some(3)),
    ("2x3/3", (2, 3), Some(1)),
    ("2x4/4", (2, 4), Some(2)),
];

#[test]
fn divisions_of_a_square_are_as_many_as_are_known() {
    // OEIS A172477: a square of N×N in N connected regions of N cells.
    assert_eq!([2, 3, 4].map(|side| divisions((side, side), side).len()), [2, 10, 117]);
}

#[test]
fn regions_to_be_found_have_the_fillings_of_brute_force() {
    // The 4×4 have some ten thousand fillings.
    for &(word, sides, size) in &BOARDS[cases(1, 0)..] {
        let line = size.map_or("chaos region".to_owned(), |size| format!("chaos region size {size}"));
        let puzzle = chaos(word, &[&line]);
        let last = u64::from(puzzle.geometry().grid_digits().1);
        let expected = fillings(word, sides, size.unwrap_or(last as usize));
        assert!(!expected.is_empty(), "{word}");
        for solver in [Solver::Auto, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
            let count = solver.count(&puzzle).unwrap();
            assert_eq!(count, Count::Exact((expected.len() as u64).into()), "{word}, {line}: {solver}");
        }
        let mut found = BTreeSet::new();
        for encoding in [Encoding::Minimal, Encoding::Reduced] {
            let formula = Formula::of(Reduced::of(puzzle.clone()), encoding, AtMostOne::Pairwise).unwrap();
            assert_eq!(formula.projection(), None);
            let mut solver = Backend::Cdcl.open(&OpenOptions::default()).unwrap();
            formula.write(&mut solver).unwrap();
            let (mut models, variables) = (0, formula.variables() as usize);
            while let Verdict::Satisfiable(model) = solver.solve(&Budget::unlimited().start()).unwrap() {
                let differs: Vec<Lit> =
                    (0..variables).map(Var::new).map(|var| var.lit(model.value(var) == Some(false))).collect();
                solver.add_clause(&differs).unwrap();
                models += 1;
                let solution = formula.decode(&model).unwrap();
                let digits = solution.grid().digits().iter().map(|digit| u64::from(digit.unwrap().get()));
                found.insert(digits.collect::<Vec<u64>>());
                if models > expected.len() {
                    break;
                }
            }
            assert_eq!(models, expected.len(), "{word}, {line}: a solution has several models or none");
        }
        assert_eq!(found, expected, "{word}, {line}");
    }
}

/// The judge alone, on fillings of which one label or digit was changed.
#[test]
fn judges_know_regions() {
    let random = &mut satdoku::generate::Random::new(4, 9);
    for (word, sides, size) in BOARDS {
        let line = size.map_or("chaos region".to_owned(), |size| format!("chaos region size {size}"));
        let puzzle = chaos(word, &[&line]);
        let (geometry, rule) = (puzzle.geometry(), puzzle.rules().as_slice()[0].as_constrain());
        let count = geometry.grid_cell_count();
        let last = u64::from(geometry.grid_digits().1);
        let size = size.unwrap_or(last as usize);
        let expected = divisions(sides, size);
        let all: Vec<Vec<u64>> = grids(word);
        for _ in 0..2_000 {
            let mut labels = expected[random.below(expected.len())].clone();
            let digits = &all[random.below(all.len())];
            if random.below(2) == 0 {
                labels[random.below(count)] = 1 + random.below(count / size) as u64;
            }
            let in_regions: BTreeSet<(u64, u64)> = labels.iter().copied().zip(digits.iter().copied()).collect();
            let is_good = expected.contains(&labels) && in_regions.len() == count;
            let digit = |value: u64| geometry.digits().find(|digit| u64::from(digit.get()) == value);
            let full: Vec<_> = digits.iter().chain(&labels).map(|&value| digit(value)).collect();
            assert_eq!(rule.breach(geometry, &full).is_none(), is_good, "{word}, {line}: {digits:?} {labels:?}");
            // What is broken while cells are empty stays broken.
            let mut part = full.clone();
            (0..count).for_each(|_| part[random.below(2 * count)] = None);
            assert!(!is_good || rule.breach(geometry, &part).is_none(), "{word}, {line}: {digits:?} {labels:?}");
        }
    }
}

#[test]
fn lines_with_regions_that_do_not_fit_are_refused() {
    let refused = |word: &str, lines: &[&str]| {
        let rules = lines.iter().map(|line| line.parse().unwrap()).collect();
        Grid::empty(&board(word)).with_rules(rules).unwrap_err().to_string()
    };
    assert_eq!(
        refused("4x4/5", &["chaos region"]),
        "chaos region: expected regions that fill the grid, found regions of 5 cells in a grid of 16"
    );
    assert_eq!(
        refused("2x2", &["chaos region size 0"]),
        "chaos region size 0: expected a number from 1 to 1000000, found 0"
    );
    assert!(refused("2x2", &["chaos region", "layer region 0..1"]).contains("region"));
    for line in ["anyof chaos region | odd r1c1", "chaos", "chaos region size", "chaos region 4"] {
        assert!(line.parse::<satdoku::Rule>().is_err(), "{line}");
    }
}

/// Runs and counts over regions: a puzzle of 4×4 whose clues are about regions alone.
#[test]
fn clues_over_regions_count_labels() {
    let lines = [
        "chaos region",
        "runlength r1c1 : region:r1c1-r1c4",
        "samecount beyond r4c4 : region:r4c4 region:r3c4 region:r4c3",
    ];
    let puzzle = chaos("latin4", &lines);
    let expected = fillings("latin4", (4, 4), 4).into_iter().filter(|values| {
        let (digits, labels) = values.split_at(16);
        let run = (0..4).take_while(|&at| labels[at] == labels[0]).count() as u64;
        let beside = [11, 14].iter().filter(|&&at| labels[at] == labels[15]).count() as u64;
        run == digits[0] && beside == digits[15]
    });
    let expected = Count::Exact((expected.count() as u64).into());
    for solver in [Solver::Auto, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
        assert_eq!(solver.count(&puzzle).unwrap(), expected, "{solver}");
    }
}

/// The program numbers the regions by rules of its own, so that only what compares labels is read.
#[test]
fn values_of_labels_of_iss_are_refused() {
    use satdoku::grid::exchange::{Exchange, Notes, Reading, Writing, read, write};
    let read = |parts: &str| {
        read(Exchange::Iss, &format!(".Shape~4x4.ChaosConstruction{parts}"), &mut Reading::default()).map(drop)
    };
    for parts in [".AllDifferent~CC1~CC6", ".SameValues~2~CC1~CC2", ".CountDistinct~R1C1~CC1~CC2~CC3", ".Cage~~CC1~CC6"]
    {
        assert!(read(parts).is_ok(), "{parts}");
    }
    for parts in
        [".~CC1_2", ".Sum~5~CC1~CC2", ".GreaterThan~CC1~CC2", ".Or.ChaosArrow~R1C1.AntiKing.End", ".Thermo~CC1~CC2"]
    {
        let refused = read(parts).unwrap_err().to_string();
        assert!(refused.contains("no rule says this"), "{parts}: {refused}");
    }
    let either: satdoku::Rule = "anyof samecount r1c1 : CC:r1c1 CC:r1c2 | odd r1c1".parse().unwrap();
    let puzzle = chaos("latin4", &["chaos CC", &either.to_string()]);
    let written = write(Exchange::Iss, &puzzle, &Notes::default(), Writing::default());
    assert!(written.is_err());
}
