//! The packed text of a link: base64, DEFLATE, and JSON with short names for keys.

use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::{self, Item};
use crate::grid::exchange::links::unpercent;
use crate::grid::exchange::lz;

/// The short names of keys.
const KEYS: [(char, &str); 19] = [
    ('S', "surface"),
    ('N', NUMBERS),
    ('1', "numberS"),
    ('Y', "symbol"),
    ('F', "freeline"),
    ('2', "freelineE"),
    ('T', "thermo"),
    ('7', "nobulbthermo"),
    ('3', "arrows"),
    ('D', "direction"),
    ('0', "squareframe"),
    ('5', "polygon"),
    ('L', "line"),
    ('E', EDGES),
    ('W', "wall"),
    ('C', "cage"),
    ('4', "deletelineE"),
    ('6', "killercages"),
    ('_', "__a"),
];

/// The key of the digits.
pub(super) const NUMBERS: &str = "number";

/// The key of the edges.
pub(super) const EDGES: &str = "lineE";

pub(super) fn damaged() -> ExchangeError {
    ExchangeError::whole(ExchangeProblem::expected("a drawing that Penpa has packed", "one that is damaged or cut off"))
}

/// Undoes base64 and DEFLATE.
pub(super) fn unpack(packed: &str) -> Result<String, ExchangeError> {
    let mut bytes = Vec::with_capacity(packed.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in unpercent(packed).trim().trim_end_matches('=').replace(' ', "+").bytes() {
        let value = lz::value(byte).ok_or_else(damaged)?;
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let unpacked = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, lz::MAX_UTF16_UNITS);
    let unpacked = unpacked.map_err(|error| match error.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
            ExchangeError::whole(ExchangeProblem::TooLong(lz::MAX_UTF16_UNITS))
        }
        _ => damaged(),
    })?;
    String::from_utf8(unpacked).map_err(|_| damaged())
}

/// Parses JSON with short names: outside strings `zN` is `"number"` and `zO` is `null`; in strings `zZ` is `z`.
pub(super) fn parse(text: &str) -> Result<Item, ExchangeError> {
    let mut json = String::with_capacity(2 * text.len());
    let mut is_string = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => is_string = !is_string,
            '\\' if is_string => {
                json.push(character);
                json.extend(characters.next());
                continue;
            }
            'z' => {
                match characters.next().ok_or_else(damaged)? {
                    'Z' => json.push('z'),
                    'O' => json.push_str("null"),
                    short => {
                        let name = KEYS.iter().find(|(known, _)| *known == short).map(|(_, name)| *name);
                        json.extend(["\"", name.unwrap_or(&short.to_string()), "\""]);
                    }
                }
                continue;
            }
            _ => {}
        }
        json.push(character);
    }
    json::parse(&json)
}
