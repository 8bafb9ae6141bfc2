//! Tests steps against Sudoku Explainer 1.2.1: up to 9.1 the positions are its own, above they come from puzzles with published
//! ratings that satdoku reproduces: AI Escargot, Easter Monster, Golden Nugget. Also tests whole puzzles against their solutions.

use std::ops::ControlFlow;

use satdoku_base::budget::Budget;
use satdoku_puzzle::grid::Grid;

use super::{
    dynamic, dynamic_plus, forcing_chains, multiple, nested, nested_dynamic, nested_dynamic_plus, nested_multiple,
    nishio,
};
use crate::board::Board;
use crate::checker::check;
use crate::finder::{Finder, Position};
use crate::layout::BoardTables;
use crate::pencil_mark::PencilMark;
use crate::step::Step;
use crate::walk_cache::WalkCache;

const LADDER: [Finder; 9] = [
    forcing_chains,
    nishio,
    multiple,
    dynamic,
    dynamic_plus,
    nested,
    nested_multiple,
    nested_dynamic,
    nested_dynamic_plus,
];

/// A position of cells with a digit written (`=9`) or candidates.
fn position(text: &str) -> Board {
    let written = |cell: &str| cell.strip_prefix('=').map(str::to_owned);
    let digits: String = text.split(' ').map(|cell| written(cell).unwrap_or_else(|| ".".to_owned())).collect();
    let bits = |cell: &str| cell.bytes().map(|digit| 1_u64 << (digit - b'1')).sum();
    let sets: Vec<u64> = text.split(' ').map(|cell| if cell.starts_with('=') { 0 } else { bits(cell) }).collect();
    let grid: Grid = digits.parse().expect("a grid");
    Board::with_candidates(&BoardTables::of(&grid).expect("small"), &grid, &sets)
}

fn first(board: &Board) -> Option<(usize, Step)> {
    let running = Budget::unlimited().start();
    let mut first = None;
    for (rank, find) in LADDER.iter().enumerate() {
        let _ = find(&Position { board, running: &running, cache: &WalkCache::default() }, &mut |step| {
            first = Some((rank, step));
            ControlFlow::Break(())
        });
        if first.is_some() {
            break;
        }
    }
    first
}

