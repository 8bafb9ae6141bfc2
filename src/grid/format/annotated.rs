//! A grid in a line that says more: a hash before it, a rating or a name behind it, or a link around it.
//!
//! The words of the line are its runs of letters, digits and empty signs. The longest word that is a grid of 16 cells or
//! more is the puzzle. No other word may be as long, unless the line has a puzzle and what it becomes: then the one with
//! the fewest clues is the puzzle, and each of the others has every clue of it. Nor may another word look like cells.
//! Words of N characters each, N of them, are the rows of one grid.
//!
//! A link of satdoku's own page names its board: `#3x3/53..7…`.

use crate::geometry::{Geometry, ParseGeometryError};
use crate::grid::Grid;
use crate::grid::format::alphabet;
use crate::grid::format::alphabet::{Alphabet, is_empty_sign};
use crate::grid::format::lines::words;
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Excerpt, Format, ParseError, Problem, line, notes, sdk};

/// A grid among other words has so many cells at least.
const FEWEST_CELLS: usize = 16;

/// So many characters, some of them empty signs, are cells rather than a number, a rating or a date.
const CELLS: usize = 12;

/// Longer lines are looked at as they are.
const LONGEST: usize = 1 << 20;

/// The runs of cells' characters with their offsets.
fn runs(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || is_empty_sign(byte);
    let mut at = 0;
    text.split(move |&byte| !is_part(byte))
        .map(move |run| {
            let start = at;
            at += run.len() + 1;
            (start, run)
        })
        .filter(|(_, run)| !run.is_empty())
}

fn is_grid(run: &[u8]) -> bool {
    run.len() >= FEWEST_CELLS && alphabet::is_line(run)
}

/// Whether a line has a grid among other words.
pub(in crate::grid::format) fn is_annotated(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() <= LONGEST && (is_link(line) || runs(line).any(|(_, run)| is_grid(run)) || rows(line).is_some())
}

/// Whether a line is the address of a page.
pub(in crate::grid::format) fn is_link(line: &[u8]) -> bool {
    let first = words(line).next().map_or(&b""[..], |(_, word)| word);
    let is_site = first.starts_with(b"www.") && first.contains(&b'/');
    first.windows(3).any(|part| part == b"://") || is_site
}

/// Whether a line is the end of a link of our own page, which is no comment.
pub(in crate::grid::format) fn is_fragment(line: &[u8]) -> bool {
    line.starts_with(b"#") && fragment(line).is_some_and(|(board, ..)| names_board(board))
}

/// The word for the board in a link of our own page, where it stands behind and where the cells begin.
fn fragment(text: &[u8]) -> Option<(&str, usize, usize)> {
    let hash = text.iter().position(|&byte| byte == b'#')?;
    let slash = hash + text[hash..].iter().position(|&byte| byte == b'/')?;
    Some((std::str::from_utf8(&text[hash + 1..slash]).ok()?, hash, slash + 1))
}

/// Whether a word is one for a board. A large board is not made to know that.
pub(in crate::grid::format) fn names_board(word: &str) -> bool {
    let board = Geometry::parse_within(word, Format::MAX_LINE_SIDE);
    matches!(board, Ok(_) | Err(ParseGeometryError::TooLarge { .. }))
}

/// The words of a line that are the rows of one grid.
fn rows(line: &[u8]) -> Option<Vec<u8>> {
    let count = words(line).count();
    let is_cells = |word: &[u8]| word.iter().all(|&byte| byte.is_ascii_alphanumeric() || is_empty_sign(byte));
    let are_rows = count >= 4 && words(line).all(|(_, word)| word.len() == count && is_cells(word));
    let cells: Vec<u8> = words(line).flat_map(|(_, word)| word.iter().copied()).collect();
    (are_rows && alphabet::is_line(&cells)).then_some(cells)
}

/// Reads a line: a puzzle alone, or among other words; or says what is wrong with the lines that no form fits.
pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    if record.text.first() == Some(&line::AMBIGUOUS) {
        return Err(record.error(0, Problem::Sizes { lines: record.lines().count() }));
    }
    let error = match line::parse(record, boards) {
        Ok(grid) => return Ok(grid),
        Err(error) => error,
    };
    if let Some(grid) = find(record, boards) {
        return grid;
    }
    let count = record.lines().count();
    if count <= 1 {
        return Err(error);
    }
    // Nearly N words of N cells are told of as such.
    let words_of = |side: usize| record.lines().filter(|(_, line)| line.trim_ascii().len() == side).count();
    let are_words = record.lines().all(|(_, line)| words(line).count() == 1);
    if are_words && [count, count + 1].into_iter().any(|side| side > 3 && words_of(side) + 1 >= count) {
        return sdk::parse(record, boards);
    }
    Err(record.error(0, Problem::Shapeless { lines: count }))
}

