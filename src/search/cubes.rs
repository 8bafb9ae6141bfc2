//! Cubes: a puzzle split into parts that have no solution in common and all solutions together.
//!
//! A cube is a list of digits that are assumed. Starting from the puzzle, the largest part is split again and again: by
//! the digits of a cell or by the places of a digit in a unit, of which every solution has exactly one. Among the splits
//! with the fewest ways the one is taken after which the least is left in all, as a look-ahead solver would (M. Heule,
//! O. Kullmann, S. Wieringa and A. Biere, *Cube and conquer*, HVC 2011). Parts that deduction refutes are dropped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::budget::{Running, StopReason};
use crate::geometry::Candidate;
use crate::grid::Grid;
use crate::reduction::{Domains, Propagation, ones};

/// Digits that are assumed.
pub type Cube = Vec<Candidate>;

/// So many splits are tried before one is taken, fewer on boards that take longer to deduce: the cells of all tries together are
/// [`CELLS_LOOKED_AT`] at most, but some tries are always made. On proper 25×25, 200 tries leave solvers an eighth less
/// work than 8 (`benches/results/large.md`).
const LOOKED_AT: std::ops::RangeInclusive<usize> = 8..=200;

/// See [`LOOKED_AT`].
const CELLS_LOOKED_AT: usize = 125_000;

/// A part that may be split further; the largest is the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    candidates: usize,
    /// Of parts of the same size the one that was made first.
    made: Reverse<usize>,
    cube: Cube,
}

/// Splits a puzzle into `least` cubes, or a few more where the last split has more ways than were missing. The first has the most
/// candidates left, so that several solvers that take one after the other end at about the same time. There are fewer only where
/// the puzzle has no more choices, and none where deduction refutes it.
///
/// Takes the time of some four hundred deductions for each cube up to 25×25, of some twenty on boards of 120×120 and more.
///
/// ```
/// use satdoku::{Budget, Grid, search};
///
/// let puzzle: Grid = ".1..............".parse()?;
/// let cubes = search::cubes(&puzzle, 5, &Budget::unlimited().start())?;
/// assert!((5..5 + 4).contains(&cubes.len()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Why it was stopped.
pub fn cubes(puzzle: &Grid, least: usize, running: &Running) -> Result<Vec<Cube>, StopReason> {
    let mut parts = BinaryHeap::new();
    let mut whole = Vec::new();
    let mut made = 0;
    let mut add = |parts: &mut BinaryHeap<Part>, candidates: usize, cube: Cube| {
        made += 1;
        parts.push(Part { candidates, made: Reverse(made), cube });
    };
    let mut deduction = Deduction::of(puzzle);
    running.check()?;
    if puzzle.first_violation().is_none() && deduction.begin(&[]) {
        add(&mut parts, deduction.candidates(), Cube::new());
    }
    while parts.len() + whole.len() < least {
        let Some(part) = parts.pop() else { break };
        running.check()?;
        // What was deduced once is deduced again rather than kept, so that a part takes no more room than its cube.
        if !deduction.begin(&part.cube) {
            continue;
        }
        match deduction.split(running)? {
            None => whole.push(part.cube),
            Some(ways) => {
                for (candidate, left) in ways {
                    add(&mut parts, left, part.cube.iter().copied().chain([candidate]).collect());
                }
            }
        }
    }
    let mut parts = parts.into_vec();
    parts.sort_unstable_by(|a, b| b.candidates.cmp(&a.candidates).then_with(|| a.cube.cmp(&b.cube)));
    whole.sort_unstable();
    Ok(parts.into_iter().map(|part| part.cube).chain(whole).collect())
}

/// Singles in one part after another.
struct Deduction<'a> {
    puzzle: &'a Grid,
    clues: Vec<u16>,
    now: Propagation,
}

impl<'a> Deduction<'a> {
    fn of(puzzle: &'a Grid) -> Self {
        let now = Propagation::new(puzzle.geometry().incidence()).with_rules(puzzle.rules());
        Self { puzzle, clues: puzzle.ordinals().collect(), now }
    }

    /// Deduces what follows from the puzzle and some digits; false where they contradict it.
    fn begin(&mut self, cube: &[Candidate]) -> bool {
        self.now.begin(&self.clues).is_ok()
            && cube.iter().all(|&candidate| self.place(candidate))
            && self.now.singles().is_ok()
    }

    /// Writes a digit into an open cell; false where that contradicts the others.
    fn place(&mut self, candidate: Candidate) -> bool {
        let (cell, digit) =
            (self.puzzle.geometry().index(candidate.cell), self.puzzle.geometry().digit_index(candidate.digit));
        self.now.domains().is_live(cell, digit) && self.now.place(cell, digit).is_ok()
    }

    /// How many candidates are left.
    fn candidates(&self) -> usize {
        self.now.domains().left().iter().map(|&left| usize::from(left)).sum()
    }

    /// The ways of the best split of the part that are not refuted, each with the number of candidates that it leaves; none
    /// where there is no choice left.
    fn split(&mut self, running: &Running) -> Result<Option<Vec<(Candidate, usize)>>, StopReason> {
        let part = self.now.domains().clone();
        let mut best: Option<(usize, Vec<(Candidate, usize)>)> = None;
        for choice in smallest_choices(self.puzzle, &part) {
            let mut ways = Vec::with_capacity(choice.len());
            for candidate in choice {
                running.check()?;
                self.now.resume(&part);
                if self.place(candidate) && self.now.singles().is_ok() {
                    ways.push((candidate, self.candidates()));
                }
            }
            let left = ways.iter().map(|&(_, left)| left).sum();
            if best.as_ref().is_none_or(|(least, _)| left < *least) {
                best = Some((left, ways));
            }
        }
        Ok(best.map(|(_, ways)| ways))
    }
}

/// The cells with the fewest digits and the digits with the fewest places in a unit, two at least.
fn smallest_choices(puzzle: &Grid, domains: &Domains) -> Vec<Vec<Candidate>> {
    let board = puzzle.geometry();
    let candidate = |cell: usize, digit: usize| Candidate::new(board.cell(cell), board.digit(digit));
    let of_cells = (0..board.cell_count())
        .map(|cell| ones(domains.digits(cell)).map(|digit| candidate(cell, digit)).collect::<Vec<_>>());
    // In a unit of fewer cells than digits a digit need not have a place.
    let full_units = (0..board.unit_count()).filter(|&unit| board.incidence().is_full(unit));
    let of_units = full_units.flat_map(|unit| {
        (0..board.digit_count()).map(move |digit| {
            let cells = board.incidence().cells(unit).iter().map(|&cell| cell as usize);
            cells.filter(|&cell| domains.is_live(cell, digit)).map(|cell| candidate(cell, digit)).collect()
        })
    });
    let mut choices: Vec<Vec<Candidate>> = of_cells.chain(of_units).filter(|choice| choice.len() > 1).collect();
    choices.sort_by_key(Vec::len);
    choices.truncate((CELLS_LOOKED_AT / board.cell_count()).clamp(*LOOKED_AT.start(), *LOOKED_AT.end()));
    choices
}
