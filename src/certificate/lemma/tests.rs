//! Schemas against all fillings of a few cells.

use std::collections::{BTreeMap, HashSet};

use crate::bits::ones;
use crate::budget::Running;
use crate::certificate::lemma::automaton::Edges;
use crate::certificate::lemma::connected::has_no_place;
use crate::certificate::lemma::sum::SumOfCells;
use crate::certificate::lemma::unit::can_differ;
use crate::constraint::{ConnectedCells, Constraint, Sum};
use crate::geometry::{Cell, Geometry};
use crate::grid::Grid;
use crate::random::Pcg32;

/// All fillings of cells with these digits.
fn fillings(domains: &[u64]) -> Vec<Vec<usize>> {
    domains.iter().fold(vec![Vec::new()], |all, &domain| {
        let with =
            |filling: &Vec<usize>| ones(domain).map(|digit| [&filling[..], &[digit]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(with).collect()
    })
}

fn differ(filling: &[usize]) -> bool {
    filling.iter().collect::<HashSet<_>>().len() == filling.len()
}

/// Some of the first digits for each cell.
fn domains(random: &mut Pcg32, cells: usize, digits: usize) -> Vec<u64> {
    (0..cells).map(|_| random.below(1 << digits) as u64 | random.below(1 << digits) as u64).collect()
}

#[test]
fn cells_can_differ_where_a_filling_has_no_digit_twice() {
    let random = &mut Pcg32::new(1, 1);
    let mut numbers = [0; 2];
    for _ in 0..2_000 {
        let cells = 1 + random.below(5);
        let domains: Vec<u64> =
            domains(random, cells, 5).iter().map(|domain| domain & random.below(32) as u64).collect();
        let can = fillings(&domains).iter().any(|filling| differ(filling));
        assert_eq!(can_differ(&domains), can, "{domains:?}");
        numbers[usize::from(can)] += 1;
    }
    assert!(numbers.iter().all(|&number| number > 200), "{numbers:?}");
}

/// Cells times factors that add up to a total.
fn sum(board: &Geometry, terms: &BTreeMap<Cell, i64>, total: i64) -> SumOfCells {
    let terms = terms.iter().filter(|(_, factor)| **factor != 0).map(|(&cell, &factor)| (factor, cell)).collect();
    let differ = |one: Cell, other: Cell| board.shared_unit(one, other).is_some();
    SumOfCells::new(board, &Sum::new(terms, total, 1, board.digit_count(), differ)).unwrap()
}

/// A row of four cells, and cells of other rows that stand alone: what each group can add up to is exact, and so is the whole where no
/// two groups share a unit.
#[test]
fn sums_are_possible_where_a_filling_has_the_total() {
    let board: Geometry = "2x2".parse().unwrap();
    let cell = Cell::new;
    let random = &mut Pcg32::new(2, 1);
    let mut numbers = [0; 2];
    for _ in 0..2_000 {
        let factors: Vec<i64> = (0..3).map(|_| i64::from(random.below(5) as u32) - 2).collect();
        let mut terms = BTreeMap::from([(cell(0, 0), factors[0]), (cell(0, 1), factors[0]), (cell(0, 2), factors[0])]);
        // These share no unit with one another, and with the row a column or a box that no group sees.
        terms.insert(cell(2, 3), factors[1]);
        terms.insert(cell(3, 0), factors[2]);
        let total = i64::from(random.below(30) as u32) - 10;
        let mut all = vec![0; 16];
        let some = domains(random, 5, 4);
        let cells: Vec<(&Cell, &i64)> = terms.iter().collect();
        for ((cell, _), &domain) in cells.iter().zip(&some) {
            all[board.index(**cell)] = domain;
        }
        let is_filling = |filling: &Vec<usize>| {
            let sum = cells
                .iter()
                .zip(filling)
                .map(|((_, factor), digit)| **factor * (i64::from(*digit as u32) + 1))
                .sum::<i64>();
            let of_row = cells.iter().zip(filling).filter(|((cell, _), _)| cell.row() == 0).map(|(_, digit)| *digit);
            sum == total && (factors[0] == 0 || differ(&of_row.collect::<Vec<usize>>()))
        };
        let can = fillings(
            &some
                .iter()
                .zip(&cells)
                .map(|(&domain, (_, factor))| if **factor == 0 { 1 } else { domain })
                .collect::<Vec<u64>>(),
        )
        .iter()
        .any(is_filling);
        assert_eq!(
            sum(&board, &terms, total).is_possible(&all, &Running::default()).unwrap(),
            can,
            "{terms:?} {total} {some:?}"
        );
        numbers[usize::from(can)] += 1;
    }
    assert!(numbers.iter().all(|&number| number > 200), "{numbers:?}");
}

/// Beyond so many sets only bounds count: these are what the best filling has.
#[test]
fn sums_of_many_cells_have_exact_bounds() {
    let board: Geometry = "5x5".parse().unwrap();
    let terms: BTreeMap<Cell, i64> = (0..12).map(|column| (Cell::new(0, column), 3)).collect();
    let is_possible = |total: i64, domain: u64| {
        sum(&board, &terms, total).is_possible(&vec![domain; board.cell_count()], &Running::default()).unwrap()
    };
    let all = (1 << 25) - 1;
    let (least, most) = (3 * (1..=12).sum::<i64>(), 3 * (14..=25).sum::<i64>());
    for (total, can) in [(least - 1, false), (least, true), (most, true), (most + 1, false)] {
        assert_eq!(is_possible(total, all), can, "{total}");
    }
    // Without the digits 1 to 3 in these cells.
    assert!(!is_possible(least, all & !7) && is_possible(least + 3 * 3 * 12, all & !7));
    // Eleven digits for twelve cells.
    assert!(!is_possible(least, (1 << 11) - 1));
}

#[test]
fn automata_accept_what_some_filling_without_a_digit_twice_has() {
    let random = &mut Pcg32::new(3, 1);
    for rule in ["sandwich 3 row 1", "skyscraper 2 row 1 left", "regex 1(2|3)*4? : r1c1 r1c2 r1c3 r1c4"] {
        let puzzle: Grid = "................".parse().unwrap();
        let Ok(rule) = rule.parse() else { panic!("{rule}") };
        let puzzle = puzzle.with_rules(vec![rule]).unwrap();
        let (_, constraint) = &puzzle.rules().constraints()[0];
        let Constraint::Automaton { automaton, .. } = constraint else { panic!("{constraint:?}") };
        let edges = Edges::of(automaton);
        for _ in 0..500 {
            let domains = domains(random, 4, 4);
            let can = fillings(&domains).iter().any(|filling| differ(filling) && constraint.holds(filling));
            assert_eq!(edges.accept_different(&domains, &Running::default()).unwrap(), can, "{domains:?}");
        }
    }
}

/// A piece that is said to have no place has none among all fillings; most of those without a place are seen.
#[test]
fn a_piece_without_a_place_has_no_filling() {
    let cells: Vec<Cell> = (0..3)
        .flat_map(|row| (0..4).map(move |column| (row, column)))
        .map(|(row, column)| Cell::new(row, column))
        .collect();
    let random = &mut Pcg32::new(4, 1);
    let (mut seen, mut missed, mut with_place) = (0, 0, 0);
    for round in 0..3_000 {
        let size = [None, Some(2), Some(4), Some(6)][round % 4];
        let piece = ConnectedCells::new(&cells, 0b10, size);
        let domains: Vec<u64> = cells.iter().map(|_| [0b01, 0b10, 0b11, 0b11][random.below(4)]).collect();
        let constraint = Constraint::Connected(piece.clone());
        let has_place = fillings(&domains).iter().any(|filling| constraint.holds(filling));
        match (has_no_place(&piece, &domains, &Running::default()).unwrap(), has_place) {
            (true, true) => panic!("{domains:?} {size:?}"),
            (true, false) => seen += 1,
            (false, true) => with_place += 1,
            (false, false) => missed += 1,
        }
    }
    assert!(seen > 1_000 && with_place > 300 && missed * 50 < seen, "{seen} {missed} {with_place}");
}
