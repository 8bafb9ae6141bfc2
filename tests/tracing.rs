//! Spans around what takes time, as a subscriber of `tracing` sees them; in a process of its own, since `tracing` asks the subscriber of
//! whichever thread meets a span first whether anybody wants it.

#![cfg(feature = "tracing")]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use satdoku::prelude::*;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_question_is_a_span_with_its_parts_inside() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    let watched = subscriber.set_default();
    let puzzle: Grid = ".4.2...1.....3..".parse().unwrap();
    Solver::Sat(Backend::Cdcl).solve(&puzzle).unwrap().unwrap();
    drop(watched);
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    for expected in [
        "solve{board=2x2}:deduce: satdoku::solver::session: close",
        "solve{board=2x2}:encode: satdoku::sat::instance: close",
        "solve{board=2x2}:sat{solver=cdcl}: satdoku::sat::instance: close",
        "solve{board=2x2}: satdoku::solver::session: close",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}
