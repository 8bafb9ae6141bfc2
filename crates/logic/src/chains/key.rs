//! The difficulty of a chain, and the order of chains.

/// Kinds of chains in tie-breaking order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A candidate on and off implies one assertion.
    Double = 1,
    /// One digit only.
    X,
    /// Cells of two candidates only.
    Y,
    /// One digit and cells of two candidates together.
    Xy,
    /// All digits of a cell imply one assertion.
    Cell,
    /// All places of a digit in a unit imply one assertion.
    Region,
    /// A candidate implies an assertion and its opposite.
    Contradiction,
}

/// The order in which chains are taken: by difficulty, then complexity, then kind. Among equals the first one found wins.
///
/// Difficulties are added up as in Sudoku Explainer, in floating point, because ties between the classes of 6.6 and 7.0 depend on
/// its rounding.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Key {
    difficulty: f64,
    complexity: u32,
    kind: Kind,
    tenths: u16,
}

/// The tenths that a chain's length adds: one for each of 4, 6, 8, 12, 16, 24, 32, … that is less than complexity - 2.
fn added(complexity: u32) -> u16 {
    let (mut added, mut ceiling, mut is_odd) = (0, 4, false);
    while complexity > ceiling + 2 {
        added += 1;
        ceiling = if is_odd { ceiling * 4 / 3 } else { ceiling * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}

impl Key {
    /// The key of a chain; `base` is the rating of its class without length, in tenths.
    pub(super) fn new(base: u16, complexity: u32, kind: Kind) -> Self {
        let added = added(complexity);
        let sum = (0..added).fold(0.0, |sum, _| sum + 0.1);
        Self { difficulty: f64::from(base) / 10.0 + sum, complexity, kind, tenths: base + added }
    }

    /// The rating in tenths.
    pub(super) fn tenths(self) -> u16 {
        self.tenths
    }

    /// The number of assertions of the chain.
    pub(super) fn complexity(self) -> u32 {
        self.complexity
    }

    /// The kind of the chain.
    pub(super) fn kind(self) -> Kind {
        self.kind
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Kind};

    #[test]
    fn lengths_add_tenths_at_the_steps_of_the_table() {
        let rated = |complexity| Key::new(65, complexity, Kind::X).tenths();
        assert_eq!(
            [4, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27, 34, 35, 50, 51].map(rated),
            [65, 65, 66, 66, 67, 67, 68, 68, 69, 69, 70, 70, 71, 71, 72, 72, 73]
        );
    }
}
