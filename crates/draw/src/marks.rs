//! The marks of rules as shapes.

use std::collections::{HashMap, HashSet};

use satdoku_puzzle::geometry::{Cell, Geometry};
use satdoku_puzzle::rule::{Ink, LineEnd, LineWidth, Mark, MarkPlaces, OutlineForm, ShadeForm, Sign};

use crate::board::{area, widths};
use crate::frame::{CELL, Frame, are_beside, borders, cell_at, extent, inset};
use crate::mark_layers::Layers;
use crate::scene::{Anchor, Ends, Outline, Paint, Stroke, Text};
use crate::text::{centred, width};
use crate::theme::Theme;

/// The distance between a cage and the border of its cells, and the additional distance for each further cage that shares a cell.
const INSET: f64 = 0.075 * CELL;
const FURTHER_INSET: f64 = 0.07 * CELL;

/// The distance between the two lines of a double line.
const SECOND_LINE: f64 = 0.045 * CELL;

/// The width of an arrow and of its circle.
const ARROW: f64 = 3.0;

/// The most cages that may share a cell; further cages are listed in words.
const MOST_CAGES: usize = 4;

/// The size of the total of a cage.
const TOTAL: f64 = 0.235 * CELL;

/// The smallest scale of a text. A text that would have to be smaller is not drawn.
const MIN_TEXT_SCALE: f64 = 0.55;

/// The radius of circles round digits.
const RING: f64 = 0.39 * CELL;

/// Draws marks and records the places taken.
pub(crate) struct Marker<'a> {
    board: &'a Geometry,
    frame: Frame,
    theme: Theme,
    pub(crate) layers: Layers,
    /// The marks drawn, because several rules may share a circle.
    drawn: HashSet<Mark>,
    /// The number of cages on each cell.
    cages: HashMap<Cell, usize>,
    /// The reach of the totals in a cell to the right.
    totals: HashMap<Cell, f64>,
    /// The reach of the texts in the last corner of a cell to the left.
    texts: HashMap<Cell, f64>,
    /// The places of clues outside the board and of lines on one another.
    places: MarkPlaces,
}

impl<'a> Marker<'a> {
    /// The most places for clues on each side of the board.
    pub(crate) const MOST_PLACES: i32 = 16;

    pub(crate) fn new(board: &'a Geometry, frame: Frame, theme: Theme, places: MarkPlaces) -> Self {
        Self {
            board,
            frame,
            theme,
            layers: Layers::default(),
            drawn: HashSet::new(),
            cages: HashMap::new(),
            totals: HashMap::new(),
            texts: HashMap::new(),
            places,
        }
    }

    /// Whether the corner of a cell has a total or the line of a cage.
    pub(crate) fn has_text(&self, cell: Cell) -> bool {
        self.totals.contains_key(&cell) || self.cages.contains_key(&cell)
    }

    /// Draws a mark; false if the mark cannot be drawn and its rule must be listed.
    pub(crate) fn draw(&mut self, mark: &Mark) -> bool {
        if self.drawn.contains(mark) {
            return true;
        }
        let is_drawn = match mark {
            Mark::Outline { cells, form: OutlineForm::Round, .. } => self.pill(cells),
            Mark::Outline { cells, form: OutlineForm::Solid, text } => self.region(cells, text),
            Mark::Outline { cells, form, text } => self.cage(cells, *form, text),
            Mark::Line { cells, width, ink, ends } => self.line(cells, *width, *ink, *ends),
            Mark::Dot { cells, sign } => self.dot(*cells, sign),
            Mark::Corner { cells, text } => self.corner(cells, text),
            Mark::Margin { at, arrow, text } => self.margin(*at, *arrow, text),
            Mark::Shade { cells, form, ink } => self.shade(cells, *form, *ink),
            Mark::Text { cell, text } => self.text(*cell, text, Paint::Text),
            // Given candidates are drawn together with the further candidates.
            Mark::Candidates { .. } => true,
            Mark::Global(_) => false,
        };
        if is_drawn {
            self.drawn.insert(mark.clone());
        }
        is_drawn
    }

