//! Puzzles read from the lines of a drawing.

use std::collections::BTreeSet;

use crate::geometry::{Cell, Digit};
use crate::grid::exchange::Reading;
use crate::grid::exchange::cell_state::tell_words;
use crate::grid::exchange::draft::{Boxes, Draft, Exchanged};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem};
use crate::grid::exchange::json::{self, Item, Node};
use crate::grid::exchange::notes::Notes;
use crate::grid::exchange::penpa::lattice::{BESIDE, Lattice, MAX_SIDE};
use crate::grid::exchange::penpa::packed::{EDGES, NUMBERS, damaged, parse, unpack};

/// Keys named after rules.
const RULES: [&str; 4] = ["thermo", "nobulbthermo", "arrows", "killercages"];

/// The styles of an edge that is a border of regions: thick and black.
const THICK: [i64; 2] = [2, 21];

/// The ways to write a digit that fill its cell.
const FILLING: [&str; 2] = ["1", "10"];

/// Reads the puzzle in the parameter `p` of a link, with the solution in the parameter `a`.
///
/// # Errors
/// The first problem, with its key.
pub(crate) fn read(packed: &str, solution: Option<&str>, reading: &mut Reading) -> Result<Exchanged, ExchangeError> {
    let text = unpack(packed)?;
    let lines: Vec<&str> = text.lines().collect();
    let [head, _, _, question, answer, cells, ..] = lines[..] else { return Err(damaged()) };
    let head: Vec<&str> = head.split(',').collect();
    let kind = head[0];
    if !matches!(kind, "square" | "sudoku") {
        return Err(ExchangeError::whole(ExchangeProblem::expected("a grid of squares", kind)));
    }
    let number = |at: usize| head.get(at).and_then(|word| word.parse::<usize>().ok());
    let sides = number(1).zip(number(2)).filter(|&(columns, rows)| columns.max(rows) <= MAX_SIDE - 2 * BESIDE);
    let Some((columns, rows)) = sides else {
        let found = format!("{} by {}", head.get(1).unwrap_or(&""), head.get(2).unwrap_or(&""));
        let expected = format!("at most {0} rows and {0} columns", MAX_SIDE - 2 * BESIDE);
        return Err(ExchangeError::whole(ExchangeProblem::expected(expected, found)));
    };
    let lattice = Lattice::of(columns + 2 * BESIDE, rows + 2 * BESIDE, cells)?;
    let mut draft = Draft::new(lattice.rows, lattice.columns)?;
    draft.running.clone_from(&reading.running);
    let said = |at: usize, name: &str| {
        let text = head.get(at).map_or("", |text| text.trim()).replace("%2C", ",");
        text.strip_prefix(name).map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    Notes::set(&mut draft.notes.title, &said(15, "Title:"));
    Notes::set(&mut draft.notes.author, &said(16, "Author:"));
    let words = said(18, "").replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=");
    Notes::set(&mut draft.notes.rules, &words);
    read_question(&parse(question)?, &lattice, &mut draft, reading)?;
    read_answer(&parse(answer)?, reading)?;
    if let Some(packed) = solution {
        draft.notes.solution = stored(packed, &lattice);
    }
    tell_words(&draft.notes, "rules", reading);
    draft.finish()
}

fn read_question(
    item: &Item,
    lattice: &Lattice,
    draft: &mut Draft,
    reading: &mut Reading,
) -> Result<(), ExchangeError> {
    let root = Node::root(item);
    for (key, node) in root.entries()? {
        if node.is_nothing() || is_history(key) {
            continue;
        }
        match key {
            NUMBERS => read_numbers(&node, lattice, draft, reading)?,
            EDGES => read_edges(&node, lattice, draft, reading)?,
            key if RULES.contains(&key) => {
                let error = node.error(ExchangeProblem::NoRule(format!("{key} of Penpa")));
                if !reading.is_lenient {
                    return Err(error);
                }
                reading.passed_over.push(error);
            }
            _ => reading.passed_over.push(node.error(ExchangeProblem::Drawn)),
        }
    }
    Ok(())
}

/// Whether a key has what was drawn and undone.
fn is_history(key: &str) -> bool {
    matches!(key, "R" | "U" | "8")
}

/// Numbers: the text, the colour and the way to write it.
fn read_numbers(
    node: &Node<'_>,
    lattice: &Lattice,
    draft: &mut Draft,
    reading: &mut Reading,
) -> Result<(), ExchangeError> {
    for (place, number) in node.entries()? {
        let parts = number.items()?;
        // Small digits are a list, which is no text.
        let text = parts.first().and_then(Node::text).map(str::trim);
        let way = parts.get(2).and_then(Node::text).unwrap_or_default();
        match lattice.cell(place, draft) {
            _ if text == Some("") => {}
            Some(cell) if text.is_some() && FILLING.contains(&way) => {
                let digit = text.and_then(|text| text.parse().ok()).ok_or_else(|| number.expected("a digit"))?;
                draft.given(&number.path(), cell, digit)?;
            }
            _ => reading.passed_over.push(number.error(ExchangeProblem::Drawn)),
        }
    }
    Ok(())
}

/// Makes regions of the cells that no thick edge divides.
fn read_edges(
    node: &Node<'_>,
    lattice: &Lattice,
    draft: &mut Draft,
    reading: &mut Reading,
) -> Result<(), ExchangeError> {
    let mut walls: BTreeSet<[Cell; 2]> = BTreeSet::new();
    for (edge, style) in node.entries()? {
        match lattice.beside(edge, draft) {
            Some([Some(one), Some(other)]) if style.number().is_some_and(|style| THICK.contains(&style)) => {
                walls.insert([one, other]);
            }
            // The frame of the grid.
            Some([Some(_), None] | [None, Some(_)]) => {}
            _ => reading.passed_over.push(style.error(ExchangeProblem::Drawn)),
        }
    }
    if !walls.is_empty() {
        draft.boxes = Boxes::Regions(regions(&walls, draft));
    }
    Ok(())
}

/// The number of the region of each cell, from 1.
fn regions(walls: &BTreeSet<[Cell; 2]>, draft: &Draft) -> Vec<u32> {
    let mut numbers = vec![0; draft.rows * draft.columns];
    let at = |cell: Cell| cell.row() * draft.columns + cell.column();
    let mut last = 0;
    for first in draft.cells() {
        if numbers[at(first)] != 0 {
            continue;
        }
        last += 1;
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut numbers[at(cell)], last) == last {
                continue;
            }
            let (row, column) = (i64::from(cell.row() as u32), i64::from(cell.column() as u32));
            for (by_row, by_column) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let Some(next) = draft.cell(row + by_row, column + by_column) else { continue };
                if numbers[at(next)] == 0 && !walls.contains(&[cell.min(next), cell.max(next)]) {
                    open.push(next);
                }
            }
        }
    }
    numbers
}

