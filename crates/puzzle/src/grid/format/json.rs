//! `json`: one object a puzzle, on one line or several; it carries every shape.
//!
//! ```text
//! {"board":"2x2","puzzle":".31.1......1.13."}
//! {"board":"6x6","puzzle":[[0,36,…],…],"solution":[[35,36,…],…]}
//! ```
//!
//! `board` is the board as `--box` takes it; without it the usual boxes are meant. The puzzle is a `line` up to side 35, or
//! N rows of N numbers, or N² numbers; 0, `null`, `""` and `"."` are empty. `solution` is its stored solution. `title`, `author`
//! and `ruleset`, its rules in words, are texts. Each has
//! further names, and there are keys that say nothing of the puzzle: see [`keys`](crate::grid::format::keys). Any other
//! key is an error, as is a key that is given twice. `board` is the puzzle where nothing else is and it is a grid.
//! `clues` is, too, where it is an array. An array by itself is a grid as well, also one of an object for each cell
//! (`[{"val":5},{"val":null},…]`), and so is `newboard.grids[0].value` of the service dosuku.

use std::collections::HashSet;
use std::io::{self, BufRead};
use std::sync::Arc;

use crate::geometry::{Geometry, ParseGeometryError};
use crate::grid::Grid;
use crate::grid::exchange::Notes;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::json_cells::{END, NEW_BOARD, holds_cells, new_board, numbers, read_places};
use crate::grid::format::keys::{self, Meaning};
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::reading::Reading;
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::scanner::{Depth, Scanner};
use crate::grid::format::{annotated, json_layers, line, list, places, signs};
use crate::grid::json::Reader as _;
use crate::rule::{ParseRuleError, Rule};

pub(super) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
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
        depth.end_line();
        lines.take(record);
        if depth.open == 0 {
            return Ok(());
        }
    }
}

/// The keys of an object, collected line by line.
#[derive(Default)]
pub(super) struct Keys {
    depth: Depth,
    /// The text that was read last at the depth of the object's keys, and the one that is being read.
    last: Vec<u8>,
    found: Vec<Vec<u8>>,
}

impl Keys {
    /// Longer texts are no keys.
    const LONGEST: usize = 32;

    /// Takes a line; whether the object ends in it.
    pub(super) fn feed(&mut self, line: &[u8]) -> bool {
        for &byte in line {
            let was_text = self.depth.is_text();
            self.depth.feed(byte);
            if self.depth.open == 1 {
                match byte {
                    b'"' if !was_text => self.last.clear(),
                    b':' if !was_text => self.found.push(std::mem::take(&mut self.last)),
                    byte if was_text && self.depth.is_text() && self.last.len() < Self::LONGEST => self.last.push(byte),
                    _ => {}
                }
            }
            if self.depth.open == 0 && byte == b'}' {
                return true;
            }
        }
        self.depth.end_line();
        false
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.found.iter().any(|known| known == key.as_bytes())
    }
}

/// Where a key's value stands in an object.
#[derive(Clone, Copy)]
struct Value<'a> {
    key: &'a [u8],
    at: usize,
    first: u8,
    /// Where the object with the values of layers stands.
    layers: Option<usize>,
}

impl Value<'_> {
    /// The value of a grid with layers has the places inside of its object; any other value stays as it is.
    fn with_grid_inside(self, scanner: &Scanner<'_>) -> Self {
        match json_layers::inside(scanner, self.at) {
            Some(inside) => Self { at: inside.grid, first: scanner.text()[inside.grid], layers: inside.layers, ..self },
            None => self,
        }
    }

    /// Whether it is a text or an array, as grids are.
    fn may_be_grid(&self) -> bool {
        matches!(self.first, b'"' | b'[')
    }
}

/// So many keys that are passed over are told.
const MOST_TOLD: usize = 1_000;

/// What an object says.
#[derive(Default)]
struct Fields<'a> {
    puzzle: Option<Value<'a>>,
    /// What is the puzzle where nothing else is: clues that are an array and no number.
    clues: Option<Value<'a>>,
    board: Option<Value<'a>>,
    solution: Option<Value<'a>>,
    rules: Option<Value<'a>>,
    title: Option<Value<'a>>,
    author: Option<Value<'a>>,
    ruleset: Option<Value<'a>>,
    keys: Vec<&'a [u8]>,
    known: HashSet<&'a [u8]>,
}

