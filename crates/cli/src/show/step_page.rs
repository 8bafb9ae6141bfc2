//! A path as one page of HTML that needs nothing beside itself: a picture of each step, with its sentence and its proof.
//!
//! What a candidate is in a step is said by a shape and by a colour: a ring, a square or a diamond round the pattern, a stroke through
//! what is struck out, a filled disc where a digit is written.

use std::fmt::Write;

use satdoku::Grid;
use satdoku::draw::{Drawing, Theme};
use satdoku::geometry::Geometry;
use satdoku::logic::board::Board;
use satdoku::logic::layout::{Literal, PencilMark};
use satdoku::logic::step::Role;
use satdoku::logic::{Path, Step};

/// The least side of a cell.
const LEAST_CELL: usize = 48;

/// The radius of a ring round a candidate.
const RING: usize = 7;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1c1c;--paper:#fff;--faint:#777;--line:#bbb;--base:#0a6e3f;--other:#1857b8;--fin:#8a5a00;--out:#b3151b}\
@media(prefers-color-scheme:dark){:root{--ink:#eee;--paper:#161616;--faint:#9a9a9a;--line:#555;--base:#5fd39b;--other:#8ab8ff;--fin:#f0bd5a;--out:#ff8a8a}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:2rem auto;padding:0 1rem}\
details{border-top:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}summary b{font-variant-numeric:tabular-nums}\
.r{display:inline-block;min-width:2.5rem;color:var(--faint)}figure{margin:1rem 0;display:flex;flex-wrap:wrap;gap:1.5rem}\
svg{max-width:100%;height:auto}figure svg text{text-anchor:middle;dominant-baseline:central;fill:var(--ink);font-family:inherit}\
.g{font-weight:700}.w{fill:var(--faint)}.c{fill:var(--faint);font-size:var(--c)}.k{font-size:var(--k);font-weight:700}.thin{stroke:var(--line)}.wall{stroke:var(--ink);stroke-width:2}\
.base{stroke:var(--base);fill:none;stroke-width:1.5}.other{stroke:var(--other);fill:none;stroke-width:1.5}.fin{stroke:var(--fin);fill:none;stroke-width:1.5}\
.out{stroke:var(--out);stroke-width:2}.set{fill:var(--base)}svg .on{fill:var(--paper)}.arrow{stroke:var(--other);stroke-width:1.5;fill:none}\
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;flex:1 1 20rem;font-size:13px}";

/// Appends a page, or with `is_further` a further puzzle to a page.
pub(crate) fn push(puzzle: &Grid, path: &Path, end: &str, is_further: bool, out: &mut String) {
    if !is_further {
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>A path through a Sudoku</title>\n<style>{STYLE}</style></head><body>\n\
             <svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" \
             markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" style=\"fill:var(--other)\"/></marker></defs></svg>\n"
        );
    }
    let points = |step: &Step| path.profile.score(step.technique).map_or(0, |score| score.points);
    let hardest = path.steps.iter().max_by_key(|step| (points(step), step.rating));
    let hardest = hardest.map_or_else(|| "-".to_owned(), |step| step.on(path.start.layout()).by(path.profile).figure());
    let _ = writeln!(out, "<h1>{} steps, the hardest {hardest}</h1>", path.steps.len());
    out.push_str(&shown(puzzle));
    out.push_str(
        "<p>A ring is the pattern, a square its other part, a diamond what it has beyond; a stroke strikes a candidate out, a disc writes \
         a digit, an arrow says what follows from what. Every proof was checked before it was printed.</p>\n",
    );
    let mut board = path.start.clone();
    for (at, step) in path.steps.iter().enumerate() {
        let told = step.on(board.layout()).by(path.profile);
        let is_single = step.struck.is_empty() && step.proof.len() == 1;
        let line = told.line();
        let (rating, sentence) = line.split_once(' ').unwrap_or(("", &line));
        let _ = writeln!(
            out,
            "<details{}><summary><b>{}.</b> <span class=\"r\">{rating}</span> {}</summary><figure>",
            if is_single { "" } else { " open" },
            at + 1,
            escaped(sentence)
        );
        picture(&board, step, &line, out);
        let _ = writeln!(
            out,
            "<pre>{}\n\n{}</pre></figure></details>",
            escaped(step.technique.summary),
            escaped(&told.proof().join("\n"))
        );
        step.take(&mut board);
    }
    let _ = writeln!(out, "<p>{}</p>\n<pre>{}</pre>", escaped(end), escaped(&format!("{:#}", board.to_grid())));
}

