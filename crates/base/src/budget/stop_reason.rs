//! Why work was stopped.

/// Why a question was left without a final answer.
///
/// This is the one type by which work says that it was stopped: a function that works under a [`Running`](crate::Running) clock returns
/// `Result<T, StopReason>`, or an error enum that takes a `StopReason` by `From` where the work may fail as well. A contradiction or a
/// refutation is an answer and stands in `T`. In an answer the reason stands in [`Verdict::Unknown`](crate::Verdict::Unknown) or
/// [`Count::AtLeast`](crate::Count::AtLeast).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit passed.
    Time,
    /// The step limit was reached.
    Steps,
    /// More memory would have been needed than was allowed.
    Memory,
    /// The question was cancelled.
    Cancelled,
    /// As many solutions as were asked for have been seen.
    Limit,
    /// The method cannot decide the question: it gave up by itself.
    Incomplete,
}

/// A stopped listing ends with the reason as its error.
impl std::error::Error for StopReason {}

names! {
    pub StopReason {
        Time = "time limit reached", "the time limit passed";
        Steps = "step limit reached", "the limit of steps was reached";
        Memory = "memory limit reached", "more memory would have been needed than was allowed";
        Cancelled = "cancelled", "the question was cancelled";
        Limit = "solution limit reached", "as many solutions as were asked for have been seen";
        Incomplete = "the method could not decide", "the method gave up by itself";
    }
}
