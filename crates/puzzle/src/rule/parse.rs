//! Rules read from their lines.

use std::str::FromStr;

use satdoku_base::budget::Running;
use satdoku_base::printable::commands;

use crate::geometry::Cell;
use crate::rule::any::Rule;
use crate::rule::check::Taken;
use crate::rule::error::ParseRuleError;
use crate::rule::form::RuleForm;
use crate::rule::forms::{self, by_keyword};
use crate::rule::names;
use crate::rule::words::{Words, range};

impl Rule {
    /// The table of rules.
    pub const FORMS: &[RuleForm] = forms::FORMS;

    /// Lines among the rules that describe the board, with their meanings.
    pub const BOARD_LINES: &[(&str, &str)] = forms::BOARD_LINES;

    /// The row of a rule by name: its keyword or an alias, in one word or several, in any case.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// # use satdoku::Rule;
    /// assert_eq!(Rule::form_named("German Whispers")?.keyword(), "whispers");
    /// assert!(Rule::form_named("termometer").unwrap_err().to_string().ends_with("did you mean thermometer?"));
    /// # Ok::<(), satdoku::rule::ParseRuleError>(())
    /// ```
    ///
    /// # Errors
    /// If no rule has the name; the message lists names with a similar spelling.
    pub fn form_named(name: &str) -> Result<&'static RuleForm, ParseRuleError> {
        let running = Running::default();
        let mut words = Words::within(name, names::OF_FORMS, &running);
        let keyword = words.keyword()?;
        if words.is_at_end() { Ok(by_keyword(keyword)) } else { Err(words.no_keyword(name)) }
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(line: &str) -> Result<Self, ParseRuleError> {
        Self::read_within(line, &Running::default()).map_err(|(_, error)| error)
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Rule);

impl Rule {
    /// Reads a line, unless the budget is spent.
    ///
    /// # Errors
    /// The error, and the start of the wrong word in the line.
    pub fn read_within(line: &str, running: &Running) -> Result<Self, (usize, ParseRuleError)> {
        let is_command = |c: char| c != '\t' && commands(c);
        if let Some((at, c)) = line.char_indices().find(|&(_, c)| is_command(c)) {
            return Err((at, ParseRuleError::Command(c)));
        }
        let mut words = Words::within(line, names::OF_FORMS, running);
        let rule = Self::read(&mut words).and_then(|rule| match words.next() {
            None => Ok(rule),
            found => Err(Words::unlike("the end of the line", found)),
        });
        match words.stopped() {
            // A part of the line may be a valid rule.
            Some(reason) => Err((0, ParseRuleError::Stopped(reason))),
            None => rule.map_err(|error| (words.at(), error)),
        }
    }

    /// Reads the cells and their digits after the first word of a `given` line.
    ///
    /// # Errors
    /// The error, and the start of the wrong word in the line.
    pub(crate) fn read_given(line: &str) -> Result<Vec<(Cell, u16)>, (usize, ParseRuleError)> {
        let running = Running::default();
        let mut words = Words::within(line, names::OF_FORMS, &running);
        words.next();
        let wrong = |words: &Words<'_>, error| (words.at(), error);
        let mut cells = Vec::new();
        while words.peek().is_some_and(|word| !word.starts_with(|c: char| c.is_ascii_digit())) {
            let word = words.next().unwrap_or_default();
            cells.extend(range(word, Taken::Path).map_err(|error| wrong(&words, error))?);
        }
        let mut values = Vec::with_capacity(cells.len());
        for _ in &cells {
            let value = words.word("a value for each cell", |word| word.parse().ok());
            values.push(value.map_err(|error| wrong(&words, error))?);
        }
        match words.next() {
            None if !cells.is_empty() => Ok(cells.into_iter().zip(values).collect()),
            None => Err((words.at(), Words::unlike("cells and a value for each", None))),
            found => Err((words.at(), Words::unlike("as many values as cells", found))),
        }
    }

    /// Reads the cells after the first word of a unit's line.
    ///
    /// # Errors
    /// The error, and the start of the wrong word in the line.
    pub(crate) fn read_unit(line: &str) -> Result<Vec<Cell>, (usize, ParseRuleError)> {
        let running = Running::default();
        let mut words = Words::within(line, names::OF_FORMS, &running);
        words.next();
        let cells = words.cells(Taken::Set, 0).map_err(|error| (words.at(), error))?;
        match words.next() {
            None => Ok(cells),
            found => Err((words.at(), Words::unlike("a cell", found))),
        }
    }
}