/// The puzzle: its text, or a picture if the board has more than rows, columns and boxes, which pictures of steps omit.
fn shown(puzzle: &Grid) -> String {
    let is_plain = puzzle.rules().is_empty() && puzzle.geometry().plain_boxes().is_some();
    match Drawing::of(puzzle) {
        Ok(drawing) if !is_plain => format!("<div>{}</div>\n", drawing.with_theme(Theme::Auto).to_svg()),
        _ => format!("<pre>{}</pre>\n", escaped(&puzzle.to_string())),
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How many candidates stand side by side in a cell.
fn across(geometry: &Geometry) -> usize {
    let root = geometry.digit_count().isqrt();
    root + usize::from(root.pow(2) < geometry.digit_count())
}

/// The side of a cell: marks of candidates that stand side by side do not overlap.
fn side(geometry: &Geometry) -> usize {
    LEAST_CELL.max(2 * RING * across(geometry) + 4)
}

/// The sizes of the letters of a candidate, and of a marked one: a ring holds the longest digit.
fn letters(geometry: &Geometry) -> [usize; 2] {
    let longest = geometry.digits().map(|digit| digit.to_string().len()).max().unwrap_or(1);
    if longest == 1 { [11, 12] } else { [18 / longest, 18 / longest] }
}

/// Where a candidate stands.
fn middle(geometry: &Geometry, mark: PencilMark) -> (usize, usize) {
    let (across, side) = (across(geometry), side(geometry));
    let cell = geometry.cell(mark.cell());
    let step = (side - 4) / across;
    let inner = |index: usize| (side - step * across) / 2 + index * step + step / 2;
    (cell.column() * side + inner(mark.digit() % across) + 2, cell.row() * side + inner(mark.digit() / across) + 2)
}

fn picture(board: &Board, step: &Step, title: &str, out: &mut String) {
    let layout = board.layout();
    let geometry = layout.geometry();
    let (side, [small, marked]) = (side(geometry), letters(geometry));
    let (width, height) = (geometry.columns() * side + 4, geometry.rows() * side + 4);
    let _ = write!(
        out,
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" style=\"--c:{small}px;--k:{marked}px\"><title>{}</title>",
        escaped(title)
    );
    lines(geometry, out);
    for index in 0..layout.cell_count() {
        if let Some(digit) = board.value(index) {
            let cell = geometry.cell(index);
            let (x, y) = (cell.column() * side + side / 2 + 2, cell.row() * side + side / 2 + 2);
            let class = if board.is_given(index) { "g" } else { "w" };
            let _ = write!(
                out,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{}\">{}</text>",
                side / 2,
                geometry.digit(digit)
            );
            continue;
        }
        for digit in (0..geometry.digit_count()).filter(|digit| board.digits(index) >> digit & 1 == 1) {
            candidate(geometry, step, PencilMark::new(index, digit), out);
        }
    }
    for link in &step.figure.links {
        arrow(geometry, step, [link.from, link.to], out);
    }
    out.push_str("</svg>\n");
}

fn candidate(geometry: &Geometry, step: &Step, mark: PencilMark, out: &mut String) {
    let (x, y) = middle(geometry, mark);
    let role = role(step, mark);
    let is_set = step.placed.contains(&mark);
    let is_out = step.struck.contains(&mark);
    let (left, top) = (x - RING, y - RING);
    let _ = match role {
        _ if is_set => write!(out, "<circle class=\"set\" cx=\"{x}\" cy=\"{y}\" r=\"8\"/>"),
        Some(Role::Base | Role::On) => write!(out, "<circle class=\"base\" cx=\"{x}\" cy=\"{y}\" r=\"{RING}\"/>"),
        Some(Role::Other | Role::Off) => {
            write!(out, "<rect class=\"other\" x=\"{left}\" y=\"{top}\" width=\"14\" height=\"14\"/>")
        }
        Some(Role::Fin) => {
            write!(out, "<path class=\"fin\" d=\"M{x} {}L{} {y}L{x} {}L{} {y}z\"/>", y - 9, x + 9, y + 9, x - 9)
        }
        None => Ok(()),
    };
    let class = if is_set {
        "k on"
    } else if role.is_some() || is_out {
        "k"
    } else {
        "c"
    };
    let _ = write!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", geometry.digit(mark.digit()));
    if is_out {
        let _ = write!(out, "<path class=\"out\" d=\"M{left} {}L{} {top}\"/>", y + RING, x + RING);
    }
}

/// The role of a candidate in a step.
fn role(step: &Step, mark: PencilMark) -> Option<Role> {
    step.figure.marks.iter().find(|(of, _)| *of == mark).map(|(_, role)| *role)
}

/// A bent line between the edges of two candidates' marks: it passes beside the marks between, and covers no digit.
fn arrow(geometry: &Geometry, step: &Step, [from, to]: [Literal; 2], out: &mut String) {
    /// The least distance of the bend from the straight line: marks side by side have no room between them.
    const BEND: f64 = 14.0;
    /// Distance between the middle of a mark and the outer edge of its line.
    const EDGE: f64 = 8.0;
    let middles = [from, to].map(|end| {
        let (x, y) = middle(geometry, end.mark);
        [x, y].map(|at| f64::from(at as u32))
    });
    let [start, end] = middles;
    let way = [end[0] - start[0], end[1] - start[1]];
    let long = way[0].hypot(way[1]);
    if long == 0.0 {
        return;
    }
    let beside = (long / 8.0).max(BEND) / long;
    let bend = [start[0].midpoint(end[0]) + way[1] * beside, start[1].midpoint(end[1]) - way[0] * beside];
    let edge = |of: Literal, [x, y]: [f64; 2]| {
        let way = [bend[0] - x, bend[1] - y];
        // A square ends where the longer part of the way does.
        let long = match role(step, of.mark) {
            Some(Role::Other | Role::Off) => way[0].abs().max(way[1].abs()),
            _ => way[0].hypot(way[1]),
        };
        let part = EDGE / long;
        [x + way[0] * part, y + way[1] * part]
    };
    let ([x, y], [to_x, to_y], [bend_x, bend_y]) = (edge(from, start), edge(to, end), bend);
    let dashes = if to.is_true { "" } else { " stroke-dasharray=\"4 3\"" };
    let _ = write!(
        out,
        "<path class=\"arrow\" marker-end=\"url(#tip)\"{dashes} d=\"M{x:.1} {y:.1}Q{bend_x:.1} {bend_y:.1} {to_x:.1} {to_y:.1}\"/>"
    );
}

/// The borders of the cells, heavy where a box or region ends.
fn lines(geometry: &Geometry, out: &mut String) {
    let side = side(geometry);
    let region = |row: usize, column: usize| {
        let cell = satdoku::Cell::new(row as u16, column as u16);
        (row < geometry.rows() && column < geometry.columns() && geometry.contains(cell)).then(|| geometry.region(cell))
    };
    for heavy in [false, true] {
        let (mut thin, class) = (String::new(), if heavy { "wall" } else { "thin" });
        for row in 0..=geometry.rows() {
            for column in 0..=geometry.columns() {
                let here = region(row, column);
                let (x, y) = (column * side + 2, row * side + 2);
                let above = row.checked_sub(1).and_then(|row| region(row, column));
                let before = column.checked_sub(1).and_then(|column| region(row, column));
                if (here.is_some() || above.is_some()) && (here != above) == heavy {
                    let _ = write!(thin, "M{x} {y}h{side}");
                }
                if (here.is_some() || before.is_some()) && (here != before) == heavy {
                    let _ = write!(thin, "M{x} {y}v{side}");
                }
            }
        }
        let _ = write!(out, "<path class=\"{class}\" d=\"{thin}\"/>");
    }
}
