//! The recipe of a book: a TOML file.

use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use satdoku::draw::{Book, BookOptions, Paper, Section, SolutionPlace, Theme};
use satdoku::generate::{Difficulty, Kind, RatingRange, Recipe, RecipeError, RuleRequest, Symmetry};
use satdoku::geometry::Layout;
use satdoku::logic::{Guide, Profile, Technique};
use satdoku::sentences::Language;
use satdoku::{Geometry, Grid};
use toml::Spanned;

use crate::Failure;
use crate::commands::book::values::{
    Mistake, Word, Words, in_words_of_recipes, maybe_kind, maybe_per_page, maybe_word, per_page, place, techniques,
    word,
};
use crate::commands::generate::words::Board;
use crate::process::file_name;
use crate::stream::open;

/// Upper bound on a recipe, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// A book in a file.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BookRecipe {
    #[serde(default)]
    pub(super) title: String,
    #[serde(default)]
    pub(super) author: String,
    #[serde(default)]
    pub(super) about: String,
    #[serde(default, deserialize_with = "word")]
    paper: Paper,
    #[serde(default = "four", deserialize_with = "per_page")]
    per_page: usize,
    #[serde(default, deserialize_with = "word")]
    pub(super) solutions: SolutionPlace,
    #[serde(default, deserialize_with = "word")]
    pub(super) language: Language,
    #[serde(default, deserialize_with = "word")]
    pub(super) theme: Theme,
    /// Whether the book has a cover; by default where it has several sections, words or an author.
    cover: Option<bool>,
    #[serde(default)]
    pub(super) seed: u64,
    #[serde(rename = "section", default)]
    sections: Vec<Spanned<SectionRecipe>>,
}

/// Puzzles under a heading.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionRecipe {
    #[serde(default)]
    pub(super) title: String,
    #[serde(default)]
    pub(super) about: String,
    /// How many puzzles are made; or the file that has them.
    count: Option<Spanned<u64>>,
    file: Option<Spanned<PathBuf>>,
    #[serde(rename = "box")]
    board: Option<Spanned<Word<Board>>>,
    #[serde(default, deserialize_with = "maybe_kind")]
    kind: Option<Kind>,
    symmetry: Option<Spanned<Word<Symmetry>>>,
    clues: Option<Spanned<usize>>,
    rules: Option<Spanned<Words<RuleRequest>>>,
    #[serde(default, deserialize_with = "maybe_word")]
    rating: Option<RatingRange>,
    #[serde(default, deserialize_with = "techniques")]
    needs: Vec<&'static Technique>,
    seed: Option<u64>,
    #[serde(default, deserialize_with = "maybe_per_page")]
    pub(super) per_page: Option<usize>,
    #[serde(default)]
    pub(super) sorted: bool,
    #[serde(default)]
    pub(super) rated: bool,
}

/// What a section has.
pub(super) enum Content {
    /// As many puzzles of a recipe.
    Made(Box<Recipe>, u64),
    /// The puzzles of a file.
    Read(PathBuf),
}

impl Content {
    /// The number of puzzles, if the recipe says it.
    pub(super) fn count(&self) -> Option<u64> {
        if let Self::Made(_, count) = self { Some(*count) } else { None }
    }

    /// The file that is read.
    pub(super) fn file(&self) -> Option<&Path> {
        if let Self::Read(path) = self { Some(path) } else { None }
    }
}

impl BookRecipe {
    /// The recipe in a file, whose sections are checked as far as they can be before puzzles are made.
    pub(super) fn read(path: &Path) -> Result<(Self, Vec<(SectionRecipe, Content)>), Failure> {
        let name = file_name::name(path);
        let file = open::open(path).map_err(|error| format!("{name}: cannot open: {error}"))?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| format!("{name}: cannot read: {error}"))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(format!("{name}: a recipe has at most {MOST_BYTES} bytes").into());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let (before, after) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let (line, column) = place(&String::from_utf8_lossy(before), before.len());
            let byte = after.first().copied().unwrap_or_default();
            Failure::located(&name, format!("{line}:{column}: expected text in UTF-8, found the byte 0x{byte:02x}"))
        })?;
        let located = |at: usize, what: &dyn Display| {
            let (line, column) = place(&text, at);
            Failure::located(&name, format!("{line}:{column}: {what}"))
        };
        let mut book: Self = toml::from_str(&text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            located(at, &in_words_of_recipes(error.message(), text.get(at..).unwrap_or_default()))
        })?;
        if book.sections.is_empty() {
            return Err(located(0, &"expected a section: [[section]], and below it count = 10"));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let options = book.options();
        let mut sections = Vec::new();
        let mut total: u64 = 0;
        for (number, section) in std::mem::take(&mut book.sections).into_iter().enumerate() {
            let span = section.span();
            let mut section = section.into_inner();
            let at_mistake = |mistake: Mistake| located(mistake.span.unwrap_or(span.clone()).start, &mistake.what);
            options.check(&section.on_pages(0)).map_err(|error| at_mistake(Mistake::at(None, error)))?;
            let count_span = section.count.as_ref().map(Spanned::span);
            let content = section.content(book.seed, number, folder).map_err(at_mistake)?;
            total = total.saturating_add(content.count().unwrap_or(1));
            if total > Book::MOST_PUZZLES as u64 {
                let what = format!("a book has at most {} puzzles, found {total} up to here", Book::MOST_PUZZLES);
                return Err(at_mistake(Mistake::at(count_span, what)));
            }
            sections.push((section, content));
        }
        Ok((book, sections))
    }

    pub(super) fn options(&self) -> BookOptions {
        BookOptions {
            paper: self.paper,
            per_page: self.per_page,
            title: self.title.clone(),
            author: self.author.clone(),
            solutions: self.solutions,
            language: self.language,
            theme: self.theme,
        }
    }

    /// Whether the book has a cover.
    pub(super) fn has_cover(&self, sections: usize) -> bool {
        self.cover.unwrap_or(sections > 1 || !self.about.is_empty() || !self.author.is_empty())
    }
}

