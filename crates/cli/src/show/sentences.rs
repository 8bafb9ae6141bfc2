//! Explanations in drawings and sentences, for people.

use satdoku::counting::CandidateCounts;
use satdoku::explain::{Ambiguity, Chain, Clash, Core, Explanation, NoSolution, Redundancy};
use satdoku::printable::printable;
use satdoku::rule::Rule;
use satdoku::{Candidate, Cell, Grid};

use crate::process::columns::wrap;
use crate::show::drawing::{Pen, Style};

/// Appends the explanation of a puzzle.
pub(crate) fn tell(
    grid: &Grid,
    explanation: &Explanation,
    counts: Option<&CandidateCounts>,
    pen: Pen,
    out: &mut String,
) {
    let mut sentences = Sentences { pen, grid, out };
    sentences.explanation(explanation);
    if let Some(counts) = counts {
        sentences.counts(counts);
    }
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

    /// Draws the puzzle with some clues in brackets.
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

    fn conflict(&mut self, conflict: &NoSolution) {
        match conflict {
            NoSolution::Clash(Clash { duplicates, breaches, .. }) => {
                self.say(match (duplicates.is_empty(), breaches.is_empty()) {
                    (_, true) => "No solution: clues repeat a digit in a unit.",
                    (true, false) => "No solution: clues break a rule.",
                    (false, false) => "No solution: clues repeat a digit in a unit and break a rule.",
                });
                self.marked(&conflict.cells(), Style::Alarm);
                self.out.push('\n');
                for duplicate in duplicates {
                    self.say(&format!("  {duplicate}"));
                }
                for (rule, breach) in breaches {
                    self.say(&format!("  {breach}"));
                    self.say(&format!("    {rule}"));
                }
            }
            NoSolution::Core(core) => {
                let minimal = if core.is_minimal() { "; without any one of them, the others do not" } else { "" };
                match (core.clues.len(), core.rules.len()) {
                    (0, 0) => self.say("No solution: the board cannot be filled, whatever the clues are."),
                    (1, 0) => self.say("No solution: the board cannot be filled with this clue."),
                    (0, 1) => self.say("No solution: the board cannot be filled by this rule."),
                    (clues, rules) => {
                        let them = all_counted(clues, rules);
                        self.say(&format!("No solution: {them} contradict one another{minimal}."));
                    }
                }
                if let Some(reason) = core.stopped {
                    self.say(&format!("Perhaps fewer of them do: {reason}."));
                }
                self.marked(&conflict.cells(), Style::Alarm);
                self.rules(&core.rules);
                self.chain(core);
            }
        }
    }

    /// Lists rules: the sentence and the line of each.
    fn rules(&mut self, rules: &[Rule]) {
        if !rules.is_empty() {
            self.out.push('\n');
        }
        for rule in rules {
            self.say(&format!("  {}: {rule}", rule.as_constrain().sentence()));
        }
    }

    fn chain(&mut self, core: &Core) {
        let Chain { puzzle, clues, rules, steps, contradiction, .. } = match &core.chain {
            Ok(Some(chain)) => chain,
            Ok(None) => {
                self.say("\nForced steps do not show the contradiction; a search found it.");
                return self.claim(core.claimed_by.as_ref(), "no solution");
            }
            Err(gap) => {
                self.say(&format!(
                    "\nForced steps show the contradiction, but a step is missing from the list: {gap}."
                ));
                return self.claim(core.claimed_by.as_ref(), "no solution");
            }
        };
        let contradiction = contradiction.in_words_of(puzzle);
        let of_chain = rules.iter().map(|&rule| puzzle.rules().get(rule));
        let is_of_core = *clues == core.clues && of_chain.eq(&core.rules);
        let them = match (clues.len(), rules.len()) {
            (clues, rules) if !is_of_core => format!("{} of the puzzle", all_counted(clues, rules)),
            (0, 0) => "no clue at all".to_owned(),
            (1, 0) => "this clue".to_owned(),
            (_, 0) => "these clues".to_owned(),
            (0, 1) => "this rule".to_owned(),
            (0, _) => "these rules".to_owned(),
            _ => "these clues and rules".to_owned(),
        };
        if steps.is_empty() {
            self.say(&format!("\nWith {them}, {contradiction}."));
            return;
        }
        self.say(&format!("\nFrom {them} it follows, step by step:"));
        let width = steps.len().to_string().len() + 2;
        for (number, step) in (1..).zip(steps) {
            self.say(&format!("{number:>width$}. {}", step.in_words_of(puzzle)));
        }
        self.say(&format!("At the end, {contradiction}."));
    }

    /// Names the solver whose unproved word an answer rests on.
    fn claim(&mut self, solver: Option<&String>, what: &str) {
        if let Some(solver) = solver {
            let solver = printable(solver);
            self.say(&format!("That there is {what} is what {solver} says: no proof of it was checked."));
        }
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

    /// The most helpful clue and cell.
    fn counts(&mut self, counts: &CandidateCounts) {
        let total = counts.total();
        match (counts.best_clue(), counts.best_cell()) {
            (Some((clue, left)), Some((cell, most))) => self.say(&format!(
                "\n{total} solutions. The clue {clue} would help most: it leaves {left}. The cell {cell} tells most: at most {most} are left, \
                 whatever its digit."
            )),
            _ => self.say(&format!("\n{total} solutions. Not all digits were counted.")),
        }
    }

    fn redundancy(&mut self, redundancy: &Redundancy) {
        let (clues, rules) = (self.grid.clue_count(), self.grid.rules().as_slice().len());
        let spared = (redundancy.redundant.len(), redundancy.redundant_rules.len());
        let them = all_counted(clues, rules);
        let sentence = match (redundancy.is_minimal(), spared) {
            (Some(true), _) => {
                format!("One solution. The puzzle is minimal: without any one of its {them} there are several.")
            }
            (None, _) => "One solution. Whether the puzzle is minimal is unknown.".to_owned(),
            (Some(false), (1, 0) | (0, 1)) => format!("One solution. One of the {them} can be removed:"),
            (Some(false), (redundant, 0)) if rules == 0 => {
                format!("One solution. Of the {them} {redundant} can be removed, each by itself:")
            }
            (Some(false), (of_clues, of_rules)) => {
                let spared = all_counted(of_clues, of_rules);
                format!("One solution. Of the {them} {spared} can be removed, each by itself:")
            }
        };
        self.say(&sentence);
        let cell = |clue: &Candidate| clue.cell;
        if spared.0 > 0 {
            self.marked(&redundancy.redundant.iter().map(cell).collect::<Vec<_>>(), Style::Notice);
        }
        self.rules(&redundancy.redundant_rules);
        if let Some(reason) = redundancy.stopped {
            let undecided = all_counted(redundancy.undecided.len(), redundancy.undecided_rules.len());
            self.say(&format!("For {undecided} this was not decided: {reason}."));
        }
        self.claim(redundancy.claimed_by.as_ref(), "no other solution");
    }
}

/// The numbers of clues and rules, in words.
fn all_counted(clues: usize, rules: usize) -> String {
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (clues, rules) {
        (clues, 0) => counted(clues, "clue"),
        (0, rules) => counted(rules, "rule"),
        _ => format!("{} and {}", counted(clues, "clue"), counted(rules, "rule")),
    }
}

/// Items separated by blanks.
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
        let core = Core { clues, rules: Vec::new(), stopped: None, claimed_by: None, chain: Err(gap) };
        let mut out = String::new();
        tell(
            &grid,
            &Explanation::Conflict(NoSolution::Core(core)),
            None,
            Pen { has_colours: false, columns: None },
            &mut out,
        );
        let expected = "Forced steps show the contradiction, but a step is missing from the list: \
                        after 3 steps of deduction nothing has ruled out r1c1=1.\n";
        assert!(out.ends_with(expected), "{out}");
    }
}
