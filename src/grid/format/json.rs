//! `json`: one object a puzzle, on one line or several; it carries every shape.
//!
//! ```text
//! {"shape":"2x2","grid":".31.1......1.13."}
//! {"shape":"6x6","grid":[[0,36,…],…]}
//! ```
//!
//! `shape` is the board as `--box` takes it; without it the usual boxes are meant. The grid is a `line` up to side 35, or
//! N rows of N numbers, or N² numbers; 0, `null`, `""` and `"."` are empty. It may also be called `puzzle`, `question`,
//! `quiz`, `board`, `cells` or `solution`, the first of these that is a text or an array; further names are passed over.
//! An array by itself is a grid as well.

use std::fmt::Write;
use std::io::{self, BufRead};

use crate::geometry::{Digit, Geometry, ParseGeometryError, Regions};
use crate::grid::Grid;
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Format, ParseError, Problem, Shown, line, list};

/// The names of a grid, the one to prefer first.
const GRIDS: [&[u8]; 7] = [b"grid", b"puzzle", b"question", b"quiz", b"board", b"cells", b"solution"];

/// The names of the board's shape.
const SHAPES: [&[u8]; 2] = [b"shape", b"box"];

/// How deep brackets are over a text, outside of its strings.
#[derive(Default)]
struct Depth {
    open: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Depth {
    fn feed(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.is_string => self.is_escaped = true,
            b'"' => self.is_string = !self.is_string,
            b'[' | b'{' if !self.is_string => self.open += 1,
            b']' | b'}' if !self.is_string => self.open = self.open.saturating_sub(1),
            _ => {}
        }
    }
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let mut depth = Depth::default();
    loop {
        let Some(line) = lines.peek(0)? else { return Ok(()) };
        // A new object at the start of a line inside of another is the next puzzle: the other lacks its end.
        if depth.open > 0 && line.starts_with(b"{") {
            return Ok(());
        }
        for &byte in line {
            depth.feed(byte);
        }
        // No string goes over the end of a line.
        (depth.is_string, depth.is_escaped) = (false, false);
        lines.take(record);
        if depth.open == 0 {
            return Ok(());
        }
    }
}

/// A place in the text of a record.
struct Scanner<'a> {
    record: &'a Record<'a>,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn text(&self) -> &'a [u8] {
        self.record.text
    }

    /// The next byte that is no blank; 0 at the end.
    fn peek(&mut self) -> u8 {
        let blanks = self.text()[self.at..].iter().position(|byte| !byte.is_ascii_whitespace());
        self.at = blanks.map_or(self.text().len(), |blanks| self.at + blanks);
        self.text().get(self.at).copied().unwrap_or(0)
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        let rest = &self.text()[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n' || byte == b',').unwrap_or(rest.len()).max(1);
        let found = Shown::new(rest[..end.min(rest.len())].trim_ascii_end());
        let at = if rest.is_empty() { self.text().trim_ascii_end().len() } else { self.at };
        self.record.error(at, Problem::Word { expected, found })
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), ParseError> {
        if self.peek() != byte {
            return Err(self.unexpected(expected));
        }
        self.at += 1;
        Ok(())
    }

    /// A string as it is written, without its quotes, and where it begins.
    fn string(&mut self, expected: &'static str) -> Result<(usize, &'a [u8]), ParseError> {
        self.expect(b'"', expected)?;
        let start = self.at;
        let mut is_escaped = false;
        for (i, &byte) in self.text()[start..].iter().enumerate() {
            match byte {
                b'\n' => break,
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    self.at = start + i + 1;
                    return Ok((start, &self.text()[start..start + i]));
                }
                _ => {}
            }
        }
        self.at = start;
        Err(self.unexpected("a string that ends on its line"))
    }

    /// A number or a word such as `null`.
    fn word(&mut self) -> &'a [u8] {
        self.peek();
        let rest = &self.text()[self.at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let word = &rest[..rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Passes over a value.
    fn skip(&mut self) -> Result<(), ParseError> {
        match self.peek() {
            b'"' => drop(self.string("a value")?),
            b'[' | b'{' => {
                let mut depth = Depth::default();
                let end = self.text()[self.at..].iter().position(|&byte| {
                    depth.feed(byte);
                    depth.open == 0
                });
                let Some(end) = end else {
                    self.at = self.text().len();
                    return Err(self.unexpected("the end of a list or an object"));
                };
                self.at += end + 1;
            }
            _ => {
                if self.word().is_empty() {
                    return Err(self.unexpected("a value"));
                }
            }
        }
        Ok(())
    }

    /// Goes through a list or an object; `entry` reads one.
    fn entries(
        &mut self,
        end: u8,
        expected: &'static str,
        mut entry: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.at += 1;
        if self.peek() == end {
            self.at += 1;
            return Ok(());
        }
        loop {
            entry(self)?;
            match self.peek() {
                b',' => self.at += 1,
                byte if byte == end => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.unexpected(expected)),
            }
        }
    }
}

