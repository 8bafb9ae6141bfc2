//! Rules over the whole board: `globalentropy`, `globalmodular 3`, `antitaxicab`, `dutchflatmates`, `regionsamedigits`.

use std::fmt;

use crate::geometry::{Cell, Geometry, UnitKind};
use crate::rule::check;
use crate::rule::constrain::{Breach, Constrain, Digits};
use crate::rule::constrain::{all_pairs, beside, number, value};
use crate::rule::contents::same_digits;
use crate::rule::error::RuleError;
use crate::rule::line::third;
use crate::rule::lowered::Lowered;
use crate::rule::mark::Mark;

/// A rule over the whole board without cells or numbers of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Global {
    /// Each square of two by two cells has a low, a middle and a high digit.
    Entropy,
    /// Each square of two by two cells has digits of all residues by the number, from 2 to 4.
    Modular(i64),
    /// No two cells with equal digits d are d steps up, down and sideways apart.
    AntiTaxicab,
    /// Each digit in the middle of the range, such as 5 of 9, has the lowest digit right above it or the highest right below it.
    DutchFlatmates,
    /// The largest units, if they have fewer cells than there are digits, all have the same set of digits.
    RegionSameDigits,
}

impl Global {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Entropy => "globalentropy",
            Self::Modular(_) => "globalmodular",
            Self::AntiTaxicab => "antitaxicab",
            Self::DutchFlatmates => "dutchflatmates",
            Self::RegionSameDigits => "regionsamedigits",
        }
    }

    /// The squares of two by two cells.
    fn squares(board: &Geometry) -> impl Iterator<Item = [Cell; 4]> + use<'_> {
        board.grid_cells().filter_map(|cell| {
            Some([cell, beside(board, cell, 0, 1)?, beside(board, cell, 1, 0)?, beside(board, cell, 1, 1)?])
        })
    }

    /// The class of a value: its residue, or its third of the digits. Each square must have a digit of every class.
    fn class(self, board: &Geometry, value: i64) -> i64 {
        if let Self::Modular(modulus) = self { value.rem_euclid(modulus) } else { third(board, value) }
    }

    fn classes(self) -> std::ops::Range<i64> {
        if let Self::Modular(modulus) = self { 0..modulus } else { 0..3 }
    }

    /// The lowest, the middle and the highest digit.
    pub(crate) fn flatmates(board: &Geometry) -> [i64; 3] {
        let (first, last) = board.grid_digits();
        let (first, last) = (i64::from(first), i64::from(last));
        [first, (first + last + 1) / 2, last]
    }

    /// The largest units, if they have fewer cells than there are digits.
    fn largest_units(board: &Geometry) -> Vec<&[Cell]> {
        let kinds = [UnitKind::Row, UnitKind::Column, UnitKind::Box, UnitKind::Region];
        let units: Vec<&[Cell]> =
            kinds.into_iter().flat_map(|kind| board.units_of_kind(kind).map(|unit| board.unit(unit))).collect();
        let largest = units.iter().map(|cells| cells.len()).max().unwrap_or(0);
        let (first, last) = board.grid_digits();
        let is_full = largest == usize::from(last - first) + 1;
        units.into_iter().filter(|cells| cells.len() == largest && !is_full).collect()
    }
}

impl fmt::Display for Global {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        if let Self::Modular(modulus) = self { write!(f, " {modulus}") } else { Ok(()) }
    }
}

