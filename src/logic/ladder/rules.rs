//! What a rule of the puzzle says by itself, and what the sums of rules and the totals of units say together: a digit with which some
//! cells have no filling.

use std::ops::ControlFlow;

use crate::logic::bits::ones;
use crate::logic::board::Board;
use crate::logic::finder::{Found, Position};
use crate::logic::layout::{Literal, Mark, UnitSum};
use crate::logic::proof::{Because, Line};
use crate::logic::ruled::Ruled;
use crate::logic::step::{Figure, Role, Step};
use crate::logic::technique::Technique;

/// A cage, a thermometer or another rule alone.
pub static RULE: Technique = Technique {
    name: "rule",
    title: "rule",
    aliases: &["cage", "combination"],
    rating: 24,
    highest: 24,
    hodoku: None,
    needs_uniqueness: false,
    summary: "the cells of a rule, such as a cage, have no filling with a digit",
};

/// Cages and one unit: *innies and outies*, or the *rule of 45*.
pub static UNIT_SUM: Technique = Technique {
    name: "unit-sum",
    title: "unit sum",
    aliases: &["innie", "outie", "rule-of-45"],
    rating: 25,
    highest: 25,
    hodoku: None,
    needs_uniqueness: false,
    summary: "what a unit makes less the cages in it is the sum of other cells, which have no filling with a digit",
};

/// Cages and several units side by side.
pub static UNION_SUM: Technique = Technique {
    name: "union-sum",
    title: "union sum",
    aliases: &[],
    rating: 31,
    highest: 35,
    hodoku: None,
    needs_uniqueness: false,
    summary: "what two to four units make less the cages in them is the sum of other cells, which have no filling with a digit",
};

/// What a union of k units counts, from two on.
const fn union_rating(units: usize) -> u16 {
    UNION_SUM.rating + 2 * (units as u16 - 2)
}

/// What rules strike out, one rule a step.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn rules(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = &**position.board.layout();
    for number in 0..layout.constraint_count() {
        if position.running.check().is_err() {
            return ControlFlow::Break(());
        }
        let rule = Ruled::rule(layout, number);
        let struck = struck(position.board, &rule);
        if !struck.is_empty() {
            let figure =
                Figure { marks: pattern(position.board, rule.cells, &struck, |_| Role::Base), ..Figure::default() };
            found(step(&RULE, RULE.rating, struck, &rule.because, figure))?;
        }
    }
    ControlFlow::Continue(())
}

/// What the total of one unit less the sums in it strikes out.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn unit_sums(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    sums(position, |sum| (sum.units.len() == 1).then_some((&UNIT_SUM, UNIT_SUM.rating)), found)
}

/// What the total of several units less the sums in them strikes out.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn union_sums(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    sums(position, |sum| (sum.units.len() > 1).then(|| (&UNION_SUM, union_rating(sum.units.len()))), found)
}

fn sums(
    position: &Position<'_>,
    technique: impl Fn(&UnitSum) -> Option<(&'static Technique, u16)>,
    found: Found<'_>,
) -> ControlFlow<()> {
    for (number, sum) in position.board.layout().sums().iter().enumerate() {
        if position.running.check().is_err() {
            return ControlFlow::Break(());
        }
        let Some((technique, rating)) = technique(sum) else { continue };
        let ruled = Ruled::sum(position.board.layout(), number);
        let struck = struck(position.board, &ruled);
        if !struck.is_empty() {
            let is_within = |cell: usize| {
                let units = position.board.layout().units_of(cell);
                units.iter().any(|(unit, _)| sum.units.contains(unit))
            };
            let role = |cell| if is_within(cell) { Role::Base } else { Role::Other };
            let marks = pattern(position.board, &sum.cells, &struck, role);
            let figure = Figure { units: sum.units.clone(), marks, ..Figure::default() };
            found(step(technique, rating, struck, &ruled.because, figure))?;
        }
    }
    ControlFlow::Continue(())
}

/// The candidates of a rule's cells with which they have no filling.
fn struck(board: &Board, rule: &Ruled<'_>) -> Vec<Mark> {
    let domains = rule.domains(board, |cell| board.digits(cell));
    let mut struck = rule.struck_or_all(&domains);
    struck.retain(|&mark| board.has(mark));
    struck
}

/// The candidates of cells that are left, with their roles.
fn pattern(board: &Board, cells: &[u16], struck: &[Mark], role: impl Fn(usize) -> Role) -> Vec<(Mark, Role)> {
    let open =
        cells.iter().flat_map(|&cell| ones(board.digits(cell.into())).map(move |digit| Mark::new(cell.into(), digit)));
    open.filter(|mark| !struck.contains(mark)).map(|mark| (mark, role(mark.cell()))).collect()
}

fn step(technique: &'static Technique, rating: u16, struck: Vec<Mark>, because: &Because, figure: Figure) -> Step {
    let line = |&mark: &Mark| Line { says: Literal::off(mark), because: because.clone() };
    Step { technique, rating, placed: Vec::new(), proof: struck.iter().map(line).collect(), struck, figure }
}
