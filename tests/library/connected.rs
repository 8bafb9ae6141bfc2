//! Cells that make one connected piece: judges, constraints, clauses and solvers against a flood fill of this file's own, on all
//! shadings of small layers.

use std::collections::HashMap;

use satdoku::backend::OpenOptions;
use satdoku::budget::Running;
use satdoku::constraint::Constraint;
use satdoku::explain::{Explainer, Explanation, NoSolution};
use satdoku::reduction::Reduced;
use satdoku::{
    AtMostOne, Backend, Budget, Cell, ClauseSink, Count, Digit, Encoding, Error, Formula, Grid, Lit, Model, Options,
    Rule, Solver, Var, Verdict,
};

use crate::common::{board, solvers_of_any_board};

/// Whether the bits of a rectangle make one piece, at least one bit: pieces are merged from bit to bit.
pub(crate) fn is_piece(shading: u32, (rows, columns): (u32, u32)) -> bool {
    let mut label: Vec<u32> = (0..rows * columns).collect();
    let is_shaded = |at: u32| shading >> at & 1 == 1;
    for at in 0..rows * columns {
        let beside = (at % columns + 1 < columns).then_some(at + 1);
        let below = (at + columns < rows * columns).then_some(at + columns);
        for other in beside.into_iter().chain(below).filter(|&other| is_shaded(at) && is_shaded(other)) {
            let (from, to) = (label[other as usize], label[at as usize]);
            label.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
        }
    }
    let mut labels = (0..rows * columns).filter(|&at| is_shaded(at)).map(|at| label[at as usize]);
    labels.next().is_some_and(|first| labels.all(|label| label == first))
}

