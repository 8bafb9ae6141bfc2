//! `/api/draw`: a picture of a puzzle.

use std::sync::Arc;

use satdoku::draw::{Drawing, Theme};
use serde_json::{Value, json};

use crate::serve::App;
use crate::serve::fields::{Fields, read};
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::respond::Question;

/// As many cells a picture has at most: a browser shows them in a moment.
const MOST_CELLS: usize = 1 << 14;

pub(crate) struct Draw;

impl Question for Draw {
    fn answer(mut fields: Fields, _app: &App, _work: &Work) -> Result<Value, Problem> {
        let puzzle = fields.puzzle()?;
        let answers = fields.take("answers");
        let theme = fields.word::<Theme>("theme")?.unwrap_or_default();
        let title = fields.text("title")?.unwrap_or_default();
        fields.end()?;
        let board = Arc::clone(puzzle.geometry());
        let found = board.cell_count();
        if found > MOST_CELLS {
            return Err(Problem::question(format!("a picture shows at most {MOST_CELLS} cells, found {found}")));
        }
        let answers = answers.filter(|it| !it.is_null()).map(|it| read("answers", Some(it), Some(board), None));
        let answers = answers.transpose()?.flatten();
        let drawn = Drawing::of(&puzzle).and_then(|drawing| match &answers {
            Some(answers) => drawing.with_answers(answers),
            None => Ok(drawing),
        });
        let drawing = drawn.map_err(|error| Problem::question(error.to_string()))?;
        Ok(json!({ "svg": drawing.with_theme(theme).with_title(title).to_svg() }))
    }
}
