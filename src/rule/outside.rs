//! Clues at the end of a row or a column: `sandwich 12 row 3`, `xsum 20 row 3 left`, `skyscraper 4 column 2 bottom`,
//! `hiddenskyscraper …`, `numberedroom …`. `fullrank …` is in [`rank`](super::rank).

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::constrain::{is_full_unit, values};
use crate::rule::words::Words;
use crate::rule::{Breach, Constrain, Digits, Lowered, Mark, ParseRuleError, RuleError};

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
    /// Where it begins.
    pub from: Side,
}

impl View {
    fn is_row(self) -> bool {
        matches!(self.from, Side::Left | Side::Right)
    }

    /// The cells in the order in which they are read; none where the board has no such row or column, or one with a gap.
    #[must_use]
    pub fn cells(self, board: &Geometry) -> Vec<Cell> {
        let place = |cell: Cell| if self.is_row() { (cell.row(), cell.column()) } else { (cell.column(), cell.row()) };
        let of_line = |&cell: &Cell| place(cell).0 == usize::from(self.number);
        let mut cells: Vec<Cell> = board.cells().filter(of_line).collect();
        cells.sort_unstable_by_key(|&cell| place(cell));
        if cells.windows(2).any(|pair| place(pair[0]).1 + 1 != place(pair[1]).1) {
            return Vec::new();
        }
        if matches!(self.from, Side::Right | Side::Bottom) {
            cells.reverse();
        }
        cells
    }

    /// The cells, of which there are some.
    ///
    /// # Errors
    /// Without any.
    pub(in crate::rule) fn cells_of(self, board: &Geometry) -> Result<Vec<Cell>, RuleError> {
        let cells = self.cells(board);
        if cells.is_empty() { Err(RuleError::Line(self.line())) } else { Ok(cells) }
    }

    /// `row 3` or `column 4`.
    fn line(self) -> String {
        format!("{} {}", if self.is_row() { "row" } else { "column" }, self.number + 1)
    }

    /// Reads `row 3` or `column 4`, and `left`, `right`, `top` or `bottom` behind it where the end matters.
    pub(in crate::rule) fn read(words: &mut Words<'_>, has_end: bool) -> Result<Self, ParseRuleError> {
        let is_row = words.word("row or column", |word| match word {
            "row" => Some(true),
            "column" => Some(false),
            _ => None,
        })?;
        let number =
            words.word("the number of a row or a column, from 1", |word| word.parse::<u16>().ok()?.checked_sub(1))?;
        let from = match (has_end, is_row) {
            (false, true) => Side::Left,
            (false, false) => Side::Top,
            (true, true) => words.word("left or right", |word| match word {
                "left" => Some(Side::Left),
                "right" => Some(Side::Right),
                _ => None,
            })?,
            (true, false) => words.word("top or bottom", |word| match word {
                "top" => Some(Side::Top),
                "bottom" => Some(Side::Bottom),
                _ => None,
            })?,
        };
        Ok(Self { number, from })
    }

    /// The mark of a clue at its end.
    pub(in crate::rule) fn mark(self, board: &Geometry, text: String) -> Vec<Mark> {
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
    /// What it says.
    pub kind: OutsideKind,
    /// The number.
    pub clue: i64,
    /// The row or the column.
    pub view: View,
}

/// What a clue at the end of a row or a column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutsideKind {
    /// The digits between the lowest and the highest of the line make it: between 1 and 9 on a line of nine.
    Sandwich,
    /// The first digits make it, as many of them as the first one says.
    XSum,
    /// So many digits are higher than all before them.
    Skyscraper,
    /// The first digit that is not higher than all before it.
    HiddenSkyscraper,
    /// The digit in the place that the first digit says, the first cell being place 1.
    NumberedRoom,
}

