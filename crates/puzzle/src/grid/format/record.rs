//! The text of a puzzle, and the board of the puzzle.

use std::sync::Arc;

use satdoku_base::budget::Running;

use crate::geometry::{Digit, Geometry, GeometryError};
use crate::grid::Grid;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::lines;
use crate::rule::Rules;

/// The text of one puzzle, cut out of a longer text, with its place in the text.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The text, whole lines.
    pub text: &'a [u8],
    /// The place of the record.
    pub place: Place,
}

/// The place of a record in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the first line, from 1.
    pub line: u64,
    /// The line at which the record exceeded the size of any puzzle, and from which its text was dropped.
    pub too_long: Option<u64>,
}

impl Place {
    /// The start of a text.
    pub const START: Self = Self { line: 1, too_long: None };
}

impl Record<'_> {
    /// An error at a byte of the text.
    pub(super) fn error(&self, offset: usize, problem: impl Into<Problem>) -> ParseError {
        let before = &self.text[..offset.min(self.text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lines_before = before.iter().filter(|&&byte| byte == b'\n').count() as u64;
        // Continuation bytes of UTF-8 do not start a character.
        let characters = before[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64;
        ParseError { line: self.place.line + lines_before, column: characters + 1, problem: problem.into() }
    }

    /// An error behind the last character.
    pub(super) fn error_at_end(&self, problem: impl Into<Problem>) -> ParseError {
        self.error(self.text.trim_ascii_end().len(), problem)
    }

    /// The non-blank lines, with their offsets.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> + Clone {
        let mut at = 0;
        let with_offset = move |line| {
            let start = at;
            at += <[u8]>::len(line) + 1;
            (start, line)
        };
        self.text.split(|&byte| byte == b'\n').map(with_offset).filter(|(_, line)| !lines::is_blank(line))
    }

    /// The number that a word stands for, 0 where the cell is empty.
    pub(super) fn number(&self, offset: usize, word: &[u8], side: usize) -> Result<u16, ParseError> {
        if matches!(word, b"." | b"*") || !word.is_empty() && word.iter().all(|&byte| byte == b'_') {
            return Ok(0);
        }
        let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<u16>().ok());
        number
            .filter(|&number| usize::from(number) <= side && word[0] != b'+')
            .ok_or_else(|| self.error(offset, Problem::Number { side, found: Excerpt::new(word) }))
    }
}

/// Chooses the geometry of each record, and remembers the last geometry, so the grids of a batch share it.
#[derive(Clone, Debug)]
pub(super) struct Boards {
    /// The requested board.
    asked: Option<Arc<Geometry>>,
    last: Option<Arc<Geometry>>,
    /// The largest side of a board that was not requested.
    most: usize,
    /// The requested alphabet.
    alphabet: Option<Alphabet>,
    /// The clock of the record at hand.
    running: Running,
}

impl Boards {
    pub(super) fn new(asked: Option<Arc<Geometry>>) -> Self {
        Self { asked, last: None, most: Geometry::MAX_SIDE, alphabet: None, running: Running::default() }
    }

