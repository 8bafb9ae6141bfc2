//! The import order of the modules, read from the source: who may use whom, and who may touch the outer world.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a module may name besides itself.
enum Uses {
    Only(&'static [&'static str]),
    /// All modules that stand before it in the table, but for these.
    AllBeforeBut(&'static [&'static str]),
}

use Uses::{AllBeforeBut, Only};

/// The modules of the library, from the bottom up.
const LAYERS: &[(&str, Uses)] = &[
    ("names", Only(&[])),
    ("printable", Only(&[])),
    ("geometry", Only(&[])),
    ("budget", Only(&[])),
    ("natural", Only(&[])),
    ("verdict", Only(&["budget", "natural"])),
    ("cnf", Only(&["printable", "budget"])),
    ("exact_cover", Only(&["budget", "verdict"])),
    ("constraint", Only(&["geometry"])),
    ("rule", Only(&["geometry", "constraint"])),
    ("grid", Only(&["geometry", "rule"])),
    ("draw", Only(&["geometry", "rule", "grid"])),
    ("nine", Only(&["budget"])),
    ("reduction", Only(&["geometry", "constraint", "rule", "grid", "nine", "budget"])),
    ("encoding", AllBeforeBut(&[])),
    ("search", AllBeforeBut(&["cnf", "exact_cover", "encoding"])),
    ("counting", AllBeforeBut(&["cnf", "exact_cover", "encoding", "search"])),
    ("backend", Only(&["printable", "cnf", "verdict", "budget"])),
    ("error", AllBeforeBut(&[])),
    ("sat", AllBeforeBut(&["search", "exact_cover", "nine"])),
    ("solver", AllBeforeBut(&[])),
    ("explain", AllBeforeBut(&[])),
    ("logic", AllBeforeBut(&["exact_cover", "encoding", "search", "counting"])),
    ("protocol", AllBeforeBut(&["exact_cover", "nine", "backend", "sat"])),
    ("generate", AllBeforeBut(&["explain", "protocol"])),
    ("certificate", AllBeforeBut(&["generate", "protocol"])),
    ("race", AllBeforeBut(&["explain", "certificate"])),
];

/// Whether a module of the library may name another.
fn may_use(module: &str, other: &str) -> bool {
    let place = |name: &str| LAYERS.iter().position(|(layer, _)| *layer == name);
    let (Some(module), Some(other_place)) = (place(module), place(other)) else { return false };
    if other == "names" {
        return true;
    }
    match LAYERS[module].1 {
        Only(modules) => modules.contains(&other),
        AllBeforeBut(modules) => other_place < module && !modules.contains(&other),
    }
}

/// Whether a module of the program may name another of it.
fn program_may_use(module: &str, other: &str) -> bool {
    matches!((module, other), ("main", "cli" | "serve") | ("cli", "serve"))
}

/// Crates of other people's, and the only files, or files of that name, that may name each.
const ADAPTERS: &[(&str, &[&str])] = &[
    ("varisat", &["backend/in_process/varisat", "backend/proof/varisat.rs"]),
    ("splr", &["backend/in_process/splr.rs"]),
    ("batsat", &["backend/in_process/batsat.rs"]),
    ("cadical", &["backend/in_process/cadical.rs"]),
    ("krilla", &["draw/pdf.rs"]),
    ("process_wrap", &["backend/program/process.rs"]),
];

/// What reaches out of the library, and the places that may.
const OUTER_WORLD: &[&str] = &["std::fs", "std::process", "std::thread", "std::env", "std::net"];
const MAY_REACH_OUT: &[&str] = &[
    "budget.rs",
    "backend/program/process.rs",
    "backend/program/external.rs",
    "backend/program/clause_file.rs",
    "backend/program/programs.rs",
    "backend/program/mark.rs",
    "backend/program/strays.rs",
    "backend/program/watcher.rs",
    "backend/in_process/splr.rs",
    "backend/in_process/cdcl/parallel.rs",
    "backend/proof/rate.rs",
    "solver/portfolio",
    "solver/send_session.rs",
    "certificate/folder.rs",
    "race",
    "cli",
    "serve",
    "main.rs",
];

