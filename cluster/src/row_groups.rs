//! Parquet files, group by group: threads encode groups of rows while the query computes the next rows.

use std::io::Write;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::{DataType, Fields, SchemaRef};
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use datafusion::parquet::basic::Compression;
use datafusion::parquet::file::properties::{EnabledStatistics, WriterProperties};
use datafusion::parquet::file::writer::SerializedFileWriter;
use datafusion::parquet::schema::types::ColumnPath;

/// Rows in a full group. A task reads at least one group, so two cores need two groups.
const ROWS: usize = 1 << 17;

/// Bytes that also fill a group: rows with proofs are long, so such a group ends before it has [`ROWS`] rows.
const BYTES: usize = 128 << 20;

/// A message to a thread that encodes groups.
enum Order {
    /// Begin a group in these columns.
    Begin(Vec<ArrowColumnWriter>),
    Rows(RecordBatch),
    End,
}

/// A thread that encodes groups. The thread lives until the file is written: a new thread for each group would return its memory to
/// the system after every group. The thread ends when the sender of its orders is dropped.
struct Encoder {
    orders: Sender<Order>,
    groups: Receiver<Result<Vec<ArrowColumnChunk>>>,
}

impl Encoder {
    fn new(schema: SchemaRef) -> Self {
        let (orders, taken) = channel();
        let (done, groups) = channel();
        thread::spawn(move || {
            while let Ok(Order::Begin(columns)) = taken.recv() {
                if done.send(encode(&schema, columns, &taken)).is_err() {
                    return;
                }
            }
        });
        Self { orders, groups }
    }

    fn tell(&self, order: Order) -> Result<()> {
        self.orders.send(order).map_err(|_| stopped())
    }
}

fn stopped() -> DataFusionError {
    exec_datafusion_err!("what encodes rows has stopped")
}

/// Encodes one group. After an error, receives and drops the remaining rows of the group.
fn encode(
    schema: &SchemaRef,
    mut columns: Vec<ArrowColumnWriter>,
    orders: &Receiver<Order>,
) -> Result<Vec<ArrowColumnChunk>> {
    let mut result = Ok(());
    while let Ok(Order::Rows(batch)) = orders.recv() {
        if result.is_ok() {
            result = encode_rows(schema, &mut columns, &batch);
        }
    }
    result?;
    columns.into_iter().map(|column| Ok(column.close()?)).collect()
}

fn encode_rows(schema: &SchemaRef, columns: &mut [ArrowColumnWriter], batch: &RecordBatch) -> Result<()> {
    let mut columns = columns.iter_mut();
    for (field, array) in schema.fields().iter().zip(batch.columns()) {
        // A struct column has one leaf for each field.
        for leaf in compute_leaves(field, array)? {
            if let Some(column) = columns.next() {
                column.write(&leaf)?;
            }
        }
    }
    Ok(())
}

/// Writes rows into a file. Groups go to the threads in turn, and encoded groups go into the file in the order of their rows.
pub(crate) struct GroupWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    encoders: Vec<Encoder>,
    most_encoders: usize,
    /// The number of groups begun, and of groups written to the file.
    begun: usize,
    written: usize,
    /// The rows and bytes of the current group; no rows before the next group begins.
    rows: usize,
    bytes: usize,
}

impl<W: Write + Send> GroupWriter<W> {
    pub(crate) fn new(out: W, schema: SchemaRef, packing: Compression) -> Result<Self> {
        let writer = ArrowWriter::try_new(out, schema.clone(), Some(properties(&schema, packing)))?;
        let (file, columns) = writer.into_serialized_writer()?;
        let most_encoders = thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Self { file, columns, schema, encoders: Vec::new(), most_encoders, begun: 0, written: 0, rows: 0, bytes: 0 })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        let mut from = 0;
        while from < batch.num_rows() {
            if self.rows == 0 {
                self.begin_group()?;
            }
            let rows = (ROWS - self.rows).min(batch.num_rows() - from);
            self.encoder(self.begun - 1).tell(Order::Rows(batch.slice(from, rows)))?;
            from += rows;
            self.rows += rows;
            if self.rows == ROWS {
                self.end_group()?;
            }
        }
        self.bytes += batch.get_array_memory_size();
        if self.bytes >= BYTES { self.end_group() } else { Ok(()) }
    }

    fn encoder(&self, group: usize) -> &Encoder {
        &self.encoders[group % self.most_encoders]
    }

    fn begin_group(&mut self) -> Result<()> {
        if self.encoders.len() < self.most_encoders {
            self.encoders.push(Encoder::new(self.schema.clone()));
        } else {
            // The next thread in turn still holds the oldest group.
            self.append_oldest()?;
        }
        let columns = self.columns.create_column_writers(self.begun)?;
        self.encoder(self.begun).tell(Order::Begin(columns))?;
        self.begun += 1;
        Ok(())
    }

    fn end_group(&mut self) -> Result<()> {
        self.bytes = 0;
        if std::mem::take(&mut self.rows) == 0 {
            return Ok(());
        }
        self.encoder(self.begun - 1).tell(Order::End)
    }

    fn append_oldest(&mut self) -> Result<()> {
        let chunks = self.encoder(self.written).groups.recv().map_err(|_| stopped())??;
        self.written += 1;
        let mut group = self.file.next_row_group()?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the remaining groups and the footer, and returns the sink.
    pub(crate) fn finish(mut self) -> Result<W> {
        self.end_group()?;
        while self.written < self.begun {
            self.append_oldest()?;
        }
        Ok(self.file.into_inner()?)
    }
}

fn properties(schema: &SchemaRef, packing: Compression) -> WriterProperties {
    // Solutions hardly ever repeat, so a dictionary or statistics of each page would save nothing.
    let mut properties = WriterProperties::builder()
        .set_compression(packing)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(ROWS));
    let mut texts = Vec::new();
    find_texts(schema.fields(), &[], &mut texts);
    for path in texts {
        // Puzzles are in no order, so statistics would not let a reader skip groups.
        properties = properties.set_column_statistics_enabled(ColumnPath::new(path), EnabledStatistics::None);
    }
    properties.build()
}

/// Finds the paths of text and byte columns, also inside structs.
fn find_texts(fields: &Fields, above: &[String], found: &mut Vec<Vec<String>>) {
    for field in fields {
        let path = [above, &[field.name().clone()]].concat();
        match field.data_type() {
            DataType::Struct(inner) => find_texts(inner, &path, found),
            kind if kind.is_string() || kind.is_binary() => found.push(path),
            _ => {}
        }
    }
}
