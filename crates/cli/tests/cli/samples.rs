//! The formulas in `cnf-samples/`: each is made again byte for byte, read by another reader, and solved by every backend
//! at hand.
//!
//! `SATDOKU_WRITE_SAMPLES=1 cargo test -p satdoku-cli --test cli samples::` writes them anew.

// The names of the samples are ours.
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use satdoku::backend::{Availability, OpenOptions};
use satdoku::cnf::dimacs;
use satdoku::{Backend, Budget, Cnf, Verdict};

use crate::repository;

/// A 9×9 puzzle with one solution, and one without any though no two clues clash: nothing is left for r1c9.
const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const NINE_NONE: &str = "12345678.........9...............................................................";

/// 4×4 puzzles with one solution, and with none.
const FOUR: &str = ".4.2...1.....3..";
const FOUR_NONE: &str = "123....4........";

/// A sample: its name, and its text.
struct Sample {
    name: String,
    text: String,
}

fn folder() -> PathBuf {
    repository().join("cnf-samples")
}

/// A formula that is no Sudoku, with a word on where it comes from.
fn formula(name: &str, origin: &str, variables: usize, clauses: &[&[i32]]) -> Sample {
    let mut text = format!("c {origin}\np cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        for lit in *clause {
            text.push_str(&lit.to_string());
            text.push(' ');
        }
        text += "0\n";
    }
    Sample { name: format!("{name}.cnf"), text }
}

/// A puzzle through `satdoku encode --comments`.
fn puzzle(name: &str, board: &str, encoding: &str, puzzle: &str) -> Sample {
    let mut command = Command::new(env!("CARGO_BIN_EXE_satdoku"));
    command.args(["encode", "--comments", "--box", board, "--encoding", encoding, "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(puzzle.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{name}");
    Sample { name: format!("{name}.cnf"), text: String::from_utf8(output.stdout).unwrap() }
}

/// A 16×16 grid made by a pattern, three of four cells emptied by another.
fn sixteen() -> String {
    let digit = |i: u32| (4 * (i / 16 % 4) + i / 64 + i % 16) % 16 + 1;
    let cell = |i: u32| if i * i % 7 < 3 && i % 5 != 1 { char::from_digit(digit(i), 17) } else { Some('.') };
    (0..256).map(|i| cell(i).unwrap().to_ascii_uppercase()).collect()
}

/// One pigeon more than holes.
fn pigeons(holes: i32) -> Sample {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| at(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for first in 0..=holes {
            clauses.extend((first + 1..=holes).map(|second| vec![-at(first, hole), -at(second, hole)]));
        }
    }
    let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    let origin = "six pigeons in five holes: small, and hard for its size";
    formula("pigeons.unsat", origin, (holes * (holes + 1)).unsigned_abs() as usize, &clauses)
}

fn samples() -> Vec<Sample> {
    let every = [[1, 2, 3], [1, 2, -3], [1, -2, 3], [1, -2, -3], [-1, 2, 3], [-1, 2, -3], [-1, -2, 3], [-1, -2, -3]];
    let eight: Vec<&[i32]> = every.iter().map(<[i32; 3]>::as_slice).collect();
    // The models are 1 2 -3 and 1 -2 3: six clauses differ, one of them stands there twice.
    let seven: Vec<&[i32]> = [0, 1, 2, 3, 4, 7, 7].iter().map(|&i| eight[i]).collect();
    let mut samples = vec![
        formula("empty.sat", "no variable and no clause", 0, &[]),
        formula("empty-clause.unsat", "no variable and one clause, the empty one", 0, &[&[]]),
        formula("free-variables.sat", "variables that no clause names", 5, &[&[2]]),
        formula("contradiction.unsat", "a variable and its negation", 1, &[&[1], &[-1]]),
        formula("seed-equation-1.sat", "(p or not q) and (r or s or p)", 4, &[&[1, -2], &[3, 4, 1]]),
        formula(
            "seed-equation-2.sat",
            "one clause of two literals, two of three",
            6,
            &[&[-1, -2], &[1, 3, 4], &[2, 5, 6]],
        ),
        formula("seed-eight-clauses.unsat", "p, q and r in every combination of signs", 3, &eight),
        formula(
            "seed-seven-clauses.sat",
            "seven of the eight, one of them twice: p with either q or r is left",
            3,
            &seven,
        ),
        formula(
            "seed-reduction.sat",
            "(x1 or x2) (not x2 or x3 or x4) (not x1 or not x3 or not x4)",
            4,
            &[&[1, 2], &[-2, 3, 4], &[-1, -3, -4]],
        ),
        formula("seed-exclusive-or.sat", "x1 or x2, and not both", 2, &[&[1, 2], &[-1, -2]]),
        formula(
            "seed-one-of-three.sat",
            "exactly one of x1, x2 and x3",
            3,
            &[&[-1, -2], &[-1, -3], &[-2, -3], &[1, 2, 3]],
        ),
        pigeons(5),
        puzzle("sudoku-4x4.sat", "2x2", "minimal", FOUR),
        puzzle("sudoku-4x4.unsat", "2x2", "extended", FOUR_NONE),
        puzzle("sudoku-4x4-regions.sat", "regions:1122112233443344+diagonals", "extended", "1..............."),
        puzzle("sudoku-9x9.unsat", "3x3", "extended", NINE_NONE),
        puzzle("sudoku-16x16.sat", "4x4", "reduced", &sixteen()),
    ];
    for encoding in ["minimal", "extended", "modeller", "reduced"] {
        samples.push(puzzle(&format!("sudoku-9x9-{encoding}.sat"), "3x3", encoding, NINE));
    }
    samples
}

pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn cnf(sample: &Sample) -> Cnf {
    dimacs::read(sample.text.as_bytes(), |_| {}).unwrap_or_else(|error| panic!("{}:{error}", sample.name))
}

#[test]
fn the_samples_are_made_again_byte_for_byte() {
    let folder = folder();
    let samples = samples();
    if std::env::var_os("SATDOKU_WRITE_SAMPLES").is_some() {
        for sample in &samples {
            std::fs::write(folder.join(&sample.name), &sample.text).unwrap();
        }
    }
    let names: BTreeSet<String> = samples.iter().map(|sample| sample.name.clone()).collect();
    let there = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> =
        there.filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "cnf")).collect();
    assert_eq!(there, names);
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    for sample in &samples {
        let text = std::fs::read_to_string(folder.join(&sample.name)).unwrap();
        assert!(text == sample.text, "{} is not what is made today", sample.name);
        assert!(readme.contains(&format!("`{}`", sample.name)), "{} is not in the README", sample.name);
    }
}

