//! Rules as rules that other programs know: the domains, relations and automata to which they are lowered.

use satdoku_base::budget::Running;

use crate::constraint::Constraint;
use crate::geometry::Geometry;
use crate::rule::any::{Combination, Rule};
use crate::rule::cell::Allowed;
use crate::rule::lowered::Lowered;
use crate::rule::pairwise::Pairwise;
use crate::rule::state_machine::StateMachine;

/// The domains, relations and automata to which a rule is lowered, and choices among these, as rules, automata with its name; `None`
/// if there are other constraints, or the rule cannot be on the board.
pub(crate) fn as_machines(rule: &Rule, name: Option<&String>, board: &Geometry) -> Option<Vec<Rule>> {
    let mut lowered = Lowered::within(board, &Running::default());
    rule.as_constrain().lower(board, &mut lowered).ok()?;
    lowered.finish(board).ok()?.iter().map(|(_, constraint)| as_rule(constraint, name, board)).collect()
}

fn as_rule(constraint: &Constraint, name: Option<&String>, board: &Geometry) -> Option<Rule> {
    let values = || (0..).zip(board.digits()).map(|(index, digit)| (index, i64::from(digit.get())));
    match constraint {
        Constraint::Domain { cell, digits } => {
            let values = values().filter(|(index, _)| digits >> index & 1 == 1).map(|(_, value)| value).collect();
            Some(Rule::Allowed(Allowed { values, cell: *cell }))
        }
        Constraint::Relation { cells, allowed } => {
            let of = |(a, one)| values().filter(move |&(b, _)| allowed.has(a, b)).map(move |(_, other)| (one, other));
            let pairs: Vec<(i64, i64)> = values().flat_map(of).collect();
            (!pairs.is_empty()).then(|| Rule::Pairwise(Pairwise::of_pairs(pairs, false, cells.to_vec())))
        }
        Constraint::Automaton { cells, automaton } => {
            let machine = StateMachine::of_layers(automaton, board.first_digit().get().into(), cells.clone());
            Some(Rule::StateMachine(StateMachine { name: name.cloned(), ..machine }))
        }
        Constraint::Choice(choice) => {
            let as_rules = |alternative: &Vec<Constraint>| -> Option<Vec<Rule>> {
                let rules = alternative.iter().map(|constraint| as_rule(constraint, name, board));
                rules.collect::<Option<Vec<Rule>>>().filter(|rules| !rules.is_empty())
            };
            let alternatives = choice.alternatives().iter().map(as_rules).collect::<Option<Vec<_>>>()?;
            (!alternatives.is_empty()).then(|| Combination::any_of(alternatives).into())
        }
        _ => None,
    }
}
