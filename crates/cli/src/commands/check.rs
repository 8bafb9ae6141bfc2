//! `satdoku check`.

use std::fmt::Write;
use std::io::BufRead;
use std::iter::Peekable;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use satdoku::grid::format::{Puzzles, ReadError, ReadOptions, keys};
use satdoku::{CancelToken, Count, Error, Geometry, Grid, StopReason};
use satdoku_ask::words::{
    CERTIFIED, CHANGED, CONFLICT, MISMATCH, NONE, SEVERAL, SOLVED, Standing, UNIQUE, UNKNOWN, VERIFIED, claim,
    uniqueness,
};
use serde_json::{Value, json};

use crate::Failure;
use crate::args::{Certifying, Input, Solving};
use crate::process::file_name;
use crate::process::status::Status;
use crate::show::output_format::OutputFormat;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task, Unread};
use crate::stream::batch::Batch;
use crate::stream::destination::{Delivery, Inputs};
use crate::stream::input::Reader;
use crate::stream::json;
use crate::stream::kernel_blocks::Form;
use crate::stream::open;
use crate::stream::session_cache::SessionCache;
use crate::stream::stored::Stored;
use crate::stream::table::AnswerColumn;

/// Check grids: solved, valid so far, or which cells conflict
///
/// One line for each grid, whose first word is `solved`, `valid`, `verified` (the solution stored beside it is right),
/// `mismatch` (it is not), `conflict` or `changed`, and with --unique the second `unique`, `several`, `none` or `unknown`;
/// sentences follow behind a colon. The exit status is 1 where a grid breaks a rule, changes a clue, has a wrong solution
/// stored beside it, or, with --unique, has no solution or more than one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku check answers.txt --puzzle puzzles.txt
  satdoku check --unique puzzles.txt
  satdoku check --unique rated.csv -o checked.csv")]
pub(crate) struct Check {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    #[command(flatten)]
    certifying: Certifying,

    /// Check that every grid keeps the clues of its puzzle in this file. A grid without a named board takes the board of its puzzle
    #[arg(long, value_name = "FILE")]
    puzzle: Option<PathBuf>,

    /// Check that each grid has exactly one solution
    #[arg(long)]
    unique: bool,