    fn cage(&mut self, cells: &[Cell], form: OutlineForm, text: &str) -> bool {
        let level = cells.iter().map(|cell| self.cages.get(cell).copied().unwrap_or(0)).max().unwrap_or(0);
        let Some(&first) = cells.iter().min().filter(|_| level < MOST_CAGES) else { return false };
        let is_first = !self.totals.contains_key(&first);
        let reach = if text.is_empty() { None } else { self.total(first, text, Paint::Text) };
        if reach.is_none() && !text.is_empty() {
            return false;
        }
        for &cell in cells {
            *self.cages.entry(cell).or_default() += 1;
        }
        let by = INSET + FURTHER_INSET * length_of(level);
        let stroke = match form {
            OutlineForm::Dotted => Stroke::new(Paint::Text, 2.0).dashed(0.0, 4.5).round(),
            OutlineForm::Double => Stroke::new(Paint::Text, 1.0),
            _ => Stroke::new(Paint::Text, 1.3).dashed(4.5, 3.0),
        };
        let second = (form == OutlineForm::Double).then_some(by + SECOND_LINE);
        for by in [by].into_iter().chain(second) {
            for (at, run) in borders(cells).iter().enumerate() {
                let mut points = inset(self.frame, run, by);
                let Some((wide, size)) = reach.filter(|_| at == 0 && is_first) else {
                    self.layers.signs.stroke(Outline::polygon(points), stroke);
                    continue;
                };
                // The line leaves out the corner of the total.
                let [x, y] = points[0];
                let reach = [x + wide, y + size * 0.8];
                points[0][0] = reach[0].min(points[1][0]);
                points.push([x, reach[1]]);
                self.layers.signs.stroke(Outline::line(points), stroke);
            }
        }
        true
    }

    fn region(&mut self, cells: &[Cell], text: &str) -> bool {
        self.layers.regions.stroke(area(self.frame, cells), Stroke::new(Paint::Thick, widths(self.board)[1]).square());
        cells.first().is_some_and(|&cell| text.is_empty() || self.total(cell, text, Paint::Text).is_some())
    }

    /// The value of a cell of a layer, in the last corner of a cell, or in the first if there are candidates, which leave it free.
    pub(crate) fn value(&mut self, cell: Cell, text: &str, paint: Paint, is_first: bool) -> bool {
        if is_first { self.total(cell, text, paint).is_some() } else { self.text(cell, text, paint) }
    }

    /// A text in the last corner of a cell.
    fn text(&mut self, cell: Cell, text: &str, paint: Paint) -> bool {
        let before = self.texts.get(&cell).copied().unwrap_or(0.0);
        let wide = width(text, false) * TOTAL;
        if before + wide > 0.9 * CELL {
            return false;
        }
        let [x, y] = self.frame.corner(cell);
        let at = [x + 0.94 * CELL - before, y + 0.93 * CELL];
        let anchor = Anchor::End;
        self.layers.signs.text(Text { at, size: TOTAL, is_bold: false, anchor, paint, letters: text.to_owned() });
        self.texts.insert(cell, before + wide + 0.05 * CELL);
        true
    }

    /// Writes a total in the first corner of a cell, behind earlier totals, and returns its width and size; `None` if no space is
    /// left.
    fn total(&mut self, cell: Cell, text: &str, paint: Paint) -> Option<(f64, f64)> {
        let before = self.totals.get(&cell).copied().unwrap_or(0.0);
        let size = TOTAL.min(0.9 * CELL / width(text, false).max(0.001));
        let wide = width(text, false) * size + 0.05 * CELL;
        if before + wide > CELL || size < MIN_TEXT_SCALE * TOTAL {
            return None;
        }
        let [x, y] = self.frame.corner(cell);
        let at = [x + 0.05 * CELL + before, y + 0.04 * CELL + size * 0.8];
        let anchor = Anchor::Start;
        self.layers.signs.text(Text { at, size, is_bold: false, anchor, paint, letters: text.to_owned() });
        self.totals.insert(cell, before + wide);
        Some((wide, size))
    }

