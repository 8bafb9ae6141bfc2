//! Puzzles from files and standard input, record by record.

use std::io::{self, BufRead, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use satdoku::grid::format::{
    Format, Parser, Place, Problem, Puzzles, ReadOptions, Record, Records, TableOptions, Unclear,
};

use crate::process::file_name::name;
use crate::process::messages::explain;

use crate::Failure;
use crate::stream::line_blocks;
use crate::stream::line_blocks::{Block, Blocks};
use crate::stream::open::{foreign, open_counted};
use crate::stream::patience::Patience;
use crate::stream::table::AnswerColumn;

/// The place of a read error, which it reports once.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Broken {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}

/// A source read ahead as far as a table's first lines reach; the bytes read are kept.
struct Ahead<'a> {
    source: &'a mut dyn BufRead,
    head: &'a mut Vec<u8>,
    at: usize,
}

impl Read for Ahead<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Ahead<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.head.len() && self.head.len() < line_blocks::MAX_HEAD {
            let buffer = self.source.fill_buf()?;
            let read = buffer.len();
            self.head.extend_from_slice(buffer);
            self.source.consume(read);
        }
        Ok(&self.head[self.at..])
    }

    fn consume(&mut self, length: usize) {
        self.at += length;
    }
}

/// The name that a puzzle in a file's place has in messages.
const ARGUMENT: &str = "<argument>";

/// A puzzle in a file's place has a side of so much at least: what is shorter is rather a mistyped name.
const LEAST_SIDE: usize = 4;

/// The next element of the input.
pub(crate) enum Next {
    /// A puzzle, with its text appended.
    Record(Source),
    /// The puzzles at hand are had by [`Reader::next_block`].
    InBlocks,
    /// A file that cannot be read or holds no puzzle.
    Failed(Failure),
    /// The end of the last file.
    End,
}

/// Where a record stands, and how it is to be read.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) file: Arc<str>,
    pub(crate) format: Format,
    pub(crate) place: Place,
}

/// The interpretation of an input, according to its first record.
fn how(name: &str, format: Format, record: &Record<'_>) -> String {
    let alphabet = match format.alphabet(record) {
        Some((alphabet, side)) if side > 9 => {
            format!(", {side}x{side} with the digits {} ({}: {})", alphabet.range(side), alphabet, alphabet.rule())
        }
        _ => String::new(),
    };
    format!("{name}:{}: format {format}{alphabet}", record.place.line)
}

/// The error for a file without a puzzle. A format that its first lines have says where the puzzles should stand.
pub(crate) fn no_puzzle(name: &str, format: Option<Format>) -> Failure {
    let expected = match format {
        Some(Format::Csv) => "a puzzle below the names of the columns",
        Some(Format::OpenSudoku) => "a puzzle in an element <game data=\"…\">",
        _ => "a puzzle",
    };
    Failure::located(name, format_args!("1:1: expected {expected}, found nothing"))
}

fn cannot_open(name: &str, error: &io::Error) -> Failure {
    Failure::Message(format!("{name}: cannot open: {error}"))
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::TimedOut => Failure::Stopped(format!("{name}: {error} before a puzzle was found")),
        _ => Failure::Message(format!("{name}: cannot read: {error}")),
    }
}

/// The error for a table whose puzzle column is unclear.
fn unclear_table(name: &str, format: Format, first: &Record<'_>, options: &ReadOptions) -> Option<Failure> {
    // A table whose names are all unknown is taken for lines or rows.
    if !matches!(format, Format::Csv | Format::Line | Format::Rows) {
        return None;
    }
    let error = Parser::with_options(format, options).parse(first).err()?;
    let Problem::Columns { why, .. } = error.problem else { return None };
    let hint = match why {
        Unclear::Open => "",
        _ => "; --column NAME or --column K tells which has the puzzles, --no-header that there are no names",
    };
    Some(Failure::located(name, format!("{error}{hint}")))
}

/// The puzzle whose N rows of N characters stand in the place of N files' names.
fn rows_of_a_puzzle(files: &[PathBuf], options: &ReadOptions) -> Option<PathBuf> {
    let rows: Vec<&str> = files.iter().map(|file| file.to_str()).collect::<Option<_>>()?;
    let is_row = |row: &&str| row.chars().count() == rows.len() && !Path::new(row).exists();
    if rows.len() < LEAST_SIDE || !rows.iter().all(is_row) {
        return None;
    }
    let text = rows.join("\n");
    let mut puzzles = Puzzles::new(text.as_bytes(), options.clone());
    let is_one = matches!(puzzles.next(), Some(Ok(_))) && puzzles.next().is_none();
    drop(puzzles);
    is_one.then(|| text.into())
}

