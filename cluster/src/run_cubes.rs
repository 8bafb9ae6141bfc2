//! A puzzle as cubes. Each answer is recorded at once, so that an interrupted run can be continued.
//!
//! | file | contents |
//! | --- | --- |
//! | `puzzle.txt` | the puzzle in the lossless format `header` |
//! | `cubes.txt` | the cubes, one a line |
//! | `answers.jsonl` | an object for each cube that was tried: its number, its status, its time |
//! | `solution.txt` | a solution, if one was found |
//! | `cube-N.varisat` | the proof that cube N has no solution |
//! | `cover.varisat` | the proof that no solution lies outside of the cubes |

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use datafusion::arrow::array::{Array, AsArray, RecordBatch};
use datafusion::common::{Result, plan_err};
use datafusion::error::DataFusionError;
use futures::StreamExt;
use satdoku::backend::Checked;
use satdoku::grid::format::Format;
use satdoku::{Budget, CancelToken, Grid, Solution, search};
use serde_json::{Value, json};

use crate::cubes::{self, Cube, Found, Statement, cube_text, parse_cube};
use crate::nodes;
use crate::output::write_whole;
use crate::submit::{Jobs, ask, persist};

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct CubeRun {
    /// The folder of answers and proofs.
    pub folder: PathBuf,
    /// The least number of cubes.
    pub cubes: usize,
    /// The time limit of a cube, in seconds.
    pub seconds: f64,
    /// Whether each refutation leaves a proof.
    pub proves: bool,
    /// The number of cubes that are answered at once.
    pub at_once: usize,
    /// The scheduler, as `host:port`; `None` answers the cubes in this process.
    pub scheduler: Option<String>,
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution, checked.
    Solved(String),
    /// No cube has a solution.
    Unsatisfiable,
    /// The number of undecided cubes.
    Unknown(usize),
    /// No cube has a solution, but there is no proof yet that the cubes cover the puzzle.
    CoverUnproved,
}

fn bad(error: impl std::fmt::Display) -> DataFusionError {
    DataFusionError::Execution(error.to_string())
}

fn header(puzzle: &Grid) -> Result<String> {
    let mut text = String::new();
    Format::Header.write(puzzle, &mut text).map_err(bad)?;
    Ok(text)
}

/// Reads the cubes of a folder, or splits the puzzle into cubes if the folder has none.
fn cubes_of(run: &CubeRun, puzzle: &Grid, cancel: &CancelToken) -> Result<Vec<Cube>> {
    let (said, text) = (run.folder.join("puzzle.txt"), header(puzzle)?);
    let path = run.folder.join("cubes.txt");
    if said.exists() && std::fs::read_to_string(&said)? != text {
        return plan_err!("{}: is of another puzzle; take another folder", run.folder.display());
    }
    if path.exists() {
        return read_cubes(&path);
    }
    let running = Budget::unlimited().with_cancel(cancel.clone()).start();
    let cubes = search::cubes(puzzle, run.cubes, &running).map_err(bad)?;
    write_whole(&said, text.as_bytes())?;
    let lines: Vec<String> = cubes.iter().map(|cube| cube_text(cube) + "\n").collect();
    write_whole(&path, lines.concat().as_bytes())?;
    Ok(cubes)
}

fn read_cubes(path: &Path) -> Result<Vec<Cube>> {
    std::fs::read_to_string(path)?.lines().map(|line| parse_cube(line).map_err(bad)).collect()
}

fn proof_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("cube-{number:05}.varisat"))
}

/// The file of answers, open for appending.
struct Answers {
    file: File,
    /// Whether each cube is known to have no solution.
    refuted: Vec<bool>,
}

impl Answers {
    /// Reads the answers. Drops a line that was cut off, and ignores a refutation whose proof is missing if the run wants proofs.
    fn open(run: &CubeRun, cubes: usize) -> Result<Self> {
        let path = run.folder.join("answers.jsonl");
        let mut refuted = vec![false; cubes];
        let mut kept = String::new();
        for line in std::fs::read_to_string(&path).unwrap_or_default().lines() {
            let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
            let Some(number) = value["cube"].as_u64().and_then(|number| usize::try_from(number).ok()) else { continue };
            let has_proof = !run.proves || proof_path(&run.folder, number).exists();
            if value["status"] == "unsatisfiable" && number < cubes && has_proof {
                refuted[number] = true;
            }
            kept.push_str(line);
            kept.push('\n');
        }
        write_whole(&path, kept.as_bytes())?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Self { file, refuted })
    }

    fn add(&mut self, number: usize, status: &str, seconds: f64) -> Result<()> {
        writeln!(self.file, "{}", json!({ "cube": number, "status": status, "seconds": seconds }))?;
        self.file.sync_data()?;
        if status == "unsatisfiable" {
            self.refuted[number] = true;
        }
        Ok(())
    }
}

