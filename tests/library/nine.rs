//! The 9×9 kernel against a solver that is too simple to be wrong, on every path that this machine can go.

use std::collections::BTreeMap;

use satdoku::nine::{
    Answer, Fixpoint, GridBytes, InstructionSet, InvalidByte, Outcome, Question, Solved, Stream, count, is_solution,
    propagate, solve,
};
use satdoku::{Budget, CancelToken, Running, StopReason};

use crate::common::cases;

const PROPER: &GridBytes = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EMPTY: &GridBytes = &[b'.'; 81];

fn unlimited() -> Running {
    Budget::unlimited().start()
}

/// Row, column and box of a cell.
fn units(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

fn cells(unit: usize) -> Vec<usize> {
    (0..81).filter(|&cell| units(cell).contains(&unit)).collect()
}

/// The reference: tries every digit in the first of the cells that have the fewest left.
fn solutions(puzzle: &GridBytes, limit: usize) -> Vec<GridBytes> {
    fn search(puzzle: &mut GridBytes, taken: &mut [u16; 27], limit: usize, found: &mut Vec<GridBytes>) {
        let free = |cell| !units(cell).iter().fold(0, |digits, &unit| digits | taken[unit]) & 0x1ff;
        let open = (0..81).filter(|&cell| puzzle[cell] == b'.');
        let Some(cell) = open.min_by_key(|&cell| free(cell).count_ones()) else {
            found.push(*puzzle);
            return;
        };
        let digits = free(cell);
        for digit in (0..9).filter(|digit| digits >> digit & 1 != 0) {
            if found.len() < limit {
                puzzle[cell] = b"123456789"[digit];
                for unit in units(cell) {
                    taken[unit] |= 1 << digit;
                }
                search(puzzle, taken, limit, found);
                for unit in units(cell) {
                    taken[unit] &= !(1 << digit);
                }
                puzzle[cell] = b'.';
            }
        }
    }
    let mut taken = [0; 27];
    for cell in (0..81).filter(|&cell| puzzle[cell] != b'.') {
        for unit in units(cell) {
            let digit = 1 << (puzzle[cell] - b'1');
            if taken[unit] & digit != 0 {
                return Vec::new();
            }
            taken[unit] |= digit;
        }
    }
    let mut found = Vec::new();
    search(&mut puzzle.clone(), &mut taken, limit, &mut found);
    found
}

fn solves(solution: &GridBytes, puzzle: &GridBytes) -> bool {
    let complete = |unit| {
        let mut digits: Vec<u8> = cells(unit).into_iter().map(|cell| solution[cell]).collect();
        digits.sort_unstable();
        digits == b"123456789"
    };
    (0..27).all(complete) && puzzle.iter().zip(solution).all(|(clue, digit)| *clue == b'.' || clue == digit)
}

/// The generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((x ^ (x >> 31)) % bound as u64).unwrap()
    }

    fn shuffled<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    fn lines(&mut self) -> [usize; 9] {
        let bands = self.shuffled::<3>();
        let within = [(); 3].map(|()| self.shuffled::<3>());
        std::array::from_fn(|i| 3 * bands[i / 3] + within[i / 3][i % 3])
    }

    fn grid(&mut self) -> GridBytes {
        let (rows, columns, digits) = (self.lines(), self.lines(), self.shuffled::<9>());
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            b"123456789"[digits[(row * 3 + row / 3 + column) % 9]]
        })
    }

    /// So many clues of a grid, one of them changed now and then.
    fn puzzle(&mut self, clues: usize) -> GridBytes {
        let grid = self.grid();
        let order = self.shuffled::<81>();
        let mut puzzle = *EMPTY;
        for &cell in &order[..clues] {
            puzzle[cell] = grid[cell];
        }
        if self.below(4) == 0 {
            puzzle[order[0]] = b"123456789"[self.below(9)];
        }
        puzzle
    }
}

