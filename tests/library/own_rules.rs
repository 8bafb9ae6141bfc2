//! Rules of a program that uses the library: printed as others, judged wherever solutions are counted, refused where they cannot go.

use std::fmt;
use std::sync::Arc;

use satdoku::encoding::SudokuCover;
use satdoku::exact_cover::CoverError;
use satdoku::generate::{Random, RelabelError, Relabelling};
use satdoku::grid::format::Format;
use satdoku::rule::{Breach, Combination, Constrain, Digits, Lowered, RuleError, UserRule};
use satdoku::{Cell, Encoding, Error, Geometry, Grid, Mode, Options, Rule, Solution, Solver};

/// The digits of two cells have an odd sum: said to engines, or to the judge alone.
#[derive(Debug)]
struct OddSum {
    cells: [Cell; 2],
    is_told: bool,
    names: Vec<Cell>,
}

impl fmt::Display for OddSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "oddsum {} {}", self.cells[0], self.cells[1])
    }
}

impl Constrain for OddSum {
    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let values = self.cells.map(|cell| digits[board.index(cell)].map(satdoku::Digit::get));
        let is_even = (values[0]? + values[1]?).is_multiple_of(2);
        is_even.then(|| Breach { cells: self.cells.to_vec(), sentence: "an even sum".to_owned() })
    }

    fn sentence(&self) -> String {
        "the odd sum".to_owned()
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let odd = to.table(board, |a, b| (a + b) % 2 == 1);
        if self.is_told {
            to.relation(self.cells, &odd)?;
        }
        if self.names.is_empty() { Ok(()) } else { to.distinct(&self.names) }
    }
}

const CELLS: [Cell; 2] = [Cell::new(0, 0), Cell::new(0, 1)];

fn odd_sum(is_told: bool, names: Vec<Cell>) -> Rule {
    Rule::UserRule(UserRule::new(OddSum { cells: CELLS, is_told, names }))
}

fn empty() -> Grid {
    Grid::empty(&Arc::new("2x2".parse().unwrap()))
}

#[test]
fn a_puzzle_and_a_solution_print_the_line_of_a_rule_of_ones_own() {
    let puzzle = empty().with_rule(odd_sum(true, Vec::new())).unwrap();
    let text = "2 2\noddsum r1c1 r1c2\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0";
    assert_eq!((puzzle.to_string(), format!("{puzzle:#}")), (text.to_owned(), text.to_owned()));
    assert_eq!(format!("{puzzle:?}"), format!("Grid({text})"));
    let solution = Solver::Auto.solve(&puzzle).unwrap().satisfiable().unwrap();
    for printed in [format!("{solution}"), format!("{solution:#}"), format!("{solution:?}")] {
        assert!(printed.contains("\noddsum r1c1 r1c2\n1 "), "{printed}");
    }
    #[cfg(feature = "serde")]
    assert_eq!(serde_json::to_value(&puzzle).unwrap(), serde_json::json!(text));
    // No format reads the rule back, so the error advises no format.
    let within = Rule::Combination(Combination::any_of(vec![
        vec![odd_sum(true, Vec::new())],
        vec!["odd r1c1".parse().unwrap()],
    ]));
    for rule in [odd_sum(true, Vec::new()), within] {
        for format in [Format::Header, Format::Json, Format::Line] {
            let refused = format.carries(&empty().with_rule(rule.clone()).unwrap()).unwrap_err().to_string();
            assert!(refused.contains("oddsum r1c1 r1c2") && !refused.contains("use header"), "{refused}");
        }
    }
    assert!(text.parse::<Grid>().is_err());
}

