//! The lemmas of a bundle, and their text.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Read, Write};

use crate::backend::propagator::Reasons;
use crate::budget::{Running, StopReason};
use crate::certificate::lemma::schema::Board;
use crate::cnf::{Cnf, Lit};
use crate::constraint::{Constraint, MOST_DIGITS};
use crate::encoding::{Term, VarMap};
use crate::geometry::{Candidate, Geometry, UnitId};
use crate::grid::Grid;
use crate::rule::Grounds;

/// Clauses over candidates, and what each rests on.
///
/// The text has a line for each grounds, and then a line for each lemma: the number of its grounds and the literals, with a 0 at the end,
/// as in DIMACS. Grounds, constraints, units and regions are numbered from 1; constraints are those to which the rules are lowered, in the
/// order of the rules.
///
/// | line | what a lemma with these grounds rests on |
/// | --- | --- |
/// | `constraint 3` | a sum |
/// | `unit 4` | the cells of the unit differ |
/// | `sums 4 5 : -1 3 -1 6` | the totals of two units, less two sums |
/// | `different 3` | an automaton, and that its cells differ |
/// | `piece 3` | a connected piece |
/// | `piece 3 6` | a connected piece, whose size is told by an automaton |
/// | `region 3 2` | a region to be found |
#[derive(Default)]
pub(crate) struct Lemmas {
    grounds: Vec<Grounds>,
    reasons: Reasons,
}

/// Why lemmas were not read or not accepted.
pub(crate) enum LemmaError {
    /// The line, from 1, and what was expected there.
    Refused(usize, &'static str),
    Stopped(StopReason),
    Unreadable(io::Error),
}

impl From<StopReason> for LemmaError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// The most bytes of a line.
const MOST_BYTES: u64 = 1 << 20;

impl Lemmas {
    /// The reasons that constraints gave, named by their places among the grounds of these constraints; the first one twice if
    /// `repeats_first`.
    pub(crate) fn of(propagated: &[(Grounds, Constraint)], given: &Reasons, repeats_first: bool) -> Self {
        let (mut grounds, mut reasons) = (Vec::new(), Reasons::default());
        let mut numbers = HashMap::new();
        for (by, lits) in given.iter().take(usize::from(repeats_first)).chain(given.iter()) {
            let number = *numbers.entry(by).or_insert_with(|| {
                grounds.push(propagated[by as usize].0.clone());
                grounds.len() as u32 - 1
            });
            reasons.push(number, lits);
        }
        Self { grounds, reasons }
    }

    pub(crate) fn clauses(&self) -> &Cnf {
        self.reasons.clauses()
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for grounds in &self.grounds {
            match grounds {
                Grounds::Constraint(number) => write!(out, "constraint {}", number + 1)?,
                Grounds::Unit(unit) => write!(out, "unit {}", unit.index() + 1)?,
                Grounds::Sums { units, sums } => {
                    write!(out, "sums")?;
                    units.iter().try_for_each(|unit| write!(out, " {}", unit.index() + 1))?;
                    write!(out, " :")?;
                    sums.iter().try_for_each(|(factor, number)| write!(out, " {factor} {}", number + 1))?;
                }
                Grounds::Different(number) => write!(out, "different {}", number + 1)?,
                Grounds::Piece { of, counted_by: None } => write!(out, "piece {}", of + 1)?,
                Grounds::Piece { of, counted_by: Some(by) } => write!(out, "piece {} {}", of + 1, by + 1)?,
                Grounds::Region { of, region } => write!(out, "region {} {}", of + 1, region + 1)?,
            }
            writeln!(out)?;
        }
        writeln!(out, "lemmas {}", self.clauses().len())?;
        for (by, lits) in self.reasons.iter() {
            write!(out, "{}", by + 1)?;
            lits.iter().try_for_each(|lit| write!(out, " {}", lit.to_dimacs()))?;
            writeln!(out, " 0")?;
        }
        Ok(())
    }

    /// Reads the text of lemmas, which is not trusted; the literals may be any.
    pub(crate) fn read(text: &mut dyn BufRead, board: &Geometry, running: &Running) -> Result<Self, LemmaError> {
        let units: Vec<UnitId> = board.units().collect();
        let (mut lemmas, mut known, mut left) = (Self::default(), HashSet::new(), None);
        let mut line = String::new();
        for number in 1.. {
            running.check()?;
            line.clear();
            let length = match (&mut *text).take(MOST_BYTES).read_line(&mut line) {
                Ok(length) => length as u64,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(LemmaError::Refused(number, "a text in UTF-8"));
                }
                Err(error) => return Err(LemmaError::Unreadable(error)),
            };
            if length == 0 && left == Some(0) {
                break;
            }
            lemmas
                .read_line(&line, length, &units, &mut known, &mut left)
                .map_err(|expected| LemmaError::Refused(number, expected))?;
        }
        Ok(lemmas)
    }

