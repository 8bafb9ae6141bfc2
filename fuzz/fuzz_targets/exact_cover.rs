//! Exact cover problems as text: what is read is written and reads back the same, an error is in the text, and all methods
//! agree on how many covers there are, as far as they get.
#![no_main]

use libfuzzer_sys::fuzz_target;
use satdoku::exact_cover::{AlgorithmX, BinaryMatrix, CoverSearch, DancingLinks, ExactCover, ItemChoice, Storage};
use satdoku::{Budget, Count};
use satdoku_fuzz::assert_place;

/// No method may take more steps, and no more covers are listed.
const STEPS: u64 = 2_000;
const COVERS: usize = 300;

/// A problem with more options or items is only written and read.
const MAX_SIZE: u32 = 200;

fn assert_same(one: &ExactCover, other: &ExactCover) {
    assert_eq!((one.items(), one.options()), (other.items(), other.options()));
    for option in 0..one.options() {
        let sorted = |cover: &ExactCover| {
            let mut items = cover.option(option).to_vec();
            items.sort_unstable();
            items
        };
        assert_eq!(sorted(one), sorted(other), "option {option}");
    }
}

fn assert_reads_back(cover: &ExactCover) {
    let text = cover.to_string();
    let again: ExactCover = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_same(cover, &again);
    assert_eq!(cover.primary_items(), again.primary_items());
    assert_eq!(again.to_string(), text);
    // In a matrix all items are alike.
    if let Ok(matrix) = BinaryMatrix::from_cover(cover) {
        assert_same(cover, &ExactCover::from_matrix(&matrix).expect("as large as before"));
    }
}

/// The covers that a method lists in ascending order, if it gets to the end.
fn listed(cover: &ExactCover, mut search: impl CoverSearch) -> Option<Vec<Vec<u32>>> {
    let budget = Budget::unlimited().with_steps(STEPS);
    let mut covers = Vec::new();
    for found in search.solutions(&budget).take(COVERS + 1) {
        let found = found.ok()?;
        assert!(cover.is_solution(&found), "{found:?} is no cover");
        covers.push(found);
    }
    covers.sort_unstable();
    (covers.len() <= COVERS).then_some(covers)
}

fn counted(mut search: impl CoverSearch) -> Count {
    search.count(Some(COVERS as u64 + 1), &Budget::unlimited().with_steps(STEPS))
}

fuzz_target!(|text: &str| {
    let cover: ExactCover = match text.parse() {
        Ok(cover) => cover,
        Err(error) => {
            let error: satdoku::exact_cover::CoverTextError = error;
            return assert_place(text.as_bytes(), error.line as u64, error.column as u64, &error.to_string());
        }
    };
    assert_reads_back(&cover);
    if cover.options() > MAX_SIZE || cover.items() > MAX_SIZE {
        return;
    }
    let links = |choice| DancingLinks::new(&cover, choice);
    let plain = |storage| AlgorithmX::new(&cover, storage).expect("it is small enough");
    let lists = [
        listed(&cover, links(ItemChoice::Smallest)),
        listed(&cover, links(ItemChoice::Leftmost)),
        listed(&cover, plain(Storage::Sets)),
        listed(&cover, plain(Storage::Matrix)),
    ];
    let whole: Vec<_> = lists.into_iter().flatten().collect();
    for pair in whole.windows(2) {
        assert_eq!(pair[0], pair[1]);
    }
    if let Some(list) = whole.first() {
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "a cover was listed twice");
        let count = counted(links(ItemChoice::Smallest));
        assert!(!count.is_exact() || count.value() == list.len() as u64, "{count} counted, {} listed", list.len());
    }
});
