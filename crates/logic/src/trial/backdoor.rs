//! The fewest digits of the solution after which singles solve the rest (R. Williams, C. Gomes, B. Selman, *Backdoors To Typical
//! Case Complexity*, 2003).

use std::fmt;

use satdoku_base::budget::{Running, StopReason};
use satdoku_puzzle::geometry::Candidate;

use crate::board::Board;
use crate::candidate_graph::{CandidateGraph, Node};
use crate::trial::state::State;

/// The fewest digits of the solution with which naked and hidden singles solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Backdoor {
    /// The digits; empty if singles suffice. Other sets of equal size may serve as well.
    pub digits: Vec<Candidate>,
}

impl fmt::Display for Backdoor {
    /// `backdoor 0`, `backdoor 2: r1c2=4 r5c5=9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "backdoor {}", self.digits.len())?;
        for (at, digit) in self.digits.iter().enumerate() {
            let mark = if at == 0 { ": " } else { " " };
            write!(f, "{mark}{digit}")?;
        }
        Ok(())
    }
}

/// The smallest backdoor of a position. `solution` has for each cell the bit of its digit; `None` if the board has too many
/// candidates.
///
/// All sets of a size are tried before the next size. A digit that follows by singles from another digit still to be tried is
/// skipped: wherever it suffices, the other digit does too.
///
/// # Errors
/// If the budget runs out.
pub fn backdoor(board: &Board, solution: &[u64], running: &Running) -> Result<Option<Backdoor>, StopReason> {
    let Some(graph) = CandidateGraph::of(board) else { return Ok(None) };
    let Ok(start) = State::of(&graph) else { return Ok(None) };
    let is_true = |&node: &Node| {
        let mark = graph.mark(node);
        solution[mark.cell()] >> mark.digit() & 1 == 1
    };
    let open: Vec<Node> = start.open(&graph).into_iter().filter(is_true).collect();
    let search = Search { graph: &graph, running };
    let mut inner = Vec::new();
    let nodes = loop {
        if let Some(nodes) = search.find(&start, &open, &mut inner)? {
            break nodes;
        }
        inner.push(State::default());
    };
    let layout = board.layout();
    let digits = nodes.into_iter().map(|node| layout.candidate(graph.mark(node))).collect();
    Ok(Some(Backdoor { digits }))
}

struct Search<'a> {
    graph: &'a CandidateGraph,
    running: &'a Running,
}

impl Search<'_> {
    /// A set of these digits, as many as there are inner states, with which singles solve the state.
    fn find(&self, state: &State, digits: &[Node], inner: &mut [State]) -> Result<Option<Vec<Node>>, StopReason> {
        let Some((next, inner)) = inner.split_first_mut() else {
            return Ok(state.is_solved().then(Vec::new));
        };
        let digits = if inner.is_empty() { digits.to_vec() } else { self.strongest(state, digits, next)? };
        for (at, &digit) in digits.iter().enumerate() {
            self.take(state, digit, next)?;
            let rest: Vec<Node> = digits[at + 1..].iter().copied().filter(|&other| !next.is_on(other)).collect();
            if let Some(mut found) = self.find(next, &rest, inner)? {
                found.insert(0, digit);
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The digits that do not follow from another digit.
    fn strongest(&self, state: &State, digits: &[Node], next: &mut State) -> Result<Vec<Node>, StopReason> {
        let mut left = digits.to_vec();
        for &digit in digits {
            if left.contains(&digit) {
                self.take(state, digit, next)?;
                left.retain(|&other| other == digit || !next.is_on(other));
            }
        }
        Ok(left)
    }

    fn take(&self, state: &State, digit: Node, next: &mut State) -> Result<(), StopReason> {
        self.running.check()?;
        next.copy(state);
        // The digits are a solution's: no clash.
        let _ = next.assume(self.graph, digit);
        Ok(())
    }
}
