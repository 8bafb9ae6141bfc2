//! What an attacker tried, as tests: forged proofs, proofs that cost time, folders that change while they are read. More of the
//! forged proofs with `SATDOKU_ATTACK_SECONDS=600`.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use oorandom::Rand32;
use satdoku::backend::{Checked, Clauses, OpenOptions, Proof, ProofFormat};
use satdoku::certificate::{BundleReader, BundleWriter, Claim, Folder, NewFolder, OpenFile, Verification};
use satdoku::cnf::dimacs;
use satdoku::{Budget, ClauseSink, Cnf, Lit, Running, StopReason, Var};

use crate::certificate::{THREE_SOLUTIONS, UNIQUE, bundle, claim, defect, file, judge, manifest, reseal};

/// How long a random attack goes on beside its least number of rounds.
fn time() -> Duration {
    let seconds = std::env::var("SATDOKU_ATTACK_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}

/// A number as varisat's format has it, in as few bytes as it takes.
fn number(value: u64) -> Vec<u8> {
    let bits = 64 - value.leading_zeros();
    let length = bits.div_ceil(7).max(1);
    let coded = (u128::from(value) << 1 | 1) << (length - 1);
    coded.to_le_bytes()[..length as usize].to_vec()
}

fn numbers(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|&value| number(value)).collect()
}

const END: u64 = 0x9ac3_391f_4294_c211;

/// As many variables as varisat can have; a variable without a name is hashed as if it stood behind all of them.
const MOST_VARIABLES: u64 = 1 << 28;

/// The hash of a clause whose variables were given no names.
fn hash(clause: &[Lit]) -> u64 {
    clause.iter().fold(0, |hash, lit| hash ^ code_hash(lit.code() as u64 + 2 * MOST_VARIABLES))
}

fn code_hash(code: u64) -> u64 {
    (!code).wrapping_mul(0x61c8_8646_80b5_83eb)
}

fn check(cnf: &Cnf, mut proof: &[u8], run: &Running) -> Checked {
    let mut write = |sink: &mut dyn ClauseSink<Error = _>| cnf.write(sink);
    let mut clauses = Clauses { size: cnf.size(), write: &mut write };
    let bytes = proof.len() as u64;
    let mut proof = Proof { reader: &mut proof, bytes };
    ProofFormat::Varisat.check(&mut clauses, &mut proof, OpenOptions::DEFAULT_MEMORY, run).unwrap()
}

/// Any two of many variables exclude each other.
fn pairs(variables: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..variables).map(|index| Var::new(index).positive()).collect();
    let Ok(()) = cnf.add_pairwise(&lits);
    cnf
}

