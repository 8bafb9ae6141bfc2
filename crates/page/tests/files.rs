//! The joined files have every file of the folder, and the page asks for nothing else.

use std::fs;
use std::path::Path;

use satdoku_page::{Engine, FILES, MODULE, index};

/// Scripts that are not part of the page's own: a worker and its library, and the keeper of files for visits without a network.
const APART: [&str; 2] = ["engine-worker.js", "service-worker.js"];

fn content(path: &str) -> &'static str {
    let file = FILES.iter().chain(MODULE).find(|file| file.path == path).expect("a file of the page");
    std::str::from_utf8(file.content).expect("a text")
}

/// The names and texts of the scripts in the folder.
fn scripts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("files");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scripts = files.filter(|file| file.extension().is_some_and(|ending| ending == "js"));
    scripts
        .map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(file).unwrap()))
        .collect()
}

#[test]
fn every_script_of_the_folder_is_joined_once() {
    let joined = content("/main.js");
    for (name, _) in scripts() {
        let variable = format!("\nconst ${} = ", name.trim_end_matches(".js").replace('-', "_"));
        let times = usize::from(joined.starts_with(&variable[1..])) + joined.matches(&variable).count();
        let expected = usize::from(name != "main.js" && !APART.contains(&name.as_str()));
        assert_eq!(times, expected, "{name}");
    }
    assert!(!joined.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
}

/// Thirty requests came before the page could be used.
#[test]
fn the_page_asks_for_one_script_and_one_style_sheet() {
    let page = index(Engine::Server, "");
    let asked: Vec<&str> = ["href=\"", "src=\""]
        .iter()
        .flat_map(|word| page.split(word).skip(1))
        .map(|rest| rest.split('"').next().unwrap())
        .filter(|name| !name.starts_with("data:"))
        .collect();
    assert_eq!(asked, ["style.css", "main.js"]);
}

#[test]
fn the_style_sheets_are_whole() {
    let style = content("/style.css");
    assert_eq!(style.matches('{').count(), style.matches('}').count());
    assert!(!style.contains("/*") && !style.contains("*/"));
}

/// Elements that scripts look up by a name in quotes are on the page or made by a script.
#[test]
fn every_element_that_scripts_ask_for_is_there() {
    let page = index(Engine::Server, "");
    let scripts = scripts();
    for call in ["element(\"", "onClick(\"", "then(\""] {
        for rest in scripts.iter().flat_map(|(_, script)| script.split(call).skip(1)) {
            let name = rest.split('"').next().unwrap();
            let is_made = scripts.iter().any(|(_, script)| script.contains(&format!("id: \"{name}\"")));
            assert!(is_made || page.contains(&format!("id=\"{name}\"")), "no element is called {name}");
        }
    }
}
