//! The printed answer to a puzzle.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};

use satdoku::budget::StopReason;
use satdoku::grid::format::{Format, Parser, Place, Record, keys, push_value};
use satdoku::{Count, Error, Grid, Session, Solution, Stats, Verdict};
use satdoku_ask::words::{CERTIFIED, SEVERAL, claim};
use serde_json::{Value, json};

use super::Solve;
use super::reported::{Reported, SATISFIABLE};
use crate::process::status::Status;
use crate::show::digit_alphabet::DigitAlphabet;
use crate::show::output_format::OutputFormat;
use crate::show::printer::{Printer, has_blank_between};
use crate::stream::answers::{Answers, Puzzle, Task, Unread};
use crate::stream::json;
use crate::stream::session_cache::SessionCache;

/// Answers puzzles in turn.
pub(super) struct SolveTask<'a> {
    pub(super) solve: &'a Solve,
    pub(super) printer: Printer,
    pub(super) sessions: SessionCache,
    /// The statistics of all workers.
    pub(super) totals: &'a Mutex<(u64, Stats)>,
    pub(super) puzzles: u64,
    pub(super) stats: Stats,
}

impl Task for SolveTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        self.puzzles += 1;
        let format = self.printer.format();
        let is_json = format == OutputFormat::Json;
        if puzzle.number > 1 && has_blank_between(format, self.solve.all) {
            answers.stdout.push('\n');
        }
        if is_json {
            json::begin(&puzzle, &mut answers.stdout);
        }
        let mut reported = match &puzzle.grid {
            Ok(grid) if self.lacks_digits(grid) => Reported {
                message: Some(format!(
                    "the alphabet has no digits for a grid of side {}",
                    grid.geometry().digit_count()
                )),
                ..Reported::new("unknown", Status::Bad)
            },
            Ok(grid) if self.solve.all => self.list(grid, puzzle.digit_alphabet, is_json, answers),
            Ok(grid) => self.solve(&puzzle, grid, is_json, answers),
            Err(error) => Reported::new(Unread::of(error).word, Unread::of(error).status),
        };
        if puzzle.grid.is_ok() {
            let stats = self.sessions.stats();
            self.stats += stats;
            if self.solve.stats {
                reported.fields.push((keys::STATS, satdoku_ask::stats(&stats)));
                if let Some(winner) = self.sessions.winner() {
                    reported.fields.push((keys::WINNER, json!(winner.to_string())));
                    if !is_json && reported.message.is_none() {
                        reported.message = Some(format!("answered by {winner}"));
                    }
                }
            }
        }
        answers.status.worsen(reported.status);
        answers.summary.add(reported.kind(), 1);
        if let Some(message) = &reported.message {
            let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
        }
        if is_json {
            let verdict = if reported.word == SEVERAL { SATISFIABLE } else { reported.word };
            json::push_word(keys::VERDICT, verdict, &mut answers.stdout);
            for (name, value) in &reported.fields {
                json::push(name, value, &mut answers.stdout);
            }
            if let Some(claim) = &reported.claim {
                json::push_claim(claim, &mut answers.stdout);
            }
            json::end(&mut answers.stdout);
        } else {
            self.print_word(&reported, format, &mut answers.stdout);
        }
    }

    fn is_answer(&self, puzzle: &Grid, object: Option<&Value>, line: &str) -> bool {
        let solution = match object {
            // Above side 35 solutions are lists of numbers; such objects are recognised by their puzzles' numbers.
            Some(object) => object.get("solution").and_then(Value::as_str).unwrap_or("unknown"),
            None => line,
        };
        let solution = solution.trim_end_matches(CERTIFIED).trim_end();
        if ["unsatisfiable", "unknown", SEVERAL].contains(&solution) {
            return true;
        }
        // A line is in numbers where characters cannot write it.
        let format = if solution.contains(' ') { Format::Rows } else { Format::Line };
        let geometry = Some(Arc::clone(puzzle.geometry()));
        let grid = Parser::new(format, geometry).parse(&Record { text: solution.as_bytes(), place: Place::START });
        grid.is_ok_and(|grid| Solution::check(puzzle, grid).is_ok())
    }

    fn finish(&mut self) {
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        totals.0 += self.puzzles;
        totals.1 += self.stats;
    }
}

