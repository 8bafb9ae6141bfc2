//! Writes a model as solvers print it.

use std::io::{self, Write};

use crate::cnf::Lit;

/// A `v` line is broken before it is longer than this.
const LINE: usize = 78;

/// Writes the line `s SATISFIABLE` and the `v` lines of a model, as the SAT competitions ask for them.
///
/// ```
/// # extern crate satdoku_clauses as satdoku;
/// use satdoku::Lit;
/// use satdoku::cnf::dimacs::write_model;
///
/// let mut text = Vec::new();
/// write_model([1, -2, 3].into_iter().filter_map(Lit::from_dimacs), &mut text)?;
/// assert_eq!(text, b"s SATISFIABLE\nv 1 -2 3 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If they cannot be written.
pub fn write_model<W: Write + ?Sized>(lits: impl Iterator<Item = Lit>, out: &mut W) -> io::Result<()> {
    writeln!(out, "s SATISFIABLE")?;
    let mut line = String::from("v");
    for number in lits.map(Lit::to_dimacs).chain([0]) {
        let mut buffer = itoa::Buffer::new();
        let word = buffer.format(number);
        if line.len() + 1 + word.len() > LINE {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(word);
    }
    writeln!(out, "{line}")
}
