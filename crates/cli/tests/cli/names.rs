//! Each list of names is declared once: the library, help, completions, errors and the tables of the documents agree.

use std::collections::BTreeSet;
use std::fmt::Display;

use satdoku::backend::ProofFormat;
use satdoku::certificate::Claim;
use satdoku::draw::{Paper, PictureForm, Theme};
use satdoku::generate::{Kind, Symmetry};
use satdoku::grid::format::Format;
use satdoku::names::Named;
use satdoku::{AtMostOne, Backend, Encoding, Solver, Techniques};

use crate::{PUZZLE, run};

const FORMATS: &str = include_str!("../../../../docs/formats.md");
const DRAWING: &str = include_str!("../../../../docs/drawing.md");
const GENERATING: &str = include_str!("../../../../docs/generating.md");
const SOLVERS: &str = include_str!("../../../../docs/solvers.md");
const CERTIFICATES: &str = include_str!("../../../../docs/certificates.md");

/// The words in backquotes in the first column of the table whose head begins with `head`.
fn first_column(text: &str, head: &str) -> BTreeSet<String> {
    let rows = text.lines().map(|line| line.trim_start_matches("//! "));
    let rows = rows.skip_while(|row| !row.starts_with(head)).skip(2).take_while(|row| row.starts_with('|'));
    rows.flat_map(|row| {
        let column = row.split('|').nth(1).unwrap_or_default();
        column.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

fn names<T: Named>() -> BTreeSet<String> {
    T::all().iter().map(|value| value.name().to_owned()).collect()
}

fn is_sound<T: Named>() {
    assert_eq!(names::<T>().len(), T::all().len());
    for &value in T::all() {
        assert_eq!(value.name().parse(), Ok(value));
        assert_eq!(value.to_string(), value.name());
        assert!(!value.summary().is_empty() && !value.summary().ends_with('.'), "{value}");
    }
    let error = "no such name".parse::<T>().unwrap_err().to_string();
    let listed: Vec<_> = T::all().iter().map(|value| value.name()).collect();
    assert_eq!(error, format!("expected one of {}, found \"no such name\"", listed.join(", ")));
}

#[test]
fn what_has_a_name_is_read_by_it_and_the_error_lists_all() {
    is_sound::<AtMostOne>();
    is_sound::<Claim>();
    is_sound::<Encoding>();
    is_sound::<Format>();
    is_sound::<Kind>();
    is_sound::<satdoku::logic::Level>();
    is_sound::<satdoku::logic::Profile>();
    is_sound::<ProofFormat>();
    is_sound::<Paper>();
    is_sound::<PictureForm>();
    is_sound::<Symmetry>();
    is_sound::<Theme>();
    #[cfg(feature = "race")]
    is_sound::<satdoku_race::Preset>();
}

#[test]
fn the_tables_of_the_documents_have_the_names_of_the_lists() {
    assert_eq!(first_column(FORMATS, "| `--format`, `--to` |"), names::<Format>());
    assert_eq!(
        first_column(include_str!("../../../puzzle/src/grid/format/mod.rs"), "| name | what it is |"),
        names::<Format>()
    );
    assert_eq!(first_column(GENERATING, "| `--kind` |"), names::<Kind>());
    assert_eq!(first_column(DRAWING, "| `--theme` | colours |"), names::<Theme>());
    assert_eq!(first_column(DRAWING, "| `--to` |"), names::<PictureForm>());
    assert_eq!(first_column(SOLVERS, "| `--encoding` |"), names::<Encoding>());
    assert_eq!(first_column(include_str!("../../../../src/encoding/mod.rs"), "| name | cells |"), names::<Encoding>());
    let mut solvers: BTreeSet<_> = Solver::all().iter().map(ToString::to_string).collect();
    solvers.extend(Backend::all().into_iter().map(|backend| Solver::Sat(backend).to_string()));
    solvers.extend(["auto".to_owned(), "sat:external=COMMAND".to_owned()]);
    assert_eq!(first_column(SOLVERS, "| `--solver` |"), solvers);
    let provers = Backend::all().into_iter().filter(|backend| backend.proof_format().is_some());
    assert_eq!(
        first_column(CERTIFICATES, "| `--backend` | proof"),
        provers.map(|backend| backend.to_string()).collect()
    );
}

#[test]
fn solvers_and_backends_have_each_a_name_and_a_summary() {
    for (name, summary) in Solver::names() {
        let solver: Solver = name.parse().unwrap();
        let own = solver.to_string();
        assert!(own == name || own == format!("sat:{name}"), "{name}: {own}");
        assert!(!summary.is_empty(), "{name}");
    }
    assert_eq!(Solver::names().len(), 12 + Backend::all().len());
    for (backend, (name, _)) in Backend::all().into_iter().zip(Backend::names()) {
        assert_eq!(backend.to_string(), name);
        assert_eq!(name.parse::<Backend>(), Ok(backend.clone()));
        assert_eq!(format!("sat:{name}").parse::<Backend>(), Ok(backend));
    }
    let error = "sat:nobody".parse::<Solver>().unwrap_err().to_string();
    assert!(
        error.contains("expected one of cdcl, varisat, batsat,") && error.ends_with("found \"sat:nobody\""),
        "{error}"
    );
    let error = "nobody".parse::<Solver>().unwrap_err().to_string();
    assert!(error.starts_with("expected one of auto, portfolio,") && error.contains("mallob, external=COMMAND"));
}

/// `--solver sat:varisat` was refused as `--solver varisat`, and `--backend varisat` as `--backend sat:varisat`.
#[test]
fn solvers_are_accepted_with_and_without_the_road() {
    for name in ["varisat", "sat:varisat", "sat", "external=/nowhere/solver"] {
        let answer = run(&["solve", "--solver", name, "-"], PUZZLE);
        let is_there = !name.starts_with("external");
        assert_eq!(answer.code, Some(if is_there { 0 } else { 2 }), "{name}: {answer:?}");
    }
    for option in ["--backend", "--solver"] {
        for name in ["batsat", "sat:batsat"] {
            let answer = run(&["sat", option, name, "-"], "p cnf 1 1\n1 0\n");
            assert_eq!((answer.code, answer.stdout.as_str()), (Some(10), "s SATISFIABLE\nv 1 0\n"), "{answer:?}");
        }
    }
}

/// What an option takes stands in its help, in what the shells complete, and in the error.
fn takes(command: &str, option: &str, values: impl IntoIterator<Item = impl Display>) {
    let help = run(&[command, "--help"], "").stdout;
    let error = run(&[command, option, "no-such-value"], "").stderr;
    let start = help.find(&format!("{option} <")).unwrap_or_else(|| panic!("{command} {option}: {help}"));
    let help = &help[start..];
    let complete: Vec<_> =
        ["bash", "zsh", "fish", "elvish", "powershell"].map(|shell| run(&["completions", shell], "").stdout).into();
    for value in values {
        let value = value.to_string();
        assert!(help.contains(&format!("- {value}:")), "{command} {option} {value}: {help}");
        assert!(error.contains(&value), "{command} {option} {value}: {error}");
        // The others complete no values of options.
        for script in &complete[..3] {
            assert!(script.contains(&value), "{command} {option} {value}");
        }
    }
}

#[test]
fn values_are_listed_in_help_errors_and_completions() {
    takes("solve", "--solver", Solver::names().into_iter().map(|(name, _)| name));
    takes("solve", "--encoding", Encoding::all());
    takes("solve", "--at-most-one", AtMostOne::all());
    takes("solve", "--reduce", Techniques::NAMES.into_iter().map(|(_, name, _)| name).chain(["none", "all"]));
    takes("solve", "--format", Format::all());
    takes("convert", "--to", Format::all());
    takes("encode", "--encoding", Encoding::all());
    takes("sat", "--solver", Backend::names().into_iter().map(|(name, _)| name));
    takes("generate", "--symmetry", Symmetry::all());
    takes("generate", "--kind", Kind::all());
    takes("draw", "--theme", Theme::all());
    takes("draw", "--to", PictureForm::all());
    takes("draw", "--paper", Paper::all());
    takes("prove", "--claim", Claim::all());
    #[cfg(feature = "race")]
    takes("race", "--preset", satdoku_race::Preset::all());
}

/// In bash every option with a list completed file names.
#[test]
fn bash_completes_the_values_of_options() {
    let script = run(&["completions", "bash"], "").stdout;
    for (option, words) in [
        ("--solver", "auto portfolio nine columns dlx"),
        ("--encoding", "minimal extended modeller reduced"),
        ("--to", "line rows header"),
        ("--symmetry", "none rotate180"),
        ("--backend", "cdcl varisat batsat cadical-linked"),
        ("--reduce", "none all singles"),
        // The subcommand `race` alone has it.
        #[cfg(feature = "race")]
        ("--preset", "scaling heuristics"),
    ] {
        let case = format!("{option})\n");
        let mut cases = script.match_indices(&case).map(|(at, _)| &script[at..]);
        let completed =
            cases.any(|case| case.lines().nth(1).is_some_and(|line| line.contains(&format!("-W \"{words}"))));
        assert!(completed, "{option}: {words}");
    }
}

#[test]
fn names_are_read_in_capitals_too() {
    for args in [
        &["solve", "--solver", "DLX", "--output", "LINE", "--box", "3X3"][..],
        &["solve", "--solver", "SAT:Varisat", "--encoding", "Minimal", "--reduce", "Subsets,LOCKED"],
        &["solve", "--format", "Line"],
        &["rate", "--scale", "HoDoKu", "--color", "Never"],
        &["convert", "--to", "SDK"],
        &["hint", "--technique", "Hidden-Single"],
        &["generate", "--kind", "Unique", "--symmetry", "Rotate180", "--rating", "Easy", "--box", "Latin4"],
    ] {
        let puzzle: &[&str] = if args[0] == "generate" { &[] } else { &[PUZZLE] };
        let found = run(&[args, puzzle].concat(), "");
        assert_eq!(found.code, Some(0), "{args:?}: {}", found.stderr);
    }
    // The command of a program is kept as it is written.
    let command = "External=/No/Such/Program".parse::<Solver>().unwrap();
    assert_eq!(command.to_string(), "sat:external=/No/Such/Program");
}
