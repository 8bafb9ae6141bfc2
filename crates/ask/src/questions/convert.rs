//! `convert`: puzzles out of a text, and into another format.

use satdoku::grid::exchange::{Missing, Notes, Writing};
use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions, keys};
use satdoku::sentences::Language;
use satdoku::{Geometry, Grid, Running};
use serde_json::{Value, json};

use crate::declared::Field;
use crate::grids::grid_value;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::puzzle::{check_size, read_options, unreadable, with_rules};
use crate::questions::solving::MOST_CELLS;
use crate::reader::{BOARD, FORMAT, OF_A_PUZZLE, PUZZLE, Reader};
use crate::schema::{names, objects, text_or_null};
use crate::work::Work;

/// As many puzzles of a text are read at most.
pub(crate) const MOST_PUZZLES: usize = 1000;

const TO: Field<Option<Format>> =
    Field::word("to", |_| names(Format::all().iter().filter(|format| format.is_written())), "the format to write");

const LANGUAGE: Field<Option<Language>> = Field::word(
    "language",
    |_| names(Language::all()),
    "the language of the rules in words, where the format is sudokupad and the puzzle has no words of its own",
);

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let to = fields.read(&TO)?;
    let writing = Writing::default().with_language(fields.read(&LANGUAGE)?.unwrap_or_default());
    let puzzles = match fields.read(&PUZZLE)? {
        Some(Value::String(text)) => {
            let options = read_options(fields.read(&FORMAT)?, fields.board(&BOARD)?, fields.budget());
            let rules = fields.rules()?;
            let Several { puzzles, has_more } = several(&text, options, work)?;
            let under_rules = |(grid, notes)| Ok((with_rules(grid, &rules, fields.budget())?, notes));
            let puzzles = puzzles.into_iter().map(under_rules).collect::<Result<_, Problem>>()?;
            Several { puzzles, has_more }
        }
        other => {
            fields.put_back(&PUZZLE, other);
            Several { puzzles: vec![fields.puzzle_and_notes()?], has_more: false }
        }
    };
    fields.end()?;
    let running = work.budget().start();
    let written = to.map(|to| write(to, writing, &puzzles.puzzles, &running)).transpose()?;
    let (text, left_out) = written.unzip();
    let answer = (1..).zip(&puzzles.puzzles).map(|(number, (grid, notes))| {
        running.check().map_err(Problem::stopped)?;
        let mut answer = json!({
            keys::NUMBER: number,
            keys::BOARD: grid.geometry().to_string(),
            keys::PUZZLE: grid_value(grid),
        });
        if !grid.rules().is_empty() {
            answer[keys::RULES] = grid.rules().as_slice().iter().map(ToString::to_string).collect();
        }
        let is_plain = is_a_plain_square(grid.geometry());
        if !is_plain {
            answer["drawing"] = format!("{grid:#}").into();
        }
        let has_words = [&notes.title, &notes.author, &notes.rules].into_iter().any(Option::is_some);
        if !is_plain || has_words {
            let mut text = String::new();
            // This format carries every puzzle.
            if Format::Header.write_with_notes(grid, notes, Writing::default(), &mut text).is_ok() {
                answer["text"] = text.into();
            }
        }
        Ok(answer)
    });
    let answer = answer.collect::<Result<Vec<_>, Problem>>()?;
    Ok(json!({ "puzzles": answer, "more": puzzles.has_more, "text": text, "left_out": left_out }))
}

/// Whether the words of `--box` and the grid as a text say all of a puzzle but its rules.
fn is_a_plain_square(board: &Geometry) -> bool {
    board.square_side().is_some()
        && !board.has_rules()
        && board.first_digit().get() == 1
        && board.has_full_units_only()
        && board.region_units().count() == board.digit_count()
}

struct Several {
    puzzles: Vec<(Grid, Notes)>,
    has_more: bool,
}

/// The puzzles of a text. The first unreadable puzzle ends the reading, because a person wants to know its place.
fn several(text: &str, options: ReadOptions, work: &Work) -> Result<Several, Problem> {
    let running = work.budget().start();
    let mut puzzles = Vec::new();
    let mut cells = 0;
    let mut reader = Puzzles::new(text.as_bytes(), options);
    while let Some(puzzle) = reader.next() {
        running.check().map_err(Problem::stopped)?;
        let puzzle = puzzle.map_err(|error: ReadError| unreadable(&error))?;
        check_size(puzzle.geometry())?;
        cells += puzzle.geometry().cell_count();
        if puzzles.len() == MOST_PUZZLES || (cells > MOST_CELLS && !puzzles.is_empty()) {
            return Ok(Several { puzzles, has_more: true });
        }
        puzzles.push((puzzle, reader.notes().map(|notes| *notes).unwrap_or_default()));
    }
    if puzzles.is_empty() {
        return Err(Problem::field(PUZZLE.name, "expected a puzzle, found nothing"));
    }
    Ok(Several { puzzles, has_more: false })
}

/// The text of puzzles in a format, and the parts that have no place in the format.
fn write(
    to: Format,
    writing: Writing,
    puzzles: &[(Grid, Notes)],
    running: &Running,
) -> Result<(String, Vec<String>), Problem> {
    let mut text = to.prologue().to_owned();
    let mut left_out: Vec<String> = Vec::new();
    for (number, (puzzle, notes)) in puzzles.iter().enumerate() {
        running.check().map_err(Problem::stopped)?;
        if number > 0 && to.is_multiline() {
            text.push('\n');
        }
        let missing = to.write_with_notes(puzzle, notes, writing, &mut text);
        for part in Missing::in_words(&missing.map_err(|error| Problem::field(TO.name, error))?) {
            if !left_out.contains(&part) {
                left_out.push(part);
            }
        }
    }
    Ok((text, left_out))
}

pub(crate) fn operation() -> Operation {
    Operation::new("convert", "Puzzles out of a text, and into another format", answer, members)
        .with_fields(&[OF_A_PUZZLE, &[&TO, &LANGUAGE]])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        (
            "puzzles",
            objects(&format!(
                "number, board and puzzle of each, {MOST_PUZZLES} at most; text: the puzzle in the format header, where board, puzzle and rules do not say all"
            )),
        ),
        ("more", json!({ "type": "boolean", "description": "whether the text has more" })),
        ("text", text_or_null("the puzzles in the format `to`, where that is asked for")),
        (
            "left_out",
            json!({ "type": ["array", "null"], "items": { "type": "string" }, "description": "the parts that have no place in that format" }),
        ),
    ]
}