/// The records of several files.
pub(crate) struct Reader {
    /// Files not yet opened, in reverse order.
    files: Vec<PathBuf>,
    options: ReadOptions,
    current: Option<Current>,
    /// Whether lines of 9×9 puzzles are handed out in blocks.
    has_blocks: bool,
    /// The answers' column, where tables are handed out in blocks.
    answers: Option<AnswerColumn>,
    /// Number of bytes read from the files.
    taken: Arc<AtomicU64>,
    /// How long the next puzzle is looked for.
    patience: Patience,
}

enum Current {
    Records { name: Arc<str>, records: Box<Records<Box<dyn BufRead + Send>>>, is_empty: bool },
    Blocks { name: Arc<str>, blocks: Blocks },
}

impl Reader {
    pub(crate) fn new(files: &[PathBuf], options: ReadOptions) -> Self {
        let mut files = match rows_of_a_puzzle(files, &options) {
            Some(puzzle) => vec![puzzle],
            None if files.is_empty() => vec![PathBuf::from("-")],
            None => files.to_vec(),
        };
        files.reverse();
        let patience = Patience::new(options.budget.time());
        Self { files, options, current: None, has_blocks: false, answers: None, taken: Arc::default(), patience }
    }

    /// Hands out files of 9×9 puzzles, one a line, in blocks of lines from now on, if the board is theirs.
    pub(crate) fn cut_lines(&mut self) {
        let is_line = self.options.format.is_none_or(|format| format == Format::Line);
        self.has_blocks = is_line && self.is_classic() && self.options.table == TableOptions::default();
    }

    /// Hands out tables in blocks of lines from now on.
    pub(crate) fn cut_tables(&mut self, answers: AnswerColumn) {
        self.answers = self.options.format.is_none_or(|format| format == Format::Csv).then_some(answers);
    }

    /// Whether lines of 81 cells are puzzles on the classic board, in decimals.
    pub(crate) fn is_classic(&self) -> bool {
        self.options.alphabet.is_none()
            && self.options.geometry.as_ref().is_none_or(|board| board.as_classic().is_some())
    }

