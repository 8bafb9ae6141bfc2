//! Slices of records, answered on all cores through rayon.

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};
use satdoku_base::budget::{Budget, StopReason};

use crate::layout::GridBytes;
use crate::question::{Outcome, Question};
use crate::stream::Stream;

/// Records handed to a thread at once: enough that lanes seldom run empty.
const RECORDS: usize = 2048;

/// Answers the question about every record of a slice on all cores: `outcomes[i]` is the answer to `records[i]`, or `None` where
/// the budget ran out before. Every thread has its own clock, so a limit in steps applies to each 2,048 records separately.
///
/// ```
/// use satdoku_base::Budget;
/// use satdoku_nine::{GridBytes, Question, par_answer};
///
/// let puzzle: GridBytes = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let records = vec![puzzle; 10_000];
/// let mut outcomes = vec![None; records.len()];
/// par_answer(Question::Unique, &records, &mut outcomes, &Budget::unlimited()).unwrap();
/// assert!(outcomes.iter().all(|outcome| matches!(outcome, Some(Ok(answer)) if answer.solutions == 1)));
/// ```
///
/// # Errors
/// The budget ran out.
///
/// # Panics
/// Where the slices differ in length.
pub fn par_answer(
    question: Question,
    records: &[GridBytes],
    outcomes: &mut [Option<Outcome>],
    budget: &Budget,
) -> Result<(), StopReason> {
    assert_eq!(records.len(), outcomes.len(), "one outcome for every record");
    let pieces = records.par_chunks(RECORDS).zip(outcomes.par_chunks_mut(RECORDS));
    let new = || Stream::new(question);
    let answered =
        pieces.map_init(new, |stream, (records, outcomes)| stream.answer(records, outcomes, &mut budget.start()));
    // Waits for all pieces, so that every answerable record is answered.
    answered.reduce(|| Ok(()), Result::and)
}