    /// Reads a line of some bytes, behind lines with the `known` grounds; `left` lemmas are to come, once their number was read. What was
    /// expected if the line is refused.
    fn read_line(
        &mut self,
        line: &str,
        length: u64,
        units: &[UnitId],
        known: &mut HashSet<Grounds>,
        left: &mut Option<u64>,
    ) -> Result<(), &'static str> {
        match *left {
            _ if length == 0 => return Err("as many lemmas as the line before them says"),
            _ if length == MOST_BYTES => return Err("a shorter line"),
            Some(0) => return Err("no more lemmas than the line before them says"),
            Some(still) => {
                self.read_lemma(line).ok_or("the number of a line above, literals, and a 0")?;
                *left = Some(still - 1);
            }
            None => {
                if let Some(count) = line.strip_prefix("lemmas ") {
                    *left = Some(count.trim_end().parse().map_err(|_| "a number of lemmas")?);
                    return Ok(());
                }
                let grounds = grounds(line, units).ok_or("what lemmas rest on, or their number")?;
                if !known.insert(grounds.clone()) {
                    return Err("no line twice");
                }
                self.grounds.push(grounds);
            }
        }
        Ok(())
    }

    fn read_lemma(&mut self, line: &str) -> Option<()> {
        let mut numbers = line.trim_end().strip_suffix(" 0")?.split(' ');
        let by = numbers.next()?.parse::<u32>().ok()?.checked_sub(1)?;
        let lits: Option<Vec<Lit>> = numbers.map(|number| Lit::from_dimacs(number.parse().ok()?)).collect();
        lits.filter(|_| (by as usize) < self.grounds.len()).map(|lits| self.reasons.push(by, &lits))
    }

    /// Checks each lemma from the puzzle and what it rests on, within so many bytes of memory; `map` has the literals of the candidates.
    pub(crate) fn check(&self, puzzle: &Grid, map: &VarMap, memory: u64, running: &Running) -> Result<(), LemmaError> {
        let geometry = puzzle.geometry();
        if geometry.digit_count() > MOST_DIGITS {
            return Err(LemmaError::Refused(1, "a board with fewer digits"));
        }
        let mut candidates = HashMap::new();
        let mut domains = vec![0_u64; geometry.cell_count()];
        for (place, cell) in geometry.cells().enumerate() {
            for digit in 0..geometry.digit_count() {
                let term = map.term(Candidate::new(cell, geometry.digit(digit)));
                domains[place] |= u64::from(term != Term::False) << digit;
                if let Term::Lit(lit) = term {
                    candidates.insert(lit.var(), (place, digit, lit));
                }
            }
        }
        let board = Board::new(puzzle, domains);
        let (mut schemas, mut bytes) = (Vec::new(), 0);
        for (at, grounds) in self.grounds.iter().enumerate() {
            running.check()?;
            if bytes > memory {
                return Err(StopReason::Memory.into());
            }
            let expected = "constraints and units of the puzzle from which lemmas follow";
            let schema = board.schema(grounds).ok_or(LemmaError::Refused(at + 1, expected))?;
            bytes += schema.bytes();
            schemas.push(schema);
        }
        let first_line = self.grounds.len() + 2;
        let mut domains = board.domains.clone();
        for (at, (by, lemma)) in self.reasons.iter().enumerate() {
            running.check()?;
            for lit in lemma {
                let Some(&(place, digit, of)) = candidates.get(&lit.var()) else {
                    return Err(LemmaError::Refused(first_line + at, "literals of candidates"));
                };
                // The lemma is denied: what it says does not hold.
                domains[place] &= if *lit == of { !(1 << digit) } else { 1 << digit };
            }
            if !schemas[by as usize].refutes(&domains, running)? {
                return Err(LemmaError::Refused(first_line + at, "a lemma that follows from what it rests on"));
            }
            for lit in lemma {
                let place = candidates[&lit.var()].0;
                domains[place] = board.domains[place];
            }
        }
        Ok(())
    }
}

/// What lemmas rest on, by its line.
fn grounds(line: &str, units: &[UnitId]) -> Option<Grounds> {
    let mut words = line.trim_end().split(' ');
    let kind = words.next()?;
    let number = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    let unit = |word: &str| units.get(number(word)?).copied();
    let words: Vec<&str> = words.collect();
    Some(match (kind, &words[..]) {
        ("constraint", [of]) => Grounds::Constraint(number(of)?),
        ("unit", [of]) => Grounds::Unit(unit(of)?),
        ("different", [of]) => Grounds::Different(number(of)?),
        ("piece", [of]) => Grounds::Piece { of: number(of)?, counted_by: None },
        ("piece", [of, by]) => Grounds::Piece { of: number(of)?, counted_by: Some(number(by)?) },
        ("region", [of, region]) => Grounds::Region { of: number(of)?, region: number(region)? },
        ("sums", words) => {
            let colon = words.iter().position(|&word| word == ":")?;
            let units: Option<Vec<UnitId>> = words[..colon].iter().map(|word| unit(word)).collect();
            let sums: Option<Vec<(i64, usize)>> = words[colon + 1..]
                .chunks(2)
                .map(|pair| match pair {
                    [factor, of] => Some((factor.parse().ok()?, number(of)?)),
                    _ => None,
                })
                .collect();
            Grounds::Sums { units: units?, sums: sums? }
        }
        _ => return None,
    })
}
