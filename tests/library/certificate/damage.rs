//! Bundles that are damaged, and bundles that lie with digests that are right.

use satdoku::certificate::{Claim, Manifest, ManifestError, Memory};

use crate::certificate::{THREE_SOLUTIONS, UNIQUE, UNSATISFIABLE, bundle, defect, file, manifest, reseal};
use crate::common::{cases, is_thorough, say};

/// Every bit of every file, one after another; in the quick size every eighth.
#[test]
fn every_flipped_bit_is_caught() {
    for puzzle in [UNIQUE, UNSATISFIABLE, THREE_SOLUTIONS] {
        let good = bundle(puzzle);
        let mut tried = 0;
        for (name, bytes) in good.files() {
            let mut bad = good.clone();
            let mut flipped = bytes.clone();
            for at in 0..bytes.len() {
                // All bits of the small files; in the clauses, of which there are many, one of each byte in turn. The
                // quick size has an eighth of both.
                let bits = match (name == "formula.cnf", is_thorough()) {
                    (false, true) => 0..8,
                    (false, false) | (true, true) => at % 8..at % 8 + 1,
                    (true, false) if at.is_multiple_of(8) => at / 8 % 8..at / 8 % 8 + 1,
                    (true, false) => 0..0,
                };
                for bit in bits {
                    flipped[at] ^= 1 << bit;
                    bad.insert(name, flipped.clone());
                    let defect = defect(&bad);
                    assert!(!defect.is_empty(), "{name}: bit {bit} of byte {at}");
                    flipped[at] = bytes[at];
                    tried += 1;
                }
            }
        }
        say(&format!("{puzzle}: {tried} flipped bits, all caught"));
        assert!(tried > cases(1_250, 10_000), "{tried}");
    }
}

#[test]
fn every_cut_and_every_addition_is_caught() {
    for puzzle in [UNIQUE, UNSATISFIABLE, THREE_SOLUTIONS] {
        let good = bundle(puzzle);
        for (name, bytes) in good.files() {
            for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
                let mut bad = good.clone();
                bad.insert(name, &bytes[..length]);
                defect(&bad);
            }
            for tail in [&b" "[..], b"\n", b"\0", b"0\n"] {
                let mut bad = good.clone();
                bad.insert(name, [&bytes, tail].concat());
                defect(&bad);
            }
        }
    }
}

#[test]
fn the_fault_names_the_file_and_what_is_wrong_there() {
    let good = bundle(UNIQUE);
    let with = |name: &str, bytes: &[u8]| {
        let mut bad = good.clone();
        bad.insert(name, bytes);
        defect(&bad)
    };
    let puzzle = file(&good, "puzzle.txt");
    let mut damaged = puzzle.clone();
    damaged[6] = b'3';
    assert!(with("puzzle.txt", &damaged).starts_with("puzzle.txt: damaged: its SHA-256 is "));
    assert_eq!(with("puzzle.txt", &puzzle[1..]), "puzzle.txt: damaged: expected 36 bytes, found 35");
    assert_eq!(with("proof.varisat", b""), "proof.varisat: empty");
    assert_eq!(with("notes.txt", b"mine"), "notes.txt: not part of the certificate");
    assert_eq!(with("manifest.json", b"{}"), "manifest.json: expected the field sha256 at the end");
    assert_eq!(
        with("manifest.json", &b" ".repeat(100_000)),
        "manifest.json: expected at most 16384 bytes, found 16385"
    );
    for (name, _) in good.files() {
        let mut bad = Memory::new();
        good.files().filter(|(other, _)| *other != name).for_each(|(name, bytes)| bad.insert(name, bytes));
        assert_eq!(defect(&bad), format!("{name}: missing"));
    }
}

