//! The text forms of exact cover problems: what is read, what is refused and where, what is written.

use satdoku::exact_cover::{BinaryMatrix, CoverError, ExactCover};

fn parsed(text: &str) -> ExactCover {
    text.parse().unwrap_or_else(|error| panic!("{error} in {text:?}"))
}

fn refused(text: &str) -> String {
    text.parse::<ExactCover>().expect_err(text).to_string()
}

#[test]
fn matrices_are_read_with_and_without_blanks() {
    let cover = parsed("# a comment\nc another\n\n0010110\n  1 0 0 1 0 0 1\n0\t110010\n\n");
    assert_eq!((cover.items(), cover.primary_items(), cover.options()), (7, 7, 3));
    assert_eq!(cover.option(0), [2, 4, 5]);
    assert_eq!(cover.option(1), [0, 3, 6]);
    assert_eq!(cover.option(2), [1, 2, 5]);
    let matrix = BinaryMatrix::from_cover(&cover).unwrap();
    assert_eq!(ExactCover::from_matrix(&matrix).unwrap(), parsed(&matrix.to_string()));
}

#[test]
fn named_sets_are_read_with_and_without_a_first_line() {
    let cover = parsed("c e f\na d g\n# no option\n-\na d\n");
    assert_eq!((cover.items(), cover.options()), (6, 4));
    assert_eq!(cover.name(0), Some("c"));
    assert_eq!(cover.option(3), [3, 4]);
    assert!(cover.option(2).is_empty());
    let cover = parsed("c a comment above\nitems: a b c | x y\nc x\n\na b y\n");
    assert_eq!((cover.primary_items(), cover.items(), cover.options()), (3, 5, 2));
    assert_eq!(cover.option(0), [2, 3]);
    assert_eq!(cover.to_string(), "items: a b c | x y\nc x\na b y\n");
    assert_eq!(parsed(&cover.to_string()), cover);
}

#[test]
fn nothing_is_no_problem_but_one_may_have_no_items() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}"] {
        assert_eq!(refused(text), "1:1: expected a problem, found nothing", "{text:?}");
    }
    let cover = parsed("items:\n");
    assert_eq!((cover.items(), cover.options()), (0, 0));
    assert_eq!(parsed("\u{feff}1 0\n0 1\n"), parsed("1 0\n0 1\n"));
    assert_eq!(parsed("c only a comment?").items(), 4, "a lone line of names is an option");
}

#[test]
fn mistakes_are_named_with_their_place() {
    assert_eq!(refused("0 1\n0 2\n"), "2:3: expected 0 or 1, found \"2\"");
    assert_eq!(refused("010\n\n01\n"), "3:3: expected 3 columns as before, found the end after 2 columns");
    assert_eq!(refused("01\n# x\n0 1 1\n"), "3:5: expected 2 columns as before, found column 3");
    assert_eq!(refused("items: a b\n a x\n"), "2:4: expected an item of the first line, found \"x\"");
    assert_eq!(refused("items: a b a\n"), "1:12: expected another name, found \"a\" a second time");
    assert_eq!(refused("items: a | b | c\n"), "1:14: expected the name of an item, found \"|\"");
    assert_eq!(refused("ä b ä\n"), "1:5: expected an item that is not yet in the option, found \"ä\" a second time");
    assert_eq!(refused("a b\nb | c\n"), "2:3: expected the name of an item, found \"|\"");
}

#[test]
fn hostile_texts_are_refused_briefly() {
    let long = "x".repeat(1 << 20);
    let error = refused(&format!("items: a\n{long}\n"));
    assert!(error.len() < 200, "{}", error.len());
    assert!(refused("01\n1\u{0}0").starts_with("2:2: expected 0 or 1, found \"\\0\""));
}

#[test]
fn problems_that_make_no_sense_are_refused() {
    let mut cover = ExactCover::new(2, 1).unwrap();
    assert_eq!(cover.add_option(&[0, 3]), Err(CoverError::ItemOutOfRange { item: 3, items: 3 }));
    assert_eq!(cover.add_option(&[1, 0, 1]), Err(CoverError::RepeatedItem { item: 1 }));
    assert_eq!(cover.options(), 0);
    let many: Vec<u32> = (0..3).cycle().take(40).collect();
    assert!(matches!(cover.add_option(&many), Err(CoverError::RepeatedItem { .. })));
    assert_eq!(ExactCover::new(u32::MAX, 1), Err(CoverError::TooManyNodes));
    assert!(matches!(BinaryMatrix::new(1 << 20, 1 << 20), Err(CoverError::MatrixTooLarge { .. })));
    assert!(matches!(
        BinaryMatrix::from_rows(&[&[0, 1][..], &[1]]),
        Err(CoverError::RaggedMatrix { row: 2, found: 1, expected: 2 })
    ));
    let named = |names: &[&'static str]| ExactCover::with_names(names.iter().copied(), [] as [&str; 0]);
    assert_eq!(named(&["a", "a"]), Err(CoverError::RepeatedName { name: "a".into() }));
    for name in ["", "a b", "#a", "|", "-"] {
        assert_eq!(named(&[name]), Err(CoverError::BadName { name: name.into() }));
    }
    let sets = ExactCover::from_sets(["a"], [] as [&str; 0], [["b"]]);
    assert_eq!(sets, Err(CoverError::UnknownName { name: "b".into() }));
}
