//! The fewest digits of the solution that are enough for singles to do the rest (R. Williams, C. Gomes, B. Selman, *Backdoors To Typical
//! Case Complexity*, 2003).

use std::fmt;

use crate::budget::{Running, StopReason};
use crate::geometry::Candidate;
use crate::logic::board::Board;
use crate::logic::net::{Net, Node};
use crate::logic::trial::state::State;

/// The fewest digits of the solution with which naked and hidden singles solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backdoor {
    /// The digits; none where singles suffice without. Other sets of as many may do as well.
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

/// The smallest backdoor of a position to its solution, for each cell the bit of its digit; none where the board has too many candidates.
///
/// All sets of a size are looked at before those of the next, but for digits that follow by singles from another that is to be looked at:
/// wherever they do, that one does.
///
/// # Errors
/// If the budget runs out.
pub fn backdoor(board: &Board, solution: &[u64], running: &Running) -> Result<Option<Backdoor>, StopReason> {
    let Some(net) = Net::of(board) else { return Ok(None) };
    let Ok(start) = State::of(&net) else { return Ok(None) };
    let is_true = |&node: &Node| {
        let mark = net.mark(node);
        solution[mark.cell()] >> mark.digit() & 1 == 1
    };
    let open: Vec<Node> = start.open(&net).into_iter().filter(is_true).collect();
    let search = Search { net: &net, running };
    let mut inner = Vec::new();
    let nodes = loop {
        if let Some(nodes) = search.find(&start, &open, &mut inner)? {
            break nodes;
        }
        inner.push(State::default());
    };
    let layout = board.layout();
    let digits = nodes.into_iter().map(|node| layout.candidate(net.mark(node))).collect();
    Ok(Some(Backdoor { digits }))
}

struct Search<'a> {
    net: &'a Net,
    running: &'a Running,
}

impl Search<'_> {
    /// Some of these digits with which singles solve the state, as many as there are inner states.
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

    /// The digits without those that follow from another.
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
        let _ = next.assume(self.net, digit);
        Ok(())
    }
}
