//! Groups beside the grid, state machines over segments, and the like: read, judged, written and read back.

use satdoku_base::budget::Running;

use crate::geometry::{Cell, Digit};
use crate::grid::exchange::draft::Exchanged;
use crate::grid::exchange::iss;
use crate::grid::exchange::outgoing::checked;
use crate::grid::{Grid, exchange::ExchangeError};
use crate::rule::Rule;

fn read(text: &str) -> Result<Exchanged, ExchangeError> {
    iss::read(text, &Running::default())
}

fn puzzle(parts: &str) -> Grid {
    read(&format!(".Shape~4x4{parts}")).unwrap_or_else(|error| panic!("{parts}: {error}")).grid
}

fn rules(puzzle: &Grid) -> Vec<String> {
    puzzle.rules().as_slice().iter().map(ToString::to_string).collect()
}

fn error(parts: &str) -> String {
    read(&format!(".Shape~4x4{parts}")).unwrap_err().to_string()
}

/// Whether a puzzle allows the values of some cells.
fn allows(puzzle: &Grid, values: &[(&str, u16)]) -> bool {
    let mut filled = puzzle.clone();
    for &(cell, value) in values {
        let cell: Cell = cell.parse().unwrap();
        filled.set(cell, Some(Digit::new(value))).unwrap_or_else(|error| panic!("{cell}: {error}"));
    }
    filled.first_violation().is_none()
}

/// Writes a puzzle; what is read back has the same rules.
fn written(puzzle: &Grid) -> String {
    let (text, left_out) =
        checked(puzzle, false, iss::write, |text| read(text).ok()).unwrap_or_else(|missing| panic!("{missing}"));
    assert!(left_out.is_empty());
    let back = read(&text).unwrap().grid;
    assert_eq!(rules(&back), rules(puzzle), "{text}");
    text
}

/// The data of a machine on digits from 1 to 4.
fn data(line: &str) -> String {
    let Rule::StateMachine(machine) = line.parse().unwrap() else { panic!("{line}") };
    iss::machine::data(&machine, 1, 4).unwrap()
}

#[test]
fn a_group_is_a_layer() {
    let layers = [
        (".Var~S~shading%20of%20all~4x4", "layer S 1..4 \"shading of all\""),
        (".Var~S~~2x3", "layer S 1..4 2x3"),
        (".Var~S~~8", "layer S 1..4 2x4"),
        (".Var~S~~16", "layer S 1..4"),
        (".Var~S~~6", "layer S 1..4 1x6"),
        (".Var~N", "number N 1..4"),
        (".Var~N~a%2Cb~1", "number N 1..4 \"a,b\""),
        (".Var~ABCDEFGHI~~3", "layer ABCDEFG 1..4 1x3"),
    ];
    for (part, line) in layers {
        let puzzle = puzzle(part);
        assert_eq!(rules(&puzzle), [line], "{part}");
        written(&puzzle);
    }
    assert_eq!(
        rules(&puzzle(".Var~ABCDEFGH~~2.Var~ABCDEFGI~~2")),
        ["layer ABCDEFG 1..4 1x2", "layer ABCDEFA 1..4 1x2"]
    );
    for part in [".Var", ".Var~s", ".Var~S~~0", ".Var~S~~x3", ".Var~S~~2x17", ".Var~S~~985", ".Var~S.Var~S"] {
        assert!(error(part).starts_with(".Var"), "{part}");
    }
    assert!(error(".And.Var~S.End").ends_with("inside of another part"));
}

#[test]
fn cells_of_groups_have_numbers() {
    let puzzle = puzzle(".Sum~6~VN~VS3~R1C1.Var~N.Var~S~~2x2.~VS1_2~VS4_1_2");
    assert_eq!(
        rules(&puzzle),
        ["number N 1..4", "layer S 1..4 2x2", "allowed 1,2 S:r2c2", "littlekiller 6 N S:r2c1 r1c1"]
    );
    let clues: Vec<String> = puzzle.clues().map(|clue| clue.to_string()).collect();
    assert_eq!(clues, ["S:r1c1=2"]);
    assert!(written(&puzzle).contains("~VS1_2"), "{}", written(&puzzle));
    assert!(allows(&puzzle, &[("N", 1), ("S:r2c1", 2), ("r1c1", 3), ("S:r2c2", 1)]));
    assert!(!allows(&puzzle, &[("N", 1), ("S:r2c1", 1), ("r1c1", 3)]));
    assert!(!allows(&puzzle, &[("S:r2c2", 3)]));
    assert!(written(&puzzle).contains(".Sum~6~VN~VS3~R1C1"));
    for cell in ["VS0", "VS5", "VS", "VN1", "VT", "VS01", "R5C1"] {
        assert!(error(&format!(".Var~N.Var~S~~2x2.Thermo~R1C1~{cell}")).contains(cell), "{cell}");
    }
}

