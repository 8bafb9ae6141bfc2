//! Lemmas of rules: certificates have them for each kind of grounds, and none that is false is accepted.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use oorandom::Rand32;
use satdoku::certificate::{Claim, Memory, Verification};
use satdoku::{Backend, Candidate, Encoding, Formula, Grid, Lit, Rule, Solution, Solver};

use crate::certificate::{claim, defect, file, judge, manifest, prover, reseal};
use crate::common::cases;

/// Boards and rules, and the line of some grounds that they bring, with # for each number.
const RULES: [(&str, &str, &[&str]); 9] = [
    ("constraint #", "2x2", &["sum 2 r1c1 r2c2 -1*r3c4 -1*r4c3", "littlekiller 10 r1c2 r2c3 r3c4 r4c4"]),
    ("sums # : # #", "2x3", &["killer 10 r1c1 r1c2 r1c3 r2c1", "killer 12 r1c4 r1c5 r2c5", "killer 9 r5c5 r5c6 r6c6"]),
    ("sums : # # # #", "2x3", &["zipper r1c1 r2c2 r3c3 r3c4 r4c5 r5c5 r5c6"]),
    ("unit #", "2x2", &["digits 1..6", "killer 9 r1c1 r1c2"]),
    ("different #", "2x3", &["sandwich 5 row 1", "skyscraper 3 row 4 left"]),
    (
        "piece #",
        "2x2",
        &["layer S 0..1", "connected 1 S", "sum 9 S:r1c1-r1c4 S:r2c1-r2c4 S:r3c1 S:r3c2", "sum 3 r1c1 S:r1c1"],
    ),
    (
        "piece # #",
        "2x2",
        &["layer S 0..1", "connected 1 S", "exactly 6*1,10*0 S:r1c1-r1c4 S:r2c1-r2c4 S:r3c1-r3c4 S:r4c1-r4c4"],
    ),
    ("piece #", "2x3", &["connected 1,2,3,4 size 24"]),
    ("region # #", "2x2", &["chaos C", "sum 1 r1c1 -1*r2c2"]),
];

fn without_numbers(line: &str) -> String {
    let word = |word: &str| if word.parse::<i64>().is_ok() { "#".to_owned() } else { word.to_owned() };
    line.split(' ').map(word).collect::<Vec<String>>().join(" ")
}

fn below(random: &mut Rand32, end: usize) -> usize {
    random.rand_range(0..end as u32) as usize
}

/// The puzzle without clues.
fn empty(board: &str, lines: &[&str]) -> Grid {
    let mut board = board.parse::<satdoku::Geometry>().unwrap();
    let mut rules = Vec::<Rule>::new();
    for line in lines {
        match line.strip_prefix("digits 1..") {
            Some(last) => board = board.with_digits(1..=last.parse().unwrap()).unwrap(),
            None => rules.push(line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))),
        }
    }
    if lines[0].starts_with("digits") {
        // Four of the six digits for each cell.
        let cells = (1..=4).flat_map(|row| (1..=4).map(move |column| format!("allowed 2,3,5,6 r{row}c{column}")));
        rules.extend(cells.map(|line| line.parse::<Rule>().unwrap()));
    }
    Grid::empty(&Arc::new(board)).with_rules(rules).unwrap()
}

/// Puzzles with clues of a solution, as long as one has a certificate with lemmas of the wanted grounds.
fn with_lemmas(empty: &Grid, solutions: &[Solution], grounds: &str, random: &mut Rand32) -> Memory {
    for _ in 0..200 {
        let mut puzzle = empty.clone();
        let solution = &solutions[below(random, solutions.len())];
        let cells: Vec<_> = empty.geometry().cells().collect();
        for _ in 0..below(random, cells.len()) {
            let cell = cells[below(random, cells.len())];
            puzzle.set(cell, solution.get(cell)).unwrap();
        }
        if below(random, 2) == 0 {
            // Another digit, so that most have no solution.
            let cell = cells[below(random, cells.len())];
            let _ = puzzle.set(cell, solutions[below(random, solutions.len())].get(cell));
        }
        let mut bundle = Memory::new();
        prover(Backend::Cdcl).prove(&puzzle, None, &mut bundle).unwrap();
        if manifest(&bundle).lemmas.is_some_and(|lemmas| lemmas > 0)
            && String::from_utf8(file(&bundle, "lemmas.txt"))
                .unwrap()
                .lines()
                .any(|line| without_numbers(line) == grounds)
        {
            return bundle;
        }
    }
    panic!("no lemma of {grounds}");
}

