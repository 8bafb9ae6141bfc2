//! Parts of puzzles that a format cannot express.

use std::fmt;

use crate::geometry::Cell;

/// A part of a puzzle that a format of another program cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// A rule, by its line.
    Rule(String),
    /// An extra unit, by its cells.
    Unit(Vec<Cell>),
    /// The clue of a cell beside the grid.
    Clue(Cell),
    /// The board.
    Board(String),
    /// A note beside the rules, such as the title.
    Note(&'static str),
    /// The puzzle, whose text has so many characters: more than are read again from a link.
    Length(usize),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(line) => write!(f, "the rule {line}"),
            Self::Unit(cells) => {
                f.write_str("the unit")?;
                cells.iter().try_for_each(|cell| write!(f, " {cell}"))
            }
            Self::Clue(cell) => write!(f, "the clue of {cell}"),
            Self::Board(board) => write!(f, "the board {board}"),
            Self::Note(note) => f.write_str(note),
            Self::Length(characters) => write!(f, "a puzzle of {characters} characters in a link"),
        }
    }
}

impl std::error::Error for Missing {}

impl Missing {
    /// Missing parts in words: rules of one keyword once, with their number and the first of them.
    #[must_use]
    pub fn in_words(parts: &[Self]) -> Vec<String> {
        let keyword = |part: &Self| match part {
            Self::Rule(line) => line.split(' ').next().map(str::to_owned),
            _ => None,
        };
        let mut told: Vec<(Option<String>, usize, &Self)> = Vec::new();
        for part in parts {
            let keyword = keyword(part);
            match told.iter_mut().find(|(known, ..)| known.is_some() && *known == keyword) {
                Some((_, count, _)) => *count += 1,
                None => told.push((keyword, 1, part)),
            }
        }
        let in_words = |(keyword, count, first): (Option<String>, usize, &Self)| match keyword {
            Some(keyword) if count > 1 => format!("{count} rules {keyword}, the first: {first}"),
            _ => first.to_string(),
        };
        told.into_iter().map(in_words).collect()
    }
}
