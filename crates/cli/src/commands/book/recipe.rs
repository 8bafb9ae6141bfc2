//! The recipe of a book: a TOML file.

use std::fmt::Display;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use satdoku::Geometry;
use satdoku::draw::{Book, BookOptions, Paper, Section, SolutionPlace, Theme};
use satdoku::generate::{Difficulty, Kind, RatingRange, Recipe, RuleRequest, Symmetry};
use satdoku::geometry::Layout;
use satdoku::logic::{Technique, technique_named};
use satdoku::sentences::Language;
use serde::de::{Deserialize, Deserializer, Error};
use toml::Spanned;

use crate::Failure;
use crate::commands::generate::words::Board;
use crate::process::file_name;
use crate::stream::input;

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
    /// Whether the book has a cover; by default where it has several sections.
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
    pub(super) count: Option<u64>,
    pub(super) file: Option<PathBuf>,
    #[serde(rename = "box", default, deserialize_with = "maybe_word")]
    board: Option<Board>,
    #[serde(default, deserialize_with = "maybe_word")]
    kind: Option<Kind>,
    #[serde(default, deserialize_with = "maybe_word")]
    symmetry: Option<Symmetry>,
    clues: Option<usize>,
    #[serde(default, deserialize_with = "words")]
    rules: Vec<RuleRequest>,
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

impl BookRecipe {
    /// The recipe in a file.
    pub(super) fn read(path: &Path) -> Result<(Self, Vec<(SectionRecipe, Content)>), Failure> {
        let name = file_name::name(path);
        let file = input::open(path).map_err(|error| format!("{name}: cannot open: {error}"))?;
        let mut text = String::new();
        file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| format!("{name}: cannot read: {error}"))?;
        if text.len() as u64 > MOST_BYTES {
            return Err(format!("{name}: a recipe has at most {MOST_BYTES} bytes").into());
        }
        let located = |span: Option<Range<usize>>, what: &dyn Display| {
            let (line, column) = place(&text, span.map_or(0, |span| span.start));
            Failure::located(&name, format!("{line}:{column}: {what}"))
        };
        let mut book: Self = toml::from_str(&text).map_err(|error| {
            let what = error.message().replace("unknown field", "unknown key").replace("missing field", "missing key");
            located(error.span(), &what)
        })?;
        if book.sections.is_empty() {
            return Err(located(None, &"expected a section: [[section]], and below it count = 10"));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut sections = Vec::new();
        let mut total: u64 = 0;
        for (number, section) in std::mem::take(&mut book.sections).into_iter().enumerate() {
            let span = section.span();
            let mut section = section.into_inner();
            let content =
                section.content(book.seed, number, folder).map_err(|what| located(Some(span.clone()), &what))?;
            if let Content::Made(_, count) = &content {
                total = total.saturating_add(*count);
            }
            if total > Book::MOST_PUZZLES as u64 {
                let what = format!("a book has at most {} puzzles, found {total} up to here", Book::MOST_PUZZLES);
                return Err(located(Some(span), &what));
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
        self.cover.unwrap_or(sections > 1)
    }
}

impl SectionRecipe {
    /// What the section has; each section draws from a seed of its own.
    fn content(&mut self, seed: u64, number: usize, folder: &Path) -> Result<Content, String> {
        let is_made = self.board.is_some()
            || self.kind.is_some()
            || self.symmetry.is_some()
            || self.clues.is_some()
            || !self.rules.is_empty()
            || self.rating.is_some()
            || !self.needs.is_empty()
            || self.seed.is_some();
        let count = match (self.count, &self.file) {
            (Some(_), Some(_)) => return Err("a section has count or file, not both".to_owned()),
            (None, None) => return Err("expected count = K, to make K puzzles, or file = \"PUZZLES\"".to_owned()),
            (None, Some(_)) if is_made => {
                return Err(
                    "the puzzles of a file are as they are: box, kind, symmetry, clues, rules, rating, needs and \
                            seed go with count"
                        .to_owned(),
                );
            }
            (None, Some(file)) => return Ok(Content::Read(folder.join(file))),
            (Some(0), None) => return Err("expected count of at least 1, found 0".to_owned()),
            (Some(count), None) => count,
        };
        let kind = self.kind.unwrap_or_default();
        let board = self.board.take().map_or_else(|| Board::of_order(3).map_err(|error| error.to_string()), Ok)?;
        let (board, jigsaw) = match board.layout(kind)? {
            Layout::Given(board) => (board, false),
            Layout::Jigsaw(board) => (board, true),
        };
        let board: Arc<Geometry> = Arc::new(board);
        let own = seed.wrapping_add((number as u64) << 32);
        let recipe = Recipe {
            symmetry: self.symmetry.unwrap_or_default(),
            clues: self.clues,
            jigsaw,
            rules: std::mem::take(&mut self.rules),
            difficulty: Difficulty::of(self.rating, std::mem::take(&mut self.needs)),
            seed: self.seed.unwrap_or(own),
            ..Recipe::new(&board, kind)
        };
        recipe.check().map_err(|error| error.to_string())?;
        Ok(Content::Made(Box::new(recipe), count))
    }

    /// The section on pages.
    pub(super) fn on_pages(&self, puzzles: usize) -> Section {
        Section { title: self.title.clone(), about: self.about.clone(), puzzles, per_page: self.per_page }
    }
}

fn four() -> usize {
    4
}

/// The line and column of a byte, from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1)
}

/// A value from its word.
fn word<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

fn maybe_word<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<Option<T>, D::Error> {
    word(deserializer).map(Some)
}

/// A list of values from their words.
fn words<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let words = Vec::<String>::deserialize(deserializer)?;
    words.iter().map(|word| word.parse().map_err(D::Error::custom)).collect()
}

fn techniques<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<&'static Technique>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let named = |name: &String| {
        technique_named(name).ok_or_else(|| {
            D::Error::custom(format!("no technique is called {name:?}; `satdoku techniques` lists them"))
        })
    };
    names.iter().map(named).collect()
}

fn per_page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let count = usize::deserialize(deserializer)?;
    if (1..=12).contains(&count) {
        return Ok(count);
    }
    Err(D::Error::custom(format!("expected 1 to 12 puzzles a page, found {count}")))
}

fn maybe_per_page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    per_page(deserializer).map(Some)
}
