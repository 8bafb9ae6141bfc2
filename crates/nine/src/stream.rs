//! Many puzzles: records go in by chunks, answers come out as they are found.

use std::fmt;

use satdoku_base::budget::{Running, StopReason};
#[cfg(target_arch = "x86_64")]
use satdoku_base::vectors::{Avx2, Avx512};

use crate::engine::{DEPTH, Engine, Search};
use crate::lanes::Portable;
use crate::layout::{GridBytes, Words};
use crate::question::{Outcome, Question};

/// The set of instructions in use. All paths give equal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InstructionSet {
    /// 4 lanes of plain Rust.
    Portable,
    /// 8 lanes of AVX2.
    Avx2,
    /// 16 lanes of AVX-512 (the foundation instructions suffice).
    Avx512,
}

impl InstructionSet {
    /// The paths that the machine supports, slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Portable, Self::Avx2, Self::Avx512].into_iter().filter(|path| path.open(Question::First, 0).is_some())
    }

    fn open(self, question: Question, reserved: usize) -> Option<Box<dyn Search + Send>> {
        match self {
            Self::Portable => Some(Box::new(Engine::new(Portable::<4>, question, reserved))),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Some(Box::new(Engine::new(Avx2::detect()?, question, reserved))),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Some(Box::new(Engine::new(Avx512::detect()?, question, reserved))),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => None,
        }
    }
}

/// A budget ran out while records were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interrupted {
    /// How many of the records were begun; feed the others again to go on.
    pub begun: usize,
    /// The reason to stop.
    pub reason: StopReason,
}

/// Answers a question about many records; after opening (with some 200 KB) a stream allocates no memory.
///
/// Records are numbered from 0 in the order they are fed. Answers are delivered with their numbers as soon as they are found, and
/// so not quite in order; up to 16 records stay in work between two calls. One step of the budget is one record that is begun or
/// one branch that is taken. A stopped call loses nothing: the next call resumes there. Nor is anything lost when the callback
/// panics and the caller catches the panic: the answer of the failed callback counts as delivered, later answers come with the next
/// call, and [`begun`](Self::begun) gives the number of records taken.
///
/// ```
/// use satdoku_base::Budget;
/// use satdoku_nine::{GridBytes, Question, Stream};
///
/// let chunks: [&[GridBytes]; 2] = [
///     &[*b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
///     &[*b"55..............................................................................."],
/// ];
/// let mut running = Budget::unlimited().start();
/// let mut counts = [9; 2];
/// let mut stream = Stream::new(Question::Count(2));
/// for chunk in chunks {
///     let fed = stream.feed(chunk, &mut running, |number, outcome| {
///         counts[number as usize] = outcome.map_or(0, |answer| answer.solutions);
///     });
///     assert_eq!(fed, Ok(()));
/// }
/// let finished = stream.finish(&mut running, |number, outcome| {
///     counts[number as usize] = outcome.map_or(0, |answer| answer.solutions);
/// });
/// assert_eq!(finished, Ok(()));
/// assert_eq!(counts, [1, 0]);
/// ```
pub struct Stream {
    engine: Box<dyn Search + Send>,
    question: Question,
    path: InstructionSet,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("question", &self.question).field("path", &self.path).finish_non_exhaustive()
    }
}

