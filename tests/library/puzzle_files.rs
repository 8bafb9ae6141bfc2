//! Files of puzzles that other people made, where this machine has them: each is read by detection alone, and is the same
//! after it went through another format. Also texts of every format with some damage.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use satdoku::grid::format::{Format, ParseError, Puzzles, ReadError, ReadOptions};
use satdoku::{Geometry, Grid};

/// Says something even of a test that passes: the test runner keeps back only what `println!` prints.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The folder that `SATDOKU_PUZZLES` names, or the one beside the project.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("SATDOKU_PUZZLES").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/puzzles");
    let folder = named.unwrap_or_else(beside);
    if folder.is_dir() {
        return Some(folder);
    }
    say("skipped: no folder of puzzles; SATDOKU_PUZZLES can name it");
    None
}

/// The puzzle files below a folder: all but texts about them.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            files(&path, found);
        } else if !name.starts_with("LICENSE") && !name.starts_with("README") {
            found.push(path);
        }
    }
}

fn read(text: &[u8], format: Option<Format>) -> Vec<Result<Grid, ParseError>> {
    let read = |puzzle: Result<Grid, ReadError>| match puzzle {
        Err(ReadError::Parse(error)) => Err(error),
        puzzle => Ok(puzzle.unwrap()),
    };
    Puzzles::new(text, ReadOptions::of(format, None)).map(read).collect()
}

#[test]
fn every_puzzle_file_is_read_by_detection_alone() {
    let Some(folder) = folder() else { return };
    let mut found = Vec::new();
    files(&folder, &mut found);
    assert!(!found.is_empty(), "{}", folder.display());
    let mut count = 0;
    for path in &found {
        let puzzles = read(&fs::read(path).unwrap(), None);
        assert!(!puzzles.is_empty(), "{}", path.display());
        for puzzle in &puzzles {
            assert!(
                puzzle.as_ref().is_ok_and(|grid| grid.clue_count() > 0 || puzzles.len() > 1),
                "{}: {puzzle:?}",
                path.display()
            );
        }
        count += puzzles.len();
    }
    say(&format!("{} files with {count} puzzles are read by detection alone", found.len()));
}

#[test]
fn every_large_puzzle_is_the_same_after_rows_header_and_json() {
    let Some(folder) = folder() else { return };
    let mut found = Vec::new();
    files(&folder.join("large"), &mut found);
    for path in &found {
        let puzzles: Vec<Grid> = read(&fs::read(path).unwrap(), None).into_iter().map(Result::unwrap).collect();
        for format in [Format::Rows, Format::Header, Format::Json] {
            let mut text = String::new();
            for puzzle in &puzzles {
                format.carries(puzzle).unwrap();
                format.write(puzzle, &mut text).unwrap();
                text.push('\n');
            }
            let back: Vec<Grid> = read(text.as_bytes(), None).into_iter().map(Result::unwrap).collect();
            assert!(back == puzzles, "{} through {format}", path.display());
        }
    }
    say(&format!("{} files are the same after rows, header and json", found.len()));
}

/// The folder of texts as people have them, each written for this test.
const ODD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/odd");

/// A puzzle as `expected.tsv` tells it: its line, with the board before it where that is not the usual one.
fn told(puzzle: Result<Grid, ParseError>) -> String {
    match puzzle {
        Err(error) => format!("! {error}"),
        // A puzzle with rules has a line for each.
        Ok(grid) if !grid.rules().is_empty() => grid.to_string().replace('\n', "; "),
        Ok(grid) => {
            let mut line = String::new();
            Format::Line.write(&grid, &mut line).unwrap();
            let is_usual = Format::Line.carries(&grid).is_ok();
            let board = if is_usual { String::new() } else { format!("{} ", grid.geometry()) };
            board + line.trim_end()
        }
    }
}

