//! Rectangles of two rows, two columns and two boxes that would have two fillings with two digits.

use std::ops::ControlFlow;

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::{Cells, lowest, ones};
use crate::finder::{Found, Position};
use crate::patterns::rectangle::{Rectangle, SIDES, rectangles};
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{ProofLine, StepProof};
use crate::step::Step;
use crate::technique::Technique;
use crate::visibility::Visibility;

macro_rules! rectangle {
    ($($name:ident $word:literal $title:literal $code:literal $summary:literal;)+) => {
        $(
            #[doc = concat!("The ", $title, ".")]
            pub(crate) static $name: Technique = Technique::unrated($word, $title, &[], $code, $summary).unique();
        )+
    };
}

rectangle! {
    UNIQUENESS_1 "uniqueness-1" "uniqueness test 1" "0600"
        "three cells of a rectangle have two digits alone: the fourth has neither";
    UNIQUENESS_2 "uniqueness-2" "uniqueness test 2" "0601"
        "two cells of a side of a rectangle have the same third digit: one of them has it";
    UNIQUENESS_3 "uniqueness-3" "uniqueness test 3" "0602"
        "what two cells of a side of a rectangle have beside its digits makes a subset with other cells";
    UNIQUENESS_4 "uniqueness-4" "uniqueness test 4" "0603"
        "two cells of a side of a rectangle have one of its digits to themselves: neither has the other";
    UNIQUENESS_5 "uniqueness-5" "uniqueness test 5" "0604"
        "two opposite or three cells of a rectangle have the same third digit: one of them has it";
    UNIQUENESS_6 "uniqueness-6" "uniqueness test 6" "0605"
        "a digit has no other place in the two rows or columns of a rectangle: it is where the cells have no third digit";
    HIDDEN_RECTANGLE "hidden-rectangle" "hidden rectangle" "0606"
        "a digit has no other place in the row and the column of a rectangle's corner: the corner has not the other digit";
    AVOIDABLE_1 "avoidable-rectangle-1" "avoidable rectangle 1" "0607"
        "three cells of a rectangle that are no clues are filled with two digits: the fourth does not complete them";
    AVOIDABLE_2 "avoidable-rectangle-2" "avoidable rectangle 2" "0608"
        "two cells of a rectangle that are no clues are filled: one of the others has the digit that would not complete them";
}

impl Rectangle<'_, '_> {
    /// Only one corner has digits beside the pair: it has neither digit of the pair.
    fn one(&self, technique: &'static Technique) -> Option<Step> {
        let [at] = *self.rich() else { return None };
        let lines = ones(self.digits(at) & self.pair)
            .map(|digit| self.deadly(Literal::off(PencilMark::new(self.cells[at], digit))));
        self.step(technique, lines.collect(), None, Cells::default())
    }

    /// The corners with digits beside the pair have the same one further digit.
    fn same(&self, technique: &'static Technique, is_side: bool) -> Option<Step> {
        let rich = self.rich();
        let extra = rich.iter().fold(0, |digits, &at| digits | self.extra(at));
        let on_side = matches!(*rich, [one, other] if SIDES.contains(&[one, other]));
        if rich.len() < 2 || rich.len() > 3 || !extra.is_power_of_two() || on_side != is_side {
            return None;
        }
        let digit = lowest(extra);
        self.one_has(technique, &rich, digit)
    }

    /// The digits of a side's two corners beside the pair form a subset with further cells of a unit.
    fn subsets(&self, found: Found<'_>) -> ControlFlow<()> {
        let [one, other] = *self.rich() else { return ControlFlow::Continue(()) };
        let extra = self.extra(one) | self.extra(other);
        if !SIDES.contains(&[one, other]) || extra.is_power_of_two() {
            return ControlFlow::Continue(());
        }
        let corners = Cells::of([one, other].map(|at| self.cells[at]));
        for unit in self.visibility.units_with(corners) {
            let open = self
                .visibility
                .unit(unit)
                .without(corners)
                .iter()
                .filter(|&cell| self.visibility.board.digits(cell) != 0);
            let open: Vec<usize> = open.collect();
            self.grow(unit, &open, Cells::default(), extra, corners, extra, found)?;
        }
        ControlFlow::Continue(())
    }

