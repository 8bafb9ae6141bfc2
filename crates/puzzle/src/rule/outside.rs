//! Clues at the end of a row or a column: `sandwich 12 row 3`, `xsum 20 row 3 left`, `skyscraper 4 column 2 bottom`,
//! `hiddenskyscraper …`, `numberedroom …`. `fullrank …` is in [`rank`](super::rank).

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{is_full_unit, values};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;
use crate::rule::total::{OpenTotal, Total};
use crate::rule::words::Words;

/// The end of a row or a column from which a clue is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Rows from the left.
    Left,
    /// Rows from the right.
    Right,
    /// Columns from above.
    Top,
    /// Columns from below.
    Bottom,
}

/// A row or a column, read from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The number of the row or the column, from 0.
    pub number: u16,
    /// The end at which the line begins.
    pub from: Side,
}

/// The words for a row and a column, and whether the word means a row.
const LINES: &[(&str, bool)] = &[("row", true), ("column", false), ("col", false)];

impl View {
    /// Whether the line is a row.
    #[must_use]
    pub fn is_row(self) -> bool {
        matches!(self.from, Side::Left | Side::Right)
    }

    /// The cells in the order of reading; empty if the board does not have the row or column, or the line has a gap.
    #[must_use]
    pub fn cells(self, board: &Geometry) -> Vec<Cell> {
        let place = |cell: Cell| if self.is_row() { (cell.row(), cell.column()) } else { (cell.column(), cell.row()) };
        let of_line = |&cell: &Cell| place(cell).0 == usize::from(self.number);
        let mut cells: Vec<Cell> = board.grid_cells().filter(of_line).collect();
        cells.sort_unstable_by_key(|&cell| place(cell));
        if cells.windows(2).any(|pair| place(pair[0]).1 + 1 != place(pair[1]).1) {
            return Vec::new();
        }
        if matches!(self.from, Side::Right | Side::Bottom) {
            cells.reverse();
        }
        cells
    }

    /// The cells of a line with at least one cell.
    ///
    /// # Errors
    /// If the line has no cells.
    pub(super) fn cells_of(self, board: &Geometry) -> Result<Vec<Cell>, RuleError> {
        let cells = self.cells(board);
        if cells.is_empty() { Err(RuleError::Line(self.line())) } else { Ok(cells) }
    }

    /// `row 3` or `column 4`.
    fn line(self) -> String {
        format!("{} {}", if self.is_row() { "row" } else { "column" }, u32::from(self.number) + 1)
    }

    /// Refuses a number outside the range of lines.
    pub(super) fn check(self) -> Result<(), RuleError> {
        check::within(i64::from(self.number) + 1, 1, u16::MAX.into())
    }

    /// Reads `row 3` or `column 4`, followed by `left`, `right`, `top` or `bottom` if the end matters.
    pub(super) fn read(words: &mut Words<'_>, has_end: bool) -> Result<Self, ParseRuleError> {
        let is_row = words.choice("row or column", LINES)?;
        let number =
            words.word("the number of a row or a column, from 1", |word| word.parse::<u16>().ok()?.checked_sub(1))?;
        let from = match (has_end, is_row) {
            (false, true) => Side::Left,
            (false, false) => Side::Top,
            (true, true) => words.choice("left or right", &[("left", Side::Left), ("right", Side::Right)])?,
            (true, false) => words.choice("top or bottom", &[("top", Side::Top), ("bottom", Side::Bottom)])?,
        };
        Ok(Self { number, from })
    }

    /// Reads a number and a view, in either order.
    pub(crate) fn read_with_clue<'a, T>(
        words: &mut Words<'a>,
        has_end: bool,
        clue: impl Fn(&mut Words<'a>) -> Result<T, ParseRuleError>,
    ) -> Result<(T, Self), ParseRuleError> {
        let is_line = |word: &str| LINES.iter().any(|(line, _)| line.eq_ignore_ascii_case(word));
        if words.peek().is_some_and(is_line) {
            let view = Self::read(words, has_end)?;
            return Ok((clue(words)?, view));
        }
        Ok((clue(words)?, Self::read(words, has_end)?))
    }

    /// The mark of a clue at the line's end.
    pub(super) fn mark(self, board: &Geometry, text: String) -> Vec<Mark> {
        let place = |cell: Cell| [cell.row(), cell.column()].map(|at| i32::try_from(at).unwrap_or(i32::MAX));
        let Some(&first) = self.cells(board).first() else { return Vec::new() };
        let [row, column] = place(first);
        let at = match self.from {
            Side::Left => [row, column - 1],
            Side::Right => [row, column + 1],
            Side::Top => [row - 1, column],
            Side::Bottom => [row + 1, column],
        };
        vec![Mark::Margin { at, arrow: None, text }]
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = match self.from {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        };
        write!(f, "{} {from}", self.line())
    }
}