#[test]
fn cells_of_groups_that_differ_are_no_unit() {
    let puzzle = puzzle(".Var~S~~3.AllDifferent~VS1~VS2~R1C1.AllDifferent~VS3");
    assert_eq!(rules(&puzzle), ["layer S 1..4 1x3", "killer S:r1c1 S:r1c2 r1c1"]);
    assert!(allows(&puzzle, &[("S:r1c1", 1), ("S:r1c2", 2), ("r1c1", 3), ("S:r1c3", 1)]));
    assert!(!allows(&puzzle, &[("S:r1c1", 1), ("r1c1", 1)]));
    written(&puzzle);
}

#[test]
fn neighbours_are_those_of_the_group() {
    // Four columns as in the grid, and a last row of two.
    let pairs = rules(&puzzle(".Var~S~~6.WhiteDot~VS1~VS2~VS3~VS4~VS5~VS6"));
    assert_eq!(
        pairs[1..],
        [
            "difference 1 S:r1c1 S:r1c2",
            "difference 1 S:r1c1 S:r1c5",
            "difference 1 S:r1c2 S:r1c3",
            "difference 1 S:r1c2 S:r1c6",
            "difference 1 S:r1c3 S:r1c4",
            "difference 1 S:r1c5 S:r1c6"
        ]
    );
    assert_eq!(rules(&puzzle(".Var~S~~2x2.GreaterThan~VS1~VS3~R2C1"))[1..], ["less S:r2c1 S:r1c1"]);
    assert_eq!(rules(&puzzle(".Var~S~~2x2.Quad~VS1~3"))[1..], ["contains 3 S:r1c1 S:r1c2 S:r2c1 S:r2c2"]);
    written(&puzzle(".Var~S~~2x2.GreaterThan~VS1~VS3.V~VS1~VS2.Quad~VS1~3"));
    for part in ["Quad~VS2~3", "Quad~VS3~3", "LittleKiller~5~VS1", "Indexing~R~VS1"] {
        assert!(error(&format!(".Var~S~~2x2.{part}")).contains(part), "{part}");
    }
}

#[test]
fn copies_stay_in_their_group() {
    // The bits 0, 1 and 4: the first two cells, and the cell below the first.
    let group = rules(&puzzle(".Var~S~~8.Replicate~T~VS1.~VS1_2.End"));
    assert_eq!(group[1..], ["allowed 2 S:r1c1", "allowed 2 S:r1c2", "allowed 2 S:r2c1"]);
    let grid = rules(&puzzle(".Replicate~T.Thermo~R1C1~R2C2.End"));
    assert_eq!(grid, ["thermometer r1c1 r2c2", "thermometer r1c2 r2c3", "thermometer r2c1 r3c2"]);
    let by_columns = rules(&puzzle(".Var~S~~3x2.Replicate~F~VS1.Thermo~VS1~VS4.End"));
    assert_eq!(by_columns[1..], ["thermometer S:r1c1 S:r2c2", "thermometer S:r2c1 S:r3c2"]);
    for parts in
        ["Replicate~D~VS1.Thermo~VS1~VS2.End", "Replicate~D~VS1.Thermo~VS1~R1C1.End", "Replicate~J~VS2.~VS2_1.End"]
    {
        assert!(read(&format!(".Shape~4x4.Var~S~~2x2.{parts}")).is_err(), "{parts}");
    }
}

