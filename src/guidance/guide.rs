//! Questions about puzzles: the next steps, the whole path, the rating. Each puzzle is solved first, to hold its steps against.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::budget::{Budget, Running, StopReason};
use crate::error::Error;
use crate::geometry::{Cell, Digit};
use crate::grid::Grid;
use crate::logic::board::Board;
use crate::logic::layout::{BoardTables, TooLarge};
use crate::logic::trial::{backdoor, trial};
use crate::logic::umpire::Umpire;
use crate::logic::walk::{Fault, NumberOfSolutions, Referee};
use crate::logic::{HintAnswer, HintRequest, Hints, Path, Profile, Rated, Reasoner, Step};
use crate::solver::Options;

/// Answers questions about puzzles on one board after another, by one ladder.
///
/// ```
/// use satdoku::logic::{Guide, PathEnd};
/// use satdoku::Grid;
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut guide = Guide::default();
/// let rating = guide.rate(&puzzle, None)?.rating().expect("one solution, by named techniques");
/// assert_eq!(rating.to_string(), "1.2/1.2/1.2");
/// assert_eq!(guide.path(&puzzle)?.end, PathEnd::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Guide {
    /// The order of techniques.
    pub profile: Profile,
    /// Whether techniques may rest on a puzzle's having one solution, where it is known to have one.
    pub has_uniqueness: bool,
    /// The budget of each question, and how the puzzles are solved that steps are held against.
    pub options: Options,
    layout: Option<Arc<BoardTables>>,
}

impl Default for Guide {
    /// A guide in the order of Sudoku Explainer.
    fn default() -> Self {
        Self::by(Profile::Se)
    }
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GuideError {
    /// The board is too large.
    #[error(transparent)]
    Board(#[from] TooLarge),
    /// The board has no such cell.
    #[error("{0} is not on the board")]
    NoCell(Cell),
    /// The board has no such digit.
    #[error("the board has no digit {0}")]
    NoDigit(Digit),
    /// The question is answered by units alone.
    #[error("trial and error and backdoors are for puzzles without further rules")]
    Rules,
    /// The board has too many candidates.
    #[error("trial and error and backdoors are for boards with fewer candidates")]
    Candidates,
    /// Candidates were given for a board that is not 9×9 or has rules.
    #[error("marks are for 9x9 puzzles without further rules")]
    Marks,
    /// A solver failed.
    #[error(transparent)]
    Solver(#[from] Error),
}

impl Guide {
    /// A guide by an order of techniques, without limits.
    #[must_use]
    pub fn by(profile: Profile) -> Self {
        Self { profile, has_uniqueness: true, options: Options::default(), layout: None }
    }

    /// The tables of a puzzle's board, kept while the board and the rules stay the same.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn layout(&mut self, puzzle: &Grid) -> Result<Arc<BoardTables>, TooLarge> {
        let is_same = |layout: &&Arc<BoardTables>| {
            let grid = layout.grid();
            grid.geometry() == puzzle.geometry() && grid.rules() == puzzle.rules()
        };
        if let Some(layout) = self.layout.as_ref().filter(is_same) {
            return Ok(Arc::clone(layout));
        }
        let layout = BoardTables::of(puzzle)?;
        self.layout = Some(Arc::clone(&layout));
        Ok(layout)
    }

    /// The position that a puzzle begins with.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn start(&mut self, puzzle: &Grid) -> Result<Board, TooLarge> {
        Ok(Board::of(&self.layout(puzzle)?, puzzle))
    }

    /// What is known of a puzzle's solutions.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn referee(&mut self, puzzle: &Grid) -> Result<Referee, GuideError> {
        let options = self.begun();
        let layout = self.layout(puzzle)?;
        Ok(options.judge(puzzle, &layout, true)?)
    }

    /// The options for a question whose time begins now: its parts share the limit.
    fn begun(&self) -> Options {
        let budget = self.options.budget.begun();
        self.options.clone().with_budget(budget)
    }

