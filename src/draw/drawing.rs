//! One picture: title, board, a solution beside it, words below.

use crate::draw::accents::Note;
use crate::draw::form::PictureForm;
use crate::draw::legend;
use crate::draw::picture::{Picture, Shown};
use crate::draw::scene::{Item, Paint, Scene};
use crate::draw::svg;
use crate::draw::text::{centred, wrapped};
use crate::draw::theme::Theme;
use crate::draw::words;
use crate::geometry::{Candidate, Geometry};
use crate::grid::Grid;

/// Why something cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The board is too large for a picture.
    #[error("a drawing shows at most {most} cells, found {found}")]
    Cells {
        /// The most cells that are drawn.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// The answers, or the solution beside, are on another board.
    #[error("the solution is on another board than the puzzle")]
    Board,
    /// This build does not write pictures in the form.
    #[error("this build writes no {0}: that needs the feature pictures")]
    NotBuilt(PictureForm),
    /// Pixels or pages could not be made.
    #[error("cannot make the picture: {0}")]
    Picture(String),
}

/// A drawing of a puzzle: the board with its digits and the marks of its rules.
///
/// Clues are bold; answers have another weight and colour. The rules are said in words below, as is what has no picture.
///
/// ```
/// use satdoku::Grid;
/// use satdoku::draw::{Drawing, Theme};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let puzzle = puzzle.with_rules(vec!["thermometer r1c1 r2c1 r2c2".parse()?])?;
/// let svg = Drawing::of(&puzzle)?.with_title("Rising").with_theme(Theme::Dark).to_svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("digits rise from the bulb"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(in crate::draw) puzzle: Grid,
    pub(in crate::draw) answers: Option<Grid>,
    pub(in crate::draw) beside: Option<Grid>,
    pub(in crate::draw) candidates: Vec<Candidate>,
    pub(in crate::draw) notes: Vec<Note>,
    pub(in crate::draw) title: String,
    pub(in crate::draw) texts: Vec<String>,
    pub(in crate::draw) theme: Theme,
    pub(in crate::draw) has_letters: bool,
    pub(in crate::draw) has_words: bool,
    pub(in crate::draw) width: Option<f64>,
}

/// The room between parts of a picture, and round it.
const GAP: f64 = 60.0;
const PAD: f64 = 16.0;

/// The size of a title, and the room that it takes.
const TITLE: f64 = 24.0;
const TITLE_LINE: f64 = 32.0;

/// Below wider pictures words are larger.
const WORDS_GROW: f64 = 640.0;

/// Words and titles are not set in narrower columns than this.
const LEAST_COLUMN: f64 = 300.0;

impl Drawing {
    /// The most cells that are drawn.
    pub const MOST_CELLS: usize = 250_000;

    /// A drawing of a puzzle.
    ///
    /// # Errors
    /// If the board has more than [`MOST_CELLS`](Self::MOST_CELLS) cells.
    pub fn of(puzzle: &Grid) -> Result<Self, DrawError> {
        let found = puzzle.geometry().cell_count();
        if found > Self::MOST_CELLS {
            return Err(DrawError::Cells { most: Self::MOST_CELLS, found });
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
            has_words: true,
            width: None,
        })
    }

    /// With the digits of another grid in the empty cells of the puzzle.
    ///
    /// # Errors
    /// If that grid is on another board.
    pub fn with_answers(self, answers: &Grid) -> Result<Self, DrawError> {
        self.check(answers)?;
        Ok(Self { answers: Some(answers.clone()), ..self })
    }

    /// With a second board beside the puzzle's, whose empty cells have the digits of another grid.
    ///
    /// # Errors
    /// If that grid is on another board.
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

    /// With the rules in words below, as it is unless this is called with `false`. What has no picture is said all the same.
    #[must_use]
    pub fn with_words(self, has_words: bool) -> Self {
        Self { has_words, ..self }
    }

    /// So many pixels wide; without this, a cell has 40.
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

    /// The picture in a form.
    ///
    /// # Errors
    /// If this build does not write the form, or the picture is too large for it.
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

    /// How wide the picture is shown.
    pub(in crate::draw) fn shown_width(&self, scene: &Scene) -> f64 {
        const PIXELS: f64 = 2.0 / 3.0;
        self.width.unwrap_or((scene.width * PIXELS).round())
    }

    fn board_word(&self) -> String {
        let board = self.puzzle.geometry();
        format!("{}x{}", board.rows(), board.columns())
    }

    /// The board with the digits of a grid, or without.
    pub(in crate::draw) fn picture(&self, answers: Option<&Grid>) -> Picture {
        let (candidates, notes) = (&self.candidates[..], &self.notes[..]);
        let (theme, has_letters) = (self.theme, self.has_letters);
        Shown { puzzle: &self.puzzle, answers, candidates, notes, theme, has_letters }.picture()
    }

    /// The paragraphs below.
    pub(in crate::draw) fn entries(&self, picture: &Picture) -> Vec<legend::Entry> {
        let own = self.texts.iter().map(|text| legend::Entry { sample: None, text: text.clone() });
        own.chain(words::entries(&self.puzzle, picture, self.has_words)).collect()
    }

    /// All of it.
    pub(in crate::draw) fn scene(&self) -> Scene {
        let picture = self.picture(self.answers.as_ref());
        let entries = self.entries(&picture);
        let boards = std::iter::once(picture.scene);
        let boards: Vec<Scene> =
            boards.chain(self.beside.as_ref().map(|answers| self.picture(Some(answers)).scene)).collect();
        let mut inner = boards.iter().map(|board| board.width + GAP).sum::<f64>() - GAP;
        if !entries.is_empty() || !self.title.is_empty() {
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
        let mut x = PAD + (inner - used) / 2.0;
        for board in boards {
            let (at, width) = ([x, y], board.width);
            scene.items.push(Item::Part { at, scale: 1.0, scene: board });
            x += width + GAP;
        }
        y += high;
        if !entries.is_empty() {
            y += PAD;
            // Larger below large boards, which are seen smaller.
            let scale = (inner / WORDS_GROW).max(1.0);
            let mut words = Scene::default();
            let high = legend::draw(&entries, [0.0, 0.0], inner / scale, self.theme, &mut words);
            scene.items.push(Item::Part { at: [PAD, y], scale, scene: words });
            y += high * scale;
        }
        scene.height = y + PAD;
        let paper = crate::draw::scene::Outline::Rectangle {
            corner: [0.0, 0.0],
            size: [scene.width, scene.height],
            radius: 0.0,
        };
        let paper = crate::draw::scene::Shape { outline: paper, fill: Some(Paint::Paper), stroke: None };
        scene.items.insert(0, Item::Shape(paper));
        scene
    }
}

fn is_on(board: &Geometry, it: Candidate) -> bool {
    board.contains(it.cell) && board.has_digit(it.digit)
}