/// The candidates of literals, and whether they are denied.
fn candidates(puzzle: &Grid) -> HashMap<i32, (Candidate, bool)> {
    let formula = Formula::new(puzzle, Encoding::Extended).unwrap();
    let mut all = HashMap::new();
    for cell in puzzle.geometry().cells() {
        for digit in puzzle.geometry().digits() {
            let candidate = Candidate::new(cell, digit);
            if let satdoku::encoding::Term::Lit(lit) = formula.map().term(candidate) {
                let number = |lit: Lit| lit.to_dimacs();
                all.insert(number(lit), (candidate, true));
                all.insert(number(!lit), (candidate, false));
            }
        }
    }
    all
}

/// Each lemma in turn is made stronger or another; whatever is accepted holds in every solution of the rules.
#[test]
fn no_lemma_is_accepted_that_a_solution_breaks() {
    let random = &mut Rand32::new(5);
    for (grounds, board, rules) in RULES {
        let empty = empty(board, rules);
        let solutions: Vec<Solution> =
            Solver::Auto.solutions(&empty).unwrap().take(4_000).map(Result::unwrap).collect();
        assert!(!solutions.is_empty(), "{rules:?}");
        let candidates = candidates(&empty);
        let holds = |lits: &[i32]| {
            let is_true = |solution: &Solution, lit: &i32| {
                let (candidate, wanted) = candidates[lit];
                (solution.get(candidate.cell) == Some(candidate.digit)) == wanted
            };
            solutions.iter().all(|solution| lits.iter().any(|lit| is_true(solution, lit)))
        };
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..cases(2, 10) {
            let bundle = with_lemmas(&empty, &solutions, grounds, random);
            assert_ne!(claim(&bundle), Claim::Solved);
            let text = String::from_utf8(file(&bundle, "lemmas.txt")).unwrap();
            let (head, lemmas) = text.split_at(text.find("lemmas ").unwrap());
            let (count, lemmas) = lemmas.split_once('\n').unwrap();
            let lemmas: Vec<Vec<i32>> =
                lemmas.lines().map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
            assert_eq!(count, format!("lemmas {}", lemmas.len()));
            assert!(lemmas.iter().all(|lemma| holds(&lemma[1..lemma.len() - 1])), "{rules:?}");
            for _ in 0..cases(60, 400) {
                let at = below(random, lemmas.len());
                let mut changed_lemma = lemmas[at].clone();
                let place = 1 + below(random, changed_lemma.len() - 2);
                match below(random, 4) {
                    0 => changed_lemma[0] = random.rand_range(1..head.lines().count() as u32 + 1).cast_signed(),
                    1 => changed_lemma[place] = -changed_lemma[place],
                    2 => changed_lemma[place] += if changed_lemma[place] > 1 { -1 } else { 1 },
                    _ => drop(changed_lemma.remove(place)),
                }
                if changed_lemma.iter().filter(|&&number| number == 0).count() > 1 {
                    continue;
                }
                let mut changed = lemmas.clone();
                changed[at] = changed_lemma.clone();
                let line =
                    |lemma: &Vec<i32>| lemma.iter().map(i32::to_string).collect::<Vec<String>>().join(" ") + "\n";
                let mut forged = bundle.clone();
                forged.insert("lemmas.txt", format!("{head}{count}\n") + &changed.iter().map(line).collect::<String>());
                reseal(&mut forged, |_| {});
                if changed_lemma == lemmas[at] {
                    continue;
                }
                let defect = match judge(&forged) {
                    Verification::Invalid(defect) => defect.to_string(),
                    Verification::Valid(_) => String::new(),
                    other @ Verification::Unknown(_) => panic!("{other:?}"),
                };
                let line = head.lines().count() + 2 + at;
                if defect.starts_with(&format!("lemmas.txt:{line}: ")) {
                    refused += 1;
                } else {
                    // The lemma follows as well; if its literals changed, the formula has others.
                    let is_known = ["", "formula.cnf", "manifest.json"]
                        .iter()
                        .any(|file| if file.is_empty() { defect.is_empty() } else { defect.starts_with(file) });
                    assert!(is_known, "{defect}");
                    assert!(holds(&changed_lemma[1..changed_lemma.len() - 1]), "{rules:?}: {changed_lemma:?}\n{text}");
                    accepted += 1;
                }
            }
        }
        assert!(refused > 0 && accepted > 0, "{rules:?}: {accepted} {refused}");
    }
}

