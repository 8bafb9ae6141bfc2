//! How deep trial and error must go, and how long braids must be (D. Berthier, *Pattern-Based Constraint Satisfaction*, 2012).
//!
//! Depth 0 are singles, naked and hidden. At depth d + 1 a candidate is struck out when what depth d makes of it is a contradiction.
//! What can be struck out at a depth does not depend on the order. The braid rating says more: the least
//! length of the innermost contradictions, as braids, with which the puzzle is solved still. A [`Backdoor`] are the fewest digits that
//! must be known for depth 0 to suffice.

mod backdoor;
mod braid;
mod state;

use std::fmt;

use crate::budget::{Running, StopReason};
use crate::logic::board::Board;
use crate::logic::net::Net;
pub use crate::logic::trial::backdoor::{Backdoor, backdoor};
use crate::logic::trial::braid::{Answer, Braids};
use crate::logic::trial::state::{Clash, State};

/// The deepest trial and error that is tried.
pub const DEEPEST: u8 = 3;

/// How deep trial and error must go to solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How many assumptions stand at once; none if [`DEEPEST`] do not suffice.
    pub depth: Option<u8>,
    /// The length that contradictions at the innermost depth need, as braids: 0 where singles suffice. At depth 1 this is the braid
    /// rating B, at depth 2 `BxB`, at depth 3 `BxBB`.
    pub braid: Option<Braid>,
}

/// How long braids must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Braid {
    /// The number of sets of the longest that is needed.
    pub length: u32,
    /// Whether no shorter ones suffice; otherwise a search was given up, and the length is an upper bound.
    pub is_exact: bool,
}

impl fmt::Display for Trial {
    /// `T&E 1, B 5`, `T&E 1, B 12 at most`, `T&E 2, BxB 4`, `T&E 3, BxBB 2`, `T&E above 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(depth) = self.depth else { return write!(f, "T&E above {DEEPEST}") };
        write!(f, "T&E {depth}")?;
        let Some(braid) = self.braid else { return Ok(()) };
        let name = ["B", "B", "BxB", "BxBB"][usize::from(depth)];
        let note = if braid.is_exact { "" } else { " at most" };
        write!(f, ", {name} {}{note}", braid.length)
    }
}

/// How deep trial and error must go from a position of a puzzle with one solution, by its units alone; none where the board has too many
/// candidates.
///
/// # Errors
/// If the budget runs out.
pub fn trial(board: &Board, running: &Running) -> Result<Option<Trial>, StopReason> {
    let Some(net) = Net::of(board) else { return Ok(None) };
    let search = Search { net: &net, running };
    let Ok(start) = State::of(&net) else { return Ok(None) };
    let mut spare = vec![State::default(); usize::from(DEEPEST)];
    let mut state = start.clone();
    for depth in 0..=DEEPEST {
        if search.close(&mut state, depth, &mut spare)?.is_err() {
            return Ok(None);
        }
        if state.is_solved() {
            let braid = search.braids(start, depth, &mut spare)?;
            return Ok(Some(Trial { depth: Some(depth), braid: Some(braid) }));
        }
    }
    Ok(Some(Trial { depth: None, braid: None }))
}

struct Search<'a> {
    net: &'a Net,
    running: &'a Running,
}

impl Search<'_> {
    /// Strikes out all that trial and error of a depth refutes, until the state is solved; `spare` has a state for each depth.
    fn close(&self, state: &mut State, depth: u8, spare: &mut [State]) -> Result<Result<(), Clash>, StopReason> {
        let Some((inner, spare)) = spare.split_first_mut().filter(|_| depth > 0) else { return Ok(Ok(())) };
        loop {
            let mut has_changed = false;
            for node in state.open(self.net) {
                if state.is_on(node) || !self.net.is_open(state.masks(), node) {
                    continue;
                }
                self.running.check()?;
                inner.copy(state);
                if inner.assume(self.net, node).is_ok() && self.close(inner, depth - 1, spare)?.is_ok() {
                    continue;
                }
                if state.strike(self.net, node).is_err() {
                    return Ok(Err(Clash));
                }
                // What less depth can do is done first.
                if self.close(state, depth - 1, spare)?.is_err() {
                    return Ok(Err(Clash));
                }
                if state.is_solved() {
                    return Ok(Ok(()));
                }
                has_changed = true;
            }
            if !has_changed {
                return Ok(Ok(()));
            }
        }
    }

    /// The least length of braids with which trial and error of this depth, which solves the puzzle, still does.
    fn braids(&self, mut state: State, depth: u8, spare: &mut [State]) -> Result<Braid, StopReason> {
        let mut progress = Progress { length: 0, is_given_up: false, braids: Braids::default() };
        let mut is_exact = true;
        while !state.is_solved() {
            // What shorter braids strike out, longer ones do too.
            is_exact &= !progress.is_given_up;
            progress.is_given_up = false;
            progress.length += 1;
            // A puzzle with a solution has no clash.
            let _ = self.close_by_braids(&mut state, depth, &mut progress, spare)?;
        }
        Ok(Braid { length: progress.length, is_exact })
    }

    /// Strikes out all that trial and error of a depth refutes whose innermost contradictions are braids of a limited length.
    fn close_by_braids(
        &self,
        state: &mut State,
        depth: u8,
        progress: &mut Progress,
        spare: &mut [State],
    ) -> Result<Result<(), Clash>, StopReason> {
        let Some((inner, spare)) = spare.split_first_mut() else { return Ok(Ok(())) };
        loop {
            let mut has_changed = false;
            for node in state.open(self.net) {
                if state.is_on(node) || !self.net.is_open(state.masks(), node) {
                    continue;
                }
                self.running.check()?;
                inner.copy(state);
                let mut is_refuted = inner.assume(self.net, node).is_err();
                if depth == 1 && is_refuted {
                    let answer = progress.braids.refutes(self.net, state.masks(), node, progress.length);
                    progress.is_given_up |= answer == Answer::Unknown;
                    is_refuted = answer == Answer::Yes;
                } else if depth > 1 && !is_refuted && self.close(inner, depth - 1, spare)?.is_err() {
                    // Longer braids would do it; these may.
                    inner.copy(state);
                    is_refuted = inner.assume(self.net, node).is_err()
                        || self.close_by_braids(inner, depth - 1, progress, spare)?.is_err();
                }
                if !is_refuted {
                    continue;
                }
                if state.strike(self.net, node).is_err() {
                    return Ok(Err(Clash));
                }
                if state.is_solved() {
                    return Ok(Ok(()));
                }
                has_changed = true;
            }
            if !has_changed {
                return Ok(Ok(()));
            }
        }
    }
}

/// Braids of a limited length.
struct Progress {
    length: u32,
    /// Whether a search for one was given up.
    is_given_up: bool,
    braids: Braids,
}
