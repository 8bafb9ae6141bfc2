//! Answers lines of 9×9 puzzles with the kernel in bulk, and other puzzles one by one.

use std::cell::RefCell;

use satdoku::Budget;
use satdoku::nine::{Answer, GridBytes, Outcome, Question as Ask, Stream, is_solution};

use crate::functions::Question;
use crate::functions::arguments::Given;
use crate::functions::columns::{Columns, Row, Value};
use crate::functions::single;
use crate::functions::status::{AT_LEAST, COUNTED, SOLVED, UNSATISFIABLE};

/// The largest count limit for the kernel, which has no time limit; a larger count is answered singly, with a time limit.
const MOST_COUNTED: i64 = 10_000;

/// The kernel of a thread, with buffers for its records and outcomes.
struct Kernel {
    stream: Stream,
    records: Vec<GridBytes>,
    outcomes: Vec<Option<Outcome>>,
}

thread_local! {
    static KERNEL: RefCell<Option<Kernel>> = const { RefCell::new(None) };
}

/// The way in which a row is answered.
#[derive(Clone, Copy)]
enum Way {
    Null,
    /// By the kernel.
    Kernel,
    Single,
}

/// The question for the kernel; `None` for a count whose limit is too large or varies from row to row.
fn asked(question: Question, given: &[Given<'_>], rows: usize) -> Option<Ask> {
    match question {
        Question::Solve => Some(Ask::First),
        Question::IsUnique => Some(Ask::Count(2)),
        _ => {
            let limits = given.get(1)?;
            let mut all = (0..rows).filter(|&row| !limits.is_null(row)).map(|row| limits.whole(row));
            let limit = all.next()?;
            let is_one = (1..=MOST_COUNTED).contains(&limit) && all.all(|other| other == limit);
            is_one.then_some(Ask::Count(limit.unsigned_abs()))
        }
    }
}

pub(super) fn answer(question: Question, given: &[Given<'_>], rows: usize, columns: &mut Columns) {
    let Some(ask) = asked(question, given, rows) else {
        for row in 0..rows {
            if given.iter().any(|argument| argument.is_null(row)) {
                columns.push_null();
            } else {
                columns.push(&single::answer(question, given, row));
            }
        }
        return;
    };
    // Takes the kernel out of the thread while it works: after a panic the next batch opens a new kernel.
    let kernel = KERNEL.take().filter(|kernel| kernel.stream.question() == ask);
    let mut kernel =
        kernel.unwrap_or_else(|| Kernel { stream: Stream::new(ask), records: Vec::new(), outcomes: Vec::new() });
    kernel.records.clear();
    let way = |row: usize, records: &mut Vec<GridBytes>| {
        if given.iter().any(|argument| argument.is_null(row)) {
            return Way::Null;
        }
        match given[0].text(row).trim_ascii().as_bytes().as_array::<81>() {
            Some(record) => {
                records.push(*record);
                Way::Kernel
            }
            None => Way::Single,
        }
    };
    let ways: Vec<Way> = (0..rows).map(|row| way(row, &mut kernel.records)).collect();
    kernel.outcomes.resize(kernel.records.len(), None);
    let Kernel { stream, records, outcomes } = &mut kernel;
    // No limit: the kernel needs at most a few milliseconds for any record. A record without an answer is answered singly.
    let _ = stream.answer(records, outcomes, &mut Budget::unlimited().start());
    let mut answered = records.iter().zip(outcomes.iter());
    for (row, way) in ways.into_iter().enumerate() {
        match way {
            Way::Null => columns.push_null(),
            Way::Single => columns.push(&single::answer(question, given, row)),
            Way::Kernel => match answered.next() {
                Some((record, Some(Ok(answer)))) if push(question, ask, record, answer, columns) => {}
                // An invalid record or a wrong solution: the single way finds the status.
                _ => columns.push(&single::answer(question, given, row)),
            },
        }
    }
    KERNEL.set(Some(kernel));
}

/// Adds the kernel's answer; false if its solution fails the check.
fn push(question: Question, ask: Ask, record: &GridBytes, answer: &Answer, columns: &mut Columns) -> bool {
    match (question, ask, &answer.solution) {
        (Question::Solve, _, Some(solution)) => {
            let Ok(text) = std::str::from_utf8(solution) else { return false };
            if !is_solution(record, solution) {
                return false;
            }
            columns.push_text(Some(text), SOLVED);
        }
        (Question::Solve, _, None) => columns.push_text(None, UNSATISFIABLE),
        (Question::Count, Ask::Count(limit), _) => {
            let is_exact = answer.solutions < limit;
            let status = if is_exact { COUNTED } else { AT_LEAST };
            columns.push(&Row::new(status, vec![Value::Number(answer.solutions), Value::Truth(is_exact)]));
        }
        (_, _, _) => columns.push(&single::uniqueness(answer.solutions)),
    }
    true
}
