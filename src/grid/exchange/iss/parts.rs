//! Rules as arguments of parts.

use crate::geometry::{Cell, Digit, Geometry};
use crate::grid::exchange::iss::items::{diagonal_from, name};
use crate::grid::exchange::iss::{base64, machine};
use crate::grid::exchange::said::Said;

/// Makes the arguments of a part of a rule; nothing where the type has no way to say it.
pub(super) type Write = fn(&Said<'_>, &Geometry) -> Option<Vec<String>>;

fn names(cells: &[Cell]) -> impl Iterator<Item = String> {
    cells.iter().map(|&cell| name(cell))
}

#[expect(clippy::unnecessary_wraps, reason = "as the others, for the table")]
pub(super) fn none(_: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    Some(Vec::new())
}

pub(super) fn cells(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    said.words.is_empty().then(|| Some(names(said.cells()?).collect()))?
}

/// A number before the cells.
pub(super) fn number(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    Some(std::iter::once(said.word()?.to_owned()).chain(names(said.cells()?)).collect())
}

pub(super) fn cage(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let total = if said.words.is_empty() { "0" } else { said.word().filter(|&total| total != "0")? };
    Some(std::iter::once(total.to_owned()).chain(names(said.cells()?)).collect())
}

/// Factors stand before their cells.
pub(super) fn sum(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let mut words = said.line.split_ascii_whitespace().skip(1);
    let total = words.next()?;
    let (mut factors, mut cells) = (Vec::new(), Vec::new());
    for word in words {
        let (factor, cell) = word.split_once('*').unwrap_or(("1", word));
        if factor.parse::<i64>().ok()?.abs() > 100 {
            return None;
        }
        factors.push(factor);
        cells.push(cell.parse::<Cell>().ok()?);
    }
    let is_plain = factors.iter().all(|&factor| factor == "1");
    let head = if is_plain { total.to_owned() } else { format!("{total}_=_{}", factors.join("_")) };
    Some(std::iter::once(head).chain(names(&cells)).collect())
}

pub(super) fn sum_line(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let (total, end) = match said.words[..] {
        [total] => (total, None),
        [total, "loop"] => (total, Some("LOOP".to_owned())),
        _ => return None,
    };
    Some(std::iter::once(total.to_owned()).chain(names(said.cells()?)).chain(end).collect())
}

pub(super) fn arrow_only(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let [circle, shaft] = said.both()?;
    (circle.len() == 1).then(|| names(circle).chain(names(shaft)).collect())
}

/// A pill has its length before it, and no digits above 9 behind its first cell.
pub(super) fn pill(said: &Said<'_>, board: &Geometry) -> Option<Vec<String>> {
    let [circle, shaft] = said.both()?;
    let is_pill = matches!(circle.len(), 2 | 3) && board.last_digit().get() <= 9;
    is_pill.then(|| std::iter::once(circle.len().to_string()).chain(names(circle)).chain(names(shaft)).collect())
}

/// Values in four cells that meet.
pub(super) fn quad(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let values = said.word()?.split(',').map(ToOwned::to_owned);
    Some(std::iter::once(name(said.square()?)).chain(values).collect())
}

#[expect(clippy::unnecessary_wraps, reason = "as the others, for the table")]
pub(super) fn groups(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let groups: Vec<Vec<String>> = said.groups.iter().map(|group| names(group).collect()).collect();
    Some(groups.join(&"-".to_owned()))
}

/// All cells, whatever groups they are in.
#[expect(clippy::unnecessary_wraps, reason = "as the others, for the table")]
pub(super) fn flat(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    Some(names(&said.groups.concat()).collect())
}

/// The number of the sets before their cells.
pub(super) fn sets(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let is_even = said.groups.iter().all(|group| group.len() == said.groups[0].len());
    is_even.then(|| std::iter::once(said.groups.len().to_string()).chain(names(&said.groups.concat())).collect())
}

/// Two cells that are side by side; the words of the rule are the usual ones.
pub(super) fn pair(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    Some(names(&said.neighbours()?).collect())
}

/// The greater one first.
pub(super) fn greater(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let [less, more] = said.neighbours()?;
    Some(vec![name(more), name(less)])
}

/// Values with `_` between them.
pub(super) fn contains(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    Some(std::iter::once(said.word()?.replace(',', "_")).chain(names(said.cells()?)).collect())
}

/// `2*3,0*4` is `2304`.
pub(super) fn look_and_say(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let mut clue = String::new();
    for count in said.word()?.split(',') {
        let (count, value) = count.split_once('*')?;
        if count.len() != 1 || value.len() != 1 {
            return None;
        }
        clue += count;
        clue += value;
    }
    Some(std::iter::once(clue).chain(names(said.cells()?)).collect())
}

/// The first cell of a diagonal, if the cells are those that ISS takes from there, to the edge.
pub(super) fn little_killer(said: &Said<'_>, board: &Geometry) -> Option<Vec<String>> {
    let cells = said.cells()?;
    let (&first, &last) = (cells.first()?, cells.last()?);
    let (rows, columns) = (board.rows(), board.columns());
    let (down, right) = diagonal_from(first, rows, columns)?;
    let step = |from: Cell| {
        let row = from.row().checked_add_signed(down).filter(|&row| row < rows)?;
        Some((row, from.column().checked_add_signed(right).filter(|&column| column < columns)?))
    };
    let is_along = cells.windows(2).all(|pair| step(pair[0]) == Some((pair[1].row(), pair[1].column())));
    (is_along && step(last).is_none()).then(|| Some(vec![said.word()?.to_owned(), name(first)]))?
}

fn line_name(said: &Said<'_>) -> Option<String> {
    let (number, is_row, _) = said.view()?;
    Some(format!("{}{number}", if is_row { 'R' } else { 'C' }))
}

pub(super) fn view(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    Some(vec![(*said.words.first()?).to_owned(), line_name(said)?])
}

pub(super) fn end(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let clue = (*said.words.first()?).to_owned();
    let is_first = matches!(said.view()?.2?, "left" | "top");
    let [first, last] = if is_first { [clue, String::new()] } else { [String::new(), clue] };
    Some(vec![line_name(said)?, first, last])
}

pub(super) fn row_or_column(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    let which = if said.keyword == "rowindexer" { "R" } else { "C" };
    Some(std::iter::once(which.to_owned()).chain(names(said.cells()?)).collect())
}

pub(super) fn regex(said: &Said<'_>, _: &Geometry) -> Option<Vec<String>> {
    Some(std::iter::once(base64::text(said.word()?.as_bytes())).chain(names(said.groups.get(1)?)).collect())
}

/// A table of pairs in bits, without a name.
pub(super) fn pairs(said: &Said<'_>, board: &Geometry) -> Option<Vec<String>> {
    let count = board.digit_count();
    let mut sixes = vec![0_u8; (count * count).div_ceil(6)];
    for pair in said.word()?.split(',') {
        let (a, b) = pair.split_once('-')?;
        let index = |text: &str| {
            let digit = Digit::try_new(text.parse().ok()?)?;
            board.has_digit(digit).then(|| board.digit_index(digit))
        };
        let at = index(a)? * count + index(b)?;
        sixes[at / 6] |= 1 << (at % 6);
    }
    while sixes.last() == Some(&0) {
        sixes.pop();
    }
    let head = [base64::of_six_bits(&sixes), "_".to_owned()];
    Some(head.into_iter().chain(names(said.groups.get(1)?)).collect())
}

pub(super) fn machine(said: &Said<'_>, board: &Geometry) -> Option<Vec<String>> {
    let data = machine::data(&said.words, board.first_digit().get().into(), board.digit_count() as u32)?;
    Some([data, "_".to_owned()].into_iter().chain(names(said.groups.get(1)?)).collect())
}
