//! Joins the scripts of the page into one, so that a browser asks for one file and not for thirty. Used by `build.rs`.
//!
//! Each module becomes a function that is called once, so names of different modules do not meet. The scripts keep to a plain form,
//! and all else is refused with its place: `import { A, B } from "./module.js";` on a line, `export` before a declaration.

use std::fmt::Write;

/// The words before the name of what a module exports.
const DECLARATIONS: [&str; 5] = ["async function ", "class ", "const ", "function ", "let "];

/// Joins the module `entry` and all modules that it imports into a script. A module stands before those that import it. `read` gives the
/// text of a module by its file name.
///
/// # Errors
/// A module cannot be read, imports itself through others, or has a line of another form.
pub(crate) fn join(entry: &str, read: &dyn Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut joined = Joined { read, done: Vec::new(), open: Vec::new(), text: String::new() };
    joined.add(entry, true)?;
    Ok(joined.text)
}

/// A style sheet without its comments.
pub(crate) fn style(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once("*/").map_or("", |(_, rest)| rest.trim_start_matches('\n')))
}

struct Joined<'a> {
    read: &'a dyn Fn(&str) -> Result<String, String>,
    done: Vec<String>,
    /// The modules whose imports are being added, the outermost first.
    open: Vec<String>,
    text: String,
}

impl Joined<'_> {
    fn add(&mut self, file: &str, is_entry: bool) -> Result<(), String> {
        if self.done.iter().any(|done| done == file) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == file) {
            return Err(format!("{file}: imports itself through {}", self.open.join(", ")));
        }
        self.open.push(file.to_owned());
        let text = (self.read)(file)?;
        let (mut body, mut exported) = (String::new(), Vec::new());
        for (number, line) in code(file, &text)? {
            let refuse = |expected: &str| format!("{file}:{number}: expected {expected}, found {line}");
            if line.starts_with("import ") {
                let (names, from) = import(line).ok_or_else(|| refuse("import { NAMES } from \"./FILE\";"))?;
                self.add(from, false)?;
                let _ = writeln!(body, "const {{{names}}} = {};", variable(from));
            } else if let Some(declaration) = line.strip_prefix("export ") {
                let name = declared(declaration).ok_or_else(|| refuse("export before a declaration"))?;
                exported.push(name);
                let _ = writeln!(body, "{declaration}");
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        self.open.pop();
        self.done.push(file.to_owned());
        let _ = if is_entry {
            write!(self.text, "{body}")
        } else {
            writeln!(
                self.text,
                "const {} = (() => {{\n{body}return {{ {} }};\n}})();",
                variable(file),
                exported.join(", ")
            )
        };
        Ok(())
    }
}

/// The lines of a script with their numbers from 1, without comments that have lines of their own.
fn code<'a>(file: &str, text: &'a str) -> Result<Vec<(usize, &'a str)>, String> {
    let (mut kept, mut is_comment, mut is_template) = (Vec::new(), false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let start = line.trim_start();
        if is_template {
            kept.push((number, line));
        } else if is_comment || start.starts_with("/*") {
            is_comment = !line.trim_end().ends_with("*/");
            continue;
        } else if start.is_empty() || start.starts_with("//") {
            continue;
        } else {
            kept.push((number, line));
        }
        // A template may have lines that look like comments.
        is_template ^= line.matches('`').count() % 2 == 1;
    }
    if is_comment || is_template {
        return Err(format!("{file}: a comment or a template is not closed"));
    }
    Ok(kept)
}

/// The names and the file of an import.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import {")?.split_once("} from \"./")?;
    Some((names, from.strip_suffix("\";")?)).filter(|(names, _)| !names.contains(" as "))
}

/// The name that a line declares.
fn declared(line: &str) -> Option<&str> {
    // Several at once are not exported from the page's scripts but for lists in brackets.
    let rest = DECLARATIONS.iter().find_map(|word| line.strip_prefix(word))?;
    if let Some(list) = rest.strip_prefix('[') {
        return list.split_once(']').map(|(names, _)| names);
    }
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

/// The variable that holds what a module exports.
fn variable(file: &str) -> String {
    let name = file.trim_end_matches(".js");
    format!("${}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, String> {
        let read = |name: &str| {
            let found = files.iter().find(|(file, _)| *file == name);
            found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| format!("{name}: not found"))
        };
        join(files[0].0, &read)
    }

    #[test]
    fn each_module_stands_once_before_those_that_import_it() {
        let files = [
            ("main.js", "import { A } from \"./a.js\";\nimport { B } from \"./b-c.js\";\nA(B);\n"),
            ("a.js", "// About A.\nimport { B } from \"./b-c.js\";\nconst own = 1;\nexport function A() {}\n"),
            ("b-c.js", "/** Two\n * lines. */\nexport const [B, C] = [1, 2];\n  // Inside.\nconst own = 2;\n"),
        ];
        let expected = "const $b_c = (() => {\nconst [B, C] = [1, 2];\nconst own = 2;\nreturn { B, C };\n})();\n\
                        const $a = (() => {\nconst { B } = $b_c;\nconst own = 1;\nfunction A() {}\nreturn { A };\n})();\n\
                        const { A } = $a;\nconst { B } = $b_c;\nA(B);\n";
        assert_eq!(joined(&files), Ok(expected.to_owned()));
    }

    #[test]
    fn a_template_keeps_lines_that_look_like_comments() {
        let text = "export const T = `a\n// b\n\n/* c`;\n";
        let whole = joined(&[("main.js", "import { T } from \"./t.js\";\n"), ("t.js", text)]).unwrap();
        assert!(whole.contains("const T = `a\n// b\n\n/* c`;\n"), "{whole}");
    }

    #[test]
    fn other_forms_are_refused_with_their_place() {
        for (text, message) in [
            (
                "import A from \"./a.js\";",
                "main.js:1: expected import { NAMES } from \"./FILE\";, found import A from \"./a.js\";",
            ),
            ("import { A as B } from \"./a.js\";", "main.js:1: expected import"),
            ("\nexport default 1;", "main.js:2: expected export before a declaration, found export default 1;"),
            ("import { A } from \"./a.js\";", "a.js: not found"),
            ("import { A } from \"./main.js\";", "main.js: imports itself through main.js"),
            ("/* A comment", "main.js: a comment or a template is not closed"),
            ("const T = `a", "main.js: a comment or a template is not closed"),
        ] {
            let refused = joined(&[("main.js", text)]).unwrap_err();
            assert!(refused.starts_with(message), "{refused}");
        }
    }

    #[test]
    fn a_style_sheet_loses_its_comments_only() {
        assert_eq!(style("/* One. */\na { b: c }\n/* Two.\n */\nd { e: f } /* g */\n"), "a { b: c }\nd { e: f } ");
    }
}
