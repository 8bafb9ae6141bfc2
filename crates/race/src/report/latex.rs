//! The report as LaTeX; the pictures are the PNG files beside it.

use std::fmt::Write;

use crate::Score;
use crate::report::Report;

/// What is needed belongs to every distribution; tables may be longer than a page.
const PREAMBLE: &str = "\
\\documentclass[11pt,a4paper]{article}
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\usepackage{textcomp}
\\usepackage[margin=25mm]{geometry}
\\usepackage{graphicx}
\\usepackage{booktabs}
\\usepackage{longtable}
";

impl Report {
    pub(super) fn to_latex(&self) -> String {
        let mut text =
            format!("{PREAMBLE}\\title{{{}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n", escape(&self.title));
        text += "\\section{Method}\n";
        for paragraph in &self.method {
            let _ = write!(text, "{}\n\n", escape(paragraph));
        }
        text += "\\section{Pictures}\n";
        for picture in &self.figures {
            let figure = &picture.figure;
            let _ = write!(
                text,
                "\\begin{{figure}}[htbp]\n\\centering\n\\includegraphics[width=\\textwidth]{{{}.png}}\n\\caption{{{}. {}}}\n\
                 \\end{{figure}}\n",
                figure.name,
                escape(&figure.title),
                escape(&figure.caption)
            );
        }
        text += "\\clearpage\n\\section{Tables}\n";
        for table in &self.tables {
            let columns = "r".repeat(Score::COLUMNS.len() - 1);
            let head = Score::COLUMNS.join(" & ");
            let _ = write!(
                text,
                "{{\\footnotesize\n\\begin{{longtable}}{{l{columns}}}\n\\caption{{{}}}\\\\\n\\toprule\n{head}\\\\\n\\midrule\n\
                 \\endfirsthead\n\\toprule\n{head}\\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n",
                escape(&table.title)
            );
            for row in &table.rows {
                let _ = writeln!(text, "{}\\\\", row.each_ref().map(|cell| escape(cell)).join(" & "));
            }
            text += "\\end{longtable}}\n";
        }
        text + "\\end{document}\n"
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '–' => escaped += "--",
            '×' => escaped += "\\texttimes{}",
            'µ' => escaped += "\\textmu{}",
            '²' => escaped += "\\texttwosuperior{}",
            // Characters that fonts may lack do not belong into names.
            c if c.is_ascii() => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}
