//! The vocabulary of JSON objects and tables: what their keys and columns are called, in and out.
//!
//! What is written has one name each, the constants of this module. What is read may have other names that people use,
//! compared without case, blanks, `_`, `-`, and what stands in brackets behind them: `Starting Grid`, `starting_grid` and
//! `startingGrid` are one name.
//!
//! A number is always `number`, a board always `board` (the word that `--box` takes), a grid with empty cells `puzzle` and
//! a full one `solution`: a text of one character a cell up to side 35, rows of numbers above.

/// The puzzle's place in the input, from 1.
pub const NUMBER: &str = "number";
/// The board, as `--box` takes it.
pub const BOARD: &str = "board";
/// The puzzle.
pub const PUZZLE: &str = "puzzle";
/// Its solution.
pub const SOLUTION: &str = "solution";
/// The rules of the puzzle beyond its board, a line each.
pub const RULES: &str = "rules";
/// What the puzzle is called.
pub const TITLE: &str = "title";
/// Who made it.
pub const AUTHOR: &str = "author";
/// Its rules in words.
pub const RULESET: &str = "ruleset";
/// Several solutions, in a list.
pub const SOLUTIONS: &str = "solutions";
/// What a solver says: `satisfiable`, `unsatisfiable`, `unknown`, or `invalid` for what cannot be read.
pub const VERDICT: &str = "verdict";
/// The number of solutions as a text: `3` where it is exact, `>=2` where counting ended before.
pub const COUNT: &str = "count";
/// An estimate of the number of solutions as a text, which is never under [`COUNT`]: `1.228e9`.
pub const ESTIMATE: &str = "estimate";
/// The lower end of the interval in which the number lies with a probability of 95 %.
pub const LOW: &str = "low";
/// Its upper end.
pub const HIGH: &str = "high";
/// The random dives of an estimate.
pub const DIVES: &str = "dives";
/// How many of them found a solution.
pub const HITS: &str = "hits";
/// What a grid is: `solved`, `valid`, `verified`, `mismatch`, `conflict`, `changed` or `invalid`.
pub const CHECK: &str = "check";
/// How many solutions there are: `unique`, `several`, `none` or `unknown`.
pub const UNIQUENESS: &str = "uniqueness";
/// Sentences about what is wrong.
pub const DETAILS: &str = "details";
/// Why a stored solution is not right.
pub const MISMATCH: &str = "mismatch";
/// Whether what the answer denies was proved, and the proof checked in the same run.
pub const CERTIFIED: &str = "certified";
/// What was proved: `no solution`, `no other`, or `no more after 3`.
pub const CLAIM: &str = "claim";
/// Why the answer is not known, or not whole.
pub const REASON: &str = "reason";
/// The same beside an explanation, counts or candidates that are not whole.
pub const STOPPED: &str = "stopped";
/// What it took.
pub const STATS: &str = "stats";
/// Which of several solvers answered.
pub const WINNER: &str = "winner";
/// What is wrong with a text, and where; beside [`ESTIMATE`], its standard error.
pub const ERROR: &str = "error";
/// The number of clues.
pub const CLUES: &str = "clues";
/// The seed of a generated puzzle.
pub const SEED: &str = "seed";

/// What a puzzle is called where it is read, without case, blanks, `_` and `-`.
pub const PUZZLES: [&str; 24] = [
    "puzzle",
    "puzzles",
    "puzzlestring",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "sudokustring",
    "grid",
    "gridstring",
    "cells",
    "unsolved",
    "unsolvedgrid",
    "problem",
    "start",
    "startgrid",
    "starting",
    "startinggrid",
    "initial",
    "initialgrid",
    "given",
    "givens",
    "cluestring",
];

/// What a stored solution is called where it is read.
pub const STORED: [&str; 10] = [
    "solution",
    "solutions",
    "solutionstring",
    "solutiongrid",
    "answer",
    "answers",
    "solved",
    "solvedgrid",
    "solvedstring",
    "completed",
];

/// What a board is called where it is read.
pub const BOARDS: [&str; 3] = ["board", "box", "shape"];

