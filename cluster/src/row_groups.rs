//! Parquet files, group by group: groups of rows are encoded on threads of their own, while the next rows are being answered.

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

/// Rows are gathered to groups of so many: a group is the least that a task reads, and two cores want two.
const ROWS: usize = 1 << 17;

/// Proofs are long: a group of fewer rows is full where they take so many bytes.
const BYTES: usize = 128 << 20;

/// What a thread that encodes groups is told.
enum Order {
    /// Begin a group in these columns.
    Begin(Vec<ArrowColumnWriter>),
    Rows(RecordBatch),
    End,
}

/// A thread that encodes groups. It lives as long as the file is being written: one for each group would give its memory back to
/// the system each time. It ends when nobody has orders for it.
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

/// Encodes one group. What comes after an error is taken all the same, up to the end of the group.
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
        // A struct has a column for each of its fields.
        for leaf in compute_leaves(field, array)? {
            if let Some(column) = columns.next() {
                column.write(&leaf)?;
            }
        }
    }
    Ok(())
}

/// Rows on their way into a file. Groups go to the threads in turn, and from them into the file in the same order.
pub(crate) struct GroupWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    encoders: Vec<Encoder>,
    most_encoders: usize,
    /// How many groups were begun, and how many of them are in the file.
    begun: usize,
    written: usize,
    /// What the group has that is not full yet; no rows where none is begun.
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
            // The oldest group is with the thread whose turn it is.
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

    /// Writes what is left; the sink has all bytes then.
    pub(crate) fn finish(mut self) -> Result<W> {
        self.end_group()?;
        while self.written < self.begun {
            self.append_oldest()?;
        }
        Ok(self.file.into_inner()?)
    }
}

fn properties(schema: &SchemaRef, packing: Compression) -> WriterProperties {
    // Solutions hardly ever repeat: a dictionary would be filled in vain, and so would statistics of each page.
    let mut properties = WriterProperties::builder()
        .set_compression(packing)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(ROWS));
    let mut texts = Vec::new();
    find_texts(schema.fields(), &[], &mut texts);
    for path in texts {
        // Puzzles are in no order by which a reader could pass over some.
        properties = properties.set_column_statistics_enabled(ColumnPath::new(path), EnabledStatistics::None);
    }
    properties.build()
}

/// The paths of columns of text or bytes, those of structs too.
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
