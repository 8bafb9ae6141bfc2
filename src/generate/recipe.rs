//! The generator's recipe, as a plain value.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::constraint::MOST_DIGITS;
use crate::generate::difficulty::Difficulty;
use crate::generate::error::RecipeError;
use crate::generate::full_grid::is_patterned;
use crate::generate::jigsaw;
use crate::generate::pattern::Pattern;
use crate::generate::rule_request::RuleRequest;
use crate::generate::search::MAX_SIDE;
use crate::generate::symmetry::Symmetry;
use crate::generate::uniform;
use crate::geometry::{Classic, Geometry};
use crate::logic::layout::TooLarge;
use crate::rule::{Rule, Rules};
use crate::solver::Solver;

/// The kind of puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Kind {
    /// Proper puzzles: exactly one solution.
    #[default]
    Unique,
    /// Proper puzzles, proven to be minimal: no clue can be spared.
    ///
    /// With a symmetry, clues are kept or removed by orbits: sets of cells that the symmetry's turns and mirrors map into
    /// themselves. Then no orbit of clues can be spared: removing all clues of any orbit leaves several solutions. A single clue of
    /// an orbit may still be redundant.
    Minimal,
    /// Random holes in a random full grid, however many solutions that leaves.
    Holes,
    /// Without a solution, though no two clues are in conflict: a proper puzzle and one more clue, which is wrong.
    None,
    /// With several solutions.
    Several(SolutionsWanted),
}

names! {
    pub Kind {
        Unique = "unique", "exactly one solution";
        Minimal = "minimal", "exactly one solution, and no clue to spare: proven; with a symmetry, no orbit of clues";
        Holes = "holes", "random holes in a random full grid";
        None = "none", "no solution, though no two clues are in conflict";
        Several(SolutionsWanted::AtLeast(2)) = "several", "several solutions: two or more, or as many as are asked for";
    }
}

impl Kind {
    /// The kind with a number of solutions; `None` if the kind itself settles the number.
    #[must_use]
    pub fn asking(self, solutions: Option<SolutionsWanted>) -> Option<Self> {
        match (self, solutions) {
            (kind, None) => Some(kind),
            (Self::Several(_), Some(solutions)) => Some(Self::Several(solutions)),
            (_, Some(_)) => None,
        }
    }
}

/// How many solutions; `5` or `5+` as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolutionsWanted {
    /// Exactly this number.
    Exactly(u64),
    /// This number or more.
    AtLeast(u64),
}

impl SolutionsWanted {
    /// The number.
    #[must_use]
    pub fn number(self) -> u64 {
        match self {
            Self::Exactly(number) | Self::AtLeast(number) => number,
        }
    }
}

impl fmt::Display for SolutionsWanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(number) => write!(f, "{number}"),
            Self::AtLeast(number) => write!(f, "{number}+"),
        }
    }
}

/// A word that is no number of solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of solutions from 1, such as 5 or 5+, found {0:?}")]
pub struct UnknownSolutions(pub String);

impl FromStr for SolutionsWanted {
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

#[cfg(feature = "serde")]
serialized_as_text!(SolutionsWanted);

/// How puzzles are made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Algorithm {
    /// The quickest way there is: clues go many at a time, tested by the 9×9 kernel, or by singles and a short search.
    #[default]
    Fast,
    /// Algorithm 2 of R. Jacob and M. Karppa, *Assignment 3: Sudoku* (2022), with a solver as its oracle: cell by cell, random
    /// digits until the grid has a solution; then random cells are emptied while the solution is the only one, and the last is put
    /// back.
    Two(Solver),
}

