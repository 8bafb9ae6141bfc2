//! Constraints inside a clause-learning search: each propagates over the candidates of its cells, and gives a clause over candidates
//! as the reason of a loss when the analysis of a conflict asks. One file a kind.
//!
//! | file | what it is |
//! | --- | --- |
//! | `rule_propagator` | the constraints of a puzzle as one propagator: what they see, and whose turn it is |
//! | `board` | the literals of the candidates |
//! | `past` | the candidates of a constraint's cells at the time of a loss, and the clause of a reason |
//! | `kind` | one constraint: how it is filtered, and how a loss is explained |
//! | `relaxed` | reasons by relaxation, for every kind |
//! | `automaton` | reasons of automata |
//! | `connected` | reasons of connected pieces: cuts |
//!
//! A reason says which candidates were lost before. Each kind looks for few of them: it gives candidates back as long as the
//! constraint still forces the loss, the candidates that were lost last first. A reason so follows from the constraint by the
//! constraint's own filter; of a connected piece it follows by the room for the piece.

mod automaton;
mod board;
mod connected;
mod kind;
mod past;
mod relaxed;
mod rule_propagator;
#[cfg(test)]
mod tests;

pub(crate) use rule_propagator::RulePropagator;