/// What is wrong with a file; `name` is its path below `src`.
fn violations(name: &str, text: &str) -> Vec<String> {
    let code = without_comments(text);
    let module = name.split(['/', '.']).next().unwrap_or_default();
    let is_program = matches!(module, "cli" | "serve" | "main");
    let mut wrong = Vec::new();
    if module == "lib" {
        return wrong;
    }
    if !is_program && LAYERS.iter().all(|(layer, _)| *layer != module) {
        wrong.push(format!("{name}: the module {module} is in no layer"));
    }
    if code.contains("super::super") {
        wrong.push(format!("{name}: super::super"));
    }
    for target in paths(&code, "crate::") {
        let is_allowed =
            target == module || if is_program { program_may_use(module, target) } else { may_use(module, target) };
        if !is_allowed {
            wrong.push(format!("{name}: names crate::{target}"));
        }
    }
    // By that name the program knows the library; in the library it would lead past its layers.
    if !is_program && paths(&code, "satdoku::").next().is_some() {
        wrong.push(format!("{name}: names satdoku::"));
    }
    for (solver, adapters) in ADAPTERS {
        let is_adapter = adapters.iter().any(|adapter| name.starts_with(adapter));
        if !is_adapter && paths(&code, &format!("{solver}::")).next().is_some() {
            wrong.push(format!("{name}: names {solver} outside {}", adapters.join(", ")));
        }
    }
    if name != "budget.rs" && words_around(&code, "Instant") {
        wrong.push(format!("{name}: uses Instant: the clock is budget's"));
    }
    if !MAY_REACH_OUT.iter().any(|place| name.starts_with(place)) {
        let reaches = |thing: &&&str| words_around(&code, thing);
        wrong.extend(OUTER_WORLD.iter().filter(reaches).map(|thing| format!("{name}: uses {thing}")));
        if code.contains("std::{") {
            wrong.push(format!("{name}: hides what it uses of std in a group"));
        }
    }
    wrong
}

/// The words that follow a prefix which is not the end of a longer word.
fn paths<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(prefix).filter_map(move |(at, _)| {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            return None;
        }
        let rest = &code[at + prefix.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some(&rest[..end])
    })
}

/// Whether a word stands in the code by itself.
fn words_around(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_part(code[..at].chars().next_back()) && !is_part(code[at + word.len()..].chars().next())
    })
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source folder can be read") {
        let path = entry.expect("the source folder can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without its comments.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The whole paths that code names behind `crate::`, those in braces each by itself.
fn whole_paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            expand("", &code[at + "crate::".len()..], &mut found);
        }
    }
    found
}

/// Adds the path that a text begins with, or each of those in its braces; tells how many bytes that was.
fn expand(prefix: &str, text: &str, found: &mut Vec<String>) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len());
    let path = format!("{prefix}{}", &text[..end]);
    if !path.ends_with("::") || !text[end..].starts_with('{') {
        found.push(path);
        return end;
    }
    let mut at = end + 1;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\n', ',']).len();
        if text[at..].is_empty() || text[at..].starts_with('}') {
            return (at + 1).min(text.len());
        }
        let taken = expand(&path, &text[at..], found);
        // Past ` as name` too.
        at += taken.max(1);
        at += text[at..].find([',', '}']).unwrap_or(text[at..].len());
    }
}

/// The file or folder that a module's path leads to, `a/b` for `a::b::Item`.
fn place_of(path: &str, modules: &BTreeSet<String>) -> Option<String> {
    let mut place = path.trim_end_matches(':').replace("::", "/");
    while !modules.contains(&place) {
        place.truncate(place.rfind('/')?);
    }
    Some(place)
}

/// For each folder its circles of files and folders that name one another. The folder's own `mod.rs` is its face and in none.
fn circles(files: &[(String, String)]) -> Vec<String> {
    let module = |name: &str| name.trim_end_matches(".rs").trim_end_matches("/mod").to_owned();
    let modules: BTreeSet<String> = files.iter().map(|(name, _)| module(name)).collect();
    let mut uses: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (name, text) in files {
        let from = module(name);
        for path in whole_paths(&without_comments(text)) {
            let Some(to) = place_of(&path, &modules) else { continue };
            let (mut left, mut right) = (from.split('/'), to.split('/'));
            let mut room = Vec::new();
            let (one, other) = loop {
                match (left.next(), right.next()) {
                    (Some(one), Some(other)) if one == other => room.push(one),
                    (one, other) => break (one, other),
                }
            };
            if let (false, Some(one), Some(other)) = (room.is_empty(), one, other) {
                uses.entry((room.join("/"), one.to_owned())).or_default().insert(other.to_owned());
            }
        }
    }
    let reaches = |room: &str, from: &str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(at) = next.pop() {
            let further = uses.get(&(room.to_owned(), at));
            next.extend(further.into_iter().flatten().filter(|to| seen.insert((*to).clone())).cloned());
        }
        seen
    };
    let in_circle = |(room, from): &&(String, String)| reaches(room, from).contains(from);
    uses.keys().filter(in_circle).map(|(room, from)| format!("{room}: {from} is in a circle")).collect()
}

