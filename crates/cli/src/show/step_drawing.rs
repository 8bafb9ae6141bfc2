//! A step drawn on a terminal: the candidates of each cell, with signs on the candidates of the step.

use std::fmt::Write;

use satdoku::logic::Step;
use satdoku::logic::board::Board;
use satdoku::logic::layout::PencilMark;
use satdoku::logic::step::Role;

use crate::show::drawing::{Pen, Style};

/// Draws the position before a step, with the step's signs and a legend.
pub(crate) fn draw_step(pen: Pen, board: &Board, step: &Step, out: &mut String) {
    let layout = board.layout();
    let geometry = layout.geometry();
    let between = if geometry.last_digit().get() > 9 { "," } else { "" };
    let text = |cell: satdoku::Cell| {
        let index = geometry.index(cell);
        if let Some(digit) = board.value(index) {
            let style = if board.is_given(index) { Style::Bold } else { Style::Plain };
            return (geometry.digit(digit).to_string(), style);
        }
        let mut style = Style::Faint;
        let mut words = Vec::new();
        for digit in (0..geometry.digit_count()).filter(|digit| board.digits(index) >> digit & 1 == 1) {
            let mark = PencilMark::new(index, digit);
            let name = geometry.digit(digit);
            let role = step.figure.marks.iter().find(|(of, _)| *of == mark).map(|(_, role)| *role);
            let word = if step.placed.contains(&mark) {
                style = Style::Notice;
                format!("={name}")
            } else if step.struck.contains(&mark) {
                style = Style::Alarm;
                format!("-{name}")
            } else if let Some(role) = role {
                if style != Style::Alarm {
                    style = Style::Notice;
                }
                match role {
                    Role::Base | Role::On => format!("({name})"),
                    Role::Other | Role::Off => format!("[{name}]"),
                    Role::Fin => format!("{{{name}}}"),
                }
            } else {
                name.to_string()
            };
            words.push(word);
        }
        (words.join(between), style)
    };
    pen.draw(geometry, text, out);
    let signs =
        "=d is written, -d struck out, this one digit; (d) the pattern, [d] its other part, {d} what it has beyond";
    let _ = writeln!(out, "{signs}");
}
