//! No text is ever another puzzle: grids in many spellings, whole and damaged, read by detection alone.
//!
//! A whole text is read as its puzzle or refused. A damaged one is judged by an oracle of its own, which knows nothing of the
//! reader: a table of cells, each a digit or the one sign for an empty cell. What the oracle calls a plain grid is read as that grid
//! or refused; what it does not is refused.
//!
//! `SATDOKU_TESTS=thorough` tries 100,000 texts, else some thousand or fewer; `SATDOKU_READINGS=FILE` writes the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use satdoku::grid::format::{Format, Puzzles, ReadOptions};
use satdoku::{Geometry, Grid};

use crate::common::cases;

/// Boards whose shape a text of cells alone tells.
const USUAL: [&str; 12] = ["2x2", "2x3", "3x3", "2x4", "2x5", "3x4", "4x4", "5x5", "1x5", "1x7", "6x6", "3x3"];

/// Boards that a text must name.
const OTHER: [&str; 13] = [
    "3x2",
    "4x2",
    "3x3+diagonals",
    "3x3+windows",
    "latin6",
    "latin9",
    "regions:1112142244233433",
    "2x2+digits:0..3",
    "3x3+digits:0..8",
    "6x8/8",
    "samurai",
    "1x1",
    "2x2+unit:r1c1,r2c3,r3c2,r4c4",
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        // Knuth's MMIX constants; the low bits are the weak ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// How a digit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    Numerals,
    Lower,
    Hex,
    From,
    Numbers,
}

/// How cells stand in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Line,
    Tight,
    Blanks,
    Commas,
    Semicolons,
    Tabs,
    Quoted,
    Bars,
    BarsInside,
    AllBars,
    AllBarsInside,
    Frame,
    LightFrame,
    Markdown,
    MarkdownHead,
    Database,
    Labels,
    Groups,
    Slashes,
    List,
    Braces,
    Matrix,
    Latex,
    Html,
    Mail,
    Single,
    Spread,
    FullWidth,
    Arabic,
    Colours,
}

const LAYOUTS: [Layout; 30] = [
    Layout::Line,
    Layout::Tight,
    Layout::Blanks,
    Layout::Commas,
    Layout::Semicolons,
    Layout::Tabs,
    Layout::Quoted,
    Layout::Bars,
    Layout::BarsInside,
    Layout::AllBars,
    Layout::AllBarsInside,
    Layout::Frame,
    Layout::LightFrame,
    Layout::Markdown,
    Layout::MarkdownHead,
    Layout::Database,
    Layout::Labels,
    Layout::Groups,
    Layout::Slashes,
    Layout::List,
    Layout::Braces,
    Layout::Matrix,
    Layout::Latex,
    Layout::Html,
    Layout::Mail,
    Layout::Single,
    Layout::Spread,
    Layout::FullWidth,
    Layout::Arabic,
    Layout::Colours,
];

const SIGNS: [&str; 10] = [".", "0", "_", "*", "-", "?", "x", "·", "□", ""];

/// The words of a grid's cells; none where the letters have no such digit.
fn words(grid: &Grid, letters: Letters, sign: &str) -> Option<Vec<String>> {
    let side = grid.geometry().digit_count();
    let numeral = |value: usize| char::from_digit(value as u32, 36).map(|c| c.to_ascii_uppercase());
    let word = |value: usize| {
        Some(match letters {
            Letters::Numbers => value.to_string(),
            Letters::Numerals if side <= 35 => numeral(value)?.to_string(),
            Letters::Lower if side > 9 && side <= 35 => numeral(value)?.to_string().to_lowercase(),
            Letters::Hex if side > 9 && side <= 35 && sign != "0" => numeral(value - 1)?.to_string(),
            Letters::From if side <= 26 => char::from(b'A' + value as u8 - 1).to_string(),
            _ => return None,
        })
    };
    let cell = |digit: &Option<satdoku::Digit>| match digit {
        None => Some(sign.to_owned()),
        Some(digit) => word(usize::from(digit.get())),
    };
    grid.digits().iter().map(cell).collect()
}

