//! Encodings: their counts, their numbering, and that their models are exactly the solutions.

use std::sync::Arc;

use satdoku::cnf::dimacs::{self, DimacsWriter};
use satdoku::encoding::{CommentReader, Origin, Term, VarMap};
use satdoku::{
    AtMostOne, Budget, CancelToken, Candidate, Cell, Cnf, Digit, Encoding, Formula, FormulaSize, Geometry, Grid, Model,
    StopReason, Techniques, Var,
};

use crate::common::say;

fn empty(word: &str) -> Grid {
    Grid::empty(&Arc::new(word.parse::<Geometry>().unwrap()))
}

fn cnf(formula: &Formula) -> Cnf {
    let mut cnf = Cnf::new();
    let Ok(()) = formula.write(&mut cnf);
    cnf
}

fn dimacs_text(formula: &Formula) -> String {
    let mut writer = DimacsWriter::new(Vec::new());
    writer.header(formula.size()).unwrap();
    formula.write(&mut writer).unwrap();
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// The printed puzzle of seed E.
const HOMEWORK: &str = ".6.1.4.5...83.56..2.......18..4.7..6..6...3..7..9.1..45.......2..72.69...4.5.8.7.";

#[test]
fn the_minimal_encoding_has_the_structural_counts_of_every_order() {
    let counts = [160, 3240, 31744, 190_000, 821_664, 2_833_180, 8_273_920, 21_283_884, 49_540_000];
    for (n, clauses) in (2_u64..).zip(counts) {
        let board = Grid::empty(&Arc::new(Geometry::of_order(n as usize).unwrap()));
        let size = Formula::new(&board, Encoding::Minimal).unwrap().size();
        assert_eq!((size.variables, size.clauses), (n.pow(6), clauses), "n = {n}");
        assert_eq!(clauses, 4 * n.pow(4) + (n.pow(8) - n.pow(6)) / 2);
    }
}

#[test]
fn the_size_of_a_large_board_is_counted_at_once_and_within_a_budget() {
    // Pair by pair there are 5 * 10⁸ clauses of boxes.
    let formula = Formula::new(&empty("12x15"), Encoding::Reduced).unwrap();
    let n = 180_u64;
    let [at_least_one, boxes] = [4 * n * n, n.pow(3) * 11 * 14 / 2];
    let size = formula.size_within(&Budget::unlimited().start()).unwrap();
    assert_eq!((size, size.clauses), (formula.size(), at_least_one + 3 * n.pow(3) * (n - 1) / 2 + boxes));

    let token = CancelToken::new();
    token.cancel();
    let cancelled = Budget::unlimited().with_cancel(token).start();
    assert_eq!(formula.size_within(&cancelled), Err(StopReason::Cancelled));
}

#[test]
fn the_9x9_counts_are_those_of_the_documents() {
    let size = |encoding, puzzle: &Grid| Formula::new(puzzle, encoding).unwrap().size().clauses;
    let (board, homework) = (empty("3x3"), HOMEWORK.parse().unwrap());
    assert_eq!(size(Encoding::Extended, &board), 324 * 37);
    assert_eq!(size(Encoding::Modeller, &board), 81 + 3 * 2916 + 1458);
    assert_eq!(size(Encoding::Modeller, &homework), 10_317);
    assert_eq!(size(Encoding::Minimal, &homework), 3240 + 30);
    assert!(size(Encoding::Reduced, &homework) < 2000);
}

#[test]
fn the_counts_of_boxes_that_are_lines_are_those_of_the_documents() {
    for (word, n) in [("1x1", 1), ("1x4", 4), ("4x1", 4), ("1x6", 6), ("2x3", 6)] {
        let size = |encoding| Formula::new(&empty(word), encoding).unwrap().size().clauses;
        let (squares, pairs) = (n * n, n * n * (n * (n - 1) / 2));
        let new_pairs = if word == "2x3" { n * n * n * 2 / 2 } else { 0 };
        assert_eq!(size(Encoding::Minimal), 4 * squares + pairs, "{word}");
        assert_eq!(size(Encoding::Extended), 4 * squares + 4 * pairs, "{word}");
        assert_eq!(size(Encoding::Modeller), squares + 3 * pairs + new_pairs, "{word}");
        let groups = match word {
            "1x1" => 1,
            "2x3" => 4 * squares,
            _ => 3 * squares,
        };
        assert_eq!(size(Encoding::Reduced), groups + 3 * pairs + new_pairs, "{word}");
    }
}

#[test]
fn the_size_is_what_is_written_on_every_board() {
    for word in ["1x1", "1x2", "2x2", "2x3", "3x2", "2x2+diagonals", "regions:1122112233443344"] {
        for &encoding in Encoding::all() {
            let mut puzzle = empty(word);
            puzzle.set(Cell::new(0, 0), Digit::or_empty(1)).unwrap();
            let formula = Formula::new(&puzzle, encoding).unwrap();
            let written = cnf(&formula).size();
            let FormulaSize { variables, clauses, literals } = formula.size();
            assert_eq!((clauses, literals), (written.clauses, written.literals), "{encoding} {word}");
            assert!(variables >= written.variables, "{encoding} {word}");
        }
    }
}

#[test]
fn candidates_are_numbered_as_the_documents_say() {
    let board = empty("3x3");
    let number = |encoding, row: u16, column: u16, digit| {
        let candidate = Candidate::new(Cell::new(row - 1, column - 1), Digit::new(digit));
        match Formula::new(&board, encoding).unwrap().map().term(candidate) {
            Term::Lit(lit) => lit.to_dimacs(),
            term => panic!("{candidate} is {term:?}"),
        }
    };
    assert_eq!(number(Encoding::Minimal, 2, 3, 4), 103);
    assert_eq!(number(Encoding::Minimal, 3, 7, 6), 222);
    assert_eq!(number(Encoding::Extended, 9, 9, 9), 729);
    // Element 0 of box 2 is r1c7. The homework says 167 for its digit 4: it adds 1 to 81·2 + 9·0 + 4, whose digit already
    // counts from 1. Numbered so, the last candidate would be variable 730 of 729.
    assert_eq!(number(Encoding::Modeller, 1, 7, 4), 166);
    assert_eq!(number(Encoding::Modeller, 9, 9, 9), 729);
    assert_eq!(number(Encoding::Modeller, 1, 1, 1), 1);
}

#[test]
fn every_variable_stands_for_the_candidate_that_it_was_given() {
    for word in ["2x3", "2x2+diagonals", "regions:1122112233443344"] {
        let mut puzzle = empty(word);
        puzzle.set(Cell::new(1, 1), Digit::or_empty(2)).unwrap();
        for &encoding in Encoding::all() {
            let formula = Formula::new(&puzzle, encoding).unwrap();
            let mut open = 0;
            for cell in puzzle.geometry().cells() {
                for digit in puzzle.geometry().digits() {
                    let candidate = Candidate::new(cell, digit);
                    match formula.map().term(candidate) {
                        Term::Lit(lit) => {
                            open += 1;
                            assert_eq!(formula.map().candidate(lit.var()), Some(candidate), "{encoding} {word}");
                        }
                        Term::True => assert_eq!(puzzle.get(cell), Some(digit), "{encoding} {word}"),
                        Term::False => assert!(!puzzle.can_place(cell, digit), "{encoding} {word} {candidate}"),
                    }
                }
            }
            assert_eq!(open, formula.size().variables, "{encoding} {word}");
            assert_eq!(formula.map().candidate(Var::new(open as usize)), None);
        }
    }
}

#[test]
fn the_modeller_writes_its_clauses_in_the_order_of_the_homework() {
    let text = dimacs_text(&Formula::new(&HOMEWORK.parse().unwrap(), Encoding::Modeller).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "p cnf 729 10317");
    assert_eq!(lines[1], "1 2 3 4 5 6 7 8 9 0");
    assert_eq!(lines[81], "721 722 723 724 725 726 727 728 729 0");
    assert_eq!(lines[82], "-1 -2 0");
    assert_eq!(lines[81 + 36], "-8 -9 0");
    // The clues come last: r1c2=6 is element 1 of box 0.
    assert_eq!(lines[1 + 10_287], "15 0");
    assert_eq!(lines.len(), 1 + 10_317);
    assert!(lines[1 + 10_287..].iter().all(|line| line.split(' ').count() == 2));
}

#[test]
fn the_minimal_encoding_lists_rows_columns_boxes_cells_and_pairs() {
    let text = dimacs_text(&Formula::new(&empty("2x2"), Encoding::Minimal).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "p cnf 64 160");
    assert_eq!(lines[1], "1 5 9 13 0", "digit 1 in row 1");
    assert_eq!(lines[1 + 16], "1 17 33 49 0", "digit 1 in column 1");
    assert_eq!(lines[1 + 32], "1 5 17 21 0", "digit 1 in box 1");
    assert_eq!(lines[1 + 48], "1 2 3 4 0", "cell r1c1");
    assert_eq!(lines[1 + 64], "-1 -2 0");
    assert_eq!(lines[160], "-63 -64 0");
}

/// The model in which exactly the candidates of a filling are true.
fn model_of(map: &VarMap, puzzle: &Grid, digits: &[u16]) -> Model {
    let mut model = Model::new();
    for (cell, &value) in puzzle.geometry().cells().zip(digits) {
        for digit in puzzle.geometry().digits() {
            if let Term::Lit(lit) = map.term(Candidate::new(cell, digit)) {
                model.assign(lit.var().lit(digit.get() == value));
            }
        }
    }
    model
}

#[test]
fn over_all_assignments_of_the_smallest_boards_models_are_solutions() {
    for (word, solutions) in [("1x1", 1), ("1x2", 2), ("2x1", 2), ("1x2+diagonals", 0), ("regions:1212", 2)] {
        for &encoding in Encoding::all() {
            let formula = Formula::new(&empty(word), encoding).unwrap();
            let cnf = cnf(&formula);
            let variables = formula.size().variables as usize;
            let mut models = 0;
            for bits in 0..1_u32 << variables {
                let model: Model = (0..variables).map(|i| Var::new(i).lit(bits >> i & 1 == 1)).collect();
                let is_model = cnf.first_falsified(&model).is_none();
                assert_eq!(is_model, formula.decode(&model).is_ok(), "{encoding} {word} {model:?}");
                models += usize::from(is_model);
            }
            assert_eq!(models, solutions, "{encoding} {word}");
        }
    }
}

#[test]
fn over_all_fillings_of_side_3_models_are_solutions_and_no_neighbour_of_one_is() {
    for (word, solutions) in [("1x3", 12), ("3x1", 12), ("1x3+diagonals", 0), ("regions:112132332", 6)] {
        let puzzle = empty(word);
        for &encoding in Encoding::all() {
            let formula = Formula::new(&puzzle, encoding).unwrap();
            let cnf = cnf(&formula);
            let mut models = 0;
            for number in 0..3_usize.pow(9) {
                let digits: Vec<u16> = (0..9).map(|place| (number / 3_usize.pow(place) % 3) as u16 + 1).collect();
                let model = model_of(formula.map(), &puzzle, &digits);
                let is_solution = Grid::from_values(puzzle.geometry(), &digits).unwrap().is_solved();
                assert_eq!(cnf.first_falsified(&model).is_none(), is_solution, "{encoding} {word} {digits:?}");
                if !is_solution {
                    continue;
                }
                models += 1;
                for index in 0..27 {
                    let mut spoiled = model.clone();
                    spoiled.assign(Var::new(index).lit(model.value(Var::new(index)) == Some(false)));
                    assert!(cnf.first_falsified(&spoiled).is_some(), "{encoding} {word} {digits:?} {index}");
                    assert!(formula.decode(&spoiled).is_err());
                }
            }
            assert_eq!(models, solutions, "{encoding} {word}");
        }
    }
}

#[test]
fn a_blocking_clause_rules_out_its_solution_and_no_other() {
    let puzzle: Grid = "12..............".parse().unwrap();
    for &encoding in Encoding::all() {
        let formula = Formula::new(&puzzle, encoding).unwrap();
        let digits =
            [[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], [1, 2, 4, 3, 3, 4, 2, 1, 2, 1, 3, 4, 4, 3, 1, 2]];
        let models = digits.map(|digits| model_of(formula.map(), &puzzle, &digits));
        let first = formula.decode(&models[0]).unwrap();
        let clause = formula.blocking_clause(&first);
        assert_eq!(clause.len(), 14, "{encoding}: one literal for each open cell");
        assert!(!clause.iter().any(|&lit| models[0].is_true(lit)), "{encoding}");
        assert!(clause.iter().any(|&lit| models[1].is_true(lit)), "{encoding}");
        assert!(formula.decode(&models[1]).is_ok());
    }
}

#[test]
fn an_at_least_one_without_candidates_becomes_the_empty_clause() {
    // Nothing can go into r1c4.
    let puzzle: Grid = "123.........4...".parse().unwrap();
    let mut puzzle = puzzle;
    puzzle.set(Cell::new(1, 3), Digit::or_empty(4)).unwrap();
    puzzle.set(Cell::new(2, 3), None).unwrap();
    let formula = Formula::new(&puzzle, Encoding::Reduced).unwrap();
    assert!(cnf(&formula).clauses().any(<[_]>::is_empty));
}

#[test]
fn what_is_written_is_read_back_by_our_reader_and_by_another() {
    for word in ["1x1", "2x2", "2x3+diagonals", "3x3"] {
        for &encoding in Encoding::all() {
            let mut puzzle = empty(word);
            puzzle.set(Cell::new(0, 0), Digit::or_empty(1)).unwrap();
            let formula = Formula::new(&puzzle, encoding).unwrap();
            let text = dimacs_text(&formula);
            let cnf = cnf(&formula);
            let read = dimacs::read(text.as_bytes(), |_| {}).unwrap();
            assert!(read.clauses().eq(cnf.clauses()), "{encoding} {word}");
            assert_eq!(read.variables() as u64, formula.size().variables);
            if cnf.is_empty() {
                continue; // The second reader refuses `p cnf 0 0`.
            }
            let ::dimacs::Instance::Cnf { num_vars, clauses } = ::dimacs::parse_dimacs(&text).unwrap() else {
                panic!("{encoding} {word}: no CNF")
            };
            assert_eq!((num_vars, clauses.len()), (formula.size().variables, cnf.len()), "{encoding} {word}");
            for (theirs, ours) in clauses.iter().zip(cnf.clauses()) {
                let lits = theirs.lits().iter().map(|lit| match lit.sign() {
                    ::dimacs::Sign::Pos => lit.var().to_u64().cast_signed(),
                    ::dimacs::Sign::Neg => -(lit.var().to_u64().cast_signed()),
                });
                assert!(lits.eq(ours.iter().map(|lit| i64::from(lit.to_dimacs()))), "{encoding} {word}");
            }
        }
    }
}

#[test]
fn a_board_with_more_candidates_than_numbers_is_refused_with_both() {
    let board = Grid::empty(&Arc::new(Geometry::boxes(1, 1291).unwrap()));
    let error = Formula::new(&board, Encoding::Minimal).unwrap_err().to_string();
    assert!(error.contains("2151685171") && error.contains("2147483647"), "{error}");
}

/// Models over the candidates: those of the auxiliary variables are not told apart.
fn count_models(formula: &Formula) -> usize {
    use satdoku::{Backend, ClauseSink};
    let mut solver = Backend::Varisat.open(&satdoku::backend::OpenOptions::default()).unwrap();
    formula.write(&mut solver).unwrap();
    let running = satdoku::Budget::unlimited().start();
    let mut models = 0;
    while let satdoku::Verdict::Satisfiable(model) = solver.solve(&running).unwrap() {
        let clause = formula.blocking_clause(&formula.decode(&model).unwrap());
        models += 1;
        if clause.is_empty() {
            break;
        }
        solver.add_clause(&clause).unwrap();
    }
    models
}

#[test]
fn every_encoding_has_the_same_solutions_in_every_form() {
    use satdoku::cnf::AtMostOne;
    use satdoku::reduction::{Reduced, Reduction};
    use satdoku::{Budget, Techniques};
    if !satdoku::Backend::Varisat.is_compiled() {
        return say("skipped: models counted by varisat: not in this build");
    }
    let clues = |word: &str, clues: &[(u16, u16, u16)]| {
        let mut puzzle = empty(word);
        for &(row, column, digit) in clues {
            puzzle.set(Cell::new(row, column), Digit::or_empty(digit)).unwrap();
        }
        puzzle
    };
    let mut latin = empty("1x7");
    for cell in latin.geometry().clone().cells().filter(|cell| cell.row() < 4 || cell.column() < 3) {
        let digit = Digit::new(((cell.row() + cell.column()) % 7) as u16 + 1);
        latin.set(cell, Some(digit)).unwrap();
    }
    let puzzles = [
        (clues("2x2", &[(0, 0, 1)]), 72),
        (clues("2x2+diagonals", &[]), 48),
        (clues("regions:1122112233443344", &[(0, 0, 1)]), 72),
        // Large enough that not all groups are pairs.
        (latin, usize::MAX),
        (HOMEWORK.parse().unwrap(), 1),
        (clues("2x2", &[(0, 0, 1), (0, 1, 2), (1, 2, 3), (2, 3, 3), (3, 3, 4)]), usize::MAX),
    ];
    for (puzzle, expected) in puzzles {
        let mut expected = Some(expected).filter(|&count| count < usize::MAX);
        for &encoding in Encoding::all() {
            for &form in AtMostOne::all() {
                for steps in [Techniques::NONE, Techniques::LOCKED, Techniques::ALL] {
                    let told = format!("{encoding} {form} {steps}\n{puzzle}");
                    let running = Budget::unlimited().start();
                    let Ok(reduced) = Reduction::new(steps).run(&puzzle, &running) else {
                        assert_eq!(expected, Some(0), "{told}");
                        continue;
                    };
                    let formula = Formula::of(reduced, encoding, form).unwrap();
                    // Written again, it has the same numbers, and as many as it says.
                    assert!(cnf(&formula) == cnf(&formula), "{told}");
                    let (size, written) = (formula.size(), cnf(&formula).size());
                    assert_eq!((size.clauses, size.literals), (written.clauses, written.literals), "{told}");
                    assert!(size.variables >= written.variables, "{told}");
                    let counted = count_models(&formula);
                    assert_eq!(*expected.get_or_insert(counted), counted, "{told}");
                }
            }
        }
        let pairs = Formula::of(Reduced::of(puzzle.clone()), Encoding::Extended, AtMostOne::Pairwise).unwrap();
        assert_eq!(pairs.size(), Formula::new(&puzzle, Encoding::Extended).unwrap().size());
    }
}

#[test]
fn the_reduced_encoding_writes_nothing_twice() {
    use satdoku::reduction::Reduction;
    use satdoku::{Budget, Techniques};
    let running = Budget::unlimited().start();
    let puzzles =
        [HOMEWORK.parse().unwrap(), empty("2x3"), empty("2x2+diagonals"), "12..............".parse().unwrap()];
    for puzzle in puzzles {
        for steps in [
            Techniques::NONE,
            Techniques::SINGLES,
            Techniques::LOCKED,
            Techniques::LOCKED | Techniques::MATCHING,
            Techniques::ALL,
        ] {
            let reduced = Reduction::new(steps).run(&puzzle, &running).unwrap();
            let live = reduced.candidates().len();
            let formula = Formula::of(reduced, Encoding::Reduced, satdoku::cnf::AtMostOne::Pairwise).unwrap();
            assert_eq!(formula.size().variables as usize, live, "{steps}");
            let mut clauses: Vec<Vec<_>> = cnf(&formula).clauses().map(<[_]>::to_vec).collect();
            for clause in &mut clauses {
                clause.sort_unstable();
            }
            clauses.sort();
            let written = clauses.len();
            clauses.dedup();
            assert_eq!(clauses.len(), written, "{steps}\n{puzzle}");
        }
    }
}

#[test]
fn comments_name_the_variables_of_each_rule() {
    let lines = ["littlekiller 9 r1c1 r2c2 r3c3", "thermometer r1c2 r2c1", "killer 6 r1c2 r1c3 r2c3"];
    let puzzle: Grid = "................".parse().unwrap();
    let puzzle = puzzle.with_rules(lines.iter().map(|line| line.parse().unwrap()).collect()).unwrap();
    let (techniques, at_most_one) = (Techniques::NONE, AtMostOne::Pairwise);
    for encoding in [Encoding::Minimal, Encoding::Extended, Encoding::Reduced] {
        let origin = Origin { puzzle: puzzle.clone(), techniques, encoding, at_most_one };
        let formula = origin.formula(&Budget::unlimited().start()).unwrap();
        let ranges = formula.rule_variables();
        // They are all variables behind the candidates, each once.
        assert_eq!(ranges.first().map(|(_, range)| range.start), Some(64));
        assert_eq!(ranges.last().map(|(_, range)| range.end), Some(formula.variables()));
        assert!(ranges.windows(2).all(|pair| pair[0].1.end == pair[1].1.start));
        let comments = origin.comments(&formula);
        let named = |line: &str| comments.lines().any(|comment| comment.ends_with(&format!("are of the rule {line}")));
        assert_eq!(lines.map(named), [true, false, true], "{comments}");
        let of_candidates = "variable 16(r - 1) + 4(c - 1) + d is true where row r, column c has the digit d";
        assert!(encoding == Encoding::Reduced || comments.contains(of_candidates), "{comments}");
        let mut reader = CommentReader::default();
        comments.lines().for_each(|line| reader.line(line));
        assert_eq!(reader.finish().unwrap().puzzle, Some(puzzle.clone()));
    }
}

/// Rows that begin with the sign of no cell are comments that must not look like options, and are read as they were.
#[test]
fn comments_of_a_file_carry_boards_with_gaps() {
    for word in ["samurai", "windmill", "6x8/8", "3x3@r2c3"] {
        let puzzle = empty(word);
        let (techniques, at_most_one) = (Techniques::NONE, AtMostOne::Pairwise);
        let origin = Origin { puzzle: puzzle.clone(), techniques, encoding: Encoding::Minimal, at_most_one };
        let formula = origin.formula(&Budget::unlimited().start()).unwrap();
        let mut writer = DimacsWriter::new(Vec::new());
        writer.comment(&origin.comments(&formula)).unwrap();
        writer.header(Cnf::new().size()).unwrap();
        let text = writer.finish().unwrap();
        assert!(text.split(|&byte| byte == b'\n').all(|line| !line.starts_with(b"c -")), "{word}");
        let mut reader = CommentReader::default();
        dimacs::read(text.as_slice(), |line| reader.line(line)).unwrap();
        assert_eq!(reader.finish().unwrap().puzzle, Some(puzzle), "{word}");
    }
}
