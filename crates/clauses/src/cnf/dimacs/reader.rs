//! Reads DIMACS formulas as they are found in the wild.
//!
//! Comments may stand anywhere, clauses may run over lines, blanks and tabs are alike, and SATLIB's tail of `%` and
//! `0` ends a file, and a byte-order mark may begin one. Nothing is allocated on the word of a header, and no token is longer than a number.

use std::fmt;
use std::io::{self, BufRead};

use crate::cnf::{ClauseSink, Cnf, Lit, Var};

/// What some editors write at the start of a text in UTF-8.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// A comment longer than this is cut.
const MAX_COMMENT: usize = 64 << 10;

/// A word longer than this is no number and no keyword.
const MAX_WORD: usize = 24;

/// Why a text is no DIMACS formula; prints as `LINE:COLUMN: …`.
#[derive(Debug, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
#[non_exhaustive]
pub struct DimacsError {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
    /// What is wrong there.
    #[source]
    pub problem: DimacsProblem,
}

impl DimacsError {
    /// Whether the reader of the text gave up because its time was over.
    #[must_use]
    pub fn is_timed_out(&self) -> bool {
        matches!(&self.problem, DimacsProblem::Io(error) if error.kind() == io::ErrorKind::TimedOut)
    }
}

/// What is wrong with a DIMACS formula.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DimacsProblem {
    /// The text cannot be read.
    #[error("cannot read: {0}")]
    Io(io::Error),
    /// There is no header before the clauses.
    #[error("expected the header p cnf VARIABLES CLAUSES, found {0}")]
    Header(Word),
    /// Something stands behind the header on its line.
    #[error("expected the end of the line behind the header, found {0}")]
    BehindHeader(Word),
    /// A clause stands behind a cube.
    #[error("expected all clauses before the first cube, found {0}")]
    Behind(Word),
    /// A header number is too large to be worked with.
    #[error("expected at most {most} {what}, found {found}")]
    TooMany {
        /// Variables or clauses.
        what: &'static str,
        /// How many there can be.
        most: u64,
        /// The number in the header.
        found: Word,
    },
    /// A word is no literal.
    #[error("expected a literal or 0, found {0}")]
    Literal(Word),
    /// A literal's variable was not declared.
    #[error("expected a variable up to {declared} as the header says, found {found}")]
    Undeclared {
        /// How many variables the header declares.
        declared: u64,
        /// The literal.
        found: i64,
    },
    /// The last clause has no end.
    #[error("expected 0 to end the last clause, found the end of the file")]
    Unended,
    /// The number of clauses is not the header's.
    #[error("expected {declared} clauses as the header says, found {found}")]
    Clauses {
        /// How many clauses the header declares.
        declared: u64,
        /// How many there are; one more than declared where reading stopped at the first too many.
        found: Found,
    },
}

/// A word as it is shown in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(String);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end of the file") } else { write!(f, "{:?}", self.0) }
    }
}

/// A number of clauses found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly so many.
    Exactly(u64),
    /// More than the header declares.
    More,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(count) => write!(f, "{count}"),
            Self::More => f.write_str("more"),
        }
    }
}

/// Reads a formula; `on_comment` gets every comment line without its `c` and blank.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// let text = "c (x1 or x2) and (not x2 or x3 or x4) and (not x1 or not x3 or not x4)\n\
///             p cnf 4 3\n1 2 0 -2 3\n4 0\n-1 -3 -4 0\n";
/// let cnf = satdoku::cnf::dimacs::read(text.as_bytes(), |_| {})?;
/// assert_eq!((cnf.variables(), cnf.len()), (4, 3));
/// # Ok::<(), satdoku::cnf::dimacs::DimacsError>(())
/// ```
///
/// # Errors
/// What is wrong with the text, with line and column. Memory stays within what the clauses themselves take.
pub fn read(reader: impl BufRead, on_comment: impl FnMut(&str)) -> Result<Cnf, DimacsError> {
    let mut words = Words::new(reader, on_comment);
    match read_header(&mut words)? {
        Some((variables, clauses)) => read_clauses(&mut words, variables, clauses),
        None => Err(words.error(DimacsProblem::Header(words.shown()))),
    }
}

/// A formula, and the cubes that split the search for its models.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Split {
    /// The clauses.
    pub cnf: Cnf,
    /// The cubes, in the order of the file; none in a `p cnf`.
    pub cubes: Vec<Vec<Lit>>,
}

