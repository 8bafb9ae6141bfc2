//! The words that a book has beside its puzzles.

/// Words of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// For one solution.
    Solution,
    /// Above the solutions.
    Solutions,
    /// Above rules that have no room below their puzzles.
    Rules,
    /// Below a puzzle whose rules stand elsewhere.
    RulesBehind,
}