/// Solves a puzzle, or continues an earlier run. Calls `tell` with the number of refuted cubes and the number of cubes.
///
/// # Errors
/// If a solver fails, a file cannot be written or the cluster is gone; the answers found before are kept.
pub async fn run(
    run: &CubeRun,
    puzzle: &Grid,
    cancel: &CancelToken,
    jobs: &Jobs,
    mut tell: impl FnMut(usize, usize),
) -> Result<Outcome> {
    std::fs::create_dir_all(&run.folder)
        .map_err(|error| DataFusionError::Plan(format!("{}: cannot be made: {error}", run.folder.display())))?;
    let solution_path = run.folder.join("solution.txt");
    let cubes = cubes_of(run, puzzle, cancel)?;
    if let Ok(text) = std::fs::read_to_string(&solution_path) {
        check_solution(puzzle, &text)?;
        return Ok(Outcome::Solved(text.trim_end().to_owned()));
    }
    let mut answers = Answers::open(run, cubes.len())?;
    let missing: Vec<usize> = (0..cubes.len()).filter(|&number| !answers.refuted[number]).collect();
    let ask = |number: usize| {
        let cube = &cubes[number];
        async move { (number, answer(run, puzzle, cube, cancel, jobs).await) }
    };
    let mut running = futures::stream::iter(missing).map(ask).buffer_unordered(run.at_once.max(1));
    while let Some((number, answer)) = running.next().await {
        let answer = answer?;
        let status = match answer.found {
            Found::Solution(digits) => {
                check_solution(puzzle, &digits)?;
                // The solution makes the remaining cubes needless.
                cancel.cancel();
                write_whole(&solution_path, (digits.clone() + "\n").as_bytes())?;
                answers.add(number, "solved", answer.seconds)?;
                return Ok(Outcome::Solved(digits));
            }
            Found::Refuted(proof) => {
                match (proof, run.proves) {
                    (Some(proof), true) => write_whole(&proof_path(&run.folder, number), &proof)?,
                    (None, true) => return Err(bad(format!("cube {number}: there is no proof"))),
                    (_, false) => {}
                }
                "unsatisfiable"
            }
            Found::Unknown(_) => "unknown",
        };
        if cancel.is_cancelled() && status == "unknown" {
            continue;
        }
        answers.add(number, status, answer.seconds)?;
        tell(answers.refuted.iter().filter(|&&is| is).count(), cubes.len());
    }
    drop(running);
    let open = answers.refuted.iter().filter(|&&is_refuted| !is_refuted).count();
    if open > 0 {
        return Ok(Outcome::Unknown(open));
    }
    if run.proves && !prove_cover(run, puzzle, &cubes, cancel)? {
        return Ok(Outcome::CoverUnproved);
    }
    Ok(Outcome::Unsatisfiable)
}

/// Proves that the cubes cover the puzzle; false if the run is cancelled.
fn prove_cover(run: &CubeRun, puzzle: &Grid, cubes: &[Cube], cancel: &CancelToken) -> Result<bool> {
    let running = Budget::unlimited().with_cancel(cancel.clone()).start();
    let statement = Statement::of_cover(puzzle, cubes).map_err(bad)?;
    let (verdict, proof) = statement.refute(puzzle, &running).map_err(bad)?;
    if verdict.is_satisfiable() {
        return Err(bad("the cubes leave out a solution: please report the puzzle"));
    }
    if verdict.is_unsatisfiable() {
        write_whole(&run.folder.join("cover.varisat"), &proof)?;
    }
    Ok(verdict.is_unsatisfiable())
}

fn check_solution(puzzle: &Grid, digits: &str) -> Result<()> {
    let read: Grid = digits.parse().map_err(bad)?;
    // The text has only the digits; board and rules come from the puzzle.
    let mut grid = puzzle.clone();
    for (cell, digit) in puzzle.geometry().cells().zip(read.digits()) {
        grid.set(cell, *digit).map_err(bad)?;
    }
    Solution::check(puzzle, grid).map(drop).map_err(|error| bad(format!("a solution that is none: {error}")))
}

