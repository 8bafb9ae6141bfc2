//! One picture: title, board, optional solution board, words below.

use satdoku_puzzle::geometry::{Candidate, Geometry};
use satdoku_puzzle::grid::Grid;
use satdoku_puzzle::sentences::Language;

use crate::accents::Note;
use crate::form::PictureForm;
use crate::legend;
use crate::picture::Picture;
use crate::scene::{Item, Paint, Scene};
use crate::shown::Shown;
use crate::svg;
use crate::text::{centred, wrapped};
use crate::theme::Theme;
use crate::words::{self, Extent, Wording};

/// Why a puzzle cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The board is too large for a picture.
    #[error("a drawing shows at most {most} cells, found {found}")]
    Cells {
        /// The largest number of cells drawn.
        most: usize,
        /// The number found.
        found: usize,
    },
    /// The puzzle has too many rules for a picture.
    #[error("a drawing shows at most {most} rules, found {found}")]
    Rules {
        /// The largest number of rules drawn.
        most: usize,
        /// The number of rules of the puzzle.
        found: usize,
    },
    /// The answers, or the solution beside the puzzle, are on a different board.
    #[error("the solution is on another board than the puzzle")]
    Board,
    /// The form needs a feature that this build lacks.
    #[error("this build writes no {0}: that needs the feature pictures")]
    NotBuilt(PictureForm),
    /// Pixels or pages could not be made.
    #[error("cannot make the picture: {0}")]
    Picture(String),
}

/// A drawing of a puzzle: the board with its digits and the marks of its rules.
///
/// Clues are bold; answers differ in weight and colour. The words below say the rules, including rules without a picture.
///
/// ```
/// use satdoku_puzzle::Grid;
/// use satdoku_draw::{Drawing, Theme};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let puzzle = puzzle.with_rules(vec!["thermometer r1c1 r2c1 r2c2".parse()?])?;
/// let svg = Drawing::of(&puzzle)?.with_title("Rising").with_theme(Theme::Dark).to_svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("Digits increase along the thermometer"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(crate) puzzle: Grid,
    pub(crate) answers: Option<Grid>,
    pub(crate) beside: Option<Grid>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) notes: Vec<Note>,
    pub(crate) title: String,
    pub(crate) texts: Vec<String>,
    pub(crate) theme: Theme,
    pub(crate) has_letters: bool,
    pub(crate) extent: Extent,
    pub(crate) language: Language,
    pub(crate) width: Option<f64>,
}

/// The space between parts of a picture, and around the picture.
const GAP: f64 = 60.0;
const PAD: f64 = 16.0;

/// The size of a title, and the height of its line.
const TITLE: f64 = 24.0;
const TITLE_LINE: f64 = 32.0;

/// Below wider pictures words are larger.
const WORDS_GROW: f64 = 640.0;

/// Words that would be higher than this part of the board stand beside the board, in the narrowest of some columns in which they are
/// no higher than the board.
const LONG_WORDS: f64 = 0.4;
const WIDEST_BESIDE: f64 = 900.0;
const COLUMNS: [f64; 4] = [260.0, 320.0, 400.0, 500.0];

/// The least width for words and titles.
const LEAST_COLUMN: f64 = 300.0;

impl Drawing {
    /// The largest number of cells drawn. An SVG document with 250,000 cells takes a quarter of a second.
    pub const MOST_CELLS: usize = 250_000;

    /// The largest number of rules drawn. An SVG document with 10,000 cages takes a fifth of a second.
    pub const MOST_RULES: usize = 10_000;

    /// A drawing of a puzzle.
    ///
    /// # Errors
    /// If the board has more than [`MOST_CELLS`](Self::MOST_CELLS) cells or more than [`MOST_RULES`](Self::MOST_RULES) rules.
    pub fn of(puzzle: &Grid) -> Result<Self, DrawError> {
        let found = puzzle.geometry().cell_count();
        if found > Self::MOST_CELLS {
            return Err(DrawError::Cells { most: Self::MOST_CELLS, found });
        }
        let found = puzzle.rules().as_slice().len();
        if found > Self::MOST_RULES {
            return Err(DrawError::Rules { most: Self::MOST_RULES, found });
        }
        Ok(Self {
            puzzle: puzzle.clone(),
            answers: None,
            beside: None,
            candidates: Vec::new(),
            notes: Vec::new(),
            title: String::new(),
            texts: Vec::new(),
            theme: Theme::default(),
            has_letters: false,
            extent: Extent::Whole,
            language: Language::default(),
            width: None,
        })
    }

