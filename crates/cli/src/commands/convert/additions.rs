//! The notes that a conversion adds to puzzles: title, author, rules in words and the solution.

use std::fmt::Write as _;
use std::time::Duration;

use satdoku::grid::exchange::Notes;
use satdoku::{Budget, Grid, Options, Solver};

use crate::process::interrupt;
use crate::process::status::Status;
use crate::stream::session_cache::SessionCache;

/// The notes to add, and the solver for solutions.
pub(super) struct Additions {
    title: Option<String>,
    author: Option<String>,
    about: Option<String>,
    sessions: Option<SessionCache>,
}

impl Additions {
    /// Additions of title, author and rules in words.
    pub(super) fn new([title, author, about]: [Option<String>; 3]) -> Self {
        Self { title, author, about, sessions: None }
    }

    /// With the solution, searched for within a time limit.
    pub(super) fn with_solution(self, limit: Option<Duration>) -> Self {
        let budget = Budget::unlimited().with_cancel(interrupt::cancel_on_signal());
        let budget = limit.map_or(budget.clone(), |time| budget.with_time(time));
        let sessions = SessionCache::new(&Solver::Auto, Options::default().with_budget(budget), 0);
        Self { sessions: Some(sessions), ..self }
    }

    /// The notes of a puzzle with the additions; `None` if there are none.
    pub(super) fn added(
        &mut self,
        grid: &Grid,
        notes: Option<&Notes>,
        place: &impl Fn() -> String,
        messages: &mut String,
        status: &mut Status,
    ) -> Option<Notes> {
        if self.title.is_none() && self.author.is_none() && self.about.is_none() && self.sessions.is_none() {
            return None;
        }
        let mut notes = notes.cloned().unwrap_or_default();
        let Self { title, author, about, .. } = self;
        for (text, place) in [(title, &mut notes.title), (author, &mut notes.author), (about, &mut notes.rules)] {
            if let Some(text) = text {
                *place = None;
                Notes::set(place, text);
            }
        }
        match self.solution(grid) {
            None => {}
            Some(Ok(solution)) => {
                notes.solution = Some(solution.digits()[..solution.geometry().grid_cell_count()].to_vec());
            }
            Some(Err((why, of_answer))) => {
                notes.solution = None;
                let _ = writeln!(messages, "{}: no solution is written: {why}", place());
                status.worsen(of_answer);
            }
        }
        Some(notes)
    }

    /// The only solution, if a solution is asked for; otherwise the reason why there is none.
    fn solution(&mut self, grid: &Grid) -> Option<Result<Grid, (String, Status)>> {
        Some(self.sessions.as_mut()?.only_solution(grid))
    }
}
