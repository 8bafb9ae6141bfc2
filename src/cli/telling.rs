//! Explanations in drawings and sentences, for people.

use satdoku::explain::{Ambiguity, Chain, Conflict, Core, Explanation, Redundancy};
use satdoku::{Candidate, Cell, Grid};

use crate::cli::drawing::{Pen, Style};
use crate::cli::explain::list;
use crate::cli::terminal::wrap;

/// Appends what there is to say of a puzzle.
pub(crate) fn tell(grid: &Grid, explanation: &Explanation, pen: Pen, out: &mut String) {
    Telling { pen, grid, out }.explanation(explanation);
}

struct Telling<'a> {
    pen: Pen,
    grid: &'a Grid,
    out: &'a mut String,
}

impl Telling<'_> {
    fn say(&mut self, sentence: &str) {
        for (number, line) in sentence.split('\n').enumerate() {
            if number > 0 {
                self.out.push('\n');
            }
            match self.pen.columns {
                Some(columns) => self.out.push_str(&wrap(line, columns)),
                None => self.out.push_str(line),
            }
        }
        self.out.push('\n');
    }

    fn explanation(&mut self, explanation: &Explanation) {
        match explanation {
            Explanation::Conflict(conflict) => self.conflict(conflict),
            Explanation::Ambiguity(ambiguity) => self.ambiguity(ambiguity),
            Explanation::Redundancy(redundancy) => self.redundancy(redundancy),
            Explanation::Unknown { reason, solution: Some(_) } => {
                self.say(&format!("There is a solution; whether there are others is unknown: {reason}."));
            }
            Explanation::Unknown { reason, .. } => self.say(&format!("Unknown: {reason}.")),
        }
    }

    /// Draws the puzzle with some of its clues in brackets.
    fn marked(&mut self, cells: &[Cell], style: Style) {
        let rest = if cells.is_empty() { Style::Plain } else { Style::Faint };
        let text = |cell: Cell| match self.grid.get(cell) {
            Some(digit) if cells.binary_search(&cell).is_ok() => (format!("[{digit}]"), style),
            Some(digit) => (format!(" {digit} "), rest),
            None => (" . ".to_owned(), rest),
        };
        self.out.push('\n');
        self.pen.draw(self.grid.geometry(), text, self.out);
    }

    fn conflict(&mut self, conflict: &Conflict) {
        match conflict {
            Conflict::Duplicates(duplicates) => {
                self.say("No solution: clues clash.");
                self.marked(&conflict.cells(), Style::Alarm);
                self.out.push('\n');
                for duplicate in duplicates {
                    self.say(&format!("  {duplicate}"));
                }
            }
            Conflict::Clues(core) => {
                let clues = core.clues.len();
                let minimal = if core.is_minimal() { ", and none of them can be spared" } else { "" };
                match clues {
                    0 => self.say("No solution: the board has no full grid, whatever the clues."),
                    1 => self.say("No solution: one clue cannot stand."),
                    _ => self.say(&format!("No solution: {clues} clues cannot stand together{minimal}.")),
                }
                if let Some(reason) = core.stopped {
                    self.say(&format!("Some of them may be spared: {reason}."));
                }
                self.marked(&conflict.cells(), Style::Alarm);
                self.chain(core);
            }
        }
    }

    fn chain(&mut self, core: &Core) {
        let Some(Chain { clues, steps, contradiction }) = &core.chain else {
            return self.say("\nForced steps alone do not show it: it takes a search.");
        };
        let is_of_core = *clues == core.clues;
        if steps.is_empty() {
            let they = if is_of_core { "they".to_owned() } else { format!("{} clues of the puzzle", clues.len()) };
            self.say(&format!("\nAs {they} stand, {contradiction}."));
            return;
        }
        let them = if is_of_core { "them".to_owned() } else { format!("{} clues of the puzzle", clues.len()) };
        self.say(&format!("\nFrom {them} follows"));
        let width = steps.len().to_string().len() + 2;
        for (number, step) in (1..).zip(steps) {
            self.say(&format!("{number:>width$}. {step}"));
        }
        self.say(&format!("and then {contradiction}."));
    }

    fn ambiguity(&mut self, ambiguity: &Ambiguity) {
        let [one, other] = &ambiguity.solutions;
        let cells = ambiguity.differing.len();
        self.say(&format!("More than one solution. Two of them differ in {cells} cells:\n"));
        let text = |cell: Cell| match (self.grid.get(cell), one.get(cell), other.get(cell)) {
            (Some(clue), ..) => (format!("{clue}"), Style::Bold),
            (None, Some(a), Some(b)) if a != b => (format!("{a}/{b}"), Style::Notice),
            (None, digit, _) => (digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string()), Style::Faint),
        };
        self.pen.draw(self.grid.geometry(), text, self.out);
        self.out.push('\n');
        if !ambiguity.deciding.is_empty() {
            self.say("Exactly one is left by one more digit; cells with the fewest choices first:");
            for deciding in &ambiguity.deciding {
                let digits = deciding.digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
                let rest = deciding.choices - deciding.digits.len();
                let rest = if rest == 0 { String::new() } else { format!(", of {} digits", deciding.choices) };
                self.say(&format!("  {}: {digits}{rest}", deciding.cell));
            }
        } else if !ambiguity.together.is_empty() {
            let (count, digits) = (ambiguity.together.len(), list(&ambiguity.together));
            self.say(&format!(
                "No single digit leaves exactly one; these {count} of the first solution together do:\n  {digits}"
            ));
        }
        if let Some(reason) = ambiguity.stopped {
            self.say(&format!("There may be more digits that leave one: {reason}."));
        }
    }

    fn redundancy(&mut self, redundancy: &Redundancy) {
        let (redundant, clues) = (redundancy.redundant.len(), self.grid.clue_count());
        let sentence = match redundancy.is_minimal() {
            Some(true) => format!("One solution, and none of the {clues} clues can be spared: it is minimal."),
            None => "One solution. Whether any clue can be spared is unknown.".to_owned(),
            Some(false) if redundant == 1 => format!("One solution. Of the {clues} clues one can be spared:"),
            Some(false) => format!("One solution. Of the {clues} clues {redundant} can be spared, each by itself:"),
        };
        self.say(&sentence);
        let cell = |clue: &Candidate| clue.cell;
        if redundant > 0 {
            self.marked(&redundancy.redundant.iter().map(cell).collect::<Vec<_>>(), Style::Notice);
        }
        if let Some(reason) = redundancy.stopped {
            let undecided = redundancy.undecided.len();
            self.say(&format!("{undecided} clues were not decided: {reason}."));
        }
    }
}
