//! The questions of satdoku as a WebAssembly module without any other import than a clock and a receiver of events.
//!
//! A caller writes the name of a question and the question, a JSON object, into memory from [`allocate`], calls [`ask`], reads
//! the answer, and releases all three by [`release`]. `satdoku.js` does this.
//!
//! The module imports from `satdoku`: `now() -> f64`, milliseconds since a fixed moment, and `event(at, length)`, which receives a
//! JSON object with `event` and `data`. The event `panic` precedes a trap, after which the module must be loaded anew.

// The names of exported functions and of imports are what a module consists of.
#![allow(unsafe_code)]

use std::sync::Once;
use std::time::Duration;

use satdoku::budget::set_clock;
use satdoku_ask::{Problem, Questions, Work, schema_of};
use serde_json::{Value, json};

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "satdoku")]
unsafe extern "C" {
    safe fn now() -> f64;
    fn event(at: *const u8, length: usize);
}

/// The first question sets the clock and the receiver of panics.
static BEGIN: Once = Once::new();

/// Allocates memory for a text.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Releases memory of [`allocate`], or an answer with its first four bytes.
///
/// # Safety
/// The memory comes from [`allocate`] or [`ask`], has this length, and nothing uses it afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(at: *mut u8, length: usize) {
    // SAFETY: the caller gives back what `allocate` or `ask` made from a box of this length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) });
}

/// Answers a question, or `schema`: the JSON Schema of all questions. The answer begins with its length in four bytes, little-endian, and is a JSON object: the answer, or
/// `{"problem": {"kind", "place", "sentence"}}`.
///
/// # Safety
/// Both texts are readable memory of these lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(name: *const u8, name_length: usize, question: *const u8, length: usize) -> *mut u8 {
    // SAFETY: the caller wrote both texts into memory of these lengths.
    let [name, question] = unsafe { [text(name, name_length), text(question, length)] };
    BEGIN.call_once(|| {
        set_clock(time);
        std::panic::set_hook(Box::new(|panic| send(&json!({ "event": "panic", "data": panic.to_string() }))));
    });
    let answer = match answered(name, question) {
        Ok(answer) => answer,
        Err(problem) => json!({ "problem": problem.to_json() }),
    };
    let answer = answer.to_string();
    // A module for 32 bits has no longer text.
    let mut bytes = (answer.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(answer.as_bytes());
    Box::into_raw(bytes.into_boxed_slice()).cast()
}

unsafe fn text<'a>(at: *const u8, length: usize) -> &'a [u8] {
    // SAFETY: as of the caller.
    unsafe { std::slice::from_raw_parts(at, length) }
}

fn answered(name: &[u8], question: &[u8]) -> Result<Value, Problem> {
    let work = Work::default().with_events(|name, data| send(&json!({ "event": name, "data": data })));
    let questions = Questions::default();
    match name {
        b"schema" => Ok(schema_of(&questions, work.limits())),
        name => questions.ask(&String::from_utf8_lossy(name), question, &work),
    }
}

#[cfg(target_family = "wasm")]
fn time() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1e3)
}

#[cfg(target_family = "wasm")]
fn send(told: &Value) {
    let text = told.to_string();
    // SAFETY: the receiver copies the text before it returns.
    unsafe { event(text.as_ptr(), text.len()) };
}

// Other targets have no importer; the workspace is linted on them.
#[cfg(not(target_family = "wasm"))]
fn time() -> Duration {
    Duration::ZERO
}

#[cfg(not(target_family = "wasm"))]
fn send(_: &Value) {}
