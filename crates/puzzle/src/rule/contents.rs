//! The contents of cells: `contains 1,2,2 r1c1 …`, `exactly 2*3,0*4 r1c1 …`, `countdistinct r1c1 : r1c2 …`, `countingcircles …`,
//! `samedigits r1c1 r1c2 : r2c1 r2c2`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use crate::geometry::{Cell, Geometry, UnitKind};
use crate::rule::check::{self, MAX_NUMBER, Taken};
use crate::rule::constrain::{
    Breach, Constrain, Digits, broken_unless, number, unlike_groups, write_cells, write_groups, write_values,
};
use crate::rule::error::{ParseRuleError, RuleError};
use crate::rule::lowered::Lowered;
use crate::rule::mark::{Ink, Mark, OutlineForm, ShadeForm};
use crate::rule::words::Words;

/// Counts of given values in some cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contains {
    /// Whether more of a value is excluded.
    pub is_exact: bool,
    /// Pairs of a number and a value. A value that is not listed may occur any number of times.
    pub counts: Vec<(i64, i64)>,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Contains {
    /// Values that occur in the cells at least as often as they are listed.
    #[must_use]
    pub fn at_least(values: impl IntoIterator<Item = i64>, cells: Vec<Cell>) -> Self {
        let mut counts: Vec<(i64, i64)> = Vec::new();
        let mut places: BTreeMap<i64, usize> = BTreeMap::new();
        for value in values {
            let place = *places.entry(value).or_insert(counts.len());
            match counts.get_mut(place) {
                Some((count, _)) => *count += 1,
                None => counts.push((1, value)),
            }
        }
        Self { is_exact: false, counts, cells }
    }

    pub(super) fn read_least(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let contains = Self::at_least(words.values()?, words.cells(Taken::Set, 1)?);
        contains.check()?;
        Ok(contains)
    }

    pub(super) fn read_exact(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let count = |word: &str| {
            let (count, value) = word.split_once('*')?;
            let read = |word: &str| word.parse().ok().filter(|number| (0..=MAX_NUMBER).contains(number));
            Some((read(count)?, read(value)?))
        };
        let counts: Vec<(i64, i64)> = words
            .word("how many of which digit, with commas between, such as 2*3,0*4", |word| {
                word.split(',').map(count).collect()
            })?;
        let contains = Self { is_exact: true, counts, cells: words.cells(Taken::Set, 1)? };
        contains.check()?;
        Ok(contains)
    }

    /// Whether the cells are four that meet at a corner.
    pub(crate) fn is_quadruple(&self) -> bool {
        let (rows, columns): (Vec<usize>, Vec<usize>) =
            self.cells.iter().map(|cell| (cell.row(), cell.column())).unzip();
        let is_span = |places: &[usize]| {
            let (least, most) = (places.iter().min(), places.iter().max());
            least.zip(most).is_some_and(|(least, most)| most - least == 1)
        };
        self.cells.len() == 4 && is_span(&rows) && is_span(&columns)
    }

    /// The values, repeated by their counts; at most one more than the cells, so that no count fills the memory.
    pub(crate) fn values(&self) -> Vec<i64> {
        let most = number(self.cells.len()) + 1;
        self.counts.iter().flat_map(|&(count, value)| (0..count.min(most)).map(move |_| value)).collect()
    }
}

impl fmt::Display for Contains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact {
            f.write_str("exactly ")?;
            for (at, (count, value)) in self.counts.iter().enumerate() {
                write!(f, "{}{count}*{value}", if at > 0 { "," } else { "" })?;
            }
        } else {
            f.write_str("contains ")?;
            write_values(f, &self.values())?;
        }
        write_cells(f, &self.cells)
    }
}

