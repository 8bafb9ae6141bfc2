//! Puzzles of other programs: the corpus of the folder that `SATDOKU_VARIANTS` names, or of `../shared/variants`, where this
//! machine has it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use satdoku::geometry::Regions;
use satdoku::grid::Solution;
use satdoku::grid::exchange::{Exchange, ExchangeProblem, Exchanged, Missing, Notes, Reading, Writing, read, write};
use satdoku::grid::format::{Format, ReadOptions, Records};
use satdoku::{Cell, Digit, Geometry, Grid, Solver};
use serde_json::Value;

use crate::common::say;

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("SATDOKU_VARIANTS").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/variants");
    let folder = named.unwrap_or_else(beside);
    if folder.is_dir() {
        return Some(folder);
    }
    say("skipped: no folder of puzzles with rules; SATDOKU_VARIANTS can name it");
    None
}

/// The records of files of the folder.
fn records(folder: &Path, files: &[&str]) -> Vec<Value> {
    let text = |file: &&str| fs::read_to_string(folder.join(file)).unwrap();
    files
        .iter()
        .map(text)
        .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>())
        .collect()
}

/// The solution of a record, on the board of its puzzle. Solutions do not say the values of cells beside the grid.
fn solution(record: &Value, puzzle: &Grid) -> Option<Grid> {
    if !puzzle.geometry().layers().is_empty() {
        return None;
    }
    let text = record["solution"].as_str()?;
    let digits: Vec<Option<Digit>> = if text.contains(',') {
        text.split(',').map(|word| word.parse().ok().map(Digit::new)).collect()
    } else {
        text.chars().map(|c| c.to_digit(36).map(|value| Digit::new(value as u16))).collect()
    };
    Some(Grid::from_digits(puzzle.geometry(), digits).unwrap_or_else(|error| panic!("{}: {error}", record["id"])))
}

/// The end of the refusal of an automaton that is too large.
const TOO_LARGE: &str = "than 131072 states";

/// The puzzles of the records that are read, and how many are refused by which rule; anything else is a failure.
fn read_all(records: &[Value], program: Exchange) -> (Vec<(&Value, Exchanged)>, BTreeMap<String, usize>) {
    let (mut puzzles, mut refused) = (Vec::new(), BTreeMap::new());
    for record in records {
        match read(program, record["puzzle"].as_str().unwrap(), &mut Reading::default()) {
            Ok(puzzle) => puzzles.push((record, puzzle)),
            Err(error) => {
                let reason = match &error.problem {
                    ExchangeProblem::NoRule(rule) => rule.clone(),
                    // One automaton of the corpus has too many states.
                    ExchangeProblem::RuleNotAllowed(not) if not.to_string().ends_with(TOO_LARGE) => {
                        "automaton".to_owned()
                    }
                    _ => panic!("{} {}: {error}", record["id"], record["title"]),
                };
                *refused.entry(reason).or_default() += 1;
            }
        }
    }
    (puzzles, refused)
}

/// Refusals by name are no failures, as long as most are none.
fn assert_share(found: usize, percent: usize, of: usize) {
    assert!(found > 0 && found * 100 >= of * percent, "{found} of {of}, expected {percent} in a hundred");
}

