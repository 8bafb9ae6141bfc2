//! The return values of the functions: struct arrays, built row by row.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, BooleanBuilder, Float64Builder, LargeBinaryBuilder, NullBufferBuilder, StringBuilder, StructArray,
    UInt64Builder,
};
use datafusion::arrow::datatypes::{DataType, Field, Fields};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Text,
    Number,
    Float,
    Truth,
    Bytes,
}

/// The value of a row in a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Nothing,
    Text(String),
    Number(u64),
    Float(f64),
    Truth(bool),
    Bytes(Vec<u8>),
}

/// The answer to one row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) values: Vec<Value>,
    pub(crate) status: &'static str,
    pub(crate) message: Option<String>,
}

impl Row {
    pub(crate) fn new(status: &'static str, values: Vec<Value>) -> Self {
        Self { values, status, message: None }
    }

    /// A row without values.
    pub(crate) fn bare(status: &'static str, message: impl Into<Option<String>>) -> Self {
        Self { values: Vec::new(), status, message: message.into() }
    }
}

/// The fields of a function's struct.
pub(crate) fn fields(own: &[(&str, Kind)]) -> Fields {
    let field = |&(name, kind): &(&str, Kind)| {
        let kind = match kind {
            Kind::Text => DataType::Utf8,
            Kind::Number => DataType::UInt64,
            Kind::Float => DataType::Float64,
            Kind::Truth => DataType::Boolean,
            // The proofs of a batch may exceed 2 GiB in total.
            Kind::Bytes => DataType::LargeBinary,
        };
        Field::new(name, kind, true)
    };
    own.iter().chain(&[("status", Kind::Text), ("message", Kind::Text)]).map(field).collect()
}

enum Column {
    Text(StringBuilder),
    Number(UInt64Builder),
    Float(Float64Builder),
    Truth(BooleanBuilder),
    Bytes(LargeBinaryBuilder),
}

/// The lengths of a 9×9 solution and of the longest frequent status.
const SOLUTION: usize = 81;
const STATUS: usize = 13;

/// The columns of a function's struct.
pub(crate) struct Columns {
    fields: Fields,
    own: Vec<Column>,
    status: StringBuilder,
    message: StringBuilder,
    validity: NullBufferBuilder,
}

impl Columns {
    pub(crate) fn new(own: &[(&str, Kind)], rows: usize) -> Self {
        let column = |&(_, kind): &(&str, Kind)| match kind {
            Kind::Text => Column::Text(StringBuilder::with_capacity(rows, rows * SOLUTION)),
            Kind::Number => Column::Number(UInt64Builder::with_capacity(rows)),
            Kind::Float => Column::Float(Float64Builder::with_capacity(rows)),
            Kind::Truth => Column::Truth(BooleanBuilder::with_capacity(rows)),
            Kind::Bytes => Column::Bytes(LargeBinaryBuilder::new()),
        };
        Self {
            fields: fields(own),
            own: own.iter().map(column).collect(),
            status: StringBuilder::with_capacity(rows, rows * STATUS),
            message: StringBuilder::with_capacity(rows, 0),
            validity: NullBufferBuilder::new(rows),
        }
    }

    /// A row whose argument is null.
    pub(crate) fn push_null(&mut self) {
        for column in &mut self.own {
            column.push(&Value::Nothing);
        }
        self.status.append_null();
        self.message.append_null();
        self.validity.append_null();
    }

    pub(crate) fn push(&mut self, row: &Row) {
        for (number, column) in self.own.iter_mut().enumerate() {
            column.push(row.values.get(number).unwrap_or(&Value::Nothing));
        }
        self.finish_row(row.status, row.message.as_deref());
    }

    /// A row whose only text is borrowed.
    pub(crate) fn push_text(&mut self, text: Option<&str>, status: &str) {
        if let Some(Column::Text(column)) = self.own.first_mut() {
            column.append_option(text);
        }
        self.finish_row(status, None);
    }

    fn finish_row(&mut self, status: &str, message: Option<&str>) {
        self.status.append_value(status);
        self.message.append_option(message);
        self.validity.append_non_null();
    }

    pub(crate) fn finish(mut self) -> ArrayRef {
        let mut arrays: Vec<ArrayRef> = self.own.into_iter().map(Column::finish).collect();
        arrays.push(Arc::new(self.status.finish()));
        arrays.push(Arc::new(self.message.finish()));
        Arc::new(StructArray::new(self.fields, arrays, self.validity.finish()))
    }
}

impl Column {
    /// Adds a value; a value of a type that differs from the column's becomes null.
    fn push(&mut self, value: &Value) {
        match (self, value) {
            (Self::Text(column), Value::Text(text)) => column.append_value(text),
            (Self::Number(column), Value::Number(number)) => column.append_value(*number),
            (Self::Float(column), Value::Float(number)) => column.append_value(*number),
            (Self::Truth(column), Value::Truth(is_so)) => column.append_value(*is_so),
            (Self::Bytes(column), Value::Bytes(bytes)) => column.append_value(bytes),
            (Self::Text(column), _) => column.append_null(),
            (Self::Number(column), _) => column.append_null(),
            (Self::Float(column), _) => column.append_null(),
            (Self::Truth(column), _) => column.append_null(),
            (Self::Bytes(column), _) => column.append_null(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut column) => Arc::new(column.finish()),
            Self::Number(mut column) => Arc::new(column.finish()),
            Self::Float(mut column) => Arc::new(column.finish()),
            Self::Truth(mut column) => Arc::new(column.finish()),
            Self::Bytes(mut column) => Arc::new(column.finish()),
        }
    }
}
