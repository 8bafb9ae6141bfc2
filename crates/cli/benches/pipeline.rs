//! The command line on a file of puzzles, beside the kernel alone on the same puzzles: CPU time, wall clock and memory.
//!
//! `cargo bench --bench pipeline -- PUZZLES [ROUNDS]`: the file has one 9×9 puzzle a line; a million of them make the
//! figures firm. Each round runs the kernel and the command line with one job and with two, one after another; files are
//! read and written in the folder of the puzzles' copy, `TMPDIR`. Linux only: times and memory come from `/proc`.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use satdoku::Budget;
use satdoku::nine::{GridBytes, Question, Stream, is_solution};

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let Some(file) = arguments.next() else { return println!("a file of puzzles is needed: -- PUZZLES [ROUNDS]") };
    let rounds = arguments.next().map_or(5, |rounds| rounds.parse().expect("a number of rounds"));
    let text = fs::read_to_string(&file).expect("the file of puzzles");
    let records: Vec<GridBytes> = text.lines().filter_map(|line| line.as_bytes().try_into().ok()).collect();
    drop(text);
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("answers").display().to_string();
    let (mut engine, mut one, mut two) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        engine.push(kernel(&records));
        one.push(command_line(&["solve", &file, "--jobs", "1", "-o", &out]));
        two.push(command_line(&["solve", &file, "--jobs", "2", "-o", &out]));
        if round == 0 {
            let answers = fs::read(&out).expect("the answers");
            let answers = answers.as_chunks::<82>().0;
            assert_eq!(answers.len(), records.len());
            let is_good = |(record, answer): (&GridBytes, &[u8; 82])| {
                answer.first_chunk().is_some_and(|solution| is_solution(record, solution))
            };
            assert!(records.iter().zip(answers).all(is_good), "every puzzle is solved");
        }
    }
    println!("{} puzzles, median of {rounds} rounds", records.len());
    #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
    let say = |name: &str, cpu: Duration, wall: Duration, kilobytes: u64| {
        let rate = records.len() as f64 / cpu.as_secs_f64() / 1e3;
        println!("{name:28} CPU {cpu:>8.3?} {rate:7.0} k/s  wall {wall:>8.3?}  peak {kilobytes} KB");
    };
    let middle = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let of = |runs: &[Run], part: fn(&Run) -> Duration| middle(&mut runs.iter().map(part).collect());
    let peak = |runs: &[Run]| runs.iter().map(|run| run.kilobytes).max().unwrap_or(0);
    let kernel = middle(&mut engine);
    say("the kernel", kernel, kernel, 0);
    say("command line, --jobs 1", of(&one, |run| run.cpu), of(&one, |run| run.wall), peak(&one));
    say("command line, --jobs 2", of(&two, |run| run.cpu), of(&two, |run| run.wall), peak(&two));
    let mut ratios: Vec<f64> =
        one.iter().zip(&two).map(|(one, two)| one.wall.as_secs_f64() / two.wall.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    println!("the kernel's share of the CPU time: {:.1} %", share(kernel, of(&one, |run| run.cpu)));
    println!("two jobs against one, median of pairs: {:.2} x", ratios[ratios.len() / 2]);
}

fn share(part: Duration, whole: Duration) -> f64 {
    100.0 * part.as_secs_f64() / whole.as_secs_f64()
}

/// CPU time of the kernel alone on puzzles in memory.
fn kernel(records: &[GridBytes]) -> Duration {
    let start = own_time();
    let mut running = Budget::unlimited().start();
    let mut stream = Stream::new(Question::First);
    let mut found = 0;
    let mut deliver = |_, outcome: satdoku::nine::Outcome| found += outcome.map_or(0, |answer| answer.solutions);
    stream.feed(records, &mut running, &mut deliver).expect("no limit");
    stream.finish(&mut running, &mut deliver).expect("no limit");
    assert_eq!(found, records.len() as u64);
    own_time().saturating_sub(start)
}

/// CPU time of this thread.
fn own_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("the time of this thread");
    let nanoseconds = text.split(' ').next().and_then(|time| time.parse().ok()).expect("a number");
    Duration::from_nanos(nanoseconds)
}

struct Run {
    cpu: Duration,
    wall: Duration,
    kilobytes: u64,
}

fn command_line(arguments: &[&str]) -> Run {
    let (before, start) = (time_of_children(), Instant::now());
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_satdoku")).args(arguments).stdin(Stdio::null()).spawn().expect("it runs");
    let mut kilobytes = 0;
    let status = format!("/proc/{}/status", child.id());
    while child.try_wait().expect("it can be waited for").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(kilobytes);
        std::thread::sleep(Duration::from_millis(5));
    }
    Run { cpu: time_of_children().saturating_sub(before), wall: start.elapsed(), kilobytes }
}

/// CPU time of all children that have ended, in hundredths of a second.
fn time_of_children() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").expect("the times of this process");
    let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks: u64 = fields[13..15].iter().filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}
