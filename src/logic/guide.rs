//! The questions: the next steps of a position, the whole path, the rating.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::geometry::{Cell, Digit};
use crate::grid::Grid;
use crate::logic::board::Board;
use crate::logic::layout::{Layout, TooLarge};
use crate::logic::profile::Profile;
use crate::logic::score::Scored;
use crate::logic::smallest::EXPLANATION;
use crate::logic::step::Step;
use crate::logic::technique::{Technique, tenths};
use crate::logic::trial::{Backdoor, Trial, backdoor, trial};
use crate::logic::walk::{End, Fault, Referee, Solutions, Walk};
use crate::logic::width::{Search, Width};
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

/// All steps of a puzzle.
#[derive(Clone, Debug)]
pub struct Path {
    /// The order of techniques by which they were found.
    pub profile: Profile,
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

/// How hard a puzzle is on Sudoku Explainer's scale, in tenths; prints as `ER/EP/ED`, with `~` where that is estimated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The order of techniques by which the steps were found.
    pub scale: Profile,
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

impl Rating {
    /// The rating of the whole puzzle as it is printed: `6.6`, or `~6.6` where it is estimated.
    #[must_use]
    pub fn er_in_words(&self) -> String {
        let sign = if *self.hardest == EXPLANATION { "~" } else { "" };
        format!("{sign}{}", tenths(self.er))
    }
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.er_in_words(), tenths(self.ep), tenths(self.ed))
    }
}

