//! Steps with their premises, and contradictions. Units are ids; names are made when a step is printed.

use std::fmt;

use itertools::Itertools;

use crate::geometry::{Candidate, Cell, Digit, Geometry, UnitId};
use crate::grid::{Grid, Violation};
use crate::rule::RuleId;

/// One kind of deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum ReductionTechnique {
    /// A cell has one digit left.
    NakedSingle,
    /// A unit has one place left for a digit.
    HiddenSingle,
    /// All places of a digit in one unit lie in a second unit, which has no further place for the digit.
    Locked,
    /// k cells of a unit have only k digits, so no further cell of the unit has them.
    NakedSubset,
    /// k digits of a unit have only k cells, so these cells have no further digits.
    HiddenSubset,
    /// All places of a digit in a unit are peers of a cell: with the digit in the cell, the unit would have no place for it.
    CommonPeers,
    /// A rule of the puzzle cannot be fulfilled with the digit.
    Rule,
    /// Law of leftovers: k units and k units beyond them contain a digit equally often, so the cells only in the first and the
    /// cells only in the second contain it equally often. The struck cell is only in the second, and all places only in the first
    /// are its peers.
    Leftovers,
}

/// Candidates that clues or earlier steps ruled out: the premises of a step or a contradiction.
///
/// Premises are stored in a short form; [`candidates`](Self::candidates) lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum Premises {
    /// The cells have no digits but these.
    Digits {
        /// The cells.
        cells: Vec<Cell>,
        /// All digits that the cells may have.
        digits: Vec<Digit>,
    },
    /// The digits have no places in the unit but these cells.
    Places {
        /// The unit.
        unit: UnitId,
        /// The digits.
        digits: Vec<Digit>,
        /// The unit's cells that may have one of the digits.
        cells: Vec<Cell>,
    },
    /// Candidates of a rule's cells that are ruled out.
    Rule {
        /// The rule.
        rule: RuleId,
        /// The sentence that names the rule.
        sentence: String,
        /// The candidates, without a superfluous one.
        candidates: Vec<Candidate>,
    },
    /// The digit has no further place among the cells that some units have beyond others.
    Leftovers {
        /// The digit.
        digit: Digit,
        /// The units, no two of which share a cell.
        within: Vec<UnitId>,
        /// Equally many units, no two of which share a cell.
        beyond: Vec<UnitId>,
        /// All cells that may have the digit among the cells of `within` outside `beyond`.
        cells: Vec<Cell>,
    },
}

impl Premises {
    /// The candidates that are ruled out.
    #[must_use]
    pub fn candidates(&self, board: &Geometry) -> Vec<Candidate> {
        let product = |digits: &[Digit], cells: &[Cell]| -> Vec<Candidate> {
            let cells_of = |&digit: &Digit| cells.iter().map(move |&cell| Candidate::new(cell, digit));
            digits.iter().flat_map(cells_of).collect()
        };
        let without = |all: &[Cell], cells: &[Cell]| -> Vec<Cell> {
            all.iter().copied().filter(|cell| !cells.contains(cell)).collect()
        };
        match self {
            Self::Digits { cells, digits } => {
                let others: Vec<Digit> = board.digits().filter(|digit| !digits.contains(digit)).collect();
                cells.iter().flat_map(|&cell| product(&others, &[cell])).collect()
            }
            Self::Places { unit, digits, cells } => product(digits, &without(board.unit(*unit), cells)),
            Self::Rule { candidates, .. } => candidates.clone(),
            Self::Leftovers { digit, within, beyond, cells } => {
                product(&[*digit], &without(&cells_beyond(board, within, beyond), cells))
            }
        }
    }
}

impl ReductionStep {
    /// The units that the step looks at.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        self.unit.into_iter().chain(self.because.units()).collect()
    }
}

impl Premises {
    fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Digits { .. } | Self::Rule { .. } => Vec::new(),
            Self::Places { unit, .. } => vec![*unit],
            Self::Leftovers { within, beyond, .. } => [within.as_slice(), beyond].concat(),
        }
    }
}

