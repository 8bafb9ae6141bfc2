//! The question for a hint: the next step of a position, every step at hand, or why a digit is not in a cell.

use std::str::FromStr;

use crate::geometry::{Candidate, Cell};
use crate::grid::Grid;
use crate::logic::bits::ones;
use crate::logic::board::Board;
use crate::logic::guide::{Guide, GuideError, Hints};
use crate::logic::layout::Mark;
use crate::logic::profile::Profile;
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::logic::walk::{Referee, Solutions};

/// Which steps are asked for; by default the next one.
#[derive(Clone, Debug, Default)]
pub struct Asking {
    /// Every step at hand, the easiest first, instead of the first that is found.
    pub is_all: bool,
    /// Only steps by this technique.
    pub technique: Option<&'static Technique>,
    /// Only steps that write or strike out something in this cell.
    pub cell: Option<Cell>,
    /// The steps that rule this candidate out, none of which can be left out. The fields above are not looked at then.
    pub why: Option<Candidate>,
    /// The candidates that are left, instead of all that the written digits leave.
    pub marks: Option<Marks>,
}

/// The candidates that are left in each cell of a 9×9 puzzle, read from 729 characters or from a drawn grid.
///
/// Of 729 characters each cell has nine, its digit where it is possible and `.` or `0` where it is not; white space between them is
/// passed over. A drawn grid has the digits of each cell as a word, `|` and lines of borders between them, as `path` draws it:
/// brackets around a digit are passed over, `-3` is struck out, `=3` is written. Where there are bars, lines that do not begin with one
/// are passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks(Vec<u64>);

/// Why a text has no candidates of a 9×9 puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarksError {
    /// A character is not the digit of its place, nor `.` or `0`.
    #[error("expected {expected} or . as character {number} of the candidates")]
    Character {
        /// The digit whose place it is.
        expected: char,
        /// Which character, from 1, white space left out.
        number: usize,
        /// The line, from 1.
        line: usize,
        /// Which character of the line, from 1.
        column: usize,
    },
    /// There are too few characters.
    #[error("expected 729 characters of candidates, found {0}")]
    Length(usize),
    /// A word of a drawn grid has something other than different digits.
    #[error("expected the digits of a cell as word {number} of the drawn candidates, found {found:?}")]
    Word {
        /// Which word, from 1.
        number: usize,
        /// The line, from 1.
        line: usize,
        /// The character of the line at which the word begins, from 1.
        column: usize,
        /// What it is.
        found: String,
    },
    /// A drawn grid has more or fewer cells than 81.
    #[error("expected 81 cells of drawn candidates, found {0}")]
    Words(usize),
}

impl FromStr for Marks {
    type Err = MarksError;

