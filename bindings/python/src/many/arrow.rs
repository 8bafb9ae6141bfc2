//! Arrow arrays of texts or of fixed-size binaries, through the PyCapsule interface.

use arrow_array::builder::{
    BinaryBuilder, BinaryViewBuilder, FixedSizeBinaryBuilder, LargeBinaryBuilder, LargeStringBuilder, StringBuilder,
    StringViewBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, NullArray, UInt8Array, new_empty_array};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::sync::Arc;

use crate::errors::value_error;
use crate::many::capsule;
use crate::many::job::{Ask, Found, answer, status};
use crate::many::list::text_of;
use crate::many::lists;
use crate::many::question::asked;
use crate::many::rows::{Row, Rows, Text};

/// A column of answers that any library with the Arrow PyCapsule interface takes: pyarrow.array(…), polars.Series(…).
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct ArrowColumn(ArrayRef);

#[pymethods]
impl ArrowColumn {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, self.0.data_type())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface lets a producer ignore the requested type.
        let _ = requested_schema;
        capsule::array(py, &self.0)
    }

    fn __repr__(&self) -> String {
        format!("<satdoku.ArrowColumn of {} {}>", self.0.len(), self.0.data_type())
    }
}

/// The texts of a piece.
fn texts(array: &ArrayRef) -> PyResult<Text<'_>> {
    macro_rules! texts {
        ($typed:expr, $bytes:expr) => {{
            let typed = $typed;
            Box::new(
                move |number: usize| {
                    if typed.is_valid(number) { Row::Bytes($bytes(typed.value(number))) } else { Row::Missing }
                },
            )
        }};
    }
    Ok(match array.data_type() {
        // A library cannot know the type of a column with only nulls.
        DataType::Null => Box::new(|_| Row::Missing),
        DataType::Utf8 => texts!(array.as_string::<i32>(), str::as_bytes),
        DataType::LargeUtf8 => texts!(array.as_string::<i64>(), str::as_bytes),
        DataType::Utf8View => texts!(array.as_string_view(), str::as_bytes),
        DataType::Binary => texts!(array.as_binary::<i32>(), |bytes| bytes),
        DataType::LargeBinary => texts!(array.as_binary::<i64>(), |bytes| bytes),
        DataType::BinaryView => texts!(array.as_binary_view(), |bytes| bytes),
        DataType::FixedSizeBinary(_) => texts!(array.as_fixed_size_binary(), |bytes| bytes),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            if dictionary.values().is_empty() {
                return Ok(Box::new(|_| Row::Missing));
            }
            let (keys, value) = (dictionary.normalized_keys(), texts(dictionary.values())?);
            Box::new(move |number| if dictionary.is_valid(number) { value(keys[number]) } else { Row::Missing })
        }
        other => {
            let expected = "expected a column of strings, of binaries, or of lists of a fixed size";
            let hint = if other.is_numeric() { "; read it as text, which keeps the zeros in front" } else { "" };
            return Err(value_error(format!("{expected}, found {other}{hint}")));
        }
    })
}

/// The rows of a column in pieces, numbered through.
fn rows(pieces: &[ArrayRef]) -> PyResult<Rows<'_>> {
    let (mut starts, mut len) = (Vec::with_capacity(pieces.len()), 0);
    for piece in pieces {
        starts.push(len);
        len += piece.len();
    }
    let mut each = pieces.iter().map(texts).collect::<PyResult<Vec<_>>>()?;
    let text: Text<'_> = match each.pop() {
        Some(text) if each.is_empty() => text,
        None => Box::new(|_| Row::Missing),
        Some(last) => {
            each.push(last);
            Box::new(move |number| {
                // The last piece with a start up to `number`: an empty piece has the start of its successor.
                let piece = starts.partition_point(|&start| start <= number) - 1;
                each[piece](number - starts[piece])
            })
        }
    };
    Ok(Rows::Texts { len, text })
}

/// The answers of a part: bytes in the order of arrival, and for each row the range of its bytes and its status.
struct Texts {
    bytes: Vec<u8>,
    rows: Vec<(std::ops::Range<usize>, u8)>,
}

impl Texts {
    fn with_rows(number: usize) -> Self {
        Self { bytes: Vec::new(), rows: vec![(0..0, 0); number] }
    }

    fn put(&mut self, number: usize, found: &Found<'_>) {
        let start = self.bytes.len();
        match found {
            Found::Record(record) => self.bytes.extend_from_slice(&record[..]),
            Found::Grid(grid) => self.bytes.extend_from_slice(text_of(grid).as_bytes()),
            _ => {}
        }
        self.rows[number] = (start..self.bytes.len(), found.status());
    }

