//! A formula has as many models as its puzzle has solutions, or says which variables to project on: every rule, every encoding,
//! every form of at-most-one. Models are counted by blocking one after another, and by an independent counter where Python has one
//! (`pip install pyganak`). With `--nocapture` the counts are printed as a table.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use satdoku::backend::OpenOptions;
use satdoku::reduction::Reduced;
use satdoku::{AtMostOne, Backend, Budget, ClauseSink, Cnf, Encoding, Formula, Grid, Lit, Model, Solver, Var, Verdict};

use crate::common::{board, is_thorough, say};
use crate::rules::LINES;

/// Puzzles have at most so many solutions, and models beyond a few times as many are not counted.
const MAX_SOLUTIONS: usize = 8;

/// A board with or without a rule, and so many clues that few solutions are left; and how many these are.
fn puzzle(word: &str, line: Option<&str>) -> (Grid, usize) {
    let mut puzzle = Grid::empty(&board(word));
    if let Some(line) = line {
        puzzle = puzzle.with_rule(line.parse().unwrap()).unwrap();
    }
    let found = Solver::Auto.solve(&puzzle).unwrap();
    let Verdict::Satisfiable(solution) = found else { return (puzzle, 0) };
    let cells: Vec<_> = puzzle.geometry().cells().collect();
    for cell in cells.into_iter().rev() {
        let count = Solver::Auto.solutions(&puzzle).unwrap().take(MAX_SOLUTIONS + 1).count();
        if count <= MAX_SOLUTIONS {
            return (puzzle, count);
        }
        puzzle.set(cell, solution.get(cell)).unwrap();
    }
    (puzzle, 1)
}

fn formulas(puzzle: &Grid) -> Vec<Formula> {
    let mut formulas: Vec<Formula> = Vec::new();
    for &encoding in Encoding::all() {
        for &form in AtMostOne::all() {
            let Ok(formula) = Formula::of(Reduced::of(puzzle.clone()), encoding, form) else { continue };
            // On small boards most forms write pairs.
            if !formulas.iter().any(|known| known.encoding() == encoding && cnf(known) == cnf(&formula)) {
                formulas.push(formula);
            }
        }
    }
    formulas
}

fn cnf(formula: &Formula) -> Cnf {
    let mut cnf = Cnf::new();
    let Ok(()) = formula.write(&mut cnf);
    cnf
}

/// The models that differ in the first variables, at most so many.
fn models(formula: &Formula, variables: u64, most: usize) -> usize {
    let mut solver = Backend::Cdcl.open(&OpenOptions::default()).unwrap();
    formula.write(&mut solver).unwrap();
    let differs = |model: &Model| -> Vec<Lit> {
        (0..variables as usize).map(Var::new).map(|var| var.lit(model.value(var) == Some(false))).collect()
    };
    for count in 0..most {
        match solver.solve(&Budget::unlimited().start()).unwrap() {
            Verdict::Satisfiable(model) => solver.add_clause(&differs(&model)).unwrap(),
            _ => return count,
        }
    }
    most
}

/// Holds the formulas of a puzzle against its solutions: how many these are, and the most models that one of them has by all
/// of its variables.
fn check(name: &str, (puzzle, solutions): &(Grid, usize)) -> (usize, usize) {
    let formulas = formulas(puzzle);
    let mut most = 0;
    for formula in &formulas {
        let told = format!("{name}: {} {}\n{puzzle}", formula.encoding(), formula.at_most_one());
        let found = models(formula, formula.projection().unwrap_or(formula.variables()), solutions + 1);
        assert_eq!(found, *solutions, "{told}");
        let all = if formula.projection().is_some() { models(formula, formula.variables(), 40) } else { found };
        most = most.max(all);
    }
    (formulas.len(), most)
}

/// Boards whose units have fewer cells than digits, and groups that are large enough for other forms than pairs.
const SHORT: [(&str, Option<&str>); 5] = [
    ("2x3", None),
    ("6x7/7", None),
    ("1x7", Some("killer r1c1 r2c2 r3c3 r4c4 r5c5 r6c6")),
    ("1x7", Some("anyof killer r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 | odd r1c2")),
    ("2x4", Some("antiknight")),
];

