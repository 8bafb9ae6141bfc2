//! The file in which a solver leaves its answer. MiniSat writes `SAT` and a line with the model, `UNSAT` or `INDET`, which
//! is read as the `s` and `v` lines that other solvers print, so that a place in its second line is two columns further
//! right. Mallob writes such lines itself.

use std::io::{self, Read};

use tempfile::NamedTempFile;

use crate::cnf::dimacs::{OutputError, OutputParser};

/// The words of the first line, and the status line that each stands for.
const WORDS: [(&str, &str); 6] = [
    ("SAT", "s SATISFIABLE\nv "),
    ("UNSAT", "s UNSATISFIABLE\nv "),
    ("INDET", "s UNKNOWN\nv "),
    ("s SATISFIABLE", "s SATISFIABLE\n"),
    ("s UNSATISFIABLE", "s UNSATISFIABLE\n"),
    ("s UNKNOWN", "s UNKNOWN\n"),
];

/// Longer than any of the words.
const MAX_WORD: usize = 16;

/// An empty file for the answer, removed when it is dropped.
pub(in crate::backend) fn create() -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix("satdoku-").suffix(".result").tempfile()
}

/// Feeds what the file says to a parser, as if it had been printed. A file that was left empty says nothing.
pub(in crate::backend) fn feed(file: &NamedTempFile, parser: &mut OutputParser) -> io::Result<Result<(), OutputError>> {
    let mut file = file.reopen()?;
    let mut buffer = vec![0; 64 << 10];
    let mut head = Vec::new();
    let mut is_word = true;
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        let mut piece = &buffer[..length];
        if is_word {
            let end = piece.iter().position(|&byte| byte == b'\n');
            head.extend_from_slice(&piece[..end.unwrap_or(piece.len())]);
            if end.is_none() && head.len() <= MAX_WORD {
                continue;
            }
            if let Err(error) = parser.feed(status(&head).as_bytes()) {
                return Ok(Err(error));
            }
            is_word = false;
            piece = end.map_or(&[], |end| &piece[end + 1..]);
        }
        if let Err(error) = parser.feed(piece) {
            return Ok(Err(error));
        }
    }
    if is_word && !head.is_empty() {
        return Ok(parser.feed(status(&head).as_bytes()));
    }
    Ok(Ok(()))
}

/// The status line for a first line; what is none of the words is handed on, for the parser to refuse.
fn status(head: &[u8]) -> String {
    let head = String::from_utf8_lossy(&head[..head.len().min(2 * MAX_WORD)]).trim().to_owned();
    let known = WORDS.iter().find(|(word, _)| *word == head);
    known.map_or_else(|| format!("s {head}\n"), |(_, line)| (*line).to_owned())
}