/// The cells of some units outside others, unit by unit.
pub(super) fn cells_beyond(board: &Geometry, units: &[UnitId], others: &[UnitId]) -> Vec<Cell> {
    let is_beyond = |cell: &&Cell| !board.units_of(**cell).any(|unit| others.contains(&unit));
    units.iter().flat_map(|&unit| board.unit(unit)).filter(is_beyond).copied().collect()
}

/// One step of deduction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct ReductionStep {
    /// The technique.
    pub technique: ReductionTechnique,
    /// The unit of the placement or elimination, if the technique looks at one.
    pub unit: Option<UnitId>,
    /// The digit that is written, and its cell; `None` for an elimination.
    pub placed: Option<Candidate>,
    /// The candidates that are struck out; empty for a placement, which rules out the same digit in the cell's peers.
    pub struck: Vec<Candidate>,
    /// The premises.
    pub because: Premises,
}

impl ReductionStep {
    /// The last digit of a cell, or the last place in a unit.
    pub(super) fn single(placed: Candidate, unit: Option<UnitId>) -> Self {
        let (cells, digits) = (vec![placed.cell], vec![placed.digit]);
        let (technique, because) = match unit {
            None => (ReductionTechnique::NakedSingle, Premises::Digits { cells, digits }),
            Some(unit) => (ReductionTechnique::HiddenSingle, Premises::Places { unit, digits, cells }),
        };
        Self { technique, unit, placed: Some(placed), struck: Vec::new(), because }
    }

    /// k cells of a unit that have only k digits, or k digits that have only k cells.
    pub(super) fn subset(
        is_naked: bool,
        unit: UnitId,
        cells: Vec<Cell>,
        digits: Vec<Digit>,
        struck: Vec<Candidate>,
    ) -> Self {
        let (technique, because) = if is_naked {
            (ReductionTechnique::NakedSubset, Premises::Digits { cells, digits })
        } else {
            (ReductionTechnique::HiddenSubset, Premises::Places { unit, digits, cells })
        };
        Self::elimination(technique, Some(unit), struck, because)
    }

    pub(super) fn elimination(
        technique: ReductionTechnique,
        unit: Option<UnitId>,
        struck: Vec<Candidate>,
        because: Premises,
    ) -> Self {
        Self { technique, unit, placed: None, struck, because }
    }

    /// The step in words, such as `r1c1=5, the only digit left`, `r1c1=5, the only place in row 1` or
    /// `not r1c4=5 r1c6=5: its places in box 2 all lie in row 1`.
    pub fn in_words<'a>(&'a self, board: &'a Geometry) -> impl fmt::Display + 'a {
        self.with_names(move |unit| board.unit_name(unit).to_string())
    }

    /// The step in words; a unit that a rule brought is named by the rule.
    #[must_use]
    pub fn in_words_of<'a>(&'a self, puzzle: &'a Grid) -> impl fmt::Display + 'a {
        self.with_names(move |unit| puzzle.unit_in_words(unit))
    }

    fn with_names<'a>(&'a self, name: impl Fn(UnitId) -> String + 'a) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            let names = |units: &[UnitId]| units.iter().copied().map(&name).join(" and ");
            if let Some(placed) = self.placed {
                write!(f, "{placed}, the only ")?;
                return match self.unit {
                    None => f.write_str("digit left"),
                    Some(unit) => write!(f, "place in {}", name(unit)),
                };
            }
            write!(f, "not {}: ", words(&self.struck))?;
            let of_unit = fmt::from_fn(|f| self.unit.map_or(Ok(()), |unit| write!(f, " of {}", name(unit))));
            match (self.technique, &self.because) {
                (ReductionTechnique::Locked, Premises::Places { unit, .. }) => {
                    write!(f, "its places in {} all lie", name(*unit))?;
                    self.unit.map_or(Ok(()), |unit| write!(f, " in {}", name(unit)))
                }
                (ReductionTechnique::CommonPeers, Premises::Places { unit, digits, .. }) => {
                    write!(f, "{0} there would leave {0} no place in {1}", words(digits), name(*unit))
                }
                (_, Premises::Digits { cells, digits }) => {
                    write!(f, "{}{of_unit} need {}", words(cells), words(digits))
                }
                (_, Premises::Places { digits, cells, .. }) => {
                    write!(f, "{}{of_unit} need {}", words(digits), words(cells))
                }
                (_, Premises::Rule { sentence, .. }) => write!(f, "{sentence} leaves no filling with it"),
                (_, Premises::Leftovers { digit, within, beyond, .. }) => {
                    write!(f, "{digit} there would need a place in {} outside {}", names(within), names(beyond))
                }
            }
        })
    }
}