#[test]
fn machines_read_segments() {
    let line = "automaton 0 1 0/1,2,3,4/0 0/|/1 1/2/1 : r1c1";
    let puzzle = puzzle(&format!(".NFA~{}~_two%20last~R1C1~R1C2~-~R2C1~~-~R3C1", data(line)));
    assert_eq!(
        rules(&puzzle),
        [
            "automaton \"two last\" 0 1 0/1,2,3,4/0 0/|/1 1/2/1 : r1c1 r1c2 : r2c1",
            "automaton \"two last\" 0 1 0/1,2,3,4/0 0/|/1 1/2/1 : : r3c1"
        ]
    );
    assert!(allows(&puzzle, &[("r1c1", 1), ("r1c2", 4), ("r2c1", 2)]));
    assert!(!allows(&puzzle, &[("r1c1", 1), ("r1c2", 4), ("r2c1", 3)]));
    assert!(!allows(&puzzle, &[("r3c1", 1)]));
    written(&puzzle);
    let without = data("automaton 0 1 0/1/1 : r1c1");
    assert!(error(&format!(".NFA~{without}~_~R1C1~-~R2C1")).contains("a symbol for the break"));
    assert!(error(&format!(".NFA~{}~_~-", data(line))).contains("a cell"));
}

#[test]
fn machines_may_read_a_cell_twice_or_accept_nothing() {
    let twice = puzzle(&format!(".NFA~{}~_~R1C1~R1C1", data("automaton 0 1 0/1,2/2 2/1,3/1 : r1c1")));
    assert!(allows(&twice, &[("r1c1", 1)]));
    assert!(!allows(&twice, &[("r1c1", 2)]) && !allows(&twice, &[("r1c1", 3)]));
    written(&twice);
    let nothing = puzzle(".NFA~~_~R1C1");
    assert_eq!(rules(&nothing), ["automaton none none : r1c1"]);
    assert!(!allows(&nothing, &[("r1c1", 1)]));
    written(&nothing);
    let no_end = puzzle(&format!(".NFA~{}~_~R1C1", data("automaton 0 none 0/1/0 : r1c1")));
    assert!(!allows(&no_end, &[("r1c1", 1)]));
    written(&no_end);
}

#[test]
fn a_0_is_no_skyscraper() {
    let puzzle = read(".Shape~4x4~0-3.Skyscraper~R1~2~.Skyscraper~C4~~1").unwrap().grid;
    let row = |values: [u16; 4]| {
        let cells = ["r1c1", "r1c2", "r1c3", "r1c4"];
        allows(&puzzle, &cells.into_iter().zip(values).collect::<Vec<_>>())
    };
    assert!(row([0, 2, 1, 3]) && row([2, 0, 3, 1]));
    assert!(!row([0, 3, 2, 1]) && !row([0, 1, 2, 3]) && !row([1, 2, 3, 0]));
    assert!(allows(&puzzle, &[("r4c4", 0), ("r3c4", 3), ("r2c4", 1), ("r1c4", 2)]));
    assert!(!allows(&puzzle, &[("r4c4", 0), ("r3c4", 2), ("r2c4", 3), ("r1c4", 1)]));
    assert!(written(&puzzle).ends_with(".Skyscraper~R1~2~.Skyscraper~C4~~1"));
}

#[test]
fn ranks_may_tie_or_no_line_may() {
    let four = "1234341221434321";
    let filled = |puzzle: &Grid| {
        let cells: Vec<String> = (0..16).map(|at| format!("r{}c{}", at / 4 + 1, at % 4 + 1)).collect();
        let values = four.bytes().map(|byte| u16::from(byte - b'0'));
        allows(puzzle, &cells.iter().map(String::as_str).zip(values).collect::<Vec<_>>())
    };
    // Row 2 from the right and row 3 from the left are 2143.
    let ties = |clue: i64| puzzle(&format!(".FullRank~R3~{clue}~.FullRankTies~any"));
    assert!(filled(&ties(5)) && !filled(&ties(6)));
    assert!(written(&ties(5)).ends_with(".FullRank~R3~5~.FullRankTies~any"));
    assert!(!filled(&puzzle(".FullRank~R3~5~")));
    let none = puzzle(".FullRankTies~none");
    assert!(!filled(&none));
    let cells = |values: &str| -> Vec<(String, u16)> {
        let cell = |(at, byte): (usize, u8)| (format!("r{}c{}", at / 4 + 1, at % 4 + 1), u16::from(byte - b'0'));
        values.bytes().enumerate().map(cell).collect()
    };
    let unlike = cells("3214413223411423");
    assert!(allows(&none, &unlike.iter().map(|(cell, value)| (cell.as_str(), *value)).collect::<Vec<_>>()));
    written(&none);
}

