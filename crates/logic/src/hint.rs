//! Hint queries: the next step of a position, every step at hand, or why a digit is not in a cell.

use std::fmt::{self, Write as _};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use satdoku_base::budget::StopReason;
use satdoku_puzzle::geometry::{Candidate, Cell};
use satdoku_puzzle::grid::Grid;

use crate::bits::ones;
use crate::board::Board;
use crate::finder::LadderRow;
use crate::layout::BoardTables;
use crate::pencil_mark::PencilMark;
use crate::profile::Profile;
use crate::reasoner::Reasoner;
use crate::step::Step;
use crate::technique::Technique;
use crate::walk::{Fault, NumberOfSolutions, Referee, Walk};

/// The steps that a query asks for; by default the next one.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct HintRequest {
    /// Every step at hand, the easiest first, instead of the first one found.
    pub is_all: bool,
    /// Only steps by this technique.
    pub technique: Option<&'static Technique>,
    /// Only steps that write or strike out a digit in this cell.
    pub cell: Option<Cell>,
    /// A minimal sequence of steps that rules this candidate out. The fields above are then ignored.
    pub why: Option<Candidate>,
    /// The remaining candidates, in place of all candidates that the written digits leave.
    pub marks: Option<Marks>,
    /// Candidates that are struck out already, on any board: what earlier steps have shown.
    pub struck: Vec<Candidate>,
}

with_fields! {
    HintRequest
    with_all_steps(is_all: bool);
    with_technique(technique?: &'static Technique);
    with_cell(cell?: Cell);
    with_why(why?: Candidate);
    with_marks(marks?: Marks);
    with_struck(struck: Vec<Candidate>);
}

/// The remaining candidates of each cell of a 9×9 puzzle, read from 729 characters or from a drawn grid.
///
/// In the 729 characters each cell has nine: a digit if it is possible, else `.` or `0`; white space is skipped. A drawn grid has
/// each cell's digits as a word, with `|` and border lines between, as `path` draws it: brackets around a digit are skipped, `-3`
/// is struck out, `=3` is written. If the text has bars, lines that do not begin with a bar are skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks(Vec<u64>);

/// Why a text is not a list of a 9×9 puzzle's candidates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarksError {
    /// A character that is neither the digit of its place nor `.` or `0`.
    #[error("expected {expected} or . as character {number} of the candidates")]
    Character {
        /// The digit of the place.
        expected: char,
        /// The number of the character, from 1, without white space.
        number: usize,
        /// The line, from 1.
        line: usize,
        /// The character in the line, from 1.
        column: usize,
    },
    /// Too few characters.
    #[error("expected 729 characters of candidates, found {0}")]
    Length(usize),
    /// A word of a drawn grid that is not a set of digits.
    #[error("expected the digits of a cell as word {number} of the drawn candidates, found {found:?}")]
    Word {
        /// The number of the word, from 1.
        number: usize,
        /// The line, from 1.
        line: usize,
        /// The character of the line at which the word begins, from 1.
        column: usize,
        /// The word.
        found: String,
    },
    /// A drawn grid without exactly 81 cells.
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

impl fmt::Display for Marks {
    /// The 729 characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |digits: u64, at: u8| if digits >> at & 1 == 1 { char::from(b'1' + at) } else { '.' };
        self.0.iter().try_for_each(|&digits| (0..9).try_for_each(|at| f.write_char(sign(digits, at))))
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Marks);

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

/// Steps at hand in a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hints {
    /// The steps, the easiest first.
    pub steps: Vec<Step>,
    /// The number of solutions of the puzzle.
    pub solutions: NumberOfSolutions,
    /// The limit that ended the search early, if one did.
    pub stopped: Option<StopReason>,
    /// Withheld steps.
    pub faults: Vec<Fault>,
}

