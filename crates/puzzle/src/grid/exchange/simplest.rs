//! Normal forms of rules: two programs' spellings of a rule have one normal form on a board.

use std::collections::BTreeSet;

use crate::geometry::{Cell, Geometry};
use crate::rule::{
    Allowed, Combination, Contains, Copies, CountingCircles, Killer, Line, LineKind, LittleKiller, OpenSum, OpenTotal,
    Pair, PairKind, Pairwise, Parity, Relation, Rule, Scan, Thermometer, WeightedSum, as_machines,
};

/// The most digits in a table of pairs; no program reads larger tables.
const MOST_DIGITS: usize = 16;

/// The largest number of alternatives read.
pub(super) const MOST_ALTERNATIVES: usize = 1000;

/// The normal form of a rule: rules of single cells, digits as lists, pairs of cells as tables of their digits, and cells in
/// ascending order where order does not matter.
pub(super) fn simplest(rule: &Rule, board: &Geometry) -> Vec<Rule> {
    simpler(rule, board).unwrap_or_else(|| vec![rule.clone()])
}

/// The normal form, or `None` if the rule is already normal.
pub(super) fn simpler(rule: &Rule, board: &Geometry) -> Option<Vec<Rule>> {
    let of_kind = |kind: PairKind, cells: [Cell; 2]| {
        let cells = if kind == PairKind::Less { cells } else { [cells[0].min(cells[1]), cells[0].max(cells[1])] };
        pairwise(board, |a, b| kind.allows(a, b), false, cells.to_vec())
    };
    let simple = match rule {
        Rule::Copies(Copies { cells, of }) => {
            let pairs = cells.iter().zip(of);
            return pairs.map(|(&cell, &of)| pairwise(board, |a, b| a == b, false, vec![cell, of])).collect();
        }
        Rule::Parity(Parity { is_odd, cells }) => {
            let values: Vec<i64> = digits(board).filter(|value| (value % 2 == 1) == *is_odd).collect();
            let allowed = |&cell: &Cell| Rule::Allowed(Allowed { values: values.clone(), cell });
            return (!values.is_empty()).then(|| cells.iter().map(allowed).collect());
        }
        Rule::Extremum(extremum) => {
            let in_order = |[cell, other]: [Cell; 2]| if extremum.is_minimum { [cell, other] } else { [other, cell] };
            let pairs = extremum.pairs(board).into_iter();
            return pairs.map(|pair| of_kind(PairKind::Less, in_order(pair))).collect();
        }
        Rule::Combination(of) => return Some(combined(of, board)),
        &Rule::Pair(Pair { kind, cells }) => of_kind(kind, cells)?,
        Rule::Relation(Relation { name, .. }) | Rule::Scan(Scan { name, .. }) => {
            return as_machines(rule, name.as_ref(), board);
        }
        Rule::Thermometer(Thermometer { is_slow: true, cells }) => {
            pairwise(board, |a, b| a <= b, false, cells.clone())?
        }
        Rule::Line(Line { kind: LineKind::Nabner, cells }) => {
            pairwise(board, |a, b| (a - b).abs() > 1, true, sorted(cells))?
        }
        Rule::Pairwise(of) => {
            let Rule::Pairwise(simple) = pairwise(board, |a, b| of.allows(a, b), of.is_all, of.cells.clone())? else {
                return None;
            };
            Rule::Pairwise(simple.with_name(of.name.clone()))
        }
        Rule::WeightedSum(WeightedSum { total, terms }) if *total >= 0 => {
            let cells: Vec<Cell> = terms.iter().map(|&(_, cell)| cell).collect();
            let is_plain = terms.iter().all(|&(factor, _)| factor == 1)
                && cells.iter().copied().collect::<BTreeSet<_>>().len() == cells.len();
            if !is_plain {
                return None;
            }
            Rule::LittleKiller(LittleKiller { total: *total, cells: sorted(&cells) })
        }
        // A clue that is no number is read by an automaton, where one is enough.
        Rule::Outside(of) if of.clue.number().is_none() => return as_machines(rule, None, board),
        Rule::OpenSum(OpenSum { total: OpenTotal::Range(..), is_cage, cells }) => {
            let cage = is_cage.then(|| Rule::Killer(Killer { total: None, cells: sorted(cells) }));
            return Some(cage.into_iter().chain(as_machines(rule, None, board)?).collect());
        }
        Rule::OpenSum(OpenSum { total: OpenTotal::Cell(total), is_cage, cells }) => {
            let cage = is_cage.then(|| Rule::Killer(Killer { total: None, cells: sorted(cells) }));
            let terms = cells.iter().map(|&cell| (1, cell)).chain([(-1, *total)]).collect();
            return Some(cage.into_iter().chain([Rule::WeightedSum(WeightedSum { total: 0, terms })]).collect());
        }
        Rule::Killer(Killer { total, cells }) => Rule::Killer(Killer { total: *total, cells: sorted(cells) }),
        Rule::LittleKiller(LittleKiller { total, cells }) => {
            Rule::LittleKiller(LittleKiller { total: *total, cells: sorted(cells) })
        }
        Rule::Line(Line { kind: LineKind::Renban, cells }) => {
            Rule::Line(Line { kind: LineKind::Renban, cells: sorted(cells) })
        }
        Rule::Contains(contains) => Rule::Contains(Contains { cells: sorted(&contains.cells), ..contains.clone() }),
        Rule::CountingCircles(CountingCircles { cells }) => {
            Rule::CountingCircles(CountingCircles { cells: sorted(cells) })
        }
        _ => return None,
    };
    Some(vec![simple])
}