    #[allow(clippy::too_many_arguments)] // The parts of the pattern.
    fn grow(
        &self,
        unit: usize,
        left: &[usize],
        members: Cells,
        digits: u64,
        corners: Cells,
        extra: u64,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        if !members.is_empty() && digits.count_ones() as usize == members.count() + 1 {
            let board = self.visibility.board;
            // All cells may share two units: the first of these makes the step.
            let units: Vec<usize> = self.visibility.units_with(members.or(corners)).collect();
            let mut lines = Vec::new();
            for &unit in units.iter().filter(|_| units.first() == Some(&unit)) {
                let others = self.visibility.unit(unit).without(members).without(corners);
                let struck = others
                    .iter()
                    .flat_map(|cell| ones(board.digits(cell) & digits).map(move |of| PencilMark::new(cell, of)));
                lines.extend(struck.map(|mark| self.subset_line(unit, members, digits, corners, extra, mark)));
            }
            if let Some(step) = self.step(&UNIQUENESS_3, lines, Some(unit), members) {
                found(step)?;
            }
        }
        for (at, &cell) in left.iter().enumerate() {
            let joined = digits | self.visibility.board.digits(cell);
            if joined & self.pair == 0 && members.count() < 6 {
                let mut more = members;
                more.insert(cell);
                self.grow(unit, &left[at + 1..], more, joined, corners, extra, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// With the digit elsewhere, the members take the rest of the subset, and the corners have only the pair.
    fn subset_line(
        &self,
        unit: usize,
        members: Cells,
        digits: u64,
        corners: Cells,
        extra: u64,
        mark: PencilMark,
    ) -> ProofLine {
        let board = self.visibility.board;
        let digit = mark.digit();
        let holds = members.or(corners).and(self.visibility.places(digit));
        let mut lines: StepProof =
            Visibility::marks(holds, digit).map(|of| ProofLine::once(of, Set::unit(unit, digit))).collect();
        let bases: Vec<Set> = members.iter().map(Set::cell).collect();
        let covers: Vec<Set> = ones(digits & !(1 << digit)).map(|digit| Set::unit(unit, digit)).collect();
        for cell in corners.iter() {
            for of in ones(board.digits(cell) & extra & !(1 << digit)) {
                lines.push(ProofLine::count(PencilMark::new(cell, of), &bases, &covers));
            }
        }
        self.refuted(mark, lines)
    }

    /// A digit of the pair has exactly two places in a unit, the corners of a side, so neither corner has the other digit.
    fn conjugate(&self) -> Option<Step> {
        let [one, other] = *self.rich() else { return None };
        if !SIDES.contains(&[one, other]) {
            return None;
        }
        let corners = [one, other].map(|at| self.cells[at]);
        for digit in ones(self.pair) {
            let also = lowest(self.pair & !(1 << digit));
            for unit in
                self.visibility.units_with(Cells::of(corners)).filter(|&unit| self.visibility.layout.is_full(unit))
            {
                if self.visibility.of_unit(unit, digit) != Cells::of(corners) {
                    continue;
                }
                let line = |[cell, partner]: [usize; 2]| {
                    let off = ProofLine::once(PencilMark::new(cell, digit), Set::cell(cell));
                    self.refuted(
                        PencilMark::new(cell, also),
                        [off, ProofLine::has(PencilMark::new(partner, digit), Set::unit(unit, digit))],
                    )
                };
                let lines = vec![line(corners), line([corners[1], corners[0]])];
                if let Some(step) = self.step(&UNIQUENESS_4, lines, Some(unit), Cells::default()) {
                    return Some(step);
                }
            }
        }
        None
    }

    /// The row or column that holds a side of the rectangle.
    fn line_of(&self, side: [usize; 2]) -> Option<usize> {
        let is_row = side[0] / 2 == side[1] / 2;
        let kind = if is_row { UnitKind::Row } else { UnitKind::Column };
        let corners = Cells::of(side.map(|at| self.cells[at]));
        self.visibility.units_with(corners).find(|&unit| self.visibility.layout.kind(unit) == kind)
    }

    /// The line of a side, if its only places for the digit are the two corners.
    fn strong(&self, side: [usize; 2], digit: usize) -> Option<usize> {
        let corners = Cells::of(side.map(|at| self.cells[at]));
        self.line_of(side).filter(|&unit| self.visibility.of_unit(unit, digit) == corners)
    }

    /// In both rows, or both columns, a digit of the pair has places only at the corners: it is in the corners without further
    /// digits.
    fn opposite(&self) -> Option<Step> {
        let [one, other] = *self.rich() else { return None };
        if one + other != 3 {
            return None;
        }
        let poor: Vec<usize> = (0..4).filter(|at| ![one, other].contains(at)).collect();
        for digit in ones(self.pair) {
            for (first, second) in [(SIDES[0], SIDES[1]), (SIDES[2], SIDES[3])] {
                if self.strong(first, digit).is_none() || self.strong(second, digit).is_none() {
                    continue;
                }
                let line = |[at, across]: [usize; 2]| {
                    let mark = PencilMark::new(self.cells[at], digit);
                    let off = poor.iter().map(|&of| {
                        let of = PencilMark::new(self.cells[of], digit);
                        ProofLine::once(
                            of,
                            Visibility::shared(self.visibility.layout, mark, of).expect("corners of a side"),
                        )
                    });
                    let side = if first.contains(&across) { first } else { second };
                    let unit = self.line_of(side).expect("the line of a side");
                    let has = ProofLine::has(PencilMark::new(self.cells[across], digit), Set::unit(unit, digit));
                    self.refuted(mark, off.chain([has]))
                };
                let lines = vec![line([one, other]), line([other, one])];
                if let Some(step) = self.step(&UNIQUENESS_6, lines, None, Cells::default()) {
                    return Some(step);
                }
            }
        }
        None
    }

    /// A digit of the pair has no further place in the row and the column of the corner opposite a corner with only the pair.
    fn hidden(&self, found: Found<'_>) -> ControlFlow<()> {
        for poor in (0..4).filter(|&at| self.extra(at) == 0) {
            let across = 3 - poor;
            for digit in ones(self.pair) {
                let side = |with: usize| [across.min(with), across.max(with)];
                let (beside, above) = (across ^ 1, across ^ 2);
                let (Some(row), Some(column)) = (self.strong(side(beside), digit), self.strong(side(above), digit))
                else {
                    continue;
                };
                let other = lowest(self.pair & !(1 << digit));
                let mark = PencilMark::new(self.cells[across], other);
                let lines = [
                    ProofLine::once(PencilMark::new(self.cells[across], digit), Set::cell(self.cells[across])),
                    ProofLine::has(PencilMark::new(self.cells[beside], digit), Set::unit(row, digit)),
                    ProofLine::has(PencilMark::new(self.cells[above], digit), Set::unit(column, digit)),
                ];
                if let Some(step) =
                    self.step(&HIDDEN_RECTANGLE, vec![self.refuted(mark, lines)], None, Cells::default())
                {
                    found(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the filled corners alternate between the digits.
    fn takes_turns(&self) -> bool {
        let of = |at: usize| self.visibility.board.value(self.cells[at]);
        SIDES.iter().all(|&[one, other]| of(one).is_none() || of(other).is_none() || of(one) != of(other))
            && [[0, 3], [1, 2]]
                .iter()
                .all(|&[one, other]| of(one).is_none() || of(other).is_none() || of(one) == of(other))
    }
}

macro_rules! finders {
    ($($technique:ident $name:ident $is_filled:literal |$rectangle:ident, $found:ident| $body:expr;)+) => {
        $(
            #[doc = concat!("Rectangles: ", stringify!($technique), ".")]
            ///
            /// # Errors
            /// A break when `found` breaks, as for every finder.
            pub(crate) fn $name(position: &Position<'_>, $found: Found<'_>) -> ControlFlow<()> {
                let Some(visibility) = Visibility::of(position.board) else { return ControlFlow::Continue(()) };
                rectangles(&visibility, $is_filled, |$rectangle| $body)
            }
        )+
    };
}

fn hand(step: Option<Step>, found: Found<'_>) -> ControlFlow<()> {
    step.map_or(ControlFlow::Continue(()), found)
}

finders! {
    UNIQUENESS_1 uniqueness_1 false |of, found| hand(of.one(&UNIQUENESS_1), found);
    UNIQUENESS_2 uniqueness_2 false |of, found| hand(of.same(&UNIQUENESS_2, true), found);
    UNIQUENESS_3 uniqueness_3 false |of, found| of.subsets(found);
    UNIQUENESS_4 uniqueness_4 false |of, found| hand(of.conjugate(), found);
    UNIQUENESS_5 uniqueness_5 false |of, found| hand(of.same(&UNIQUENESS_5, false), found);
    UNIQUENESS_6 uniqueness_6 false |of, found| hand(of.opposite(), found);
    HIDDEN_RECTANGLE hidden_rectangles false |of, found| of.hidden(found);
    AVOIDABLE_1 avoidable_1 true |of, found| hand(if of.takes_turns() { of.avoided(3) } else { None }, found);
    AVOIDABLE_2 avoidable_2 true |of, found| hand(if of.takes_turns() { of.avoided(2) } else { None }, found);
}

impl Rectangle<'_, '_> {
    /// With `filled` corners filled: each open corner could have the digit that completes the pattern, and has another digit.
    fn avoided(&self, filled: usize) -> Option<Step> {
        let value = |at: usize| self.visibility.board.value(self.cells[at]);
        if (0..4).filter(|&at| value(at).is_some()).count() != filled {
            return None;
        }
        // The digit that completes the pattern at each corner.
        let turns = (0..4).find_map(|at| value(at).map(|digit| (at, digit)))?;
        let completing = |at: usize| {
            let is_same = at == turns.0 || at + turns.0 == 3;
            if is_same { turns.1 } else { lowest(self.pair & !(1 << turns.1)) }
        };
        let open: Vec<usize> = (0..4).filter(|&at| value(at).is_none()).collect();
        if let [at] = *open {
            let says = Literal::off(PencilMark::new(self.cells[at], completing(at)));
            return self.step(&AVOIDABLE_1, vec![self.deadly(says)], None, Cells::default());
        }
        let [one, other] = *open else { return None };
        let extra = |at: usize| self.digits(at) & !(1 << completing(at));
        let is_bivalue = |at: usize| self.digits(at).count_ones() == 2 && self.digits(at) >> completing(at) & 1 == 1;
        if !is_bivalue(one) || !is_bivalue(other) || extra(one) != extra(other) || extra(one) & self.pair != 0 {
            return None;
        }
        let digit = lowest(extra(one));
        self.one_has(&AVOIDABLE_2, &open, digit)
    }
}