/// A grid in a layout; none where the words do not fit it.
// An arm for each layout.
#[allow(clippy::too_many_lines)]
fn spelled(board: &Geometry, words: &[String], layout: Layout) -> Option<String> {
    let side = board.digit_count();
    let is_tight = words.iter().all(|word| word.chars().count() == 1);
    let (rows, columns) = board.plain_boxes().unwrap_or((1, side));
    let mut out = String::new();
    let line = |out: &mut String, before: &str, between: &str, behind: &str, row: &[String]| {
        let _ = writeln!(out, "{before}{}{behind}", row.join(between));
    };
    let boxed = |row: &[String], between: &str, bar: &str| {
        row.chunks(columns).map(|part| part.join(between)).collect::<Vec<_>>().join(bar)
    };
    let lines: Vec<&[String]> = words.chunks(side).collect();
    let has_nothing = words.iter().any(String::is_empty);
    let rule = |width: usize| "-".repeat(width);
    match layout {
        Layout::Line if is_tight => out = words.concat() + "\n",
        Layout::Tight if is_tight => lines.iter().for_each(|row| line(&mut out, "", "", "", row)),
        Layout::Blanks if !has_nothing => lines.iter().for_each(|row| line(&mut out, "", " ", "", row)),
        Layout::Commas => lines.iter().for_each(|row| line(&mut out, "", ",", "", row)),
        Layout::Semicolons => lines.iter().for_each(|row| line(&mut out, "", ";", "", row)),
        Layout::Tabs => lines.iter().for_each(|row| line(&mut out, "", "\t", "", row)),
        Layout::Quoted => lines.iter().for_each(|row| line(&mut out, "\"", "\",\"", "\"", row)),
        Layout::AllBars => lines.iter().for_each(|row| line(&mut out, "|", "|", "|", row)),
        Layout::AllBarsInside => lines.iter().for_each(|row| line(&mut out, "", "|", "", row)),
        Layout::Bars | Layout::BarsInside if is_tight && rows > 1 && columns > 1 && columns < side => {
            let (between, bar) = if layout == Layout::Bars { (" ", " | ") } else { ("", "|") };
            for (index, row) in lines.iter().enumerate() {
                let text = boxed(row, between, bar);
                if index > 0 && index % rows == 0 {
                    let _ = writeln!(out, "{}", rule(text.chars().count()));
                }
                let _ = writeln!(out, "{text}");
            }
        }
        Layout::Frame | Layout::LightFrame if !has_nothing && rows > 1 && columns > 1 && columns < side => {
            let width = words.iter().map(|word| word.chars().count()).max()?;
            let (corner, bar, stroke) = if layout == Layout::Frame { ("+", "|", "-") } else { ("┼", "│", "─") };
            let wall = stroke.repeat((width + 1) * columns + 1);
            let border = format!("{corner}{}\n", format!("{wall}{corner}").repeat(side / columns));
            for (index, row) in lines.iter().enumerate() {
                if index % rows == 0 {
                    out += &border;
                }
                let part = |part: &[String]| {
                    let padded: Vec<String> = part.iter().map(|word| format!("{word:>width$}")).collect();
                    format!(" {} ", padded.join(" "))
                };
                let parts: Vec<String> = row.chunks(columns).map(part).collect();
                let _ = writeln!(out, "{bar}{}{bar}", parts.join(bar));
            }
            out += &border;
        }
        Layout::Markdown | Layout::MarkdownHead | Layout::Database => {
            let (edge, cross) = if layout == Layout::Database { ("", "+") } else { ("|", "|") };
            let head: Vec<String> = (0..side).map(|at| format!("c{}", at + 1)).collect();
            if layout != Layout::Markdown {
                let _ = writeln!(out, "{edge} {} {edge}", head.join(" | "));
                let _ = writeln!(out, "{edge}{}{edge}", vec!["----"; side].join(cross));
            }
            for (index, row) in lines.iter().enumerate() {
                let _ = writeln!(out, "{edge} {} {edge}", row.join(" | "));
                if layout == Layout::Markdown && index == 0 {
                    let _ = writeln!(out, "{edge}{}{edge}", vec!["---"; side].join(cross));
                }
            }
        }
        Layout::Labels if !has_nothing && side > 3 => {
            let head: Vec<String> = (1..=side).map(|at| at.to_string()).collect();
            let _ = writeln!(out, "   {}", head.join(" "));
            for (index, row) in lines.iter().enumerate() {
                let _ = writeln!(out, "{}  {}", index + 1, row.join(" "));
            }
        }
        Layout::Groups if is_tight && columns > 1 && columns < side => {
            for (index, row) in lines.iter().enumerate() {
                if index > 0 && index % rows == 0 {
                    out.push('\n');
                }
                let _ = writeln!(out, "{}", boxed(row, "", " "));
            }
        }
        Layout::Slashes if is_tight && side > 3 => {
            out = lines.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/") + "\n";
        }
        Layout::List | Layout::Braces | Layout::Matrix
            if words.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit()) && !word.is_empty()) =>
        {
            let (open, close, between, row_between) = match layout {
                Layout::List => ("[", "]", ", ", ",\n "),
                Layout::Braces => ("{", "}", ",", ",\n"),
                _ => ("", "", " ", "; "),
            };
            let rows: Vec<String> = lines.iter().map(|row| format!("{open}{}{close}", row.join(between))).collect();
            let (open, close) = if layout == Layout::Braces { ("{", "};") } else { ("[", "]") };
            out = format!("{open}{}{close}\n", rows.join(row_between));
        }
        Layout::Latex => lines.iter().for_each(|row| line(&mut out, "", " & ", r" \\", row)),
        Layout::Html => {
            out += "<table>\n";
            for row in &lines {
                line(&mut out, "<tr><td>", "</td><td>", "</td></tr>", row);
            }
            out += "</table>\n";
        }
        Layout::Mail if !has_nothing => lines.iter().for_each(|row| line(&mut out, "> ", " ", "", row)),
        Layout::Single if is_tight && side > 3 => words.iter().for_each(|word| out += &(word.clone() + "\n")),
        Layout::Spread if is_tight && side > 5 => {
            let (first, rest) = words.split_at(side + side / 2);
            out = format!("{}\n{}\n", first.concat(), rest.concat());
        }
        Layout::FullWidth | Layout::Arabic if is_tight && side <= 9 => {
            let zero = if layout == Layout::FullWidth { '０' } else { '٠' };
            let other = |c: char| c.to_digit(10).and_then(|d| char::from_u32(zero as u32 + d)).unwrap_or(c);
            let other = |word: &String| word.chars().map(other).collect::<String>();
            for row in &lines {
                out += &(row.iter().map(other).collect::<String>() + "\n");
            }
        }
        Layout::Colours if is_tight => {
            for row in &lines {
                line(&mut out, "\u{1b}[1;34m", "\u{1b}[0m\u{1b}[1m", "\u{1b}[0m", row);
            }
        }
        _ => return None,
    }
    Some(out)
}

