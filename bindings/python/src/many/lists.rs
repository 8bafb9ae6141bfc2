//! Arrow arrays of lists of a fixed size: a row of numbers for each puzzle, as a column of Polars' type Array has them.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeListArray, Float64Array, UInt8Array, UInt64Array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::many::array::{check_width, counts, flags, ratings, solved};
use crate::many::job::{Ask, Call, status};
use crate::many::rows::{Rows, Without, empty_value};

/// The numbers of all rows, and the rows without a puzzle.
struct Numbers {
    numbers: Vec<u8>,
    without: Vec<(usize, Without)>,
}

/// Reads the rows of a column; null stands for an empty cell, as 0 does.
fn numbers(call: &Call, pieces: &[ArrayRef], width: usize) -> PyResult<Numbers> {
    let empty = call.board.as_ref().map_or(0, |board| empty_value(board));
    let mut read = Numbers { numbers: Vec::new(), without: Vec::new() };
    for piece in pieces {
        let lists = piece.as_fixed_size_list();
        let value = values(lists.values())?;
        for row in 0..lists.len() {
            let number = read.numbers.len() / width;
            let mut wrong = lists.is_null(row).then_some(Without::Missing);
            let first = lists.value_offset_at(row);
            for at in first..first + width {
                let number_of_cell = match value(at) {
                    None => Some(empty),
                    Some(-1) if empty != 0 => Some(empty),
                    Some(value) => u8::try_from(value).ok(),
                };
                if number_of_cell.is_none() && wrong.is_none() {
                    if call.raises {
                        let found = value(at).unwrap_or_default();
                        return Err(value_error(format!(
                            "row {number}: expected numbers from 0 to 255 in the lists, found {found}"
                        )));
                    }
                    wrong = Some(Without::Wrong);
                }
                read.numbers.push(number_of_cell.unwrap_or_default());
            }
            read.without.extend(wrong.map(|wrong| (number, wrong)));
        }
    }
    Ok(read)
}

/// The numbers of the cells by their places, `None` for null.
fn values(array: &ArrayRef) -> PyResult<Box<dyn Fn(usize) -> Option<i64> + '_>> {
    macro_rules! integers {
        ($type:ty) => {{
            let typed = array.as_primitive::<$type>();
            Box::new(move |at: usize| {
                // A number beyond 63 bits is no digit either way.
                typed.is_valid(at).then(|| i64::try_from(typed.value(at)).unwrap_or(i64::MAX))
            })
        }};
    }
    Ok(match array.data_type() {
        DataType::Int8 => integers!(Int8Type),
        DataType::Int16 => integers!(Int16Type),
        DataType::Int32 => integers!(Int32Type),
        DataType::Int64 => integers!(Int64Type),
        DataType::UInt8 => integers!(UInt8Type),
        DataType::UInt16 => integers!(UInt16Type),
        DataType::UInt32 => integers!(UInt32Type),
        DataType::UInt64 => integers!(UInt64Type),
        other => return Err(value_error(format!("expected lists of whole numbers, found lists of {other}"))),
    })
}

/// The answers to a question about each row, null for a row without an answer, and the statuses.
pub(crate) fn answered(
    py: Python<'_>,
    call: &Call,
    ask: Ask,
    pieces: &[ArrayRef],
    width: usize,
) -> PyResult<(ArrayRef, Vec<u8>)> {
    check_width(width, call)?;
    let Numbers { numbers, without } = numbers(call, pieces, width)?;
    let rows = Rows::Numbers { numbers: &numbers, width, without: &without };
    if !matches!(ask, Ask::Solve) {
        return numbers_or_flags(py, call, &rows, ask);
    }
    let (solutions, statuses) = solved(py, call, &rows, width)?;
    let (field, width) = (Field::new_list_field(DataType::UInt8, true), i32::try_from(width).map_err(value_error)?);
    let (solutions, nulls) = (Arc::new(UInt8Array::from(solutions)), Some(has_answer(&statuses)));
    let lists = FixedSizeListArray::try_new(Arc::new(field), width, solutions, nulls).map_err(value_error)?;
    Ok((Arc::new(lists), statuses))
}

/// The answers to a question whose answers are numbers or flags, null for a row without an answer, and the statuses.
pub(crate) fn numbers_or_flags(
    py: Python<'_>,
    call: &Call,
    rows: &Rows<'_>,
    ask: Ask,
) -> PyResult<(ArrayRef, Vec<u8>)> {
    macro_rules! column {
        ($array:ident, $answers:expr) => {{
            let (answers, statuses) = $answers;
            (Arc::new($array::new(answers.into(), Some(has_answer(&statuses)))) as ArrayRef, statuses)
        }};
    }
    Ok(match ask {
        Ask::Count(limit) => column!(UInt64Array, counts(py, call, rows, limit)?),
        Ask::Rate => column!(Float64Array, ratings(py, call, rows)?),
        Ask::Solve | Ask::Valid | Ask::Unique => column!(BooleanArray, flags(py, call, rows, ask)?),
    })
}

/// Which rows have an answer.
fn has_answer(statuses: &[u8]) -> NullBuffer {
    statuses.iter().map(|&status| status == status::ANSWERED).collect()
}
