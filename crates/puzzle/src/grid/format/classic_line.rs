//! The short road of the most frequent text: a classic puzzle as a line of 81 characters.
//!
//! Detecting the format of a text, and building a board, takes twenty times as long as reading the digits. The long road reads every
//! other text, and says what is wrong with a text.

use std::sync::{Arc, OnceLock};

use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::grid::format::record;

/// The grid of 81 characters, each a digit from 1 to 9 or the one sign for an empty cell, `.` or `0`, with blanks or line ends around
/// them; `None` for any other text, and where nine zeros may be digits.
pub(super) fn read(text: &[u8]) -> Option<Grid> {
    let cells: &[u8; 81] = text.trim_ascii().try_into().ok()?;
    let (mut dots, mut zeros) = (0, 0);
    for byte in cells {
        match byte {
            b'1'..=b'9' => {}
            b'.' => dots += 1,
            b'0' => zeros += 1,
            _ => return None,
        }
    }
    let values = cells.iter().map(|&byte| if byte == b'.' { 0 } else { u16::from(byte - b'0') });
    let is_one_sign = dots == 0 || zeros == 0;
    (is_one_sign && zeros != 9).then(|| record::grid(board(), values))
}

/// The classic board, shared by all grids that this module reads.
fn board() -> Arc<Geometry> {
    static BOARD: OnceLock<Arc<Geometry>> = OnceLock::new();
    Arc::clone(BOARD.get_or_init(|| Arc::new(Geometry::of_order(3).expect("the classic board"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::format::{Puzzles, ReadOptions};

    const FULL: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The grid that the long road reads.
    fn long(text: &str) -> Option<Grid> {
        let mut puzzles = Puzzles::new(text.as_bytes(), ReadOptions::default());
        match (puzzles.next(), puzzles.next()) {
            (Some(Ok(grid)), None) => Some(grid),
            _ => None,
        }
    }

    #[test]
    fn both_roads_read_the_same_grid() {
        let texts = [
            PUZZLE.to_owned(),
            PUZZLE.replace('.', "0"),
            FULL.to_owned(),
            ".".repeat(81),
            "0".repeat(81),
            "1".repeat(81),
        ];
        for text in texts {
            for text in [text.clone(), format!("{text}\n"), format!("  {text}\r\n"), format!("\n{text}\n\n")] {
                let grid = read(text.as_bytes());
                assert!(grid.is_some(), "{text:?}");
                assert_eq!(grid, long(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn other_texts_are_left_to_the_long_road() {
        let mixed = PUZZLE.replacen('.', "0", 1);
        // A full grid in the digits 0 to 8.
        let from_zero: String = FULL.bytes().map(|digit| char::from(digit - 1)).collect();
        assert_eq!(long(&from_zero), None);
        for text in [
            "",
            &PUZZLE[1..],
            &format!("{PUZZLE}1"),
            &mixed,
            &from_zero,
            &PUZZLE.replace('.', "*"),
            &PUZZLE.replacen('5', "A", 1),
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text:?}");
        }
        assert!(Arc::ptr_eq(read(PUZZLE.as_bytes()).unwrap().geometry(), read(PUZZLE.as_bytes()).unwrap().geometry()));
    }
}
