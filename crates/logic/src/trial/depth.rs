//! Depth after depth, and the length of braids.

use std::fmt;

use satdoku_base::budget::{Running, StopReason};

use crate::board::Board;
use crate::candidate_graph::CandidateGraph;
use crate::trial::braid::{Answer, Braids};
use crate::trial::state::{Clash, State};

/// The deepest trial and error that is tried.
pub const DEEPEST: u8 = 3;

/// How deep trial and error must go to solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Trial {
    /// How many assumptions stand at once; none if [`DEEPEST`] do not suffice.
    pub depth: Option<u8>,
    /// The length that contradictions at the innermost depth need, as braids: 0 where singles suffice. At depth 1 this is the braid
    /// rating B, at depth 2 `BxB`, at depth 3 `BxBB`.
    pub braid: Option<Braid>,
}

/// How long braids must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
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
    let Some(graph) = CandidateGraph::of(board) else { return Ok(None) };
    let search = Search { graph: &graph, running };
    let Ok(start) = State::of(&graph) else { return Ok(None) };
    let mut spare = vec![State::default(); usize::from(DEEPEST)];
    let mut state = start.clone();
    for depth in 0..=DEEPEST {
        if search.close(&mut state, depth, &mut spare)?.is_some() {
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
    graph: &'a CandidateGraph,
    running: &'a Running,
}

impl Search<'_> {
    /// Strikes out all that trial and error of a depth refutes, until the state is solved or a clash is left; `spare` has a state for each
    /// depth.
    fn close(&self, state: &mut State, depth: u8, spare: &mut [State]) -> Result<Option<Clash>, StopReason> {
        let Some((inner, spare)) = spare.split_first_mut().filter(|_| depth > 0) else { return Ok(None) };
        loop {
            let mut has_changed = false;
            for node in state.open(self.graph) {
                if state.is_on(node) || !self.graph.is_open(state.masks(), node) {
                    continue;
                }
                self.running.check()?;
                inner.copy(state);
                if inner.assume(self.graph, node).is_ok() && self.close(inner, depth - 1, spare)?.is_none() {
                    continue;
                }
                if state.strike(self.graph, node).is_err() {
                    return Ok(Some(Clash));
                }
                // What less depth can do is done first.
                if self.close(state, depth - 1, spare)?.is_some() {
                    return Ok(Some(Clash));
                }
                if state.is_solved() {
                    return Ok(None);
                }
                has_changed = true;
            }
            if !has_changed {
                return Ok(None);
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
    ) -> Result<Option<Clash>, StopReason> {
        let Some((inner, spare)) = spare.split_first_mut() else { return Ok(None) };
        loop {
            let mut has_changed = false;
            for node in state.open(self.graph) {
                if state.is_on(node) || !self.graph.is_open(state.masks(), node) {
                    continue;
                }
                self.running.check()?;
                inner.copy(state);
                let mut is_refuted = inner.assume(self.graph, node).is_err();
                if depth == 1 && is_refuted {
                    let answer = progress.braids.refutes(self.graph, state.masks(), node, progress.length);
                    progress.is_given_up |= answer == Answer::Unknown;
                    is_refuted = answer == Answer::Yes;
                } else if depth > 1 && !is_refuted && self.close(inner, depth - 1, spare)?.is_some() {
                    // Longer braids would do it; these may.
                    inner.copy(state);
                    is_refuted = inner.assume(self.graph, node).is_err()
                        || self.close_by_braids(inner, depth - 1, progress, spare)?.is_some();
                }
                if !is_refuted {
                    continue;
                }
                if state.strike(self.graph, node).is_err() {
                    return Ok(Some(Clash));
                }
                if state.is_solved() {
                    return Ok(None);
                }
                has_changed = true;
            }
            if !has_changed {
                return Ok(None);
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
