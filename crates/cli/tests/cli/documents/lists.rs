//! Where a page lists subcommands, features, dependencies, examples, records or questions, it lists all there are and no others.

use std::collections::BTreeSet;

use satdoku::grid::format::keys::{AUTHOR, BOARDS, PUZZLES, RULESET, STORED, TITLE};

use super::{Page, names_in, page, quoted};
use crate::{repository, run};

fn set<'a>(words: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// The words in backquotes in the first column of a table.
fn first_column(page: &Page, head: &str) -> BTreeSet<String> {
    page.table(head)
        .into_iter()
        .flat_map(|row| quoted(row[0]).into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// The names that are given values in a section of the manifest.
fn manifest(section: &str) -> BTreeSet<String> {
    let text = page("Cargo.toml").text;
    let section = text.split(&format!("\n[{section}]\n")).nth(1).unwrap().split("\n[").next().unwrap();
    let name = |line: &str| line.split_once(" = ").map(|(name, _)| name.to_owned());
    let is_name = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    section.lines().filter_map(name).filter(is_name).collect()
}

#[test]
fn the_page_on_the_command_line_shows_every_subcommand() {
    let page = page("docs/command-line.md");
    let help = run(&["--help"], "").stdout;
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in names.filter(|name| !name.is_empty() && *name != "help") {
        let shown = page.commands().into_iter().any(|command| command.text.contains(&format!("satdoku {name}")));
        assert!(shown, "no command shows {name}");
    }
}

#[test]
fn the_page_on_features_has_those_of_the_manifest() {
    let page = page("docs/features.md");
    let mut features = manifest("features");
    assert!(features.remove("default"));
    assert_eq!(first_column(&page, "| feature | what it brings | in the default |"), features);
    let default = crate::read(repository().join("Cargo.toml"));
    let default = default.lines().find(|line| line.starts_with("default = ")).unwrap().to_owned();
    assert!(page.text.contains(&format!("`{default}`")));
    for row in page.table("| feature | what it brings | in the default |") {
        for feature in quoted(row[0]) {
            assert_eq!(row[2] == "yes", default.contains(&format!("\"{feature}\"")), "{feature}");
        }
    }
}

#[test]
fn the_page_on_features_has_the_dependencies_of_the_manifest() {
    let page = page("docs/features.md");
    let head = "| crate | what it is for | feature |";
    let mut dependencies = manifest("dependencies");
    let rows = page.table(head);
    // Those of tests that are dependencies of features as well stand there.
    let for_tests = manifest("dev-dependencies").difference(&dependencies).cloned().collect::<BTreeSet<_>>();
    let last = rows.iter().find(|row| row[2] == "tests only").unwrap();
    assert_eq!(set(quoted(last[0])), for_tests);
    dependencies.extend(for_tests);
    assert_eq!(first_column(&page, head), dependencies);
}

#[test]
fn the_page_on_the_library_has_every_example() {
    let files = names_in("examples", "rs");
    let examples = set(files.iter().map(|name| name.strip_suffix(".rs").unwrap()));
    assert_eq!(first_column(&page("docs/library.md"), "| example | what it shows |"), examples);
}

#[test]
fn the_page_on_exit_statuses_has_those_of_help() {
    let help = run(&["--help"], "").stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for row in page("docs/command-line.md").table("| exit status | meaning |") {
        if row[0].contains(',') {
            for status in row[1].rsplit(": ").next().unwrap().split(", ") {
                assert!(help.contains(status), "{row:?}: {help}");
            }
        } else {
            assert!(help.contains(&format!("{} {}", row[0], row[1])), "{row:?}: {help}");
        }
    }
}

/// Packages have no records of benchmarks.
#[test]
fn the_page_on_benchmarks_has_every_record() {
    if repository().join("benches/results").exists() {
        let page = page("docs/benchmarks.md");
        for name in names_in("benches/results", "md") {
            assert!(page.text.contains(&format!("(../benches/results/{name})")), "{name}");
        }
    }
}

#[test]
fn the_page_on_json_has_every_name_that_is_read() {
    let page = page("docs/json.md");
    let rows = page.table("| key | other names | value |");
    let listed = rows.iter().flat_map(|row| [quoted(row[0]), quoted(row[1])].concat());
    let known = [&PUZZLES[..], &STORED, &BOARDS, &["rules", "constraints"], &[TITLE, AUTHOR, RULESET]].concat();
    assert_eq!(set(listed), set(known));
}

/// What a race's page, preset by preset, is held to.
#[cfg(feature = "race")]
#[test]
fn the_page_on_races_has_every_preset() {
    let presets = satdoku_race::Preset::all().iter().map(|value| value.name());
    assert_eq!(first_column(&page("docs/racing.md"), "| `--preset` | what it shows |"), set(presets));
}

#[test]
fn the_page_on_certificates_has_every_claim() {
    let claims = satdoku::certificate::Claim::all().iter().map(|value| value.name());
    let head = "| `--claim` | what is claimed | files besides `manifest.json`, `puzzle.txt` and `formula.cnf` |";
    assert_eq!(first_column(&page("docs/certificates.md"), head), set(claims));
}

/// docs.rs and `.ci/run` build the same features.
#[test]
fn the_documentation_is_built_with_all_features_but_cadical() {
    let text = page("Cargo.toml").text;
    let section = text.split("[package.metadata.docs.rs]\n").nth(1).unwrap().split("\n[").next().unwrap();
    let list = section.lines().find(|line| line.starts_with("features = ")).unwrap();
    let built = set(list.split('"').skip(1).step_by(2));
    let default = text.lines().find(|line| line.starts_with("default = ")).unwrap();
    let with_default: BTreeSet<_> = built.union(&set(default.split('"').skip(1).step_by(2))).cloned().collect();
    let mut all = manifest("features");
    all.remove("default");
    all.remove("cadical");
    assert_eq!(with_default, all);
    if repository().join(".ci/run").exists() {
        let run = page(".ci/run").text;
        let line = run.lines().find_map(|line| line.strip_prefix("documented=\"")).unwrap();
        assert_eq!(set(line.trim_end_matches('"').split(',')), built);
    }
}

/// Code in pages is compiled where the library's own documents include them.
#[test]
fn every_page_of_the_guide_is_in_the_doctests() {
    let library = crate::read(repository().join("src/lib.rs"));
    for name in names_in("docs", "md") {
        assert!(library.contains(&format!("#[doc = include_str!(\"../docs/{name}\")]")), "{name}");
    }
}
