//! A line of the table.

use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value, json};

use satdoku::geometry::Geometry;
use satdoku::solver::Stats;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// A solution, checked.
    Satisfiable,
    /// The puzzle has no solution.
    Unsatisfiable,
    /// No answer within the time limit.
    Time,
    /// No answer within the memory limit.
    Memory,
    /// The method gave up by itself.
    Undecided,
    /// The solver failed, with a message.
    Failed(String),
}

impl Outcome {
    /// Whether the puzzle has a solution; `None` if the run does not decide it.
    #[must_use]
    pub fn answer(&self) -> Option<bool> {
        match self {
            Self::Satisfiable => Some(true),
            Self::Unsatisfiable => Some(false),
            _ => None,
        }
    }

    pub(crate) fn read(word: &str, message: &str) -> Option<Self> {
        Some(match word {
            "satisfiable" => Self::Satisfiable,
            "unsatisfiable" => Self::Unsatisfiable,
            "time" => Self::Time,
            "memory" => Self::Memory,
            "undecided" => Self::Undecided,
            "failed" => Self::Failed(message.to_owned()),
            _ => return None,
        })
    }

    pub(crate) fn message(&self) -> &str {
        if let Self::Failed(message) = self { message } else { "" }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Satisfiable => "satisfiable",
            Self::Unsatisfiable => "unsatisfiable",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Undecided => "undecided",
            Self::Failed(_) => "failed",
        })
    }
}

/// The columns of a table of runs; times are in seconds.
const COLUMNS: [&str; 20] = [
    "digest",
    "set",
    "instance",
    "board",
    "side",
    "clues",
    "entrant",
    "repetition",
    "outcome",
    "total_s",
    "reduce_s",
    "encode_s",
    "solve_s",
    "decode_s",
    "variables",
    "clauses",
    "conflicts",
    "steps",
    "winner",
    "message",
];

/// One run of an entrant on an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The instance's digest.
    pub digest: String,
    /// The instance's set.
    pub set: String,
    /// The instance's name.
    pub instance: String,
    /// The board, in the form of `--box`.
    pub board: String,
    /// The board's side; for a board that is no square, the side of a square with about as many cells.
    pub side: usize,
    /// How many clues the puzzle has.
    pub clues: usize,
    /// The entrant.
    pub entrant: String,
    /// The repetition, from 0.
    pub repetition: u32,
    /// How the run ended.
    pub outcome: Outcome,
    /// Wall clock from the grid to the checked answer.
    pub total: Duration,
    /// The parts of the total time.
    pub stats: Stats,
    /// The portfolio member that answered.
    pub winner: Option<String>,
}

impl Record {
    /// What a run is known by: digest, entrant and repetition.
    pub(crate) fn key(&self) -> (String, String, u32) {
        (self.digest.clone(), self.entrant.clone(), self.repetition)
    }

    /// The share of clues, in percent.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // Cells are millions at most.
    pub fn share(&self) -> f64 {
        let board = self.board.parse::<Geometry>();
        let cells = board.map_or(self.side * self.side, |board| board.cell_count());
        100.0 * self.clues as f64 / cells as f64
    }

    /// The values of the columns, in order.
    fn values(&self) -> [Value; COLUMNS.len()] {
        let stats = &self.stats;
        [
            json!(self.digest),
            json!(self.set),
            json!(self.instance),
            json!(self.board),
            json!(self.side),
            json!(self.clues),
            json!(self.entrant),
            json!(self.repetition),
            json!(self.outcome.to_string()),
            json!(self.total.as_secs_f64()),
            json!(stats.reduce.as_secs_f64()),
            json!(stats.encode.as_secs_f64()),
            json!(stats.solve.as_secs_f64()),
            json!(stats.decode.as_secs_f64()),
            json!(stats.variables),
            json!(stats.clauses),
            json!(stats.conflicts),
            json!(stats.steps),
            json!(self.winner),
            json!(self.outcome.message()),
        ]
    }

    /// The names of the columns, as the first line of a table.
    pub(crate) fn csv_head() -> String {
        COLUMNS.join(",") + "\n"
    }

    /// The line of a table, quoted as RFC 4180 has it.
    pub(crate) fn to_csv(&self) -> String {
        let cell = |value: &Value| match value {
            Value::Null => String::new(),
            Value::String(text) if text.contains([',', '"', '\n', '\r']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            Value::String(text) => text.clone(),
            number => number.to_string(),
        };
        self.values().iter().map(cell).collect::<Vec<_>>().join(",") + "\n"
    }

    /// A JSON object and a line feed.
    pub(crate) fn to_json(&self) -> String {
        let object: Map<String, Value> = COLUMNS.iter().map(ToString::to_string).zip(self.values()).collect();
        Value::Object(object).to_string() + "\n"
    }

    /// Reads the output of [`to_json`](Self::to_json); `None` if the line is no run.
    pub(crate) fn from_json(line: &str) -> Option<Self> {
        let object: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| object.get(name)?.as_str().map(str::to_owned);
        let number = |name: &str| object.get(name)?.as_u64();
        let time = |name: &str| Duration::try_from_secs_f64(object.get(name)?.as_f64()?).ok();
        let mut stats = Stats::default();
        stats.reduce = time("reduce_s")?;
        stats.encode = time("encode_s")?;
        stats.solve = time("solve_s")?;
        stats.decode = time("decode_s")?;
        stats.variables = number("variables")?;
        stats.clauses = number("clauses")?;
        stats.conflicts = number("conflicts");
        stats.steps = number("steps");
        Some(Self {
            digest: text("digest")?,
            set: text("set")?,
            instance: text("instance")?,
            board: text("board")?,
            side: usize::try_from(number("side")?).ok().filter(|&side| side > 0)?,
            clues: usize::try_from(number("clues")?).ok()?,
            entrant: text("entrant")?,
            repetition: u32::try_from(number("repetition")?).ok()?,
            outcome: Outcome::read(&text("outcome")?, &text("message")?)?,
            total: time("total_s")?,
            stats,
            winner: text("winner"),
        })
    }
}
