//! XY-wing and XYZ-wing: for each digit of the pivot, a pincer takes it or has the common digit.

use std::ops::ControlFlow;

use crate::bits::{lowest, ones};
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::layout::BoardTables;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Link, Role, Step};
use crate::technique::Technique;

/// A pivot of two digits.
pub(crate) static XY_WING: Technique = Technique {
    name: "xy-wing",
    title: "XY-wing",
    aliases: &["y-wing"],
    rating: 42,
    highest: 42,
    hodoku: Some("0800"),
    needs_uniqueness: false,
    summary: "a cell with two digits sees two others that share one of them each and a third digit: one of the two has that",
};

/// A pivot of three digits.
pub(crate) static XYZ_WING: Technique = Technique {
    name: "xyz-wing",
    title: "XYZ-wing",
    aliases: &[],
    rating: 44,
    highest: 44,
    hodoku: Some("0801"),
    needs_uniqueness: false,
    summary: "a cell with three digits sees two others with two of them each: one of the three has the digit that all share",
};

/// The set of a digit in the unit that two cells share.
pub(crate) fn shared(layout: &BoardTables, cell: usize, other: usize, digit: usize) -> Set {
    let in_other = |unit: u16| layout.units_of(other).iter().any(|&(also, _)| also == unit);
    let unit = layout.units_of(cell).iter().map(|&(unit, _)| unit).find(|&unit| in_other(unit));
    Set::unit(usize::from(unit.expect("the cells see each other")), digit)
}

struct Wing {
    pivot: usize,
    pincers: [usize; 2],
    digit: usize,
}

/// Finds wings whose pivot has `size` digits.
fn wings(position: &Position<'_>, size: u32, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    for pivot in (0..layout.cell_count()).filter(|&cell| board.digits(cell).count_ones() == size) {
        let of_pivot = board.digits(pivot);
        let pincers = || {
            let cells = layout.peers(pivot).iter().map(|&cell| usize::from(cell));
            cells.filter(move |&cell| {
                let digits = board.digits(cell);
                let common = (digits & of_pivot).count_ones();
                digits.count_ones() == 2 && common == size - 1
            })
        };
        for one in pincers() {
            for other in pincers().filter(|&other| other > one) {
                let (of_one, of_other) = (board.digits(one), board.digits(other));
                let common = of_one & of_other;
                // Each digit of the pivot must push a pincer, or be the common digit itself.
                let is_wing = common.is_power_of_two()
                    && of_one != of_other
                    && if size == 2 { common & of_pivot == 0 } else { (of_one | of_other) == of_pivot };
                if !is_wing {
                    continue;
                }
                let wing = Wing { pivot, pincers: [one, other], digit: lowest(common) };
                let struck: Vec<PencilMark> = struck(board, layout, &wing, size == 3).collect();
                if !struck.is_empty() {
                    found(step(board, layout, &wing, struck, technique))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn struck<'a>(
    board: &'a Board,
    layout: &'a BoardTables,
    wing: &'a Wing,
    with_pivot: bool,
) -> impl Iterator<Item = PencilMark> + use<'a> {
    let Wing { pivot, pincers: [one, other], digit } = *wing;
    let seen = layout.peers(one).iter().map(|&cell| usize::from(cell)).filter(move |&cell| layout.sees(cell, other));
    seen.filter(move |&cell| cell != pivot && (!with_pivot || layout.sees(cell, pivot)))
        .map(move |cell| PencilMark::new(cell, digit))
        .filter(|&mark| board.has(mark))
}

fn step(
    board: &Board,
    layout: &BoardTables,
    wing: &Wing,
    struck: Vec<PencilMark>,
    technique: &'static Technique,
) -> Step {
    let Wing { pivot, pincers, digit } = *wing;
    let line = |mark: PencilMark| {
        // With the digit in the struck cell the pincers take the pivot's digits, so the pivot has no digit.
        let mut lines = Vec::new();
        if board.has(PencilMark::new(pivot, digit)) {
            lines.push(ProofLine::once(PencilMark::new(pivot, digit), shared(layout, mark.cell(), pivot, digit)));
        }
        for pincer in pincers {
            let own = lowest(board.digits(pincer) & !(1 << digit));
            lines.push(ProofLine::once(PencilMark::new(pincer, digit), shared(layout, mark.cell(), pincer, digit)));
            lines.push(ProofLine::has(PencilMark::new(pincer, own), Set::cell(pincer)));
            lines.push(ProofLine::once(PencilMark::new(pivot, own), shared(layout, pincer, pivot, own)));
        }
        lines.push(ProofLine::has(PencilMark::new(pivot, lowest(board.digits(pivot))), Set::cell(pivot)));
        ProofLine::refuted(Literal::off(mark), lines)
    };
    let mut marks: Vec<(PencilMark, Role)> =
        ones(board.digits(pivot)).map(|of| (PencilMark::new(pivot, of), Role::Base)).collect();
    let mut links = Vec::new();
    for pincer in pincers {
        let own = lowest(board.digits(pincer) & !(1 << digit));
        marks.extend([(PencilMark::new(pincer, own), Role::Other), (PencilMark::new(pincer, digit), Role::On)]);
        let (from, to) = (Literal::on(PencilMark::new(pivot, own)), Literal::off(PencilMark::new(pincer, own)));
        links.push(Link { from, to, by: Some(shared(layout, pincer, pivot, own)) });
        let end = Literal::on(PencilMark::new(pincer, digit));
        links.push(Link { from: to, to: end, by: Some(Set::cell(pincer)) });
    }
    Step {
        technique,
        rating: technique.rating,
        placed: Vec::new(),
        proof: struck.iter().map(|&mark| line(mark)).collect(),
        struck,
        figure: Figure { units: Vec::new(), marks, links, ..Figure::default() },
    }
}

/// XY-wings.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn xy_wings(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    wings(position, 2, &XY_WING, found)
}

/// XYZ-wings.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn xyz_wings(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    wings(position, 3, &XYZ_WING, found)
}
