//! Clues beside rows and columns whose meaning depends on the board or on another part.

use std::collections::BTreeSet;

use crate::geometry::Cell;
use crate::grid::exchange::draft::Draft;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::iss::items::Item;
use crate::grid::exchange::iss::reader::Reader;
use crate::rule::{Allowed, Combination, FullRank, Outside, OutsideKind, Rule, Side, StateMachine, View};

/// The first cell of a view.
fn first_cell(view: View, rows: usize, columns: usize) -> Cell {
    let (row, column) = ((rows - 1) as u16, (columns - 1) as u16);
    match view.from {
        Side::Left => Cell::new(view.number, 0),
        Side::Right => Cell::new(view.number, column),
        Side::Top => Cell::new(0, view.number),
        Side::Bottom => Cell::new(row, view.number),
    }
}

/// The skyscraper clue of a board whose digits begin with 0, which is no building: the rule counts a 0 in the first cell as one.
pub(super) fn skyscraper_without_0(clue: i64, view: View, (rows, columns): (usize, usize), last: i64) -> Rule {
    let cell = first_cell(view, rows, columns);
    let allowed = |values: Vec<i64>| Rule::from(Allowed { values, cell });
    let seen = |clue: i64| Rule::from(Outside { kind: OutsideKind::Skyscraper, clue: clue.into(), view });
    let alternatives = vec![vec![allowed(vec![0]), seen(clue + 1)], vec![allowed((1..=last).collect()), seen(clue)]];
    Combination::any_of(alternatives).into()
}

/// The clue and the view of a rule by [`skyscraper_without_0`].
pub(super) fn clue_without_0(any: &Combination, board: (usize, usize), last: i64) -> Option<(i64, View)> {
    let Rule::Outside(Outside { kind: OutsideKind::Skyscraper, clue, view }) = *any.alternatives.get(1)?.get(1)? else {
        return None;
    };
    let clue = clue.number()?;
    let is_it = skyscraper_without_0(clue, view, board, last) == Rule::from(any.clone());
    is_it.then_some((clue, view))
}

impl Reader {
    /// The rule of a clue at an end of a row or a column.
    pub(super) fn outside(&self, kind: OutsideKind, clue: i64, view: View) -> Rule {
        if kind == OutsideKind::Skyscraper && *self.draft.digits.start() == 0 {
            let last = i64::from(*self.draft.digits.end() as u16);
            return skyscraper_without_0(clue, view, (self.draft.rows, self.draft.columns), last);
        }
        Outside { kind, clue: clue.into(), view }.into()
    }

    pub(super) fn ranks(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        let rank = |(clue, view)| FullRank { clue, view, may_tie: self.may_tie }.into();
        Ok(self.clues(item)?.into_iter().map(rank).collect())
    }

    /// The handling of ties: a rank given as a clue is unique and further ranks may be tied; no two lines are equal; or all may
    /// be, which [`ranks`](Self::ranks) knows.
    pub(super) fn ties(&self, item: &Item) -> Result<Vec<Rule>, ExchangeError> {
        match item.arg(0) {
            "only-unclued" => Ok(Vec::new()),
            "any" if self.may_tie => Ok(Vec::new()),
            "any" => Err(item.error(ExchangeProblem::NoRule("FullRankTies~any inside of another part".to_owned()))),
            "none" if self.draft.rows != self.draft.columns => Err(item.expected("as many rows as columns", "")),
            "none" => Ok(unequal_lines(&self.draft)),
            other => Err(item.expected("none, only-unclued or any", other)),
        }
    }
}

/// No two rows or columns are equal, each read from either end.
fn unequal_lines(draft: &Draft) -> Vec<Rule> {
    let side = draft.rows as u16;
    let lines: Vec<Vec<Cell>> = (0..side)
        .map(|row| (0..side).map(|column| Cell::new(row, column)).collect())
        .chain((0..side).map(|column| (0..side).map(|row| Cell::new(row, column)).collect()))
        .collect();
    let machine = difference(draft);
    let mut rules = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        for (other_at, other) in lines[..at].iter().enumerate() {
            let cells = |other: &mut dyn Iterator<Item = &Cell>| -> Vec<Cell> {
                line.iter().zip(other).flat_map(|(&one, &other)| [one, other]).collect()
            };
            let mut add = |cells| rules.push(StateMachine { cells, ..machine.clone() }.into());
            // Two rows differ in their first cells, and so do two columns.
            if (at < side.into()) != (other_at < side.into()) {
                add(cells(&mut other.iter()));
            }
            add(cells(&mut other.iter().rev()));
        }
    }
    rules
}

/// The machine that reads two lines in turns and accepts them unless they are equal. It begins equal in 0 and ends different in 1.
fn difference(draft: &Draft) -> StateMachine {
    let digits: BTreeSet<i64> = draft.digits.clone().map(|digit| i64::from(digit as u16)).collect();
    let states = (2..).zip(&digits);
    let mut edges: Vec<(u32, BTreeSet<i64>, u32)> =
        states.clone().map(|(state, &digit)| (0, BTreeSet::from([digit]), state)).collect();
    edges.push((1, digits.clone(), 1));
    for (state, &digit) in states {
        edges.push((state, BTreeSet::from([digit]), 0));
        edges.push((state, digits.iter().copied().filter(|&other| other != digit).collect(), 1));
    }
    StateMachine {
        name: None,
        starts: BTreeSet::from([0]),
        accepts: BTreeSet::from([1]),
        edges,
        cells: Vec::new(),
        breaks: Vec::new(),
    }
}
