//! Drawings of characters, for terminals, with the rules that characters can show.
//!
//! ```text
//! +15---+-----+
//! | 5 o 4 : . |
//! +     +. . .+
//! ```
//!
//! A cell is one line high. The lines between cells hold the walls of regions, the borders of cages with their totals, and the
//! signs between two cells.

use satdoku_puzzle::geometry::{Cell, Geometry};
use satdoku_puzzle::rule::{Mark, ShadeForm, Sign};

use crate::board;
use crate::digits::Lettering;
use crate::drawing::Drawing;
use crate::frame::{are_beside, cell_at, extent, place};
use crate::helper_values::HelperValues;
use crate::picture::Picture;
use crate::scene::Scene;

impl Drawing {
    /// The board in characters, with the rules in words below, one paragraph a line. Rules that characters cannot show are listed
    /// by their rule lines.
    ///
    /// ```
    /// use satdoku_puzzle::Grid;
    /// use satdoku_draw::Drawing;
    ///
    /// let puzzle: Grid = "1...............".parse()?;
    /// let puzzle = puzzle.with_rules(vec!["difference 1 r1c1 r1c2".parse()?, "odd r1c1".parse()?])?;
    /// let text = Drawing::of(&puzzle)?.to_text();
    /// assert!(text.starts_with("+-------+-------+\n|(1)o . | .   . |\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let (mut text, words) = self.to_text_and_words();
        for words in words {
            text.push_str(&words);
            text.push('\n');
        }
        text
    }

    /// The drawing in two parts: title and board, whose lines must not be broken, and the paragraphs below.
    #[must_use]
    pub fn to_text_and_words(&self) -> (String, Vec<String>) {
        let board = &**self.puzzle.geometry();
        let marks: Vec<Vec<Mark>> = self.puzzle.rules().as_slice().iter().map(|rule| rule.marks_on(board)).collect();
        let lettering = Lettering::of(board, self.has_letters);
        let digits = board.grid_cells().map(|cell| {
            let digit = self.puzzle.get(cell).or_else(|| self.answers.as_ref().and_then(|it| it.get(cell)));
            digit.map_or_else(|| ".".to_owned(), |digit| lettering.text(digit))
        });
        let digits: Vec<String> = digits.collect();
        let mut sheet = Sheet::new(board, digits.iter().map(|text| text.chars().count()).max().unwrap_or(1));
        sheet.walls();
        let mut undrawn = Vec::new();
        for (number, marks) in marks.iter().enumerate() {
            let pictured = marks.iter().filter(|mark| !matches!(mark, Mark::Global(_)));
            let refused = pictured.filter(|mark| !sheet.mark(mark)).count();
            if refused > 0 || marks.is_empty() {
                undrawn.push(number);
            }
        }
        for (cell, text) in board.grid_cells().zip(&digits) {
            sheet.digit(cell, text);
        }
        let further = board::further_units(board).into_iter().map(|unit| board::Further { tint: None, ..unit });
        let helper_values = HelperValues::in_words(&self.puzzle);
        let picture = Picture { scene: Scene::default(), undrawn, further: further.collect(), helper_values };
        let mut out = String::new();
        if !self.title.is_empty() {
            out.push_str(&self.title);
            out.push('\n');
        }
        sheet.write(&mut out);
        let words = self.entries(&picture).into_iter().map(|entry| entry.text).collect();
        (out, words)
    }
}

/// Width of the margin for outside clues on every side, in places.
const OUTSIDE: i32 = 2;

/// Characters in lines.
struct Sheet<'a> {
    board: &'a Geometry,
    /// The characters of the longest digit.
    wide: usize,
    lines: Vec<Vec<char>>,
}

impl<'a> Sheet<'a> {
    fn new(board: &'a Geometry, wide: usize) -> Self {
        let places = |count: usize| count + 2 * OUTSIDE as usize;
        let (high, long) = (2 * places(board.rows()) + 1, (wide + 3) * places(board.columns()) + 1);
        Self { board, wide, lines: vec![vec![' '; long]; high] }
    }

