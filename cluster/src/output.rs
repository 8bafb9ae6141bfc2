//! Answers to queries, written as Parquet or CSV: a file appears under its name only when it is complete.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, make_array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::csv::WriterBuilder;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::{DataFusionError, Result, plan_err};
use datafusion::parquet::basic::{Compression, ZstdLevel};

use crate::row_groups::GroupWriter;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Parquet.
    Parquet,
    /// CSV with a line of names; a struct's fields are columns `name.field`.
    Csv,
}

impl Form {
    /// The form that the ending of a file name stands for.
    ///
    /// # Errors
    /// If the ending is neither `.parquet` nor `.csv`.
    pub fn of(path: &Path) -> Result<Self> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("parquet") => Ok(Self::Parquet),
            Some("csv") => Ok(Self::Csv),
            _ => plan_err!("{}: expected a name that ends in .parquet or .csv", path.display()),
        }
    }

    /// The ending of file names of this form.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }
}

/// The compression of Parquet columns with a name. The entropy of a solution is four tenths of its text: `zstd` comes close to that
/// ratio, `lz4` and `snappy` do not.
///
/// # Errors
/// If no compression has the name.
pub fn packing(name: &str) -> Result<Compression, String> {
    match name {
        "zstd" => Ok(Compression::ZSTD(ZstdLevel::try_new(1).map_err(|error| error.to_string())?)),
        "lz4" => Ok(Compression::LZ4_RAW),
        "snappy" => Ok(Compression::SNAPPY),
        "none" => Ok(Compression::UNCOMPRESSED),
        _ => Err(format!("expected zstd, lz4, snappy or none, found {name:?}")),
    }
}

enum Writer<W: Write + Send> {
    Parquet(Box<GroupWriter<W>>),
    /// The names are written with the first rows.
    Csv {
        out: W,
        has_names: bool,
    },
}

impl<W: Write + Send> Writer<W> {
    fn new(form: Form, packing: Compression, out: W, schema: SchemaRef) -> Result<Self> {
        Ok(match form {
            Form::Parquet => Self::Parquet(Box::new(GroupWriter::new(out, schema, packing)?)),
            Form::Csv => {
                // A CSV file has its line of column names even if the answer has no rows.
                let mut new = Self::Csv { out, has_names: false };
                new.write(&RecordBatch::new_empty(schema))?;
                new
            }
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        match self {
            Self::Parquet(writer) => writer.write(batch)?,
            Self::Csv { out, has_names } => out.write_all(&lines(batch, !std::mem::replace(has_names, true))?)?,
        }
        Ok(())
    }

    fn finish(self) -> Result<W> {
        match self {
            Self::Parquet(writer) => writer.finish(),
            Self::Csv { out, .. } => Ok(out),
        }
    }
}

/// A batch with the fields of its structs as columns; a field is null where its struct is null.
fn flat(batch: &RecordBatch) -> Result<RecordBatch> {
    let mut fields: Vec<Field> = Vec::new();
    let mut columns: Vec<ArrayRef> = Vec::new();
    for (field, column) in batch.schema().fields().iter().zip(batch.columns()) {
        let DataType::Struct(inner) = field.data_type() else {
            fields.push(field.as_ref().clone());
            columns.push(Arc::clone(column));
            continue;
        };
        let parts = column.as_struct();
        for (part, values) in inner.iter().zip(parts.columns()) {
            let nulls = NullBuffer::union(parts.nulls(), values.nulls());
            let data = values.to_data().into_builder().nulls(nulls).build()?;
            fields.push(Field::new(format!("{}.{}", field.name(), part.name()), part.data_type().clone(), true));
            columns.push(make_array(data));
        }
    }
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
}

/// Rows as lines of CSV, below a line of column names if `has_names`.
fn lines(batch: &RecordBatch, has_names: bool) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    WriterBuilder::new().with_header(has_names).build(&mut lines).write(&flat(batch)?)?;
    Ok(lines)
}

/// The ending of the name of an incomplete file.
pub(crate) const PARTIAL: &str = ".partial";

/// A file that is being written. Until it is complete, its name ends in `.partial`; an incomplete file is removed on drop.
pub struct NewFile {
    path: PathBuf,
    partial: PathBuf,
    writer: Option<Writer<BufWriter<File>>>,
    rows: u64,
}

impl NewFile {
    /// Begins a file. Only Parquet uses the compression `packing`.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn begin(path: &Path, form: Form, packing: Compression, schema: SchemaRef) -> Result<Self> {
        let mut partial = path.as_os_str().to_owned();
        partial.push(PARTIAL);
        let partial = PathBuf::from(partial);
        let file = File::create(&partial).map_err(|error| at(&partial, &error))?;
        let mut new = Self { path: path.to_owned(), partial, writer: None, rows: 0 };
        new.writer = Some(Writer::new(form, packing, BufWriter::with_capacity(1 << 20, file), schema)?);
        Ok(new)
    }

    /// Adds rows.
    ///
    /// # Errors
    /// If the rows cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        self.rows += batch.num_rows() as u64;
        let result = self.writer.as_mut().map_or(Ok(()), |writer| writer.write(batch));
        result.map_err(|error| error.context(format!("cannot write {}", self.path.display())))
    }

    /// Completes the file: syncs its bytes to the disk, then renames it to its final name. Returns its number of rows.
    ///
    /// # Errors
    /// If the last bytes cannot be written.
    pub fn finish(mut self) -> Result<u64> {
        if let Some(writer) = self.writer.take() {
            let written =
                writer.finish().map_err(|error| error.context(format!("cannot write {}", self.path.display())))?;
            let file = written.into_inner().map_err(|error| at(&self.path, &error.into_error()))?;
            file.sync_all().map_err(|error| at(&self.path, &error))?;
        }
        std::fs::rename(&self.partial, &self.path).map_err(|error| at(&self.path, &error))?;
        self.partial = PathBuf::new();
        Ok(self.rows)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        self.writer = None;
        if !self.partial.as_os_str().is_empty() {
            let _ = std::fs::remove_file(&self.partial);
        }
    }
}

pub(crate) fn at(path: &Path, error: &io::Error) -> DataFusionError {
    DataFusionError::IoError(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Writes rows to standard output as CSV.
///
/// # Errors
/// If standard output cannot be written, for instance because its reader is gone.
pub fn print(batch: &RecordBatch, has_header: bool) -> Result<()> {
    io::stdout().lock().write_all(&lines(batch, has_header)?)?;
    Ok(())
}

/// Replaces a small file atomically: writes a `.partial` file and renames it, so that readers see the old file or the new file,
/// never half a file.
///
/// # Errors
/// If the file cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(PARTIAL);
    let write = || {
        let mut file = File::create(&partial)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&partial, path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&partial);
        at(path, &error)
    })
}
