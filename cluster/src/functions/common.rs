//! `sudoku_common`: the digits that grids of one board have in common.
//!
//! For the solutions of a puzzle, the common digits are the digits that the puzzle forces. For samples of its solutions, the counts
//! estimate how often each candidate is true. The partial state is a count for each candidate, small enough to send.

use std::fmt;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, ListArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, UInt64Type};
use datafusion::common::{Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{Accumulator, AggregateUDFImpl, Signature, Volatility};
use satdoku::Grid;
use satdoku::grid::format::Format;
use serde_json::{Map, Value as Json, json};

use crate::digits::digits;
use crate::functions::arguments::{Argument, Given};
use crate::functions::coerced;
use crate::functions::columns::{Columns, Kind, Row, Value, fields};
use crate::functions::single::read;
use crate::functions::status::{DONE, INVALID};

const NAME: &str = "sudoku_common";

const FIELDS: [(&str, Kind); 4] =
    [("common", Kind::Text), ("counts", Kind::Text), ("grids", Kind::Number), ("left_out", Kind::Number)];

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Common {
    signature: Signature,
}

impl Common {
    pub(super) fn new() -> Self {
        Self { signature: Signature::user_defined(Volatility::Immutable) }
    }
}

impl AggregateUDFImpl for Common {
    fn name(&self) -> &str {
        NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _given: &[DataType]) -> Result<DataType> {
        Ok(DataType::Struct(fields(&FIELDS)))
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        if given.len() != 1 {
            return plan_err!("{NAME} takes 1 argument, not {}", given.len());
        }
        coerced(NAME, &[Argument::Text], given)
    }

    fn accumulator(&self, called: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        if called.is_distinct {
            return plan_err!("{NAME} counts each row; take DISTINCT rows in a query below it");
        }
        Ok(Box::<Counts>::default())
    }

    fn state_fields(&self, called: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let counts = DataType::List(Field::new_list_field(DataType::UInt64, true).into());
        let state = [
            ("board", DataType::Utf8),
            ("counts", counts),
            ("grids", DataType::UInt64),
            ("left_out", DataType::UInt64),
            ("mixed", DataType::Boolean),
        ];
        let field = |(name, kind)| Field::new(format_state_name(called.name, name), kind, true).into();
        Ok(state.map(field).to_vec())
    }
}

/// The number of grids with each digit in each cell.
#[derive(Default)]
struct Counts {
    /// The board, without digits; `None` before the first grid.
    board: Option<Grid>,
    /// For each candidate, cell by cell and digit by digit, the number of grids that contain the candidate.
    grids_with: Vec<u64>,
    grids: u64,
    /// The number of rows that are no grids.
    left_out: u64,
    /// Whether the grids have several boards. The result is then the status `mixed` alone, since the first board would depend on
    /// the order of the rows.
    is_mixed: bool,
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} grids, {} rows left out", self.grids, self.left_out)
    }
}

impl Counts {
    /// Whether grids of this board are counted; sets the board on the first grid.
    fn takes(&mut self, grid: &Grid) -> bool {
        match &self.board {
            Some(board) if board.geometry() == grid.geometry() => {}
            Some(_) => self.is_mixed = true,
            None => {
                let geometry = grid.geometry();
                self.board = Some(Grid::empty(geometry));
                self.grids_with = vec![0; geometry.cell_count() * geometry.digit_count()];
            }
        }
        !self.is_mixed
    }

    fn add(&mut self, text: &str) {
        let Ok(grid) = read(text) else {
            self.left_out += 1;
            return;
        };
        if !self.takes(&grid) {
            return;
        }
        self.grids += 1;
        let geometry = grid.geometry();
        for (counts, digit) in self.grids_with.chunks_exact_mut(geometry.digit_count()).zip(grid.digits()) {
            if let Some(digit) = digit {
                counts[geometry.digit_index(*digit)] += 1;
            }
        }
    }

    /// The result for the grids; `None` if there was no row.
    fn row(&self) -> Option<Row> {
        let number = Value::Number;
        let Some(board) = &self.board else {
            let row = Row::new(INVALID, vec![Value::Nothing, Value::Nothing, number(0), number(self.left_out)]);
            return (self.left_out > 0).then_some(row);
        };
        if self.is_mixed {
            return Some(Row::bare("mixed", "there are grids of several boards".to_owned()));
        }
        let geometry = board.geometry();
        let mut common = board.clone();
        let mut by_cell = Map::new();
        for (cell, counts) in geometry.cells().zip(self.grids_with.chunks_exact(geometry.digit_count())) {
            let mut of_cell = Map::new();
            for (digit, &count) in geometry.digits().zip(counts).filter(|(_, count)| **count > 0) {
                of_cell.insert(digit.to_string(), json!(count));
                if count == self.grids && common.set(cell, Some(digit)).is_err() {
                    return Some(Row::bare(INVALID, format!("{cell} cannot have the digit {digit}")));
                }
            }
            if !of_cell.is_empty() {
                by_cell.insert(cell.to_string(), Json::Object(of_cell));
            }
        }
        let counts = Value::Text(Json::Object(by_cell).to_string());
        let values = vec![Value::Text(digits(&common)), counts, number(self.grids), number(self.left_out)];
        Some(Row::new(DONE, values))
    }
}

impl Accumulator for Counts {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let given = Given::of(&values[0])?;
        for row in (0..values[0].len()).filter(|&row| !given.is_null(row)) {
            self.add(given.text(row));
        }
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let mut board = None;
        if let Some(empty) = &self.board {
            let mut text = String::new();
            if let Err(refusal) = Format::Header.write(empty, &mut text) {
                return exec_err!("{NAME}: {refusal}");
            }
            board = Some(text);
        }
        let counts = self.grids_with.iter().map(|&count| Some(count));
        Ok(vec![
            ScalarValue::Utf8(board),
            ScalarValue::List(ListArray::from_iter_primitive::<UInt64Type, _, _>([Some(counts)]).into()),
            ScalarValue::UInt64(Some(self.grids)),
            ScalarValue::UInt64(Some(self.left_out)),
            ScalarValue::Boolean(Some(self.is_mixed)),
        ])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let [boards, counts, grids, left_out, mixed] = states else {
            return exec_err!("{NAME}: a state has 5 columns, not {}", states.len());
        };
        let (boards, counts) = (boards.as_string::<i32>(), counts.as_list::<i32>());
        let (grids, left_out) = (grids.as_primitive::<UInt64Type>(), left_out.as_primitive::<UInt64Type>());
        for row in 0..boards.len() {
            self.left_out += left_out.value(row);
            self.is_mixed |= mixed.as_boolean().value(row);
            if boards.is_null(row) {
                continue;
            }
            let Ok(board) = read(boards.value(row)) else { return exec_err!("{NAME}: a state without a board") };
            if self.takes(&board) {
                self.grids += grids.value(row);
                let more = counts.value(row);
                for (count, more) in self.grids_with.iter_mut().zip(more.as_primitive::<UInt64Type>().values()) {
                    *count += more;
                }
            }
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let mut columns = Columns::new(&FIELDS, 1);
        match self.row() {
            Some(row) => columns.push(&row),
            None => columns.push_null(),
        }
        ScalarValue::try_from_array(&columns.finish(), 0)
    }

    fn size(&self) -> usize {
        let cells = self.board.as_ref().map_or(0, |board| size_of_val(board.digits()));
        size_of::<Self>() + cells + self.grids_with.capacity() * size_of::<u64>()
    }
}
