//! Files of 9×9 puzzles: answered from bytes to bytes, continued, compressed, summed up.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::{Files, PUZZLE, Run, SOLUTION, THREE_SOLUTIONS, batch, read, run, run_command, satdoku};

/// A generator of numbers, `SplitMix64` of Steele, Lea and Flood.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % bound as u64) as usize
    }
}

/// The solution with other digits and some cells emptied: a puzzle with one solution or several.
fn puzzle(random: &mut Random) -> Vec<u8> {
    let shift = random.below(9) as u8;
    let empty = b".0_*"[random.below(4)];
    let holes = random.below(66);
    let mut cells: Vec<u8> = SOLUTION.bytes().map(|digit| (digit - b'1' + shift) % 9 + b'1').collect();
    (0..holes).for_each(|_| cells[random.below(81)] = empty);
    cells
}

/// A line of whatever kind, without its end.
fn line(random: &mut Random) -> Vec<u8> {
    let mut line = puzzle(random);
    match random.below(30) {
        // Clues that clash, or a clue that leaves no solution.
        0..3 => line[random.below(81)] = b'1' + random.below(9) as u8,
        3 => line[random.below(81)] = *b"xA\0 \t\r\x0b#~\xff".get(random.below(10)).unwrap(),
        4 => line.truncate(random.below(81)),
        5 => line.extend_from_slice(&b"12345...."[..=random.below(9)]),
        6 => line = THREE_SOLUTIONS.into(),
        7 => line = [b"# a comment", b"#".as_slice(), &[b'#'; 81]][random.below(3)].into(),
        8 => line = vec![b' '; [0, 1, 80, 81, 82, 200][random.below(6)]],
        9 => line.splice(0..0, *b" \t").for_each(drop),
        10 => line.extend_from_slice(b" \t "),
        11 => line = SOLUTION.into(),
        12 => line[40] = b'\n',
        13 => line = format!("{PUZZLE} # a comment behind it").into(),
        14 => line = "12 3".into(),
        15 => line = "é".repeat(random.below(60)).into(),
        _ => {}
    }
    line
}

/// Lines of all kinds; the first is a puzzle, so that the format is clear.
fn mixed(seed: u64, lines: usize) -> Vec<u8> {
    let mut random = Random(seed);
    let mut text = Vec::new();
    if seed.is_multiple_of(2) {
        text.extend_from_slice(b"\xef\xbb\xbf# begins with a mark\r\n\n");
    }
    text.extend_from_slice(format!("{PUZZLE}\n").as_bytes());
    for _ in 0..lines {
        text.extend(line(&mut random));
        text.extend_from_slice(if random.below(5) == 0 || seed.is_multiple_of(3) { b"\r\n" } else { b"\n" });
    }
    // Without a line end behind the last.
    if seed.is_multiple_of(2) {
        text.extend(puzzle(&mut random));
    }
    text
}

/// What is asked; the same with `--reduce none` takes the road over grids.
const QUESTIONS: [&[&str]; 4] =
    [&["solve"], &["count", "--limit", "2"], &["count", "--limit", "1"], &["check", "--unique"]];

fn over_grids(question: &[&str]) -> Vec<String> {
    question.iter().copied().chain(["--reduce", "none"]).map(str::to_owned).collect()
}

#[test]
fn bytes_and_grids_answer_alike() {
    let files = Files::new();
    for seed in 1..=3 {
        let text = mixed(seed, 2500);
        let file = files.write("mixed", &text);
        for question in QUESTIONS {
            let with = |more: &[&str]| {
                let mut args: Vec<&str> = question.to_vec();
                args.extend(more);
                verbose(&args, &text)
            };
            let mut grids = over_grids(question);
            grids.push(file.clone());
            let expected = verbose(&grids, b"");
            assert_eq!(expected.code, Some(2), "{question:?}");
            assert!(expected.stderr.lines().count() > 100, "{question:?}");
            for jobs in ["1", "2", "5"] {
                let found = with(&["--jobs", jobs, &file]);
                assert!(found == expected, "seed {seed}: {question:?}: {}", difference(&found, &expected));
            }
            let mut by_pipe = with(&["--format", "line", "-"]);
            by_pipe.stderr = by_pipe.stderr.replace("<stdin>", &file);
            assert!(by_pipe == expected, "seed {seed}: {question:?}: {}", difference(&by_pipe, &expected));
        }
    }
}

/// Runs so that every message is told; how the solver went about it is left out.
fn verbose<S: AsRef<std::ffi::OsStr>>(args: &[S], stdin: &[u8]) -> Run {
    let args: Vec<&std::ffi::OsStr> = args.iter().map(AsRef::as_ref).chain(["--verbose".as_ref()]).collect();
    let mut run = run(&args, stdin);
    let is_told = |line: &&str| line.starts_with(['/', '<']) && !line.contains(": format ");
    run.stderr = run.stderr.split_inclusive('\n').filter(is_told).collect();
    run
}