/// Rules that all hold stand by themselves, and alternatives are multiplied out. Rules of which so many hold are read by automata,
/// where automata are enough.
fn combined(of: &Combination, board: &Geometry) -> Vec<Rule> {
    let all = |rules: &Vec<Rule>| -> Vec<Rule> { rules.iter().flat_map(|rule| simplest(rule, board)).collect() };
    if of.least == of.alternatives.len() {
        return of.alternatives.iter().flat_map(all).collect();
    }
    if !of.is_any_of() {
        return match as_machines(&of.clone().into(), None, board) {
            Some(machines) => all(&machines),
            None => vec![Combination { alternatives: of.alternatives.iter().map(all).collect(), ..*of }.into()],
        };
    }
    let mut alternatives = Vec::new();
    for rules in &of.alternatives {
        let of_rule = |rule: Rule| match rule {
            Rule::Combination(inner) if inner.is_any_of() => inner.alternatives,
            rule => vec![vec![rule]],
        };
        alternatives.extend(all(rules).into_iter().map(of_rule).fold(vec![Vec::new()], multiplied));
    }
    one_of(alternatives).into_iter().collect()
}

/// The alternatives of two rules that hold together, each of which has alternatives; the two rules themselves if the alternatives are
/// too many.
pub(super) fn multiplied(one: Vec<Vec<Rule>>, other: Vec<Vec<Rule>>) -> Vec<Vec<Rule>> {
    if one.len() * other.len() > MOST_ALTERNATIVES {
        return vec![[one, other].into_iter().filter_map(one_of).collect()];
    }
    let both = |one: &Vec<Rule>| other.iter().map(|other| [&one[..], other].concat()).collect::<Vec<_>>();
    one.iter().flat_map(both).collect()
}

/// Alternatives as one rule; `None` if one of them always holds.
fn one_of(alternatives: Vec<Vec<Rule>>) -> Option<Rule> {
    (!alternatives.iter().any(Vec::is_empty)).then(|| Combination::any_of(alternatives).into())
}

fn digits(board: &Geometry) -> impl Iterator<Item = i64> + Clone {
    board.digits().map(|digit| i64::from(digit.get()))
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// The pairs of digits that a test allows, as a rule; `None` if the test allows no pair or the board has too many digits.
fn pairwise(board: &Geometry, allows: impl Fn(i64, i64) -> bool, is_all: bool, cells: Vec<Cell>) -> Option<Rule> {
    if board.digit_count() > MOST_DIGITS {
        return None;
    }
    let mut pairs: BTreeSet<(i64, i64)> = BTreeSet::new();
    pairs.extend(digits(board).flat_map(|a| digits(board).map(move |b| (a, b))).filter(|&(a, b)| allows(a, b)));
    (!pairs.is_empty()).then(|| Rule::Pairwise(Pairwise::of_pairs(pairs, is_all, cells)))
}
