//! A book as PDF.

use satdoku::draw::{Book, DrawError};

use crate::commands::book::content::Filled;
use crate::commands::book::drawn::{drawing, heading};
use crate::commands::book::recipe::BookRecipe;
use crate::commands::draw::say_lacking;

/// The file.
pub(super) fn book(recipe: &BookRecipe, sections: Vec<Filled>) -> Result<Vec<u8>, DrawError> {
    let mut book = Book::new(recipe.options())?;
    if recipe.has_cover(sections.len()) {
        let all: Vec<_> = sections.iter().map(|filled| filled.recipe.on_pages(filled.puzzles.len())).collect();
        book.cover(&recipe.about, &all)?;
    }
    for filled in sections {
        book.section(filled.recipe.on_pages(filled.puzzles.len()))?;
        for puzzle in &filled.puzzles {
            let drawing = drawing(recipe, puzzle)?.with_title(heading(&filled, puzzle));
            book.push(&drawing.with_solution_beside(&puzzle.solution)?)?;
        }
    }
    say_lacking(book.characters_without_glyph());
    book.finish()
}
