//! Arrays of JSON with a number, a text or an object for each cell.

use std::sync::Arc;

use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::record::{Place, Record};
use crate::grid::format::scanner::Scanner;
use crate::grid::format::{misfit, places};
use crate::grid::json::Reader as _;

/// What is expected behind a value of an array.
pub(crate) const END: &str = ", or ] at the end of the array";

/// The keys under which an object has the digit of its cell.
const DIGITS: [&[u8]; 3] = [b"val", b"value", b"digit"];

/// The keys of what people note in a cell.
const NOTED: [&[u8]; 2] = [b"candidates", b"notes"];

/// Whether an array has an object with a digit for each cell.
pub(crate) fn holds_cells(text: &[u8]) -> bool {
    let Some(open) = text.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b'[') else { return false };
    let record = Record { text, place: Place::START };
    let mut scanner = Scanner { record: &record, at: open };
    scanner.peek() == b'{' && open > 0 && cell(&mut scanner).is_ok()
}

/// A cell: a number, a text, or an object that has one of these under a key.
fn cell<'a>(scanner: &mut Scanner<'a>) -> Result<(usize, &'a [u8]), ParseError> {
    match scanner.peek() {
        b'"' => scanner.string("a number"),
        b'{' => {
            let (record, start) = (scanner.record, scanner.at);
            let mut digit = None;
            scanner.entries(b'}', OBJECT, |scanner| {
                let (at, key) = scanner.string("a name in double quotes")?;
                scanner.expect(b':', ":")?;
                if DIGITS.contains(&key) {
                    let value = match scanner.peek() {
                        b'"' => match scanner.string("a number")? {
                            (at, b"") => (at, &b"null"[..]),
                            value => value,
                        },
                        _ => (scanner.at, scanner.word()),
                    };
                    if digit.replace(value).is_some() {
                        return Err(record.error(at, Problem::KeyTwice { found: Excerpt::new(key) }));
                    }
                    return Ok(());
                }
                if !NOTED.contains(&key) {
                    return Err(record.error(at, Problem::Word { expected: CELL, found: Excerpt::new(key) }));
                }
                scanner.skip()
            })?;
            digit.ok_or_else(|| record.error(start, Problem::Word { expected: CELL, found: Excerpt::new(b"{") }))
        }
        _ => Ok((scanner.at, scanner.word())),
    }
}

/// What is expected of the object of a cell.
const CELL: &str = "an object with the key val, value or digit, and candidates or notes beside it";

/// Reads an array of a number for each place of a board's canvas, or of as many for each row.
pub(crate) fn read_places<'a>(scanner: &mut Scanner<'a>, board: &Arc<Geometry>) -> Result<Grid, ParseError> {
    let record = scanner.record;
    let mut words: Vec<(usize, &'a [u8])> = Vec::new();
    let word = |scanner: &mut Scanner<'a>, words: &mut Vec<(usize, &'a [u8])>| {
        let (at, word) = cell(scanner)?;
        words.push((at, if matches!(word, b"null" | b"") { b"." } else { word }));
        Ok(())
    };
    scanner.entries(b']', END, |scanner| {
        if scanner.peek() != b'[' {
            return word(scanner, &mut words);
        }
        let before = words.len();
        scanner.entries(b']', END, |scanner| word(scanner, &mut words))?;
        let (expected, found) = (board.columns(), words.len() - before);
        if found == expected { Ok(()) } else { Err(record.error(scanner.at - 1, Problem::Cells { expected, found })) }
    })?;
    places::read(record, board, words.into_iter())
}

/// The cells of the usual board, for which memory is taken at once.
const USUAL_CELLS: usize = 81;