/// A random puzzle of a board without a clash: a shuffled pattern with holes.
fn puzzle(board: &Arc<Geometry>, share: usize, dice: &mut Dice) -> Grid {
    let side = board.digit_count();
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        if dice.below(100) >= share {
            continue;
        }
        let from = usize::from(board.first_digit().get());
        let start = dice.below(side);
        let digits = (0..side).map(|at| satdoku::Digit::new((from + (start + at) % side) as u16));
        let fitting = digits.into_iter().find(|&digit| grid.can_place(cell, digit));
        if let Some(digit) = fitting {
            grid.set(cell, Some(digit)).unwrap();
        }
    }
    grid
}

/// The puzzles of a text: each grid, or nothing where it is refused.
fn read(text: &str) -> Vec<Option<Grid>> {
    Puzzles::new(text.as_bytes(), ReadOptions::default()).map(Result::ok).collect()
}

/// How often a spelling was read, refused, and taken for another puzzle.
type Table = BTreeMap<String, [usize; 3]>;

fn judge(table: &mut Table, key: &str, text: &str, expected: &Grid, wrong: &mut Vec<String>) {
    let found = read(text);
    let row = table.entry(key.to_owned()).or_default();
    match found.as_slice() {
        [Some(grid)] if grid == expected => row[0] += 1,
        grids if grids.iter().all(Option::is_none) => row[1] += 1,
        grids => {
            row[2] += 1;
            wrong.push(format!("{key}\n{text}read as {grids:?}\nfor     {expected}"));
        }
    }
}

fn texts() -> usize {
    cases(3_000, 100_000)
}

