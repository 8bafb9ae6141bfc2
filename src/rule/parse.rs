//! A rule from its line.

use std::str::FromStr;

use crate::geometry::{Cell, ParseCellError};
use crate::rule::{
    Allowed, Arrow, Chess, Copies, DoubleArrow, Extremum, Killer, Line, LineKind, LittleKiller, NonConsecutive, Pair,
    PairKind, Parity, Rule, Thermometer,
};

/// Why a line is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseRuleError {
    /// No rule begins with the word.
    #[error("expected a rule such as killer, thermometer or arrow (satdoku rules lists them), found {0:?}")]
    Keyword(String),
    /// A number is missing, or is none.
    #[error("expected {expected}, found {found:?}")]
    Word {
        /// What is expected.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A cell cannot be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// A cell is named twice.
    #[error("{0} is named twice")]
    Twice(Cell),
    /// There are too few cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// How many are expected, in words.
        expected: &'static str,
        /// How many there are.
        found: usize,
    },
}

impl Rule {
    /// The lines of all rules, each with what it says.
    pub const FORMS: [(&str, &str); 29] = [
        ("killer [15] r1c1 …", "a cage: no digit twice, and if there is a number the digits make it"),
        ("littlekiller 23 r1c2 r2c3 …", "the digits, mostly along a diagonal, make the number; they may repeat"),
        (
            "arrow r1c1 : r1c2 r1c3 …",
            "the digits behind the colon make that in the circle; several cells before it are a pill",
        ),
        ("doublearrow r1c1 … r1c9", "the cells between the two ends make what the ends make"),
        ("thermometer r1c1 r2c1 …", "digits rise from the bulb, the first cell, on"),
        ("slowthermometer r1c1 r2c1 …", "digits do not fall from the bulb on"),
        ("palindrome r1c1 r2c1 …", "the line reads the same from both ends"),
        (
            "whispers 5 r1c1 r2c1 …",
            "neighbours on the line differ by that much at least: 5 for German, 4 for Dutch whispers",
        ),
        ("renban r1c1 r2c1 …", "consecutive digits in any order, none twice"),
        ("nabner r1c1 r2c1 …", "no digit twice on the line, and no two consecutive"),
        ("modular 3 r1c1 r2c1 …", "any so many cells in a row have all residues by the number"),
        ("entropic r1c1 r2c1 …", "any three cells in a row have a low, a middle and a high digit"),
        (
            "zipper r1c1 r2c1 …",
            "cells equally far from the middle make one sum, that of the middle cell if there is one",
        ),
        ("regionsum r1c1 r2c1 …", "the parts that boxes or regions cut the line into make one sum"),
        ("difference 1 r1c1 r1c2", "the two digits differ by the number: 1 is a white dot"),
        ("ratio 2 r1c1 r1c2", "one digit is so many times the other: 2 is a black dot"),
        ("pairsum 10 r1c1 r1c2", "the two digits make the number: 10 is an X, 5 a V"),
        ("less r1c1 r1c2", "the first digit is less than the second"),
        ("copies r1c1 r1c2 : r5c5 r5c6", "the cells have the digits of the others, one by one"),
        ("odd r1c1 …", "odd digits"),
        ("even r1c1 …", "even digits"),
        ("minimum r1c1 …", "each is less than its neighbours above, below and beside it that are not listed"),
        ("maximum r1c1 …", "each is more than its neighbours above, below and beside it that are not listed"),
        ("allowed 1,5,9 r1c1", "the cell has one of the digits"),
        ("antiknight", "no digit twice a knight's move apart"),
        ("antiking", "no digit twice a king's move apart"),
        ("antileaper 1 3", "no digit twice so many rows and columns apart, either way round"),
        ("nonconsecutive", "no two neighbours above, below or beside each other have consecutive digits"),
        (
            "diagonals, unit r1c1 …",
            "units of the board, not rules: each digit once where there are as many cells as digits",
        ),
    ];

    /// The word that its line begins with.
    #[must_use]
    pub fn keyword(&self) -> String {
        self.to_string().split(' ').next().unwrap_or_default().to_owned()
    }

    /// What rules with its keyword say, as in [`FORMS`](Self::FORMS); nothing where it is not there.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        let keyword = self.keyword();
        let of_form = |form: &str| form.split(' ').next() == Some(&keyword);
        Self::FORMS.iter().find(|(form, _)| of_form(form)).map_or("", |(_, meaning)| meaning)
    }
}

/// Numbers of rules are at most this large.
const MOST: i64 = 1_000_000;

/// The words of a line.
struct Words<'a>(std::iter::Peekable<std::str::SplitAsciiWhitespace<'a>>);