    /// Print in this form: json for one object a line, csv for the table that is read with a column `check`, filled or added
    /// (or `puzzle` and `check` of another format), else a line of words
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl Check {
    pub(crate) fn run(mut self) -> Result<Status, Failure> {
        self.output = self.delivery.form(self.output);
        self.solving.certify(self.certifying);
        if self.certifying.certified && !self.unique {
            return Err("--certified: no solver is asked without --unique".to_owned().into());
        }
        self.solving.check_solver()?;
        let mut options = self.input.read_options_within(self.solving.time_limit);
        let pairing = self.puzzle.as_ref().map(|path| Pairing::open(path, &options)).transpose()?;
        if let (None, Some(pairing)) = (&options.geometry, &pairing) {
            options.geometry.clone_from(&pairing.board);
        }
        let pairing = pairing.map(Mutex::new);
        let reader = Reader::new(&self.input.files, options);
        // Grids and puzzles are read side by side, so a single worker takes them in order.
        let jobs = if self.puzzle.is_some() { Some(NonZeroUsize::MIN) } else { self.solving.jobs() };
        let is_plain = self.unique && self.puzzle.is_none() && self.output != Some(OutputFormat::Json);
        if self.delivery.resume && self.puzzle.is_some() {
            return Err("--resume needs grids that are checked by themselves: not with --puzzle".to_owned().into());
        }
        let inputs = Inputs::of(&self.input.files).and(self.puzzle.as_deref());
        let (destination, kept) = self.delivery.open(&inputs, self.puzzle.is_none())?;
        let batch = Batch {
            bulk: (is_plain && self.solving.may_bulk()).then_some(Form::Unique),
            table: (self.output == Some(OutputFormat::Csv)).then_some(AnswerColumn::Named(keys::CHECK)),
            wants_stored: true,
            ..Batch::new(reader, jobs, (destination, kept), &self.delivery, self.puzzle.is_none())
        };
        let mut status = batch.run(|context| CheckTask {
            check: &self,
            sessions: self.solving.sessions(context),
            pairing: pairing.as_ref(),
            cancel: context.cancel.clone(),
        })?;
        if let Some(pairing) = pairing.filter(|_| status != Status::Interrupted) {
            let pairing = pairing.into_inner().unwrap_or_else(PoisonError::into_inner);
            if let Some(message) = pairing.surplus() {
                status.worsen(Failure::from(message).report());
            }
        }
        Ok(status)
    }
}

/// The puzzles that the grids answer, in order.
struct Pairing {
    file: String,
    puzzles: Peekable<Puzzles<Box<dyn BufRead + Send>>>,
    /// The common board of the puzzles, if a text without a board line would be read onto another board.
    board: Option<Arc<Geometry>>,
}

impl Pairing {
    fn open(path: &Path, options: &ReadOptions) -> Result<Self, String> {
        let options = ReadOptions::of(None, options.geometry.clone());
        let file = file_name::name(path);
        let puzzles = || {
            let reader = open::open(path).map_err(|error| format!("{file}: cannot open: {error}"))?;
            Ok::<_, String>(Puzzles::new(reader, options.clone()).peekable())
        };
        let mut first = puzzles()?;
        let board = first.peek().and_then(|puzzle| puzzle.as_ref().ok()).and_then(board_to_tell);
        // A pipe cannot be read twice, so its first puzzle decides.
        let is_for_all = |board: &Arc<Geometry>| {
            let is_it =
                |puzzle: Result<Grid, ReadError>| puzzle.is_ok_and(|it| board_to_tell(&it).as_ref() == Some(board));
            !path.is_file() || puzzles().is_ok_and(|mut all| all.all(is_it))
        };
        Ok(Self { board: board.filter(is_for_all), puzzles: first, file })
    }

    fn next(&mut self) -> Result<Grid, Failure> {
        match self.puzzles.next() {
            Some(Ok(puzzle)) => Ok(puzzle),
            Some(Err(error)) => Err(Failure::located(&self.file, error)),
            None => Err(format!("{}: expected a puzzle for each grid, found the end of the file", self.file).into()),
        }
    }

    /// A message where puzzles are left that no grid answers.
    fn surplus(mut self) -> Option<String> {
        let surplus = self.puzzles.next().is_some();
        surplus.then(|| format!("{}: expected a grid for each puzzle, found more puzzles than grids", self.file))
    }
}

struct CheckTask<'a> {
    check: &'a Check,
    /// Locked by the only worker.
    pairing: Option<&'a Mutex<Pairing>>,
    sessions: SessionCache,
    cancel: CancelToken,
}

/// The result of a check: a word, details, and the exit status.
struct Finding {
    word: &'static str,
    details: Vec<String>,
    status: Status,
    /// The proved claim.
    claim: Option<String>,
}

impl Finding {
    fn new(word: &'static str, status: Status) -> Self {
        Self { word, details: Vec::new(), status, claim: None }
    }
}

const INVALID: &str = "invalid";