/// The first lines in which two runs differ.
fn difference(found: &Run, expected: &Run) -> String {
    let pairs = [(&found.stdout, &expected.stdout), (&found.stderr, &expected.stderr)];
    let lines = pairs.iter().flat_map(|(found, expected)| found.lines().zip(expected.lines()));
    let first = lines.enumerate().find(|(_, (found, expected))| found != expected);
    format!("{:?} {:?}: {first:?}", found.code, expected.code)
}

#[test]
fn a_count_without_limit_and_several_files_are_alike_as_well() {
    let files = Files::new();
    let mut random = Random(7);
    let lines = (0..300)
        .map(|_| String::from_utf8(puzzle(&mut random)).unwrap())
        .filter(|line| line.bytes().filter(u8::is_ascii_digit).count() > 40);
    let a = files.write("a", lines.collect::<Vec<_>>().join("\n"));
    let b = files.write("b", mixed(9, 30));
    let c = files.write("c", crate::rows(PUZZLE, "0"));
    let missing = files.arg("missing");
    for question in [["solve", "--jobs", "2"], ["count", "--jobs", "2"]] {
        let mut bytes: Vec<String> = question.iter().copied().map(str::to_owned).collect();
        let mut grids = over_grids(&question);
        for args in [&mut bytes, &mut grids] {
            let several = [&a, &c, &b, &missing, &a].into_iter().cloned();
            args.extend(if question[0] == "solve" { several.collect::<Vec<_>>() } else { vec![a.clone(), c.clone()] });
        }
        let (found, expected) = (run(&bytes, ""), run(&grids, ""));
        assert!(found == expected, "{}", difference(&found, &expected));
    }
}

