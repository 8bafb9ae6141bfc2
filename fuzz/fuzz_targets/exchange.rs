//! Puzzles of other programs: a byte chooses the program, the rest is JSON, a string, a packed text or a link. What is read is
//! written for each program that can say it, and comes back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use satdoku::grid::exchange::{Exchange, Reading, Writing, read, write};

const PROGRAMS: [Exchange; 3] = [Exchange::FPuzzles, Exchange::Iss, Exchange::SudokuPad];

fuzz_target!(|data: &[u8]| {
    let [program, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let program = PROGRAMS[usize::from(*program) % PROGRAMS.len()];
    let mut reading = Reading { is_lenient: program == Exchange::SudokuPad, ..Reading::default() };
    let puzzle = match read(program, text, &mut reading) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            assert!(error.at <= text.len(), "{error}");
            return;
        }
    };
    for to in PROGRAMS {
        let Ok(written) = write(to, &puzzle.grid, &puzzle.notes, Writing::default()) else { continue };
        let back = read(to, &written.text, &mut Reading::default());
        let back = back.unwrap_or_else(|error| panic!("{to:?}: {error}\n{}", written.text));
        assert_eq!(back.grid.digits(), puzzle.grid.digits(), "{to:?}");
    }
});
