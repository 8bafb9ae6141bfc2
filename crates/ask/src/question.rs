//! A question to a solver.

use std::time::Duration;

use satdoku::budget::{Budget, Stopwatch};
use satdoku::geometry::Candidate;
use satdoku::grid::Grid;
use satdoku::solver::Stats;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Failure, Reply};
use crate::choice::Choice;
use crate::fields::{FieldError, Fields};
use crate::grids;

/// A question to a solver, with limits.
///
/// ```
/// use satdoku_ask::{Ask, Fields, Question, Reply};
/// use satdoku::{Budget, Count, Solver};
///
/// let question = Question {
///     cube: vec!["r1c1=1".parse()?],
///     ask: Ask::Count { limit: None },
///     ..Question::new(".2..............".parse()?, Solver::Auto.into())
/// };
/// let object = question.to_json();
/// assert_eq!((&object["cube"], &object["ask"]), (&"r1c1=1".into(), &"count".into()));
/// assert_eq!(Question::read(Fields::from(object))?, question);
/// let answer = question.answer(&Budget::unlimited());
/// assert_eq!(answer.reply, Ok(Reply::Count(Count::exact(24))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The puzzle.
    pub puzzle: Grid,
    /// Digits assumed in addition to the clues.
    pub cube: Vec<Candidate>,
    /// The kind of question.
    pub ask: Ask,
    /// The solver and its options.
    pub choice: Choice,
    /// The time limit.
    pub time: Option<Duration>,
    /// The limit of steps, as in [`Budget::with_steps`].
    pub steps: Option<u64>,
    /// Bytes of memory, as in [`Options::memory`](satdoku::Options::memory).
    pub memory: Option<u64>,
}

/// The kind of question about a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    /// A solution.
    #[default]
    Solve,
    /// The number of solutions.
    Count {
        /// Where counting ends.
        limit: Option<u64>,
    },
}

impl Question {
    /// A question for a solution, without limits.
    #[must_use]
    pub fn new(puzzle: Grid, choice: Choice) -> Self {
        Self { puzzle, cube: Vec::new(), ask: Ask::Solve, choice, time: None, steps: None, memory: None }
    }

    /// The question as an object.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Value> {
        let mut object = Map::new();
        let mut add = |name: &str, value: Value| drop(object.insert(name.to_owned(), value));
        add("puzzle", json!(grids::write(&self.puzzle)));
        if !self.cube.is_empty() {
            add("cube", json!(self.cube.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")));
        }
        match self.ask {
            Ask::Solve => add("ask", json!("solve")),
            Ask::Count { limit } => {
                add("ask", json!("count"));
                add("limit", json!(limit));
            }
        }
        add("time_limit", json!(self.time.map(|time| time.as_secs_f64())));
        add("steps", json!(self.steps));
        add("memory", json!(self.memory));
        self.choice.write(&mut object);
        object.retain(|_, value| !value.is_null());
        object
    }

    /// Reads a question.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn read(mut fields: Fields) -> Result<Self, FieldError> {
        let puzzle = fields.text("puzzle")?.ok_or(FieldError::Missing("puzzle"))?;
        let puzzle = grids::read(&puzzle).map_err(|error| FieldError::value("puzzle", error))?;
        let cube = fields.text("cube")?.unwrap_or_default();
        let cube: Result<_, _> = cube.split_ascii_whitespace().map(str::parse).collect();
        let cube = cube.map_err(|error| FieldError::value("cube", error))?;
        let ask = match fields.text("ask")?.as_deref() {
            None | Some("solve") => Ask::Solve,
            Some("count") => Ask::Count { limit: fields.number("limit")? },
            Some(word) => return Err(FieldError::value("ask", format!("expected solve or count, found {word:?}"))),
        };
        let choice = Choice::read(&mut fields)?;
        let [time, steps, memory] = ["time_limit", "steps", "memory"];
        let (time, steps, memory) = (fields.time(time)?, fields.number(steps)?, fields.number(memory)?);
        fields.end()?;
        let question = Self { puzzle, cube, ask, choice, time, steps, memory };
        question.part().map_err(|message| FieldError::value("cube", message))?;
        Ok(question)
    }

    /// The puzzle with the cube's digits as clues.
    pub(crate) fn part(&self) -> Result<Grid, String> {
        let mut part = self.puzzle.clone();
        for candidate in &self.cube {
            let is_on_board = part.geometry().contains(candidate.cell);
            let known = is_on_board.then(|| part.get(candidate.cell)).flatten();
            if let Some(known) = known.filter(|&known| known != candidate.digit) {
                return Err(format!("{} is {known} already, found {candidate}", candidate.cell));
            }
            part.set(candidate.cell, Some(candidate.digit)).map_err(|error| error.to_string())?;
        }
        Ok(part)
    }

    /// Asks the solver, within the question's limits and those of a budget: the token and the counter of steps are the
    /// budget's, a limit that the question has replaces the budget's.
    #[must_use]
    pub fn answer(&self, budget: &Budget) -> Answer {
        let mut budget = budget.clone();
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        if let Some(steps) = self.steps {
            budget = budget.with_steps(steps);
        }
        let options = self.choice.options(budget).with_memory(self.memory);
        let watch = Stopwatch::start();
        let mut answer =
            Answer { reply: Err(Failure::default()), total: Duration::ZERO, stats: Stats::default(), winner: None };
        let part = match self.part() {
            Ok(part) => part,
            Err(message) => return Answer { reply: Err(Failure { message, is_wrong: false }), ..answer },
        };
        let asked = self.choice.solver.session(part.geometry(), &options).and_then(|mut session| {
            let reply = match self.ask {
                Ask::Solve => Reply::Verdict(session.solve(&part)?),
                Ask::Count { limit } => Reply::Count(session.count(&part, limit)?),
            };
            answer.total = watch.elapsed();
            answer.stats = session.stats();
            answer.winner = session.winner().cloned();
            Ok(reply)
        });
        if asked.is_err() {
            answer.total = watch.elapsed();
        }
        answer.reply = asked.map_err(|error| Failure::from(&error));
        answer
    }
}
