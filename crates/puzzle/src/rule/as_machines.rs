//! Rules that are read in order, as rules that other programs know: the automata to which they are lowered.

use satdoku_base::budget::Running;

use crate::constraint::Constraint;
use crate::geometry::Geometry;
use crate::rule::any::Rule;
use crate::rule::cell::Allowed;
use crate::rule::lowered::Lowered;
use crate::rule::state_machine::StateMachine;

/// The domains and automata to which a rule is lowered, as rules with its name; `None` if there are other constraints, or the rule
/// cannot be on the board.
pub(crate) fn as_machines(rule: &Rule, name: Option<&String>, board: &Geometry) -> Option<Vec<Rule>> {
    let mut lowered = Lowered::within(board, &Running::default());
    rule.as_constrain().lower(board, &mut lowered).ok()?;
    let first = i64::from(board.first_digit().get());
    let as_rule = |constraint: &Constraint| match constraint {
        Constraint::Domain { cell, digits } => {
            let values = board.digits().map(|digit| i64::from(digit.get()));
            let values = values.filter(|value| digits >> (value - first) & 1 == 1).collect();
            Some(Rule::Allowed(Allowed { values, cell: *cell }))
        }
        Constraint::Automaton { cells, automaton } => {
            let machine = StateMachine::of_layers(automaton, first, cells.clone());
            Some(Rule::StateMachine(StateMachine { name: name.cloned(), ..machine }))
        }
        _ => None,
    };
    lowered.finish(board).ok()?.iter().map(|(_, constraint)| as_rule(constraint)).collect()
}
