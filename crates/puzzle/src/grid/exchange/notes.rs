//! Notes of a puzzle beside its rules: author, title, rules in words, solution and drawings.

use satdoku_base::printable::commands;

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::exchange::Exchange;
use crate::grid::exchange::json::{self, Item, Value};
use crate::grid::exchange::missing::Missing;

/// The names of lost notes: drawings, and players' entries.
const DRAWN: &str = "what only draws it";
const STATE: &str = "what players wrote into cells";

/// The keys of cells, whose state is kept.
const CELLS: [&str; 2] = ["grid", "cells"];

/// Notes of a puzzle from another program, or from a JSON object of satdoku, that mean nothing to a solver.
///
/// Titles, authors, rules in words and solutions are carried over if both formats have a place for them; drawings return only to
/// their own format. The solution in a JSON object of satdoku is an answer and is not taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The rules in words.
    pub rules: Option<String>,
    /// The solution: the digit of each cell, row by row, `None` for a cell left open.
    pub solution: Option<Vec<Option<Digit>>>,
    /// The keys that draw or guide players, and their format.
    pub(super) kept: Vec<(String, Value)>,
    pub(super) kept_of: Option<Exchange>,
}

impl Notes {
    /// Whether the notes are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The notes that a program's format cannot carry; for `None`, every note.
    #[must_use]
    pub fn lost_in(&self, format: Option<Exchange>) -> Vec<Missing> {
        let has_texts = matches!(format, Some(Exchange::FPuzzles | Exchange::SudokuPad));
        missing([
            (!has_texts && self.title.is_some(), "the title"),
            (!has_texts && self.author.is_some(), "the author"),
            (!has_texts && self.rules.is_some(), "the rules in words"),
            (!has_texts && self.solution.is_some(), "the solution"),
            (self.has_drawn() && self.kept_of != format, DRAWN),
            (self.has_state() && self.kept_of != format, STATE),
        ])
    }

    /// The notes that a JSON object of satdoku cannot carry: drawings, players' entries, and a solution with open cells.
    #[must_use]
    pub(crate) fn lost_in_json(&self, puzzle: &Grid) -> Vec<Missing> {
        let is_partial = self.solution.is_some() && self.stored(puzzle).is_none();
        missing([(is_partial, "the solution"), (self.has_drawn(), DRAWN), (self.has_state(), STATE)])
    }

    /// The notes that the format `header` cannot carry: drawings, players' entries, and a solution.
    pub(crate) fn lost_in_header(&self) -> Vec<Missing> {
        let has_solution = self.solution.is_some();
        missing([(has_solution, "the solution"), (self.has_drawn(), DRAWN), (self.has_state(), STATE)])
    }

    fn has_state(&self) -> bool {
        self.kept.iter().any(|(key, _)| CELLS.contains(&key.as_str()))
    }

    fn has_drawn(&self) -> bool {
        self.kept.iter().any(|(key, _)| !CELLS.contains(&key.as_str()))
    }

    /// The solution as a grid, if every cell of the puzzle has a digit of the board.
    #[must_use]
    pub fn stored(&self, puzzle: &Grid) -> Option<Grid> {
        let digits = self.solution.as_ref()?;
        let board = puzzle.geometry();
        let is_whole = digits.iter().all(|digit| digit.is_some_and(|digit| board.has_digit(digit)));
        // Keeps board and rules, so every rule is checked.
        is_whole.then(|| Grid { digits: digits.clone(), ..puzzle.clone() })
    }

    /// Sets a text from a raw JSON string with its quotes, unless the text is set already.
    pub(crate) fn set_json(place: &mut Option<String>, string: &str) {
        match json::parse(string) {
            Ok(Item { value: Value::Text(text), .. }) => Self::set(place, &text),
            // Keeps an invalid escape as written.
            _ => Self::set(place, string.trim_matches('"')),
        }
    }

    /// Appends a text as a string of JSON.
    pub(crate) fn push_json(text: &str, out: &mut String) {
        json::push(&json::text(text), out);
    }

    /// Keeps the value of a key that only draws.
    pub(super) fn keep(&mut self, of: Exchange, key: &str, value: Value) {
        self.kept_of = Some(of);
        self.kept.push((key.to_owned(), value));
    }

    /// The entries kept for a format.
    pub(super) fn kept_of(&self, format: Exchange) -> &[(String, Value)] {
        if self.kept_of == Some(format) { &self.kept } else { &[] }
    }

    /// Sets a text, unless the new text is empty or a text is set already. Characters that command a terminal or page, except
    /// line ends and tabs, become U+FFFD.
    pub fn set(place: &mut Option<String>, text: &str) {
        let text = text.trim();
        if place.is_none() && !text.is_empty() {
            *place = Some(printable(text));
        }
    }

    /// Appends a line to the rules in words.
    pub(crate) fn add_line_of_rules(&mut self, line: &str) {
        let line = printable(line.trim());
        match &mut self.rules {
            Some(rules) => {
                rules.push('\n');
                rules.push_str(&line);
            }
            None => self.rules = Some(line),
        }
    }

    /// Takes a note such as `title: A name` from a cage that only carries text; returns whether the text was a note.
    pub(super) fn take(&mut self, said: &str, cells: usize) -> bool {
        let Some((name, text)) = said.split_once(':') else { return false };
        match name.trim().to_ascii_lowercase().as_str() {
            "title" => Self::set(&mut self.title, text),
            "author" => Self::set(&mut self.author, text),
            "rules" => Self::set(&mut self.rules, text),
            "solution" => self.set_solution(text, cells),
            _ => return false,
        }
        true
    }

    /// Reads the digits of a solution: characters `1` to `9`, then `A` …, or numbers between commas; a different character is an
    /// open cell. A wrong number of cells is ignored.
    pub(super) fn set_solution(&mut self, text: &str, cells: usize) {
        let digits: Vec<Option<Digit>> = if text.contains(',') {
            text.split(',').map(|word| word.trim().parse().ok().filter(|&it: &u16| it < 4096).map(Digit::new)).collect()
        } else {
            let characters = text.chars().filter(|c| !c.is_whitespace());
            characters.map(|c| c.to_digit(36).map(|value| Digit::new(value as u16))).collect()
        };
        if digits.len() == cells && self.solution.is_none() {
            self.solution = Some(digits);
        }
    }
}

/// A text without the characters that command a terminal or a page, except line ends and tabs.
fn printable(text: &str) -> String {
    let shown = |c| if commands(c) && !matches!(c, '\n' | '\r' | '\t') { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(shown).collect()
}

/// The notes marked as missing.
fn missing<const N: usize>(notes: [(bool, &'static str); N]) -> Vec<Missing> {
    notes.into_iter().filter_map(|(is_missing, note)| is_missing.then_some(Missing::Note(note))).collect()
}
