//! The Arrow PyCapsule interface: columns of other libraries come in and go out without a copy.
//!
//! The only file with unsafe code: a capsule holds a pointer to a structure of the Arrow C data interface, and the capsule's name
//! tells the type of the structure. <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};
use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, NullArray, make_array};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::value_error;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The structures of the interface up to the callback that frees them, which is null after a structure was moved out.
#[repr(C)]
#[allow(dead_code)] // Where the callback stands is all that is asked.
struct Schema {
    texts: [*const c_void; 3],
    numbers: [i64; 2],
    children: [*const c_void; 2],
    release: *const c_void,
}

#[repr(C)]
#[allow(dead_code)] // Where the callback stands is all that is asked.
struct Array {
    numbers: [i64; 5],
    buffers: [*const c_void; 3],
    release: *const c_void,
}

#[repr(C)]
#[allow(dead_code)] // Where the callback stands is all that is asked.
struct Stream {
    callbacks: [*const c_void; 3],
    release: *const c_void,
}

/// Whether a structure was moved out or freed: then its callback, at an offset, is null and its other fields have no meaning.
///
/// # Safety
/// The structure must be readable up to and including its callback.
unsafe fn is_released<T>(structure: NonNull<T>, release: usize) -> bool {
    // SAFETY: the caller guarantees that the callback is readable.
    unsafe { structure.as_ptr().byte_add(release).cast::<*const c_void>().read().is_null() }
}

/// The pieces of a column and its type.
pub(crate) fn column(object: &Bound<'_, PyAny>) -> PyResult<(Vec<ArrayRef>, DataType)> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array) = object.call_method0("__arrow_c_array__")?.extract()?;
        let (array, data_type) = of_array(&schema, &array)?;
        return Ok((vec![array], data_type));
    }
    if object.hasattr("__arrow_c_stream__")? {
        let stream: Bound<'_, PyCapsule> = object.call_method0("__arrow_c_stream__")?.extract()?;
        return of_stream(&stream);
    }
    Err(PyTypeError::new_err("expected an Arrow array: an object with __arrow_c_array__ or __arrow_c_stream__"))
}

fn of_array(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<(ArrayRef, DataType)> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: the names of the capsules were checked, so they point at structures of these types.
    if unsafe { is_released(schema, offset_of!(Schema, release)) || is_released(array, offset_of!(Array, release)) } {
        return Err(value_error("expected an Arrow array, found one that was read before"));
    }
    // SAFETY: neither structure was released; moving both out marks them as released for the destructors of the capsules, as the
    // interface demands.
    let (schema, array) =
        unsafe { (FFI_ArrowSchema::from_raw(schema.as_ptr()), FFI_ArrowArray::from_raw(array.as_ptr())) };
    imported(array, &schema)
}

/// A structure as an array.
fn imported(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> PyResult<(ArrayRef, DataType)> {
    let data_type = DataType::try_from(schema).map_err(value_error)?;
    if data_type == DataType::Null {
        // A null array is only a length, but some producers add a buffer, which `from_ffi` would refuse.
        return Ok((Arc::new(NullArray::new(array.len())), data_type));
    }
    // SAFETY: array and schema came together from a producer of the C data interface, which guarantees their validity.
    let data = unsafe { from_ffi(array, schema) }.map_err(value_error)?;
    Ok((make_array(data), data_type))
}

fn of_stream(stream: &Bound<'_, PyCapsule>) -> PyResult<(Vec<ArrayRef>, DataType)> {
    let stream = stream.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the name of the capsule was checked, so its pointer is to a structure of this type.
    if unsafe { is_released(stream, offset_of!(Stream, release)) } {
        return Err(value_error("expected an Arrow stream, found one that was read before"));
    }
    // SAFETY: the stream was not released; moving it out marks it as released for the destructor of the capsule.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(value_error("expected an Arrow stream, found one that was read before"));
    };
    let failed = |code| value_error(ArrowError::CDataInterface(format!("the stream failed with code {code}")));
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the check above found the stream not released, and the callback writes a schema to a valid place.
    match unsafe { get_schema(&raw mut stream, &raw mut schema) } {
        0 => {}
        code => return Err(failed(code)),
    }
    let data_type = DataType::try_from(&schema).map_err(value_error)?;
    let mut pieces = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as for the schema.
        match unsafe { get_next(&raw mut stream, &raw mut array) } {
            0 if array.is_released() => return Ok((pieces, data_type)),
            0 => pieces.push(imported(array, &schema)?.0),
            code => return Err(failed(code)),
        }
    }
}

/// A type as a capsule.
pub(crate) fn schema<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(data_type).map_err(value_error)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// An array as two capsules: of its type and of its data.
pub(crate) fn array<'py>(
    py: Python<'py>,
    array: &ArrayRef,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(value_error)?;
    Ok((PyCapsule::new_with_value(py, schema, SCHEMA)?, PyCapsule::new_with_value(py, array, ARRAY)?))
}