impl Stream {
    /// Opens a stream on the fastest path of this machine.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self::fastest(question, DEPTH)
    }

    /// Opens a stream on a path of one's choice; none where the machine lacks the instructions.
    #[must_use]
    pub fn on(path: InstructionSet, question: Question) -> Option<Self> {
        Self::open(path, question, DEPTH)
    }

    /// The fastest stream, with room for `reserved` waiting branches a lane before it allocates.
    pub(crate) fn fastest(question: Question, reserved: usize) -> Self {
        [InstructionSet::Avx512, InstructionSet::Avx2, InstructionSet::Portable]
            .into_iter()
            .find_map(|path| Self::open(path, question, reserved))
            .expect("the portable path is open on every machine")
    }

    /// The stream with another question, while no record is in work.
    pub(crate) fn asking(mut self, question: Question) -> Self {
        self.engine.ask(question);
        Self { question, ..self }
    }

    fn open(path: InstructionSet, question: Question, reserved: usize) -> Option<Self> {
        Some(Self { engine: path.open(question, reserved)?, question, path })
    }

    /// The path of this stream.
    #[must_use]
    pub fn path(&self) -> InstructionSet {
        self.path
    }

    /// The number of records begun so far, which is also the number of the next record.
    #[must_use]
    pub fn begun(&self) -> u64 {
        self.engine.begun()
    }

    /// The stream's question.
    #[must_use]
    pub fn question(&self) -> Question {
        self.question
    }

    /// Begins every record and works until the last one has found a place.
    ///
    /// # Errors
    /// The budget ran out: how many records were begun, and why not more.
    pub fn feed(
        &mut self,
        records: &[GridBytes],
        running: &mut Running,
        mut deliver: impl FnMut(u64, Outcome),
    ) -> Result<(), Interrupted> {
        let (begun, result) = self.engine.feed(records, running, &mut deliver);
        result.map_err(|reason| Interrupted { begun, reason })
    }

    /// Begins a puzzle that is given by its candidates; a lane must be idle.
    pub(crate) fn begin(&mut self, candidates: &Words) {
        self.engine.begin(candidates);
    }

    /// Works until every begun record is answered. The stream can be fed again afterwards.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn finish(&mut self, running: &mut Running, mut deliver: impl FnMut(u64, Outcome)) -> Result<(), StopReason> {
        self.engine.finish(running, &mut deliver)
    }

    /// Gives up the records in work; calls `partial` with the number of each and its solutions found so far, a lower bound.
    pub fn abandon(&mut self, mut partial: impl FnMut(u64, u64)) {
        self.engine.abandon(&mut partial);
    }

    /// Answers the question about every record of a slice: `outcomes[i]` is the answer to `records[i]`, or
    /// `None` where the budget ran out before. Records that are still in work from earlier calls are given up.
    ///
    /// The call allocates no memory, for embedders that manage memory themselves.
    ///
    /// ```
    /// use satdoku_base::Budget;
    /// use satdoku_nine::{GridBytes, Question, Stream, is_solution};
    ///
    /// let records: [GridBytes; 3] = [
    ///     *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ///     *b"55...............................................................................",
    ///     *b"5?...............................................................................",
    /// ];
    /// let mut outcomes = [None; 3];
    /// let mut stream = Stream::new(Question::First);
    /// stream.answer(&records, &mut outcomes, &mut Budget::unlimited().start()).unwrap();
    /// let [Some(Ok(solved)), Some(Ok(clash)), Some(Err(invalid))] = outcomes else { panic!("three outcomes") };
    /// assert!(solved.solution.is_some_and(|solution| is_solution(&records[0], &solution)));
    /// assert_eq!((clash.solutions, invalid.position), (0, 1));
    /// ```
    ///
    /// # Errors
    /// The budget ran out.
    ///
    /// # Panics
    /// Where the slices differ in length.
    pub fn answer(
        &mut self,
        records: &[GridBytes],
        outcomes: &mut [Option<Outcome>],
        running: &mut Running,
    ) -> Result<(), StopReason> {
        assert_eq!(records.len(), outcomes.len(), "one outcome for every record");
        self.abandon(|_, _| ());
        outcomes.fill(None);
        let first = self.begun();
        let mut deliver = |number: u64, outcome| outcomes[(number - first) as usize] = Some(outcome);
        let result = match self.feed(records, running, &mut deliver) {
            Ok(()) => self.finish(running, &mut deliver),
            Err(interrupted) => Err(interrupted.reason),
        };
        self.abandon(|_, _| ());
        result
    }
}
