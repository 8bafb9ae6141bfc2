//! The text formats of grids (most are one file each), a detector, and readers that report line and column.
//!
//! `boxed` has the format `grid`, `line` has `sdm` too, and `exchanged` has `fpuzzles`, `iss` and `sudokupad`.
//!
//! | name | what it is | carries |
//! | --- | --- | --- |
//! | `line` | N² characters on one line, alone, among other words or in a link | sides up to 35, the usual boxes |
//! | `rows` | N lines of N numbers or letters, between blanks, tabs, commas or semicolons | any side, the usual boxes |
//! | `header` | the shape, then N² numbers | everything |
//! | `order` | the order n, then n⁴ numbers, −1 for an empty cell | square sides, the usual boxes |
//! | `semicolon` | the order n, then n² lines of numbers with `;` between them | square sides, the usual boxes |
//! | `ascii` | lines of words above a drawing with `_` for an empty cell | boxes of any shape |
//! | `minizinc` | an array in a MiniZinc data file | any side, the usual boxes |
//! | `chars` | N² characters over any number of lines | sides up to 35, the usual boxes |
//! | `grid` | the grid drawn with borders of any kind | everything but regions in several pieces |
//! | `json` | one object a puzzle | everything |
//! | `list` | a list of lists in brackets, as programs have it | any side, the usual boxes |
//! | `sdk` | N lines of N characters (SadMan) | sides up to 35, the usual boxes |
//! | `ss` | characters with bars and rules (Simple Sudoku) | sides up to 35, boxes of any shape |
//! | `sdm` | 81 characters on one line, `0` for an empty cell | 9×9 |
//! | `csv` | a table with a column `puzzle`, see [`keys`] | sides up to 35, the usual boxes |
//! | `fpuzzles` | a link of f-puzzles, what stands in it, or its JSON; written as a link | squares, and the rules that it has keys for |
//! | `iss` | a string or a link of the Interactive Sudoku Solver | up to 16×16, and the rules that it has types for |
//! | `sudokupad` | a link of `SudokuPad`, what stands in it, or its JSON | squares, cages and a few rules |
//! | `penpa` | a link of Penpa with plain Sudoku | nothing: it is only read |
//! | `opensudoku` | the XML of `OpenSudoku`, with any number of games | nothing: it is only read |
//! | `killer` | a sign for the cage of each cell, then the sums | nothing: it is only read |
//!
//! **A text is one puzzle only if every character of it has a part**: digit, the one sign for an empty cell, label, title,
//! comment, layout. Every reading is tried (`sheet`, `signs`); two different readings are refused by name, and without a reading
//! the message names the first character without a part. Only `chars` takes every character except a digit for an empty cell, and
//! `chars` must be requested.
//!
//! Every format but two is detected from its first record: `sdm` is detected as `line`, and `chars` as `sdk` or `rows`.
//! [`Alphabet`] lists the characters for the digits of a 16×16 grid.
//!
//! Notes (titles, names and ratings) may stand above the first puzzle, and between and behind puzzles of several lines. If notes
//! stand above the first puzzle, notes are also allowed between single-line puzzles. A text may be UTF-8 or UTF-16.
//!
//! A text without a shape has the most nearly square boxes of R × C cells with R ≤ C. [`Records`] cuts a stream into [`Record`]s,
//! and a [`Parser`] reads a record; [`Puzzles`] does both.

mod alphabet;
mod annotated;
mod ascii;
mod block;
mod borders;
mod boxed;
mod candidate_lists;
mod chars;
mod classic_line;
mod columns;
mod csv;
mod cut_rows;
mod detect;
mod each_format;
mod error;
mod excerpt;
mod exchanged;
mod expected;
mod feature;
mod fields;
mod formats;
mod grid_text;
mod header;
mod ids;
mod json;
mod json_cells;
mod json_layers;
mod json_write;
#[doc(hidden)]
pub mod keys;
mod killer;
mod labels;
mod layout;
mod line;
mod lines;
mod list;
mod markup;
mod minizinc;
mod misfit;
mod notes;
mod opensudoku;
mod order;
mod own_lines;
mod places;
mod plain;
mod reader;
mod reading;
mod record;
mod rows;
mod scanner;
mod sdk;
mod semicolon;
mod sheet;
mod sign;
mod signs;
mod ss;
mod utf16;
mod with_notes;
mod written;

pub use alphabet::Alphabet;
pub use columns::{Column, Columns, TableOptions};
pub use error::{ParseError, Problem, Unclear};
pub use excerpt::Excerpt;
pub use feature::{CannotCarry, Feature};
pub use formats::Format;
#[doc(hidden)]
pub use grid_text::stated;
#[doc(hidden)]
pub use json_write::characters;
pub use json_write::{push_rules, push_value};
pub use notes::is_comment;
pub use own_lines::{OwnProblem, OwnPuzzles};
#[doc(hidden)]
pub use places::{NO_CELL, of as places_of};
pub use reader::{Parser, Puzzles, ReadError, ReadOptions, Records};
pub use record::{Place, Record};
