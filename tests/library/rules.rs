//! Rules by their lines: read, written, judged and lowered alike, and refused by name.

use satdoku::constraint::Constraint;
use satdoku::grid::format::Format;
use satdoku::rule::{
    Allowed, Arrow, Breach, Chess, Combination, Constrain, Contains, Copies, CountDistinct, CountingCircles, Digits,
    DoubleArrow, Ends, EndsKind, EqualSums, Extremum, FullRank, Global, Indexer, IndexerKind, Killer, Line, LineKind,
    LittleKiller, Lowered, Negative, Outside, OutsideKind, Pair, PairKind, Pairwise, Parity, Regex, RuleError,
    SameDigits, Side, SpecialCage, SpecialCageKind, StateMachine, SumLine, Thermometer, UserRule, ValueIndexer, View,
    WeightedSum,
};
use satdoku::{
    Budget, Cell, Count, Digit, Error, Geometry, Grid, ItemChoice, Options, Rule, Solver, StopReason, Verdict,
};

/// A line of each rule, on cells of a small board.
pub(crate) const LINES: &[&str] = &[
    "killer 6 r1c1 r2c2 r3c3",
    "killer r1c1 r2c2 r3c3",
    "killer <6 r1c1 r2c2 r3c3",
    "killer >7 r1c1 r2c2 r3c3",
    "killer 4..6 r1c1 r2c2",
    "littlekiller 4..6 r1c1 r2c2 r3c3",
    "littlekiller 5 r1c1 r2c2 r3c3",
    "arrow r1c1 : r2c2 r3c3",
    "arrow r1c1 r1c2 : r2c2 r3c3",
    "doublearrow r1c1 r2c2 r3c3 r4c4",
    "thermometer r1c1 r2c2 r3c3",
    "slowthermometer r1c1 r2c2 r3c3",
    "palindrome r1c1 r2c2 r3c3 r4c4",
    "whispers 2 r1c1 r2c2 r3c3",
    "whispers 2 r1c1 r2c2 r3c3 r1c1",
    "palindrome r1c1 r2c2 r3c3 r1c1 r4c4",
    "entropic r1c1 r2c2 r3c3 r1c1 r2c2",
    "modular 2 r1c1 r2c2 r1c1 r3c3",
    "relation a*b=c : r1c1 r2c2 r3c3 r4c4",
    "relation a in (1,3) : r1c1 r2c2",
    "scan s=0 next (s+x) mod 3 accept s=0 : r1c1 r2c2 r3c3",
    "scan s=0 next if(x>s, x, 1/0) accept s>2 : r1c1 r2c2 r3c3",
    "pairs 1-2,2-3,3-1 : r1c1 r2c2 r3c3 r1c1",
    "relation a!=b : r1c1 r2c3 r3c2 r1c1",
    "renban r1c1 r2c2 r3c3",
    "nabner r1c1 r3c3",
    "modular 2 r1c1 r2c2 r3c3",
    "modular 3 r1c1 r2c2 r3c3 r4c4",
    "entropic r1c1 r2c2 r3c3 r4c4",
    "zipper r1c1 r2c2 r3c3",
    "regionsum r1c1 r2c2 r3c3 r4c4",
    "difference 1 r1c1 r2c3",
    "ratio 2 r1c1 r2c3",
    "pairsum 5 r1c1 r2c3",
    "less r1c1 r2c3",
    "copies r1c1 r2c2 : r3c3 r4c4",
    "odd r1c1 r2c2",
    "even r1c1 r2c2",
    "minimum r1c1",
    "maximum r4c4 r1c1",
    "allowed 1,3 r2c2",
    "antiknight",
    "antiking",
    "antileaper 1 3",
    "antileaper 1 1",
    "nonconsecutive",
    "toroidal antiknight",
    "toroidal antiking",
    "toroidal antileaper 1 5",
    "toroidal nonconsecutive",
    "antitaxicab",
    "negative difference 1",
    "negative pairsum 5 except r1c1 r1c2 : r2c2 r1c2",
    "globalentropy",
    "globalmodular 2",
    "dutchflatmates",
    "regionsamedigits",
    "between r1c1 r2c2 r3c3",
    "lockout 2 r1c1 r2c2 r3c3",
    "sum 3 r1c1 2*r2c2 -1*r3c3",
    "equalsums r1c1 r2c2 : r3c3 r4c4",
    "sumline 5 r1c1 r2c2 r3c3 r4c4",
    "sumline 5 loop r1c1 r2c2 r3c3 r4c4",
    "lunchbox 3 r1c1 r2c2 r3c3 r4c1",
    "rellik 5 r1c1 r2c2 r3c3",
    "equality r1c1 r2c2",
    "contains 1,2,2 r1c1 r2c2 r3c3 r4c4",
    "exactly 2*3,0*4 r1c1 r2c2 r3c3 r4c4",
    "countdistinct r1c1 : r2c2 r3c3 r4c4",
    "countingcircles r1c1 r2c2 r3c3 r4c4",
    "samedigits r1c1 r2c2 : r3c3 r4c4",
    "rowindexer r1c1",
    "columnindexer r1c2",
    "boxindexer r1c2",
    "valueindexer r1c1 : r2c2 : r3c3 r4c4",
    "sandwich 3 row 1",
    "xsum 5 column 2 bottom",
    "skyscraper 2 row 1 left",
    "hiddenskyscraper 2 row 1 right",
    "numberedroom 3 column 1 top",
    "fullrank 6 row 1 left",
    "relation abs(a-b)>=2 : r1c1 r2c2 r3c3",
    "allrelation a+b != 5 : r1c1 r2c2 r3c3",
    "pairs 1-2,2-3,3-1 : r1c1 r2c2",
    "allpairs 1-1,1-2,2-1 : r1c1 r2c2 r3c3",
    "regex (12|3)*. : r1c1 r2c2 r3c3",
    "automaton 0 2 0/1,2/1 1/2,3/1 1/3/2 : r1c1 r2c2 r3c3",
    "connected 1,3",
    "connected 1,2,3 size 12",
    "chaos region size 4",
    "yinyang shade",
    "loop way",
    "snake body",
    "snake body apart",
    "doublers flag value",
    "stars star 1",
    "cave shade frame r1c2 r4c4",
    "nurikabe island r1c1 r3c1 r3c3",
    "fillomino size r1c1 r3c3",
    "galaxies star r1c1 r1c2 r2c1 r2c2 : r2c3 : r4c3 r4c4",
    "runlength r4c4 : r1c1 r2c2 r3c3 : r1c1 r2c1",
    "runlength beyond r4c4 : r1c1 r2c2 r3c3",
    "samecount r4c4 : r1c1 r2c2 r3c3",
    "samecount beyond r1c1 : r1c1 r2c2 r3c3",
    "anyof less r1c1 r2c2 | killer 5 r1c1 r3c3 & odd r1c1",
    "allof odd r1c1 & ( anyof even r2c2 | less r1c1 r3c3 )",
    "not less r1c1 r2c2",
    "not ( killer 5 r1c1 r3c3 & odd r1c1 )",
    "not ( not sum 7 r1c1 2*r2c2 | regex (12|3)*. : r1c1 r2c2 r3c3 )",
    "someof 1 less r1c1 r2c2 | killer 5 r1c1 r3c3 & odd r1c1 | palindrome r1c1 r2c2 r3c3",
    "someof >1 less r1c1 r2c2 | odd r3c3 | even r1c1",
    "someof <2 less r1c1 r2c2 | odd r3c3 | not even r1c1",
    "sandwich 3..5 row 1",
    "xsum >5 column 2 bottom",
    "skyscraper <3 row 1 left",
    "hiddenskyscraper ? row 1 right",
    "numberedroom 2..3 column 1 top",
    "layer shade 0..1",
    "number N 1..45",
];