#[test]
fn steps_that_cost_more_than_varisat_would_ask_for_are_refused() {
    let formula = pairs(700);
    assert_eq!(formula.len(), 244_650);
    let rejected = |proof: Vec<u8>| {
        let start = Instant::now();
        let answer = check(&formula, &proof, &Budget::unlimited().start());
        // Ten kilobytes once took a minute and a half.
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
        match answer {
            Checked::Rejected(why) => why,
            other => panic!("{other:?}"),
        }
    };
    let rehashes = numbers(&[13, 64]).repeat(5000);
    assert!(rejected(rehashes.clone()).ends_with("hashes that change more often than varisat changes them"));
    // A new name has all clauses hashed as well, once a clause is derived.
    let clause: Vec<Lit> = formula.clauses().next().unwrap().to_vec();
    let codes: Vec<u64> = clause.iter().map(|lit| lit.code() as u64).collect();
    let derive = numbers(&[8, 2, codes[0], codes[1], 1, hash(&clause)]);
    let named =
        |k: u64| [numbers(&[0, 100 + k % 500, 600 + k % 90]), derive.clone(), numbers(&[1, 100 + k % 500])].concat();
    let renames: Vec<u8> = (0..2000).flat_map(named).collect();
    assert!(rejected(renames).ends_with("hashes that change more often than varisat changes them"));
    // One name for all variables would give all clauses one hash.
    assert!(rejected(numbers(&[0, 1, 5, 0, 2, 5])).ends_with("a name that another variable has"));
    assert!(rejected(numbers(&[13, 6])).ends_with("hashes that are too short for so many clauses"));
    let long = [vec![8, 0, 5000], vec![hash(&clause); 5000]].concat();
    assert!(rejected(numbers(&long)).ends_with("a clause that is derived from more than there can be"));
    // The clock is looked at after each of the few that are let through.
    let start = Instant::now();
    let run = Budget::unlimited().with_time(Duration::from_millis(1)).start();
    assert_eq!(check(&formula, &rehashes, &run), Checked::Unknown(StopReason::Time));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// A formula with a model, and a proof of the same with one clause more, which has none.
fn false_claims() -> Vec<(Cnf, Vec<u8>)> {
    let read = |text: &[u8]| dimacs::read(text, |_: &str| ()).unwrap();
    let unique = bundle(UNIQUE);
    let all = read(&file(&unique, "formula.cnf"));
    let mut satisfiable = Cnf::new();
    for clause in all.clauses().take(all.len() - 1) {
        let Ok(()) = satisfiable.add_clause(clause);
    }
    let several = read(&file(&bundle(THREE_SOLUTIONS), "formula.cnf"));
    let proof = file(&unique, "proof.varisat");
    vec![(satisfiable, proof.clone()), (several, proof)]
}

/// Steps in order as to their form, about clauses of the formula and what seems to follow.
fn random_steps(cnf: &Cnf, random: &mut Rand32) -> Vec<u8> {
    let clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
    let mut known: Vec<u64> = clauses.iter().filter(|clause| clause.len() > 1).map(|clause| hash(clause)).collect();
    let variables = cnf.variables() as u32;
    let mut proof = Vec::new();
    for _ in 0..random.rand_range(1..12) {
        let lits: Vec<Lit> = if random.rand_range(0..3) == 0 {
            (0..random.rand_range(0..4))
                .map(|_| Var::new(random.rand_range(0..variables) as usize).lit(random.rand_range(0..2) == 0))
                .collect()
        } else {
            let mut lits = clauses[random.rand_range(0..clauses.len() as u32) as usize].clone();
            lits.retain(|_| random.rand_range(0..4) > 0);
            lits
        };
        let codes = lits.iter().map(|lit| lit.code() as u64);
        match random.rand_range(0..12) {
            0 => proof.extend(numbers(&[
                0,
                random.rand_range(0..variables).into(),
                random.rand_range(0..variables).into(),
            ])),
            1 => proof.extend(numbers(&[1, random.rand_range(0..variables).into()])),
            2 => proof.extend(numbers(&[13, random.rand_range(20..65).into()])),
            3 => {
                proof.extend(numbers(&[random.rand_range(10..13).into(), lits.len() as u64]));
                proof.extend(codes.flat_map(number));
            }
            4 => {
                proof.extend(numbers(&[9, lits.len() as u64]));
                for code in codes {
                    proof.extend(numbers(&[code, known[random.rand_range(0..known.len() as u32) as usize]]));
                }
            }
            step => {
                proof.extend(numbers(&[if step % 2 == 0 { 7 } else { 8 }, lits.len() as u64]));
                proof.extend(codes.flat_map(number));
                let reasons = random.rand_range(0..30);
                proof.extend(number(reasons.into()));
                for _ in 0..reasons {
                    proof.extend(number(known[random.rand_range(0..known.len() as u32) as usize]));
                }
                known.push(hash(&lits));
            }
        }
    }
    // In the end, the empty clause.
    if random.rand_range(0..2) == 0 {
        proof.extend(numbers(&[8, 0, 40]));
        (0..40).for_each(|_| proof.extend(number(known[random.rand_range(0..known.len() as u32) as usize])));
    }
    proof.extend(number(END));
    proof
}

/// An honest proof of something else, spoiled.
fn spoiled(honest: &[u8], random: &mut Rand32) -> Vec<u8> {
    let mut proof = honest.to_vec();
    let any = |random: &mut Rand32, most: usize| random.rand_range(0..most.max(1) as u32) as usize;
    for _ in 0..random.rand_range(1..6) {
        let at = any(random, proof.len());
        match random.rand_range(0..5) {
            0 => proof[at] ^= 1 << random.rand_range(0..8),
            1 => proof[at] = random.rand_u32() as u8,
            2 => drop(proof.remove(at)),
            3 => proof.insert(at, random.rand_u32() as u8),
            _ => {
                let end = (at + any(random, 40)).min(proof.len());
                let piece = proof[at..end].to_vec();
                let to = any(random, proof.len());
                proof.splice(to..to, piece);
            }
        }
        if proof.is_empty() {
            break;
        }
    }
    proof
}

#[test]
fn no_forged_proof_of_a_false_claim_is_accepted() {
    let claims = false_claims();
    // The hash is the checker's own: a clause of the formula follows from itself.
    let clause = claims[0].0.clauses().find(|clause| clause.len() > 1).unwrap().to_vec();
    let codes: Vec<u64> = clause.iter().map(|lit| lit.code() as u64).collect();
    let itself = [numbers(&[8, codes.len() as u64]), numbers(&codes), numbers(&[1, hash(&clause), END])].concat();
    let answer = check(&claims[0].0, &itself, &Budget::unlimited().start());
    assert_eq!(answer, Checked::Rejected("it ends without the empty clause".to_owned()));
    let (mut random, since, mut tried) = (Rand32::new(15), Instant::now(), 0_u64);
    while tried < 3000 || since.elapsed() < time() {
        for (cnf, honest) in &claims {
            let proof = if tried % 4 < 2 { random_steps(cnf, &mut random) } else { spoiled(honest, &mut random) };
            match check(cnf, &proof, &Budget::unlimited().start()) {
                Checked::Rejected(why) => assert!(!why.contains("panicked"), "{why}: {proof:?}"),
                other => panic!("{other:?}: {proof:?}"),
            }
            tried += 1;
        }
        // A whole bundle now and then, its digests made anew.
        if tried % 50 == 0 {
            let mut lie = bundle(THREE_SOLUTIONS);
            lie.remove("model.txt").unwrap();
            lie.remove("solution.txt").unwrap();
            lie.insert("proof.varisat", random_steps(&claims[1].0, &mut random));
            let honest = manifest(&bundle(crate::certificate::UNSATISFIABLE));
            reseal_as(&mut lie, &honest);
            assert!(matches!(judge(&lie), Verification::Invalid(_)));
            tried += 1;
        }
    }
    crate::common::say(&format!("{tried} forged proofs of false claims in {:?}: all rejected", since.elapsed()));
}

/// Makes a bundle claim what another one claims.
fn reseal_as(bundle: &mut satdoku::certificate::Memory, other: &satdoku::certificate::Manifest) {
    let (claim, proof, files) = (other.claim, other.proof, other.files.clone());
    reseal_unread(bundle, |manifest| {
        manifest.claim = claim;
        manifest.proof = proof;
        manifest.files = files;
    });
}

fn reseal_unread(bundle: &mut satdoku::certificate::Memory, change: impl FnOnce(&mut satdoku::certificate::Manifest)) {
    let mut manifest = manifest(bundle);
    change(&mut manifest);
    bundle.insert("manifest.json", manifest.text().into_bytes());
    reseal(bundle, |_| {});
}

/// A folder that changes once it was listed.
struct Changing<F: Fn()> {
    folder: Folder,
    change: F,
}

impl<F: Fn()> BundleReader for Changing<F> {
    fn list(&self) -> io::Result<Vec<String>> {
        let names = self.folder.list();
        (self.change)();
        names
    }

    fn open(&self, name: &str) -> io::Result<Option<OpenFile<'_>>> {
        self.folder.open(name)
    }
}

