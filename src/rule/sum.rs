//! Sums of any cells: `sum 10 r1c1 2*r1c2 -1*r1c3`, `equalsums r1c1 r1c2 : r2c1 r2c2`, and lines that are cut into parts of one
//! sum, `sumline 10 r1c1 r1c2 …`, `sumline 10 loop …`.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::rule::constrain::{broken_unless, number, values, write_cells, write_groups};
use crate::rule::words::{MOST, Words};
use crate::rule::{
    Breach, Constrain, Digits, End, Ink, LineWidth, Lowered, Mark, OutlineForm, ParseRuleError, RuleError,
};

/// Digits, each times a factor, make a total.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WeightedSum {
    /// The total.
    pub total: i64,
    /// A factor and a cell each; a cell may come several times.
    pub terms: Vec<(i64, Cell)>,
}

impl WeightedSum {
    pub(in crate::rule) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let read = |word: &str| word.parse().ok().filter(|number| (-MOST..=MOST).contains(number));
        let total = words.word("a total from -1000000 to 1000000", read)?;
        let mut terms = Vec::new();
        while words.peek().is_some_and(|word| !matches!(word, "|" | "&")) {
            let (factor, cell) =
                words.word("a cell, or a factor and a cell such as 2*r1c2", |word| match word.split_once('*') {
                    Some((factor, cell)) => Some((read(factor)?, cell.parse().ok()?)),
                    None => Some((1, word.parse().ok()?)),
                })?;
            terms.push((factor, cell));
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

/// Groups of cells whose digits make one sum, whichever it is.
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
    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.groups.concat()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let sum = |cells: &Vec<Cell>| values(board, digits, cells).map(|values| values.into_iter().sum::<i64>());
        let made: Vec<(i64, &Vec<Cell>)> = self.groups.iter().filter_map(|cells| Some((sum(cells)?, cells))).collect();
        let pair = made.windows(2).find(|pair| pair[0].0 != pair[1].0)?;
        let sentence = format!("{} are {} and {}", self.sentence(), pair[0].0, pair[1].0);
        Some(Breach { cells: [&pair[0].1[..], pair[1].1].concat(), sentence })
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

/// A line that can be cut into parts each of which makes the total.
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
    /// Whether values in a row can be cut from the first on. Zeros alone make no part.
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

    /// An automaton that begins in the middle of a part of which so much is made, and ends so.
    fn part(&self, board: &Geometry, begun: i64, to: &mut Lowered) -> Result<(), RuleError> {
        // With a value above 0 read, as much as at the beginning is only made again behind the end of a part.
        let step = |&(made, is_some): &(i64, bool), _: usize, value: i64| {
            let made = made + value;
            (made <= self.total).then_some((if made == self.total { 0 } else { made }, is_some || value != 0))
        };
        to.automaton(board, self.cells.clone(), (begun, false), step, |&(made, is_some)| is_some && made == begun)
    }
}

impl fmt::Display for SumLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sumline {}{}", self.total, if self.is_loop { " loop" } else { "" })?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for SumLine {
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
        if !self.is_loop {
            return self.part(board, 0, to);
        }
        // What the part that the first cell is in has made before it: less than a total, and less than the whole line makes.
        let most = number(self.cells.len()) * i64::from(board.last_digit().get());
        let mut alternatives = Vec::new();
        for begun in 0..self.total.min(most).max(1) {
            let mut alternative = to.alternative();
            self.part(board, begun, &mut alternative)?;
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let mut cells = self.cells.clone();
        cells.extend(self.is_loop.then(|| self.cells[0]));
        let line = Mark::Line { cells, width: LineWidth::Medium, ink: Ink::Teal, ends: [End::Plain; 2] };
        let total = Mark::Text { cell: self.cells[0], text: self.total.to_string() };
        vec![line, total]
    }
}
