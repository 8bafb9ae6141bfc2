//! The pictures of a race. A picture without content is left out.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use crate::plot::{Axis, Figure, Point, Series};
use crate::statistics::{is_answered, median, par2};
use crate::{Record, Results};

/// A picture has no more entrants: more could not be told apart.
const MOST_ENTRANTS: usize = 12;

/// A picture has no more points of one entrant: more could not be told apart.
const MOST_POINTS: usize = 1000;

/// Shares of clues that differ by less are shown together.
const SHARE_STEP: f64 = 5.0;

/// The pictures of a race, in order.
pub(crate) fn figures(results: &Results) -> Vec<Figure> {
    let limit = results.time.as_secs_f64();
    let all = results.entrants.len();
    let results = &of_the_best(results);
    let mut figures: Vec<Figure> = [by_side(results), cactus(results)].into_iter().flatten().collect();
    figures.extend(by_share(results));
    figures.extend([by_number(results), scatter(results)].into_iter().flatten());
    for figure in &mut figures {
        figure.limit = limit;
        if all > MOST_ENTRANTS && figure.name != "scatter" {
            let _ = write!(figure.caption, " Of {all} solvers the {MOST_ENTRANTS} with the lowest PAR-2 are shown.");
        }
    }
    figures
}

/// The race as if only the entrants with the lowest PAR-2 over all runs had taken part, where there are too many.
fn of_the_best(results: &Results) -> Results {
    let mut best = results.clone();
    best.entrants = ranked(results).into_iter().take(MOST_ENTRANTS).cloned().collect();
    best.entrants.sort_by_key(|name| results.entrants.iter().position(|entrant| entrant == name));
    best.records.retain(|record| best.entrants.contains(&record.entrant));
    best
}

/// The entrants with runs, the lowest PAR-2 first.
fn ranked(results: &Results) -> Vec<&String> {
    let mut by_entrant: HashMap<&str, Vec<&Record>> = HashMap::new();
    results.records.iter().for_each(|record| by_entrant.entry(&record.entrant).or_default().push(record));
    let mut ranked: Vec<&String> =
        results.entrants.iter().filter(|name| by_entrant.contains_key(name.as_str())).collect();
    ranked.sort_by_cached_key(|name| par2(&by_entrant[name.as_str()], results.time));
    ranked
}

fn of<'a>(results: &'a Results, entrant: &str, takes: impl Fn(&Record) -> bool) -> Vec<&'a Record> {
    results.records.iter().filter(|record| record.entrant == entrant && takes(record)).collect()
}

/// The points of every entrant that has points.
fn series(results: &Results, has_line: bool, points: impl Fn(&str) -> Vec<Point>) -> Vec<Series> {
    let series = results.entrants.iter().map(|name| Series { name: name.clone(), points: points(name), has_line });
    series.filter(|series| !series.points.is_empty()).collect()
}

/// The median at x; at the limit, and hollow, where the run in the middle has no answer.
fn at_median(x: f64, records: &[&Record], limit: f64) -> Option<Point> {
    if records.is_empty() {
        return None;
    }
    let median = median(records).map(|time| time.as_secs_f64());
    Some(Point { x, y: median.unwrap_or(limit), band: None, is_out: median.is_none() })
}

fn by_side(results: &Results) -> Option<Figure> {
    let sides: BTreeSet<usize> = results.records.iter().map(|record| record.side).collect();
    let limit = results.time.as_secs_f64();
    let points = |name: &str| {
        let at = |&side: &usize| at_median(number(side), &of(results, name, |record| record.side == side), limit);
        sides.iter().filter_map(at).collect()
    };
    (sides.len() > 1).then(|| Figure {
        name: "time-by-side".to_owned(),
        title: "Run time against the side of the grid".to_owned(),
        caption:
            "The median time over all runs at a side. A hollow mark on the dashed line: the median run has no answer."
                .to_owned(),
        x: Axis {
            name: "side of the grid, in cells".to_owned(),
            marks: sides.iter().map(|&side| (number(side), side.to_string())).collect(),
            is_time: false,
        },
        y: "median time of a run".to_owned(),
        series: series(results, true, points),
        limit,
    })
}

