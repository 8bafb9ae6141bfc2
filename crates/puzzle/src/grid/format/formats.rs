//! The formats by name.

use crate::grid::exchange::Exchange;

/// A way to write grids down.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::Grid;
/// use satdoku::grid::format::Format;
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut text = String::new();
/// Format::Sdm.write(&puzzle, &mut text)?;
/// assert!(text.starts_with("530070000600195000"));
/// assert_eq!("sdm".parse::<Format>()?, Format::Sdm);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line, one character a cell.
    Line,
    /// N lines of N numbers.
    Rows,
    /// The shape, then N² numbers: the lossless form.
    Header,
    /// The order, then N² numbers.
    Order,
    /// The order, then numbers separated by semicolons.
    Semicolon,
    /// Words above a drawing.
    Ascii,
    /// An array in a MiniZinc data file.
    MiniZinc,
    /// N² characters over any number of lines.
    Chars,
    /// A drawing of the grid with its borders.
    Grid,
    /// One object per puzzle.
    Json,
    /// A list of lists in brackets.
    List,
    /// N lines of N characters, the form of SadMan Sudoku.
    Sdk,
    /// Characters with bars and rules, the form of Simple Sudoku.
    Ss,
    /// 81 characters a line, 0 for an empty cell.
    Sdm,
    /// A table with a column of puzzles.
    Csv,
    /// A puzzle of f-puzzles.
    FPuzzles,
    /// A string of the Interactive Sudoku Solver.
    Iss,
    /// A puzzle of `SudokuPad`.
    SudokuPad,
    /// A link of Penpa; read-only.
    Penpa,
    /// The XML of `OpenSudoku`; read-only.
    OpenSudoku,
    /// Cages by their signs, with their sums; read-only.
    Killer,
}

#[cfg(feature = "serde")]
serialized_as_text!(Format);

names! {
    pub Format {
        Line = "line", "one puzzle a line, one character a cell";
        Rows = "rows", "N lines of N numbers, or letters";
        Header = "header", "the board, then a number for each cell: carries every board";
        Order = "order", "the order n, then n⁴ numbers, -1 for an empty cell";
        Semicolon = "semicolon", "the order n, then lines of numbers with semicolons between them";
        Ascii = "ascii", "words above a drawing with _ for an empty cell";
        MiniZinc = "minizinc", "an array in a MiniZinc data file";
        Chars = "chars", "N² characters over any number of lines";
        Grid = "grid", "the grid drawn with its borders";
        Json = "json", "one JSON object a puzzle: carries every board";
        List = "list", "a list of lists in brackets, as programs have it";
        Sdk = "sdk", "N lines of N characters (SadMan Sudoku)";
        Ss = "ss", "characters with bars and rules (Simple Sudoku)";
        Sdm = "sdm", "81 characters a line, 0 for an empty cell";
        Csv = "csv", "a table with a column of puzzles";
        FPuzzles = "fpuzzles", "a link of f-puzzles, or its JSON";
        Iss = "iss", "a string or a link of the Interactive Sudoku Solver";
        SudokuPad = "sudokupad", "a link of SudokuPad, or its JSON";
        Penpa = "penpa", "a link of Penpa with plain Sudoku: read only";
        OpenSudoku = "opensudoku", "the XML of OpenSudoku: read only";
        Killer = "killer", "a sign for the cage of each cell, then the sums: read only";
    }
}

impl Format {
    /// The largest side with one character a cell: digits 1 to 9 and A to Z.
    pub(crate) const MAX_LINE_SIDE: usize = 35;

    /// Whether the format can be written as well as read.
    #[must_use]
    pub fn is_written(self) -> bool {
        !matches!(self, Self::Penpa | Self::OpenSudoku | Self::Killer)
    }

    /// Whether a puzzle takes several lines, so a blank line between puzzles helps the reader.
    #[must_use]
    pub fn is_multiline(self) -> bool {
        !matches!(self, Self::Line | Self::Json | Self::Sdm | Self::Csv | Self::FPuzzles | Self::Iss | Self::SudokuPad)
    }

    /// Whether a text in the format may name its board.
    #[must_use]
    pub fn tells_board(self) -> bool {
        matches!(
            self,
            Self::Header
                | Self::Ascii
                | Self::Grid
                | Self::Json
                | Self::Ss
                | Self::Csv
                | Self::FPuzzles
                | Self::Iss
                | Self::SudokuPad
        )
    }

    /// Whether [`Parser::solution`](crate::grid::format::Parser::solution) may have a solution beside a puzzle in this format.
    #[must_use]
    pub fn stores_solutions(self) -> bool {
        matches!(self, Self::Json | Self::FPuzzles | Self::SudokuPad)
    }

    /// Whether records keep their text verbatim; records of the remaining formats are in plain characters.
    pub(super) fn is_verbatim(self) -> bool {
        matches!(self, Self::Header | Self::Json) || self.program().is_some()
    }

    /// The program that owns the format, if any.
    #[must_use]
    pub fn program(self) -> Option<Exchange> {
        match self {
            Self::FPuzzles => Some(Exchange::FPuzzles),
            Self::Iss => Some(Exchange::Iss),
            Self::SudokuPad => Some(Exchange::SudokuPad),
            Self::Penpa => Some(Exchange::Penpa),
            _ => None,
        }
    }
}
