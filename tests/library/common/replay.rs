//! A deduction taken again by a checker that knows no technique.
//!
//! It knows what is ruled out so far. Of a step it asks that its premises are, and that what it says follows from these
//! premises alone: with the opposite, some unit could not be filled.

use std::collections::BTreeSet;

use satdoku::constraint::Constraint;
use satdoku::geometry::UnitId;
use satdoku::reduction::{Contradiction, Premises, ReductionStep};
use satdoku::{Candidate, Cell, Digit, Geometry, Grid};

/// The grid and the candidates that are left, step by step.
pub(crate) struct Replay {
    pub(crate) grid: Grid,
    pub(crate) live: BTreeSet<Candidate>,
}

/// What a digit in a cell rules out.
fn ruled_out_by(placed: Candidate, board: &Geometry) -> impl Iterator<Item = Candidate> {
    let others = board.digits().filter(move |&digit| digit != placed.digit);
    let peers = board.peers(placed.cell).map(move |cell| Candidate::new(cell, placed.digit));
    others.map(move |digit| Candidate::new(placed.cell, digit)).chain(peers)
}

impl Replay {
    /// A puzzle whose clues do not clash.
    pub(crate) fn of(puzzle: &Grid) -> Self {
        let board = puzzle.geometry();
        let all = board.cells().flat_map(|cell| board.digits().map(move |digit| Candidate::new(cell, digit)));
        let mut replay = Self { grid: puzzle.clone(), live: all.collect() };
        for clue in puzzle.clues() {
            replay.place(clue);
        }
        replay
    }

    fn place(&mut self, placed: Candidate) {
        assert!(self.live.contains(&placed), "{placed} was ruled out before");
        let board = self.grid.geometry().clone();
        self.grid.set(placed.cell, Some(placed.digit)).unwrap();
        for candidate in ruled_out_by(placed, &board) {
            self.live.remove(&candidate);
        }
    }

    /// The digits left for a cell that is empty.
    pub(crate) fn digits(&self, cell: Cell) -> Vec<Digit> {
        let digits = self.grid.geometry().digits();
        digits
            .filter(|&digit| self.grid.get(cell).is_none() && self.live.contains(&Candidate::new(cell, digit)))
            .collect()
    }

    /// The empty cells of a unit that are left for a digit.
    pub(crate) fn places(&self, unit: UnitId, digit: Digit) -> Vec<Cell> {
        let cells = self.grid.geometry().unit(unit).iter().copied();
        cells.filter(|&cell| self.digits(cell).contains(&digit)).collect()
    }

    /// Takes a step after checking that it follows.
    pub(crate) fn take(&mut self, step: &ReductionStep) {
        let board = self.grid.geometry().clone();
        let told = step.in_words(&board).to_string();
        let premises = self.check_established(&step.because, &told);
        let knowledge =
            Knowledge { puzzle: &self.grid.clone(), board: &board, because: &step.because, unit: step.unit };
        if let Some(placed) = step.placed {
            assert!(step.struck.is_empty() && self.grid.get(placed.cell).is_none(), "{told}");
            let without: BTreeSet<_> = premises.iter().copied().chain([placed]).collect();
            assert!(knowledge.is_impossible(placed, &without), "{told}");
            self.place(placed);
        } else {
            assert!(!step.struck.is_empty(), "{told}");
        }
        for &struck in &step.struck {
            let with: BTreeSet<_> = premises.iter().copied().chain(ruled_out_by(struck, &board)).collect();
            assert!(knowledge.is_impossible(struck, &with), "{struck} does not follow: {told}");
            assert!(self.live.remove(&struck), "{told} strikes out what is gone");
        }
    }

    /// Checks that a contradiction is one, and that it has been reached.
    pub(crate) fn end(&self, contradiction: &Contradiction) {
        let board = self.grid.geometry();
        let told = contradiction.in_words(board).to_string();
        let because = contradiction.because().unwrap_or_else(|| panic!("clues that clash need no step: {told}"));
        let premises = self.check_established(&because, &told);
        let is_impossible = match contradiction {
            Contradiction::NoDigit(cell) => {
                board.digits().all(|digit| premises.contains(&Candidate::new(*cell, digit)))
            }
            Contradiction::NoPlace(_, unit)
            | Contradiction::TooFewDigits { unit, .. }
            | Contradiction::TooFewPlaces { unit, .. } => !is_filled(board, *unit, &premises),
            Contradiction::Rule { rule, .. } => {
                let mut constraints = self.grid.rules().constraints().iter().filter(|(of, _)| of == rule);
                constraints.any(|(_, constraint)| !can_hold(board, constraint, &premises))
            }
            other => panic!("a contradiction that this checker does not know: {other:?}"),
        };
        assert!(is_impossible, "{told}");
    }

    /// The premises, which must be ruled out.
    fn check_established(&self, because: &Premises, told: &str) -> BTreeSet<Candidate> {
        let premises: BTreeSet<Candidate> = because.candidates(self.grid.geometry()).into_iter().collect();
        let open = premises.iter().find(|premise| self.live.contains(premise));
        assert!(open.is_none(), "{} is not ruled out: {told}", open.unwrap());
        premises
    }
}

