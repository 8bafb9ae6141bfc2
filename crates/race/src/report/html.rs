//! The report as a self-contained page.

use std::fmt::Write;

use crate::Score;
use crate::report::Report;

const STYLE: &str = "\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; \
background: #fff }
h1, h2, h3 { line-height: 1.2 } figure { margin: 2rem 0 } figure svg { width: 100%; height: auto }
figcaption { color: #444; max-width: 46rem } table { border-collapse: collapse; margin: 1rem 0 2rem; font-size: 0.92rem }
th, td { padding: 0.25rem 0.8rem; text-align: right; white-space: nowrap } th { border-bottom: 2px solid #444 }
td { border-bottom: 1px solid #ddd; font-variant-numeric: tabular-nums } .table { overflow-x: auto }
th:first-child, td:first-child { text-align: left }";

impl Report {
    pub(super) fn to_html(&self) -> String {
        let title = escape(&self.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n<h2>Method</h2>\n"
        );
        for paragraph in &self.method {
            let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
        }
        page += "<h2>Pictures</h2>\n";
        for picture in &self.figures {
            let caption = escape(&picture.figure.caption);
            let _ = writeln!(page, "<figure>\n{}\n<figcaption>{caption}</figcaption>\n</figure>", inline(&picture.svg));
        }
        page += "<h2>Tables</h2>\n";
        let cells = |tag: &str, cells: &[String]| {
            let marked = |cell: &String| format!("<{tag}>{}</{tag}>", escape(cell));
            cells.iter().map(marked).collect::<Vec<_>>().concat()
        };
        let head = cells("th", &Score::COLUMNS.map(str::to_owned));
        for table in &self.tables {
            let _ = write!(page, "<h3>{}</h3>\n<div class=\"table\"><table>\n<tr>{head}</tr>\n", escape(&table.title));
            for row in &table.rows {
                let _ = writeln!(page, "<tr>{}</tr>", cells("td", row));
            }
            page += "</table></div>\n";
        }
        page += "</body>\n</html>\n";
        page
    }
}

/// The picture without the declaration of a file of its own.
fn inline(svg: &str) -> &str {
    svg.find("<svg").map_or(svg, |start| &svg[start..])
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