    /// Shows the digits of another grid in the empty cells of the puzzle.
    ///
    /// # Errors
    /// If the grid is on another board.
    pub fn with_answers(self, answers: &Grid) -> Result<Self, DrawError> {
        self.check(answers)?;
        Ok(Self { answers: Some(answers.clone()), ..self })
    }

    /// Adds a second board beside the puzzle's. Its empty cells show the digits of another grid.
    ///
    /// # Errors
    /// If the grid is on another board.
    pub fn with_solution_beside(self, solution: &Grid) -> Result<Self, DrawError> {
        self.check(solution)?;
        Ok(Self { beside: Some(solution.clone()), ..self })
    }

    fn check(&self, other: &Grid) -> Result<(), DrawError> {
        let [own, other] =
            [self.puzzle.geometry(), other.geometry()].map(|board| (board.rows(), board.columns(), board));
        let is_same = own.0 == other.0 && own.1 == other.1 && own.2.cells().eq(other.2.cells());
        if is_same { Ok(()) } else { Err(DrawError::Board) }
    }

    /// With candidates, small, in empty cells.
    #[must_use]
    pub fn with_candidates(self, candidates: impl IntoIterator<Item = Candidate>) -> Self {
        let candidates = candidates.into_iter().filter(|it| is_on(self.puzzle.geometry(), *it)).collect();
        Self { candidates, ..self }
    }

    /// With a mark of an explanation; may be called several times. Cells and candidates that are not on the board are left
    /// out.
    #[must_use]
    pub fn with_note(mut self, note: Note) -> Self {
        let board = self.puzzle.geometry();
        let note = match note {
            Note::Clash(cells) => Note::Clash(cells.into_iter().filter(|&cell| board.contains(cell)).collect()),
            Note::Look(cells, ink) => Note::Look(cells.into_iter().filter(|&cell| board.contains(cell)).collect(), ink),
            Note::Chain(candidates) => Note::Chain(candidates.into_iter().filter(|it| is_on(board, *it)).collect()),
            Note::Struck(candidates) => Note::Struck(candidates.into_iter().filter(|it| is_on(board, *it)).collect()),
            Note::Shares(shares) => Note::Shares(shares.into_iter().filter(|(it, _)| is_on(board, *it)).collect()),
        };
        self.notes.push(note);
        self
    }

