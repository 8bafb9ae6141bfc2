//! What the words below a picture say: of its board and of its rules.

use std::collections::HashSet;

use crate::draw::legend::Entry;
use crate::draw::picture::Picture;
use crate::geometry::{Cell, Geometry};
use crate::grid::Grid;
use crate::rule::{LineWidth, Mark, Rule};

/// The paragraphs below a picture: the board where it has more than rows, columns and boxes, each kind of rule once, and each
/// rule that is not drawn.
///
/// Without `has_all`, only what the picture does not show.
pub(in crate::draw) fn entries(puzzle: &Grid, picture: &Picture, has_all: bool) -> Vec<Entry> {
    let board = &**puzzle.geometry();
    let mut entries = of_board(board, picture, has_all);
    let mut seen = HashSet::new();
    for (number, rule) in puzzle.rules().as_slice().iter().enumerate() {
        let marks = rule.as_constrain().marks(board);
        let globals = marks.iter().filter_map(|mark| match mark {
            // A rule whose mark is its own line needs its meaning as well.
            Mark::Global(text) if *text == rule.to_string() => Some(format!("{text}: {}.", rule.meaning())),
            Mark::Global(text) => Some(text.clone()),
            _ => None,
        });
        let globals: Vec<String> = globals.collect();
        let has_picture = globals.len() < marks.len();
        let line = marks.iter().find_map(|mark| match mark {
            Mark::Line { width: LineWidth::Medium, ink, .. } => Some(*ink),
            _ => None,
        });
        let mut push = |line, text: String| {
            if seen.insert(text.clone()) {
                entries.push(Entry { line, text });
            }
        };
        if has_picture && has_all && globals.is_empty() {
            push(line, format!("{}: {}.", name(rule, line.is_some()), meaning(rule)));
        }
        for text in globals {
            push(None, text);
        }
        if picture.undrawn.contains(&number) {
            push(None, format!("Not in the picture: {rule}"));
        }
    }
    entries
}

/// What rules are called in words where that is not their keyword, and what they mean where the words of their line would not
/// be understood beside a picture.
const WORDS: [(&str, &str, &str); 11] = [
    ("littlekiller", "Little killer", "the digits along an arrow make the number; they may repeat"),
    ("arrow", "Arrow", "the digits along an arrow make the number in its circle or pill"),
    ("doublearrow", "Double arrow", ""),
    ("thermometer", "Thermometer", "digits rise from the bulb on"),
    ("slowthermometer", "Slow thermometer", ""),
    ("regionsum", "Region sum", ""),
    ("pairsum", "Pair sum", ""),
    ("less", "Inequality", "the point is at the lesser digit"),
    ("minimum", "Minimum", "the digit is less than those next to it that are not minima"),
    ("maximum", "Maximum", "the digit is more than those next to it that are not maxima"),
    ("whispers", "Whispers", "neighbours on the line differ by that much at least"),
];

fn words(rule: &Rule) -> Option<&'static (&'static str, &'static str, &'static str)> {
    let keyword = rule.keyword();
    WORDS.iter().find(|(word, _, _)| *word == keyword)
}

fn meaning(rule: &Rule) -> &'static str {
    words(rule).map(|(_, _, meaning)| *meaning).filter(|meaning| !meaning.is_empty()).unwrap_or_else(|| rule.meaning())
}

/// The name with a capital, and for a line the number behind it.
fn name(rule: &Rule, is_line: bool) -> String {
    let text = rule.to_string();
    let keyword = rule.keyword();
    let mut letters = keyword.chars();
    let capital = letters.next().map(|letter| letter.to_ascii_uppercase());
    let mut name: String = capital.into_iter().chain(letters).collect();
    if let Some((_, other, _)) = words(rule) {
        (*other).clone_into(&mut name);
    }
    if let Some(number) =
        text.split(' ').nth(1).filter(|word| is_line && word.bytes().all(|byte| byte.is_ascii_digit()))
    {
        name.push(' ');
        name.push_str(number);
    }
    name
}

fn of_board(board: &Geometry, picture: &Picture, has_all: bool) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut push = |text: String| entries.push(Entry { line: None, text });
    let (first, last) = (board.first_digit(), board.last_digit());
    let longest = board.rows().max(board.columns());
    if first.get() != 1 || (board.squares().is_none() && board.digit_count() != longest) {
        push(format!("The digits are {first} to {last}."));
    }
    if has_all && board.has_diagonals() {
        push("Each digit once on each diagonal.".to_owned());
    }
    let tinted = || picture.further.iter().filter(|unit| has_all && unit.tint.is_some());
    if tinted().any(|unit| unit.is_full) {
        push("Each digit once in each tinted set of cells.".to_owned());
    }
    if tinted().any(|unit| !unit.is_full) {
        push("No digit twice in a tinted set of fewer cells than digits.".to_owned());
    }
    for unit in picture.further.iter().filter(|unit| unit.tint.is_none()) {
        let what = if unit.is_full { "Each digit once in" } else { "No digit twice in" };
        push(format!("{what} {}.", names(&unit.cells)));
    }
    entries
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
