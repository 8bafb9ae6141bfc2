//! The whole path of a position and its rating, from what a referee knows: no solver is asked.

use satdoku_base::budget::{Budget, Running};
use satdoku_puzzle::grid::Violation;

use crate::board::Board;
use crate::bottleneck::Search;
use crate::profile::Profile;
use crate::rating::{Rated, Rating};
use crate::score::Scored;
use crate::step::Step;
use crate::walk::{Fault, NumberOfSolutions, PathEnd, Referee, Walk};

/// All steps of a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The order of techniques by which they were found.
    pub profile: Profile,
    /// The position before the first step.
    pub start: Board,
    /// The steps in their order.
    pub steps: Vec<Step>,
    /// How they ended.
    pub end: PathEnd,
    /// What is broken where they ended, if anything is: where it is broken from the start there are no steps.
    pub violation: Option<Violation>,
    /// How many solutions the puzzle has.
    pub solutions: NumberOfSolutions,
    /// Steps that were withheld.
    pub faults: Vec<Fault>,
}

/// Takes and rates steps from a position on, by one order of techniques. What is known of the solutions is given by a [`Referee`].
///
/// ```
/// use satdoku_logic::board::Board;
/// use satdoku_logic::layout::BoardTables;
/// use satdoku_logic::walk::Referee;
/// use satdoku_logic::{PathEnd, Profile, Reasoner};
/// use satdoku_base::Budget;
/// use satdoku_puzzle::Grid;
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let start = Board::of(&BoardTables::of(&puzzle)?, &puzzle);
/// let reasoner = Reasoner { profile: Profile::Se, has_uniqueness: false, budget: &Budget::unlimited() };
/// assert_eq!(reasoner.path(start, &Referee::none()).end, PathEnd::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reasoner<'a> {
    /// The order of techniques.
    pub profile: Profile,
    /// Whether techniques may rest on a puzzle's having one solution, where it is known to have one.
    pub has_uniqueness: bool,
    /// The budget of each question.
    pub budget: &'a Budget,
}

impl Reasoner<'_> {
    /// A walk by the techniques, and by what is tried where they end.
    pub(crate) fn walk<'a>(&self, start: Board, referee: &'a Referee, running: &'a Running) -> Walk<'a> {
        Walk::new(start, self.profile.ladder_rows(), referee, self.has_uniqueness, running).then(self.profile.beyond())
    }

    /// All steps from a position on.
    #[must_use]
    pub fn path(&self, start: Board, referee: &Referee) -> Path {
        let running = self.budget.start();
        let (profile, solutions) = (self.profile, referee.solutions);
        let violation = start.to_grid().first_violation();
        if violation.is_some() {
            let (steps, faults) = (Vec::new(), Vec::new());
            return Path { profile, start, steps, end: PathEnd::Contradiction, violation, solutions, faults };
        }
        let mut walk = self.walk(start.clone(), referee, &running);
        let (steps, end) = walk.finish();
        let violation = walk.board().to_grid().first_violation();
        Path { profile, start, steps, end, violation, solutions, faults: walk.faults().to_vec() }
    }

    /// How many steps are at hand where the path is hardest: [`Rated::Width`]. The puzzle has one solution.
    #[must_use]
    pub fn width(&self, start: Board, referee: &Referee) -> Rated {
        let running = self.budget.start();
        let (ladder_rows, has_uniqueness) = (self.profile.ladder_rows(), self.has_uniqueness);
        let search = Search { ladder_rows, referee, has_uniqueness, running: &running };
        match search.width(start) {
            Ok(width) => width.map_or(Rated::Complete, Rated::Width),
            Err((_, PathEnd::Stopped(reason))) => Rated::Stopped(reason),
            Err((steps, _)) => {
                let er = steps.iter().map(|step| step.rating).max().unwrap_or_default();
                Rated::Stuck { steps: steps.len(), er }
            }
        }
    }

    /// How hard a puzzle with one solution is, and the steps that were withheld. With `most`, in tenths, the answer is [`Rated::Above`] as
    /// soon as a step is harder; on a scale of points it is [`Rated::ScoreAbove`] as soon as their sum is more, whose tenths are dropped.
    #[must_use]
    pub fn rate(&self, start: Board, referee: &Referee, most: Option<u32>) -> (Rated, Vec<Fault>) {
        let running = self.budget.start();
        let mut walk = Walk::new(start, self.profile.ladder_rows(), referee, self.has_uniqueness, &running);
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
        (rated, walk.faults().to_vec())
    }
}