    /// Line and column of the corner above and before a place.
    fn corner(&self, [row, column]: [i32; 2]) -> Option<[usize; 2]> {
        let at = |place: i32| usize::try_from(place.checked_add(OUTSIDE)?).ok();
        let corner = [2 * at(row)?, (self.wide + 3) * at(column)?];
        (corner[0] < self.lines.len() && corner[1] < self.lines[0].len()).then_some(corner)
    }

    fn put(&mut self, line: usize, column: usize, text: &str) {
        for (at, c) in (column..).zip(text.chars()) {
            if let Some(place) = self.lines.get_mut(line).and_then(|line| line.get_mut(at)) {
                *place = c;
            }
        }
    }

    /// Whether `count` places of a line are still blank.
    fn is_free(&self, line: usize, column: usize, count: usize) -> bool {
        let line = self.lines.get(line);
        line.and_then(|line| line.get(column..column + count)).is_some_and(|part| part.iter().all(|&c| c == ' '))
    }

    /// The walls of regions and of the board.
    fn walls(&mut self) {
        let [rows, columns] = extent(self.board);
        let region = |row, column| {
            let cell: Cell = cell_at(self.board, row, column)?;
            Some(self.board.region(cell))
        };
        let is_wall = |a: [i32; 2], b: [i32; 2]| region(a[0], a[1]) != region(b[0], b[1]);
        let pitch = self.wide + 3;
        let mut walls = Vec::new();
        for row in 0..=rows {
            for column in 0..=columns {
                let Some([line, at]) = self.corner([row, column]) else { continue };
                let above = is_wall([row - 1, column], [row, column]);
                let before = is_wall([row, column - 1], [row, column]);
                let others = [
                    is_wall([row - 1, column - 1], [row, column - 1]),
                    is_wall([row - 1, column - 1], [row - 1, column]),
                ];
                if above {
                    walls.push((line, at + 1, "-".repeat(pitch - 1)));
                }
                if before {
                    walls.push((line + 1, at, "|".to_owned()));
                }
                let [left, up] = others;
                let meeting = match (above || left, before || up) {
                    (true, true) => "+",
                    (true, false) => "-",
                    (false, true) => "|",
                    (false, false) => " ",
                };
                walls.push((line, at, meeting.to_owned()));
            }
        }
        for (line, at, text) in walls {
            self.put(line, at, &text);
        }
    }

    fn digit(&mut self, cell: Cell, text: &str) {
        if let Some([line, column]) = self.corner(place(cell)) {
            let before = self.wide - text.chars().count();
            self.put(line + 1, column + 2 + before, text);
        }
    }

    /// Draws a mark; false if characters cannot show it or its place is occupied.
    fn mark(&mut self, mark: &Mark) -> bool {
        match mark {
            Mark::Dot { cells, sign } => self.sign(*cells, sign),
            Mark::Outline { cells, form, text } if form.is_cage() => self.cage(cells, text),
            Mark::Shade { cells, form: ShadeForm::Disc | ShadeForm::Ring, .. } => self.brackets(cells, ["(", ")"]),
            Mark::Shade { cells, form: ShadeForm::Square, .. } => self.brackets(cells, ["[", "]"]),
            Mark::Margin { at, arrow, text } => self.margin(*at, arrow.is_some(), text),
            _ => false,
        }
    }

