//! Formats: round trips, the detector, errors with their place, and batches in which one puzzle is bad.

use std::sync::Arc;

use proptest::prelude::*;
use satdoku::grid::format::{Alphabet, Format, ParseError, Puzzles, ReadError, ReadOptions, Records};
use satdoku::{Digit, Geometry, Grid};

use crate::common::cases;

fn read(text: &str) -> Vec<Result<Grid, ParseError>> {
    read_with(text, ReadOptions::default())
}

fn read_with(text: &str, options: ReadOptions) -> Vec<Result<Grid, ParseError>> {
    Puzzles::new(text.as_bytes(), options)
        .map(|puzzle| {
            puzzle.map_err(|error| match error {
                ReadError::Parse(error) => error,
                error => panic!("{error}"),
            })
        })
        .collect()
}

fn read_as(format: Format, text: &str) -> Vec<Result<Grid, ParseError>> {
    read_with(text, ReadOptions::of(Some(format), None))
}

fn written(format: Format, grid: &Grid) -> String {
    let mut text = String::new();
    format.write(grid, &mut text).unwrap();
    text
}

fn boards() -> impl Strategy<Value = Arc<Geometry>> {
    let words: &'static [&'static str] = &[
        "1x1",
        "1x2",
        "2x2",
        "2x3",
        "3x2",
        "1x5",
        "3x3",
        "2x5",
        "4x4",
        "5x7",
        "6x6",
        "3x3+diagonals",
        "2x2+unit:r1c1,r2c3,r3c2,r4c4",
        "regions:1112142244233433",
        "regions:1122112233443344+diagonals",
        "regions:1112211322333254435544455",
    ];
    prop::sample::select(words).prop_map(|word| Arc::new(word.parse().unwrap()))
}