    /// With a line above the board.
    #[must_use]
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// With a paragraph below the board, before those of the rules; may be called several times.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.texts.push(text.into());
        self
    }

    /// In the colours of a theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// With letters for digits from 10 on, where 35 are enough; else they are numbers.
    #[must_use]
    pub fn with_letters(self, has_letters: bool) -> Self {
        Self { has_letters, ..self }
    }

    /// Sets whether the words below say the rules, which is the default. Rules without a picture are said in either case.
    #[must_use]
    pub fn with_words(self, has_words: bool) -> Self {
        Self { extent: if has_words { Extent::Whole } else { Extent::Unseen }, ..self }
    }

    /// With the rules in the setter's own words, a paragraph a line, in place of sentences. Rules that found no room in the picture
    /// are said all the same.
    #[must_use]
    pub fn with_setters_words(self, words: &str) -> Self {
        let paragraphs = words.lines().map(str::trim).filter(|text| !text.is_empty());
        let drawing = paragraphs.fold(self, Self::with_text);
        Self { extent: Extent::Unplaced, ..drawing }
    }

    /// Sets the language of the sentences on the board and its rules.
    #[must_use]
    pub fn with_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The wording of sentences.
    pub(crate) fn wording(&self) -> Wording {
        Wording { extent: self.extent, language: self.language, has_colours: self.theme != Theme::Print }
    }

    /// Sets the width in pixels. By default a cell is 40 pixels wide.
    #[must_use]
    pub fn with_width(self, width: u32) -> Self {
        Self { width: Some(f64::from(width.max(1))), ..self }
    }

    /// The picture as an SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let scene = self.scene();
        let mut out = String::new();
        let title = if self.title.is_empty() { format!("Sudoku {}", self.board_word()) } else { self.title.clone() };
        svg::write(&scene, self.theme, self.shown_width(&scene), &title, &mut out);
        out
    }

    /// The picture in the given form.
    ///
    /// # Errors
    /// If this build does not write the form, or the picture is too large for the form.
    pub fn to(&self, form: PictureForm) -> Result<Vec<u8>, DrawError> {
        match form {
            PictureForm::Svg => Ok(self.to_svg().into_bytes()),
            PictureForm::Text => Ok(self.to_text().into_bytes()),
            #[cfg(feature = "pictures")]
            PictureForm::Png => self.to_png(),
            #[cfg(feature = "pictures")]
            PictureForm::Pdf => self.to_pdf(),
            #[cfg(not(feature = "pictures"))]
            form => Err(DrawError::NotBuilt(form)),
        }
    }

    /// The displayed width of the picture.
    pub(crate) fn shown_width(&self, scene: &Scene) -> f64 {
        const PIXELS: f64 = 2.0 / 3.0;
        self.width.unwrap_or((scene.width * PIXELS).round())
    }

    fn board_word(&self) -> String {
        let board = self.puzzle.geometry();
        format!("{}x{}", board.rows(), board.columns())
    }

    /// The board with the digits of a grid, or without.
    pub(crate) fn picture(&self, answers: Option<&Grid>) -> Picture {
        let (candidates, notes) = (&self.candidates[..], &self.notes[..]);
        let (theme, has_letters) = (self.theme, self.has_letters);
        Shown { puzzle: &self.puzzle, answers, candidates, notes, theme, has_letters }.picture()
    }

    /// The paragraphs below.
    pub(crate) fn entries(&self, picture: &Picture) -> Vec<legend::Entry> {
        let own = self.texts.iter().map(|text| legend::Entry { sample: None, text: text.clone() });
        own.chain(words::entries(&self.puzzle, picture, self.wording())).collect()
    }

    /// The width of a column for words beside a board, if the words below would be long in comparison with the board.
    fn column_beside(board: &Scene, entries: &[legend::Entry]) -> Option<f64> {
        let fits = |wide: f64, most: f64| legend::fits(entries, wide, most);
        if board.width > WIDEST_BESIDE || fits(board.width.max(LEAST_COLUMN), LONG_WORDS * board.height) {
            return None;
        }
        COLUMNS.into_iter().find(|&column| fits(column, board.height)).or(COLUMNS.last().copied())
    }

    /// The whole picture as a scene.
    pub(crate) fn scene(&self) -> Scene {
        let picture = self.picture(self.answers.as_ref());
        let entries = self.entries(&picture);
        let boards = std::iter::once(picture.scene);
        let boards: Vec<Scene> =
            boards.chain(self.beside.as_ref().map(|answers| self.picture(Some(answers)).scene)).collect();
        let mut inner = boards.iter().map(|board| board.width + GAP).sum::<f64>() - GAP;
        let beside = if let [board] = &boards[..] { Self::column_beside(board, &entries) } else { None };
        if let Some(column) = beside {
            inner += GAP / 2.0 + column;
        } else if !entries.is_empty() || !self.title.is_empty() {
            inner = inner.max(LEAST_COLUMN);
        }
        let mut scene = Scene { width: inner + 2.0 * PAD, ..Scene::default() };
        let mut y = PAD;
        for line in wrapped(&self.title, TITLE, true, inner) {
            let middle = [scene.width / 2.0, y + TITLE_LINE / 2.0 - 4.0];
            scene.text(centred(line, middle, TITLE, true, inner, Paint::Text));
            y += TITLE_LINE;
        }
        let high = boards.iter().map(|board| board.height).fold(0.0, f64::max);
        let used = boards.iter().map(|board| board.width + GAP).sum::<f64>() - GAP;
        let mut x = PAD + if beside.is_some() { 0.0 } else { (inner - used) / 2.0 };
        for board in boards {
            let (at, width) = ([x, y], board.width);
            scene.items.push(Item::Part { at, scale: 1.0, scene: board });
            x += width + GAP;
        }
        y += high;
        if let Some(column) = beside {
            let mut words = Scene::default();
            let used = legend::draw(&entries, [0.0, 0.0], column, self.theme, &mut words);
            scene.items.push(Item::Part { at: [scene.width - PAD - column, y - high], scale: 1.0, scene: words });
            y += (used - high).max(0.0);
        } else if !entries.is_empty() {
            y += PAD;
            // Words below a large board are larger, because the picture is viewed at a smaller scale.
            let scale = (inner / WORDS_GROW).max(1.0);
            let mut words = Scene::default();
            let high = legend::draw(&entries, [0.0, 0.0], inner / scale, self.theme, &mut words);
            scene.items.push(Item::Part { at: [PAD, y], scale, scene: words });
            y += high * scale;
        }
        scene.height = y + PAD;
        let paper =
            crate::scene::Outline::Rectangle { corner: [0.0, 0.0], size: [scene.width, scene.height], radius: 0.0 };
        let paper = crate::scene::Shape { outline: paper, fill: Some(Paint::Paper), stroke: None };
        scene.items.insert(0, Item::Shape(paper));
        scene
    }
}

fn is_on(board: &Geometry, it: Candidate) -> bool {
    board.contains(it.cell) && board.has_digit(it.digit)
}
