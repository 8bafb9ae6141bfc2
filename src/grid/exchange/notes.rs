//! What comes with a puzzle and is none of its rules: who made it, what it is called, its rules in words, its solution, and
//! what only draws it.

use crate::geometry::Digit;
use crate::grid::exchange::Exchange;
use crate::grid::exchange::json::Value;

/// What comes with a puzzle of another program and says nothing to a solver.
///
/// Titles, authors, rules in words and solutions go from format to format where both have a place for them; what only draws
/// goes back into the format that it came from.
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

    /// The keys that only draw, with what they have.
    pub(in crate::grid::exchange) fn keep(&mut self, of: Exchange, key: &str, value: Value) {
        self.kept_of = Some(of);
        self.kept.push((key.to_owned(), value));
    }

    /// Sets a text if it is one and none is set.
    pub(in crate::grid::exchange) fn set(place: &mut Option<String>, text: &str) {
        let text = text.trim();
        if place.is_none() && !text.is_empty() {
            *place = Some(text.to_owned());
        }
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