/// The kinds of grounds are what the document of the text says.
#[test]
fn what_lemmas_rest_on_is_read_by_its_place() {
    let random = &mut Rand32::new(6);
    let empty = empty("2x2", RULES[0].2);
    let solutions: Vec<Solution> = Solver::Auto.solutions(&empty).unwrap().map(Result::unwrap).collect();
    let bundle = with_lemmas(&empty, &solutions, "constraint #", random);
    let text = String::from_utf8(file(&bundle, "lemmas.txt")).unwrap();
    let first = text.lines().next().unwrap();
    let kinds: BTreeSet<&str> = text.lines().map_while(|line| line.split_once(' ')).map(|(kind, _)| kind).collect();
    assert!(kinds.contains("constraint"));
    let forged = |from: &str, to: &str| {
        let mut forged = bundle.clone();
        forged.insert("lemmas.txt", text.replacen(from, to, 1));
        reseal(&mut forged, |_| {});
        defect(&forged)
    };
    let no_grounds = "lemmas.txt:1: expected constraints and units of the puzzle from which lemmas follow";
    assert_eq!(forged(first, "constraint 99"), no_grounds);
    assert_eq!(forged(first, "different 1"), no_grounds);
    assert_eq!(forged(first, "region 1 1"), no_grounds);
    assert_eq!(forged(first, "piece 1"), no_grounds);
    assert_eq!(forged(first, "sums : 9223372036854775807 1 2 1"), no_grounds);
    assert_eq!(forged(first, "sums : 4611686018427387904 1"), no_grounds);
    let no_line = "lemmas.txt:1: expected what lemmas rest on, or their number";
    for line in ["constraint 0", "unit 99", "sums 1", "sums : 1", "rumour 1", "constraint", ""] {
        assert_eq!(forged(first, line), no_line, "{line}");
    }
    assert_eq!(forged(first, &format!("{first}\n{first}")), "lemmas.txt:2: expected no line twice");
    assert_eq!(forged(first, &"constraint 1".repeat(100_000)), "lemmas.txt:1: expected a shorter line");
    let lemmas = text.lines().position(|line| line.starts_with("lemmas ")).unwrap();
    let count: usize = text.lines().nth(lemmas).unwrap()["lemmas ".len()..].parse().unwrap();
    let said = format!("lemmas {count}\n");
    assert!(forged(&said, &format!("lemmas {}\n", count - 1)).contains("expected no more lemmas than"));
    assert!(forged(&said, &format!("lemmas {}\n", count + 1)).contains("expected as many lemmas as"));
    assert!(forged(&said, "lemmas many\n").contains("expected a number of lemmas"));
    assert!(forged(&said, &format!("{said}99 1 0\n")).contains("expected the number of a line above"));
    assert!(forged(&said, &format!("{said}1 1\n")).contains("expected the number of a line above"));
    let one_more = format!("lemmas {}\n1 1000000 0\n", count + 1);
    assert!(forged(&said, &one_more).contains("expected literals of candidates"));
    assert!(forged(&said, "lemmas \u{fffd}\n").contains("expected a number of lemmas"));
}

/// Cages that fill two rows, with one more than the rows can hold: a lemma without literals says so.
#[test]
fn overfull_rows_are_one_lemma() {
    let cages = ["killer 10 r1c1 r2c1 r2c2 r2c3", "killer 11 r1c2 r1c3 r1c4 r2c4"];
    let mut bundle = Memory::new();
    prover(Backend::Cdcl).prove(&empty("2x2", &cages), None, &mut bundle).unwrap();
    assert_eq!(claim(&bundle), Claim::Unsatisfiable);
    let text = String::from_utf8(file(&bundle, "lemmas.txt")).unwrap();
    assert!(text.lines().any(|line| without_numbers(line) == "# #"), "{text}");
}

/// A cell that is read twice does not differ from itself.
#[test]
fn an_automaton_over_a_repeated_cell_is_no_ground() {
    let puzzle = empty("2x2", &["regex 1.1 : r1c1 r1c2 r1c1", "sum 2 r1c1 r2c2 -1*r3c4 -1*r4c3"]);
    let solutions: Vec<Solution> = Solver::Auto.solutions(&puzzle).unwrap().map(Result::unwrap).collect();
    assert!(!solutions.is_empty());
    let bundle = with_lemmas(&puzzle, &solutions, "constraint #", &mut Rand32::new(7));
    for number in 1..=puzzle.rules().constraints().len() {
        let mut forged = bundle.clone();
        forged.insert("lemmas.txt", format!("different {number}\nlemmas 1\n1 0\n"));
        reseal(&mut forged, |_| {});
        assert!(defect(&forged).starts_with("lemmas.txt:1: "), "{number}");
    }
}
