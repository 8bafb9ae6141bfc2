//! `satdoku serve` from the outside: requests over a socket, good and bad ones.
mod answers;
mod ask;
pub(crate) mod client;
mod document;
mod guard;
mod hostile;
mod load;
mod page;
mod plugin;
mod stop;

/// A 9×9 puzzle with one solution, and the solution.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A puzzle that backtracking does not answer within a test.
const ENDLESS: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
