//! Sums of any cells: `sum 10 r1c1 2*r1c2 -1*r1c3`, `equalsums r1c1 r1c2 : r2c1 r2c2`, and lines that are cut into parts of equal
//! sums, `sumline 10 r1c1 r1c2 …`, `sumline 10 loop …`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::check::{self, MAX_NUMBER, MOST_CELLS, TOO_MANY, Taken};
use crate::rule::constrain::{
    Breach, Constrain, Digits, broken_unless, number, unlike_groups, values, write_cells, write_groups,
};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, LineEnd, LineWidth, Mark, OutlineForm};
use crate::rule::words::{Words, range};

/// Digits, each times a factor, add up to a total.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WeightedSum {
    /// The total.
    pub total: i64,
    /// A factor and a cell each; a cell may come several times.
    pub terms: Vec<(i64, Cell)>,
}

impl WeightedSum {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let read = |word: &str| word.parse().ok().filter(|number| (-MAX_NUMBER..=MAX_NUMBER).contains(number));
        let total = words.word("a total from -1000000 to 1000000", read)?;
        let mut terms = Vec::new();
        while words.peek().is_some_and(|word| !matches!(word, "|" | "&" | "(" | ")")) {
            let expected = "a cell, or a factor and a cell such as 2*r1c2";
            let word = words.word(expected, Some)?;
            for part in word.split(',').filter(|part| !part.is_empty()) {
                let (factor, cells) = match part.split_once('*') {
                    Some((factor, cells)) => (read(factor), cells),
                    None => (Some(1), part),
                };
                let factor = factor.ok_or_else(|| Words::unlike(expected, Some(part)))?;
                let cells = range(cells, Taken::Set).map_err(|error| match error {
                    ParseRuleError::Cell(_) => Words::unlike(expected, Some(part)),
                    error => error,
                })?;
                terms.extend(cells.into_iter().map(|cell| (factor, cell)));
                if terms.len() > MOST_CELLS {
                    return Err(Words::unlike(TOO_MANY, Some(part)));
                }
            }
        }
        if terms.is_empty() {
            return Err(ParseRuleError::Cells { expected: "1 or more", found: 0 });
        }
        Ok(Self { total, terms })
    }
}

impl fmt::Display for WeightedSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sum {}", self.total)?;
        self.terms.iter().try_for_each(|(factor, cell)| match factor {
            1 => write!(f, " {cell}"),
            _ => write!(f, " {factor}*{cell}"),
        })
    }
}

impl Constrain for WeightedSum {
    fn check(&self) -> Result<(), RuleError> {
        check::within(self.total, -MAX_NUMBER, MAX_NUMBER)?;
        self.terms.iter().try_for_each(|&(factor, _)| check::within(factor, -MAX_NUMBER, MAX_NUMBER))?;
        if self.terms.is_empty() || self.terms.len() > MOST_CELLS {
            return Err(RuleError::Cells { expected: format!("1 to {MOST_CELLS}"), found: self.terms.len() });
        }
        Ok(())
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.terms.iter().map(|&(_, cell)| cell).collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = self.cells(board);
        let values = values(board, digits, &cells)?;
        let made: i64 = self.terms.iter().zip(values).map(|((factor, _), value)| factor * value).sum();
        let sentence = format!("{} makes {made}", self.sentence());
        (made != self.total).then_some(Breach { cells, sentence })
    }

    fn sentence(&self) -> String {
        format!("the sum of {} at {}", self.total, self.terms[0].1)
    }

    fn lower(&self, _: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        to.sum(self.terms.iter().copied(), self.total)
    }

    fn marks(&self, board: &Geometry) -> Vec<Mark> {
        if self.terms.iter().any(|&(factor, _)| factor != 1) {
            return vec![Mark::Global(self.to_string())];
        }
        vec![Mark::Outline { cells: self.cells(board), form: OutlineForm::Dotted, text: self.total.to_string() }]
    }
}

/// Groups of cells with equal sums, whatever the sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EqualSums {
    /// The groups.
    pub groups: Vec<Vec<Cell>>,
}

