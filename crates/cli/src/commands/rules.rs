//! `satdoku rules`.

use std::fmt::Write as _;

use clap::Args;
use satdoku::Rule;
use satdoku::rule::RuleForm;

use crate::Failure;
use crate::process::messages::print;
use crate::process::status::Status;

/// List the rules that puzzles may have beyond their board, with the line of each
///
/// The lines stand in the `header` format between the board and the numbers of the grid, and in JSON as a list of texts
/// under `rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku rules
  satdoku rules thermometer
  satdoku rules | grep -i kropki
  printf '2 2\\nkiller 10 r1c1 r1c2 r2c1 r2c2\\n1 . . .\\n. . . .\\n. . . .\\n. . . .\\n' | satdoku solve")]
pub(crate) struct Rules {
    /// Say more of the rule with this name: `killer`, `thermo`, `german whispers`
    #[arg(value_name = "NAME")]
    name: Vec<String>,
}

impl Rules {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let text = if self.name.is_empty() { list() } else { of_rule(&self.name.join(" "))? };
        print(&text)?;
        Ok(Status::Fine)
    }
}

/// The rules, a line each.
fn list() -> String {
    let mut text = format!("{:<30} {}\n", "LINE", "SAYS");
    let names = |form: &RuleForm| match form.aliases {
        [] => String::new(),
        aliases => format!("; also: {}", aliases.iter().map(|(alias, _)| *alias).collect::<Vec<_>>().join(", ")),
    };
    for form in Rule::FORMS {
        let _ = writeln!(text, "{:<30} {}{}", form.form, form.sentence, names(form));
    }
    let _ = writeln!(text, "\n{:<30} SAYS", "LINE OF THE BOARD");
    for (line, sentence) in Rule::BOARD_LINES {
        let _ = writeln!(text, "{line:<30} {sentence}");
    }
    text
}

/// The description of a rule.
fn of_rule(name: &str) -> Result<String, Failure> {
    if let Some((line, sentence)) = Rule::BOARD_LINES.iter().find(|(line, _)| line.split(' ').next() == Some(name)) {
        return Ok(format!("{line}\n  {sentence}\n"));
    }
    let form = Rule::form_named(name).map_err(|error| error.to_string())?;
    let mut text = format!("{}: {}\n  {}\n", form.title, form.form, form.sentence);
    for (alias, words) in form.aliases {
        let _ = writeln!(text, "  {alias} … is {words} …");
    }
    let board = if form.board == "3x3" { "a 9×9 puzzle" } else { form.board };
    let _ = writeln!(text, "Example, for {board}:\n  {}", form.example);
    Ok(text)
}
