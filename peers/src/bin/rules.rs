//! Puzzles with rules beside the Interactive Sudoku Solver (ISS): is the solution the only one? One core, CPU time, all in one run.
//!
//! `nice cargo run --release -p satdoku-peers --bin rules FILE.jsonl… [SOLVER…]` takes files with an object a line: `id`, `puzzle` (of f-puzzles or ISS), `types`, and, where they are known, `iss_string`, `iss_extra` (rules that only the
//! string has) and `solution`. Each solver of ours (auto, propagating and the SAT solvers of the build, if none is named) and ISS read, build and
//! decide each puzzle in one process, with the time that `SECONDS` says for each, ten if it says none; every solution is held against the
//! record's. `ISS` names a checkout of github.com/sigh/Interactive-Sudoku-Solver, and `NODE` the program `node`; without them its
//! row is named as missing. `TABLE` names a file for the milliseconds of each puzzle.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use cpu_time::ProcessTime;
use satdoku::grid::exchange::{Exchange, Reading, read};
use satdoku::{Backend, Budget, Grid, Options, Solver};
use serde_json::Value;

fn main() {
    let (files, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| Path::new(word).is_file());
    assert!(!files.is_empty(), "expected files");
    let named: Vec<Solver> = words.iter().map(|word| word.parse().unwrap_or_else(|error| panic!("{error}"))).collect();
    let seconds = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10.0);
    let records = records(&files);
    println!("{} records, {seconds} s each", records.len());
    let solvers = if named.is_empty() { usual() } else { named };
    let mut rows: Vec<(String, Vec<Run>)> = Vec::new();
    for solver in solvers {
        let runs = records.iter().map(|record| ours(&solver, record, seconds)).collect();
        rows.push((solver.to_string(), runs));
    }
    match iss(&records, seconds) {
        Ok(runs) => rows.push(("ISS".to_owned(), runs)),
        Err(problem) => println!("ISS skipped: {problem}"),
    }
    report(&records, &rows);
    if let Some(path) = std::env::var_os("TABLE") {
        std::fs::write(&path, table(&records, &rows)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

fn table(records: &[Record], rows: &[(String, Vec<Run>)]) -> String {
    let told = |run: &Run| match run.ended {
        Ended::Unique => format!("{:.1}", 1e3 * run.time.as_secs_f64()),
        Ended::Otherwise => format!("{:.1} other", 1e3 * run.time.as_secs_f64()),
        Ended::Undecided => "undecided".to_owned(),
        Ended::Refused => "refused".to_owned(),
    };
    let names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
    let line = |(at, record): (usize, &Record)| {
        let cells: Vec<String> = rows.iter().map(|(_, runs)| told(&runs[at])).collect();
        format!("{}\t{}", record.id, cells.join("\t"))
    };
    let lines: Vec<String> = records.iter().enumerate().map(line).collect();
    format!("id\t{}\n{}\n", names.join("\t"), lines.join("\n"))
}

fn usual() -> Vec<Solver> {
    let backends = Backend::all().into_iter().filter(Backend::is_compiled);
    [Solver::Auto, Solver::Propagating].into_iter().chain(backends.map(Solver::Sat)).collect()
}

struct Record {
    id: String,
    /// The puzzle as its program has it, and as ISS has it.
    texts: (String, Option<String>),
    is_iss: bool,
    types: Vec<String>,
    solution: Option<String>,
}

fn records(files: &[String]) -> Vec<Record> {
    let text = |file: &String| std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines: Vec<String> =
        files.iter().flat_map(|file| text(file).lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    lines.iter().map(|line| record(&serde_json::from_str(line).expect("an object"))).collect()
}

fn record(value: &Value) -> Record {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let puzzle = text("puzzle").expect("a puzzle");
    let is_fpuzzles = text("format").is_some_and(|format| format.starts_with("fpuzzles"));
    let has_more = !matches!(value["iss_extra"], Value::Null);
    let iss = text("iss_string").or_else(|| (!is_fpuzzles).then(|| puzzle.clone()));
    let (puzzle, is_iss) = match &iss {
        Some(iss) if has_more || !is_fpuzzles => (iss.clone(), true),
        _ => (puzzle, false),
    };
    let types =
        value["types"].as_array().map(|all| all.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect());
    Record {
        id: text("id").unwrap_or_default(),
        texts: (puzzle, iss),
        is_iss,
        types: types.unwrap_or_default(),
        solution: text("solution"),
    }
}

/// How a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// One solution, that of the record if it has one.
    Unique,
    /// None or several, or another than the record's.
    Otherwise,
    Undecided,
    Refused,
}

struct Run {
    ended: Ended,
    time: Duration,
}

fn ours(solver: &Solver, record: &Record, seconds: f64) -> Run {
    let start = ProcessTime::now();
    let ended = decide(solver, record, seconds);
    Run { ended, time: start.elapsed() }
}

fn decide(solver: &Solver, record: &Record, seconds: f64) -> Ended {
    let program = if record.is_iss { Exchange::Iss } else { Exchange::FPuzzles };
    let Ok(puzzle) = read(program, &record.texts.0, &mut Reading::default()) else { return Ended::Refused };
    let options = Options::default().with_budget(Budget::unlimited().with_time(Duration::from_secs_f64(seconds)));
    let Ok(mut solutions) = solver.solutions_with(&puzzle.grid, &options) else { return Ended::Refused };
    let mut first = None;
    for found in solutions.by_ref().take(2) {
        match found {
            Ok(solution) if first.is_none() => first = Some(solution),
            Ok(_) => return Ended::Otherwise,
            Err(_) => return Ended::Undecided,
        }
    }
    match (first, &record.solution) {
        (None, _) => Ended::Otherwise,
        (Some(solution), Some(text)) if !is_equal(solution.grid(), text) => Ended::Otherwise,
        _ => Ended::Unique,
    }
}

fn is_equal(grid: &Grid, text: &str) -> bool {
    let values: Vec<u32> = if text.contains(',') {
        text.split(',').filter_map(|word| word.parse().ok()).collect()
    } else {
        text.chars().filter_map(|sign| sign.to_digit(36)).collect()
    };
    grid.digits().iter().map(|digit| digit.map_or(0, |digit| u32::from(digit.get()))).eq(values)
}

/// What ISS takes: a line for each puzzle with how it ended, its milliseconds of CPU and its solution.
const DRIVER: &str = include_str!("../iss.mjs");

fn iss(records: &[Record], seconds: f64) -> Result<Vec<Run>, String> {
    let checkout = std::env::var("ISS").map_err(|_| "ISS names no checkout".to_owned())?;
    let node = std::env::var("NODE").unwrap_or_else(|_| "node".to_owned());
    let mut command = Command::new(&node);
    command.args(["--input-type=module", "--eval", DRIVER, "--", &checkout, &seconds.to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("{node}: {error}"))?;
    let lines: Vec<String> = records.iter().map(|record| Value::from(record.texts.1.clone()).to_string()).collect();
    let mut input = child.stdin.take().ok_or("no input")?;
    let writer = std::thread::spawn(move || input.write_all((lines.join("\n") + "\n").as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let _ = writer.join();
    let text = String::from_utf8_lossy(&output.stdout);
    let runs: Vec<Run> = text.lines().zip(records).filter_map(|(line, record)| run_of(line, record)).collect();
    if runs.len() == records.len() { Ok(runs) } else { Err(format!("{} of {} answered", runs.len(), records.len())) }
}

fn run_of(line: &str, record: &Record) -> Option<Run> {
    let said: Value = serde_json::from_str(line).ok()?;
    let ended = match said["ended"].as_str()? {
        "unique" if record.solution.is_none() || said["solution"].as_str() == record.solution.as_deref() => {
            Ended::Unique
        }
        "unique" | "none" | "several" => Ended::Otherwise,
        "undecided" => Ended::Undecided,
        _ => Ended::Refused,
    };
    Some(Run { ended, time: Duration::from_secs_f64(said["ms"].as_f64()? / 1e3) })
}

fn line(name: &str, runs: &[&Run]) {
    let count = |ended| runs.iter().filter(|run| run.ended == ended).count();
    let mut times: Vec<f64> =
        runs.iter().filter(|run| run.ended != Ended::Refused).map(|run| 1e3 * run.time.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: usize| {
        times.get((times.len() * share / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    println!(
        "{name:34}{:7}{:7}{:7}{:7}{:10.2}{:10.1}{:10.1}{:10.0}{:10.2}",
        count(Ended::Unique),
        count(Ended::Otherwise),
        count(Ended::Undecided),
        count(Ended::Refused),
        at(50),
        at(90),
        at(99),
        at(100),
        times.iter().sum::<f64>() / 1e3
    );
}

/// A family is told of where it has so many puzzles.
const FAMILY: usize = 10;

fn report(records: &[Record], rows: &[(String, Vec<Run>)]) {
    let is_known = |at: usize| rows.iter().all(|(_, runs)| runs[at].ended != Ended::Refused);
    let head = ["unique", "other", "open", "refuse", "median", "p90", "p99", "max ms", "sum s"];
    let heads = format!(
        "{:34}{:>7}{:>7}{:>7}{:>7}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "", head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7], head[8]
    );
    println!("{heads}\n-- all");
    for (name, runs) in rows {
        line(name, &runs.iter().collect::<Vec<_>>());
    }
    println!("-- the puzzles that all read");
    for (name, runs) in rows {
        line(name, &runs.iter().enumerate().filter(|(at, _)| is_known(*at)).map(|(_, run)| run).collect::<Vec<_>>());
    }
    let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, record) in records.iter().enumerate().filter(|(at, _)| is_known(*at)) {
        for word in &record.types {
            families.entry(word).or_default().push(at);
        }
    }
    for (family, members) in families.into_iter().filter(|(_, members)| members.len() >= FAMILY) {
        println!("-- {family}: {}", members.len());
        for (name, runs) in rows {
            line(name, &members.iter().map(|&at| &runs[at]).collect::<Vec<_>>());
        }
    }
    println!("-- the slowest");
    for (name, runs) in rows {
        let mut slow: Vec<usize> = (0..runs.len()).filter(|&at| runs[at].ended != Ended::Refused).collect();
        slow.sort_by_key(|&at| std::cmp::Reverse(runs[at].time));
        let told = |&at: &usize| format!("{} {:.1}", records[at].id, runs[at].time.as_secs_f64());
        println!("{name}: {}", slow.iter().take(5).map(told).collect::<Vec<_>>().join(", "));
    }
}
