//! What a rule of the puzzle says by itself: a digit with which its cells have no filling.

use std::ops::ControlFlow;

use crate::logic::bits::ones;
use crate::logic::finder::{Found, Position};
use crate::logic::layout::{Literal, Mark};
use crate::logic::proof::{Because, Line};
use crate::logic::step::{Figure, Role, Step};
use crate::logic::technique::Technique;

/// A cage, a thermometer or another rule alone.
pub static RULE: Technique = Technique {
    name: "rule",
    title: "rule",
    aliases: &["cage", "combination"],
    rating: 24,
    highest: 24,
    hodoku: None,
    needs_uniqueness: false,
    summary: "the cells of a rule, such as a cage, have no filling with a digit",
};

/// What rules strike out, one rule a step.
///
/// # Errors
/// A break where `found` asks for it, as with all finders.
pub fn rules(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let digits_of = |cell: &u16| board.value((*cell).into()).map_or(board.digits((*cell).into()), |digit| 1 << digit);
    for (number, (_, constraint)) in layout.grid().rules().constraints().iter().enumerate() {
        if position.running.check().is_err() {
            return ControlFlow::Break(());
        }
        let cells = layout.constraint(number);
        let before: Vec<u64> = cells.iter().map(digits_of).collect();
        if before.contains(&0) || before.iter().all(|digits| digits.is_power_of_two()) {
            continue;
        }
        let mut after = before.clone();
        if constraint.filter(&mut after).is_err() {
            continue;
        }
        let mut struck: Vec<Mark> = Vec::new();
        for (place, &cell) in cells.iter().enumerate() {
            for digit in ones(before[place] & !after[place]) {
                // Filtering may see more at once than it sees of one digit by itself, which is what the proof states.
                let mut with = before.clone();
                for (other, _) in cells.iter().enumerate().filter(|(_, other)| **other == cell) {
                    with[other] = 1 << digit;
                }
                let mark = Mark::new(cell.into(), digit);
                if board.has(mark) && !struck.contains(&mark) && constraint.filter(&mut with).is_err() {
                    struck.push(mark);
                }
            }
        }
        if struck.is_empty() {
            continue;
        }
        let because = || Because::Rule(number as u16);
        let open = cells
            .iter()
            .flat_map(|&cell| ones(board.digits(cell.into())).map(move |digit| Mark::new(cell.into(), digit)));
        let marks = open.filter(|mark| !struck.contains(mark)).map(|mark| (mark, Role::Base)).collect();
        found(Step {
            technique: &RULE,
            rating: RULE.rating,
            placed: Vec::new(),
            proof: struck.iter().map(|&mark| Line { says: Literal::off(mark), because: because() }).collect(),
            struck,
            figure: Figure { units: Vec::new(), marks, links: Vec::new() },
        })?;
    }
    ControlFlow::Continue(())
}
