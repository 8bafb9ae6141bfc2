//! Writes clauses as DIMACS, streaming.
//!
//! Nearly all clauses of an encoding are pairs from a group of mutually exclusive literals. Each literal of a group
//! is formatted once; a pair is then two copies of 16 bytes each, of which only the text's length counts, so that
//! the compiler makes them one load and one store. That is 10 times faster than formatting every clause, in safe
//! code with a buffer of 64 KB; a table of all literals is no faster and takes 96 MB for a grid of order 12.

use std::fmt;
use std::io::{self, Write};

use crate::cnf::{ClauseSink, FormulaSize, Lit};

const BUFFER: usize = 64 << 10;

/// Room for the text of a literal and a clause's end: `-2147483647 0\n` and what a copy writes too much.
const SLOT: usize = 16;

/// A literal's text, the blank behind it included, or `0` and the line's end as well.
#[derive(Clone, Copy, Default)]
struct Slot {
    text: [u8; SLOT],
    length: usize,
}

impl Slot {
    fn new(lit: Lit, end: &[u8]) -> Self {
        let mut slot = Self::default();
        slot.push(itoa::Buffer::new().format(lit.to_dimacs()).as_bytes());
        slot.push(end);
        slot
    }

    fn push(&mut self, text: &[u8]) {
        self.text[self.length..self.length + text.len()].copy_from_slice(text);
        self.length += text.len();
    }
}

/// A sink that writes DIMACS: a header first, then one clause a line.
///
/// The writer is not flushed when it is dropped: call [`finish`](Self::finish).
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::cnf::dimacs::DimacsWriter;
/// use satdoku::cnf::{ClauseSink, FormulaSize, Var};
///
/// let lits: Vec<_> = (0..3).map(|index| Var::new(index).positive()).collect();
/// let mut writer = DimacsWriter::new(Vec::new());
/// writer.header(FormulaSize { variables: 3, clauses: 4, literals: 9 })?;
/// writer.add_clause(&lits)?;
/// writer.add_pairwise(&lits)?;
/// assert_eq!(writer.finish()?, b"p cnf 3 4\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct DimacsWriter<W> {
    out: W,
    buffer: Box<[u8]>,
    filled: usize,
    flushed: u64,
    /// The literals of the group at hand, as they end a clause.
    ends: Vec<Slot>,
}

impl<W> fmt::Debug for DimacsWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DimacsWriter").field("flushed", &self.flushed).finish_non_exhaustive()
    }
}

impl<W: Write> DimacsWriter<W> {
    /// A writer with its own buffer, so `out` need not be buffered.
    pub fn new(out: W) -> Self {
        Self { out, buffer: vec![0; BUFFER].into_boxed_slice(), filled: 0, flushed: 0, ends: Vec::new() }
    }

    /// Writes the line `p cnf VARIABLES CLAUSES`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn header(&mut self, size: FormulaSize) -> io::Result<()> {
        self.text(format!("p cnf {} {}\n", size.variables, size.clauses).as_bytes())
    }

    /// Writes the line `c p show 1 2 … 0`, where there are variables to project models on, so many of the first: what counters of
    /// projected models read, and a comment to everyone else. It belongs behind the header.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn show(&mut self, variables: Option<u64>) -> io::Result<()> {
        let Some(variables) = variables else { return Ok(()) };
        self.text(b"c p show ")?;
        let mut number = itoa::Buffer::new();
        (1..=variables).try_for_each(|variable| {
            self.text(number.format(variable).as_bytes())?;
            self.text(b" ")
        })?;
        self.text(b"0\n")
    }

    /// Writes the line `p inccnf`: clauses and cubes follow, as solvers for cubes read them.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn incremental_header(&mut self) -> io::Result<()> {
        self.text(b"p inccnf\n")
    }

    /// Writes a cube, literals that are assumed together, as the line `a LITERALS 0` of an incremental file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn cube(&mut self, cube: &[Lit]) -> io::Result<()> {
        self.text(b"a ")?;
        self.add_clause(cube)
    }

    /// Writes each line of a text as a comment, `c ` before it.
    ///
    /// Some solvers obey comments that look like options, so a line that begins with `-` gets another blank and a
    /// full stop before it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| {
            self.text(if line.trim_start().starts_with('-') { b"c . " } else { b"c " })?;
            self.text(line.as_bytes())?;
            self.text(b"\n")
        })
    }

    /// Bytes written so far, those in the buffer included.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.flushed + self.filled as u64
    }

    /// Writes out the buffer and gives the file back.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Writes out the buffer.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer[..self.filled])?;
        self.flushed += self.filled as u64;
        self.filled = 0;
        Ok(())
    }

    /// The file behind the buffer. What is in the buffer is written to where the file stands when it is flushed.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    fn text(&mut self, text: &[u8]) -> io::Result<()> {
        for part in text.chunks(BUFFER / 2) {
            if self.buffer.len() - self.filled < part.len() {
                self.flush()?;
            }
            self.buffer[self.filled..self.filled + part.len()].copy_from_slice(part);
            self.filled += part.len();
        }
        Ok(())
    }
}

impl<W: Write> ClauseSink for DimacsWriter<W> {
    type Error = io::Error;

    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        for &lit in clause {
            if self.buffer.len() - self.filled < SLOT {
                self.flush()?;
            }
            let slot = Slot::new(lit, b" ");
            self.buffer[self.filled..self.filled + SLOT].copy_from_slice(&slot.text);
            self.filled += slot.length;
        }
        self.text(b"0\n")
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> io::Result<()> {
        self.ends.clear();
        self.ends.extend(lits.iter().map(|&lit| Slot::new(!lit, b" 0\n")));
        for (i, &lit) in lits.iter().enumerate() {
            let start = Slot::new(!lit, b" ");
            let mut rest = i + 1;
            while rest < lits.len() {
                let room = (self.buffer.len() - self.filled) / (2 * SLOT);
                let ends = &self.ends[rest..];
                let ends = &ends[..ends.len().min(room)];
                self.filled += write_pairs(&mut self.buffer[self.filled..], &start, ends);
                rest += ends.len();
                if rest < lits.len() {
                    self.flush()?;
                }
            }
        }
        Ok(())
    }
}

/// Writes the clauses that begin with `start`; the buffer has room for two slots each.
fn write_pairs(buffer: &mut [u8], start: &Slot, ends: &[Slot]) -> usize {
    let mut at = 0;
    for end in ends {
        let line = &mut buffer[at..at + 2 * SLOT];
        line[..SLOT].copy_from_slice(&start.text);
        line[start.length..start.length + SLOT].copy_from_slice(&end.text);
        at += start.length + end.length;
    }
    at
}
