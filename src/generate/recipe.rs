//! What is to be generated, as a plain value.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::budget::Budget;
use crate::constraint::MOST_DIGITS;
use crate::generate::full_grid::is_patterned;
use crate::generate::jigsaw::{self, SIDES};
use crate::generate::pattern::{Pattern, PatternError};
use crate::generate::puzzles::Puzzles;
use crate::generate::search::MAX_SIDE;
use crate::generate::{Difficulty, GenerateError, RuleWish, Symmetry, uniform};
use crate::geometry::{Classic, Geometry};
use crate::logic::layout::TooLarge;
use crate::rule::{Misplaced, Rules};
use crate::solver::Solver;

/// Which puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Proper ones: exactly one solution.
    #[default]
    Unique,
    /// Proper ones of which no clue can be spared; that is proven.
    ///
    /// With a symmetry, clues stand or fall by orbits: the sets of cells that its turns and mirrors carry into one another.
    /// No orbit of clues can be spared then: without all clues of any one orbit there are several solutions. A single clue
    /// of an orbit may be one that the others imply.
    Minimal,
    /// Random holes in a random full grid, however many solutions that leaves.
    Holes,
    /// Without a solution, though no two clues are in conflict: a proper puzzle and one more clue, which is wrong.
    None,
    /// With several solutions.
    Several(Solutions),
}

names! {
    pub Kind {
        Unique = "unique", "exactly one solution";
        Minimal = "minimal", "exactly one solution, and no clue to spare: proven; with a symmetry, no orbit of clues";
        Holes = "holes", "random holes in a random full grid";
        None = "none", "no solution, though no two clues are in conflict";
        Several(Solutions::AtLeast(2)) = "several", "several solutions: two or more, or as many as are asked for";
    }
}

impl Kind {
    /// The kind with so many solutions; none where a number is given to a kind that settles it.
    #[must_use]
    pub fn asking(self, solutions: Option<Solutions>) -> Option<Self> {
        match (self, solutions) {
            (kind, None) => Some(kind),
            (Self::Several(_), Some(solutions)) => Some(Self::Several(solutions)),
            (_, Some(_)) => None,
        }
    }
}

/// How many solutions; `5` or `5+` as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solutions {
    /// So many.
    Exactly(u64),
    /// So many or more.
    AtLeast(u64),
}

impl Solutions {
    /// The number.
    #[must_use]
    pub fn number(self) -> u64 {
        match self {
            Self::Exactly(number) | Self::AtLeast(number) => number,
        }
    }
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(number) => write!(f, "{number}"),
            Self::AtLeast(number) => write!(f, "{number}+"),
        }
    }
}

/// A word that names no number of solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of solutions from 1, such as 5 or 5+, found {0:?}")]
pub struct UnknownSolutions(pub String);

impl FromStr for Solutions {
    type Err = UnknownSolutions;

    fn from_str(word: &str) -> Result<Self, UnknownSolutions> {
        let (number, form): (_, fn(u64) -> Self) = match word.strip_suffix('+') {
            Some(number) => (number, Self::AtLeast),
            None => (word, Self::Exactly),
        };
        let number = number.parse().ok().filter(|&number| number > 0);
        number.map(form).ok_or_else(|| UnknownSolutions(word.to_owned()))
    }
}

/// How puzzles are made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// The quickest way there is: clues go many at a time, tested by the 9×9 kernel, or by singles and a short search.
    #[default]
    Fast,
    /// The one of R. Jacob and M. Karppa, *Assignment 3: Sudoku* (2022), Algorithm 2, with a solver as its oracle: cell by
    /// cell, random digits until the grid has a solution; then random cells are emptied while the solution is the only
    /// one, and the last is put back.
    Two(Solver),
}