/// A step's eliminations, as cell and digit in one number, including the remaining digits of a filled cell.
fn struck(board: &Board, step: &Step) -> String {
    let of_cell = |mark: &PencilMark| {
        let (cell, kept) = (mark.cell(), mark.digit());
        (0..9)
            .filter(move |&digit| digit != kept && board.has(PencilMark::new(cell, digit)))
            .map(move |digit| PencilMark::new(cell, digit))
    };
    let mut struck: Vec<PencilMark> = step.placed.iter().flat_map(of_cell).chain(step.struck.iter().copied()).collect();
    struck.sort_unstable();
    struck.iter().map(|mark| (mark.cell() * 10 + mark.digit() + 1).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_kind_of_chain_is_the_one_that_sudoku_explainer_takes() {
    #[rustfmt::skip]
    let positions: [(usize, u16, &str, &str); 13] = [
        (0, 67, "275", "=7 =3 =1 49 45 459 =6 =2 =8 =8 =2 =5 =7 =3 =6 =4 =1 =9 =6 =4 =9 =2 =8 =1 =7 =5 =3 459 =1 48 58 =6 =7 29 =3 25 =2 58 =3 48 =9 45 =1 =6 =7 59 =7 =6 13 12 23 =8 49 45 14 =6 =7 39 12 39 =5 =8 24 =3 59 24 =6 45 =8 29 =7 =1 15 89 28 15 =7 24 =3 49 =6"),
        (0, 66, "279", "=7 =9 =5 =2 =4 =8 =1 =3 =6 =2 =8 =6 =9 =3 =1 45 45 =7 =3 =4 =1 =7 =5 =6 =2 =9 =8 49 =2 =7 =3 89 =5 =6 48 =1 =6 =5 489 =1 78 =2 =3 478 49 =1 =3 89 =6 789 =4 79 =2 =5 =5 =7 49 =8 =1 =3 49 =6 =2 49 =6 =3 =5 =2 =7 =8 =1 49 =8 =1 =2 =4 =6 =9 57 57 =3"),
        (0, 66, "28", "47 =2 89 47 =1 =6 389 38 =5 78 15 189 =3 25 27 =4 =6 89 =3 45 =6 =8 45 =9 =2 =1 =7 =6 13 =2 =9 =7 =5 18 =4 138 =9 =7 13 46 46 =8 =5 =2 13 =5 =8 =4 =2 =3 =1 =7 =9 =6 =2 =9 =7 =1 =8 =3 =6 =5 =4 48 34 =5 67 26 27 19 38 19 =1 =6 38 =5 =9 =4 38 =7 =2"),
        (1, 76, "272", "268 236 =4 =9 257 357 =1 237 378 28 =7 =5 236 236 =1 24 =9 2348 =9 23 =1 237 =4 =8 25 =6 357 257 =8 =6 =4 257 3579 259 23 =1 125 129 =3 =8 256 569 =7 45 2459 =4 29 27 23 =1 3579 =6 =8 359 =3 =5 27 =1 =9 =4 =8 27 =6 267 =4 =9 =5 =8 67 =3 =1 27 167 16 =8 367 367 =2 49 45 459"),
        (2, 84, "503", "127 278 =9 =3 =5 =6 =4 17 78 134 =5 148 =2 189 =7 =6 139 389 137 =6 178 89 =4 19 =5 379 =2 47 =9 =6 458 38 35 378 =2 =1 =5 =1 =3 68 =7 =2 =9 68 =4 =8 47 =2 469 139 139 37 =5 67 =6 38 78 579 =2 359 =1 =4 359 279 23 =5 =1 39 =4 78 68 3679 149 34 147 579 =6 =8 =2 379 359"),
        (2, 83, "735", "348 12 234 =7 =5 =9 346 16 13468 3578 15 37 =2 =6 =4 35 =9 138 459 59 =6 =1 =3 =8 45 =7 =2 =1 269 279 =5 =4 26 =8 =3 679 5679 =3 2579 =8 17 26 69 =4 179 67 =4 =8 =9 17 =3 27 126 =5 =2 =8 45 =3 =9 =7 =1 56 46 349 =7 =1 =6 =2 =5 349 =8 349 3569 569 359 =4 =8 =1 27 25 379"),
        (3, 88, "148", "=3 =4 789 159 1578 579 =2 568 689 =1 =5 2789 =6 2378 23789 34 48 389 89 29 =6 2389 2358 =4 35 =1 =7 67 =8 14 1235 12345 235 =9 467 126 =2 =3 14 =7 =9 =6 458 45 18 679 69 =5 128 14 28 47 =3 126 =5 =1 289 =4 237 2379 =6 78 38 68 267 28 235 23567 =1 378 =9 =4 =4 679 =3 89 678 789 =1 =2 =5"),
        (3, 91, "696", "=6 1279 149 =3 =8 =5 29 479 279 37 =8 349 =2 679 46 369 =5 =1 257 2379 459 469 679 =1 =8 3479 2367 238 39 =7 589 =1 28 =4 =6 2359 =4 1269 169 =7 569 =3 259 19 =8 1238 =5 1369 689 =4 268 =7 139 239 1357 1367 =2 48 356 468 13569 3789 35679 =9 =4 138 568 356 =7 16 =2 356 357 367 3568 =1 =2 =9 356 78 =4"),
        (3, 90, "262", "=6 129 149 =3 =8 =5 29 479 279 37 =8 349 =2 679 46 369 =5 =1 257 2379 45 469 79 =1 =8 349 236 238 39 =7 589 =1 28 =4 =6 2359 =4 129 16 =7 569 =3 259 19 =8 1238 =5 169 689 =4 268 =7 139 239 15 167 =2 48 356 468 3569 3789 3579 =9 =4 38 568 356 =7 =1 =2 356 357 67 358 =1 =2 =9 356 78 =4"),
        (3, 90, "35", "=3 =4 789 159 1578 579 =2 568 689 =1 =5 2789 =6 278 2379 34 48 389 89 29 =6 2389 2358 =4 35 =1 =7 67 =8 14 1235 12345 235 =9 467 126 =2 =3 14 =7 =9 =6 458 45 18 679 69 =5 128 14 28 47 =3 126 =5 =1 289 =4 237 2379 =6 78 38 68 267 28 235 23567 =1 378 =9 =4 =4 679 =3 89 678 789 =1 =2 =5"),
        (5, 108, "446", "=1 478 34578 3567 3689 5678 3489 369 =2 238 =9 378 =4 12368 12678 138 =5 368 23458 248 =6 1235 12389 1258 =7 139 3489 2468 =5 1478 =9 1246 =3 128 1267 678 234689 12468 13489 126 =7 1246 123589 12369 35689 2369 1267 1379 =8 =5 126 1239 =4 3679 =7 148 14589 1235 12348 12458 =6 239 3459 456 =3 145 12567 1246 =9 245 =8 457 45689 468 =2 3567 3468 45678 3459 379 =1"),
        (6, 111, "182", "=1 478 34578 3567 3689 5678 3489 369 =2 238 =9 378 =4 12368 12678 138 =5 368 23458 248 =6 1235 12389 1258 =7 139 3489 2468 =5 1478 =9 1246 =3 128 1267 678 234689 12468 13489 126 =7 1246 123589 12369 3589 2369 1267 1379 =8 =5 126 1239 =4 3679 =7 148 14589 1235 12348 12458 =6 239 3459 456 =3 145 12567 1246 =9 245 =8 457 45689 468 =2 3567 3468 45678 3459 379 =1"),
        (7, 118, "8", "25678 14568 124567 268 2467 4678 1247 =3 =9 26789 489 2467 23689 23467 =1 247 2467 =5 2679 1469 =3 269 =5 4679 =8 12467 1247 235 345 =8 15 =9 357 123457 1247 =6 3569 =7 456 13568 136 =2 13459 1489 1348 =1 3569 256 =4 367 35678 23579 2789 2378 367 136 =9 126 =8 346 12347 =5 12347 3578 =2 157 1359 134 3459 =6 14789 13478 =4 13568 156 =7 1236 3569 1239 1289 1238"),
    ];
    for (expected_rank, rating, expected, text) in positions {
        let board = position(text);
        let (rank, step) = first(&board).expect("a chain");
        assert_eq!(rank, expected_rank, "{text}: found {}", step.technique.name);
        assert_eq!((step.rating, struck(&board, &step).as_str()), (rating, expected), "{text}");
        assert_eq!(check(&step, &board, false), Ok(()), "{text}");
    }
}

/// No known position needs the last row; its steps are checked nevertheless.
#[test]
#[ignore = "half a minute"]
fn the_last_row_is_checked_where_others_come_first() {
    #[rustfmt::skip]
    let board = position("=1 478 34578 3567 3689 5678 3489 369 =2 238 =9 378 =4 12368 12678 138 =5 368 3458 248 =6 1235 1389 1258 =7 139 3489 2468 =5 148 =9 1246 =3 128 1267 678 234689 12468 13489 126 =7 1246 23589 12369 3589 2369 1267 1379 =8 =5 126 1239 =4 369 =7 18 14589 1235 2348 12458 =6 239 3459 456 =3 145 12567 1246 =9 245 =8 457 45689 468 =2 3567 348 45678 3459 379 =1");
    let running = Budget::unlimited().start();
    let mut count = 0;
    let _ = nested_dynamic_plus(
        &Position { board: &board, running: &running, cache: &WalkCache::default() },
        &mut |step| {
            assert_eq!(check(&step, &board, false), Ok(()));
            assert_eq!(step.technique.name, "nested-dynamic-plus");
            count += 1;
            ControlFlow::Continue(())
        },
    );
    assert_eq!(count, 1);
}

#[test]
fn chains_alone_solve_and_no_step_is_wrong() {
    let puzzles = [
        (
            "..935.........76...6..4...2.9......15.3.7.9.48......5.6...2..4...51.........682..",
            "729356418154287693368941572496835721513672984872419356687523149235194867941768235",
        ),
        (
            "...759........4.9...6.3...21..5..83..3.....4..48..3..52...9.1...7.6........481...",
            "824759613713264598956138472197542836532876941648913725285397164471625389369481257",
        ),
        (
            "...9..1...75..1.9.9...48.6..86.....1..3...7..4.....68..5.19...6.4.5..31...8..2...",
            "634957128875621493921348567586479231213865749497213685352194876749586312168732954",
        ),
    ];
    for (puzzle, solution) in puzzles {
        let solution = solution.as_bytes();
        let grid: Grid = puzzle.parse().expect("a grid");
        let mut board = Board::of(&BoardTables::of(&grid).expect("small"), &grid);
        while board.open() > 0 {
            let single = board.empty_cells().find(|&cell| board.digits(cell).is_power_of_two());
            if let Some(cell) = single {
                board.place(PencilMark::new(cell, board.digits(cell).trailing_zeros() as usize));
                continue;
            }
            let (_, step) = first(&board).expect("a chain");
            assert_eq!(check(&step, &board, false), Ok(()), "{puzzle}: {step:?}");
            let is_solution = |mark: &PencilMark| usize::from(solution[mark.cell()] - b'1') == mark.digit();
            assert!(step.placed.iter().all(is_solution) && !step.struck.iter().any(is_solution), "{puzzle}: {step:?}");
            step.placed.iter().for_each(|&mark| board.place(mark));
            step.struck.iter().for_each(|&mark| board.strike(mark));
        }
    }
}
