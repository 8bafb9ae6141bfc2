//! From a position to the next step and on: each step is checked before it is shown.

use std::ops::ControlFlow;

use satdoku_base::budget::{Running, StopReason};

use crate::board::Board;
use crate::checker::check;
use crate::finder::{LadderRow, Position};
use crate::pencil_mark::{Literal, PencilMark};
use crate::proof::Refused;
use crate::step::Step;
use crate::walk_cache::WalkCache;

/// The knowledge about a puzzle's solutions, to check steps against; never to find them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    /// The number of solutions.
    pub solutions: NumberOfSolutions,
    /// For each cell, the digits of that cell in at least one solution; `None` if unknown.
    pub allowed: Option<Vec<u64>>,
    /// The limit that ended the search for solutions early, if one did.
    pub stopped: Option<StopReason>,
}

/// The number of solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberOfSolutions {
    /// No solution.
    None,
    /// Exactly one.
    One,
    /// Two or more.
    Several,
    /// Not known.
    Unknown,
}

impl Referee {
    /// A referee without knowledge: steps rest only on their proofs, and no technique may use uniqueness.
    #[must_use]
    pub const fn none() -> Self {
        Self { solutions: NumberOfSolutions::Unknown, allowed: None, stopped: None }
    }

    /// A conclusion of a step that does not hold in every solution.
    #[must_use]
    pub fn objection(&self, step: &Step) -> Option<Literal> {
        let allowed = self.allowed.as_ref()?;
        let is_wrong = |mark: &&PencilMark| allowed[mark.cell()] & !(1 << mark.digit()) != 0;
        let is_lost = |mark: &&PencilMark| allowed[mark.cell()] >> mark.digit() & 1 == 1;
        let placed = step.placed.iter().find(is_wrong).map(|&mark| Literal::on(mark));
        placed.or_else(|| step.struck.iter().find(is_lost).map(|&mark| Literal::off(mark)))
    }

    /// Whether nothing can follow: each candidate of an empty cell is in some solution, and each empty cell has several.
    fn sees_no_step(&self, board: &Board) -> bool {
        let Some(allowed) = &self.allowed else { return false };
        board.open() > 0
            && board.empty_cells().all(|cell| {
                let candidates = board.digits(cell);
                candidates.count_ones() > 1 && candidates & !allowed[cell] == 0
            })
    }
}

/// A step that was withheld: its finder is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a step by {technique} was withheld, an error of its finder: {why}")]
#[non_exhaustive]
pub struct Fault {
    /// The technique's name.
    pub technique: &'static str,
    /// The defect of the step.
    pub why: Wrong,
}

/// The defect of a step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The checker rejects the proof.
    #[error("its proof is not accepted: {0}")]
    Proof(Refused),
    /// The step contradicts a solution.
    #[error("it contradicts a solution")]
    Solution(Literal),
    /// The step changes nothing on the board.
    #[error("it changes nothing")]
    Idle,
}

/// The end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// Every cell is filled, and no rule is broken.
    Solved,
    /// A cell without a digit, a unit without a place for a digit, or a broken rule: the puzzle has no solution.
    Contradiction,
    /// No technique of the ladder applies.
    Stuck,
    /// The budget ran out.
    Stopped(StopReason),
}

/// Takes steps on a board.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    board: Board,
    ladder_rows: &'a [LadderRow],
    /// The rows that are searched after the others find no step.
    beyond: &'a [LadderRow],
    referee: &'a Referee,
    has_uniqueness: bool,
    running: &'a Running,
    cache: WalkCache,
    faults: Vec<Fault>,
}

impl<'a> Walk<'a> {
    /// A walk from a position. Techniques that need a unique solution are left out unless the referee knows that the solution is
    /// unique, the puzzle has no rules, which an exchange of digits may break, and `has_uniqueness` is set.
    #[must_use]
    pub fn new(
        board: Board,
        ladder_rows: &'a [LadderRow],
        referee: &'a Referee,
        has_uniqueness: bool,
        running: &'a Running,
    ) -> Self {
        let is_by_units = board.layout().constraint_count() == 0;
        let has_uniqueness = has_uniqueness && is_by_units && referee.solutions == NumberOfSolutions::One;
        Self {
            board,
            ladder_rows,
            beyond: &[],
            referee,
            has_uniqueness,
            running,
            cache: WalkCache::default(),
            faults: Vec::new(),
        }
    }

    /// The walk with rows that are searched after the techniques find no step.
    #[must_use]
    pub fn then(self, beyond: &'a [LadderRow]) -> Self {
        Self { beyond, ..self }
    }

    /// The position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Withheld steps.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The steps at hand, row by row, until `see` breaks.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn each(&mut self, see: &mut dyn FnMut(Step) -> ControlFlow<()>) -> Result<(), StopReason> {
        if self.referee.sees_no_step(&self.board) {
            return Ok(());
        }
        let Self { board, ladder_rows, beyond, referee, has_uniqueness, running, cache, faults } = self;
        let mut has_steps = false;
        for (at, ladder_row) in ladder_rows.iter().chain(*beyond).enumerate() {
            if at >= ladder_rows.len() && has_steps {
                break;
            }
            if !*has_uniqueness && ladder_row.techniques.iter().all(|technique| technique.needs_uniqueness) {
                continue;
            }
            let mut is_enough = false;
            let position = Position { board, running, cache };
            let mut judge = |step: Step| {
                if !*has_uniqueness && step.technique.needs_uniqueness {
                    return ControlFlow::Continue(());
                }
                if let Err(why) = judged(&step, board, referee, *has_uniqueness) {
                    faults.push(Fault { technique: step.technique.name, why });
                    return ControlFlow::Continue(());
                }
                has_steps = true;
                let flow = see(step);
                is_enough = flow.is_break();
                flow
            };
            let _ = (ladder_row.find)(&position, &mut judge);
            if is_enough {
                return Ok(());
            }
            running.check()?;
        }
        Ok(())
    }

    /// The next step; `None` if no technique applies.
    ///
    /// # Errors
    /// If the budget runs out before a step is found.
    pub fn next_step(&mut self) -> Result<Option<Step>, StopReason> {
        let mut next = None;
        self.each(&mut |step| {
            next = Some(step);
            ControlFlow::Break(())
        })?;
        Ok(next)
    }

    /// Takes steps until every cell is filled, or no step is at hand.
    pub(crate) fn finish(&mut self) -> (Vec<Step>, PathEnd) {
        let mut steps = Vec::new();
        let end = loop {
            if self.board.open() == 0 {
                let is_solved = self.board.to_grid().first_violation().is_none();
                break if is_solved { PathEnd::Solved } else { PathEnd::Contradiction };
            }
            if self.board.dead_end().is_some() {
                break PathEnd::Contradiction;
            }
            match self.next_step() {
                Ok(Some(step)) => {
                    self.take(&step);
                    steps.push(step);
                }
                Ok(None) => break PathEnd::Stuck,
                Err(reason) => break PathEnd::Stopped(reason),
            }
        };
        (steps, end)
    }

    /// Takes a step.
    pub fn take(&mut self, step: &Step) {
        step.take(&mut self.board);
    }
}

/// Whether a step may be shown.
pub(crate) fn judged(step: &Step, board: &Board, referee: &Referee, is_unique: bool) -> Result<(), Wrong> {
    let changes = |mark: &PencilMark| board.has(*mark);
    if !step.placed.iter().chain(&step.struck).any(changes) {
        return Err(Wrong::Idle);
    }
    check(step, board, is_unique).map_err(Wrong::Proof)?;
    referee.objection(step).map_or(Ok(()), |says| Err(Wrong::Solution(says)))
}
