//! What a certificate says.

/// What a certificate says of its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It has this solution.
    Solved,
    /// It has none.
    Unsatisfiable,
    /// It has this solution and no other.
    Unique,
}

names! {
    pub Claim {
        Solved = "solved", "the puzzle has this solution";
        Unsatisfiable = "unsatisfiable", "the puzzle has no solution";
        Unique = "unique", "the puzzle has this solution and no other";
    }
}

impl Claim {
    /// Whether it comes with a solution.
    #[must_use]
    pub fn has_solution(self) -> bool {
        self != Self::Unsatisfiable
    }

    /// Whether it needs a proof.
    #[must_use]
    pub fn has_proof(self) -> bool {
        self != Self::Solved
    }
}