/// Values with blanks between.
fn words<T: fmt::Display>(things: &[T]) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{}", things.iter().format(" ")))
}

/// Why a puzzle has no solution, as far as deduction sees.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum Contradiction {
    /// Clues clash, or break a rule.
    Clues(Violation),
    /// No filling of a rule's cells is left.
    Rule {
        /// The rule.
        rule: RuleId,
        /// The sentence that names the rule.
        sentence: String,
        /// The candidates ruled out in the rule's cells, without a superfluous one; empty unless steps are recorded.
        because: Vec<Candidate>,
    },
    /// A cell has no candidate left.
    NoDigit(Cell),
    /// A unit has no place left for a digit.
    NoPlace(Digit, UnitId),
    /// k cells of a unit have fewer than k digits left: Hall's condition is violated.
    TooFewDigits {
        /// The unit.
        unit: UnitId,
        /// The cells.
        cells: Vec<Cell>,
        /// All digits left for the cells, fewer than cells.
        digits: Vec<Digit>,
    },
    /// k digits have fewer than k places left in a unit: Hall's condition for digits.
    TooFewPlaces {
        /// The unit.
        unit: UnitId,
        /// The digits.
        digits: Vec<Digit>,
        /// All places left for the digits, fewer than digits.
        cells: Vec<Cell>,
    },
}

impl Contradiction {
    /// The units that the contradiction looks at.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Clues(Violation::Conflict(conflict)) => vec![conflict.unit],
            Self::Clues(Violation::Rule(_)) | Self::Rule { .. } | Self::NoDigit(_) => Vec::new(),
            Self::NoPlace(_, unit) | Self::TooFewDigits { unit, .. } | Self::TooFewPlaces { unit, .. } => vec![*unit],
        }
    }

    /// The premises; `None` if clues clash.
    #[must_use]
    pub fn because(&self) -> Option<Premises> {
        Some(match self.clone() {
            Self::Clues(_) => return None,
            Self::Rule { rule, sentence, because } => Premises::Rule { rule, sentence, candidates: because },
            Self::NoDigit(cell) => Premises::Digits { cells: vec![cell], digits: Vec::new() },
            Self::NoPlace(digit, unit) => Premises::Places { unit, digits: vec![digit], cells: Vec::new() },
            Self::TooFewDigits { cells, digits, .. } => Premises::Digits { cells, digits },
            Self::TooFewPlaces { unit, digits, cells } => Premises::Places { unit, digits, cells },
        })
    }

    /// The contradiction in words, such as `no place is left for 4 in row 1`.
    pub fn in_words<'a>(&'a self, board: &'a Geometry) -> impl fmt::Display + 'a {
        self.with_names(move |unit| board.unit_name(unit).to_string())
    }

    /// The contradiction in words; a unit that a rule brought is named by the rule.
    #[must_use]
    pub fn in_words_of<'a>(&'a self, puzzle: &'a Grid) -> impl fmt::Display + 'a {
        self.with_names(move |unit| puzzle.unit_in_words(unit))
    }

    fn with_names<'a>(&'a self, name: impl Fn(UnitId) -> String + 'a) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::Clues(violation) => write!(f, "{violation}"),
            Self::Rule { sentence, .. } => write!(f, "{sentence} cannot be fulfilled"),
            Self::NoDigit(cell) => write!(f, "no digit is left for {cell}"),
            Self::NoPlace(digit, unit) => write!(f, "no place is left for {digit} in {}", name(*unit)),
            Self::TooFewDigits { unit, cells, digits } => {
                write!(f, "{} of {} have only {} left", words(cells), name(*unit), words(digits))
            }
            Self::TooFewPlaces { unit, digits, cells } => {
                write!(f, "only {} of {} are left for {}", words(cells), name(*unit), words(digits))
            }
        })
    }
}