fn empty(word: &str) -> Grid {
    Grid::empty(&std::sync::Arc::new(word.parse().unwrap()))
}

/// A puzzle whose only rule this is.
/// A board with a digit more than its rows have cells, and a line that needs it.
const FURTHER_DIGIT: (&str, &str) = ("2x2+digits:0..4", "schrodinger second value");

fn ruled(word: &str, line: &str) -> Grid {
    let rule = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    empty(word).with_rules(vec![rule]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_line_reads_back_in_every_form_that_carries_it() {
    for (word, line) in LINES.iter().map(|&line| ("2x2", line)).chain([FURTHER_DIGIT]) {
        assert_eq!(line.parse::<Rule>().unwrap().to_string(), line);
        let puzzle = ruled(word, line);
        for format in [Format::Header, Format::Json] {
            let mut text = String::new();
            format.write(&puzzle, &mut text).unwrap();
            assert!(text.contains(line), "{text}");
            let read: Grid = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(read, puzzle, "{text}");
            assert_eq!(read.rules().as_slice()[0].to_string(), line);
        }
        let refused = Format::Line.carries(&puzzle).unwrap_err().to_string();
        assert!(refused.contains(line), "{refused}");
    }
    let keyword = |line: &str| line.split(' ').next().unwrap().to_owned();
    for form in Rule::FORMS {
        let mut lines = LINES.iter().chain([&FURTHER_DIGIT.1]);
        assert!(lines.any(|line| keyword(line) == form.keyword()), "{} has no line here", form.form);
    }
}

#[test]
fn the_example_of_each_rule_can_be_kept() {
    // Regions and islands of an empty board are a search of its own.
    let is_quick = |keyword: &str| !["chaos", "nurikabe"].contains(&keyword);
    for form in Rule::FORMS.iter().filter(|form| is_quick(form.keyword())) {
        let solved = Solver::Auto.solve(&ruled(form.board, form.example)).unwrap();
        assert!(solved.is_satisfiable(), "{}: {solved:?}", form.example);
    }
}

/// A filling of some cells on which the judges and what the rules are lowered to differ.
fn disagreement(grid: &Grid, cells: &[Cell]) -> Option<Grid> {
    grid.disagreement(cells, &mut Budget::unlimited().start()).unwrap()
}

/// Every full grid of a board: the judge of a rule and what it is lowered to say the same.
#[test]
fn judge_and_constraints_agree_on_all_full_grids() {
    for word in ["2x2", "2x2+digits:0..3"] {
        let solutions: Vec<Vec<Option<Digit>>> = Solver::Mrv
            .solutions(&empty(word))
            .unwrap()
            .map(|solution| solution.unwrap().into_grid().digits().to_vec())
            .collect();
        assert_eq!(solutions.len(), 288);
        let sides = ["row 2 left", "row 2 right", "column 3 top", "column 3 bottom"];
        let ranks = (1..=16).flat_map(|clue| sides.map(|side| format!("fullrank {clue} {side}")));
        for line in LINES.iter().map(|&line| line.to_owned()).chain(ranks) {
            let puzzle = ruled(word, &line);
            for digits in &solutions {
                let mut full = puzzle.clone();
                for (cell, &digit) in puzzle.geometry().cells().zip(digits) {
                    full.set(cell, digit).unwrap();
                }
                for cell in puzzle.geometry().cells().skip(digits.len()) {
                    full.set(cell, Some(Digit::new(puzzle.geometry().values(cell).0))).unwrap();
                }
                assert_eq!(disagreement(&full, &[]), None, "{word}, {line}: {digits:?}");
            }
        }
    }
}

/// Every filling of the cells that a rule looks at: its judge and what it is lowered to say the same.
#[test]
fn judge_and_constraints_agree_on_all_fillings() {
    for word in ["2x2", "4x4/4+digits:0..3", "latin4", "4x4/5"] {
        // A rank and a piece are only known in a full grid; a piece may be seen to fall apart before.
        for &line in LINES.iter().filter(|line| {
            ![
                "fullrank",
                "connected",
                "chaos",
                "yinyang",
                "loop",
                "snake",
                "doublers",
                "stars",
                "cave",
                "nurikabe",
                "fillomino",
                "galaxies",
            ]
            .iter()
            .any(|word| line.starts_with(word))
        }) {
            let puzzle = ruled(word, line);
            let board = puzzle.geometry();
            let rule = puzzle.rules().as_slice()[0].as_constrain();
            let mut cells: Vec<Cell> = rule.cells(board);
            // Rules of the whole board are held against fillings of a corner.
            cells.truncate(5);
            cells.sort_unstable();
            cells.dedup();
            // Cells that share a unit of the board differ in any case, and constraints may count on it.
            assert_eq!(disagreement(&puzzle, &cells), None, "{word}, {line}");
        }
    }
}

/// What filtering strikes out of random domains is in no filling, and of domains and relations all of it is found.
#[test]
fn filtering_keeps_every_filling() {
    let random = &mut satdoku::generate::Random::new(5, 0);
    for &line in LINES {
        let puzzle = ruled("2x2", line);
        let small = puzzle.rules().constraints().iter().filter(|(_, constraint)| constraint.cells().len() <= 5);
        for (_, constraint) in small.take(3) {
            let cells = constraint.cells();
            let may_share = |a: usize, b: usize| puzzle.geometry().shared_unit(cells[a], cells[b]).is_none();
            for _ in 0..200 {
                let before: Vec<u64> = cells.iter().map(|_| 1 + random.below(15) as u64).collect();
                let mut after = before.clone();
                let filtered = constraint.filter(&mut after);
                let mut possible = vec![0_u64; cells.len()];
                for filling in 0..4_usize.pow(cells.len() as u32) {
                    let digits: Vec<usize> = (0..cells.len()).map(|at| filling >> (2 * at) & 3).collect();
                    let is_open = digits.iter().zip(&before).all(|(digit, domain)| domain >> digit & 1 == 1);
                    let pairs = (0..cells.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
                    let differ = pairs.into_iter().all(|(a, b)| digits[a] != digits[b] || may_share(a, b));
                    if is_open && differ && constraint.holds(&digits) {
                        digits.iter().zip(&mut possible).for_each(|(digit, possible)| *possible |= 1 << digit);
                    }
                }
                let has_filling = possible.iter().all(|&possible| possible > 0);
                assert!(!has_filling || filtered.is_ok(), "{line}: {before:?}");
                if filtered.is_ok() {
                    let keeps = possible.iter().zip(&after).all(|(possible, after)| possible & !after == 0);
                    assert!(keeps, "{line}: {before:?} became {after:?}, possible {possible:?}");
                    let is_complete = matches!(constraint, Constraint::Domain { .. } | Constraint::Relation { .. });
                    let differs = cells.len() == 2 && !may_share(0, 1);
                    assert!(!is_complete || differs || after == possible, "{line}: {before:?} became {after:?}");
                }
            }
        }
    }
}

#[test]
fn whatever_does_not_know_a_rule_refuses_it_by_its_line() {
    let puzzle = ruled("2x2", "thermometer r1c1 r2c2 r3c3");
    for solver in [Solver::DancingLinks(ItemChoice::Smallest), Solver::AlgorithmX] {
        let refused = solver.solve(&puzzle).unwrap_err();
        assert!(
            matches!(&refused, Error::UnknownRule { rule, .. } if rule == "thermometer r1c1 r2c2 r3c3"),
            "{refused}"
        );
        // Cells that differ are units.
        let antiknight = ruled("2x2", "antiknight");
        assert_eq!(solver.count(&antiknight).unwrap(), Solver::Mrv.count(&antiknight).unwrap());
        assert!(solver.solve(&ruled("2x2", "killer r1c1 r2c3 r3c2")).unwrap().is_satisfiable());
    }
    for solver in [Solver::Nine, Solver::Columns, Solver::Local] {
        assert!(solver.session(ruled("3x3", "antiknight").geometry(), &Options::default()).is_err(), "{solver}");
    }
    // So does a portfolio, and a solver that is given cubes, where some member does not know the rule.
    let members = vec![Solver::Propagating.into(), Solver::AlgorithmX.into()];
    let members = satdoku::solver::Portfolio::default().with_members(members);
    let mixed = Options::default().with_portfolio(members);
    let cubes = std::num::NonZeroUsize::new(4);
    for (solver, options) in [
        (Solver::Portfolio, mixed.clone()),
        (Solver::Auto, mixed.clone().with_cubes(cubes)),
        (Solver::DancingLinks(ItemChoice::Smallest), Options::default().with_cubes(cubes)),
    ] {
        let refused = solver.solve_with(&puzzle, &options).unwrap_err().to_string();
        assert!(refused.ends_with("thermometer r1c1 r2c2 r3c3"), "{refused}");
    }
    let canonical = puzzle.canonical().unwrap_err().to_string();
    assert!(canonical.ends_with("thermometer r1c1 r2c2 r3c3"), "{canonical}");
    let recipe = satdoku::generate::Recipe::new(puzzle.geometry(), satdoku::generate::Kind::Unique);
    assert!(recipe.check().is_err());
}

#[test]
fn lines_that_are_no_rules_say_why() {
    for (line, message) in [
        ("cagge 15 r1c1", "found \"cagge\"; did you mean cage?"),
        ("termometer r1c1 r1c2", "did you mean thermometer?"),
        ("kropki r1c1 r1c2", "did you mean kropki black or kropki white?"),
        ("cage r1c1-r3c3", "expected the diagonal cell by cell or the square row by row"),
        ("thermo r1c1-r2c3", "expected a range along a row, a column or a diagonal"),
        ("unit r1c1", "expected a rule such as"),
        ("odd r1c1-r8000c9", "expected a range with at most 4096 rows"),
        ("whispers 5 r1c1 r1c1", "expected another cell than the one before, found \"r1c1\""),
        ("renban r1c1 r1c2 r1c1", "r1c1 is named twice, expected each cell once"),
        ("entropic r1c1 r1c2 r1c1", "r1c1 is named twice"),
        ("german whispers 4 r1c1 r1c2", "expected a cell such as r1c1, found \"4\""),
        ("killer", "expected 1 or more cells, found 0"),
        ("killer -5 r1c1", "expected a number from 0 to 1000000, found \"-5\""),
        ("killer 1000000000000000000 r1c1", "expected a number from 0"),
        ("killer 5 r1c1 r1c1", "r1c1 is named twice"),
        ("thermometer r1c1", "expected 2 or more cells, found 1"),
        ("arrow r1c1 r1c2", "expected a colon (:) between cells, found nothing"),
        ("less r1c1 r1c2 r1c3", "expected 2 cells, found 3"),
        ("modular 1 r1c1 r1c2", "expected a number from 2 to 64, found 1"),
        ("allowed x r1c1", "expected digits with commas"),
        ("sandwich 3 row", "expected the number of a row or a column, from 1, found nothing"),
        ("sandwich 3 row 0", "expected the number of a row or a column, from 1, found \"0\""),
        ("xsum 3 row 1 top", "expected left or right, found \"top\""),
        ("relation a++b : r1c1 r1c2", "expected an expression over the digits a and b"),
        ("regex (1 : r1c1", "\"(1\" is no pattern: "),
        ("regex 1)|(2 : r1c1", "\"1)|(2\" is no pattern: "),
        ("automaton 0 1 0/1 : r1c1", "expected a state, values and a state"),
        ("anyof less r1c1 r1c2 | anyof odd r1c1", "expected ( before a combination within another"),
        ("anyof odd r1c1 |", "expected a rule such as killer"),
        ("exactly 2*3,1*3 r1c1", "expected each digit once"),
        ("exactly 2*3 r1c1", "expected no more of a digit than cells, found 2"),
        ("exactly 1000000*100 r1c1", "expected no more of a digit than cells"),
        ("contains 3,3 r1c1", "expected no more of a digit than cells"),
        ("sum -9223372036854775808 r1c1", "expected a total from -1000000 to 1000000"),
        ("odd r1c1 & even r1c2", "expected the end of the line, found \"&\""),
        ("antiknight r1c1", "expected the end of the line"),
        ("killer 5 r1c", "expected a cell such as r1c1"),
    ] {
        let error = line.parse::<Rule>().unwrap_err().to_string();
        assert!(error.contains(message), "{line}: {error}");
    }
    let misplaced =
        |word: &str, line: &str| empty(word).with_rules(vec![line.parse().unwrap()]).unwrap_err().to_string();
    assert_eq!(misplaced("2x2", "less r1c1 r5c5"), "less r1c1 r5c5: r5c5 is no cell of the board");
    assert!(misplaced("2x2", "killer r1c1 r1c2 r1c3 r1c4 r2c1").contains("expected at most 4 cells, found 5"));
    assert!(misplaced("9x9", "antiknight").contains("at most 64 digits, found 81"));
    assert!(misplaced("2x2", "copies r1c1 r1c2 : r3c3").contains("expected 2 cells, found 1"));
    assert!(misplaced("2x2", "sandwich 3 row 5").contains("row 5 is no line of the board"));
    assert!(misplaced("2x2", "fullrank 17 row 1 left").contains("expected a number from 1 to 16, found 17"));
    assert!(misplaced("4x4/5", "fullrank 1 row 1 left").contains("expected one square"));
    assert!(misplaced("2x2", "rellik 128 r1c1").contains("expected a number from 1 to 127, found 128"));
    assert!(misplaced("2x2", "globalmodular 5").contains("expected a number from 2 to 4, found 5"));
    let all: String = (1..=8).flat_map(|row| (1..=64).map(move |column| format!(" r{row}c{column}"))).collect();
    // The line has 3,000 characters.
    let too_large = misplaced("8x8", &format!("countdistinct r9c9 :{all}"));
    assert!(
        too_large.contains("…: its automaton would have more than 131072 states") && too_large.len() < 250,
        "{too_large}"
    );
    // Each of these has an automaton that is just small enough.
    let cells: Vec<String> = (1..=14).map(|column| format!("r1c{column}")).collect();
    let many = vec![format!("countdistinct r2c1 : {}", cells.join(" ")).parse().unwrap(); 1000];
    let error = empty("4x4").with_rules(many).unwrap_err().to_string();
    assert!(error.contains("more than 33554432 steps") || error.contains("states"), "{error}");
    // Where a rule stands in a text its error has line and column.
    for (lines, message) in [
        ("killer 5 r1c1 r1c1", "2:15: r1c1 is named twice"),
        ("killer x r1c1", "2:8: expected a number from 0 to 1000000, found \"x\""),
        ("odd r1c1\n  arrow r1c1 ; r1c2", "3:14: expected a cell such as r1c1, found \";\""),
        ("thermometer", "2:1: expected 2 or more cells, found 0"),
        ("arrow r1c1", "2:11: expected a colon (:) between cells, found nothing"),
        ("relation a++b : r1c1 r1c2", "2:10: expected an expression over the digits a and b"),
        ("regex (1 : r1c1", "2:7: \"(1\" is no pattern"),
        ("odd r1c1 | even r1c2", "2:10: expected the end of the line, found \"|\""),
        ("anyof odd r1c1 | killer 5 r1", "2:27: expected a cell such as r1c1, found \"r1\""),
        ("odd r1c1\nkiller 6 r5c1", "3:1: killer 6 r5c1: r5c1 is no cell of the board"),
        ("sandwich 5 row 5", "2:1: sandwich 5 row 5: row 5 is no line of the board"),
        ("odd r1c1\nkiller r1c1 r1c2 r1c3 r1c4 r2c1\neven r1c2", "3:1: killer r1c1 r1c2 r1c3 r1c4 r2c1: expected at"),
    ] {
        let text = format!("2 2\n{lines}\n. . . .\n. . . .\n. . . .\n. . . .\n");
        let error = text.parse::<Grid>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{lines}: {error}");
    }
    let rule = r#"{"board":"2x2","rules":["killr 5 r1c1"],"puzzle":"................"}"#;
    assert!(rule.parse::<Grid>().unwrap_err().to_string().contains("expected a rule such as killer"));
    let words = r#"{"board":"2x2","rules":"normal sudoku rules apply","puzzle":"................"}"#;
    assert!(words.parse::<Grid>().unwrap_err().to_string().contains("an array of rules"));
}

/// Lines as people write them, and as they are written.
const SPELLED: &[(&str, &str)] = &[
    ("Killer 15 R1C1,r1c2 # a comment", "killer 15 r1c1 r1c2"),
    ("killer: 15 r1c1, r1c2,", "killer 15 r1c1 r1c2"),
    ("cage 15 r2c2-r1c4", "killer 15 r1c2 r1c3 r1c4 r2c2 r2c3 r2c4"),
    ("KILLER-CAGE r1c1-r1c3", "killer r1c1 r1c2 r1c3"),
    ("little killer 23 r1c2-r3c4", "littlekiller 23 r1c2 r2c3 r3c4"),
    ("thermo r1c4-r1c1 r2c1", "thermometer r1c4 r1c3 r1c2 r1c1 r2c1"),
    ("german whispers r3c1-r1c3", "whispers 5 r3c1 r2c2 r1c3"),
    ("German Whispers 5 r1c1 r1c2", "whispers 5 r1c1 r1c2"),
    ("dutch-whispers r1c1 r1c2", "whispers 4 r1c1 r1c2"),
    ("kropki white r1c1 r1c2", "difference 1 r1c1 r1c2"),
    ("Black Dot r1c1-r1c2", "ratio 2 r1c1 r1c2"),
    ("x r1c1 r1c2", "pairsum 10 r1c1 r1c2"),
    ("xv V r1c1 r1c2", "pairsum 5 r1c1 r1c2"),
    ("x-sum row 3 left 20", "xsum 20 row 3 left"),
    ("sandwich row 3 12", "sandwich 12 row 3"),
    ("sandwich 12 COL 3", "sandwich 12 column 3"),
    ("Skyscraper 4 Column 2 Top", "skyscraper 4 column 2 top"),
    ("anti-knight", "antiknight"),
    ("Anti King", "antiking"),
    ("non-consecutive # nowhere", "nonconsecutive"),
    ("negative X", "negative pairsum 10"),
    ("negative kropki white except r1c1-r1c2", "negative difference 1 except r1c1 r1c2"),
    ("arrow r1c1: r1c2-r1c4", "arrow r1c1 : r1c2 r1c3 r1c4"),
    ("sum 10 2*r1c1-r1c2 r2c1", "sum 10 2*r1c1 2*r1c2 r2c1"),
    ("quadruple 1,2 r1c1-r1c2 r2c1-r2c2", "contains 1,2 r1c1 r1c2 r2c1 r2c2"),
    ("clone r1c1-r1c2 : r3c1-r3c2", "copies r1c1 r1c2 : r3c1 r3c2"),
    ("regex #|1 : r1c1 # a pattern", "regex #|1 : r1c1"),
    ("Regex \"two : # in a row\" 12 : r1c1-r1c2", "regex \"two : # in a row\" 12 : r1c1 r1c2"),
    ("pairs \"the \"\"old\"\" one\" 1-2 : r1c1 r1c2", "pairs \"the \"\"old\"\" one\" 1-2 : r1c1 r1c2"),
    ("allrelation \"far\" abs(a-b)>2 : r1c1 r1c2", "allrelation \"far\" abs(a-b)>2 : r1c1 r1c2"),
    ("automaton \"up\" 0 1 0/1/1 : r1c1", "automaton \"up\" 0 1 0/1/1 : r1c1"),
    ("Schrödinger second value", "schrodinger second value"),
    ("anyof Less r1c1 r1c2 | Cage 5 r1c1-r1c2 & odd r1c1", "anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & odd r1c1"),
];

#[test]
fn names_of_any_case_aliases_ranges_and_comments_are_read() {
    for (spelled, line) in SPELLED {
        let rule = spelled.parse::<Rule>().unwrap_or_else(|error| panic!("{spelled}: {error}"));
        assert_eq!(rule.to_string(), *line, "{spelled}");
    }
    let mut names = std::collections::BTreeSet::new();
    for form in Rule::FORMS {
        let example = ruled(form.board, form.example).rules().as_slice()[0].clone();
        assert_eq!(example.form(), Some(form));
        assert!(!form.title.is_empty() && !form.sentence.ends_with('.'), "{}", form.form);
        assert_eq!(Rule::form_named(form.keyword()).unwrap(), form);
        for (alias, words) in form.aliases {
            assert_eq!(Rule::form_named(&alias.to_uppercase()).unwrap(), form, "{alias}");
            assert!(words.split(' ').next() == Some(form.keyword()), "{alias}");
            assert!(names.insert(alias), "{alias} is an alias twice");
        }
        assert!(names.insert(&form.example), "{}", form.example);
    }
    assert_eq!(Rule::form_named("kropki").unwrap_err().to_string().split("did you mean ").count(), 2);
}

#[test]
fn a_negative_rule_excepts_the_pairs_that_are_marked() {
    let of = |lines: &[&str]| {
        let rules = lines.iter().map(|line| line.parse().unwrap()).collect();
        let puzzle = empty("2x2").with_rules(rules).unwrap();
        let lines: Vec<String> = puzzle.rules().as_slice().iter().map(ToString::to_string).collect();
        let mut text = String::new();
        Format::Header.write(&puzzle, &mut text).unwrap();
        assert_eq!(text.parse::<Grid>().unwrap(), puzzle, "{text}");
        lines
    };
    let dots = of(&["negative difference 1", "difference 1 r1c2 r1c1", "ratio 2 r2c1 r2c2", "pairsum 5 r3c1 r3c2"]);
    assert_eq!(dots[0], "negative difference 1 except r1c1 r1c2 : r2c1 r2c2");
    let sums =
        of(&["pairsum 5 r3c1 r3c2", "less r1c1 r1c2", "negative pairsum 5 except r3c2 r3c1", "negative pairsum 3"]);
    assert_eq!(sums[2..], ["negative pairsum 5 except r3c2 r3c1", "negative pairsum 3 except r3c1 r3c2"]);
    // Without the exception the mark contradicts the rule.
    let rules = ["negative ratio 3", "ratio 3 r1c1 r1c2"].map(|line| line.parse().unwrap()).to_vec();
    let puzzle = empty("2x3").with_rules(rules).unwrap();
    assert!(matches!(Solver::Auto.solve(&puzzle).unwrap(), Verdict::Satisfiable(_)));
}

#[test]
fn cells_of_one_character_stand_below_rules() {
    let row = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let numbers: String = row.chars().flat_map(|c| [c, ' ']).collect();
    let rows: Vec<&str> = (0..9).map(|at| &row[9 * at..9 * at + 9]).collect();
    let head = "3 3\nWindows # of a windoku\ndisjoint-groups\nunit r1c1-r1c3,r5c5 # a unit\nThermo r1c1-r1c2\n";
    let wanted: Grid = format!("{head}{numbers}").parse().unwrap();
    assert_eq!(wanted.geometry().extra_units().len(), 4 + 9 + 1);
    for cells in [row.to_owned(), rows.join("\n"), row.replace('.', "0")] {
        assert_eq!(format!("{head}{cells}\n").parse::<Grid>().unwrap(), wanted, "{cells}");
    }
    let error = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
    assert!(error(&format!("{head}{}\n", &row[..80])).contains("expected a digit from 1 to 9, or . for an empty cell"));
    assert!(error(&format!("{head}{}\n", row.replace('7', "x"))).contains("found \"x\" beside \".\""));
    assert!(error(&format!("latin 9\ndisjointgroups\n{row}\n")).contains("a board with boxes or regions"));
    // Letters begin a row, and a canvas has places without a cell.
    let sixteen = format!("A00000000000001F\n{}", "0000000000000000\n".repeat(15));
    assert_eq!(format!("4 4\ndiagonals\n{sixteen}").parse::<Grid>().unwrap().clue_count(), 3);
    let squares: Grid =
        "grid 2x2 at r1c1\ngrid 2x2 at r3c3\n1...--\n....--\n......\n......\n--....\n--....\n".parse().unwrap();
    assert_eq!(squares.clue_count(), 1);
}

#[test]
fn a_king_moves_to_all_neighbours_and_a_leaper_to_corners_alone() {
    for (line, apart) in [("antiking", &[[0, 1], [1, 1]][..]), ("antileaper 1 1", &[[1, 1]])] {
        // Cells that are side by side share no row of the squares, and rows of a canvas are units.
        for word in ["2x1@r1c1+2x1@r1c3", "3x4/4+boxes:none"] {
            let (plain, puzzle) = (empty(word), ruled(word, line));
            let board = plain.geometry();
            for (one, other) in board.cells().flat_map(|one| board.cells().map(move |other| (one, other))) {
                if one == other {
                    continue;
                }
                let mut grid = puzzle.clone();
                grid.set(one, Some(board.first_digit())).unwrap();
                grid.set(other, Some(board.first_digit())).unwrap();
                let mut distance = [one.row().abs_diff(other.row()), one.column().abs_diff(other.column())];
                distance.sort_unstable();
                let is_allowed = !apart.contains(&distance);
                let is_judged = grid.rules().first_breach(grid.geometry(), grid.digits()).is_none();
                assert_eq!(is_judged, is_allowed, "{word}, {line}: {one} {other}");
                if board.shared_unit(one, other).is_none() {
                    assert_eq!(disagreement(&grid, &[]), None, "{word}, {line}: {one} {other}");
                }
            }
        }
    }
}

#[test]
fn values_that_make_no_rule_are_refused_on_every_board() {
    let [one, other] = [Cell::new(0, 0), Cell::new(0, 1)];
    let killer = |total, cells| Rule::Killer(Killer { total, cells });
    let line = |kind, cells| Rule::Line(Line { kind, cells });
    let odd = |cells| Rule::Parity(Parity { is_odd: true, cells });
    let any = |alternatives| Rule::Combination(Combination::any_of(alternatives));
    let regex = |pattern: &str| Rule::Regex(Regex { name: None, pattern: pattern.to_owned(), cells: vec![one] });
    for (rule, message) in [
        (killer(Some(3), vec![]), "expected 1 or more cells, found 0"),
        (killer(None, vec![one, one]), "r1c1 is named twice"),
        (killer(Some(-1), vec![one]), "expected a number from 0 to 1000000, found -1"),
        (line(LineKind::Renban, vec![one]), "expected 2 or more cells, found 1"),
        (line(LineKind::Modular(0), vec![one, other]), "expected a number from 2 to 64, found 0"),
        (line(LineKind::Whispers(i64::MAX), vec![one, other]), "expected a number from 0 to 1000000"),
        (Rule::EqualSums(EqualSums { groups: vec![] }), "expected 1 or more cells, found 0"),
        (Rule::SameDigits(SameDigits { groups: vec![vec![], vec![one]] }), "expected 1 or more cells, found 0"),
        (Rule::Chess(Chess::Leaper([3, 1])), "expected the smaller step first, found 3 and 1"),
        (Rule::Chess(Chess::Leaper([0, 0])), "expected a number from 1 to 4095, found 0"),
        (regex("1 : r1c2"), "expected a pattern without blanks"),
        (regex("\"1"), "expected a pattern without blanks"),
        (any(vec![]), "expected alternatives of one rule or more"),
        (any(vec![vec![odd(vec![one])], vec![]]), "expected alternatives of one rule or more"),
        (
            (0..20).fold(odd(vec![one]), |rule, _| Combination::not(vec![rule]).into()),
            "expected rules that are nested less deeply, found 20, deeper than the 16 allowed",
        ),
        (Rule::Combination(Combination { most: 2, ..Combination::not(vec![odd(vec![one])]) }), "from 0 to 1, found 2"),
        (
            any(vec![vec![Rule::UserRule(UserRule::new(Corners(5)))], vec![odd(vec![])]]),
            "expected 1 or more cells, found 0",
        ),
    ] {
        let rules = vec![odd(vec![one]), rule];
        let error = empty("2x2").with_rules(rules).unwrap_err();
        assert!(error.source.to_string().contains(message), "{error}");
        assert_eq!(error.number, 1);
    }
}

/// Rules whose cells and numbers are right or wrong in all ways.
fn right_and_wrong() -> Vec<Rule> {
    let [a, b, c] = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(4, 8)];
    let lists =
        [vec![], vec![a], vec![a, b], vec![a, a], vec![a, b, a], vec![a, b, c], vec![b, a, c, a], vec![a, b, b]];
    let numbers = [i64::MIN, -1_000_001, -1, 0, 1, 2, 3, 64, 65, 4095, 4096, 1_000_000, 1_000_001, i64::MAX];
    let mut rules: Vec<Rule> = Vec::new();
    for cells in &lists {
        let line = |kind| Line { kind, cells: cells.clone() }.into();
        let cage = |kind| SpecialCage { kind, cells: cells.clone() }.into();
        rules.extend([LineKind::Palindrome, LineKind::Renban, LineKind::Nabner, LineKind::Entropic].map(line));
        rules.extend([LineKind::Zipper, LineKind::RegionSum].map(line));
        for number in numbers {
            rules.extend([LineKind::Whispers(number), LineKind::Modular(number)].map(line));
            rules.extend([SpecialCageKind::Lunchbox(number), SpecialCageKind::Rellik(number)].map(cage));
            rules.push(Killer { total: Some(number), cells: cells.clone() }.into());
            rules.push(LittleKiller { total: number, cells: cells.clone() }.into());
            rules.push(Ends { kind: EndsKind::Lockout(number), cells: cells.clone() }.into());
            rules.push(SumLine { total: number, is_loop: number % 2 == 0, cells: cells.clone() }.into());
            rules.push(WeightedSum { total: number, terms: cells.iter().map(|&cell| (number, cell)).collect() }.into());
            rules.push(Pairwise::of_pairs([(1, number)], number % 2 == 0, cells.clone()).into());
            let (counts, is_exact) = (vec![(number, 1), (1, number)], number % 2 == 0);
            rules.push(Contains { is_exact, counts, cells: cells.clone() }.into());
            rules.push(Contains { is_exact: true, counts: vec![(1, number)], cells: cells.clone() }.into());
        }
        rules.push(cage(SpecialCageKind::Equality));
        rules.push(Killer { total: None, cells: cells.clone() }.into());
        rules.push(Thermometer { is_slow: cells.len() % 2 == 0, cells: cells.clone() }.into());
        rules.push(DoubleArrow { cells: cells.clone() }.into());
        rules.push(Ends { kind: EndsKind::Between, cells: cells.clone() }.into());
        rules.push(Parity { is_odd: true, cells: cells.clone() }.into());
        rules.push(Extremum { is_minimum: true, cells: cells.clone() }.into());
        rules.push(CountDistinct { count: a, cells: cells.clone() }.into());
        rules.push(CountingCircles { cells: cells.clone() }.into());
        rules.push(Indexer { kind: IndexerKind::Box, cells: cells.clone() }.into());
        rules.push(ValueIndexer { value: a, index: a, cells: cells.clone() }.into());
        rules.push(Pairwise::of_pairs([], false, cells.clone()).into());
        for other in lists.iter().cloned() {
            rules.push(Arrow { circle: cells.clone(), shaft: other.clone() }.into());
            rules.push(Copies { cells: cells.clone(), of: other.clone() }.into());
            rules.push(EqualSums { groups: vec![cells.clone(), other.clone()] }.into());
            rules.push(SameDigits { groups: vec![cells.clone(), other] }.into());
        }
    }
    for number in numbers {
        let kinds = [PairKind::Difference(number), PairKind::Ratio(number), PairKind::Sum(number), PairKind::Less];
        rules.extend(kinds.map(|kind| Pair { kind, cells: [a, b] }.into()));
        rules.extend(kinds.map(|kind| Negative { kind, except: vec![[a, b], [b, c]] }.into()));
        rules.push(Pair { kind: PairKind::Sum(number), cells: [a, a] }.into());
        rules.push(Negative { kind: PairKind::Sum(number), except: vec![[a, a]] }.into());
        rules.push(Global::Modular(number).into());
        rules.push(Allowed { values: vec![1, number], cell: a }.into());
        let step = u16::try_from(number.rem_euclid(1 << 16)).unwrap();
        rules.extend([[0, step], [step, 0], [1, step]].map(|steps| Chess::Leaper(steps).into()));
        for from in [Side::Left, Side::Right, Side::Top, Side::Bottom] {
            let view = View { number: step, from };
            rules.push(FullRank { clue: number, view, may_tie: false }.into());
            let kinds = [OutsideKind::Sandwich, OutsideKind::XSum, OutsideKind::NumberedRoom];
            rules.extend(kinds.map(|kind| Outside { kind, clue: number.into(), view }.into()));
        }
        let machine = |starts: &[u32], accepts: &[u32], values: &[i64]| StateMachine {
            name: Some(format!("a {number} # \"b\"")),
            starts: starts.iter().copied().collect(),
            accepts: accepts.iter().copied().collect(),
            edges: vec![(0, values.iter().copied().collect(), 1)],
            breaks: Vec::new(),
            cells: vec![a],
        };
        rules.push(machine(&[0], &[1, 2], &[1, number]).into());
        rules.extend([machine(&[], &[1], &[1]), machine(&[0], &[], &[1]), machine(&[0], &[1], &[])].map(Rule::from));
    }
    for pattern in ["", ":", "1 2", "1\t2", "(", "[", "\"1\"", "#1", "1|2", "1\u{202e}", "\\x1b", "|", "&", "1:"] {
        for name in [None, Some(String::new()), Some("a".repeat(1001)), Some("one : two".to_owned())] {
            rules.push(Regex { name, pattern: pattern.to_owned(), cells: vec![a, b] }.into());
        }
    }
    rules.push(Allowed { values: vec![], cell: a }.into());
    rules.push(Combination::any_of(vec![]).into());
    let each: Vec<Rule> = rules.iter().step_by(7).cloned().collect();
    for pair in each.windows(2) {
        rules.push(Combination::any_of(vec![vec![pair[0].clone()], vec![pair[1].clone()]]).into());
        rules.push(Combination::any_of(vec![pair.to_vec()]).into());
        rules.push(Combination::not(pair.to_vec()).into());
        let inner: Rule = Combination::all_of(pair.to_vec()).into();
        rules.push(Combination { least: 2, ..Combination::any_of(vec![vec![inner.clone()], pair.to_vec()]) }.into());
        rules.push(Combination { most: 0, ..Combination::any_of(vec![vec![inner]]) }.into());
    }
    rules
}

#[test]
fn a_rule_keeps_its_check_just_where_its_line_reads_back_as_it() {
    let [mut kept, mut refused] = [0, 0];
    for rule in right_and_wrong() {
        let line = rule.to_string();
        let reads_back = line.parse::<Rule>().is_ok_and(|read| read == rule);
        assert_eq!(rule.as_constrain().check().is_ok(), reads_back, "{line}: {:?}", line.parse::<Rule>());
        *(if reads_back { &mut kept } else { &mut refused }) += 1;
    }
    assert!(kept > 500 && refused > 500, "{kept} kept, {refused} refused");
}

#[test]
fn a_rule_of_the_whole_board_makes_few_tables() {
    for line in ["antitaxicab", "rowindexer r1c1 r1c2 r1c3 r1c4"] {
        let puzzle = ruled("2x2", line);
        let tables = puzzle.rules().constraints().iter().filter_map(|(_, constraint)| match constraint {
            Constraint::Relation { allowed, .. } => Some(std::sync::Arc::as_ptr(allowed)),
            _ => None,
        });
        let tables: std::collections::BTreeSet<_> = tables.collect();
        assert!(tables.len() <= 5, "{line}: {}", tables.len());
    }
}

#[test]
fn a_wrong_answer_is_seen_by_the_judge() {
    let puzzle = ruled("2x2", "killer 5 r1c1 r1c2");
    let full: Grid = "1234341221434321".parse().unwrap();
    let full = Grid::from_digits(puzzle.geometry(), full.digits().to_vec()).unwrap();
    let error = satdoku::Solution::check(&puzzle, full).unwrap_err().to_string();
    assert_eq!(error, "the cage of 5 at r1c1 makes 3: r1c1 r1c2");
    let Verdict::Satisfiable(solution) = Solver::Auto.solve(&puzzle).unwrap() else { panic!("it has solutions") };
    assert_eq!(solution.grid().rules(), puzzle.rules());
    assert!(solution.grid().is_solved());
}

/// A rule of our own: the four corners make a total.
#[derive(Debug)]
struct Corners(i64);

impl std::fmt::Display for Corners {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "corners {}", self.0)
    }
}