#[test]
fn a_pipe_is_answered_before_it_ends() {
    let mut child = satdoku(&["solve"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // The second shows that the first is not the only one.
    input.write_all(format!("{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n").as_bytes()).unwrap();
    let mut answer = vec![0; 2 * 82];
    input.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
    output.read_exact(&mut answer).unwrap();
    assert_eq!(answer, format!("{SOLUTION}\n{SOLUTION}\n").into_bytes());
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_interrupted_output_is_continued() {
    let files = Files::new();
    let text = batch(700);
    let puzzles = files.write("puzzles", &text);
    for question in [vec!["solve"], vec!["count"], vec!["solve", "--output", "json"], vec!["solve", "--solver", "dlx"]]
    {
        let whole = run(&[&question[..], &[puzzles.as_str()]].concat(), "").stdout;
        for cut in [0, 1, 50, whole.len() / 2, whole.len() - 1, whole.len()] {
            let out = files.write("out", &whole[..cut]);
            let rest = run(&[&question[..], &[puzzles.as_str(), "-o", &out, "--resume", "--jobs", "2"]].concat(), "");
            assert_eq!((rest.code.is_some(), rest.stdout.as_str()), (true, ""), "{question:?} {cut}");
            if question[1..] == ["--solver", "dlx"] {
                assert_eq!(read(&out).lines().count(), 700, "{question:?} {cut}");
            } else {
                assert!(read(&out) == whole, "{question:?} {cut}");
            }
        }
        let new = files.arg("new");
        let _ = std::fs::remove_file(&new);
        run(&[&question[..], &[puzzles.as_str(), "-o", &new, "--resume"]].concat(), "");
        assert_eq!(read(&new).lines().count(), 700);
    }
    // What no answer begins with is refused, however long its line is.
    for length in [100, (1 << 20) + 1, 3 << 20] {
        let foreign = "x".repeat(length) + "\n";
        let out = files.write("foreign.partial", &foreign);
        let refused = run(&["solve", &puzzles, "-o", &files.arg("foreign"), "--resume"], "");
        assert!(refused.code == Some(2) && refused.stderr.contains("not an answer"), "{length}: {refused:?}");
        assert!(read(&out) == foreign, "{length}");
    }
    for refused in [&["solve", "--all", "--resume", "-o"][..], &["solve", "--output", "rows", "--resume", "-o"]] {
        assert_eq!(run(&[refused, &[files.arg("x").as_str(), &puzzles]].concat(), "").code, Some(2), "{refused:?}");
    }
    assert_eq!(run(&["solve", "-o", &puzzles, &puzzles], "").code, Some(2));
    assert_eq!(read(&puzzles), text);
    let packed = files.arg("x.gz");
    assert_eq!(run(&["solve", "--resume", "-o", &packed, &puzzles], "").code, Some(2));
    assert_eq!(run(&["solve", "--resume", &puzzles], "").code, Some(2));
}

#[test]
fn compressed_files_are_read_and_written_as_they_are() {
    let files = Files::new();
    let text = batch(3000);
    let puzzles = files.write("puzzles", &text);
    let expected = run(&["solve", &puzzles], "");
    for (name, program) in [("puzzles.gz", "gzip"), ("puzzles.zst", "zstd"), ("puzzles.xz", "xz")] {
        let Ok(packed) = pack(program, text.as_bytes()) else {
            let _ = writeln!(std::io::stderr(), "skipped: {program} is not on this machine");
            continue;
        };
        // The first bytes tell, whatever the name; several parts follow one another.
        let twice = [packed.clone(), packed.clone()].concat();
        for name in [name, "puzzles"] {
            let file = files.write(name, &packed);
            let answer = run(&["solve", &file], "");
            assert_eq!((answer.code, &answer.stdout), (expected.code, &expected.stdout), "{name}");
        }
        let answer = run(&["solve", "-"], &twice);
        assert!(answer.stdout == expected.stdout.repeat(2), "{program}");
        let cut = run(&["solve", "-"], &packed[..packed.len() / 2]);
        assert!(cut.code == Some(2) && cut.stderr.contains("<stdin>: cannot read: "), "{program}: {}", cut.stderr);
        assert!(!cut.stderr.contains("Error"), "{program}: {}", cut.stderr);
    }
    // A dictionary that is declared to be larger than any preset's is told before memory is taken for it.
    if let Ok(large) = filter("xz", &["-c", "--lzma2=dict=128MiB"], text.as_bytes()) {
        let refused = run(&["solve", "-"], &large);
        assert!(refused.code == Some(2) && refused.stderr.contains("a dictionary of more than 64 MiB"), "{refused:?}");
        let largest = filter("xz", &["-c", "-9e"], text.as_bytes()).unwrap();
        assert!(run(&["solve", "-"], &largest).stdout == expected.stdout);
        let mut damaged = largest;
        let middle = damaged.len() / 2;
        damaged[middle] ^= 0x55;
        let refused = run(&["solve", "-"], &damaged);
        assert!(refused.code == Some(2) && refused.stderr.contains("the .xz file "), "{}", refused.stderr);
    }
    for command in ["solve", "convert"] {
        let more: &[&str] = if command == "convert" { &["--to", "line"] } else { &[] };
        let refused = run(&[&[command, &puzzles, "-o", &files.arg("new.xz")], more].concat(), "");
        assert!(refused.code == Some(2) && refused.stderr.contains("new.xz"), "{command}: {refused:?}");
        assert!(!files.path("new.xz").is_file(), "{command}");
    }
    for name in ["answers", "answers.gz", "answers.zst"] {
        let out = files.arg(name);
        let answer = run(&["solve", &puzzles, "--out", &out], "");
        assert_eq!((answer.code, answer.stdout.as_str()), (expected.code, ""), "{name}");
        let bytes = std::fs::read(&out).unwrap();
        assert_eq!(name == "answers", bytes == expected.stdout.as_bytes(), "{name}");
        let program = ["zstd", "gzip"][usize::from(name.ends_with("gz"))];
        if let (false, Ok(text)) = (name == "answers", unpack(program, &bytes)) {
            assert!(text == expected.stdout.as_bytes(), "{name}");
        }
        let good = expected.stdout.lines().filter(|line| line.len() == 81).count();
        let checked = run(&["check", &out, "--format", "line"], "");
        assert_eq!(checked.stdout.lines().filter(|&line| line == "solved").count(), good, "{name}");
    }
}

fn pack(program: &str, text: &[u8]) -> std::io::Result<Vec<u8>> {
    filter(program, &["-c"], text)
}

fn unpack(program: &str, text: &[u8]) -> std::io::Result<Vec<u8>> {
    filter(program, &["-d", "-c"], text)
}

fn filter(program: &str, args: &[&str], text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut child = Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(text));
        child.wait_with_output().map(|output| output.stdout)
    })
}

#[test]
fn a_summary_says_how_many_were_answered_how() {
    let sparse = PUZZLE.replacen("53..7", ".....", 1).replacen("98", "..", 1);
    let text = format!("{PUZZLE}\n{PUZZLE}\n11{}\nx\n{sparse}\n# a comment\n", &PUZZLE[2..]);
    let cases = [
        ("solve", "5 puzzles: 3 solved, 1 without a solution, 1 invalid; "),
        ("count", "5 puzzles: 2 with one solution, 1 without a solution, 1 with several solutions, 1 invalid; "),
    ];
    for (command, expected) in cases {
        for more in [&[][..], &["--output", "json"], &["--reduce", "none"]] {
            let run = run(&[&[command, "--summary"][..], more].concat(), &text);
            let last = run.stderr.lines().last().unwrap();
            assert!(last.starts_with(expected) && last.ends_with(" puzzles/s"), "{command} {more:?}: {last}");
        }
    }
    let checked = run(&["check", "--unique", "--summary"], &text);
    let expected = "5 puzzles: 2 with one solution, 1 with several solutions, 1 in conflict or changed, 1 invalid; ";
    assert!(checked.stderr.lines().last().unwrap().starts_with(expected), "{}", checked.stderr);
    let command = satdoku(&["solve", "--summary"]);
    assert!(run_command(command, PUZZLE.as_bytes()).stderr.starts_with("1 puzzle: 1 solved; "));
}