/// A recipe for puzzles. Puzzle k of a seed depends on nothing but the recipe and k.
///
/// ```
/// use std::sync::Arc;
/// use satdoku::{Budget, Geometry, Options, Solver};
/// use satdoku::generate::{Kind, Recipe, Symmetry};
///
/// let board = Arc::new(Geometry::of_order(3)?);
/// let recipe = Recipe::new(&board, Kind::Unique).with_symmetry(Symmetry::HalfTurn).with_seed(7);
/// for generated in recipe.puzzles(0..3, &Budget::unlimited())? {
///     let puzzle = generated?.puzzle;
///     assert_eq!(Solver::Auto.is_unique(&puzzle)?, Some(true));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Recipe {
    /// The board.
    pub board: Arc<Geometry>,
    /// The kind of puzzle.
    pub kind: Kind,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The symmetry of the pattern of clues.
    pub symmetry: Symmetry,
    /// The places of the clues; all other cells are empty.
    pub pattern: Option<Pattern>,
    /// Whether each puzzle gets randomly drawn irregular regions instead of the board's boxes; the side and the extra units stay.
    pub jigsaw: bool,
    /// How many clues; if not given, as few as are easily reached. [`Kind::Holes`] must be told.
    pub clues: Option<usize>,
    /// For [`Kind::Holes`]: an equal number of holes in every full unit, up to a difference of one, as C. Ansótegui and others do
    /// in *Generating highly balanced sudoku problems as hard problems* (2011). Every unit except the extra ones must have a cell
    /// for each digit.
    pub balanced: bool,
    /// Whether full grids are drawn uniformly from all grids of the board; possible on the board 3×3 and on boards of up to six
    /// digits. The grids are uniform, not the puzzles: how many puzzles a grid has differs.
    pub uniform: bool,
    /// Rules beyond the units of the board; for the kinds unique and minimal. Minimality then covers clues and drawn rules
    /// together; the rules of a [whole](crate::generate::Family::is_whole) family count as one. A puzzle is rejected if one of its
    /// fixed rules, or all rules of a family, could be spared. For a puzzle with no clue ([`clues`](Self::clues) 0) as many rules are
    /// drawn as there is room for.
    pub rules: Vec<RuleRequest>,
    /// How hard the puzzles are to be for people; for the kinds unique and minimal. Puzzles are generated and rated until one fits:
    /// at most 20,000 for each puzzle wanted, or as many as a time limit allows. A puzzle that is too hard for a wanted technique
    /// gets clues until the technique is the next step, if the kind is unique and no number or pattern of clues is given.
    pub difficulty: Option<Difficulty>,
    /// The seed.
    pub seed: u64,
}

with_fields! {
    Recipe
    with_board(board: Arc<Geometry>);
    with_kind(kind: Kind);
    with_algorithm(algorithm: Algorithm);
    with_symmetry(symmetry: Symmetry);
    with_pattern(pattern?: Pattern);
    with_jigsaw(jigsaw: bool);
    with_clues(clues?: usize);
    with_balanced(balanced: bool);
    with_uniform(uniform: bool);
    with_rules(rules: Vec<RuleRequest>);
    with_difficulty(difficulty?: Difficulty);
    with_seed(seed: u64);
}

impl Default for Recipe {
    /// Proper puzzles on the board 3×3.
    fn default() -> Self {
        let board = Geometry::of_order(3).expect("the board 3×3");
        Self::new(&Arc::new(board), Kind::default())
    }
}

impl Recipe {
    /// The largest side of boards that are filled by search; the search is not used for [`Holes`](Kind::Holes) on boards of boxes.
    pub const LARGEST_SIDE: usize = MAX_SIDE;

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
    /// The first wish that the generator cannot meet.
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
            if matches!(self.kind, Kind::Minimal | Kind::Holes | Kind::Several(SolutionsWanted::Exactly(_))) {
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
        } else if !(self.board.comparable_side() <= Self::LARGEST_SIDE
            || self.kind == Kind::Holes && is_patterned(&self.board))
        {
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
        for drawn in self.rules.iter().filter_map(RuleRequest::drawn) {
            if let Some((wish, family)) = drawn.contradiction(self.board.digit_count()) {
                return Err(RecipeError::Contradiction(wish, family));
            }
            if drawn.is_symmetric && self.symmetry == Symmetry::None {
                return Err(RecipeError::SymmetryNeeded(drawn.to_string()));
            }
            if drawn.count.is_some() && self.kind == Kind::Minimal {
                let kind = "kind minimal: rules that can be spared go".to_owned();
                return Err(RecipeError::Contradiction("a number of rules", kind));
            }
        }
        let fixed: Vec<Rule> = self.rules.iter().filter_map(RuleRequest::fixed).cloned().collect();
        if let Some(helper) = fixed.iter().find(|rule| rule.brings_cells().is_some()) {
            return Err(RecipeError::HelperCells(helper.to_string()));
        }
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

    /// The classic board, where the puzzles are on it.
    pub(super) fn as_classic(&self) -> Option<Classic> {
        self.board.as_classic().filter(|_| !self.jigsaw && self.rules.is_empty())
    }
}
