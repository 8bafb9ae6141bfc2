//! The marks of rules as lines, arrows, cages, underlays and overlays. Each item names its rule, so readers do not take the item for
//! a drawing without a meaning.
//!
//! Places are pairs of a row and a column, where a cell has a side of 1. Widths of lines and sizes of letters are in pixels, where a
//! cell has a side of 64.

use crate::geometry::{Cell, Geometry};
use crate::grid::exchange::json::{Value, list, object, text};
use crate::rule::{Ink, LineEnd, LineWidth, Mark, MarkPlaces, OutlineForm, ShadeForm, Sign};

/// The key under which an item names its rule.
pub(super) const RULE: &str = "rule";

/// The name in place of a rule on the items that show extra units of the board.
pub(super) const UNIT: &str = "unit";

/// The name in place of a rule on the items that cover places without a cell.
const HOLES: &str = "board";

/// The side of a cell in pixels.
const CELL: f64 = 64.0;

/// The radius of circles round digits.
const RING: f64 = 0.39;

/// The distance from the middle of a diamond to its points.
const DIAMOND: f64 = 0.44;

const INK: &str = "#24292f";
const PAPER: &str = "#ffffff";
const BLACK: &str = "#000000";
const ARROW: &str = "#80868c";
const SMALL: &str = "#57606a";
const DIAGONAL: &str = "#7fb2e0";

