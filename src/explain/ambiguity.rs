//! Where solutions differ, and which digits would leave only one.

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::oracle::Oracle;
use crate::explain::solution_pool::Pool;
use crate::geometry::{Candidate, Cell, Digit};
use crate::grid::Solution;
use crate::verdict::Verdict;

/// Why a puzzle has more than one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Ambiguity {
    /// Two of its solutions.
    pub solutions: [Solution; 2],
    /// The cells in which the two solutions differ, in the order of reading.
    pub differing: Vec<Cell>,
    /// The cells in which one more digit would leave exactly one solution: cells with the fewest possible digits first, then in
    /// the order of reading.
    pub deciding: Vec<Deciding>,
    /// If no single digit would: a minimal set of digits of the first solution that together leave only this solution.
    pub together: Vec<Candidate>,
    /// Why `deciding` and `together` are incomplete or empty, if they are.
    pub stopped: Option<StopReason>,
}

/// A cell with a digit that leaves exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Deciding {
    /// The cell.
    pub cell: Cell,
    /// The digits of the cell that, given alone, leave exactly one solution.
    pub digits: Vec<Digit>,
    /// The number of different digits of the cell among the solutions.
    pub choices: usize,
}

impl Ambiguity {
    /// Searches for deciding cells; the pool knows two solutions.
    pub(super) fn of(mut pool: Pool, oracle: &mut Oracle, running: &Running) -> Result<Self, Error> {
        let solutions = [pool.known[0].clone(), pool.known[1].clone()];
        let [one, other] = &solutions;
        let differing: Vec<Cell> =
            one.clues().zip(other.clues()).filter(|(a, b)| a != b).map(|(a, _)| a.cell).collect();
        let mut ambiguity = Self { solutions, differing, deciding: Vec::new(), together: Vec::new(), stopped: None };
        let unsettled = settle(&mut pool, 2, oracle, running)?;
        ambiguity.deciding = deciding(&pool, unsettled.as_ref().map(|unsettled| unsettled.from.cell));
        ambiguity.stopped = unsettled.map(|unsettled| unsettled.reason);
        if ambiguity.stopped.is_none() && ambiguity.deciding.is_empty() {
            match together(&mut pool, oracle, running)? {
                Verdict::Satisfiable(together) => ambiguity.together = together,
                Verdict::Unknown(reason) => ambiguity.stopped = Some(reason),
                Verdict::Unsatisfiable => {}
            }
        }
        Ok(ambiguity)
    }
}

/// The number of solutions that are searched before a query about a candidate. Most puzzles have fewer: then one proof that no
/// further solution exists settles all candidates.
const FREE: usize = 64;

/// Where the search for solutions was stopped: all candidates before `from` were settled.
pub(super) struct Unsettled {
    pub(super) from: Candidate,
    pub(super) reason: StopReason,
}

/// Searches for solutions until every candidate, in the order of reading, is in `enough` solutions or in as many as exist.
pub(super) fn settle(
    pool: &mut Pool,
    enough: u8,
    oracle: &mut Oracle,
    running: &Running,
) -> Result<Option<Unsettled>, Error> {
    let open = pool.open();
    let Some(&first) = open.first() else { return Ok(None) };
    match pool.fill(FREE, oracle, running)? {
        Verdict::Satisfiable(()) => {}
        Verdict::Unsatisfiable => return Ok(None),
        Verdict::Unknown(reason) => return Ok(Some(Unsettled { from: first, reason })),
    }
    for candidate in open {
        while pool.seen(candidate) < enough {
            match pool.find(&[candidate], oracle, running)? {
                Verdict::Satisfiable(()) => {}
                Verdict::Unsatisfiable => break,
                Verdict::Unknown(reason) => return Ok(Some(Unsettled { from: candidate, reason })),
            }
        }
    }
    Ok(None)
}

/// The candidates in exactly one solution, by their cells, up to the first unsettled cell.
fn deciding(pool: &Pool, unsettled: Option<Cell>) -> Vec<Deciding> {
    let decides = |cell| {
        let digits: Vec<Digit> =
            pool.digits(cell).filter(|&digit| pool.seen(Candidate::new(cell, digit)) == 1).collect();
        (!digits.is_empty()).then(|| Deciding { cell, digits, choices: pool.digits(cell).count() })
    };
    let mut deciding: Vec<Deciding> =
        pool.puzzle.empty_cells().take_while(|&cell| Some(cell) != unsettled).filter_map(decides).collect();
    deciding.sort_by_key(|deciding| deciding.choices);
    deciding
}

/// Digits of the first solution that together leave only this solution. Greedily adds the digit that rules out most of the known
/// solutions, until no further solution is found; then drops digits that the rest makes superfluous.
fn together(pool: &mut Pool, oracle: &mut Oracle, running: &Running) -> Result<Verdict<Vec<Candidate>>, Error> {
    let first = pool.known[0].clone();
    let open: Vec<Candidate> = first.clues().filter(|clue| pool.puzzle.get(clue.cell).is_none()).collect();
    let has = |solution: &Solution, clue: &Candidate| solution.get(clue.cell) == Some(clue.digit);
    let mut chosen: Vec<Candidate> = Vec::new();
    loop {
        let left: Vec<&Solution> =
            pool.known[1..].iter().filter(|other| chosen.iter().all(|clue| has(other, clue))).collect();
        if left.is_empty() {
            match pool.find(&chosen, oracle, running)? {
                Verdict::Satisfiable(()) => continue,
                Verdict::Unsatisfiable => break,
                Verdict::Unknown(reason) => return Ok(Verdict::Unknown(reason)),
            }
        }
        let ruled_out = |clue: &&Candidate| left.iter().filter(|other| !has(other, clue)).count();
        // On a tie the first candidate.
        chosen.extend(open.iter().rev().max_by_key(ruled_out));
    }
    let mut at = 0;
    while at < chosen.len() {
        let clue = chosen.remove(at);
        let is_needed = pool.known[1..].iter().any(|other| chosen.iter().all(|clue| has(other, clue)));
        let found = if is_needed { Verdict::Satisfiable(()) } else { pool.find(&chosen, oracle, running)? };
        match found {
            Verdict::Satisfiable(()) => {
                chosen.insert(at, clue);
                at += 1;
            }
            Verdict::Unsatisfiable => {}
            Verdict::Unknown(reason) => return Ok(Verdict::Unknown(reason)),
        }
    }
    chosen.sort_unstable();
    Ok(Verdict::Satisfiable(chosen))
}
