//! Reasons hold by the checker of the constraint: random losses, and each clause that a propagator gives, tried on all fillings.

use std::collections::HashMap;
use std::sync::Arc;

use crate::backend::propagator::{Falsified, Propagated, Propagator};
use crate::cnf::{Lit, Var, VarPool};
use crate::constraint::{ConnectedCells, Constraint};
use crate::encoding::{Term, VarMap};
use crate::geometry::{Candidate, Cell, Geometry};
use crate::grid::Grid;
use crate::propagators::RulePropagator;
use crate::random::Pcg32;

/// Rules that lower to the kinds of constraints, a rule for each shape.
const RULES: &[&str] = &[
    "killer 6 r1c1 r1c2 r1c3",
    "sum 9 r1c1 r1c2 r2c3 r3c4",
    "sum 2 r1c1 r1c2 -1*r2c3 -1*r3c4",
    "littlekiller 10 r1c1 r2c2 r3c3 r4c4",
    "arrow r1c1 : r1c2 r2c3 r2c4",
    "thermometer r1c1 r2c2 r3c3 r4c4",
    "whispers 2 r1c1 r2c1 r3c1",
    "renban r1c1 r1c2 r2c3",
    "palindrome r1c1 r2c2 r3c3 r4c4",
    "regex 1(2|3)*4? : r1c1 r2c2 r3c1 r4c2",
    "regex (12|34|1)* : r1c1 r2c2 r1c1 r4c2",
    "sandwich 3 row 1",
    "skyscraper 2 row 1 left",
    "anyof killer 3 r1c1 r1c2 | less r3c1 r4c1 & odd r4c2",
    "zipper r1c1 r1c2 r2c3 r3c3 r3c4",
    "between r1c1 r2c2 r3c3 r4c4",
];

/// A puzzle of 4×4 with one rule.
fn puzzle(rule: &str) -> Grid {
    let empty: Grid = "................".parse().unwrap();
    empty.with_rules(vec![rule.parse().unwrap_or_else(|error| panic!("{rule}: {error}"))]).unwrap()
}

/// The cells of a constraint and all their fillings that fulfil the constraint and the units.
struct Fillings {
    board: Arc<Geometry>,
    map: VarMap,
    /// The variables of the candidates, with the cell's place and the digit.
    candidates: Vec<(Lit, usize, usize)>,
    all: Vec<Vec<usize>>,
}

impl Fillings {
    fn of(board: &Arc<Geometry>, constraint: &Constraint) -> Self {
        let map = VarMap::by_row(board, &mut VarPool::new()).unwrap();
        let places = constraint.cells();
        let mut cells = places.clone();
        cells.sort_unstable();
        cells.dedup();
        let mut candidates = Vec::new();
        let mut all = vec![Vec::new()];
        for (slot, &cell) in cells.iter().enumerate() {
            let lit = |digit: usize| match map.term(Candidate::new(cell, board.digit(digit))) {
                Term::Lit(lit) => Some((lit, slot, digit)),
                Term::False => None,
                term @ Term::True => panic!("{term:?}"),
            };
            let of_cell: Vec<(Lit, usize, usize)> = (0..board.digit_count()).filter_map(lit).collect();
            let with = |filling: &Vec<usize>, digit: usize| [&filling[..], &[digit]].concat();
            all = all.iter().flat_map(|filling| of_cell.iter().map(|&(.., digit)| with(filling, digit))).collect();
            candidates.extend(of_cell);
        }
        let slot = |cell: &Cell| cells.iter().position(|other| other == cell).unwrap();
        let slots: Vec<usize> = places.iter().map(slot).collect();
        let differ: Vec<(usize, usize)> = (0..cells.len())
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .filter(|&(a, b)| board.shared_unit(cells[a], cells[b]).is_some())
            .collect();
        all.retain(|filling| {
            let by_place: Vec<usize> = slots.iter().map(|&slot| filling[slot]).collect();
            differ.iter().all(|&(a, b)| filling[a] != filling[b]) && constraint.holds(&by_place)
        });
        Self { board: Arc::clone(board), map, candidates, all }
    }
}

