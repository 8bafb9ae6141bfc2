//! `satdoku-cluster`: puzzles as tables on one machine or many, one hard grid as cubes.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use datafusion::common::Result;
use datafusion::error::DataFusionError;
use datafusion::parquet::basic::Compression;
use satdoku::{CancelToken, Grid};
use satdoku_cluster::nodes::{self, Executor, Scheduler};
use satdoku_cluster::output::{self, Form};
use satdoku_cluster::query;
use satdoku_cluster::run_cubes::{self, CubeRun, Outcome};
use satdoku_cluster::submit::{Jobs, Submission, submit};
use satdoku_cluster::tables::Table;

/// The columns of a batch are large blocks that are allocated and freed all the time; for blocks of this size the system's own
/// allocator calls the kernel.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Ask SQL about tables of puzzles, on one machine or many; solve one hard grid as cubes
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer a query in this process
    Query {
        #[command(flatten)]
        asking: Asking,
        /// Write the answer to this file, which ends in .parquet or .csv [default: standard output, as CSV]
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Compress the columns of Parquet so: zstd, lz4, snappy or none
        #[arg(long, value_name = "HOW", default_value = "zstd", value_parser = output::packing)]
        compression: Compression,
    },
    /// Run the scheduler of a cluster
    Scheduler {
        /// Listen on this address
        #[arg(long, default_value = "127.0.0.1")]
        bind: String,
        /// Listen on this port
        #[arg(long, default_value_t = 50050)]
        port: u16,
        /// Be reached by this host name
        #[arg(long, default_value = "localhost")]
        host: String,
        /// Give an executor up, and its tasks to others, after so many seconds without a sign of life: several times its
        /// `--heartbeat`
        #[arg(long, value_name = "SECONDS", default_value_t = 180)]
        executor_timeout: u64,
    },
    /// Run an executor of a cluster
    Executor {
        /// Listen on this address
        #[arg(long, default_value = "127.0.0.1")]
        bind: String,
        /// Be reached by this host name [default: the address]
        #[arg(long)]
        host: Option<String>,
        /// Listen on this port for results, and on the next for tasks
        #[arg(long, default_value_t = 50051)]
        port: u16,
        /// Work for the scheduler at this address
        #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050", value_parser = parse_address)]
        scheduler: (String, u16),
        /// Work on N tasks at once [default: one on each core]
        #[arg(long, value_name = "N")]
        tasks: Option<usize>,
        /// Keep results in this folder until they are fetched [default: a temporary one]
        #[arg(long, value_name = "DIR")]
        work_folder: Option<PathBuf>,
        /// Send a sign of life every so many seconds
        #[arg(long, value_name = "SECONDS", default_value_t = 30)]
        heartbeat: u64,
    },
    /// Answer a query on a cluster, part by part; submitting again does only what is missing
    Submit {
        #[command(flatten)]
        asking: Asking,
        /// Ask the scheduler at this address
        #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050")]
        scheduler: String,
        /// Write the parts into this folder
        #[arg(short, long, value_name = "DIR")]
        out: PathBuf,
        /// Write the parts in this form: parquet or csv
        #[arg(long, value_name = "FORM", default_value = "parquet", value_parser = parse_form)]
        form: Form,
        /// Compress the columns of Parquet so: zstd, lz4, snappy or none
        #[arg(long, value_name = "HOW", default_value = "zstd", value_parser = output::packing)]
        compression: Compression,
        /// Ask for N parts at once
        #[arg(long, value_name = "N", default_value_t = 4)]
        at_once: usize,
    },
    /// Solve one hard puzzle as cubes; a run that was ended goes on
    Solve {
        /// The puzzle, in any format
        file: PathBuf,
        /// Split it into N cubes, or a few more
        #[arg(long, value_name = "N", default_value_t = 1024)]
        cubes: usize,
        /// Keep answers and proofs in this folder [default: the name of the file and .cubes]
        #[arg(short, long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Leave a cube after so many seconds
        #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
        seconds: f64,
        /// Leave a proof for each cube, and one that the cubes cover the puzzle
        #[arg(long)]
        prove: bool,
        /// Answer N cubes at once [default: one on each core]
        #[arg(long, value_name = "N")]
        at_once: Option<usize>,
        /// Have the cubes answered by the cluster of this scheduler
        #[arg(long, value_name = "HOST:PORT")]
        scheduler: Option<String>,
    },
    /// Check the solution or the proofs that `solve --prove` left
    Verify {
        /// The folder
        folder: PathBuf,
        /// Check that it is about this puzzle
        #[arg(long, value_name = "FILE")]
        puzzle: Option<PathBuf>,
    },
}

