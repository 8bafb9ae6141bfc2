//! Proofs in DRAT that are kept, checked by the checker of this crate, which needs no program and never all of a proof.

use crate::backend::BackendError;
use crate::backend::proof::following::{Flaw, Following};
use crate::backend::proof::format::{Checked, Clauses, Proof};
use crate::budget::Running;
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit};

pub(in crate::backend::proof) const NAME: &str = "satdoku";

/// A proof is read in pieces of this size; the budget is looked at before each.
const PIECE: usize = 64 << 10;

/// The clauses on their way to the checker.
struct Loading<'a>(&'a mut Following);

impl ClauseSink for Loading<'_> {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.0.add(clause);
        Ok(())
    }
}

/// Whether the proof refutes the clauses.
pub(in crate::backend::proof) fn check(
    clauses: &mut Clauses<'_>,
    proof: &mut Proof<'_>,
    memory: u64,
    run: &Running,
) -> Result<Checked, BackendError> {
    let mut following = Following::drat(clauses.size.variables, memory, run.clone());
    match (clauses.write)(&mut Limited::new(&mut Loading(&mut following), run)) {
        Ok(()) => {}
        Err(LimitedError::Stopped(reason)) => return Ok(Checked::Unknown(reason)),
        Err(LimitedError::Sink(error)) => return Err(error),
    }
    let mut piece = vec![0; PIECE];
    while following.flaw().is_none() {
        if let Err(reason) = run.check() {
            return Ok(Checked::Unknown(reason));
        }
        match proof.reader.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => following.feed(&piece[..length]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(source) => {
                let backend = NAME.to_owned();
                return Err(BackendError::Io { backend, context: "cannot read the proof", source });
            }
        }
    }
    following.end();
    Ok(match following.flaw() {
        Some(Flaw::Stopped(reason)) => Checked::Unknown(*reason),
        Some(Flaw::Wrong(why)) => Checked::Rejected(why.clone()),
        None if following.is_refuted() => Checked::Refuted,
        None => Checked::Rejected("it ends without the empty clause".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, StopReason};
    use crate::cnf::FormulaSize;

    fn ask(clauses: &str, proof: &str, memory: u64, budget: &Budget) -> Checked {
        let number = |word: &str| Lit::from_dimacs(word.parse().unwrap()).unwrap();
        let clauses: Vec<Vec<Lit>> =
            clauses.split(" 0").map(|clause| clause.split_whitespace().map(number).collect()).collect();
        let mut size = FormulaSize::default();
        let given = &clauses[..clauses.len() - 1];
        for clause in given {
            let Ok(()) = size.add_clause(clause);
        }
        let mut write = |sink: &mut dyn ClauseSink<Error = LimitedError<BackendError>>| {
            given.iter().try_for_each(|clause| sink.add_clause(clause))
        };
        let mut reader = proof.as_bytes();
        let mut proof = Proof { reader: &mut reader, bytes: proof.len() as u64 };
        check(&mut Clauses { size, write: &mut write }, &mut proof, memory, &budget.start()).unwrap()
    }

    fn says(clauses: &str, proof: &str) -> String {
        match ask(clauses, proof, 1 << 30, &Budget::unlimited()) {
            Checked::Refuted => "refuted".to_owned(),
            Checked::Rejected(why) => why,
            Checked::Unknown(reason) => panic!("{reason}"),
        }
    }

    /// The example of N. Wetzler, M. Heule and W. Hunt (SAT 2014); its first lemma follows only as a RAT.
    const EXAMPLE: &str = "1 2 -3 0 -1 -2 3 0 2 3 -4 0 -2 -3 4 0 -1 -3 -4 0 1 3 4 0 -1 2 4 0 1 -2 -4 0";

    #[test]
    fn proofs_are_followed_step_by_step() {
        assert_eq!(says(EXAMPLE, "-1 0\nd -1 -2 3 0\nd -1 -3 -4 0\nd -1 2 4 0\n2 0\n0\n"), "refuted");
        // The empty clause may go without saying, and forgetting what is not there is no fault.
        assert_eq!(says(EXAMPLE, "-1 0\nd 1 2 3 4 0\n2 0\n"), "refuted");
        assert_eq!(says("1 0 -1 0", ""), "refuted");
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", "1 1 0 0"), "refuted");
        // New variables: x5 stands for x1 and x2.
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", "5 -1 -2 0 -5 1 0 -5 2 0 1 0 0"), "refuted");
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        let does_not_follow = |step: u32| format!("step {step}: a clause that does not follow");
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0", "1 0\n0\n"), does_not_follow(2));
        assert_eq!(says("1 2 0", "0\n"), does_not_follow(1));
        assert_eq!(says("1 2 0 3 4 0", "1 0\n-2 0\n2 0\n"), does_not_follow(3));
        assert_eq!(says(EXAMPLE, "d -1 2 4 0 1 0\n0\n"), does_not_follow(3));
        // What was forgotten cannot be used.
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", "d 1 2 0\n2 0\n0\n"), does_not_follow(2));
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", ""), "it ends without the empty clause");
        // A definition by a name that is taken.
        assert_eq!(says("5 1 0 1 2 0 -5 2 0", "5 -1 -2 0 -5 1 0 -5 2 0 1 0 0"), does_not_follow(2));
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        let formula = "1 2 0 1 -2 0 -1 2 0 -1 -2 0";
        assert_eq!(says(formula, "1"), "step 0: it ends in the middle of a step");
        assert_eq!(says(formula, "1 0 x"), "refuted");
        for text in ["x", "- 1 0", "--1 0", "1-1 0", "1 d 0", "a 1 0", "\0\0"] {
            assert!(says("1 2 0", text).starts_with("step 0: "), "{text:?}");
        }
        let far = says("1 2 0", "2000000000 0");
        assert_eq!(far, "step 0: a variable that neither the formula nor the proof has room for");
        assert_eq!(says("1 2 0", "1 99999999999999999999999999 0"), far);
    }

    #[test]
    fn memory_and_time_are_limits() {
        let clauses: Vec<String> = (1..2000).map(|first| format!("{first} {} 0", first + 1)).collect();
        let clauses = clauses.join(" ");
        let little = ask(&clauses, "0\n", 4 << 10, &Budget::unlimited());
        assert_eq!(little, Checked::Unknown(StopReason::Memory));
        let soon = Budget::unlimited().with_time(std::time::Duration::ZERO);
        assert_eq!(ask(&clauses, "0\n", 1 << 30, &soon), Checked::Unknown(StopReason::Time));
    }
}