/// Losses in random order; returns the numbers of explained losses, of explained failures, and of literals in reasons.
fn lose(fillings: &Fillings, constraint: &Constraint, random: &mut Pcg32) -> [usize; 3] {
    let Fillings { board, map, candidates, all, .. } = fillings;
    let of_variable: HashMap<Var, (usize, usize)> =
        candidates.iter().map(|&(lit, slot, digit)| (lit.var(), (slot, digit))).collect();
    let is_true_in = |filling: &[usize], lit: Lit| {
        let (slot, digit) = of_variable[&lit.var()];
        (filling[slot] == digit) != lit.is_negative()
    };
    let mut propagator = RulePropagator::new(board, map, [constraint]).unwrap();
    let (mut trail, mut told, mut explained) = (Vec::<Lit>::new(), 0, [0; 3]);
    let for_good = random.below(4);
    for lost in random.shuffled(candidates.len()) {
        loop {
            for &lit in &trail[told..] {
                propagator.assign(lit);
            }
            told = trail.len();
            let times: HashMap<Lit, usize> = trail.iter().enumerate().map(|(time, &lit)| (!lit, time)).collect();
            let falsified = |lit: Lit| match times.get(&lit) {
                None => Falsified::Not,
                Some(&time) if time < for_good => Falsified::ForGood,
                Some(&time) => Falsified::At(time as u32),
            };
            let mut implied = Vec::new();
            let (by, losses) = match propagator.propagate(&mut implied) {
                Propagated::Nothing => break,
                Propagated::Literals(by) => (by, implied.iter().map(|&lit| Some(lit)).collect()),
                Propagated::Conflict(by) => (by, vec![None]),
            };
            for &loss in &losses {
                let mut clause = Vec::new();
                propagator.explain(by, loss, &falsified, &mut clause);
                assert!(clause.iter().all(|lit| matches!(falsified(*lit), Falsified::At(_))), "{constraint:?}");
                explained[usize::from(loss.is_none())] += 1;
                explained[2] += clause.len();
                clause.extend(loss);
                // What is lost for good holds in every model.
                clause.extend(trail.iter().take(for_good).map(|&lit| !lit));
                for filling in all {
                    assert!(
                        clause.iter().any(|&lit| is_true_in(filling, lit)),
                        "{constraint:?}: {clause:?} is false in {filling:?}"
                    );
                }
            }
            if losses.contains(&None) {
                return explained;
            }
            for lit in implied.into_iter().filter(|&lit| !times.contains_key(&!lit)) {
                trail.push(lit);
                if !lit.is_negative() {
                    // Clauses say that the other digits of the cell are lost then.
                    let (slot, _) = of_variable[&lit.var()];
                    let others = candidates.iter().filter(|&&(other, of, _)| of == slot && other != lit);
                    let open: Vec<Lit> =
                        others.map(|&(other, ..)| !other).filter(|other| !trail.contains(other)).collect();
                    trail.extend(open);
                }
            }
        }
        let lit = candidates[lost].0;
        if !trail.iter().any(|known| known.var() == lit.var()) {
            trail.push(!lit);
        }
    }
    explained
}

#[test]
fn each_reason_follows_from_its_constraint() {
    let random = &mut Pcg32::new(11, 3);
    for rule in RULES {
        let puzzle = puzzle(rule);
        assert!(!puzzle.rules().constraints().is_empty(), "{rule}");
        let mut explained = [0; 3];
        for (_, constraint) in puzzle.rules().constraints() {
            let fillings = Fillings::of(puzzle.geometry(), constraint);
            for _ in 0..100 {
                let of_this = lose(&fillings, constraint, random);
                explained.iter_mut().zip(of_this).for_each(|(all, more)| *all += more);
            }
        }
        assert!(explained[0] > 0 && explained[1] > 0 && explained[2] > 0, "{rule}: {explained:?}");
    }
}

/// Pieces of one digit and of several, with a size and without.
#[test]
fn each_cut_parts_or_narrows() {
    let random = &mut Pcg32::new(5, 4);
    for (board, digits) in
        [("3x4/2+lines:none", 0b1), ("1x9/2+lines:none", 0b1), ("3x3/3+lines:none", 0b11), ("2x4/3+lines:none", 0b1)]
    {
        let board = Arc::new(board.parse::<Geometry>().unwrap());
        let cells: Vec<Cell> = board.cells().collect();
        for size in [None, Some(1), Some(2), Some(3), Some(5)] {
            let constraint = Constraint::Connected(ConnectedCells::new(&cells, digits, size));
            let fillings = Fillings::of(&board, &constraint);
            let mut explained = [0; 3];
            for _ in 0..200 {
                let of_this = lose(&fillings, &constraint, random);
                explained.iter_mut().zip(of_this).for_each(|(all, more)| *all += more);
            }
            assert!(explained[0] > 0 && explained[1] > 0 && explained[2] > 0, "{constraint:?}: {explained:?}");
        }
    }
}

/// Losses that are taken back leave no trace.
#[test]
fn taking_back_restores_the_domains() {
    let puzzle = puzzle("killer 6 r1c1 r1c2 r1c3");
    let board = puzzle.geometry();
    let map = VarMap::by_row(board, &mut VarPool::new()).unwrap();
    let (_, constraint) = &puzzle.rules().constraints()[0];
    let losses_after = |lost: &[(usize, usize)], propagator: &mut RulePropagator| {
        let lit = |&(cell, digit): &(usize, usize)| match map.term(Candidate::new(board.cell(cell), board.digit(digit)))
        {
            Term::Lit(lit) => !lit,
            term => panic!("{term:?}"),
        };
        let lits: Vec<Lit> = lost.iter().map(lit).collect();
        for &lit in &lits {
            propagator.assign(lit);
        }
        let mut implied = Vec::new();
        let outcome = propagator.propagate(&mut implied);
        for &lit in lits.iter().rev() {
            propagator.unassign(lit);
        }
        (outcome, implied)
    };
    let mut propagator = RulePropagator::new(board, &map, [constraint]).unwrap();
    // The sum is 1 + 2 + 3.
    let (first, implied) = losses_after(&[], &mut propagator);
    assert_eq!((first, implied.len()), (Propagated::Literals(0), 3));
    let with_four: Vec<(usize, usize)> = (0..3).map(|cell| (cell, 3)).collect();
    let once = losses_after(&[&with_four[..], &[(0, 2), (1, 2)]].concat(), &mut propagator);
    let again = losses_after(&[&with_four[..], &[(0, 2), (1, 2)]].concat(), &mut propagator);
    assert_eq!(once, again);
    assert_eq!((once.0, once.1.len()), (Propagated::Literals(0), 2));
    assert_eq!(
        losses_after(&[&with_four[..], &[(0, 0), (1, 0), (2, 0)]].concat(), &mut propagator).0,
        Propagated::Conflict(0)
    );
}