#[test]
fn models_are_as_many_as_solutions_or_are_projected() {
    let (mut puzzles, mut formulas) = (0, 0);
    let mut count = |name: &str, puzzle: &(Grid, usize)| {
        let (count, models) = check(name, puzzle);
        puzzles += 1;
        formulas += count;
        models
    };
    for (number, &line) in LINES.iter().enumerate() {
        let mut row = format!("{line:<50}");
        // The quick size has every sixth rule on the larger board.
        let words: &[&str] = if is_thorough() || number.is_multiple_of(6) { &["2x2", "2x3"] } else { &["2x2"] };
        for &word in words {
            let puzzle = puzzle(word, Some(line));
            let _ = write!(row, " {word}: {:>2} solutions, {:>2} models", puzzle.1, count(line, &puzzle));
        }
        println!("{row}");
    }
    for (word, line) in SHORT {
        let puzzle = puzzle(word, line);
        println!("{word} {line:?}: {} solutions, {} models", puzzle.1, count(word, &puzzle));
    }
    println!("{puzzles} puzzles, {formulas} formulas that differ");
}

#[test]
fn a_formula_with_free_variables_says_so_where_it_is_written() {
    let show = |word: &str, line: Option<&str>, form| {
        let formula = Formula::of(Reduced::of(puzzle(word, line).0), Encoding::Extended, form).unwrap();
        let mut file = Vec::new();
        formula.write_dimacs(&mut file).unwrap();
        let text = String::from_utf8(file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("p cnf "), "{}", lines[0]);
        let read = satdoku::cnf::dimacs::read(text.as_bytes(), |_| {}).unwrap();
        assert!(read.clauses().eq(cnf(&formula).clauses()));
        lines[1].strip_prefix("c p show ").map(|variables| variables.split(' ').count() - 1)
    };
    let pairs = AtMostOne::Pairwise;
    assert_eq!(show("2x2", None, pairs), None);
    assert_eq!(show("2x2", Some("skyscraper 2 row 1 left"), pairs), None);
    assert_eq!(show("2x2", Some("anyof odd r1c1 | less r1c1 r1c2"), pairs), Some(64));
    assert_eq!(show("1x7", Some("killer r1c1 r2c2 r3c3 r4c4 r5c5 r6c6"), pairs), None);
    assert_eq!(show("1x7", Some("killer r1c1 r2c2 r3c3 r4c4 r5c5 r6c6"), AtMostOne::Sequential), Some(343));
    assert_eq!(show("1x7", None, AtMostOne::Sequential), None);
}

/// Counts the models of DIMACS files that a line `end` separates, projected as they say.
const COUNTER: &str = "
import sys
try:
    from pyganak import Counter
except ImportError:
    sys.exit(3)
clauses, shown, variables = [], None, 0
for line in sys.stdin:
    words = line.split()
    if words[:3] == ['c', 'p', 'show']:
        shown = [int(word) for word in words[3:-1]]
    elif words[:1] == ['p']:
        variables = int(words[2])
    elif words == ['end']:
        counter = Counter()
        counter.new_vars(variables)
        counter.add_clauses(clause for clause in clauses if clause)
        if shown is not None:
            counter.set_sampling_set(shown)
        print('found', 0 if [] in clauses else counter.count(), flush=True)
        clauses, shown = [], None
    elif words[:1] != ['c']:
        clauses.append([int(word) for word in words[:-1]])
";

#[test]
fn an_independent_counter_finds_as_many() {
    let missing = || say("skipped: models counted by pyganak: python3 has no such package");
    let counter = Command::new("python3").args(["-c", COUNTER]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut counter) = counter else { return missing() };
    let mut pipe = counter.stdin.take().unwrap();
    let (mut names, mut expected, mut text) = (Vec::new(), Vec::new(), Vec::new());
    let cases = LINES.iter().map(|&line| ("2x2", Some(line))).chain(SHORT);
    for (number, (word, line)) in cases.enumerate() {
        let (puzzle, solutions) = puzzle(word, line);
        let formulas = formulas(&puzzle);
        // The counter takes its time: of each rule one encoding after another, and one form.
        for formula in [&formulas[number % formulas.len()], &formulas[formulas.len() - 1]] {
            formula.write_dimacs(&mut text).unwrap();
            text.extend_from_slice(b"end\n");
            names.push(format!("{word} {line:?}: {} {}", formula.encoding(), formula.at_most_one()));
            expected.push(solutions.to_string());
        }
    }
    let output = std::thread::scope(|scope| {
        scope.spawn(move || drop(pipe.write_all(&text)));
        counter.wait_with_output().unwrap()
    });
    if output.status.code() == Some(3) {
        return missing();
    }
    let counts = String::from_utf8(output.stdout).unwrap();
    // The counter prints comments of its own.
    let counts: Vec<&str> = counts.lines().filter_map(|line| line.strip_prefix("found ")).collect();
    assert_eq!(counts.len(), names.len());
    for ((name, expected), found) in names.iter().zip(&expected).zip(counts) {
        assert_eq!(found, expected, "{name}");
    }
}