/// The puzzle of a line with more than a puzzle; nothing where it has none.
fn find(record: &Record<'_>, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let text = record.text;
    if text.len() > LONGEST {
        return None;
    }
    if let Some(grid) = own_link(record, boards) {
        return Some(grid);
    }
    if let Some(cells) = rows(text) {
        let geometry = boards.asked_side().is_none_or(|side| Alphabet::side_of(cells.len()) == Some(side));
        return geometry.then(|| line::parse_word(record, 0, &cells, boards));
    }
    let is_asked = |run: &[u8]| boards.asked_side().is_none_or(|side| Alphabet::side_of(run.len()) == Some(side));
    let grids: Vec<_> = runs(text).filter(|(_, run)| is_grid(run) && is_asked(run)).collect();
    let Some(longest) = grids.iter().map(|(_, run)| run.len()).max() else {
        return is_link(text).then(|| Err(record.error(0, Problem::Link)));
    };
    let looks_like_cells = |run: &[u8]| {
        let is_cell = |&byte: &u8| byte.is_ascii_digit() || is_empty_sign(byte);
        run.len() >= CELLS && run.iter().all(is_cell) && run.iter().copied().any(is_empty_sign)
    };
    if let Some((at, _)) = runs(text).find(|(_, run)| run.len() != longest && looks_like_cells(run)) {
        return Some(Err(record.error(at, Problem::Several)));
    }
    for &(at, run) in &grids {
        if let Some(bad) = glued(text, at, at + run.len()) {
            let (side, found) = (Alphabet::side_of(run.len()).unwrap_or(9), Excerpt::character(&text[bad..]));
            return Some(Err(record.error(bad, Problem::Character { side: side.min(Format::MAX_LINE_SIDE), found })));
        }
        for (start, rest) in [(0, &text[..at]), (at + run.len(), &text[at + run.len()..])] {
            if notes::says_more(rest) {
                let expected = "a puzzle without rules or a board, which have a line each in the form header";
                return Some(Err(
                    record.error(start, Problem::Word { expected, found: Excerpt::new(rest.trim_ascii()) })
                ));
            }
        }
    }
    let mut found: Vec<(usize, Grid)> = Vec::new();
    for (at, run) in grids.into_iter().filter(|(_, run)| run.len() == longest) {
        match line::parse_word(record, at, run, boards) {
            Ok(grid) => found.push((at, grid)),
            Err(error) => return Some(Err(error)),
        }
    }
    found.sort_by_key(|(_, grid)| grid.clue_count());
    let puzzle = found[0].1.clone();
    let keeps = |grid: &Grid| {
        let pairs = puzzle.digits().iter().zip(grid.digits());
        pairs.clone().all(|(clue, digit)| clue.is_none() || clue == digit)
            && (grid == &puzzle || grid.digits().iter().all(Option::is_some))
    };
    if found.iter().all(|(_, grid)| keeps(grid)) {
        return Some(Ok(puzzle));
    }
    let last = found.iter().map(|&(at, _)| at).max().unwrap_or(0);
    Some(Err(record.error(last, Problem::Several)))
}

/// Where something touches a run that is no mark between words: a control character, a letter that is not ASCII, or what is no
/// UTF-8.
fn glued(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let is_mark = |piece: &[u8]| {
        let mut characters = std::str::from_utf8(piece).unwrap_or("\0").chars();
        characters.all(|one| one.is_ascii_whitespace() || !one.is_alphanumeric() && !one.is_control())
    };
    let is_inner = |byte: &u8| byte & 0xc0 == 0x80;
    let before = text[..start].iter().rposition(|byte| !is_inner(byte)).unwrap_or(0);
    let after =
        text[end..].iter().skip(1).position(|byte| !is_inner(byte)).map_or(text.len(), |length| end + 1 + length);
    if !is_mark(&text[before..start]) {
        return Some(before);
    }
    (!is_mark(&text[end..after])).then_some(end)
}

/// The puzzle of a link of our own page.
fn own_link(record: &Record<'_>, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let text = record.text.trim_ascii_end();
    let (word, hash, start) = fragment(text).filter(|_| is_link(text) || text.starts_with(b"#"))?;
    let board = match Geometry::parse_within(word, boards.most()) {
        Ok(board) => board,
        Err(ParseGeometryError::TooLarge { found, most }) => {
            return Some(Err(record.error(hash, Problem::TooLarge { most, found })));
        }
        Err(_) => return None,
    };
    let cells = words(&text[start..]).next().map_or(&b""[..], |(_, word)| word);
    let side = board.plain_side();
    let geometry = match boards.exactly(board) {
        Ok(geometry) => geometry,
        Err(problem) => return Some(Err(record.error(hash, problem))),
    };
    let Some(side) = side.filter(|&side| side > Format::MAX_LINE_SIDE) else {
        return Some(line::parse_word(record, start, cells, &mut Boards::new(Some(geometry))));
    };
    let numbers = cells.split(|&byte| byte == b',');
    let found = numbers.clone().count();
    if found != side * side {
        return Some(Err(record.error(start, Problem::Cells { expected: side * side, found })));
    }
    let number = |word: &[u8]| if word.is_empty() { Ok(0) } else { record.number(start, word, side) };
    let values = numbers.map(number).collect::<Result<Vec<_>, _>>();
    Some(values.map(|values| record::grid(geometry, values.into_iter())))
}