/// The answer to a hint query.
#[derive(Clone, Debug)]
pub struct HintAnswer {
    /// The order of techniques by which the steps were found: the reasoner's, or the first that has the technique asked for.
    pub profile: Profile,
    /// The position.
    pub board: Board,
    /// The steps; for a query about a candidate, the steps that rule it out, each starting where the previous one ends.
    pub hints: Hints,
    /// A sentence that comes before all steps: the position is wrong, or no such step exists.
    wrong: Option<String>,
    /// Whether the sentence is the answer to the query.
    is_answer: bool,
    /// Whether the query was restricted to some steps.
    is_narrow: bool,
}

impl HintAnswer {
    pub(crate) fn new(profile: Profile, board: Board, hints: Hints) -> Self {
        Self { profile, board, hints, wrong: None, is_answer: false, is_narrow: false }
    }

    /// With a sentence in place of steps.
    pub(crate) fn with_sentence(self, sentence: String) -> Self {
        Self { wrong: Some(sentence), ..self }
    }

    /// With the sentence as the answer to the query.
    pub(crate) fn answering(self) -> Self {
        Self { is_answer: true, ..self }
    }

    /// Whether the query succeeded: a step, or a filled board.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.is_answer || self.wrong.is_none() && (!self.hints.steps.is_empty() || self.board.open() == 0)
    }

    /// The sentence beside the steps.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        if self.wrong.is_some() {
            return self.wrong.clone();
        }
        let sentence = match (self.hints.steps.is_empty(), self.hints.solutions) {
            _ if self.board.open() == 0 => "Every cell is filled.",
            (true, _) if self.hints.stopped.is_some() => "Whether there is a step is not known.",
            (true, _) if self.is_narrow => "No such step is at hand.",
            (true, NumberOfSolutions::Several) => {
                "Nothing more follows by named techniques: the puzzle has several solutions."
            }
            (true, _) => "No named technique applies.",
            (false, NumberOfSolutions::Several) => "The puzzle has several solutions; this follows in all of them.",
            (false, NumberOfSolutions::Unknown) => {
                "How many solutions the puzzle has is not known; this follows in all of them."
            }
            (false, _) => return None,
        };
        Some(sentence.to_owned())
    }
}

impl Marks {
    /// The position of a 9×9 puzzle with these candidates and no others.
    ///
    /// # Panics
    /// If the board does not have 81 cells.
    #[must_use]
    pub fn on(&self, layout: &Arc<BoardTables>, puzzle: &Grid) -> Board {
        Board::with_candidates(layout, puzzle, &self.0)
    }
}

