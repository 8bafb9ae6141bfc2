//! A solution in a book, small.

use satdoku_puzzle::grid::Grid;

use crate::drawing::{DrawError, Drawing};
use crate::scene::{Anchor, Paint, Scene, Text};
use crate::theme::Theme;

/// The size of the number above a small solution.
pub(super) const NUMBER: f64 = 9.0;

/// A puzzle without its rules, with its solution.
pub(super) struct Solved {
    pub(super) number: usize,
    clues: Grid,
    answers: Grid,
    has_letters: bool,
}

impl Solved {
    /// The solution that stands beside a drawing's puzzle, if there is one.
    pub(super) fn of(number: usize, drawing: &Drawing) -> Option<Self> {
        let board = drawing.puzzle.geometry();
        let plain = |grid: &Grid| Grid::from_digits(board, grid.digits().to_vec()).ok();
        let (clues, answers) = plain(&drawing.puzzle).zip(drawing.beside.as_ref().and_then(plain))?;
        Some(Self { number, clues, answers, has_letters: drawing.has_letters })
    }

    /// The longer side of the board.
    pub(super) fn side(&self) -> usize {
        let board = self.clues.geometry();
        board.rows().max(board.columns())
    }

    /// The number and the board, as large as a space of this size allows, and in its middle.
    pub(super) fn scene(&self, [wide, high]: [f64; 2], theme: Theme) -> Result<Scene, DrawError> {
        let drawing = Drawing::of(&self.clues)?.with_theme(theme).with_letters(self.has_letters);
        let board = drawing.picture(Some(&self.answers)).scene;
        let above = NUMBER + 4.0;
        let scale = (wide / board.width).min((high - above) / board.height);
        let left = (wide - board.width * scale) / 2.0;
        let mut scene = Scene { width: wide, height: high, items: Vec::new() };
        scene.text(Text {
            at: [left, NUMBER - 1.0],
            size: NUMBER,
            is_bold: true,
            anchor: Anchor::Start,
            paint: Paint::Text,
            letters: self.number.to_string(),
        });
        scene.items.push(crate::scene::Item::Part { at: [left, above], scale, scene: board });
        Ok(scene)
    }
}
