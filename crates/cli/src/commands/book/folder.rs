//! A book as a folder: a picture of each puzzle and of each solution, and what is in them in one JSON file.

use std::fs;
use std::path::Path;

use satdoku::draw::{DrawError, PictureForm, SolutionPlace};
use satdoku::grid::format::keys;
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::commands::book::content::{Filled, Puzzle};
use crate::commands::book::drawn::{drawing, failed, heading, solved};
use crate::commands::book::recipe::BookRecipe;
use crate::process::file_name;
use crate::process::folder::create_folder;
use crate::process::interrupt;
use crate::stream::json;

/// Writes the folder.
pub(super) fn write(folder: &Path, recipe: &BookRecipe, sections: &[Filled]) -> Result<(), Failure> {
    create_folder(folder)?;
    interrupt::set_report(|| "interrupted while the pictures were written".to_owned());
    let save = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes)
            .map_err(|error| Failure::from(format!("{}: cannot write: {error}", file_name::name(&path))))
    };
    let picture = |name: &str, drawn: Result<satdoku::draw::Drawing, DrawError>| {
        let png = drawn.and_then(|drawing| drawing.to(PictureForm::Png)).map_err(failed)?;
        save(name, &png)
    };
    let has_solutions = recipe.solutions != SolutionPlace::None;
    let mut number = 0;
    let mut listed = Vec::new();
    for section in sections {
        let mut puzzles = Vec::new();
        for puzzle in &section.puzzles {
            number += 1;
            let name = format!("{number:04}.png");
            picture(&name, drawing(recipe, puzzle))?;
            let mut object = object(number, puzzle, has_solutions);
            object.insert("heading".to_owned(), heading(section, puzzle).into());
            object.insert("picture".to_owned(), name.into());
            if has_solutions {
                let name = format!("{number:04}-solution.png");
                picture(&name, solved(recipe, puzzle))?;
                object.insert("picture_of_solution".to_owned(), name.into());
            }
            puzzles.push(Value::Object(object));
        }
        listed.push(json!({ "title": section.recipe.title, "about": section.recipe.about, "puzzles": puzzles }));
    }
    let book = json!({
        "title": recipe.title,
        "author": recipe.author,
        "about": recipe.about,
        "language": recipe.language.to_string(),
        keys::SEED: recipe.seed,
        "sections": listed,
    });
    save("book.json", format!("{book:#}\n").as_bytes())
}

/// A puzzle as `satdoku generate --output json` prints it.
fn object(number: u64, puzzle: &Puzzle, has_solution: bool) -> Map<String, Value> {
    let mut text = String::new();
    json::begin_with(number, Some(&puzzle.grid), &mut text);
    if has_solution {
        json::push_grid(keys::SOLUTION, &puzzle.solution, &mut text);
    }
    json::push(keys::CLUES, &json!(puzzle.grid.clue_count()), &mut text);
    if let Some((_, rating)) = &puzzle.rating {
        json::push("rating", &json!(rating), &mut text);
    }
    json::end(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}