fn cactus(results: &Results) -> Option<Figure> {
    let points = |name: &str| {
        let mut times: Vec<f64> =
            of(results, name, is_answered).iter().map(|record| record.total.as_secs_f64()).collect();
        times.sort_by(f64::total_cmp);
        let (step, last) = (times.len().div_ceil(MOST_POINTS).max(1), times.len().saturating_sub(1));
        let shown = times.iter().enumerate().filter(|&(at, _)| at % step == 0 || at == last);
        shown.map(|(at, &y)| Point { x: number(at + 1), y, band: None, is_out: false }).collect()
    };
    let series = series(results, true, points);
    let answered = |name: &String| of(results, name, is_answered).len();
    let most = results.entrants.iter().map(answered).max().filter(|&most| most > 1)?;
    Some(Figure {
        name: "cactus".to_owned(),
        title: "How many runs end with an answer within a time".to_owned(),
        caption:
            "Each solver's runs with an answer, quickest first: the further to the right and the lower, the better."
                .to_owned(),
        x: Axis { name: "runs with an answer".to_owned(), marks: round_marks(most), is_time: false },
        y: "time of a run".to_owned(),
        series,
        limit: 0.0,
    })
}

/// A picture for each board with puzzles of at least three shares of clues.
fn by_share(results: &Results) -> Vec<Figure> {
    let boards: BTreeSet<(usize, &str)> =
        results.records.iter().map(|record| (record.side, record.board.as_str())).collect();
    let limit = results.time.as_secs_f64();
    let figure = |(side, board): (usize, &str)| {
        let here = results.records.iter().filter(|record| record.board == board);
        // Steps are small whole numbers.
        #[allow(clippy::cast_possible_truncation)]
        let shares: BTreeSet<i64> = here.map(|record| step(record) as i64).collect();
        let points = |name: &str| {
            let at = |&share: &i64| {
                #[allow(clippy::cast_precision_loss)]
                let share = share as f64;
                let records = of(results, name, |record| record.board == board && (step(record) - share).abs() < 0.5);
                at_median(share * SHARE_STEP, &records, limit)
            };
            shares.iter().filter_map(at).collect()
        };
        #[allow(clippy::cast_precision_loss)]
        let mark = |&share: &i64| (share as f64 * SHARE_STEP, format!("{} %", share as f64 * SHARE_STEP));
        (shares.len() > 2).then(|| Figure {
            name: format!("time-by-share-{side}x{side}"),
            title: format!("Run time against the share of clues, {side}×{side}"),
            caption:
                "The median time over all runs whose share of clues, rounded to 5 %, is this. Many clues leave little to \
                      search and few leave many solutions; the peak between them is the phase transition."
                .to_owned(),
            x: Axis {
                name: "clues, in percent of all cells".to_owned(),
                marks: shares.iter().map(mark).collect(),
                is_time: false,
            },
            y: "median time of a run".to_owned(),
            series: series(results, true, points),
            limit,
        })
    };
    boards.into_iter().filter_map(figure).collect()
}

fn step(record: &Record) -> f64 {
    (record.share() / SHARE_STEP).round()
}

