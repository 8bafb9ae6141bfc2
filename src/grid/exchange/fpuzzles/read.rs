//! From JSON to a puzzle.

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
/// What is wrong, with the key that it stands under.
pub(in crate::grid::exchange) fn read(item: &Item, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    let root = Node::root(item);
    let entries = root.entries()?;
    let draft = head::read(&root)?;
    let mut reader = Reader { draft, marked: Vec::new() };
    reader.note_marks(&root)?;
    for (key, node) in entries {
        let found = how(key);
        if node.is_nothing() {
            continue;
        }
        match found {
            Some(How::Head) => {}
            Some(How::Kept) => {
                let kept = drawn::without_copies(node.value());
                if !kept.is_nothing() {
                    reader.draft.notes.keep(Exchange::FPuzzles, key, kept);
                }
            }
            Some(How::Flag(line)) => reader.draft.rule(&node.path(), line)?,
            Some(How::Whole(read, keyword)) => read(&mut reader, &node, keyword)?,
            Some(How::Each(read, keyword)) => {
                for entry in node.items()?.iter().filter(|entry| !entry.is_nothing()) {
                    read(&mut reader, entry, keyword)?;
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
    reader.draft.finish()
}
