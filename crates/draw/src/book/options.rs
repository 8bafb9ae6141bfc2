//! The look of a book.

use satdoku_puzzle::sentences::Language;

use crate::paper::Paper;
use crate::theme::Theme;

/// The layout and the colours of a book.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// The size of the pages.
    pub paper: Paper,
    /// The number of puzzles per page, 1 to 12.
    pub per_page: usize,
    /// The heading of each page; may be empty.
    pub title: String,
    /// The author, for the cover and the file's own data; may be empty.
    pub author: String,
    /// The place of the solutions.
    pub solutions: SolutionPlace,
    /// The language of the words that the book itself has: *Solutions*, *Rules*.
    pub language: Language,
    /// The colours of the pages.
    pub theme: Theme,
}

impl Default for BookOptions {
    /// Four puzzles on a page of A4, and the solutions behind.
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            per_page: 4,
            title: String::new(),
            author: String::new(),
            solutions: SolutionPlace::Behind,
            language: Language::default(),
            theme: Theme::Light,
        }
    }
}

/// The place of the solutions in a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SolutionPlace {
    /// Small, on pages behind the puzzles.
    #[default]
    Behind,
    /// Small and upside down, at the bottom of the page. Boards of a side above 12 would be too small to read: their solutions are
    /// behind the puzzles.
    UpsideDown,
    /// The book has no solutions.
    None,
}

names! {
    pub SolutionPlace {
        Behind = "behind", "small, on pages behind the puzzles";
        UpsideDown = "upside-down", "small and upside down, at the bottom of the page; of boards of a side above 12 behind";
        None = "none", "no solutions";
    }
}

/// A section of a book: puzzles under a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading of the section's pages; without one they have the title of the book.
    pub title: String,
    /// Words above the first puzzle; may be empty.
    pub about: String,
    /// The number of puzzles, for the table of contents.
    pub puzzles: usize,
    /// The number of puzzles per page, 1 to 12; by default that of the book.
    pub per_page: Option<usize>,
}
