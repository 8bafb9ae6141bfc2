//! Questions and answers as JSON: what is written is read back, and what is no question is refused.
use std::sync::Arc;
use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use satdoku::logic::Guide;
use satdoku::{
    AtMostOne, Budget, CancelToken, Candidate, Count, Digit, Encoding, Geometry, Grid, ItemChoice, Solver, Stats,
    StopReason, Techniques, Verdict,
};
use satdoku_ask::{Answer, Ask, Choice, Failure, FieldError, Fields, Question, Reply};
use serde_json::{Value, json};

const BOARDS: [&str; 6] = ["2x2", "3x3", "2x3+diagonals", "windoku", "regions:1121221233334444", "6x6"];

fn times() -> impl Strategy<Value = Duration> {
    (0..100_000_u64, 0..1_000_000_000_u32).prop_map(|(seconds, nanoseconds)| Duration::new(seconds, nanoseconds))
}

fn solvers() -> impl Strategy<Value = Solver> {
    let mut solvers = Solver::all();
    solvers.push(Solver::Auto);
    solvers.push("external=my solver --fast".parse().unwrap());
    select(solvers)
}

fn choices() -> impl Strategy<Value = Choice> {
    (
        solvers(),
        option::of(select(Encoding::all().to_vec())),
        option::of(select(AtMostOne::all().to_vec())),
        option::of(select(vec![
            Techniques::NONE,
            Techniques::SINGLES,
            Techniques::SINGLES | Techniques::LOCKED,
            Techniques::ALL,
        ])),
        any::<bool>(),
        option::of(any::<u64>()),
    )
        .prop_map(|(solver, encoding, at_most_one, reduce, certified, seed)| Choice {
            solver,
            encoding,
            at_most_one,
            reduce,
            certified,
            seed,
        })
}

/// A board with some digits, whatever they are, and further digits for empty cells.
fn puzzles() -> impl Strategy<Value = (Grid, Vec<Candidate>)> {
    (select(BOARDS.to_vec()), vec((any::<u16>(), any::<u16>()), 0..60), 0..10_usize).prop_map(
        |(board, digits, last)| {
            let geometry = Arc::new(board.parse::<Geometry>().unwrap());
            let mut grid = Grid::empty(&geometry);
            let mut cube = Vec::new();
            for (i, (cell, digit)) in digits.into_iter().enumerate() {
                let cell = geometry.cell(usize::from(cell) % geometry.cell_count());
                let digit = Digit::new(digit % geometry.digit_count() as u16 + 1);
                if i >= last {
                    grid.set(cell, Some(digit)).unwrap();
                } else {
                    cube.push(Candidate::new(cell, digit));
                }
            }
            cube.sort_unstable();
            cube.dedup_by_key(|candidate| candidate.cell);
            cube.retain(|candidate| grid.get(candidate.cell).is_none());
            (grid, cube)
        },
    )
}

fn questions() -> impl Strategy<Value = Question> {
    let asks = prop_oneof![Just(Ask::Solve), option::of(any::<u64>()).prop_map(|limit| Ask::Count { limit })];
    let limits = (option::of(times()), option::of(any::<u64>()), option::of(any::<u64>()));
    (puzzles(), asks, choices(), limits).prop_map(|((puzzle, cube), ask, choice, (time, steps, memory))| Question {
        puzzle,
        cube,
        ask,
        choice,
        time,
        steps,
        memory,
    })
}

fn solved() -> Verdict<satdoku::Solution> {
    Solver::Auto.solve(&Grid::empty(&Arc::new("2x3+diagonals".parse::<Geometry>().unwrap()))).unwrap()
}

fn answers() -> impl Strategy<Value = Answer> {
    let reasons = || select(StopReason::all());
    let replies = prop_oneof![
        Just(Ok(Reply::Verdict(solved()))),
        Just(Ok(Reply::Verdict(Verdict::Unsatisfiable))),
        reasons().prop_map(|reason| Ok(Reply::Verdict(Verdict::Unknown(reason)))),
        any::<u128>().prop_map(|count| Ok(Reply::Count(Count::Exact(count.into())))),
        (any::<u128>(), reasons()).prop_map(|(count, reason)| Ok(Reply::Count(Count::AtLeast(count.into(), reason)))),
        (any::<String>(), any::<bool>()).prop_map(|(message, is_wrong)| Err(Failure { message, is_wrong })),
    ];
    let numbers = (any::<u64>(), any::<u64>(), option::of(any::<u64>()), option::of(any::<u64>()));
    (replies, vec(times(), 5), numbers, option::of(solvers())).prop_map(|(reply, times, numbers, winner)| {
        let (variables, clauses, conflicts, steps) = numbers;
        let [total, reduce, encode, solve, decode] = times[..] else { unreachable!("five times") };
        let mut stats = Stats::default();
        (stats.reduce, stats.encode, stats.solve, stats.decode) = (reduce, encode, solve, decode);
        (stats.variables, stats.clauses, stats.conflicts, stats.steps) = (variables, clauses, conflicts, steps);
        Answer { reply, total, stats, winner }
    })
}

fn read(object: &Value) -> Result<Question, FieldError> {
    Question::read(Fields::from(object.as_object().unwrap().clone()))
}