impl Constrain for Contains {
    fn check(&self) -> Result<(), RuleError> {
        check::numbers(self.counts.iter().flat_map(|&(count, value)| [count, value]))?;
        let mut seen = HashSet::new();
        if let Some((_, value)) = self.counts.iter().find(|(_, value)| !seen.insert(*value)) {
            return Err(RuleError::Unlike { expected: "each digit once", found: format!("{value} twice") });
        }
        let (least, most) = (i64::from(!self.is_exact), number(self.cells.len()));
        if let Some((count, _)) = self.counts.iter().find(|(count, _)| !(least..=most).contains(count)) {
            return Err(RuleError::Unlike { expected: "no more of a digit than cells", found: count.to_string() });
        }
        check::cells(&self.cells, Taken::Set, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            self.counts.iter().all(|&(count, value)| {
                let found = number(values.iter().filter(|&&found| found == value).count());
                if self.is_exact { found == count } else { found >= count }
            })
        })
    }

    fn sentence(&self) -> String {
        let word = if self.is_exact { "exact contents" } else { "contents" };
        format!("the {word} at {}", self.cells[0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        for &(count, value) in &self.counts {
            if count == 0 && self.is_exact {
                self.cells.iter().try_for_each(|&cell| to.domain(board, cell, |found| found != value))?;
                continue;
            }
            if count == 1 && !self.is_exact {
                let one = |&cell: &Cell| {
                    let mut alternative = to.alternative();
                    alternative.domain(board, cell, |found| found == value)?;
                    Ok(alternative)
                };
                let alternatives = self.cells.iter().map(one).collect::<Result<_, RuleError>>()?;
                to.choice(alternatives)?;
                continue;
            }
            let step = |&found: &i64, _: usize, of: i64| {
                let found = found + i64::from(of == value);
                if self.is_exact { (found <= count).then_some(found) } else { Some(found.min(count)) }
            };
            to.automaton(board, self.cells.clone(), 0, step, |&found| found == count)?;
        }
        Ok(())
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        if self.is_quadruple() && !self.is_exact {
            let values: Vec<String> = self.values().iter().map(ToString::to_string).collect();
            return vec![Mark::Corner { cells: self.cells.clone(), text: values.join(" ") }];
        }
        let count = |&(count, value): &(i64, i64)| format!("{count}×{value}");
        let text = if self.is_exact {
            self.counts.iter().map(count).collect::<Vec<_>>().join(" ")
        } else {
            self.values().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        vec![Mark::Outline { cells: self.cells.clone(), form: OutlineForm::Dotted, text }]
    }
}

/// The digit of one cell is the number of different digits in some cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CountDistinct {
    /// The cell with the number.
    pub count: Cell,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl CountDistinct {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let count = words.cell()?;
        words.colon()?;
        Ok(Self { count, cells: words.cells(Taken::Set, 1)? })
    }
}

impl fmt::Display for CountDistinct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "countdistinct {} :", self.count)?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for CountDistinct {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Set, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.iter().copied().chain([self.count]).collect()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let (&count, cells) = values.split_last().unwrap_or((&0, &[]));
            let different: BTreeSet<i64> = cells.iter().copied().collect();
            number(different.len()) == count
        })
    }

    fn sentence(&self) -> String {
        format!("the number of different digits in {}", self.count)
    }

    /// An automaton whose state is the set of digits read so far; the cell with the number comes last.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let first = i64::from(board.first_digit().get());
        let last = self.cells.len();
        let step = |&seen: &u64, place: usize, value: i64| {
            if place == last {
                return (i64::from(seen.count_ones()) == value).then_some(0);
            }
            Some(seen | 1 << (value - first))
        };
        to.automaton(board, self.cells(board), 0, step, |_| true)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let shade = Mark::Shade { cells: vec![self.count], form: ShadeForm::Ring, ink: Ink::Blue };
        vec![shade, Mark::Outline { cells: self.cells.clone(), form: OutlineForm::Dotted, text: String::new() }]
    }
}

/// Cells with circles: a digit d in a circle is in exactly d circles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CountingCircles {
    /// The cells.
    pub cells: Vec<Cell>,
}

/// The most sets of digits that are tried, beside the automata that count each digit.
const MOST_SETS: usize = 64;

impl CountingCircles {
    /// The sets of values whose sum is the number of circles, the only ones possible in circles. `None` if there are too many.
    fn sets(&self, board: &Geometry) -> Option<Vec<Vec<i64>>> {
        fn add(values: &[i64], rest: i64, chosen: &mut Vec<i64>, sets: &mut Vec<Vec<i64>>) -> bool {
            if rest == 0 {
                sets.push(chosen.clone());
                return sets.len() <= MOST_SETS;
            }
            for (at, &value) in values.iter().enumerate().take_while(|(_, value)| **value <= rest) {
                chosen.push(value);
                let is_few = add(&values[at + 1..], rest - value, chosen, sets);
                chosen.pop();
                if !is_few {
                    return false;
                }
            }
            true
        }
        let values: Vec<i64> = board.digits().map(|digit| i64::from(digit.get())).filter(|&value| value > 0).collect();
        let mut sets = Vec::new();
        let count = i64::try_from(self.cells.len()).ok().filter(|&count| count <= MAX_NUMBER)?;
        add(&values, count, &mut Vec::new(), &mut sets).then_some(sets)
    }
}

impl CountingCircles {
    /// The cells grouped by the units of a kind, and for each cell whether it begins a unit or is in no unit. `None` if the board
    /// has no units of the kind, except for rows.
    fn by_units(&self, board: &Geometry, kind: UnitKind) -> Option<(Vec<Cell>, Vec<bool>)> {
        let mut rest = self.cells.clone();
        let (mut cells, mut begins) = (Vec::new(), Vec::new());
        for unit in board.units_of_kind(kind) {
            let unit = board.unit(unit);
            let of_unit: Vec<Cell> = rest.iter().copied().filter(|cell| unit.contains(cell)).collect();
            rest.retain(|cell| !unit.contains(cell));
            begins.extend((0..of_unit.len()).map(|at| at == 0));
            cells.extend(of_unit);
        }
        if cells.is_empty() && kind != UnitKind::Row {
            return None;
        }
        begins.extend(rest.iter().map(|_| true));
        cells.extend(rest);
        Some((cells, begins))
    }
}