impl fmt::Display for EqualSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("equalsums")?;
        write_groups(f, &self.groups)
    }
}

impl Constrain for EqualSums {
    fn check(&self) -> Result<(), RuleError> {
        check::groups(&self.groups)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.groups.concat()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let sum = |values: Vec<i64>| values.into_iter().sum::<i64>();
        let ([one, other], cells) = unlike_groups(board, digits, &self.groups, sum)?;
        Some(Breach { cells, sentence: format!("{} are {one} and {other}", self.sentence()) })
    }

    fn sentence(&self) -> String {
        format!("the equal sums at {}", self.groups[0][0])
    }

    fn lower(&self, _: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        self.groups.windows(2).try_for_each(|pair| {
            let first = pair[0].iter().map(|&cell| (1, cell));
            to.sum(first.chain(pair[1].iter().map(|&cell| (-1, cell))), 0)
        })
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let outline =
            |cells: &Vec<Cell>| Mark::Outline { cells: cells.clone(), form: OutlineForm::Dotted, text: "=".to_owned() };
        self.groups.iter().map(outline).collect()
    }
}

/// A line that can be cut into parts whose digits add up to the total.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SumLine {
    /// The total of each part.
    pub total: i64,
    /// Whether the last cell is followed by the first.
    pub is_loop: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

impl SumLine {
    /// Whether values in a row can be cut from the first on. Zeros alone are not a part.
    fn is_cut(&self, values: &[i64]) -> bool {
        let (mut made, mut is_some) = (0, false);
        for value in values {
            is_some |= *value != 0;
            made += value;
            if made == self.total {
                made = 0;
            }
            if made > self.total {
                return false;
            }
        }
        is_some && made == 0
    }

    /// An automaton that begins within a part with sum `begun`, and ends with that sum.
    fn part(&self, board: &Geometry, begun: i64, to: &mut Lowered) -> Result<(), RuleError> {
        // Once a value above 0 was read, the initial sum returns only after the end of a part.
        let step = |&(made, is_some): &(i64, bool), _: usize, value: i64| {
            let made = made + value;
            (made <= self.total).then_some((if made == self.total { 0 } else { made }, is_some || value != 0))
        };
        to.automaton(board, self.cells.clone(), (begun, false), step, |&(made, is_some)| is_some && made == begun)
    }
}

impl SumLine {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let (total, is_loop) = (words.number()?, words.skip("loop"));
        Ok(Self { total, is_loop, cells: words.cells(Taken::Once, 1)? })
    }
}

impl fmt::Display for SumLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sumline {}{}", self.total, if self.is_loop { " loop" } else { "" })?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for SumLine {
    fn check(&self) -> Result<(), RuleError> {
        check::number(self.total)?;
        check::cells(&self.cells, Taken::Once, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let mut turned = values.to_vec();
            let turns = if self.is_loop { values.len() } else { 1 };
            (0..turns).any(|_| {
                turned.rotate_left(1);
                self.is_cut(if self.is_loop { &turned } else { values })
            })
        })
    }

    fn sentence(&self) -> String {
        format!("the line of parts that make {} at {}", self.total, self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let most = number(self.cells.len()) * i64::from(board.last_digit().get());
        if self.total > most {
            // No part can be complete.
            return to.choice(Vec::new());
        }
        if !self.is_loop {
            return self.part(board, 0, to);
        }
        // The sum of the first cell's part before the first cell: less than the total.
        let mut alternatives = Vec::new();
        for begun in 0..self.total.max(1) {
            let mut alternative = to.alternative();
            self.part(board, begun, &mut alternative)?;
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let mut cells = self.cells.clone();
        cells.extend(self.is_loop.then(|| self.cells[0]));
        let line = Mark::Line { cells, width: LineWidth::Medium, ink: Ink::Teal, ends: [LineEnd::Plain; 2] };
        let total = Mark::Text { cell: self.cells[0], text: self.total.to_string() };
        vec![line, total]
    }
}
