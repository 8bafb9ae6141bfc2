//! Proofs in every format that a checker of ours reads: a byte is the format, one the number of clauses, one the length of the
//! pieces; then come the clauses, two bytes each, and the proof. No formula with a model is refuted, the pieces do not matter,
//! and a refusal tells its step.
#![no_main]

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;
use satdoku::backend::{Checked, Clauses, Proof, ProofFormat};
use satdoku::{Budget, ClauseSink, Cnf, Lit, Var};

/// Few enough to try all values.
const VARIABLES: usize = 4;

const MEMORY: u64 = 64 << 20;

/// Clauses of up to four literals, three bits each: a variable and a sign.
fn cnf(bytes: &[u8]) -> Cnf {
    let mut cnf = Cnf::new();
    for pair in bytes.chunks_exact(2) {
        let code = u16::from_le_bytes([pair[0], pair[1]]);
        let length = usize::from(code >> 12) % 5;
        let lit = |place: usize| {
            let bits = usize::from(code >> (3 * place)) & 7;
            Var::new(bits % VARIABLES).lit(bits < VARIABLES)
        };
        let clause: Vec<Lit> = (0..length).map(lit).collect();
        let Ok(()) = cnf.add_clause(&clause);
    }
    cnf
}

fn has_model(cnf: &Cnf) -> bool {
    let is_true = |values: usize, lit: Lit| (values >> lit.var().index() & 1 == 1) == (lit == lit.var().positive());
    (0..1 << VARIABLES).any(|values| cnf.clauses().all(|clause| clause.iter().any(|&lit| is_true(values, lit))))
}

/// Gives out so many bytes at once.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(out.len());
        (&mut self.0).take(length as u64).read(out)
    }
}

fn check(format: ProofFormat, cnf: &Cnf, proof: &[u8], piece: usize) -> Checked {
    let mut write = |sink: &mut dyn ClauseSink<Error = _>| cnf.write(sink);
    let mut clauses = Clauses { size: cnf.size(), write: &mut write };
    let mut reader = Pieces(proof, piece);
    let mut proof = Proof { reader: &mut reader, bytes: proof.len() as u64 };
    format
        .check(&mut clauses, &mut proof, MEMORY, &Budget::unlimited().start())
        .expect("a checker of ours does not fail")
}

fuzz_target!(|data: &[u8]| {
    let [format, clauses, piece, rest @ ..] = data else { return };
    let formats = [ProofFormat::Drat, ProofFormat::BinaryDrat, ProofFormat::Lrat, ProofFormat::BinaryLrat];
    let format = formats[usize::from(*format) % formats.len()];
    let (clauses, proof) = rest.split_at((2 * usize::from(*clauses % 32)).min(rest.len()));
    let cnf = cnf(clauses);
    let answer = check(format, &cnf, proof, usize::MAX);
    assert_eq!(answer, check(format, &cnf, proof, usize::from(*piece).max(1)));
    if has_model(&cnf) {
        assert!(matches!(answer, Checked::Rejected(_)), "{format}: {answer:?}");
    }
});
