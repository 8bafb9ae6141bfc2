//! DIMACS formulas and solvers' output: the worked examples of the seed documents, and texts that are wrong.

use std::fmt::Write;

use satdoku::cnf::dimacs::{self, DimacsWriter, OutputParser, ResultParser, SolverOutput};
use satdoku::{ClauseSink, Cnf, Lit, Model, Var};

fn read(text: &str) -> Result<Cnf, String> {
    dimacs::read(text.as_bytes(), |_| {}).map_err(|error| error.to_string())
}

fn clauses(cnf: &Cnf) -> Vec<Vec<i32>> {
    cnf.clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
}

fn model(numbers: &[i32]) -> Model {
    numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
}

/// All models over so many variables, as numbers whose bit i is variable i+1.
fn models(text: &str) -> Vec<u32> {
    let cnf = read(text).unwrap();
    let variables = cnf.variables();
    let holds = |bits: &u32| {
        let model = (0..variables).map(|i| Var::new(i).lit(bits >> i & 1 == 1)).collect();
        cnf.first_falsified(&model).is_none()
    };
    (0..1 << variables).filter(holds).collect()
}

#[test]
fn the_worked_formulas_have_the_models_that_the_documents_say() {
    // (¬x1∨¬x2)∧(x1∨x3∨x4)∧(x2∨x5∨x6)
    let cnf = read("p cnf 6 3\n-1 -2 0\n1 3 4 0\n2 5 6 0\n").unwrap();
    assert_eq!(cnf.first_falsified(&model(&[-1, 2, 3, 4, 5, 6])), None);
    assert_eq!(cnf.first_falsified(&model(&[1, 2, 3, 4, 5, 6])), Some(0));
    // (p∨¬q)∧(r∨s∨p) with p = q = 1, r = s = 0
    let cnf = read("p cnf 4 2\n1 -2 0\n3 4 1 0\n").unwrap();
    assert_eq!(cnf.first_falsified(&model(&[1, 2, -3, -4])), None);
    // An exclusive or, and exactly one of three.
    assert_eq!(models("p cnf 2 2\n1 2 0\n-1 -2 0\n"), [0b01, 0b10]);
    assert_eq!(models("p cnf 3 4\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n"), [0b001, 0b010, 0b100]);
}

#[test]
fn all_eight_sign_combinations_are_unsatisfiable_and_the_seven_that_are_printed_are_not() {
    let all = "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";
    assert_eq!(models(all), [0_u32; 0]);
    // As printed: ¬p∨q∨¬r and ¬p∨¬q∨r are missing, and ¬p∨¬q∨¬r stands twice. Models pqr = 110 and 101.
    let printed = "p cnf 3 7\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 -2 -3 0\n-1 -2 -3 0\n";
    assert_eq!(models(printed), [0b011, 0b101]);
}

#[test]
fn the_example_file_of_the_reduction_document_is_written_and_read() {
    let mut writer = DimacsWriter::new(Vec::new());
    let cnf = read("p cnf 4 3\n1 2 0\n-2 3 4 0\n-1 -3 -4 0\n").unwrap();
    writer.comment("the formula\n(x1 or x2) and …").unwrap();
    writer.header(cnf.size()).unwrap();
    cnf.write(&mut writer).unwrap();
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert_eq!(text, "c the formula\nc (x1 or x2) and …\np cnf 4 3\n1 2 0\n-2 3 4 0\n-1 -3 -4 0\n");
    let mut comments = Vec::new();
    let read = dimacs::read(text.as_bytes(), |comment| comments.push(comment.to_owned())).unwrap();
    assert!(read == cnf);
    assert_eq!(comments, ["the formula", "(x1 or x2) and …"]);
}

#[test]
fn comments_that_look_like_options_are_made_harmless() {
    let mut writer = DimacsWriter::new(Vec::new());
    writer.comment("--time=1").unwrap();
    assert_eq!(writer.finish().unwrap(), b"c . --time=1\n");
}

#[test]
fn formulas_are_read_as_they_are_found() {
    let plain = vec![vec![1, -2], vec![], vec![3]];
    for text in [
        "p cnf 3 3\n1 -2 0\n0\n3 0\n",
        "c first\n\n  p   cnf\t3 3\nc between\n1\nc within a clause\n-2 0 0 3 0",
        "p cnf 3 3\r\n1 -2 0\r\n0\r\n3 0\r\n",
        "p cnf 3 3\n1 -2 0\n0\n3 0\n%\n0\n\n",
        "cc\np\n cnf 3\n3\n1 -2 0 0 3 0",
    ] {
        assert_eq!(read(text).map(|cnf| clauses(&cnf)), Ok(plain.clone()), "{text}");
    }
    assert_eq!(read("p cnf 0 0\n").map(|cnf| (cnf.variables(), cnf.len())), Ok((0, 0)));
    assert_eq!(read("p cnf 5 0\n").map(|cnf| cnf.variables()), Ok(5));
}

