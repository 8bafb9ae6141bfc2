//! Pictures as the command line makes them.

use std::fs;

use crate::{Files, NO_SOLUTION, PUZZLE, run};

const RULES: &str = include_str!("../../../../tests/data/rules.txt");

#[test]
fn the_form_is_said_by_the_file_or_by_the_option() {
    let files = Files::new();
    let svg = files.arg("a.svg");
    assert_eq!(run(&["draw", PUZZLE, "-o", &svg], "").code, Some(0));
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    assert_eq!(run(&["draw", PUZZLE], "").stdout, drawn);
    let text = files.arg("a.txt");
    assert_eq!(run(&["draw", PUZZLE, "-o", &text], "").code, Some(0));
    assert_eq!(fs::read_to_string(&text).unwrap(), run(&["draw", PUZZLE, "--to", "text"], "").stdout);
    let packed = files.arg("a.svg.gz");
    assert_eq!(run(&["draw", PUZZLE, "-o", &packed], "").code, Some(0));
    assert!(fs::read(&packed).unwrap().starts_with(b"\x1f\x8b"));
    for (options, message) in [
        (&["--to", "text", "--solution"][..], "--solution: a drawing of characters has one grid"),
        (&["--per-page", "2"], "--per-page: only a book has pages"),
        (&["--paper", "a4", "--to", "text"], "--paper: only a book has pages"),
    ] {
        let refused = run(&[&["draw", PUZZLE], options].concat(), "");
        assert!(refused.code == Some(2) && refused.stderr.contains(message), "{options:?}: {refused:?}");
    }
    let refused = run(&["draw", PUZZLE, "-o", &files.arg("a.gif")], "");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("expected a name that ends in .svg, .png, .pdf or .txt"), "{}", refused.stderr);
}

#[test]
fn several_puzzles_go_to_a_folder() {
    let files = Files::new();
    let both = format!("{PUZZLE}\n53x\n{PUZZLE}\n");
    let refused = run(&["draw"], format!("{PUZZLE}\n{PUZZLE}\n"));
    assert_eq!((refused.code, refused.stderr.contains("several pictures need a folder")), (Some(2), true));
    // Nothing is written before that is known.
    assert_eq!(refused.stdout, "");
    let old = files.write("old.svg", "old");
    assert_eq!(run(&["draw", "-o", &old], format!("{PUZZLE}\n{PUZZLE}\n")).code, Some(2));
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    let folder = files.arg("pictures/");
    let answer = run(&["draw", "-o", &folder, "--theme", "dark"], &both);
    assert_eq!(answer.code, Some(2), "{answer:?}");
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["000001.svg", "000003.svg"]);
    let texts = run(&["draw", "--to", "text"], format!("{PUZZLE}\n{PUZZLE}\n"));
    assert_eq!((texts.code, texts.stdout.matches("\n\n").count()), (Some(0), 1), "{texts:?}");
}

#[test]
fn solutions_are_drawn_where_there_are_some() {
    let digits = |options: &[&str], puzzle: &str| {
        let answer = run(&[&["draw"], options].concat(), puzzle);
        (answer.code, answer.stdout.matches("</text>").count(), answer.stderr)
    };
    assert_eq!(digits(&[], PUZZLE), (Some(0), 30, String::new()));
    assert_eq!(digits(&["--answers"], PUZZLE), (Some(0), 81, String::new()));
    assert_eq!(digits(&["--solution"], PUZZLE), (Some(0), 30 + 81, String::new()));
    let (code, count, message) = digits(&["--solution"], NO_SOLUTION);
    assert_eq!((code, count), (Some(1), 4));
    assert_eq!(message, "puzzle 1: no solution is drawn: there is none\n");
    // One of several was drawn without a word.
    for option in ["--answers", "--solution"] {
        let (code, count, message) = digits(&[option], "1.34...2..4.....");
        assert_eq!((code, message.as_str()), (Some(1), "puzzle 1: one solution is drawn: there are several\n"));
        assert!(count >= 16, "{count}");
    }
}

#[test]
fn counts_are_drawn_where_they_are_known() {
    let drawn = |options: &[&str], puzzle: &str| run(&[&["draw", "--counts"], options].concat(), puzzle);
    let several = drawn(&[], "1.34...2..4.....\n");
    assert_eq!((several.code, several.stderr.as_str()), (Some(0), ""));
    // Five clues, what is in some solution of the eleven other cells, and two lines of words.
    assert_eq!(several.stdout.matches("</text>").count(), 5 + 19 + 2, "{}", several.stdout);
    assert!(several.stdout.contains("3 solutions. A disc is"), "{}", several.stdout);
    let none = drawn(&[], NO_SOLUTION);
    assert_eq!((none.code, none.stderr.as_str()), (Some(1), "puzzle 1: no counts are drawn: there is no solution\n"));
    let late = drawn(&["--time-limit", "0s"], &".".repeat(81));
    assert_eq!(
        (late.code, late.stderr.contains("no counts are drawn: time limit reached")),
        (Some(3), true),
        "{late:?}"
    );
    for option in ["--counts", "--candidates"] {
        let text = run(&["draw", "--to", "text", option], PUZZLE);
        assert_eq!((text.code, text.stderr.contains("no small digits")), (Some(2), true), "{text:?}");
    }
}