/// Reads a formula, or a formula with cubes: `p inccnf`, its clauses, and behind them an `a` line for each cube, as march
/// and other cube solvers write it.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// let split = satdoku::cnf::dimacs::read_split("p inccnf\n1 2 0\na 1 0\na -1 0\n".as_bytes(), |_| {})?;
/// assert_eq!((split.cnf.len(), split.cubes.len()), (1, 2));
/// # Ok::<(), satdoku::cnf::dimacs::DimacsError>(())
/// ```
///
/// # Errors
/// As [`read`]; also where a clause stands behind a cube.
pub fn read_split(reader: impl BufRead, on_comment: impl FnMut(&str)) -> Result<Split, DimacsError> {
    let mut words = Words::new(reader, on_comment);
    match read_header(&mut words)? {
        Some((variables, clauses)) => {
            Ok(Split { cnf: read_clauses(&mut words, variables, clauses)?, cubes: Vec::new() })
        }
        None => read_cubes(&mut words),
    }
}

/// Reads what follows `p inccnf`.
fn read_cubes<R: BufRead, C: FnMut(&str)>(words: &mut Words<R, C>) -> Result<Split, DimacsError> {
    const MAX_VARIABLES: u64 = Var::MAX_INDEX as u64 + 1;
    let mut split = Split { cnf: Cnf::new(), cubes: Vec::new() };
    let (mut lits, mut is_cube) = (Vec::new(), false);
    let mut is_begun = false;
    while words.next_in_clauses()? {
        if !is_begun && words.word == b"a" {
            (is_begun, is_cube) = (true, true);
            continue;
        }
        if !is_begun && !split.cubes.is_empty() {
            return Err(words.error(DimacsProblem::Behind(words.shown())));
        }
        match words.number() {
            Some(0) if is_cube => {
                split.cubes.push(std::mem::take(&mut lits));
                (is_begun, is_cube) = (false, false);
            }
            Some(0) => {
                let Ok(()) = split.cnf.add_clause(&lits);
                lits.clear();
                is_begun = false;
            }
            Some(number) if number.unsigned_abs() <= MAX_VARIABLES => {
                is_begun = true;
                let variable = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
                split.cnf.declare_variables(variable.max(split.cnf.variables()));
                lits.extend(i32::try_from(number).ok().and_then(Lit::from_dimacs));
            }
            Some(found) => return Err(words.error(DimacsProblem::Undeclared { declared: MAX_VARIABLES, found })),
            None => return Err(words.error(DimacsProblem::Literal(words.shown()))),
        }
    }
    if is_begun { Err(words.error(DimacsProblem::Unended)) } else { Ok(split) }
}

/// Reads the clauses behind `p cnf`.
fn read_clauses<R: BufRead, C: FnMut(&str)>(
    words: &mut Words<R, C>,
    variables: u64,
    clauses: u64,
) -> Result<Cnf, DimacsError> {
    let mut cnf = Cnf::new();
    cnf.declare_variables(variables as usize);
    let mut clause = Vec::new();
    while words.next_in_clauses()? {
        if words.word == b"%" {
            break;
        }
        if cnf.len() as u64 == clauses {
            return Err(words.error(DimacsProblem::Clauses { declared: clauses, found: Found::More }));
        }
        match words.number() {
            Some(0) => {
                let Ok(()) = cnf.add_clause(&clause);
                clause.clear();
            }
            Some(number) if number.unsigned_abs() <= variables => {
                // The header's number of variables was bounded, so the literal fits.
                clause.extend(i32::try_from(number).ok().and_then(Lit::from_dimacs));
            }
            Some(found) => return Err(words.error(DimacsProblem::Undeclared { declared: variables, found })),
            None => return Err(words.error(DimacsProblem::Literal(words.shown()))),
        }
    }
    if !clause.is_empty() {
        return Err(words.error(DimacsProblem::Unended));
    }
    if (cnf.len() as u64) < clauses {
        let found = Found::Exactly(cnf.len() as u64);
        return Err(words.error(DimacsProblem::Clauses { declared: clauses, found }));
    }
    Ok(cnf)
}

