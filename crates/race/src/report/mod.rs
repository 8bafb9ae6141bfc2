//! The report: method, tables and pictures, as self-contained HTML, as Markdown and as LaTeX.

mod html;
mod latex;
mod markdown;

use std::path::Path;

use crate::journal::replace;
use crate::plot::{Figure, figures};
use crate::statistics::is_answered;
use crate::{RaceError, Results, Score, scores, seconds};

/// The report of a race.
///
/// [`write`](Self::write) puts into a folder: each picture as SVG and PNG, `report.html`, `report.md` and `report.tex`.
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    /// The method, in paragraphs.
    method: Vec<String>,
    tables: Vec<Table>,
    figures: Vec<Picture>,
}

#[derive(Clone, Debug)]
struct Picture {
    figure: Figure,
    svg: String,
}

/// The scores on a set.
#[derive(Clone, Debug)]
struct Table {
    title: String,
    rows: Vec<[String; Score::COLUMNS.len()]>,
}

impl Report {
    /// Draws and counts.
    ///
    /// # Errors
    /// If a picture cannot be drawn.
    pub fn new(results: &Results) -> Result<Self, RaceError> {
        let picture = |figure: Figure| Ok(Picture { svg: figure.svg()?, figure });
        let figures = figures(results).into_iter().map(picture).collect::<Result<_, RaceError>>()?;
        let scores = scores(results);
        let table = |set: &String| Table {
            title: set.clone(),
            rows: scores.iter().filter(|score| score.set == *set).map(Score::row).collect(),
        };
        let tables = results.sets.iter().map(table).filter(|table| !table.rows.is_empty()).collect();
        Ok(Self { title: "A race of Sudoku solvers".to_owned(), method: method(results), tables, figures })
    }

    /// Writes the files of the report into a folder.
    ///
    /// # Errors
    /// If a file cannot be written or a picture cannot be drawn.
    pub fn write(&self, folder: &Path) -> Result<(), RaceError> {
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            replace(&path, bytes).map_err(|source| RaceError::File { path, source })
        };
        for Picture { figure, svg } in &self.figures {
            write(&format!("{}.svg", figure.name), svg.as_bytes())?;
            write(&format!("{}.png", figure.name), &Figure::png(svg)?)?;
        }
        write("report.html", self.to_html().as_bytes())?;
        write("report.md", self.to_markdown().as_bytes())?;
        write("report.tex", self.to_latex().as_bytes())
    }
}

/// The method in words.
fn method(results: &Results) -> Vec<String> {
    let about = |name: &str| match &results.about[name] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut puzzles: Vec<&str> = results.records.iter().map(|record| record.digest.as_str()).collect();
    puzzles.dedup();
    let (puzzles, entrants, repetitions) = (puzzles.len(), results.entrants.len(), results.repetitions);
    let times = if repetitions == 1 { "once".to_owned() } else { format!("{repetitions} times") };
    let answered = results.records.iter().filter(|record| is_answered(record)).count();
    let memory = results.about["memory_limit"].as_u64();
    let place = match (results.about["process_of_its_own"].as_bool(), memory) {
        (Some(true), Some(memory)) => {
            format!("in a process of its own with at most {} MiB of address space", memory >> 20)
        }
        (Some(true), None) => "in a process of its own; memory was not limited".to_owned(),
        _ => "in one process, one after another; memory was not limited".to_owned(),
    };
    let mut method = vec![
        format!(
            "{entrants} solvers were asked for a solution of {puzzles} puzzles, each {times}, {place}, and for at most \
             {} a run. One run was made at a time, in random order (seed {}), and before it the solver answered an easy \
             puzzle that is not timed.",
            seconds(results.time),
            about("seed")
        ),
        format!(
            "Every solution was checked against the rules and the clues before it counted, and all answers to a puzzle \
             were held against each other: of {} runs {answered} ended with an answer, and no two contradict each other. \
             A solver takes no part on boards that it does not know.",
            results.records.len()
        ),
        "Times are wall clock, from the grid in memory to the checked answer. Encode is what it took to deduce without \
         search and to write the clauses or to state the puzzle otherwise, solve the solver itself, decode reading the \
         answer back and checking it; these are medians over the runs with an answer. The median is that of all runs, the \
         lower of two, and is left open where the run in the middle has no answer. PAR-2 is the mean where a run without an \
         answer counts as twice the time limit. Effort is the median number of conflicts of a SAT solver that tells them, or \
         of steps of a search, likewise over the runs with an answer."
            .to_owned(),
        format!("Machine: {}. Program: {}, {}.", about("machine"), about("program"), about("build")),
    ];
    let versions = results.about["versions"].as_object().into_iter().flatten();
    let versions: Vec<String> =
        versions.map(|(name, version)| format!("{name} {}", version.as_str().unwrap_or_default())).collect();
    if !versions.is_empty() {
        method.push(format!("SAT solvers: {}.", versions.join(", ")));
    }
    if !results.is_complete() {
        method.push("The race was interrupted: runs are missing.".to_owned());
    }
    method
}
