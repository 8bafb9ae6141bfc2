//! Writes a puzzle with its title, author, rules in words and drawings, as far as a format has a place for them.

use crate::grid::Grid;
use crate::grid::exchange::{self, Missing, Notes, Writing};
use crate::grid::format::feature::{CannotCarry, Feature};
use crate::grid::format::formats::Format;
use crate::grid::format::header::write_header;
use crate::grid::format::json_write::write_object;

impl Format {
    /// Appends a puzzle with its notes and a line end, and returns the parts that the format has no place for.
    ///
    /// # Errors
    /// If the format cannot carry the puzzle.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::grid::exchange::Writing;
    /// use satdoku::grid::format::{Format, Puzzles, ReadOptions};
    ///
    /// let text = "2 2\ntitle Four by four\nabout No two 1s meet.\nantiking\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    /// let mut puzzles = Puzzles::new(text.as_bytes(), ReadOptions::default());
    /// let puzzle = puzzles.next().unwrap()?;
    /// let notes = puzzles.notes().unwrap();
    /// assert_eq!(notes.title.as_deref(), Some("Four by four"));
    /// let mut written = String::new();
    /// assert!(Format::Header.write_with_notes(&puzzle, &notes, Writing::default(), &mut written)?.is_empty());
    /// assert_eq!(written, text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_with_notes(
        self,
        grid: &Grid,
        notes: &Notes,
        writing: Writing,
        out: &mut String,
    ) -> Result<Vec<Missing>, CannotCarry> {
        if let Some(program) = self.program() {
            let written = exchange::write(program, grid, notes, writing)
                .map_err(|missing| CannotCarry { format: self, what: Feature::Missing(missing) })?;
            *out += &written.text;
            out.push('\n');
            return Ok(written.left_out);
        }
        self.carries(grid)?;
        Ok(match self {
            Self::Json => write_object(grid, notes, out),
            Self::Header => write_header(grid, notes, out),
            _ => {
                self.write(grid, out)?;
                notes.lost_in(None)
            }
        })
    }
}
