//! The questions: the next steps of a position, the whole path, the rating.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::budget::StopReason;
use crate::error::Error;
use crate::grid::Grid;
use crate::logic::board::Board;
use crate::logic::ladder::Profile;
use crate::logic::layout::{Layout, TooManyDigits};
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::logic::walk::{Fault, Referee, Solutions, Walk};
use crate::solver::Options;

/// Answers questions about puzzles on one board after another, by one ladder.
///
/// ```
/// use satdoku::logic::{End, Guide};
/// use satdoku::Grid;
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut guide = Guide::default();
/// let rating = guide.rate(&puzzle, None)?.rating().expect("one solution, by named techniques");
/// assert_eq!(rating.to_string(), "1.2/1.2/1.2");
/// assert_eq!(guide.path(&puzzle)?.end, End::Solved);
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
    layout: Option<Arc<Layout>>,
}

impl Default for Guide {
    fn default() -> Self {
        Self { profile: Profile::Se, has_uniqueness: true, options: Options::default(), layout: None }
    }
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum GuideError {
    /// The board is too large.
    #[error(transparent)]
    Board(#[from] TooManyDigits),
    /// A solver failed.
    #[error(transparent)]
    Solver(#[from] Error),
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

/// All steps of a puzzle.
#[derive(Clone, Debug)]
pub struct Path {
    /// The position before the first step.
    pub start: Board,
    /// The steps in their order.
    pub steps: Vec<Step>,
    /// How they ended.
    pub end: End,
    /// How many solutions the puzzle has.
    pub solutions: Solutions,
    /// Steps that were withheld.
    pub faults: Vec<Fault>,
}

/// How hard a puzzle is on Sudoku Explainer's scale, in tenths; prints as `ER/EP/ED`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The highest rating of a step: the whole puzzle.
    pub er: u16,
    /// The highest up to the first step that writes a digit: the *pearl* rating.
    pub ep: u16,
    /// That of the first step: the *diamond* rating.
    pub ed: u16,
    /// The technique that made `ep`.
    pub pearl: &'static Technique,
    /// The technique of the first step.
    pub diamond: &'static Technique,
    /// How many steps there are.
    pub steps: usize,
    /// The technique of the first step with the highest rating.
    pub hardest: &'static Technique,
    /// How many steps have the highest rating.
    pub hardest_count: usize,
    /// Whether a step rests on the puzzle's having one solution.
    pub has_uniqueness: bool,
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", tenths(self.er), tenths(self.ep), tenths(self.ed))
    }
}

/// A rating in tenths as people write it: `6.6`.
#[must_use]
pub fn tenths(rating: u16) -> impl std::fmt::Display {
    std::fmt::from_fn(move |f| write!(f, "{}.{}", rating / 10, rating % 10))
}

/// The answer to a question for a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rated {
    /// The rating.
    Rating(Rating),
    /// It is above the limit that was set, in tenths.
    Above(u16),
    /// No technique of the ladder goes on, after so many steps up to so hard.
    Stuck {
        /// Steps that were taken.
        steps: usize,
        /// The highest rating among them.
        er: u16,
    },
    /// There is no solution.
    NoSolution,
    /// There are several.
    SeveralSolutions,
    /// The budget ran out.
    Stopped(StopReason),
    /// The cells are all filled.
    Complete,
}

impl Rated {
    /// The rating, if there is one.
    #[must_use]
    pub fn rating(self) -> Option<Rating> {
        match self {
            Self::Rating(rating) => Some(rating),
            _ => None,
        }
    }
}

/// Steps at hand in a position.
#[derive(Clone, Debug)]
pub struct Hints {
    /// The steps, the easiest first.
    pub steps: Vec<Step>,
    /// How many solutions the puzzle has.
    pub solutions: Solutions,
    /// What ended the search early, if anything did.
    pub stopped: Option<StopReason>,
    /// Steps that were withheld.
    pub faults: Vec<Fault>,
}

impl Guide {
    /// The tables of a puzzle's board, kept while the board and the rules stay the same.
    ///
    /// # Errors
    /// If the board has more than 64 digits.
    pub fn layout(&mut self, puzzle: &Grid) -> Result<Arc<Layout>, TooManyDigits> {
        let is_same = |layout: &&Arc<Layout>| {
            let grid = layout.grid();
            grid.geometry() == puzzle.geometry() && grid.rules() == puzzle.rules()
        };
        if let Some(layout) = self.layout.as_ref().filter(is_same) {
            return Ok(Arc::clone(layout));
        }
        let layout = Layout::of(puzzle)?;
        self.layout = Some(Arc::clone(&layout));
        Ok(layout)
    }

    /// The position that a puzzle begins with.
    ///
    /// # Errors
    /// If the board has more than 64 digits.
    pub fn start(&mut self, puzzle: &Grid) -> Result<Board, TooManyDigits> {
        Ok(Board::of(&self.layout(puzzle)?, puzzle))
    }

    /// What is known of a puzzle's solutions.
    ///
    /// # Errors
    /// If the board has more than 64 digits, or a solver fails.
    pub fn referee(&mut self, puzzle: &Grid) -> Result<Referee, GuideError> {
        let layout = self.layout(puzzle)?;
        Ok(Referee::of(puzzle, &layout, true, &self.options)?)
    }