/// The solution that was asked for.
enum Asked {
    /// Whether there is one.
    Verdict(Verdict<Solution>),
    /// Several solutions were found where a unique solution was wanted.
    Several,
}

impl Asked {
    fn stopped(&self) -> Option<StopReason> {
        match self {
            Self::Verdict(verdict) => verdict.stopped(),
            Self::Several => None,
        }
    }
}

/// The verdict on a puzzle; `Several` if a unique solution is wanted and a second one exists.
fn asked(session: &mut Session, grid: &Grid, is_unique: bool) -> Result<Asked, Error> {
    if !is_unique {
        return session.solve(grid).map(Asked::Verdict);
    }
    let mut solutions = session.solutions(grid)?;
    Ok(Asked::Verdict(match (solutions.next().transpose(), solutions.next()) {
        (Ok(None), _) => Verdict::Unsatisfiable,
        (Ok(Some(_)), Some(Ok(_))) => return Ok(Asked::Several),
        (Ok(Some(solution)), None) => Verdict::Satisfiable(solution),
        (Err(Error::Stopped(reason)), _) | (Ok(Some(_)), Some(Err(Error::Stopped(reason)))) => Verdict::Unknown(reason),
        (Err(error), _) | (Ok(Some(_)), Some(Err(error))) => return Err(error),
    }))
}