#[test]
fn a_whole_text_is_its_puzzle_or_refused() {
    let mut dice = Dice(20);
    let (mut table, mut wrong) = (Table::new(), Vec::new());
    let letters = [Letters::Numerals, Letters::Numbers, Letters::Lower, Letters::Hex, Letters::From];
    let (mut tried, wanted) = (0, cases(450, texts()));
    while tried < wanted {
        let board: Arc<Geometry> = Arc::new(USUAL[dice.below(USUAL.len())].parse().unwrap());
        let share = [3, 30, 60, 100][dice.below(4)];
        let grid = puzzle(&board, share, &mut dice);
        let layout = LAYOUTS[dice.below(LAYOUTS.len())];
        let (letters, sign) = (letters[dice.below(letters.len())], SIGNS[dice.below(SIGNS.len())]);
        let Some(words) = words(&grid, letters, sign) else { continue };
        let Some(text) = spelled(&board, &words, layout) else { continue };
        tried += 1;
        judge(&mut table, &format!("{layout:?} {letters:?} {sign:?}"), &text, &grid, &mut wrong);
    }
    report("whole", &table);
    if let Ok(path) = std::env::var("SATDOKU_READINGS") {
        std::fs::write(format!("{path}.wrong"), wrong.join("\n\n")).unwrap();
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n\n"));
    let read: usize = table.values().map(|row| row[0]).sum();
    // Most spellings are read, not only refused.
    assert!(read * 10 > tried * 8, "{read} of {tried} are read");
}

#[test]
fn what_a_format_writes_of_any_board_is_that_puzzle_or_refused() {
    let mut dice = Dice(21);
    let (mut table, mut wrong) = (Table::new(), Vec::new());
    for round in 0..texts() / 300 {
        for word in USUAL.iter().chain(&OTHER) {
            let board: Arc<Geometry> = Arc::new(word.parse().unwrap());
            let grid = puzzle(&board, [5, 40, 100][round % 3], &mut dice);
            for &format in Format::all() {
                let mut text = format.prologue().to_owned();
                // Cells alone tell the usual board of their number: a form that leaves the board out is read on that one.
                // Cells tell that digits begin with 0 where one of them is 0.
                let has_zero = grid.digits().iter().flatten().any(|digit| digit.get() == 0);
                let is_unusual = word.contains("digits") && has_zero || ["6x8/8", "samurai"].contains(word);
                let tells = format.carries(&grid).is_ok() || is_unusual;
                if tells && format.write(&grid, &mut text).is_ok() {
                    judge(&mut table, &format!("{format} {word}"), &text, &grid, &mut wrong);
                }
            }
        }
    }
    report("formats", &table);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n\n"));
}

/// Writes a table where it is asked for.
fn report(name: &str, table: &Table) {
    let Ok(path) = std::env::var("SATDOKU_READINGS") else { return };
    let mut out = String::new();
    for (key, [read, refused, wrong]) in table {
        let _ = writeln!(out, "{name}\t{key}\t{read}\t{refused}\t{wrong}");
    }
    std::fs::write(format!("{path}.{name}"), out).unwrap();
}

/// A damage that people and programs do to a text of cells.
fn damage(text: &str, dice: &mut Dice) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = dice.below(characters.len());
    match dice.below(6) {
        // What a scanner misreads.
        0 => {
            const MISREAD: [(char, char); 8] =
                [('1', 'l'), ('0', 'O'), ('5', 'S'), ('7', 'T'), ('8', 'B'), ('2', 'Z'), ('6', 'b'), ('9', 'g')];
            let digits: Vec<usize> =
                (0..characters.len()).filter(|&i| MISREAD.iter().any(|(digit, _)| *digit == characters[i])).collect();
            if let Some(&i) = digits.get(dice.below(digits.len().max(1))) {
                let letter = MISREAD.iter().find(|(digit, _)| *digit == characters[i]).map_or('?', |pair| pair.1);
                characters[i] = letter;
            }
        }
        1 => drop(characters.remove(at)),
        2 => characters.insert(at, characters[at]),
        // Another sign for an empty cell.
        3 => {
            let signs: Vec<usize> = (0..characters.len()).filter(|&i| ".0_*-?x".contains(characters[i])).collect();
            if let Some(&i) = signs.get(dice.below(signs.len().max(1))) {
                characters[i] = [',', '0', '.', '_', 'x', 'o'][dice.below(6)];
            }
        }
        // A row is shifted: its last character stands before its first.
        4 => {
            let start = characters[..at].iter().rposition(|&c| c == '\n').map_or(0, |end| end + 1);
            let end = characters[at..].iter().position(|&c| c == '\n').map_or(characters.len(), |length| at + length);
            characters[start..end].rotate_right(1.min(end - start));
        }
        _ => {
            let next = (at + 1).min(characters.len() - 1);
            characters.swap(at, next);
        }
    }
    characters.into_iter().collect()
}