    fn from_str(text: &str) -> Result<Self, MarksError> {
        let count = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
        if text.contains('|') || count != 729 && text.split_ascii_whitespace().count() == 81 {
            return drawn(text).map(Self);
        }
        let mut marks = vec![0_u64; 81];
        let mut count = 0;
        let characters = text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
        for (at, (offset, byte)) in characters.enumerate() {
            count = at + 1;
            let expected = b'1' + (at % 9) as u8;
            match byte {
                b'.' | b'0' if at < 729 => {}
                byte if byte == expected && at < 729 => marks[at / 9] |= 1 << (at % 9),
                _ => {
                    let before = &text[..offset];
                    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
                    let (line, column) = (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
                    return Err(MarksError::Character { expected: char::from(expected), number: count, line, column });
                }
            }
        }
        if count == 729 { Ok(Self(marks)) } else { Err(MarksError::Length(count)) }
    }
}

/// The candidates of a drawn grid.
fn drawn(text: &str) -> Result<Vec<u64>, MarksError> {
    let has_bars = text.contains('|');
    let rows = (1..).zip(text.lines()).filter(|(_, line)| !has_bars || line.trim_start().starts_with('|'));
    let words = rows.flat_map(|(number, line)| {
        let mut column = 1;
        let words = line.split([' ', '\t', '\r', '|']).map(move |word| {
            let start = column;
            column += word.chars().count() + 1;
            (number, start, word)
        });
        words.filter(|(.., word)| !word.is_empty())
    });
    let mut cells = Vec::with_capacity(81);
    for (line, column, word) in words {
        let wrong =
            || MarksError::Word { number: cells.len() + 1, line, column, found: word.chars().take(20).collect() };
        let (mut left, mut seen, mut is_struck) = (0, 0_u64, false);
        for character in word.chars() {
            match character {
                '1'..='9' => {
                    let bit = 1 << (character as u8 - b'1');
                    if seen & bit != 0 {
                        return Err(wrong());
                    }
                    seen |= bit;
                    left |= if is_struck { 0 } else { bit };
                    is_struck = false;
                }
                '-' => is_struck = true,
                '(' | ')' | '[' | ']' | '{' | '}' | '=' => {}
                _ => return Err(wrong()),
            }
        }
        if seen == 0 {
            return Err(wrong());
        }
        cells.push(left);
    }
    if cells.len() == 81 { Ok(cells) } else { Err(MarksError::Words(cells.len())) }
}

/// The answer to the question for a hint.
#[derive(Clone, Debug)]
pub struct Hinted {
    /// The order of techniques by which the steps were found: the guide's, or the first that has the technique asked for.
    pub profile: Profile,
    /// The position.
    pub board: Board,
    /// The steps; where a candidate was asked about, those that rule it out, each from where the last one ends.
    pub hints: Hints,
    /// What is to be said before anything else: something is wrong with the position, or there is no such step.
    wrong: Option<String>,
    /// Whether that is the answer to what was asked.
    is_answer: bool,
    /// Whether only some steps were asked for.
    is_narrow: bool,
}

impl Hinted {
    pub(in crate::logic) fn new(profile: Profile, board: Board, hints: Hints) -> Self {
        Self { profile, board, hints, wrong: None, is_answer: false, is_narrow: false }
    }

    /// With a sentence that is said instead of steps.
    pub(in crate::logic) fn with_sentence(self, sentence: String) -> Self {
        Self { wrong: Some(sentence), ..self }
    }

    /// With the sentence as the answer to what was asked.
    pub(in crate::logic) fn answering(self) -> Self {
        Self { is_answer: true, ..self }
    }

    /// Whether there is what was asked for: a step, or a filled board.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.is_answer || self.wrong.is_none() && (!self.hints.steps.is_empty() || self.board.open() == 0)
    }

    /// What is said besides the steps, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        if self.wrong.is_some() {
            return self.wrong.clone();
        }
        let several = self.hints.solutions == Solutions::Several;
        let sentence = match (self.hints.steps.is_empty(), several) {
            _ if self.board.open() == 0 => "Every cell is filled.",
            (true, _) if self.hints.stopped.is_some() => "Whether there is a step is not known.",
            (true, _) if self.is_narrow => "No such step is at hand.",
            (true, true) => "Nothing more follows by named techniques: the puzzle has several solutions.",
            (true, false) => "No named technique applies.",
            (false, true) => "The puzzle has several solutions; this follows in all of them.",
            (false, false) => return None,
        };
        Some(sentence.to_owned())
    }
}