impl Constrain for Corners {
    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let last = u16::try_from(board.rows() - 1).unwrap();
        vec![Cell::new(0, 0), Cell::new(0, last), Cell::new(last, 0), Cell::new(last, last)]
    }

    fn breach(&self, board: &Geometry, digits: Digits<'_>) -> Option<Breach> {
        let cells = self.cells(board);
        let values: Option<Vec<i64>> =
            cells.iter().map(|&cell| Some(i64::from(digits[board.index(cell)]?.get()))).collect();
        let made: i64 = values?.into_iter().sum();
        (made != self.0).then(|| Breach { cells, sentence: format!("the corners make {made}") })
    }

    fn sentence(&self) -> String {
        "the corners".to_owned()
    }

    fn lower(&self, board: &Geometry, to: &mut Lowered) -> Result<(), RuleError> {
        to.sum(self.cells(board).into_iter().map(|cell| (1, cell)), self.0)
    }
}

#[test]
fn a_rule_that_nothing_can_fulfil_is_unsatisfiable_by_every_road() {
    for line in ["xsum 0 row 1 left", "sumline 0 loop r1c1 r1c2", "sum 5 r1c1 -1*r1c1", "countingcircles r1c1 r1c2"] {
        let puzzle = ruled("2x2", line);
        for solver in [Solver::Auto, Solver::Propagating, Solver::Mrv, Solver::Backtracking] {
            assert!(solver.solve(&puzzle).unwrap().is_unsatisfiable(), "{line}: {solver}");
        }
    }
    let nothing = ruled("2x2", "sum 0 r1c1 -1*r1c1");
    assert_eq!(Solver::Auto.count(&nothing).unwrap(), Solver::Auto.count(&empty("2x2")).unwrap());
}