/// What an object says.
#[derive(Default)]
struct Told<'a> {
    /// The rank of the name and the place of the grid.
    grid: Option<(usize, usize)>,
    shape: Option<(usize, &'a [u8])>,
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut scanner = Scanner { record, at: 0 };
    let mut told = Told::default();
    match scanner.peek() {
        b'{' => scanner.entries(b'}', ", or } at the end of the object", |scanner| {
            let (_, name) = scanner.string("a name in quotes")?;
            scanner.expect(b':', ":")?;
            let value = (scanner.peek(), scanner.at);
            let rank = GRIDS.iter().position(|grid| *grid == name).filter(|_| matches!(value.0, b'"' | b'['));
            if let Some(rank) = rank.filter(|&rank| told.grid.is_none_or(|(best, _)| rank < best)) {
                told.grid = Some((rank, value.1));
            }
            if SHAPES.contains(&name) && value.0 == b'"' {
                told.shape = Some(scanner.string("a shape")?);
                return Ok(());
            }
            scanner.skip()
        })?,
        // An array by itself is a list as any program has it.
        b'[' => return list::parse(record, boards),
        _ => return Err(scanner.unexpected("{ and a grid")),
    }
    if scanner.peek() != 0 {
        return Err(scanner.unexpected("one puzzle, and the next on its own line"));
    }
    let Some((_, at)) = told.grid else {
        let expected = "a text or an array called grid or puzzle";
        return Err(record.error_at_end(Problem::Word { expected, found: Shown::new(b"") }));
    };
    scanner.at = at;
    let shape = told.shape.map(|(at, word)| Ok((at, read_shape(record, at, word)?))).transpose()?;
    if scanner.peek() == b'"' {
        let (start, text) = scanner.string("a grid")?;
        let Some((at, shape)) = shape else { return line::parse_word(record, start, text, boards) };
        let side = shape.side();
        let geometry = board(shape, boards).map_err(|problem| record.error(at, problem))?;
        if text.len() != side * side && text.len() != 2 * side * side {
            return Err(record.error(start + text.len(), Problem::Cells { expected: side * side, found: text.len() }));
        }
        return line::parse_word(record, start, text, &mut Boards::new(Some(geometry)));
    }
    let side = shape.as_ref().map(|(_, shape)| shape.side()).or(boards.asked_side());
    let (side, values) = numbers(&mut scanner, side)?;
    let geometry = match shape {
        Some((at, shape)) => board(shape, boards).map_err(|problem| record.error(at, problem))?,
        None => boards.of_side(side).map_err(|problem| record.error(at, problem))?,
    };
    Ok(record::grid(geometry, values.into_iter()))
}

fn read_shape(record: &Record<'_>, at: usize, word: &[u8]) -> Result<Geometry, ParseError> {
    String::from_utf8_lossy(word).parse().map_err(|error| match error {
        ParseGeometryError::Geometry(error) => record.error(at, error),
        ParseGeometryError::Cell(error) => record.error(at, error),
        ParseGeometryError::Form(_) | ParseGeometryError::Drawn(_) => {
            record.error(at, Problem::Word { expected: "a shape such as 3x3", found: Shown::new(word) })
        }
    })
}

/// The board of a shape; those of a batch are shared.
fn board(shape: Geometry, boards: &mut Boards) -> Result<std::sync::Arc<Geometry>, Problem> {
    match shape.shape() {
        Regions::Boxes { rows, columns } if shape.extra_units().len() == 0 => {
            boards.of_boxes(usize::from(rows), usize::from(columns))
        }
        _ => boards.exactly(shape.side(), || Ok(shape)),
    }
}

/// The numbers of an array, and the side of their grid.
fn numbers<'a>(scanner: &mut Scanner<'a>, side: Option<usize>) -> Result<(usize, Vec<u16>), ParseError> {
    const END: &str = ", or ] at the end of the array";
    let record = scanner.record;
    let start = scanner.at;
    // The words come first: they tell the side that the numbers are measured against.
    let mut words: Vec<(usize, &'a [u8])> = Vec::new();
    let mut rows: Vec<(usize, usize)> = Vec::new();
    let word = |scanner: &mut Scanner<'a>, words: &mut Vec<(usize, &'a [u8])>| {
        let (at, word) = match scanner.peek() {
            b'"' => scanner.string("a number")?,
            _ => (scanner.at, scanner.word()),
        };
        let is_number = |byte: &u8| byte.is_ascii_digit() || b"._*".contains(byte);
        if word != b"null" && !word.iter().all(is_number) || word.is_empty() && scanner.text()[scanner.at - 1] != b'"' {
            scanner.at = at;
            return Err(scanner.unexpected("a number or null"));
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
        _ if !rows.is_empty() => rows.len(),
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
        _ => record.number(at, word, side),
    };
    Ok((side, words.iter().map(number).collect::<Result<_, _>>()?))
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    let geometry = grid.geometry();
    let side = geometry.side();
    let _ = write!(out, "{{\"shape\":\"{geometry}\",\"grid\":");
    if side <= Format::MAX_LINE_SIDE {
        out.push('"');
        line::push_cells(grid.digits(), '.', out);
        out.push_str("\"}\n");
        return;
    }
    for (i, row) in grid.digits().chunks(side).enumerate() {
        out.push_str(if i == 0 { "[[" } else { "],[" });
        record::write_separated(row.iter().map(|digit| digit.map(Digit::get)), ",", "0", out);
    }
    out.push_str("]]}\n");
}
