//! Puzzles out of files and standard input, one record after another.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use satdoku::grid::format::{Format, Place, ReadOptions, Record, Records};

use crate::cli::output::explain;

const BUFFER: usize = 64 << 10;

/// The name that standard input has in messages.
const STDIN: &str = "<stdin>";

/// A file to read, or standard input.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, io::stdin())));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("is a folder"));
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
}

/// A file's name as messages show it.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { STDIN.to_owned() } else { path.display().to_string() }
}

/// What comes next from the input.
pub(crate) enum Next {
    /// A puzzle; its text was appended.
    Record(Source),
    /// A file that cannot be read or holds no puzzle: a message.
    Failed(String),
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

/// How an input is read, by its first record.
fn how(name: &str, format: Format, record: &Record<'_>) -> String {
    let alphabet = match format.alphabet(record) {
        Some((alphabet, side)) if side > 9 => {
            format!(", {side}x{side} with the digits {} ({}: {})", alphabet.range(side), alphabet, alphabet.rule())
        }
        _ => String::new(),
    };
    format!("{name}:{}: format {format}{alphabet}", record.place.line)
}

/// The records of several files.
pub(crate) struct Reader {
    /// Files not yet opened, the next one last.
    files: Vec<PathBuf>,
    options: ReadOptions,
    current: Option<Current>,
}

struct Current {
    name: Arc<str>,
    records: Records<Box<dyn BufRead + Send>>,
    is_empty: bool,
}

impl Reader {
    pub(crate) fn new(files: &[PathBuf], options: ReadOptions) -> Self {
        let mut files: Vec<_> = if files.is_empty() { vec![PathBuf::from("-")] } else { files.to_vec() };
        files.reverse();
        Self { files, options, current: None }
    }

    /// The records of one input that is open already.
    pub(crate) fn begun(name: &str, reader: Box<dyn BufRead + Send>, options: ReadOptions) -> Self {
        let current = Current { name: name.into(), records: Records::new(reader, &options), is_empty: true };
        Self { files: Vec::new(), options, current: Some(current) }
    }

    /// Whether a person types the puzzles, who waits for each answer.
    pub(crate) fn is_typed(&self) -> bool {
        self.files.iter().any(|file| file == Path::new("-")) && io::stdin().is_terminal()
    }

    /// Bytes of all files together, where all are files.
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
            let Some(current) = &mut self.current else {
                let Some(file) = self.files.pop() else { return Next::End };
                match open(&file) {
                    Ok(reader) => {
                        let records = Records::new(reader, &self.options);
                        self.current = Some(Current { name: name(&file).into(), records, is_empty: true });
                        continue;
                    }
                    Err(error) => return Next::Failed(format!("{}: cannot open: {error}", name(&file))),
                }
            };
            let start = text.len();
            match current.records.next_into(text) {
                Ok(Some(place)) => {
                    let format = current.records.format().unwrap_or(Format::Line);
                    if current.is_empty {
                        explain(|| how(&current.name, format, &Record { text: &text[start..], place }));
                    }
                    current.is_empty = false;
                    return Next::Record(Source { file: Arc::clone(&current.name), format, place });
                }
                Ok(None) => {
                    let failure =
                        current.is_empty.then(|| format!("{}:1:1: expected a puzzle, found nothing", current.name));
                    self.current = None;
                    if let Some(failure) = failure {
                        return Next::Failed(failure);
                    }
                }
                Err(error) => {
                    let failure = format!("{}: cannot read: {error}", current.name);
                    self.current = None;
                    return Next::Failed(failure);
                }
            }
        }
    }
}