/// A clue at the end of a row or a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outside {
    /// The kind of clue.
    pub kind: OutsideKind,
    /// The number, or what is known of it.
    pub clue: Total,
    /// The row or the column.
    pub view: View,
}

/// The meaning of a clue at the end of a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutsideKind {
    /// The digits between the lowest and the highest of the line add up to the clue: between 1 and 9 on a line of nine.
    Sandwich,
    /// The first X digits add up to the clue, where X is the first digit.
    XSum,
    /// The number of digits that are higher than all before them.
    Skyscraper,
    /// The first digit that is not higher than all before it.
    HiddenSkyscraper,
    /// The digit in the place given by the first digit, the first cell being place 1.
    NumberedRoom,
}

impl OutsideKind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Sandwich => "sandwich",
            Self::XSum => "xsum",
            Self::Skyscraper => "skyscraper",
            Self::HiddenSkyscraper => "hiddenskyscraper",
            Self::NumberedRoom => "numberedroom",
        }
    }
}

impl Outside {
    pub(super) fn read(kind: OutsideKind, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let clue =
            |words: &mut Words<'_>| words.word("a number from 0 to 1000000, or N, 8..12, <10, >10 or ?", Total::read);
        let (clue, view) = View::read_with_clue(words, kind != OutsideKind::Sandwich, clue)?;
        Ok(Self { kind, clue, view })
    }

    /// The clue of a full line; `None` if the line has no clue.
    fn shown(&self, values: &[i64]) -> Option<i64> {
        let place = |value: i64| usize::try_from(value - 1).ok().filter(|&place| place < values.len());
        match self.kind {
            OutsideKind::Sandwich => Some(between_extremes(values)),
            OutsideKind::XSum => place(values[0]).map(|last| values[..=last].iter().sum()),
            OutsideKind::Skyscraper => {
                let is_seen = |at: &usize| values[..*at].iter().all(|before| before < &values[*at]);
                i64::try_from((0..values.len()).filter(is_seen).count()).ok()
            }
            OutsideKind::HiddenSkyscraper => {
                let is_hidden = |at: &usize| values[..*at].iter().any(|before| before >= &values[*at]);
                (0..values.len()).find(is_hidden).map(|at| values[at])
            }
            OutsideKind::NumberedRoom => place(values[0]).map(|place| values[place]),
        }
    }
}

/// The sum of the values between the lowest and the highest, at their first occurrences.
pub(super) fn between_extremes(values: &[i64]) -> i64 {
    let place = |of: Option<&i64>| values.iter().position(|value| Some(value) == of).unwrap_or(0);
    let (low, high) = (place(values.iter().min()), place(values.iter().max()));
    let (from, to) = (low.min(high), low.max(high));
    values[from..=to].iter().skip(1).rev().skip(1).sum()
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.kind.word(), self.clue)?;
        if self.kind == OutsideKind::Sandwich { f.write_str(&self.view.line()) } else { self.view.fmt(f) }
    }
}

impl Constrain for Outside {
    fn check(&self) -> Result<(), RuleError> {
        self.clue.check()?;
        if self.kind == OutsideKind::Sandwich && matches!(self.view.from, Side::Right | Side::Bottom) {
            let expected = "a sandwich that is read from the left or from the top";
            return Err(RuleError::Unlike { expected, found: self.view.to_string() });
        }
        self.view.check()
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.view.cells(board).into_iter().chain(self.clue.cell()).collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let shown = self.shown(&values(board, digits, &self.view.cells(board))?);
        let is_clue = shown.map_or(Some(false), |shown| self.clue.allows(shown, board, digits))?;
        let found = shown.map_or_else(|| "nothing".to_owned(), |shown| shown.to_string());
        let sentence = format!("{} shows {found}", self.sentence());
        (!is_clue).then(|| Breach { cells: self.cells(board), sentence })
    }

