//! Exact cover beside other crates.
use cpu_time::ThreadTime;
use satdoku::Budget;
use satdoku::exact_cover::{CoverSearch, DancingLinks, ItemChoice};
use satdoku_peers::problems::{self, Plain};

fn ours(plain: &Plain) -> (u64, f64) {
    let clock = ThreadTime::now();
    let mut search = DancingLinks::new(&plain.cover(), ItemChoice::Smallest);
    let mut running = Budget::unlimited().start();
    let mut count = 0;
    while search.advance(&mut running).is_satisfiable() {
        count += 1;
    }
    (count, clock.elapsed().as_secs_f64())
}

fn peer(plain: &Plain) -> (u64, f64) {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
    let options: Vec<Vec<dlx::Uint>> =
        plain.options.iter().map(|option| option.iter().map(|&item| dlx::Uint::from(item)).collect()).collect();
    let clock = ThreadTime::now();
    let mut problem =
        dlx::x::make_problem(plain.primary.into(), plain.secondary.into(), &options, dlx::OptOrder::Seq);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = dlx::Solver::new(&mut problem);
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    (count, clock.elapsed().as_secs_f64())
}

fn main() {
    let with_peer = std::env::args().nth(1).is_some_and(|a| a == "peer");
    let works = [
        ("pent", problems::pentominoes(6, 10, false)),
        ("q13", problems::queens(13)),
        ("s6", problems::sudoku(2, 3, &[])),
    ];
    for (name, plain) in works {
        if std::env::args().nth(2).is_some_and(|only| only != name) { continue; }
        let (count, seconds) = ours(&plain);
        print!("{name}: {count} {seconds:.3}");
        if with_peer {
            let (theirs, their) = peer(&plain);
            print!("  peer {theirs} {their:.3} ratio {:.2}", their / seconds);
        }
        println!();
    }
}
