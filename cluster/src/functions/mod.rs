//! The SQL functions.
//!
//! | function | fields before `status` and `message` |
//! | --- | --- |
//! | `sudoku_solve(p [, seconds])` | `solution` |
//! | `sudoku_count(p, limit [, seconds])` | `count`, `exact` |
//! | `sudoku_is_unique(p [, seconds])` | `unique` |
//! | `sudoku_check(p [, puzzle])` | `fine`, `details` |
//! | `sudoku_candidates(p [, seconds])` | `candidates` (JSON) |
//! | `sudoku_rate(p [, seconds])` | `er`, `ep`, `ed`, `hardest`, `steps` |
//! | `sudoku_explain(p [, seconds])` | `explanation` (JSON) |
//! | `sudoku_canonical(p)` | `canonical` |
//! | `sudoku_convert(p, format)` | `text` |
//! | `sudoku_generate(recipe, k [, seconds])` | `puzzle` |
//! | `sudoku_prove(p [, seconds [, keep]])` | `claim`, `solution`, `proof`, `manifest` |
//! | `sudoku_race(p, entrant, seconds)` | `seconds`, `winner`, `conflicts`, `steps` |
//! | `sudoku_cube(p, cube, seconds, prove)` | `solution`, `proof`, `seconds` |
//! | `sudoku_common(p)`, an aggregate | `common`, `counts` (JSON), `grids`, `left_out` |
//!
//! `sudoku_generated(recipe, from, to)` is a table with the columns `k`, `puzzle`, `status` and `message`.
//!
//! Lines of 9×9 puzzles go to the kernel in bulk. Other puzzles become grids, answered in turn with a time limit per row.

mod arguments;
mod bulk;
mod columns;
mod common;
mod entrant;
mod generated;
mod proof;
mod recipe;
mod single;
mod status;

use std::sync::Arc;
use std::time::Duration;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{
    AggregateUDF, ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::prelude::SessionContext;

use crate::functions::arguments::{Argument, Given};
use crate::functions::columns::{Columns, Kind, fields};

/// The functions of a row.
#[must_use]
pub fn all() -> Vec<ScalarUDF> {
    Question::ALL.into_iter().map(|question| ScalarUDF::new_from_impl(Function::of(question))).collect()
}

/// The aggregate functions.
#[must_use]
pub fn aggregates() -> Vec<AggregateUDF> {
    vec![AggregateUDF::new_from_impl(common::Common::new())]
}

/// Registers every function in a session.
pub fn register_all(session: &SessionContext) {
    for function in all() {
        session.register_udf(function);
    }
    for function in aggregates() {
        session.register_udaf(function);
    }
    session.register_udtf(generated::NAME, Arc::new(generated::Generated));
}

/// The default time limit of a row.
pub const USUAL_SECONDS: f64 = 60.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    Solve,
    Count,
    IsUnique,
    Check,
    Candidates,
    Rate,
    Explain,
    Canonical,
    Convert,
    Generate,
    Prove,
    Race,
    Cube,
}

