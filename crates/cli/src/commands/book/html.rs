//! A book as one web page, which needs nothing beside itself.

use std::fmt::Write;

use satdoku::budget::Running;
use satdoku::draw::{SolutionPlace, Theme};
use satdoku::sentences::Heading;

use crate::commands::book::content::SectionContent;
use crate::commands::book::drawn::{drawing, heading, solved};
use crate::commands::book::recipe::BookRecipe;
use crate::commands::book::refusal::Refusal;
use crate::show::step_page::escaped;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem}\
.puzzles{display:flex;flex-wrap:wrap;gap:2rem}figure{margin:0;flex:1 1 20rem;max-width:30rem;break-inside:avoid}\
figcaption{font-weight:700}svg{max-width:100%;height:auto}.small{flex:0 0 auto}.small svg,.turned svg{width:9rem}\
.turned{transform:rotate(180deg);text-align:left}.small figcaption{font-size:.85rem}\
@media print{section{break-before:page}nav{display:none}}";

/// The page.
pub(super) fn page(recipe: &BookRecipe, sections: &[SectionContent], running: &Running) -> Result<String, Refusal> {
    let title = if recipe.title.is_empty() { "Sudoku" } else { &recipe.title };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{1}</title>\n<style>{STYLE}{2}</style></head><body>\n\
         <h1>{1}</h1>\n",
        recipe.language.code(),
        escaped(title),
        colours(recipe.theme)
    );
    if !recipe.author.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&recipe.author));
    }
    push_words(&recipe.about, &mut out);
    let titled = sections.iter().enumerate().filter(|(_, section)| !section.recipe.title.is_empty());
    let links =
        titled.map(|(at, section)| format!("<li><a href=\"#s{at}\">{}</a></li>", escaped(&section.recipe.title)));
    let links: String = links.collect();
    if sections.len() > 1 && !links.is_empty() {
        let _ = writeln!(out, "<nav><ol>{links}</ol></nav>");
    }
    let [solution, solutions] = [Heading::Solution, Heading::Solutions].map(|word| recipe.language.heading(word));
    let mut behind = String::new();
    let mut number = 0;
    for (at, section) in sections.iter().enumerate() {
        let _ = writeln!(out, "<section id=\"s{at}\">");
        if !section.recipe.title.is_empty() {
            let _ = writeln!(out, "<h2>{}</h2>", escaped(&section.recipe.title));
        }
        push_words(&section.recipe.about, &mut out);
        out.push_str("<div class=\"puzzles\">\n");
        for puzzle in &section.puzzles {
            running.check()?;
            number += 1;
            let svg = drawing(recipe, puzzle)?.to_svg();
            let heading = escaped(&heading(section, puzzle));
            let _ = write!(out, "<figure id=\"p{number}\"><figcaption>{number} {heading}</figcaption>\n{svg}");
            match recipe.solutions {
                SolutionPlace::UpsideDown => {
                    let _ = writeln!(
                        out,
                        "<div class=\"turned\"><b>{number}</b><br>{}</div>",
                        solved(recipe, puzzle)?.to_svg()
                    );
                }
                SolutionPlace::Behind => {
                    let _ = writeln!(out, "<p><a href=\"#a{number}\">{solution}</a></p>");
                    let svg = solved(recipe, puzzle)?.to_svg();
                    let _ = writeln!(
                        behind,
                        "<figure class=\"small\" id=\"a{number}\"><figcaption><a href=\"#p{number}\">{number}</a></figcaption>\n{svg}</figure>"
                    );
                }
                _ => {}
            }
            out.push_str("</figure>\n");
        }
        out.push_str("</div></section>\n");
    }
    if !behind.is_empty() {
        let _ = writeln!(out, "<section><h2>{solutions}</h2><div class=\"puzzles\">\n{behind}</div></section>");
    }
    out.push_str("</body></html>\n");
    Ok(out)
}

/// Appends words, a paragraph a line.
fn push_words(words: &str, out: &mut String) {
    for paragraph in words.lines().map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        let _ = writeln!(out, "<p>{}</p>", escaped(paragraph));
    }
}

/// The colours of the page around the drawings.
fn colours(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => ":root{color-scheme:dark}body{background:#16191d;color:#e6e6e6}",
        Theme::Auto => ":root{color-scheme:light dark}",
        _ => ":root{color-scheme:light}body{background:#fff;color:#16191d}",
    }
}
