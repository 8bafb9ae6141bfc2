//! Subcommands that this build does not have.

use crate::run;

#[test]
fn serve_names_its_feature() {
    for args in [&["serve"][..], &["serve", "--port", "1", "--open"]] {
        let run = run(args, "");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains("--features serve"), "{}", run.stderr);
    }
}
