//! Books from recipes.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::interrupt::status_when_interrupted;
use crate::{Files, PUZZLE, run};

/// Two sections: made puzzles on a small board, and puzzles of a file.
const RECIPE: &str = "\
title = 'Two & two'
author = 'A. Setter'
paper = 'a5'
per_page = 2
seed = 7

[[section]]
title = 'Made'
about = 'Boxes of two rows.'
count = 3
box = '2x3'
symmetry = 'rotate180'

[[section]]
title = 'Own'
file = 'own.txt'
rated = true
";

/// A folder with the recipe and the file that it names.
fn recipe(text: &str) -> Files {
    let files = Files::new();
    fs::write(files.arg("recipe.toml"), text).unwrap();
    fs::write(files.arg("own.txt"), format!("{PUZZLE}\n")).unwrap();
    files
}

/// The book in bytes.
fn made(files: &Files, out: &str, options: &[&str]) -> Vec<u8> {
    let (recipe, path) = (files.arg("recipe.toml"), files.arg(out));
    let answer = run(&[&["book", &recipe, "-o", &path], options].concat(), "");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{out}");
    fs::read(&path).unwrap_or_default()
}

#[test]
fn the_same_recipe_gives_the_same_bytes() {
    let files = recipe(RECIPE);
    let first = made(&files, "a.pdf", &["--jobs", "1"]);
    // A cover, two pages and one of puzzles, and one of solutions.
    let pages = String::from_utf8_lossy(&first).matches("/Type/Page/").count();
    assert!(first.starts_with(b"%PDF") && pages == 5, "{pages} pages");
    assert_eq!(first, made(&files, "b.pdf", &["--jobs", "2"]));
    fs::write(files.arg("recipe.toml"), RECIPE.replace("seed = 7", "seed = 8")).unwrap();
    assert_ne!(first, made(&files, "c.pdf", &[]));
}

#[test]
fn a_book_as_a_folder_has_what_generate_makes() {
    let files = recipe(RECIPE);
    made(&files, "book/", &[]);
    let folder = files.arg("book/");
    let book: Value = serde_json::from_slice(&fs::read(format!("{folder}book.json")).unwrap()).unwrap();
    assert_eq!((&book["title"], &book["language"]), (&"Two & two".into(), &"english".into()));
    let puzzles = |at: usize| book["sections"][at]["puzzles"].as_array().unwrap();
    let generated = run(&["generate", "--box", "2x3", "--symmetry", "rotate180", "--count", "3", "--seed", "7"], "");
    let made: Vec<String> = puzzles(0).iter().map(|puzzle| puzzle["puzzle"].as_str().unwrap().to_owned()).collect();
    assert_eq!(made, generated.stdout.lines().collect::<Vec<_>>());
    let own = &puzzles(1)[0];
    assert_eq!((&own["puzzle"], &own["number"], &own["heading"]), (&PUZZLE.into(), &4.into(), &"SE 1.2".into()));
    for puzzle in puzzles(0).iter().chain(puzzles(1)) {
        for picture in ["picture", "picture_of_solution"] {
            let picture = fs::read(format!("{folder}{}", puzzle[picture].as_str().unwrap())).unwrap();
            assert!(picture.starts_with(b"\x89PNG"));
        }
        let [puzzle, solution] = ["puzzle", "solution"].map(|key| puzzle[key].as_str().unwrap());
        assert_eq!(run(&["solve", "--output", "line", puzzle], "").stdout.trim_end(), solution);
    }
}

#[test]
fn a_book_as_a_page_says_all_in_its_language() {
    let files = recipe(&RECIPE.replace("per_page", "language = 'german'\nper_page"));
    let page = String::from_utf8(made(&files, "book.html", &[])).unwrap();
    for part in ["<html lang=\"de\">", "<h1>Two &amp; two</h1>", "<h2>Lösungen</h2>", "id=\"p4\"", "href=\"#a4\""] {
        assert!(page.contains(part), "{part}");
    }
    // Four puzzles and their solutions.
    assert_eq!(page.matches("<svg ").count(), 8);
    fs::write(files.arg("recipe.toml"), RECIPE.replace("per_page", "solutions = 'none'\nper_page")).unwrap();
    let page = String::from_utf8(made(&files, "none.html", &[])).unwrap();
    assert!(page.matches("<svg ").count() == 4 && !page.contains("Solutions"));
}

