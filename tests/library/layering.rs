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
    ("spans", Only(&[])),
    ("with_fields", Only(&[])),
    ("printable", Only(&[])),
    ("geometry", Only(&[])),
    ("bits", Only(&[])),
    ("budget", Only(&[])),
    ("random", Only(&[])),
    ("vectors", Only(&[])),
    ("natural", Only(&[])),
    ("verdict", Only(&["budget", "natural"])),
    ("cnf", Only(&["printable", "budget"])),
    ("exact_cover", Only(&["budget", "verdict"])),
    ("constraint", Only(&["geometry", "bits"])),
    ("rule", Only(&["printable", "geometry", "constraint", "budget"])),
    ("sentences", Only(&["printable", "geometry", "rule"])),
    ("grid", Only(&["printable", "geometry", "rule", "sentences", "budget"])),
    ("draw", Only(&["printable", "geometry", "rule", "sentences", "grid"])),
    ("nine", Only(&["budget", "random", "vectors"])),
    ("reduction", Only(&["geometry", "constraint", "rule", "grid", "nine", "budget"])),
    ("encoding", AllBeforeBut(&[])),
    ("search", AllBeforeBut(&["cnf", "exact_cover", "encoding"])),
    ("counting", AllBeforeBut(&["cnf", "exact_cover", "encoding", "search"])),
    ("backend", Only(&["printable", "cnf", "verdict", "budget", "random"])),
    ("propagators", Only(&["bits", "geometry", "constraint", "cnf", "encoding", "backend"])),
    ("error", AllBeforeBut(&[])),
    ("sat", AllBeforeBut(&["search", "exact_cover", "nine"])),
    ("solver", AllBeforeBut(&[])),
    ("explain", AllBeforeBut(&[])),
    ("logic", Only(&["bits", "geometry", "constraint", "rule", "grid", "budget"])),
    ("guidance", Only(&["geometry", "grid", "nine", "budget", "error", "solver", "explain", "logic"])),
    ("generate", AllBeforeBut(&["explain"])),
    ("certificate", AllBeforeBut(&["generate"])),
];

/// The crates below `crates/`, with the module of the library that a crate of one room is, and the crates that each uses.
const MEMBERS: &[(&str, Option<&str>, &[&str])] = &[
    ("base", None, &[]),
    ("clauses", None, &["base"]),
    ("cover", Some("exact_cover"), &["base"]),
    ("nine", Some("nine"), &["base"]),
    ("puzzle", None, &["base"]),
    ("draw", Some("draw"), &["base", "puzzle"]),
    ("logic", Some("logic"), &["base", "puzzle"]),
    ("ask", Some("ask"), &["satdoku"]),
    ("page", Some("page"), &[]),
    ("race", Some("race"), &["satdoku", "ask", "base"]),
    ("serve", Some("serve"), &["satdoku", "ask", "page"]),
    ("web", Some("web"), &["satdoku", "ask"]),
    ("cli", Some("cli"), &["satdoku", "ask", "page", "race", "serve"]),
];

/// The rooms of the library, which the root package re-exports.
const BELOW: &[&str] = &["base", "clauses", "cover", "nine", "puzzle", "draw", "logic"];

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

/// Crates of other people's, and the only files, or files of that name, that may name each.
const ADAPTERS: &[(&str, &[&str])] = &[
    ("varisat", &["backend/in_process/varisat", "backend/proof/varisat.rs"]),
    ("splr", &["backend/in_process/splr.rs"]),
    ("batsat", &["backend/in_process/batsat.rs"]),
    ("cadical", &["backend/in_process/cadical.rs"]),
    ("oorandom", &["random/"]),
    ("krilla", &["draw/pdf.rs"]),
    ("process_wrap", &["backend/program/process.rs"]),
];

/// The rooms of the root package.
const ROOT: &[&str] = &[
    "reduction",
    "encoding",
    "search",
    "counting",
    "propagators",
    "error",
    "sat",
    "solver",
    "explain",
    "guidance",
    "generate",
    "certificate",
];

/// What reaches out of the library, and the places that may.
const OUTER_WORLD: &[&str] = &["std::fs", "std::process", "std::thread", "std::env", "std::net"];
const MAY_REACH_OUT: &[&str] = &[
    "budget/",
    "backend/program/process.rs",
    "backend/program/external.rs",
    "backend/program/clause_file.rs",
    "backend/program/programs.rs",
    "backend/program/mark.rs",
    "backend/program/strays.rs",
    "backend/program/watchdog.rs",
    "backend/in_process/splr.rs",
    "backend/in_process/cdcl/parallel.rs",
    "backend/proof/rate.rs",
    "solver/members.rs",
    "solver/portfolio",
    "solver/send_session.rs",
    "certificate/folder.rs",
    "race/",
    "cli/",
    "serve/",
];

