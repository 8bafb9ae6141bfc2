//! `satdoku generate`: bytes that depend on the seed alone, wishes that contradict each other, budgets and Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{Files, rows, run, satdoku};

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

/// Few clues and many cages would take days to decide.
#[test]
fn a_test_of_a_large_board_with_rules_gives_up() {
    let made = generate("--box 3x4 --rules killer --seed 1");
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    assert_eq!(generate("--box 3x4 --rules killer --seed 1"), made);
    let checked = run(&["check", "--unique"], &made.stdout);
    assert_eq!(checked.stdout, "valid unique\n");
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
    // The last puzzle of all, behind which no number can be.
    for shard in ["1/1", "1/2", "18446744073709551615/18446744073709551615"] {
        assert_eq!(lines(&format!("--skip 18446744073709551614 --count 1 --shard {shard}")).len(), 1, "{shard}");
    }
}

#[test]
fn what_comes_out_is_what_other_commands_read() {
    let made = generate("--box 3x3 --count 20 --symmetry rotate180");
    let checked = run(&["check", "--unique"], &made.stdout);
    assert_eq!(checked.stdout, "valid unique\n".repeat(20));
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
        ("--seed soon", "expected a whole number from 0 to 18446744073709551615, or random, found \"soon\""),
        ("--seed=-1", "expected a whole number from 0 to"),
        ("--order 6 --output line", "the format line cannot carry a grid of side 36"),
        ("--box 3x3+diagonals --output line", "the format line cannot carry extra units"),
        ("--box jigsaw --output line", "the format line cannot carry irregular regions"),
        ("--box jigsaw --symmetry rotate180", "a jigsaw cannot be combined with a symmetry"),
        ("--box jigsaw99", "jigsaws are drawn on boards of boxes from side 4 to 16"),
        ("--box windoku5", "expected a board such as 3x3"),
        ("--pattern /no/such/file", "cannot open"),
        ("--rating 5..4", "or ratings such as 4.5..5.0"),
        ("--needs guessing", "no technique is called"),
        ("--rating 4.5 --kind several", "a rating cannot be combined with kind several"),
        ("--box 3x3 --order 3", "cannot be used with"),
        ("--order 3 --clues 90", "expected at most 81 clues, found 90"),
        ("--order 3 --clues 30 --share 40", "cannot be used with"),
        ("--order 3 --share 101", "expected a share from 0 to 100, found \"101\""),
        ("--order 3 --kind holes", "need a number or a share of clues"),
        ("--order 3 --balanced", "balanced cannot be combined with kind unique"),
        ("--order 3 --solutions 3", "--solutions needs --kind several"),
        (
            "--order 3 --kind several --solutions 0",
            "expected a number of solutions from 1, such as 5 or 5+, found \"0\"",
        ),
        ("--order 3 --solver dlx", "--solver needs --algorithm two"),
        ("--order 3 --algorithm two --kind minimal", "algorithm two cannot be combined with kind minimal"),
        (
            "--order 3 --algorithm two --kind several --solutions 3",
            "algorithm two cannot be combined with an exact number",
        ),
        ("--order 2 --algorithm two --solver nine", "nine solves only the board 3x3, found 2x2"),
        ("--box 2x3 --symmetry rotate90", "the board 2x3 has no symmetry rotate90"),
        ("--order 3 --symmetry round", "possible values: none, rotate180"),
        ("--order 3 --shard 3/2", "expected a part such as 1/4, found \"3/2\""),
        (
            "--skip 18446744073709551615 --count 2",
            "expected --skip and --count to be 18446744073709551615 at most together",
        ),
        ("--order 17", "expected a board of side 256 or less, found side 289"),
        ("--order 0", "a box needs at least one row"),
    ] {
        let refused = generate(args);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{args}");
        assert!(refused.stderr.contains(message), "{args}: {}", refused.stderr);
    }
}

#[test]
fn rules_that_allow_no_grid_are_told_from_boards_that_have_none() {
    let answer = run(&["generate", "--box", "2x2", "--rules", "killer 15 r1c1 r1c2 r2c1"], "");
    let message = "error: no full grid of the board 2x2 keeps the rules\n";
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(2), message));
}

