//! A book as a folder: a picture of each puzzle and of each solution, and what is in them in one JSON file.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use satdoku::budget::Running;
use satdoku::certificate::BundleWriter;
use satdoku::draw::{Drawing, PictureForm, SolutionPlace};
use satdoku::grid::format::keys;
use serde_json::{Map, Value, json};

use crate::commands::book::content::{Puzzle, SectionContent};
use crate::commands::book::drawn::{drawing, heading, solved};
use crate::commands::book::recipe::BookRecipe;
use crate::commands::book::refusal::Refusal;
use crate::commands::draw::say_lacking;
use crate::process::file_name;
use crate::process::unfinished_folder::UnfinishedFolder;
use crate::stream::json;

/// Begins the folder, which gets its name when it is complete.
pub(super) fn begin(path: &Path) -> Result<UnfinishedFolder, Refusal> {
    UnfinishedFolder::create(path)
        .map_err(|error| Refusal::bad(format!("{}: cannot create: {error}", file_name::name(path))))
}

/// Writes the files of the folder.
pub(super) fn write(
    folder: &mut UnfinishedFolder,
    recipe: &BookRecipe,
    sections: &[SectionContent],
    running: &Running,
) -> Result<(), Refusal> {
    let files = folder.files();
    let path = files.path().to_owned();
    let mut save = |name: &str, bytes: &[u8]| {
        let written = files.create(name).and_then(|mut file| file.write_all(bytes).and_then(|()| file.flush()));
        written.map_err(|error| Refusal::bad(format!("{}: cannot write: {error}", file_name::name(&path.join(name)))))
    };
    let mut lacking = BTreeSet::new();
    let mut picture = |name: &str, drawing: &Drawing| {
        running.check()?;
        lacking.append(&mut drawing.characters_without_glyph());
        save(name, &drawing.to(PictureForm::Png)?)
    };
    let has_solutions = recipe.solutions != SolutionPlace::None;
    let mut number = 0;
    let mut listed = Vec::new();
    for section in sections {
        let mut puzzles = Vec::new();
        for puzzle in &section.puzzles {
            number += 1;
            let name = format!("{number:06}.png");
            picture(&name, &drawing(recipe, puzzle)?)?;
            let mut object = object(number, puzzle, has_solutions)?;
            object.insert("heading".to_owned(), heading(section, puzzle).into());
            object.insert("picture".to_owned(), name.into());
            if has_solutions {
                let name = format!("{number:06}-solution.png");
                picture(&name, &solved(recipe, puzzle)?)?;
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
    save("book.json", format!("{book:#}\n").as_bytes())?;
    say_lacking(&lacking);
    files.finish().map_err(|error| Refusal::bad(format!("{}: cannot write: {error}", file_name::name(&path))))
}

/// A puzzle as `satdoku generate --output json` prints it.
fn object(number: u64, puzzle: &Puzzle, has_solution: bool) -> Result<Map<String, Value>, Refusal> {
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
    serde_json::from_str(&text).map_err(|error| Refusal::bad(format!("puzzle {number} as JSON: {error}")))
}