    /// All steps from the puzzle to the solution, or as far as the ladder goes.
    ///
    /// # Errors
    /// If the board has more than 64 digits, or a solver fails.
    pub fn path(&mut self, puzzle: &Grid) -> Result<Path, GuideError> {
        let start = self.start(puzzle)?;
        let referee = self.referee(puzzle)?;
        Ok(self.path_from(start, &referee))
    }

    /// All steps from a position on.
    #[must_use]
    pub fn path_from(&self, start: Board, referee: &Referee) -> Path {
        let running = self.options.budget.start();
        let mut walk = Walk::new(start.clone(), self.profile.rungs(), referee, self.has_uniqueness, &running);
        let mut steps = Vec::new();
        let end = loop {
            if walk.board().open() == 0 {
                break End::Solved;
            }
            if walk.board().dead_end().is_some() {
                break End::Contradiction;
            }
            match walk.next_step() {
                Ok(Some(step)) => {
                    walk.take(&step);
                    steps.push(step);
                }
                Ok(None) => break End::Stuck,
                Err(reason) => break End::Stopped(reason),
            }
        };
        Path { start, steps, end, solutions: referee.solutions, faults: walk.faults().to_vec() }
    }

    /// How hard a puzzle is. With `most`, in tenths, the answer is [`Rated::Above`] as soon as a step is harder.
    ///
    /// # Errors
    /// If the board has more than 64 digits, or a solver fails.
    pub fn rate(&mut self, puzzle: &Grid, most: Option<u16>) -> Result<Rated, GuideError> {
        self.rate_with_faults(puzzle, most).map(|(rated, _)| rated)
    }

    /// The same with the steps that were withheld.
    ///
    /// # Errors
    /// If the board has more than 64 digits, or a solver fails.
    pub fn rate_with_faults(&mut self, puzzle: &Grid, most: Option<u16>) -> Result<(Rated, Vec<Fault>), GuideError> {
        let layout = self.layout(puzzle)?;
        if puzzle.first_violation().is_some() {
            return Ok((Rated::NoSolution, Vec::new()));
        }
        let referee = Referee::of(puzzle, &layout, false, &self.options)?;
        match referee.solutions {
            Solutions::None => return Ok((Rated::NoSolution, Vec::new())),
            Solutions::Several => return Ok((Rated::SeveralSolutions, Vec::new())),
            Solutions::One => {}
            Solutions::Unknown => return Ok((Rated::Stopped(StopReason::Time), Vec::new())),
        }
        let running = self.options.budget.start();
        let start = Board::of(&layout, puzzle);
        let mut walk = Walk::new(start, self.profile.rungs(), &referee, self.has_uniqueness, &running);
        let mut rating: Option<Rating> = None;
        let mut has_placed = false;
        let rated = loop {
            if walk.board().open() == 0 {
                break rating.map_or(Rated::Complete, Rated::Rating);
            }
            let step = match walk.next_step() {
                Ok(Some(step)) => step,
                Ok(None) => {
                    let (steps, er) = rating.map_or((0, 0), |rating| (rating.steps, rating.er));
                    break Rated::Stuck { steps, er };
                }
                Err(reason) => break Rated::Stopped(reason),
            };
            if let Some(most) = most.filter(|&most| step.rating > most) {
                break Rated::Above(most);
            }
            let (of, technique) = (step.rating, step.technique);
            let rating = rating.get_or_insert(Rating {
                er: of,
                ep: of,
                ed: of,
                pearl: technique,
                diamond: technique,
                steps: 0,
                hardest: technique,
                hardest_count: 0,
                has_uniqueness: false,
            });
            if of > rating.er {
                (rating.er, rating.hardest, rating.hardest_count) = (of, technique, 0);
            }
            rating.hardest_count += usize::from(of == rating.er);
            rating.steps += 1;
            rating.has_uniqueness |= technique.needs_uniqueness;
            if !has_placed {
                (rating.ep, rating.pearl) = (rating.er, rating.hardest);
                has_placed = !step.placed.is_empty();
            }
            walk.take(&step);
        };
        Ok((rated, walk.faults().to_vec()))
    }

    /// The next step of a position, or with `is_all` every step at hand; of those that `wanted` accepts.
    #[must_use]
    pub fn hints(&self, board: &Board, referee: &Referee, is_all: bool, wanted: &dyn Fn(&Step) -> bool) -> Hints {
        let running = self.options.budget.start();
        let mut walk = Walk::new(board.clone(), self.profile.rungs(), referee, self.has_uniqueness, &running);
        let mut steps: Vec<Step> = Vec::new();
        let stopped = walk.each(&mut |step| {
            let is_new = |known: &Step| {
                known.placed != step.placed || known.struck != step.struck || known.technique != step.technique
            };
            if wanted(&step) && steps.iter().all(is_new) {
                steps.push(step);
            }
            if is_all || steps.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if is_all {
            steps.sort_by_key(|step| step.rating);
        }
        Hints { steps, solutions: referee.solutions, stopped: stopped.err(), faults: walk.faults().to_vec() }
    }
}