impl Reasoner<'_> {
    /// The steps from a position on that are asked for. A broken rule, a puzzle without a solution or a candidate that is missing is said
    /// instead of steps: see [`HintAnswer::sentence`]. A technique that the profile does not have is sought by the first profile
    /// that has it.
    /// The marks of the question are the position's already.
    ///
    /// # Panics
    /// If the board has no such cell or digit.
    #[must_use]
    pub fn hint(&self, board: Board, referee: &Referee, request: &HintRequest) -> HintAnswer {
        let layout = Arc::clone(board.layout());
        let geometry = layout.geometry();
        let profile = self.profile;
        let without_steps = |solutions, wrong, board| {
            let hints = Hints { steps: Vec::new(), solutions, stopped: None, faults: Vec::new() };
            HintAnswer::new(profile, board, hints).with_sentence(wrong)
        };
        if let Some(violation) = board.to_grid().first_violation() {
            return without_steps(NumberOfSolutions::None, format!("Something is wrong already: {violation}."), board);
        }
        if referee.solutions == NumberOfSolutions::None {
            let wrong = "Something is wrong already: the puzzle has no solution.".to_owned();
            return without_steps(NumberOfSolutions::None, wrong, board);
        }
        if let Some(lost) = lost_mark(&board, referee) {
            let candidate = layout.candidate(lost);
            let wrong = format!("A candidate is missing: {candidate} is in a solution.");
            return without_steps(referee.solutions, wrong, board);
        }
        if let Some(candidate) = request.why {
            return self.why_not(board, referee, layout.mark(candidate));
        }
        let wanted = |step: &Step| {
            let changes = |cell| step.placed.iter().chain(&step.struck).any(|mark| geometry.cell(mark.cell()) == cell);
            request.technique.is_none_or(|technique| step.technique == technique) && request.cell.is_none_or(changes)
        };
        let has = |profile: &Profile| request.technique.is_none_or(|technique| profile.has(technique));
        let others = Profile::all().iter().copied();
        let profile = [profile].into_iter().chain(others).find(has).unwrap_or(profile);
        let hints = Self { profile, ..*self }.hints_by(request.technique, &board, referee, request.is_all, &wanted);
        let is_narrow = request.technique.is_some() || request.cell.is_some();
        HintAnswer { is_narrow, ..HintAnswer::new(profile, board, hints) }
    }

    /// The next step of a position, or with `is_all` every step at hand; of those that `wanted` accepts.
    #[must_use]
    pub fn hints(&self, board: &Board, referee: &Referee, is_all: bool, wanted: &dyn Fn(&Step) -> bool) -> Hints {
        self.hints_by(None, board, referee, is_all, wanted)
    }

    /// The same; where a technique is asked for, no other is looked for.
    fn hints_by(
        &self,
        technique: Option<&'static Technique>,
        board: &Board,
        referee: &Referee,
        is_all: bool,
        wanted: &dyn Fn(&Step) -> bool,
    ) -> Hints {
        let running = self.budget.start();
        let all = self.profile.ladder_rows().iter().chain(self.profile.beyond());
        let has = |ladder_row: &&LadderRow| technique.is_some_and(|asked| ladder_row.techniques.contains(&asked));
        let ladder_rows: Vec<LadderRow> = all.filter(has).copied().collect();
        let mut walk = match technique {
            None => self.walk(board.clone(), referee, &running),
            Some(_) => Walk::new(board.clone(), &ladder_rows, referee, self.has_uniqueness, &running),
        };
        let mut steps: Vec<Step> = Vec::new();
        let stopped = walk.each(&mut |step| {
            let is_new = |known: &Step| {
                known.placed != step.placed || known.struck != step.struck || known.technique != step.technique
            };
            if wanted(&step) && steps.iter().all(is_new) {
                steps.push(step);
            }
            if is_all || steps.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if is_all {
            let points = |step: &Step| self.profile.score(step.technique).map(|score| (score.level, score.points));
            steps.sort_by_key(|step| (points(step), step.rating));
        }
        Hints { steps, solutions: referee.solutions, stopped: stopped.err(), faults: walk.faults().to_vec() }
    }
}

/// A candidate of a solution that was struck out.
fn lost_mark(board: &Board, referee: &Referee) -> Option<PencilMark> {
    let allowed = referee.allowed.as_ref()?;
    board
        .empty_cells()
        .flat_map(|cell| ones(allowed[cell]).map(move |digit| PencilMark::new(cell, digit)))
        .find(|&mark| !board.has(mark))
}

#[cfg(test)]
mod tests {
    use satdoku_base::budget::Budget;

    use super::*;

    /// A step that holds without knowledge of the solutions is said to do so.
    #[test]
    fn a_hint_says_how_many_solutions_there_are() {
        let text = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        let grid: Grid = text.parse().unwrap();
        let board = Board::of(&BoardTables::of(&grid).unwrap(), &grid);
        let reasoner = Reasoner { profile: Profile::Se, has_uniqueness: true, budget: &Budget::unlimited() };
        for (solutions, expected) in [
            (NumberOfSolutions::One, None),
            (NumberOfSolutions::Several, Some("The puzzle has several solutions; this follows in all of them.")),
            (
                NumberOfSolutions::Unknown,
                Some("How many solutions the puzzle has is not known; this follows in all of them."),
            ),
            (NumberOfSolutions::None, Some("Something is wrong already: the puzzle has no solution.")),
        ] {
            let hinted =
                reasoner.hint(board.clone(), &Referee { solutions, ..Referee::none() }, &HintRequest::default());
            assert_eq!(hinted.sentence().as_deref(), expected, "{solutions:?}");
        }
    }

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
