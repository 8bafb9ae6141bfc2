//! Cubes: a puzzle split into disjoint parts that together keep all solutions.
//!
//! A cube is a list of assumed digits. Starting from the puzzle, the largest part is split again and again: by the digits of a cell
//! or by the places of a digit in a unit, of which every solution has exactly one. Among the splits with the fewest ways, the one
//! that leaves the fewest candidates in total is taken, as a look-ahead solver would (M. Heule, O. Kullmann, S. Wieringa and A.
//! Biere, *Cube and conquer*, HVC 2011). Parts refuted by deduction are dropped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::budget::{Running, StopReason};
use crate::geometry::Candidate;
use crate::grid::Grid;
use crate::reduction::{Domains, Propagation, ones};

/// The assumed digits of a part.
pub type Cube = Vec<Candidate>;

/// The fewest and the most splits compared before one is taken. Boards that take longer to deduce get fewer: splits times cells
/// stay within [`CELLS_LOOKED_AT`] as far as the lower bound allows. On proper 25×25, 200 tries leave solvers an eighth less work
/// than 8 (`benches/results/large.md`).
const LOOKED_AT: std::ops::RangeInclusive<usize> = 8..=200;

/// See [`LOOKED_AT`].
const CELLS_LOOKED_AT: usize = 125_000;

/// A part that may be split further; parts compare by their number of candidates.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    candidates: usize,
    /// Among parts of equal size, the first made is the greatest.
    made: Reverse<usize>,
    cube: Cube,
}

/// Splits a puzzle into `least` cubes, or a few more if the last split has more ways than were missing. The cubes come by falling
/// number of candidates, so that several solvers sharing the list end at about the same time. A puzzle that runs out of choices
/// gives fewer cubes; a puzzle refuted by deduction gives no cube.
///
/// A cube costs about four hundred deductions up to 25×25, about twenty on boards of 120×120 and more.
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
/// The reason why the split was stopped.
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
    if puzzle.first_violation().is_none() && deduction.begin(&[], running)? {
        add(&mut parts, deduction.candidates(), Cube::new());
    }
    while parts.len() + whole.len() < least {
        let Some(part) = parts.pop() else { break };
        running.check()?;
        // A part stores only its cube, to save memory; its deductions are repeated when it is split.
        if !deduction.begin(&part.cube, running)? {
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

    /// Deduces singles from the puzzle and the digits of a cube; false on a contradiction.
    fn begin(&mut self, cube: &[Candidate], running: &Running) -> Result<bool, StopReason> {
        Ok(self.now.begin(&self.clues).is_ok()
            && cube.iter().all(|&candidate| self.place(candidate))
            && self.now.singles_within(running)?.is_none())
    }

    /// Writes a digit into an open cell; false on a contradiction.
    fn place(&mut self, candidate: Candidate) -> bool {
        let (cell, digit) =
            (self.puzzle.geometry().index(candidate.cell), self.puzzle.geometry().digit_index(candidate.digit));
        self.now.domains().is_live(cell, digit) && self.now.place(cell, digit).is_ok()
    }

    /// How many candidates are left.
    fn candidates(&self) -> usize {
        self.now.domains().left().iter().map(|&left| usize::from(left)).sum()
    }

    /// The unrefuted ways of the best split, each with the number of candidates left after it; `None` if the part has no choice
    /// left.
    fn split(&mut self, running: &Running) -> Result<Option<Vec<(Candidate, usize)>>, StopReason> {
        let part = self.now.domains().clone();
        let mut best: Option<(usize, Vec<(Candidate, usize)>)> = None;
        for choice in smallest_choices(self.puzzle, &part) {
            let mut ways = Vec::with_capacity(choice.len());
            for candidate in choice {
                running.check()?;
                self.now.resume(&part);
                if self.place(candidate) && self.now.singles_within(running)?.is_none() {
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