    fn pill(&mut self, cells: &[Cell]) -> bool {
        let points: Vec<[f64; 2]> = cells.iter().map(|&cell| self.frame.middle(cell)).collect();
        let stroke = Stroke::new(Paint::Arrow, ARROW);
        let rings = &mut self.layers.rings;
        let Some((first, last)) = points.first().zip(points.last()) else { return false };
        let is_straight = |axis: usize| points.iter().all(|point| (point[axis] - first[axis]).abs() < 0.5);
        if points.len() == 1 {
            rings.stroke(Outline::Circle { middle: *first, radius: RING }, stroke);
        } else if is_straight(0) || is_straight(1) {
            let corner = [first[0].min(last[0]) - RING, first[1].min(last[1]) - RING];
            let size = [(first[0] - last[0]).abs() + 2.0 * RING, (first[1] - last[1]).abs() + 2.0 * RING];
            rings.stroke(Outline::Rectangle { corner, size, radius: RING }, stroke);
        } else {
            // A broad line under a narrower line leaves an outline.
            rings.stroke(Outline::line(points.clone()), Stroke::new(Paint::Arrow, 2.0 * RING + ARROW).round());
            rings.stroke(Outline::line(points), Stroke::new(Paint::Paper, 2.0 * RING - ARROW).round());
        }
        true
    }

    fn line(&mut self, cells: &[Cell], width: LineWidth, ink: Ink, ends: [LineEnd; 2]) -> bool {
        let mut points: Vec<[f64; 2]> = cells.iter().map(|&cell| self.frame.middle(cell)).collect();
        let count = points.len();
        if count < 2 {
            return false;
        }
        let neighbours = [points[1], points[count - 2]];
        let (layer, wide, paint) = match width {
            LineWidth::Broad => (0, 0.3 * CELL, Paint::Line(ink)),
            LineWidth::Medium => (1, 0.17 * CELL * self.places.line(cells), Paint::Line(ink)),
            LineWidth::Thin if ink == Ink::Grey => (2, ARROW, Paint::Arrow),
            LineWidth::Thin => (2, ARROW, Paint::Line(ink)),
        };
        for (at, end) in [(0, ends[0]), (count - 1, ends[1])] {
            if end == LineEnd::AtCircle {
                points[at] = toward(points[at], neighbours[usize::from(at > 0)], RING);
            }
        }
        let tips = [points[0], points[count - 1]];
        let mut stroke = Stroke::new(paint, wide).round();
        if let (LineWidth::Medium, Some([dash, gap])) = (width, self.theme.dash(ink)) {
            stroke = stroke.dashed(dash * CELL, gap * CELL);
            // Dots are dashes of no length with round ends.
            stroke = if dash > 0.0 { Stroke { ends: Ends::Butt, ..stroke } } else { stroke };
        }
        let lines = &mut self.layers.lines[layer];
        lines.stroke(Outline::line(points), stroke);
        for ((end, tip), neighbour) in ends.into_iter().zip(tips).zip(neighbours) {
            let radius = if width == LineWidth::Broad { 0.36 } else { 0.3 } * CELL;
            match end {
                LineEnd::Plain | LineEnd::AtCircle => {}
                LineEnd::Bulb => lines.fill(Outline::Circle { middle: tip, radius }, paint),
                LineEnd::Arrow => {
                    let head = [0.5, -0.5].map(|turn| turned(tip, neighbour, 0.2 * CELL, turn));
                    lines.stroke(Outline::line(vec![head[0], tip, head[1]]), Stroke::new(paint, ARROW).round());
                }
                LineEnd::Circle => {
                    let circle = Outline::Circle { middle: tip, radius: RING };
                    self.layers.rings.draw(circle, Paint::Paper, Stroke::new(paint, 3.0));
                }
                LineEnd::Diamond => {
                    let [x, y] = tip;
                    let by = 0.44 * CELL;
                    let diamond = Outline::polygon(vec![[x, y - by], [x + by, y], [x, y + by], [x - by, y]]);
                    self.layers.rings.draw(diamond, Paint::Paper, Stroke::new(paint, 3.0));
                }
            }
        }
        true
    }

