//! Combinations of rules, and clues that are no number: what solvers say, held against an evaluation over all grids of small boards
//! that shares nothing with the judge of combinations and with what they are lowered to.

use satdoku::generate::Random;
use satdoku::{Backend, Cell, Count, Grid, Rule, Solver, Verdict};

use crate::common::{board, cases};

const SOLVERS: [Solver; 4] = [Solver::Propagating, Solver::Sat(Backend::Cdcl), Solver::Auto, Solver::Mrv];

/// All grids of a board.
fn all(word: &str) -> Vec<Grid> {
    let solutions = Solver::Mrv.solutions(&Grid::empty(&board(word))).unwrap();
    solutions.map(|solution| solution.unwrap().into_grid()).collect()
}

fn holds(rule: &Rule, grid: &Grid) -> bool {
    rule.as_constrain().breach(grid.geometry(), grid.digits()).is_none()
}

/// Lines over the cells of a board of side 4, of every kind of constraint that has an opposite.
const LEAVES: &[&str] = &[
    "killer 6 r1c1 r2c3 r3c4",
    "killer r1c1 r2c3 r3c4",
    "killer 8..9 r1c1 r2c3 r3c4",
    "sum 3 r1c1 2*r2c3 -1*r3c4",
    "renban r1c1 r2c2 r3c3",
    "arrow r1c1 : r2c2 r2c3",
    "thermometer r1c1 r2c2 r3c2",
    "regionsum r1c2 r1c3 r2c3",
    "palindrome r1c1 r2c2 r3c3 r4c4",
    "odd r1c1 r2c2",
    "antiknight",
    "nonconsecutive",
    "lunchbox 3 r1c1 r1c2 r1c3",
    "equality r1c1 r2c3",
    "contains 1,2 r1c1 r2c2 r3c3",
    "exactly 2*3 r1c1 r2c2 r3c3",
    "countdistinct r1c1 : r2c2 r3c3 r4c4",
    "countingcircles r1c1 r2c2 r3c3",
    "samedigits r1c1 r2c2 : r3c3 r4c4",
    "rowindexer r1c1 r2c2",
    "valueindexer r1c1 : r2c2 : r3c3 r4c4",
    "sandwich 2 row 1",
    "xsum 6 column 2 bottom",
    "skyscraper 2 row 3 left",
    "hiddenskyscraper 2 row 1 right",
    "numberedroom 3 column 1 top",
    "fullrank 6 row 1 left",
    "relation a+b>c : r1c1 r2c2 r3c3 r4c4",
    "regex (12|3)*. : r1c1 r2c2 r3c3",
    "scan s=0 next (s+x) mod 3 accept s=0 : r1c1 r2c2 r3c3",
    "runlength r4c4 : r1c1 r2c2 r3c3 : r1c1 r2c1",
    "runlength r4c4 : r1c1 r2c3 r3c2",
    "samecount beyond r1c1 : r1c1 r2c2 r3c3",
    "sumline 5 r1c1 r1c2 r2c2 r3c2",
];

fn counted(word: &str, rule: &Rule, expected: usize) {
    let puzzle = Grid::empty(&board(word)).with_rule(rule.clone()).unwrap_or_else(|error| panic!("{error}"));
    for solver in SOLVERS.into_iter().take(cases(2, 4)) {
        let count = solver.count(&puzzle).unwrap();
        assert_eq!(count, Count::Exact((expected as u64).into()), "{word}, {rule}: {solver}");
    }
}

#[test]
fn the_opposite_of_every_rule_has_the_other_grids() {
    for &word in &["2x2", "latin4"][..cases(1, 2)] {
        let grids = all(word);
        for line in LEAVES {
            let [rule, not] =
                [String::new(), "not ".to_owned()].map(|not| format!("{not}{line}").parse::<Rule>().unwrap());
            let broken = grids.iter().filter(|grid| !holds(&rule, grid)).count();
            assert!(grids.iter().all(|grid| holds(&rule, grid) != holds(&not, grid)), "{word}, {line}");
            counted(word, &not, broken);
        }
    }
}

/// A random combination: its line, and whether it holds where leaves hold or not.
enum Tree {
    Leaf(usize),
    Some { least: usize, most: usize, of: Vec<Vec<Tree>> },
}

impl Tree {
    fn drawn(random: &mut Random, depth: usize) -> Self {
        if depth == 0 || random.below(3) == 0 {
            return Self::Leaf(random.below(LEAVES.len()));
        }
        let of: Vec<Vec<Self>> = (0..=random.below(3))
            .map(|_| (0..=random.below(2)).map(|_| Self::drawn(random, depth - 1)).collect())
            .collect();
        let least = random.below(of.len() + 1);
        let most = least + random.below(of.len() - least + 1);
        Self::Some { least, most, of }
    }

    fn line(&self) -> String {
        match self {
            Self::Leaf(leaf) => LEAVES[*leaf].to_owned(),
            Self::Some { least, most, of } => {
                let inner = |tree: &Self| match tree {
                    Self::Leaf(_) => tree.line(),
                    Self::Some { .. } => format!("( {} )", tree.line()),
                };
                let together = |trees: &Vec<Self>| trees.iter().map(inner).collect::<Vec<_>>().join(" & ");
                format!("someof {least}..{most} {}", of.iter().map(together).collect::<Vec<_>>().join(" | "))
            }
        }
    }

