//! The vocabulary of JSON objects and tables: the names of keys and columns for reading and writing.
//!
//! The constants of this module are the names written. Readers accept further common names, compared without case, blanks, `_`,
//! `-`, and trailing text in brackets: `Starting Grid`, `starting_grid` and `startingGrid` are one name.
//!
//! A number is always `number`, a board always `board` (the word that `--box` takes), a grid with empty cells `puzzle` and
//! a full one `solution`: a text of one character a cell up to side 35, rows of numbers above.

/// The puzzle's place in the input, from 1.
pub const NUMBER: &str = "number";
/// The board, as for `--box`.
pub const BOARD: &str = "board";
/// The puzzle.
pub const PUZZLE: &str = "puzzle";
/// The solution of the puzzle.
pub const SOLUTION: &str = "solution";
/// The rules of the puzzle beyond its board, one per line.
pub const RULES: &str = "rules";
/// The title of the puzzle.
pub const TITLE: &str = "title";
/// The author of the puzzle.
pub const AUTHOR: &str = "author";
/// The rules in words.
pub const RULESET: &str = "ruleset";
/// Several solutions, in a list.
pub const SOLUTIONS: &str = "solutions";
/// The verdict of a solver: `satisfiable`, `unsatisfiable`, `unknown`, or `invalid` for an unreadable puzzle.
pub const VERDICT: &str = "verdict";
/// The number of solutions as a text: `3` for an exact count, `>=2` for a count that ended early.
pub const COUNT: &str = "count";
/// An estimate of the number of solutions as a text, which is never under [`COUNT`]: `1.228e9`.
pub const ESTIMATE: &str = "estimate";
/// The lower end of the interval in which the number lies with a probability of 95 %.
pub const LOW: &str = "low";
/// The upper end of the interval.
pub const HIGH: &str = "high";
/// The random dives of an estimate.
pub const DIVES: &str = "dives";
/// The number of dives that found a solution.
pub const HITS: &str = "hits";
/// The state of a grid: `solved`, `valid`, `verified`, `mismatch`, `conflict`, `changed` or `invalid`.
pub const CHECK: &str = "check";
/// The uniqueness of the solution: `unique`, `several`, `none` or `unknown`.
pub const UNIQUENESS: &str = "uniqueness";
/// Sentences on the errors found.
pub const DETAILS: &str = "details";
/// Why a stored solution is not right.
pub const MISMATCH: &str = "mismatch";
/// Whether the answer's negative claim was proved and the proof checked in the same run.
pub const CERTIFIED: &str = "certified";
/// The proved claim: `no solution`, `no other`, or `no more after 3`.
pub const CLAIM: &str = "claim";
/// Why the answer is not known, or not whole.
pub const REASON: &str = "reason";
/// The reason, beside an incomplete explanation, count or candidate list.
pub const STOPPED: &str = "stopped";
/// The statistics of a solver's run.
pub const STATS: &str = "stats";
/// The solver that answered, of several.
pub const WINNER: &str = "winner";
/// The error in a text, with its place; beside [`ESTIMATE`], the standard error.
pub const ERROR: &str = "error";
/// The number of clues.
pub const CLUES: &str = "clues";
/// The seed of a generated puzzle.
pub const SEED: &str = "seed";

/// The names of a puzzle for readers, without case, blanks, `_` and `-`.
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

/// The names of a stored solution for readers.
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

/// The names of a board for readers.
pub const BOARDS: [&str; 3] = ["board", "box", "shape"];

/// Keys of JSON that mean nothing for the puzzle and are passed over: people's notes, and satdoku's own answers.
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

/// The meaning of a key or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The puzzle.
    Puzzle,
    /// A solution stored beside the puzzle.
    Solution,
    /// The board, in the words of `--box`.
    Board,
    /// The rules beyond the board, a list with one per line.
    Rules,
    /// The title of the puzzle.
    Title,
    /// The author of the puzzle.
    Author,
    /// The rules in words.
    Ruleset,
    /// The rows of a box.
    BoxRows,
    /// The columns of a box.
    BoxColumns,
    /// A note without meaning for the puzzle.
    Note,
}

impl Meaning {
    /// The meaning of a name, if known.
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

/// Whether two names are equal.
#[must_use]
pub fn is_same(one: &[u8], other: &[u8]) -> bool {
    let name = plain(one);
    if name.is_empty() { one.trim_ascii() == other.trim_ascii() } else { name == plain(other) }
}

/// A name in lower case without blanks, `_` and `-`, and without trailing text in brackets.
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
