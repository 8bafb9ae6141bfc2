//! The drawings of a book's puzzles and solutions.

use satdoku::draw::{DrawError, Drawing};

use crate::commands::book::content::{Puzzle, SectionContent};
use crate::commands::book::recipe::BookRecipe;

/// The words for a puzzle's difficulty behind its number and title, if the section prints ratings.
pub(super) fn heading(section: &SectionContent, puzzle: &Puzzle) -> String {
    let rating = puzzle.rating.as_ref().filter(|_| section.recipe.rated);
    let parts =
        [Some(puzzle.title.clone()).filter(|title| !title.is_empty()), rating.map(|(_, words)| format!("SE {words}"))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The drawing of a puzzle.
pub(super) fn drawing(recipe: &BookRecipe, puzzle: &Puzzle) -> Result<Drawing, DrawError> {
    let drawing = Drawing::of(&puzzle.grid)?.with_theme(recipe.theme).with_language(recipe.language);
    Ok(match &puzzle.words {
        Some(words) => drawing.with_setters_words(words),
        None => drawing,
    })
}

/// The drawing of a solution, without rules.
pub(super) fn solved(recipe: &BookRecipe, puzzle: &Puzzle) -> Result<Drawing, DrawError> {
    let [plain, solution] = [&puzzle.grid, &puzzle.solution].map(satdoku::Grid::without_rules);
    Ok(Drawing::of(&plain)?.with_answers(&solution)?.with_theme(recipe.theme).with_words(false))
}