fn generated(number: usize) -> Vec<GridBytes> {
    let mut random = Random(1);
    let mut puzzle = || {
        let clues = 23 + random.below(14);
        random.puzzle(clues)
    };
    (0..number).map(|_| puzzle()).collect()
}

fn ask(path: InstructionSet, question: Question, records: &[GridBytes]) -> Vec<Answer> {
    let mut outcomes = vec![None; records.len()];
    let mut stream = Stream::on(path, question).unwrap();
    assert_eq!((stream.path(), stream.question()), (path, question));
    assert_eq!(stream.answer(records, &mut outcomes, &mut unlimited()), Ok(()));
    outcomes.into_iter().map(|outcome| outcome.unwrap().unwrap()).collect()
}

#[test]
fn counts_agree_with_the_reference_on_every_path() {
    let records = generated(cases(500, 3000));
    let expected: Vec<u64> = records.iter().map(|record| solutions(record, 20).len() as u64).collect();
    for wanted in [0, 1, 2, 20] {
        assert!(expected.contains(&wanted), "the sample should have puzzles with {wanted} solutions");
    }
    for path in InstructionSet::available() {
        for limit in [1, 2, 20] {
            let counts = ask(path, Question::Count(limit), &records);
            for ((record, answer), &expected) in records.iter().zip(counts).zip(&expected) {
                let text = String::from_utf8_lossy(record);
                assert_eq!(answer.solutions, expected.min(limit), "{path:?}, limit {limit}: {text}");
                assert_eq!(answer.solution, None);
            }
        }
    }
}

#[test]
fn the_first_solution_is_the_same_on_every_path_and_is_one() {
    let records = generated(3000);
    let alone: Vec<Option<GridBytes>> = records
        .iter()
        .map(|record| match solve(record, &mut unlimited()).unwrap() {
            Solved::Satisfiable(solution) => Some(solution),
            Solved::Unsatisfiable => None,
            Solved::Unknown(reason) => panic!("stopped without a limit: {reason}"),
        })
        .collect();
    for (record, solution) in records.iter().zip(&alone) {
        assert_eq!(solution.is_some(), !solutions(record, 1).is_empty());
        assert!(solution.is_none_or(|solution| solves(&solution, record)));
    }
    for path in InstructionSet::available() {
        let first: Vec<Option<GridBytes>> =
            ask(path, Question::First, &records).into_iter().map(|answer| answer.solution).collect();
        assert!(first == alone, "{path:?}");
    }
}

#[test]
fn unique_gives_the_solution_where_there_is_exactly_one() {
    let records = generated(1000);
    for path in InstructionSet::available() {
        for (record, answer) in records.iter().zip(ask(path, Question::Unique, &records)) {
            let all = solutions(record, 2);
            assert_eq!(answer.solutions, all.len() as u64);
            assert_eq!(answer.solution, (all.len() == 1).then(|| all[0]));
        }
    }
}

#[test]
fn sparse_grids_are_counted_to_the_last_on_every_path() {
    let grid = Random(7).grid();
    let without = |gone: &dyn Fn(usize) -> bool| -> GridBytes {
        std::array::from_fn(|cell| if gone(cell) { b'.' } else { grid[cell] })
    };
    let puzzles = [
        without(&|cell| b"12".contains(&grid[cell])),
        without(&|cell| b"123".contains(&grid[cell])),
        without(&|cell| b"1234".contains(&grid[cell])),
        without(&|cell| cell < 27),
        without(&|cell| cell < 36),
    ];
    for puzzle in puzzles {
        let expected = solutions(&puzzle, usize::MAX).len() as u64;
        assert!(expected > 1);
        let counted = count(&puzzle, u64::MAX, &mut unlimited()).unwrap();
        assert_eq!((counted.solutions, counted.stopped), (expected, None));
        for path in InstructionSet::available() {
            assert_eq!(ask(path, Question::Count(u64::MAX), &[puzzle])[0].solutions, expected, "{path:?}");
        }
    }
}

