//! Lines of rules: what is read is written, reads back the same, and is judged as it is lowered on every full grid of a small board.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use satdoku::rule::Rule;
use satdoku::{Digit, Geometry, Grid, Solver};

/// What is in each cell of a full grid.
type Digits = Vec<Option<Digit>>;

/// The solutions of the empty 4×4.
static FULL: LazyLock<(Arc<Geometry>, Vec<Digits>)> = LazyLock::new(|| {
    let board = Arc::new(Geometry::boxes(2, 2).expect("a board"));
    let solutions = Solver::Mrv.solutions(&Grid::empty(&board)).expect("it has solutions");
    let digits = solutions.map(|solution| solution.expect("no limit").into_grid().digits().to_vec()).collect();
    (board, digits)
});

fuzz_target!(|text: &str| {
    let Ok(rules) = text.lines().take(4).map(str::parse::<Rule>).collect::<Result<Vec<_>, _>>() else { return };
    for rule in &rules {
        let line = rule.to_string();
        assert_eq!(line.parse::<Rule>().as_ref(), Ok(rule), "{line}");
    }
    let (board, solutions) = &*FULL;
    let Ok(puzzle) = Grid::empty(board).with_rules(rules) else { return };
    let rules = puzzle.rules();
    for digits in solutions.iter().step_by(16) {
        let is_judged = rules.first_breach(puzzle.geometry(), digits).is_none();
        let cells_differ = puzzle.geometry().units().all(|unit| {
            let mut found: Vec<_> =
                puzzle.geometry().unit(unit).iter().map(|&cell| digits[board.index(cell)]).collect();
            let count = found.len();
            found.sort_unstable();
            found.dedup();
            found.len() == count
        });
        let holds = rules.constraints().iter().all(|(_, constraint)| {
            let digit = |cell| digits[board.index(cell)].map(|digit| board.digit_index(digit));
            constraint
                .holds(&constraint.cells().into_iter().map(digit).collect::<Option<Vec<_>>>().expect("it is full"))
        });
        assert_eq!(is_judged, cells_differ && holds, "{:?}", puzzle.rules());
    }
});
