//! No command, and no question to the server, outlasts its time because of what it reads, or takes memory on the word of a text.

use std::io::Write;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::listing::most_memory;
use crate::{Files, Run, run, satdoku};

/// The time that is allowed, as an option and in seconds.
const LIMIT: &str = "200ms";

/// How much CPU a command may take beyond that: tests run unoptimised, on machines that do other things.
const BEYOND: Duration = Duration::from_secs(1);

/// The most KiB that a command may hold: the program itself has half of it.
const MOST_KIB: u64 = 64 << 10;

/// Runs with an input; how it ended, the CPU that it took, and the most KiB that it held.
fn measured(args: &[&str], stdin: &[u8]) -> (Run, Duration, u64) {
    let mut child = satdoku(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut input, pid) = (child.stdin.take().unwrap(), child.id());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // A program that has enough closes its input.
        scope.spawn(move || drop(input.write_all(stdin)));
        let figures = scope.spawn(|| {
            let (mut cpu, mut memory) = (Duration::ZERO, 0);
            while !is_over.load(Ordering::Relaxed) {
                memory = memory.max(most_memory(pid).unwrap_or_default());
                cpu = cpu.max(cpu_of(pid).unwrap_or_default());
                std::thread::sleep(Duration::from_millis(2));
            }
            (cpu, memory)
        });
        let output = child.wait_with_output().unwrap();
        is_over.store(true, Ordering::Relaxed);
        let (cpu, memory) = figures.join().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }, cpu, memory)
    })
}

/// The CPU time of a process, in hundredths of a second as the system tells it.
fn cpu_of(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
}

/// A 9×9 puzzle without clues under rules.
fn ruled(rules: impl IntoIterator<Item = String>) -> String {
    let rules: Vec<String> = rules.into_iter().collect();
    format!("3 3\n{}\n{}", rules.join("\n"), ". . . . . . . . .\n".repeat(9))
}

/// The cells of the classic board from one on, as words.
fn cells(from: usize, count: usize) -> String {
    let name = |at: usize| format!("r{}c{}", at / 9 % 9 + 1, at % 9 + 1);
    (from..from + count).map(name).collect::<Vec<_>>().join(" ")
}

/// Twelve alternatives of cages.
fn choices(from: usize) -> String {
    let cage = |at: usize| format!("killer {} {}", (from + at) % 46, cells((from + 7 * at) % 70, 5));
    (0..12).map(cage).collect::<Vec<_>>().join(" | ")
}

/// Texts of rules that take long to read, by kind.
fn hostile() -> Vec<(&'static str, String)> {
    let all = cells(0, 81);
    let edges: String =
        (0..60).flat_map(|at| (0..60).map(move |to| format!(" {at}/{}/{to}", 1 + (at * to + at) % 9))).collect();
    vec![
        ("patterns", ruled((0..40).map(|at| format!("regex [0-9]*{}[0-9]{{{}}} : {all}", at % 10, 10 + at % 9)))),
        (
            "nested patterns",
            ruled((0..500).map(|at| format!("regex ((((1{{10}}){{10}}){{10}}){{{}}}){{9}} : r1c1 r1c2", 2 + at % 9))),
        ),
        ("automata", ruled((0..20).map(|at| format!("automaton 0 {at}{edges} : {all}")))),
        ("groups", ruled([format!("equalsums {}", vec!["r1c1"; 60_000].join(" : "))])),
        ("groups of many", ruled([format!("equalsums {}", vec![&*all; 2_000].join(" : "))])),
        ("samedigits", ruled([format!("samedigits {}", vec![&*cells(0, 9); 5_000].join(" : "))])),
        ("the same rule", ruled(vec!["antiknight".to_owned(); 60_000])),
        ("leapers", ruled((1..3_000).map(|by| format!("antileaper {} {}", by % 9, 1 + by / 9)))),
        ("sum lines", ruled((100..200).map(|total| format!("sumline {total} loop {all}")))),
        ("sums", ruled((0..9_000).map(|at| format!("sum {at} {all}")))),
        ("cages", ruled((0..50_000).map(|at| format!("killer {} {}", at % 46, cells(at % 70, 5))))),
        ("pairs", ruled((0..60).map(|at| format!("allrelation a*{at}!=b+{at} : {all}")))),
        ("alternatives", ruled([format!("anyof {}", vec!["killer 9 r1c1 r1c2 & odd r3c3"; 9_000].join(" | "))])),
        ("denied cages", ruled((0..9_000).map(|at| format!("not killer {} {}", at % 46, cells(at % 70, 9))))),
        ("denials", ruled((0..3_000).map(|at| format!("not ( antiknight & sum {at} {all} )")))),
        ("choices", ruled((0..3_000).map(|at| format!("someof 5 {}", choices(at))))),
        ("deep rules", ruled((0..3_000).map(|_| format!("{}odd r1c1", "not ".repeat(3_000))))),
        ("parentheses", ruled((0..3_000).map(|_| format!("not {}odd r1c1", "( ".repeat(3_000))))),
        ("pieces", ruled((0..2_000).map(|at| format!("fillomino p{at} {}", cells(at % 70, 11))))),
        ("islands", ruled((0..2_000).map(|at| format!("nurikabe i{at} {}", cells(at % 70, 11))))),
        ("galaxies", ruled((0..2_000).map(|at| format!("galaxies g{at} {}", cells(at % 70, 11).replace(' ', " : "))))),
        ("caves", ruled((0..2_000).map(|at| format!("cave c{at} f{at} {all}")))),
        ("ranges outside", ruled((0..9_000).map(|at| format!("xsum {}..{} row {} left", at, at + 9, 1 + at % 9)))),
        ("circles", ruled((0..400).map(|at| format!("countingcircles {}", cells(at, 40))))),
        ("a long rule", ruled([format!("sum 9 {}", vec!["r1c1 -1*r1c1"; 100_000].join(" "))])),
    ]
}