impl Question {
    const ALL: [Self; 13] = [
        Self::Solve,
        Self::Count,
        Self::IsUnique,
        Self::Check,
        Self::Candidates,
        Self::Rate,
        Self::Explain,
        Self::Canonical,
        Self::Convert,
        Self::Generate,
        Self::Prove,
        Self::Race,
        Self::Cube,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Solve => "sudoku_solve",
            Self::Count => "sudoku_count",
            Self::IsUnique => "sudoku_is_unique",
            Self::Check => "sudoku_check",
            Self::Candidates => "sudoku_candidates",
            Self::Rate => "sudoku_rate",
            Self::Explain => "sudoku_explain",
            Self::Canonical => "sudoku_canonical",
            Self::Convert => "sudoku_convert",
            Self::Generate => "sudoku_generate",
            Self::Prove => "sudoku_prove",
            Self::Race => "sudoku_race",
            Self::Cube => "sudoku_cube",
        }
    }

    /// The arguments, and the number of optional arguments at the end.
    fn arguments(self) -> (&'static [Argument], usize) {
        use Argument::{Number, Text, Truth, Whole};
        match self {
            Self::Solve | Self::IsUnique | Self::Candidates | Self::Rate | Self::Explain => (&[Text, Number], 1),
            Self::Count | Self::Generate => (&[Text, Whole, Number], 1),
            Self::Check => (&[Text, Text], 1),
            Self::Canonical => (&[Text], 0),
            Self::Convert => (&[Text, Text], 0),
            Self::Prove => (&[Text, Number, Truth], 2),
            Self::Race => (&[Text, Text, Number], 0),
            Self::Cube => (&[Text, Text, Number, Truth], 0),
        }
    }

    fn fields(self) -> &'static [(&'static str, Kind)] {
        use Kind::{Bytes, Float, Number, Text, Truth};
        match self {
            Self::Solve => &[("solution", Text)],
            Self::Count => &[("count", Number), ("exact", Truth)],
            Self::IsUnique => &[("unique", Truth)],
            Self::Check => &[("fine", Truth), ("details", Text)],
            Self::Candidates => &[("candidates", Text)],
            Self::Rate => &[("er", Float), ("ep", Float), ("ed", Float), ("hardest", Text), ("steps", Number)],
            Self::Explain => &[("explanation", Text)],
            Self::Canonical => &[("canonical", Text)],
            Self::Convert => &[("text", Text)],
            Self::Generate => &[("puzzle", Text)],
            Self::Prove => &[("claim", Text), ("solution", Text), ("proof", Bytes), ("manifest", Text)],
            Self::Race => &[("seconds", Float), ("winner", Text), ("conflicts", Number), ("steps", Number)],
            Self::Cube => &[("solution", Text), ("proof", Bytes), ("seconds", Float)],
        }
    }

    /// Most answers depend only on the arguments, so DataFusion may compute them once; an answer that a time limit ends may
    /// differ. A cube must be solved on its executor, not where the query is planned, and a race must run each time: both are
    /// volatile.
    fn volatility(self) -> Volatility {
        match self {
            Self::Cube | Self::Race => Volatility::Volatile,
            _ => Volatility::Immutable,
        }
    }
}

/// The types to which arguments are cast.
fn coerced(name: &str, wanted: &[Argument], given: &[DataType]) -> Result<Vec<DataType>> {
    let coerce = |(number, (wanted, given)): (usize, (&Argument, &DataType))| {
        let refused = || plan_err!("{name}: argument {} is {}, not {given}", number + 1, wanted.word());
        wanted.accepts(given).map_or_else(refused, Ok)
    };
    wanted.iter().zip(given).enumerate().map(coerce).collect()
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    question: Question,
    signature: Signature,
}

impl Function {
    fn of(question: Question) -> Self {
        Self { question, signature: Signature::user_defined(question.volatility()) }
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.question.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _arguments: &[DataType]) -> Result<DataType> {
        Ok(DataType::Struct(fields(self.question.fields())))
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let (wanted, optional) = self.question.arguments();
        let name = self.name();
        if given.len() > wanted.len() || given.len() + optional < wanted.len() {
            return plan_err!(
                "{name} takes {} arguments, {optional} of them at will, not {}",
                wanted.len(),
                given.len()
            );
        }
        coerced(name, wanted, given)
    }

    fn invoke_with_args(&self, called: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let rows = called.number_rows;
        let arrays = called.args.iter().map(|argument| argument.to_array(rows)).collect::<Result<Vec<_>>>()?;
        let given = arrays.iter().map(Given::of).collect::<Result<Vec<_>>>()?;
        Ok(ColumnarValue::Array(self.answer(&given, rows)))
    }
}

impl Function {
    fn answer(&self, given: &[Given<'_>], rows: usize) -> ArrayRef {
        let mut columns = Columns::new(self.question.fields(), rows);
        match self.question {
            Question::Solve | Question::Count | Question::IsUnique => {
                bulk::answer(self.question, given, rows, &mut columns);
            }
            Question::Generate => recipe::answer(given, rows, &mut columns),
            question => {
                for row in 0..rows {
                    if given.iter().any(|argument| argument.is_null(row)) {
                        columns.push_null();
                    } else {
                        columns.push(&single::answer(question, given, row));
                    }
                }
            }
        }
        columns.finish()
    }
}

pub(crate) use generated::numbers;

/// The time limit of a row: zero if negative or NaN, the maximum if too large for a [`Duration`].
pub(crate) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}
