//! The arguments of a call as columns, for every kind of text array.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Float64Array, Int64Array};
use datafusion::arrow::array::{LargeStringArray, StringArray, StringViewArray};
use datafusion::arrow::datatypes::{DataType, Float64Type, Int64Type};
use datafusion::common::{Result, exec_err};

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Argument {
    Text,
    Whole,
    Number,
    Truth,
}

impl Argument {
    /// The type to which an argument of type `given` is cast; `None` if the cast would change its meaning. For example, a puzzle
    /// that a reader took for a number has lost its leading empty cells, so a number is refused as text.
    pub(crate) fn accepts(self, given: &DataType) -> Option<DataType> {
        match (self, given) {
            (Self::Text, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) => Some(given.clone()),
            (Self::Text, DataType::Dictionary(_, value)) => self.accepts(value),
            (Self::Text, DataType::Null) => Some(DataType::Utf8),
            (Self::Whole, given) if given.is_integer() || given.is_null() => Some(DataType::Int64),
            (Self::Number, given) if given.is_numeric() || given.is_null() => Some(DataType::Float64),
            (Self::Truth, DataType::Boolean | DataType::Null) => Some(DataType::Boolean),
            _ => None,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Whole => "a whole number",
            Self::Number => "a number",
            Self::Truth => "true or false",
        }
    }
}

/// A column of arguments.
pub(crate) enum Given<'a> {
    Text(&'a StringArray),
    LargeText(&'a LargeStringArray),
    ViewedText(&'a StringViewArray),
    Whole(&'a Int64Array),
    Number(&'a Float64Array),
    Truth(&'a BooleanArray),
}

impl<'a> Given<'a> {
    pub(crate) fn of(array: &'a ArrayRef) -> Result<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Text(array.as_string()),
            DataType::LargeUtf8 => Self::LargeText(array.as_string()),
            DataType::Utf8View => Self::ViewedText(array.as_string_view()),
            DataType::Int64 => Self::Whole(array.as_primitive::<Int64Type>()),
            DataType::Float64 => Self::Number(array.as_primitive::<Float64Type>()),
            DataType::Boolean => Self::Truth(array.as_boolean()),
            other => return exec_err!("an argument of a sudoku function cannot be of the type {other}"),
        })
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        match self {
            Self::Text(array) => array.is_null(row),
            Self::LargeText(array) => array.is_null(row),
            Self::ViewedText(array) => array.is_null(row),
            Self::Whole(array) => array.is_null(row),
            Self::Number(array) => array.is_null(row),
            Self::Truth(array) => array.is_null(row),
        }
    }

    /// The text of a non-null row.
    pub(crate) fn text(&self, row: usize) -> &'a str {
        match self {
            Self::Text(array) => array.value(row),
            Self::LargeText(array) => array.value(row),
            Self::ViewedText(array) => array.value(row),
            _ => "",
        }
    }

    pub(crate) fn whole(&self, row: usize) -> i64 {
        if let Self::Whole(array) = self { array.value(row) } else { 0 }
    }

    pub(crate) fn number(&self, row: usize) -> f64 {
        if let Self::Number(array) = self { array.value(row) } else { 0.0 }
    }

    pub(crate) fn truth(&self, row: usize) -> bool {
        if let Self::Truth(array) = self { array.value(row) } else { false }
    }
}