impl SectionRecipe {
    /// What the section has; each section draws from a seed of its own.
    fn content(&mut self, seed: u64, number: usize, folder: &Path) -> Result<Content, Mistake> {
        let is_made = self.board.is_some()
            || self.kind.is_some()
            || self.symmetry.is_some()
            || self.clues.is_some()
            || self.rules.is_some()
            || self.rating.is_some()
            || !self.needs.is_empty()
            || self.seed.is_some();
        let count = match (&self.count, &self.file) {
            (Some(_), Some(file)) => {
                return Err(Mistake::at(Some(file.span()), "a section has count or file, not both"));
            }
            (None, None) => {
                return Err(Mistake::at(None, "expected count = K, to make K puzzles, or file = \"PUZZLES\""));
            }
            (None, Some(file)) if is_made => {
                return Err(Mistake::at(
                    Some(file.span()),
                    "the puzzles of a file are as they are: box, kind, symmetry, clues, rules, rating, needs and \
                     seed go with count",
                ));
            }
            (None, Some(file)) => {
                let path = folder.join(file.get_ref());
                let opened = open::open(&path).map(drop);
                opened.map_err(|error| {
                    Mistake::at(Some(file.span()), format_args!("{}: cannot open: {error}", file_name::name(&path)))
                })?;
                return Ok(Content::Read(path));
            }
            (Some(count), None) if *count.get_ref() == 0 => {
                return Err(Mistake::at(Some(count.span()), "expected count of at least 1, found 0"));
            }
            (Some(count), None) => *count.get_ref(),
        };
        let kind = self.kind.unwrap_or_default();
        let span_of_board = self.board.as_ref().map(Spanned::span);
        let on_board = |what: &dyn Display| Mistake::at(span_of_board.clone(), what);
        let board = match self.board.take() {
            Some(board) => board.into_inner().0,
            None => Board::of_order(3).map_err(|error| on_board(&error))?,
        };
        let (board, jigsaw) = match board.layout(kind).map_err(|error| on_board(&error))? {
            Layout::Given(board) => (board, false),
            Layout::Jigsaw(board) => (board, true),
        };
        let board: Arc<Geometry> = Arc::new(board);
        if self.needs_ratings() {
            Guide::by(Profile::Se).layout(&Grid::empty(&board)).map_err(|error| on_board(&error))?;
        }
        let own = seed.wrapping_add((number as u64) << 32);
        let rules = self.rules.take();
        let span_of_rules = rules.as_ref().map(Spanned::span);
        let recipe = Recipe::new(&board, kind)
            .with_symmetry(self.symmetry.as_ref().map(|symmetry| symmetry.get_ref().0).unwrap_or_default())
            .with_clues(self.clues.as_ref().map(|clues| *clues.get_ref()))
            .with_jigsaw(jigsaw)
            .with_rules(rules.map(|rules| rules.into_inner().0).unwrap_or_default())
            .with_difficulty(Difficulty::of(self.rating, std::mem::take(&mut self.needs)))
            .with_seed(self.seed.unwrap_or(own));
        recipe.check().map_err(|error| {
            let span = match error {
                RecipeError::Clues { .. } | RecipeError::FewClues { .. } => self.clues.as_ref().map(Spanned::span),
                RecipeError::NoSuchSymmetry { .. } | RecipeError::SymmetryNeeded(_) => {
                    self.symmetry.as_ref().map(Spanned::span)
                }
                RecipeError::HelperCells(_) | RecipeError::RuleNotAllowed(_) => span_of_rules,
                RecipeError::Contradiction(..) => None,
                _ => span_of_board,
            };
            Mistake::at(span, error)
        })?;
        Ok(Content::Made(Box::new(recipe), count))
    }

    /// Whether the puzzles are rated: to print the ratings, or to sort by them.
    pub(super) fn needs_ratings(&self) -> bool {
        self.rated || self.sorted
    }

    /// The section on pages.
    pub(super) fn on_pages(&self, puzzles: usize) -> Section {
        Section { title: self.title.clone(), about: self.about.clone(), puzzles, per_page: self.per_page }
    }
}

fn four() -> usize {
    4
}
