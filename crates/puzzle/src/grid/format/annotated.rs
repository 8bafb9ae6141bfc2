//! A grid in a line with further text: a hash before the grid, a rating or a name behind, or a link around the grid.
//!
//! The words of the line are its runs of letters, digits and signs for empty cells. The longest word that is a grid of 16 cells
//! or more, with a decimal among its digits, is the puzzle. A second word of equal length is allowed only if the line holds a
//! puzzle and its later states: the word with the fewest clues is then the puzzle, and every further word must contain its clues.
//! No further word may look like cells, or be a puzzle of another program. N words of N characters are the rows of a grid, separated by blanks or by one of
//! `/ , ; |`.
//!
//! A link of satdoku's own page names its board: `#3x3/53..7…`. [`ids`] reads lines of other programs.

use crate::geometry::{Geometry, ParseGeometryError};
use crate::grid::Grid;
use crate::grid::exchange;
use crate::grid::format::alphabet::{Alphabet, is_empty_sign};
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::lines::words;
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::sheet::{self, Above};
use crate::grid::format::signs::is_line;
use crate::grid::format::{ids, line, notes, plain};

/// The fewest cells of a grid among words.
const FEWEST_CELLS: usize = 16;

/// The fewest characters, some of them empty signs, that are cells rather than a number, a rating or a date.
const CELLS: usize = 12;

/// The longest line searched for a grid among words.
const LONGEST: usize = 1 << 20;

/// The runs of cell characters with their offsets.
fn runs(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    text.split(move |&byte| !is_part(byte))
        .map(move |run| {
            let start = at;
            at += run.len() + 1;
            (start, run)
        })
        .filter(|(_, run)| !run.is_empty())
}

/// Whether a byte may be a cell's character within a run.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || is_empty_sign(byte) || plain::is_mark(byte)
}

fn is_grid(run: &[u8]) -> bool {
    run.len() >= FEWEST_CELLS && run.iter().any(|byte| matches!(byte, b'1'..=b'9')) && is_line(run)
}

/// Whether a line contains a grid among words.
pub(crate) fn is_annotated(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() <= LONGEST
        && (is_link(line) || ids::is_id(line) || runs(line).any(|(_, run)| is_grid(run)) || rows(line).is_some())
}

/// Whether a line is the address of a page.
pub(crate) fn is_link(line: &[u8]) -> bool {
    let first = words(line).next().map_or(&b""[..], |(_, word)| word);
    let is_site = first.starts_with(b"www.") && first.contains(&b'/');
    first.windows(3).any(|part| part == b"://") || is_site
}

/// Whether a line is the end of a link of our own page, which is no comment.
pub(crate) fn is_fragment(line: &[u8]) -> bool {
    line.starts_with(b"#") && fragment(line).is_some_and(|(board, ..)| names_board(board))
}

/// The word for the board in a link of our own page, where it stands behind and where the cells begin.
fn fragment(text: &[u8]) -> Option<(&str, usize, usize)> {
    let hash = text.iter().position(|&byte| byte == b'#')?;
    let slash = hash + text[hash..].iter().position(|&byte| byte == b'/')?;
    Some((std::str::from_utf8(&text[hash + 1..slash]).ok()?, hash, slash + 1))
}

/// Whether a word names a board; a large board is not built for the answer.
pub(crate) fn names_board(word: &str) -> bool {
    let board = Geometry::parse_within(word, Format::MAX_LINE_SIDE);
    matches!(board, Ok(_) | Err(ParseGeometryError::TooLarge { .. }))
}

/// The position of the first text beside the cells: the second word, or the first word if the puzzle is behind. `None` for a
/// link, a code of another program, or the rows of a grid.
pub(crate) fn first_beside(line: &[u8]) -> Option<usize> {
    if is_link(line) || ids::is_id(line) || is_fragment(line) || rows(line).is_some() {
        return None;
    }
    let mut runs = runs(line);
    let (start, first) = runs.next()?;
    match runs.next() {
        Some((at, _)) => Some(if is_grid(first) { at } else { start }),
        None => (line.trim_ascii().len() > first.len()).then_some(start + first.len()),
    }
}