    /// The order of techniques with the budget of a question.
    fn reasoner<'a>(&self, budget: &'a Budget) -> Reasoner<'a> {
        Reasoner { profile: self.profile, has_uniqueness: self.has_uniqueness, budget }
    }

    /// All steps from the puzzle to the solution, or as far as the ladder goes.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn path(&mut self, puzzle: &Grid) -> Result<Path, GuideError> {
        span!("path", board = puzzle.geometry());
        let options = self.begun();
        let layout = self.layout(puzzle)?;
        let referee = options.judge(puzzle, &layout, true)?;
        Ok(self.reasoner(&options.budget).path(Board::of(&layout, puzzle), &referee))
    }

    /// All steps from a position on.
    #[must_use]
    pub fn path_from(&self, start: Board, referee: &Referee) -> Path {
        self.reasoner(&self.options.budget).path(start, referee)
    }

    /// The steps of a puzzle that are asked for. A wrong digit, a puzzle without a solution or a candidate that is missing is said
    /// instead of steps: see [`HintAnswer::sentence`]. A technique that the profile does not have is sought by the first profile
    /// that has it.
    ///
    /// # Errors
    /// If the board is too large, has no such cell or digit, is not 9×9 where [`HintRequest::marks`] are given, or a
    /// solver fails.
    ///
    /// ```
    /// use satdoku::logic::{Guide, HintRequest};
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let hinted = Guide::default().hint(&puzzle, &HintRequest::default().with_cell(Some("r5c5".parse()?)))?;
    /// let step = &hinted.hints.steps[0];
    /// assert_eq!(step.technique.name, "naked-single");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hint(&mut self, puzzle: &Grid, request: &HintRequest) -> Result<HintAnswer, GuideError> {
        span!("hint", board = puzzle.geometry());
        let options = self.begun();
        let layout = self.layout(puzzle)?;
        let geometry = layout.geometry();
        let candidates = || request.why.iter().chain(&request.struck);
        let mut cells = request.cell.into_iter().chain(candidates().map(|candidate| candidate.cell));
        if let Some(cell) = cells.find(|&cell| !geometry.contains(cell)) {
            return Err(GuideError::NoCell(cell));
        }
        if let Some(digit) = candidates().map(|candidate| candidate.digit).find(|&digit| !geometry.has_digit(digit)) {
            return Err(GuideError::NoDigit(digit));
        }
        let mut start = match &request.marks {
            Some(_) if puzzle.as_classic().is_none() => return Err(GuideError::Marks),
            Some(marks) => marks.on(&layout, puzzle),
            None => Board::of(&layout, puzzle),
        };
        request.struck.iter().for_each(|&candidate| start.strike(layout.mark(candidate)));
        // A solver has nothing to say about clues that break a rule.
        let referee = match puzzle.first_violation() {
            Some(_) => Referee { solutions: NumberOfSolutions::None, ..Referee::none() },
            None => options.judge(puzzle, &layout, true)?,
        };
        Ok(self.reasoner(&options.budget).hint(start, &referee, request))
    }

    /// The next step of a position, or with `is_all` every step at hand; of those that `wanted` accepts.
    #[must_use]
    pub fn hints(&self, board: &Board, referee: &Referee, is_all: bool, wanted: &dyn Fn(&Step) -> bool) -> Hints {
        self.reasoner(&self.options.budget).hints(board, referee, is_all, wanted)
    }

    /// The next step of a position; `None` where no technique goes on, or the guide's budget ended.
    #[must_use]
    pub fn next_step(&self, board: &Board, referee: &Referee) -> Option<Step> {
        self.hints(board, referee, false, &|_| true).steps.into_iter().next()
    }

    /// The referee of a puzzle with one solution; otherwise why it has no rating.
    fn one_solution(
        options: &Options,
        puzzle: &Grid,
        layout: &Arc<BoardTables>,
    ) -> Result<ControlFlow<Rated, Referee>, GuideError> {
        if puzzle.first_violation().is_some() {
            return Ok(ControlFlow::Break(Rated::NoSolution));
        }
        let referee = options.judge(puzzle, layout, false)?;
        Ok(Rated::without_one_solution(&referee).map_or(ControlFlow::Continue(referee), ControlFlow::Break))
    }

    /// How deep trial and error must go to solve a puzzle: [`Rated::Trial`].
    ///
    /// # Errors
    /// If the board is too large or has too many candidates, the puzzle has rules, or a solver fails.
    pub fn trial(&mut self, puzzle: &Grid) -> Result<Rated, GuideError> {
        span!("trial", board = puzzle.geometry());
        self.by_singles(puzzle, |start, _, running| Ok(trial(start, running)?.map(Rated::Trial)))
    }

    /// The fewest digits of the solution with which singles solve a puzzle: [`Rated::Backdoor`].
    ///
    /// # Errors
    /// If the board is too large or has too many candidates, the puzzle has rules, or a solver fails.
    pub fn backdoor(&mut self, puzzle: &Grid) -> Result<Rated, GuideError> {
        span!("backdoor", board = puzzle.geometry());
        self.by_singles(puzzle, |start, solution, running| Ok(backdoor(start, solution, running)?.map(Rated::Backdoor)))
    }

    /// How many steps are at hand where a puzzle is hardest: [`Rated::Width`].
    ///
    /// All steps of the techniques up to the hardest are sought at each such position, so that it takes longer than a rating.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn width(&mut self, puzzle: &Grid) -> Result<Rated, GuideError> {
        span!("width", board = puzzle.geometry());
        let options = self.begun();
        let layout = self.layout(puzzle)?;
        Ok(match Self::one_solution(&options, puzzle, &layout)? {
            ControlFlow::Continue(referee) => {
                self.reasoner(&options.budget).width(Board::of(&layout, puzzle), &referee)
            }
            ControlFlow::Break(rated) => rated,
        })
    }

    /// What is asked of a position with one solution, and of that, by units alone.
    fn by_singles(
        &mut self,
        puzzle: &Grid,
        ask: impl FnOnce(&Board, &[u64], &Running) -> Result<Option<Rated>, StopReason>,
    ) -> Result<Rated, GuideError> {
        if !puzzle.rules().is_empty() {
            return Err(GuideError::Rules);
        }
        let options = self.begun();
        let layout = self.layout(puzzle)?;
        let referee = match Self::one_solution(&options, puzzle, &layout)? {
            ControlFlow::Continue(referee) => referee,
            ControlFlow::Break(rated) => return Ok(rated),
        };
        let start = Board::of(&layout, puzzle);
        if start.open() == 0 {
            return Ok(Rated::Complete);
        }
        // A puzzle with one solution was solved to know that.
        let solution = referee.allowed.unwrap_or_default();
        match ask(&start, &solution, &options.budget.start()) {
            Ok(found) => found.ok_or(GuideError::Candidates),
            Err(reason) => Ok(Rated::Stopped(reason)),
        }
    }

    /// How hard a puzzle is. With `most`, in tenths, the answer is [`Rated::Above`] as soon as a step is harder; on a scale of points it
    /// is [`Rated::ScoreAbove`] as soon as their sum is more, whose tenths are dropped.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn rate(&mut self, puzzle: &Grid, most: Option<u32>) -> Result<Rated, GuideError> {
        self.rate_with_faults(puzzle, most).map(|(rated, _)| rated)
    }

    /// The same with the steps that were withheld.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn rate_with_faults(&mut self, puzzle: &Grid, most: Option<u32>) -> Result<(Rated, Vec<Fault>), GuideError> {
        span!("rate", board = puzzle.geometry());
        let options = self.begun();
        let layout = self.layout(puzzle)?;
        Ok(match Self::one_solution(&options, puzzle, &layout)? {
            ControlFlow::Continue(referee) => {
                self.reasoner(&options.budget).rate(Board::of(&layout, puzzle), &referee, most)
            }
            ControlFlow::Break(rated) => (rated, Vec::new()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_without_one_solution_have_no_width() {
        let mut guide = Guide::default();
        assert_eq!(guide.width(&"123....4........".parse().unwrap()).unwrap(), Rated::NoSolution);
        assert_eq!(guide.width(&"................".parse().unwrap()).unwrap(), Rated::SeveralSolutions);
        assert_eq!(guide.width(&"1234341221434321".parse().unwrap()).unwrap(), Rated::Complete);
    }
}
