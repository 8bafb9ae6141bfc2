//! Sue de Coq: cells of a box and a line share out their digits with further cells of the box and of the line.

use std::ops::ControlFlow;

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::{Cells, ones};
use crate::finder::{Found, Position};
use crate::pencil_mark::{PencilMark, Set};
use crate::proof::ProofLine;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

/// A box and a line.
pub(crate) static SUE_DE_COQ: Technique = Technique::unrated(
    "sue-de-coq",
    "Sue de Coq",
    &[],
    "1101",
    "cells of a box and a line, with others of each, have as many digits as cells, each of them in the box or in the line: it has them nowhere else",
);

/// A choice of cells in a unit, with their digits.
type Choice = (Cells, u64);

fn choices(visibility: &Visibility<'_>, left: &[usize], chosen: Choice, most: usize, all: &mut Vec<Choice>) {
    for (at, &cell) in left.iter().enumerate() {
        let mut cells = chosen.0;
        cells.insert(cell);
        let digits = chosen.1 | visibility.board.digits(cell);
        all.push((cells, digits));
        if cells.count() < most {
            choices(visibility, &left[at + 1..], (cells, digits), most, all);
        }
    }
}

/// Sue de Coq.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn sues_de_coq(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
    let lines = || visibility.units_of_kind(UnitKind::Row).chain(visibility.units_of_kind(UnitKind::Column));
    let is_open = |cell: &usize| visibility.board.digits(*cell) != 0;
    for line in lines() {
        for block in visibility.boxes() {
            if position.running.check().is_err() {
                return ControlFlow::Break(());
            }
            let both = visibility.unit(line).and(visibility.unit(block));
            let inner: Vec<usize> = both.iter().filter(is_open).collect();
            if inner.len() < 2 || visibility.layout.digit_count() > 16 {
                continue;
            }
            let open = |unit: usize| visibility.unit(unit).without(both).iter().filter(is_open).collect::<Vec<usize>>();
            let of = |left: &[usize], most: usize| {
                let mut all = Vec::new();
                choices(&visibility, left, (Cells::default(), 0), most, &mut all);
                all
            };
            let (of_line, of_block) = (of(&open(line), 4), of(&open(block), 4));
            for (cells, digits) in of(&inner, inner.len()) {
                if cells.count() < 2 || (digits.count_ones() as usize) < cells.count() + 2 {
                    continue;
                }
                for in_line in of_line.iter().filter(|choice| choice.1 & digits != 0) {
                    for in_block in of_block.iter().filter(|choice| choice.1 & digits != 0) {
                        let step = sue_de_coq(&visibility, [line, block], (cells, digits), *in_line, *in_block);
                        step.map_or(ControlFlow::Continue(()), &mut *found)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn sue_de_coq(
    visibility: &Visibility<'_>,
    units: [usize; 2],
    inner: Choice,
    in_line: Choice,
    in_block: Choice,
) -> Option<Step> {
    // A digit of both sides could be once in the line and once in the box; in the inner cells it lies in both.
    let shared = in_line.1 & in_block.1;
    let of_line = in_line.1 | inner.1 & !in_block.1;
    let of_block = in_block.1 | inner.1 & !in_line.1;
    let only_inner = inner.1 & !in_line.1 & !in_block.1;
    let covers = in_line.1.count_ones() + in_block.1.count_ones() + only_inner.count_ones();
    let cells = inner.0.or(in_line.0).or(in_block.0);
    if covers as usize != cells.count() {
        return None;
    }
    let hit = |unit: usize, digits: u64| {
        let others = visibility.unit(unit).without(cells);
        others
            .iter()
            .flat_map(move |cell| ones(visibility.board.digits(cell) & digits).map(move |of| PencilMark::new(cell, of)))
    };
    let mut struck: Vec<PencilMark> = hit(units[0], of_line).chain(hit(units[1], of_block)).collect();
    struck.extend(
        inner
            .0
            .iter()
            .flat_map(|cell| ones(visibility.board.digits(cell) & shared).map(move |of| PencilMark::new(cell, of))),
    );
    struck.sort_unstable();
    struck.dedup();
    if struck.is_empty() {
        return None;
    }
    let bases: Vec<Set> = cells.iter().map(Set::cell).collect();
    let line = |&mark: &PencilMark| {
        // Digits of only the inner cells are covered by the struck candidate's unit.
        let own = if visibility.unit(units[0]).contains(mark.cell()) { units[0] } else { units[1] };
        let of = |unit: usize, digits: u64| ones(digits).map(move |digit| Set::unit(unit, digit));
        let covers = of(units[0], in_line.1).chain(of(units[1], in_block.1)).chain(of(own, only_inner));
        ProofLine::count(mark, &bases, &covers.collect::<Vec<_>>())
    };
    let marks = |cells: Cells, role| {
        cells
            .iter()
            .flat_map(move |cell| ones(visibility.board.digits(cell)).map(move |of| (PencilMark::new(cell, of), role)))
    };
    let figure = Figure {
        units: units.map(|unit| unit as u16).to_vec(),
        marks: marks(inner.0, Role::Base)
            .chain(marks(in_line.0, Role::Other))
            .chain(marks(in_block.0, Role::Fin))
            .collect(),
        ..Figure::default()
    };
    let proof = struck.iter().map(line).collect();
    Some(Step { technique: &SUE_DE_COQ, rating: 0, placed: Vec::new(), struck, proof, figure })
}
