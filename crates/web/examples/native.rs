//! Answers the questions of the module as a native program: the other side of `pace.mjs`.
//!
//! Each line of standard input is the name of a question, a blank and the question; each line of the output is the microseconds that the
//! answer took, a blank and the answer. Nothing but the answer is timed: no process, no connection.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use satdoku_ask::{Questions, Work};
use serde_json::json;

fn main() -> io::Result<()> {
    let questions = Questions::default();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (name, question) = line.split_once(' ').unwrap_or((&line, "{}"));
        let begin = Instant::now();
        let answered = questions.ask(name, question.as_bytes(), &Work::default());
        let answer = answered.unwrap_or_else(|problem| json!({ "problem": problem.to_json() })).to_string();
        writeln!(output, "{} {answer}", begin.elapsed().as_micros())?;
        output.flush()?;
    }
    Ok(())
}