/// A grid of one cell with a layer of 0 and 1, and a rule.
fn shaded(sides: (u32, u32), lines: &[&str]) -> Grid {
    let layer = format!("layer shade 0..1 {}x{}", sides.0, sides.1);
    let lines = [layer.as_str()].into_iter().chain(lines.iter().copied());
    let rules = lines.map(|line| line.parse().unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    Grid::empty(&board("1x1")).with_rules(rules).unwrap()
}

fn shade(puzzle: &Grid) -> Vec<Cell> {
    puzzle.geometry().layer_cells(&puzzle.geometry().layers()[0])
}

/// The puzzle with some cells of its layer filled.
fn filled(puzzle: &Grid, known: u32, shading: u32) -> Grid {
    let mut grid = puzzle.clone();
    for (at, cell) in shade(puzzle).into_iter().enumerate().filter(|(at, _)| known >> at & 1 == 1) {
        grid.set(cell, value(puzzle, shading >> at & 1)).unwrap();
    }
    grid
}

fn value(puzzle: &Grid, value: u32) -> Option<Digit> {
    puzzle.geometry().digits().find(|digit| u32::from(digit.get()) == value)
}

fn cells(sides: (u32, u32)) -> u32 {
    (1 << (sides.0 * sides.1)) - 1
}

#[test]
fn judges_and_constraints_know_connected_shadings() {
    let check = |sides: (u32, u32), shadings: &mut dyn Iterator<Item = u32>| {
        let size = (sides.0 * sides.1).div_ceil(2);
        let puzzle = shaded(sides, &["connected 1 shade", &format!("connected 1 size {size} shade")]);
        let (geometry, rules) = (puzzle.geometry(), puzzle.rules());
        let constraint = |rule: usize| {
            let mut all = rules.constraints().iter();
            &all.find(|(id, _)| id.index() == rule).unwrap().1
        };
        for shading in shadings {
            let grid = filled(&puzzle, cells(sides), shading);
            let digits: Vec<usize> =
                shade(&puzzle).into_iter().map(|cell| geometry.digit_index(grid.get(cell).unwrap())).collect();
            for rule in [1, 2] {
                let expected = is_piece(shading, sides) && (rule == 1 || shading.count_ones() == size);
                let judged = rules.as_slice()[rule].as_constrain().breach(geometry, grid.digits());
                assert_eq!(judged.is_none(), expected, "{sides:?}: {shading:b}: {judged:?}");
                assert_eq!(constraint(rule).holds(&digits), expected, "{sides:?}: {shading:b}");
            }
        }
    };
    for sides in [(1, 1), (1, 5), (2, 3), (3, 3), (4, 4)] {
        check(sides, &mut (0..=cells(sides)));
    }
    let random = &mut satdoku::generate::Random::new(8, 0);
    check((5, 5), &mut (0..10_000).map(|_| (random.below(1 << 25) | random.below(1 << 25)) as u32));
}

/// The models of a formula by all of its variables.
fn models(formula: &Formula) -> Vec<Model> {
    let mut solver = Backend::Cdcl.open(&OpenOptions::default()).unwrap();
    formula.write(&mut solver).unwrap();
    let mut models = Vec::new();
    while let Verdict::Satisfiable(model) = solver.solve(&Budget::unlimited().start()).unwrap() {
        let variables = (0..formula.variables() as usize).map(Var::new);
        let differs: Vec<Lit> = variables.map(|var| var.lit(model.value(var) == Some(false))).collect();
        solver.add_clause(&differs).unwrap();
        models.push(model);
    }
    models
}

/// Holds the models of a puzzle against the shadings, each of which has one model.
fn check_models(puzzle: &Grid, encoding: Encoding, mut expected: Vec<u32>) {
    let formula = Formula::of(Reduced::of(puzzle.clone()), encoding, AtMostOne::Pairwise).unwrap();
    assert_eq!(formula.projection(), None);
    let shading = |model: Model| {
        let solution = formula.decode(&model).unwrap();
        let one = value(puzzle, 1);
        shade(puzzle)
            .into_iter()
            .enumerate()
            .fold(0, |bits, (at, cell)| bits | u32::from(solution.get(cell) == one) << at)
    };
    let mut found: Vec<u32> = models(&formula).into_iter().map(shading).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{puzzle}");
}

/// The shadings of a rectangle that are one piece.
fn pieces(sides: (u32, u32), size: Option<u32>) -> Vec<u32> {
    let is_wanted = |shading: &u32| size.is_none_or(|size| shading.count_ones() == size) && is_piece(*shading, sides);
    (0..=cells(sides)).filter(is_wanted).collect()
}

fn line(size: Option<u32>) -> String {
    size.map_or("connected 1 shade".to_owned(), |size| format!("connected 1 size {size} shade"))
}

#[test]
fn clauses_of_connected_cells_have_a_model_for_each_piece() {
    for sides in [(1, 1), (1, 6), (2, 4), (3, 3)] {
        for size in [None].into_iter().chain((1..=sides.0 * sides.1 + 1).map(Some)) {
            let puzzle = shaded(sides, &[&line(size)]);
            for &encoding in [Encoding::Minimal, Encoding::Reduced].iter().take(if size.is_none() { 2 } else { 1 }) {
                check_models(&puzzle, encoding, pieces(sides, size));
            }
        }
    }
    // All 4×4 pieces of a size, among them the longest induced paths, of 11 cells.
    for size in [11, 12, 15] {
        check_models(&shaded((4, 4), &[&line(Some(size))]), Encoding::Minimal, pieces((4, 4), Some(size)));
    }
}

/// Partial fillings, so that some terms are known when clauses are written; and without a size all induced paths of 3×4.
#[test]
fn clauses_of_partly_filled_connected_cells_have_a_model_for_each_piece() {
    let random = &mut satdoku::generate::Random::new(3, 1);
    let all: HashMap<(u32, u32), Vec<u32>> =
        [(3, 3), (3, 4), (4, 4)].into_iter().map(|sides| (sides, pieces(sides, None))).collect();
    for number in 0..120 {
        let sides = [(3, 3), (3, 4), (4, 4)][number % 3];
        let size = (number % 2 == 0).then(|| 1 + random.below(sides.0 as usize * sides.1 as usize) as u32);
        let bits = cells(sides) as usize + 1;
        let known = (random.below(bits) | if sides.1 == 4 { random.below(bits) } else { 0 }) as u32;
        let like = all[&sides][random.below(all[&sides].len())];
        // Mostly as in a piece.
        let shading = if number % 5 == 0 { random.below(bits) as u32 } else { like };
        let fits = |piece: &u32| (piece ^ shading) & known == 0 && size.is_none_or(|size| piece.count_ones() == size);
        let expected: Vec<u32> = all[&sides].iter().copied().filter(fits).collect();
        let puzzle = filled(&shaded(sides, &[&line(size)]), known, shading);
        check_models(&puzzle, Encoding::Minimal, expected);
    }
}

/// Winding paths fill the levels to the last: snakes, a spiral, and a square around a hole.
#[test]
fn long_ways_through_connected_cells_are_found() {
    for (rows, columns, text) in [
        (5, 5, "1111100001111111000011111"),
        (5, 5, "1111110000111110000111111"),
        (5, 5, "1111100001111011000111111"),
        (5, 5, "1111110001100011000111111"),
        (5, 5, "0111011011110110001111110"),
        (1, 9, "111111111"),
        (7, 3, "111001111100111001111"),
    ] {
        let shading = text.bytes().enumerate().fold(0, |bits, (at, byte)| bits | u32::from(byte - b'0') << at);
        assert!(is_piece(shading, (rows, columns)), "{text}");
        let puzzle = shaded((rows, columns), &["connected 1 shade"]);
        // The formula of the empty layer, and each cell as an assumption.
        let formula = Formula::of(Reduced::of(puzzle.clone()), Encoding::Minimal, AtMostOne::Pairwise).unwrap();
        let mut solver = Backend::Cdcl.open(&OpenOptions::default()).unwrap();
        formula.write(&mut solver).unwrap();
        for at in 0..=rows * columns {
            // The piece itself, then the piece with one cell changed.
            let shading = if at == 0 { shading } else { shading ^ 1 << (at - 1) };
            let grid = filled(&puzzle, cells((rows, columns)), shading);
            let known: Vec<Lit> = formula.known_lits(&Reduced::of(grid)).collect();
            let verdict = solver.solve_assuming(&known, &Budget::unlimited().start()).unwrap();
            assert_eq!(verdict.is_satisfiable(), is_piece(shading, (rows, columns)), "{text}, {at}");
        }
    }
}

#[test]
fn solvers_count_connected_shadings() {
    for (sides, lines) in [
        ((3, 3), vec![line(None)]),
        ((3, 3), vec![line(Some(5))]),
        ((2, 3), vec![line(None), "connected 0 shade".to_owned()]),
        ((2, 3), vec!["anyof connected 1 shade & connected 0 shade | connected 1 size 5 shade".to_owned()]),
    ] {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let puzzle = shaded(sides, &lines);
        let is_one = |shading: &u32| is_piece(*shading, sides);
        let is_both = |shading: &u32| is_one(shading) && is_one(&(cells(sides) & !shading));
        let expected = match lines[..] {
            [_, _] => (0..=cells(sides)).filter(is_both).count(),
            ["connected 1 shade"] => pieces(sides, None).len(),
            ["connected 1 size 5 shade"] => pieces(sides, Some(5)).len(),
            _ => (0..=cells(sides)).filter(|of| is_both(of) || is_one(of) && of.count_ones() == 5).count(),
        };
        for solver in solvers_of_any_board() {
            let mut session = solver.session(puzzle.geometry(), &Options::default()).unwrap();
            match session.count(&puzzle, Some(1_000)) {
                Ok(count) => assert_eq!(count, Count::Exact((expected as u64).into()), "{solver}: {lines:?}"),
                Err(error) => assert!(matches!(error, Error::UnknownRule { .. }), "{solver}: {error}"),
            }
        }
    }
}

#[test]
fn a_piece_has_the_size_that_another_rule_counts() {
    let sizes_of = |puzzle: &Grid| -> Vec<Option<usize>> {
        let propagated = puzzle.rules().propagated(puzzle.geometry(), |_| false, &Running::default());
        let size = |constraint| match constraint {
            Constraint::Connected(piece) => Some(piece.size()),
            _ => None,
        };
        propagated.into_iter().filter_map(|(_, constraint)| size(constraint)).collect()
    };
    let sizes = |lines: &[&str]| sizes_of(&shaded((3, 3), lines));
    let (all, two) = ("shade:r1c1-r1c3 shade:r2c1-r2c3 shade:r3c1-r3c3", "shade:r1c1-r1c3 shade:r2c1-r2c3");
    assert_eq!(sizes(&["connected 1 shade"]), [None]);
    assert_eq!(sizes(&["connected 1 shade", &format!("exactly 5*1,4*0 {all}")]), [Some(5)]);
    assert_eq!(sizes(&["connected 1 shade", &format!("contains 1,1 {all}")]), [None]);
    assert_eq!(sizes(&["connected 1 shade", &format!("exactly 5*1,1*0 {two}")]), [None]);
    let chaos: Grid = "................".parse().unwrap();
    let chaos = chaos.with_rules(vec!["chaos C".parse().unwrap()]).unwrap();
    assert_eq!(sizes_of(&chaos), [Some(4); 4]);
}

#[test]
fn solvers_count_pieces_whose_cells_are_counted() {
    let (sides, all) = ((3, 3), "shade:r1c1-r1c3 shade:r2c1-r2c3 shade:r3c1-r3c3");
    for size in 2..=7 {
        let puzzle = shaded(sides, &[&line(None), &format!("exactly {size}*1,{}*0 {all}", 9 - size)]);
        let expected = pieces(sides, Some(size)).len() as u64;
        for solver in [Solver::Learning, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
            assert_eq!(solver.count(&puzzle).unwrap(), Count::Exact(expected.into()), "{solver}, {size}");
        }
    }
}

/// Both shades of a square are one piece, and no square of two by two has one shade: all that are there, by brute force.
#[test]
fn yin_yang_has_the_shadings_of_brute_force() {
    for side in [3, 4] {
        let sides = (side, side);
        let corners: Vec<(u32, u32)> = (1..side).flat_map(|row| (1..side).map(move |column| (row, column))).collect();
        let squares = corners.iter().map(|(row, column)| {
            let (down, right) = (row + 1, column + 1);
            format!(
                "contains 0,1 shade:r{row}c{column} shade:r{row}c{right} shade:r{down}c{column} shade:r{down}c{right}"
            )
        });
        let lines: Vec<String> =
            ["connected 0 shade", "connected 1 shade"].map(str::to_owned).into_iter().chain(squares).collect();
        let puzzle = shaded(sides, &lines.iter().map(String::as_str).collect::<Vec<_>>());
        let is_mixed = |shading: u32| {
            corners.iter().all(|(row, column)| {
                let square = 0b11 | 0b11 << side;
                let found = shading >> ((row - 1) * side + column - 1) & square;
                found != 0 && found != square
            })
        };
        let is_yin_yang =
            |shading: &u32| is_mixed(*shading) && is_piece(*shading, sides) && is_piece(cells(sides) & !shading, sides);
        let expected = (0..=cells(sides)).filter(is_yin_yang).count() as u64;
        assert!(expected > 0);
        for solver in [Solver::Auto, Solver::Learning, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
            assert_eq!(solver.count(&puzzle).unwrap(), Count::Exact(expected.into()), "{solver}, {side}");
        }
    }
}

/// Variables and clauses on 9×9, beside those of the board; a change of these is meant.
#[test]
fn formulas_of_connected_cells_are_as_large_as_expected() {
    let size = |grid: Grid| Formula::of(Reduced::of(grid), Encoding::Minimal, AtMostOne::Pairwise).unwrap().size();
    let beyond = |with: Grid, without: Grid| {
        let (with, without) = (size(with), size(without));
        (with.variables - without.variables, with.clauses - without.clauses)
    };
    for (line, expected) in [("connected 1 shade", (4_719, 30_541)), ("connected 1 size 9 shade", (1_447, 8_765))] {
        assert_eq!(beyond(shaded((9, 9), &[line]), shaded((9, 9), &[])), expected, "{line}");
    }
    let plain = Grid::empty(&board("3x3"));
    for (line, expected) in [("connected 1,3,5,7,9", (4_800, 31_270)), ("connected 1,3,5,7,9 size 45", (5_380, 34_262))]
    {
        assert_eq!(beyond(plain.with_rule(line.parse().unwrap()).unwrap(), plain.clone()), expected, "{line}");
    }
}

/// A corner that is cut off: the clues and the rule are named, and each step that strikes out what the piece cannot have.
#[test]
fn a_conflict_with_connected_cells_is_explained() {
    let plain = Grid::empty(&board("2x2"));
    let rule: Rule = "connected 1,2".parse().unwrap();
    let puzzle = plain.with_rule(rule.clone()).unwrap();
    let mut corner = puzzle.clone();
    for (cell, digit) in [("r1c1", 1), ("r1c2", 3), ("r2c1", 4)] {
        let digit = value(&corner, digit);
        corner.set(cell.parse().unwrap(), digit).unwrap();
    }
    for solver in [Solver::Auto, Solver::Propagating, Solver::Sat(Backend::Cdcl)] {
        let mut explainer = Explainer::new(&solver, corner.geometry(), &Options::default()).unwrap();
        let explanation = explainer.explain(&corner).unwrap();
        match &explanation {
            Explanation::Conflict(NoSolution::Core(core)) => {
                assert_eq!(core.rules, std::slice::from_ref(&rule), "{solver}");
            }
            Explanation::Conflict(NoSolution::Clash(clash)) => assert_eq!(clash.breaches.len(), 1, "{solver}"),
            _ => panic!("{solver}: {explanation:?}"),
        }
    }
}