#[test]
fn what_is_counted_is_judged_where_engines_may_know_another_rule() {
    let told = empty().with_rule(odd_sum(true, Vec::new())).unwrap();
    let untold = empty().with_rule(odd_sum(false, Vec::new())).unwrap();
    let solvers = ["auto", "mrv", "backtracking", "propagating", "dlx", "algorithm-x", "sat:cdcl", "portfolio"];
    for solver in solvers.map(|name| name.parse::<Solver>().unwrap()) {
        let counted = solver.count(&told).map(|count| count.to_string());
        match solver {
            Solver::DancingLinks(_) | Solver::AlgorithmX => assert!(matches!(counted, Err(Error::UnknownRule { .. }))),
            _ => assert_eq!(counted.unwrap(), "192", "{solver}"),
        }
        let counted = solver.count(&untold);
        assert!(matches!(counted, Err(Error::WrongAnswer { .. })), "{solver}: {counted:?}");
        let limited = solver.is_unique(&untold);
        assert!(!matches!(limited, Ok(Some(true))), "{solver}: {limited:?}");
    }
}

#[test]
fn a_cell_off_the_board_is_refused_wherever_a_rule_names_it() {
    let outside = Cell::new(11, 3);
    let mut in_choice = vec![odd_sum(true, vec![Cell::new(0, 0), outside])];
    in_choice.push(Rule::Combination(Combination::any_of(vec![in_choice.clone()])));
    for rule in in_choice {
        let refused = empty().with_rules(vec!["odd r1c1".parse().unwrap(), rule]).unwrap_err();
        assert_eq!((refused.number, refused.source), (1, RuleError::Outside(outside)));
    }
}

#[test]
fn rules_of_ones_own_are_equal_to_their_clones_alone() {
    let [one, other] = [true, false].map(|is_told| odd_sum(is_told, Vec::new()));
    assert_eq!(one.to_string(), other.to_string());
    assert!(one == one.clone() && one != other);
    let [one, other] = [one, other].map(|rule| empty().with_rule(rule).unwrap());
    assert!(one.rules() != other.rules() && one.rules() == one.emptied().rules());
}

#[test]
fn rules_are_replaced_added_and_taken_away() {
    let rule = |line: &str| line.parse::<Rule>().unwrap();
    let lines = |grid: &Grid| grid.rules().as_slice().iter().map(ToString::to_string).collect::<Vec<_>>();
    let one = empty().with_rules(vec![rule("killer 3 r1c1 r1c2")]).unwrap();
    let two = one.with_rule(rule("antiknight")).unwrap();
    assert_eq!(lines(&two), ["killer 3 r1c1 r1c2", "antiknight"]);
    assert_eq!(lines(&two.with_rules(vec![rule("odd r1c1")]).unwrap()), ["odd r1c1"]);
    assert_eq!(two.with_rules(Vec::new()).unwrap(), empty());
    assert_eq!(two.with_rule(rule("odd r9c9")).unwrap_err().number, 2);
}

#[test]
fn covers_refuse_rules_that_say_more_than_that_cells_differ() {
    let with = |rule: &str| empty().with_rule(rule.parse().unwrap()).unwrap();
    for puzzle in [with("odd r1c1"), with("killer 3 r1c1 r1c2"), empty().with_rule(odd_sum(false, Vec::new())).unwrap()]
    {
        let line = puzzle.rules().as_slice()[0].to_string();
        let expected = CoverError::Unsayable(format!("the rule {line}"));
        assert_eq!(SudokuCover::of_puzzle(&puzzle).unwrap_err(), expected);
        assert_eq!(SudokuCover::matrix(&puzzle).unwrap_err(), expected);
    }
    // A cage without a total is a unit of the board.
    let cage = with("killer r1c1 r2c3");
    let cover = SudokuCover::of_puzzle(&cage).unwrap();
    let mut links = satdoku::DancingLinks::new(cover.problem(), satdoku::ItemChoice::Smallest);
    let count = satdoku::exact_cover::CoverSearch::count(&mut links, None, &satdoku::Budget::unlimited());
    assert_eq!(count, Solver::Mrv.count(&cage).unwrap());
}

#[test]
fn a_relabelling_refuses_rules_and_other_boards() {
    let relabelling = Relabelling::random(empty().geometry(), &mut Random::new(1, 0));
    let ruled = empty().with_rule("odd r1c1".parse().unwrap()).unwrap();
    assert_eq!(relabelling.apply(&ruled), Err(RelabelError::Rule("odd r1c1".to_owned())));
    let large = Grid::empty(&Arc::new("3x3".parse().unwrap()));
    let refused = relabelling.apply(&large).unwrap_err().to_string();
    assert_eq!(refused, "the relabelling is for a board of 16 cells and 4 digits, found 3x3");
    assert!(relabelling.apply(&empty()).is_ok());
}