/// Where a step says that it looks.
struct Knowledge<'a> {
    puzzle: &'a Grid,
    board: &'a Geometry,
    because: &'a Premises,
    unit: Option<UnitId>,
}

impl Knowledge<'_> {
    /// Whether the cell of a candidate or a unit that the step names cannot be filled without what is ruled out.
    fn is_impossible(&self, candidate: Candidate, out: &BTreeSet<Candidate>) -> bool {
        let board = self.board;
        if let Premises::Rule { rule, .. } = self.because {
            return self.puzzle.rules().constraints().iter().any(|(of, constraint)| {
                of == rule && constraint.cells().contains(&candidate.cell) && !can_hold(board, constraint, out)
            });
        }
        let units = match self.because {
            Premises::Leftovers { within, beyond, .. } => [within.as_slice(), beyond].concat(),
            Premises::Places { unit, .. } => self.unit.into_iter().chain([*unit]).collect(),
            _ => self.unit.into_iter().collect(),
        };
        let mut digits = board.digits().map(|digit| Candidate::new(candidate.cell, digit));
        digits.all(|candidate| out.contains(&candidate))
            || units.iter().any(|&unit| !is_filled(board, unit, out))
            || !has_places(board, candidate.digit, &units, &mut Vec::new(), out)
    }
}

/// Whether the cells of a constraint can be filled, those that share a unit with different digits: all fillings are tried.
fn can_hold(board: &Geometry, constraint: &Constraint, out: &BTreeSet<Candidate>) -> bool {
    /// Fills the cell with the fewest digits left, a bit for each.
    fn fill(constraint: &Constraint, peers: &[Vec<usize>], left: &[u32], filled: &mut [Option<usize>]) -> bool {
        let open = (0..filled.len()).filter(|&cell| filled[cell].is_none());
        let Some(cell) = open.min_by_key(|&cell| left[cell].count_ones()) else {
            return constraint.holds(&filled.iter().flatten().copied().collect::<Vec<_>>());
        };
        (0..u32::BITS as usize).filter(|digit| left[cell] >> digit & 1 == 1).any(|digit| {
            let mut without = left.to_vec();
            peers[cell].iter().for_each(|&peer| without[peer] &= !(1 << digit));
            filled[cell] = Some(digit);
            let holds = fill(constraint, peers, &without, filled);
            filled[cell] = None;
            holds
        })
    }
    let cells = constraint.cells();
    // A layer's values are the board's, whatever the step names.
    let is_left = |cell, digit| {
        let candidate = Candidate::new(cell, board.digit(digit));
        board.can_have(candidate) && !out.contains(&candidate)
    };
    let left = |&cell: &Cell| {
        (0..board.digit_count()).filter(|&digit| is_left(cell, digit)).fold(0, |left, digit| left | 1 << digit)
    };
    let peers = |&cell: &Cell| {
        (0..cells.len()).filter(|&at| cells[at] != cell && board.shared_unit(cells[at], cell).is_some()).collect()
    };
    let (left, peers): (Vec<u32>, Vec<Vec<usize>>) =
        (cells.iter().map(left).collect(), cells.iter().map(peers).collect());
    fill(constraint, &peers, &left, &mut vec![None; cells.len()])
}

/// Whether the cells of a unit can have different digits: an assignment by alternating paths.
fn is_filled(board: &Geometry, unit: UnitId, out: &BTreeSet<Candidate>) -> bool {
    fn is_assigned(
        cells: &[Cell],
        at: usize,
        board: &Geometry,
        out: &BTreeSet<Candidate>,
        seen: &mut [bool],
        holder: &mut [Option<usize>],
    ) -> bool {
        board.digits().any(|digit| {
            if out.contains(&Candidate::new(cells[at], digit))
                || std::mem::replace(&mut seen[board.digit_index(digit)], true)
            {
                return false;
            }
            let is_free = match holder[board.digit_index(digit)] {
                None => true,
                Some(other) => is_assigned(cells, other, board, out, seen, holder),
            };
            if is_free {
                holder[board.digit_index(digit)] = Some(at);
            }
            is_free
        })
    }
    let cells = board.unit(unit);
    let mut holder = vec![None; board.digit_count()];
    (0..cells.len()).all(|at| is_assigned(cells, at, board, out, &mut vec![false; board.digit_count()], &mut holder))
}

/// Whether all of some units can have a digit, which no two of its cells may see. A unit of fewer cells than digits need not.
fn has_places(
    board: &Geometry,
    digit: Digit,
    units: &[UnitId],
    chosen: &mut Vec<Cell>,
    out: &BTreeSet<Candidate>,
) -> bool {
    let Some((&unit, rest)) = units.split_first() else { return true };
    if !board.is_full_unit(unit) || chosen.iter().any(|cell| board.unit(unit).contains(cell)) {
        return has_places(board, digit, rest, chosen, out);
    }
    board.unit(unit).iter().any(|&cell| {
        let is_seen = chosen.iter().any(|&other| board.shared_unit(cell, other).is_some());
        if is_seen || out.contains(&Candidate::new(cell, digit)) {
            return false;
        }
        chosen.push(cell);
        let is_so = has_places(board, digit, rest, chosen, out);
        chosen.pop();
        is_so
    })
}