/// The grid of a text as its looks say: N lines of N words or characters, of which each is a digit of the side or the one sign
/// for an empty cell. `Err` where the text is no such table at all.
fn oracle(text: &str, is_tight: bool) -> Option<Vec<u16>> {
    let rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            if is_tight {
                line.chars().filter(|c| !c.is_whitespace()).map(String::from).collect()
            } else {
                line.split_whitespace().map(String::from).collect()
            }
        })
        .collect();
    let side = rows.len();
    if side < 2 || rows.iter().any(|row| row.len() != side) {
        return None;
    }
    let cells: Vec<&String> = rows.iter().flatten().collect();
    let mut sign: Option<&String> = None;
    let mut values = Vec::new();
    for cell in &cells {
        match cell.parse::<u16>() {
            Ok(value) if (1..=side as u16).contains(&value) => values.push(value),
            Ok(1..) => return None,
            _ => {
                if *sign.get_or_insert(cell) != *cell || cell.chars().count() > 1 {
                    return None;
                }
                values.push(0);
            }
        }
    }
    let count = cells.iter().filter(|cell| Some(**cell) == sign).count();
    let is_letter = sign.is_some_and(|sign| sign.chars().all(char::is_alphabetic));
    (!is_letter || count * 5 >= cells.len()).then_some(values)
}

/// Two rows of an 8×8 grid that lost the line feed between them are as long as a 4×4 grid.
#[test]
fn rows_that_ran_together_are_no_grid_and_hide_no_line_behind_them() {
    let rows = ["8x475xxx", "xxx1x6xx", "xxxx4xxxxxxxxxxx", "54xxxx2x", "2xxxxxxx", "x1xxxxx2", "3xx4xx7x"];
    assert!(read(&rows.join("\n")).iter().all(Option::is_none));
    let batch = read(&format!("{}\n{}\n12345678x\n", &rows[..2].join("\n"), ".".repeat(81)));
    assert_eq!(batch.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn a_damaged_list_of_candidates_is_refused_at_the_damage() {
    let list = |at: usize| {
        (1..=9).filter(|digit| !(at + digit).is_multiple_of(3)).map(|digit: usize| digit.to_string()).collect()
    };
    let mut cells: Vec<String> = (0..81).map(list).collect();
    cells[40] = "12x45".to_owned();
    let rows: Vec<String> = cells.chunks(9).map(|row| row.join(" ")).collect();
    let refused = Puzzles::new(rows.join("\n").as_bytes(), ReadOptions::default()).next().unwrap().unwrap_err();
    assert!(refused.to_string().starts_with("5:29: ") && refused.to_string().contains("12x45"), "{refused}");
}

#[test]
fn a_damaged_text_is_refused_unless_it_is_plainly_a_grid() {
    let mut dice = Dice(22);
    let (mut plain, mut refused, mut tried) = (0, 0, 0);
    let mut wrong = Vec::new();
    while tried < texts() {
        let board: Arc<Geometry> = Arc::new(["2x3", "3x3", "3x3", "2x4"][dice.below(4)].parse().unwrap());
        let grid = puzzle(&board, [30, 50, 100][dice.below(3)], &mut dice);
        let is_tight = dice.below(2) == 0;
        let layout = if is_tight { Layout::Tight } else { Layout::Blanks };
        let sign = SIGNS[dice.below(SIGNS.len() - 1)];
        let Some(text) = words(&grid, Letters::Numerals, sign).and_then(|words| spelled(&board, &words, layout)) else {
            continue;
        };
        let damaged = damage(&text, &mut dice);
        if damaged == text {
            continue;
        }
        tried += 1;
        let expected = oracle(&damaged, is_tight);
        let found = read(&damaged);
        match found.as_slice() {
            [Some(grid)] => {
                let values: Vec<u16> = grid.digits().iter().map(|digit| digit.map_or(0, satdoku::Digit::get)).collect();
                if expected.as_ref() == Some(&values) {
                    plain += 1;
                } else {
                    wrong.push(format!("{damaged}read as {grid}\nfor\n{text}"));
                }
            }
            grids if grids.iter().all(Option::is_none) => refused += 1,
            grids => wrong.push(format!("{damaged}read as {grids:?}\nfor\n{text}")),
        }
    }
    if let Ok(path) = std::env::var("SATDOKU_READINGS") {
        let line = format!("{tried} damaged texts: {plain} plain grids, {refused} refused, {} wrong\n", wrong.len());
        std::fs::write(format!("{path}.damaged"), line).unwrap();
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n\n"));
    assert!(plain > 0 && refused > tried / 3, "{plain} plain, {refused} refused of {tried}");
}