/// The cells of a line whose words are the rows of a grid, with their places.
pub(crate) fn rows(line: &[u8]) -> Option<(Vec<usize>, Vec<u8>)> {
    [b' ', b'/', b',', b';', b'|'].into_iter().find_map(|separator| {
        let mut places = Vec::new();
        let mut cells = Vec::new();
        let mut count = 0;
        let mut length = None;
        let mut start = 0;
        for word in line.split(|&byte| byte == separator) {
            let at = start + word.len() - word.trim_ascii_start().len();
            start += word.len() + 1;
            let word = word.trim_ascii();
            if word.is_empty() {
                continue;
            }
            if *length.get_or_insert(word.len()) != word.len()
                || !word.iter().all(|&byte| is_part(byte) || byte == b'-')
            {
                return None;
            }
            count += 1;
            places.extend(at..at + word.len());
            cells.extend_from_slice(word);
        }
        (count >= 4 && length == Some(count) && is_line(&cells)).then_some((places, cells))
    })
}

/// Reads a line that is a puzzle, alone or among words, or reports the error of lines that fit no form.
pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    if record.text.first() == Some(&line::AMBIGUOUS) {
        return Err(record.error(0, Problem::Sizes { lines: record.lines().count() }));
    }
    if let Some(read) = ids::parse(record, boards) {
        return read;
    }
    let error = match line::parse(record, boards) {
        Ok(grid) => return Ok(grid),
        Err(error) => error,
    };
    let lines: Vec<_> = record.lines().collect();
    // Rows have no words beside a puzzle: one that is as long as a smaller grid may be two that lost the line feed between them.
    let is_row = |&(_, line): &(usize, &[u8])| words(line).count() == 1 && !line.contains(&b':');
    let are_rows = lines.len() > 1 && lines.iter().all(is_row);
    if !are_rows && let Some(grid) = find(record, boards) {
        return grid;
    }
    if lines.len() < 2 {
        return Err(error);
    }
    sheet::read(record, &lines, &Above::default(), boards)
}

/// The puzzle of a line with further text, if the line has a puzzle.
fn find(record: &Record<'_>, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let text = record.text;
    if text.len() > LONGEST {
        return None;
    }
    if let Some(grid) = own_link(record, boards) {
        return Some(grid);
    }
    if let Some((places, cells)) = rows(text) {
        let is_asked = boards.asked_side().is_none_or(|side| Alphabet::side_of(cells.len()) == Some(side));
        return is_asked.then(|| line::parse_cells(record, &places, &cells, boards));
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
    if let Some(at) = other_programs(text) {
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

/// Where a word is a puzzle of another program, and so no name of the puzzle beside it.
fn other_programs(text: &[u8]) -> Option<usize> {
    let mut start = 0;
    text.split(|byte| byte.is_ascii_whitespace() || b",;|\"'<>".contains(byte)).find_map(|word| {
        let at = start;
        start += word.len() + 1;
        exchange::is_puzzle(word).then_some(at)
    })
}

/// The position of a character that touches a run and cannot separate words: a control character, a non-ASCII letter, or a byte
/// that is not UTF-8.
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
    let cells = words(&text[start..]).next().map_or(&b""[..], |(_, word)| word);
    let found = cells.split(|&byte| byte == b',').count();
    let found = if found > 1 { found } else { cells.len() };
    let board = match Geometry::parse_for(word, boards.most(), found) {
        Ok(board) => board,
        Err(ParseGeometryError::TooLarge { found, most }) => {
            return Some(Err(record.error(hash, Problem::TooLarge { most, found })));
        }
        Err(ParseGeometryError::Places { expected, found }) => {
            return Some(Err(record.error(start, Problem::Cells { expected, found })));
        }
        Err(_) => return None,
    };
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
