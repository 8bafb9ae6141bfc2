//! The race itself.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use satdoku::budget::{Budget, CancelToken};
use satdoku::error::Error;
use satdoku::generate::Random;
use satdoku_ask::Question;
use serde_json::{Value, json};

use crate::answer::{Answer, Response, warm_up};
use crate::journal::{Journal, replace};
use crate::machine;
use crate::{Entrant, Instance, RaceError, Record, Worker};

/// How a race is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of runs of each entrant on each instance.
    pub repetitions: u32,
    /// The time limit of a run.
    pub time: Duration,
    /// The program that makes the runs, each in a process of its own; if not given, runs are made in this process without a memory
    /// limit.
    pub worker: Option<Worker>,
    /// The seed of the random order of runs.
    pub seed: u64,
    /// Ends the race; rows already written are kept.
    pub cancel: CancelToken,
}

impl Default for Options {
    fn default() -> Self {
        Self { repetitions: 1, time: Duration::from_secs(10), worker: None, seed: 0, cancel: CancelToken::new() }
    }
}

/// A race: entrants, instances and options.
///
/// ```
/// use satdoku::{Budget, Solver};
/// use satdoku_race::{Entrant, Instance, Options, Race};
///
/// let instances = Instance::generate([2], &[], 3, 7, &Budget::unlimited())?;
/// let entrants = Entrant::all(&["mrv".parse()?, "dlx".parse::<Solver>()?], &[], &[], &[], None);
/// let folder = tempfile::tempdir()?;
/// let results = Race { instances, entrants, options: Options::default() }.run(folder.path(), |_| ())?;
/// assert!(results.is_complete());
/// assert_eq!(results.records.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Race {
    /// The puzzles. A repeated puzzle is raced on once.
    pub instances: Vec<Instance>,
    /// The solvers with their options.
    pub entrants: Vec<Entrant>,
    /// Limits, repetitions and seed.
    pub options: Options,
}

/// The argument of a race's callback after each run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch<'a> {
    /// Number of runs made, including runs of an earlier start.
    pub made: usize,
    /// Runs of the whole race.
    pub all: usize,
    /// The latest run; `None` at the start.
    pub last: Option<&'a Record>,
}

/// How a race ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every run was made.
    Complete,
    /// The race was cancelled and can be resumed.
    Cancelled,
}

/// The runs of a race, in an order independent of the order of execution.
#[derive(Clone, Debug)]
pub struct Results {
    /// The runs: instance by instance, entrant by entrant, repetition by repetition.
    pub records: Vec<Record>,
    /// The names of the entrants, in order.
    pub entrants: Vec<String>,
    /// The sets of the instances, in order.
    pub sets: Vec<String>,
    /// The time limit of a run.
    pub time: Duration,
    /// Number of repetitions asked for.
    pub repetitions: u32,
    /// The content of `race.json`: limits, seed, machine, versions.
    pub about: Value,
    /// Whether the race is complete or was cancelled.
    pub ended: Ended,
}

impl Results {
    /// Whether every run was made.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ended == Ended::Complete
    }
}

/// A run to be made.
struct Run<'a> {
    digest: &'a str,
    instance: &'a Instance,
    entrant: &'a Entrant,
    repetition: u32,
}

