//! `draw`: a picture of a puzzle.

use std::sync::Arc;

use satdoku::draw::{Drawing, Theme};
use satdoku::sentences::Language;
use serde_json::{Value, json};

use crate::declared::Field;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::puzzle::read;
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{names, text};
use crate::work::Work;

/// As many cells a picture has at most: a browser shows them in a moment.
const MOST_CELLS: usize = 1 << 14;

const ANSWERS: Field<Option<Value>> =
    Field::value("answers", |_| json!({ "description": "the digits of its empty cells, as `puzzle`" }));
const THEME: Field<Option<Theme>> = Field::word("theme", |_| names(Theme::all()), "its colours, light if not given");
const LANGUAGE: Field<Option<Language>> =
    Field::word("language", |_| names(Language::all()), "the language of its sentences, english if not given");
const TITLE: Field<Option<String>> = Field::text("title", "a line above it");

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let puzzle = fields.puzzle()?;
    let answers = fields.read(&ANSWERS)?;
    let theme = fields.read(&THEME)?.unwrap_or_default();
    let language = fields.read(&LANGUAGE)?.unwrap_or_default();
    let title = fields.read(&TITLE)?.unwrap_or_default();
    fields.end()?;
    let board = Arc::clone(puzzle.geometry());
    let found = board.cell_count();
    if found > MOST_CELLS {
        return Err(Problem::question(format!("a picture shows at most {MOST_CELLS} cells, found {found}")));
    }
    let answers =
        answers.filter(|it| !it.is_null()).map(|it| read(ANSWERS.name, Some(it), Some(board), None, &work.budget()));
    let answers = answers.transpose()?.flatten();
    let running = work.budget().start();
    running.check().map_err(Problem::stopped)?;
    let drawn = Drawing::of(&puzzle).and_then(|drawing| match &answers {
        Some(answers) => drawing.with_answers(answers),
        None => Ok(drawing),
    });
    let drawing = drawn.map_err(|error| Problem::question(error.to_string()))?;
    running.check().map_err(Problem::stopped)?;
    Ok(json!({ "svg": drawing.with_theme(theme).with_language(language).with_title(title).to_svg() }))
}

pub(crate) fn operation() -> Operation {
    Operation::new("draw", "A picture of a puzzle with its rules", answer, members)
        .with_fields(&[OF_A_PUZZLE, &[&ANSWERS, &THEME, &LANGUAGE, &TITLE]])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![("svg", text("the picture, an SVG document"))]
}
