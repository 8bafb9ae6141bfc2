//! The table of files has every file of the folder, and the page loads every script in one wave.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use satdoku_page::FILES;

/// Scripts that the page does not load itself: a worker, and the keeper of files for visits without a network.
const LATER: [&str; 2] = ["/engine-worker.js", "/service-worker.js"];

fn content(path: &str) -> &'static str {
    let file = FILES.iter().find(|file| file.path == path).expect("a file of the page");
    std::str::from_utf8(file.content).expect("a text")
}

#[test]
fn every_file_of_the_folder_is_in_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("files");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let path = |name: String| if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
    let found: BTreeSet<String> = names.map(path).collect();
    let known: BTreeSet<String> = FILES.iter().map(|file| file.path.to_owned()).collect();
    assert_eq!(found, known);
}

#[test]
fn every_script_is_named_by_the_page() {
    let page = content("/");
    for file in FILES.iter().filter(|file| file.kind.starts_with("text/javascript") && !LATER.contains(&file.path)) {
        let name = file.path.trim_start_matches('/');
        let is_named = page.contains(&format!("<link rel=\"modulepreload\" href=\"{name}\">"))
            || page.contains(&format!("<script type=\"module\" src=\"{name}\">"));
        assert!(is_named, "{name} would be found late");
    }
}

/// Elements that scripts look up by a name in quotes are on the page or made by a script.
#[test]
fn every_element_that_scripts_ask_for_is_there() {
    let scripts: Vec<&str> =
        FILES.iter().filter(|file| file.kind.starts_with("text/javascript")).map(|file| content(file.path)).collect();
    let all = scripts.concat();
    for call in ["element(\"", "onClick(\"", "then(\""] {
        for rest in scripts.iter().flat_map(|script| script.split(call).skip(1)) {
            let name = rest.split('"').next().unwrap();
            let is_there = content("/").contains(&format!("id=\"{name}\"")) || all.contains(&format!("id: \"{name}\""));
            assert!(is_there, "no element is called {name}");
        }
    }
}
