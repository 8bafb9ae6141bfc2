//! Formulas as DIMACS: what is read is written and reads back the same, however it arrives; an error is in the text.
#![no_main]

use std::io::BufReader;

use libfuzzer_sys::fuzz_target;
use satdoku::Cnf;
use satdoku::cnf::ClauseSink;
use satdoku::cnf::dimacs::{DimacsWriter, read};
use satdoku_fuzz::assert_place;

/// A clause longer than this is not taken for a group: its pairs would be many.
const MAX_GROUP: usize = 100;

fn written(cnf: &Cnf, comments: &[String]) -> Vec<u8> {
    let mut writer = DimacsWriter::new(Vec::new());
    for comment in comments {
        writer.comment(comment).expect("memory takes all");
    }
    writer.header(cnf.size()).expect("memory takes all");
    cnf.write(&mut writer).expect("memory takes all");
    let length = writer.bytes();
    let text = writer.finish().expect("memory takes all");
    assert_eq!(text.len() as u64, length);
    text
}

/// The pairs of a group are the same clauses whoever writes them.
fn assert_pairs(cnf: &Cnf) {
    for group in cnf.clauses().filter(|clause| clause.len() <= MAX_GROUP) {
        let mut pairs = Cnf::new();
        pairs.declare_variables(cnf.variables());
        let Ok(()) = pairs.add_pairwise(group);
        let mut writer = DimacsWriter::new(Vec::new());
        writer.header(pairs.size()).expect("memory takes all");
        writer.add_pairwise(group).expect("memory takes all");
        let text = writer.finish().expect("memory takes all");
        assert_eq!(read(text.as_slice(), |_| {}).expect("what was written is read"), pairs);
    }
}

fuzz_target!(|text: &[u8]| {
    let mut comments = Vec::new();
    let at_once = read(text, |comment| comments.push(comment.to_owned()));
    let in_pieces = read(BufReader::with_capacity(3, text), |_| {});
    match (at_once, in_pieces) {
        (Ok(cnf), Ok(again)) => {
            assert_eq!(cnf, again);
            let mut kept = 0;
            let back = read(written(&cnf, &comments).as_slice(), |_| kept += 1).expect("what was written is read");
            assert_eq!(back, cnf);
            assert_eq!(kept, comments.iter().map(|comment| comment.lines().count()).sum::<usize>());
            assert_pairs(&cnf);
        }
        (Err(error), Err(again)) => {
            assert_eq!(error.to_string(), again.to_string());
            assert_place(text, error.line, error.column, &error.to_string());
        }
        (at_once, in_pieces) => panic!("{at_once:?} at once, {in_pieces:?} in pieces"),
    }
});
