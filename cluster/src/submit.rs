//! A query on a cluster, part by part.
//!
//! A query that looks at each row by itself is split into *parts*: one job for each file of its table, or for a range of its
//! numbers. Any other query is one part. This process fetches the rows of a part and writes them to a file, which gets the part's
//! name when all rows have arrived: rows that a repeated task sends twice never appear. Beside the parts, a manifest holds the
//! query and a list holds the finished parts, so that submitting again runs only the missing parts.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::utils::create_grpc_client_endpoint;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, plan_err};
use datafusion::error::DataFusionError;
use datafusion::logical_expr::LogicalPlan;
use datafusion::parquet::basic::Compression;
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::DataFrame;
use datafusion_proto::protobuf::LogicalPlanNode;
use futures::{StreamExt, TryStreamExt};
use serde_json::{Value, json};

use crate::nodes;
use crate::output::{Form, NewFile, at, write_whole};
use crate::query;
use crate::tables::{Piece, Table};

/// A query for a cluster, with its settings.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The query.
    pub sql: String,
    /// The tables of the query.
    pub tables: Vec<Table>,
    /// The scheduler, as `host:port`.
    pub scheduler: String,
    /// The folder of the parts.
    pub folder: PathBuf,
    /// The form of the parts.
    pub form: Form,
    /// The compression of Parquet columns.
    pub packing: Compression,
    /// The number of parts that run at once.
    pub at_once: usize,
    /// Options of the session.
    pub options: Vec<(String, String)>,
}

/// The outcome of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of parts.
    pub parts: usize,
    /// The number of parts that an earlier submission finished.
    pub before: usize,
    /// The total number of rows.
    pub rows: u64,
}

/// The manifest: the query and its parts, in the folder of the parts. Readers of tables skip names with a leading underscore, so
/// the folder can be read as a table.
pub const MANIFEST: &str = "_manifest.json";

/// The finished parts, one on a line.
pub const FINISHED: &str = "_finished.jsonl";

/// The number of attempts for a part or a cube.
const TRIES: usize = 3;

/// The jobs that run on the cluster.
#[derive(Clone, Default)]
pub struct Jobs(Arc<Mutex<Vec<Arc<dyn ExecutionPlan>>>>);

impl Jobs {
    fn begin(&self, plan: &Arc<dyn ExecutionPlan>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(plan));
    }

    fn end(&self, plan: &Arc<dyn ExecutionPlan>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| !Arc::ptr_eq(plan, other));
    }

    /// Cancels the running jobs, also on the executors.
    pub async fn cancel(&self, scheduler: &str) {
        let plans = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let id = |plan: &Arc<dyn ExecutionPlan>| plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>()?.job_id();
        let ids: Vec<String> = plans.iter().filter_map(id).map(|id| id.to_string()).collect();
        let Ok(endpoint) = create_grpc_client_endpoint(format!("http://{scheduler}"), None) else { return };
        let Ok(Ok(channel)) = tokio::time::timeout(PATIENCE, endpoint.connect()).await else { return };
        let mut client = SchedulerGrpcClient::new(channel);
        for job_id in ids {
            let _ = tokio::time::timeout(PATIENCE, client.cancel_job(CancelJobParams { job_id })).await;
        }
    }
}

/// The time to wait for a scheduler that does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether a process listens at the scheduler's address.
pub async fn is_there(scheduler: &str) -> bool {
    matches!(tokio::time::timeout(PATIENCE, tokio::net::TcpStream::connect(scheduler)).await, Ok(Ok(_)))
}

/// Runs a query on the cluster and passes its batches to `take` as they arrive.
///
/// # Errors
/// If the job fails or `take` fails.
pub async fn ask(
    answer: DataFrame,
    jobs: &Jobs,
    mut take: impl FnMut(&datafusion::arrow::array::RecordBatch) -> Result<()>,
) -> Result<()> {
    let context = answer.task_ctx();
    let plan = answer.create_physical_plan().await?;
    jobs.begin(&plan);
    let mut batches = execute_stream(Arc::clone(&plan), Arc::new(context))?;
    while let Some(batch) = batches.next().await {
        take(&batch?)?;
    }
    // A failed job stays in the list, to be cancelled; cancelling a job that is already gone does no harm.
    jobs.end(&plan);
    Ok(())
}

/// The single table of a query that looks at each row by itself; `None` for any other query.
fn table_of_rows(plan: &LogicalPlan) -> Option<String> {
    let mut tables = Vec::new();
    let mut is_by_rows = true;
    let visited = plan.apply_with_subqueries(|node| {
        match node {
            LogicalPlan::Projection(_) | LogicalPlan::Filter(_) | LogicalPlan::SubqueryAlias(_) => {}
            LogicalPlan::TableScan(scan) if scan.fetch.is_none() => tables.push(scan.table_name.table().to_owned()),
            _ => is_by_rows = false,
        }
        Ok(TreeNodeRecursion::Continue)
    });
    visited.ok()?;
    if is_by_rows && tables.len() == 1 { tables.pop() } else { None }
}