impl OutsideKind {
    const ALL: [(&'static str, Self); 5] = [
        ("sandwich", Self::Sandwich),
        ("xsum", Self::XSum),
        ("skyscraper", Self::Skyscraper),
        ("hiddenskyscraper", Self::HiddenSkyscraper),
        ("numberedroom", Self::NumberedRoom),
    ];

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

impl Outside {
    pub(in crate::rule) fn read(keyword: &str, words: &mut Words<'_>) -> Option<Result<Self, ParseRuleError>> {
        let kind = OutsideKind::ALL.iter().find(|(word, _)| *word == keyword)?.1;
        let mut read = || {
            let clue = words.number()?;
            Ok(Self { kind, clue, view: View::read(words, kind != OutsideKind::Sandwich)? })
        };
        Some(read())
    }

    /// What a full line shows; none where that is no clue at all.
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

/// What the values between the lowest and the highest make; the first of each counts.
pub(in crate::rule) fn between_extremes(values: &[i64]) -> i64 {
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
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.view.cells(board)
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = self.view.cells(board);
        let shown = self.shown(&values(board, digits, &cells)?);
        let found = shown.map_or_else(|| "nothing".to_owned(), |shown| shown.to_string());
        let sentence = format!("{} shows {found}", self.sentence());
        (shown != Some(self.clue)).then_some(Breach { cells, sentence })
    }

    fn sentence(&self) -> String {
        format!("the {} of {} at {}", self.kind.word(), self.clue, self.view.line())
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let cells = self.view.cells_of(board)?;
        let clue = self.clue;
        let length = i64::from(cells.len() as u32);
        match self.kind {
            OutsideKind::Sandwich => between_extremes_lowered(board, &cells, clue, to),
            OutsideKind::XSum => {
                let mut alternatives = Vec::new();
                for first in (1..=length).filter(|&first| first <= clue) {
                    let mut alternative = to.alternative();
                    alternative.domain(board, cells[0], |value| value == first)?;
                    let others = cells.iter().zip(1..=first).skip(1);
                    alternative.sum(others.map(|(&cell, _)| (1, cell)), clue - first)?;
                    alternatives.push(alternative);
                }
                to.choice(alternatives)
            }
            OutsideKind::Skyscraper => {
                let step = |&(highest, seen): &(i64, i64), _: usize, value: i64| {
                    let next = if value > highest { (value, seen + 1) } else { (highest, seen) };
                    (next.1 <= clue).then_some(next)
                };
                to.automaton(board, cells, (i64::MIN, 0), step, |&(_, seen)| seen == clue)
            }
            OutsideKind::HiddenSkyscraper => {
                // The highest digit so far; none once the clue was seen.
                let step = |highest: &Option<i64>, _: usize, value: i64| match *highest {
                    None => Some(None),
                    Some(highest) if value > highest => Some(Some(value)),
                    Some(_) => (value == clue).then_some(None),
                };
                to.automaton(board, cells, Some(i64::MIN), step, Option::is_none)
            }
            OutsideKind::NumberedRoom => {
                to.domain(board, cells[0], |value| (1..=length).contains(&value) && (value != 1 || clue == 1))?;
                for (place, &cell) in (1..).zip(&cells).skip(1) {
                    let shown = to.table(board, |first, value| first != place || value == clue);
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

/// The digits between the lowest and the highest of some cells make a total.
pub(in crate::rule) fn between_extremes_lowered(
    board: &Geometry,
    cells: &[Cell],
    total: i64,
    to: &mut Lowered,
) -> Result<(), RuleError> {
    let (first, last) = (i64::from(board.first_digit().get()), i64::from(board.last_digit().get()));
    let is_full = is_full_unit(board, cells);
    let extremes: Vec<(i64, i64)> = if is_full {
        vec![(first, last)]
    } else {
        (first..=last).flat_map(|low| (low..=last).map(move |high| (low, high))).collect()
    };
    let mut alternatives = Vec::new();
    for (low, high) in extremes {
        // What was seen of the lowest and of the highest digit, and what those between make.
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
            (next.2 <= total).then_some(next)
        };
        let mut alternative = to.alternative();
        let accepts = |&(has_low, has_high, made): &(bool, bool, i64)| has_low && has_high && made == total;
        alternative.automaton(board, cells.to_vec(), (false, false, 0), step, accepts)?;
        alternatives.push(alternative);
    }
    to.choice(alternatives)
}
