//! Stored proofs in DRAT and LRAT, checked by the checkers of this crate, which need no program and never hold a whole proof.

use satdoku_base::budget::Running;

use crate::backend::BackendError;
use crate::backend::proof::format::{Checked, Clauses, Proof};
use crate::backend::proof::lrat_stream::LratStream;
use crate::backend::proof::rup_stream::RupStream;
use crate::backend::proof::streaming::{ProofError, StreamingChecker};
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit};

pub(super) const NAME: &str = "satdoku";

/// The size of the pieces in which a proof is read; the budget is checked before each piece.
const PIECE: usize = 64 << 10;

/// The clauses on their way to the checker.
struct Loading<'a>(&'a mut dyn StreamingChecker);

impl ClauseSink for Loading<'_> {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.0.add(clause);
        Ok(())
    }
}

/// Whether a proof in DRAT, in bytes or as text, refutes the clauses.
pub(super) fn check_drat(
    is_binary: bool,
    clauses: &mut Clauses<'_>,
    proof: &mut Proof<'_>,
    memory: u64,
    run: &Running,
) -> Result<Checked, BackendError> {
    let open = if is_binary { RupStream::binary_drat } else { RupStream::drat };
    check(&mut open(clauses.size.variables, memory, run.clone()).stored(), clauses, proof, run)
}

/// Whether a proof in LRAT, in bytes or as text, refutes the clauses.
pub(super) fn check_lrat(
    is_binary: bool,
    clauses: &mut Clauses<'_>,
    proof: &mut Proof<'_>,
    memory: u64,
    run: &Running,
) -> Result<Checked, BackendError> {
    let stream = LratStream::new(is_binary, clauses.size.variables, memory, run.clone());
    check(&mut stream.stored(), clauses, proof, run)
}

