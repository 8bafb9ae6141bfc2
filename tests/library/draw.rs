//! Drawings as a program makes them: every rule is in the picture or in words, texts cannot break the SVG, nothing depends on
//! the run.

use satdoku::draw::{DrawError, Drawing, Note, Theme};
use satdoku::rule::{Ink, Mark};
use satdoku::sentences::{Language, SentenceKind, Topic};
use satdoku::{Candidate, Digit, Geometry, Grid, Rule};
use std::sync::Arc;

fn with_rules(lines: &[&str]) -> Grid {
    let grid = Grid::empty(&Arc::new(Geometry::boxes(3, 3).unwrap()));
    grid.with_rules(lines.iter().map(|line| line.parse().unwrap()).collect()).unwrap()
}

/// Checks that elements are closed in order and attributes quoted, and gives the texts.
fn texts(svg: &str) -> Vec<String> {
    let mut open = Vec::new();
    let mut texts = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("{part}"));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{svg}"),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap()),
        }
        if tag.starts_with("text") {
            texts.push(text.to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    texts
}

/// One rule of each kind on a board of nine.
const RULES: &[&str] = &[
    "killer 15 r1c1 r1c2 r2c1",
    "killer r1c1 r1c2",
    "littlekiller 23 r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9",
    "littlekiller 9 r5c5 r5c6",
    "arrow r1c1 : r1c2 r1c3",
    "arrow r9c1 r9c2 : r8c2 r8c3",
    "doublearrow r1c1 r1c2 r1c3 r1c4",
    "thermometer r1c1 r2c1 r2c2",
    "slowthermometer r1c1 r2c1",
    "palindrome r1c1 r2c1",
    "whispers 5 r1c1 r2c1",
    "renban r1c1 r2c1",
    "nabner r1c1 r2c1",
    "modular 3 r1c1 r2c1 r3c1",
    "entropic r1c1 r2c1 r3c1",
    "zipper r1c1 r2c1 r3c1",
    "regionsum r1c3 r1c4",
    "difference 1 r1c1 r1c2",
    "ratio 2 r1c1 r1c2",
    "pairsum 10 r1c1 r1c2",
    "less r1c1 r1c2",
    "copies r1c1 r1c2 : r5c5 r5c6",
    "odd r1c1",
    "even r1c1",
    "minimum r5c5",
    "maximum r5c5",
    "allowed 1,5,9 r1c1",
    "antiknight",
    "antiking",
    "antileaper 1 3",
    "nonconsecutive",
    "toroidal antiknight",
];

#[test]
fn every_rule_changes_the_picture_or_is_in_words() {
    let bare = Drawing::of(&with_rules(&[])).unwrap().with_words(false).to_svg();
    for line in RULES {
        let puzzle = with_rules(&[line]);
        let rule = &puzzle.rules().as_slice()[0];
        let drawing = Drawing::of(&puzzle).unwrap();
        let words = texts(&drawing.to_svg()).join(" ");
        let marks = rule.as_constrain().marks(puzzle.geometry());
        assert!(!marks.is_empty(), "{line}");
        let without_words = drawing.clone().with_words(false).to_svg();
        assert_ne!(without_words, bare, "{line}");
        if marks.iter().all(|mark| !matches!(mark, Mark::Global(_))) {
            assert_ne!(drawing.to_svg(), without_words, "{line}");
            assert!(!words.contains("Not in the picture"), "{line}: {words}");
        }
    }
}

#[test]
fn no_rule_leaves_the_drawing_as_it_is() {
    let small = Grid::empty(&Arc::new(Geometry::boxes(2, 2).unwrap()));
    let bare = Drawing::of(&small).unwrap();
    for line in crate::rules::LINES {
        let drawing = Drawing::of(&small.with_rules(vec![line.parse().unwrap()]).unwrap()).unwrap();
        assert_ne!(drawing.clone().with_words(false).to_svg(), bare.to_svg(), "{line}");
        assert_ne!(drawing.to_text(), bare.to_text(), "{line}");
        texts(&drawing.to_svg());
    }
}

/// Every rule of cells, moved to a layer: the words name each of the cells.
#[test]
fn rules_about_cells_beside_the_grid_are_in_words() {
    let small = Grid::empty(&Arc::new(Geometry::boxes(2, 2).unwrap()));
    let mut moved = 0;
    for line in crate::rules::LINES {
        let line = line.replace(" r", " L:r").replace("*r", "*L:r");
        let Ok(rules) = ["layer L 0..9", &line].iter().map(|line| line.parse()).collect::<Result<Vec<Rule>, _>>()
        else {
            continue;
        };
        // Some rules are about the grid alone.
        let Ok(puzzle) = small.clone().with_rules(rules) else { continue };
        let cells: Vec<&str> = line.split([' ', '*', '-']).filter(|word| word.starts_with("L:")).collect();
        let drawing = Drawing::of(&puzzle).unwrap();
        for words in [texts(&drawing.to_svg()).join(" "), drawing.to_text().replace('\n', " ")] {
            let unnamed = cells.iter().find(|cell| !words.contains(**cell));
            assert_eq!(unnamed, None, "{line}: {words}");
        }
        moved += usize::from(!cells.is_empty());
    }
    assert!(moved > 50, "{moved}");
}

#[test]
fn clues_beside_the_grid_are_in_the_picture() {
    let lines = ["layer shade 0..1", "layer size 1..9", "layer other 1..9", "layer far 1..2 1x2", "number N 1..7"];
    let puzzle = with_rules(&lines);
    let bare = Drawing::of(&puzzle).unwrap();
    let words = |drawing: &Drawing| texts(&drawing.to_svg()).join(" ");
    for (cell, value, is_in_words, sentence) in [
        ("shade:r1c1", 1, false, "Grey cells are those with shade 1."),
        ("shade:r1c2", 0, true, "Given as well: shade:r1c2 = 0."),
        ("size:r5c5", 7, false, "The small digit in the corner of a cell is its size."),
        ("other:r5c5", 8, true, "Given as well: other:r5c5 = 8."),
        ("far:r1c2", 2, true, "Given as well: far:r1c2 = 2."),
        ("N", 3, true, "Given as well: N = 3."),
    ] {
        let mut given = puzzle.clone();
        given.set(cell.parse().unwrap(), Some(Digit::new(value))).unwrap();
        let drawing = Drawing::of(&given).unwrap();
        assert!(words(&drawing).contains(sentence), "{cell}: {}", words(&drawing));
        let [drawn, undrawn] = [&drawing, &bare].map(|drawing| drawing.clone().with_words(false).to_svg());
        assert_ne!(drawn, undrawn, "{cell}");
        assert!(drawing.to_text().contains(&format!("{cell} = {value}")), "{cell}: {}", drawing.to_text());
        let answered = Drawing::of(&puzzle).unwrap().with_answers(&given).unwrap();
        assert_eq!(words(&answered).contains(sentence), !is_in_words, "{cell}");
    }
    // With one layer, its zeros are small digits.
    let mut only = with_rules(&["layer shade 0..1"]);
    only.set("shade:r1c2".parse().unwrap(), Some(Digit::new(0))).unwrap();
    let words = words(&Drawing::of(&only).unwrap());
    assert!(
        words.contains("The small digit in the corner of a cell is its shade.") && !words.contains("Given"),
        "{words}"
    );
}

/// The number and the cells of a rule's line, by which pictures list unclear rules.
fn place(line: &str) -> &str {
    line.split_once(' ').unwrap().1
}

#[test]
fn what_looks_alike_is_listed() {
    // Rules of which one would be drawn as another, or several as one; each by itself is clear.
    for lines in [
        &["equalsums r1c1 r1c2 : r1c3 r1c4", "equalsums r4c1 r4c2 : r4c3 r4c4"][..],
        &["countdistinct r1c1 : r1c2 r1c3", "countdistinct r5c1 : r5c2 r5c3"],
        &["countingcircles r1c1 r1c2", "countingcircles r2c1 r3c3"],
        &["sandwich 12 row 3", "xsum 20 row 3 left"],
        &["skyscraper 4 column 2 top", "fullrank 5 row 3 right"],
        &["whispers 5 r1c1 r2c1", "whispers 3 r1c4 r2c4"],
        &["rowindexer r1c1 r1c2", "columnindexer r1c2 r1c3"],
        // One covers the other.
        &["whispers 5 r1c1 r1c2 r1c3", "renban r1c1 r1c2 r1c3"],
        &["difference 1 r1c1 r1c2", "ratio 2 r1c1 r1c2"],
        &["contains 1,2 r1c1 r1c2 r2c1 r2c2", "contains 3,4 r1c1 r1c2 r2c1 r2c2"],
        &["odd r1c1", "arrow r1c1 : r2c2 r2c3"],
        &["thermometer r1c1 r1c2 r2c2", "between r1c1 r2c1 r3c1"],
        // They join.
        &["renban r1c1 r1c2", "renban r1c2 r1c3"],
        &["palindrome r1c1 r1c2 r2c2", "palindrome r2c2 r3c2 r3c3"],
    ] {
        for has_words in [true, false] {
            let words = |lines: &[&str]| {
                texts(&Drawing::of(&with_rules(lines)).unwrap().with_words(has_words).to_svg()).join(" ")
            };
            for line in lines {
                let place = place(line);
                assert!(words(lines).contains(place), "{line}: {}", words(lines));
                assert!(!words(&[line]).contains(place), "{line}: {}", words(&[line]));
            }
        }
    }
    // What could be another rule by itself: another line or pill or other cages have the same shape.
    let words = |line: &str| texts(&Drawing::of(&with_rules(&[line])).unwrap().to_svg()).join(" ");
    for line in [
        "palindrome r1c1 r1c5",
        "thermometer r1c1 r1c3",
        "arrow r1c1 : r2c2 r2c4",
        "arrow r3c1 r2c1 r1c1 : r4c1",
        "killer 7 r1c1 r2c2",
        "equalsums r1c1 r1c2 : r1c1 r2c1",
    ] {
        assert!(words(line).contains(place(line)), "{line}: {}", words(line));
    }
    for line in ["arrow r1c1 r2c1 r3c1 : r4c1", "killer 7 r1c1 r1c2 r2c2", "whispers 5 r1c1 r2c2 r3c3"] {
        assert!(!words(line).contains(place(line)), "{line}: {}", words(line));
    }
    // Joined whispers say what one line of both says, and lines may share a stem.
    for lines in
        [["whispers 5 r1c1 r1c2", "whispers 5 r1c2 r1c3"], ["thermometer r1c1 r1c2 r1c3", "thermometer r1c1 r1c2 r2c2"]]
    {
        let words = texts(&Drawing::of(&with_rules(&lines)).unwrap().to_svg()).join(" ");
        assert!(!words.contains("Here:"), "{words}");
    }
    // Where groups of one tint meet cannot be seen.
    let svg = Drawing::of(&with_rules(&["samedigits r1c1 : r1c2", "minimum r5c5"])).unwrap().to_svg();
    let words = texts(&svg).join(" ");
    assert!(words.contains("Here: r1c1 : r1c2.") && !words.contains("r5c5"), "{words}");
}

#[test]
fn what_a_negative_rule_leaves_out_is_said() {
    let words = |lines: &[&str]| texts(&Drawing::of(&with_rules(lines)).unwrap().to_svg()).join(" ");
    let negative = "negative ratio 2 except r1c1 r1c2";
    assert!(words(&["negative pairsum 10"]).contains("Digits in adjacent cells never add up to 10."));
    assert!(
        words(&[negative]).contains("neither is twice the other. Exceptions: r1c1 r1c2."),
        "{}",
        words(&[negative])
    );
    // The dot of another kind is what the pair is known by.
    let told = "of two adjacent digits without a dot, neither is twice the other.";
    let marked = words(&[negative, "difference 1 r1c2 r1c1"]);
    assert!(marked.contains(told) && !marked.contains("Exceptions"), "{marked}");
    // A pair that is marked is left out, too.
    let further = words(&[negative, "difference 1 r1c1 r1c2", "ratio 2 r5c5 r5c6"]);
    assert!(further.contains(told) && !further.contains("Exceptions"), "{further}");
}

#[test]
fn candidates_that_a_rule_leaves_are_not_seen_among_all() {
    let puzzle = with_rules(&["allowed 1,5 r1c1"]);
    let drawing = Drawing::of(&puzzle).unwrap();
    assert!(!texts(&drawing.to_svg()).join(" ").contains("Not in the picture"));
    let cell = puzzle.geometry().cell(0);
    let candidates = puzzle.geometry().digits().map(|digit| Candidate::new(cell, digit));
    let all = texts(&drawing.with_candidates(candidates).to_svg());
    assert!(all.join(" ").contains("Not in the picture: allowed 1,5 r1c1"), "{all:?}");
    assert_eq!(all.iter().filter(|text| text.parse::<u8>().is_ok()).count(), 2, "{all:?}");
}

#[test]
fn sets_and_squares_that_could_be_others_are_said() {
    let words = |text: &str| texts(&Drawing::of(&text.parse::<Grid>().unwrap()).unwrap().to_svg()).join(" ");
    let board = |units: &str| format!("3 3\n{units}\n{}", ". . . . . . . . .\n".repeat(9));
    let apart = words(&board("unit r1c1 r1c2 r2c1 r2c2 r5c5 r5c6"));
    assert!(apart.contains("Digits do not repeat in the cells r1c1 r1c2 r2c1 r2c2 r5c5 r5c6."), "{apart}");
    assert!(!words(&board("unit r1c1 r1c2 r2c1 r2c2\nunit r5c5 r5c6")).contains("r1c1"));
    let squares = |name: &str| {
        let board = Arc::new(name.parse::<Geometry>().unwrap());
        texts(&Drawing::of(&Grid::empty(&board)).unwrap().to_svg()).join(" ")
    };
    assert!(squares("butterfly").contains("squares that overlap: 9×9 (r1c1), 9×9 (r1c4), 9×9 (r4c1), 9×9 (r4c4)."));
    assert!(!squares("samurai").contains("squares"));
}

#[test]
fn tints_of_rules_are_no_units() {
    let units = "unit r1c1 r1c2 r1c4 r1c5 r2c1 r3c4 r4c7 r5c2 r6c3";
    let words = |rules: &[&str]| {
        let text = format!("3 3\n{units}\n{}\n{}", rules.join("\n"), ". . . . . . . . .\n".repeat(9));
        let puzzle: Grid = text.parse().unwrap();
        texts(&Drawing::of(&puzzle).unwrap().to_svg()).join(" ")
    };
    // Nine cells in several pieces could be several sets.
    assert!(words(&["odd r9c9"]).contains("Each digit appears once in the cells r1c1 r1c2"));
    let window = "r2c2 r2c3 r2c4 r3c2 r3c3 r3c4 r4c2 r4c3 r4c4";
    let words = |rules: &[&str]| {
        let text = format!("3 3\nunit {window}\n{}\n{}", rules.join("\n"), ". . . . . . . . .\n".repeat(9));
        texts(&Drawing::of(&text.parse::<Grid>().unwrap()).unwrap().to_svg()).join(" ")
    };
    assert!(words(&["rowindexer r9c9"]).contains("once in the tinted area."), "{}", words(&["rowindexer r9c9"]));
    let covered = words(&["rowindexer r2c2"]);
    assert!(covered.contains("once in the cells r2c2 r2c3") && !covered.contains("tinted area"), "{covered}");
    // A tint of the colour that a rule has.
    let alike = words(&["minimum r9c9"]);
    assert!(alike.contains("once in the cells r2c2 r2c3"), "{alike}");
}

#[test]
fn diagonals_and_groups_are_drawn_as_people_draw_them() {
    let of = |units: &str| {
        let text = format!("3 3\n{units}\n{}", ". . . . . . . . .\n".repeat(9));
        let drawing = Drawing::of(&text.parse::<Grid>().unwrap()).unwrap();
        (texts(&drawing.to_svg()).join(" "), drawing.with_words(false).to_svg())
    };
    let (_, bare) = of("");
    let (words, groups) = of("disjointgroups");
    assert_eq!(
        (words.as_str(), groups == bare),
        ("Digits in the same position of different boxes are different.", false)
    );
    let (words, single) = of("unit r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9");
    assert_eq!(words, "Each digit appears once on the marked diagonal.");
    assert!(texts(&single).is_empty() && single != bare);
    // Rows as regions are no regions.
    let rows = "1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n";
    let latin = Drawing::of(&format!("regions 4\n{rows}{}", ". . . .\n".repeat(4)).parse::<Grid>().unwrap()).unwrap();
    let plain = Drawing::of(&format!("latin 4\n{}", ". . . .\n".repeat(4)).parse::<Grid>().unwrap()).unwrap();
    assert_eq!(latin.to_svg(), plain.to_svg());
}

#[test]
fn sentences_are_made_for_the_picture() {
    let words = |lines: &[&str], language: Language| {
        texts(&Drawing::of(&with_rules(lines)).unwrap().with_language(language).to_svg()).join(" ")
    };
    let english = |lines: &[&str]| words(lines, Language::English);
    assert_eq!(
        english(&["difference 1 r1c1 r1c2", "difference 1 r5c5 r5c6"]),
        "Digits separated by a white dot are consecutive."
    );
    assert_eq!(english(&["difference 1 r1c1 r1c2"]), "The digits separated by the white dot are consecutive.");
    assert!(english(&["killer 9 r1c1 r1c2", "killer r5c1 r5c2"]).contains("If a cage has a number"));
    assert!(english(&["whispers 5 r1c1 r2c1"]).contains("along the green line differ by at least 5."));
    let german = words(&["whispers 5 r1c1 r2c1", "whispers 5 r1c4 r2c4"], Language::German);
    assert!(
        german.contains("Auf jeder grünen Linie unterscheiden sich benachbarte Ziffern um mindestens 5."),
        "{german}"
    );
    let between = Topic::plain(SentenceKind::Between);
    assert!(Language::English.say(&between, 2, Some(Ink::Orange)).starts_with("Digits along an orange line lie "));
    assert!(Language::English.say(&between, 2, None).starts_with("Digits along a line lie "));
    // A table is told by its name, and told once.
    let table = ["pairs \"Odd and even\" 1-2,2-1 : r1c1 r1c2", "pairs \"Odd and even\" 1-2,2-1 : r5c1 r5c2"];
    assert_eq!(english(&table), "The digits along each line, from its circle on, keep the rule “Odd and even”.");
    // A setter's words take the place of all sentences.
    let drawing = Drawing::of(&with_rules(&["antiknight", "odd r1c1"])).unwrap();
    assert_eq!(texts(&drawing.with_setters_words("Knights differ.").to_svg()), ["Knights differ."]);
}

#[test]
fn sentences_say_no_less_than_the_rules() {
    let told = |board: &str, lines: &[&str]| {
        let rules: Vec<_> = lines.iter().map(|line| line.parse().unwrap()).collect();
        let sentences = Language::English.sentences(&board.parse().unwrap(), &rules);
        sentences.into_iter().map(|sentence| sentence.text).collect::<Vec<_>>()
    };
    // A minimum beside a maximum is no unshaded cell: the signs tell both.
    assert_eq!(
        told("3x3", &["minimum r1c1", "maximum r1c2"]),
        ["Each inequality sign points at the smaller of its two digits."]
    );
    assert!(told("3x3", &["minimum r1c1 r1c2", "maximum r5c5"])[0].contains("in an unshaded cell"));
    // A line of nine cells need not have both the 0 and the 9.
    assert!(told("3x3", &["sandwich 9 row 1"])[0].contains("between the 1 and the 9 in"));
    assert!(told("9x9/10", &["sandwich 9 row 1"])[0].contains("between the lowest and the highest digit of"));
    assert!(told("2x2", &["fullrank 3 row 1 left"])[0].ends_with("and no other line is equal to that line."));
    assert!(told("2x2", &["fullrank 3 row 1 left ties"])[0].contains("equal numbers share the lowest"));
    let circles = told("3x3", &["contains 1,2 r1c1 r1c2 r2c1 r2c2", "contains 3,3 r3c3 r3c4 r4c3 r4c4"]);
    assert!(circles.len() == 1 && circles[0].ends_with("each at least as often as in the circle."), "{circles:?}");
}

#[test]
fn what_finds_no_room_is_listed() {
    let cages: Vec<String> = (1..9).map(|last| format!("killer {} r1c1 r1c2 r2c{last}", last + 10)).collect();
    let puzzle = with_rules(&cages.iter().map(String::as_str).collect::<Vec<_>>());
    let words = texts(&Drawing::of(&puzzle).unwrap().with_words(false).to_svg()).join(" ");
    let is_drawn = |total: u32| texts(&Drawing::of(&puzzle).unwrap().to_svg()).contains(&total.to_string());
    for (total, line) in (11..).zip(&cages) {
        assert!(is_drawn(total) || words.contains(line), "{line}: {words}");
    }
    assert!(words.contains("Not in the picture: killer 18"), "{words}");
}

#[test]
fn strange_texts_stay_texts() {
    let puzzle = with_rules(&["killer 1000000 r9c9"]);
    let title = "</svg><script>&\"'\u{1}\u{fffe}]]>";
    let svg = Drawing::of(&puzzle).unwrap().with_title(title).with_text("a < b & c").to_svg();
    let texts = texts(&svg);
    assert!(texts.iter().any(|text| text.contains("&lt;/svg&gt;&lt;script&gt;&amp;")), "{texts:?}");
    assert!(!svg.contains("<script") && !svg.contains('\u{1}') && !svg.contains('\u{fffe}'));
    assert!(texts.contains(&"1000000".to_owned()), "{texts:?}");
}

#[test]
fn a_title_above_a_tiny_board_breaks_at_blanks() {
    let tiny = Grid::empty(&Arc::new(Geometry::boxes(1, 2).unwrap()));
    let svg = Drawing::of(&tiny).unwrap().with_title("Championship Sudoku").to_svg();
    assert!(texts(&svg).iter().any(|text| text.contains("Championship")), "{svg}");
}

#[test]
fn boards_of_all_kinds_are_drawn_in_all_themes() {
    for word in ["2x2", "2x3", "windoku", "3x3+diagonals", "latin9", "samurai", "6x8/8", "4x4", "5x5", "12x12"] {
        let board: Geometry = word.parse().unwrap();
        let grid = Grid::empty(&Arc::new(board));
        for &theme in Theme::all() {
            let drawing = Drawing::of(&grid).unwrap().with_theme(theme);
            let svg = drawing.to_svg();
            texts(&svg);
            assert_eq!(svg, drawing.to_svg(), "{word}");
            assert_eq!(svg.contains("prefers-color-scheme"), theme == Theme::Auto);
        }
    }
    let large = Grid::empty(&Arc::new(Geometry::latin(501).unwrap()));
    assert_eq!(Drawing::of(&large).unwrap_err(), DrawError::Cells { most: 250_000, found: 251_001 });
    let ruled: Grid = ".".repeat(81).parse().unwrap();
    let ruled = ruled.with_rules((0..10_001).map(|_| "odd r1c1".parse().unwrap()).collect()).unwrap();
    assert_eq!(Drawing::of(&ruled).unwrap_err(), DrawError::Rules { most: 10_000, found: 10_001 });
}

#[test]
fn answers_and_notes_are_on_the_board() {
    let puzzle: Grid = "1...............".parse().unwrap();
    let solution: Grid = "1234341221434321".parse().unwrap();
    let drawing = Drawing::of(&puzzle).unwrap();
    let digits = |svg: &str| texts(svg).iter().filter(|text| text.len() == 1).count();
    assert_eq!(digits(&drawing.to_svg()), 1);
    let answered = drawing.clone().with_answers(&solution).unwrap();
    assert_eq!(digits(&answered.to_svg()), 16);
    let beside = drawing.clone().with_solution_beside(&solution).unwrap();
    assert_eq!(digits(&beside.to_svg()), 17);
    assert_eq!(drawing.clone().with_answers(&with_rules(&[])).unwrap_err(), DrawError::Board);
    let candidates: Vec<Candidate> =
        ["r1c2=2", "r1c2=3", "r4c4=1", "r9c9=1", "r1c1=1", "r2c2=9"].iter().map(|text| text.parse().unwrap()).collect();
    // Three of them are on the board and in empty cells.
    assert_eq!(digits(&drawing.clone().with_candidates(candidates.clone()).to_svg()), 4);
    let chain = drawing.clone().with_note(Note::Chain(candidates.clone())).with_note(Note::Struck(candidates));
    assert_eq!(digits(&chain.to_svg()), 4);
    let discs = |share: f32| {
        let svg = drawing.clone().with_note(Note::Shares(vec![("r1c2=2".parse().unwrap(), share)])).to_svg();
        (digits(&svg), svg)
    };
    let [none, quarter, all, beyond] = [0.0, 0.25, 1.0, 7.0].map(discs);
    assert_eq!([none.0, quarter.0, all.0], [2, 2, 2]);
    assert!(none.1 != quarter.1 && quarter.1 != all.1 && all.1 == beyond.1);
    let clash = drawing.with_note(Note::Clash(vec!["r1c1".parse().unwrap(), "r7c7".parse().unwrap()]));
    assert_ne!(clash.to_svg(), clash.clone().with_note(Note::Look(vec!["r2c2".parse().unwrap()], Ink::Green)).to_svg());
}

#[cfg(feature = "pictures")]
#[test]
fn pixels_and_pages_are_what_they_say() {
    use satdoku::draw::{Book, BookOptions, Paper};
    let puzzle = with_rules(RULES);
    let drawing = Drawing::of(&puzzle).unwrap().with_width(300);
    let png = drawing.to_png().unwrap();
    assert!(png.starts_with(b"\x89PNG") && png[16..20] == 300_u32.to_be_bytes());
    assert!(drawing.to_pdf().unwrap().starts_with(b"%PDF"));
    assert!(matches!(drawing.clone().with_width(20_000).to_png(), Err(DrawError::Picture(_))));
    for per_page in [0, 13] {
        assert!(Book::new(BookOptions { per_page, ..BookOptions::default() }).is_err());
    }
    let solution: Grid =
        satdoku::Solver::Auto.solve(&with_rules(&[])).unwrap().satisfiable().map(satdoku::Solution::into_grid).unwrap();
    let pages = |count: usize, per_page: usize, paper: Paper| {
        let mut book = Book::new(BookOptions { per_page, paper, ..BookOptions::default() }).unwrap();
        for _ in 0..count {
            book.push(&Drawing::of(&with_rules(&[])).unwrap().with_solution_beside(&solution).unwrap()).unwrap();
        }
        let pdf = book.finish().unwrap();
        String::from_utf8_lossy(&pdf).matches("/Type/Page/").count()
    };
    // Twenty solutions are on a page.
    assert_eq!(pages(1, 1, Paper::A4), 2);
    assert_eq!(pages(13, 6, Paper::Letter), 4);
    assert_eq!(pages(21, 12, Paper::A4), 4);
    assert_eq!(pages(13, 6, Paper::Pocket), 6);
}

#[cfg(feature = "pictures")]
#[test]
fn a_book_has_sections_a_cover_and_solutions_where_they_are_wanted() {
    use satdoku::draw::{Book, BookOptions, Section, SolutionPlace};
    let solved = |board: &str| {
        let empty = Grid::empty(&std::sync::Arc::new(board.parse().unwrap()));
        let solution = satdoku::Solver::Auto.solve(&empty).unwrap().satisfiable().unwrap().into_grid();
        Drawing::of(&empty).unwrap().with_solution_beside(&solution).unwrap()
    };
    let (classic, large) = (solved("3x3"), solved("4x4"));
    let section = |title: &str| Section { title: title.to_owned(), puzzles: 2, ..Section::default() };
    let sections = [section("One"), Section { per_page: Some(1), ..section("Two") }];
    let pages = |solutions: SolutionPlace, drawing: &Drawing| {
        let mut book = Book::new(BookOptions { title: "T".to_owned(), solutions, ..BookOptions::default() }).unwrap();
        book.cover("Words.", &sections).unwrap();
        for section in &sections {
            book.section(section.clone()).unwrap();
            for _ in 0..2 {
                book.push(drawing).unwrap();
            }
        }
        let late = book.cover("", &[]).unwrap_err().to_string();
        assert!(late.contains("the cover must be the first page"), "{late}");
        String::from_utf8_lossy(&book.finish().unwrap()).matches("/Type/Page/").count()
    };
    // A cover, a page of two puzzles and two of one.
    assert_eq!(pages(SolutionPlace::None, &classic), 4);
    assert_eq!(pages(SolutionPlace::UpsideDown, &classic), 4);
    assert_eq!(pages(SolutionPlace::Behind, &classic), 5);
    // Small digits of a 16×16 solution could not be read.
    assert_eq!(pages(SolutionPlace::UpsideDown, &large), 5);
    let mut book = Book::new(BookOptions::default()).unwrap();
    assert!(book.section(Section { per_page: Some(13), ..Section::default() }).is_err());
    let long = Section { about: "word ".repeat(2000), ..section("Long") };
    let long = book.section(long).unwrap_err().to_string();
    assert!(long.contains("the words of the section \"Long\" take more than 40 % of a page"), "{long}");
}