#[test]
fn every_odd_file_is_read_by_detection_alone_or_refused_in_one_sentence() {
    let index = fs::read_to_string(format!("{ODD}/expected.tsv")).unwrap();
    let mut expected = std::collections::BTreeMap::<&str, Vec<&str>>::new();
    for (file, answer) in index.lines().skip(1).filter_map(|line| line.split_once('\t')) {
        expected.entry(file).or_default().push(answer);
    }
    let count = fs::read_dir(ODD).unwrap().count() - 1;
    assert_eq!(expected.len(), count, "files and names in the index");
    assert!(count >= 100, "{count}");
    for (file, answers) in expected {
        let text = fs::read(format!("{ODD}/{file}")).unwrap();
        let found: Vec<String> = read(&text, None).into_iter().map(told).collect();
        assert_eq!(found, answers, "{file}");
    }
    say(&format!("{count} odd files are read, or refused in one sentence"));
}

/// A small generator of numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        // Knuth's MMIX constants; the low bits are the weak ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Damages a text: bytes changed, put in, taken out or repeated, lines lost or doubled, the end cut off.
fn damage(text: &mut Vec<u8>, dice: &mut Dice) {
    const BYTES: &[u8] = b"0123456789ABGZz.,;:|+-_*[]{}\"%#c \t\r\n\0\x80\xff";
    let at = dice.below(text.len());
    let byte = BYTES[dice.below(BYTES.len())];
    let line = |at: usize, text: &[u8]| {
        let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |length| at + length + 1);
        start..end
    };
    match dice.below(8) {
        0 => text[at] = byte,
        1 => text.insert(at, byte),
        2 => drop(text.remove(at)),
        3 => text.truncate(at),
        4 => drop(text.drain(line(at, text))),
        5 => {
            let range = line(at, text);
            let copy = text[range.clone()].to_vec();
            text.splice(range.start..range.start, copy);
        }
        6 => drop(text.splice(at..at, b"99999999999999999999".iter().copied())),
        _ => drop(text.splice(at..at, std::iter::repeat_n(byte, 40))),
    }
}

#[test]
fn damaged_texts_are_errors_in_their_place_and_nothing_worse() {
    const MALFORMED: usize = 40;
    let mut dice = Dice(4);
    let mut kinds = std::collections::BTreeSet::new();
    let mut total = 0;
    // What is only read has no text to damage.
    for &format in Format::all().iter().filter(|format| format.is_written()) {
        let mut malformed = 0;
        let mut tries = 0;
        while malformed < MALFORMED {
            tries += 1;
            assert!(tries < 100 * MALFORMED, "{format} takes nearly anything");
            let word = ["3x3", "2x2", "2x3", "4x4", "6x6"][dice.below(5)];
            let board = std::sync::Arc::new(word.parse::<Geometry>().unwrap());
            if format.carries(&Grid::empty(&board)).is_err() {
                continue;
            }
            let side = board.digit_count();
            let values: Vec<u16> = (0..side * side).map(|_| dice.below(2 * side) as u16).collect();
            let values: Vec<u16> =
                values.iter().map(|&value| if usize::from(value) > side { 0 } else { value }).collect();
            let mut text = format.prologue().to_owned();
            format.write(&Grid::from_values(&board, &values).unwrap(), &mut text).unwrap();
            let mut text = text.into_bytes();
            for _ in 0..=dice.below(3) {
                damage(&mut text, &mut dice);
                if text.is_empty() {
                    text.push(b'?');
                }
            }
            let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
            let mut is_malformed = false;
            for asked in [None, Some(format)] {
                for error in read(&text, asked).into_iter().filter_map(Result::err) {
                    let shown = String::from_utf8_lossy(&text).into_owned();
                    assert!((1..=lines).contains(&error.line), "{format}: {error}\n{shown}");
                    let line = shown.lines().nth(error.line as usize - 1).unwrap_or_default();
                    let length = line.chars().count() as u64;
                    assert!((1..=length + 1).contains(&error.column), "{format}: {error} in {length}\n{shown}");
                    assert!(error.to_string().starts_with(&format!("{}:{}: ", error.line, error.column)), "{error}");
                    kinds.insert(format!("{format} {}", kind(&error)));
                    is_malformed |= asked.is_some();
                }
            }
            malformed += usize::from(is_malformed);
        }
        total += malformed;
    }
    assert!(total >= 500, "{total}");
    say(&format!("{total} malformed texts, {} kinds of errors, each in its place", kinds.len()));
}

/// The name of an error's variant.
fn kind(error: &ParseError) -> String {
    let name = format!("{:?}", error.problem);
    name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}
