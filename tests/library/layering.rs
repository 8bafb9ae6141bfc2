//! The import order of the modules, read from the source: who may use whom, and who may touch the outer world.

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
    ("grid", Only(&["geometry"])),
    ("nine", Only(&["budget"])),
    ("reduction", Only(&["geometry", "grid", "nine", "budget"])),
    ("encoding", AllBeforeBut(&[])),
    ("search", AllBeforeBut(&["cnf", "exact_cover", "encoding"])),
    ("backend", Only(&["printable", "cnf", "verdict", "budget"])),
    ("error", AllBeforeBut(&[])),
    ("sat", AllBeforeBut(&["search", "exact_cover", "nine"])),
    ("solver", AllBeforeBut(&[])),
    ("protocol", AllBeforeBut(&["exact_cover", "nine", "backend", "sat"])),
    ("generate", AllBeforeBut(&["protocol"])),
    ("explain", AllBeforeBut(&["generate", "protocol"])),
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

/// Crates of other people's solvers, and the only file, or files of that name, that may name each.
const ADAPTERS: &[(&str, &str)] = &[
    ("varisat", "backend/varisat"),
    ("splr", "backend/splr.rs"),
    ("batsat", "backend/batsat.rs"),
    ("cadical", "backend/cadical.rs"),
    ("process_wrap", "backend/process.rs"),
];

/// What reaches out of the library, and the places that may.
const OUTER_WORLD: &[&str] = &["std::fs", "std::process", "std::thread", "std::env", "std::net", "Instant"];
const MAY_REACH_OUT: &[&str] = &[
    "budget.rs",
    "backend/process.rs",
    "backend/external.rs",
    "backend/splr.rs",
    "backend/drat.rs",
    "solver/portfolio",
    "certificate/folder.rs",
    "race",
    "cli",
    "main.rs",
];

/// What is wrong with a file; `name` is its path below `src`.
fn violations(name: &str, text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let module = name.split(['/', '.']).next().unwrap_or_default();
    let is_program = matches!(module, "cli" | "main");
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
        let is_allowed = target == module || if is_program { target == "cli" } else { may_use(module, target) };
        if !is_allowed {
            wrong.push(format!("{name}: names crate::{target}"));
        }
    }
    for (solver, adapter) in ADAPTERS {
        if !name.starts_with(adapter) && paths(&code, &format!("{solver}::")).next().is_some() {
            wrong.push(format!("{name}: names {solver} outside {adapter}"));
        }
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

#[test]
fn modules_import_downwards_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 20, "only {} files found", files.len());
    let wrong: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let name = path.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
            violations(&name, &fs::read_to_string(path).expect("a source file can be read"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
        ("backend/splr.rs", "let lit = varisat::Lit::from_code(1);"),
        ("encoding/mod.rs", "let file = std::fs::File::open(path);"),
        ("cnf/sink.rs", "let now = Instant::now();"),
        ("cnf/sink.rs", "use std::{fs, io};"),
        ("cli/solve.rs", "use crate::solver::Session;"),
        ("utilities.rs", ""),
    ] {
        assert!(!violations(name, text).is_empty(), "{name}: {text}");
    }
    for (name, text) in [
        ("grid/mod.rs", "use crate::geometry::Cell; // like crate::solver::Solver"),
        ("backend/names.rs", "crate::backend::varisat::Varisat::open(options)"),
        ("backend/varisat.rs", "use varisat::Solver;"),
        ("backend/process.rs", "use std::process::Command;"),
        ("budget.rs", "use std::time::Instant;"),
        ("cli/solve.rs", "use crate::cli::status::Status;"),
    ] {
        assert_eq!(violations(name, text), Vec::<String>::new(), "{name}: {text}");
    }
}