/// The mean time a puzzle over the first 10, 100, 1,000, … puzzles, with the smallest and the largest over the repetitions.
fn by_number(results: &Results) -> Option<Figure> {
    let mut digests: Vec<&str> = results.records.iter().map(|record| record.digest.as_str()).collect();
    digests.dedup();
    let tens = std::iter::successors(Some(10_usize), |number| number.checked_mul(10));
    let mut numbers: Vec<usize> = tens.take_while(|&number| number < digests.len()).collect();
    numbers.push(digests.len());
    let limit = results.time.as_secs_f64();
    let points = |name: &str| {
        let at = |&first: &usize| {
            let of_first: std::collections::HashSet<&str> = digests[..first].iter().copied().collect();
            let mean = |repetition: u32| {
                let takes =
                    |record: &Record| record.repetition == repetition && of_first.contains(record.digest.as_str());
                let records = of(results, name, takes);
                (!records.is_empty()).then(|| par2(&records, results.time).as_secs_f64())
            };
            let means: Vec<f64> = (0..results.repetitions).filter_map(mean).collect();
            let (low, high) = (means.iter().copied().reduce(f64::min)?, means.iter().copied().reduce(f64::max)?);
            let y = means.iter().sum::<f64>() / number(means.len());
            Some(Point { x: number(first).log10(), y, band: Some((low, high)), is_out: false })
        };
        numbers.iter().filter_map(at).collect()
    };
    (results.repetitions > 1 && numbers.len() > 1).then(|| Figure {
        name: "mean-by-number".to_owned(),
        title: format!("Mean time a puzzle over {} repetitions", results.repetitions),
        caption:
            "The mean time a puzzle over the first puzzles; the band is from the quickest repetition to the slowest. A \
                  run without an answer counts as twice the limit."
                .to_owned(),
        x: Axis {
            name: "number of puzzles".to_owned(),
            marks: numbers.iter().map(|&first| (number(first).log10(), first.to_string())).collect(),
            is_time: false,
        },
        y: "mean time a puzzle".to_owned(),
        series: series(results, true, points),
        limit,
    })
}

/// The two entrants with the lowest PAR-2 over all runs, puzzle by puzzle.
fn scatter(results: &Results) -> Option<Figure> {
    let [one, other, ..] = ranked(results)[..] else { return None };
    let limit = results.time.as_secs_f64();
    let points_of = |set: &str| -> Vec<Point> {
        let of_set = |name: &str| by_puzzle(&of(results, name, |record| record.set == set));
        let (ones, others) = (of_set(one), of_set(other));
        let pair = |(digest, records): (&&str, &Vec<&Record>)| {
            let times = [median(records), median(others.get(digest)?)];
            let [x, y] = times.map(|time| time.map_or(limit, |time| time.as_secs_f64()));
            Some(Point { x: x.max(1e-7).log10(), y, band: None, is_out: times.contains(&None) })
        };
        ones.iter().filter_map(pair).take(MOST_POINTS).collect()
    };
    let sets = results.sets.iter().map(|set| Series { name: set.clone(), points: points_of(set), has_line: false });
    let series: Vec<Series> = sets.filter(|series| !series.points.is_empty()).collect();
    (!series.is_empty()).then(|| Figure {
        name: "scatter".to_owned(),
        title: format!("{one} against {other}"),
        caption: format!(
            "The median time on each puzzle, at most {MOST_POINTS} of a set, of the two solvers with the lowest PAR-2: below \
             the diagonal {other} is quicker, above it {one}. Hollow: one of them has no answer."
        ),
        x: Axis { name: format!("time of {one}"), marks: Vec::new(), is_time: true },
        y: format!("time of {other}"),
        series,
        limit,
    })
}

/// The runs on each puzzle, keyed by digest.
fn by_puzzle<'a>(records: &[&'a Record]) -> BTreeMap<&'a str, Vec<&'a Record>> {
    let mut by_puzzle: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for &record in records {
        by_puzzle.entry(&record.digest).or_default().push(record);
    }
    by_puzzle
}

/// About six round numbers up to a largest.
fn round_marks(most: usize) -> Vec<(f64, String)> {
    let steps = (0..).flat_map(|k| [1, 2, 5].map(|digit| digit * 10_usize.pow(k)));
    let step = steps.into_iter().find(|step| most / step <= 6).unwrap_or(most);
    (0..=most / step).map(|k| (number(k * step), (k * step).to_string())).collect()
}

#[allow(clippy::cast_precision_loss)] // Runs, sides and puzzles are few.
fn number(count: usize) -> f64 {
    count as f64
}
