//! `satdoku race`: runs in processes of their own, limits, resuming.

use std::collections::HashSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{Files, PUZZLE, read, run, satdoku};

/// Instance, entrant, repetition and outcome of each row.
fn rows(folder: &Path) -> Vec<[String; 4]> {
    let lines = read(folder.join("results.jsonl"));
    let row = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        ["digest", "entrant", "repetition", "outcome"].map(|name| object[name].to_string())
    };
    lines.lines().map(row).collect()
}

#[test]
fn files_are_raced_on_and_reported() {
    let files = Files::new();
    let (puzzles, out) =
        (files.write("two.txt", format!("{PUZZLE}\n{PUZZLE}\n1{}\n", &PUZZLE[1..])), files.path("out"));
    let args =
        ["race", &puzzles, "--solver", "dlx", "--solver", "sat:varisat", "--encoding", "minimal,reduced", "--out"];
    let args = [&args[..], &[out.to_str().unwrap()]].concat();
    let answer = run(&args, "");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    // A puzzle that stands there twice is one; the third has no solution.
    let outcomes: Vec<String> = rows(&out).into_iter().map(|[.., outcome]| outcome).collect();
    assert_eq!(outcomes.len(), 6, "{answer:?}");
    assert_eq!(outcomes.iter().filter(|outcome| *outcome == "\"unsatisfiable\"").count(), 3);
    assert!(["dlx", "sat:varisat minimal", "sat:varisat reduced"].iter().all(|name| answer.stdout.contains(name)));
    assert!(answer.stdout.contains("2 of 2"), "{answer:?}");
    for name in ["results.csv", "race.json", "cactus.svg", "cactus.png", "report.html", "report.md", "report.tex"] {
        assert!(out.join(name).is_file(), "{name}");
    }
    // The same again has nothing to do.
    let before = read(out.join("results.csv"));
    assert_eq!(run(&args, ""), answer);
    assert_eq!(read(out.join("results.csv")), before);
}

#[test]
fn a_race_that_is_killed_or_interrupted_goes_on() {
    let files = Files::new();
    let whole = files.path("whole");
    let args = |out: &Path| {
        let out = out.to_str().unwrap().to_owned();
        let args = "race --orders 2,3 --count 2 --solver mrv --solver dlx --solver algorithm-x --repetitions 2 --out";
        args.split(' ').map(str::to_owned).chain([out]).collect::<Vec<_>>()
    };
    assert_eq!(run(&args(&whole), "").code, Some(0));
    let expected: HashSet<_> = rows(&whole).into_iter().collect();
    assert_eq!(expected.len(), 24);
    for signal in ["-INT", "-KILL"] {
        let out = files.path(signal);
        let mut child = satdoku(&args(&out)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let since = Instant::now();
        let made = || std::fs::read_to_string(out.join("results.jsonl")).unwrap_or_default().lines().count();
        while made() < 5 {
            assert!(since.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(2));
        }
        let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let code = crate::interrupt::ended(&mut child).code();
        assert_eq!(code, (signal == "-INT").then_some(130));
        assert!(made() < 24, "{signal} came too late");
        assert_eq!(run(&args(&out), "").code, Some(0));
        let found = rows(&out);
        assert_eq!(found.len(), 24);
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
    }
}

#[test]
fn time_and_memory_are_limited() {
    let files = Files::new();
    let base = ["race", "--orders", "7", "--shares", "0", "--count", "1", "--encoding", "minimal"];
    for (solver, time, memory, ends) in
        [("backtracking", "500ms", "8192", "\"time\""), ("sat:varisat", "100s", "150", "\"memory\"")]
    {
        let out = files.arg(ends);
        let limited = ["--solver", solver, "--time-limit", time, "--memory-limit", memory, "--out", &out];
        let answer = run(&[&base[..], &limited[..]].concat(), "");
        assert_eq!(answer.code, Some(0), "{answer:?}");
        let outcomes: Vec<String> = rows(Path::new(&out)).into_iter().map(|[.., outcome]| outcome).collect();
        assert_eq!(outcomes, [ends], "{solver}");
    }
}

#[test]
fn what_cannot_be_raced_is_refused() {
    for (args, message) in [
        ("race", "expected puzzles"),
        ("race --orders 0", "expected orders from 1"),
        ("race --orders 5..x", "expected orders from 1"),
        ("race --shares 30", "--orders"),
        ("race --preset fast", "possible values: scaling"),
        ("race --orders 2 --encoding minimal", "--solver"),
        ("race --orders 2 --solver sat:external=/there/is/none", "/there/is/none"),
        ("race /there/is/none", "/there/is/none"),
    ] {
        let answer = run(&args.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(answer.code, Some(2), "{args}: {answer:?}");
        assert!(answer.stderr.contains(message), "{args}: {answer:?}");
    }
}
