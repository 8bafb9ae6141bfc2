//! Certificates: every claim by every solver that proves, and bundles that lie, are damaged or are meant to do harm.
mod attacks;
mod claims;
mod damage;
mod folders;
mod lemmas;
#[cfg(feature = "external")]
mod programs;
mod proofs;
mod rules;

use satdoku::certificate::{
    BundleReader, Claim, Digest, Manifest, Memory, ProveOptions, Proved, Prover, Verification, VerifyOptions, verify,
};
use satdoku::{Backend, Grid};

/// Puzzles of the smallest board with one solution, with none, and with three.
const UNIQUE: &str = ".4.2...1.....3..";
const UNSATISFIABLE: &str = "1......4.4.2...1";
const THREE_SOLUTIONS: &str = "1.34...2..4.....";

fn prover(backend: Backend) -> Prover {
    Prover::new(ProveOptions::default().with_backend(backend)).unwrap()
}

/// A bundle of what is true of a puzzle.
fn bundle(puzzle: &str) -> Memory {
    let puzzle: Grid = puzzle.parse().unwrap();
    let mut bundle = Memory::new();
    let outcome = prover(Backend::Varisat).prove(&puzzle, None, &mut bundle).unwrap();
    assert!(matches!(outcome, Proved::Certified(_)), "{outcome:?}");
    bundle
}

fn judge(bundle: &dyn BundleReader) -> Verification {
    verify(bundle, &VerifyOptions::default()).unwrap()
}

/// What is wrong with a bundle, which must be something.
fn defect(bundle: &dyn BundleReader) -> String {
    match judge(bundle) {
        Verification::Invalid(defect) => defect.to_string(),
        other => panic!("accepted: {other:?}"),
    }
}

fn claim(bundle: &dyn BundleReader) -> Claim {
    match judge(bundle) {
        Verification::Valid(manifest) => manifest.claim,
        other => panic!("not accepted: {other:?}"),
    }
}

fn file(bundle: &Memory, name: &str) -> Vec<u8> {
    bundle.files().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("no {name}")).1
}

fn manifest(bundle: &Memory) -> Manifest {
    Manifest::parse(&file(bundle, "manifest.json")).unwrap()
}

/// Makes the manifest say of the files what is so, as anybody can who rewrites them.
fn reseal(bundle: &mut Memory, change: impl FnOnce(&mut Manifest)) {
    let mut manifest = manifest(bundle);
    for entry in &mut manifest.files {
        let bytes = file(bundle, &entry.name);
        (entry.bytes, entry.sha256) = (bytes.len() as u64, Digest::of(&bytes));
    }
    change(&mut manifest);
    bundle.insert("manifest.json", manifest.text());
}