#[test]
fn two_boards_of_one_name_are_told_apart() {
    let cage = empty().with_rule("killer r1c1 r2c3".parse().unwrap()).unwrap();
    let mut session = Solver::Mrv.session(empty().geometry(), &Options::default()).unwrap();
    assert_eq!(
        session.solve(&cage).unwrap_err().to_string(),
        "the session is for the board 2x2, the puzzle has 2x2 with a rule by which r1c1 r2c3 differ"
    );
    assert_eq!(
        Solution::check(&cage, empty()).unwrap_err().to_string(),
        "the puzzle's board is 2x2 with a rule by which r1c1 r2c3 differ, the answer's 2x2"
    );
}

#[test]
fn options_that_a_solver_would_ignore_are_refused_by_name() {
    let encoding = Options::default().with_encoding(Encoding::Minimal);
    let settings = Options::default().with_settings(vec![("phase".to_owned(), "1".to_owned())]);
    let mode = Options::default().with_mode(Mode::Fresh);
    let seed = Options::default().with_seed(1);
    let at_most_one = Options::default().with_at_most_one(satdoku::AtMostOne::Product);
    let cases =
        [(encoding, "encoding"), (settings, "settings"), (mode, "mode"), (seed, "seed"), (at_most_one, "at_most_one")];
    for (options, option) in &cases {
        assert_eq!(options.ignored_by(&Solver::Sat(satdoku::Backend::Cdcl)), None, "{option}");
        for solver in [Solver::Mrv, Solver::DancingLinks(satdoku::ItemChoice::Smallest), Solver::Nine] {
            let refused = solver.solve_with(&".".repeat(81).parse().unwrap(), options).unwrap_err().to_string();
            assert_eq!(refused, format!("{option}: {solver} ignores it"));
        }
        let refused = Solver::Auto.count_with(&empty(), None, options).unwrap_err().to_string();
        assert_eq!(refused, format!("{option}: auto may choose a solver that ignores it"));
    }
}

#[test]
fn a_grid_is_parsed_from_a_text_that_holds_nothing_else() {
    let cells = "1...............";
    for text in [cells, "  1...............\n", "https://example.org/#2x2/1...............", "1234\n3412\n2143\n4321\n"]
    {
        assert!(text.parse::<Grid>().is_ok(), "{text}");
    }
    for text in ["junk CELLS", "CELLS 2", "CELLS,9", "CELLS junk", "CELLS : 1 :", "1234341221434321 junk"] {
        let error = text.replace("CELLS", cells).parse::<Grid>().unwrap_err().to_string();
        assert!(error.contains("expected a puzzle and nothing beside it"), "{text}: {error}");
    }
}

#[test]
fn an_author_learns_where_judge_and_constraints_differ() {
    let mut running = satdoku::Budget::unlimited().start();
    let told = empty().with_rule(odd_sum(true, Vec::new())).unwrap();
    assert_eq!(told.disagreement(&CELLS, &mut running), Ok(None));
    let untold = empty().with_rule(odd_sum(false, Vec::new())).unwrap();
    let filling = untold.disagreement(&CELLS, &mut running).unwrap().expect("an even sum is told to nobody");
    assert_eq!(CELLS.map(|cell| filling.get(cell).unwrap().get()), [1, 3]);
    // More is told than is judged.
    let harsh = empty().with_rule(odd_sum(true, vec![CELLS[0], Cell::new(3, 3)])).unwrap();
    assert!(harsh.disagreement(&[CELLS[0], CELLS[1], Cell::new(3, 3)], &mut running).unwrap().is_some());
    let limit = &mut satdoku::Budget::unlimited().with_steps(0).start();
    assert_eq!(told.disagreement(&CELLS, limit), Err(satdoku::StopReason::Steps));
}
