//! `satdoku verify`.

use satdoku::budget::Stopwatch;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use clap::Args;
use satdoku::certificate::{Folder, Verification, VerifyError, VerifyOptions, verify};
use satdoku::{Budget, CancelToken};

use crate::Failure;
use crate::args::{parse_memory, parse_time};
use crate::commands::certificates::{Counts, seconds};
use crate::process::file_name::name;
use crate::process::interrupt;
use crate::process::messages::{note, say};
use crate::process::screened::Screened;
use crate::process::status::Status;
use crate::stream::batch::jobs;

/// Check certificates: complete files and a valid proof of the claim
///
/// DIR is a certificate, or holds folders that are. For each certificate the clauses are derived anew from the puzzle, and the
/// proof is checked in this process: LRAT and DRAT by checkers of this program, varisat's own format by varisat-checker. About DRAT the
/// program rate is asked in place of ours where the variable RATE names it. Prints a line for each failure, and a count at the end.
/// A certificate whose checker is missing, or whose time runs out, counts as not checked, not as failed.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit status: 0 every certificate is right; 1 some certificate fails; 2 some certificate cannot be read or checked here; \
3 the time ran out.

Examples:
  satdoku verify certificate
  satdoku verify certificates --jobs 2")]
pub(crate) struct Verify {
    /// Check the certificates in these folders
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,

    /// Limit the time for each certificate, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// Refuse a certificate for which a checker in this process would need more memory, such as 512M or 8G
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,

    /// Check N certificates at once [default: one on each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Folders within folders beyond this are no certificates of ours.
const MAX_DEPTH: usize = 8;

/// Upper bound on threads, whatever `--jobs` says.
const MAX_JOBS: usize = 256;

impl Verify {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let (mut bundles, mut unreadable) = (Vec::new(), 0);
        for dir in &self.dirs {
            let found = match fs::read_dir(dir).map(|mut entries| entries.next().is_none()) {
                // An empty folder is the result of `prove --discard` without failures. Within DIR an empty folder is a certificate
                // that has lost its files.
                Ok(true) => Err("expected a certificate or folders that are, found an empty folder".to_owned()),
                _ => find(dir, 0, &mut bundles).map_err(|error| format!("cannot read: {error}")),
            };
            if let Err(message) = found {
                // The remaining folders are checked all the same.
                Failure::from(format!("{}: {message}", name(dir))).report();
                unreadable += 1;
            }
        }
        let cancel = interrupt::cancel_on_signal();
        interrupt::end_in_time();
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        let budget = self.time_limit.map_or(budget.clone(), |time| budget.with_time(time));
        let memory = self.memory.unwrap_or(VerifyOptions::default().memory);
        let options = VerifyOptions::default().with_budget(budget).with_memory(memory);
        let start = Stopwatch::start();
        let next = AtomicUsize::new(0);
        let (sender, judged) = mpsc::channel();
        let (mut counts, mut status) = std::thread::scope(|scope| {
            for _ in 0..jobs(self.jobs).min(bundles.len()).min(MAX_JOBS) {
                let (sender, next, bundles, options, cancel) = (sender.clone(), &next, &bundles, &options, &cancel);
                scope.spawn(move || {
                    while !cancel.is_cancelled() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(path) = bundles.get(number) else { break };
                        let watch = Stopwatch::start();
                        let judgement = verify(&Folder::new(path), options);
                        if sender.send((number, judgement, watch.elapsed())).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let reported = tell(&bundles, &judged, &cancel);
            // Where the receiver has gone, the thread ends.
            cancel.cancel();
            reported
        })?;
        if unreadable > 0 {
            counts.unchecked += unreadable;
            status.worsen(Status::Bad);
        }
        let mut line = counts.line("verified");
        let time = start.elapsed();
        let _ = write!(line, "; {}", seconds(time));
        if let Some(each) = time.checked_div(counts.good()) {
            let on_a_thread = counts.verifying.checked_div(counts.good()).unwrap_or_default();
            let _ = write!(line, ", {} each ({} on a thread)", seconds(each), seconds(on_a_thread));
        }
        writeln!(Screened::stdout(), "{line}")?;
        Ok(status)
    }
}

type Judged = (usize, Result<Verification, VerifyError>, Duration);

/// Prints what fails in the order of the folders, and counts.
fn tell(bundles: &[PathBuf], judged: &mpsc::Receiver<Judged>, cancel: &CancelToken) -> io::Result<(Counts, Status)> {
    let (mut counts, mut status) = (Counts::default(), Status::Fine);
    let (mut waiting, mut cancelled) = (BTreeMap::new(), None::<Stopwatch>);
    let mut out = Screened::stdout();
    let checked = Arc::new(AtomicUsize::new(0));
    let (seen, all) = (Arc::clone(&checked), bundles.len());
    interrupt::set_report(move || format!("interrupted after {} of {all} certificates", seen.load(Ordering::Relaxed)));
    for (number, path) in bundles.iter().enumerate() {
        let (judgement, time) = loop {
            if let Some(judgement) = waiting.remove(&number) {
                break judgement;
            }
            let has_ended = match judged.recv_timeout(interrupt::LOOK) {
                Ok((number, judgement, time)) => {
                    waiting.insert(number, (judgement, time));
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            if cancel.is_cancelled() {
                let since = cancelled.get_or_insert_with(Stopwatch::start);
                if has_ended || since.elapsed() > interrupt::grace() {
                    out.flush()?;
                    interrupt::exit();
                }
            }
        };
        counts.verifying += time;
        checked.store(number + 1, Ordering::Relaxed);
        let place = name(path);
        match judgement {
            Ok(Verification::Valid(manifest)) => counts.add(manifest.claim),
            // A later check decides whether this was the reason.
            Ok(Verification::Unknown(_)) if cancel.is_cancelled() => {}
            Ok(Verification::Invalid(defect)) => {
                counts.bad += 1;
                status.worsen(Status::Negative);
                writeln!(out, "{place}: {defect}")?;
            }
            Ok(Verification::Unknown(reason)) => {
                counts.unchecked += 1;
                status.worsen(Status::Budget);
                writeln!(out, "{place}: not verified: {reason}")?;
            }
            Err(error) => {
                counts.unchecked += 1;
                status.worsen(Status::Bad);
                note(&format!("{place}: not checked: {error}\n"));
            }
        }
    }
    if cancel.is_cancelled() {
        status = Status::Interrupted;
    }
    Ok((counts, status))
}

/// Whether a killed run left the folder incomplete.
fn is_partial(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(b".partial")
}

/// Adds the folders below a path that must be certificates: folders with a file, and empty folders.
fn find(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut folders = Vec::new();
    let mut has_others = false;
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let path = entry.path();
        // A link is not followed.
        if !entry.file_type()?.is_dir() {
            has_others = true;
        } else if is_partial(&path) {
            say(&format!("{}: passed over: an interrupted run left it, and nothing needs it\n", name(&path)));
        } else {
            folders.push(path);
        }
    }
    if has_others || folders.is_empty() || depth == MAX_DEPTH {
        found.push(path.to_owned());
        return Ok(());
    }
    folders.sort();
    folders.iter().try_for_each(|folder| find(folder, depth + 1, found))
}
