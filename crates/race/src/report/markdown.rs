//! The report as Markdown; the pictures are the PNG files beside it.

use std::fmt::Write;

use crate::Score;
use crate::report::Report;

impl Report {
    pub(super) fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n## Method\n\n", self.title);
        for paragraph in &self.method {
            let _ = write!(text, "{}\n\n", escape(paragraph));
        }
        text += "## Pictures\n\n";
        for picture in &self.figures {
            let figure = &picture.figure;
            let _ =
                write!(text, "![{}]({}.png)\n\n{}\n\n", escape(&figure.title), figure.name, escape(&figure.caption));
        }
        text += "## Tables\n\n";
        for table in &self.tables {
            let _ = write!(text, "### {}\n\n| {} |\n| ---", escape(&table.title), Score::COLUMNS.join(" | "));
            text += &" | ---:".repeat(Score::COLUMNS.len() - 1);
            text += " |\n";
            for row in &table.rows {
                let _ = writeln!(text, "| {} |", row.each_ref().map(|cell| escape(cell)).join(" | "));
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }
}

fn escape(text: &str) -> String {
    let is_special = |c| matches!(c, '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']');
    text.chars().flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c])).collect()
}