/// What is to be generated. Puzzle k of a seed depends on nothing but the recipe and k.
///
/// ```
/// use std::sync::Arc;
/// use satdoku::{Budget, Geometry, Options, Solver};
/// use satdoku::generate::{Kind, Recipe, Symmetry};
///
/// let board = Arc::new(Geometry::of_order(3)?);
/// let recipe = Recipe { symmetry: Symmetry::HalfTurn, seed: 7, ..Recipe::new(&board, Kind::Unique) };
/// for generated in recipe.puzzles(0..3, &Budget::unlimited())? {
///     let puzzle = generated?.puzzle;
///     assert_eq!(Solver::Auto.is_unique(&puzzle)?, Some(true));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The board.
    pub board: Arc<Geometry>,
    /// Which puzzles.
    pub kind: Kind,
    /// How they are made.
    pub algorithm: Algorithm,
    /// The symmetry of the pattern of clues.
    pub symmetry: Symmetry,
    /// Clues in these places and in no others.
    pub pattern: Option<Pattern>,
    /// Irregular regions, drawn at random for each puzzle, instead of the board's boxes; its side and its extra units stay.
    pub jigsaw: bool,
    /// How many clues; if not given, as few as are easily reached. [`Kind::Holes`] must be told.
    pub clues: Option<usize>,
    /// For [`Kind::Holes`]: the same number of holes in every unit that has a cell for each digit, or one more, as C. Ansótegui and
    /// others do in *Generating highly balanced sudoku problems as hard problems* (2011). All units but the extra ones must be such.
    pub balanced: bool,
    /// Whether full grids are drawn from all grids of the board, each exactly as likely as any other, on the board 3×3 and on boards of
    /// up to six digits. The grids are uniform, not the puzzles: how many puzzles a grid has differs.
    pub uniform: bool,
    /// Rules beyond the units of the board; for the kinds unique and minimal. Minimal are then the clues and the drawn rules
    /// together; one whose fixed rules could be spared, or all rules of a family, is not taken.
    pub rules: Vec<RuleWish>,
    /// How hard the puzzles are to be for people; for the kinds unique and minimal. Puzzles are made and rated until one fits: 20,000
    /// for each at most, or as many as there is time for where time is limited.
    pub difficulty: Option<Difficulty>,
    /// The seed.
    pub seed: u64,
}