fn hold_against_solutions(puzzles: &[(&Value, Exchanged)]) -> usize {
    let mut wrong = Vec::new();
    let mut right = 0;
    for (record, puzzle) in puzzles {
        let Some(solution) = solution(record, &puzzle.grid) else { continue };
        match Solution::check(&puzzle.grid, solution) {
            Ok(_) => right += 1,
            Err(error) => wrong.push(format!("{} {}: {error}", record["id"], record["title"])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    right
}

#[test]
fn solutions_of_f_puzzles_keep_its_rules() {
    let Some(folder) = folder() else { return };
    let records = records(&folder, &["fpuzzles.jsonl", "fpuzzles_raizus.jsonl"]);
    let (puzzles, refused) = read_all(&records, Exchange::FPuzzles);
    let right = hold_against_solutions(&puzzles);
    say(&format!(
        "f-puzzles: {} of {} read, {right} with their solution; refused by {refused:?}",
        puzzles.len(),
        records.len()
    ));
    assert_share(puzzles.len().min(right), 99, records.len());
}

#[test]
fn solutions_of_iss_keep_its_rules() {
    let Some(folder) = folder() else { return };
    let records: Vec<Value> = records(&folder, &["iss.jsonl"]);
    let (puzzles, refused) = read_all(&records, Exchange::Iss);
    let right = hold_against_solutions(&puzzles);
    say(&format!(
        "ISS: {} of {} read, {right} with their solution; refused by {refused:?}",
        puzzles.len(),
        records.len()
    ));
    assert_share(puzzles.len().min(right), 80, records.len());
}

fn bare() -> Writing {
    Writing::default().with_bare(true)
}

/// The lines of the rules, in order of the alphabet: formats do not keep theirs.
fn rules(grid: &Grid) -> Vec<String> {
    let mut lines: Vec<String> = grid.rules().as_slice().iter().map(ToString::to_string).collect();
    lines.sort_unstable();
    lines
}

/// What is written of puzzles is read back with the same clues, boards and rules and the same notes; how many can be written, of
/// each program.
fn write_all(puzzles: &[(&Value, Exchanged)], from: Exchange) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (record, puzzle) in puzzles {
        for to in [Exchange::FPuzzles, Exchange::Iss, Exchange::SudokuPad] {
            let Ok(written) = write(to, &puzzle.grid, &puzzle.notes, Writing::default()) else { continue };
            *counts.entry(format!("{to:?}")).or_default() += 1;
            let back = read(to, &written.text, &mut Reading::default()).unwrap();
            assert_eq!(back.grid.digits(), puzzle.grid.digits(), "{}", record["id"]);
            assert!(back.grid.rules().as_slice().len() >= rules(&puzzle.grid).len(), "{}", record["id"]);
            if let (Some(mine), Some(theirs)) = (solution(record, &puzzle.grid), solution(record, &back.grid)) {
                assert_eq!(
                    Solution::check(&puzzle.grid, mine).is_ok(),
                    Solution::check(&back.grid, theirs).is_ok(),
                    "{}",
                    record["id"]
                );
            }
            if to == from {
                assert_eq!(back.notes, puzzle.notes, "{}", record["id"]);
            }
        }
    }
    counts
}

#[test]
fn what_is_written_of_f_puzzles_is_read_back() {
    let Some(folder) = folder() else { return };
    let records = records(&folder, &["fpuzzles.jsonl", "fpuzzles_raizus.jsonl"]);
    let (puzzles, _) = read_all(&records, Exchange::FPuzzles);
    let written = write_all(&puzzles, Exchange::FPuzzles);
    say(&format!("of {} f-puzzles written: {written:?}", puzzles.len()));
    for (program, percent) in [("FPuzzles", 99), ("Iss", 95), ("SudokuPad", 99)] {
        assert_share(written[program], percent, records.len());
    }
}

#[test]
fn what_is_written_of_iss_is_read_back() {
    let Some(folder) = folder() else { return };
    let records: Vec<Value> = records(&folder, &["iss.jsonl"]);
    let (puzzles, _) = read_all(&records, Exchange::Iss);
    let written = write_all(&puzzles, Exchange::Iss);
    say(&format!("of {} of ISS written: {written:?}", puzzles.len()));
    for (program, percent) in [("FPuzzles", 40), ("Iss", 80), ("SudokuPad", 98)] {
        assert_share(written[program], percent, records.len());
    }
}

/// A 4×4 of f-puzzles with further keys.
fn four(keys: &str) -> String {
    let row = "[{},{},{},{}]";
    format!(r#"{{"size":4,"grid":[{row},{row},{row},{row}]{keys}}}"#)
}

/// Keys of f-puzzles and the rules that they mean.
const KEYS: &[(&str, &[&str])] = &[
    (r#""killercage":[{"cells":["R1C1","R1C2"],"value":"7"}]"#, &["killer 7 r1c1 r1c2"]),
    (r#""killercage":[{"cells":["R1C1","R1C2"]}]"#, &["killer r1c1 r1c2"]),
    (
        r#""thermometer":[{"lines":[["R1C1","R2C1"],["R1C1","R1C2"]]}]"#,
        &["thermometer r1c1 r1c2", "thermometer r1c1 r2c1"],
    ),
    (r#""arrow":[{"lines":[["R1C1","R1C2","R1C3"]],"cells":["R1C1"]}]"#, &["arrow r1c1 : r1c2 r1c3"]),
    (r#""arrow":[{"lines":[["R1C2","R2C3","R3C3"]],"cells":["R1C2","R1C1"]}]"#, &["arrow r1c1 r1c2 : r2c3 r3c3"]),
    (r#""whispers":[{"lines":[["R1C1","R1C2"]]}]"#, &["whispers 2 r1c1 r1c2"]),
    (r#""littlekillersum":[{"cell":"R0C1","direction":"DR","value":"9"}]"#, &["littlekiller 9 r1c2 r2c3 r3c4"]),
    (r#""odd":[{"cell":"R1C1"}],"even":[{"cell":"R1C2"}]"#, &["even r1c2", "odd r1c1"]),
    (r#""minimum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, &["minimum r1c1 r1c2"]),
    (r#""difference":[{"cells":["R1C1","R1C2"]}]"#, &["difference 1 r1c1 r1c2"]),
    (r#""ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#, &["ratio 3 r1c1 r1c2"]),
    (r#""xv":[{"cells":["R1C1","R1C2"],"value":"V"}]"#, &["pairsum 5 r1c1 r1c2"]),
    (r#""clone":[{"cells":["R1C1","R2C2"],"cloneCells":["R3C3","R2C2"]}]"#, &["copies r1c1 : r3c3"]),
    (r#""antiknight":true,"antiking":true,"nonconsecutive":true"#, &["antiking", "antiknight", "nonconsecutive"]),
    (r#""palindrome":[{"lines":[["R1C1","R2C2","R3C3"]]}]"#, &["palindrome r1c1 r2c2 r3c3"]),
];

#[test]
fn each_key_of_f_puzzles_is_its_rule_and_is_written_again() {
    for (key, lines) in KEYS {
        let puzzle = read(Exchange::FPuzzles, &four(&format!(",{key}")), &mut Reading::default());
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{key}: {error}"));
        assert_eq!(rules(&puzzle.grid), *lines, "{key}");
        for writing in [bare(), Writing::default()] {
            let written = write(Exchange::FPuzzles, &puzzle.grid, &puzzle.notes, writing).unwrap();
            let back = read(Exchange::FPuzzles, &written.text, &mut Reading::default()).unwrap();
            assert_eq!(rules(&back.grid), *lines, "{}", written.text);
        }
    }
}

/// Totals of cages that are no numbers: `?` for none, ranges, and letters, which cages share.
#[test]
fn totals_of_f_puzzles_may_be_open() {
    let cage = |value: &str| format!(r#"{{"cells":["R1C1","R1C2"],"value":"{value}"}}"#);
    let rules_of = |values: &[&str]| {
        let cages: Vec<String> = values.iter().map(|value| cage(value)).collect();
        let text = four(&format!(r#","killercage":[{}]"#, cages.join(",")));
        read(Exchange::FPuzzles, &text, &mut Reading::default()).map(|puzzle| rules(&puzzle.grid))
    };
    for (value, rule) in [("?", ""), ("<6", "<6 "), (">5", ">5 "), ("4-6", "4..6 "), ("4..6", "4..6 ")] {
        assert_eq!(rules_of(&[value]).unwrap(), [format!("killer {rule}r1c1 r1c2")]);
    }
    let shared = ["killer N r1c1 r1c2", "killer N r1c1 r1c2", "number N 1..10"];
    assert_eq!(rules_of(&["N", "N"]).unwrap(), shared);
    for value in ["x", "about 7", "<0", "N+1"] {
        let refused = rules_of(&[value]).unwrap_err().to_string();
        assert!(refused.contains(&format!("a total of {value:?}")), "{refused}");
    }
    let clue_of = |value: &str| {
        let text = four(&format!(r#","sandwichsum":[{{"cell":"R1C0","value":{value}}}]"#));
        read(Exchange::FPuzzles, &text, &mut Reading::default())
    };
    for (value, rule) in [("?", "?"), ("<6", "<6"), ("1-3", "1..3"), ("3", "3")] {
        let puzzle = clue_of(&format!("\"{value}\"")).unwrap();
        assert_eq!(rules(&puzzle.grid), [format!("sandwich {rule} row 1")]);
        let written = write(Exchange::FPuzzles, &puzzle.grid, &puzzle.notes, bare()).unwrap();
        assert!(written.text.contains(&format!("\"value\":\"{value}\"")), "{}", written.text);
        let back = read(Exchange::FPuzzles, &written.text, &mut Reading::default()).unwrap().grid;
        assert_eq!(rules(&back), rules(&puzzle.grid));
    }
    assert_eq!(rules(&clue_of("\"N\"").unwrap().grid), ["number N 0..10", "sandwich N row 1"]);
    assert!(clue_of("[3]").err().unwrap().to_string().contains("expected a"));
}

/// Parts of ISS and the rules that they mean.
const PARTS: &[(&str, &[&str])] = &[
    (".Cage~7~R1C1~R1C2", &["killer 7 r1c1 r1c2"]),
    (".Cage~0~R1C1~R1C2", &["killer r1c1 r1c2"]),
    (".Thermo~R1C1~R2C1", &["thermometer r1c1 r2c1"]),
    (".Whisper~R1C1~R2C1", &["whispers 5 r1c1 r2c1"]),
    (".Whisper~2~R1C1~R2C1", &["whispers 2 r1c1 r2c1"]),
    (".Arrow~R1C1~R1C2~R1C3", &["arrow r1c1 : r1c2 r1c3"]),
    (".PillArrow~2~R1C2~R1C1~R2C3~R3C3", &["arrow r1c1 r1c2 : r2c3 r3c3"]),
    (".WhiteDot~R1C1~R1C2~R1C3", &["difference 1 r1c1 r1c2", "difference 1 r1c2 r1c3"]),
    (".GreaterThan~R1C1~R1C2", &["less r1c2 r1c1"]),
    (".LittleKiller~9~R1C3", &["littlekiller 9 r1c3 r2c2 r3c1"]),
    (".Sum~9~R1C3~R3C4", &["littlekiller 9 r1c3 r3c4"]),
    (
        ".ChaosConstruction.ChaosArrow~R1C2~1~CC2~CC3~-~CC2~CC6.ChaosCount~R1C1",
        &[
            "chaos CC",
            "runlength beyond r1c2 : CC:r1c2 CC:r1c3 : CC:r1c2 CC:r2c2",
            "samecount r1c1 : CC:r1c1 CC:r1c2 CC:r2c1 CC:r2c2",
        ],
    ),
    (
        ".ChaosConstruction.ChaosArrow~R1C1",
        &[
            "chaos CC",
            "runlength r1c1 : CC:r1c1 : CC:r1c1 CC:r1c2 CC:r1c3 CC:r1c4 : CC:r1c1 : CC:r1c1 CC:r2c1 CC:r3c1 CC:r4c1",
        ],
    ),
    (".AntiKing.AntiKnight.AntiConsecutive", &["antiking", "antiknight", "nonconsecutive"]),
    (".~R1C1_1_3", &["allowed 1,3 r1c1"]),
    (".Replicate~iB.Cage~0~R1C1~R1C2.End", &["killer r1c2 r1c3", "killer r2c2 r2c3", "killer r2c3 r2c4"]),
    (".And.X~R1C1~R1C2.V~R2C1~R2C2.End", &["pairsum 10 r1c1 r1c2", "pairsum 5 r2c1 r2c2"]),
    (
        ".Pair~C~_far%20%2F%20%C3%BC~R1C1~R1C2~_~R2C1~R2C2",
        &["pairs \"far / ü\" 1-2 : r1c1 r1c2", "pairs 1-2 : r2c1 r2c2"],
    ),
];

#[test]
fn each_part_of_iss_is_its_rule_and_is_written_again() {
    for (part, lines) in PARTS {
        let puzzle = read(Exchange::Iss, &format!(".Shape~4x4{part}"), &mut Reading::default());
        let puzzle = puzzle.unwrap_or_else(|error| panic!("{part}: {error}"));
        assert_eq!(rules(&puzzle.grid), *lines, "{part}");
        for writing in [bare(), Writing::default()] {
            let written = write(Exchange::Iss, &puzzle.grid, &puzzle.notes, writing).unwrap();
            let back = read(Exchange::Iss, &written.text, &mut Reading::default()).unwrap();
            assert_eq!(rules(&back.grid), *lines, "{}", written.text);
        }
    }
}

#[test]
fn iss_says_by_other_parts_what_it_has_no_type_for() {
    let lines = [
        "pairsum 4 r1c1 r1c2",
        "difference 1 r1c1 r3c3",
        "less r1c1 r3c1",
        "slowthermometer r1c1 r1c2 r1c3",
        "nabner r2c1 r2c3",
        "copies r1c1 r1c2 : r3c3 r3c4",
        "minimum r2c2",
        "odd r4c4 r4c1",
        "relation \"far\" abs(a-b)>=2 : r4c1 r4c2",
        "sum 6 r1c1 r2c3",
        "relation a+b=c : r1c1 r1c2 r1c3 r1c4",
        "relation a in (1,4) : r1c1 r2c3",
        "scan \"far\" s=0 next (s+i*x) mod 3 accept s=0 : r1c1 r2c3 r3c2",
        "chaos CC",
        "killer 4..6 r1c1 r1c2",
        "littlekiller <6 r1c1 r2c3",
        "anyof odd r1c1 | relation a<b : r3c1 r3c2",
    ];
    for line in lines {
        let puzzle =
            Grid::empty(&Arc::new(Geometry::boxes(2, 2).unwrap())).with_rules(vec![line.parse().unwrap()]).unwrap();
        let written = write(Exchange::Iss, &puzzle, &Notes::default(), bare()).unwrap_or_else(|lost| panic!("{lost}"));
        let back = read(Exchange::Iss, &written.text, &mut Reading::default()).unwrap().grid;
        let solutions = |grid: &Grid| Solver::Propagating.count(grid).unwrap();
        assert_eq!(solutions(&back), solutions(&puzzle), "{line}: {}", written.text);
        assert_eq!(line.contains("far"), rules(&back).iter().any(|line| line.contains("\"far\"")), "{line}");
    }
}

/// The rules of a string of ISS on a 4×4 board.
fn rules_of_parts(parts: &str) -> Vec<String> {
    rules(&read(Exchange::Iss, &format!(".Shape~4x4{parts}"), &mut Reading::default()).unwrap().grid)
}

#[test]
fn marks_count_for_strict_types_wherever_they_stand() {
    for (strict, mark) in [("StrictXV", "V"), ("StrictKropki", "WhiteDot")] {
        let outside = rules_of_parts(&format!(".{mark}~R1C2~R1C3.{mark}~R2C2~R2C3~R2C4.{strict}"));
        let inside = format!(".And.And.{mark}~R1C2~R1C3.End.{mark}~R2C2~R2C3~R2C4.End.{strict}");
        assert_eq!(rules_of_parts(&inside), outside);
        assert_eq!(rules_of_parts(&format!(".{strict}.Replicate~iB.{mark}~R1C1~R1C2.End")), outside);
    }
    let error = |text: &str| read(Exchange::Iss, text, &mut Reading::default()).unwrap_err().to_string();
    let open = error(".Shape~4x4.Or.And.V~R1C1~R1C2.End.V~R2C2~R2C3.End.StrictXV");
    assert_eq!(open, ".StrictXV: no rule says this: StrictXV with V inside of Or");
    assert_eq!(rules_of_parts(".Or.V~R1C1~R1C2.V~R2C2~R2C3.End.StrictKropki").len(), 3);
    assert_eq!(rules_of_parts(".FullRankTies~any.And.FullRank~R1~1~.End"), ["fullrank 1 row 1 left ties"]);
}

#[test]
fn what_makes_the_board_stands_in_no_other_part() {
    for part in
        ["And.Diagonal~1", "Or.Diagonal~1.Diagonal~-1", "And.Windoku", "Or.NoBoxes.AntiKing", "Replicate~B.Diagonal~1"]
    {
        let error = read(Exchange::Iss, &format!(".Shape~4x4.{part}.End"), &mut Reading::default()).unwrap_err();
        assert!(error.to_string().ends_with(" inside of another part"), "{part}: {error}");
    }
}

#[test]
fn a_pill_of_iss_has_digits_up_to_9_behind_its_first_cell() {
    let text = ".Shape~2x3~12.PillArrow~2~R1C1~R1C2~R2C1~R2C2~R2C3";
    let puzzle = read(Exchange::Iss, text, &mut Reading::default()).unwrap();
    let arrow = "arrow r1c1 r1c2 : r2c1 r2c2 r2c3";
    assert_eq!(rules(&puzzle.grid), ["allowed 1,2,3,4,5,6,7,8,9 r1c2", arrow]);
    let refused = write(Exchange::Iss, &puzzle.grid, &puzzle.notes, bare()).unwrap_err();
    assert_eq!(refused, Missing::Rule(arrow.to_owned()));
}

#[test]
fn a_line_that_meets_itself_is_one_rule() {
    let line = r#""modularline":[{"lines":[["R1C1","R1C2","R2C3","R3C4","R4C3","R1C1"]],"value":"4"}]"#;
    let puzzle = read(Exchange::FPuzzles, &four(&format!(",{line}")), &mut Reading::default()).unwrap();
    assert_eq!(rules(&puzzle.grid), ["modular 4 r1c1 r1c2 r2c3 r3c4 r4c3 r1c1"]);
    let whispers = ["whispers 1 r1c1 r1c2 r2c2 r2c1 r1c1"];
    let line = r#""whispers":[{"lines":[["R1C1","R1C2","R2C2","R2C1","R1C1"]],"value":"1"}]"#;
    let puzzle = read(Exchange::FPuzzles, &four(&format!(",{line}")), &mut Reading::default()).unwrap();
    assert_eq!(rules(&puzzle.grid), whispers);
    assert_eq!(rules_of_parts(".Whisper~1~R1C1~R1C2~R2C2~R2C1~R1C1"), whispers);
    for program in [Exchange::FPuzzles, Exchange::Iss] {
        let written = write(program, &puzzle.grid, &puzzle.notes, bare()).unwrap();
        assert_eq!(rules(&read(program, &written.text, &mut Reading::default()).unwrap().grid), whispers);
    }
}

#[test]
fn a_cage_of_sudokupad_whose_value_is_no_number_is_named_and_kept() {
    for (unique, lines) in [(r#","unique":true"#, &["killer r1c1 r1c2"][..]), ("", &[])] {
        let cage = format!(r#"{{"cells":[[0,0],[0,1]],"value":"a"{unique}}}"#);
        let json = format!(r#"{{"cellSize":64,"cells":[[{{}},{{}}],[{{}},{{}}]],"cages":[{cage}]}}"#);
        let mut reading = Reading::default();
        let puzzle = read(Exchange::SudokuPad, &json, &mut reading).unwrap();
        assert_eq!(rules(&puzzle.grid), lines);
        assert!(reading.passed_over[0].to_string().starts_with("cages[0].value: only drawn"), "{unique}");
        let written = write(Exchange::SudokuPad, &puzzle.grid, &puzzle.notes, bare()).unwrap();
        let back = read(Exchange::SudokuPad, &written.text, &mut Reading::default()).unwrap();
        assert_eq!((rules(&back.grid), back.notes), (rules(&puzzle.grid), puzzle.notes));
    }
}

#[test]
fn overlapping_squares_are_drawn_for_sudokupad() {
    for name in ["samurai", "twodoku", "2x2@r1c1+2x2@r3c5", "2x3@r1c1+2x3@r5c4+digits:0..5+unit:r1c1,r2c4,r5c6"] {
        let mut puzzle = Grid::empty(&Arc::new(name.parse::<Geometry>().unwrap()));
        puzzle.set("r2c2".parse().unwrap(), Some(Digit::new(4))).unwrap();
        let with_rule = puzzle.with_rules(vec!["killer 5 r1c1 r1c2".parse().unwrap()]).unwrap();
        for puzzle in [puzzle, with_rule] {
            let written = write(Exchange::SudokuPad, &puzzle, &Notes::default(), bare()).unwrap();
            assert!(written.text.contains(r#""rule":"board""#), "{}", written.text);
            assert!(written.text.contains("in each of the overlapping"), "{}", written.text);
            let back = read(Exchange::SudokuPad, &written.text, &mut Reading::default()).unwrap();
            assert_eq!((back.grid, back.notes), (puzzle.clone(), Notes::default()));
            // Without satdoku's key, the text is not another puzzle.
            let bare = written.text.replacen(r#""satdoku":"#, r#""id":"#, 1);
            assert!(read(Exchange::SudokuPad, &bare, &mut Reading::default()).is_err(), "{bare}");
            // A clue in a place without a cell contradicts the board.
            let moved = written.text.replacen(r#"{"value":4}"#, "{}", 1);
            let places: Vec<usize> = moved.match_indices("{}").map(|(at, _)| at).collect();
            let (columns, board) = (puzzle.geometry().columns(), puzzle.geometry());
            let hole = (0..board.rows() * columns)
                .find(|at| !board.contains(Cell::new((at / columns) as u16, (at % columns) as u16)))
                .unwrap();
            let mut wrong = moved.clone();
            wrong.replace_range(places[hole]..places[hole] + 2, r#"{"value":4}"#);
            let refused = read(Exchange::SudokuPad, &wrong, &mut Reading::default()).unwrap_err().to_string();
            assert!(refused.contains("expected the board that the rest of the puzzle shows"), "{refused}");
        }
    }
    for name in ["2x2@r1c1+2x2@r3c4", "2x2@r1c1+2x2@r3c3+diagonals"] {
        let puzzle = Grid::empty(&Arc::new(name.parse::<Geometry>().unwrap()));
        let refused = write(Exchange::SudokuPad, &puzzle, &Notes::default(), bare()).unwrap_err();
        assert_eq!(refused, Missing::Board(name.to_owned()));
    }
}

#[test]
fn sudokupad_has_clues_regions_cages_and_a_solution() {
    let json = r#"{"cellSize":64,"cells":[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
        "regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],
        "cages":[{"cells":[[0,1],[0,2]],"value":"5","unique":true},{"value":"title: Four"}],"global":["antiknight"],
        "lines":[{"wayPoints":[[0.5,0.5],[1.5,1.5]],"color":"red"}],
        "metadata":{"author":"A","solution":"1234341221434321"}}"#;
    let mut reading = Reading::default();
    let puzzle = read(Exchange::SudokuPad, json, &mut reading).unwrap();
    assert_eq!(rules(&puzzle.grid), ["antiknight", "killer 5 r1c2 r1c3"]);
    assert_eq!(puzzle.grid.geometry().shape(), Regions::Boxes { rows: 2, columns: 2 });
    assert_eq!((puzzle.notes.title.as_deref(), puzzle.notes.author.as_deref()), (Some("Four"), Some("A")));
    assert_eq!(reading.passed_over[0].to_string(), "lines: only drawn: what rules the drawing shows is not known");
    assert_eq!(puzzle.stored().map(|grid| grid.clue_count()), Some(16));
    for writing in [bare(), Writing::default()] {
        let written = write(Exchange::SudokuPad, &puzzle.grid, &puzzle.notes, writing).unwrap();
        let back = read(Exchange::SudokuPad, &written.text, &mut Reading::default()).unwrap();
        assert_eq!((rules(&back.grid), back.notes), (rules(&puzzle.grid), puzzle.notes.clone()));
    }
}

#[test]
fn links_that_are_too_long_to_be_read_are_not_written() {
    let puzzle: Grid = ".4.2...1.....3..".parse().unwrap();
    let mut notes = Notes::default();
    Notes::set(&mut notes.rules, &"long ".repeat(1 << 20));
    for program in [Exchange::FPuzzles, Exchange::SudokuPad] {
        let refused = write(program, &puzzle, &notes, Writing::default()).unwrap_err();
        assert!(matches!(refused, Missing::Length(characters) if characters > 5 << 20), "{refused}");
        let bare = write(program, &puzzle, &notes, bare()).unwrap();
        assert!(read(program, &bare.text, &mut Reading::default()).is_ok());
    }
}

/// The sentences about what is passed over in a 4×4 of f-puzzles with some first cell and further keys.
fn told(cell: &str, keys: &str) -> (Vec<String>, Exchanged) {
    let json = four(keys).replacen("{}", cell, 1);
    let mut reading = Reading::default();
    let puzzle = read(Exchange::FPuzzles, &json, &mut reading).unwrap_or_else(|error| panic!("{json}: {error}"));
    let written = write(Exchange::FPuzzles, &puzzle.grid, &puzzle.notes, bare()).unwrap();
    let back = read(Exchange::FPuzzles, &written.text, &mut Reading::default()).unwrap();
    assert_eq!((back.grid.digits(), &back.notes), (puzzle.grid.digits(), &puzzle.notes), "{}", written.text);
    (reading.passed_over.iter().map(ToString::to_string).collect(), puzzle)
}

#[test]
fn what_f_puzzles_shows_to_players_alone_is_told_and_kept() {
    let drawn = |key: &str| format!("{key}: only drawn: what rules the drawing shows is not known");
    let line = r##","line":[{"lines":[["R1C1","R1C2"]],"outlineC":"#fff"}]"##;
    assert_eq!(told("{}", line).0, [drawn("line")]);
    assert_eq!(told("{}", r#","cage":[{"cells":["R1C1"],"value":"x"}]"#).0, [drawn("cage")]);
    let copy = r#","line":[{"lines":[["R1C1","R1C2"]],"fromConstraint":"Renban"}]"#;
    assert!(told("{}", copy).0.is_empty());
    let words = told("{}", r#","ruleset":"The line is a renban.","fogofwar":["R1C1"]"#).0;
    assert_eq!(words, ["fogofwar: fog hides cells from players alone", "ruleset: rules in words are not read"]);
    assert_eq!(told(r##"{"c":"#f00","centerPencilMarks":[1,2]}"##, "").0, ["grid: colours or marks in 1 of the cells"]);
}

#[test]
fn digits_of_f_puzzles_are_clues_unless_others_are_givens() {
    for cell in [r#"{"value":1}"#, r#"{"value":"1"}"#, r#"{"value":1,"given":true}"#] {
        let (told, puzzle) = told(cell, "");
        assert!(told.is_empty(), "{cell}: {told:?}");
        assert_eq!(puzzle.grid.clue_count(), 1, "{cell}");
    }
    for cell in [r#"{"value":1},{"value":2,"given":true}"#, r#"{"value":1,"given":false},{"value":2,"given":true}"#] {
        let json = four("").replacen("{},{}", cell, 1);
        let mut reading = Reading::default();
        let puzzle = read(Exchange::FPuzzles, &json, &mut reading).unwrap();
        assert_eq!(puzzle.grid.clue_count(), 1, "{cell}");
        assert_eq!(
            reading.passed_over[0].to_string(),
            "grid: digits that a player wrote, no givens, in 1 of the cells"
        );
        let written = write(Exchange::FPuzzles, &puzzle.grid, &puzzle.notes, bare()).unwrap();
        assert!(written.text.contains(r#"{"value":1,"given":false},{"value":2,"given":true}"#), "{}", written.text);
    }
    let solved = r#"{"size":1,"grid":[[{"value":1}]]}"#;
    assert_eq!(read(Exchange::FPuzzles, solved, &mut Reading::default()).unwrap().grid.clue_count(), 0);
    let json = r#"{"cellSize":64,"cells":[[{"value":1,"given":false},{"value":2},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
        "regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]}"#;
    let mut reading = Reading::default();
    let puzzle = read(Exchange::SudokuPad, json, &mut reading).unwrap();
    assert_eq!((puzzle.grid.clue_count(), reading.passed_over.len()), (1, 1));
    let written = write(Exchange::SudokuPad, &puzzle.grid, &puzzle.notes, bare()).unwrap();
    let back = read(Exchange::SudokuPad, &written.text, &mut Reading::default()).unwrap();
    assert_eq!((back.grid.digits(), back.notes), (puzzle.grid.digits(), puzzle.notes));
}

#[test]
fn a_layout_behind_clues_is_told_from_a_solution() {
    use satdoku::grid::exchange::program_of;

    let puzzle = ".4.2...1.....3..";
    assert_eq!(program_of(format!("{puzzle}3412123441232341").as_bytes()), None);
    assert_eq!(program_of(format!("{puzzle}AABBAABBCCDDCCDD").as_bytes()), Some(Exchange::Iss));
    let sixteen = ".".repeat(256);
    let layout: String = (0..=255_u8).map(|at| char::from(b'A' + at / 64 * 4 + at % 16 / 4)).collect();
    assert_eq!(program_of(format!("{sixteen}{layout}").as_bytes()), Some(Exchange::Iss));
}

/// How many puzzles a text has, however it is told to be read.
fn count_records(text: &str) -> usize {
    let mut records = Records::new(text.as_bytes(), &ReadOptions::default());
    let mut count = 0;
    while records.next_into(&mut Vec::new()).unwrap().is_some() {
        count += 1;
    }
    assert_eq!(records.format(), Some(Format::Iss), "{text}");
    count
}

#[test]
fn a_string_over_lines_is_one_and_a_string_a_line_are_several() {
    for (text, count) in [
        (".AntiKnight\n.X~R1C1~R1C2\n.~R1C1_1\n", 1),
        (".Shape~4x4\n.Diagonal~1.Diagonal~-1\n", 1),
        (".Or\n.Cage~3~R1C1~R1C2\n.And\n.AntiKing\n.End\n.End\n.AntiKnight\n", 1),
        (".Thermo~R1C1~R1C2.AntiKing\n  .Thermo~R2C1~R2C2.AntiKnight\n", 1),
        (".AntiKnight.AntiKing\n.AntiKnight.AntiKing\n", 2),
        (".~R1C1_1~R1C2_2\n.~R1C1_2~R1C2_3\n", 2),
        (".AntiKnight\n\n.AntiKing\n", 2),
        (".Shape~4x4.AntiKnight\n.Shape~4x4\n.AntiKing\n.Shape~4x4.~R1C1_1\n", 3),
        // Where strings of several parts stand one below the other, each line is a string.
        (".AntiKnight.AntiKing\n.Windoku.AntiKing\n.AntiKing\n.AntiKnight\n.Windoku\n", 5),
        (".AntiKnight\n.AntiKing.Windoku\n.AntiKing\n.AntiKnight\n", 3),
    ] {
        assert_eq!(count_records(text), count, "{text}");
    }
    let error = ".AntiKnight\n.AntiKing.Windoku\n".parse::<Grid>().unwrap_err().to_string();
    assert!(error.starts_with("2:1: expected one part of a string of ISS"), "{error}");
    // A string of one part begins with its shape, so that a line below begins another string.
    let nine: Grid =
        "................1................................................................".parse().unwrap();
    let written = write(Exchange::Iss, &nine, &Notes::default(), bare()).unwrap().text;
    assert_eq!(written, ".Shape~9x9.~R2C8_1");
    let Some(folder) = folder() else { return };
    for record in records(&folder, &["index.jsonl"]) {
        assert_eq!(count_records(record["puzzle"].as_str().unwrap()), 1, "{}", record["id"]);
    }
}

#[test]
fn clues_of_a_short_link_are_read() {
    // `x` is a 9 and five empty cells, `3` a 3, `J` a 9 and an empty cell.
    let text = format!("scf{}3J*xtA title*aB**C*", "x".repeat(13));
    let puzzle = read(Exchange::SudokuPad, &text, &mut Reading::default()).unwrap();
    assert!(puzzle.grid.geometry().has_diagonals());
    assert_eq!((puzzle.notes.title.as_deref(), puzzle.notes.author.as_deref()), (Some("A title"), Some("B*C")));
    assert_eq!(puzzle.grid.clue_count(), 15);
    assert!(read(Exchange::SudokuPad, "scf530800", &mut Reading::default()).is_err());
}

#[test]
fn what_cannot_be_said_is_refused_by_its_line_or_left_out() {
    let puzzle =
        read(Exchange::Iss, ".Shape~4x4.GreaterThan~R1C1~R1C2.Thermo~R1C1~R2C1", &mut Reading::default()).unwrap();
    let line = Missing::Rule("less r1c2 r1c1".to_owned());
    assert_eq!(write(Exchange::FPuzzles, &puzzle.grid, &Notes::default(), bare()).unwrap_err(), line);
    let lossy = bare().with_lossy(true);
    let written = write(Exchange::FPuzzles, &puzzle.grid, &Notes::default(), lossy).unwrap();
    assert_eq!(written.left_out, [line]);
    let back = read(Exchange::FPuzzles, &written.text, &mut Reading::default()).unwrap();
    assert_eq!(rules(&back.grid), ["thermometer r1c1 r2c1"]);
}

#[test]
fn rules_of_cells_beside_the_grid_are_not_written_for_f_puzzles() {
    let lines = ["layer copy 1..4 2x2", "odd copy:r1c1", "odd r1c1"];
    let puzzle = Grid::empty(&Arc::new("2x2".parse().unwrap()));
    let puzzle = puzzle.with_rules(lines.iter().map(|line| line.parse().unwrap()).collect()).unwrap();
    let lossy = bare().with_lossy(true);
    let written = write(Exchange::FPuzzles, &puzzle, &Notes::default(), lossy).unwrap();
    assert_eq!(written.left_out, [lines[0], lines[1]].map(|line| Missing::Rule(line.to_owned())));
    let back = read(Exchange::FPuzzles, &written.text, &mut Reading::default()).unwrap();
    assert_eq!(rules(&back.grid), ["odd r1c1"]);
}

#[test]
fn the_number_that_is_no_digit_is_none() {
    let line = "pairs 65535-1 : r1c1 r1c2";
    let puzzle = Grid::empty(&Arc::new("2x2".parse().unwrap())).with_rules(vec![line.parse().unwrap()]).unwrap();
    let refused = write(Exchange::Iss, &puzzle, &Notes::default(), bare()).unwrap_err();
    assert_eq!(refused, Missing::Rule(line.to_owned()));
    let json = r#"{"cells":[[{},{}],[{},{}]],"metadata":{"solution":[1,2,65535,1]}}"#;
    let puzzle = read(Exchange::SudokuPad, json, &mut Reading::default()).unwrap();
    assert_eq!(puzzle.notes.solution.unwrap().iter().flatten().count(), 3);
}

#[test]
fn hostile_texts_are_errors_with_the_way_to_them() {
    let error = |program, text: &str| read(program, text, &mut Reading::default()).unwrap_err().to_string();
    let of = |keys: &str| error(Exchange::FPuzzles, &four(&format!(",{keys}")));
    assert_eq!(
        of(r#""killercage":[{"cells":["R1C1"]},{"cells":["R1C9"],"value":"3"}]"#),
        r#"killercage[1].cells[0]: expected a cell from R1C1 to R4C4, found "R1C9""#
    );
    assert_eq!(of(r#""killercage":[{"cells":["R1C1"],"value":1e300}]"#).split(':').next(), Some("killercage[0].value"));
    assert!(of(r#""killercage":[{"cells":["R1C1"],"value":NaN}]"#).contains("a JSON value"));
    assert!(of(r#""thermometer":[{"lines":[["R1C1","R1C2","R1C1"]]}]"#).starts_with("thermometer[0].lines[0]: "));
    assert_eq!(of(r#""wormhole":[{"cells":["R1C1"]}]"#), "wormhole: no rule says this: wormhole");
    let cells = r#""R1C1","#.repeat(300_000);
    assert!(of(&format!(r#""thermometer":[{{"lines":[[{cells}"R1C1"]]}}]"#)).contains("thermometer[0].lines[0]"));
    assert!(error(Exchange::FPuzzles, &format!("{{\"a\":{}", "{\"a\":".repeat(1_000_000))).contains("at most 64 deep"));
    assert!(error(Exchange::FPuzzles, r#"{"size":1000000000,"grid":[]}"#).starts_with("size: "));
    let many = r#"{"cells":["R1C1"],"value":"1"},"#.repeat(400_000);
    assert!(of(&format!(r#""killercage":[{many}{{}}]"#)).contains("values"));
    assert!(error(Exchange::Iss, ".Cage~5~R1C1~RaC1").starts_with(".Cage~5~R1C1~RaC1: expected a cell of the grid"));
    assert!(error(Exchange::Iss, &".Or".repeat(1_000_000)).contains("at most 8 deep"));
    let begin = std::time::Instant::now();
    assert!(read(Exchange::FPuzzles, &format!("N4Ig{}", "/".repeat(1_000_000)), &mut Reading::default()).is_err());
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
    // Nothing comes of it, many times over.
    let nested = format!(".Shape~16x16{}{}", ".Replicate~______".repeat(8), ".End".repeat(8));
    assert!(error(Exchange::Iss, &nested).contains("at most 1000000 moved parts and places"));
    assert!(error(Exchange::Iss, ".Cage~999999999999999999999~R1C1").contains("expected a number"));
    assert!(error(Exchange::Iss, ".Wormhole~R1C1").ends_with("no rule says this: Wormhole"));
    assert!(
        error(Exchange::SudokuPad, r#"{"cells":[[{}]],"cages":[{"cells":[[0,1]],"sum":3}]}"#)
            .starts_with("cages[0].cells[0]: ")
    );
    let short = error(Exchange::FPuzzles, "https://f-puzzles.com/?id=yc2kz6xx");
    assert!(short.contains("nothing is fetched"), "{short}");
    assert!(
        error(Exchange::FPuzzles, "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54")
            .contains("LZ-string")
    );
}
