//! From a position to the next step and on: each step is checked before anybody sees it.

use std::ops::ControlFlow;

use crate::budget::{Running, StopReason};
use crate::logic::board::Board;
use crate::logic::checker::check;
use crate::logic::finder::{Position, Rung};
use crate::logic::layout::{Literal, Mark};
use crate::logic::memory::Memory;
use crate::logic::proof::Refused;
use crate::logic::step::Step;

/// What is known of a puzzle's solutions, to hold steps against; never to find them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    /// How many solutions there are.
    pub solutions: Solutions,
    /// For each cell the digits that it has in some solution; none where that is not known.
    pub allowed: Option<Vec<u64>>,
    /// What ended the search for them early, if anything did.
    pub stopped: Option<StopReason>,
}

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// None.
    None,
    /// Exactly one.
    One,
    /// Two or more.
    Several,
    /// Not known.
    Unknown,
}

impl Referee {
    /// One that knows nothing: steps rest on their proofs alone, and no technique may use uniqueness.
    #[must_use]
    pub const fn none() -> Self {
        Self { solutions: Solutions::Unknown, allowed: None, stopped: None }
    }

    /// Something that a step concludes and that is not so in every solution.
    #[must_use]
    pub fn objection(&self, step: &Step) -> Option<Literal> {
        let allowed = self.allowed.as_ref()?;
        let is_wrong = |mark: &&Mark| allowed[mark.cell()] & !(1 << mark.digit()) != 0;
        let is_lost = |mark: &&Mark| allowed[mark.cell()] >> mark.digit() & 1 == 1;
        let placed = step.placed.iter().find(is_wrong).map(|&mark| Literal::on(mark));
        placed.or_else(|| step.struck.iter().find(is_lost).map(|&mark| Literal::off(mark)))
    }
}

/// A step that was withheld: an error of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a step by {technique} was withheld, an error of satdoku: {why}")]
pub struct Fault {
    /// The technique's name.
    pub technique: &'static str,
    /// What is wrong with the step.
    pub why: Wrong,
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// Its proof is not accepted.
    #[error("its proof is not accepted: {0}")]
    Proof(Refused),
    /// It contradicts a solution.
    #[error("it contradicts a solution")]
    Solution(Literal),
    /// It strikes out nothing that is there.
    #[error("it changes nothing")]
    Idle,
}

/// How a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell is filled.
    Solved,
    /// A cell has no digit left, or a unit no place for one: the puzzle has no solution.
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
    rungs: &'a [Rung],
    /// What is looked for where the rungs have nothing.
    beyond: &'a [Rung],
    referee: &'a Referee,
    has_uniqueness: bool,
    running: &'a Running,
    memory: Memory,
    faults: Vec<Fault>,
}

impl<'a> Walk<'a> {
    /// A walk from a position. Techniques that rest on one solution are left out where the referee does not know that there is one, where
    /// there are rules, which an exchange of digits may break, or where `has_uniqueness` is not set.
    #[must_use]
    pub fn new(
        board: Board,
        rungs: &'a [Rung],
        referee: &'a Referee,
        has_uniqueness: bool,
        running: &'a Running,
    ) -> Self {
        let is_by_units = board.layout().constraint_count() == 0;
        let has_uniqueness = has_uniqueness && is_by_units && referee.solutions == Solutions::One;
        Self {
            board,
            rungs,
            beyond: &[],
            referee,
            has_uniqueness,
            running,
            memory: Memory::default(),
            faults: Vec::new(),
        }
    }

    /// The same with what is looked for where the techniques have no step.
    #[must_use]
    pub fn then(self, beyond: &'a [Rung]) -> Self {
        Self { beyond, ..self }
    }

    /// The position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Steps that were withheld.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The steps at hand, row by row, until `see` has enough.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn each(&mut self, see: &mut dyn FnMut(Step) -> ControlFlow<()>) -> Result<(), StopReason> {
        let Self { board, rungs, beyond, referee, has_uniqueness, running, memory, faults } = self;
        let mut has_steps = false;
        for (at, rung) in rungs.iter().chain(*beyond).enumerate() {
            if at >= rungs.len() && has_steps {
                break;
            }
            if !*has_uniqueness && rung.techniques.iter().all(|technique| technique.needs_uniqueness) {
                continue;
            }
            let mut is_enough = false;
            let position = Position { board, running, memory };
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
            let _ = (rung.find)(&position, &mut judge);
            if is_enough {
                return Ok(());
            }
            running.check()?;
        }
        Ok(())
    }

    /// The next step; none where no technique applies.
    ///
    /// # Errors
    /// If the budget runs out before one is found.
    pub fn next_step(&mut self) -> Result<Option<Step>, StopReason> {
        let mut next = None;
        self.each(&mut |step| {
            next = Some(step);
            ControlFlow::Break(())
        })?;
        Ok(next)
    }

    /// Takes steps until every cell is filled, or none is at hand.
    pub fn to_the_end(&mut self) -> (Vec<Step>, End) {
        let mut steps = Vec::new();
        let end = loop {
            if self.board.open() == 0 {
                break End::Solved;
            }
            if self.board.dead_end().is_some() {
                break End::Contradiction;
            }
            match self.next_step() {
                Ok(Some(step)) => {
                    self.take(&step);
                    steps.push(step);
                }
                Ok(None) => break End::Stuck,
                Err(reason) => break End::Stopped(reason),
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
pub(in crate::logic) fn judged(step: &Step, board: &Board, referee: &Referee, is_unique: bool) -> Result<(), Wrong> {
    let changes = |mark: &Mark| board.has(*mark);
    if !step.placed.iter().chain(&step.struck).any(changes) {
        return Err(Wrong::Idle);
    }
    check(step, board, is_unique).map_err(Wrong::Proof)?;
    referee.objection(step).map_or(Ok(()), |says| Err(Wrong::Solution(says)))
}
