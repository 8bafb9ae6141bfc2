//! The functions of `cluster/` that answer for a row, on plain values.

use std::time::Duration;

use arguments::Given;
use columns::{Columns, Row, Value};

#[path = "../../../../cluster/src/functions/bulk.rs"]
pub(crate) mod bulk;
#[path = "../../../../cluster/src/functions/entrant.rs"]
pub(crate) mod entrant;
#[path = "../../../../cluster/src/functions/proof.rs"]
pub(crate) mod proof;
#[path = "../../../../cluster/src/functions/recipe.rs"]
pub(crate) mod recipe;
#[path = "../../../../cluster/src/functions/single.rs"]
pub(crate) mod single;
#[path = "../../../../cluster/src/functions/status.rs"]
pub(crate) mod status;

pub(crate) const USUAL_SECONDS: f64 = 60.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Solve,
    Count,
    IsUnique,
    Check,
    Candidates,
    Rate,
    Explain,
    Canonical,
    Convert,
    Generate,
    Prove,
    Race,
    Cube,
}

pub(crate) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// Arguments: one value in place of a column.
pub(crate) mod arguments {
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Given<'a> {
        Text(&'a str),
        Whole(i64),
        Number(f64),
        Truth(bool),
    }

    impl<'a> Given<'a> {
        #[allow(clippy::unused_self)] // No value here is null.
        pub(crate) fn is_null(&self, _: usize) -> bool {
            false
        }

        pub(crate) fn text(&self, _: usize) -> &'a str {
            if let Self::Text(text) = self { text } else { "" }
        }

        pub(crate) fn whole(&self, _: usize) -> i64 {
            if let Self::Whole(number) = self { *number } else { 0 }
        }

        pub(crate) fn number(&self, _: usize) -> f64 {
            if let Self::Number(number) = self { *number } else { 0.0 }
        }

        pub(crate) fn truth(&self, _: usize) -> bool {
            matches!(self, Self::Truth(true))
        }
    }
}

/// Answers: a list of rows in place of columns.
pub(crate) mod columns {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) enum Value {
        Nothing,
        Text(String),
        Number(u64),
        Float(f64),
        Truth(bool),
        Bytes(Vec<u8>),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Row {
        pub(crate) values: Vec<Value>,
        pub(crate) status: &'static str,
        pub(crate) message: Option<String>,
    }

    impl Row {
        pub(crate) fn new(status: &'static str, values: Vec<Value>) -> Self {
            Self { values, status, message: None }
        }

        pub(crate) fn bare(status: &'static str, message: impl Into<Option<String>>) -> Self {
            Self { values: Vec::new(), status, message: message.into() }
        }
    }

    #[derive(Debug, Default)]
    pub(crate) struct Columns {
        pub(crate) rows: Vec<Row>,
    }

    impl Columns {
        pub(crate) fn push_null(&mut self) {
            self.rows.push(Row::bare("null", None));
        }

        pub(crate) fn push(&mut self, row: &Row) {
            self.rows.push(row.clone());
        }

        pub(crate) fn push_text(&mut self, text: Option<&str>, status: &'static str) {
            let text = text.map_or(Value::Nothing, |text| Value::Text(text.to_owned()));
            self.rows.push(Row::new(status, vec![text]));
        }
    }
}

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn answer(question: Question, given: &[Given<'_>]) -> Row {
    single::answer(question, given, 0)
}

#[test]
fn each_function_answers() {
    let puzzle = Given::Text(PUZZLE);
    let ten = Given::Number(10.0);
    for (question, given, status) in [
        (Question::Solve, vec![puzzle], "solved"),
        (Question::Count, vec![puzzle, Given::Whole(2)], "counted"),
        (Question::IsUnique, vec![puzzle], "unique"),
        (Question::Check, vec![Given::Text(SOLUTION), puzzle], "solved"),
        (Question::Candidates, vec![puzzle], "done"),
        (Question::Rate, vec![puzzle], "rated"),
        (Question::Explain, vec![puzzle], "done"),
        (Question::Canonical, vec![puzzle], "done"),
        (Question::Convert, vec![puzzle, Given::Text("header")], "done"),
        (Question::Prove, vec![puzzle, ten, Given::Truth(true)], "certified"),
        (Question::Race, vec![puzzle, Given::Text("sat:cdcl"), ten], "satisfiable"),
        (Question::Cube, vec![puzzle, Given::Text(""), ten, Given::Truth(false)], "solved"),
    ] {
        let row = answer(question, &given);
        assert_eq!((row.status, &row.message), (status, &None), "{question:?}: {row:?}");
        let first = match question {
            Question::Solve | Question::Cube => Value::Text(SOLUTION.to_owned()),
            Question::Count => Value::Number(1),
            Question::IsUnique | Question::Check => Value::Truth(true),
            _ => continue,
        };
        assert_eq!(row.values[0], first, "{question:?}");
    }
}

#[test]
fn rows_are_answered_in_bulk_and_recipes_make_puzzles() {
    let mut columns = Columns::default();
    bulk::answer(Question::Solve, &[Given::Text(PUZZLE)], 3, &mut columns);
    assert_eq!(columns.rows.len(), 3);
    assert!(columns.rows.iter().all(|row| row.values == [Value::Text(SOLUTION.to_owned())]), "{columns:?}");
    let mut columns = Columns::default();
    recipe::answer(&[Given::Text("kind=minimal seed=7"), Given::Whole(1)], 1, &mut columns);
    assert!(matches!(&columns.rows[0].values[..], [Value::Text(puzzle)] if puzzle.len() == 81), "{columns:?}");
}