#[test]
fn what_is_wrong_in_a_recipe_is_told_with_its_place() {
    for (text, message) in [
        ("", "recipe.toml:1:1: expected a section"),
        (
            "paper = 'a6'\nper_page = 12\nsolutions = 'upside-down'\n\n[[section]]\ncount = 1",
            "paper a6 has no room for 12 puzzles a page with solutions below, at most 4",
        ),
        ("title = Sudoku", "recipe.toml:1:9: "),
        ("paper = 'a9'\n[[section]]\ncount = 1", "recipe.toml:1:9: expected one of a4, a5"),
        ("per_page = 13\n[[section]]\ncount = 1", "recipe.toml:1:12: expected 1 to 12 puzzles a page, found 13"),
        ("[[section]]\ncuont = 1", "recipe.toml:2:1: unknown key `cuont`"),
        ("\n[[section]]\ntitle = 'x'", "recipe.toml:2:1: expected count = K"),
        ("[[section]]\ncount = 1\nfile = 'own.txt'", "recipe.toml:3:8: a section has count or file, not both"),
        ("[[section]]\nfile = 'own.txt'\nrating = 'easy'", "recipe.toml:2:8: the puzzles of a file are as they are"),
        ("[[section]]\ncount = 1\nrating = 'mild'", "recipe.toml:3:10: expected easy, medium (moderate)"),
        ("[[section]]\ncount = 1\nrules = ['kiler']", "recipe.toml:3:9: "),
        ("[[section]]\ncount = 1\nclues = 5", "recipe.toml:3:9: expected at least 8 clues"),
        ("[[section]]\ncount = 0", "recipe.toml:2:9: expected count of at least 1"),
        ("[[section]]\ncount = 1\nbox = '5'", "recipe.toml:3:7: "),
        ("[[section]]\ncount = 1\nkind = 'holes'", "recipe.toml:3:8: expected unique or minimal, found holes"),
        ("[[section]]\ncount = 1\nkind = 'several'", "recipe.toml:3:8: expected unique or minimal, found several"),
        ("[[section]]\ncount = 1\nkind = 'none'", "recipe.toml:3:8: expected unique or minimal, found none"),
        ("[[section]]\nfile = 'no.txt'", "no.txt: cannot open"),
        ("seed = 'x'\n[[section]]\ncount = 1", "recipe.toml:1:8: expected a whole number, 0 or more, found string"),
        ("[section]\ncount = 1", "expected [[section]] with two brackets on each side"),
        ("[[section]]\ncount = 1\nrules = 'killer'", "recipe.toml:3:9: expected a list, such as"),
        ("[[section]]\ncount = 60000", "recipe.toml:2:9: a book has at most 50000 puzzles, found 60000"),
    ] {
        let files = recipe(text);
        let out = files.arg("a.pdf");
        let refused = run(&["book", &files.arg("recipe.toml"), "-o", &out], "");
        assert!(refused.code == Some(2) && refused.stderr.contains(message), "{text}: {refused:?}");
        assert!(!fs::exists(&out).unwrap(), "{text}");
    }
    let files = recipe(RECIPE);
    let recipe = files.arg("recipe.toml");
    for (out, message) in [("a.txt", "expected a name that ends in .pdf or .html"), ("recipe.toml", "expected a name")]
    {
        let refused = run(&["book", &recipe, "-o", &files.arg(out)], "");
        assert!(refused.code == Some(2) && refused.stderr.contains(message), "{refused:?}");
    }
    fs::write(files.arg("own.txt"), "1...............").unwrap();
    let refused = run(&["book", &recipe, "-o", &files.arg("a.pdf")], "");
    let message = "section 2: puzzle 1 of the file has no solution to print: there are several";
    assert!(refused.code == Some(1) && refused.stderr.contains(message), "{refused:?}");
}

#[test]
fn a_book_ends_with_its_time() {
    let files = recipe("[[section]]\ncount = 50\nneeds = ['jellyfish']\nrating = 'easy'");
    let out = files.arg("a.pdf");
    let late = run(&["book", &files.arg("recipe.toml"), "-o", &out, "--time-limit", "200ms"], "");
    assert!(late.code == Some(3) && late.stderr.contains("section 1: "), "{late:?}");
    assert!(!fs::exists(&out).unwrap());
}

