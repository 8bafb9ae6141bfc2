//! The feature `serde`: what is written is read back, and what is no board, grid or solution is refused.

use satdoku::encoding::OwnEncoding;
use satdoku::generate::{RatingRange, RuleRequest, Symmetry};
use satdoku::geometry::Layout;
use satdoku::logic::Profile;
use satdoku::{
    AtMostOne, Backend, Candidate, Cell, Count, Digit, Encoding, Geometry, Grid, Rule, Solution, Solver, StopReason,
    Techniques, Verdict,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Writes a value, holds it against what is expected, and reads it back.
fn holds<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, expected: &str) {
    let text = serde_json::to_string(value).expect("a value that can be written");
    assert_eq!(text, expected);
    assert_eq!(&serde_json::from_str::<T>(&text).expect("a value that can be read"), value);
}

#[test]
fn values_are_their_texts() {
    holds(&Cell::new(0, 8), "\"r1c9\"");
    let digit = Digit::new(7);
    holds(&digit, "7");
    holds(&Candidate::new(Cell::new(2, 3), digit), "\"r3c4=7\"");
    for board in ["3x3", "2x3+diagonals", "3x3+windows", "regions:1122112233443344"] {
        holds(&board.parse::<Geometry>().expect("a board"), &format!("{board:?}"));
    }
    holds(&PUZZLE.parse::<Grid>().expect("a puzzle"), &format!("{PUZZLE:?}"));
    holds(&Count::exact(288), r#"{"Exact":"288"}"#);
    holds(&Count::at_least(2, StopReason::Limit), r#"{"AtLeast":["2","Limit"]}"#);
    holds(&Some(StopReason::Time), "\"Time\"");
}

#[test]
fn rules_and_choices_are_their_words() {
    for form in Rule::FORMS {
        let rule: Rule = form.example.parse().expect(form.example);
        let text = serde_json::to_string(&rule).expect("a rule that can be written");
        assert_eq!(serde_json::from_str::<Rule>(&text).expect(&text), rule);
    }
    for (name, _) in Solver::names() {
        if let Ok(solver) = name.parse::<Solver>() {
            let text = serde_json::to_string(&solver).expect("a solver that can be written");
            assert_eq!(serde_json::from_str::<Solver>(&text).expect(&text), solver);
        }
    }
    holds(&Backend::Cdcl, "\"cdcl\"");
    holds(&Encoding::Extended, "\"extended\"");
    holds(&AtMostOne::Commander, "\"commander\"");
    holds(&Techniques::NONE, "\"none\"");
    holds(&Profile::Hodoku, "\"hodoku\"");
    holds(&Symmetry::HalfTurn, "\"rotate180\"");
    holds(&"4.5..5.0".parse::<RatingRange>().expect("a range"), "\"4.5..5.0\"");
    holds(&"killer".parse::<RuleRequest>().expect("a family"), "\"killer\"");
    holds(&"antiknight".parse::<RuleRequest>().expect("a rule"), "\"antiknight\"");
    let own = Encoding::Own(OwnEncoding::new("mine", |_| Ok(())));
    let text = serde_json::to_string(&own).expect("a name that can be written");
    assert!(serde_json::from_str::<Encoding>(&text).is_err(), "{text}");
}

/// The text tells the board where a line of characters does not.
#[test]
fn grids_of_every_board_are_read_back() {
    for board in ["3x2", "3x3+diagonals", "regions:1122112233443344", "6x6", "windoku"] {
        let Ok(Layout::Given(geometry)) = board.parse() else { panic!("a board: {board}") };
        let mut grid = Grid::empty(&std::sync::Arc::new(geometry));
        grid.set(Cell::new(1, 1), Digit::or_empty(2)).expect("a cell of the board");
        let text = serde_json::to_string(&grid).expect("a grid that can be written");
        assert_eq!(serde_json::from_str::<Grid>(&text).expect("a grid that can be read"), grid, "{text}");
    }
}

#[test]
fn solutions_are_checked() {
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    let Ok(Verdict::Satisfiable(solution)) = Solver::Auto.solve(&puzzle) else { panic!("a solution") };
    let text = serde_json::to_string(&solution).expect("a solution that can be written");
    assert_eq!(serde_json::from_str::<Solution>(&text).expect("a solution that can be read"), solution);
    let incomplete = serde_json::from_str::<Solution>(&format!("{PUZZLE:?}")).unwrap_err().to_string();
    assert!(incomplete.contains("r1c3 is empty"), "{incomplete}");
    let wrong = serde_json::from_str::<Solution>(&text.replacen("53", "55", 1)).unwrap_err().to_string();
    assert!(wrong.contains('5'), "{wrong}");
}

#[test]
fn what_is_no_value_is_refused() {
    fn refusal<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> String {
        serde_json::from_str::<T>(text).unwrap_err().to_string()
    }
    assert!(refusal::<Digit>("65535").contains("expected a digit"));
    assert!(refusal::<Cell>("\"r0c1\"").contains("expected a cell such as r1c1"));
    assert!(refusal::<Candidate>("\"r1c1\"").contains("expected a candidate such as r1c1=5"));
    assert!(refusal::<Geometry>("\"3y3\"").contains("expected a board such as 3x3"));
    assert!(refusal::<Geometry>("\"jigsaw\"").contains("only a generator draws"));
    assert!(refusal::<Grid>("\"12\"").contains("1:"));
}
