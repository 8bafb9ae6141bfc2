//! Unique rectangles and loops: cells that would have two fillings if they had only their two digits.
//!
//! A loop goes from cell to cell through units. Every unit that it touches has two of its cells, which alternate between the two
//! digits. In a puzzle with one solution some cell of the loop has another digit. The four types differ in the consequences of
//! the cells with more digits.

use std::ops::ControlFlow;

use crate::bits::{lowest, ones};
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::ladder::rich_cells::RichCells;
use crate::ladder::subsets::{Words, of_cell, tuples_with};
use crate::layout::BoardTables;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{Because, ProofLine, StepProof};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

/// Four cells.
pub(crate) static UNIQUE_RECTANGLE: Technique = Technique {
    name: "unique-rectangle",
    title: "unique rectangle",
    aliases: &["ur", "uniqueness-test"],
    rating: 45,
    highest: 50,
    hodoku: Some("0600"),
    needs_uniqueness: true,
    summary: "four cells in two boxes would have two fillings with two digits, so one of them has another digit",
};

/// Six cells or more.
pub(crate) static UNIQUE_LOOP: Technique = Technique {
    name: "unique-loop",
    title: "unique loop",
    aliases: &[],
    rating: 46,
    highest: 54,
    hodoku: None,
    needs_uniqueness: true,
    summary: "a ring of cells would have two fillings with two digits, so one of them has another digit",
};

/// The longest loop in the search: longer loops do not occur in practice and would slow the search.
const LONGEST: usize = 16;

struct Search<'a> {
    board: &'a Board,
    layout: &'a BoardTables,
    pair: u64,
    cells: [usize; LONGEST],
    count: usize,
    found: Vec<Loop>,
}

#[derive(Clone, Debug)]
struct Loop {
    cells: Vec<usize>,
    pair: u64,
}

impl Search<'_> {
    /// Extends the loop from its last cell, by another kind of unit than the last step. `allowed` more cells may have digits
    /// beside the pair and beside `extra`, the extra digits of the cells so far.
    fn extend(&mut self, by: Option<u16>, allowed: usize, extra: u64) {
        let last = self.cells[self.count - 1];
        let layout = self.layout;
        for &(unit, _) in layout.units_of(last) {
            if by.is_some_and(|by| layout.kind(by.into()) == layout.kind(unit.into())) {
                continue;
            }
            for &next in layout.unit(usize::from(unit)) {
                let next = usize::from(next);
                let digits = self.board.digits(next);
                if next == self.cells[0] && self.count >= 4 {
                    self.close();
                    continue;
                }
                if digits & self.pair != self.pair || self.cells[..self.count].contains(&next) || self.count == LONGEST
                {
                    continue;
                }
                let own = digits & !self.pair;
                // A loop is found from the first of its cells with two digits, and no unit has three of its cells.
                if (own == 0 && next < self.cells[0]) || self.is_crowded(next) {
                    continue;
                }
                let joined = extra | own;
                // All extra digits are equal, or at most two cells have any.
                if own != 0 && joined.count_ones() > 1 && allowed == 0 {
                    continue;
                }
                self.cells[self.count] = next;
                self.count += 1;
                self.extend(Some(unit), allowed - usize::from(own != 0 && allowed > 0), joined);
                self.count -= 1;
            }
        }
    }

    fn is_crowded(&self, next: usize) -> bool {
        let shares = |unit: u16| {
            let cells = self.cells[..self.count].iter();
            cells.filter(|&&cell| self.layout.units_of(cell).iter().any(|&(other, _)| other == unit)).count()
        };
        self.layout.units_of(next).iter().any(|&(unit, _)| shares(unit) > 1)
    }

    /// Keeps a loop in which every unit has either no cell, or two cells an odd number of steps apart.
    fn close(&mut self) {
        let cells = &self.cells[..self.count];
        let is_fair = |unit: u16| {
            let mut turns = [0, 0];
            for (at, &cell) in cells.iter().enumerate() {
                turns[at % 2] += usize::from(self.layout.units_of(cell).iter().any(|&(other, _)| other == unit));
            }
            turns == [1, 1]
        };
        let is_valid = self.count.is_multiple_of(2)
            && cells.iter().all(|&cell| self.layout.units_of(cell).iter().all(|&(unit, _)| is_fair(unit)));
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        let is_known = |known: &Loop| {
            let mut other = known.cells.clone();
            other.sort_unstable();
            other == sorted && known.pair == self.pair
        };
        if is_valid && !self.found.iter().any(is_known) {
            self.found.push(Loop { cells: cells.to_vec(), pair: self.pair });
        }
    }
}

/// Unique rectangles and loops, the easiest first.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn unique_loops(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let mut search = Search { board, layout, pair: 0, cells: [0; LONGEST], count: 0, found: Vec::new() };
    for start in (0..layout.cell_count()).filter(|&cell| board.digits(cell).count_ones() == 2) {
        search.pair = board.digits(start);
        search.cells[0] = start;
        search.count = 1;
        search.extend(None, 2, 0);
    }
    let mut steps = Vec::new();
    for of in &search.found {
        of.steps(board, layout, &mut steps);
    }
    steps.sort_by_key(|step| step.rating);
    steps.into_iter().try_for_each(found)
}

impl Loop {
    fn pattern(&self) -> Vec<(u16, [u8; 2])> {
        let digits = [lowest(self.pair) as u8, 63 - self.pair.leading_zeros() as u8];
        self.cells.iter().map(|&cell| (cell as u16, digits)).collect()
    }

