//! One query in this process.

use std::path::PathBuf;

use datafusion::common::Result;
use datafusion::parquet::basic::Compression;
use datafusion::prelude::{DataFrame, SessionContext};
use futures::StreamExt;

use crate::output::{Form, NewFile, print};
use crate::tables::Table;

/// Registers each table with all its pieces.
///
/// # Errors
/// If a table cannot be read.
pub async fn register(session: &SessionContext, tables: &[Table]) -> Result<()> {
    for table in tables {
        table.register(session, &table.pieces(session).await?, false).await?;
    }
    Ok(())
}

/// Writes the answer to a query into a file, or to standard output as CSV. Returns the number of rows; calls `tell` with the
/// number of rows so far.
///
/// # Errors
/// If the query fails or the rows cannot be written; no file is left behind.
pub async fn write(answer: DataFrame, out: Option<(&PathBuf, Compression)>, mut tell: impl FnMut(u64)) -> Result<u64> {
    let schema = answer.schema().inner().clone();
    let mut file = match out {
        Some((path, packing)) => Some(NewFile::begin(path, Form::of(path)?, packing, schema)?),
        None => None,
    };
    let mut rows = 0;
    let mut is_first = true;
    let mut batches = answer.execute_stream().await?;
    while let Some(batch) = batches.next().await {
        let batch = batch?;
        rows += batch.num_rows() as u64;
        match &mut file {
            Some(file) => file.write(&batch)?,
            None => print(&batch, std::mem::take(&mut is_first))?,
        }
        tell(rows);
    }
    if let Some(file) = file {
        file.finish()?;
    }
    Ok(rows)
}