/// Asserts that a command ended in time, and that what it did not read is unknown or refused, never an answer that is wrong.
fn assert_within(what: &str, args: &[&str], stdin: &[u8]) -> Run {
    let (answer, cpu, memory) = measured(args, stdin);
    let most = Duration::from_millis(200) + BEYOND;
    println!("{what:>16} {:10} {:5} ms of CPU, {memory:6} KiB: {:?}", args[0], cpu.as_millis(), answer.code);
    assert!(cpu <= most, "{what}, {args:?}: {cpu:?} of CPU");
    // The faster the machine, the more clauses of thousands of units a prover has written before the time is over.
    let parts = if args[0] == "prove" { 3 } else { 2 };
    assert!(memory <= parts * MOST_KIB, "{what}, {args:?}: {memory} KiB");
    assert!(matches!(answer.code, Some(0..=3)), "{what}, {args:?}: {:?}", answer.stderr);
    answer
}

#[test]
fn rules_are_read_within_the_time_limit() {
    for (kind, text) in hostile() {
        assert_within(kind, &["solve", "--time-limit", LIMIT, "-j", "1", "-"], text.as_bytes());
    }
}

/// Constraints whose tables are large, and units that meet in all cells: one look at all of them takes longer than the limit.
#[test]
fn what_constraints_cost_counts_against_the_time_limit() {
    let all = cells(0, 81);
    let counts = ruled(vec![format!("countdistinct r1c1 : {all}"); 50]);
    let ranks = ruled((0..500).map(|at| format!("fullrank {} row {} left", 1 + at % 36, at % 9 + 1)));
    let units = ruled((0..20_000).map(|at| format!("unit {}", cells(at % 72, 9))));
    let alike = ruled((0..6_000).map(|at| format!("samecount beyond {} : {}", cells(at, 1), cells(7 * at, 40))));
    let cage = |at: usize| format!("killer {} {}", 10 + at % 80, cells(at, 7));
    let all_of_25: Vec<String> = (0..625).map(|at| format!("r{}c{}", at / 25 + 1, at % 25 + 1)).collect();
    let wide_sums = |totals: std::ops::Range<u32>| {
        let sums: Vec<String> = totals.map(|total| format!("sum {total} {}", all_of_25.join(" "))).collect();
        format!("5 5\n{}\n{}", sums.join("\n"), format!("{}\n", ". ".repeat(25)).repeat(25))
    };
    let (wide, widest) = (wide_sums(0..200), wide_sums(8_000..8_001));
    // Each step of an explanation tries its reasons one by one, and each trial looks for regions in the whole grid.
    let row = |at: usize| {
        let clue = |column: usize| match (column + 9 - at) % 9 {
            0 => format!("{} ", at + 1),
            4 => format!("{} ", (at + 3) % 9 + 1),
            _ => ". ".to_owned(),
        };
        (0..9).map(clue).collect::<String>()
    };
    let regions = format!("latin 9\nchaos region\n{}\n", (0..9).map(row).collect::<Vec<_>>().join("\n"));
    let files = Files::new();
    let dir = files.arg("dir");
    let commands: [&[&str]; 8] = [
        &["solve", "-j", "1"],
        &["solve", "-j", "1", "--solver", "sat"],
        &["path"],
        // An estimate has a time of its own, behind the limit of the count.
        &["count", "-j", "1", "--estimate=100ms"],
        &["explain", "-j", "1"],
        &["candidates", "-j", "1"],
        &["hint"],
        &["prove", "-j", "1", "--dir", &dir],
    ];
    let kinds = [
        ("counts", counts),
        ("ranks", ranks),
        ("units", units),
        ("equal cells", alike),
        ("wide sums", wide),
        ("cages", ruled((0..6_400).map(cage))),
        ("a wide sum", widest),
        ("regions", regions),
    ];
    for (kind, text) in kinds {
        for command in commands {
            assert_within(kind, &[command, &["--time-limit", LIMIT, "-"]].concat(), text.as_bytes());
            let _ = std::fs::remove_dir_all(&dir);
        }
    }
}