/// Keys of JSON that say nothing of the puzzle, so that they are passed over: what people note, and our own answers.
pub const NOTES: [&str; 79] = [
    "id",
    "index",
    "number",
    "name",
    "comment",
    "comments",
    "note",
    "notes",
    "description",
    "source",
    "url",
    "link",
    "license",
    "copyright",
    "date",
    "created",
    "modified",
    "rating",
    "ratings",
    "difficulty",
    "level",
    "score",
    "rank",
    "seed",
    "kind",
    "symmetry",
    "tags",
    "hash",
    "set",
    "version",
    "clues",
    "verdict",
    "count",
    "counts",
    "check",
    "uniqueness",
    "certified",
    "claim",
    "unique",
    "details",
    "mismatch",
    "reason",
    "stats",
    "winner",
    "solver",
    "error",
    "candidates",
    "undecided",
    STOPPED,
    "duplicates",
    "minimal",
    "chain",
    "differing",
    "deciding",
    "together",
    "redundant",
    "conflicts",
    "more",
    "seconds",
    "path",
    "hints",
    "faults",
    "estimate",
    "low",
    "high",
    "dives",
    "hits",
    "trial",
    "backdoor",
    "width",
    "breaches",
    "gap",
    "neededrules",
    "rulecount",
    "redundantrules",
    "undecidedrules",
    "bestclue",
    "bestcell",
    "uncounted",
];

/// What a key or a column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The puzzle.
    Puzzle,
    /// A solution that is stored beside it.
    Solution,
    /// The board, in the words of `--box`.
    Board,
    /// The rules beyond the board, a line each in a list.
    Rules,
    /// What the puzzle is called.
    Title,
    /// Who made it.
    Author,
    /// Its rules in words.
    Ruleset,
    /// The rows of a box.
    BoxRows,
    /// The columns of a box.
    BoxColumns,
    /// Nothing of the puzzle.
    Note,
}

impl Meaning {
    /// What a name says, if it is known.
    #[must_use]
    pub fn of(name: &[u8]) -> Option<Self> {
        let name = plain(name);
        let is_in = |names: &[&str]| names.iter().any(|known| known.as_bytes() == name);
        Some(match name.as_slice() {
            b"rules" | b"constraints" => Self::Rules,
            b"title" => Self::Title,
            b"author" => Self::Author,
            b"ruleset" => Self::Ruleset,
            b"boxrows" => Self::BoxRows,
            b"boxcols" | b"boxcolumns" => Self::BoxColumns,
            _ if is_in(&PUZZLES) => Self::Puzzle,
            _ if is_in(&STORED) => Self::Solution,
            _ if is_in(&BOARDS) => Self::Board,
            _ if is_in(&NOTES) => Self::Note,
            _ => return None,
        })
    }
}

/// Whether two names are one.
#[must_use]
pub fn is_same(one: &[u8], other: &[u8]) -> bool {
    let name = plain(one);
    if name.is_empty() { one.trim_ascii() == other.trim_ascii() } else { name == plain(other) }
}

/// A name in small letters without blanks, `_` and `-`, and without what stands in brackets behind it.
fn plain(name: &[u8]) -> Vec<u8> {
    let name = name.split(|&byte| byte == b'(').next().unwrap_or_default();
    let is_kept = |byte: &&u8| !matches!(byte, b'_' | b'-') && !byte.is_ascii_whitespace();
    name.iter().filter(is_kept).map(u8::to_ascii_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_without_case_and_blanks() {
        for name in
            ["puzzle", "Puzzle String", "starting_grid", "startingGrid", "CLUE-STRING", "quizzes (1M)", "unsolved"]
        {
            assert_eq!(Meaning::of(name.as_bytes()), Some(Meaning::Puzzle), "{name}");
        }
        for name in ["Solutions", "solution (first)", "ANSWER"] {
            assert_eq!(Meaning::of(name.as_bytes()), Some(Meaning::Solution), "{name}");
        }
        assert_eq!(Meaning::of(b"box_cols"), Some(Meaning::BoxColumns));
        for (name, meaning) in [(TITLE, Meaning::Title), (AUTHOR, Meaning::Author), (RULESET, Meaning::Ruleset)] {
            assert_eq!(Meaning::of(name.as_bytes()), Some(meaning), "{name}");
        }
        for name in ["", "?", "(puzzle)", "puzzling", "p", "puzzle:...."] {
            assert_eq!(Meaning::of(name.as_bytes()), None, "{name}");
        }
        assert!(is_same("Größe".as_bytes(), "größe".as_bytes()) && !is_same(b"?", b"!"));
    }

    #[test]
    fn every_name_says_one_thing_and_is_plain() {
        let mut names = [&PUZZLES[..], &STORED, &BOARDS, &NOTES].concat();
        assert!(names.iter().all(|name| plain(name.as_bytes()) == name.as_bytes()));
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        for written in [
            NUMBER, VERDICT, COUNT, CHECK, UNIQUENESS, DETAILS, MISMATCH, REASON, STATS, WINNER, ERROR, CLUES, SEED,
            ESTIMATE, LOW, HIGH, DIVES, HITS, CERTIFIED, CLAIM, STOPPED,
        ] {
            assert_eq!(Meaning::of(written.as_bytes()), Some(Meaning::Note), "{written}");
        }
    }
}