#[test]
fn counting_ends_at_the_limit() {
    for limit in [1, 2, 1000, cases(12_000, 100_000)] {
        let counted = count(EMPTY, limit, &mut unlimited()).unwrap();
        assert_eq!((counted.solutions, counted.stopped), (limit, Some(StopReason::Limit)));
        for path in InstructionSet::available() {
            let records = [*PROPER, *EMPTY, *EMPTY, *PROPER];
            let counts: Vec<u64> =
                ask(path, Question::Count(limit), &records).iter().map(|answer| answer.solutions).collect();
            assert_eq!(counts, [1, limit, limit, 1], "{path:?}");
        }
    }
    assert_eq!(count(EMPTY, 0, &mut unlimited()).unwrap().solutions, 1);
}

#[test]
fn contradictions_are_answers() {
    let with = |clues: &[(usize, u8)]| {
        let mut puzzle = *EMPTY;
        for &(cell, digit) in clues {
            puzzle[cell] = digit;
        }
        puzzle
    };
    // The same digit twice in a row, a column, a box; in the same triad and in different ones.
    let mut contradictions: Vec<GridBytes> =
        [1, 8, 9, 72, 10, 20].iter().map(|&other| with(&[(0, b'5'), (other, b'5')])).collect();
    // A cell that sees all nine digits.
    contradictions.push(*b"12345678.........9...............................................................");
    // The first row has no place for a 5.
    let row = [(0, b'1'), (1, b'2'), (2, b'3'), (3, b'4')];
    contradictions.push(with(&[&row[..], &[(15, b'5'), (31, b'5'), (59, b'5')]].concat()));
    // A full grid with two digits swapped.
    let mut swapped = Random(3).grid();
    swapped.swap(0, 1);
    contradictions.push(swapped);
    for puzzle in &contradictions {
        assert!(solutions(puzzle, 1).is_empty());
        assert_eq!(solve(puzzle, &mut unlimited()), Ok(Solved::Unsatisfiable));
        assert_eq!(propagate(puzzle), Ok(Fixpoint::Unsatisfiable), "{}", String::from_utf8_lossy(puzzle));
        assert_eq!(count(puzzle, 2, &mut unlimited()).unwrap().solutions, 0);
    }
    for path in InstructionSet::available() {
        for question in [Question::First, Question::Count(9), Question::Unique] {
            let none = Answer { solutions: 0, solution: None };
            assert!(ask(path, question, &contradictions).iter().all(|&answer| answer == none), "{path:?}");
        }
    }
}

#[test]
fn four_bytes_mean_empty_and_others_are_refused_with_their_place() {
    let expected = solve(PROPER, &mut unlimited());
    for empty in *b".0_*" {
        assert_eq!(solve(&PROPER.map(|byte| if byte == b'.' { empty } else { byte }), &mut unlimited()), expected);
    }
    for (position, byte) in [(0, b'a'), (13, b' '), (80, b'\n'), (40, 0), (41, 255), (42, b'/'), (43, b':')] {
        let mut record = *PROPER;
        record[position] = byte;
        let invalid = InvalidByte { position, byte };
        assert_eq!(solve(&record, &mut unlimited()), Err(invalid));
        assert_eq!(count(&record, 2, &mut unlimited()), Err(invalid));
        assert_eq!(propagate(&record), Err(invalid));
        for path in InstructionSet::available() {
            let mut outcomes = [None; 3];
            let mut stream = Stream::on(path, Question::Unique).unwrap();
            assert_eq!(stream.answer(&[*PROPER, record, *PROPER], &mut outcomes, &mut unlimited()), Ok(()));
            assert_eq!(outcomes.map(|outcome| outcome.unwrap().is_ok()), [true, false, true]);
            assert_eq!(outcomes[1], Some(Err(invalid)));
        }
    }
    let invalid = InvalidByte { position: 3, byte: b'x' };
    assert_eq!(invalid.to_string(), "byte 0x78 at position 3 is neither a digit nor an empty cell");
}