/// Whether values can be cut into parts that make a total each.
fn is_cut(values: &[i64], total: i64) -> bool {
    (1..=values.len()).any(|at| {
        let (part, rest) = values.split_at(at);
        part.iter().sum::<i64>() == total && (rest.is_empty() || is_cut(rest, total))
    })
}

#[test]
fn zeros_alone_make_no_part_of_a_line() {
    let lines: [(i64, &[Cell]); 4] = [
        (2, &[Cell::new(0, 0)]),
        (3, &[Cell::new(0, 0), Cell::new(1, 2)]),
        (2, &[Cell::new(0, 0), Cell::new(1, 2), Cell::new(2, 1), Cell::new(3, 3)]),
        (3, &[Cell::new(0, 0), Cell::new(1, 2), Cell::new(3, 1), Cell::new(2, 3)]),
    ];
    let board = empty("2x2+digits:0..3");
    let all: Vec<_> = Solver::Mrv.solutions(&board).unwrap().map(|solution| solution.unwrap()).collect();
    for ((total, cells), is_loop) in lines.iter().flat_map(|&line| [(line, false), (line, true)]) {
        let holds = |solution: &&satdoku::Solution| {
            let mut values: Vec<i64> =
                cells.iter().map(|&cell| solution.grid().get(cell).unwrap().get().into()).collect();
            let turns = if is_loop { cells.len() } else { 1 };
            (0..turns).any(|_| {
                values.rotate_left(usize::from(is_loop));
                is_cut(&values, total)
            })
        };
        let expected = all.iter().filter(holds).count();
        let words: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let line = format!("sumline {total}{} {}", if is_loop { " loop" } else { "" }, words.join(" "));
        let puzzle = ruled("2x2+digits:0..3", &line);
        let sat = satdoku::Backend::Batsat.is_compiled().then_some(Solver::Sat(satdoku::Backend::Batsat));
        for solver in [Solver::Auto, Solver::Propagating, Solver::Mrv, Solver::Backtracking].into_iter().chain(sat) {
            assert_eq!(solver.count(&puzzle).unwrap().value(), expected as u64, "{line}: {solver}");
        }
    }
}

