//! The solutions after the first: listed by one solver, in whose order the first need not be the first.

use crate::budget::Running;
use crate::error::Error;
use crate::grid::Solution;
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::portfolio::team::{Member, Team};
use crate::verdict::Verdict;

/// Lists all solutions of a puzzle but one.
pub(in crate::solver::portfolio) struct Rest {
    engine: Box<dyn Engine>,
    /// The solution that was given already, until the engine comes across it.
    given: Option<Solution>,
}

impl Rest {
    pub(in crate::solver::portfolio) fn new(
        team: &Team,
        lister: &Member,
        puzzle: &Reduced,
        given: &Solution,
    ) -> Result<Self, Error> {
        let mut engine = team.engine(lister, 1, puzzle.grid.geometry())?;
        engine.begin(puzzle.clone());
        Ok(Self { engine, given: Some(given.clone()) })
    }

    pub(in crate::solver::portfolio) fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let answer = self.engine.next(running)?;
        match &answer {
            Verdict::Satisfiable(solution) if self.given.as_ref() == Some(solution) => {
                self.given = None;
                self.engine.next(running)
            }
            _ => Ok(answer),
        }
    }
}
