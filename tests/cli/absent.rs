//! Subcommands of features that this build does not have.

use crate::run;

#[test]
fn a_subcommand_that_is_not_there_names_its_feature() {
    for (name, is_here) in [("race", cfg!(feature = "race")), ("serve", cfg!(feature = "serve"))] {
        if is_here {
            continue;
        }
        let answer = run(&[name, "--anything", "at all"], "");
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
        assert!(answer.stderr.contains(&format!("--features {name}")), "{}", answer.stderr);
    }
}