#[test]
fn a_rule_of_ones_own_is_answered_and_written_nowhere() {
    let puzzle = empty("2x2").with_rules(vec![Rule::UserRule(UserRule::new(Corners(13)))]).unwrap();
    let counts = [Solver::Auto, Solver::Mrv, Solver::Backtracking].map(|solver| solver.count(&puzzle).unwrap());
    assert!(counts[0] != Count::Exact(0_u8.into()), "{counts:?}");
    assert!(counts[1] == counts[0] && counts[2] == counts[0], "{counts:?}");
    for format in [Format::Header, Format::Json, Format::Line] {
        let refused = format.carries(&puzzle).unwrap_err().to_string();
        assert!(refused.contains("corners 13"), "{refused}");
    }
    assert_eq!(puzzle, empty("2x2").with_rules(puzzle.rules().as_slice().to_vec()).unwrap());
}

#[test]
fn portfolios_and_cubes_answer_puzzles_with_rules() {
    let text = "2 2\nkiller 6 r1c2 r1c3 r2c3\nthermometer r3c2 r3c1 r3c4\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    let puzzle: Grid = text.parse().unwrap();
    let count = Solver::Mrv.count(&puzzle).unwrap();
    let all = Solver::Mrv.solutions(&puzzle).unwrap().count();
    let cubes = Options::default().with_cubes(std::num::NonZeroUsize::new(6));
    for solver in [Solver::Portfolio, Solver::Auto, Solver::Propagating] {
        assert_eq!(solver.solutions(&puzzle).unwrap().count(), all, "{solver}");
        for options in [&Options::default(), &cubes] {
            assert_eq!(solver.count_with(&puzzle, None, options).unwrap(), count, "{solver}");
            assert!(solver.solve_with(&puzzle, options).unwrap().is_satisfiable(), "{solver}");
        }
    }
}

