//! The feature `serde`: what is written is read back, and what is no board, grid or solution is refused.

use std::time::Duration;

use satdoku::backend::ProofFormat;
use satdoku::certificate::{ProveOptions, VerifyOptions};
use satdoku::encoding::OwnEncoding;
use satdoku::explain::{Explainer, Explanation};
use satdoku::generate::{Kind, RatingRange, Recipe, RuleRequest, SolutionsWanted, Symmetry};
use satdoku::geometry::Layout;
use satdoku::grid::exchange::Writing;
use satdoku::grid::format::{Alphabet, Format, ReadOptions};
use satdoku::logic::checker::check;
use satdoku::logic::layout::PencilMark;
use satdoku::logic::proof::Refused;
use satdoku::logic::{Guide, HintRequest, Marks, Profile, Rated, Step, technique_named};
use satdoku::sentences::Language;
use satdoku::{
    AtMostOne, Backend, Budget, CancelToken, Candidate, Cell, Count, Digit, Encoding, Geometry, Grid, Member, Mode,
    Options, Portfolio, Rule, Solution, Solver, StopReason, Techniques, Verdict,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

const HARD: &str = "1.8..2...47....6...52......2.53.9....1....4...96.1..3......7925...5......2..9.1..";
const RECTANGLE: &str = "..97....1.8.934.....5.2...47....5..3..6..2...1..47..5...2....4.......1.56....7..8";
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Writes a value, holds it against what is expected, and reads it back.
fn holds<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, expected: &str) {
    let text = serde_json::to_string(value).expect("a value that can be written");
    assert_eq!(text, expected);
    assert_eq!(&serde_json::from_str::<T>(&text).expect("a value that can be read"), value);
}

/// The text of a value that is written, read and written again.
fn comes_back<T: Serialize + DeserializeOwned>(value: &T) -> String {
    let text = serde_json::to_string(value).expect("a value that can be written");
    let read = serde_json::from_str::<T>(&text).expect(&text);
    assert_eq!(serde_json::to_string(&read).expect("a value that can be written"), text);
    text
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

#[test]
fn options_are_read_as_far_as_they_are_written() {
    let budget =
        Budget::unlimited().with_time(Duration::from_millis(1500)).with_steps(9).with_cancel(CancelToken::new());
    let member = Member::from(Solver::Sat(Backend::Varisat)).with_seed(3);
    let options = Options::default()
        .with_encoding(Encoding::Extended)
        .with_mode(Mode::Fresh)
        .with_budget(budget)
        .with_settings(vec![("target".to_owned(), "2".to_owned())])
        .with_portfolio(Portfolio::default().with_members(vec![member]));
    let text = comes_back(&options);
    assert!(text.contains(r#""encoding":"extended""#) && text.contains(r#""mode":"fresh""#), "{text}");
    assert!(text.contains(r#""budget":{"time":{"secs":1,"nanos":500000000},"steps":9}"#), "{text}");
    let few: Options = serde_json::from_str(r#"{"seed":7,"certified":true}"#).expect("options");
    assert_eq!((few.seed, few.certified, few.encoding), (Some(7), true, None));
    let wrong = serde_json::from_str::<Options>(r#"{"sead":7}"#).unwrap_err().to_string();
    assert!(wrong.contains("unknown field `sead`, expected one of `encoding`"), "{wrong}");
    comes_back(&ReadOptions::default().with_format(Format::Line).with_alphabet(Alphabet::Letters));
    comes_back(&Writing::default().with_language(Language::German));
    comes_back(&ProveOptions::default().with_format(ProofFormat::Lrat));
    comes_back(&VerifyOptions::default());
    let marks: Marks = "123456789".repeat(81).parse().expect("marks");
    let request =
        HintRequest::default().with_technique(technique_named("x-wing").expect("a technique")).with_marks(marks);
    assert!(comes_back(&request).contains(r#""technique":"x-wing""#));
    let unknown = serde_json::from_str::<HintRequest>(r#"{"technique":"y-wing-ding"}"#).unwrap_err().to_string();
    assert!(unknown.contains("expected the name of a technique, found \"y-wing-ding\""), "{unknown}");
}

#[test]
fn recipes_are_read_with_defaults() {
    let several = Recipe::default().with_kind(Kind::Several(SolutionsWanted::AtLeast(3))).with_seed(5);
    assert!(comes_back(&several).contains(r#""kind":{"several":"3+"}"#));
    let text = r#"{"board":"2x3","algorithm":{"two":"cdcl"},"pattern":["r2c1","r1c1"],"difficulty":{"ratings":"easy","needs":["x-wing"]}}"#;
    let recipe: Recipe = serde_json::from_str(text).expect("a recipe");
    assert_eq!((recipe.kind, recipe.symmetry, recipe.board.digit_count()), (Kind::Unique, Symmetry::None, 6));
    assert_eq!(recipe.pattern.as_ref().map(|pattern| pattern.cells()[0]), Some(Cell::new(0, 0)));
    assert_eq!(serde_json::from_str::<Recipe>(&comes_back(&recipe)).expect("a recipe"), recipe);
}

#[test]
fn steps_come_back_and_are_checked() {
    let mut texts = String::new();
    for (puzzle, profile) in
        [(PUZZLE, Profile::Own), (HARD, Profile::Se), (HARD, Profile::Hodoku), (RECTANGLE, Profile::Se)]
    {
        let puzzle: Grid = puzzle.parse().expect("a puzzle");
        let mut guide = Guide::by(profile);
        let path = guide.path(&puzzle).expect("a path");
        let mut board = path.start.clone();
        for step in &path.steps {
            let text = comes_back(step);
            let read: Step = serde_json::from_str(&text).expect("a step");
            texts += &text;
            assert_eq!(check(&read, &board, true), Ok(()));
            read.take(&mut board);
        }
        let first = serde_json::to_value(&path.steps[0]).expect("a text");
        for (field, beyond) in
            [("placed", json!([[81, 0]])), ("struck", json!([[0, 9]])), ("figure/units", json!([27]))]
        {
            let mut planted = first.clone();
            *planted.pointer_mut(&format!("/{field}")).expect(field) = beyond;
            let planted: Step = serde_json::from_value(planted).expect("a step");
            assert_eq!(check(&planted, &path.start, true), Err(Refused::Outside), "{field}");
        }
        let rated = guide.rate(&puzzle, None).expect("a rating");
        assert_eq!(serde_json::from_str::<Rated>(&comes_back(&rated)).expect("a rating"), rated);
    }
    for reason in ["Has", "Once", "Count", "Deadly", "Refuted"] {
        assert!(texts.contains(&format!("{{\"{reason}\":")), "no step has a line of the kind {reason}");
    }
    assert!(serde_json::from_str::<PencilMark>("[0,64]").is_err());
}

#[test]
fn explanations_come_back() {
    for puzzle in [PUZZLE, "123....4........", "1...............", "12...1..........", "1234341221434321"] {
        let puzzle: Grid = puzzle.parse().expect("a puzzle");
        let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &Options::default()).expect("a solver");
        let explanation = explainer.explain(&puzzle).expect("an explanation");
        assert_eq!(serde_json::from_str::<Explanation>(&comes_back(&explanation)).expect("a text"), explanation);
    }
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