#[test]
fn a_wrong_formula_is_an_error_with_its_place() {
    let digits = "9".repeat(1 << 20);
    for (text, expected) in [
        ("", "1:1: expected the header p cnf VARIABLES CLAUSES, found the end of the file".to_owned()),
        ("1 2 0", r#"1:1: expected the header p cnf VARIABLES CLAUSES, found "1""#.to_owned()),
        ("p cnf x 1", r#"1:7: expected the header p cnf VARIABLES CLAUSES, found "x""#.to_owned()),
        ("p cnf -1 1", r#"1:7: expected the header p cnf VARIABLES CLAUSES, found "-1""#.to_owned()),
        ("p cnf 3", "1:8: expected the header p cnf VARIABLES CLAUSES, found the end of the file".to_owned()),
        ("p cnf 2147483648 1", r#"1:7: expected at most 2147483647 variables, found "2147483648""#.to_owned()),
        (
            &format!("p cnf {digits} 1"),
            r#"1:7: expected at most 2147483647 variables, found "9999999999999999999999999…""#.to_owned(),
        ),
        ("p cnf 2 2 -1\n1 0\n-1 0", r#"1:11: expected the end of the line behind the header, found "-1""#.to_owned()),
        ("p cnf 3 1\n1 4 0", "2:3: expected a variable up to 3 as the header says, found 4".to_owned()),
        ("p cnf 3 1\n1 -4 0", "2:3: expected a variable up to 3 as the header says, found -4".to_owned()),
        ("p cnf 3 1\n1 +2 0", r#"2:3: expected a literal or 0, found "+2""#.to_owned()),
        ("p cnf 3 1\n1\n x 0", r#"3:2: expected a literal or 0, found "x""#.to_owned()),
        ("p cnf 3 1\n1 2", "2:4: expected 0 to end the last clause, found the end of the file".to_owned()),
        ("p cnf 3 2\n1 2 0\n", "3:1: expected 2 clauses as the header says, found 1".to_owned()),
        ("p cnf 3 1\n1 0\n2 0\n", "3:1: expected 1 clauses as the header says, found more".to_owned()),
    ] {
        assert_eq!(read(text).map(|cnf| clauses(&cnf)), Err(expected), "{text:.40}");
    }
    // The header's word for the number of clauses costs nothing.
    assert!(read("p cnf 1 9223372036854775807\n1 0\n").is_err());
    assert!(read(&format!("p cnf 2147483647 1\n{} 0\n", i32::MAX)).is_ok());
}

fn output(text: &str, variables: usize) -> Result<SolverOutput, String> {
    // Cut at every place: what comes in pieces reads like the whole.
    let whole = output_in_pieces(text, variables, text.len().max(1));
    for size in 1..8 {
        assert_eq!(output_in_pieces(text, variables, size), whole, "pieces of {size} bytes");
    }
    whole
}

fn output_in_pieces(text: &str, variables: usize, size: usize) -> Result<SolverOutput, String> {
    let mut parser = OutputParser::new(variables);
    text.as_bytes()
        .chunks(size)
        .try_for_each(|piece| parser.feed(piece))
        .and_then(|()| parser.finish())
        .map_err(|error| error.to_string())
}

#[test]
fn solver_output_is_read_however_it_is_split() {
    let expected = SolverOutput::Satisfiable(model(&[-1, 2, 3]));
    for text in [
        "s SATISFIABLE\nv -1 2 3 0\n",
        "c hi\ns SATISFIABLE\nc there\nv -1\nv 2\nc again\nv 3\nv 0\n",
        "v -1 2 3 0\ns SATISFIABLE",
        "s SATISFIABLE \r\nv  -1\t2 3 0 \r\n",
        "some banner\nvery verbose\nstatistics: 7\ns SATISFIABLE\nv -1 2 3 0\n\n\n",
        "s SATISFIABLE\ns SATISFIABLE\nv -1 2 3 0",
    ] {
        assert_eq!(output(text, 3), Ok(expected.clone()), "{text}");
    }
    assert_eq!(output("s UNSATISFIABLE\n", 3), Ok(SolverOutput::Unsatisfiable));
    for text in ["", "c nothing\n", "s UNKNOWN\n", "s INDETERMINATE\n"] {
        assert_eq!(output(text, 3), Ok(SolverOutput::Unknown), "{text}");
    }
    assert_eq!(output("s SATISFIABLE\n", 0), Ok(SolverOutput::Satisfiable(Model::new())));
}

#[test]
fn wrong_output_is_an_error_with_its_place() {
    for (text, expected) in [
        ("s MAYBE\n", "1:3: expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found s MAYBE"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "2:3: expected one s line, found two that differ"),
        ("s SATISFIABLE\nv 1 x 0\n", r#"2:5: expected a literal or 0, found "x""#),
        ("s SATISFIABLE\nv 1 4 0\n", "2:5: expected a variable up to 3, found 4"),
        ("s SATISFIABLE\nv 1 -99999999999 0\n", "2:5: expected a variable up to 3, found -99999999999"),
        ("s SATISFIABLE\nv 1 -1 0\n", "2:5: expected one value for each variable, found both for variable 1"),
        ("s SATISFIABLE\nv 1 0 2\n", "2:7: expected nothing after the closing 0 of the model, found more literals"),
        ("s SATISFIABLE\nv 1 2\n", "3:1: expected 0 to close the model, found the end of the output: half a model"),
        ("s SATISFIABLE\n", "2:1: expected a model on v lines after s SATISFIABLE, found none"),
        ("s UNSATISFIABLE\nv 1 0\n", "3:1: expected no model without s SATISFIABLE, found one"),
    ] {
        assert_eq!(output(text, 3), Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn a_result_file_is_read_however_it_is_split() {
    let in_pieces = |text: &str, size: usize| {
        let mut parser = ResultParser::new(3);
        let fed = text.as_bytes().chunks(size).try_for_each(|piece| parser.feed(piece));
        fed.and_then(|()| parser.finish()).map_err(|error| error.to_string())
    };
    let sat = SolverOutput::Satisfiable(model(&[1, -2, 3]));
    let blanks = " ".repeat(20);
    for (text, expected) in [
        ("SAT\n1 -2 3 0\n", Ok(sat.clone())),
        ("SAT \r\n1 -2 3 0", Ok(sat.clone())),
        (&format!("SAT{blanks}\n1 -2 3 0\n"), Ok(sat.clone())),
        ("s SATISFIABLE\nv 1 -2\nv 3 0\n", Ok(sat)),
        ("UNSAT", Ok(SolverOutput::Unsatisfiable)),
        ("s UNSATISFIABLE\n", Ok(SolverOutput::Unsatisfiable)),
        ("INDET\n", Ok(SolverOutput::Unknown)),
        ("", Ok(SolverOutput::Unknown)),
        ("SAT\n1 two 0\n", Err("2:3: expected a literal or 0, found \"two\"")),
        ("s SATISFIABLE\nv 1 two 0\n", Err("2:5: expected a literal or 0, found \"two\"")),
        ("SAT", Err("1:4: expected a model on v lines after s SATISFIABLE, found none")),
        ("\nSAT", Err("1:1: expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found s ")),
        ("SAT 1", Err("1:1: expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found s SAT 1")),
    ] {
        for size in 1..=text.len().max(1) {
            assert_eq!(in_pieces(text, size), expected.clone().map_err(str::to_owned), "{text:?} by {size}");
        }
    }
}

#[test]
fn the_writer_formats_every_length_of_number_and_any_group() {
    let numbers = [1, 9, 10, 99, 100, 12_345, 999_999, 1_000_000, 123_456_789, i32::MAX];
    let lits: Vec<Lit> = numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
    let mut writer = DimacsWriter::new(Vec::new());
    writer.add_pairwise(&lits).unwrap();
    writer.add_pairwise(&lits[..1]).unwrap();
    writer.add_pairwise(&[]).unwrap();
    writer.add_clause(&lits).unwrap();
    let mut expected = String::new();
    for (i, a) in numbers.iter().enumerate() {
        for b in &numbers[i + 1..] {
            let _ = writeln!(expected, "-{a} -{b} 0");
        }
    }
    expected += &(numbers.map(|number| number.to_string()).join(" ") + " 0\n");
    assert_eq!(writer.bytes(), expected.len() as u64);
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), expected);
}

#[test]
fn a_group_larger_than_the_buffer_is_written_like_any_other() {
    let lits: Vec<Lit> = (0..300).map(|index| Var::new(index * 7_000_000).negative()).collect();
    let mut writer = DimacsWriter::new(Vec::new());
    writer.add_pairwise(&lits).unwrap();
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    let mut slow = DimacsWriter::new(Vec::new());
    for (i, &a) in lits.iter().enumerate() {
        for &b in &lits[i + 1..] {
            slow.add_clause(&[!a, !b]).unwrap();
        }
    }
    assert!(text == String::from_utf8(slow.finish().unwrap()).unwrap());
    assert_eq!(text.lines().count(), 300 * 299 / 2);
}