#[test]
fn a_target_that_cannot_be_met_ends_with_what_was_found() {
    for args in
        ["--order 2 --clues 3 --count 5", "--order 3 --clues 16 --time-limit 1s", "--order 2 --clues 3 --jobs 2"]
    {
        // A pipe must not take another puzzle for the one that was asked for.
        let missed = generate(args);
        assert_eq!((missed.code, missed.stdout.as_str()), (Some(3), ""), "{args}");
        assert!(missed.stderr.starts_with("puzzle 1: none with "), "{}", missed.stderr);
        assert!(missed.stderr.contains(" grids; the closest has "), "{}", missed.stderr);
        assert!(missed.stderr.ends_with(" clues; --closest prints it\n"), "{}", missed.stderr);
        let closest = generate(&format!("{args} --closest"));
        assert_eq!((closest.code, closest.stdout.lines().count()), (Some(3), 1), "{args}: {closest:?}");
        assert_eq!(run(&["check", "--unique"], &closest.stdout).stdout, "valid unique\n");
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
        assert_eq!(crate::interrupt::ended(&mut child).code(), Some(130), "{args}");
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

#[test]
fn nine_by_nine_needs_no_word() {
    let bare = generate("");
    assert_eq!((bare.code, bare.stderr.as_str(), bare.stdout.len()), (Some(0), "", 82));
    assert_eq!(bare, generate("--box 3x3 --seed 0"));
    assert_eq!(run(&["check", "--unique"], &bare.stdout).stdout, "valid unique\n");
}

#[test]
fn a_random_seed_is_told_and_can_be_given_again() {
    let drawn = generate("--seed random --count 3");
    let seed = drawn.stderr.strip_prefix("seed ").and_then(|seed| seed.trim_end().parse::<u64>().ok());
    let seed = seed.unwrap_or_else(|| panic!("{drawn:?}"));
    assert_eq!(generate(&format!("--seed {seed} --count 3")).stdout, drawn.stdout);
    // Two seeds out of four billion.
    assert_ne!(generate("--seed random --count 3").stdout, drawn.stdout);
}

const PLACES: &str = "
..#...X..
.X.X.X.X.
X...X...X
.X...X.X.
.........
...X.X...
X.X...X..
.X.X.X.X.
X...X...X
";

#[test]
fn clues_stand_where_the_file_marks_them() {
    let files = Files::new();
    let places = files.write("places.txt", PLACES);
    let made = run(&["generate", "--pattern", &places], "");
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    let marks: String = PLACES.split_whitespace().collect();
    for line in made.stdout.lines() {
        assert!(line.chars().zip(marks.chars()).all(|(cell, mark)| (cell == '.') == (mark == '.')), "{line}");
    }
    assert_eq!(run(&["check", "--unique"], &made.stdout).stdout, "valid unique\n");
    // Any grid is a pattern as well, in any format; its side is that of the board.
    let six = files.write("six.txt", rows("1..2.3.4.5.6..1..2..3..4.5.6.1.2..34", "0"));
    let six = run(&["generate", "--pattern", &six, "--kind", "holes"], "");
    let shape: String = six.stdout.chars().map(|c| if c.is_ascii_digit() { '1' } else { c }).collect();
    assert_eq!(shape, "1..1.1.1.1.1..1..1..1..1.1.1.1.1..11\n", "{six:?}");
}

#[test]
fn patterns_without_puzzles_print_nothing_that_a_pipe_could_take() {
    let files = Files::new();
    // A 4x4 puzzle with one solution has four clues or more.
    let few = files.write("few.txt", "X...\n....\n..X.\n...X\n");
    let missed = run(&["generate", "--pattern", &few, "--closest"], "");
    assert_eq!((missed.code, missed.stdout.as_str()), (Some(3), ""));
    assert_eq!(missed.stderr, "puzzle 1: none with clues in the 3 places of the pattern among 20 grids\n");
    for (text, args, message) in [
        ("X..X\n.X.\n", "", "p.txt:2:4: expected a pattern of 81 cells or another square number, found 7"),
        ("X..X\n.X.\n", "--box 2x2", "p.txt:2:4: expected a pattern of 16 cells, found 7"),
        ("", "", "p.txt:1:1: expected a pattern, found nothing"),
        ("what is this\n", "", "in a pattern X, # or a digit marks a clue"),
        (&".".repeat(81), "", "the pattern has 0 places; a puzzle with one solution has at least 17 clues"),
        (PLACES, "--clues 30", "cannot be used with"),
        (PLACES, "--kind several", "a pattern cannot be combined with kind several"),
        (PLACES, "--symmetry full", "a pattern cannot be combined with a symmetry"),
    ] {
        let pattern = files.write("p.txt", text);
        let args: Vec<&str> = ["generate", "--pattern", &pattern].into_iter().chain(args.split_whitespace()).collect();
        let refused = run(&args, "");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{text:?}");
        assert!(refused.stderr.contains(message), "{text:?}: {}", refused.stderr);
    }
}

#[test]
fn boards_by_name_come_with_their_words() {
    for (board, output) in [("windoku", "header"), ("jigsaw", "json"), ("jigsaw7", "header"), ("latin5", "header")] {
        let args = ["generate", "--box", board, "--output", output, "--count", "3"];
        let made = run(&args, "");
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{board}");
        let boards: Vec<&str> = made.stdout.lines().filter(|line| line.starts_with("regions ")).collect();
        assert_eq!(boards.len(), if board == "jigsaw7" { 3 } else { 0 });
        if output == "header" {
            assert_eq!(run(&["check", "--unique"], &made.stdout).stdout, "valid unique\n".repeat(3), "{board}");
        }
    }
    // What suits a board that a line cannot carry is a header.
    let windoku = generate("--box windoku");
    assert!(windoku.stdout.starts_with("3 3\nunit r2c2 "), "{windoku:?}");
    let json = generate("--box windoku --output json --kind minimal --symmetry rotate180");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(object["board"], "3x3+windows");
    let solved = run(&["solve", "--box", "windoku"], object["puzzle"].as_str().unwrap());
    assert_eq!(solved.stdout.trim_end(), object["solution"]);
    let refused = run(&["solve", "--box", "jigsaw"], "");
    assert!(refused.stderr.contains("only a generator draws the regions of \"jigsaw\""), "{}", refused.stderr);
    let help = generate("--help").stdout;
    for word in ["windoku", "jigsawN", "regions:1122112233443344", "+diagonals", "latinN", "orbit", "default: 0"] {
        assert!(help.contains(word), "{word}: {help}");
    }
}

#[test]
fn files_get_the_format_and_the_compression_of_their_names() {
    let files = Files::new();
    let lines = generate("--count 5").stdout;
    let zipped = files.arg("puzzles.txt.gz");
    let made = run(&["generate", "--count", "5", "-o", &zipped, "--summary"], "");
    assert_eq!((made.code, made.stdout.as_str()), (Some(0), ""));
    assert!(made.stderr.starts_with("5 puzzles made; ") && made.stderr.ends_with(" puzzles/s\n"), "{}", made.stderr);
    assert_eq!(run(&["convert", "--to", "line", &zipped], "").stdout, lines);
    let table = files.arg("puzzles.csv.zst");
    assert_eq!(run(&["generate", "--count", "5", "-o", &table], "").code, Some(0));
    let unpacked = run(&["convert", "--to", "line", &table], "");
    assert_eq!(unpacked.stdout, lines, "{unpacked:?}");
    let table = generate("--count 5 --output csv").stdout;
    let mut rows = table.lines();
    assert_eq!(rows.next(), Some("puzzle,solution"));
    for (row, line) in rows.zip(lines.lines()) {
        let (puzzle, solution) = row.split_once(',').unwrap();
        assert_eq!((puzzle, run(&["solve"], line).stdout.trim_end()), (line, solution));
    }
    for format in [
        "line",
        "rows",
        "header",
        "order",
        "semicolon",
        "ascii",
        "minizinc",
        "chars",
        "grid",
        "json",
        "sdk",
        "ss",
        "sdm",
        "csv",
    ] {
        let made = run(&["generate", "--output", format, "--seed", "3"], "");
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{format}");
        let back = run(&["convert", "--to", "line", "--format", format], &made.stdout);
        assert_eq!(back.stdout, generate("--seed 3").stdout, "{format}: {}", back.stderr);
    }
    let pattern = files.write("pattern.txt", PLACES);
    let refused = run(&["generate", "--pattern", &pattern, "-o", &pattern], "");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert_eq!(crate::read(&pattern), PLACES);
}

/// What is made so far is kept beside the file, and the arguments that are told make the rest.
#[test]
fn an_interrupted_output_is_kept_beside_its_place_and_can_be_gone_on_with() {
    let files = Files::new();
    let out = files.write("made.txt", "older\n");
    let recipe = ["generate", "--order", "4", "--kind", "minimal", "--seed", "3", "--jobs", "2"];
    let args = [&recipe[..], &["--skip", "1", "--shard", "1/2", "--count", "100000", "-o", &out]].concat();
    let mut child = satdoku(&args).stderr(Stdio::piped()).spawn().unwrap();
    let partial = files.path("made.txt.partial");
    crate::interrupt::wait_until("some are made", || {
        std::fs::read_to_string(&partial).is_ok_and(|text| text.lines().count() >= 3)
    });
    assert!(crate::interrupt::interrupt(&child, "INT"));
    assert_eq!(crate::interrupt::ended(&mut child).code(), Some(130));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(crate::read(&out), "older\n");
    let kept = crate::read(&partial);
    let made = kept.lines().count();
    let (skip, wanted) = (2 + 2 * made, 50_000);
    let line = format!(
        "interrupted after {made} of {wanted} puzzles; --skip {skip} --count {} makes the others",
        100_001 - skip
    );
    assert!(said.contains(&line) && said.contains("made.txt.partial: has the answers so far\n"), "{line}: {said}");
    let with = |skip: &str, count: &str| {
        run(&[&recipe[..], &["--shard", "1/2", "--skip", skip, "--count", count]].concat(), "").stdout
    };
    let next = with(&skip.to_string(), "2");
    assert_eq!(with("1", &(skip + 1).to_string()), format!("{kept}{next}"));
    // It is not overwritten without a word.
    let again = run(&args, "");
    assert!(again.code == Some(2) && again.stderr.contains("left by an interrupted run"), "{again:?}");
}

#[test]
fn where_no_puzzle_is_made_an_older_file_stays() {
    let files = Files::new();
    let out = files.write("made.txt", "older\n");
    let run = run(&["generate", "--order", "7", "--kind", "minimal", "--time-limit", "100ms", "-o", &out], "");
    assert_eq!((run.code, crate::read(&out).as_str()), (Some(3), "older\n"), "{run:?}");
    assert!(!files.path("made.txt.partial").exists());
}