/// A part: its file name, and its tables with the pieces that it reads.
#[derive(Clone, Debug)]
struct Part {
    name: String,
    tables: Vec<(Table, Vec<Piece>)>,
}

async fn plan_parts(submission: &Submission) -> Result<Vec<Part>> {
    let session = nodes::session(None, &[]).await?;
    query::register(&session, &submission.tables).await?;
    let plan = session.sql(&submission.sql).await?.logical_plan().clone();
    if !matches!(plan, LogicalPlan::Projection(_) | LogicalPlan::TableScan(_)) && is_no_question(&plan) {
        return plan_err!("only a question can be submitted, not a statement that changes something");
    }
    let mut all = Vec::new();
    for table in &submission.tables {
        all.push((table.clone(), table.pieces(&session).await?));
    }
    let ending = submission.form.ending();
    let split = table_of_rows(&plan).and_then(|name| all.iter().position(|(table, _)| table.name == name));
    Ok(match split {
        None => vec![Part { name: format!("part-00000.{ending}"), tables: all }],
        Some(split) => {
            let part = |(number, piece): (usize, &Piece)| {
                let others = |(at, (table, pieces)): (usize, &(Table, Vec<Piece>))| {
                    let pieces = if at == split { vec![piece.clone()] } else { pieces.clone() };
                    (table.clone(), pieces)
                };
                let tables = all.iter().enumerate().map(others).collect();
                Part { name: format!("part-{number:05}.{ending}"), tables }
            };
            all[split].1.iter().enumerate().map(part).collect()
        }
    })
}

fn is_no_question(plan: &LogicalPlan) -> bool {
    matches!(plan, LogicalPlan::Dml(_) | LogicalPlan::Ddl(_) | LogicalPlan::Copy(_) | LogicalPlan::Statement(_))
}

/// The manifest of a submission: the query, its options and the versions of its files. If the manifest changes, the finished
/// parts belong to another query.
fn question(submission: &Submission, parts: &[Part]) -> Result<Value> {
    let piece = |piece: &Piece| {
        let path = match piece {
            Piece::File(path) => path,
            Piece::Object { url, bytes, state } => {
                return Ok(json!({ "url": url.as_str(), "bytes": bytes, "state": state }));
            }
            Piece::Numbers(from, to) => return Ok(json!({ "from": from, "to": to })),
        };
        let data = path.metadata()?;
        let modified = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = modified.map_or(0, |time| time.as_millis() as u64);
        Ok(json!({ "path": path.to_string_lossy(), "bytes": data.len(), "modified": modified }))
    };
    let table = |(table, pieces): &(Table, Vec<Piece>)| {
        Ok(json!({ "name": table.name, "files": pieces.iter().map(piece).collect::<Result<Vec<_>>>()? }))
    };
    let part = |part: &Part| {
        let tables = part.tables.iter().map(table).collect::<Result<Vec<_>>>()?;
        Ok(json!({ "name": part.name, "tables": tables }))
    };
    let options: Vec<String> = submission.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let parts = parts.iter().map(part).collect::<Result<Vec<_>>>()?;
    Ok(json!({ "sql": submission.sql, "options": options, "parts": parts }))
}

/// The record of a submission: for each part, its rows and bytes if the part is finished.
struct Manifest {
    finished: Vec<Option<(u64, u64)>>,
    path: PathBuf,
    lines: File,
}

impl Manifest {
    fn open(folder: &Path, question: &Value, parts: &[Part]) -> Result<Self> {
        let (manifest, path) = (folder.join(MANIFEST), folder.join(FINISHED));
        let mut finished = vec![None; parts.len()];
        if let Ok(text) = std::fs::read(&manifest) {
            let old: Value = serde_json::from_slice(&text).map_err(|error| {
                DataFusionError::Plan(format!("{}: not the manifest of a submission: {error}", manifest.display()))
            })?;
            if old != *question {
                return plan_err!(
                    "{}: has the parts of another query or of other files; take another folder, or remove this one",
                    folder.display()
                );
            }
            finished = finished_before(folder, &path, parts);
        }
        // Rewrites the list before the manifest, so that a new manifest never stands beside the list of another query.
        let kept = finished.iter().enumerate().filter_map(|(number, part)| Some(line(number, (*part)?)));
        write_whole(&path, kept.collect::<String>().as_bytes())?;
        write_whole(&manifest, format!("{question:#}\n").as_bytes())?;
        let lines = OpenOptions::new().append(true).open(&path).map_err(|error| at(&path, &error))?;
        Ok(Self { finished, path, lines })
    }

    /// Records a finished part, whose file already has its final name.
    fn add(&mut self, number: usize, part: (u64, u64)) -> Result<()> {
        let written = self.lines.write_all(line(number, part).as_bytes()).and_then(|()| self.lines.sync_data());
        written.map_err(|error| at(&self.path, &error))?;
        self.finished[number] = Some(part);
        Ok(())
    }