impl<'a> Fields<'a> {
    /// Reads a key with its value.
    fn read(&mut self, scanner: &mut Scanner<'a>, reading: &mut Reading) -> Result<(), ParseError> {
        let record = scanner.record;
        let (at_key, key) = scanner.string("a name in double quotes")?;
        scanner.expect(b':', ":")?;
        let value = Value { key, first: scanner.peek(), at: scanner.at, layers: None };
        if !self.known.insert(key) {
            return Err(record.error(at_key, Problem::KeyTwice { found: Excerpt::new(key) }));
        }
        self.keys.push(key);
        let meaning = match &reading.column {
            Some(column) if column.is(key, self.keys.len()) => Some(Meaning::Puzzle),
            Some(_) => Meaning::of(key).map(|meaning| if meaning == Meaning::Puzzle { Meaning::Note } else { meaning }),
            None => Meaning::of(key),
        };
        let place = match meaning {
            Some(Meaning::Puzzle) => Some(&mut self.puzzle),
            Some(Meaning::Board) => Some(&mut self.board),
            Some(Meaning::Rules) => Some(&mut self.rules),
            Some(Meaning::Title) => Some(&mut self.title),
            Some(Meaning::Author) => Some(&mut self.author),
            Some(Meaning::Ruleset) => Some(&mut self.ruleset),
            // A list of several solutions stores no single one.
            Some(Meaning::Solution) if key != keys::SOLUTIONS.as_bytes() || value.first == b'"' => {
                Some(&mut self.solution)
            }
            _ if key == keys::CLUES.as_bytes() && value.first == b'[' => Some(&mut self.clues),
            None if key == NEW_BOARD && value.first == b'{' => {
                let place = |at: Option<usize>| at.map(|at| Value { key, at, first: record.text[at], layers: None });
                let [puzzle, solution] = new_board(scanner)?;
                (self.puzzle, self.solution) = (place(puzzle), place(solution));
                return Ok(());
            }
            Some(Meaning::Solution | Meaning::Note) => None,
            Some(Meaning::BoxRows | Meaning::BoxColumns) | None => {
                // Finding the place of an error takes time linear in the text before it, so only the first unknown keys get one.
                if !reading.is_lenient || reading.passed_over.len() < MOST_TOLD {
                    let error = record.error(at_key, Problem::UnknownKey { found: Excerpt::new(key) });
                    if !reading.is_lenient {
                        return Err(error);
                    }
                    reading.passed_over.push(error);
                }
                None
            }
        };
        // `null` is as good as none.
        let place = place.filter(|_| value.first != b'n');
        if let Some(first) = place.and_then(|place| place.replace(value.with_grid_inside(scanner))) {
            let (first, second) = (Excerpt::new(first.key), Excerpt::new(key));
            return Err(record.error(at_key, Problem::TwoKeys { first, second }));
        }
        scanner.skip()
    }
}

pub(super) fn parse(record: &Record<'_>, boards: &mut Boards, reading: &mut Reading) -> Result<Grid, ParseError> {
    let mut scanner = Scanner { record, at: 0 };
    let mut fields = Fields::default();
    match scanner.peek() {
        b'{' => scanner.entries(b'}', ", or } at the end of the object", |scanner| fields.read(scanner, reading))?,
        b'[' if begins_objects(record.text) => return Err(scanner.unexpected(ONE_A_LINE)),
        b'[' if holds_cells(record.text) => return read_grid(&mut scanner, 0, None, boards),
        // An array by itself is a list as any program has it.
        b'[' => {
            let read = list::parse(record, boards);
            return read
                .map_err(|error| if begins_puzzles(record.text) { scanner.unexpected(ONE_TEXT) } else { error });
        }
        _ => return Err(scanner.unexpected("{ and a grid")),
    }
    if scanner.peek() != 0 {
        return Err(scanner.unexpected("one puzzle, and the next on its own line"));
    }
    if fields.puzzle.is_none() && fields.board.is_some_and(|board| is_grid(&scanner, board)) {
        fields.puzzle = fields.board.take();
    }
    fields.puzzle = fields.puzzle.or(fields.clues);
    if let Some(value) = fields.puzzle.filter(|value| !value.may_be_grid()) {
        scanner.at = value.at;
        let found = Excerpt::new(scanner.word());
        return Err(record.error(value.at, Problem::Word { expected: GRID, found }));
    }
    let Some(puzzle) = fields.puzzle else {
        let found = Excerpt::list(fields.keys.iter().copied());
        return Err(record.error_at_end(Problem::NoPuzzleKey { found }));
    };
    let board = fields.board.map(|board| {
        scanner.at = board.at;
        let (at, word) = scanner.string("a board such as 3x3, in quotes")?;
        let (found, end) = cells_at(&mut scanner, puzzle.at)?;
        Ok((at, read_board(record, [at, end], word, found, boards)?))
    });
    let grid = read_grid(&mut scanner, puzzle.at, board.transpose()?, boards)?;
    let grid = match fields.rules {
        Some(rules) => with_rules(&mut scanner, rules.at, &grid, boards)?,
        None => grid,
    };
    let grid = json_layers::filled(&mut scanner, puzzle.layers, grid)?;
    if let (Some(solution), true) = (fields.solution, reading.wants_solution) {
        let board = &mut Boards::new(Some(grid.board_without_layers()));
        let read = read_grid(&mut scanner, solution.at, None, board);
        reading.solution = Some(read.and_then(|read| match read.under(&grid) {
            Some(read) if !grid.geometry().layers().is_empty() => {
                json_layers::filled(&mut scanner, solution.layers, read)
            }
            _ => Ok(read),
        }));
    }
    reading.notes = read_notes(&mut scanner, &fields)?;
    Ok(grid)
}