impl Race {
    /// Makes the runs missing from the folder, in random order, and appends each to `results.jsonl` and `results.csv` as soon as it
    /// is made. Entrants are left out on boards unknown to them.
    ///
    /// # Errors
    /// If entrants contradict each other, or return a grid that is no solution; the instance is saved in the folder. If the folder
    /// holds another race or cannot be written.
    pub fn run(&self, folder: &Path, mut watch: impl FnMut(Watch<'_>)) -> Result<Results, RaceError> {
        let about = self.about();
        let mut journal = Journal::open(folder, &about)?;
        let instances = Instance::distinct(&self.instances);
        let mut runs = self.runs(&instances);
        let all = runs.len();
        let order: HashMap<_, usize> = runs.iter().enumerate().map(|(at, run)| (run.key(), at)).collect();
        let mut answers = Answers::default();
        for record in journal.records() {
            answers.add(record).map_err(|other| disagreement(folder, &instances, record, other))?;
        }
        runs.retain(|run| !journal.has(run.digest, &run.entrant.to_string(), run.repetition));
        Random::new(self.options.seed, 0).shuffle(&mut runs);
        let before = all - runs.len();
        watch(Watch { made: before, all, last: None });
        let mut ended = Ended::Complete;
        let mut warm: Vec<&Entrant> = Vec::new();
        for (made, run) in (before + 1..).zip(runs) {
            let Some(answer) = self.ask(folder, &run, &mut warm)? else {
                ended = Ended::Cancelled;
                break;
            };
            let record = run.record(answer);
            answers.add(&record).map_err(|other| disagreement(folder, &instances, &record, other))?;
            watch(Watch { made, all, last: Some(&record) });
            journal.add(record)?;
        }
        // Runs of entrants or instances that take no part today stay in the folder, but are no part of this race.
        let mut records = journal.into_records();
        records.retain(|record| order.contains_key(&record.key()));
        records.sort_by_key(|record| order.get(&record.key()).copied());
        let mut sets: Vec<String> = Vec::new();
        for (_, instance) in &instances {
            if !sets.contains(&instance.set) {
                sets.push(instance.set.clone());
            }
        }
        let (time, repetitions) = (self.options.time, self.options.repetitions);
        let entrants = self.entrants.iter().map(ToString::to_string).collect();
        Ok(Results { records, entrants, sets, time, repetitions, about, ended })
    }

    /// The conditions that must agree for times to be comparable.
    fn about(&self) -> Value {
        let memory = self.options.worker.as_ref().and_then(|worker| worker.memory);
        json!({
            "time_limit_s": self.options.time.as_secs_f64(),
            "process_of_its_own": self.options.worker.is_some(),
            "memory_limit": memory,
            "seed": self.options.seed,
            "program": concat!("satdoku ", env!("CARGO_PKG_VERSION")),
            "build": if cfg!(debug_assertions) { "unoptimised" } else { "optimised" },
            "machine": machine::machine(),
            "versions": machine::versions(&self.entrants),
        })
    }

    fn runs<'a>(&'a self, instances: &'a [(String, &'a Instance)]) -> Vec<Run<'a>> {
        let mut boards: HashMap<(String, usize), bool> = HashMap::new();
        let mut runs = Vec::new();
        for (digest, instance) in instances {
            let board = instance.puzzle.geometry();
            for (at, entrant) in self.entrants.iter().enumerate() {
                let can_enter = || {
                    let session = entrant.solver.session(board, &entrant.options(Budget::unlimited()));
                    !matches!(session, Err(Error::UnknownBoard { .. }))
                };
                if *boards.entry((board.to_string(), at)).or_insert_with(can_enter) {
                    runs.extend((0..self.options.repetitions).map(|repetition| Run {
                        digest,
                        instance,
                        entrant,
                        repetition,
                    }));
                }
            }
        }
        runs
    }

    /// Makes a run; `None` if the race was cancelled.
    fn ask<'a>(&self, folder: &Path, run: &Run<'a>, warm: &mut Vec<&'a Entrant>) -> Result<Option<Answer>, RaceError> {
        let Options { time, cancel, .. } = &self.options;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let Run { entrant, repetition, instance, .. } = *run;
        let choice = entrant.clone().repeated(repetition);
        let question = Question { time: Some(*time), ..Question::new(instance.puzzle.clone(), choice) };
        let response = if let Some(worker) = &self.options.worker {
            worker.ask(&question, cancel).map_err(RaceError::Worker)?
        } else {
            if !warm.contains(&entrant) {
                warm_up(&question, cancel);
                warm.push(entrant);
            }
            Answer::of(question.answer(&Budget::unlimited().with_cancel(cancel.clone())), question.time)
        };
        match response {
            Response::Answered(answer) => Ok(Some(answer)),
            Response::Cancelled => Ok(None),
            Response::Wrong(what) => {
                let saved = save(folder, run.digest, instance)?;
                Err(RaceError::WrongAnswer { entrant: entrant.to_string(), instance: instance.title(), saved, what })
            }
        }
    }
}

impl Run<'_> {
    fn key(&self) -> (String, String, u32) {
        (self.digest.to_owned(), self.entrant.to_string(), self.repetition)
    }

    fn record(&self, answer: Answer) -> Record {
        let puzzle = &self.instance.puzzle;
        Record {
            digest: self.digest.to_owned(),
            set: self.instance.set.clone(),
            instance: self.instance.name.clone(),
            board: puzzle.geometry().to_string(),
            side: puzzle.geometry().comparable_side(),
            clues: puzzle.clue_count(),
            entrant: self.entrant.to_string(),
            repetition: self.repetition,
            outcome: answer.outcome,
            total: answer.total,
            stats: answer.stats,
            winner: answer.winner,
        }
    }
}

/// The error for two contradictory answers to an instance; `other` gave the earlier answer.
fn disagreement(folder: &Path, instances: &[(String, &Instance)], record: &Record, other: String) -> RaceError {
    let (one, other) = match record.outcome.answer() {
        Some(true) => (record.entrant.clone(), other),
        _ => (other, record.entrant.clone()),
    };
    let instance = format!("{} {}", record.set, record.instance);
    let known = instances.iter().find(|(digest, _)| *digest == record.digest);
    let saved = known.map(|(digest, instance)| save(folder, digest, instance)).transpose();
    match saved {
        Ok(saved) => RaceError::Disagreement { one, other, instance, saved: saved.unwrap_or_default() },
        Err(error) => error,
    }
}

/// Saves an instance with a wrong or contradictory answer.
fn save(folder: &Path, digest: &str, instance: &Instance) -> Result<std::path::PathBuf, RaceError> {
    let path = folder.join(format!("wrong-{digest}.txt"));
    match replace(&path, format!("{}\n", instance.puzzle)) {
        Ok(()) => Ok(path),
        Err(source) => Err(RaceError::File { path, source }),
    }
}

/// The first yes and the first no to each instance.
#[derive(Default)]
struct Answers(HashMap<String, (bool, String)>);

impl Answers {
    /// Adds an answer; the error is who said the contrary.
    fn add(&mut self, record: &Record) -> Result<(), String> {
        let Some(answer) = record.outcome.answer() else { return Ok(()) };
        match self.0.get(&record.digest) {
            Some((first, entrant)) if *first != answer => Err(entrant.clone()),
            Some(_) => Ok(()),
            None => {
                self.0.insert(record.digest.clone(), (answer, record.entrant.clone()));
                Ok(())
            }
        }
    }
}
