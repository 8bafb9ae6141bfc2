//! From JSON to a puzzle.

use crate::grid::exchange::cell_state::tell_words;
use crate::grid::exchange::draft::Exchanged;
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::fpuzzles::keys::{How, how};
use crate::grid::exchange::fpuzzles::reader::Reader;
use crate::grid::exchange::fpuzzles::{drawn, head};
use crate::grid::exchange::json::{Item, Node};
use crate::grid::exchange::{Exchange, Reading};

/// Reads a puzzle.
///
/// # Errors
/// The first problem, with its key.
pub(crate) fn read(item: &Item, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    let root = Node::root(item);
    let entries = root.entries()?;
    let mut draft = head::read(&root, reading)?;
    draft.running.clone_from(&reading.running);
    let mut reader = Reader { draft, marked: Vec::new() };
    reader.note_marks(&root)?;
    for (key, node) in entries {
        let found = how(key);
        if node.is_nothing() {
            continue;
        }
        match found {
            Some(How::Head) => {}
            Some(How::Drawn | How::Fog | How::Kept) => {
                let kept = drawn::without_copies(node.value());
                if !kept.is_nothing() {
                    match found {
                        Some(How::Drawn) => reading.passed_over.push(node.error(ExchangeProblem::Drawn)),
                        Some(How::Fog) => reading.passed_over.push(node.error(ExchangeProblem::Fog)),
                        _ => {}
                    }
                    reader.draft.notes.keep(Exchange::FPuzzles, key, kept);
                }
            }
            Some(How::Whole(read)) => read(&mut reader, &node)?,
            Some(How::Each(read)) => {
                for entry in node.items()?.iter().filter(|entry| !entry.is_nothing()) {
                    read(&mut reader, entry)?;
                }
            }
            None => {
                let error = node.error(ExchangeProblem::NoRule(key.to_owned()));
                if !reading.is_lenient {
                    return Err(error);
                }
                reading.passed_over.push(error);
            }
        }
    }
    if reader.draft.notes.kept_of(Exchange::FPuzzles).iter().any(|(key, _)| key == "cage") {
        reading.passed_over.push(ExchangeError::of("cage", ExchangeProblem::Drawn));
    }
    tell_words(&reader.draft.notes, "ruleset", reading);
    reader.draft.finish()
}
