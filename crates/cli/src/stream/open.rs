//! Opens files and standard input, unpacked, and knows files that hold no puzzle as text by their first bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::process::messages::note;
use crate::stream::compression::unpacked;
use crate::stream::patience::Patience;

const BUFFER: usize = 16 << 10;

/// A file to read, or standard input; unpacked if it is compressed.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    open_counted(path, &Arc::default(), &Patience::default())
}

/// As [`open`], with a time limit on reading.
pub(crate) fn open_within(path: &Path, patience: &Patience) -> io::Result<Box<dyn BufRead + Send>> {
    open_counted(path, &Arc::default(), patience)
}

/// As [`open_within`]; bytes read from the file are added to `taken`.
pub(super) fn open_counted(
    path: &Path,
    taken: &Arc<AtomicU64>,
    patience: &Patience,
) -> io::Result<Box<dyn BufRead + Send>> {
    if path == Path::new("-") {
        if io::stdin().is_terminal() && io::stderr().is_terminal() {
            note("reading from the terminal; Ctrl-D ends\n");
        }
        let (reader, is_packed) = unpacked(Box::new(BufReader::with_capacity(BUFFER, io::stdin())))?;
        return Ok(patience.over(reader, is_packed));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("is a folder"));
    }
    let counted = Counted { file, taken: Arc::clone(taken) };
    let (reader, is_packed) = unpacked(Box::new(BufReader::with_capacity(BUFFER, counted)))?;
    Ok(patience.over(reader, is_packed))
}

/// A file that counts the bytes read.
struct Counted {
    file: File,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(out)?;
        self.taken.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The description of a file that, by its first bytes, holds no puzzle as text, with advice; `None` if the file may hold puzzles.
pub(super) fn foreign(start: &[u8]) -> Option<&'static str> {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    match start {
        [b'P', b'A', b'R', b'1', ..] => Some("a Parquet file, which is not read: write its column of puzzles as CSV"),
        [b'P', b'K', 3, 4, ..] => Some("a workbook or a zip archive, which is not read: save the sheet as CSV"),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => Some("a workbook, which is not read: save the sheet as CSV"),
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', ..] => {
            Some("a file packed by bzip2, which is not read: unpack it, or pack it by gzip, xz or zstd")
        }
        [b'7', b'z', 0xbc, 0xaf, ..] => Some("a 7z archive, which is not read: unpack it first"),
        [b'%', b'P', b'D', b'F', ..] => Some("a PDF, which is not read: copy its puzzles as text"),
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] => {
            Some("a picture, which is not read: type its puzzle as text")
        }
        _ => {
            let mut lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
            let is_comment = |line: &[u8]| line.is_empty() || line == b"c" || line.starts_with(b"c ");
            let first = lines.find(|line| !is_comment(line))?;
            let is_formula = [&b"p cnf "[..], b"p inccnf"].iter().any(|header| first.starts_with(header));
            is_formula.then_some("a formula in DIMACS: `satdoku sat` solves it, `satdoku decode --cnf` makes a grid of a solver's output")
        }
    }
}