impl SolveTask<'_> {
    /// Whether the alphabet that was asked for cannot write a grid's solutions.
    fn lacks_digits(&self, grid: &Grid) -> bool {
        self.solve.alphabet.is_some_and(|alphabet| {
            let side = grid.geometry().digit_count();
            let is_written = matches!(self.printer.format(), OutputFormat::Line | OutputFormat::Csv);
            is_written && side > 9 && !alphabet.has_side(side)
        })
    }

    /// How the solutions of a puzzle are written. Up to side 9 the alphabets agree.
    fn digit_alphabet(&self, grid: &Grid, digit_alphabet: DigitAlphabet) -> DigitAlphabet {
        match self.solve.alphabet {
            Some(alphabet) if grid.geometry().digit_count() > 9 => alphabet.into(),
            _ => digit_alphabet,
        }
    }

    /// Prints a solution, if found: the stored solution, if correct.
    fn solve(&mut self, puzzle: &Puzzle<'_>, grid: &Grid, is_json: bool, answers: &mut Answers) -> Reported {
        let stored = puzzle.stored.as_ref().map(|stored| stored.check(grid));
        let is_unique = self.solve.unique;
        let verdict = self.sessions.ask(grid.geometry(), |session| asked(session, grid, is_unique), Asked::stopped);
        let mut reported = match (verdict, &stored) {
            (Ok(Asked::Verdict(Verdict::Satisfiable(_))), Some(Ok(right))) => {
                self.print(grid, right, puzzle.digit_alphabet, is_json, answers)
            }
            (Ok(Asked::Verdict(Verdict::Unknown(_))), Some(Ok(right))) if !is_unique => {
                self.print(grid, right, puzzle.digit_alphabet, is_json, answers)
            }
            (Ok(Asked::Verdict(Verdict::Satisfiable(solution))), _) => {
                self.print(grid, &solution, puzzle.digit_alphabet, is_json, answers)
            }
            (Ok(Asked::Several), _) => Reported {
                fields: vec![(keys::UNIQUENESS, json!(SEVERAL))],
                ..Reported::new(SEVERAL, Status::Negative)
            },
            (Ok(Asked::Verdict(Verdict::Unsatisfiable)), _) => {
                Reported { claim: self.claim(0), ..Reported::new("unsatisfiable", Status::Negative) }
            }
            (Ok(Asked::Verdict(Verdict::Unknown(reason))), _) => Reported::unknown(reason),
            (Err(error), _) => self.fail(&error),
        };
        if let Some(Err(why)) = stored {
            let _ = writeln!(answers.stderr, "{}: the stored solution is wrong: {why}", puzzle.place());
            answers.summary.add_mismatch();
            reported.fields.push((keys::MISMATCH, json!(why)));
            if self.solve.verify {
                answers.status.worsen(Status::Negative);
            }
        }
        reported
    }

    /// Prints the solution of a puzzle.
    fn print(
        &self,
        grid: &Grid,
        solution: &Grid,
        digit_alphabet: DigitAlphabet,
        is_json: bool,
        answers: &mut Answers,
    ) -> Reported {
        if is_json {
            json::push_grid(keys::SOLUTION, solution, &mut answers.stdout);
            if self.solve.unique {
                json::push_word(keys::UNIQUENESS, "unique", &mut answers.stdout);
            }
        } else {
            self.printer.grid(solution, self.digit_alphabet(grid, digit_alphabet), &mut answers.stdout);
        }
        let claim = self.solve.unique.then(|| self.claim(1)).flatten();
        Reported { claim, ..Reported::new(SATISFIABLE, Status::Fine) }
    }

    /// The proved claim when a listing is complete with this many solutions.
    fn claim(&self, solutions: u64) -> Option<String> {
        self.solve.certifying.certified.then(|| claim(&Count::exact(solutions))).flatten()
    }

    /// Prints the word in place of a solution, and marks certified answers. Solutions keep their lines: the mark follows a single
    /// solution on its line, or stands in a comment below.
    fn print_word(&self, reported: &Reported, format: OutputFormat, out: &mut String) {
        let has_one_line = matches!(format, OutputFormat::Line | OutputFormat::Csv) && !self.solve.all;
        let _ = match &reported.claim {
            None if reported.word == SATISFIABLE => Ok(()),
            None => writeln!(out, "{}", reported.word),
            Some(_) if reported.word != SATISFIABLE => writeln!(out, "{} {CERTIFIED}", reported.word),
            Some(_) if has_one_line => {
                out.truncate(out.trim_end().len());
                writeln!(out, " {CERTIFIED}")
            }
            Some(claim) => writeln!(out, "# {CERTIFIED}: {claim}"),
        };
    }

    /// Prints solutions as they are found, up to the limit.
    fn list(&mut self, grid: &Grid, digit_alphabet: DigitAlphabet, is_json: bool, answers: &mut Answers) -> Reported {
        let limit = self.solve.limit.map_or(u64::MAX, NonZeroU64::get);
        let digit_alphabet = self.digit_alphabet(grid, digit_alphabet);
        let solutions = match self.sessions.on(grid.geometry()).and_then(|session| session.solutions(grid)) {
            Ok(solutions) => solutions,
            Err(error) => return self.fail(&error),
        };
        if is_json {
            let _ = write!(answers.stdout, ",\"{}\":[", keys::SOLUTIONS);
        }
        let mut found = 0;
        let mut ended = None;
        let mut is_whole = true;
        for solution in solutions.take(usize::try_from(limit).unwrap_or(usize::MAX)) {
            match solution {
                Ok(solution) if is_json => {
                    answers.stdout.push_str(if found > 0 { "," } else { "" });
                    push_value(&solution, &mut answers.stdout);
                }
                Ok(solution) => self.printer.grid(&solution, digit_alphabet, &mut answers.stdout),
                Err(error) => {
                    ended = Some(error);
                    break;
                }
            }
            found += 1;
            if !answers.spill() {
                is_whole = false;
                break;
            }
        }
        if is_json {
            answers.stdout.push(']');
        }
        match ended {
            None if found > 0 => {
                let claim = (is_whole && found < limit).then(|| self.claim(found)).flatten();
                Reported { claim, ..Reported::new(SATISFIABLE, Status::Fine) }
            }
            None => Reported { claim: self.claim(0), ..Reported::new("unsatisfiable", Status::Negative) },
            Some(Error::Stopped(reason)) => Reported::unknown(reason),
            Some(error) => self.fail(&error),
        }
    }

    fn fail(&mut self, error: &Error) -> Reported {
        self.sessions.clear();
        Reported::failed(error)
    }
}
