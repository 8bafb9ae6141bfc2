//! Random small boards and puzzles on them, most of which no setter would make: many have no solution at all. Puzzle k is
//! always the same.

use std::sync::Arc;

use satdoku::generate::Random;
use satdoku::geometry::Square;
use satdoku::{Cell, Digit, Geometry, Grid};

use crate::agreement::brute_force::{Answer, first};
use crate::agreement::puzzles::jigsaw;

/// The largest side.
const MAX_SIDE: usize = 9;

/// Puzzle `number`: a board of side 1 to 9, and clues on it.
pub(crate) fn puzzle(number: u64) -> Grid {
    let random = &mut Random::new(number, 1);
    let side = 1 + number as usize % MAX_SIDE;
    let board = Arc::new(extended(regions(side, random), random));
    clues(&board, random)
}

/// Puzzle `number` on a board that is no square with a cell for each digit in each unit, or has a digit 0, or no boxes.
pub(crate) fn other_puzzle(number: u64) -> Grid {
    let random = &mut Random::new(number, 2);
    let board = match number % 4 {
        0 => overlapping(random),
        1 => Geometry::latin(2 + random.below(5)).unwrap(),
        2 if random.below(3) == 0 => {
            Geometry::free(1 + random.below(4), 1 + random.below(4), 1 + random.below(4)).unwrap()
        }
        _ => canvas(random),
    };
    let board = extended(board, random);
    let board =
        if random.below(3) == 0 { board.clone().with_digits(0..=board.digit_count() - 1).unwrap() } else { board };
    clues(&Arc::new(board), random)
}

/// Puzzle `number` with one to four random rules on a small board. A solution of the board fixes their numbers now and then.
pub(crate) fn ruled_puzzle(number: u64) -> Grid {
    let random = &mut Random::new(number, 3);
    let word = ["2x2", "2x3", "latin4", "3x4/4", "2x2+digits:0..3", "regions:1112142244233433"][random.below(6)];
    let board: Arc<Geometry> = Arc::new(word.parse().unwrap());
    let full = match first(&Grid::empty(&board), STEPS) {
        Answer::Solution(digits) => digits,
        _ => vec![0; board.cell_count()],
    };
    let full: Vec<i64> = full.into_iter().map(|digit| i64::from(board.digit(digit).get())).collect();
    let may_be = |rule: &satdoku::Rule| Grid::empty(&board).with_rules(vec![rule.clone()]).is_ok();
    let rules = (0..=random.below(4)).map(|_| rule(&board, &full, random)).filter(may_be).collect();
    let mut puzzle = Grid::empty(&board);
    for cell in random.shuffled(board.cell_count()).into_iter().take(random.below(board.cell_count() / 2)) {
        let (cell, digit) = (board.cell(cell), Digit::new(u16::try_from(full[cell]).unwrap()));
        puzzle.set(cell, Some(digit)).unwrap();
    }
    puzzle.with_rules(rules).unwrap()
}

/// Puzzle `number` with a rule that brings a layer, up to two rules about its cells, and clues of a solution in grid and layer, where
/// there is one.
pub(crate) fn layered_puzzle(number: u64) -> Grid {
    let random = &mut Random::new(number, 4);
    let board: Arc<Geometry> =
        Arc::new(["latin3", "latin4", "2x2", "2x2+digits:0..4"][random.below(4)].parse().unwrap());
    loop {
        let Ok(layered) = Grid::empty(&board).with_rules(layers(&board, random)) else { continue };
        let cells: Vec<Cell> = layered.geometry().cells().collect();
        let mut puzzle = layered;
        for _ in 0..random.below(3) {
            let rule = about_layers(&cells, random);
            puzzle = puzzle.with_rule(rule).unwrap_or(puzzle);
        }
        let board = Arc::clone(puzzle.geometry());
        let full = match first(&puzzle, STEPS / 4) {
            Answer::Solution(full) => full,
            Answer::None => return puzzle,
            // Brute force would not judge it.
            Answer::Unknown => continue,
        };
        let count = board.cell_count() / 2 + random.below(board.cell_count() / 3);
        for at in random.shuffled(board.cell_count()).into_iter().take(count) {
            puzzle.set(board.cell(at), Some(board.digit(full[at]))).unwrap();
        }
        return puzzle;
    }
}