/// Names what a player has written.
fn read_answer(item: &Item, reading: &mut Reading) -> Result<(), ExchangeError> {
    let root = Node::root(item);
    let written = |key: &str, node: &Node<'_>| !node.is_nothing() && !is_history(key);
    for (key, node) in root.entries()?.into_iter().filter(|(key, node)| written(key, node)) {
        let cells = node.entries().map_or(0, |entries| entries.len());
        let problem = if key == NUMBERS { ExchangeProblem::Players { cells } } else { ExchangeProblem::Drawn };
        reading.passed_over.push(ExchangeError::of(format!("answer.{key}"), problem));
    }
    Ok(())
}

/// The stored solution, if the solution has a digit for each cell: numbers stand in the fifth list, as `22,5`.
fn stored(packed: &str, lattice: &Lattice) -> Option<Vec<Option<Digit>>> {
    let item = json::parse(&unpack(packed).ok()?).ok()?;
    let lists = Node::root(&item).items().ok()?;
    let mut digits = vec![None; lattice.rows * lattice.columns];
    for node in lists.get(4)?.items().ok()? {
        let (place, digit) = node.text()?.split_once(',')?;
        let (row, column) = lattice.place(place.parse().ok()?);
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        *digits.get_mut(row * lattice.columns + column)? = Digit::try_new(digit.parse().ok()?);
    }
    digits.iter().all(Option::is_some).then_some(digits)
}

#[cfg(test)]
mod tests {
    use crate::grid::Grid;
    use crate::grid::exchange::{Exchange, ExchangeProblem, Exchanged, Reading, program_of, read};

