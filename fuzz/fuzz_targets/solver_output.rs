//! What solvers print, and the files in which they leave their answers: two bytes are the number of variables, one the
//! length of the pieces, the rest is the text. The answer does not depend on the pieces; a model is in range and survives
//! being printed.
#![no_main]

use std::fmt::Write;

use libfuzzer_sys::fuzz_target;
use satdoku::cnf::dimacs::{OutputError, OutputParser, ResultParser, SolverOutput};
use satdoku_fuzz::assert_place;

type Answer = Result<SolverOutput, OutputError>;

fn output<'a>(variables: usize, mut pieces: impl Iterator<Item = &'a [u8]>) -> Answer {
    let mut parser = OutputParser::new(variables);
    pieces.try_for_each(|piece| parser.feed(piece))?;
    parser.finish()
}

fn result_file<'a>(variables: usize, mut pieces: impl Iterator<Item = &'a [u8]>) -> Answer {
    let mut parser = ResultParser::new(variables);
    pieces.try_for_each(|piece| parser.feed(piece))?;
    parser.finish()
}

fn assert_sound(answer: &Answer, text: &[u8], variables: usize) {
    match answer {
        Ok(SolverOutput::Satisfiable(model)) => {
            let mut printed = "s SATISFIABLE\n".to_owned();
            for lit in model.lits() {
                assert!(lit.var().index() < variables, "{lit} of {variables} variables");
                let _ = writeln!(printed, "v {lit}");
            }
            printed.push_str("v 0\n");
            assert_eq!(&output(variables, std::iter::once(printed.as_bytes())), answer);
        }
        Ok(_) => {}
        Err(error) => assert_place(text, error.line, error.column, &error.to_string()),
    }
}

fuzz_target!(|data: &[u8]| {
    let [low, high, length, text @ ..] = data else { return };
    let variables = usize::from(u16::from_le_bytes([*low, *high]));
    let pieces = || text.chunks(usize::from(*length).max(1));
    let at_once = output(variables, std::iter::once(text));
    assert_eq!(at_once, output(variables, pieces()));
    assert_sound(&at_once, text, variables);
    let at_once = result_file(variables, std::iter::once(text));
    assert_eq!(at_once, result_file(variables, pieces()));
    assert_sound(&at_once, text, variables);
});