    /// How the records are to be read.
    pub(crate) fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// Number of bytes read from the files so far.
    pub(crate) fn taken(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.taken)
    }

    /// The records of an input that is already open.
    pub(crate) fn begun(name: &str, reader: Box<dyn BufRead + Send>, options: ReadOptions) -> Self {
        let records = Records::new(reader, &options);
        let current = Some(Current::Records { name: name.into(), records: Box::new(records), is_empty: true });
        let patience = Patience::default();
        Self { files: Vec::new(), options, current, has_blocks: false, answers: None, taken: Arc::default(), patience }
    }

    /// Whether a person types the puzzles and waits for each answer.
    pub(crate) fn is_typed(&self) -> bool {
        self.files.iter().any(|file| file == Path::new("-")) && io::stdin().is_terminal()
    }

    /// Total bytes of the files, if each is a regular file.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        if self.current.is_some() {
            return None;
        }
        self.files
            .iter()
            .map(|file| file.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len()))
            .sum()
    }

    /// Appends the next record to `text`.
    pub(crate) fn next(&mut self, text: &mut Vec<u8>) -> Next {
        loop {
            let (name, records, is_empty) = match &mut self.current {
                Some(Current::Records { name, records, is_empty }) => (name, records, is_empty),
                Some(Current::Blocks { .. }) => return Next::InBlocks,
                None => {
                    let Some(file) = self.files.pop() else { return Next::End };
                    match self.open(&file) {
                        Ok(current) => self.current = Some(current),
                        Err(failure) => return Next::Failed(failure),
                    }
                    continue;
                }
            };
            let start = text.len();
            self.patience.renew();
            match records.next_into(text) {
                Ok(Some(place)) => {
                    let format = records.format().unwrap_or(Format::Line);
                    if *is_empty {
                        let record = Record { text: &text[start..], place };
                        if let Some(failure) = unclear_table(name, format, &record, &self.options) {
                            text.truncate(start);
                            self.current = None;
                            return Next::Failed(failure);
                        }
                        explain(|| how(name, format, &record));
                    }
                    *is_empty = false;
                    return Next::Record(Source { file: Arc::clone(name), format, place });
                }
                Ok(None) => {
                    let failure = is_empty.then(|| no_puzzle(name, records.format()));
                    self.current = None;
                    if let Some(failure) = failure {
                        return Next::Failed(failure);
                    }
                }
                Err(error) => {
                    let failure = cannot_read(name, &error);
                    self.current = None;
                    return Next::Failed(failure);
                }
            }
        }
    }

    fn open(&mut self, path: &Path) -> Result<Current, Failure> {
        self.patience.renew();
        let cannot = |error: io::Error| cannot_open(&name(path), &error);
        let (mut source, name) = match open_counted(path, &self.taken, &self.patience) {
            // No file has a name that is too long for the system: a large board has more cells than that.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename) => {
                (self.argument(path, &error).map_err(cannot)?, ARGUMENT.to_owned())
            }
            source => (source.map_err(cannot)?, name(path)),
        };
        match source.fill_buf() {
            Ok(start) => {
                if let Some(what) = foreign(start) {
                    return Err(Failure::Message(format!("{name}: expected puzzles, found {what}")));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot_read(&name, &error)),
        }
        let name: Arc<str> = name.into();
        if self.has_blocks || self.answers.is_some() {
            let is_file = path.is_file();
            let mut head = Vec::new();
            match line_blocks::read_first_record(&mut source, &mut head) {
                Ok(true) if self.has_blocks => {
                    let mut lines = head.split(|&byte| byte == b'\n');
                    let line = lines.position(|line| !line_blocks::is_passed_over(line)).unwrap_or_default() + 1;
                    explain(|| format!("{name}:{line}: format {}", Format::Line));
                    return Ok(Current::Blocks { name, blocks: Blocks::new(head, source, is_file) });
                }
                Ok(_) => {
                    let mut ahead = Ahead { source: &mut source, head: &mut head, at: 0 };
                    let is_table = self.answers.map(|answers| (answers, self.begins_table(&name, &mut ahead)));
                    source = match is_table {
                        Some((answers, Ok(true))) => {
                            let blocks = Blocks::new(head, source, is_file);
                            let blocks = blocks.with_tables(answers, self.options.table.clone());
                            return Ok(Current::Blocks { name, blocks });
                        }
                        Some((_, Err(error))) => Box::new(Cursor::new(head).chain(Broken(Some(error)))),
                        _ => Box::new(Cursor::new(head).chain(source)),
                    };
                }
                // The bytes before an error are valid.
                Err(error) => source = Box::new(Cursor::new(head).chain(Broken(Some(error)))),
            }
        }
        let records = Box::new(Records::new(source, &self.options));
        Ok(Current::Records { name, records, is_empty: true })
    }

    /// The puzzle that stands in the place of a file's name.
    fn argument(&self, path: &Path, no_file: &io::Error) -> io::Result<Box<dyn BufRead + Send>> {
        let text = path.to_string_lossy().into_owned() + "\n";
        let problem = match Puzzles::new(text.as_bytes(), self.options.clone()).next() {
            Some(Ok(puzzle)) if puzzle.geometry().comparable_side() >= LEAST_SIDE => {
                return Ok(Box::new(Cursor::new(text)));
            }
            Some(Ok(_)) | None => "too short".to_owned(),
            Some(Err(error)) => error.to_string(),
        };
        // An argument that looks like a file name gets only the error about the file.
        let is_word = |ending: &str| !ending.is_empty() && ending.chars().all(char::is_alphabetic);
        let has_ending = path.extension().and_then(|ending| ending.to_str()).is_some_and(is_word);
        let is_short = !text.contains(char::is_numeric) && text.len() <= LEAST_SIDE.pow(2);
        if !text.contains("://") && (has_ending || text.contains('/') || is_short) {
            return Err(io::Error::other(no_file.to_string()));
        }
        Err(io::Error::other(format!("{no_file}; nor is it a puzzle: {problem}")))
    }

    /// Whether a file can be cut as a table; reads as much of it as needed, however it arrives.
    fn begins_table(&self, name: &str, ahead: &mut Ahead<'_>) -> io::Result<bool> {
        let mut records = Records::new(ahead, &self.options);
        let mut text = Vec::new();
        let Some(place) = records.next_into(&mut text)? else { return Ok(false) };
        let record = Record { text: &text, place };
        if records.format() != Some(Format::Csv) || unclear_table(name, Format::Csv, &record, &self.options).is_some() {
            return Ok(false);
        }
        explain(|| how(name, Format::Csv, &record));
        Ok(true)
    }

    /// Whether [`next_block`](Self::next_block) has the puzzles at hand.
    pub(crate) fn is_in_blocks(&self) -> bool {
        matches!(self.current, Some(Current::Blocks { .. }))
    }

    /// Puts the next lines of the file at hand, `size` bytes or somewhat more, into `text`; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn next_block(&mut self, text: &mut Vec<u8>, size: usize) -> Result<Option<(Arc<str>, Block)>, Failure> {
        let Some(Current::Blocks { name, blocks }) = &mut self.current else { return Ok(None) };
        let name = Arc::clone(name);
        self.patience.renew();
        match blocks.next(text, size) {
            Ok(Some(block)) => Ok(Some((name, block))),
            Ok(None) => {
                let failure = blocks.has_no_puzzle().then(|| no_puzzle(&name, Some(Format::Csv)));
                self.current = None;
                failure.map_or(Ok(None), Err)
            }
            Err(error) => {
                self.current = None;
                Err(cannot_read(&name, &error))
            }
        }
    }
}