fn grids() -> impl Strategy<Value = Grid> {
    boards().prop_flat_map(|board| {
        let side = board.digit_count() as u16;
        prop::collection::vec(prop_oneof![Just(0), 0..=side], board.cell_count())
            .prop_map(move |values| Grid::from_values(&board, &values).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_format_carries_reads_back_the_same(grid in grids()) {
        for &format in Format::all() {
            if format.carries(&grid).is_ok() {
                let text = written(format, &grid);
                prop_assert_eq!(read_as(format, &text), [Ok(grid.clone())], "{}:\n{}", format, text);
            }
        }
    }

    #[test]
    fn what_a_format_does_not_carry_reads_back_with_the_board_given(grid in grids()) {
        for &format in Format::all() {
            let mut text = String::new();
            if format.write(&grid, &mut text).is_ok() {
                let options = ReadOptions::of(Some(format), Some(Arc::clone(grid.geometry())));
                prop_assert_eq!(read_with(&text, options), [Ok(grid.clone())], "{}:\n{}", format, text);
            }
        }
    }

    #[test]
    fn display_parses_back_and_so_does_the_drawing(grid in grids()) {
        prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(grid.clone()));
        if Format::Grid.carries(&grid).is_ok() {
            prop_assert_eq!(format!("{grid:#}").parse::<Grid>(), Ok(grid));
        }
    }

    #[test]
    fn line_ends_blanks_and_a_byte_order_mark_do_not_matter(grid in grids()) {
        for &format in Format::all() {
            if format.carries(&grid).is_ok() {
                let text = format!("\u{feff}{}", written(format, &grid).replace('\n', " \r\n"));
                prop_assert_eq!(read_as(format, &text), [Ok(grid.clone())], "{}", format);
            }
        }
    }

    #[test]
    fn a_spoiled_text_is_an_error_in_its_place_or_another_grid_but_never_a_panic(
        grid in grids(),
        format in prop::sample::select(Format::all()),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        kind in 0..3,
    ) {
        let mut text = String::new();
        prop_assume!(format.write(&grid, &mut text).is_ok());
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        match kind {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        for options in [ReadOptions::default(), ReadOptions::of(Some(format), None)] {
            for puzzle in Puzzles::new(bytes.as_slice(), options) {
                if let Err(ReadError::Parse(error)) = puzzle {
                    prop_assert!((1..=lines).contains(&error.line) && error.column >= 1, "{}", error);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: cases(36, ProptestConfig::default().cases),
        ..ProptestConfig::default()
    })]

    #[test]
    fn several_puzzles_of_a_format_are_told_apart(grids in prop::collection::vec(grids(), 1..5), blank in any::<bool>()) {
        for &format in Format::all() {
            let carried: Vec<&Grid> =
                grids.iter().filter(|grid| format.carries(grid).is_ok()).collect();
            // Rows of other sides can only be told apart by the blank line between them.
            let sides_differ = carried.iter().any(|grid| grid.geometry() != carried[0].geometry());
            let between = if blank || sides_differ { "\n" } else { "" };
            let text: Vec<String> = carried.iter().map(|grid| written(format, grid)).collect();
            let expected: Vec<_> = carried.iter().map(|&grid| Ok(grid.clone())).collect();
            prop_assert_eq!(read_as(format, &text.join(between)), expected, "{}", format);
        }
    }
}

#[test]
fn the_first_record_tells_the_format() {
    let rows = "1 0 0 0\n0 0 0 4\n0 4 0 2\n0 0 0 1\n";
    let same = [
        "1......4.4.2...1",
        "\n\n# a comment\n1______4_4_2___1\n",
        rows,
        "1 . . .\n\n. . . 4\n. 4 . 2\n\n\n  . . . 1",
        "c by hand\nc\n2 2\n1 0 0 0 0 0 0 4 0 4 0\n2 0 0 0 1\n",
        "2 2\n1 0\n0 0 0 0\n0 4\n0 4 0 2 0 0 0 1",
        "+-----+-----+\n| 1 . | . . |\n| . . | . 4 |\n+-----+-----+\n| . 4 | . 2 |\n| . . | . 1 |\n+-----+-----+\n",
        "+---+---+\n|1 0|0 0|\n|0 0|0 4|\n+---+---+\n|0 4|0 2|\n|0 0|0 1|\n+---+---+\n",
    ];
    for text in same {
        assert_eq!(read(text), read(rows), "{text}");
    }
    let six: Grid =
        "c six\n3 2\n1 0 0 0 0 6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0".parse().unwrap();
    assert_eq!(six.geometry().to_string(), "3x2");
    let sixteen: Grid = format!("1{}G", ".".repeat(254)).parse().unwrap();
    assert_eq!((sixteen.geometry().digit_count(), sixteen.digits()[255].unwrap().get()), (16, 16));
}

/// The texts of one 4×4 puzzle in the forms in which people have them.
const SAME_FOUR: &[(Format, &str)] = &[
    (Format::Header, "2 2\n1...\n...4\n.4.2\n...1\n"),
    (Format::Header, "2 2\n1......4.4.2...1\n"),
    (Format::Json, "{\"clues\":[[1,0,0,0],[0,0,0,4],[0,4,0,2],[0,0,0,1]]}\n"),
    (
        Format::Json,
        "[{\"val\":1},{\"val\":null,\"candidates\":[2]},{\"val\":0},{\"val\":\"\"},{\"val\":\".\"},{\"val\":0},{\"val\":0},\
         {\"val\":\"4\"},{\"val\":0},{\"val\":4},{\"val\":0},{\"val\":2},{\"val\":0},{\"val\":0},{\"val\":0},{\"val\":1}]\n",
    ),
    (
        Format::Json,
        "{\"newboard\":{\"grids\":[{\"value\":[[1,0,0,0],[0,0,0,4],[0,4,0,2],[0,0,0,1]],\"solution\":[],\"difficulty\":\"Easy\"}],\
         \"results\":1,\"message\":\"All Ok\"}}\n",
    ),
    (Format::Order, "2\r\n1\r\n1\t-1\t-1\t-1\t\r\n-1\t-1\t-1\t4\t\r\n-1\t4\t-1\t2\t\r\n-1\t-1\t-1\t1\t\r\n"),
    (Format::Order, "2\n1 0 0 0\n0 0 0 4\n0 4 0 2\n0 0 0 1\n"),
    (Format::Semicolon, "2\n1;.;.;.\n.;.;.;4\n.;4;.;2\n.;.;.;1\n"),
    (Format::Semicolon, "2\n1;.;.;.;\r\n\r\n.;.;.;4;\r\n.;4;.;2;\r\n.;.;.;1;\r\n"),
    (
        Format::Ascii,
        "task: 1\npuzzle size: 2x2\n+---+---+\n|1 _|_ _|\n|_ _|_ 4|\n+---+---+\n|_ 4|_ 2|\n|_ _|_ 1|\n+---+---+\n\n",
    ),
    (
        Format::MiniZinc,
        "% from\nn = 2;\nx = array2d(1..n, 1..n, [ % four\n1,_,_,_,\n_,_,_,4, _,4,_,2,\n _,_,_,1,\n]);\n% end\n",
    ),
    (Format::MiniZinc, "[|1,0,0,0|0,0,0,4|\n0,4,0,2|0,0,0,1|]"),
    (Format::Chars, "1-- -\n---4\n\n-4-2---1"),
    (Format::Sdk, "1???\n???4\n?4?2\n???1\n"),
    (Format::Sdk, "#A somebody\n#Lhard\n1...\n...4\n.4.2\n...1\n"),
    (Format::Sdk, "[Puzzle]\n1...\n...4\n.4.2\n...1\n\n[State]\n1234\n...4\n.4.2\n...1\n"),
    (Format::Ss, "1.|..\n..|.4\n-----\n.4|.2\n..|.1\n"),
    (Format::Ss, "*-----*\n|1.|..|\n|..|.4|\n|--+--|\n|.4|.2|\n|..|.1|\n*-----*\n"),
    (Format::Csv, "puzzle,solution\n1000000404020001,1423231441323241\n"),
    (Format::Csv, "id,\"Quizzes\",rating\n7,\"1......4.4.2...1\",\"1,5\"\n"),
    (Format::Csv, "name\tbox_rows\tbox_cols\tcells(0=blank)\nné\t2\t2\t1 0 0 0 0 0 0 4 0 4 0 2 0 0 0 1\n"),
    (Format::Json, r#"{"number":1,"Puzzle String":"1......4.4.2...1","verdict":"satisfiable","more":{"a":["]}"]}}"#),
    (Format::Json, "{\n  \"shape\": \"2x2\",\n  \"grid\": [[1,0,0,0],\n [0,0,null,4],[0,4,\".\",2],[0,0,0,1]]\n}\n"),
    (Format::Json, "[[1,0,0,0],[0,0,0,4],[0,4,0,2],[0,0,0,1]]"),
    (Format::Json, "[1,0,0,0,0,0,0,4,0,4,0,2,0,0,0,1]"),
    (Format::List, "grid = [[1,0,0,0],\n  [0,0,0,4],[0,4,0,2],[0,0,0,1]]\n"),
    (Format::Rows, "1,,,\n,,,4\n,4,,2\n,,,1\n"),
    (Format::Rows, "1,0,0,0\n0,0,0,4\n0,4,0,2\n0,0,0,1\n"),
    (Format::Grid, "1 . | . .\n. . | . 4\n----+----\n. 4 | . 2\n. . | . 1\n"),
];

#[test]
fn every_form_is_told_from_its_first_record() {
    let same = read("1......4.4.2...1");
    for (format, text) in SAME_FOUR {
        let asked = if *format == Format::Chars { Format::Chars } else { *format };
        assert_eq!(read_as(asked, text), same, "{format}: {text}");
        let is_ambiguous = text.starts_with("1-- -");
        if !is_ambiguous {
            assert_eq!(read(text), same, "{text}");
        }
        let mut records = Records::new(text.as_bytes(), &ReadOptions::default());
        records.next_into(&mut Vec::new()).unwrap();
        assert!(is_ambiguous || records.format() == Some(*format), "{:?}, not {format}: {text}", records.format());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_told_from_its_first_record(
        word in prop::sample::select(&["2x3", "3x3", "2x5", "4x4", "5x5", "6x6"][..]),
        seed in prop::collection::vec(0..=1000_usize, 1296),
    ) {
        let board: Arc<Geometry> = Arc::new(word.parse().unwrap());
        let side = board.digit_count();
        let values: Vec<u16> = seed[..side * side].iter().map(|&n| if n % 3 == 0 { 0 } else { (n % side) as u16 + 1 }).collect();
        let grid = Grid::from_values(&board, &values).unwrap();
        for &format in Format::all() {
            if format.carries(&grid).is_ok() {
                let text = format.prologue().to_owned() + &written(format, &grid);
                prop_assert_eq!(read(&text), [Ok(grid.clone())], "{}:\n{}", format, text);
            }
        }
    }
}

#[test]
fn the_four_alphabets_of_a_16x16_are_told_apart() {
    // Row r, column c of a filled grid hold (4·(r mod 4) + r div 4 + c) mod 16.
    let values: Vec<u16> = (0..256).map(|i| (4 * (i / 16 % 4) + i / 64 + i % 16) % 16).collect();
    let text = |hole: usize, cell: &dyn Fn(u16) -> String, empty: &str| -> String {
        values.iter().enumerate().map(|(i, &v)| if i % hole == 1 { empty.to_owned() } else { cell(v) }).collect()
    };
    let character = |base: u8, v: u16| char::from(base + v as u8).to_string();
    let numeral = |v: u16| std::char::from_digit(u32::from(v), 17).unwrap().to_ascii_uppercase().to_string();
    for hole in [2, 3, 5, 1000] {
        let board: Arc<Geometry> = Arc::new("4x4".parse().unwrap());
        let holed: Vec<u16> = values.iter().enumerate().map(|(i, v)| if i % hole == 1 { 0 } else { v + 1 }).collect();
        let expected = Grid::from_values(&board, &holed).unwrap();
        let cases = [
            (Alphabet::Numerals, text(hole, &|v| numeral(v + 1), "."), "1-9A-G"),
            (Alphabet::Numerals, text(hole, &|v| numeral(v + 1), "0"), "1-9A-G"),
            (Alphabet::Numerals, text(hole, &|v| numeral(v + 1).to_lowercase(), "_"), "1-9A-G"),
            (Alphabet::FromZero, text(hole, &numeral, "."), "0-9A-F"),
            (Alphabet::Letters, text(hole, &|v| character(b'A', v), "."), "A-P"),
            (Alphabet::Letters, text(hole, &|v| character(b'a', v), "0"), "A-P"),
            (Alphabet::Pairs, text(hole, &|v| format!("{:02}", v + 1), "00"), "01-16"),
            (Alphabet::Pairs, text(hole, &|v| format!("{:02}", v + 1), ".."), "01-16"),
        ];
        for (alphabet, text, range) in cases {
            let side = Alphabet::side_of(text.len()).unwrap();
            assert_eq!((side, Alphabet::of(text.as_bytes(), side)), (16, alphabet), "{text}");
            assert_eq!(alphabet.range(16), range);
            assert_eq!(read(&text), [Ok(expected.clone())], "{alphabet}: {text}");
            if alphabet != Alphabet::Pairs {
                let lines: String = text.as_bytes().chunks(16).map(|row| String::from_utf8_lossy(row) + "\n").collect();
                assert_eq!(read(&lines), [Ok(expected.clone())], "{alphabet}: {lines}");
            }
        }
    }
}

// A row for each error.
#[allow(clippy::too_many_lines)]
#[test]
fn errors_of_the_other_formats_tell_their_place_too() {
    let four = ".".repeat(4);
    let cases: &[(Format, String, &str)] = &[
        (Format::Order, "65\n1\n".into(), "1:1: expected the order of the grid, a number from 1 to 64, found \"65\""),
        (Format::Order, "2\n1 2 3 4\n-2 0 0 0".into(), "3:1: expected a number from 0 to 4, found \"-2\""),
        (Format::Order, "2\n1\n1 2 3 4\n".into(), "3:8: expected 16 cells, found 4"),
        (Format::Semicolon, "2\n1;2;3\n".into(), "2:6: expected 4 cells, found 3"),
        (
            Format::Semicolon,
            "2\n1;2;3;4\n1;x;3;4\n".into(),
            "3:3: expected a digit from 1 to 4, or . 0 _ * for an empty cell, found \"x\"",
        ),
        (Format::Semicolon, "2\n1;2;3;4\n".into(), "2:8: expected 4 rows, found 1"),
        (Format::Ascii, "size: 4\nnothing".into(), "1:8: expected a row of a drawn grid, found nothing"),
        (Format::Ascii, "size: 4\n+-+-+\n|1 2|3 __x|\n".into(), "3:12: expected 4 rows, found 1"),
        (Format::MiniZinc, "n = 2;".into(), "1:7: expected [ and the numbers of a grid, found nothing"),
        (Format::MiniZinc, "x = [1,2".into(), "1:9: expected ] behind the numbers of the grid, found nothing"),
        (Format::MiniZinc, "x = [1,2,\n3];".into(), "2:2: expected 4 cells, found 3"),
        (Format::MiniZinc, "x = [1,2,\n3,5];".into(), "2:1: expected a number from 0 to 2, found \"3\""),
        (Format::Chars, "12\n345\n".into(), "2:4: expected 81 cells, found 5"),
        (
            Format::Chars,
            "12\nx5\n".into(),
            "2:2: expected a digit from 1 to 2, or . 0 _ * for an empty cell, found \"5\"",
        ),
        (Format::Sdk, format!("{four}\n...\n{four}\n{four}\n"), "2:4: expected 4 cells, found 3"),
        (Format::Sdk, format!("{four}\n{four}\n{four}\n\n"), "3:5: expected 4 rows, found 3"),
        (
            Format::Sdk,
            format!("{four}\n..5.\n{four}\n{four}\n"),
            "2:3: expected a digit from 1 to 4, or . 0 _ * for an empty cell, found \"5\"",
        ),
        (
            Format::Ss,
            "1.|..\n..|.4\n.4|.2\n-----\n..|.1\n".into(),
            "4:1: expected a border around each box of cells; --box names the board, whatever is drawn",
        ),
        // Found by fuzzing: a box of another size than the side's made a board with more cells than the drawing has.
        (
            Format::Grid,
            "+-----+-----+\n| . 4 | . 2 |\n| . . | . 1 |\n| . . | . . |\n| . 3 | . . |\n+-----+-----+\n".into(),
            "6:1: expected a border around each box of cells; --box names the board, whatever is drawn",
        ),
        (
            Format::Grid,
            "+-+-+\n|. .|. .|\n+-+-+\n|. .|. .|\n+-+-+\n|. .|. .|\n+-+-+\n|. .|. .|\n+-+-+\n".into(),
            "3:1: expected a border around each box of cells; --box names the board, whatever is drawn",
        ),
        (Format::Ss, "1.|..\n..|.4\n-----\n.4|.2\n".into(), "4:6: expected 4 rows, found 3"),
        (Format::Ss, "1.|..\n..|.\n..|..\n..|4.\n".into(), "2:5: expected 4 cells, found 3"),
        (
            Format::Csv,
            "id,puzzle\n7,1......4.4.2..x1\n".into(),
            "2:17: expected one sign for an empty cell, found \"x\" beside \".\" at 2:4; --format chars takes anything but a digit \
             for an empty cell",
        ),
        (Format::Csv, "puzzle\n".into(), "1:1: expected a puzzle below the names of the columns, found nothing"),
        (Format::Csv, "id,puzzle\n7\n".into(), "2:1: expected a puzzle, found nothing"),
        (
            Format::Json,
            "{\"grid\":\"1..5............\"}".into(),
            "1:13: expected a digit from 1 to 4, or . 0 _ * for an empty cell, found \"5\"",
        ),
        (Format::Json, "{\"grid\":\n [1,2,x]}".into(), "2:7: expected a number or null, found \"x\""),
        (Format::Json, "{\"grid\":[[1,2],[2]]}".into(), "1:18: expected 2 cells, found 1"),
        (Format::Json, "{\"grid\":[[1,2],[2,3]]}".into(), "1:19: expected a number from 0 to 2, found \"3\""),
        (
            Format::Json,
            "{\"shape\":\"oval\",\"grid\":\"1\"}".into(),
            "1:11: expected a board such as 3x3, found \"oval\"",
        ),
        (Format::Json, "{\"puzzle\":5}".into(), "1:11: expected a grid: a text or an array, found \"5\""),
        (Format::Json, "{\"id\":3}".into(), "1:9: expected a text or an array called puzzle, found the keys \"id\""),
        (
            Format::Json,
            "{\"solution\":\"1\",\"n\":3}".into(),
            "1:18: expected puzzle, board, solution or one of their other names, or a note such as name, author, comment or \
             rating, found the key \"n\"",
        ),
        (
            Format::Json,
            "{\"grid\":\"1\",\"puzzle\":\"1\"}".into(),
            "1:14: expected one of the keys \"grid\" and \"puzzle\", found both",
        ),
        (Format::Json, "{\"grid\":\"1\",\"grid\":\"1\"}".into(), "1:14: expected each key once, found \"grid\" twice"),
        (
            Format::Csv,
            "id,starting position,solution\n7,1,1\n".into(),
            "1:1: expected a column called puzzle or one of its other names, found the columns \"id\", \"starting position\", \
             \"solution\"",
        ),
        (Format::Json, "{\"grid\":\"1".into(), "1:10: expected a string that ends on its line, found \"1\""),
        (Format::Json, "{\"grid\" \"1\"}".into(), "1:9: expected :, found \"\\\"1\\\"}\""),
        (Format::Json, "{\"grid\":[[\"a\",2],[2,1]]}".into(), "1:12: expected a number or null, found \"a\""),
        (Format::Json, "{\"grid\":[[1,2,3],[3,1,2]]}".into(), "1:25: expected 3 rows, found 2"),
        (Format::Json, "{\"grid\":[]}".into(), "1:10: expected 1 cell, found 0"),
        (
            Format::Json,
            "{\"grid\":[[{\"value\":1},{\"given\":2}],[1,2]]}".into(),
            "1:25: expected an object with the key val, value or digit, and candidates or notes beside it, found \"given\"",
        ),
        (
            Format::Json,
            "{\"newboard\":{\"grids\":[{\"value\":[[1]],\"foo\":1}]}}".into(),
            "1:39: expected the keys value, solution and difficulty, found \"foo\"",
        ),
        (
            Format::Json,
            format!("[\"{}\",\"1{}\"]", ".".repeat(81), ".".repeat(80)),
            "1:1: expected each puzzle on a line of its own, not an array of them (`jq -r .[]` writes them so), found \
             \"[\\\"......................…\"",
        ),
        (Format::List, "[[1,2,3,4],[3,4,1,2],[2,1,4]]".into(), "1:28: expected 4 cells, found 3"),
        (Format::List, "[[1,2,3,4],[3,4,1,2],[2,1,4,3]]".into(), "1:31: expected 4 rows, found 3"),
        (Format::Csv, "puzzle\n1 2 3 4 5\n".into(), "2:10: expected 9 cells, found 5"),
        (Format::Sdk, "53..7....\n".into(), "1:10: expected 9 rows, found 1"),
        (
            Format::Grid,
            "unit r1c1 r9c1\n1 . | . 2\n. . | . .\n----+----\n. . | . .\n. . | . 3\n".into(),
            "1:11: r9c1 lies outside a board of 4x4 cells",
        ),
        (
            Format::FPuzzles,
            "{\"size\":2,\"grid\":[[{}],[{},{}]]}".into(),
            "1:19: grid[0]: expected 2 cells, found a list of 1",
        ),
        (Format::Json, "[".repeat(100_000), "1:100001: expected the bracket at the end of the list, found nothing"),
    ];
    let mut wrong = Vec::new();
    for (format, text, expected) in cases {
        let first = read_as(*format, text)[0].clone();
        let found = first.map_or_else(|error| error.to_string(), |grid| grid.to_string());
        if found != *expected {
            wrong.push(format!(
                "{format}: {:?}\n  found    {found}\n  expected {expected}",
                &text[..text.len().min(100)]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_line_of_the_board_with_a_mistake_is_no_title() {
    for line in ["latin four", "regions four", "canvas x", "grid 4x4 at r0c1", "digits 0.3", "latin"] {
        let text = format!("{line}\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
        let error = text.parse::<Grid>().expect_err(line).to_string();
        assert!(error.starts_with("1:"), "{line}: {error}");
    }
}

#[test]
fn errors_tell_line_column_what_was_expected_and_what_was_found() {
    let line_of = |length: usize| ".".repeat(length);
    let cases: &[(&str, &str)] = &[
        ("", "1:1: expected a puzzle, found nothing"),
        ("1......4.4.2..51", r#"1:15: expected a digit from 1 to 4, or . 0 _ * for an empty cell, found "5""#),
        ("1......4.4.2..é1", r#"1:15: expected a digit from 1 to 4, or . 0 _ * for an empty cell, found "é" (U+00E9)"#),
        ("hello", r#"1:1: expected a digit from 1 to 9, or . 0 _ * for an empty cell, found "h""#),
        (&line_of(80), "1:81: 80 cells; a 9×9 needs 81: one is missing"),
        (
            &line_of(1296),
            "1:1297: expected at most 1225 cells of a character each, found 1296; larger grids are rows of numbers",
        ),
        (
            &line_of(100).replacen('.', "\0", 1),
            "1:1: expected a digit from 1 to 9 or A, or . 0 _ * for an empty cell, found U+0000 (null)",
        ),
        ("1 2 3 4\n3 4 1 2\n2 1 4 5\n4 3 2 1", r#"3:7: expected a number from 0 to 4, found "5""#),
        ("1 2 3 4\n3 4 1\n2 1 4 3\n4 3 2 1", "2:6: expected 4 cells, found 3"),
        ("1 2 3 4\n3 4 1 2 2\n2 1 4 3\n4 3 2 1", "2:9: expected 4 cells, found 5"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n", "3:8: expected 4 rows, found 3"),
        ("2 2\n1 2 3 4 3 4 1 2 2 1 4 3 4 3 2", "2:30: expected 16 cells, found 15"),
        ("2 2\n1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1 7", r#"2:33: expected a number from 0 to 4, found "7""#),
        ("2 2\n1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1 3", "2:33: expected 16 cells, found 17"),
        (
            "c only a comment",
            "1:17: expected the rows and columns of a box, or: regions N, latin N, canvas R C, grid RxC at r1c1, found nothing",
        ),
        (
            "c\n2 x\n1",
            r#"2:3: expected the rows and columns of a box, or: regions N, latin N, canvas R C, grid RxC at r1c1, found "x""#,
        ),
        ("c\n99999999999 99999999999\n1", "2:1: boxes of 99999999999x99999999999 cells make a side of more than 4096"),
        (
            "regions 4\n1 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
            "1:1: region 1 has 5 cells, but there are 4 digits",
        ),
        (
            "2 2\nunit r1c1 r2c2 r3c3 r5c5\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
            "2:21: r5c5 lies outside a board of 4x4 cells",
        ),
        (
            "2 2\nunit r1c1 r2c2\nunit r1c1 r4c4 r1c1\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
            "3:16: r1c1 is named twice, expected each cell once",
        ),
        (
            "c a board\n# of side 4\n2 2\nc many digits\n# of them\n digits 2..5\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
            "6:2: expected digits such as 1..9 or 0..8, at most 4096 of them, found 2..5",
        ),
        ("{}", "1:3: expected a text or an array called puzzle, found no keys"),
        ("canvas 2 3\ndiagonals\n0 0 0 0 0 0", "2:1: diagonals need as many rows as columns, found 2x3 cells"),
        (
            "2 2\nanyof less r1c1 r1c2 | kiler 5 r1c1\n0",
            r#"2:24: expected a rule such as killer, thermometer or arrow (satdoku rules lists them), found "kiler"; did you mean killer?"#,
        ),
        (
            "{'puzzle':'1......4.4.2...1'}",
            r#"1:2: expected a name in double quotes, found "'puzzle':'1......4.4.2..…""#,
        ),
        ("2 2\nunit r1c1 r2\n0", r#"2:11: expected a cell such as r1c1, found "r2""#),
        (
            "2 2\ndragons\n0",
            r#"2:1: expected digits, diagonals, windows, disjointgroups, a unit's cells, a title, a rule (satdoku rules lists them), or the numbers of the grid, found "dragons""#,
        ),
        ("+--+--+\n|1 2|3 4|\n|1 2|3|\n", "3:8: expected 4 cells, found 3"),
        ("+--+--+\n|1 2|3 4|\n+--+--+\n", "3:8: expected 4 rows, found 1"),
        ("1......4.4.2...1\n1......4.4.2...1", "2:1: expected one puzzle, found more text after it"),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<Grid>().unwrap_err().to_string(), *expected, "{text}");
    }
}

#[test]
fn a_board_that_is_asked_for_wins_over_the_text() {
    let options = |word: &str| ReadOptions::of(None, Some(Arc::new(word.parse().unwrap())));
    let six = "1....6".to_owned() + &".".repeat(30);
    assert_eq!(read_with(&six, options("3x2"))[0].as_ref().unwrap().geometry().to_string(), "3x2");
    assert_eq!(read(&six)[0].as_ref().unwrap().geometry().to_string(), "2x3");
    let error = read_with(&six, options("3x3"))[0].clone().unwrap_err().to_string();
    assert_eq!(error, "1:37: expected 81 cells, found 36");
    let error = read_with(&six, options("2x2"))[0].clone().unwrap_err().to_string();
    assert_eq!(error, "1:1: expected a grid of side 4, found side 6");
    let hint = "a board is named by the rows and columns of its boxes, 2x3 for a 6×6 grid";
    for (text, expected) in [
        (six.clone(), format!("1:37: expected 1296 cells, found 36; {hint}")),
        (
            six.as_bytes().chunks(6).map(|row| String::from_utf8_lossy(row) + "\n").collect(),
            format!("1:1: expected a grid of side 36, found side 6; {hint}"),
        ),
    ] {
        assert_eq!(read_with(&text, options("6x6"))[0].clone().unwrap_err().to_string(), expected, "{text}");
    }
    let error = read_with("2 2\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", options("3x3"))[0].clone().unwrap_err();
    assert_eq!(error.to_string(), "1:1: expected a grid of side 9, found side 4");
}

#[test]
fn an_alphabet_that_is_asked_for_is_named_where_it_has_no_reading() {
    let error = |text: &str, alphabet| {
        let options = ReadOptions::default().with_alphabet(alphabet);
        read_with(text, options)[0].clone().unwrap_err().to_string()
    };
    let expected = r#"1:1: expected a digit from 1 to 9 or A to G, or . 0 _ * for an empty cell, found "5""#;
    assert_eq!(error(&("5".to_owned() + &".".repeat(255)), Alphabet::Letters), expected);
    let expected = r#"1:1: expected cells in the alphabet of --digits, found "5""#;
    assert_eq!(error(&("5".to_owned() + &".".repeat(80)), Alphabet::Pairs), expected);
}

/// What is struck out of an entry whose step has no digits was passed over: that was another puzzle.
#[test]
fn candidates_that_an_entry_of_hodoku_strikes_out_are_rules() {
    let cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for digits in ["x", "1", "12", ""] {
        let read = |struck: &str| read(&format!(":0000:{digits}:{cells}:{struck}::"))[0].clone();
        assert_eq!(read("113").unwrap().rules().as_slice()[0].to_string(), "allowed 2,3,4,5,6,7,8,9 r1c3", "{digits}");
        assert!(read("1x3").unwrap_err().to_string().contains("expected a candidate as digit, row and column"));
    }
    let error = read(&format!(":0000:x:{}:::", &cells[1..]))[0].clone().unwrap_err().to_string();
    assert_eq!(error, "1:89: expected 81 cells, found 80");
}

/// Found by fuzzing: the header of a full 2×2 grid was told from rows, two of which were taken for another grid.
#[test]
fn the_header_of_every_2x2_grid_is_read_back_by_detection() {
    for board in ["1x2", "2x1"] {
        let board: Arc<Geometry> = Arc::new(board.parse().unwrap());
        for code in 0..81_u16 {
            let values: Vec<u16> = (0..4).map(|cell| code / 3_u16.pow(cell) % 3).collect();
            let grid = Grid::from_values(&board, &values).unwrap();
            let text = written(Format::Header, &grid);
            assert_eq!(read(&text), [Ok(grid)], "{text}");
        }
    }
}

#[test]
fn an_object_of_many_keys_takes_time_in_their_number() {
    let keys: Vec<String> = (0..150_000).map(|key| format!("\"k{key}\":1")).collect();
    let text = format!("{{{},\"puzzle\":\"1...............\"}}\n", keys.join(","));
    let options = ReadOptions::of(Some(Format::Json), None).with_lenient(true);
    let begin = std::time::Instant::now();
    assert_eq!(read_with(&text, options)[0].as_ref().unwrap().clue_count(), 1);
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}

#[test]
fn a_bad_puzzle_is_an_error_in_its_place_and_the_rest_is_read() {
    let good = "................";
    let places = |text: &str, format| -> Vec<Option<u64>> {
        read_as(format, text).iter().map(|puzzle| puzzle.as_ref().err().map(|error| error.line)).collect()
    };
    assert_eq!(places(&format!("{good}\n{good}.\nx{good}\n\n{good}"), Format::Line), [None, Some(2), Some(3), None]);
    let rows = "1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    // A row too short, and a whole row missing: the blank line tells where the next puzzle begins.
    let text = format!("{rows}\n{}\n{}\n{rows}", rows.replacen("0 0 0 0", "0 0 0", 1), &rows[8..]);
    assert_eq!(places(&text, Format::Rows), [None, Some(7), Some(13), None]);
    let boxed =
        "+-----+-----+\n| 1 . | . . |\n| . . | . 4 |\n+-----+-----+\n| . 4 | . 2 |\n| . . | . 1 |\n+-----+-----+\n";
    let text = format!("{boxed}\n{}\n{boxed}", boxed.replace("| . 2 ", "| . 7 "));
    assert_eq!(places(&text, Format::Grid), [None, Some(13), None]);
    let header = "c one\n2 2\n1 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n";
    let text = format!("{header}{}{}{header}", header.replace("1 0", "1"), header.replace("2 2", "2 2 2"));
    assert_eq!(places(&text, Format::Header), [None, Some(8), Some(10), None]);
}

#[test]
fn formats_say_what_they_cannot_carry() {
    let empty = |word: &str| Grid::empty(&Arc::new(word.parse().unwrap()));
    let refusal = |format: Format, word: &str| format.carries(&empty(word)).unwrap_err().to_string();
    assert!(refusal(Format::Line, "6x6").contains("a grid of side 36"));
    assert!(refusal(Format::Line, "3x2").contains("the box shape 3x2"));
    assert!(refusal(Format::Rows, "3x3+diagonals").contains("extra units"));
    assert!(refusal(Format::Rows, "regions:1112142244233433").contains("irregular regions"));
    assert!(refusal(Format::Grid, "regions:1112142244233433").contains("regions in several pieces"));
    assert!(refusal(Format::Sdm, "4x4").contains("a grid of side 16"));
    assert!(refusal(Format::Order, "2x3").contains("a grid of side 6, which is no square"));
    assert!(refusal(Format::Semicolon, "2x8").contains("the box shape 2x8"));
    assert!(refusal(Format::Ss, "regions:1122112233443344").contains("irregular regions"));
    assert!(refusal(Format::Ascii, "3x3+diagonals").contains("extra units"));
    assert!(Format::Ss.carries(&empty("3x2")).is_ok());
    assert!(Format::Rows.carries(&empty("8x8")).is_ok());
    for &format in Format::all() {
        assert_eq!(format.name().parse(), Ok(format));
    }
    assert!("csvv".parse::<Format>().is_err());
}

/// A stream that panics where more of it is read than one line.
struct OneLine<'a>(&'a [u8]);

impl std::io::Read for OneLine<'_> {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        unreachable!("lines are read through the buffer")
    }
}

impl std::io::BufRead for OneLine<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        assert!(!self.0.is_empty(), "a second line is asked for");
        Ok(self.0)
    }

    fn consume(&mut self, length: usize) {
        self.0 = &self.0[length..];
    }
}

#[test]
fn a_typed_line_is_answered_before_the_next_is_typed() {
    let long = ".".repeat(80) + "1\n";
    let six = ".".repeat(36) + "\n";
    for text in [long.as_str(), "1......4.4.2...1\n", &six, &long.replacen('.', "x", 1)] {
        let first = Puzzles::new(OneLine(text.as_bytes()), ReadOptions::default()).next();
        assert!(first.is_some(), "{text}");
    }
}

#[test]
fn grids_of_a_batch_share_their_board() {
    let grids = read("................\n1...............\n");
    let [Ok(first), Ok(second)] = grids.as_slice() else { panic!("{grids:?}") };
    assert!(Arc::ptr_eq(first.geometry(), second.geometry()));
}

#[test]
fn a_comment_of_the_header_format_is_c_alone_or_before_a_blank() {
    let numbers = "1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    for comment in ["c", "c ", "c cage 15 r1c1", "c\tcage", "# cage"] {
        assert!(read_as(Format::Header, &format!("{comment}\n2 2\n{numbers}"))[0].is_ok(), "{comment:?}");
    }
    // The puzzle of a link is not passed over.
    let link = read_as(Format::Header, &format!("#2x2/1..............2\n2 2\n{numbers}")).remove(0);
    assert!(link.unwrap_err().to_string().contains("found \"#2x2/1..............2\""));
    // A keyword that is not known is an error and not a comment, before the shape and behind it.
    for line in ["cagge 15 r1c1 r1c2", "comment", "c1 r1c1"] {
        for text in [format!("{line}\n2 2\n{numbers}"), format!("2 2\n{line}\n{numbers}")] {
            let error = read_as(Format::Header, &text).into_iter().find_map(Result::err).expect("an error").to_string();
            assert!(error.contains(line.split(' ').next().unwrap()), "{text}: {error}");
        }
    }
}

#[test]
fn a_board_beyond_the_largest_side_is_refused_before_it_is_made() {
    let options = ReadOptions::default().with_largest_side(400);
    for text in [r#"{"board":"64x64","puzzle":"."}"#, "#64x64/.", "latin 4096\ndigits 0..4095\n.\n"] {
        let puzzle = read_with(text, options.clone()).remove(0);
        let error = puzzle.map_err(|error| error.to_string()).unwrap_err();
        assert!(error.ends_with(": expected a side of at most 400, found 4096"), "{error}");
    }
}

/// Letters are digits of large boards, so that lines of rules look like rows of cells.
#[test]
fn a_header_with_many_rules_is_no_grid() {
    let solution = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    for shape in ["3x3", "latin9", "3x3+windows"] {
        let board = Arc::new(shape.parse::<Geometry>().unwrap());
        let digits = solution.bytes().map(|byte| Some(Digit::new(u16::from(byte - b'0')))).collect();
        let full = Grid::from_digits(&board, digits).unwrap();
        for family in ["killer 3", "renban", "difference 1", "whispers 4", "palindrome"] {
            let pair = |at: usize| format!("{family} r{0}c{1} r{0}c{2}", at / 8 % 9 + 1, at % 8 + 1, at % 8 + 2);
            for count in 1..=60 {
                let rules = (0..count).map(|at| pair(at).parse().unwrap()).collect();
                let puzzle = full.with_rules(rules).unwrap();
                let mut text = String::new();
                Format::Header.write(&puzzle, &mut text).unwrap();
                assert_eq!(text.parse::<Grid>().unwrap(), puzzle, "{shape} with {count} of {family}");
            }
        }
    }
}

/// Lines of rules are texts of JSON, which other readers and writers of JSON understand.
#[test]
fn rules_in_json_are_escaped_both_ways() {
    let patterns = [r"\d\d", r#".*|"],"certified":true,"x":["]"#, r"\x1b|\u0001|/", "ä|𝒳", "\t|1"];
    let lines = patterns.map(|pattern| format!("regex {pattern} : r1c1 r1c2"));
    for line in lines.iter().chain([&"relation a<b : r1c1 r1c2".to_owned()]) {
        let Ok(rule) = line.parse() else { panic!("{line}") };
        let puzzle = Grid::empty(&crate::common::board("2x2")).with_rules(vec![rule]).unwrap();
        let text = written(Format::Json, &puzzle);
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(object["rules"][0], puzzle.rules().as_slice()[0].to_string(), "{text}");
        assert_eq!(object.as_object().unwrap().len(), 3, "{text}");
        assert_eq!(read_as(Format::Json, &text), [Ok(puzzle.clone())], "{text}");
        // As others write it: every character may be an escape.
        let escaped: Vec<String> = line.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let escaped = escaped.concat();
        let theirs = serde_json::json!({ "board": "2x2", "puzzle": ".".repeat(16), "rules": [line] }).to_string();
        let all = format!(r#"{{"board":"2x2","puzzle":"{}","rules":["{escaped}"]}}"#, ".".repeat(16));
        for text in [theirs, all] {
            assert_eq!(read_as(Format::Json, &text), [Ok(puzzle.clone())], "{text}");
        }
    }
    let read = |rule: &str| {
        let text = format!(r#"{{"board":"2x2","puzzle":"{}","rules":["{rule}"]}}"#, ".".repeat(16));
        read_as(Format::Json, &text).remove(0).unwrap_err().to_string()
    };
    // The place is that in the text, whatever its escapes.
    assert_eq!(read(r"killer\u0020x r1c1"), r#"1:66: expected a number from 0 to 1000000, found "x""#);
    assert!(read(r"regex \ud800 : r1c1").starts_with("1:60: expected an escape of JSON"));
    assert!(read(r"regex \q : r1c1").starts_with("1:60: expected an escape of JSON"));
}

/// What commands a screen is in no rule, however it is written down.
#[test]
fn no_line_of_a_rule_has_control_characters_or_marks_of_direction() {
    let marks = ('\0'..' ').chain('\u{7f}'..='\u{9f}').chain('\u{200e}'..='\u{200f}').chain('\u{202a}'..='\u{202e}');
    for c in marks.chain('\u{2066}'..='\u{2069}').chain(['\u{61c}', '\u{2028}']).filter(|&c| c != '\t') {
        let refused = format!("regex .*|{c} : r1c1").parse::<satdoku::rule::Rule>().unwrap_err().to_string();
        let expected = format!("found U+{:04X}; a pattern has ", u32::from(c));
        assert!(refused.contains(&expected) && !refused.contains(c), "{refused}");
    }
    let text = "2 2\nregex .*|\u{1b}c : r1c1\n. . . .\n. . . .\n. . . .\n. . . .\n";
    let refused = read_as(Format::Header, text).remove(0).unwrap_err();
    assert_eq!((refused.line, refused.column), (2, 10), "{refused}");
    // What a pattern has for it is no such character.
    assert!("regex .*|\\x1bc|\\u202e : r1c1".parse::<satdoku::rule::Rule>().is_ok());
}

/// The second character was named as no sign for an empty cell.
#[test]
fn xml_of_opensudoku_without_a_game_has_no_puzzle() {
    for text in [
        "<opensudoku></opensudoku>\n",
        "<?xml version=\"1.0\"?><opensudoku></opensudoku>",
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<folder name=\"a\"/>\n</opensudoku>\n",
    ] {
        assert!(Puzzles::new(text.as_bytes(), ReadOptions::default()).next().is_none(), "{text}");
    }
}

#[test]
fn a_table_of_html_may_lack_closing_tags_and_have_fields_with_values() {
    let expected = read("1......4.4.2...1");
    let table = |cell: &dyn Fn(&str) -> String| {
        let row = |row: &[&str; 4]| format!("<tr>{}\n", row.map(cell).concat());
        let rows = [["1", "", "", ""], ["", "", "", "4"], ["", "4", "", "2"], ["", "", "", "1"]];
        format!("<table>\n{}</table>\n", rows.iter().map(row).collect::<String>())
    };
    let cells: [&dyn Fn(&str) -> String; 3] =
        [&|digit| format!("<td>{digit}"), &|digit| format!("<td><input type=\"text\" value=\"{digit}\">"), &|digit| {
            format!("<td><span value=\"3\">{digit}</span></td>")
        }];
    for cell in cells {
        assert_eq!(read(&table(cell)), expected, "{}", table(cell));
    }
}

#[test]
fn each_alphabet_of_a_16x16_writes_empty_cells_so_that_it_is_told() {
    let board: Arc<Geometry> = Arc::new("4x4".parse().unwrap());
    let mut values = vec![0; 256];
    values[..3].copy_from_slice(&[1, 15, 2]);
    let grid = Grid::from_values(&board, &values).unwrap();
    let mut text = String::new();
    Alphabet::Numerals.write(&grid, &mut text).unwrap();
    assert_eq!((read(&text), &text[..5]), (vec![Ok(grid.clone())], "1F200"));
}

#[test]
fn a_letter_for_empty_cells_is_no_digit_beside_numbers_of_several_decimals() {
    let board: Arc<Geometry> = Arc::new("4x4".parse().unwrap());
    let mut values = vec![0; 256];
    (values[0], values[20]) = (16, 10);
    let words = |value: &u16| if *value == 0 { "A".to_owned() } else { value.to_string() };
    let rows: Vec<String> = values.chunks(16).map(|row| row.iter().map(words).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(read(&rows.join("\n")), [Ok(Grid::from_values(&board, &values).unwrap())]);
}

#[test]
fn a_wrapped_text_may_have_a_whole_last_line() {
    let text = format!("1{}G", ".".repeat(254));
    let lines: Vec<&str> = (0..8).map(|at| &text[32 * at..32 * (at + 1)]).collect();
    assert_eq!(read(&lines.join("\n")), read(&text));
}

#[test]
fn a_word_behind_the_last_place_of_a_board_is_the_one_that_is_told() {
    let options = ReadOptions::of(Some(Format::Rows), Some(Arc::new("2x4/4".parse().unwrap())));
    let told = read_with("1 2 3 4\n3 4 1 2 x\n", options).remove(0).unwrap_err();
    assert_eq!(told.to_string(), "2:9: expected 8 cells, found 9");
}

#[test]
fn the_regions_of_a_game_id_are_those_between_its_walls() {
    let four = "1112132233243444";
    for regions in [four, "1112211322333254435544455", "1122112233443344"] {
        let board: Arc<Geometry> = Arc::new(format!("regions:{regions}").parse().unwrap());
        let side = board.digit_count();
        let region = |row: usize, column: usize| regions.as_bytes()[row * side + column];
        let places = || (0..side).flat_map(|line| (0..side - 1).map(move |at| (line, at)));
        let right = places().map(|(row, column)| region(row, column) != region(row, column + 1));
        let below = places().map(|(column, row)| region(row, column) != region(row + 1, column));
        let (mut walls, mut open) = (String::new(), 0);
        for is_wall in right.chain(below).chain([true]) {
            if is_wall {
                walls.push(if open == 0 { '_' } else { char::from(b'a' + open - 1) });
                open = 0;
            } else {
                open += 1;
            }
        }
        let cells = side * side;
        let text = format!("{side}j:1{}_2,{walls}", char::from(b'a' + cells as u8 - 3));
        let mut values = vec![0; cells];
        (values[0], values[cells - 1]) = (1, 2);
        assert_eq!(read(&text), [Ok(Grid::from_values(&board, &values).unwrap())], "{text}");
    }
}

#[test]
fn each_row_of_a_canvas_is_a_line() {
    let board: Arc<Geometry> = Arc::new("2x4/4".parse().unwrap());
    let grid = Grid::from_values(&board, &[1, 0, 0, 0, 0, 0, 0, 2]).unwrap();
    let text = written(Format::Header, &grid);
    assert!(text.ends_with("\n1 . . .\n. . . 2\n"), "{text}");
}

#[test]
fn lines_that_may_be_whole_grids_or_rows_are_grids_only_one_by_one() {
    let line = "1 0 0 0 0 0 0 4 0 4 0 2 0 0 0 1\n";
    assert_eq!(read(line), read("1......4.4.2...1"));
    assert!(read(&line.repeat(2))[0].is_err());
}

#[test]
fn a_letter_that_prevails_among_digits_may_be_the_sign_of_empty_cells() {
    let told = read(&format!("1{}G", "A".repeat(254))).remove(0).unwrap_err().to_string();
    assert!(
        told.starts_with("1:1: two puzzles could be meant: a full grid, or one whose most frequent letter"),
        "{told}"
    );
}

#[test]
fn stars_begin_a_drawing_only_above_a_row_between_two_stars() {
    let told = |text: &str| read(text).remove(0).map_err(|error| error.to_string());
    let drawing = "*******\n*1 2|. .*\n*. .|. 4*\n*---+---*\n*. 4|. 2*\n*. .|. 1*\n*******\n";
    assert!(told(drawing).is_ok_and(|grid| grid.clue_count() == 6), "{:?}", told(drawing));
    for row in ["1 2 3 *", "* 1 2 3", "*1 2 3"] {
        let told = told(&format!("*****\n{row}\n")).unwrap_err();
        assert!(told.contains("that no form of a grid fits"), "{row}: {told}");
    }
}