impl Words<'_> {
    fn number(&mut self) -> Result<i64, ParseRuleError> {
        let found = self.0.next().unwrap_or("nothing");
        let number = found.parse().ok().filter(|number| (0..=MOST).contains(number));
        let expected = "a number from 0 to 1000000";
        number.ok_or_else(|| ParseRuleError::Word { expected, found: found.to_owned() })
    }

    /// The cells up to the end or to a colon, each once; `least` of them at least.
    fn cells(&mut self, least: usize, expected: &'static str) -> Result<Vec<Cell>, ParseRuleError> {
        let mut cells = Vec::new();
        let mut seen = std::collections::HashSet::new();
        while let Some(word) = self.0.next_if(|&word| word != ":") {
            let cell: Cell = word.parse()?;
            if !seen.insert(cell) {
                return Err(ParseRuleError::Twice(cell));
            }
            cells.push(cell);
        }
        if cells.len() < least { Err(ParseRuleError::Cells { expected, found: cells.len() }) } else { Ok(cells) }
    }

    fn colon(&mut self) -> Result<(), ParseRuleError> {
        match self.0.next() {
            Some(":") => Ok(()),
            found => Err(ParseRuleError::Word { expected: ":", found: found.unwrap_or("nothing").to_owned() }),
        }
    }

    fn pair(&mut self) -> Result<[Cell; 2], ParseRuleError> {
        let cells = self.cells(2, "2")?;
        let found = cells.len();
        cells.try_into().map_err(|_| ParseRuleError::Cells { expected: "2", found })
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(line: &str) -> Result<Self, ParseRuleError> {
        const SOME: &str = "1 or more";
        const SEVERAL: &str = "2 or more";
        let mut words = Words(line.split_ascii_whitespace().peekable());
        let keyword = words.0.next().unwrap_or_default();
        let line = |words: &mut Words<'_>, kind| {
            Ok::<_, ParseRuleError>(Self::Line(Line { kind, cells: words.cells(2, SEVERAL)? }))
        };
        let pair =
            |words: &mut Words<'_>, kind| Ok::<_, ParseRuleError>(Self::Pair(Pair { kind, cells: words.pair()? }));
        let rule = match keyword {
            "killer" => {
                let has_total = words.0.peek().is_some_and(|word| !word.starts_with(['r', 'R']));
                let total = if has_total { Some(words.number()?) } else { None };
                Self::Killer(Killer { total, cells: words.cells(1, SOME)? })
            }
            "littlekiller" => {
                let total = words.number()?;
                Self::LittleKiller(LittleKiller { total, cells: words.cells(1, SOME)? })
            }
            "arrow" => {
                let circle = words.cells(1, SOME)?;
                words.colon()?;
                Self::Arrow(Arrow { circle, shaft: words.cells(1, SOME)? })
            }
            "doublearrow" => Self::DoubleArrow(DoubleArrow { cells: words.cells(3, "3 or more")? }),
            "thermometer" | "slowthermometer" => {
                let is_slow = keyword == "slowthermometer";
                Self::Thermometer(Thermometer { is_slow, cells: words.cells(2, SEVERAL)? })
            }
            "palindrome" => line(&mut words, LineKind::Palindrome)?,
            "renban" => line(&mut words, LineKind::Renban)?,
            "nabner" => line(&mut words, LineKind::Nabner)?,
            "entropic" => line(&mut words, LineKind::Entropic)?,
            "zipper" => line(&mut words, LineKind::Zipper)?,
            "regionsum" => line(&mut words, LineKind::RegionSum)?,
            "whispers" => {
                let least = words.number()?;
                line(&mut words, LineKind::Whispers(least))?
            }
            "modular" => {
                let modulus = words.number()?;
                if !(2..=64).contains(&modulus) {
                    let (expected, found) = ("a modulus from 2 to 64", modulus.to_string());
                    return Err(ParseRuleError::Word { expected, found });
                }
                line(&mut words, LineKind::Modular(modulus))?
            }
            "difference" => {
                let by = words.number()?;
                pair(&mut words, PairKind::Difference(by))?
            }
            "ratio" => {
                let of = words.number()?;
                pair(&mut words, PairKind::Ratio(of))?
            }
            "pairsum" => {
                let of = words.number()?;
                pair(&mut words, PairKind::Sum(of))?
            }
            "less" => pair(&mut words, PairKind::Less)?,
            "copies" => {
                let cells = words.cells(1, SOME)?;
                words.colon()?;
                Self::Copies(Copies { cells, of: words.cells(1, SOME)? })
            }
            "odd" | "even" => Self::Parity(Parity { is_odd: keyword == "odd", cells: words.cells(1, SOME)? }),
            "minimum" | "maximum" => {
                Self::Extremum(Extremum { is_minimum: keyword == "minimum", cells: words.cells(1, SOME)? })
            }
            "allowed" => {
                let found = words.0.next().unwrap_or("nothing");
                let expected = "digits with commas between, such as 1,5,9";
                let values: Option<Vec<i64>> =
                    found.split(',').map(|word| word.parse().ok().filter(|value| (0..=MOST).contains(value))).collect();
                let values = values.ok_or_else(|| ParseRuleError::Word { expected, found: found.to_owned() })?;
                let cells = words.cells(1, "1")?;
                let [cell] = cells[..] else {
                    return Err(ParseRuleError::Cells { expected: "1", found: cells.len() });
                };
                Self::Allowed(Allowed { values, cell })
            }
            "antiknight" => Self::Chess(Chess { moves: [1, 2] }),
            "antiking" => Self::Chess(Chess { moves: [1, 1] }),
            "antileaper" => {
                let (a, b) = (words.number()?, words.number()?);
                let (a, b) = (a.min(b), a.max(b));
                if b == 0 || b > 4095 {
                    let expected = "two numbers from 0 to 4095, not both 0";
                    return Err(ParseRuleError::Word { expected, found: format!("{a} {b}") });
                }
                Self::Chess(Chess { moves: [a, b].map(|step| u16::try_from(step).unwrap_or(u16::MAX)) })
            }
            "nonconsecutive" => Self::NonConsecutive(NonConsecutive),
            _ => return Err(ParseRuleError::Keyword(keyword.to_owned())),
        };
        match words.0.next() {
            None => Ok(rule),
            Some(found) => Err(ParseRuleError::Word { expected: "the end of the line", found: found.to_owned() }),
        }
    }
}
