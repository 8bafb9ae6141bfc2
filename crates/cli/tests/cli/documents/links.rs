//! Links lead to files and headings that exist, and none to the registry of packages.

use super::{Page, guide, names_in, page};
use crate::repository;

/// All documents that people follow links in.
fn documents() -> Vec<Page> {
    let mut pages = guide();
    pages.extend(names_in(".", "md").into_iter().filter(|name| name != "README.md").map(|name| page(&name)));
    pages
}

/// The text of a page without its blocks of code, whose brackets are no links.
fn prose(page: &Page) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in page.text.lines() {
        is_code ^= line.starts_with("```");
        if !is_code {
            // Between backquotes there are no links either.
            prose.extend(line.split('`').step_by(2).flat_map(|part| [part, "`"]));
            prose.push('\n');
        }
    }
    prose
}

/// The targets of the links of a page, and of its pictures.
fn targets(page: &Page) -> Vec<String> {
    let prose = prose(page);
    let links = prose.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    let pictures = prose.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    links.chain(pictures).map(str::to_owned).collect()
}

/// The anchor that a heading gets: small letters, digits and hyphens for blanks.
fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    letters.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    for page in documents() {
        for target in targets(&page) {
            let place = format!("{}: {target}", page.name);
            if target.starts_with("https://") {
                continue;
            }
            assert!(!target.contains("://"), "{place}");
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let folder = repository().join(&page.name).parent().unwrap().to_owned();
            let path = if file.is_empty() { repository().join(&page.name) } else { folder.join(file) };
            assert!(path.exists(), "{place}");
            if !heading.is_empty() {
                let text = crate::read(&path);
                let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
                let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
                assert!(anchors.any(|anchor| anchor == heading), "{place}");
            }
        }
    }
}

/// rustdoc shows them as modules, where a path to a file leads nowhere.
#[test]
fn the_essays_in_the_crate_have_no_links_to_files() {
    let library = crate::read(repository().join("src/lib.rs"));
    let essays: Vec<_> = library.split("include_str!(\"../docs/").skip(1).collect();
    assert!(essays.len() > 1);
    for essay in library.split("#[doc = include_str!(\"../").skip(1) {
        let (name, rest) = essay.split_once("\")]").unwrap();
        if rest.trim_start().starts_with("pub mod") {
            let page = page(name);
            let to_files: Vec<_> =
                targets(&page).into_iter().filter(|target| !target.starts_with("https://")).collect();
            assert!(to_files.is_empty(), "{name}: {to_files:?}");
        }
    }
}

#[test]
fn no_document_names_the_host_of_a_registry() {
    // The names stand in two parts, so that this test does not find them in its own source.
    let registries = [("crates", "io"), ("lib", "rs/"), ("pypi", "org"), ("npmjs", "com"), ("static.rust-lang", "org")];
    let registries = registries.map(|(name, end)| format!("{name}.{end}"));
    let names = documents().into_iter().map(|page| page.name).chain([".ci/run".to_owned(), "Cargo.toml".to_owned()]);
    for name in names.filter(|name| repository().join(name).exists()) {
        let text = page(&name).text;
        for registry in &registries {
            assert!(!text.contains(registry.as_str()), "{name} names {registry}");
        }
    }
}
