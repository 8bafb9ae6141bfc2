//! How fast clauses are written: the minimal encoding of the empty grid into a sink that discards.
//!
//! `cargo bench --bench encode`; the command `satdoku encode --order 10 --stats -o /dev/null` prints GB/s for once.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use satdoku::cnf::dimacs::DimacsWriter;
use satdoku::{Encoding, Formula, Geometry, Grid};

/// How often each order is written; the median and the extremes are printed.
const RUNS: usize = 10;

fn main() {
    println!("{:<8} {:>14} {:>9} {:>9} {:>9} {:>7}", "order", "bytes", "fastest", "median", "slowest", "GB/s");
    for order in [3, 5, 10, 12] {
        let board = Arc::new(Geometry::of_order(order).expect("the board fits"));
        let formula = Formula::new(&Grid::empty(&board), Encoding::Minimal).expect("the formula fits");
        let mut times = Vec::with_capacity(RUNS);
        let mut bytes = 0;
        for _ in 0..RUNS {
            let start = Instant::now();
            bytes = black_box(write(&formula));
            times.push(start.elapsed());
        }
        times.sort_unstable();
        let median = times[RUNS / 2];
        println!(
            "{order:<8} {bytes:>14} {:>9} {:>9} {:>9} {:>7.2}",
            milliseconds(times[0]),
            milliseconds(median),
            milliseconds(times[RUNS - 1]),
            gigabytes_a_second(bytes, median),
        );
    }
}

/// Writes header and clauses; how many bytes that took.
fn write(formula: &Formula) -> u64 {
    let mut writer = DimacsWriter::new(std::io::sink());
    writer.header(formula.size()).expect("a sink takes everything");
    formula.write(&mut writer).expect("a sink takes everything");
    writer.bytes()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn gigabytes_a_second(bytes: u64, time: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
    let bytes = bytes as f64;
    bytes / time.as_secs_f64() / 1e9
}
