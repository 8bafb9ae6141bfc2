//! How fast clauses are written: the minimal encoding of the empty grid into a sink that discards.
//!
//! `cargo bench --bench encode`; the command `satdoku encode --order 10 --stats -o /dev/null` prints GB/s for once.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use satdoku::cnf::dimacs::DimacsWriter;
use satdoku::{Encoding, Formula, Geometry, Grid};

fn encode(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encode");
    group.sample_size(10);
    for order in [3, 5, 10, 12] {
        let board = Arc::new(Geometry::order(order).expect("the board fits"));
        let formula = Formula::new(&Grid::empty(&board), Encoding::Minimal).expect("the formula fits");
        let write = || {
            let mut writer = DimacsWriter::new(std::io::sink());
            writer.header(formula.size()).expect("a sink takes everything");
            formula.write(&mut writer).expect("a sink takes everything");
            writer.bytes()
        };
        group.throughput(Throughput::Bytes(write()));
        group.bench_function(format!("minimal, order {order}"), |bencher| bencher.iter(|| black_box(write())));
        group.bench_function(format!("header only, order {order}"), |bencher| {
            bencher.iter(|| black_box(formula.size()));
        });
    }
    group.finish();
}

criterion_group!(benches, encode);
criterion_main!(benches);