impl Guide {
    /// The steps of a puzzle that are asked for. A wrong digit, a puzzle without a solution or a candidate that is missing is said
    /// instead of steps: see [`Hinted::sentence`]. A technique that the profile does not have is sought by the first profile that has it.
    ///
    /// # Errors
    /// If the board is too large, has no such cell or digit, is not 9×9 where [`Asking::marks`] are given, or a
    /// solver fails.
    ///
    /// ```
    /// use satdoku::logic::{Asking, Guide};
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let hinted = Guide::default().hint(&puzzle, &Asking { cell: Some("r5c5".parse()?), ..Asking::default() })?;
    /// let step = &hinted.hints.steps[0];
    /// assert_eq!(step.technique.name, "naked-single");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hint(&mut self, puzzle: &Grid, asking: &Asking) -> Result<Hinted, GuideError> {
        let layout = self.layout(puzzle)?;
        let geometry = layout.geometry();
        let cell = asking.cell.or(asking.why.map(|candidate| candidate.cell));
        if let Some(cell) = cell.filter(|&cell| !geometry.contains(cell)) {
            return Err(GuideError::NoCell(cell));
        }
        if let Some(digit) = asking.why.map(|candidate| candidate.digit).filter(|&digit| !geometry.has_digit(digit)) {
            return Err(GuideError::NoDigit(digit));
        }
        let board = match &asking.marks {
            Some(_) if puzzle.as_classic().is_none() => return Err(GuideError::Marks),
            Some(Marks(marks)) => Board::with_candidates(&layout, puzzle, marks),
            None => Board::of(&layout, puzzle),
        };
        let profile = self.profile;
        let without_steps = |solutions, wrong, board| {
            let hints = Hints { steps: Vec::new(), solutions, stopped: None, faults: Vec::new() };
            Ok(Hinted::new(profile, board, hints).with_sentence(wrong))
        };
        if let Some(violation) = puzzle.first_violation() {
            return without_steps(Solutions::None, format!("Something is wrong already: {violation}."), board);
        }
        let referee = self.referee(puzzle)?;
        if referee.solutions == Solutions::None {
            let wrong = "Something is wrong already: the puzzle has no solution.".to_owned();
            return without_steps(Solutions::None, wrong, board);
        }
        if let Some(lost) = lost_mark(&board, &referee) {
            let candidate = layout.candidate(lost);
            let wrong = format!("A candidate is missing: {candidate} is in a solution.");
            return without_steps(referee.solutions, wrong, board);
        }
        if let Some(candidate) = asking.why {
            return Ok(self.why_not(board, &referee, layout.mark(candidate)));
        }
        let wanted = |step: &Step| {
            let changes = |cell| step.placed.iter().chain(&step.struck).any(|mark| geometry.cell(mark.cell()) == cell);
            asking.technique.is_none_or(|technique| step.technique == technique) && asking.cell.is_none_or(changes)
        };
        let has = |profile: &Profile| asking.technique.is_none_or(|technique| profile.has(technique));
        let others = Profile::all().iter().copied();
        let profile = [profile].into_iter().chain(others).find(has).unwrap_or(profile);
        let mut guide = self.clone();
        guide.profile = profile;
        let hints = guide.hints(&board, &referee, asking.is_all, &wanted);
        let is_narrow = asking.technique.is_some() || asking.cell.is_some();
        Ok(Hinted { is_narrow, ..Hinted::new(profile, board, hints) })
    }
}

/// A candidate that is struck out although it is in a solution.
fn lost_mark(board: &Board, referee: &Referee) -> Option<Mark> {
    let allowed = referee.allowed.as_ref()?;
    board
        .empty_cells()
        .flat_map(|cell| ones(allowed[cell]).map(move |digit| Mark::new(cell, digit)))
        .find(|&mark| !board.has(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_729_characters_each_the_digit_of_its_place() {
        let all = "123456789".repeat(81);
        assert_eq!(all.parse(), Ok(Marks(vec![0x1ff; 81])));
        let wrong = |text: &str| text.parse::<Marks>().unwrap_err();
        assert_eq!(wrong(&all[..728]), MarksError::Length(728));
        let not_here = |expected, number, line, column| MarksError::Character { expected, number, line, column };
        assert_eq!(wrong(&format!("{all}1")), not_here('1', 730, 1, 730));
        assert_eq!(wrong(&format!("{all}.")), not_here('1', 730, 1, 730));
        assert_eq!(wrong("1\n.\n é"), not_here('3', 3, 3, 2));
        let row = "| 12 3 =4 | 5-6 (7)8 [9] | {1}-2(3) 1 9 |\n";
        let grid =
            format!(" 1 1.2 a step of 5: r1c1=5\n+---+---+---+\n{}+---+---+---+\n=d is written\n", row.repeat(9));
        let of_row = [0b11, 0b100, 0b1000, 0b1_0000, 0b1100_0000, 0b1_0000_0000, 0b101, 0b1, 0b1_0000_0000];
        assert_eq!(grid.parse(), Ok(Marks(of_row.repeat(9))));
        assert_eq!(grid.replace(['|', '+'], " ").parse::<Marks>().map_err(|_| ()), Err(()));
        assert_eq!("12 3 4 5 6 7 8 9 1\n".repeat(9).parse::<Marks>().map(|marks| marks.0[0]), Ok(0b11));
        assert_eq!(wrong(&row.repeat(8)), MarksError::Words(72));
        for word in ["11", "1x", "-", "0"] {
            let expected = MarksError::Word { number: 2, line: 2, column: 5, found: word.to_owned() };
            assert_eq!(wrong(&format!("+-+\n| 1 {word} |")), expected);
        }
    }
}
