//! The documents against the program and the library: commands, figures, lists, links and the picture.

mod console;
mod figures;
mod links;
mod lists;
mod picture;

use std::path::PathBuf;

#[cfg(feature = "serve")]
pub(crate) use console::line_matches;

use crate::{read, repository};

/// A document of the repository.
pub(crate) struct Page {
    /// Its path from the root of the repository.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A fenced block of a page.
pub(crate) struct Block<'a> {
    /// The word behind the fence.
    pub(crate) language: &'a str,
    /// The number of its first line, and its lines.
    pub(crate) lines: Vec<(usize, &'a str)>,
}

/// A command of a block, and what the block shows that it prints.
pub(crate) struct Command<'a> {
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(crate) output: Vec<&'a str>,
}

pub(crate) fn page(name: &str) -> Page {
    Page { name: name.to_owned(), text: read(repository().join(name)) }
}

/// The names of the files in a folder, in order.
fn names_in(folder: &str, extension: &str) -> Vec<String> {
    let entries = std::fs::read_dir(repository().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let is_wanted = |path: &PathBuf| path.extension().is_some_and(|found| found == extension);
    let mut names: Vec<_> = entries.filter(is_wanted).map(|path| path.file_name().unwrap().to_owned()).collect();
    names.sort();
    names.into_iter().map(|name| name.into_string().unwrap()).collect()
}

/// The README and the pages of the guide.
fn guide() -> Vec<Page> {
    let pages = names_in("docs", "md").into_iter().map(|name| page(&format!("docs/{name}")));
    [page("README.md")].into_iter().chain(pages).collect()
}

impl Page {
    pub(crate) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut block: Option<Block> = None;
        for (number, line) in (1..).zip(self.text.lines()) {
            match (&mut block, line.strip_prefix("```")) {
                (None, Some(language)) => block = Some(Block { language, lines: Vec::new() }),
                (Some(_), Some(_)) => blocks.extend(block.take()),
                (Some(block), None) => block.lines.push((number, line)),
                (None, None) => {}
            }
        }
        assert!(block.is_none(), "{}: a block without an end", self.name);
        blocks
    }

    /// The commands of all blocks `console`, in order.
    pub(crate) fn commands(&self) -> Vec<Command<'_>> {
        let mut commands: Vec<Command> = Vec::new();
        for block in self.blocks().into_iter().filter(|block| block.language == "console") {
            let mut is_continued = false;
            for (line, text) in block.lines {
                if let Some(text) = text.strip_prefix("$ ") {
                    commands.push(Command { line, text: text.to_owned(), output: Vec::new() });
                } else if is_continued {
                    let command = commands.last_mut().unwrap();
                    command.text.push('\n');
                    command.text.push_str(text);
                } else {
                    let command = commands.last_mut();
                    command.unwrap_or_else(|| panic!("{}:{line}: no command", self.name)).output.push(text);
                }
                let is_command = is_continued || text.starts_with("$ ");
                is_continued = is_command && text.ends_with('\\');
            }
        }
        commands
    }

    /// The rows of the table whose head is this line, as their cells.
    fn table(&self, head: &str) -> Vec<Vec<&str>> {
        let rows = self.text.lines().skip_while(|line| *line != head).skip(2).take_while(|line| line.starts_with('|'));
        let rows: Vec<Vec<_>> = rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect();
        assert!(!rows.is_empty(), "{}: no table {head}", self.name);
        rows
    }
}

/// The words in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_readme_is_short_and_its_first_commands_are_those_that_scripts_call() {
    let readme = page("README.md");
    assert!(readme.text.len() < 6000, "{} bytes", readme.text.len());
    let commands: Vec<_> = readme.commands().into_iter().take(2).map(|command| command.text).collect();
    assert!(commands[0].starts_with("cargo run --example solve_sat"), "{commands:?}");
    assert_eq!(commands[1].split('#').next().unwrap().trim(), "cargo test");
}

#[test]
fn the_index_of_the_guide_has_every_page() {
    let index = page("docs/README.md");
    for name in names_in("docs", "md") {
        let is_listed = index.text.contains(&format!("]({name})"));
        assert!(is_listed || name == "README.md", "docs/README.md has no link to {name}");
    }
}

/// Each promise of SECURITY.md names tests, and these are there.
#[test]
fn the_tests_that_hold_the_promises_are_there() {
    let text = page("SECURITY.md").text;
    let (_, table) = text.split_once("## Which test holds which promise").unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert!(rows.len() > 15, "{} promises", rows.len());
    for row in rows {
        let names: Vec<&str> = row.rsplit_once(" | ").unwrap().1.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "{row}");
        for name in names {
            let parts: Vec<&str> = name.split("::").collect();
            let [modules @ .., function] = &parts[..] else { panic!("{name}") };
            let room = if modules[0] == "cli" { "crates/cli/tests" } else { "tests" };
            let file = format!("{room}/{}.rs", modules.join("/"));
            let head = format!("fn {function}(");
            assert!(page(&file).text.contains(&head), "{file} has no {head}");
        }
    }
}