impl Task for CheckTask<'_> {
    fn answer(&mut self, mut puzzle: Puzzle<'_>, answers: &mut Answers) {
        // A board that the grid's text would have had to tell.
        let mut stray = None;
        // An unreadable grid still consumes its puzzle.
        let clues = self.pairing.map(|pairing| pairing.lock().unwrap_or_else(PoisonError::into_inner).next());
        if let (Ok(grid), Some(Ok(clues))) = (&mut puzzle.grid, &clues) {
            let tells_board = puzzle.source.format.tells_board();
            match board_to_tell(clues).filter(|_| !tells_board) {
                Some(board) if *grid.geometry() != board => stray = Some(board),
                _ => put_onto(grid, clues, tells_board),
            }
        }
        let mut findings = match &puzzle.grid {
            Err(error) => vec![Finding::new(Unread::of(error).word, Unread::of(error).status)],
            Ok(grid) => vec![against(grid, None)],
        };
        let is_stray = stray.is_some();
        if let Some(board) = stray {
            let why = format!("its puzzle has the board {board}, which this text does not tell");
            let _ = writeln!(answers.stderr, "{}: {why}; use header, which tells every board", puzzle.place());
            findings[0] = Finding::new(INVALID, Status::Bad);
        } else if let (Ok(grid), Some(clues)) = (&puzzle.grid, clues) {
            match clues {
                Ok(clues) if findings[0].status == Status::Fine => findings[0] = against(grid, Some(&clues)),
                Ok(_) => {}
                Err(failure) => {
                    let _ = writeln!(answers.stderr, "{failure}");
                    findings[0] = Finding::new(INVALID, Status::Bad);
                }
            }
        }
        if let (Ok(grid), Some(stored), Status::Fine) = (&puzzle.grid, &puzzle.stored, findings[0].status) {
            findings[0] = match stored.check(grid) {
                Ok(_) => Finding::new(VERIFIED, Status::Fine),
                Err(why) => {
                    answers.summary.add_mismatch();
                    Finding { details: vec![why], ..Finding::new(MISMATCH, Status::Negative) }
                }
            };
        }
        if let (Ok(grid), true) = (&puzzle.grid, self.check.unique && !is_stray) {
            let finding = self.unique(grid, &puzzle, answers).unwrap_or_else(|error| {
                let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
                Finding::new(UNKNOWN, Status::of(&error))
            });
            findings.push(finding);
            if findings[0].word == MISMATCH
                && findings[1].word == UNIQUE
                && let Some(differs) = puzzle.stored.as_ref().and_then(|stored| self.differing(grid, stored))
            {
                findings[0].details.push(differs);
            }
        }
        for finding in &findings {
            answers.status.worsen(finding.status);
        }
        answers.summary.add(kind(&findings), 1);
        self.print(&puzzle, &findings, answers);
    }

    fn is_answer(&self, grid: &Grid, object: Option<&Value>, line: &str) -> bool {
        let word = object.map_or(Some(line), |object| object.get(keys::CHECK).and_then(Value::as_str));
        let finding = against(grid, None);
        let is_stored = |word: &str| word.starts_with(VERIFIED) || word.starts_with(MISMATCH);
        word.is_some_and(|word| word.starts_with(finding.word) || finding.status == Status::Fine && is_stored(word))
    }
}

/// The board of a puzzle without its rules, unless it is N×N with the digits 1 to N: a text must name it.
fn board_to_tell(puzzle: &Grid) -> Option<Arc<Geometry>> {
    let board = puzzle.geometry();
    let is_plain = board.square_side().is_some() && board.first_digit().get() == 1;
    (!is_plain).then(|| Arc::clone(puzzle.without_rules().geometry()))
}

/// Puts a grid under the rules of a puzzle unless the grid has rules, and onto the puzzle's board if the text names no board.
fn put_onto(grid: &mut Grid, puzzle: &Grid, tells_board: bool) {
    let (from, to) = (grid.geometry(), puzzle.geometry());
    if !tells_board
        && from.square_side().is_some()
        && from.square_side() == to.square_side()
        && let Ok(moved) = Grid::from_digits(to, grid.digits().to_vec())
    {
        *grid = moved;
    }
    *grid = grid.clone().as_answer_to(puzzle);
}