    fn dot(&mut self, cells: [Cell; 2], sign: &Sign) -> bool {
        let [a, b] = cells.map(|cell| self.frame.middle(cell));
        let middle = [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])];
        let (letters, size, most) = match sign {
            Sign::White(text) | Sign::Black(text) => (text.as_str(), 0.24, 0.27),
            Sign::Text(text) => (text.as_str(), 0.3, 0.42),
            Sign::Less => ("", 0.3, 0.42),
        };
        if width(letters, true) * size * MIN_TEXT_SCALE > most {
            return false;
        }
        let signs = &mut self.layers.signs;
        if !are_beside(cells[0], cells[1]) {
            // A line shows the two cells that a distant sign relates.
            signs.stroke(Outline::line(vec![a, b]), Stroke::new(Paint::Arrow, 1.5).dashed(1.0, 2.5));
        }
        let edge = Stroke::new(Paint::Text, 1.4);
        let radius = |text: &str| if text.is_empty() { 0.125 } else { 0.17 } * CELL;
        let text_in = |text: &str, paint| centred(text.to_owned(), middle, 0.24 * CELL, true, 0.27 * CELL, paint);
        match sign {
            Sign::White(text) => {
                signs.draw(Outline::Circle { middle, radius: radius(text) }, Paint::White, edge);
                signs.text(text_in(text, Paint::Black));
            }
            Sign::Black(text) => {
                signs.draw(Outline::Circle { middle, radius: radius(text) }, Paint::Black, edge);
                signs.text(text_in(text, Paint::White));
            }
            Sign::Text(text) => {
                let text = centred(text.clone(), middle, 0.3 * CELL, true, 0.42 * CELL, Paint::Text);
                let wide = width(&text.letters, true) * text.size + 0.06 * CELL;
                let size = [wide, 0.3 * CELL];
                let corner = [middle[0] - wide / 2.0, middle[1] - 0.15 * CELL];
                signs.fill(Outline::Rectangle { corner, size, radius: 2.0 }, Paint::Paper);
                signs.text(text);
            }
            Sign::Less => {
                // The point of the sign faces the lesser cell.
                let tip = toward(middle, a, 0.075 * CELL);
                let back = toward(middle, b, 0.075 * CELL);
                let [across, along] = [(b[1] - a[1]) / CELL, (b[0] - a[0]) / CELL].map(|by| by.clamp(-1.0, 1.0));
                let half = 0.12 * CELL;
                let arms = [1.0, -1.0].map(|side| [back[0] + side * across * half, back[1] - side * along * half]);
                let chevron = Outline::line(vec![arms[0], tip, arms[1]]);
                signs.stroke(chevron.clone(), Stroke::new(Paint::Paper, 6.0).round());
                signs.stroke(chevron, Stroke::new(Paint::Text, 2.0).round());
            }
        }
        true
    }

    fn corner(&mut self, cells: &[Cell], text: &str) -> bool {
        let points: Vec<[f64; 2]> = cells.iter().map(|&cell| self.frame.middle(cell)).collect();
        let reach = |axis: usize| {
            let values = || points.iter().map(|point| point[axis]);
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (top, bottom)) = (reach(0), reach(1));
        // The cells must lie in a square of two by two; otherwise the mark would not show its cells.
        if points.is_empty() || right - left > CELL + 0.5 || bottom - top > CELL + 0.5 {
            return false;
        }
        let middle = [f64::midpoint(left, right), f64::midpoint(top, bottom)];
        let words: Vec<&str> = text.split_whitespace().collect();
        let rows: Vec<String> = match words.len() {
            0..=2 => vec![words.join(" ")],
            count => words.chunks(count.div_ceil(2)).map(|words| words.join(" ")).collect(),
        };
        let radius = 0.26 * CELL;
        if rows.iter().any(|row| width(row, false) * 0.21 * CELL * MIN_TEXT_SCALE > 1.45 * radius) {
            return false;
        }
        let signs = &mut self.layers.signs;
        signs.draw(Outline::Circle { middle, radius }, Paint::Paper, Stroke::new(Paint::Text, 1.4));
        let high = 0.22 * CELL;
        for (at, row) in rows.iter().enumerate() {
            let y = middle[1] + (length_of(at) - length_of(rows.len() - 1) / 2.0) * high;
            let most = if rows.len() == 1 { 1.7 } else { 1.45 } * radius;
            signs.text(centred(row.clone(), [middle[0], y], 0.21 * CELL, false, most, Paint::Text));
        }
        true
    }

    fn margin(&mut self, at: [i32; 2], arrow: Option<[i32; 2]>, text: &str) -> bool {
        let (size, most) = if arrow.is_some() { (0.36, 0.7) } else { (0.42, 0.92) };
        if width(text, false) * size * MIN_TEXT_SCALE > most {
            return false;
        }
        let [rows, columns] = extent(self.board);
        let is_inside = (0..rows).contains(&at[0]) && (0..columns).contains(&at[1]);
        if is_inside && cell_at(self.board, at[0], at[1]).is_some() {
            return false;
        }
        let Some(place) = self.places.clue(at, arrow.is_some()) else { return false };
        let beyond = [place[0].saturating_neg(), place[1].saturating_neg()].into_iter();
        let beyond = beyond.chain([place[0] - rows + 1, place[1] - columns + 1]);
        if beyond.into_iter().any(|places| places > Self::MOST_PLACES) {
            return false;
        }
        let middle = self.frame.middle_of(place[0], place[1]);
        let margins = &mut self.layers.margins;
        let Some([down, right]) = arrow.map(|way| way.map(f64::from)) else {
            margins.text(centred(text.to_owned(), middle, size * CELL, false, most * CELL, Paint::Text));
            return true;
        };
        let point = |by: f64| [middle[0] + right * by * CELL, middle[1] + down * by * CELL];
        let (tail, tip) = (point(0.2), point(0.42));
        let stroke = Stroke::new(Paint::Text, 1.6).round();
        let head = [0.5, -0.5].map(|turn| turned(tip, tail, 0.13 * CELL, turn));
        margins.stroke(Outline::line(vec![tail, tip]), stroke);
        margins.stroke(Outline::line(vec![head[0], tip, head[1]]), stroke);
        let (at, size, most) =
            if self.places.is_shared(at) { (point(-0.22), 0.26, 0.46) } else { (point(-0.12), size, most) };
        margins.text(centred(text.to_owned(), at, size * CELL, false, most * CELL, Paint::Text));
        true
    }

    fn shade(&mut self, cells: &[Cell], form: ShadeForm, ink: Ink) -> bool {
        for &cell in cells {
            let middle = self.frame.middle(cell);
            match form {
                ShadeForm::Cell => {}
                ShadeForm::Disc => {
                    self.layers.discs.fill(Outline::Circle { middle, radius: 0.38 * CELL }, Paint::Line(ink));
                }
                ShadeForm::Square => {
                    let corner = middle.map(|at| at - 0.37 * CELL);
                    let square = Outline::Rectangle { corner, size: [0.74 * CELL; 2], radius: 0.0 };
                    self.layers.discs.fill(square, Paint::Line(ink));
                }
                ShadeForm::Ring => {
                    let stroke = Stroke::new(Paint::Arrow, ARROW);
                    self.layers.rings.stroke(Outline::Circle { middle, radius: RING }, stroke);
                }
            }
        }
        if form == ShadeForm::Cell {
            self.layers.tints.fill(area(self.frame, cells), Paint::Tint(ink));
        }
        true
    }
}

/// The point at distance `by` from `from` in the direction of `to`.
pub(crate) fn toward(from: [f64; 2], to: [f64; 2], by: f64) -> [f64; 2] {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let far = x.hypot(y).max(1e-9);
    [from[0] + x / far * by, from[1] + y / far * by]
}

/// Like [`toward`], with the direction turned by an angle.
pub(crate) fn turned(from: [f64; 2], to: [f64; 2], by: f64, angle: f64) -> [f64; 2] {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let far = x.hypot(y).max(1e-9);
    let (sin, cos) = (1.4 * angle).sin_cos();
    [from[0] + (x * cos - y * sin) / far * by, from[1] + (x * sin + y * cos) / far * by]
}

fn length_of(count: usize) -> f64 {
    crate::scene::length(count)
}