/// What the rules have left to say about candidates.
fn find_progress(candidates: &[u16; 81]) -> Option<String> {
    for unit in 0..27 {
        for (a, b) in cells(unit).into_iter().flat_map(|a| cells(unit).into_iter().map(move |b| (a, b))) {
            if a != b && candidates[a].is_power_of_two() && candidates[b] & candidates[a] != 0 {
                return Some(format!("cell {a} is single, cell {b} does not know"));
            }
        }
        for digit in 0..9 {
            let places: Vec<usize> = cells(unit).into_iter().filter(|&c| candidates[c] >> digit & 1 != 0).collect();
            if let [only] = places[..]
                && candidates[only].count_ones() > 1
            {
                return Some(format!("digit {digit} of unit {unit} is hidden in {only}"));
            }
            for other in (0..27).filter(|&other| places.iter().all(|&c| units(c).contains(&other))) {
                let outside = |&c: &usize| !places.contains(&c) && candidates[c] >> digit & 1 != 0;
                if cells(other).iter().any(outside) {
                    return Some(format!("digit {digit} of unit {unit} is locked in unit {other}"));
                }
            }
        }
    }
    None
}

#[test]
fn propagation_loses_no_solution_and_leaves_nothing_to_the_rules() {
    let mut settled = 0;
    for record in generated(600) {
        let all = solutions(&record, 50);
        match propagate(&record).unwrap() {
            Fixpoint::Unsatisfiable => assert!(all.is_empty()),
            Fixpoint::Candidates(candidates) => {
                for solution in &all {
                    assert!((0..81).all(|cell| candidates[cell] >> (solution[cell] - b'1') & 1 != 0));
                }
                assert_eq!(find_progress(&candidates), None, "{}", String::from_utf8_lossy(&record));
                if candidates.iter().all(|cell| cell.is_power_of_two()) {
                    settled += 1;
                    assert_eq!(all.len(), 1);
                }
            }
        }
    }
    assert!(settled > 10, "only {settled} puzzles fell to the rules");
    assert_eq!(propagate(EMPTY), Ok(Fixpoint::Candidates([0x1ff; 81])));
}

#[test]
fn a_stream_takes_any_chunks_and_numbers_the_records() {
    let records = generated(500);
    for path in InstructionSet::available() {
        let expected = ask(path, Question::Count(3), &records);
        for size in [1, 7, 100] {
            let mut answers = BTreeMap::new();
            let mut deliver = |number: u64, outcome: Outcome| {
                assert!(answers.insert(number, outcome.unwrap()).is_none(), "answered twice: {number}");
            };
            let mut stream = Stream::on(path, Question::Count(3)).unwrap();
            for (turn, chunk) in records.chunks(size).enumerate() {
                assert_eq!(stream.feed(chunk, &mut unlimited(), &mut deliver), Ok(()));
                if turn % 3 == 0 {
                    assert_eq!(stream.finish(&mut unlimited(), &mut deliver), Ok(()));
                }
            }
            assert_eq!(stream.finish(&mut unlimited(), &mut deliver), Ok(()));
            assert!(answers.into_iter().eq((0..).zip(expected.iter().copied())), "{path:?}, chunks of {size}");
        }
    }
}

#[test]
fn a_stopped_stream_goes_on_where_it_ended() {
    let records = generated(300);
    for path in InstructionSet::available() {
        for question in [Question::First, Question::Count(5)] {
            let expected = ask(path, question, &records);
            let mut answers = BTreeMap::new();
            let mut deliver = |number: u64, outcome: Outcome| {
                assert!(answers.insert(number, outcome.unwrap()).is_none(), "answered twice: {number}");
            };
            let mut stream = Stream::on(path, question).unwrap();
            let mut left = &records[..];
            let mut stops = 0;
            let few_steps = Budget::unlimited().with_steps(10);
            while let Err(interrupted) = stream.feed(left, &mut few_steps.start(), &mut deliver) {
                assert_eq!(interrupted.reason, StopReason::Steps);
                left = &left[interrupted.begun..];
                stops += 1;
            }
            while stream.finish(&mut few_steps.start(), &mut deliver).is_err() {
                stops += 1;
            }
            assert!(stops > 20);
            assert!(answers.into_iter().eq((0..).zip(expected)), "{path:?}");
        }
    }
}