/// A puzzle whose rating takes seconds.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The names in a folder.
fn names(files: &Files) -> Vec<String> {
    let names = fs::read_dir(files.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_book_ends_with_its_time_while_puzzles_are_rated_and_drawn() {
    for (puzzle, rated) in [(HARD, true), (PUZZLE, false)] {
        for out in ["a.pdf", "a.html", "folder/"] {
            let files = recipe(&format!("[[section]]\nfile = 'own.txt'\nrated = {rated}"));
            fs::write(files.arg("own.txt"), format!("{puzzle}\n").repeat(3000)).unwrap();
            let (begun, out) = (Instant::now(), files.arg(out));
            let late = run(&["book", &files.arg("recipe.toml"), "-o", &out, "--time-limit", "300ms"], "");
            assert!(late.code == Some(3) && late.stderr.contains("time limit reached"), "{late:?}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
            assert_eq!(names(&files), ["own.txt", "recipe.toml"]);
        }
    }
}

#[test]
fn a_book_can_be_interrupted_while_puzzles_are_rated() {
    let files = recipe("[[section]]\nfile = 'own.txt'\nrated = true");
    fs::write(files.arg("own.txt"), format!("{HARD}\n").repeat(100)).unwrap();
    for out in ["a.pdf", "folder/"] {
        assert_eq!(status_when_interrupted(&["book", &files.arg("recipe.toml"), "-o", &files.arg(out)]), 130);
        assert_eq!(names(&files), ["own.txt", "recipe.toml"]);
    }
}

#[test]
fn a_recipe_is_text_in_utf_8() {
    let files = recipe("");
    fs::write(files.arg("recipe.toml"), b"seed = 1\ntitle = '\xff'\n").unwrap();
    let refused = run(&["book", &files.arg("recipe.toml"), "-o", &files.arg("a.pdf")], "");
    let message = "recipe.toml:2:10: expected text in UTF-8, found the byte 0xff";
    assert!(refused.code == Some(2) && refused.stderr.contains(message), "{refused:?}");
}

#[test]
fn a_book_replaces_no_folder_and_no_file_that_it_reads() {
    let files = recipe(RECIPE);
    let path = files.arg("recipe.toml");
    fs::create_dir(files.arg("full")).unwrap();
    fs::write(files.arg("full/mine.txt"), "x").unwrap();
    let refused = run(&["book", &path, "-o", &files.arg("full/")], "");
    assert!(refused.code == Some(2) && refused.stderr.contains("not empty"), "{refused:?}");
    assert_eq!(fs::read_dir(files.arg("full")).unwrap().count(), 1);
    // The file of a section, under a name that a book may have.
    fs::write(files.arg("own.html"), format!("{PUZZLE}\n")).unwrap();
    fs::write(&path, "[[section]]\nfile = 'own.html'").unwrap();
    let refused = run(&["book", &path, "-o", &files.arg("own.html")], "");
    assert!(refused.code == Some(2) && refused.stderr.contains("which is read"), "{refused:?}");
    assert_eq!(fs::read_to_string(files.arg("own.html")).unwrap(), format!("{PUZZLE}\n"));
    // A run that fails leaves no folder.
    fs::write(&path, "[[section]]\nfile = 'own.txt'").unwrap();
    fs::write(files.arg("own.txt"), "1...............").unwrap();
    let refused = run(&["book", &path, "-o", &files.arg("new/")], "");
    assert!(refused.code == Some(1) && !fs::exists(files.arg("new")).unwrap(), "{refused:?}");
}

#[test]
fn puzzles_of_files_count_among_the_most_of_a_book() {
    let files = recipe("[[section]]\nfile = 'own.txt'\n[[section]]\ncount = 49998\nbox = '2x2'");
    fs::write(files.arg("own.txt"), format!("{PUZZLE}\n").repeat(3)).unwrap();
    let refused = run(&["book", &files.arg("recipe.toml"), "-o", &files.arg("a.pdf")], "");
    let message = "section 1: a book has at most 50000 puzzles";
    assert!(refused.code == Some(2) && refused.stderr.contains(message), "{refused:?}");
}

#[test]
fn a_page_numbers_solutions_upside_down_and_has_the_colours_of_its_theme() {
    let files = recipe(&RECIPE.replace("per_page", "solutions = 'upside-down'\ntheme = 'dark'\nper_page"));
    let page = String::from_utf8(made(&files, "book.html", &[])).unwrap();
    assert!(page.contains("color-scheme:dark") && page.contains("<div class=\"turned\"><b>4</b>"));
    let files = recipe(RECIPE);
    let page = String::from_utf8(made(&files, "book.html", &[])).unwrap();
    assert!(page.contains("<a href=\"#a4\">Solution</a>") && page.contains("<h2>Solutions</h2>"));
}

#[test]
fn a_book_with_words_or_an_author_has_a_cover() {
    let pages = |recipe_text: &str| {
        let files = recipe(recipe_text);
        String::from_utf8_lossy(&made(&files, "a.pdf", &[])).matches("/Type/Page/").count()
    };
    let section = "[[section]]\nfile = 'own.txt'";
    assert_eq!(pages(section), 2);
    for key in ["author = 'A. Setter'", "about = 'Words.'", "cover = true"] {
        assert_eq!(pages(&format!("{key}\n{section}")), 3, "{key}");
    }
    assert_eq!(pages(&format!("author = 'A. Setter'\ncover = false\n{section}")), 2);
}