/// Thousands of units for links, and of rules that an explanation works out each by itself.
#[test]
fn the_memory_limit_holds_for_links_and_for_rules_by_themselves() {
    const MOST_KIB: u64 = (50 + 64) << 10;
    let leapers = (1..625).map(|at| format!("antileaper {} {}\n", at % 25, 1 + at / 25)).collect::<Vec<_>>().concat();
    let leapers = format!("5 5\n{leapers}{}", format!("{}\n", ". ".repeat(25)).repeat(25));
    let cages = ruled((0..8_000).map(|at| format!("killer {} {}", 10 + at % 80, cells(at, 7))));
    for (args, text) in [(&["solve", "--solver", "dlx"][..], leapers), (&["explain"], cages)] {
        let args = [args, &["-j", "1", "--memory", "50M", "-"]].concat();
        let (answer, _, memory) = measured(&args, text.as_bytes());
        assert_eq!(answer.code, Some(3), "{args:?}: {}", answer.stderr);
        assert!(memory <= MOST_KIB, "{args:?}: {memory} KiB");
    }
}

#[test]
fn a_pattern_that_is_too_long_is_refused_before_it_is_parsed() {
    let text = ruled([format!("regex {} : r1c1 r1c2", "([1-9]|[2-5]*)".repeat(80_000))]);
    let answer = assert_within("a long pattern", &["convert", "--to", "header", "-"], text.as_bytes());
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("expected a pattern of at most 32768 bytes, found 1120000"), "{}", answer.stderr);
}

#[test]
fn a_line_of_an_exact_cover_problem_is_read_within_the_limits() {
    let names = (0..1_000_000).fold(String::new(), |names, at| names + " x" + &at.to_string());
    for text in [format!("o:{names}\n"), format!("items:{names}\no: x1\n")] {
        let answer = assert_within("a long line", &["cover", "--count", "--time-limit", LIMIT, "-"], text.as_bytes());
        assert_eq!((answer.code, &*answer.stdout), (Some(3), ">=0\n"), "{}", answer.stderr);
        assert!(answer.stderr.contains("time limit reached"), "{}", answer.stderr);
        let (answer, _, memory) = measured(&["cover", "--count", "--memory", "20M", "-"], text.as_bytes());
        assert_eq!((answer.code, memory <= MOST_KIB), (Some(3), true), "{memory} KiB: {}", answer.stderr);
    }
}