/// The title, the author and the rules in words, where these are texts.
fn read_notes(scanner: &mut Scanner<'_>, fields: &Fields<'_>) -> Result<Option<Box<Notes>>, ParseError> {
    let mut notes = Notes::default();
    for (value, place) in
        [(fields.title, &mut notes.title), (fields.author, &mut notes.author), (fields.ruleset, &mut notes.rules)]
    {
        let Some(value) = value.filter(|value| value.first == b'"') else { continue };
        scanner.at = value.at;
        let (start, text) = scanner.string("a text")?;
        let quoted = &scanner.text()[start - 1..=start + text.len()];
        Notes::set_json(place, &String::from_utf8_lossy(quoted));
    }
    Ok((!notes.is_empty()).then(|| Box::new(notes)))
}

/// The grid with the rules whose lines stand in an array.
fn with_rules(scanner: &mut Scanner<'_>, at: usize, grid: &Grid, boards: &Boards) -> Result<Grid, ParseError> {
    let record = scanner.record;
    scanner.at = at;
    if scanner.peek() != b'[' {
        return Err(scanner.unexpected("an array of rules"));
    }
    let (mut rules, mut starts): (Vec<Rule>, Vec<usize>) = (Vec::new(), Vec::new());
    scanner.entries(b']', END, |scanner| {
        let line = scanner.unescaped("a rule such as killer 15 r1c1 r1c2")?;
        starts.push(line.start);
        let wrong = |(within, error): (usize, ParseRuleError)| record.error(line.place(within), error);
        rules.push(Rule::read_within(&line.text, boards.running()).map_err(wrong)?);
        Ok(())
    })?;
    grid.with_rules_within(rules, boards.running()).map_err(|error| record.error(starts[error.number], error))
}

/// What is expected in place of an array of objects, which would have to be read whole before its first puzzle is had.
const ONE_A_LINE: &str = "each object on a line of its own, not an array of them (`jq -c .[]` writes them so)";

/// What is expected of a puzzle.
const GRID: &str = "a grid: a text or an array";

/// Whether an array holds objects that are no cells.
pub(super) fn begins_objects(text: &[u8]) -> bool {
    let inner = text.trim_ascii_start().strip_prefix(b"[");
    inner.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"{")) && !holds_cells(text)
}

/// Whether an array begins with a text that is longer than a row of any grid and a grid by itself.
fn begins_puzzles(text: &[u8]) -> bool {
    let inner = text.trim_ascii_start().strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    let first = inner.and_then(|inner| inner.strip_prefix(b"\"")?.split(|&byte| byte == b'"').next());
    first.is_some_and(|first| first.len() > Format::MAX_LINE_SIDE && signs::is_line(first))
}

/// What is expected in place of an array of puzzles as texts.
const ONE_TEXT: &str = "each puzzle on a line of its own, not an array of them (`jq -r .[]` writes them so)";