    fn sentence(&self) -> String {
        format!("the {} of {} at {}", self.kind.word(), self.clue, self.view.line())
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let cells = self.view.cells_of(board)?;
        let (clue, most) = (self.clue, self.clue.most(board));
        let length = i64::from(cells.len() as u32);
        match self.kind {
            OutsideKind::Sandwich => between_extremes_lowered(board, &cells, clue, to),
            OutsideKind::XSum => self.lower_xsum(board, &cells, to),
            OutsideKind::Skyscraper => {
                let step = |&(highest, seen): &(i64, i64), _: usize, value: i64| {
                    let next = if value > highest { (value, seen + 1) } else { (highest, seen) };
                    (next.1 <= most).then_some(next)
                };
                clue.is_shown(board, cells, (i64::MIN, 0), step, |&(_, seen)| Some(seen), to)
            }
            OutsideKind::HiddenSkyscraper => {
                // The highest digit so far, and the hidden one.
                let step = |&(highest, hidden): &(i64, Option<i64>), _: usize, value: i64| match hidden {
                    Some(_) => Some((0, hidden)),
                    None if value > highest => Some((value, None)),
                    None => clue.may_be(value).then_some((0, Some(value))),
                };
                clue.is_shown(board, cells, (i64::MIN, None), step, |&(_, hidden)| hidden, to)
            }
            OutsideKind::NumberedRoom => {
                if let Some(number) = clue.cell() {
                    let equal = to.table(board, |a, b| a == b);
                    let mut alternatives = Vec::new();
                    for (place, &cell) in (1..).zip(&cells) {
                        let mut alternative = to.alternative();
                        alternative.domain(board, cells[0], |first| first == place)?;
                        alternative.relation([cell, number], &equal)?;
                        alternatives.push(alternative);
                    }
                    return to.choice(alternatives);
                }
                to.domain(board, cells[0], |first| (1..=length).contains(&first) && (first != 1 || clue.may_be(1)))?;
                for (place, &cell) in (1..).zip(&cells).skip(1) {
                    let shown = to.table(board, |first, value| first != place || clue.may_be(value));
                    to.relation([cells[0], cell], &shown)?;
                }
                Ok(())
            }
        }
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        self.view.mark(board, self.clue.to_string())
    }
}

impl Outside {
    /// A range is read by an automaton; a number, known or not, is a sum for each value of the first cell.
    fn lower_xsum(&self, board: &Geometry, cells: &[Cell], to: &mut Lowered) -> Result<(), RuleError> {
        let (length, most) = (i64::from(cells.len() as u32), self.clue.most(board));
        if let Total::Open(OpenTotal::Range(..)) = self.clue {
            // The cells still to be added, and the sum so far.
            let step = |&(remaining, made): &(i64, i64), place: usize, value: i64| {
                let remaining = if place == 0 { value } else { remaining };
                let is_line = (1..=length).contains(&remaining) || place > 0;
                let next = if remaining > 0 { (remaining - 1, made + value) } else { (0, made) };
                (is_line && next.1 <= most).then_some(next)
            };
            return self.clue.is_shown(board, cells.to_vec(), (0, 0), step, |&(_, made)| Some(made), to);
        }
        let mut alternatives = Vec::new();
        for first in (1..=length).filter(|&first| first <= most) {
            let mut alternative = to.alternative();
            alternative.domain(board, cells[0], |value| value == first)?;
            let others = cells.iter().zip(1..=first).skip(1).map(|(&cell, _)| (1, cell));
            let number = self.clue.cell().map(|number| (-1, number));
            alternative.sum(others.chain(number), self.clue.number().unwrap_or(0) - first)?;
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }
}

/// The digits between the lowest and the highest of some cells add up to a total.
pub(super) fn between_extremes_lowered(
    board: &Geometry,
    cells: &[Cell],
    total: Total,
    to: &mut Lowered,
) -> Result<(), RuleError> {
    let most = total.most(board);
    let is_full = is_full_unit(board, cells);
    let extremes: Vec<(i64, i64)> = if is_full {
        let (first, last) = board.grid_digits();
        vec![(first.into(), last.into())]
    } else {
        let of_cells = || cells.iter().map(|&cell| board.values(cell));
        let first = of_cells().map(|(first, _)| i64::from(first)).min().unwrap_or(0);
        let last = of_cells().map(|(_, last)| i64::from(last)).max().unwrap_or(0);
        (first..=last).flat_map(|low| (low..=last).map(move |high| (low, high))).collect()
    };
    let mut alternatives = Vec::new();
    for (low, high) in extremes {
        // Whether the lowest and the highest digit were seen, and the sum of the digits between.
        let step = |&(has_low, has_high, made): &(bool, bool, i64), _: usize, value: i64| {
            if !(low..=high).contains(&value) {
                return None;
            }
            let is_between = has_low != has_high;
            let next = match value {
                value if value == low && !has_low => (true, has_high || low == high, made),
                value if value == high && !has_high => (has_low, true, made),
                value if is_between => (has_low, has_high, made + value),
                _ => (has_low, has_high, made),
            };
            (next.2 <= most).then_some(next)
        };
        let mut alternative = to.alternative();
        let shown = |&(has_low, has_high, made): &(bool, bool, i64)| (has_low && has_high).then_some(made);
        total.is_shown(board, cells.to_vec(), (false, false, 0), step, shown, &mut alternative)?;
        alternatives.push(alternative);
    }
    to.either(alternatives)
}