proptest! {
    #[test]
    fn every_question_is_read_back(question in questions()) {
        let text = Value::Object(question.to_json()).to_string();
        let object: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(read(&object), Ok(question), "{}", text);
    }

    #[test]
    fn every_answer_is_read_back(answer in answers()) {
        let text = answer.to_json().to_string();
        let puzzle = Grid::empty(&Arc::new("2x3+diagonals".parse::<Geometry>().unwrap()));
        let object: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(Answer::read(&object, &puzzle), Some(answer), "{}", text);
    }

    #[test]
    fn no_object_is_worth_a_panic(question in questions(), name in "[a-z_]{1,12}", value in any::<Option<i64>>()) {
        let mut object = Value::Object(question.to_json());
        let names: Vec<String> = object.as_object().unwrap().keys().cloned().collect();
        for known in names.into_iter().chain([name]) {
            let kept = object[&known].take();
            object[&known] = json!(value);
            let _ = read(&object);
            let _ = Answer::read(&object, &question.puzzle);
            object[&known] = kept;
        }
    }
}

#[test]
fn what_is_no_question_is_refused_by_the_field() {
    let good = json!({ "puzzle": "2 2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n" });
    let question = read(&good).unwrap();
    assert_eq!(question, Question::new(question.puzzle.clone(), Solver::Auto.into()));
    for (name, value, message) in [
        ("puzzle", Value::Null, "expected a field \"puzzle\""),
        ("puzzle", json!("2 2 1"), "puzzle: "),
        ("cube", json!("r1c1=2"), "cube: r1c1 is 1 already, found r1c1=2"),
        ("cube", json!("r1c2=3 r1c2=4"), "cube: r1c2 is 3 already, found r1c2=4"),
        ("cube", json!("r5c1=2"), "cube: "),
        ("cube", json!("r1c2=5"), "cube: "),
        ("cube", json!("r1c2"), "cube: expected a candidate such as r1c1=5, found \"r1c2\""),
        ("ask", json!("guess"), "ask: expected solve or count, found \"guess\""),
        ("limit", json!(2), "nothing is known of \"limit\""),
        ("solver", json!("minisat99"), "solver: expected one of "),
        ("seed", json!(-1), "seed: expected a number from 0, found -1"),
        ("time_limit", json!("10 parsecs"), "time_limit: expected a time such as "),
        ("time_limit", json!(-1.5), "time_limit: expected seconds, or a time such as 500ms, found -1.5"),
        ("time_limi", json!(1), "nothing is known of \"time_limi\""),
    ] {
        let mut object = good.clone();
        object[name] = value;
        let error = read(&object).unwrap_err().to_string();
        assert!(error.starts_with(message), "{object}: {error}");
    }
    let mut object = good;
    object["time_limit"] = json!("500ms");
    assert_eq!(read(&object).unwrap().time, Some(Duration::from_millis(500)));
}

#[test]
fn a_question_is_answered_within_its_limits_and_a_wrong_solution_is_a_failure() {
    let puzzle: Grid = ".2..............".parse().unwrap();
    let dance = Solver::DancingLinks(ItemChoice::Smallest);
    let ask = |change: &dyn Fn(&mut Question)| {
        let mut question = Question::new(puzzle.clone(), dance.clone().into());
        change(&mut question);
        question.answer(&Budget::unlimited()).reply
    };
    let count = |limit| move |question: &mut Question| question.ask = Ask::Count { limit };
    assert_eq!(ask(&count(None)), Ok(Reply::Count(Count::exact(72))));
    assert_eq!(ask(&count(Some(5))), Ok(Reply::Count(Count::at_least(5, StopReason::Limit))));
    let unknown = |reason| Ok(Reply::Verdict(Verdict::Unknown(reason)));
    assert_eq!(ask(&|question| question.time = Some(Duration::ZERO)), unknown(StopReason::Time));
    assert_eq!(ask(&|question| question.steps = Some(1)), unknown(StopReason::Steps));
    assert_eq!(
        ask(&|question| question.cube = vec!["r1c1=2".parse().unwrap()]),
        Ok(Reply::Verdict(Verdict::Unsatisfiable))
    );
    let clash = ask(&|question| question.cube = vec!["r1c2=1".parse().unwrap()]).unwrap_err();
    assert_eq!((clash.message.as_str(), clash.is_wrong), ("r1c2 is 2 already, found r1c2=1", false));
    let refused = ask(&|question| question.choice = Solver::Nine.into()).unwrap_err();
    assert!(refused.message.starts_with("nine solves only the board 3x3") && !refused.is_wrong, "{refused:?}");
    // A solution of another puzzle.
    let answer = Question::new(puzzle, dance.into()).answer(&Budget::unlimited());
    let other: Grid = ".1..............".parse().unwrap();
    let read = Answer::read(&answer.to_json(), &other).unwrap().reply.unwrap_err();
    assert!(read.is_wrong && read.message.contains("r1c2"), "{read:?}");
}

#[test]
fn a_path_says_what_stopped_it() {
    let puzzle = ".".repeat(16).parse().unwrap();
    let mut guide = Guide::default();
    let cancelled = CancelToken::new();
    cancelled.cancel();
    for (budget, sentence) in [
        (Budget::unlimited().with_time(Duration::ZERO), "Stopped: time limit reached."),
        (Budget::unlimited().with_cancel(cancelled), "Stopped: cancelled."),
    ] {
        guide.options.budget = budget;
        assert_eq!(satdoku_ask::end_of_path(&guide.path(&puzzle).unwrap()), sentence);
        let rated = satdoku_ask::rating(&guide.rate(&puzzle, None).unwrap());
        assert_eq!(
            (rated["verdict"].as_str(), sentence.contains(rated["reason"].as_str().unwrap())),
            (Some("unknown"), true)
        );
    }
}
