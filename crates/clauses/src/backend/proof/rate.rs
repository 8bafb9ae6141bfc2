//! DRAT proofs of programs, and the program `rate` that checks them.
//!
//! `rate` 0.3 (Johannes Altmanninger) gets the clauses and the proof as files and is believed only if it prints `s VERIFIED` and
//! ends with 0. Other output is the reason of a rejection.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;

use satdoku_base::budget::Running;
use satdoku_base::printable::printable;

use crate::backend::BackendError;
use crate::backend::program::clause_file::ClauseFile;
use crate::backend::program::process::{self, Ended, Limits};
use crate::backend::program::programs::find;
use crate::backend::program::proof_file::{self, CopyError};
use crate::backend::proof::drat_as_text::DratAsText;
use crate::backend::proof::format::{Checked, Clauses, Proof};
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit};

const NAME: &str = "rate";

/// The environment variable that may name the program.
const VARIABLE: &str = "RATE";

/// Bytes kept of the end of the output, some twenty lines.
const OUTPUT_KEPT: usize = 64 << 10;

fn io_error(context: &'static str) -> impl FnOnce(io::Error) -> BackendError {
    move |source| BackendError::Io { backend: NAME.to_owned(), context, source }
}

/// A file of clauses as a sink whose errors are those of a backend.
struct File(ClauseFile);

impl ClauseSink for File {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.0.add_clause(clause).map_err(io_error("cannot write the clauses"))
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        self.0.add_pairwise(lits).map_err(io_error("cannot write the clauses"))
    }
}

/// Whether the environment names the program, which then takes the place of this crate's checker.
pub(super) fn is_named() -> bool {
    env::var_os(VARIABLE).is_some_and(|name| !name.is_empty())
}

/// The program named in the environment or found in `PATH`.
pub(crate) fn find_program() -> Result<PathBuf, BackendError> {
    let named = env::var_os(VARIABLE).filter(|name| !name.is_empty());
    find(&named.unwrap_or_else(|| OsString::from(NAME)), Some(VARIABLE))
}

/// Asks `rate` whether the proof, in bytes or as text, refutes the clauses.
pub(crate) fn check(
    is_binary: bool,
    clauses: &mut Clauses<'_>,
    proof: &mut Proof<'_>,
    running: &Running,
) -> Result<Checked, BackendError> {
    let program = find_program()?;
    let mut formula = File(ClauseFile::create().map_err(io_error("cannot create a temporary file"))?);
    match (clauses.write)(&mut Limited::new(&mut formula, running)) {
        Ok(()) => formula.0.patch_header().map_err(io_error("cannot write the clauses"))?,
        Err(LimitedError::Stopped(reason)) => return Ok(Checked::Unknown(reason)),
        Err(LimitedError::Sink(error)) => return Err(error),
    }
    let mut file = proof_file::create().map_err(io_error("cannot create a temporary file"))?;
    let most = clauses.size.variables.saturating_add(proof.bytes);
    let mut screen = Screen { out: file.as_file_mut(), most, number: 0, bytes: 0, problem: None };
    let (copied, problem) = if is_binary {
        // `rate` would guess the format by the first bytes.
        let mut text = DratAsText::new(&mut screen);
        let copied = proof_file::copy(proof.reader, &mut text, running);
        (copied, text.problem())
    } else {
        (proof_file::copy(proof.reader, &mut screen, running), None)
    };
    match (copied, screen.problem.or(problem)) {
        (Err(CopyError::Stopped(reason)), _) => return Ok(Checked::Unknown(reason)),
        (_, Some(problem)) => return Ok(Checked::Rejected(format!("byte {}: {problem}", screen.bytes))),
        (Err(CopyError::Io(error)), None) => return Err(io_error("cannot copy the proof")(error)),
        (Ok(_), None) => {}
    }
    let mut command = Command::new(program);
    command.args([formula.0.path(), file.path()]);
    let mut output = Vec::new();
    let ended = process::run(command, Limits { grace: process::GRACE, memory: None }, running, |piece| {
        output.extend_from_slice(piece);
        let surplus = output.len().saturating_sub(OUTPUT_KEPT);
        output.drain(..surplus);
        ControlFlow::Continue(())
    });
    match ended.map_err(io_error("cannot run the program"))? {
        Ended::Stopped(reason) => Ok(Checked::Unknown(reason)),
        Ended::Unwanted => unreachable!("all of its output is wanted"),
        Ended::Exited(status, stderr) => {
            let text = String::from_utf8_lossy(&output);
            let is_verified = text.lines().any(|line| line == "s VERIFIED");
            match status.code() {
                Some(0) if is_verified => Ok(Checked::Refuted),
                Some(_) => Ok(Checked::Rejected(why(&text, &String::from_utf8_lossy(&stderr)))),
                None => {
                    let program = NAME.to_owned();
                    Err(BackendError::Ended { program, status: status.to_string(), stderr: String::new() })
                }
            }
        }
    }
}

/// A filter before `rate`, which makes tables over all variables: a byte of the proof must pay for each variable beyond the
/// formula's, and only text gets through. A proof may well have variables of its own.
struct Screen<'a> {
    out: &'a mut std::fs::File,
    /// The largest variable with room.
    most: u64,
    /// The number at hand.
    number: u64,
    bytes: u64,
    problem: Option<&'static str>,
}

impl Screen<'_> {
    fn see(&mut self, byte: u8) -> Result<(), &'static str> {
        self.bytes += 1;
        self.number = match byte {
            b'0'..=b'9' => self.number.saturating_mul(10).saturating_add(u64::from(byte - b'0')),
            b'-' | b'd' | b' ' | b'\t' | b'\r' | b'\n' => 0,
            _ => return Err("expected DRAT as text"),
        };
        if self.number > self.most {
            Err("a variable that neither the formula nor the proof has room for")
        } else {
            Ok(())
        }
    }
}

impl Write for Screen<'_> {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        for &byte in proof {
            if let Err(problem) = self.see(byte) {
                self.problem = Some(problem);
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        self.out.write_all(proof)?;
        Ok(proof.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The objection of `rate` to a proof, without the names of our temporary files.
fn why(output: &str, stderr: &str) -> String {
    let said = |line: &&str| line.contains(".drat:") || line.contains("no conflict") || line.contains("rror");
    let line = output.lines().chain(stderr.lines()).find(said);
    let line = line.unwrap_or("it was not verified").trim_start_matches("c ");
    let line = line.split_once(".drat:").map_or(line.to_owned(), |(_, rest)| format!("step {rest}"));
    printable(&line).into_owned()
}