/// The drawn items of a puzzle, by the keys of their lists.
pub(super) struct Drawn<'a> {
    places: MarkPlaces,
    rule: &'a str,
    lists: [(&'static str, Vec<Value>); 5],
    seen: std::collections::HashSet<&'a Mark>,
}

const CAGES: usize = 0;
const LINES: usize = 1;
const ARROWS: usize = 2;
const UNDERLAYS: usize = 3;
const OVERLAYS: usize = 4;

type Point = [f64; 2];
type Entry = (&'static str, Value);

impl<'a> Drawn<'a> {
    /// Draws the marks of rules, each with the keyword of its rule. Rules that stand as cages or flags of their own are left out.
    pub(super) fn of(board: &Geometry, rules: &'a [(&'a str, Vec<Mark>)]) -> Self {
        let lists = ["cages", "lines", "arrows", "underlays", "overlays"].map(|key| (key, Vec::new()));
        let places = MarkPlaces::of(board, rules.iter().flat_map(|(_, marks)| marks));
        let mut drawn = Self { places, rule: UNIT, lists, seen: std::collections::HashSet::new() };
        for (keyword, marks) in rules {
            drawn.rule = keyword;
            for mark in marks {
                // Equal marks of several rules are drawn once.
                if drawn.seen.insert(mark) {
                    drawn.mark(mark);
                }
            }
        }
        drawn
    }

    /// The lists that are not empty.
    pub(super) fn into_lists(self) -> impl Iterator<Item = (&'static str, Vec<Value>)> {
        self.lists.into_iter().filter(|(_, items)| !items.is_empty())
    }

    /// Covers the places of the canvas that are no cells, as rectangles of whole rows.
    pub(super) fn holes(&mut self, board: &Geometry) {
        self.rule = HOLES;
        let (rows, columns) = (board.rows() as u16, board.columns() as u16);
        let is_hole = |row: u16, column: u16| !board.contains(Cell::new(row, column));
        // The first row, the columns and the number of rows of each rectangle.
        let mut rectangles: Vec<[u16; 4]> = Vec::new();
        for row in 0..rows {
            let begins = |column: u16| is_hole(row, column) && (column == 0 || !is_hole(row, column - 1));
            for left in (0..columns).filter(|&column| begins(column)) {
                let right = (left..columns).find(|&column| !is_hole(row, column)).unwrap_or(columns);
                let above = rectangles
                    .iter_mut()
                    .find(|[top, from, until, height]| (*from, *until, top + *height) == (left, right, row));
                match above {
                    Some([.., height]) => *height += 1,
                    None => rectangles.push([row, left, right, 1]),
                }
            }
        }
        for [top, left, right, height] in rectangles {
            let [top, left, width, height] = [top, left, right - left, height].map(f64::from);
            let (at, size) = ([top + height / 2.0, left + width / 2.0], [height, width]);
            self.shape(OVERLAYS, at, size, false, (Some(PAPER), Some(PAPER)), None);
        }
    }

    fn push<const N: usize>(&mut self, list: usize, entries: [Entry; N]) {
        let rule = (RULE, text(self.rule));
        self.lists[list].1.push(object(entries.into_iter().chain([rule])));
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Outline { cells, form: OutlineForm::Round, .. } => self.pill(cells),
            Mark::Outline { cells, form, text: value } => {
                let colour = match form {
                    OutlineForm::Dotted => ARROW,
                    OutlineForm::Double => DIAGONAL,
                    _ => INK,
                };
                let entries =
                    [("cells", cells_of(cells)), ("value", text(value.as_str())), ("borderColor", text(colour))];
                self.push(CAGES, entries);
            }
            Mark::Line { cells, width, ink, ends } => self.line(cells, *width, *ink, *ends),
            Mark::Dot { cells, sign } => self.dot(*cells, sign),
            Mark::Corner { cells, text } => {
                let points: Vec<Point> = cells.iter().map(|&cell| middle(cell)).collect();
                let share = 1.0 / f64::from(points.len().max(1) as u32);
                let at = [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() * share);
                self.disc(OVERLAYS, at, 0.52, Some(PAPER), Some(INK), (text, 14.0, INK));
            }
            Mark::Margin { at, arrow, text } => self.margin(*at, *arrow, text),
            Mark::Shade { cells, form, ink } => cells.iter().for_each(|&cell| self.shade(cell, *form, *ink)),
            Mark::Text { cell, text } => {
                let [row, column] = middle(*cell);
                self.text([row + 0.32, column + 0.32], text, 14.0, INK);
            }
            Mark::Candidates { cell, values } => {
                let digits: Vec<String> = values.iter().map(ToString::to_string).collect();
                let between = if values.iter().any(|value| *value > 9) { " " } else { "" };
                self.text(middle(*cell), &digits.join(between), 14.0, SMALL);
            }
            Mark::Global(_) => {}
        }
    }

    /// The circle of an arrow, or the pill along several cells.
    fn pill(&mut self, cells: &[Cell]) {
        let points: Vec<Point> = cells.iter().map(|&cell| middle(cell)).collect();
        let is_straight = |axis: usize| points.windows(2).all(|pair| (pair[0][axis] - pair[1][axis]).abs() < 0.5);
        if !is_straight(0) && !is_straight(1) {
            // A broad line under a narrower line leaves an outline.
            self.polyline(&points, ARROW, 2.0 * RING * CELL + 3.0, None);
            self.polyline(&points, PAPER, 2.0 * RING * CELL - 3.0, None);
            return;
        }
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        let at = [f64::midpoint(first[0], last[0]), f64::midpoint(first[1], last[1])];
        let size = [0, 1].map(|axis: usize| (first[axis] - last[axis]).abs() + 2.0 * RING);
        self.shape(UNDERLAYS, at, size, true, (Some(PAPER), Some(ARROW)), None);
    }

    fn line(&mut self, cells: &[Cell], width: LineWidth, ink: Ink, ends: [LineEnd; 2]) {
        let mut points: Vec<Point> = cells.iter().map(|&cell| middle(cell)).collect();
        let count = points.len();
        if count < 2 {
            return;
        }
        let (wide, colour) = match width {
            LineWidth::Broad => (0.3 * CELL, colour_of(ink.of_lines())),
            LineWidth::Medium => (0.17 * CELL * self.places.line(cells), colour_of(ink.of_lines())),
            LineWidth::Thin if ink == Ink::Grey => (3.0, ARROW.to_owned()),
            LineWidth::Thin => (3.0, colour_of(ink.of_lines())),
        };
        let tips = [points[0], points[count - 1]];
        let neighbours = [points[1], points[count - 2]];
        for (at, end, neighbour) in [(0, ends[0], neighbours[0]), (count - 1, ends[1], neighbours[1])] {
            let by = match end {
                LineEnd::AtCircle | LineEnd::Circle => RING,
                LineEnd::Diamond => DIAMOND,
                LineEnd::Plain | LineEnd::Bulb | LineEnd::Arrow => 0.0,
            };
            points[at] = toward(points[at], neighbour, by);
        }
        // An arrow points at its last cell.
        if ends[0] == LineEnd::Arrow {
            points.reverse();
        }
        self.polyline(&points, &colour, wide, ends.contains(&LineEnd::Arrow).then_some(0.3));
        for (end, tip) in ends.into_iter().zip(tips) {
            let none = ("", 0.0, INK);
            match end {
                LineEnd::Plain | LineEnd::AtCircle | LineEnd::Arrow => {}
                LineEnd::Bulb => {
                    let size = if width == LineWidth::Broad { 0.72 } else { 0.6 };
                    self.disc(UNDERLAYS, tip, size, Some(&colour), None, none);
                }
                LineEnd::Circle => self.disc(UNDERLAYS, tip, 2.0 * RING, None, Some(&colour), none),
                LineEnd::Diamond => {
                    let [row, column] = tip;
                    let corners = [[row - DIAMOND, column], [row, column + DIAMOND], [row + DIAMOND, column]];
                    let back = [[row, column - DIAMOND], [row - DIAMOND, column]];
                    self.polyline(&[&corners[..], &back[..]].concat(), &colour, 3.0, None);
                }
            }
        }
    }

    fn polyline(&mut self, points: &[Point], colour: &str, wide: f64, head: Option<f64>) {
        let points = list(points.iter().map(|&point| pair(point)));
        let [colour, thickness] = [text(colour), number(wide)];
        match head {
            None => self.push(LINES, [("wayPoints", points), ("color", colour), ("thickness", thickness)]),
            Some(head) => {
                let head = ("headLength", number(head));
                self.push(ARROWS, [("wayPoints", points), ("color", colour), ("thickness", thickness), head]);
            }
        }
    }

    fn dot(&mut self, cells: [Cell; 2], sign: &Sign) {
        let [a, b] = cells.map(middle);
        let at = [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])];
        let is_beside = (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1.5;
        if !is_beside {
            // A line shows the two cells that a distant sign relates.
            self.polyline(&[a, b], ARROW, 1.5, None);
        }
        let size = |text: &str| if text.is_empty() { 0.26 } else { 0.36 };
        match sign {
            Sign::White(text) => self.disc(OVERLAYS, at, size(text), Some(PAPER), Some(BLACK), (text, 14.0, BLACK)),
            Sign::Black(text) => self.disc(OVERLAYS, at, size(text), Some(BLACK), Some(BLACK), (text, 14.0, PAPER)),
            Sign::Text(text) => {
                self.shape(OVERLAYS, at, [0.3, 0.3], false, (Some(PAPER), None), Some((text, 20.0, INK)));
            }
            Sign::Less => {
                // The point of the sign faces the lesser cell.
                let (tip, back) = (toward(at, a, 0.08), toward(at, b, 0.08));
                let [down, right] = [(b[0] - a[0]).signum() * 0.12, (b[1] - a[1]).signum() * 0.12];
                let down = if (b[0] - a[0]).abs() < 0.5 { 0.0 } else { down };
                let right = if (b[1] - a[1]).abs() < 0.5 { 0.0 } else { right };
                let arms = [[back[0] + right, back[1] - down], [back[0] - right, back[1] + down]];
                self.polyline(&[arms[0], tip, arms[1]], PAPER, 6.0, None);
                self.polyline(&[arms[0], tip, arms[1]], INK, 2.5, None);
            }
        }
    }

    fn margin(&mut self, at: [i32; 2], arrow: Option<[i32; 2]>, clue: &str) {
        // A second clue inside the hull of the board stands on the first; `rules` tells both.
        let place = self.places.clue(at, arrow.is_some()).unwrap_or(at);
        let middle = place.map(|at| f64::from(at) + 0.5);
        let Some(way) = arrow.map(|way| way.map(f64::from)) else { return self.text(middle, clue, 28.0, INK) };
        let point = |by: f64| [middle[0] + way[0] * by, middle[1] + way[1] * by];
        self.polyline(&[point(0.2), point(0.42)], INK, 2.0, Some(0.12));
        let is_shared = self.places.is_shared(at);
        self.text(point(if is_shared { -0.22 } else { -0.12 }), clue, if is_shared { 17.0 } else { 24.0 }, INK);
    }

    fn shade(&mut self, cell: Cell, form: ShadeForm, ink: Ink) {
        let (at, line, tint) = (middle(cell), colour_of(ink.of_lines()), colour_of(ink.of_cells()));
        let none = ("", 0.0, INK);
        match form {
            ShadeForm::Cell => self.shape(UNDERLAYS, at, [1.0, 1.0], false, (Some(&tint), None), None),
            ShadeForm::Square => self.shape(UNDERLAYS, at, [0.74, 0.74], false, (Some(&line), None), None),
            ShadeForm::Disc => self.disc(UNDERLAYS, at, 0.76, Some(&line), None, none),
            ShadeForm::Ring => self.disc(UNDERLAYS, at, 2.0 * RING, None, Some(ARROW), none),
        }
    }

    fn text(&mut self, at: Point, letters: &str, size: f64, colour: &str) {
        self.shape(OVERLAYS, at, [0.25, 0.25], false, (None, None), Some((letters, size, colour)));
    }

    fn disc(
        &mut self,
        list: usize,
        at: Point,
        size: f64,
        fill: Option<&str>,
        border: Option<&str>,
        letters: (&str, f64, &str),
    ) {
        self.shape(list, at, [size, size], true, (fill, border), Some(letters).filter(|it| !it.0.is_empty()));
    }

    /// A rectangle, or an ellipse, with letters in it.
    fn shape(
        &mut self,
        list: usize,
        at: Point,
        [height, width]: [f64; 2],
        is_round: bool,
        (fill, border): (Option<&str>, Option<&str>),
        letters: Option<(&str, f64, &str)>,
    ) {
        let mut entries = vec![("center", pair(at)), ("width", number(width)), ("height", number(height))];
        entries.extend(is_round.then_some(("rounded", Value::Bool(true))));
        entries.extend(fill.map(|colour| ("backgroundColor", text(colour))));
        entries.extend(border.map(|colour| ("borderColor", text(colour))));
        if let Some((letters, size, colour)) = letters {
            entries.extend([("text", text(letters)), ("fontSize", number(size)), ("color", text(colour))]);
        }
        entries.push((RULE, text(self.rule)));
        self.lists[list].1.push(object(entries));
    }

    /// Draws a diagonal of the board from edge to edge.
    pub(super) fn diagonal(&mut self, cells: &[Cell]) {
        self.rule = UNIT;
        if let [first, .., last] = cells {
            let [first, last] = [*first, *last].map(middle);
            let ends = [toward(first, last, -0.5 * 2_f64.sqrt()), toward(last, first, -0.5 * 2_f64.sqrt())];
            self.polyline(&ends, DIAGONAL, 2.5, None);
        }
    }

    /// Tints the cells of an extra unit.
    pub(super) fn unit(&mut self, cells: &[Cell]) {
        self.rule = UNIT;
        for &cell in cells {
            self.shade(cell, ShadeForm::Cell, Ink::Grey);
        }
    }
}

/// `#67f067`.
fn colour_of(rgb: u32) -> String {
    format!("#{rgb:06x}")
}

/// The middle of a cell.
fn middle(cell: Cell) -> Point {
    [cell.row(), cell.column()].map(|at| f64::from(at as u32) + 0.5)
}

/// The point at distance `by` from `from` in the direction of `to`.
fn toward(from: Point, to: Point, by: f64) -> Point {
    let (down, right) = (to[0] - from[0], to[1] - from[1]);
    let far = down.hypot(right).max(1e-9);
    [from[0] + down / far * by, from[1] + right / far * by]
}

/// A number with at most three decimals.
fn number(value: f64) -> Value {
    Value::Number(((value * 1000.0).round() / 1000.0).to_string())
}

fn pair(at: Point) -> Value {
    list(at.map(number))
}

/// The cells as pairs of a row and a column.
pub(super) fn cells_of(cells: &[Cell]) -> Value {
    let at = |at: usize| Value::Number(at.to_string());
    list(cells.iter().map(|cell| list([at(cell.row()), at(cell.column())])))
}