/// Whether what is called a board is a grid.
fn is_grid(scanner: &Scanner<'_>, board: Value<'_>) -> bool {
    let mut scanner = Scanner { record: scanner.record, at: board.at };
    let is_cells = |text: &[u8]| signs::is_line(text) && !annotated::names_board(&String::from_utf8_lossy(text));
    board.first == b'[' || board.first == b'"' && scanner.string("").is_ok_and(|(_, text)| is_cells(text))
}

/// Reads the grid at a place, onto a board where the object tells one.
fn read_grid(
    scanner: &mut Scanner<'_>,
    at: usize,
    fields: Option<(usize, Geometry)>,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let record = scanner.record;
    scanner.at = at;
    if scanner.peek() == b'"' {
        let (start, text) = scanner.string("a grid")?;
        let Some((at, geometry)) = fields else { return line::parse_word(record, start, text, boards) };
        let side = geometry.plain_side();
        let geometry = board(geometry, boards).map_err(|problem| record.error(at, problem))?;
        let Some(side) = side else { return places::read_characters(record, start..start + text.len(), &geometry) };
        if text.len() != side * side && text.len() != 2 * side * side {
            return Err(record.error(start + text.len(), Problem::Cells { expected: side * side, found: text.len() }));
        }
        return line::parse_word(record, start, text, &mut Boards::new(Some(geometry)));
    }
    if scanner.peek() != b'[' {
        return Err(scanner.unexpected(GRID));
    }
    let other = match fields.as_ref() {
        Some((at, geometry)) if geometry.plain_side().is_none() => {
            Some(board(geometry.clone(), boards).map_err(|problem| record.error(*at, problem))?)
        }
        Some(_) => None,
        None => boards.asked_other().cloned(),
    };
    if let Some(board) = other {
        return read_places(scanner, &board);
    }
    let side = fields.as_ref().and_then(|(_, geometry)| geometry.plain_side()).or(boards.asked_side());
    let (side, values) = numbers(scanner, side)?;
    let geometry = match fields {
        Some((at, geometry)) => board(geometry, boards).map_err(|problem| record.error(at, problem))?,
        None => boards.of_side(side).map_err(|problem| record.error(at, problem))?,
    };
    Ok(record::grid(geometry, values.into_iter()))
}

/// How many cells are written at a place, and where they end: characters of a text, or values of an array or of those in it.
fn cells_at(scanner: &mut Scanner<'_>, at: usize) -> Result<(usize, usize), ParseError> {
    scanner.at = at;
    if scanner.peek() == b'"' {
        let (start, text) = scanner.string("a grid")?;
        return Ok((text.len(), start + text.len()));
    }
    if scanner.peek() != b'[' {
        return Err(scanner.unexpected(GRID));
    }
    let mut cells = 0;
    scanner.entries(b']', END, |scanner| {
        if scanner.peek() != b'[' {
            cells += 1;
            return scanner.skip();
        }
        scanner.entries(b']', END, |scanner| {
            cells += 1;
            scanner.skip()
        })
    })?;
    Ok((cells, scanner.at - 1))
}

/// Reads a board by its word, for so many cells; it says at the end of these if they are too few.
pub(super) fn read_board(
    record: &Record<'_>,
    [at, end]: [usize; 2],
    word: &[u8],
    cells: usize,
    boards: &Boards,
) -> Result<Geometry, ParseError> {
    Geometry::parse_for(&String::from_utf8_lossy(word), boards.most(), cells).map_err(|error| match error {
        ParseGeometryError::Places { expected, found } => record.error(end, Problem::Cells { expected, found }),
        ParseGeometryError::Geometry(error) => record.error(at, error),
        ParseGeometryError::Cell(error) => record.error(at, error),
        ParseGeometryError::TooLarge { found, most } => record.error(at, Problem::TooLarge { most, found }),
        ParseGeometryError::Form(_) | ParseGeometryError::Part(_) | ParseGeometryError::Drawn(_) => {
            record.error(at, Problem::Word { expected: "a board such as 3x3", found: Excerpt::new(word) })
        }
    })
}

/// The board that the object tells; those of a batch are shared.
pub(super) fn board(shape: Geometry, boards: &mut Boards) -> Result<Arc<Geometry>, Problem> {
    match shape.plain_boxes() {
        Some((rows, columns)) => boards.of_boxes(rows, columns),
        None => boards.exactly(shape),
    }
}
