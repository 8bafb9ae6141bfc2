//! Lemmas of rules: clauses over candidates that a proof takes for granted, each with the constraints and units that it rests on.
//!
//! The search that writes a proof propagates some constraints without clauses. Each reason that the search asked for is a lemma. A
//! lemma is checked by denying all of its literals: the constraints that it rests on must then have no filling. Each kind of constraint has a schema that decides
//! this from the puzzle and the lemma alone, and nothing here knows how the lemma was found.
//!
//! | file | what it is |
//! | --- | --- |
//! | `lemmas` | the lemmas of a bundle, and their text |
//! | `schema` | from what a lemma rests on to the schema of its kind |
//! | `digits` | sets of digits, a bit each |
//! | `sum` | the schema of sums: what the cells can add up to |
//! | `unit` | of cells that differ: a matching of cells and digits |
//! | `automaton` | of automata over cells that differ: the states that can be reached |
//! | `connected` | of connected pieces: what can be reached by steps between neighbours |

mod automaton;
mod connected;
mod digits;
mod lemmas;
mod schema;
mod sum;
#[cfg(test)]
mod tests;
mod unit;

pub(super) use lemmas::{LemmaError, Lemmas};