#[derive(clap::Args)]
struct Asking {
    /// The query
    sql: String,
    /// Have a table: a file, or a folder of files of one kind, Parquet, CSV, JSON or text; an object of a store or all below an
    /// address, such as `s3://bucket/puzzles/`; or the numbers FROM..TO in the column `value`, FROM..TO/N with N of them in a
    /// part; repeatable
    #[arg(long, value_name = "NAME=PATH")]
    table: Vec<Table>,
    /// Set an option of the engine, such as `datafusion.execution.batch_size=256`; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    set: Vec<(String, String)>,
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').ok_or_else(|| format!("expected NAME=VALUE, found {text:?}"));
    parts.map(|(name, value)| (name.to_owned(), value.to_owned()))
}

fn parse_address(text: &str) -> Result<(String, u16), String> {
    let parts = text.rsplit_once(':').and_then(|(host, port)| Some((host.to_owned(), port.parse().ok()?)));
    parts.ok_or_else(|| format!("expected HOST:PORT, found {text:?}"))
}

fn parse_form(text: &str) -> Result<Form, String> {
    match text {
        "parquet" => Ok(Form::Parquet),
        "csv" => Ok(Form::Csv),
        _ => Err(format!("expected parquet or csv, found {text:?}")),
    }
}

/// The exit statuses of the program, as in `satdoku`.
#[derive(Clone, Copy)]
enum Status {
    Good = 0,
    Negative = 1,
    Budget = 3,
    Interrupted = 130,
}

const BAD: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("satdoku-cluster: {error}");
            return ExitCode::from(BAD);
        }
    };
    let result = runtime.block_on(run(arguments.command));
    // Does not wait for threads that still work on a row.
    runtime.shutdown_background();
    match result {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) => {
            eprintln!("satdoku-cluster: {}", error.strip_backtrace());
            ExitCode::from(BAD)
        }
    }
}