/// The answer to a question for a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rated {
    /// The rating.
    Rating(Rating),
    /// The rating on a scale of points.
    Scored(Scored),
    /// It is above the limit that was set, in tenths of a scale.
    Above(Profile, u32),
    /// The score is above the limit that was set.
    ScoreAbove(u32),
    /// How deep trial and error must go.
    Trial(Trial),
    /// The fewest digits with which singles solve it.
    Backdoor(Backdoor),
    /// How many steps are at hand where it is hardest.
    Width(Width),
    /// No technique of the ladder goes on, after so many steps up to so hard.
    Stuck {
        /// Steps that were taken.
        steps: usize,
        /// The highest rating among them; 0 on a scale of points.
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
    /// The score, if there is one.
    #[must_use]
    pub fn score(self) -> Option<Scored> {
        match self {
            Self::Scored(scored) => Some(scored),
            _ => None,
        }
    }

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
    /// If the board is too large.
    pub fn layout(&mut self, puzzle: &Grid) -> Result<Arc<Layout>, TooLarge> {
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
    /// If the board is too large.
    pub fn start(&mut self, puzzle: &Grid) -> Result<Board, TooLarge> {
        Ok(Board::of(&self.layout(puzzle)?, puzzle))
    }

    /// What is known of a puzzle's solutions.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn referee(&mut self, puzzle: &Grid) -> Result<Referee, GuideError> {
        let layout = self.layout(puzzle)?;
        Ok(Referee::of(puzzle, &layout, true, &self.options)?)
    }

    /// All steps from the puzzle to the solution, or as far as the ladder goes.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn path(&mut self, puzzle: &Grid) -> Result<Path, GuideError> {
        let start = self.start(puzzle)?;
        let referee = self.referee(puzzle)?;
        Ok(self.path_from(start, &referee))
    }

    /// A walk by the guide's techniques, and by what is tried where they end.
    pub(in crate::logic) fn walk<'a>(&self, start: Board, referee: &'a Referee, running: &'a Running) -> Walk<'a> {
        Walk::new(start, self.profile.rungs(), referee, self.has_uniqueness, running).then(self.profile.beyond())
    }

    /// All steps from a position on.
    #[must_use]
    pub fn path_from(&self, start: Board, referee: &Referee) -> Path {
        let running = self.options.budget.start();
        let mut walk = self.walk(start.clone(), referee, &running);
        let (steps, end) = walk.to_the_end();
        Path { profile: self.profile, start, steps, end, solutions: referee.solutions, faults: walk.faults().to_vec() }
    }

    /// The referee of a puzzle with one solution; otherwise why it has no rating.
    fn one_solution(&self, puzzle: &Grid, layout: &Arc<Layout>) -> Result<Result<Referee, Rated>, GuideError> {
        if puzzle.first_violation().is_some() {
            return Ok(Err(Rated::NoSolution));
        }
        let referee = Referee::of(puzzle, layout, false, &self.options)?;
        Ok(match referee.solutions {
            Solutions::None => Err(Rated::NoSolution),
            Solutions::Several => Err(Rated::SeveralSolutions),
            Solutions::One => Ok(referee),
            Solutions::Unknown => Err(Rated::Stopped(referee.stopped.unwrap_or(StopReason::Incomplete))),
        })
    }

    /// How deep trial and error must go to solve a puzzle: [`Rated::Trial`].
    ///
    /// # Errors
    /// If the board is too large or has too many candidates, the puzzle has rules, or a solver fails.
    pub fn trial(&mut self, puzzle: &Grid) -> Result<Rated, GuideError> {
        self.by_singles(puzzle, |start, _, running| Ok(trial(start, running)?.map(Rated::Trial)))
    }

    /// The fewest digits of the solution with which singles solve a puzzle: [`Rated::Backdoor`].
    ///
    /// # Errors
    /// If the board is too large or has too many candidates, the puzzle has rules, or a solver fails.
    pub fn backdoor(&mut self, puzzle: &Grid) -> Result<Rated, GuideError> {
        self.by_singles(puzzle, |start, solution, running| Ok(backdoor(start, solution, running)?.map(Rated::Backdoor)))
    }

    /// How many steps are at hand where a puzzle is hardest: [`Rated::Width`].
    ///
    /// All steps of the techniques up to the hardest are sought at each such position, so that it takes longer than a rating.
    ///
    /// # Errors
    /// If the board is too large, or a solver fails.
    pub fn width(&mut self, puzzle: &Grid) -> Result<Rated, GuideError> {
        let layout = self.layout(puzzle)?;
        let referee = match self.one_solution(puzzle, &layout)? {
            Ok(referee) => referee,
            Err(rated) => return Ok(rated),
        };
        let running = self.options.budget.start();
        let (rungs, has_uniqueness) = (self.profile.rungs(), self.has_uniqueness);
        let search = Search { rungs, referee: &referee, has_uniqueness, running: &running };
        Ok(match search.width(Board::of(&layout, puzzle)) {
            Ok(width) => width.map_or(Rated::Complete, Rated::Width),
            Err((_, End::Stopped(reason))) => Rated::Stopped(reason),
            Err((steps, _)) => {
                let er = steps.iter().map(|step| step.rating).max().unwrap_or_default();
                Rated::Stuck { steps: steps.len(), er }
            }
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
        let layout = self.layout(puzzle)?;
        let referee = match self.one_solution(puzzle, &layout)? {
            Ok(referee) => referee,
            Err(rated) => return Ok(rated),
        };
        let start = Board::of(&layout, puzzle);
        if start.open() == 0 {
            return Ok(Rated::Complete);
        }
        // A puzzle with one solution was solved to know that.
        let solution = referee.allowed.unwrap_or_default();
        match ask(&start, &solution, &self.options.budget.start()) {
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
        let layout = self.layout(puzzle)?;
        let referee = match self.one_solution(puzzle, &layout)? {
            Ok(referee) => referee,
            Err(rated) => return Ok((rated, Vec::new())),
        };
        let running = self.options.budget.start();
        let start = Board::of(&layout, puzzle);
        let mut walk = Walk::new(start, self.profile.rungs(), &referee, self.has_uniqueness, &running);
        let mut rating: Option<Rating> = None;
        let mut scored: Option<Scored> = None;
        let mut has_placed = false;
        let rated = loop {
            if walk.board().open() == 0 {
                break match (rating, scored) {
                    (_, Some(scored)) => Rated::Scored(scored),
                    (rating, None) => rating.map_or(Rated::Complete, Rated::Rating),
                };
            }
            let step = match walk.next_step() {
                Ok(Some(step)) => step,
                Ok(None) => {
                    let (steps, er) = rating.map_or((0, 0), |rating| (rating.steps, rating.er));
                    break Rated::Stuck { steps: scored.map_or(steps, |scored| scored.steps), er };
                }
                Err(reason) => break Rated::Stopped(reason),
            };
            if let Some(score) = self.profile.score(step.technique) {
                match &mut scored {
                    Some(scored) => scored.add(step.technique, score),
                    None => scored = Some(Scored::first(step.technique, score)),
                }
                let sum = scored.as_ref().map_or(0, |scored| scored.score);
                if let Some(most) = most.map(|most| most / 10).filter(|&most| sum > most) {
                    break Rated::ScoreAbove(most);
                }
                walk.take(&step);
                continue;
            }
            if let Some(most) = most.filter(|&most| u32::from(step.rating) > most) {
                break Rated::Above(self.profile, most);
            }
            let (of, technique) = (step.rating, step.technique);
            let rating = rating.get_or_insert(Rating {
                scale: self.profile,
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
        let mut walk = self.walk(board.clone(), referee, &running);
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
            let points = |step: &Step| self.profile.score(step.technique).map(|score| (score.level, score.points));
            steps.sort_by_key(|step| (points(step), step.rating));
        }
        Hints { steps, solutions: referee.solutions, stopped: stopped.err(), faults: walk.faults().to_vec() }
    }
}
