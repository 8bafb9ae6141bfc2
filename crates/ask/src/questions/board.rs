//! `board` and `rules`: a puzzle as a page shows it, and the rules that a page offers.

use serde_json::Value;

use crate::board::board;
use crate::operation::Operation;
use crate::palette::palette;
use crate::problem::Problem;
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{list, number, object, objects, text_or_null, texts};
use crate::work::Work;

/// The question `board`.
pub(crate) fn operation() -> Operation {
    Operation::new("board", "The cells, units, rules and picture of a puzzle", of_a_puzzle, members)
        .with_fields(&[OF_A_PUZZLE])
}

fn of_a_puzzle(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let (puzzle, notes) = fields.puzzle_and_notes()?;
    fields.end()?;
    let running = work.budget().start();
    running.check().map_err(Problem::stopped)?;
    board(&puzzle, &notes).map_err(|error| Problem::question(error.to_string()))
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("puzzle", text_or_null("the puzzle in the format header")),
        ("rows", number("the rows of the grid")),
        ("columns", number("the columns of the grid")),
        ("digits", object("first and last: the digits of the grid")),
        ("cells", texts("the cells in reading order, those of layers behind")),
        ("clues", object("the digit of each clue, by cell")),
        ("layers", objects("name, first and last value, and cells of each layer and number")),
        ("units", objects("name and cells of each row, column, box and extra unit")),
        ("rules", objects("line, keyword, title, sentence, meaning, cells and value of each rule")),
        ("sentences", texts("the words of a printed picture")),
        ("title", text_or_null("the title")),
        ("author", text_or_null("the author")),
        ("about", text_or_null("the rules in the words of the setter")),
        (
            "drawing",
            object(
                "view, origin and cell: places and lengths; paper, below and above: parts of an SVG document, with data-rule on the group \
                 of each rule; undrawn: the numbers of rules that the picture does not show in full; colours: values of the variables \
                 --p-NAME in light and dark",
            ),
        ),
    ]
}

/// The question `rules`.
pub(crate) fn rules() -> Operation {
    Operation::new("rules", "The rules that a puzzle may have", of_rules, || {
        vec![
            (
                "rules",
                objects(
                    "keyword, title, aliases, gesture, value, default, template, sentence and example of each rule",
                ),
            ),
            ("board_lines", list("line and sentence of each line that describes the board")),
        ]
    })
}

#[allow(clippy::needless_pass_by_value)] // As the answers of all questions.
fn of_rules(fields: Reader, _: &Work) -> Result<Value, Problem> {
    fields.end()?;
    Ok(palette())
}