/// The numbers of variables and clauses; `None` behind `p inccnf`, which has none.
fn read_header<R: BufRead, C: FnMut(&str)>(words: &mut Words<R, C>) -> Result<Option<(u64, u64)>, DimacsError> {
    words.skip_mark()?;
    for keyword in [b"p".as_slice(), b"cnf"] {
        let is_there = words.next()?;
        if keyword == b"cnf" && words.word == b"inccnf" {
            words.header = words.start.0;
            return Ok(None);
        }
        if !is_there || words.word != keyword {
            return Err(words.error(DimacsProblem::Header(words.shown())));
        }
    }
    let mut number = |what, most: u64| {
        words.next()?;
        let found = words.shown();
        match words.number().and_then(|number| u64::try_from(number).ok()) {
            Some(number) if number <= most => Ok(number),
            Some(_) => Err(words.error(DimacsProblem::TooMany { what, most, found })),
            // A row of digits that is no number is one too large.
            None if !words.word.is_empty() && words.word.iter().all(u8::is_ascii_digit) => {
                Err(words.error(DimacsProblem::TooMany { what, most, found }))
            }
            None => Err(words.error(DimacsProblem::Header(found))),
        }
    };
    let (variables, clauses) =
        (number("variables", Var::MAX_INDEX as u64 + 1)?, number("clauses", i64::MAX.unsigned_abs())?);
    words.header = words.start.0;
    Ok(Some((variables, clauses)))
}

/// The words of a text that are not in comments.
struct Words<R, C> {
    reader: R,
    on_comment: C,
    /// Where the reader stands.
    line: u64,
    column: u64,
    /// The word at hand, cut behind [`MAX_WORD`]; empty at the end.
    word: Vec<u8>,
    /// Where it starts.
    start: (u64, u64),
    /// The line on which the header ends, once it was read.
    header: u64,
}

impl<R: BufRead, C: FnMut(&str)> Words<R, C> {
    fn new(reader: R, on_comment: C) -> Self {
        Self { reader, on_comment, line: 1, column: 1, word: Vec::new(), start: (1, 1), header: 0 }
    }

    /// Goes to the next word behind the header, which stands on another line; false at the end.
    fn next_in_clauses(&mut self) -> Result<bool, DimacsError> {
        let is_there = self.next()?;
        if is_there && self.start.0 == self.header {
            return Err(self.error(DimacsProblem::BehindHeader(self.shown())));
        }
        Ok(is_there)
    }

    /// Goes to the next word; false at the end.
    fn next(&mut self) -> Result<bool, DimacsError> {
        self.word.clear();
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() {
                self.advance(byte);
                if !self.word.is_empty() {
                    return Ok(true);
                }
            } else if byte == b'c' && self.column == 1 {
                self.comment()?;
            } else {
                if self.word.is_empty() {
                    self.start = (self.line, self.column);
                }
                if self.word.len() <= MAX_WORD {
                    self.word.push(byte);
                }
                self.advance(byte);
            }
        }
        if self.word.is_empty() {
            self.start = (self.line, self.column);
        }
        Ok(!self.word.is_empty())
    }

    fn comment(&mut self) -> Result<(), DimacsError> {
        let mut comment = Vec::new();
        while let Some(byte) = self.peek()? {
            self.advance(byte);
            if byte == b'\n' {
                break;
            }
            if comment.len() < MAX_COMMENT {
                comment.push(byte);
            }
        }
        let text = String::from_utf8_lossy(&comment);
        let text = text.strip_prefix("c ").or_else(|| text.strip_prefix('c')).unwrap_or(&text);
        (self.on_comment)(text.trim_end());
        Ok(())
    }

    fn peek(&mut self) -> Result<Option<u8>, DimacsError> {
        match self.reader.fill_buf() {
            Ok(buffer) => Ok(buffer.first().copied()),
            Err(error) => Err(DimacsError { line: self.line, column: self.column, problem: DimacsProblem::Io(error) }),
        }
    }

    /// Passes over a byte-order mark, whose bytes may come one by one; at another byte nothing is lost, for no word of a formula
    /// begins with one of these.
    fn skip_mark(&mut self) -> Result<(), DimacsError> {
        for byte in BYTE_ORDER_MARK {
            if self.peek()? != Some(byte) {
                break;
            }
            self.reader.consume(1);
        }
        Ok(())
    }

    fn advance(&mut self, byte: u8) {
        self.reader.consume(1);
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }

    fn number(&self) -> Option<i64> {
        let is_whole = |word: &&str| word.len() <= MAX_WORD && !word.starts_with('+');
        let word = std::str::from_utf8(&self.word).ok().filter(is_whole)?;
        word.parse().ok()
    }

    fn shown(&self) -> Word {
        let text = String::from_utf8_lossy(&self.word);
        Word(if self.word.len() > MAX_WORD { format!("{text}…") } else { text.into_owned() })
    }

    fn error(&self, problem: DimacsProblem) -> DimacsError {
        DimacsError { line: self.start.0, column: self.start.1, problem }
    }
}