/// What is wrong with a file; `name` is its path, which begins with the module of the library or, above the library, with the crate.
fn violations(name: &str, text: &str) -> Vec<String> {
    let code = without_comments(text);
    let module = name.split(['/', '.']).next().unwrap_or_default();
    let is_above = ["ask", "page", "race", "serve", "web", "cli"].contains(&module);
    let mut wrong = Vec::new();
    // Unit tests in a file of their own may use all.
    if module == "lib" || name.ends_with("/tests.rs") {
        return wrong;
    }
    if !is_above && LAYERS.iter().all(|(layer, _)| *layer != module) {
        wrong.push(format!("{name}: the module {module} is in no layer"));
    }
    if code.contains("super::super") {
        wrong.push(format!("{name}: super::super"));
    }
    for target in paths(&code, "crate::").filter(|_| !is_above) {
        if target != module && !may_use(module, target) {
            wrong.push(format!("{name}: names crate::{target}"));
        }
    }
    // What a room names of another crate is held to the same order; the root names the rooms below it by their public paths.
    for (member, room, _) in MEMBERS.iter().filter(|(member, ..)| !is_above && BELOW.contains(member)) {
        let prefix = format!("satdoku_{member}::");
        for target in paths(&code, &prefix).map(|target| room.unwrap_or(target)) {
            if ROOT.contains(&module) || !may_use(module, target) && target.starts_with(char::is_lowercase) {
                wrong.push(format!("{name}: names {target} of satdoku_{member}"));
            }
        }
    }
    // The public path of what `guidance` makes; in the library it would hide that the solver is asked.
    if whole_paths(&code).iter().any(|path| path.starts_with("logic::Guide")) {
        wrong.push(format!("{name}: names crate::guidance as crate::logic"));
    }
    // By that name programs know the library; in the library it would lead past its layers.
    if !is_above && paths(&code, "satdoku::").next().is_some() {
        wrong.push(format!("{name}: names satdoku::"));
    }
    for (solver, adapters) in ADAPTERS {
        let is_adapter = adapters.iter().any(|adapter| name.starts_with(adapter));
        if !is_adapter && paths(&code, &format!("{solver}::")).next().is_some() {
            wrong.push(format!("{name}: names {solver} outside {}", adapters.join(", ")));
        }
    }
    if !name.starts_with("budget/") && words_around(&code, "Instant") {
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

/// The module of a file, as a path: `a/b` for `a/b.rs` and `a/b/mod.rs`.
fn module_of(name: &str) -> String {
    name.trim_end_matches(".rs").trim_end_matches("/mod").to_owned()
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
    let modules: BTreeSet<String> = files.iter().map(|(name, _)| module_of(name)).collect();
    let mut uses: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (name, text) in files {
        let from = module_of(name);
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

/// Rooms whose `mod.rs` has more than documents and re-exports, so that files of the room look into it. The list may only shrink.
const NO_FACES_YET: &[&str] = &[
    "backend",
    "cli",
    "cli/args",
    "cli/commands/draw",
    "cnf",
    "cnf/at_most_one",
    "cnf/dimacs",
    "encoding",
    "encoding/constraint",
    "geometry",
    "grid",
    "grid/exchange",
    "race",
    "race/plot",
    "race/report",
    "serve",
    "solver/portfolio",
];

/// The code of a file without its tests, which ask a room from outside.
fn without_tests(name: &str, text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    if name.ends_with("/tests.rs") { String::new() } else { without_comments(code) }
}

/// For each room the items that its own files take from its `mod.rs`. A room's face is for others: what its files share stands in a file
/// with a name, which [`circles`] sees.
fn through_faces(files: &[(String, String)]) -> BTreeMap<String, Vec<String>> {
    let face = |name: &str| name.strip_suffix("/mod.rs").map(str::to_owned);
    let rooms: BTreeSet<String> = files.iter().filter_map(|(name, _)| face(name)).collect();
    let modules: BTreeSet<String> = files.iter().map(|(name, _)| module_of(name)).collect();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, text) in files {
        for path in whole_paths(&without_tests(name, text)) {
            let Some(room) = place_of(&path, &modules).filter(|place| rooms.contains(place)) else { continue };
            let names_an_item = path.trim_end_matches(':').replace("::", "/") != room;
            if names_an_item && module_of(name).starts_with(&format!("{room}/")) {
                found.entry(room).or_default().push(format!("{name} names crate::{path}"));
            }
        }
    }
    found
}

/// The files of a source folder, with their paths below it.
fn read_below(folder: &str) -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(!files.is_empty(), "no files found in {folder}");
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&src).expect("below the folder").to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(path).expect("a source file can be read"))
    };
    files.iter().map(read).collect()
}

/// The files of a crate as if they stood in a room of that name, so that those at its root are siblings too. Its `lib.rs` is the face
/// of the room.
fn read_as_a_room(folder: &str, room: &str) -> Vec<(String, String)> {
    let moved = |(name, text): (String, String)| {
        let name = if name == "lib.rs" { "mod.rs" } else { &name };
        (format!("{room}/{name}"), text.replace("crate::", &format!("crate::{room}::")))
    };
    read_below(folder).into_iter().map(moved).collect()
}