/// The numbers of an array, and the side of their grid.
pub(crate) fn numbers<'a>(scanner: &mut Scanner<'a>, side: Option<usize>) -> Result<(usize, Vec<u16>), ParseError> {
    let record = scanner.record;
    let start = scanner.at;
    // The words come first: they tell the side that the numbers are measured against.
    let mut words: Vec<(usize, &'a [u8])> = Vec::with_capacity(USUAL_CELLS);
    let mut rows: Vec<(usize, usize)> = Vec::new();
    let word = |scanner: &mut Scanner<'a>, words: &mut Vec<(usize, &'a [u8])>| {
        let (at, word) = cell(scanner)?;
        if let [b'0'..=b'9'] = word {
            words.push((at, word));
            return Ok(());
        }
        let is_number = |byte: &u8| byte.is_ascii_digit() || b"._*".contains(byte);
        if word != b"null" && !word.iter().all(is_number) || word.is_empty() && scanner.text()[scanner.at - 1] != b'"' {
            let expected = "a number or null";
            scanner.at = at;
            return Err(match word {
                b"" => scanner.unexpected(expected),
                _ => record.error(at, Problem::Word { expected, found: Excerpt::new(word) }),
            });
        }
        words.push((at, word));
        Ok(())
    };
    scanner.entries(b']', END, |scanner| {
        if scanner.peek() == b'[' {
            let before = words.len();
            scanner.entries(b']', END, |scanner| word(scanner, &mut words))?;
            rows.push((scanner.at - 1, words.len() - before));
            return Ok(());
        }
        word(scanner, &mut words)
    })?;
    let end = scanner.at - 1;
    let found = words.len();
    let side = side.unwrap_or_else(|| match found.isqrt() {
        _ if !rows.is_empty() => misfit::side_of_rows(rows.iter().map(|&(_, cells)| cells)),
        root if root * root == found && root > 0 => root,
        root => root + 1,
    });
    if let Some(&(at, found)) = rows.iter().find(|(_, cells)| *cells != side) {
        return Err(record.error(at, Problem::Cells { expected: side, found }));
    }
    if !rows.is_empty() && rows.len() != side {
        return Err(record.error(end, Problem::Rows { expected: side, found: rows.len() }));
    }
    if found != side * side {
        return Err(record.error(end, Problem::Cells { expected: side * side, found }));
    }
    if side == 0 || side > Geometry::MAX_SIDE {
        return Err(record.error(start, crate::geometry::GeometryError::Side { side }));
    }
    let number = |&(at, word): &(usize, &[u8])| match word {
        b"null" | b"" => Ok(0),
        &[byte @ b'0'..=b'9'] if usize::from(byte - b'0') <= side => Ok(u16::from(byte - b'0')),
        _ => record.number(at, word, side),
    };
    Ok((side, words.iter().map(number).collect::<Result<_, _>>()?))
}

/// The key under which the public service dosuku has its grids.
pub(crate) const NEW_BOARD: &[u8] = b"newboard";

/// What is expected behind a value of an object.
const OBJECT: &str = ", or } at the end of the object";

/// Where the grid and its solution stand in the value of that key: `{"grids":[{"value":…,"solution":…,"difficulty":…}],…}`, of
/// one grid.
pub(crate) fn new_board(scanner: &mut Scanner<'_>) -> Result<[Option<usize>; 2], ParseError> {
    let record = scanner.record;
    let (mut places, mut count) = ([None; 2], 0);
    scanner.entries(b'}', OBJECT, |scanner| {
        let (_, key) = scanner.string("a name in double quotes")?;
        scanner.expect(b':', ":")?;
        if key != b"grids" || scanner.peek() != b'[' {
            return scanner.skip();
        }
        scanner.entries(b']', END, |scanner| {
            count += 1;
            if scanner.peek() != b'{' || count > 1 {
                return Err(scanner.unexpected("one grid, an object"));
            }
            scanner.entries(b'}', OBJECT, |scanner| {
                let (at, key) = scanner.string("a name in double quotes")?;
                scanner.expect(b':', ":")?;
                scanner.peek();
                let found = || Excerpt::new(key);
                let place = match key {
                    b"value" => &mut places[0],
                    b"solution" => &mut places[1],
                    b"difficulty" => return scanner.skip(),
                    _ => {
                        let expected = "the keys value, solution and difficulty";
                        return Err(record.error(at, Problem::Word { expected, found: found() }));
                    }
                };
                if place.replace(scanner.at).is_some() {
                    return Err(record.error(at, Problem::KeyTwice { found: found() }));
                }
                scanner.skip()
            })
        })
    })?;
    Ok(places)
}