async fn run(command: Command) -> Result<Status> {
    match command {
        Command::Query { asking, out, compression } => run_query(asking, out, compression).await,
        Command::Scheduler { bind, port, host, executor_timeout } => {
            nodes::run_scheduler(&Scheduler { bind, port, host, executor_timeout }).await?;
            Ok(Status::Good)
        }
        Command::Executor { bind, host, port, scheduler, tasks, work_folder, heartbeat } => {
            let tasks = tasks.unwrap_or_else(cores);
            let (scheduler_host, scheduler_port) = scheduler;
            let executor = Executor { bind, host, port, scheduler_host, scheduler_port, tasks, work_folder, heartbeat };
            nodes::run_executor(&executor).await?;
            Ok(Status::Good)
        }
        Command::Submit { asking, scheduler, out, form, compression, at_once } => {
            let Asking { sql, table, set } = asking;
            let submission = Submission {
                sql,
                tables: table,
                scheduler,
                folder: out,
                form,
                packing: compression,
                at_once,
                options: set,
            };
            run_submission(&submission).await
        }
        Command::Solve { file, cubes, out, seconds, prove, at_once, scheduler } => {
            let folder = out.unwrap_or_else(|| {
                let mut name = file.clone().into_os_string();
                name.push(".cubes");
                name.into()
            });
            let at_once = at_once.unwrap_or_else(cores);
            solve(&read_puzzle(&file)?, &CubeRun { folder, cubes, seconds, proves: prove, at_once, scheduler }).await
        }
        Command::Verify { folder, puzzle } => {
            let puzzle = puzzle.map(|path| read_puzzle(&path)).transpose()?;
            match run_cubes::verify(&folder, puzzle.as_ref()) {
                Ok(valid) => {
                    println!("{valid}");
                    Ok(Status::Good)
                }
                Err(defect) => {
                    eprintln!("satdoku-cluster: {}", defect.strip_backtrace());
                    Ok(Status::Negative)
                }
            }
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn read_puzzle(path: &Path) -> Result<Grid> {
    let wrong = |error: &dyn std::fmt::Display| DataFusionError::Plan(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    text.parse().map_err(|error: satdoku::grid::format::ParseError| wrong(&error))
}

async fn run_query(asking: Asking, out: Option<PathBuf>, packing: Compression) -> Result<Status> {
    let is_watched = out.is_some() && std::io::stderr().is_terminal();
    let work = async {
        let session = nodes::session(None, &asking.set).await?;
        query::register(&session, &asking.table).await?;
        let start = Instant::now();
        let mut told = 0;
        let tell = |rows| {
            let seconds = start.elapsed().as_secs();
            if is_watched && seconds > told {
                told = seconds;
                eprint!("{rows} rows\r");
            }
        };
        query::write(session.sql(&asking.sql).await?, out.as_ref().map(|out| (out, packing)), tell).await
    };
    tokio::select! {
        rows = work => {
            if out.is_some() {
                eprintln!("{} rows", rows?);
            } else {
                rows?;
            }
            Ok(Status::Good)
        }
        () = nodes::ended() => Ok(Status::Interrupted),
    }
}

async fn run_submission(submission: &Submission) -> Result<Status> {
    let jobs = Jobs::default();
    let result = tokio::select! {
        result = submit(submission, &jobs, |done, parts, rows| eprintln!("{done} of {parts} parts finished, {rows} rows")) => Some(result),
        () = nodes::ended() => None,
    };
    // Nobody reads the answers of jobs that are still running.
    jobs.cancel(&submission.scheduler).await;
    match result {
        None => {
            eprintln!("satdoku-cluster: interrupted; the finished parts stay, and submitting again makes the others");
            Ok(Status::Interrupted)
        }
        Some(report) => {
            let report = report?;
            eprintln!("{} rows in {} parts, {} of them finished before", report.rows, report.parts, report.before);
            Ok(Status::Good)
        }
    }
}

async fn solve(puzzle: &Grid, run: &CubeRun) -> Result<Status> {
    let (jobs, cancel) = (Jobs::default(), CancelToken::new());
    let tell = |refuted, cubes| eprintln!("{refuted} of {cubes} cubes have no solution");
    let result = tokio::select! {
        result = run_cubes::run(run, puzzle, &cancel, &jobs, tell) => Some(result),
        () = nodes::ended() => None,
    };
    cancel.cancel();
    if let Some(scheduler) = &run.scheduler {
        jobs.cancel(scheduler).await;
    }
    let Some(outcome) = result else {
        eprintln!("satdoku-cluster: interrupted; the same command goes on");
        return Ok(Status::Interrupted);
    };
    match outcome? {
        Outcome::Solved(digits) => {
            println!("{digits}");
            Ok(Status::Good)
        }
        Outcome::Unsatisfiable => {
            println!("unsatisfiable");
            Ok(Status::Negative)
        }
        Outcome::Unknown(open) => {
            println!("unknown");
            eprintln!("satdoku-cluster: {open} cubes are undecided; the same command tries them again");
            Ok(Status::Budget)
        }
        Outcome::CoverUnproved => {
            println!("unknown");
            eprintln!(
                "satdoku-cluster: that the cubes leave nothing out is not proved yet; the same command tries that again"
            );
            Ok(Status::Budget)
        }
    }
}