    /// The answers of the rows; `None` for a row without a solution.
    fn answers(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.rows.iter().map(|(place, status)| (*status == status::ANSWERED).then(|| &self.bytes[place.clone()]))
    }
}

/// The answers in the type of the puzzles.
fn column(parts: &[Texts], like: &DataType) -> PyResult<ArrayRef> {
    let len: usize = parts.iter().map(|part| part.rows.len()).sum();
    let bytes: usize = parts.iter().map(|part| part.bytes.len()).sum();
    let longest = parts.iter().flat_map(Texts::answers).flatten().map(<[u8]>::len).max().unwrap_or_default();
    let each = parts.iter().flat_map(Texts::answers);
    macro_rules! texts {
        ($builder:expr) => {{
            let mut builder = $builder;
            for value in each {
                builder.append_option(value.map(str::from_utf8).transpose().map_err(value_error)?);
            }
            Arc::new(builder.finish())
        }};
    }
    Ok(match like {
        DataType::Null => Arc::new(NullArray::new(len)),
        DataType::Utf8 if i32::try_from(bytes).is_ok() => texts!(StringBuilder::with_capacity(len, bytes)),
        DataType::Utf8 | DataType::LargeUtf8 => texts!(LargeStringBuilder::with_capacity(len, bytes)),
        // A solution may be longer than its puzzle: some boards have a shorter form for empty grids.
        DataType::FixedSizeBinary(width) if usize::try_from(*width).is_ok_and(|width| longest <= width) => {
            let mut builder = FixedSizeBinaryBuilder::with_capacity(len, *width);
            for value in each {
                match value {
                    Some(value) => {
                        let mut padded = value.to_vec();
                        padded.resize(usize::try_from(*width).unwrap_or(longest), b'\n');
                        builder.append_value(padded).map_err(value_error)?;
                    }
                    None => builder.append_null(),
                }
            }
            Arc::new(builder.finish())
        }
        DataType::Binary | DataType::FixedSizeBinary(_) => {
            let mut builder = BinaryBuilder::with_capacity(len, bytes);
            each.for_each(|value| builder.append_option(value));
            Arc::new(builder.finish())
        }
        DataType::LargeBinary => {
            let mut builder = LargeBinaryBuilder::with_capacity(len, bytes);
            each.for_each(|value| builder.append_option(value));
            Arc::new(builder.finish())
        }
        DataType::BinaryView => {
            let mut builder = BinaryViewBuilder::with_capacity(len);
            each.for_each(|value| builder.append_option(value));
            Arc::new(builder.finish())
        }
        _ => texts!(StringViewBuilder::with_capacity(len)),
    })
}

fn statuses(statuses: Vec<u8>) -> ArrowColumn {
    ArrowColumn(Arc::new(UInt8Array::from(statuses)))
}

/// The answers to a question about each puzzle of an Arrow column, null for a row without an answer, and a column of statuses.
#[pyfunction]
pub(crate) fn many_arrow(
    question: &str,
    puzzles: &Bound<'_, PyAny>,
    keywords: &Bound<'_, PyDict>,
) -> PyResult<(ArrowColumn, ArrowColumn)> {
    let py = puzzles.py();
    let (call, ask) = asked(question, keywords)?;
    let (pieces, data_type) = capsule::column(puzzles)?;
    if let DataType::FixedSizeList(_, width) = &data_type {
        let (answers, each) = lists::answered(py, &call, ask, &pieces, usize::try_from(*width).unwrap_or_default())?;
        return Ok((ArrowColumn(answers), statuses(each)));
    }
    // Refuses a column of an unsuitable type even if the column is empty.
    drop(texts(&new_empty_array(&data_type))?);
    let rows = rows(&pieces)?;
    let (answers, each): (ArrayRef, Vec<u8>) = match ask {
        Ask::Solve => {
            let part = call.part(rows.len());
            let starts = (0..rows.len()).step_by(part);
            let places = starts.map(|first| Texts::with_rows(part.min(rows.len() - first))).collect();
            let put = |place: &mut Texts, number, found: Found<'_>| place.put(number, &found);
            let parts = answer(py, &call, &rows, ask, places, put)?;
            let each = parts.iter().flat_map(|part| &part.rows).map(|(_, status)| *status).collect();
            (py.detach(|| column(&parts, &data_type))?, each)
        }
        _ => lists::numbers_or_flags(py, &call, &rows, ask)?,
    };
    Ok((ArrowColumn(answers), statuses(each)))
}
