//! The memory that a small puzzle takes, in a process that does nothing else: two programs of the seed solve and encode one with less
//! than 2 MiB of growth.

#![cfg(target_os = "linux")]

use satdoku::{Encoding, Formula, Grid, Solver, Verdict};

const MAX_KIB: u64 = 2048;

/// What the system counts for this process, in KiB: the memory that belongs to it, and the addresses that are mapped.
///
/// Linux also maps the code of a program in pieces of 64 KiB around each function that runs. These pages are not counted, because
/// they stand in the cache of files anyway and their number depends on the order of the functions.
fn memory() -> [u64; 2] {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has this file");
    ["RssAnon:", "VmSize:"].map(|field| {
        let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("Linux counts memory");
        line.trim().trim_end_matches(" kB").parse().expect("a number of KiB")
    })
}

// One test: a second one would run beside it, and its memory would be counted too.
#[test]
fn a_small_puzzle_is_solved_and_encoded_in_two_mebibytes() {
    let start = memory();
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle: Grid = text.parse().expect("a puzzle");
    let Ok(Verdict::Satisfiable(solution)) = Solver::Backtracking.solve(&puzzle) else {
        panic!("the puzzle has a solution")
    };
    let mut dimacs = Vec::new();
    let formula = Formula::new(&puzzle, Encoding::Modeller).expect("a small formula");
    formula.write_dimacs(&mut dimacs).expect("memory takes it");
    let end = memory();

    assert_eq!(solution.to_string().len(), 81);
    assert!(dimacs.starts_with(b"p cnf 729 10317\n"), "{:?}", dimacs.get(..20));
    let grown = [0, 1].map(|field| end[field].saturating_sub(start[field]));
    assert!(grown.iter().all(|grown| *grown < MAX_KIB), "the memory grew by {grown:?} KiB");
}
