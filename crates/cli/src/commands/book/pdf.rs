//! A book as PDF.

use satdoku::budget::Running;
use satdoku::draw::Book;

use crate::commands::book::content::SectionContent;
use crate::commands::book::drawn::{drawing, heading};
use crate::commands::book::recipe::BookRecipe;
use crate::commands::book::refusal::Refusal;
use crate::commands::draw::say_lacking;

/// The file.
pub(super) fn book(recipe: &BookRecipe, sections: Vec<SectionContent>, running: &Running) -> Result<Vec<u8>, Refusal> {
    let mut book = Book::new(recipe.options())?;
    if recipe.has_cover(sections.len()) {
        let all: Vec<_> = sections.iter().map(|section| section.recipe.on_pages(section.puzzles.len())).collect();
        book.cover(&recipe.about, &all)?;
    }
    for section in sections {
        book.section(section.recipe.on_pages(section.puzzles.len()))?;
        for puzzle in &section.puzzles {
            running.check()?;
            let drawing = drawing(recipe, puzzle)?.with_title(heading(&section, puzzle));
            book.push(&drawing.with_solution_beside(&puzzle.solution)?)?;
        }
    }
    say_lacking(book.characters_without_glyph());
    Ok(book.finish()?)
}