/// The kind counted in the summary: uniqueness if asked for, otherwise the state of the grid.
fn kind(findings: &[Finding]) -> Kind {
    match (findings[0].word, findings.last().map_or("", |finding| finding.word)) {
        (INVALID, _) => Kind::Invalid,
        (CONFLICT | CHANGED, _) => Kind::Conflict,
        (_, UNIQUE) => Kind::One,
        (_, NONE) => Kind::None,
        (_, SEVERAL) => Kind::Several,
        (_, UNKNOWN) => Kind::Unknown,
        (SOLVED | VERIFIED, _) => Kind::Solved,
        _ => Kind::Valid,
    }
}

/// How a grid stands, by itself or as an answer to a puzzle.
fn against(grid: &Grid, puzzle: Option<&Grid>) -> Finding {
    let standing = Standing::of(grid, puzzle);
    let status = if standing.is_fine() { Status::Fine } else { Status::Negative };
    Finding { details: standing.details, ..Finding::new(standing.word, status) }
}

impl CheckTask<'_> {
    fn unique(&mut self, grid: &Grid, puzzle: &Puzzle<'_>, answers: &mut Answers) -> Result<Finding, Error> {
        let count = self.sessions.ask(grid.geometry(), |session| session.count(grid, Some(2)), Count::stopped)?;
        if let Count::AtLeast(_, reason) = count
            && reason != StopReason::Limit
            && !self.cancel.is_cancelled()
        {
            let _ = writeln!(answers.stderr, "{}: {reason}", puzzle.place());
        }
        let word = uniqueness(&count);
        let status = match word {
            UNIQUE => Status::Fine,
            UNKNOWN if self.cancel.is_cancelled() => Status::Interrupted,
            UNKNOWN => Status::Budget,
            _ => Status::Negative,
        };
        let claim = self.check.certifying.certified.then(|| claim(&count)).flatten();
        Ok(Finding { claim, ..Finding::new(word, status) })
    }

    /// The cells, nine at most, where the solver's solution differs from the stored solution.
    fn differing(&mut self, grid: &Grid, stored: &Stored) -> Option<String> {
        const MAX_CELLS: usize = 9;
        let stored = stored.grid()?;
        let verdict =
            self.sessions.ask(grid.geometry(), |session| session.solve(grid), satdoku::Verdict::stopped).ok()?;
        let satdoku::Verdict::Satisfiable(solution) = verdict else { return None };
        let solution: Grid = solution.into();
        let pairs = grid.geometry().cells().zip(solution.digits().iter().zip(stored.digits()));
        let mut cells: Vec<String> = pairs
            .filter_map(|(cell, (right, found))| Some((cell, (*right)?)).filter(|_| right != found))
            .map(|(cell, right)| format!("{cell}={right}"))
            .collect();
        if cells.len() > MAX_CELLS {
            cells.truncate(MAX_CELLS);
            cells.push("…".to_owned());
        }
        (!cells.is_empty()).then(|| format!("the solution has {}", cells.join(" ")))
    }

    fn print(&self, puzzle: &Puzzle<'_>, findings: &[Finding], answers: &mut Answers) {
        if self.check.output == Some(OutputFormat::Json) {
            let out = &mut answers.stdout;
            json::begin(puzzle, out);
            json::push_word(keys::CHECK, findings[0].word, out);
            if let Some(uniqueness) = findings.get(1) {
                json::push_word(keys::UNIQUENESS, uniqueness.word, out);
                if let Some(claim) = &uniqueness.claim {
                    json::push_claim(claim, out);
                }
            }
            if !findings[0].details.is_empty() {
                json::push(keys::DETAILS, &json!(findings[0].details), out);
            }
            return json::end(out);
        }
        let certified = findings.iter().any(|finding| finding.claim.is_some()).then_some(CERTIFIED);
        let words: Vec<_> = findings.iter().map(|finding| finding.word).chain(certified).collect();
        answers.stdout.push_str(&words.join(" "));
        for (i, detail) in findings[0].details.iter().enumerate() {
            answers.stdout.push_str(if i == 0 { ": " } else { "; " });
            answers.stdout.push_str(detail);
        }
        answers.stdout.push('\n');
    }
}