    fn holds(&self, leaves: &[bool]) -> bool {
        match self {
            Self::Leaf(leaf) => leaves[*leaf],
            Self::Some { least, most, of } => {
                let held = of.iter().filter(|trees| trees.iter().all(|tree| tree.holds(leaves))).count();
                (*least..=*most).contains(&held)
            }
        }
    }
}

#[test]
fn nested_combinations_have_the_grids_of_brute_force() {
    let grids = all("2x2");
    let leaves: Vec<Rule> = LEAVES.iter().map(|line| line.parse().unwrap()).collect();
    let held: Vec<Vec<bool>> = grids.iter().map(|grid| leaves.iter().map(|rule| holds(rule, grid)).collect()).collect();
    let mut some = 0;
    for number in 0..cases(16_u64, 2_000) {
        let tree = Tree::drawn(&mut Random::new(number, 49), 3);
        let rule: Rule = tree.line().parse().unwrap_or_else(|error| panic!("{error}: {}", tree.line()));
        assert_eq!(rule.to_string().parse(), Ok(rule.clone()));
        let expected = held.iter().filter(|leaves| tree.holds(leaves)).count();
        some += usize::from(expected > 0 && expected < grids.len());
        for (grid, leaves) in grids.iter().zip(&held) {
            assert_eq!(holds(&rule, grid), tree.holds(leaves), "{rule}");
        }
        counted("2x2", &rule, expected);
    }
    assert!(some > 5, "{some}");
}

#[test]
fn what_has_no_opposite_or_too_many_cases_is_refused_by_name() {
    let many = vec!["odd r1c1"; 40].join(" | ");
    for (line, expected) in [
        ("not connected 1,2", "expected a rule that has an opposite, found a connected piece"),
        (&format!("someof 20 {many}"), "expected fewer rules"),
        ("someof 1 connected 1,2 | odd r1c1", "expected a rule that has an opposite"),
    ] {
        let refused = Grid::empty(&board("2x2")).with_rule(line.parse().unwrap()).unwrap_err().to_string();
        assert!(refused.contains(expected), "{refused}");
    }
    // No opposite is needed where nothing is denied.
    let puzzle = Grid::empty(&board("2x2")).with_rule("someof >1 connected 1,2 | odd r1c1 | odd r1c2".parse().unwrap());
    assert!(Solver::Auto.solve(&puzzle.unwrap()).unwrap().is_satisfiable());
}

/// What each kind of clue shows of a line, by the words of the rule.
fn shown(kind: &str, line: &[u64]) -> Option<u64> {
    let place = |of: u64| line.iter().position(|&value| value == of).unwrap();
    let first = line[0] as usize;
    match kind {
        "sandwich" => {
            let (a, b) = (place(1), place(4));
            Some(line[a.min(b) + 1..a.max(b)].iter().sum())
        }
        "xsum" => Some(line[..first].iter().sum()),
        "numberedroom" => Some(line[first - 1]),
        _ => {
            let is_seen = |at: usize| line[..at].iter().all(|&before| before < line[at]);
            let seen: Vec<bool> = (0..4).map(is_seen).collect();
            if kind == "skyscraper" {
                return Some(seen.iter().filter(|seen| **seen).count() as u64);
            }
            seen.iter().position(|seen| !seen).map(|at| line[at])
        }
    }
}

#[test]
fn clues_with_a_letter_or_a_range_have_the_grids_of_brute_force() {
    for (kind, side) in [
        ("sandwich", ""),
        ("xsum", " left"),
        ("skyscraper", " left"),
        ("hiddenskyscraper", " left"),
        ("numberedroom", " left"),
    ] {
        let grids = all("latin4");
        let of_row = |grid: &Grid, row: u16| -> Vec<u64> {
            (0..4).map(|column| grid.get(Cell::new(row, column)).unwrap().get().into()).collect()
        };
        let both = |grid: &Grid| Some((shown(kind, &of_row(grid, 0))?, shown(kind, &of_row(grid, 1))?));
        // The letter is the same number for two rows.
        let equal = grids.iter().filter_map(both).filter(|(one, other)| one == other && (1..=7).contains(one)).count();
        let mut rules: Vec<Rule> = vec!["number N 1..7".parse().unwrap()];
        rules.extend((1..=2).map(|row| format!("{kind} N row {row}{side}").parse::<Rule>().unwrap()));
        let puzzle = Grid::empty(&board("latin4")).with_rules(rules).unwrap();
        for solver in SOLVERS.into_iter().take(cases(2, 4)) {
            assert_eq!(solver.count(&puzzle).unwrap(), Count::Exact((equal as u64).into()), "{kind}: {solver}");
        }
        assert!(equal > 0, "{kind}");
        let Verdict::Satisfiable(solution) = Solver::Auto.solve(&puzzle).unwrap() else { panic!("{kind}") };
        let number = solution.get("N".parse().unwrap()).unwrap().get();
        assert_eq!(both(solution.grid()), Some((number.into(), number.into())), "{kind}");
        for (word, range) in [("2..3", 2..=3), ("<3", 0..=2), (">2", 3..=u64::MAX), ("?", 0..=u64::MAX)] {
            let in_range = |grid: &&Grid| shown(kind, &of_row(grid, 0)).is_some_and(|shown| range.contains(&shown));
            let expected = grids.iter().filter(in_range).count();
            counted("latin4", &format!("{kind} {word} row 1{side}").parse().unwrap(), expected);
        }
    }
}