impl fmt::Display for CountingCircles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("countingcircles")?;
        write_cells(f, &self.cells)
    }
}

impl Constrain for CountingCircles {
    fn check(&self) -> Result<(), RuleError> {
        check::cells(&self.cells, Taken::Set, 1)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        broken_unless(self, board, digits, |values| {
            let count = |of: i64| number(values.iter().filter(|&&value| value == of).count());
            values.iter().all(|&value| count(value) == value)
        })
    }

    fn sentence(&self) -> String {
        format!("the count of circles at {}", self.cells[0])
    }

    /// For each digit, automata that accept either the digit's own count or zero, and a choice of the set of digits in circles.
    /// The cells are read unit by unit, once for each kind of unit, because a unit has a digit at most once.
    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        let sets = self.sets(board);
        for digit in board.digits().map(|digit| i64::from(digit.get())) {
            // Facts about all sets go into the automata.
            let in_all = sets.as_ref().is_some_and(|sets| sets.iter().all(|set| set.contains(&digit)));
            let in_none = sets.as_ref().is_some_and(|sets| !sets.iter().any(|set| set.contains(&digit)));
            for kind in [UnitKind::Row, UnitKind::Column, UnitKind::Box, UnitKind::Region] {
                let Some((cells, begins)) = self.by_units(board, kind) else { continue };
                let step = |&(found, is_in_unit): &(i64, bool), place: usize, value: i64| {
                    let is_in_unit = is_in_unit && !begins[place];
                    if value != digit {
                        return Some((found, is_in_unit));
                    }
                    (found < digit && !is_in_unit).then_some((found + 1, true))
                };
                let accepts = |&(found, _): &(i64, bool)| found == 0 && !in_all || found == digit && !in_none;
                to.automaton(board, cells, (0, false), step, accepts)?;
            }
        }
        let Some(sets) = sets.filter(|sets| sets.len() != 1) else { return Ok(()) };
        let mut alternatives = Vec::new();
        for set in sets {
            let mut alternative = to.alternative();
            self.cells.iter().try_for_each(|&cell| alternative.domain(board, cell, |value| set.contains(&value)))?;
            alternatives.push(alternative);
        }
        to.choice(alternatives)
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        vec![Mark::Shade { cells: self.cells.clone(), form: ShadeForm::Ring, ink: Ink::Grey }]
    }
}

/// Groups of cells with equal multisets of digits, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SameDigits {
    /// The groups, of equal size.
    pub groups: Vec<Vec<Cell>>,
}

impl fmt::Display for SameDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("samedigits")?;
        write_groups(f, &self.groups)
    }
}

/// For each digit: as many in one group as in the other.
pub(super) fn same_digits(board: &Geometry, [one, other]: [&[Cell]; 2], to: &mut Lowered) -> Result<(), RuleError> {
    // Cells of both groups count on neither side.
    let without = |cells: &[Cell], others: &[Cell]| -> Vec<Cell> {
        cells.iter().copied().filter(|cell| !others.contains(cell)).collect()
    };
    let (one, other) = (without(one, other), without(other, one));
    for digit in board.digits().map(|digit| i64::from(digit.get())) {
        let cells = [&one[..], &other].concat();
        let step = |&more: &i64, place: usize, value: i64| {
            Some(
                more + if value != digit {
                    0
                } else if place < one.len() {
                    1
                } else {
                    -1
                },
            )
        };
        to.automaton(board, cells, 0, step, |&more| more == 0)?;
    }
    Ok(())
}

impl Constrain for SameDigits {
    fn check(&self) -> Result<(), RuleError> {
        check::groups(&self.groups)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.groups.concat()
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let sorted = |mut values: Vec<i64>| {
            values.sort_unstable();
            values
        };
        let (_, cells) = unlike_groups(board, digits, &self.groups, sorted)?;
        Some(Breach { cells, sentence: format!("{} are broken", self.sentence()) })
    }

    fn sentence(&self) -> String {
        format!("the same digits at {}", self.groups[0][0])
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        if let Some(other) = self.groups.iter().find(|group| group.len() != self.groups[0].len()) {
            return Err(RuleError::Cells { expected: self.groups[0].len().to_string(), found: other.len() });
        }
        self.groups.windows(2).try_for_each(|pair| same_digits(board, [&pair[0], &pair[1]], to))
    }

    fn marks(&self, _: &Geometry) -> Vec<Mark> {
        let shade = |cells: &Vec<Cell>| Mark::Shade { cells: cells.clone(), form: ShadeForm::Cell, ink: Ink::Grey };
        // The shades do not show where a group ends.
        self.groups.iter().map(shade).chain([Mark::Global(self.to_string())]).collect()
    }
}