#[test]
fn cages_that_fill_rows_with_another_total_are_refuted_without_a_search() {
    // Sixteen pairs over the first two rows of 16x16 make 17 each, and so 272; the last is asked to make one more or less.
    for (last, expected) in
        [(17, Verdict::Unknown(StopReason::Steps)), (18, Verdict::Unsatisfiable), (16, Verdict::Unsatisfiable)]
    {
        let pair = |column| format!("killer {} r1c{column} r2c{column}", if column == 16 { last } else { 17 });
        let puzzle = empty("4x4").with_rules((1..=16).map(|column| pair(column).parse().unwrap()).collect()).unwrap();
        let options = Options::default().with_budget(Budget::unlimited().with_steps(1));
        assert_eq!(Solver::Propagating.solve_with(&puzzle, &options).unwrap(), expected, "{last}");
    }
}

#[test]
fn what_auto_is_on_a_board_tells_of_its_rules() {
    let puzzle = ruled("2x2", "thermometer r1c1 r2c2 r3c3");
    assert!(Solver::Auto.summary_on(puzzle.geometry()).starts_with("propagating, "));
    assert_eq!(Solver::Auto.summary_on(&"2x2".parse().unwrap()), Solver::Auto.summary());
}

/// A sign in front of an expression is no part of the rule's name, and nested lists take no more than they have.
#[test]
fn signs_and_lists_of_expressions_are_read_whole() {
    for line in ["relation - a<-3 : r1c1", "sum - 5 r1c1 r1c2", "whispers - 5 r1c1 r1c2"] {
        let read = line.parse::<Rule>().map(|rule| rule.to_string());
        assert!(read.is_err() || read.as_deref() == Ok("relation - a<-3 : r1c1"), "{line}: {read:?}");
    }
    let mut nested = "a".to_owned();
    for _ in 0..30 {
        nested = format!("({nested} in (0,1))");
    }
    assert!(format!("relation {nested} : r1c1").parse::<Rule>().is_ok());
}

