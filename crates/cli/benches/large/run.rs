//! Contenders at work.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use satdoku::{Budget, Count, Encoding, Grid, Options, Solver, Techniques, Verdict};

use crate::puzzles::{Question, Set};

/// A solver with its clauses and what is deduced before.
#[derive(Clone)]
pub(crate) struct Contender {
    solver: Solver,
    encoding: Option<Encoding>,
    reduce: Option<Techniques>,
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split('@');
        let solver = words.next().unwrap_or_default().parse().map_err(|error| format!("{error}"))?;
        let encoding = words.next().map(str::parse).transpose().map_err(|error| format!("{error}"))?;
        let reduce = words.next().map(str::parse).transpose().map_err(|error| format!("{error}"))?;
        Ok(Self { solver, encoding, reduce })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.solver)?;
        self.encoding.iter().try_for_each(|encoding| write!(f, " {encoding}"))?;
        self.reduce.iter().try_for_each(|reduce| write!(f, " {reduce}"))
    }
}

/// An answer and its time; none where there was no answer in time.
pub(crate) type Times = Vec<Option<Duration>>;

/// Asks every contender about every puzzle, puzzle by puzzle.
pub(crate) fn all(
    set: &Set,
    puzzles: &[(String, Grid)],
    contenders: &[Contender],
    limit: Duration,
    seed: u64,
) -> Vec<(Contender, Times)> {
    let mut times: Vec<(Contender, Times)> =
        contenders.iter().map(|contender| (contender.clone(), Times::new())).collect();
    for (name, puzzle) in puzzles {
        let mut answers: Vec<Option<bool>> = Vec::new();
        for (contender, times) in &mut times {
            let watch = Instant::now();
            let (answer, winner) = ask(set.question(), contender, puzzle, limit, seed);
            let time = watch.elapsed();
            eprintln!("{} {name}: {contender}{winner} {answer:?} in {:.2} s", set.name(), time.as_secs_f64());
            // Nearly every changed puzzle has no solution; the others are no part of the set.
            match (set.question(), answer) {
                (Question::Refute, Some(true)) => {}
                _ => times.push(answer.map(|_| time)),
            }
            answers.push(answer);
        }
        let mut known = answers.into_iter().flatten();
        if let Some(first) = known.next() {
            assert!(known.all(|answer| answer == first), "{name}: the contenders contradict each other");
        }
    }
    times
}

/// The answer to the question, yes or no, and who of several gave it.
fn ask(question: Question, contender: &Contender, puzzle: &Grid, limit: Duration, seed: u64) -> (Option<bool>, String) {
    let options = Options::default()
        .with_encoding(contender.encoding)
        .with_reduce(contender.reduce)
        .with_budget(Budget::unlimited().with_time(limit));
    let seeded = options.clone().with_seed(seed);
    let options = if seeded.ignored_by(&contender.solver).is_none() { seeded } else { options };
    let mut session = contender.solver.session(puzzle.geometry(), &options).expect("a solver that is here");
    let answer = match question {
        Question::Solve | Question::Refute => match session.solve(puzzle).expect("an answer") {
            Verdict::Satisfiable(_) => Some(true),
            Verdict::Unsatisfiable => Some(false),
            Verdict::Unknown(_) => None,
        },
        Question::Unique => match session.count(puzzle, Some(2)).expect("an answer") {
            Count::Exact(count) => Some(count == 1),
            count @ Count::AtLeast(..) => (count.is_more_than(1) == Some(true)).then_some(false),
        },
    };
    (answer, session.winner().map(|winner| format!(" ({winner})")).unwrap_or_default())
}
