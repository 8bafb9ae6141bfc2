//! `--certified`: a *no* that was proved says so in every form.

use crate::{Files, NO_SOLUTION, PUZZLE, SOLUTION, THREE_SOLUTIONS, run};

fn lines(puzzles: &[&str]) -> String {
    puzzles.join("\n") + "\n"
}

#[test]
fn each_form_says_what_was_proved() {
    let solved = run(&["solve", "--certified"], PUZZLE);
    assert_eq!((solved.code, solved.stdout.as_str()), (Some(0), format!("{SOLUTION}\n").as_str()));
    let unique = run(&["solve", "--certified", "--unique"], PUZZLE);
    assert_eq!((unique.code, unique.stdout.as_str()), (Some(0), format!("{SOLUTION} certified\n").as_str()));
    let none = run(&["solve", "--certified"], NO_SOLUTION);
    assert_eq!((none.code, none.stdout.as_str()), (Some(1), "unsatisfiable certified\n"));
    let all = run(&["solve", "--certified", "--all"], THREE_SOLUTIONS);
    assert_eq!(all.code, Some(0), "{all:?}");
    assert_eq!(all.stdout.lines().count(), 4);
    assert!(all.stdout.ends_with("\n# certified: no more after 3\n"), "{all:?}");
    // Where the listing was cut, nothing was denied.
    let cut = run(&["solve", "--limit", "3", "--certified"], THREE_SOLUTIONS);
    assert_eq!(cut.stdout.lines().count(), 3, "{cut:?}");
    let grid = run(&["solve", "--certified", "--unique", "--output", "grid"], PUZZLE);
    assert!(grid.stdout.ends_with("\n# certified: no other\n"), "{grid:?}");
    let counted = run(&["count", "--certified"], lines(&[PUZZLE, NO_SOLUTION, THREE_SOLUTIONS]));
    assert_eq!(counted.stdout, "1 certified\n0 certified\n3 certified\n", "{counted:?}");
    let some = run(&["count", "--certified", "--limit", "2"], THREE_SOLUTIONS);
    assert_eq!(some.stdout, ">=2\n");
    let checked = run(&["check", "--unique", "--certified"], lines(&[PUZZLE, NO_SOLUTION, THREE_SOLUTIONS]));
    assert_eq!(checked.stdout, "valid unique certified\nvalid none certified\nvalid several\n", "{checked:?}");
}

#[test]
fn json_says_which_claim_was_proved() {
    let json = |args: &[&str], puzzle: &str| run(&[args, &["--certified", "--output", "json"]].concat(), puzzle).stdout;
    for (args, puzzle, claim) in [
        (&["solve"][..], NO_SOLUTION, "no solution"),
        (&["solve", "--unique"], PUZZLE, "no other"),
        (&["solve", "--all"], THREE_SOLUTIONS, "no more after 3"),
        (&["count"], THREE_SOLUTIONS, "no more after 3"),
        (&["check", "--unique"], PUZZLE, "no other"),
    ] {
        let told = json(args, puzzle);
        assert!(told.contains(&format!(r#","certified":true,"claim":"{claim}""#)), "{args:?}: {told}");
        // It is read again as its puzzle.
        assert_eq!(run(&["count"], &told).code, Some(0), "{args:?}: {told}");
    }
    assert!(!json(&["solve"], PUZZLE).contains("certified"));
}

#[test]
fn what_is_answered_can_be_read_and_resumed() {
    let files = Files::new();
    for (args, puzzles) in [
        (&["solve", "--unique"][..], lines(&[PUZZLE, NO_SOLUTION, THREE_SOLUTIONS])),
        (&["count"], lines(&[PUZZLE, NO_SOLUTION, THREE_SOLUTIONS])),
        (&["check", "--unique"], lines(&[PUZZLE, NO_SOLUTION])),
    ] {
        let input = files.write("puzzles", &puzzles);
        let out = files.arg(args[0]);
        let ask = |more: &[&str]| run(&[args, &["--certified", &input, "-o", &out], more].concat(), "");
        ask(&[]);
        let whole = crate::read(&out);
        assert!(whole.contains(" certified\n"), "{whole}");
        let first = whole.lines().next().unwrap();
        std::fs::write(&out, format!("{first}\n")).unwrap();
        let resumed = ask(&["--resume"]);
        assert_eq!(crate::read(&out), whole, "{resumed:?}");
    }
}

#[test]
fn what_cannot_be_certified_is_refused_at_once() {
    for (args, why) in [
        (&["solve", "--solver", "dlx"][..], "--certified: dlx writes no proof"),
        (&["count", "--solver", "sat:batsat"], "--certified: sat:batsat writes no proof"),
        (&["count", "--solver", "columns"], "--certified: columns writes no proof"),
        (&["check"], "--certified: no solver is asked without --unique"),
        (&["count", "--estimate=1s"], "--certified: an estimate has no proof"),
        (&["solve", "--unique", "--output", "csv"], "--certified: a table has no place for it"),
    ] {
        let refused = run(&[args, &["--certified"]].concat(), PUZZLE);
        assert!(refused.code == Some(2) && refused.stderr.contains(why), "{args:?}: {refused:?}");
    }
    let reduced = run(&["solve", "--certified", "--solver", "sat", "--encoding", "reduced"], PUZZLE);
    assert!(reduced.stderr.contains("no certified answers with the encoding reduced"), "{reduced:?}");
}

#[test]
fn a_program_that_lies_is_caught() {
    let files = Files::new();
    let liar = files.write_program("liar", "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n");
    let solver = format!("kissat={liar}");
    let believed = run(&["solve", "--solver", &solver], "1....2......34..\n");
    // A short search knows a solution.
    assert_eq!(believed.stdout, "unknown\n");
    assert!(
        believed.stderr.contains("kissat returned a wrong answer: it denied a solution that exists"),
        "{believed:?}"
    );
    let caught = run(&["solve", "--certified", "--solver", &solver], "1....2......34..\n");
    assert_eq!(caught.stdout, "unknown\n", "{caught:?}");
    let why = "the proof of kissat was refused: step 1: a clause that does not follow";
    assert!(caught.stderr.contains(why), "{caught:?}");
}
