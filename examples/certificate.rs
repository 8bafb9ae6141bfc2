//! An answer that somebody can check who trusts nothing of this crate: a puzzle's only solution, its clauses, and a proof
//! that there is no other, in a folder.

use satdoku::certificate::{Folder, NewFolder, ProveOptions, Proved, Prover, Verification, VerifyOptions, verify};
use satdoku::{Budget, Grid};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    let home = tempfile::tempdir()?;
    let path = home.path().join("certificate");

    // Without a claim, whatever is true is proved: unsatisfiable, unique, or only that there is this solution.
    let budget = Budget::unlimited().with_time(Duration::from_mins(1));
    let mut prover = Prover::new(ProveOptions::default().with_budget(budget))?;
    match prover.prove(&puzzle, None, &mut NewFolder::create(&path)?)? {
        Proved::Certified(manifest) => println!("proved {} by {}:", manifest.claim, manifest.solver.name),
        Proved::False(why) => println!("not proved: {why}"),
        Proved::Unknown(reason) => println!("gave up: {reason}"),
    }
    for entry in std::fs::read_dir(&path)? {
        let entry = entry?;
        println!("{:>8}  {}", entry.metadata()?.len(), entry.file_name().to_string_lossy());
    }

    // Anybody can verify the folder: the clauses are derived anew, the proof goes to a checker that believes nothing.
    let show = |what: &str| -> Result<(), Box<dyn std::error::Error>> {
        match verify(&Folder::new(&path), &VerifyOptions::default())? {
            Verification::Valid(manifest) => println!("{what}: verified, {}", manifest.claim),
            Verification::Invalid(fault) => println!("{what}: refused, {fault}"),
            Verification::Unknown(reason) => println!("{what}: gave up, {reason}"),
        }
        Ok(())
    };
    show("as it was written")?;
    let mut proof = std::fs::read(path.join("proof.lrat"))?;
    let middle = proof.len() / 2;
    proof[middle] ^= 1;
    std::fs::write(path.join("proof.lrat"), proof)?;
    show("with one bit changed")
}