    fn rows(&self) -> u64 {
        self.finished.iter().flatten().map(|(rows, _)| rows).sum()
    }
}

fn line(number: usize, (rows, bytes): (u64, u64)) -> String {
    format!("{}\n", json!({ "part": number, "rows": rows, "bytes": bytes }))
}

/// Reads the list of finished parts. Ignores a line that was cut off and a line whose part was changed or removed; such a part
/// runs again.
fn finished_before(folder: &Path, lines: &Path, parts: &[Part]) -> Vec<Option<(u64, u64)>> {
    let mut finished = vec![None; parts.len()];
    for line in std::fs::read_to_string(lines).unwrap_or_default().lines() {
        let said = serde_json::from_str(line).unwrap_or(Value::Null);
        let number = |name: &str| said[name].as_u64();
        if let (Some(part), Some(rows), Some(bytes)) = (number("part"), number("rows"), number("bytes"))
            && let Ok(part) = usize::try_from(part)
            && let Some(name) = parts.get(part).map(|part| &part.name)
            && folder.join(name).metadata().is_ok_and(|data| data.len() == bytes)
        {
            finished[part] = Some((rows, bytes));
        }
    }
    finished
}

/// Runs one part and writes its file.
async fn run_part(submission: &Submission, part: &Part, jobs: &Jobs) -> Result<u64> {
    let session = nodes::session(Some(&format!("df://{}", submission.scheduler)), &submission.options).await?;
    for (table, pieces) in &part.tables {
        table.register(&session, pieces, true).await?;
    }
    let answer = session.sql(&submission.sql).await?;
    let schema = answer.schema().inner().clone();
    let mut file = NewFile::begin(&submission.folder.join(&part.name), submission.form, submission.packing, schema)?;
    ask(answer, jobs, |batch| file.write(batch)).await?;
    file.finish()
}

/// Repeats a request to the cluster if it failed because an executor ended, up to `TRIES` attempts.
pub(crate) async fn persist<T, F: Future<Output = Result<T>>>(
    what: &str,
    scheduler: &str,
    mut ask: impl FnMut() -> F,
) -> Result<T> {
    let mut tries = 1;
    loop {
        match ask().await {
            // A failed write or plan would fail again, so only errors of the cluster are retried.
            Err(error) if tries < TRIES && is_of_the_cluster(&error) && is_there(scheduler).await => {
                eprintln!("satdoku-cluster: {what}: {error}; once more");
                tries += 1;
            }
            result => return result,
        }
    }
}

fn is_of_the_cluster(error: &DataFusionError) -> bool {
    !matches!(
        error.find_root(),
        DataFusionError::IoError(_) | DataFusionError::Plan(_) | DataFusionError::SchemaError(..)
    )
}

/// Runs the unfinished parts. After each part calls `tell` with the number of finished parts, the number of parts and the number of
/// rows in finished parts.
///
/// # Errors
/// The error of a part; finished parts stay. `jobs` holds the jobs that are still running.
pub async fn submit(submission: &Submission, jobs: &Jobs, mut tell: impl FnMut(usize, usize, u64)) -> Result<Report> {
    std::fs::create_dir_all(&submission.folder)
        .map_err(|error| DataFusionError::Plan(format!("{}: cannot be made: {error}", submission.folder.display())))?;
    let parts = plan_parts(submission).await?;
    let mut manifest = Manifest::open(&submission.folder, &question(submission, &parts)?, &parts)?;
    let before = manifest.finished.iter().flatten().count();
    let missing: Vec<usize> = (0..parts.len()).filter(|&number| manifest.finished[number].is_none()).collect();
    let run = |number: usize| {
        let part = &parts[number];
        async move {
            let rows = persist(&part.name, &submission.scheduler, || run_part(submission, part, jobs)).await?;
            Ok::<_, DataFusionError>((number, rows))
        }
    };
    let mut running = futures::stream::iter(missing).map(run).buffer_unordered(submission.at_once.max(1));
    let (mut count, mut sum) = (before, manifest.rows());
    loop {
        match running.try_next().await {
            Ok(None) => break,
            Ok(Some((number, rows))) => {
                let bytes = submission.folder.join(&parts[number].name).metadata()?.len();
                manifest.add(number, (rows, bytes))?;
                count += 1;
                sum += rows;
                tell(count, parts.len(), sum);
            }
            Err(error) => {
                let total = parts.len();
                let left = format!("{count} of {total} parts are finished and stay; submit again for the others");
                let gone = !is_there(&submission.scheduler).await;
                let gone =
                    if gone { format!("the scheduler at {} is gone; ", submission.scheduler) } else { String::new() };
                return Err(error.context(format!("{gone}{left}")));
            }
        }
    }
    Ok(Report { parts: parts.len(), before, rows: sum })
}