    /// Lines packed for a link.
    fn packed(text: &str) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut out = String::new();
        for bytes in miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6).chunks(3) {
            let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(*bytes.get(at).unwrap_or(&0)));
            (0..=bytes.len()).for_each(|at| out.push(char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize])));
        }
        out
    }

    /// A 4×4 on a lattice of 8×8 with a frame of borders between its boxes, and more keys.
    fn four(head: &str, numbers: &str, more: &str, answer: &str) -> String {
        let borders = r#""75,83":2,"83,91":2,"91,99":2,"99,107":2,"89,90":2,"90,91":2,"91,92":2,"92,93":2"#;
        let lines = [
            head,
            "[0,0,0,0]",
            "{}",
            &format!(r#"{{zR:{{z_:[]}},zN:{{{numbers}}},zE:{{"73,74":2,{borders}}}{more}}}"#),
            &format!("{{zN:{{{answer}}},zS:{{}}}}"),
            "[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]",
            "[]",
        ];
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", packed(&lines.join("\n")))
    }

    const HEAD: &str = "sudoku,4,4,38,0,1,1,1,1,1,1,0,0,0,0,Title: Small%2C,Author: zoe,,Normal.%2DGo!,OFF,false";

    fn read_link(link: &str) -> (Result<Exchanged, String>, Vec<String>) {
        let mut reading = Reading::default();
        assert_eq!(program_of(link.as_bytes()), Some(Exchange::Penpa));
        let read = read(Exchange::Penpa, link, &mut reading).map_err(|error| {
            assert_eq!(error.at, 0);
            error.to_string()
        });
        (read, reading.passed_over.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn clues_and_regions_are_read() {
        let solution = (0..16).map(|at| format!("\"{},{}\"", 18 + at / 4 * 8 + at % 4, b"1234341221434321"[at] - b'0'));
        let solution = format!("[[],[],[],[],[{}],[]]", solution.collect::<Vec<_>>().join(","));
        let link = four(HEAD, r#""18":["1",1,"1"],"29":["",1,"1"],"45":["1",2,"10"]"#, "", "");
        let (read, passed_over) = read_link(&format!("{link}&a={}", packed(&solution)));
        let Exchanged { grid, notes } = read.unwrap();
        assert_eq!(grid, "1..............1".parse::<Grid>().unwrap());
        assert_eq!((notes.title.as_deref(), notes.author.as_deref()), (Some("Small,"), Some("zoe")));
        assert_eq!(notes.rules.as_deref(), Some("Normal.\nGo!"));
        assert_eq!(notes.stored(&grid).map(|grid| grid.clue_count()), Some(16));
        assert_eq!(passed_over, ["rules: rules in words are not read"]);
    }

    #[test]
    fn drawings_are_named_and_rules_refused() {
        let head = "square,4,4,38,0,1,1,1,1,1,1,0,0,0,0,Title: ,Author: ,,,OFF,false";
        let small = r#""18":["12",1,"5"],"19":[[1,0,1,0],1,"7"]"#;
        let (read, passed_over) = read_link(&four(head, small, r#",zY:{"18":[1,"zZ"]}"#, r#""18":["2",2,"1"]"#));
        assert_eq!(read.unwrap().grid.clue_count(), 0);
        let only_drawn = "only drawn: what rules the drawing shows is not known";
        let player = "answer.number: digits that a player wrote, no givens, in 1 of the cells";
        let drawn = ["number.18", "number.19", "symbol"].map(|key| format!("{key}: {only_drawn}"));
        let drawn: Vec<String> = drawn.into_iter().chain([player.to_owned()]).collect();
        assert_eq!(passed_over, drawn);
        for (key, value) in [("zT", "[[18,19]]"), ("z7", "[[18,19]]"), ("z6", "[[18,19]]"), ("z3", "[[18,19]]")] {
            let (read, _) = read_link(&four(head, "", &format!(",{key}:{value}"), ""));
            assert!(read.as_ref().is_err_and(|error| error.contains("no rule says this")), "{read:?}");
        }
    }

    #[test]
    fn other_drawings_are_refused() {
        let tri = HEAD.replacen("sudoku", "tri", 1);
        let large = HEAD.replacen("4,4", "900,4", 1);
        let hole = four(HEAD, "", "", "");
        let cases = [
            (four(&tri, "", "", ""), "expected a grid of squares, found tri"),
            (four(&large, "", "", ""), "expected at most 64 rows and 64 columns, found 900 by 4"),
            (four(HEAD, r#""18":["5",1,"1"]"#, "", ""), "number.18: expected a digit from 1 to 4, found 5"),
            (four(HEAD, r#""18":["x",1,"1"]"#, "", ""), "number.18: expected a digit, found "),
            (hole[..hole.len() - 20].to_owned(), "expected a drawing that Penpa has packed"),
            ("https://swaroopg92.github.io/penpa-edit/#m=edit".to_owned(), "expected a link with &p= and a drawing"),
        ];
        for (link, expected) in cases {
            let (read, _) = read_link(&link);
            assert!(read.as_ref().is_err_and(|error| error.starts_with(expected)), "{expected}: {read:?}");
        }
        let long = format!("https://swaroopg92.github.io/penpa-edit/#p={}", packed(&" ".repeat(5 << 20)));
        let problem = read(Exchange::Penpa, &long, &mut Reading::default()).unwrap_err().problem;
        assert!(matches!(problem, ExchangeProblem::TooLong(_)), "{problem}");
    }
}