#[test]
fn what_takes_a_files_place_is_neither_followed_nor_waited_for() {
    let home = tempfile::tempdir().unwrap();
    let good = bundle(THREE_SOLUTIONS);
    let outside = home.path().join("outside");
    fs::write(&outside, file(&good, "model.txt")).unwrap();
    let fifo = |path: &PathBuf| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let link = |path: &PathBuf| std::os::unix::fs::symlink(&outside, path).unwrap();
    let device = |path: &PathBuf| std::os::unix::fs::symlink("/dev/zero", path).unwrap();
    let socket = |path: &PathBuf| drop(std::os::unix::net::UnixListener::bind(path).unwrap());
    let changes: [&dyn Fn(&PathBuf); 4] = [&fifo, &link, &device, &socket];
    for (number, change) in changes.into_iter().enumerate() {
        for name in ["manifest.json", "puzzle.txt", "model.txt"] {
            let path = home.path().join(format!("{number}{name}"));
            let mut folder = NewFolder::create(&path).unwrap();
            good.write(&mut folder).unwrap();
            let changing = Changing {
                folder: Folder::new(&path),
                change: || {
                    fs::remove_file(path.join(name)).unwrap();
                    change(&path.join(name));
                },
            };
            let start = Instant::now();
            assert_eq!(defect(&changing), format!("{name}: not a file"), "{number}");
            assert!(start.elapsed() < Duration::from_secs(5));
        }
    }
    // One that was opened stays what it was.
    let path = home.path().join("opened");
    let mut folder = NewFolder::create(&path).unwrap();
    good.write(&mut folder).unwrap();
    let folder = Folder::new(&path);
    let mut open = folder.open("puzzle.txt").unwrap().unwrap();
    fs::remove_file(path.join("puzzle.txt")).unwrap();
    fifo(&path.join("puzzle.txt"));
    let mut text = Vec::new();
    io::Read::read_to_end(&mut open.reader, &mut text).unwrap();
    assert_eq!((open.bytes, text), (file(&good, "puzzle.txt").len() as u64, file(&good, "puzzle.txt")));
}

#[test]
fn two_at_once_disturb_neither_each_other_nor_what_is_there() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("y");
    // Somebody else's folder, by whatever name.
    let theirs = home.path().join(".y.partial");
    fs::create_dir(&theirs).unwrap();
    fs::write(theirs.join("letter"), "dear").unwrap();
    let good = bundle(UNIQUE);
    let (mut one, mut two) = (NewFolder::create(&path).unwrap(), NewFolder::create(&path).unwrap());
    drop(two.create("puzzle.txt").unwrap());
    good.write(&mut one).unwrap();
    assert!(good.write(&mut two).is_err(), "the first was faster");
    drop((one, two));
    assert_eq!(claim(&Folder::new(&path)), Claim::Unique);
    assert_eq!(fs::read(theirs.join("letter")).unwrap(), b"dear");
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 2);
    // What somebody puts into a folder in the making is not removed with it.
    let other = home.path().join("z");
    let mut folder = NewFolder::create(&other).unwrap();
    good.write(&mut folder).unwrap();
    fs::write(other.join("letter"), "dear").unwrap();
    assert!(folder.discard().is_err());
    assert_eq!(fs::read_dir(&other).unwrap().count(), 1);
}