/// The files of each crate of the workspace. Crates of several rooms have their rooms at their root, as the root package has.
fn crates() -> Vec<Vec<(String, String)>> {
    let read = |&(name, room, _): &(&str, Option<&str>, _)| {
        let folder = format!("crates/{name}/src");
        room.map_or_else(|| read_below(&folder), |room| read_as_a_room(&folder, room))
    };
    [read_below("src")].into_iter().chain(MEMBERS.iter().map(read)).collect()
}

/// The crates of ours that a manifest names as dependencies.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("Cargo.toml");
    let text = fs::read_to_string(manifest).expect("a manifest");
    let (_, rest) = text.split_once("\n[dependencies]\n").unwrap_or_default();
    let section = rest.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.split(['.', ' ']).next());
    names
        .filter_map(|name| if name == "satdoku" { Some(name) } else { name.strip_prefix("satdoku-") })
        .map(str::to_owned)
        .collect()
}

#[test]
fn modules_import_downwards_only() {
    let files = crates().concat();
    let wrong: Vec<String> = files.iter().flat_map(|(name, text)| violations(name, text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_depend_on_the_crates_below_them_only() {
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(dependencies("."), set(BELOW));
    for (place, (name, _, uses)) in MEMBERS.iter().enumerate() {
        assert_eq!(dependencies(&format!("crates/{name}")), set(uses), "{name}");
        let is_below = |other: &&str| *other == "satdoku" || MEMBERS[..place].iter().any(|(below, ..)| below == other);
        assert!(uses.iter().all(is_below), "{name}");
    }
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).expect("the folder of the crates");
    let folders: BTreeSet<_> =
        folders.map(|entry| entry.expect("a crate").file_name().into_string().expect("a name")).collect();
    assert_eq!(folders, set(&MEMBERS.iter().map(|(name, ..)| *name).collect::<Vec<_>>()));
}

/// The last column of each row has the crates that the row's crate uses.
#[test]
fn the_documented_crates_are_these() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).expect("the document");
    for (name, _, uses) in MEMBERS {
        let head = format!("| [`{name}`](crates/{name}");
        let row = text.lines().find(|line| line.starts_with(&head)).unwrap_or_else(|| panic!("no row {head}"));
        let last = row.trim_end_matches([' ', '|']).rsplit(" | ").next().expect("a last column");
        let named: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
        assert_eq!(named.iter().collect::<BTreeSet<_>>(), uses.iter().collect(), "{name}");
    }
}

#[test]
fn siblings_form_no_circle() {
    let neighbours = [read_as_a_room("bindings/python/src", "python"), read_as_a_room("cluster/src", "cluster")];
    for files in crates().iter().chain(&neighbours) {
        let wrong = circles(files);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn faces_are_for_others() {
    let found = through_faces(&crates().concat());
    let is_exempt = |room: &&String| NO_FACES_YET.contains(&room.as_str());
    let wrong: Vec<_> = found.iter().filter(|(room, _)| !is_exempt(room)).map(|(_, named)| named.join("\n")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let clean: Vec<_> = NO_FACES_YET.iter().filter(|room| !found.contains_key(**room)).collect();
    assert!(clean.is_empty(), "to be taken off the list: {clean:?}");
}

#[test]
fn every_look_into_a_face_is_seen() {
    let look = |text: &str| {
        let files =
            [("room/mod.rs", "pub use one::A;"), ("room/one.rs", ""), ("room/two.rs", text), ("other.rs", text)];
        through_faces(&files.map(|(name, text)| (name.to_owned(), text.to_owned()))).len()
    };
    for text in ["use crate::room::A;", "use crate::room::{one::A, B};", "fn f() { crate::room::f() }"] {
        assert_eq!(look(text), 1, "{text}");
    }
    for text in ["use crate::room::one::A;", "pub(super) struct B;", "use crate::other::A;", "// crate::room::A"] {
        assert_eq!(look(text), 0, "{text}");
    }
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
        ("grid/mod.rs", "use satdoku::Solver;"),
        ("generate/mod.rs", "use crate::logic::{End, Guide};"),
        ("geometry/mod.rs", "use satdoku_base::budget::Running;"),
        ("search/mod.rs", "use satdoku_clauses::cnf::Cnf;"),
        ("draw/mod.rs", "use satdoku_base::budget::Running;"),
        ("utilities.rs", ""),
    ] {
        assert!(!violations(name, text).is_empty(), "{name}: {text}");
    }
    for (name, text) in [
        ("grid/mod.rs", "use crate::geometry::Cell; // like crate::solver::Solver"),
        ("backend/names.rs", "crate::backend::in_process::varisat::Varisat::open(options)"),
        ("backend/in_process/varisat.rs", "use varisat::Solver;"),
        ("backend/program/process.rs", "use std::process::Command;"),
        ("budget/mod.rs", "use std::time::Instant;"),
        ("rule/mod.rs", "use satdoku_base::budget::Running;"),
        ("cli/solve.rs", "use crate::cli::status::Status;"),
    ] {
        assert_eq!(violations(name, text), Vec::<String>::new(), "{name}: {text}");
    }
}
