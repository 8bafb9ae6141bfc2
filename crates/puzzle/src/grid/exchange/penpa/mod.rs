//! Penpa: plain Sudoku in the link of a drawing.
//!
//! The parameter `p` of a link holds lines in DEFLATE and base64. Line 0 names the kind of grid, its rows and columns with margins,
//! title, author and words; line 3 has the drawing, line 4 the answer of a player, both as JSON with short names for keys; line 5 lists
//! the cells. Places are numbers in a lattice that has two more rows and columns on every side: first all cells, then all lower
//! right corners of cells. The parameter `a` has the solution.
//!
//! Digits are clues, and thick edges are the borders of regions. Objects that are named after a rule are refused, other drawings
//! passed over. The format has no documentation; it was learned from marktekfan/sudokupad-penpa-import.

mod lattice;
mod packed;
mod read;

pub(super) use read::read;