#[test]
fn a_picture_has_the_title_of_its_puzzle_and_its_rating() {
    let of_link = r#"{"size":4,"title":"Corner","author":"Ada","ruleset":"Normal rules.\nNo more.","grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#;
    let text = |options: &[&str], puzzle: &str| {
        let answer = run(&[&["draw", "--to", "text"], options].concat(), puzzle);
        (answer.code, answer.stdout, answer.stderr)
    };
    let (code, drawn, _) = text(&[], of_link);
    assert_eq!(code, Some(0));
    assert!(drawn.starts_with("Corner, by Ada\n") && drawn.contains("Normal rules.\nNo more.\n"), "{drawn}");
    let (_, drawn, _) = text(&["--title", "Mine", "--no-words"], of_link);
    assert!(drawn.starts_with("Mine\n") && !drawn.contains("rules"), "{drawn}");
    let (code, drawn, message) = text(&["--rating"], of_link);
    assert!(code == Some(1) && message.ends_with("puzzle 1: no rating is drawn: several solutions\n"), "{message}");
    assert!(drawn.starts_with("Corner, by Ada\n"), "{drawn}");
    assert!(text(&["--rating"], PUZZLE).1.starts_with("SE 1.2\n"));
    assert!(text(&["--rating=hodoku", "--title", "One"], PUZZLE).1.starts_with("One · 204 easy\n"));
}

#[test]
fn a_terminal_gets_rules_in_characters_and_in_words() {
    let answer = run(&["draw", "--to", "text", "--answers"], RULES);
    assert_eq!(answer.code, Some(0));
    let board: Vec<&str> = answer.stdout.lines().take_while(|line| !line.contains('.') || line.contains('|')).collect();
    assert!(board.iter().any(|line| line.starts_with("+15-----")), "{}", answer.stdout);
    for text in [
        "6 o 7",
        "[2]",
        "Not in the picture: thermometer r4c1 r5c1 r6c1 r6c2 r6c3\n",
        "Digits in a cage are different and add up",
    ] {
        assert!(answer.stdout.contains(text), "{text}: {}", answer.stdout);
    }
    // `solve` prints grids so, too: it printed nothing, and on a terminal it panicked.
    let solved = run(&["solve", "--output", "grid"], RULES).stdout;
    assert!(solved.contains("Not in the picture: thermometer r4c1"), "{solved}");
    let rows = run(&["solve", "--output", "rows"], RULES).stdout;
    assert_eq!(rows.lines().next(), Some("4 6 2 5 8 3 1 9 7"));
    assert_eq!(rows.lines().count(), 9);
}

#[cfg(not(feature = "pictures"))]
#[test]
fn a_build_without_pixels_and_pages_says_which_feature_brings_them() {
    let files = Files::new();
    for name in ["a.png", "a.pdf"] {
        let answer = run(&["draw", PUZZLE, "-o", &files.arg(name)], "");
        assert_eq!(answer.code, Some(2));
        assert!(answer.stderr.contains("needs the feature pictures"), "{}", answer.stderr);
    }
}

#[cfg(feature = "pictures")]
#[test]
fn several_puzzles_in_a_pdf_are_a_book() {
    let files = Files::new();
    let book = files.arg("book.pdf");
    let puzzles = files.write("puzzles.txt", format!("{PUZZLE}\n").repeat(5));
    let pages = |options: &[&str]| {
        let answer = run(&[&["draw", puzzles.as_str(), "-o", book.as_str()], options].concat(), "");
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
        let bytes = fs::read(&book).unwrap();
        assert!(bytes.starts_with(b"%PDF"));
        String::from_utf8_lossy(&bytes).matches("/Type/Page/").count()
    };
    assert_eq!(pages(&[]), 3);
    assert_eq!(pages(&["--no-solutions"]), 2);
    assert_eq!(pages(&["--per-page", "1", "--paper", "letter", "--title", "Five"]), 6);
    let png = files.arg("a.png");
    assert_eq!(run(&["draw", PUZZLE, "-o", &png, "--width", "100"], "").code, Some(0));
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[cfg(feature = "pictures")]
#[test]
fn characters_that_the_font_lacks_are_named_once() {
    let files = Files::new();
    let two = format!("{PUZZLE}\n{PUZZLE}\n");
    let message = "boxes are drawn in place of characters that the font of PNG and PDF lacks: 数 独\n";
    for (name, form, puzzles) in [("a.png", "png", PUZZLE), ("b.pdf", "pdf", &two), ("c/", "png", &two)] {
        let answer = run(&["draw", "--title", "Zażółć 数独", "--to", form, "-o", &files.arg(name)], puzzles);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), message), "{name}");
    }
    // The fonts of an SVG are its reader's.
    assert_eq!(run(&["draw", "--title", "数独"], PUZZLE).stderr, "");
}
