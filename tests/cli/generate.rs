//! `satdoku generate`: bytes that depend on the seed alone, wishes that contradict each other, budgets and Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{run, satdoku};

fn generate(args: &str) -> crate::Run {
    run(&["generate"].into_iter().chain(args.split_whitespace()).collect::<Vec<_>>(), "")
}

const KINDS: [&str; 9] = [
    "--box 3x3",
    "--box 3x3 --symmetry rotate180",
    "--box 2x3 --kind minimal",
    "--order 3 --kind holes --share 40",
    "--order 4 --kind holes --clues 128 --balanced --output rows",
    "--box 3x3 --kind none --output json",
    "--box 2x3 --kind several --solutions 3",
    "--box 2x3 --kind several --solutions 5+ --output grid",
    "--box 2x2 --algorithm two --solver mrv",
];

#[test]
fn the_same_seed_gives_the_same_bytes_with_any_number_of_jobs() {
    for kind in KINDS {
        let one = generate(&format!("{kind} --count 30 --seed 5 --jobs 1"));
        assert_eq!((one.code, one.stderr.as_str()), (Some(0), ""), "{kind}");
        assert_eq!(generate(&format!("{kind} --count 30 --seed 5 --jobs 2")), one, "{kind}");
        assert_ne!(generate(&format!("{kind} --count 30 --seed 6")).stdout, one.stdout, "{kind}");
    }
}

#[test]
fn parts_make_the_whole() {
    let lines = |args: &str| {
        let run = generate(&format!("--box 3x3 --seed 9 {args}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args}");
        run.stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let whole = lines("--count 25");
    assert_eq!(whole.len(), 25);
    assert_eq!([lines("--count 10"), lines("--skip 10 --count 15")].concat(), whole);
    for skip in [0, 1, 2, 7] {
        let mut woven = vec![String::new(); 25 - skip];
        for part in 1..=3 {
            let shard = lines(&format!("--skip {skip} --count {} --shard {part}/3", 25 - skip));
            // Part p holds the puzzles whose number from 0 leaves p - 1 when divided by 3.
            let places = (skip..25).filter(|number| number % 3 == part - 1);
            assert_eq!(shard.len(), places.clone().count());
            places.zip(shard).for_each(|(number, line)| woven[number - skip] = line);
        }
        assert_eq!(woven, whole[skip..], "skip {skip}");
    }
}

#[test]
fn what_comes_out_is_what_other_commands_read() {
    let made = generate("--box 3x3 --count 20 --symmetry rotate180");
    let checked = run(&["check", "--unique"], &made.stdout);
    assert_eq!(checked.stdout, "valid, unique\n".repeat(20));
    let counted = run(&["count", "--box", "2x3"], generate("--box 2x3 --kind several --solutions 4 --count 8").stdout);
    assert_eq!(counted.stdout, "4\n".repeat(8));
    let none = generate("--box 3x3 --kind none --count 8").stdout;
    assert_eq!(run(&["solve"], &none).stdout, "unsatisfiable\n".repeat(8));
    assert_eq!(run(&["check"], &none).stdout, "valid\n".repeat(8));
    let json = generate("--order 3 --seed 4 --output json --clues 30").stdout;
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&object["number"], &object["seed"], &object["clues"]), (&1.into(), &4.into(), &30.into()));
    assert_eq!(run(&["solve"], object["puzzle"].as_str().unwrap()).stdout.trim_end(), object["solution"]);
    assert_eq!(generate("--order 3 --count 0").stdout, "");
}

#[test]
fn wishes_that_contradict_each_other_are_refused() {
    for (args, message) in [
        ("", "--box <RxC>"),
        ("--box 3x3 --order 3", "cannot be used with"),
        ("--order 3 --clues 90", "expected at most 81 clues, found 90"),
        ("--order 3 --clues 30 --share 40", "cannot be used with"),
        ("--order 3 --share 101", "expected a share from 0 to 100, found \"101\""),
        ("--order 3 --kind holes", "need a number or a share of clues"),
        ("--order 3 --balanced", "balanced does not go with kind unique"),
        ("--order 3 --solutions 3", "--solutions goes with --kind several only"),
        (
            "--order 3 --kind several --solutions 0",
            "expected a number of solutions from 1, such as 5 or 5+, found \"0\"",
        ),
        ("--order 3 --solver dlx", "--solver goes with --algorithm two only"),
        ("--order 3 --algorithm two --kind minimal", "algorithm two does not go with kind minimal"),
        ("--order 3 --algorithm two --kind several --solutions 3", "algorithm two does not go with an exact number"),
        ("--order 2 --algorithm two --solver nine", "nine solves the board 3x3 only, found 2x2"),
        ("--box 2x3 --symmetry rotate90", "the board 2x3 has no symmetry rotate90"),
        ("--order 3 --symmetry round", "possible values: none, rotate180"),
        ("--order 3 --shard 3/2", "expected a part such as 1/4, found \"3/2\""),
        ("--order 17", "boards up to side 256 are generated so, found 289"),
        ("--order 0", "a box needs at least one row"),
    ] {
        let refused = generate(args);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{args}");
        assert!(refused.stderr.contains(message), "{args}: {}", refused.stderr);
    }
}

#[test]
fn a_target_that_cannot_be_met_ends_with_what_was_found() {
    for args in
        ["--order 2 --clues 3 --count 5", "--order 3 --clues 16 --time-limit 1s", "--order 2 --clues 3 --jobs 2"]
    {
        let missed = generate(args);
        assert_eq!((missed.code, missed.stdout.lines().count()), (Some(3), 1), "{args}: {missed:?}");
        assert!(missed.stderr.starts_with("puzzle 1: none with "), "{}", missed.stderr);
        assert!(missed.stderr.contains(" grids; the closest has "), "{}", missed.stderr);
        assert_eq!(run(&["check", "--unique"], &missed.stdout).stdout, "valid, unique\n");
    }
    let timed = generate("--order 3 --count 1000000000 --time-limit 300ms");
    assert_eq!(timed.code, Some(3));
    let lines = timed.stdout.lines().count();
    assert!(lines > 0 && timed.stderr == format!("time limit reached after {lines} puzzles\n"), "{}", timed.stderr);
}

#[test]
fn puzzles_stream_and_stop_at_ctrl_c() {
    for args in ["--order 3 --count 1000000000 --jobs 1", "--order 3 --count 1000000000 --jobs 2"] {
        let mut command = satdoku(&["generate"].into_iter().chain(args.split_whitespace()).collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line.len(), 82);
        let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let watch = Instant::now();
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args}");
        assert!(watch.elapsed() < Duration::from_secs(5), "{:?}", watch.elapsed());
        // Whole puzzles, and the first of the seed.
        assert!(rest.lines().all(|line| line.len() == 81));
        let count = rest.lines().count().min(100);
        let again = generate(&format!("--order 3 --count {}", count + 1)).stdout;
        assert!((line + &rest).starts_with(&again), "{args}");
    }
}

#[test]
fn a_reader_that_has_enough_ends_the_run_quietly() {
    let mut command = satdoku(&["generate", "--order", "3", "--count", "1000000000"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut text = vec![0; 82 * 5];
    child.stdout.take().unwrap().read_exact(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
}