#[test]
fn a_stopped_count_keeps_what_it_has() {
    let steps = Budget::unlimited().with_steps(5000);
    let counted = count(EMPTY, u64::MAX, &mut steps.start()).unwrap();
    assert_eq!(counted.stopped, Some(StopReason::Steps));
    assert!((1..=5000).contains(&counted.solutions), "{counted:?}");

    let token = CancelToken::new();
    token.cancel();
    let cancelled = Budget::unlimited().with_cancel(token);
    for limit in [0, 2] {
        let counted = count(PROPER, limit, &mut cancelled.start()).unwrap();
        assert_eq!((counted.solutions, counted.stopped), (0, Some(StopReason::Cancelled)));
    }
    assert_eq!(solve(PROPER, &mut cancelled.start()), Ok(Solved::Unknown(StopReason::Cancelled)));

    for path in InstructionSet::available() {
        let mut stream = Stream::on(path, Question::Count(u64::MAX)).unwrap();
        let mut running = steps.start();
        let never = |_, outcome| panic!("answered: {outcome:?}");
        assert_eq!(stream.feed(&[*EMPTY, *EMPTY], &mut running, never), Ok(()));
        assert_eq!(stream.finish(&mut running, never), Err(StopReason::Steps));
        let mut partial = Vec::new();
        stream.abandon(|number, found| partial.push((number, found)));
        assert!(matches!(partial[..], [(0, 1..), (1, 1..)]), "{path:?}: {partial:?}");
        // It is as good as new, but for the numbers.
        let mut answers = Vec::new();
        assert_eq!(stream.feed(&[*PROPER], &mut unlimited(), |n, o| answers.push((n, o))), Ok(()));
        assert_eq!(stream.finish(&mut unlimited(), |n, o| answers.push((n, o))), Ok(()));
        assert_eq!(answers, [(2, Ok(Answer { solutions: 1, solution: None }))]);
    }
}

/// A limit that was reached takes lanes off their work in the midst of a guess, which the next puzzle in the lane
/// must not take for its own.
#[test]
fn what_a_limit_cut_off_does_not_touch_the_next_puzzle() {
    for path in InstructionSet::available() {
        for limit in 2..80 {
            let mut stream = Stream::on(path, Question::Count(limit)).unwrap();
            for (records, expected) in [([*EMPTY; 16], limit), ([*PROPER; 16], 1), ([*EMPTY; 16], limit)] {
                let size = if expected == 1 { 16 } else { 1 };
                let mut outcomes = [None; 16];
                assert_eq!(stream.answer(&records[..size], &mut outcomes[..size], &mut unlimited()), Ok(()));
                for outcome in &outcomes[..size] {
                    assert_eq!(outcome.unwrap().unwrap().solutions, expected, "{path:?}");
                }
            }
        }
    }
}

