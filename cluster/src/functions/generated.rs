//! `sudoku_generated(recipe, from, to)`: the puzzles of a recipe as a table.

use std::sync::Arc;

use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, plan_err};
use datafusion::datasource::{ViewTable, provider_as_source};
use datafusion::functions::core::expr_fn::get_field;
use datafusion::functions_table::generate_series::RangeFunc;
use datafusion::logical_expr::{Expr, LogicalPlanBuilder, ScalarUDF, col};

use crate::functions::{Function, Question, recipe};

/// The name of the function.
pub(super) const NAME: &str = "sudoku_generated";

#[derive(Debug)]
pub(super) struct Generated;

impl TableFunctionImpl for Generated {
    fn call_with_args(&self, called: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [told @ Expr::Literal(text, _), from, to] = called.exprs() else {
            return plan_err!("{NAME} takes a recipe and two numbers");
        };
        let Some(Some(text)) = text.try_as_str() else {
            return plan_err!("{NAME}: argument 1 is a text, not {}", text.data_type());
        };
        if let Err(problem) = recipe::parse(text) {
            return plan_err!("{NAME}: {problem}");
        }
        let numbers = numbers(from, to, called.session())?;
        let made = ScalarUDF::new_from_impl(Function::of(Question::Generate)).call(vec![told.clone(), col("value")]);
        let field = |name: &str| get_field(col("made"), name).alias(name);
        let plan = LogicalPlanBuilder::scan("numbers", provider_as_source(numbers), None)?
            .project([col("value").alias("k"), made.alias("made")])?
            .project([col("k"), field("puzzle"), field("status"), field("message")])?
            .build()?;
        Ok(Arc::new(ViewTable::new(plan, None)))
    }
}

/// The numbers of a range as a table with the column `value`.
pub(crate) fn numbers(from: &Expr, to: &Expr, session: &dyn Session) -> Result<Arc<dyn TableProvider>> {
    RangeFunc {}.call_with_args(TableFunctionArgs::new(&[from.clone(), to.clone()], session))
}
