//! The exit status of a run.

use satdoku::Error;

/// How a run ended, from best to worst: the worst of all its parts is the status of the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Every puzzle was answered: 0.
    #[default]
    Fine,
    /// Some answer is a no, for example no solution or a failed check: 1.
    Negative,
    /// Some answer is unknown, or no puzzle was found: 3.
    Budget,
    /// Bad usage, bad input or a failing backend: 2.
    Bad,
    /// Ctrl-C: 130.
    Interrupted,
}

/// The meaning of each exit status, for help, manual and guide.
pub(crate) const TABLE: [(Status, &str); 5] = [
    (Status::Fine, "every puzzle was answered"),
    (
        Status::Negative,
        "some answer is a no: no solution, several where one is asked for, a failed check, no such step (`count` and \
         `explain` answer everything with 0)",
    ),
    (Status::Bad, "wrong usage, bad input, or a solver that fails"),
    (Status::Budget, "some answer is not known, for a limit or else, or `generate` found no puzzle"),
    (Status::Interrupted, "interrupted by Ctrl-C or a signal"),
];

/// The statuses of `sat`, as SAT solvers define them.
pub(crate) const SAT_TABLE: [(u8, &str); 3] = [(10, "satisfiable"), (20, "unsatisfiable"), (0, "unknown")];

/// The table as a line of help.
pub(crate) fn help() -> String {
    let all = TABLE.map(|(status, meaning)| format!("{} {meaning}", status.code())).join("; ");
    let sat = SAT_TABLE.map(|(status, meaning)| format!("{status} {meaning}")).join("; ");
    format!("Exit status: {all}. The worst of all puzzles counts. `sat` has those of SAT solvers: {sat}.")
}

impl Status {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Negative => 1,
            Self::Budget => 3,
            Self::Bad => 2,
            Self::Interrupted => 130,
        }
    }

    /// The status of a question that a solver failed on or refused.
    pub(crate) fn of(error: &Error) -> Self {
        if error.is_memory_limit() { Self::Budget } else { Self::Bad }
    }

    /// Keeps the worse of the two.
    pub(crate) fn worsen(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}
