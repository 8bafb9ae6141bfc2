//! `sudoku_prove`: a certificate of a puzzle, made and checked in one call.
//!
//! The proof is in LRAT. Satdoku's checker checks it against clauses that are derived anew from the puzzle. The manifest
//! has the digests of all files of the certificate, which `satdoku prove` writes as a folder.

use std::num::NonZeroUsize;
use std::time::Instant;

use satdoku::certificate::{Memory, ProveOptions, Proved, Prover, Verification, VerifyOptions, verify};
use satdoku::{Budget, Grid};

use crate::digits::digits;
use crate::functions::columns::{Row, Value};
use crate::functions::duration;
use crate::functions::status::{FAILED, failed, unknown};

/// The names of the certificate's files that become columns.
const SOLUTION: &str = "solution.txt";
const PROOF: &str = "proof.lrat";

/// Proves the strongest true claim about a puzzle (*unsatisfiable*, *unique* or else *solved*) and checks the proof.
pub(super) fn prove(puzzle: &Grid, seconds: f64, keeps: bool) -> Row {
    let (start, time) = (Instant::now(), duration(seconds));
    let budget = Budget::unlimited().with_time(time);
    let options = ProveOptions::default().with_budget(budget).with_threads(NonZeroUsize::MIN);
    let mut bundle = Memory::new();
    let mut prover = match Prover::new(options) {
        Ok(prover) => prover,
        Err(error) => return failed(&error),
    };
    match prover.prove(puzzle, None, &mut bundle) {
        Ok(Proved::Certified(_)) => {}
        Ok(Proved::False(why)) => return Row::bare(FAILED, why.to_string()),
        Ok(Proved::Unknown(reason)) => return unknown(reason),
        Err(error) => return failed(&error),
    }
    let budget = Budget::unlimited().with_time(time.saturating_sub(start.elapsed()));
    match verify(&bundle, &VerifyOptions::default().with_budget(budget)) {
        Ok(Verification::Valid(manifest)) => {
            let claim = Value::Text(manifest.claim.to_string());
            let proof = file(&bundle, PROOF).filter(|_| keeps).map_or(Value::Nothing, Value::Bytes);
            Row::new("certified", vec![claim, solution(&bundle), proof, Value::Text(manifest.text())])
        }
        Ok(Verification::Invalid(defect)) => Row::bare(FAILED, format!("the certificate is refused: {defect}")),
        Ok(Verification::Unknown(reason)) => unknown(reason),
        Err(error) => failed(&error),
    }
}

fn file(bundle: &Memory, name: &str) -> Option<Vec<u8>> {
    bundle.files().find(|(its_name, _)| *its_name == name).map(|(_, bytes)| bytes)
}

fn solution(bundle: &Memory) -> Value {
    let text = file(bundle, SOLUTION).and_then(|bytes| String::from_utf8(bytes).ok());
    let grid = text.and_then(|text| text.parse::<Grid>().ok());
    grid.map_or(Value::Nothing, |grid| Value::Text(digits(&grid)))
}