/// Why a recipe cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The board does not have the symmetry.
    #[error("the board {board} has no symmetry {symmetry}: some unit would not become a unit")]
    NoSuchSymmetry {
        /// The symmetry.
        symmetry: Symmetry,
        /// The board.
        board: String,
    },
    /// The board is one of a puzzle with rules.
    #[error("expected a board without rules: a recipe has them by themselves")]
    Rules,
    /// A rule cannot be on the board.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// The board is larger than those of puzzles that are rated.
    #[error(transparent)]
    Unrated(#[from] TooLarge),
    /// The board has more digits than rules are worked out for.
    #[error("rules are worked out for boards of at most {MOST_DIGITS} digits, found {0}")]
    Digits(usize),
    /// More clues than cells.
    #[error("expected at most {cells} clues, found {clues}")]
    Clues {
        /// The clues asked for.
        clues: usize,
        /// The cells of the board.
        cells: usize,
    },
    /// Fewer clues than any puzzle with a single solution has: two digits that no clue shows can be exchanged.
    #[error("expected at least {least} clues for a single solution, found {clues}")]
    FewClues {
        /// The clues asked for.
        clues: usize,
        /// One less than the side of the board.
        least: usize,
    },
    /// Two wishes that cannot be combined.
    #[error("{0} cannot be combined with {1}")]
    Contradiction(&'static str, String),
    /// A kind needs to know how many clues.
    #[error("puzzles of kind holes need a number or a share of clues")]
    CluesNeeded,
    /// No puzzle has its clues in these places.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// No regions are drawn on such a board.
    #[error("jigsaws are drawn on boards of boxes from side {least} to {most}, found {0}", least = SIDES.start(), most = SIDES.end())]
    Jigsaw(String),
    /// The full grids of the board cannot be drawn uniformly.
    #[error("full grids are drawn uniformly on the board 3x3 and on boards of up to 6 digits, found {0}")]
    Uniform(String),
    /// Holes cannot be shared out evenly: a digit of a full grid is missing from some row, column, box or region.
    #[error("holes are balanced on boards whose rows, columns and regions all have a cell for each digit, found {0}")]
    Balanced(String),
    /// The board is larger than can be searched.
    #[error("expected a board of side {MAX_SIDE} or less, found side {0}")]
    Side(usize),
}

impl Recipe {
    /// A recipe without wishes beside the kind, with seed 0.
    #[must_use]
    pub fn new(board: &Arc<Geometry>, kind: Kind) -> Self {
        Self {
            board: Arc::clone(board),
            kind,
            algorithm: Algorithm::Fast,
            symmetry: Symmetry::None,
            pattern: None,
            jigsaw: false,
            clues: None,
            balanced: false,
            uniform: false,
            rules: Vec::new(),
            difficulty: None,
            seed: 0,
        }
    }

    /// Whether the recipe can be followed.
    ///
    /// # Errors
    /// The first wish that cannot be met.
    pub fn check(&self) -> Result<(), RecipeError> {
        let kind = || format!("kind {}", self.kind);
        if self.board.has_rules() {
            return Err(RecipeError::Rules);
        }
        self.check_rules()?;
        self.check_difficulty()?;
        let cells = self.board.cell_count();
        if let Some(clues) = self.clues.filter(|&clues| clues > cells) {
            return Err(RecipeError::Clues { clues, cells });
        }
        let least = self.board.fewest_clues();
        if let Some(clues) = self.clues.filter(|&clues| clues < least && self.rules.is_empty())
            && matches!(self.kind, Kind::Unique | Kind::Minimal)
        {
            return Err(RecipeError::FewClues { clues, least });
        }
        if matches!(self.kind, Kind::Holes) && self.clues.is_none() && self.pattern.is_none() {
            return Err(RecipeError::CluesNeeded);
        }
        self.check_pattern()?;
        self.check_jigsaw()?;
        if self.uniform {
            if self.jigsaw || self.algorithm != Algorithm::Fast {
                let other = if self.jigsaw { "a jigsaw" } else { "algorithm two" };
                return Err(RecipeError::Contradiction("uniform", other.to_owned()));
            }
            if !uniform::is_drawable(&self.board) {
                return Err(RecipeError::Uniform(self.board.to_string()));
            }
        }
        if self.balanced && self.kind != Kind::Holes {
            return Err(RecipeError::Contradiction("balanced", kind()));
        }
        if self.balanced && self.symmetry != Symmetry::None {
            return Err(RecipeError::Contradiction("balanced", format!("symmetry {}", self.symmetry)));
        }
        if self.balanced && !self.board.has_full_lines_and_regions() {
            return Err(RecipeError::Balanced(self.board.to_string()));
        }
        if let Algorithm::Two(_) = self.algorithm {
            let what = "algorithm two";
            if matches!(self.kind, Kind::Minimal | Kind::Holes | Kind::Several(Solutions::Exactly(_))) {
                let kind = match self.kind {
                    Kind::Several(_) => "an exact number of solutions".to_owned(),
                    _ => kind(),
                };
                return Err(RecipeError::Contradiction(what, kind));
            }
            if self.symmetry != Symmetry::None {
                return Err(RecipeError::Contradiction(what, "a symmetry".to_owned()));
            }
            if self.clues.is_some() {
                return Err(RecipeError::Contradiction(what, "a number of clues".to_owned()));
            }
        } else if !(self.board.comparable_side() <= MAX_SIDE || self.kind == Kind::Holes && is_patterned(&self.board)) {
            return Err(RecipeError::Side(self.board.comparable_side()));
        }
        if !self.symmetry.fits(&self.board) {
            let board = self.board.to_string();
            return Err(RecipeError::NoSuchSymmetry { symmetry: self.symmetry, board });
        }
        Ok(())
    }

    fn check_difficulty(&self) -> Result<(), RecipeError> {
        if self.difficulty.is_none() {
            return Ok(());
        }
        if !matches!(self.kind, Kind::Unique | Kind::Minimal) {
            return Err(RecipeError::Contradiction("a rating", format!("kind {}", self.kind)));
        }
        Ok(TooLarge::check(&self.board, 0)?)
    }

    fn check_rules(&self) -> Result<(), RecipeError> {
        if self.rules.is_empty() {
            return Ok(());
        }
        let other = match self.kind {
            Kind::Holes | Kind::None | Kind::Several(_) => Some(format!("kind {}", self.kind)),
            _ if self.algorithm != Algorithm::Fast => Some("algorithm two".to_owned()),
            _ if self.pattern.is_some() => Some("a pattern".to_owned()),
            _ if self.uniform && self.rules.iter().any(|rule| rule.fixed().is_some()) => {
                Some("uniform: grids that keep a rule are not drawn alike".to_owned())
            }
            Kind::Unique | Kind::Minimal => None,
        };
        if let Some(other) = other {
            return Err(RecipeError::Contradiction("rules", other));
        }
        if self.board.digit_count() > MOST_DIGITS {
            return Err(RecipeError::Digits(self.board.digit_count()));
        }
        let fixed = self.rules.iter().filter_map(RuleWish::fixed).cloned().collect();
        Rules::on(&self.board, fixed)?;
        Ok(())
    }

    fn check_pattern(&self) -> Result<(), RecipeError> {
        let Some(pattern) = &self.pattern else { return Ok(()) };
        let other = match self.kind {
            Kind::None | Kind::Several(_) => Some(format!("kind {}", self.kind)),
            _ if self.algorithm != Algorithm::Fast => Some("algorithm two".to_owned()),
            _ if self.symmetry != Symmetry::None => Some("a symmetry: the pattern has its own".to_owned()),
            _ if self.clues.is_some() => Some("a number of clues: the pattern has its own".to_owned()),
            _ if self.balanced => Some("balanced".to_owned()),
            _ => None,
        };
        if let Some(other) = other {
            return Err(RecipeError::Contradiction("a pattern", other));
        }
        pattern.check_cells(&self.board)?;
        if self.kind != Kind::Holes && !self.jigsaw {
            pattern.check_unique(&self.board, self.as_classic())?;
        }
        Ok(())
    }

    fn check_jigsaw(&self) -> Result<(), RecipeError> {
        if !self.jigsaw {
            return Ok(());
        }
        let other = match self.algorithm {
            Algorithm::Two(_) => Some("algorithm two"),
            Algorithm::Fast if self.symmetry != Symmetry::None => Some("a symmetry: its regions have none"),
            Algorithm::Fast => None,
        };
        if let Some(other) = other {
            return Err(RecipeError::Contradiction("a jigsaw", other.to_owned()));
        }
        if !jigsaw::is_drawable(&self.board) {
            return Err(RecipeError::Jigsaw(self.board.to_string()));
        }
        Ok(())
    }

    /// The puzzles with these numbers, one after another, each as soon as it exists. The budget is that of them all.
    ///
    /// # Errors
    /// If the recipe cannot be followed.
    pub fn puzzles<N: IntoIterator<Item = u64>>(
        &self,
        numbers: N,
        budget: &Budget,
    ) -> Result<Puzzles<N::IntoIter>, GenerateError> {
        self.check()?;
        Puzzles::new(self, numbers.into_iter(), budget)
    }

    /// The classic board, where the puzzles are on it.
    pub(in crate::generate) fn as_classic(&self) -> Option<Classic> {
        self.board.as_classic().filter(|_| !self.jigsaw && self.rules.is_empty())
    }
}