/// A rule that brings layers, or a layer with connected cells.
fn layers(board: &Geometry, random: &mut Random) -> Vec<satdoku::Rule> {
    let cells = |count: usize, random: &mut Random| {
        let cells = random.shuffled(board.cell_count()).into_iter().take(count).map(|at| board.cell(at).to_string());
        cells.collect::<Vec<_>>()
    };
    let clues = cells(1 + random.below(3), random);
    let lines = match random.below(14) {
        0 => vec!["yinyang L".to_owned()],
        1 => vec!["loop L".to_owned()],
        2 => vec!["snake L".to_owned()],
        3 => vec!["snake L apart".to_owned()],
        4 => vec!["doublers L M".to_owned()],
        5 => vec!["stars L 1".to_owned()],
        6 => vec![format!("cave L M {}", clues.join(" "))],
        7 => vec![format!("nurikabe L {}", clues.join(" "))],
        8 => vec![format!("galaxies L {}", clues.join(" : "))],
        9 => vec!["schrodinger L M".to_owned()],
        10 => vec!["chaos L".to_owned()],
        11 => vec![format!("fillomino L {}", clues.join(" "))],
        12 => vec!["layer L 0..1".to_owned(), "connected 1 L".to_owned()],
        _ => vec!["layer L 0..2".to_owned(), format!("connected 1,2 size {} L", 2 + random.below(5))],
    };
    lines.iter().map(|line| line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// A random rule about cells of the grid and of layers.
fn about_layers(cells: &[Cell], random: &mut Random) -> satdoku::Rule {
    let picked: Vec<Cell> = random.shuffled(cells.len()).into_iter().take(4).map(|at| cells[at]).collect();
    let words: Vec<String> = picked.iter().map(ToString::to_string).collect();
    let [a, b, c, d] = &words[..] else { panic!("{words:?}") };
    let number = random.below(5);
    let line = match random.below(14) {
        0 => format!("relation a+b!=c : {a} {b} {c}"),
        1 => format!("samecount {a} : {b} {c} {d}"),
        2 => format!("runlength {a} : {b} {c} : {d}"),
        3 => format!("scan s=0 next (s+x) mod 3 accept s={} : {a} {b} {c} {d}", number % 3),
        4 => format!("sum {number} {a} {b}"),
        5 => format!("less {a} {b}"),
        6 => format!("not less {a} {b}"),
        7 => format!("someof 1..2 odd {a} | odd {b} | less {c} {d}"),
        8 => format!("allof odd {a} & ( anyof odd {b} | less {c} {d} )"),
        9 => format!("anyof sum {number} {a} {b} | odd {c} & less {b} {d}"),
        10 => format!("killer {} {a} {b}", number + 1),
        11 => format!("countdistinct {a} : {b} {c} {d}"),
        12 => format!("allowed {number},1 {a}"),
        _ => format!("relation max(a,b)>=min(c,{number}) : {a} {b} {c}"),
    };
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A random rule, in three of four cases one that a full grid keeps if its kind has a number.
fn rule(board: &Geometry, full: &[i64], random: &mut Random) -> satdoku::Rule {
    let path = |count: usize, random: &mut Random| -> Vec<Cell> {
        let mut cells = vec![board.cell(random.below(board.cell_count()))];
        while cells.len() < count {
            let last = cells[cells.len() - 1];
            let near = |cell: &Cell| {
                cell.row().abs_diff(last.row()) <= 1
                    && cell.column().abs_diff(last.column()) <= 1
                    && !cells.contains(cell)
            };
            let beside: Vec<Cell> = board.cells().filter(near).collect();
            if beside.is_empty() {
                break;
            }
            cells.push(beside[random.below(beside.len())]);
        }
        cells
    };
    let count = 2 + random.below(3);
    let cells = path(count, random);
    let value = |cell: &Cell| full[board.index(*cell)];
    let made: i64 = cells.iter().map(value).sum();
    let total = if random.below(4) == 0 { made + 1 } else { made };
    let words = |cells: &[Cell]| {
        let words: Vec<String> = cells.iter().map(ToString::to_string).collect();
        format!(" {}", words.join(" "))
    };
    let all = words(&cells);
    let (one, two) = (words(&cells[..1]), words(&cells[..2]));
    let apart = (value(&cells[0]) - value(&cells[1])).abs();
    let line = match random.below(48) {
        number @ 24.. => made_up(number - 24, board, &value, &cells, random),
        0 | 1 => format!("killer {total}{all}"),
        2 => format!("killer{all}"),
        3 | 4 => format!("littlekiller {total}{all}"),
        5 if cells.len() > 2 => format!("arrow{two} :{}", words(&cells[2..])),
        5 | 6 => format!("arrow{one} :{}", words(&cells[1..])),
        7 if cells.len() > 2 => format!("doublearrow{all}"),
        7 | 8 => format!("thermometer{all}"),
        9 => format!("slowthermometer{all}"),
        10 => format!("palindrome{all}"),
        11 => format!("whispers {}{all}", 1 + random.below(2)),
        12 => format!("renban{all}"),
        13 => format!("nabner{two}"),
        14 => format!("modular {}{all}", 2 + random.below(2)),
        15 => format!("entropic{all}"),
        16 => format!("zipper{all}"),
        17 => format!("regionsum{all}"),
        18 => format!("difference {apart}{two}"),
        19 => format!("ratio {}{two}", 1 + random.below(3)),
        20 => format!("pairsum {}{two}", value(&cells[0]) + value(&cells[1])),
        21 => ["less", "odd", "even", "minimum", "maximum"][random.below(5)].to_owned() + &two,
        22 => match random.below(3) {
            0 => format!("allowed {},{}{one}", value(&cells[0]), random.below(4)),
            1 => format!("copies{one} :{}", words(&cells[1..2])),
            _ => "nonconsecutive".to_owned(),
        },
        _ => [
            "antiknight",
            "antiking",
            "antileaper 1 3",
            "toroidal antiknight",
            "toroidal nonconsecutive",
            "toroidal antileaper 1 5",
        ][random.below(6)]
        .to_owned(),
    };
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The line of a random rule that is read in order, counts, or looks from outside.
fn made_up(
    number: usize,
    board: &Geometry,
    value: &dyn Fn(&Cell) -> i64,
    cells: &[Cell],
    random: &mut Random,
) -> String {
    let words = |cells: &[Cell]| {
        let words: Vec<String> = cells.iter().map(ToString::to_string).collect();
        format!(" {}", words.join(" "))
    };
    let all = words(cells);
    let (one, rest) = (words(&cells[..1]), words(&cells[1..]));
    let made: i64 = cells.iter().map(value).sum();
    // A row or a column of the board, as values and as words.
    let place = board.cell(random.below(board.cell_count()));
    let is_row = random.below(2) == 0;
    let is_in = |cell: &Cell| if is_row { cell.row() == place.row() } else { cell.column() == place.column() };
    let mut line: Vec<i64> = board.cells().filter(is_in).map(|cell| value(&cell)).collect();
    let (mut name, number_of) = if is_row { ("row", place.row() + 1) } else { ("column", place.column() + 1) };
    let is_turned = random.below(2) == 1;
    if is_turned {
        line.reverse();
    }
    let end = match (is_row, is_turned) {
        (true, false) => "left",
        (true, true) => "right",
        (false, false) => "top",
        (false, true) => "bottom",
    };
    let view = format!("{name} {number_of} {end}");
    let seen = (0..line.len()).filter(|&at| line[..at].iter().all(|before| *before < line[at])).count();
    let shown = usize::try_from(line[0] - 1).ok().and_then(|at| line.get(at)).copied();
    match number {
        0 => format!("skyscraper {seen} {view}"),
        1 => format!("xsum {} {view}", line.iter().take(usize::try_from(line[0]).unwrap_or(1).max(1)).sum::<i64>()),
        2 => format!("numberedroom {} {view}", shown.unwrap_or(1)),
        3 => format!("hiddenskyscraper {} {view}", line[1..].iter().min().unwrap_or(&1)),
        4 => {
            name = if is_row { "row" } else { "column" };
            format!("sandwich {} {name} {number_of}", random.below(6))
        }
        5 => format!("fullrank {} {view}", 1 + random.below(4 * board.digit_count())),
        6 => format!("between{all}"),
        7 => format!("lockout {}{all}", random.below(3)),
        8 => format!("sum {} 2*{}{rest}", made + value(&cells[0]), one.trim()),
        9 => format!("equalsums{one} :{rest}"),
        10 => format!("sumline {made}{}{all}", if random.below(2) == 0 { " loop" } else { "" }),
        11 => format!("lunchbox {}{all}", random.below(5)),
        12 => format!("rellik {}{all}", 1 + random.below(9)),
        13 => format!("equality{all}"),
        14 => format!("contains {}{all}", value(&cells[0])),
        15 => format!("exactly {}*{}{all}", random.below(3), value(&cells[0])),
        16 => format!("countdistinct{one} :{rest}"),
        17 => format!("countingcircles{all}"),
        18 => format!("samedigits{one} :{}", words(&cells[1..2])),
        19 => ["rowindexer", "columnindexer", "boxindexer"][random.below(3)].to_owned() + &one,
        20 if cells.len() > 2 => format!("valueindexer{one} :{} :{}", words(&cells[1..2]), words(&cells[2..])),
        20 | 21 => format!("relation a*2!=b+{} :{all}", random.below(4)),
        22 => match random.below(3) {
            0 => format!("regex .*{}.* :{all}", value(&cells[0])),
            1 => format!("automaton 0 1 0/1,2,3/1 1/0,2,4/0 0/4/0 :{all}"),
            _ => format!("anyof killer {made}{all} | less{} & odd{one}", words(&cells[..2])),
        },
        _ => ["antitaxicab", "negative difference 2", "globalmodular 2", "dutchflatmates", "regionsamedigits"]
            [random.below(5)]
        .to_owned(),
    }
}

/// Two or three squares of side 4 or 6 at random places of a small canvas.
fn overlapping(random: &mut Random) -> Geometry {
    let (box_rows, box_columns) = [(2, 2), (2, 2), (2, 3)][random.below(3)];
    let mut squares: Vec<Square> = Vec::new();
    for _ in 0..2 + random.below(2) {
        let corner = Cell::new(random.below(4) as u16, random.below(4) as u16);
        if squares.iter().all(|square| square.corner != corner) {
            squares.push(Square { box_rows, box_columns, corner });
        }
    }
    Geometry::overlapping(&squares).unwrap()
}

/// A canvas with as many digits as its longer side, or some more, and boxes, regions or none.
fn canvas(random: &mut Random) -> Geometry {
    let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
    let board = Geometry::canvas(rows, columns, rows.max(columns) + random.below(3)).unwrap();
    let (box_rows, box_columns) = (1 + random.below(rows), 1 + random.below(columns));
    let fits = rows % box_rows == 0 && columns % box_columns == 0 && box_rows * box_columns <= board.digit_count();
    match random.below(3) {
        0 if fits => board.with_boxes(box_rows, box_columns).unwrap(),
        1 => {
            // Regions of any size that is possible, and cells in none.
            let mut left: Vec<usize> = vec![usize::MAX, board.digit_count(), 1 + random.below(board.digit_count())];
            left.extend([board.digit_count(); 2]);
            let draw = |_: Cell| {
                let region = random.below(left.len());
                let is_free = left[region] > 0;
                left[region] -= usize::from(is_free);
                if is_free { region.min(board.cell_count()) as u32 } else { 0 }
            };
            let numbers: Vec<u32> = board.cells().map(draw).collect();
            board.with_regions(&numbers).unwrap()
        }
        _ => board,
    }
}

/// A board by its boxes or regions.
fn regions(side: usize, random: &mut Random) -> Geometry {
    match random.below(8) {
        0 => {
            let rows: Vec<usize> = (1..=side).filter(|rows| side.is_multiple_of(*rows)).collect();
            let rows = rows[random.below(rows.len())];
            Geometry::boxes(rows, side / rows).unwrap()
        }
        // Any cells are a region.
        1 => {
            let order = random.shuffled(side * side);
            numbered(side, |cell| order[cell] / side)
        }
        2 | 3 => Geometry::clone(&jigsaw(side, random)),
        // Regions that are nearly rows or columns, so that what two units leave over is little.
        kind => {
            let mut region: Vec<usize> = (0..side * side).map(|cell| cell / side).collect();
            for _ in 0..=random.below(side) {
                let cell = random.below(side * side);
                let below = (cell + side) % (side * side);
                let other = if random.below(2) == 0 { below } else { random.below(side * side) };
                region.swap(cell, other);
            }
            let is_turned = kind % 2 == 0;
            numbered(side, |cell| region[if is_turned { cell % side * side + cell / side } else { cell }])
        }
    }
}

fn numbered(side: usize, region: impl Fn(usize) -> usize) -> Geometry {
    let numbers: Vec<u32> = (0..side * side).map(|cell| region(cell) as u32 + 1).collect();
    Geometry::regions(side, &numbers).unwrap()
}

/// Diagonals and extra units for some boards: any cells, or nearly those of another unit.
fn extended(board: Geometry, random: &mut Random) -> Geometry {
    let has_diagonals = random.below(4) == 0 && board.clone().with_diagonals().is_ok();
    let mut board = if has_diagonals { board.with_diagonals().unwrap() } else { board };
    let units = if random.below(3) == 0 { 1 + random.below(3) } else { 0 };
    for _ in 0..units {
        let all: Vec<Cell> = random.shuffled(board.cell_count()).into_iter().map(|cell| board.cell(cell)).collect();
        // Where units may be short, any number of cells up to the number of digits.
        let most = board.digit_count().min(all.len());
        let is_plain = board.square_side().is_some() && board.has_full_units_only();
        let mut cells = all[..if is_plain { most } else { 1 + random.below(most) }].to_vec();
        if random.below(2) == 0 && board.unit_count() > 0 {
            let units: Vec<_> = board.units().collect();
            cells = board.unit(units[random.below(units.len())]).to_vec();
            let other = all.iter().find(|cell| !cells.contains(cell)).copied();
            let place = random.below(cells.len());
            cells[place] = other.unwrap_or(cells[place]);
        }
        board = board.with_unit(&cells).unwrap();
    }
    board
}

/// Steps to look for a solution whose digits become clues.
const STEPS: u64 = 20_000;

/// No clue, a few that do not clash, or some of a solution, of which one may be changed.
fn clues(board: &Arc<Geometry>, random: &mut Random) -> Grid {
    let cells = board.cell_count();
    let mut grid = Grid::empty(board);
    let way = random.below(6);
    let solution = match (way, first(&grid, STEPS)) {
        (3.., Answer::Solution(solution)) => Some(solution),
        _ => None,
    };
    let wanted = match way {
        0 => 0,
        1 => 1 + random.below(board.digit_count()),
        2 => cells / 4,
        _ => cells * (10 + random.below(50)) / 100,
    };
    for cell in random.shuffled(cells).into_iter().take(wanted) {
        let digit = solution.as_ref().map_or_else(|| random.below(board.digit_count()), |digits| digits[cell]);
        let (cell, digit) = (board.cell(cell), board.digit(digit));
        if grid.can_place(cell, digit) {
            grid.set(cell, Some(digit)).unwrap();
        }
    }
    if way == 5 {
        let cell = board.cell(random.below(cells));
        let digit = board.digit(random.below(board.digit_count()));
        if grid.get(cell).is_none() || grid.can_place(cell, digit) {
            grid.set(cell, grid.can_place(cell, digit).then_some(digit)).unwrap();
        }
    }
    grid
}
