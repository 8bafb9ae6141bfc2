//! The constraints of a puzzle's rules: digits that occur in no filling of a constraint's cells are struck out.
//!
//! [`constraint`](crate::constraint) says how each kind filters. Every kind finds the reason of a loss alike: the candidates
//! ruled out in the constraint's cells are restored one by one, and a candidate whose restoring cancels the loss belongs to the
//! reason.

use crate::budget::Running;
use crate::constraint::Constraint;
use crate::geometry::Candidate;
use crate::reduction::bits::ones;
use crate::reduction::domains::Domains;
use crate::reduction::state::State;
use crate::reduction::step::{Contradiction, Premises, ReductionStep, ReductionTechnique};
use crate::rule::Rules;

/// The domains of a constraint's cells, in the constraint's order; a filled cell has one digit.
pub(super) fn domains_of(rules: &Rules, number: usize, domains: &Domains, found: &mut Vec<u64>) {
    found.clear();
    let of_cell = |&cell: &u32| match domains.ordinals()[cell as usize] {
        0 => domains.word(cell as usize, 0),
        ordinal => 1 << (ordinal - 1),
    };
    found.extend(rules.cells(number).iter().map(of_cell));
}

/// The work of filters for a reason between two looks at the clock, some tenths of a millisecond.
const WORK_PER_LOOK: usize = 1 << 16;

/// Filters a constraint. Recorded steps have fewest reasons as long as the budget lasts.
pub(super) fn look(state: &mut State, number: usize, running: &Running) -> Result<(), Contradiction> {
    let rules = state.puzzle.rules().clone();
    let (rule, constraint) = &rules.constraints()[number];
    let mut before = Vec::new();
    domains_of(&rules, number, &state.domains, &mut before);
    let mut after = before.clone();
    let has_filling = constraint.filter(&mut after).is_ok();
    let cells = rules.cells(number);
    if !has_filling {
        let sentence = rules.as_slice()[rule.index()].as_constrain().sentence();
        let because =
            if state.steps.is_some() { reason(state, constraint, cells, &before, None, running) } else { Vec::new() };
        return Err(Contradiction::Rule { rule: *rule, sentence, because });
    }
    for (place, (&before_one, &after_one)) in before.iter().zip(&after).enumerate() {
        let lost: Vec<usize> = ones(&[before_one & !after_one]).collect();
        let cell = cells[place] as usize;
        for digit in lost {
            if !state.domains.is_open(cell) || !state.domains.is_live(cell, digit) {
                continue;
            }
            if state.steps.is_some() {
                let because = reason(state, constraint, cells, &before, Some((place, digit)), running);
                let sentence = rules.as_slice()[rule.index()].as_constrain().sentence();
                let because = Premises::Rule { rule: *rule, sentence, candidates: because };
                let struck = vec![state.candidate(cell, digit)];
                state.note(ReductionStep::elimination(ReductionTechnique::Rule, None, struck, because));
            }
            state.strike_out(cell, digit)?;
        }
    }
    Ok(())
}

/// The ruled out candidates that imply the loss of a digit, or that leave the cells no filling; without any one of them the
/// consequence fails. Each is tried by a filter of its own; once the budget is spent, those that were not tried are named too.
fn reason(
    state: &State,
    constraint: &Constraint,
    cells: &[u32],
    domains: &[u64],
    lost: Option<(usize, usize)>,
    running: &Running,
) -> Vec<Candidate> {
    let all = if state.digit_count == 64 { u64::MAX } else { (1 << state.digit_count) - 1 };
    let mut needed = domains.to_vec();
    // The digit itself must not be ruled out already.
    let follows = |domains: &[u64]| {
        let mut filtered = domains.to_vec();
        match (constraint.filter(&mut filtered), lost) {
            (Err(_), _) => true,
            (Ok(()), Some((place, digit))) => filtered[place] >> digit & 1 == 0,
            (Ok(()), None) => false,
        }
    };
    let mut because = Vec::new();
    let mut is_over = running.check().is_err();
    let mut work = 0;
    for place in 0..cells.len() {
        for digit in ones(&[all & !domains[place]]).collect::<Vec<_>>() {
            work += constraint.work();
            if work >= WORK_PER_LOOK {
                work = 0;
                is_over |= running.check().is_err();
            }
            needed[place] |= 1 << digit;
            if is_over || !follows(&needed) {
                needed[place] &= !(1 << digit);
                because.push(state.candidate(cells[place] as usize, digit));
            }
        }
    }
    because
}