#[test]
fn every_command_reads_within_its_time_limit() {
    let (_, text) = hostile().swap_remove(0);
    let commands: [&[&str]; 10] = [
        &["count"],
        &["check", "--unique"],
        &["explain"],
        &["candidates"],
        &["sample"],
        &["hint"],
        &["path"],
        &["rate"],
        &["solve", "--output", "json"],
        &["draw", "--solution", "--to", "svg"],
    ];
    for command in commands {
        let args = [command, &["--time-limit", LIMIT, "-"]].concat();
        let answer = assert_within("patterns", &args, text.as_bytes());
        // A quick machine reaches the bound of states before the limit.
        let is_bounded = answer.code == Some(2) && answer.stderr.contains("its automaton would have more than");
        let is_late = answer.code == Some(3) && answer.stderr.contains("time limit reached");
        assert!(is_bounded || is_late, "{args:?}: {}{}", answer.stdout, answer.stderr);
        assert!(answer.stderr.contains("regex [0-9]*"), "{args:?}: {}", answer.stderr);
    }
}

#[test]
fn cells_are_counted_before_a_board_is_made_for_them() {
    for text in [
        r#"{"board":"64x64","puzzle":"."}"#,
        r#"{"board":"latin4096","puzzle":[[1,2],[3]]}"#,
        r#"{"board":"4096x4096/4096","puzzle":"..."}"#,
        "grid 64x64 at r1c1\n. . .",
        "canvas 4096 4096\n. . .",
        "latin 4096\n. . .",
        "board,puzzle\n64x64,....",
        "#64x64/...",
    ] {
        let (answer, _, memory) = measured(&["check", "-"], text.as_bytes());
        assert_eq!(answer.code, Some(2), "{text}: {}{}", answer.stdout, answer.stderr);
        assert!(memory <= MOST_KIB, "{text}: {memory} KiB");
    }
    let answer = run(&["check", "-"], r#"{"board":"64x64","puzzle":"."}"#);
    assert!(answer.stderr.contains("expected 16777216 cells, found 1"), "{}", answer.stderr);
    for board in [["--box", "64x64"], ["--order", "64"]] {
        let (answer, _, memory) = measured(&["generate", board[0], board[1]], b"");
        assert_eq!((answer.code, memory <= MOST_KIB), (Some(2), true), "{board:?}: {memory} KiB");
        assert!(answer.stderr.contains("side 256 or less, found side 4096"), "{}", answer.stderr);
    }
}

#[test]
fn empty_lines_without_end_are_given_up() {
    let files = Files::new();
    let lines = vec![b'\n'; 32 << 20];
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&lines).unwrap();
    let path = files.write("lines.gz", packed.finish().unwrap());
    for args in [["solve", "--time-limit", LIMIT, &path], ["sat", "--time-limit", LIMIT, &path]] {
        let (answer, cpu, memory) = measured(&args, b"");
        // A fast program unpacks the whole file in time and finds no puzzle.
        assert!(cpu <= Duration::from_millis(400) + BEYOND, "{args:?}: {cpu:?}");
        assert!(memory <= MOST_KIB, "{args:?}: {memory} KiB");
        assert!(matches!(answer.code, Some(0 | 2 | 3)), "{args:?}: {}", answer.stderr);
    }
}

#[test]
fn a_model_has_the_variables_that_some_clause_has_where_very_many_are_declared() {
    let answer = run(&["sat", "--time-limit", LIMIT, "-"], "p cnf 2147483647 2\n1 -5 0\n7 0\n");
    assert_eq!(answer.code, Some(10), "{}", answer.stderr);
    assert!(answer.stdout.contains("c 2147483644 variables that no clause has are left out"), "{}", answer.stdout);
    assert!(answer.stdout.ends_with(" 7 0\n") && answer.stdout.len() < 200, "{}", answer.stdout);
}

#[test]
fn a_table_of_millions_of_candidates_is_refused() {
    let text = format!("12 12\n{}", format!("{}\n", ". ".repeat(144)).repeat(144));
    for command in [&["candidates"][..], &["candidates", "--counts"]] {
        let answer = run(&[command, &["--time-limit", LIMIT, "-"]].concat(), &text);
        assert_eq!((answer.code, &*answer.stdout), (Some(2), "unknown\n"), "{}", answer.stderr);
        assert!(answer.stderr.contains("at most 1048576 candidates, found 2985984"), "{}", answer.stderr);
    }
}

