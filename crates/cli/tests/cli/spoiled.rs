//! Spoiled inputs of every kind to every subcommand that reads some: an exit status that says so, and never a panic. More of
//! them with `SATDOKU_ATTACK_SECONDS=600`; the kills at random moments are as many in any case.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use oorandom::Rand32;

use crate::{Files, PUZZLE, THREE_SOLUTIONS, batch, read, run, satdoku};

fn time() -> Duration {
    let seconds = std::env::var("SATDOKU_ATTACK_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}

/// Texts, and the arguments of the commands that read them; `-` is the text.
fn seeds() -> Vec<(Vec<u8>, Vec<&'static [&'static str]>)> {
    const OF_PUZZLES: &[&[&str]] = &[
        &["solve", "-", "--time-limit", "1s"],
        &["solve", "-", "--all", "--limit", "3", "--solver", "dlx", "--time-limit", "1s"],
        &["solve", "-", "--output", "csv", "--solver", "sat:varisat", "--time-limit", "1s", "--memory", "200M"],
        &["count", "-", "--limit", "5", "--time-limit", "1s"],
        &["check", "-", "--unique", "--time-limit", "1s"],
        &["explain", "-", "--time-limit", "1s"],
        &["candidates", "-", "--output", "json", "--time-limit", "1s"],
        &["convert", "-", "--to", "header"],
        &["encode", "-", "--comments"],
    ];
    let mut seeds = Vec::new();
    let formats = "line rows header order semicolon ascii minizinc chars grid json sdk ss sdm csv";
    for format in formats.split(' ') {
        for puzzle in [PUZZLE, THREE_SOLUTIONS] {
            let text = run(&["convert", "-", "--to", format], puzzle).stdout;
            if !text.is_empty() && !text.starts_with("invalid") {
                seeds.push((text.into_bytes(), OF_PUZZLES.to_vec()));
            }
        }
    }
    let formula = run(&["encode", "-", "--comments"], THREE_SOLUTIONS).stdout;
    seeds.push((formula.clone().into_bytes(), vec![&["sat", "-", "--time-limit", "1s", "--memory", "200M"][..]]));
    seeds.push((b"s SATISFIABLE\nv 1 -2 3 -4 0\n".to_vec(), vec![&["decode", "-", "--box", "2x2"][..]]));
    seeds.push((b"a: x y\nb: y z\nc: z\nd: x\n".to_vec(), vec![&["cover", "-", "--time-limit", "1s"][..]]));
    seeds.push((b"101\n010\n111\n".to_vec(), vec![&["cover", "-", "--all", "--time-limit", "1s"][..]]));
    seeds
}

/// A text with bytes changed, left out, put in, repeated and cut.
fn spoil(text: &[u8], random: &mut Rand32) -> Vec<u8> {
    const PIECES: &[&[u8]] = &[
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff",
        b"\xc3",
        b"-1",
        b"0",
        b"99999999999999999999",
        b"c ",
        b"p cnf 9999999 1\n",
        b"{",
        b"]",
        b"\"",
        b",",
        b";",
        b"|",
        b"\xef\xbb\xbf",
        b"r1c1",
        b"diagonals",
        b"regions 6\n",
        b"  ",
        b"\t",
        b"\x1b[2J",
        b"\x1f\x8b",
        b"\x28\xb5\x2f\xfd",
    ];
    let mut text = text.to_vec();
    for _ in 0..random.rand_range(1..8) {
        let at = random.rand_range(0..text.len() as u32 + 1) as usize;
        let end = (at + random.rand_range(0..30) as usize).min(text.len());
        match random.rand_range(0..7) {
            0 if at < text.len() => text[at] ^= 1 << random.rand_range(0..8),
            1 if at < text.len() => text[at] = random.rand_u32() as u8,
            2 => drop(text.drain(at..end)),
            3 => {
                let piece = PIECES[random.rand_range(0..PIECES.len() as u32) as usize];
                text.splice(at..at, piece.iter().copied());
            }
            4 => {
                let piece = text[at..end].repeat(random.rand_range(1..20) as usize);
                text.splice(at..at, piece);
            }
            5 if random.rand_range(0..4) == 0 => text.truncate(at),
            _ => {
                let by = at % text.len().max(1);
                text.rotate_left(by);
            }
        }
    }
    text
}

#[test]
fn no_spoiled_input_makes_a_panic() {
    let seeds = seeds();
    assert!(seeds.len() > 24, "{}", seeds.len());
    let (mut random, since, mut tried) = (Rand32::new(4), Instant::now(), 0_u32);
    let mut codes = [0; 256];
    while tried < 60 || since.elapsed() < time() {
        let (text, readers) = &seeds[random.rand_range(0..seeds.len() as u32) as usize];
        let args = readers[random.rand_range(0..readers.len() as u32) as usize];
        let text = spoil(text, &mut random);
        let watch = Instant::now();
        let mut child =
            satdoku(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            let text = &text;
            scope.spawn(move || drop(pipe.write_all(text)));
            child.wait_with_output().unwrap()
        });
        let stderr = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        let is_known = code.is_some_and(|code| matches!(code, 0..=3) || args[0] == "sat" && matches!(code, 10 | 20));
        let shown = || format!("{args:?} {:?}", String::from_utf8_lossy(&text));
        assert!(is_known && !stderr.contains("panicked"), "{code:?} {stderr} {}", shown());
        assert!(watch.elapsed() < Duration::from_mins(1), "{:?} {}", watch.elapsed(), shown());
        assert!(stderr.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()), "{stderr:?} {}", shown());
        codes[usize::try_from(code.unwrap_or(255)).unwrap_or(255)] += 1;
        tried += 1;
    }
    let mut line = format!("{tried} spoiled inputs in {:?}:", since.elapsed());
    for (code, count) in codes.iter().enumerate().filter(|(_, count)| **count > 0) {
        let _ = write!(line, " status {code} {count} times");
    }
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Whatever the moment of a kill, going on gives the bytes of a run that nobody disturbed.
#[test]
fn outputs_of_runs_that_are_killed_are_gone_on_with() {
    let files = Files::new();
    let puzzles = files.write("puzzles", batch(1500));
    let (mut random, since, mut kills) = (Rand32::new(7), Instant::now(), 0);
    for (name, args) in
        [("a", &["solve", "--reduce", "none"][..]), ("b.csv", &["count"]), ("c", &["check", "--unique"])]
    {
        let whole = files.arg(&format!("whole.{name}"));
        run(&[args, &[&puzzles, "-o", &whole]].concat(), "");
        let out = files.arg(name);
        let partial = files.path(&format!("{name}.partial"));
        loop {
            let resume: &[&str] = if partial.exists() { &["--resume"] } else { &[] };
            let mut child = satdoku(&[args, &[&puzzles, "-o", &out, "--jobs", "2"], resume].concat())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(random.rand_range(1..60).into()));
            child.kill().unwrap();
            if child.wait().unwrap().code().is_some() {
                break;
            }
            kills += 1;
        }
        assert!(!partial.exists() && read(&out) == read(&whole), "{name}");
    }
    let _ = writeln!(std::io::stderr(), "{kills} kills in {:?}", since.elapsed());
}