#[test]
fn another_reader_takes_each_of_them() {
    for sample in samples() {
        let ours = cnf(&sample);
        let theirs = ::dimacs::parse_dimacs(&sample.text);
        if ours.variables() == 0 {
            assert!(theirs.is_err());
            say(&format!("{}: the crate dimacs refuses a formula without variables, as p cnf 0 0 is", sample.name));
            continue;
        }
        let Ok(::dimacs::Instance::Cnf { num_vars, clauses }) = theirs else { panic!("{}: {theirs:?}", sample.name) };
        assert_eq!((num_vars as usize, clauses.len()), (ours.variables(), ours.clauses().count()), "{}", sample.name);
    }
}

#[test]
fn every_backend_at_hand_answers_each_as_its_name_says() {
    let samples = samples();
    for backend in Backend::all() {
        let version = match backend.availability() {
            Availability::Ready(version) => version,
            Availability::Missing(why) => {
                say(&format!("skipped: {backend}: {why}"));
                continue;
            }
        };
        for sample in &samples {
            let formula = cnf(sample);
            let mut solver = backend.open(&OpenOptions::default()).unwrap();
            formula.write(&mut solver).unwrap();
            let verdict = solver.solve(&Budget::unlimited().start());
            let verdict = verdict.unwrap_or_else(|error| panic!("{backend}: {}: {error}", sample.name));
            match verdict {
                Verdict::Satisfiable(model) => {
                    assert!(sample.name.ends_with(".sat.cnf"), "{backend}: {}", sample.name);
                    assert_eq!(formula.first_falsified(&model), None, "{backend}: {}", sample.name);
                }
                Verdict::Unsatisfiable => assert!(sample.name.ends_with(".unsat.cnf"), "{backend}: {}", sample.name),
                Verdict::Unknown(reason) => panic!("{backend}: {}: {reason}", sample.name),
            }
        }
        say(&format!("{backend} {version} answers all {} samples", samples.len()));
    }
}