/// Who rewrites a bundle can rewrite its digests as well, and still cannot claim what is not so.
#[test]
fn right_digests_do_not_make_a_lie_true() {
    let (unique, unsatisfiable, several) = (bundle(UNIQUE), bundle(UNSATISFIABLE), bundle(THREE_SOLUTIONS));
    let lie = |from: &Memory, files: &[(&str, Vec<u8>)], change: &dyn Fn(&mut Manifest)| {
        let mut bad = from.clone();
        for (name, bytes) in files {
            bad.insert(*name, bytes.clone());
        }
        reseal(&mut bad, change);
        defect(&bad)
    };
    let same = |_: &mut Manifest| {};
    let replaced = |bundle: &Memory, name: &str, from: &str, to: &str| {
        let text = String::from_utf8(file(bundle, name)).unwrap();
        assert!(text.contains(from), "{name} has no {from:?}");
        text.replacen(from, to, 1).into_bytes()
    };
    // Another puzzle under the same clauses and proof.
    let puzzle = replaced(&unique, "puzzle.txt", "0 3 0 0", "0 0 0 0");
    let told = lie(&unique, &[("puzzle.txt", puzzle)], &same);
    assert!(told.contains("as the field clauses"), "{told}");
    let puzzle = file(&several, "puzzle.txt");
    let told = lie(&unique, &[("puzzle.txt", puzzle)], &same);
    assert!(told.starts_with("solution.txt: r1c"), "{told}");
    // The same with its own solution, so that the clauses tell.
    let files = ["puzzle.txt", "solution.txt"].map(|name| (name, file(&several, name)));
    let told = lie(&unique, &files, &|manifest| manifest.clauses = 454);
    assert!(told.starts_with("formula.cnf: differs from what follows from the puzzle at byte"), "{told}");
    // A clause left out, doubled, or made stronger, the number in the header adjusted or not.
    for (from, to) in [("1 2 3 4 0\n", ""), ("1 2 3 4 0\n", "1 2 3 4 0\n1 2 3 4 0\n"), ("1 2 3 4 0\n", "1 2 3 0\n")] {
        let formula = replaced(&unique, "formula.cnf", from, to);
        assert!(lie(&unique, &[("formula.cnf", formula)], &same).starts_with("formula.cnf: differs"));
    }
    // A second solution beside the one that is excluded.
    let solution = replaced(&unique, "solution.txt", "1 4 3 2", "1 4 2 3");
    assert!(lie(&unique, &[("solution.txt", solution)], &same).starts_with("solution.txt: "));
    // A claim that needs a proof with a proof of something else.
    let proof = file(&unsatisfiable, "proof.varisat");
    assert!(
        lie(&unique, &[("proof.varisat", proof)], &same).starts_with("proof.varisat: rejected (varisat-checker): ")
    );
    // The manifest speaks of another board, solver's clauses or claim.
    for number in [9, usize::MAX] {
        assert!(lie(&unique, &[], &|manifest| manifest.cells = number).contains("expected 16 as the field cells"));
        assert!(lie(&unique, &[], &|manifest| manifest.digits = number).contains("expected 4 as the field digits"));
    }
    assert!(lie(&unique, &[], &|manifest| manifest.meaning = "anything".to_owned()).contains("as the field meaning"));
    assert!(lie(&unique, &[], &|manifest| manifest.variables = 65).contains("expected 64 as the field variables"));
    assert!(lie(&unique, &[], &|manifest| manifest.board = "jigsaw".to_owned()).contains("as the field board"));
    assert!(lie(&unique, &[], &|manifest| manifest.claim = Claim::Unsatisfiable).contains("expected the files"));
    // A model with another digit, one that is none, and one in other words.
    let model = String::from_utf8(file(&several, "model.txt")).unwrap();
    let none = "s UNSATISFIABLE\n".to_owned();
    for model in
        [model.replacen("v -1 ", "v 1 ", 1), model.replacen("v 1 ", "v -1 ", 1), none, format!("c hello\n{model}")]
    {
        if model.as_bytes() != file(&several, "model.txt") {
            let told = lie(&several, &[("model.txt", model.into_bytes())], &same);
            assert!(told.starts_with("model.txt: differs from what follows from the puzzle at byte "), "{told}");
        }
    }
}

#[test]
fn the_first_byte_that_differs_is_counted_from_1() {
    let good = bundle(UNIQUE);
    let formula = file(&good, "formula.cnf");
    for at in [0, 100, formula.len() - 1] {
        let (mut bad, mut changed) = (good.clone(), formula.clone());
        changed[at] = b'x';
        bad.insert("formula.cnf", changed);
        reseal(&mut bad, |_| {});
        let place = at + 1;
        assert_eq!(defect(&bad), format!("formula.cnf: differs from what follows from the puzzle at byte {place}"));
    }
}

#[test]
fn files_of_another_bundle_are_refused() {
    let (one, other) = (bundle(UNIQUE), bundle("1...............".replacen("....", ".2.4", 1).as_str()));
    let unsatisfiable = bundle(UNSATISFIABLE);
    for (name, _) in one.files() {
        for source in [&other, &unsatisfiable] {
            let Some((_, bytes)) = source.files().find(|(other, _)| *other == name) else { continue };
            let mut bad = one.clone();
            bad.insert(name, bytes);
            defect(&bad);
        }
    }
}

#[test]
fn a_manifest_has_one_text() {
    let good = bundle(UNIQUE);
    let text = file(&good, "manifest.json");
    let manifest = manifest(&good);
    assert_eq!(manifest.text().as_bytes(), text);
    // The same in other words, with a digest that is right.
    let seal =
        |head: &str| format!("{head}  \"sha256\": \"{}\"\n}}\n", satdoku::certificate::Digest::of(head.as_bytes()));
    let text = String::from_utf8(text).unwrap();
    let (head, _) = text.rsplit_once("  \"sha256\"").unwrap();
    assert_eq!(Manifest::parse(seal(head).as_bytes()), Ok(manifest));
    let wordy = head.replacen('{', "{\n  \"comment\": 1,", 1);
    assert_eq!(Manifest::parse(seal(&wordy).as_bytes()), Err(ManifestError::Form));
    for (from, to) in [
        ("\"claim\": \"unique\"", "\"claim\": \"obvious\""),
        ("\"claim\": \"unique\"", "\"claim\": 7"),
        ("\"format\": \"varisat\"", "\"format\": \"oath\""),
        ("\"cells\": 16", "\"cells\": -16"),
        ("puzzle.txt", "../puzzle.txt"),
        ("puzzle.txt", "/etc/passwd"),
        ("\"files\": [", "\"files\": 3, \"others\": ["),
        ("\"solver\": {", "\"silver\": {"),
    ] {
        assert!(head.contains(from), "{from}");
        let refused = Manifest::parse(seal(&head.replacen(from, to, 1)).as_bytes());
        assert!(refused.is_err(), "{from} became {to}");
    }
    let json = Manifest::parse(seal("[[[").as_bytes());
    assert!(matches!(json, Err(ManifestError::Json { line: 1, .. })), "{json:?}");
    for text in [&b""[..], b"{}", b"\xff\xfe", b"\"\n}\n", b"  \"sha256\": \"\"\n}\n"] {
        assert_eq!(Manifest::parse(text), Err(ManifestError::End));
    }
    let deep = Manifest::parse(seal(&"[".repeat(10_000)).as_bytes());
    assert!(matches!(deep, Err(ManifestError::Json { .. })), "{deep:?}");
}
