//! What the program says before it is asked anything, and of subcommands that it lacks.

use crate::run;
use crate::usage::subcommands;

#[test]
fn the_short_help_has_every_subcommand_on_one_screen() {
    let help = run(&["-h"], "").stdout;
    assert!(help.lines().count() <= 24 && help.lines().all(|line| line.chars().count() <= 100), "{help}");
    for name in subcommands() {
        let is_listed = help.lines().any(|line| {
            line.starts_with("  ") && line.split("  ").any(|word| word.trim().split(' ').next() == Some(name.as_str()))
        });
        assert!(is_listed, "{name}: {help}");
    }
}

#[test]
fn the_commands_to_try_work() {
    let answer = run::<&str>(&[], "");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
    let commands: Vec<_> = answer.stderr.lines().filter_map(|line| line.strip_prefix("  satdoku ")).collect();
    assert_eq!(commands.len(), 3, "{}", answer.stderr);
    for command in commands {
        let tried = run(&command.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((tried.code, tried.stderr.as_str()), (Some(0), ""), "{command}");
    }
}

#[test]
fn a_subcommand_that_is_not_in_the_build_names_its_feature() {
    for (name, is_built) in [("race", cfg!(feature = "race")), ("serve", cfg!(feature = "serve"))] {
        let answer = run(&[name, "--no-such-option"], "");
        assert_eq!(answer.code, Some(2));
        let is_named = answer.stderr.contains(&format!("this build lacks the feature {name}"));
        assert_eq!(is_named, !is_built, "{}", answer.stderr);
    }
}