#[test]
fn an_expression_beyond_64_bits_is_refused_on_the_board() {
    let on = |line: &str, board: &str| {
        let empty = Grid::empty(&std::sync::Arc::new(board.parse().unwrap()));
        empty.with_rules(vec![line.parse().unwrap()]).map(drop).map_err(|error| error.to_string())
    };
    let larger = "expected numbers within 64 bits, found a larger one where";
    let line = "relation a*9223372036854775807>0 or 1=1 : r1c1 r1c2";
    for (line, values) in [
        (line, "a is 2"),
        ("relation b*9223372036854775807>0 or a=1 : r1c1 r1c2", "a is 1 and b is 2"),
        ("relation c*9223372036854775807>0 or 1=1 : r1c1 r1c2 r1c3", "a is 1 and b is 1 and c is 2"),
        (
            "scan s=1 next s*4611686018427387904 accept s>0 : r1c1 r1c2",
            "s is 4611686018427387904 and x is 1 and i is 2",
        ),
    ] {
        let told = on(line, "2x2").unwrap_err();
        assert!(told.ends_with(&format!("{larger} {values}")), "{told}");
    }
    // With the digits 0 and 1 alone it is within.
    assert_eq!(on(line, "1x2+digits:0..1"), Ok(()));
    assert_eq!(on("relation a/(b-b)=1 or a*9223372036854775807>0 : r1c1 r1c2", "2x2"), Ok(()));
}

/// The lowest and the highest value of a line are those of its cells, whatever values a layer has.
#[test]
fn sandwiches_know_the_values_of_their_cells() {
    let cases = |lines: &[&str]| -> Vec<usize> {
        let rules = lines.iter().map(|line| line.parse().unwrap()).collect();
        let puzzle = empty("2x2+digits:1..5").with_rules(rules).unwrap();
        let of_choice = |constraint: &Constraint| match constraint {
            Constraint::Choice(choice) => Some(choice.alternatives().len()),
            _ => None,
        };
        puzzle.rules().constraints().iter().filter_map(|(_, constraint)| of_choice(constraint)).collect()
    };
    assert_eq!(cases(&["sandwich 3 row 1"]), [15]);
    assert_eq!(cases(&["layer wide 0..30", "sandwich <9 row 1"]), [15]);
}
