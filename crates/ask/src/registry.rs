//! The questions of a program by name, and the way from a question's text to its answer.

use std::time::Duration;

use serde_json::Value;

use crate::limits::Limits;
use crate::names::nearest;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::questions::{
    board, check, convert, count, draw, encode, explain, generate, judge, race, solve, solvers, steps, techniques,
};
use crate::reader::Reader;
use crate::work::Work;

/// The largest number of bytes of a question.
pub const MOST_BYTES: usize = 4 << 20;

/// The questions that a program answers.
#[derive(Clone, Debug)]
pub struct Questions(Vec<Operation>);

impl Default for Questions {
    /// The questions of this crate.
    fn default() -> Self {
        Self(vec![
            solve::operation(),
            count::operation(),
            check::operation(),
            board::operation(),
            board::rules(),
            judge::operation(),
            generate::operation(),
            convert::operation(),
            draw::operation(),
            encode::operation(),
            explain::explain(),
            explain::candidates(),
            steps::hint(),
            steps::path(),
            steps::rate(),
            #[cfg(feature = "certificate")]
            crate::questions::prove::operation(),
            race::operation(),
            solvers::operation(),
            techniques::operation(),
        ])
    }
}

impl Questions {
    /// The questions with one more, which replaces a question of the same name.
    #[must_use]
    pub fn with(mut self, operation: Operation) -> Self {
        self.0.retain(|other| other.name != operation.name);
        self.0.push(operation);
        self
    }

    /// All questions, in the order of the documents.
    #[must_use]
    pub fn all(&self) -> &[Operation] {
        &self.0
    }

    /// The question of a name.
    ///
    /// # Errors
    /// If no question has the name; the sentence has similar names.
    pub fn named(&self, name: &str) -> Result<&Operation, Problem> {
        self.0.iter().find(|operation| operation.name == name).ok_or_else(|| {
            let near = nearest(name, self.0.iter().map(|operation| operation.name));
            let tip = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
            Problem::unknown(format!("no question is called {name:?}{tip}"))
        })
    }

    /// Reads the text of a question, a JSON object, as far as its time limit.
    ///
    /// # Errors
    /// If no question has the name, the text is no object or too long, or its time limit is at fault.
    pub fn read(&self, name: &str, text: &[u8], limits: &Limits) -> Result<Posed, Problem> {
        let operation = *self.named(name)?;
        if text.len() > MOST_BYTES {
            return Err(Problem::question(format!("expected a question of at most {MOST_BYTES} bytes, found more")));
        }
        let mut fields = Reader::parse(text)?;
        let time = fields.time_limit(limits)?;
        Ok(Posed { operation, fields, time })
    }

    /// Answers a question: the text is a JSON object, and so is the answer. The time begins now.
    ///
    /// # Errors
    /// If the question is at fault, or its limits were reached before there was an answer.
    pub fn ask(&self, name: &str, text: &[u8], work: &Work) -> Result<Value, Problem> {
        work.begin();
        self.read(name, text, work.limits())?.answer(work)
    }
}

/// Answers a question of this crate, as [`Questions::ask`].
///
/// # Errors
/// If the question is at fault, or its limits were reached before there was an answer.
pub fn ask(name: &str, text: &[u8], work: &Work) -> Result<Value, Problem> {
    Questions::default().ask(name, text, work)
}

/// A question that was read as far as its time limit.
#[derive(Clone, Debug)]
pub struct Posed {
    operation: Operation,
    fields: Reader,
    time: Duration,
}

impl Posed {
    /// The time limit of the question.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The longest time that the answer may take: several parts may each have the time limit.
    #[must_use]
    pub fn longest(&self) -> Duration {
        self.time.saturating_mul((self.operation.parts)(&self.fields))
    }

    /// Answers the question; its time counts from [`Work::begin`].
    ///
    /// # Errors
    /// If a field of the question is at fault, or its limits were reached before there was an answer.
    pub fn answer(self, work: &Work) -> Result<Value, Problem> {
        let work = work.clone().with_time(self.time);
        let fields = self.fields.of(self.operation.fields, work.budget());
        (self.operation.answer)(fields, &work)
    }

    /// The clauses that the question `encode` asks for, and the limits of writing them.
    ///
    /// # Errors
    /// If a field of the question is at fault, or its time ran out.
    pub fn clauses(self, work: &Work) -> Result<(encode::Clauses, satdoku::Running), Problem> {
        let work = work.clone().with_time(self.time);
        let running = work.budget().start();
        let fields = self.fields.of(self.operation.fields, work.budget());
        Ok((encode::Clauses::read(fields, &running)?, running))
    }
}