#[test]
fn a_hint_by_a_technique_looks_for_no_other() {
    let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    for technique in ["x-wing", "naked-pair", "swordfish"] {
        let (answer, cpu, _) = measured(&["hint", "--technique", technique, puzzle], b"");
        assert_eq!((answer.code, &*answer.stdout), (Some(1), "No such step is at hand.\n"), "{}", answer.stderr);
        assert!(cpu <= BEYOND, "{technique}: {cpu:?} of CPU");
    }
}

#[test]
fn a_certificates_rules_are_read_within_the_time_limit_of_verify() {
    let files = Files::new();
    let folder = files.arg("certificate");
    let made = run(&["prove", "--dir", &folder, "-"], ruled(["regex 1.* : r1c1 r1c2".to_owned()]));
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let path = std::path::Path::new(&folder);
    let bundle = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).find(|path| path.is_dir());
    let bundle = bundle.unwrap_or_else(|| path.to_owned());
    let (_, text) = hostile().swap_remove(0);
    let manifest = std::fs::read_to_string(bundle.join("manifest.json")).unwrap();
    let puzzle = std::fs::read_to_string(bundle.join("puzzle.txt")).unwrap();
    std::fs::write(bundle.join("puzzle.txt"), &text).unwrap();
    let sizes = (format!("\"bytes\":{}", puzzle.len()), format!("\"bytes\":{}", text.len()));
    let digest = |text: &str| {
        use sha2::{Digest, Sha256};
        let digest = Sha256::digest(text.as_bytes());
        digest.iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
    };
    let spaced = (sizes.0.replace(':', ": "), sizes.1.replace(':', ": "));
    let forged = manifest.replace(&digest(&puzzle), &digest(&text));
    let forged = forged.replacen(&sizes.0, &sizes.1, 1).replacen(&spaced.0, &spaced.1, 1);
    assert_ne!(forged, manifest);
    std::fs::write(bundle.join("manifest.json"), &forged).unwrap();
    // What its last field should say is told.
    let told = run(&["verify", &folder], "").stdout + &run(&["verify", &folder], "").stderr;
    let behind = |words: &str| told.split(words).nth(1).unwrap()[..64].to_owned();
    let forged = forged.replace(&behind("its last field says "), &behind("its SHA-256 is "));
    std::fs::write(bundle.join("manifest.json"), forged).unwrap();
    let answer = assert_within("patterns", &["verify", "--time-limit", LIMIT, &folder], b"");
    // A quick machine reaches the bound of states before the limit.
    let told = answer.stdout + &answer.stderr;
    let is_bounded = answer.code == Some(1) && told.contains("its automaton would have more than");
    assert!(is_bounded || answer.code == Some(3), "{told}");
}

#[cfg(feature = "serve")]
#[test]
fn a_server_gives_its_places_back_when_their_time_is_over() {
    use crate::serve::client::Server;
    use serde_json::json;
    use std::time::Instant;

    let server = Server::start(&["--jobs", "2"]);
    let small = json!({ "board": "2x2", "puzzle": "................" });
    let before = server.memory();
    for (kind, text) in hostile() {
        let rules: Vec<&str> = text.lines().skip(1).take_while(|line| !line.starts_with('.')).collect();
        for (path, mut question) in [
            ("/api/convert", json!({ "puzzle": text, "to": "header" })),
            ("/api/draw", json!({ "board": "3x3", "rules": rules })),
        ] {
            question["time_limit"] = json!(0.2);
            let body = question.to_string();
            let started = Instant::now();
            std::thread::scope(|scope| {
                let asked: Vec<_> = (0..2).map(|_| scope.spawn(|| server.post(path, body.as_bytes()).status)).collect();
                let statuses: Vec<u16> = asked.into_iter().map(|asked| asked.join().unwrap()).collect();
                println!("{kind:>16} {path} {statuses:?} {:?}", started.elapsed());
                assert!(statuses.iter().all(|status| matches!(status, 200 | 413 | 422 | 504)), "{kind}: {statuses:?}");
            });
            // Both places are there for the next one.
            let started = Instant::now();
            assert_eq!(server.ask("/api/count", &small)["count"], "288", "{kind}");
            assert!(started.elapsed() < Duration::from_secs(2), "{kind}: {:?}", started.elapsed());
        }
    }
    // What the questions took is given back.
    let after = server.memory();
    assert!(after < before + (MOST_KIB << 10), "{before} bytes before, {after} bytes after");
}