/// The source files with their paths below `src`.
fn read_sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 20, "only {} files found", files.len());
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(path).expect("a source file can be read"))
    };
    files.iter().map(read).collect()
}

#[test]
fn modules_import_downwards_only() {
    let wrong: Vec<String> = read_sources().iter().flat_map(|(name, text)| violations(name, text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the last column of each row says is so; `names` is every module's.
#[test]
fn the_documented_layers_are_these() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).expect("the document");
    let mut above = BTreeSet::from([]);
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let module = line.split('`').nth(1).expect("a module");
        if !LAYERS.iter().any(|(layer, _)| *layer == module) {
            continue;
        }
        let uses = line.trim_end_matches([' ', '|']).rsplit(" | ").next().expect("a last column");
        let named: BTreeSet<&str> = uses.split('`').skip(1).step_by(2).collect();
        let stated = if uses.starts_with("the above") { &above - &named } else { named };
        let is_used = |other: &&&str| **other != "names" && may_use(module, other);
        let right: BTreeSet<&str> = LAYERS.iter().map(|(layer, _)| layer).filter(is_used).copied().collect();
        assert_eq!(stated, right, "{module}");
        above.extend((module != "names").then_some(module));
    }
    assert_eq!(above.len() + 1, LAYERS.len(), "modules are missing: {above:?}");
}

#[test]
fn siblings_form_no_circle() {
    let wrong = circles(&read_sources());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_circle_is_seen() {
    let circle = |files: &[(&str, &str)]| {
        circles(&files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect::<Vec<_>>())
    };
    for back in [
        "use crate::room::one::Thing;",
        "use crate::room::{one as other, three::Thing};",
        "use crate::room::{\n    three::{A, B},\n    one::{self, Thing},\n};",
        "pub use crate::room::one::Thing as Other;",
        "made!(crate::room::one::Thing);",
        "fn f() { crate::room::one::f() }",
    ] {
        let files = [
            ("room/mod.rs", ""),
            ("room/one.rs", "use crate::room::two;"),
            ("room/two.rs", back),
            ("room/three.rs", ""),
        ];
        assert_eq!(circle(&files).len(), 2, "{back}");
    }
    let inner = [
        ("room/mod.rs", ""),
        ("room/one.rs", "use crate::room::two::A;"),
        ("room/two/mod.rs", ""),
        ("room/two/in.rs", "use crate::room::one;"),
    ];
    assert_eq!(circle(&inner).len(), 2);
    let face = [
        ("room/mod.rs", "pub use crate::room::one::A;"),
        ("room/one.rs", "use crate::room::Face; // crate::room::two"),
        ("room/two.rs", "use crate::room::one::A;"),
    ];
    assert_eq!(circle(&face), [""; 0]);
}

#[test]
fn every_kind_of_violation_is_seen() {
    for (name, text) in [
        ("geometry/mod.rs", "use crate::grid::Grid;"),
        ("backend/mod.rs", "fn f(grid: crate::grid::Grid) {}"),
        ("grid/mod.rs", "use crate::Geometry;"),
        ("grid/format/mod.rs", "use super::super::Grid;"),
        ("grid/mod.rs", "use crate::{cnf, geometry};"),
        ("encoding/mod.rs", "use varisat::Solver;"),
        ("backend/in_process/splr.rs", "let lit = varisat::Lit::from_code(1);"),
        ("encoding/mod.rs", "let file = std::fs::File::open(path);"),
        ("cnf/sink.rs", "let now = Instant::now();"),
        ("cnf/sink.rs", "use std::{fs, io};"),
        ("cli/solve.rs", "use std::time::Instant;"),
        ("cli/solve.rs", "use crate::solver::Session;"),
        ("grid/mod.rs", "use satdoku::Solver;"),
        ("utilities.rs", ""),
    ] {
        assert!(!violations(name, text).is_empty(), "{name}: {text}");
    }
    for (name, text) in [
        ("grid/mod.rs", "use crate::geometry::Cell; // like crate::solver::Solver"),
        ("backend/names.rs", "crate::backend::in_process::varisat::Varisat::open(options)"),
        ("backend/in_process/varisat.rs", "use varisat::Solver;"),
        ("backend/program/process.rs", "use std::process::Command;"),
        ("budget.rs", "use std::time::Instant;"),
        ("cli/solve.rs", "use crate::cli::status::Status;"),
    ] {
        assert_eq!(violations(name, text), Vec::<String>::new(), "{name}: {text}");
    }
}
