//! Eliminations by a rule of the puzzle alone, and by the sums of rules with the totals of units: some cells have no filling with
//! a digit.

use std::ops::ControlFlow;

use crate::bits::ones;
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::layout::UnitSum;
use crate::pencil_mark::{Literal, PencilMark};
use crate::proof::{ProofLine, StepProof};
use crate::ruled::Ruled;
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

/// A cage, a thermometer or another rule alone.
pub(crate) static RULE: Technique = Technique {
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
pub(crate) static UNIT_SUM: Technique = Technique {
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
pub(crate) static UNION_SUM: Technique = Technique {
    name: "union-sum",
    title: "union sum",
    aliases: &[],
    rating: 31,
    highest: 35,
    hodoku: None,
    needs_uniqueness: false,
    summary: "what two to four units make less the cages in them is the sum of other cells, which have no filling with a digit",
};

/// The rating of a union of k units, from two on.
const fn union_rating(units: usize) -> u16 {
    UNION_SUM.rating + 2 * (units as u16 - 2)
}

/// Eliminations by rules, one step for a rule as the setter wrote it: for a thermometer, not for its pairs of cells. A rule about
/// many places, such as nonconsecutive neighbours, is handled place by place.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn rules(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let mut left = board.all_digits().to_vec();
    let mut number = 0;
    for constraints in layout.grid().rules().constraints().chunk_by(|(one, _), (other, _)| one == other) {
        let written: Vec<Ruled<'_>> =
            (number..number + constraints.len()).map(|number| Ruled::rule(layout, number)).collect();
        number += written.len();
        let is_one_place = cells_of(&written).len() <= layout.digit_count();
        for together in written.chunks(if is_one_place { written.len() } else { 1 }) {
            if position.running.check().is_err() {
                return ControlFlow::Break(());
            }
            let proof = proof(board, together, &mut left);
            if !proof.is_empty() {
                let marks = pattern(board, &cells_of(together), &proof, |_| Role::Base);
                found(step(&RULE, RULE.rating, proof, Figure { marks, ..Figure::default() }))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Eliminations by the total of one unit minus the sums inside.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn unit_sums(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    sums(position, |sum| (sum.units.len() == 1).then_some((&UNIT_SUM, UNIT_SUM.rating)), found)
}

/// Eliminations by the total of several units minus the sums inside.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn union_sums(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    sums(position, |sum| (sum.units.len() > 1).then(|| (&UNION_SUM, union_rating(sum.units.len()))), found)
}

fn sums(
    position: &Position<'_>,
    technique: impl Fn(&UnitSum) -> Option<(&'static Technique, u16)>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let mut left = board.all_digits().to_vec();
    for (number, sum) in layout.sums().iter().enumerate() {
        if position.running.check().is_err() {
            return ControlFlow::Break(());
        }
        let Some((technique, rating)) = technique(sum) else { continue };
        let proof = proof(board, &[Ruled::sum(layout, number)], &mut left);
        if !proof.is_empty() {
            let is_within = |cell: usize| {
                let units = layout.units_of(cell);
                units.iter().any(|(unit, _)| sum.units.contains(unit))
            };
            let role = |cell| if is_within(cell) { Role::Base } else { Role::Other };
            let marks = pattern(board, &sum.cells, &proof, role);
            let figure = Figure { units: sum.units.clone(), marks, ..Figure::default() };
            found(step(technique, rating, proof, figure))?;
        }
    }
    ControlFlow::Continue(())
}

/// The cells of constraints, without duplicates.
fn cells_of(rules: &[Ruled<'_>]) -> Vec<u16> {
    let mut cells: Vec<u16> = rules.iter().flat_map(|rule| rule.cells).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The eliminations of constraints, to a fixed point. `left` has the digits of the board and is restored.
fn proof(board: &Board, rules: &[Ruled<'_>], left: &mut [u64]) -> StepProof {
    let mut lines = StepProof::new();
    loop {
        let before = lines.len();
        for rule in rules {
            for mark in rule.struck_or_all(&rule.domains(board, |cell| left[cell])) {
                let bit = 1 << mark.digit();
                if left[mark.cell()] & bit != 0 {
                    left[mark.cell()] &= !bit;
                    lines.push(ProofLine { says: Literal::off(mark), because: rule.because.clone() });
                }
            }
        }
        if lines.len() == before || rules.len() == 1 {
            break;
        }
    }
    for line in &lines {
        left[line.says.mark.cell()] |= 1 << line.says.mark.digit();
    }
    lines
}

/// The candidates of cells that remain after a proof, with their roles.
fn pattern(board: &Board, cells: &[u16], proof: &[ProofLine], role: impl Fn(usize) -> Role) -> Vec<(PencilMark, Role)> {
    let open = cells
        .iter()
        .flat_map(|&cell| ones(board.digits(cell.into())).map(move |digit| PencilMark::new(cell.into(), digit)));
    let is_left = |mark: &PencilMark| proof.iter().all(|line| line.says.mark != *mark);
    open.filter(is_left).map(|mark| (mark, role(mark.cell()))).collect()
}

/// A step whose eliminations are the lines of a proof.
fn step(technique: &'static Technique, rating: u16, proof: StepProof, figure: Figure) -> Step {
    let mut struck: Vec<PencilMark> = proof.iter().map(|line| line.says.mark).collect();
    struck.sort_unstable_by_key(|mark| (mark.cell(), mark.digit()));
    Step { technique, rating, placed: Vec::new(), struck, proof, figure }
}
