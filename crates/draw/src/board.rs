//! The board without digits: cells, lines between cells, regions, diagonals and further units.

use satdoku_puzzle::geometry::{Cell, Geometry, Regions};
use satdoku_puzzle::rule::Ink;
use satdoku_puzzle::sentences::ExtraUnits;

use crate::frame::{CELL, Frame, borders, cell_at, extent, place};
use crate::scene::{Outline, Paint, Run, Scene, Stroke, length};

/// The widths of the lines between cells and between regions of a board: broader on large boards, which are seen from
/// farther away.
pub(crate) fn widths(board: &Geometry) -> [f64; 2] {
    let times = (length(board.rows().max(board.columns())) / 9.0).clamp(1.0, 10.0);
    [times.sqrt(), 3.0 * times.powf(0.8)]
}

/// The tints of further units, in order of preference.
const TINTS: [Ink; 8] = [Ink::Grey, Ink::Blue, Ink::Peach, Ink::Green, Ink::Lilac, Ink::Yellow, Ink::Teal, Ink::Pink];

/// The cells, as paper.
pub(crate) fn paper(board: &Geometry, frame: Frame, scene: &mut Scene) {
    let cells: Vec<Cell> = board.grid_cells().collect();
    scene.fill(area(frame, &cells), Paint::Paper);
}

/// The area of cells.
pub(crate) fn area(frame: Frame, cells: &[Cell]) -> Outline {
    let corner = |&[row, column]: &[i32; 2]| frame.corner_of(row, column);
    let is_corner = |run: &[[i32; 2]], at: usize| {
        let (before, behind) = (run[(at + run.len() - 1) % run.len()], run[(at + 1) % run.len()]);
        before[0] != behind[0] && before[1] != behind[1]
    };
    let run = |run: Vec<[i32; 2]>| Run {
        points: run.iter().enumerate().filter(|&(at, _)| is_corner(&run, at)).map(|(_, point)| corner(point)).collect(),
        is_closed: true,
    };
    Outline::Path(borders(cells).into_iter().map(run).collect())
}

/// Draws each diagonal as a line through its cells.
pub(crate) fn diagonals(board: &Geometry, frame: Frame, scene: &mut Scene) {
    for cells in ExtraUnits::of(board).diagonals {
        let (first, last) = (frame.middle(cells[0]), frame.middle(cells[cells.len() - 1]));
        let half = CELL / 2.0;
        let way = [(last[0] - first[0]).signum(), (last[1] - first[1]).signum()];
        let ends = vec![
            [first[0] - half * way[0], first[1] - half * way[1]],
            [last[0] + half * way[0], last[1] + half * way[1]],
        ];
        scene.stroke(Outline::line(ends), Stroke::new(Paint::Diagonal, 2.5));
    }
}

/// A further unit: its cells and its tint; no tint if the unit shares a cell with a tinted unit, or no tint is free.
#[derive(Debug)]
pub(crate) struct Further {
    pub(crate) cells: Vec<Cell>,
    pub(crate) is_full: bool,
    pub(crate) tint: Option<Ink>,
}

/// The further units with their tints, without diagonals and disjoint groups. Touching units get different tints.
pub(crate) fn further_units(board: &Geometry) -> Vec<Further> {
    let mut tint_of: Vec<Option<Ink>> = vec![None; board.cell_count()];
    let (mut units, mut scattered) = (Vec::new(), Vec::new());
    for (cells, is_full) in ExtraUnits::of(board).others {
        let is_free = cells.iter().all(|&cell| tint_of[board.index(cell)].is_none());
        let touches = |tint: Ink| {
            cells.iter().any(|&cell| {
                let [row, column] = place(cell);
                let around = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];
                let mut around = around.into_iter().filter_map(|[row, column]| cell_at(board, row, column));
                around.any(|other| tint_of[board.index(other)] == Some(tint))
            })
        };
        // Only the tint connects the parts of a scattered set, so no second unit may use a scattered set's tint.
        let is_scattered = borders(&cells).len() > 1;
        let is_used = |tint: Ink| tint_of.contains(&Some(tint));
        let is_kept = |tint: Ink| scattered.contains(&tint) || is_scattered && is_used(tint);
        let tint = TINTS.into_iter().find(|&tint| is_free && !is_kept(tint) && !touches(tint));
        scattered.extend(tint.filter(|_| is_scattered));
        if tint.is_some() {
            for &cell in &cells {
                tint_of[board.index(cell)] = tint;
            }
        }
        units.push(Further { cells, is_full, tint });
    }
    units
}

/// The kind of the line between two places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    None,
    Thin,
    Thick,
}

/// The lines between cells and between regions.
pub(crate) fn lines(board: &Geometry, frame: Frame, scene: &mut Scene) {
    let regions = regions_of(board);
    let kind = |a: Option<Cell>, b: Option<Cell>| match (a, b) {
        (None, None) => Kind::None,
        (Some(a), Some(b)) if regions[board.index(a)] == regions[board.index(b)] => Kind::Thin,
        _ => Kind::Thick,
    };
    let [rows, columns] = extent(board);
    let level = |row: i32, column: i32| kind(cell_at(board, row - 1, column), cell_at(board, row, column));
    let upright = |row: i32, column: i32| kind(cell_at(board, row, column - 1), cell_at(board, row, column));
    let mut runs: [Vec<Run>; 2] = [Vec::new(), Vec::new()];
    let mut push = |from: [f64; 2], to: [f64; 2], kind: Kind| {
        let at = usize::from(kind == Kind::Thick);
        runs[at].push(Run { points: vec![from, to], is_closed: false });
    };
    for row in 0..=rows {
        along(
            columns,
            |column| level(row, column),
            |from, to, kind| {
                push(frame.corner_of(row, from), frame.corner_of(row, to), kind);
            },
        );
    }
    for column in 0..=columns {
        along(
            rows,
            |row| upright(row, column),
            |from, to, kind| {
                push(frame.corner_of(from, column), frame.corner_of(to, column), kind);
            },
        );
    }
    let [thin, thick] = runs;
    let [thin_width, thick_width] = widths(board);
    if !thin.is_empty() {
        scene.stroke(Outline::Path(thin), Stroke::new(Paint::Thin, thin_width));
    }
    scene.stroke(Outline::Path(thick), Stroke::new(Paint::Thick, thick_width).square());
}

/// Calls `push` for each maximal stretch of lines of one kind.
fn along(count: i32, kind: impl Fn(i32) -> Kind, mut push: impl FnMut(i32, i32, Kind)) {
    let mut start = 0;
    while start < count {
        let of_start = kind(start);
        let end = (start..count).find(|&at| kind(at) != of_start).unwrap_or(count);
        if of_start != Kind::None {
            push(start, end, of_start);
        }
        start = end;
    }
}

/// The regions of each cell: several if squares overlap and their boxes do not coincide. A region that is a row or a column is left
/// out.
fn regions_of(board: &Geometry) -> Vec<Vec<u32>> {
    let mut regions = vec![Vec::new(); board.cell_count()];
    if board.shape() != Regions::None {
        let is_line = |cells: &[Cell]| {
            let is_whole = |count: usize| cells.len() == count;
            cells.windows(2).all(|pair| pair[0].row() == pair[1].row()) && is_whole(board.columns())
                || cells.windows(2).all(|pair| pair[0].column() == pair[1].column()) && is_whole(board.rows())
        };
        for (number, unit) in (0..).zip(board.region_units()).filter(|&(_, unit)| !is_line(board.unit(unit))) {
            board.unit(unit).iter().for_each(|&cell| regions[board.index(cell)].push(number));
        }
    }
    regions
}