    fn sign(&mut self, cells: [Cell; 2], sign: &Sign) -> bool {
        let [a, b] = cells.map(place);
        if !are_beside(cells[0], cells[1]) {
            return false;
        }
        let is_level = a[0] == b[0];
        let text = match sign {
            Sign::White(text) if text.is_empty() => "o".to_owned(),
            Sign::Black(text) if text.is_empty() => "*".to_owned(),
            Sign::White(text) => format!("o{text}"),
            Sign::Black(text) => format!("*{text}"),
            Sign::Text(text) => text.clone(),
            Sign::Less => match (is_level, a < b) {
                (true, true) => "<",
                (true, false) => ">",
                (false, true) => "^",
                (false, false) => "v",
            }
            .to_owned(),
        };
        let Some([line, column]) = self.corner(a.max(b)) else { return false };
        let count = text.chars().count();
        if is_level {
            // Three characters separate two digits; the middle one is the wall.
            if count > 1 {
                return false;
            }
            self.put(line + 1, column, &text);
        } else {
            let first = column + 2 + (self.wide - 1) / 2;
            if count > self.wide + 1 {
                return false;
            }
            self.put(line, first, &text);
        }
        true
    }

    fn brackets(&mut self, cells: &[Cell], brackets: [&str; 2]) -> bool {
        let places: Vec<[usize; 2]> = cells.iter().filter_map(|&cell| self.corner(place(cell))).collect();
        let wide = self.wide;
        let is_free = places
            .iter()
            .all(|&[line, at]| self.is_free(line + 1, at + 1, 1) && self.is_free(line + 1, at + wide + 2, 1));
        if is_free {
            for [line, at] in places {
                self.put(line + 1, at + 1, brackets[0]);
                self.put(line + 1, at + wide + 2, brackets[1]);
            }
        }
        is_free
    }

    /// Draws the border of a cage except along walls, and its total above the first cell.
    fn cage(&mut self, cells: &[Cell], text: &str) -> bool {
        let Some(&first) = cells.iter().min() else { return false };
        let Some([line, column]) = self.corner(place(first)) else { return false };
        let count = text.chars().count();
        let above = &self.lines[line][column + 1..];
        let is_free = above.iter().take(count).all(|&c| matches!(c, ' ' | '-' | '.'));
        if count > self.wide + 2 || !is_free {
            return false;
        }
        for &cell in cells {
            let [row, at] = place(cell);
            let is_inside = |row, at| cell_at(self.board, row, at).is_some_and(|other| cells.contains(&other));
            let sides = [
                (!is_inside(row - 1, at), [row, at], true),
                (!is_inside(row + 1, at), [row + 1, at], true),
                (!is_inside(row, at - 1), [row, at], false),
                (!is_inside(row, at + 1), [row, at + 1], false),
            ];
            for (_, at, is_level) in sides.into_iter().filter(|(is_border, _, _)| *is_border) {
                let Some([line, column]) = self.corner(at) else { continue };
                if !is_level {
                    if self.is_free(line + 1, column, 1) {
                        self.put(line + 1, column, ":");
                    }
                    continue;
                }
                for at in (column + 1..column + self.wide + 3).step_by(2) {
                    if self.is_free(line, at, 1) {
                        self.put(line, at, ".");
                    }
                }
            }
        }
        self.put(line, column + 1, text);
        true
    }

    fn margin(&mut self, at: [i32; 2], has_arrow: bool, text: &str) -> bool {
        let Some([line, column]) = self.corner(at) else { return false };
        let count = text.chars().count();
        // The way of an arrow cannot be seen.
        if has_arrow || count > self.wide + 2 || !self.is_free(line + 1, column + 1, count.max(1)) {
            return false;
        }
        self.put(line + 1, column + 1 + (self.wide + 2 - count) / 2, text);
        true
    }

    /// Writes the lines from the first to the last line with content, without their common indentation.
    fn write(&self, out: &mut String) {
        let is_blank = |line: &&Vec<char>| line.iter().all(|&c| c == ' ');
        let before = self.lines.iter().filter_map(|line| line.iter().position(|&c| c != ' ')).min().unwrap_or(0);
        let last = self.lines.iter().rposition(|line| !is_blank(&line)).map_or(0, |at| at + 1);
        for line in self.lines[..last].iter().skip_while(is_blank) {
            let text: String = line[before..].iter().collect();
            out.push_str(text.trim_end());
            out.push('\n');
        }
    }
}