fn check(
    stream: &mut dyn StreamingChecker,
    clauses: &mut Clauses<'_>,
    proof: &mut Proof<'_>,
    run: &Running,
) -> Result<Checked, BackendError> {
    match (clauses.write)(&mut Limited::new(&mut Loading(stream), run)) {
        Ok(()) => {}
        Err(LimitedError::Stopped(reason)) => return Ok(Checked::Unknown(reason)),
        Err(LimitedError::Sink(error)) => return Err(error),
    }
    let mut piece = vec![0; PIECE];
    while stream.proof_error().is_none() {
        if let Err(reason) = run.check() {
            return Ok(Checked::Unknown(reason));
        }
        match proof.reader.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => stream.feed(&piece[..length]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(source) => {
                let backend = NAME.to_owned();
                return Err(BackendError::Io { backend, context: "cannot read the proof", source });
            }
        }
    }
    stream.end();
    Ok(match stream.proof_error() {
        Some(ProofError::Stopped(reason)) => Checked::Unknown(*reason),
        Some(ProofError::Wrong(why)) => Checked::Rejected(why.clone()),
        None if stream.is_refuted() => Checked::Refuted,
        None => Checked::Rejected("it ends without the empty clause".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::FormulaSize;
    use satdoku_base::budget::{Budget, StopReason};

    type Check = fn(bool, &mut Clauses<'_>, &mut Proof<'_>, u64, &Running) -> Result<Checked, BackendError>;

    fn ask(clauses: &str, proof: &str, memory: u64, budget: &Budget) -> Checked {
        ask_of((check_drat, false), clauses, proof.as_bytes(), memory, budget)
    }

    fn ask_of(check: (Check, bool), clauses: &str, proof: &[u8], memory: u64, budget: &Budget) -> Checked {
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
        let mut reader = proof;
        let mut proof = Proof { reader: &mut reader, bytes: proof.len() as u64 };
        let (check, is_binary) = check;
        check(is_binary, &mut Clauses { size, write: &mut write }, &mut proof, memory, &budget.start()).unwrap()
    }

    fn words(checked: Checked) -> String {
        match checked {
            Checked::Refuted => "refuted".to_owned(),
            Checked::Rejected(why) => why,
            Checked::Unknown(reason) => panic!("{reason}"),
        }
    }

    /// The answer about a proof in DRAT as text, and about the same proof in bytes.
    fn says(clauses: &str, proof: &str) -> String {
        words(ask(clauses, proof, 1 << 30, &Budget::unlimited()))
    }

    fn says_of_bytes(clauses: &str, proof: &[u8]) -> String {
        words(ask_of((check_drat, true), clauses, proof, 1 << 30, &Budget::unlimited()))
    }

    fn says_of_lrat(clauses: &str, proof: &str) -> String {
        words(ask_of((check_lrat, false), clauses, proof.as_bytes(), 1 << 30, &Budget::unlimited()))
    }

    fn says_of_lrat_in_bytes(clauses: &str, proof: &[u8]) -> String {
        words(ask_of((check_lrat, true), clauses, proof, 1 << 30, &Budget::unlimited()))
    }

    /// Numbers in bytes: twice each, and 1 for a sign.
    fn bytes_of(numbers: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for word in numbers.split_whitespace() {
            if let ("a" | "d", kind) = (word, word.as_bytes()[0]) {
                bytes.push(kind);
                continue;
            }
            let number: i64 = word.parse().unwrap();
            let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
            while code > 0x7f {
                bytes.push(code as u8 & 0x7f | 0x80);
                code >>= 7;
            }
            bytes.push(code as u8);
        }
        bytes
    }

    /// The example of N. Wetzler, M. Heule and W. Hunt (SAT 2014); its first lemma follows only as a RAT.
    const EXAMPLE: &str = "1 2 -3 0 -1 -2 3 0 2 3 -4 0 -2 -3 4 0 -1 -3 -4 0 1 3 4 0 -1 2 4 0 1 -2 -4 0";

    #[test]
    fn proofs_are_followed_step_by_step() {
        assert_eq!(says(EXAMPLE, "-1 0\nd -1 -2 3 0\nd -1 -3 -4 0\nd -1 2 4 0\n2 0\n0\n"), "refuted");
        // The empty clause may be omitted, and forgetting an absent clause is no fault.
        assert_eq!(says(EXAMPLE, "-1 0\nd 1 2 3 4 0\n2 0\n"), "refuted");
        assert_eq!(says("1 0 -1 0", ""), "refuted");
        // Unit propagation may refute the clauses before the last step, and the formula before the first.
        assert_eq!(says("1 0 -1 0", "1 0\n0 \r\n"), "refuted");
        assert_eq!(says_of_lrat(" 0 1 0", "3 2 0 2 0\n4 0 1 0\n"), "refuted");
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", "1 1 0 0"), "refuted");
        // New variables: x5 stands for x1 and x2.
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", "5 -1 -2 0 -5 1 0 -5 2 0 1 0 0"), "refuted");
    }

    #[test]
    fn nothing_stands_behind_the_empty_clause() {
        const SQUARE: &str = "1 2 0 1 -2 0 -1 2 0 -1 -2 0";
        for more in ["1 0", "0", "d 1 2 0", "payload", "\0"] {
            assert!(says(SQUARE, &format!("1 0\n0\n{more}\n")).ends_with(": something follows its end"), "{more}");
            let lrat = format!("5 1 0 1 2 0\n6 0 5 3 4 0\n{more}");
            // A part of a step may be no step.
            assert_ne!(says_of_lrat(SQUARE, &lrat), "refuted", "{more}");
        }
        assert_eq!(says_of_lrat(SQUARE, "5 1 0 1 2 0\n6 0 5 3 4 0 \r\n"), "refuted");
        let drat = bytes_of("a 1 0 a 0");
        let lrat = bytes_of("a 5 1 0 1 2 0 a 6 0 5 3 4 0");
        assert_eq!([says_of_bytes(SQUARE, &drat), says_of_lrat_in_bytes(SQUARE, &lrat)], ["refuted", "refuted"]);
        for more in [b"\n", b"a"] {
            let longer = |proof: &[u8]| [proof, more].concat();
            assert!(says_of_bytes(SQUARE, &longer(&drat)).ends_with(": something follows its end"));
            assert!(says_of_lrat_in_bytes(SQUARE, &longer(&lrat)).ends_with(": something follows its end"));
        }
        // Only whole steps may follow a refutation by unit propagation.
        assert!(says("1 0 -1 0", "what").ends_with("expected DRAT as text"));
        assert_eq!(says("1 0 -1 0", "2"), "step 0: it ends in the middle of a step");
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        let does_not_follow = |step: u32| format!("step {step}: a clause that does not follow");
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0", "1 0\n0\n"), does_not_follow(2));
        assert_eq!(says("1 2 0", "0\n"), does_not_follow(1));
        assert_eq!(says("1 2 0 3 4 0", "1 0\n-2 0\n2 0\n"), does_not_follow(3));
        assert_eq!(says(EXAMPLE, "d -1 2 4 0 1 0\n0\n"), does_not_follow(3));
        // A forgotten clause cannot be used.
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", "d 1 2 0\n2 0\n0\n"), does_not_follow(2));
        assert_eq!(says("1 2 0 1 -2 0 -1 2 0 -1 -2 0", ""), "it ends without the empty clause");
        // A definition by a name that is taken.
        assert_eq!(says("5 1 0 1 2 0 -5 2 0", "5 -1 -2 0 -5 1 0 -5 2 0 1 0 0"), does_not_follow(2));
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        let formula = "1 2 0 1 -2 0 -1 2 0 -1 -2 0";
        assert_eq!(says(formula, "1"), "step 0: it ends in the middle of a step");
        // A proof has nothing but steps, even where the clauses so far are refuted.
        assert_eq!(says(formula, "1 0 x"), "step 1: expected DRAT as text");
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

    #[test]
    fn drat_in_bytes_says_the_same() {
        let text = "a -1 0 d -1 -2 3 0 d -1 -3 -4 0 d -1 2 4 0 a 2 0 a 0";
        assert_eq!(says_of_bytes(EXAMPLE, &bytes_of(text)), "refuted");
        let long = "a 500 -1 -2 0 a -500 1 0 a -500 2 0 a 1 0 a 0";
        assert_eq!(says_of_bytes("1 2 0 1 -2 0 -1 2 0 -1 -2 0", &bytes_of(long)), "refuted");
        let formula = "1 2 0 1 -2 0 -1 2 0";
        assert_eq!(says_of_bytes(formula, &bytes_of("a 1 0 a 0")), "step 2: a clause that does not follow");
        assert_eq!(says_of_bytes(formula, &bytes_of("a 1")), "step 0: it ends in the middle of a step");
        assert_eq!(says_of_bytes(formula, &[b'a', 0x82]), "step 0: it ends in the middle of a step");
        assert_eq!(
            says_of_bytes(formula, &[b'a', 1, 0]),
            "step 0: a variable that neither the formula nor the proof has room for"
        );
        assert_eq!(says_of_bytes(formula, b"1 0\n"), "step 0: expected DRAT in bytes");
        let long = [&b"a"[..], &[0xff; 12]].concat();
        assert_eq!(says_of_bytes(formula, &long), "step 0: a number that is too long");
        let far = says_of_bytes(formula, &bytes_of("a 2000000000 0"));
        assert_eq!(far, "step 0: a variable that neither the formula nor the proof has room for");
        assert_eq!(says_of_bytes(formula, b""), "it ends without the empty clause");
    }

    /// The refutation of the example in LRAT that comes with DRAT-trim; the first lemma is a RAT.
    const HINTS: &str =
        "8 d 0\n9 -1 0 -1 5 7 -6 2 7 -8 5 2 0\n9 d 7 5 2 0\n10 2 0 9 1 6 3 0\n10 d 1 3 0\n12 0 9 10 8 4 6 0\n";

    #[test]
    fn hints_are_followed() {
        let four = "1 2 0 1 -2 0 -1 2 0 -1 -2 0";
        assert_eq!(says_of_lrat(four, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), "refuted");
        assert_eq!(says_of_lrat_in_bytes(four, &bytes_of("a 5 1 0 1 2 0 d 1 2 0 a 6 0 5 3 4 0")), "refuted");
        // Numbers may have gaps, and absent clauses may be forgotten.
        assert_eq!(says_of_lrat(four, "50 1 0 1 2 0 50 d 7 0 600 0 50 3 4 0"), "refuted");
        // New variables: x5 stands for x1 and x2; no clause denies it, then two do.
        let defined = "5 5 -1 -2 0 0 6 -5 1 0 -5 0 7 -5 2 0 -5 0 8 1 0 1 2 0 9 0 8 3 4 0";
        assert_eq!(says_of_lrat(four, defined), "refuted");
        assert_eq!(says_of_lrat("1 0 -1 0", ""), "it ends without the empty clause");
        assert_eq!(says_of_lrat("1 0 -1 0", "3 0 1 2 0"), "refuted");
        assert_eq!(says_of_lrat(" 0", ""), "refuted");
    }

    #[test]
    fn what_hints_do_not_show_is_refused() {
        let four = "1 2 0 1 -2 0 -1 2 0 -1 -2 0";
        let does_not_follow = |step: u32| format!("step {step}: a clause that does not follow");
        // Too few hints, hints in the wrong order, and a hint to an absent clause.
        assert_eq!(says_of_lrat(four, "5 1 0 1 0"), does_not_follow(1));
        assert_eq!(says_of_lrat(four, "5 0 1 2 3 4 0"), "step 1: a hint that tells nothing yet");
        assert_eq!(says_of_lrat(four, "5 1 0 1 9 0"), "step 1: a hint that names no clause");
        assert_eq!(says_of_lrat(four, "5 1 0 5 0"), "step 1: a hint that names no clause");
        assert_eq!(says_of_lrat(four, "5 d 2 0 5 1 0 1 2 0"), "step 2: a hint that names no clause");
        assert_eq!(says_of_lrat(four, "4 1 0 1 2 0"), "step 1: a number that is not larger than those before");
        // A RAT with clauses that are left out, named twice, named in another order, or without the negated pivot.
        let formula = "-1 2 0 -1 3 0 -2 -3 4 0";
        assert_eq!(says_of_lrat(formula, "4 1 -2 -3 0 0"), does_not_follow(1));
        assert_eq!(says_of_lrat(formula, "4 1 -2 -3 0 -1 0"), does_not_follow(1));
        assert_eq!(says_of_lrat(formula, "4 1 -2 -3 0 -1 -1 0"), does_not_follow(1));
        assert_eq!(says_of_lrat(formula, "4 1 -2 -3 0 -2 -1 0"), does_not_follow(1));
        assert_eq!(
            says_of_lrat(formula, "4 1 -2 -3 0 -1 -3 0"),
            "step 1: a clause that does not deny the first literal"
        );
        assert_eq!(says_of_lrat(formula, "4 1 -2 -3 0 -1 -2 0"), "it ends without the empty clause");
        // A resolvent without a refutation.
        assert_eq!(says_of_lrat(formula, "4 1 0 -1 -2 0"), does_not_follow(1));
    }

    #[test]
    fn what_is_no_lrat_is_refused() {
        let four = "1 2 0 1 -2 0 -1 2 0 -1 -2 0";
        for text in ["x", "-", "5 -", "d 1 0", "5 1 d 0", "--5", "0 1 0 0", "-5 1 0 1 2 0", "5 d -1 0", "\0"] {
            assert!(says_of_lrat(four, text).starts_with("step 0: "), "{text:?}");
        }
        for text in ["5", "5 1", "5 1 0", "5 1 0 1", "5 d 1"] {
            assert_eq!(says_of_lrat(four, text), "step 0: it ends in the middle of a step", "{text:?}");
        }
        assert_eq!(says_of_lrat_in_bytes(four, b"5 1 0"), "step 0: expected LRAT in bytes");
        assert_eq!(says_of_lrat_in_bytes(four, b"a"), "step 0: it ends in the middle of a step");
        let far = says_of_lrat(four, "5 2000000000 0 1 0");
        assert_eq!(far, "step 0: a variable that neither the formula nor the proof has room for");
        let little = ask_of((check_lrat, false), four, b"5 0 0", 10, &Budget::unlimited());
        assert_eq!(little, Checked::Unknown(StopReason::Memory));
    }

    #[test]
    fn the_published_example_is_followed() {
        assert_eq!(says_of_lrat(EXAMPLE, HINTS), "refuted");
    }
}