    /// Limits the side of boards: a text that names a larger board is refused before construction.
    pub(super) fn within(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Requests an alphabet for the digits.
    pub(crate) fn in_alphabet(self, alphabet: Option<Alphabet>) -> Self {
        Self { alphabet, ..self }
    }

    /// The requested alphabet.
    pub(crate) fn alphabet(&self) -> Option<Alphabet> {
        self.alphabet
    }

    /// Starts to read a record within a budget.
    pub(crate) fn begin(&mut self, running: &Running) {
        self.running = running.clone();
    }

    /// The clock of the record at hand.
    pub(crate) fn running(&self) -> &Running {
        &self.running
    }

    /// The largest side of a board that a text names.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Whether a board of a side may be made.
    pub(super) fn check(&self, side: usize) -> Result<(), Problem> {
        if side > self.most { Err(Problem::TooLarge { most: self.most, found: side }) } else { Ok(()) }
    }

    /// The board asked for.
    pub(super) fn asked(&self) -> Option<&Arc<Geometry>> {
        self.asked.as_ref()
    }

    /// The side asked for, where the board asked for is a square with the digits from 1.
    pub(super) fn asked_side(&self) -> Option<usize> {
        self.asked.as_ref().and_then(|geometry| geometry.plain_side())
    }

    /// The requested board, unless the board is a plain square.
    pub(super) fn asked_other(&self) -> Option<&Arc<Geometry>> {
        self.asked.as_ref().filter(|geometry| geometry.plain_side().is_none())
    }

    /// The requested board, if any; a text of a different side is refused.
    fn for_asked(&self, side: usize) -> Result<Option<Arc<Geometry>>, Problem> {
        match (&self.asked, self.asked_side()) {
            (Some(_), Some(expected)) if expected != side => Err(Problem::Side { expected, found: side }),
            (Some(asked), None) => Err(Problem::OtherBoard { board: asked.to_string(), found: side }),
            (asked, _) => Ok(asked.clone()),
        }
    }

    /// The board for a text that defines only its side.
    pub(super) fn of_side(&mut self, side: usize) -> Result<Arc<Geometry>, Problem> {
        let will_do = |last: &Geometry| last.is_default_shape() && last.plain_side() == Some(side);
        self.choose(side, will_do, || Geometry::nearly_square(side))
    }

    /// The board for a text that defines only the shape of its boxes.
    pub(super) fn of_boxes(&mut self, rows: usize, columns: usize) -> Result<Arc<Geometry>, Problem> {
        let is_it = |last: &Geometry| last.plain_boxes() == Some((rows, columns));
        self.choose(rows * columns, is_it, || Geometry::boxes(rows, columns))
    }

    /// The board for a text that defines its board completely. A requested square board takes precedence.
    pub(super) fn exactly(&mut self, told: Geometry) -> Result<Arc<Geometry>, Problem> {
        match (&self.asked, told.plain_side()) {
            (Some(asked), _) if **asked == told => Ok(Arc::clone(asked)),
            (Some(_), Some(side)) => self.choose(side, |_| false, || Ok(told)),
            (Some(asked), None) => Err(Problem::Board { expected: asked.to_string(), found: told.to_string() }),
            (None, _) => Ok(self.remember(told)),
        }
    }

    /// The board for a drawing that defines boxes or regions. A requested board of equal side takes precedence.
    pub(super) fn of_drawing(
        &mut self,
        side: usize,
        make: impl FnOnce() -> Result<Geometry, GeometryError>,
    ) -> Result<Arc<Geometry>, Problem> {
        self.choose(side, |_| false, make)
    }

    /// The requested board, else the last board if suitable, else a new board.
    fn choose(
        &mut self,
        side: usize,
        will_do: impl FnOnce(&Geometry) -> bool,
        make: impl FnOnce() -> Result<Geometry, GeometryError>,
    ) -> Result<Arc<Geometry>, Problem> {
        if let Some(asked) = self.for_asked(side)? {
            return Ok(asked);
        }
        if let Some(last) = self.last.as_ref().filter(|last| will_do(last)) {
            return Ok(Arc::clone(last));
        }
        self.check(side)?;
        Ok(self.remember(make()?))
    }

    /// A board, shared with the last grid if equal.
    fn remember(&mut self, board: Geometry) -> Arc<Geometry> {
        match &self.last {
            Some(last) if **last == board => Arc::clone(last),
            _ => Arc::clone(self.last.insert(Arc::new(board))),
        }
    }
}

/// A grid from values that are known to be in range, 0 where a cell is empty, on a board with the digits from 1.
pub(super) fn grid(geometry: Arc<Geometry>, values: impl Iterator<Item = u16>) -> Grid {
    let digits = values.map(Digit::or_empty).collect();
    Grid { geometry, digits, rules: Rules::default() }
}

/// Writes numbers with a separator between them.
pub(super) fn write_separated(
    numbers: impl Iterator<Item = Option<u16>>,
    separator: &str,
    empty: &str,
    out: &mut String,
) {
    for (i, number) in numbers.enumerate() {
        if i > 0 {
            out.push_str(separator);
        }
        match number {
            Some(number) => push_number(out, number),
            None => out.push_str(empty),
        }
    }
}

/// A line of numbers between blanks.
pub(super) fn write_row(numbers: impl Iterator<Item = u16>, out: &mut String) {
    for (i, number) in numbers.enumerate() {
        if i > 0 {
            out.push(' ');
        }
        push_number(out, number);
    }
    out.push('\n');
}

/// Appends a number to a text.
fn push_number(out: &mut String, number: u16) {
    for place in [10_000, 1_000, 100, 10] {
        if number >= place {
            out.push(char::from(b'0' + (number / place % 10) as u8));
        }
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}
