//! `/api/convert`: puzzles out of a text, and into another format.

use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions, keys};
use satdoku::protocol::grid_value;
use satdoku::{Geometry, Grid, Rule};
use serde_json::{Value, json};

use crate::serve::App;
use crate::serve::fields::{Fields, check_size, read_options, unreadable, with_rules};
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::questions::MOST_CELLS;
use crate::serve::respond::Question;

/// As many puzzles of a text are read at most.
pub(crate) const MOST_PUZZLES: usize = 1000;

pub(crate) struct Convert;

impl Question for Convert {
    fn answer(mut fields: Fields, _app: &App, work: &Work) -> Result<Value, Problem> {
        let to = fields.word::<Format>("to")?;
        let puzzles = match fields.take("puzzle") {
            Some(Value::String(text)) => {
                let options = read_options(fields.word("format")?, fields.board()?);
                let rules = fields.each::<Rule>(keys::RULES)?;
                let Several { puzzles, has_more } = several(&text, options, work)?;
                let puzzles = puzzles.into_iter().map(|grid| with_rules(grid, &rules)).collect::<Result<_, _>>()?;
                Several { puzzles, has_more }
            }
            other => {
                fields.put("puzzle", other.unwrap_or_default());
                Several { puzzles: vec![fields.puzzle()?], has_more: false }
            }
        };
        fields.end()?;
        let text = to.map(|to| write(to, &puzzles.puzzles)).transpose()?;
        let answer = (1..).zip(&puzzles.puzzles).map(|(number, grid)| {
            let mut answer = json!({
                keys::NUMBER: number,
                keys::BOARD: grid.geometry().to_string(),
                keys::PUZZLE: grid_value(grid),
            });
            if !grid.rules().is_empty() {
                answer[keys::RULES] = grid.rules().as_slice().iter().map(ToString::to_string).collect();
            }
            if !is_drawn_by_the_page(grid.geometry()) {
                answer["drawing"] = format!("{grid:#}").into();
                let mut text = String::new();
                // This form carries every puzzle.
                if Format::Header.write(grid, &mut text).is_ok() {
                    answer["text"] = text.into();
                }
            }
            answer
        });
        Ok(json!({ "puzzles": answer.collect::<Vec<_>>(), "more": puzzles.has_more, "text": text }))
    }
}

/// Whether the page has cells for a board; others it shows as text.
fn is_drawn_by_the_page(board: &Geometry) -> bool {
    board.square_side().is_some()
        && !board.has_rules()
        && board.first_digit().get() == 1
        && board.has_full_units_only()
        && board.region_units().count() == board.digit_count()
}

struct Several {
    puzzles: Vec<Grid>,
    has_more: bool,
}

/// The puzzles of a text. The first that cannot be read ends it: a person wants to know where.
fn several(text: &str, options: ReadOptions, work: &Work) -> Result<Several, Problem> {
    let running = work.budget().start();
    let mut puzzles = Vec::new();
    let mut cells = 0;
    for puzzle in Puzzles::new(text.as_bytes(), options) {
        running.check().map_err(Problem::stopped)?;
        let puzzle = puzzle.map_err(|error: ReadError| unreadable(&error))?;
        check_size(puzzle.geometry())?;
        cells += puzzle.geometry().cell_count();
        if puzzles.len() == MOST_PUZZLES || (cells > MOST_CELLS && !puzzles.is_empty()) {
            return Ok(Several { puzzles, has_more: true });
        }
        puzzles.push(puzzle);
    }
    if puzzles.is_empty() {
        return Err(Problem::field("puzzle", "expected a puzzle, found nothing"));
    }
    Ok(Several { puzzles, has_more: false })
}

fn write(to: Format, puzzles: &[Grid]) -> Result<String, Problem> {
    let mut text = to.prologue().to_owned();
    for (number, puzzle) in puzzles.iter().enumerate() {
        if number > 0 && to.is_multiline() {
            text.push('\n');
        }
        let written = to.carries(puzzle).and_then(|()| to.write(puzzle, &mut text));
        written.map_err(|error| Problem::field("to", error))?;
    }
    Ok(text)
}