/// Answers a cube here or on the cluster.
async fn answer(
    run: &CubeRun,
    puzzle: &Grid,
    cube: &Cube,
    cancel: &CancelToken,
    jobs: &Jobs,
) -> Result<cubes::CubeAnswer> {
    if cancel.is_cancelled() {
        return Ok(cubes::CubeAnswer { found: Found::Unknown("cancelled".to_owned()), seconds: 0.0 });
    }
    let Some(scheduler) = &run.scheduler else {
        let budget = Budget::unlimited().with_time(crate::functions::duration(run.seconds)).with_cancel(cancel.clone());
        let (puzzle, cube, proves) = (puzzle.clone(), cube.clone(), run.proves);
        let answered = tokio::task::spawn_blocking(move || cubes::answer(&puzzle, &cube, &budget, proves));
        return answered.await.map_err(bad)?.map_err(bad);
    };
    let sql = format!(
        "SELECT sudoku_cube('{}', '{}', {:?}, {}) AS answer",
        header(puzzle)?.replace('\'', "''"),
        cube_text(cube),
        run.seconds,
        run.proves
    );
    let answer = persist(&cube_text(cube), scheduler, || ask_for_row(scheduler, &sql, jobs)).await?;
    let answer = answer.ok_or_else(|| bad("the cluster sent no answer to a cube"))?;
    read_answer(answer.column(0).as_struct())
}

/// Runs a query on the cluster and returns its single row; `None` if the cluster sends no row.
async fn ask_for_row(scheduler: &str, sql: &str, jobs: &Jobs) -> Result<Option<RecordBatch>> {
    let options = [("ballista.client.grpc_max_message_size".to_owned(), nodes::MESSAGE_BYTES.to_string())];
    let session = nodes::session(Some(&format!("df://{scheduler}")), &options).await?;
    let mut row = None;
    ask(session.sql(sql).await?, jobs, |batch| {
        if batch.num_rows() == 1 {
            row = Some(batch.clone());
        }
        Ok(())
    })
    .await?;
    Ok(row)
}

fn read_answer(answer: &datafusion::arrow::array::StructArray) -> Result<cubes::CubeAnswer> {
    let column = |name: &str| answer.column_by_name(name).ok_or_else(|| bad(format!("an answer without {name}")));
    let text = |name: &str| -> Result<Option<String>> {
        let array = column(name)?.as_string_opt::<i32>().ok_or_else(|| bad(format!("{name} is no text")))?;
        Ok((!array.is_null(0)).then(|| array.value(0).to_owned()))
    };
    let status = text("status")?.unwrap_or_default();
    let seconds = column("seconds")?.as_primitive_opt::<datafusion::arrow::datatypes::Float64Type>();
    let seconds = seconds.filter(|seconds| !seconds.is_null(0)).map_or(0.0, |seconds| seconds.value(0));
    let found = match status.as_str() {
        "solved" => Found::Solution(text("solution")?.unwrap_or_default()),
        "unsatisfiable" => {
            let proof = column("proof")?.as_binary_opt::<i64>().filter(|proof| !proof.is_null(0));
            Found::Refuted(proof.map(|proof| proof.value(0).to_vec()))
        }
        "unknown" => Found::Unknown(text("message")?.unwrap_or_default()),
        _ => return Err(bad(format!("{status}: {}", text("message")?.unwrap_or_default()))),
    };
    Ok(cubes::CubeAnswer { found, seconds })
}

/// Checks the solution or the proofs of a folder. Derives the clauses anew from the puzzle and does not read the record of answers.
///
/// # Errors
/// The file that is missing or wrong.
pub fn verify(folder: &Path, puzzle: Option<&Grid>) -> Result<String> {
    let read = |name: &str| {
        std::fs::read_to_string(folder.join(name))
            .map_err(|error| bad(format!("{}: {error}", folder.join(name).display())))
    };
    let own: Grid = read("puzzle.txt")?.parse().map_err(bad)?;
    if puzzle.is_some_and(|puzzle| *puzzle != own) {
        return Err(bad(format!("{}: is of another puzzle", folder.display())));
    }
    if folder.join("solution.txt").exists() {
        check_solution(&own, &read("solution.txt")?)?;
        return Ok("valid: solved".to_owned());
    }
    let cubes = read_cubes(&folder.join("cubes.txt"))?;
    let check = |name: &Path, statement: &Statement| {
        let proof = std::fs::read(name).map_err(|error| bad(format!("{}: {error}", name.display())))?;
        match statement.check(&proof, &Budget::unlimited().start()).map_err(bad)? {
            Checked::Refuted => Ok(()),
            Checked::Rejected(why) => Err(bad(format!("{}: proves nothing: {why}", name.display()))),
            Checked::Unknown(reason) => Err(bad(format!("{}: {reason}", name.display()))),
        }
    };
    check(&folder.join("cover.varisat"), &Statement::of_cover(&own, &cubes).map_err(bad)?)?;
    for (number, cube) in cubes.iter().enumerate() {
        check(&proof_path(folder, number), &Statement::of_cube(&own, cube).map_err(bad)?)?;
    }
    Ok(format!("valid: unsatisfiable, by {} cubes that cover the puzzle", cubes.len()))
}