#[test]
fn doppelgangers_know_the_missing_digits() {
    let puzzle = read(".Shape~4x4~0-4.Doppelganger.Thermo~DGB1~DGB4").unwrap().grid;
    let lines = rules(&puzzle);
    assert!(lines.contains(&"layer DGB 0..4 2x2 \"Doppelganger box\"".to_owned()), "{lines:?}");
    assert!(lines.contains(&"killer r1c1 r1c2 r1c3 r1c4 DGC:r1c1".to_owned()));
    assert!(lines.contains(&"killer r3c1 r3c2 r4c1 r4c2 DGB:r2c1".to_owned()));
    assert!(lines.contains(&"anyof allowed 1,2,3,4 r1c2 | killer DGC:r1c1 DGR:r1c2 DGB:r1c1".to_owned()));
    assert!(lines.contains(&"thermometer DGB:r1c1 DGB:r2c2".to_owned()));
    assert!(allows(&puzzle, &[("r1c2", 0), ("DGC:r1c1", 1), ("DGR:r1c2", 2), ("DGB:r1c1", 3)]));
    assert!(!allows(&puzzle, &[("r1c2", 0), ("DGC:r1c1", 1), ("DGR:r1c2", 2), ("DGB:r1c1", 1)]));
    written(&puzzle);
    assert!(error(".Doppelganger").contains("from 0 to its side"));
}

#[test]
fn what_a_string_has_no_word_for_is_named() {
    for line in ["layer S 0..1", "layer shade 1..4", "layer S 1..4 4x4", "layer S 1..4 2x17"] {
        let puzzle = puzzle("").with_rule(line.parse().unwrap()).unwrap();
        let missing = checked(&puzzle, false, iss::write, |text| read(text).ok()).unwrap_err();
        assert_eq!(missing.to_string(), format!("the rule {line}"));
        let both = puzzle.with_rule("antiking".parse().unwrap()).unwrap();
        let (text, left_out) = checked(&both, true, iss::write, |text| read(text).ok()).unwrap();
        assert_eq!((text.ends_with(".AntiKing"), left_out), (true, vec![missing]));
    }
}

#[test]
fn combinations_are_written() {
    for (line, begin) in [
        // Two parts of one rule are one alternative.
        ("anyof odd r1c1 r1c2 | even r2c1 r2c2", ".Or.And."),
        ("anyof killer <5 r1c1 r1c2 | odd r1c1", ".Or.And."),
        ("anyof ( anyof odd r1c1 | odd r1c2 ) & less r1c1 r1c2 | even r1c1", ".Or.And."),
        ("anyof ( allof odd r1c1 & odd r1c2 ) | even r1c1 & ( anyof even r1c2 | less r1c1 r1c2 )", ".Or.And."),
        ("allof odd r1c1 & ( anyof even r1c1 | odd r1c2 )", ".And."),
        ("anyof not less r1c1 r1c2 | even r1c1", ".Or"),
        ("not less r1c1 r1c2", "."),
        ("not ( odd r1c1 & less r1c1 r1c2 )", "."),
        ("not sandwich <3 row 1", "."),
        ("sandwich 1..5 row 1", ".NFA"),
        ("sandwich <3 column 2", ".NFA"),
    ] {
        let puzzle = puzzle("").with_rule(line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))).unwrap();
        let made = checked(&puzzle, false, iss::write, |text| read(text).ok());
        let (text, _) = made.unwrap_or_else(|missing| panic!("{line}: {missing}"));
        assert!(text.starts_with(&format!(".Shape~4x4{begin}")), "{line}: {text}");
        let back = read(&text).unwrap().grid;
        for digits in (0..4_u16.pow(4)).map(|at| [at & 3, at >> 2 & 3, at >> 4 & 3, at >> 6].map(|digit| digit + 1)) {
            let row = ["r1c1", "r1c2", "r1c3", "r1c4"].into_iter().zip(digits);
            let is_row = digits.iter().fold(0, |seen, digit| seen | 1 << digit) == 0b11110;
            if is_row {
                let row: Vec<(&str, u16)> = row.collect();
                assert_eq!(allows(&puzzle, &row), allows(&back, &row), "{line}: {row:?}");
            }
        }
    }
}