    fn deadly(&self, says: Literal) -> ProofLine {
        ProofLine { says, because: Because::Deadly(self.pattern()) }
    }

    /// Two contradictory lines, for cells with only their pair.
    fn end(&self) -> [ProofLine; 2] {
        let says = Literal::on(PencilMark::new(self.cells[0], lowest(self.pair)));
        [self.deadly(says), self.deadly(says.negated())]
    }

    fn base(&self) -> u16 {
        match self.cells.len() {
            0..=4 => 45,
            5..=6 => 46,
            7..=8 => 47,
            _ => 50,
        }
    }

    fn step(&self, board: &Board, more: u16, unit: Option<usize>, lines: StepProof, others: &[usize]) -> Step {
        let technique = if self.cells.len() == 4 { &UNIQUE_RECTANGLE } else { &UNIQUE_LOOP };
        let of_loop = |&cell: &usize| {
            of_cell(board, cell, self.pair, Role::Base).chain(of_cell(board, cell, !self.pair, Role::Fin))
        };
        let of_others = others.iter().flat_map(|&cell| of_cell(board, cell, u64::MAX, Role::Other));
        Step {
            technique,
            rating: self.base() + more,
            placed: Vec::new(),
            struck: lines.iter().map(|line| line.says.mark).collect(),
            proof: lines,
            figure: Figure {
                units: unit.into_iter().map(|unit| unit as u16).collect(),
                marks: self.cells.iter().flat_map(of_loop).chain(of_others).collect(),
                ..Figure::default()
            },
        }
    }

    fn steps(&self, board: &Board, layout: &BoardTables, steps: &mut Vec<Step>) {
        let rich: Vec<usize> = self.cells.iter().copied().filter(|&cell| board.digits(cell) != self.pair).collect();
        let extra = rich.iter().fold(0, |digits, &cell| digits | board.digits(cell)) & !self.pair;
        if let [cell] = *rich {
            let lines = ones(self.pair).map(|digit| self.deadly(Literal::off(PencilMark::new(cell, digit)))).collect();
            steps.push(self.step(board, 0, None, lines, &[]));
            return;
        }
        let cells: Vec<(usize, u64)> = rich.iter().map(|&cell| (cell, board.digits(cell) & extra)).collect();
        let rich_cells = RichCells { board, layout, cells: &cells, end: self.end() };
        if rich.len() >= 2 && extra.is_power_of_two() {
            let lines = rich_cells.same_extra(lowest(extra));
            if !lines.is_empty() {
                steps.push(self.step(board, 0, None, lines, &[]));
            }
        }
        if let [one, other] = *rich {
            for &(unit, _) in layout.units_of(one).iter().filter(|_| layout.sees(one, other)) {
                if layout.units_of(other).iter().any(|&(also, _)| also == unit) {
                    self.locked_pair(board, layout, usize::from(unit), [one, other], steps);
                    if extra.count_ones() >= 2 {
                        self.naked_set(&rich_cells, usize::from(unit), extra, steps);
                    }
                }
            }
        }
    }

    /// Type 4: a digit of the pair has no further place in a unit of the two cells, so neither cell has the other digit.
    fn locked_pair(&self, board: &Board, layout: &BoardTables, unit: usize, rich: [usize; 2], steps: &mut Vec<Step>) {
        if !layout.is_full(unit) {
            return;
        }
        for digit in ones(self.pair).filter(|&digit| board.places(unit, digit).count_ones() == 2) {
            let other = lowest(self.pair & !(1 << digit));
            let line = |[cell, partner]: [usize; 2]| {
                let off = ProofLine::once(PencilMark::new(cell, digit), Set::cell(cell));
                let has = ProofLine::has(PencilMark::new(partner, digit), Set::unit(unit, digit));
                ProofLine::refuted(
                    Literal::off(PencilMark::new(cell, other)),
                    [off, has].into_iter().chain(self.end()).collect(),
                )
            };
            let lines = vec![line(rich), line([rich[1], rich[0]])];
            steps.push(self.step(board, 0, Some(unit), lines, &[]));
        }
    }

    /// Type 3: the extra digits of the two cells, one of which is true, form a subset with further cells of a unit.
    fn naked_set(&self, rich: &RichCells<'_>, unit: usize, extra: u64, steps: &mut Vec<Step>) {
        let board = rich.board;
        let is_rich = |cell: usize| rich.cells.iter().any(|&(of, _)| of == cell);
        let mut words = Words::new();
        for cell in rich.layout.unit(unit).iter().map(|&cell| usize::from(cell)).filter(|&cell| !is_rich(cell)) {
            if board.digits(cell) != 0 {
                words.push(cell, board.digits(cell));
            }
        }
        let open = words.as_slice().len() + 2;
        for size in (extra.count_ones() as usize)..=open.saturating_sub(2).min(8) {
            let _ = tuples_with(words.as_slice(), extra, size - 1, size, &mut |members, digits| {
                let lines = rich.subset(unit, members, digits);
                if !lines.is_empty() {
                    // The subset or its complement among the open cells, whichever is smaller, since people see either.
                    let more = size.min(open - size).max(2) - 1;
                    steps.push(self.step(board, more as u16, Some(unit), lines, members));
                }
                ControlFlow::Continue(())
            });
        }
    }
}
