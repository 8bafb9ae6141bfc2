//! Texts as people have them, spoiled: whatever is read by detection alone is the same when the text arrives in pieces, is
//! written and read back, and is read again when its form is named; an error is in the text. The seeds are `tests/data/odd`.
#![no_main]

use std::io::BufReader;

use libfuzzer_sys::fuzz_target;
use satdoku::Grid;
use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions, Records};
use satdoku_fuzz::assert_place;

/// What is read of a text: the puzzles, and the errors as they are told.
fn read(text: &[u8], capacity: usize) -> Vec<Result<Grid, String>> {
    Puzzles::new(BufReader::with_capacity(capacity, text), ReadOptions::default())
        .map(|puzzle| {
            puzzle.map_err(|error| {
                if let ReadError::Parse(error) = &error {
                    assert_place(text, error.line, error.column, &error.to_string());
                }
                error.to_string()
            })
        })
        .collect()
}

fuzz_target!(|text: &[u8]| {
    let puzzles = read(text, 1 << 16);
    // The order of UTF-16 is told by the first bytes, which arrive together.
    assert_eq!(puzzles, read(text, 8), "in pieces");
    let mut records = Records::new(text, &ReadOptions::default());
    let found = records.next_into(&mut Vec::new()).expect("a text in memory is read");
    assert!(found.is_some() || puzzles.is_empty(), "puzzles without a record");
    for grid in puzzles.iter().flatten() {
        let mut written = String::new();
        Format::Header.write(grid, &mut written).expect("a header carries every board");
        assert_eq!(read(written.as_bytes(), 1 << 16), [Ok(grid.clone())], "{written}");
    }
});
