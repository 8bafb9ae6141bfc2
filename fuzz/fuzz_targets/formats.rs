//! Puzzles in any format: two bytes choose the format and the board to read with, one the format to write in, the rest is
//! the text. Whatever is read can be written and reads back the same; an error is in the text.
#![no_main]

use std::io::BufReader;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions};
use satdoku::{Geometry, Grid};
use satdoku_fuzz::assert_place;

/// Boards of each kind.
const BOARDS: [&str; 14] = [
    "1x1",
    "2x2",
    "2x3",
    "3x3",
    "3x3+diagonals",
    "regions:1122112233443344",
    "2x2+unit:r1c1,r2c3,r3c2,r4c4",
    "4x4",
    "twodoku",
    "2x2@r1c1+2x2@r2c4",
    "latin4",
    "4x6/6",
    "3x4/5+regions:112203344055",
    "2x2+digits:0..3",
];

static GEOMETRIES: LazyLock<Vec<Arc<Geometry>>> =
    LazyLock::new(|| BOARDS.iter().map(|board| Arc::new(board.parse().expect("a board"))).collect());

/// One of the values, or none.
fn choose<T: Clone>(values: &[T], byte: u8) -> Option<T> {
    values.get(usize::from(byte) % (values.len() + 1)).cloned()
}

fn assert_reads_back(grid: &Grid, format: Format) {
    if format.carries(grid).is_err() {
        let mut text = String::new();
        // Some of it can be written, and only its size and its digits count.
        let _ = format.write(grid, &mut text);
        return;
    }
    let mut text = format.prologue().to_owned();
    format.write(grid, &mut text).expect("what is carried is written");
    if format == Format::Json {
        assert_is_json(grid, &text);
    }
    let options = ReadOptions::of(Some(format), None);
    let read: Vec<Grid> = Puzzles::new(text.as_bytes(), options)
        .map(|grid| grid.unwrap_or_else(|error| panic!("{format}: {error}\n{text}")))
        .collect();
    if format.program().is_some() {
        // They have another order of the rules, which makes another board.
        assert_eq!(read.len(), 1, "{format}:\n{text}");
        assert_eq!(
            (read[0].digits(), read[0].rules().is_empty()),
            (grid.digits(), grid.rules().is_empty()),
            "{format}:\n{text}"
        );
        return;
    }
    assert_eq!(read, std::slice::from_ref(grid), "{format}:\n{text}");
}

/// Another reader of JSON finds the same rules, and no key more; what another writer makes of them reads the same.
fn assert_is_json(grid: &Grid, text: &str) {
    let object: serde_json::Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let lines: Vec<String> = grid.rules().as_slice().iter().map(ToString::to_string).collect();
    let keys: &[&str] = if lines.is_empty() { &["board", "puzzle"] } else { &["board", "puzzle", "rules"] };
    let mut found: Vec<&String> = object.as_object().expect("an object").keys().collect();
    found.sort();
    assert_eq!(found, keys, "{text}");
    if !lines.is_empty() {
        assert_eq!(object["rules"], serde_json::json!(lines), "{text}");
    }
    let again = object.to_string();
    let read: Vec<Grid> = Puzzles::new(again.as_bytes(), ReadOptions::of(Some(Format::Json), None))
        .map(|grid| grid.unwrap_or_else(|error| panic!("{error}\n{again}")))
        .collect();
    assert_eq!(read, std::slice::from_ref(grid), "{again}");
}

fuzz_target!(|data: &[u8]| {
    let [format, board, written, text @ ..] = data else { return };
    let options = ReadOptions::of(choose(Format::all(), *format), choose(&GEOMETRIES, *board));
    // However the text arrives, it is the same puzzles.
    let mut pieces = Puzzles::new(BufReader::with_capacity(3, text), options.clone());
    for puzzle in Puzzles::new(text, options.clone()) {
        let again = pieces.next().expect("as many puzzles in pieces as at once");
        match (puzzle, again) {
            (Ok(grid), Ok(again)) => {
                assert_eq!(grid, again);
                if let Some(board) = &options.geometry {
                    assert_eq!(grid.geometry(), board);
                }
                assert_reads_back(&grid, choose(Format::all(), *written).unwrap_or(Format::Header));
            }
            (Err(ReadError::Parse(error)), Err(ReadError::Parse(again))) => {
                assert_eq!(error, again);
                assert_place(text, error.line, error.column, &error.to_string());
            }
            (puzzle, again) => panic!("{puzzle:?} at once, {again:?} in pieces"),
        }
    }
    assert!(pieces.next().is_none(), "more puzzles in pieces than at once");
});
