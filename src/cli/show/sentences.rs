//! Explanations in drawings and sentences, for people.

use satdoku::explain::{Ambiguity, Chain, Conflict, Core, Explanation, Redundancy};
use satdoku::{Candidate, Cell, Grid};

use crate::cli::show::drawing::{Pen, Style};
use crate::cli::show::terminal::wrap;

/// Appends what there is to say of a puzzle.
pub(crate) fn tell(grid: &Grid, explanation: &Explanation, pen: Pen, out: &mut String) {
    Sentences { pen, grid, out }.explanation(explanation);
}

struct Sentences<'a> {
    pen: Pen,
    grid: &'a Grid,
    out: &'a mut String,
}

impl Sentences<'_> {
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
                self.say("No solution: clues repeat a digit in a unit.");
                self.marked(&conflict.cells(), Style::Alarm);
                self.out.push('\n');
                for duplicate in duplicates {
                    self.say(&format!("  {duplicate}"));
                }
            }
            Conflict::Clues(core) => {
                let clues = core.clues.len();
                let minimal = if core.is_minimal() { "; without any one of them, the others do not" } else { "" };
                match clues {
                    0 => self.say("No solution: the board cannot be filled, whatever the clues are."),
                    1 => self.say("No solution: the board cannot be filled with this clue."),
                    _ => self.say(&format!("No solution: {clues} clues contradict one another{minimal}.")),
                }
                if let Some(reason) = core.stopped {
                    self.say(&format!("Perhaps fewer of them do: {reason}."));
                }
                self.marked(&conflict.cells(), Style::Alarm);
                self.chain(core);
            }
        }
    }

    fn chain(&mut self, core: &Core) {
        let Chain { clues, steps, contradiction } = match &core.chain {
            Ok(Some(chain)) => chain,
            Ok(None) => return self.say("\nForced steps do not show the contradiction; a search found it."),
            Err(gap) => {
                return self.say(&format!(
                    "\nForced steps show the contradiction, but a step is missing from the list: {gap}."
                ));
            }
        };
        let board = self.grid.geometry();
        let contradiction = contradiction.in_words(board);
        let is_of_core = *clues == core.clues;
        let them = match clues.len() {
            _ if !is_of_core => format!("{} clues of the puzzle", clues.len()),
            0 => "no clue at all".to_owned(),
            1 => "this clue".to_owned(),
            _ => "these clues".to_owned(),
        };
        if steps.is_empty() {
            self.say(&format!("\nWith {them}, {contradiction}."));
            return;
        }
        self.say(&format!("\nFrom {them} it follows, step by step:"));
        let width = steps.len().to_string().len() + 2;
        for (number, step) in (1..).zip(steps) {
            self.say(&format!("{number:>width$}. {}", step.in_words(board)));
        }
        self.say(&format!("At the end, {contradiction}."));
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
            self.say(
                "One more clue leaves a single solution. The digits that do, cells with the fewest choices first:",
            );
            for deciding in &ambiguity.deciding {
                let digits = deciding.digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
                let rest = deciding.choices - deciding.digits.len();
                let rest = if rest == 0 { String::new() } else { format!(" (of {} digits)", deciding.choices) };
                self.say(&format!("  {}: {digits}{rest}", deciding.cell));
            }
        } else if !ambiguity.together.is_empty() {
            let (count, digits) = (ambiguity.together.len(), list(&ambiguity.together));
            self.say(&format!(
                "No single further clue leaves one solution; these {count} of the first solution together do:\n  {digits}"
            ));
        }
        if let Some(reason) = ambiguity.stopped {
            self.say(&format!("Not all digits were tried: {reason}."));
        }
    }

    fn redundancy(&mut self, redundancy: &Redundancy) {
        let (redundant, clues) = (redundancy.redundant.len(), self.grid.clue_count());
        let sentence = match redundancy.is_minimal() {
            Some(true) => {
                format!("One solution. The puzzle is minimal: without any one of its {clues} clues there are several.")
            }
            None => "One solution. Whether the puzzle is minimal is unknown.".to_owned(),
            Some(false) if redundant == 1 => format!("One solution. One of the {clues} clues can be removed:"),
            Some(false) => format!("One solution. Of the {clues} clues {redundant} can be removed, each by itself:"),
        };
        self.say(&sentence);
        let cell = |clue: &Candidate| clue.cell;
        if redundant > 0 {
            self.marked(&redundancy.redundant.iter().map(cell).collect::<Vec<_>>(), Style::Notice);
        }
        if let Some(reason) = redundancy.stopped {
            let undecided = redundancy.undecided.len();
            self.say(&format!("For {undecided} clues this was not decided: {reason}."));
        }
    }
}

/// Things with blanks between.
pub(crate) fn list<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use satdoku::explain::Gap;

    use super::*;

    #[test]
    fn a_chain_with_a_gap_is_not_shown_and_that_is_said() {
        let grid: Grid = "123....4........".parse().unwrap();
        let clues: Vec<Candidate> = grid.clues().collect();
        let gap = Gap { candidate: clues[0], steps: 3 };
        let core = Core { clues, stopped: None, chain: Err(gap) };
        let mut out = String::new();
        tell(&grid, &Explanation::Conflict(Conflict::Clues(core)), Pen { has_colours: false, columns: None }, &mut out);
        let expected = "Forced steps show the contradiction, but a step is missing from the list: \
                        after 3 steps of deduction nothing has ruled out r1c1=1.\n";
        assert!(out.ends_with(expected), "{out}");
    }
}
