//! The pictures of the README and of the guide are drawn by the program.

use std::fs;
use std::path::Path;

use super::{guide, page};
use crate::{repository, run};

/// A picture and how it is drawn: the arguments behind `draw`, and the puzzle.
fn pictures() -> Vec<(&'static str, Vec<&'static str>, String)> {
    let readme = page("README.md");
    let commands = readme.commands();
    let puzzle = commands.iter().find_map(|command| command.text.strip_prefix("satdoku solve ")).unwrap().to_owned();
    let rules = include_str!("../../../../../tests/data/rules.txt").to_owned();
    vec![
        ("docs/puzzle.svg", vec!["--solution", "--theme", "auto", "--width", "640"], puzzle),
        ("docs/rules.svg", vec!["--answers", "--theme", "auto", "--width", "720"], rules),
    ]
}

/// A picture that differs is written beside the build, from where it can be copied.
#[test]
fn pictures_are_those_that_the_program_draws() {
    for (file, options, puzzle) in pictures() {
        let answer = run(&[&["draw"][..], &options].concat(), &puzzle);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{file}");
        let path = repository().join(file);
        let kept = fs::read_to_string(&path).unwrap_or_default();
        if kept != answer.stdout {
            let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join(path.file_name().unwrap());
            fs::write(&drawn, &answer.stdout).unwrap();
            panic!("{file} is not what is drawn now: {}", drawn.display());
        }
    }
}

#[test]
fn each_picture_is_shown_on_a_page() {
    let pages: Vec<String> = guide().into_iter().map(|page| page.text).collect();
    for (file, _, _) in pictures() {
        let name = file.trim_start_matches("docs/");
        assert!(pages.iter().any(|text| text.contains(name)), "{file}");
    }
}