impl Constrain for Global {
    fn check(&self) -> Result<(), RuleError> {
        if let Self::Modular(modulus) = *self { check::number(modulus) } else { Ok(()) }
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let value = |cell: Cell| value(board, digits, cell);
        let breach =
            |cells: &[Cell]| Breach { cells: cells.to_vec(), sentence: format!("{} is broken", self.sentence()) };
        match self {
            Self::Entropy | Self::Modular(_) => Self::squares(board).find_map(|cells| {
                let values: Vec<i64> = cells.iter().map(|&cell| value(cell)).collect::<Option<_>>()?;
                let has = |class: i64| values.iter().any(|&value| self.class(board, value) == class);
                (!self.classes().all(has)).then(|| breach(&cells))
            }),
            Self::AntiTaxicab => {
                let cells: Vec<Cell> = board.grid_cells().collect();
                let distance = |[a, b]: [Cell; 2]| a.row().abs_diff(b.row()) + a.column().abs_diff(b.column());
                let breaks = |pair: &[Cell; 2]| {
                    let value = value(pair[0]);
                    value.is_some()
                        && value == self::value(board, digits, pair[1])
                        && value == Some(number(distance(*pair)))
                };
                all_pairs(&cells).find(breaks).map(|pair| breach(&pair))
            }
            Self::DutchFlatmates => {
                let [lowest, middle, highest] = Self::flatmates(board);
                board.grid_cells().filter(|&cell| value(cell) == Some(middle)).find_map(|cell| {
                    let mates = [(beside(board, cell, -1, 0), lowest), (beside(board, cell, 1, 0), highest)];
                    // An empty neighbour may still get the wanted digit.
                    let may_be = |(mate, wanted): &(Option<Cell>, i64)| {
                        mate.is_some_and(|mate| value(mate).is_none_or(|found| found == *wanted))
                    };
                    (!mates.iter().any(may_be)).then(|| breach(&[cell]))
                })
            }
            Self::RegionSameDigits => {
                let units = Self::largest_units(board);
                let sorted = |cells: &&[Cell]| {
                    let mut values: Vec<i64> = cells.iter().map(|&cell| value(cell)).collect::<Option<_>>()?;
                    values.sort_unstable();
                    Some(values)
                };
                let filled: Vec<(Vec<i64>, &[Cell])> =
                    units.iter().filter_map(|cells| Some((sorted(cells)?, *cells))).collect();
                let pair = filled.windows(2).find(|pair| pair[0].0 != pair[1].0)?;
                Some(breach(&[pair[0].1, pair[1].1].concat()))
            }
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Entropy => "global entropy".to_owned(),
            Self::Modular(modulus) => format!("the global residues by {modulus}"),
            Self::AntiTaxicab => "the taxicab's distance".to_owned(),
            Self::DutchFlatmates => "the rule of Dutch flatmates".to_owned(),
            Self::RegionSameDigits => "the rule of the same digits in all regions".to_owned(),
        }
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        match *self {
            Self::Entropy | Self::Modular(_) => {
                let classes = self.classes();
                if !(2..=4).contains(&classes.end) {
                    return Err(RuleError::Number { expected: "from 2 to 4".to_owned(), found: classes.end });
                }
                for cells in Self::squares(board) {
                    for class in classes.clone() {
                        one_of(board, &cells, &|value| self.class(board, value) == class, to)?;
                    }
                }
                Ok(())
            }
            Self::AntiTaxicab => {
                let last = board.grid_digits().1;
                let reach = i32::from(last);
                let apart: Vec<_> =
                    (0..=i64::from(last)).map(|distance| to.table(board, |a, b| a != b || a != distance)).collect();
                for cell in board.grid_cells() {
                    for down in 0..=reach {
                        for right in down - reach..=reach - down {
                            let distance = (down + right.abs()).unsigned_abs() as usize;
                            if distance == 0 || down == 0 && right < 0 {
                                continue;
                            }
                            let Some(other) = beside(board, cell, down, right) else { continue };
                            if board.shared_unit(cell, other).is_none() {
                                to.relation([cell, other], &apart[distance])?;
                            }
                        }
                    }
                }
                Ok(())
            }
            Self::DutchFlatmates => {
                let [lowest, middle, highest] = Self::flatmates(board);
                for cell in board.grid_cells() {
                    let mates = [(beside(board, cell, -1, 0), lowest), (beside(board, cell, 1, 0), highest)];
                    let mut alternative = to.alternative();
                    alternative.domain(board, cell, |value| value != middle)?;
                    let mut alternatives = vec![alternative];
                    for (mate, wanted) in mates.into_iter().filter_map(|(mate, wanted)| Some((mate?, wanted))) {
                        let mut alternative = to.alternative();
                        alternative.domain(board, mate, |value| value == wanted)?;
                        alternatives.push(alternative);
                    }
                    to.choice(alternatives)?;
                }
                Ok(())
            }
            Self::RegionSameDigits => {
                let units = Self::largest_units(board);
                units.windows(2).try_for_each(|pair| same_digits(board, [pair[0], pair[1]], to))
            }
        }
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        vec![Mark::Global(match self {
            Self::Entropy => "Each square of two by two cells has a low, a middle and a high digit.".to_owned(),
            Self::Modular(modulus) => format!("Each square of two by two cells has all residues by {modulus}."),
            Self::AntiTaxicab => "No digit twice as many steps apart as it says.".to_owned(),
            Self::DutchFlatmates => {
                "Each middle digit has the lowest right above it or the highest right below it.".to_owned()
            }
            Self::RegionSameDigits => "All of the largest units have the same digits.".to_owned(),
        })]
    }
}

/// One of the cells has a value that a predicate allows.
fn one_of(board: &Geometry, cells: &[Cell], allows: &dyn Fn(i64) -> bool, to: &mut Lowered) -> Result<(), RuleError> {
    let mut alternatives = Vec::new();
    for &cell in cells {
        let mut alternative = to.alternative();
        alternative.domain(board, cell, allows)?;
        alternatives.push(alternative);
    }
    to.choice(alternatives)
}
