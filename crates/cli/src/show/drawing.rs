//! Boards drawn for people, a short text in each cell.

use std::fmt::Write;

use satdoku::geometry::Regions;
use satdoku::{Cell, Geometry};

use crate::process::color::has_colours;
use crate::process::columns::{columns, wrap};

/// How a text stands out where a terminal shows colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Faint,
    Bold,
    /// An error.
    Alarm,
    /// A point of attention.
    Notice,
}

impl Style {
    /// The text between `ESC [` and `m`, one of [`STYLES`](crate::process::screened::STYLES), the only styles that reach a
    /// terminal.
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Bold => "1",
            Self::Faint => "2",
            Self::Alarm => "1;31",
            Self::Notice => "1;36",
        }
    }
}

/// Draws boards and texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) has_colours: bool,
    /// The width of the terminal, where one is drawn on.
    pub(crate) columns: Option<usize>,
}

impl Pen {
    /// A pen for standard output, or for a file.
    pub(crate) fn on(is_terminal: bool) -> Self {
        Self { has_colours: has_colours(is_terminal), columns: columns().filter(|_| is_terminal) }
    }

    /// Appends a text in a style.
    pub(crate) fn push(self, text: &str, style: Style, out: &mut String) {
        if self.has_colours && style != Style::Plain {
            let _ = write!(out, "\x1b[{}m{text}\x1b[0m", style.code());
        } else {
            out.push_str(text);
        }
    }

    /// Draws a board with a wall wherever a box or region ends; the texts are as wide as the widest of them.
    pub(crate) fn draw(self, board: &Geometry, text: impl Fn(Cell) -> (String, Style), out: &mut String) {
        let (rows, columns_of_board) = (board.rows(), board.columns());
        let cells: Vec<(String, Style)> = board.cells().map(text).collect();
        let width = cells.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
        let walls = Walls::of(board);
        let bars = (0..=columns_of_board).filter(|&column| walls.has_bar(column)).count();
        let needed = columns_of_board * (width + 2) + bars;
        if let Some(columns) = self.columns.filter(|&columns| needed > columns) {
            let sentence = format!(
                "(The drawing needs {needed} columns, the terminal has {columns}: --output line or json, or -o FILE.)"
            );
            let _ = writeln!(out, "{}", wrap(&sentence, columns));
            return;
        }
        for row in 0..=rows {
            if walls.has_line(row) {
                for column in 0..=columns_of_board {
                    if walls.has_bar(column) {
                        out.push(if walls.meet(row, column) { '+' } else { ' ' });
                    }
                    if column < columns_of_board {
                        let wall = if walls.is_above(row, column) { '-' } else { ' ' };
                        out.extend(std::iter::repeat_n(wall, width + 2));
                    }
                }
                trim_end(out);
                out.push('\n');
            }
            if row == rows {
                break;
            }
            for column in 0..=columns_of_board {
                if walls.has_bar(column) {
                    out.push(if walls.is_before(row, column) { '|' } else { ' ' });
                }
                let cell = Cell::new(row as u16, column as u16);
                if board.contains(cell) {
                    let (text, style) = &cells[board.index(cell)];
                    out.push(' ');
                    self.push(text, *style, out);
                    out.extend(std::iter::repeat_n(' ', width - text.chars().count() + 1));
                } else if column < columns_of_board {
                    out.extend(std::iter::repeat_n(' ', width + 2));
                }
            }
            if board.cell_count() < rows * columns_of_board {
                trim_end(out);
            }
            out.push('\n');
        }
    }
}

fn trim_end(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
}

/// Where the walls of a board are.
struct Walls<'a> {
    board: &'a Geometry,
    /// Whether a wall precedes each row and column, with an entry behind the last; with irregular regions, a wall precedes every
    /// row and column.
    lines: Vec<bool>,
    bars: Vec<bool>,
}

impl<'a> Walls<'a> {
    fn of(board: &'a Geometry) -> Self {
        let is_even = board.shape() == Regions::Irregular;
        let mut walls = Self { board, lines: Vec::new(), bars: Vec::new() };
        let has_line = |row| is_even || (0..board.columns()).any(|column| walls.is_above(row, column));
        let lines = (0..=board.rows()).map(has_line).collect();
        let has_bar = |column| is_even || (0..board.rows()).any(|row| walls.is_before(row, column));
        let bars = (0..=board.columns()).map(has_bar).collect();
        (walls.lines, walls.bars) = (lines, bars);
        walls
    }

    fn has_line(&self, row: usize) -> bool {
        self.lines[row]
    }

    fn has_bar(&self, column: usize) -> bool {
        self.bars[column]
    }

    /// The region at a place: `None` outside the board, 0 for a cell in no region, else the region's number from 1.
    fn region(&self, row: Option<usize>, column: Option<usize>) -> Option<usize> {
        let cell = Cell::new(row? as u16, column? as u16);
        self.board.contains(cell).then(|| self.board.region(cell).map_or(0, |region| region + 1))
    }

    fn is_above(&self, row: usize, column: usize) -> bool {
        self.region(row.checked_sub(1), Some(column)) != self.region(Some(row), Some(column))
    }

    fn is_before(&self, row: usize, column: usize) -> bool {
        self.region(Some(row), column.checked_sub(1)) != self.region(Some(row), Some(column))
    }

    /// Whether a wall passes or ends at the corner above and before a cell.
    fn meet(&self, row: usize, column: usize) -> bool {
        let around = [row.checked_sub(1), Some(row)]
            .map(|row| [column.checked_sub(1), Some(column)].map(|column| self.region(row, column)));
        around.concat().windows(2).any(|pair| pair[0] != pair[1])
    }
}