/// What is wrong with one rule alone is found: a byte, a digit, a pair of cells, of rows, of columns, of bands.
#[test]
fn nothing_but_a_solution_is_one() {
    let good: GridBytes = solutions(PROPER, 1)[0];
    let obeys = |grid: &GridBytes| {
        let digits = |unit| cells(unit).iter().fold(0_u16, |digits, &cell| digits | 1 << (grid[cell] - b'0'));
        (0..27).all(|unit| digits(unit) == 0b11_1111_1110)
    };
    assert!(is_solution(PROPER, &good) && obeys(&good));
    for cell in 0..81 {
        for byte in 0..=u8::MAX {
            let mut other = good;
            other[cell] = byte;
            assert_eq!(is_solution(EMPTY, &other), byte == good[cell], "{cell} {byte}");
            let mut puzzle = *EMPTY;
            puzzle[cell] = byte;
            let is_kept = byte == good[cell] || !(b'1'..=b'9').contains(&byte);
            assert_eq!(is_solution(&puzzle, &good), is_kept, "{cell} {byte}");
        }
        for other_cell in 0..cell {
            let mut other = good;
            other.swap(cell, other_cell);
            assert_eq!(is_solution(EMPTY, &other), good[cell] == good[other_cell], "{cell} {other_cell}");
        }
    }
    let mut kept = 0;
    for a in 0..9 {
        for b in 0..a {
            let moved = |line: usize| {
                if line == a {
                    b
                } else if line == b {
                    a
                } else {
                    line
                }
            };
            let rows: GridBytes = std::array::from_fn(|cell| good[9 * moved(cell / 9) + cell % 9]);
            let columns: GridBytes = std::array::from_fn(|cell| good[cell / 9 * 9 + moved(cell % 9)]);
            for other in [rows, columns] {
                assert_eq!(is_solution(EMPTY, &other), obeys(&other), "{a} {b}");
                kept += u32::from(obeys(&other));
            }
        }
    }
    // Lines within a band or a stack may change places: three pairs in each of six.
    assert_eq!(kept, 18);
}

#[test]
fn a_batch_that_is_cut_off_leaves_the_rest_unanswered() {
    let records = [*PROPER, *EMPTY, *PROPER];
    let mut outcomes = [None; 3];
    let mut stream = Stream::new(Question::Count(u64::MAX));
    let mut running = Budget::unlimited().with_steps(1000).start();
    assert_eq!(stream.answer(&records, &mut outcomes, &mut running), Err(StopReason::Steps));
    let one = Some(Ok(Answer { solutions: 1, solution: None }));
    assert_eq!(outcomes, [one, None, one]);
    assert_eq!(stream.answer(&records[..1], &mut outcomes[..1], &mut unlimited()), Ok(()));
    assert_eq!(outcomes[0], one);
}

/// Whoever takes the answers may panic and be caught: no answer is lost or put into another's place.
#[test]
fn a_stream_goes_on_after_a_panic_in_the_callback() {
    use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
    let before = take_hook();
    set_hook(Box::new(|_| ()));
    let bad = *b"5?...............................................................................";
    let clash = *b"55...............................................................................";
    let records: Vec<GridBytes> = (0..60).map(|k| [*PROPER, clash, *EMPTY, bad][k * 7 % 4]).collect();
    for path in InstructionSet::available() {
        for question in [Question::First, Question::Count(3), Question::Unique] {
            let mut expected = vec![None; records.len()];
            Stream::on(path, question).unwrap().answer(&records, &mut expected, &mut unlimited()).unwrap();
            for moment in (1..=records.len()).step_by(cases(7, 1)) {
                let mut stream = Stream::on(path, question).unwrap();
                let mut found: BTreeMap<u64, Outcome> = BTreeMap::new();
                let mut take = |number, outcome| {
                    assert!(found.insert(number, outcome).is_none());
                    assert!(found.len() != moment, "told to");
                };
                let fed = catch_unwind(AssertUnwindSafe(|| stream.feed(&records, &mut unlimited(), &mut take)));
                let begun = stream.begun() as usize;
                if fed.is_err() {
                    assert_eq!(stream.feed(&records[begun..], &mut unlimited(), &mut take), Ok(()));
                }
                if catch_unwind(AssertUnwindSafe(|| stream.finish(&mut unlimited(), &mut take))).is_err() {
                    assert_eq!(stream.finish(&mut unlimited(), &mut take), Ok(()));
                }
                assert_eq!(stream.begun(), records.len() as u64);
                let all: Vec<_> = found.values().copied().map(Some).collect();
                assert_eq!(all, expected, "{path:?} {question:?} {moment}");
                // The next question about a slice has its answers in the right rows.
                let mut again = vec![None; records.len()];
                stream.answer(&records, &mut again, &mut unlimited()).unwrap();
                assert_eq!(again, expected);
            }
        }
    }
    set_hook(before);
}
