//! What comes with a puzzle and is none of its rules: who made it, what it is called, its rules in words, its solution, and
//! what only draws it.

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::exchange::Exchange;
use crate::grid::exchange::json::{self, Item, Value};
use crate::grid::exchange::missing::Missing;

/// What is lost where keys that only draw are.
const DRAWN: &str = "what only draws it";

/// What comes with a puzzle of another program, or in an object of our own, and says nothing to a solver.
///
/// Titles, authors, rules in words and solutions go from format to format where both have a place for them; what only draws
/// goes back into the format that it came from. Of our own objects the solution is not taken: it is an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Its rules in words.
    pub rules: Option<String>,
    /// Its solution: what is in each cell, row by row, none where it is not said.
    pub solution: Option<Vec<Option<Digit>>>,
    /// The keys that draw or guide players, and the format that has them.
    pub(in crate::grid::exchange) kept: Vec<(String, Value)>,
    pub(in crate::grid::exchange) kept_of: Option<Exchange>,
}

impl Notes {
    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What a program's format has no place for; in none of them, all.
    #[must_use]
    pub fn lost_in(&self, format: Option<Exchange>) -> Vec<Missing> {
        let has_texts = matches!(format, Some(Exchange::FPuzzles | Exchange::SudokuPad));
        missing([
            (!has_texts && self.title.is_some(), "the title"),
            (!has_texts && self.author.is_some(), "the author"),
            (!has_texts && self.rules.is_some(), "the rules in words"),
            (!has_texts && self.solution.is_some(), "the solution"),
            (!self.kept.is_empty() && self.kept_of != format, DRAWN),
        ])
    }

    /// What an object of our own has no place for: what only draws, and a solution of which cells are not said.
    #[must_use]
    pub fn lost_in_json(&self, puzzle: &Grid) -> Vec<Missing> {
        let is_partial = self.solution.is_some() && self.stored(puzzle).is_none();
        missing([(is_partial, "the solution"), (!self.kept.is_empty(), DRAWN)])
    }

    /// The solution as a grid, if each cell of the puzzle has a digit of its board.
    #[must_use]
    pub fn stored(&self, puzzle: &Grid) -> Option<Grid> {
        let digits = self.solution.as_ref()?;
        let board = puzzle.geometry();
        let is_whole = digits.iter().all(|digit| digit.is_some_and(|digit| board.has_digit(digit)));
        // The same board and rules, so that it is judged by all of them.
        is_whole.then(|| Grid { digits: digits.clone(), ..puzzle.clone() })
    }

    /// Sets a text from a string of JSON as it is written, with its quotes, if none is set.
    pub(in crate::grid) fn set_json(place: &mut Option<String>, string: &str) {
        match json::parse(string) {
            Ok(Item { value: Value::Text(text), .. }) => Self::set(place, &text),
            // A wrong escape stays as it stands.
            _ => Self::set(place, string.trim_matches('"')),
        }
    }

    /// Appends a text as a string of JSON.
    pub(in crate::grid) fn push_json(text: &str, out: &mut String) {
        json::push(&json::text(text), out);
    }

    /// The keys that only draw, with what they have.
    pub(in crate::grid::exchange) fn keep(&mut self, of: Exchange, key: &str, value: Value) {
        self.kept_of = Some(of);
        self.kept.push((key.to_owned(), value));
    }

    /// What was kept of a format.
    pub(in crate::grid::exchange) fn kept_of(&self, format: Exchange) -> &[(String, Value)] {
        if self.kept_of == Some(format) { &self.kept } else { &[] }
    }

    /// Sets a text if it is one and none is set.
    pub(in crate::grid::exchange) fn set(place: &mut Option<String>, text: &str) {
        let text = text.trim();
        if place.is_none() && !text.is_empty() {
            *place = Some(text.to_owned());
        }
    }

    /// Takes a text such as `title: A name`, as cages that only carry it have; whether it was one.
    pub(in crate::grid::exchange) fn take(&mut self, said: &str, cells: usize) -> bool {
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

    /// Reads the digits of a solution in characters: `1` to `9`, then `A` …, or numbers between commas; anything else is not
    /// said. Nothing where there are not as many as cells.
    pub(in crate::grid::exchange) fn set_solution(&mut self, text: &str, cells: usize) {
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

/// Those that are missing.
fn missing<const N: usize>(notes: [(bool, &'static str); N]) -> Vec<Missing> {
    notes.into_iter().filter_map(|(is_missing, note)| is_missing.then_some(Missing::Note(note))).collect()
}
