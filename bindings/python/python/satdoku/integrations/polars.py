"""Columns of puzzles in Polars: ``frame.with_columns(solution=solve(polars.col("puzzle")))``."""

from __future__ import annotations

from typing import Any

import polars

import satdoku


def solve(column: str | polars.Expr, **how: Any) -> polars.Expr:
    """The solutions of a column of puzzles, null where there is none; the keywords are those of solve_many."""
    return _expression(column).map_batches(lambda puzzles: satdoku.solve_many(puzzles, **how)[0], return_dtype=polars.String)


def count(column: str | polars.Expr, **how: Any) -> polars.Expr:
    """The numbers of solutions; the keywords are those of count_many."""
    return _expression(column).map_batches(lambda puzzles: satdoku.count_many(puzzles, **how)[0], return_dtype=polars.UInt64)


def check(column: str | polars.Expr, **how: Any) -> polars.Expr:
    """Whether each grid is fine; the keywords are those of check_many."""
    return _expression(column).map_batches(lambda puzzles: satdoku.check_many(puzzles, **how)[0], return_dtype=polars.Boolean)


def rate(column: str | polars.Expr, **how: Any) -> polars.Expr:
    """How hard each puzzle is for people; the keywords are those of rate_many."""
    return _expression(column).map_batches(lambda puzzles: satdoku.rate_many(puzzles, **how)[0], return_dtype=polars.Float64)


def status(column: str | polars.Expr, **how: Any) -> polars.Expr:
    """Why each puzzle has a solution or none, as a number of satdoku.Status, INVALID for a row that is no puzzle.

    The keywords are those of solve_many, but errors='null' is the default.
    """
    how = {"errors": "null", **how}
    return _expression(column).map_batches(lambda puzzles: satdoku.solve_many(puzzles, **how)[1], return_dtype=polars.UInt8)


def _expression(column: str | polars.Expr) -> polars.Expr:
    return polars.col(column) if isinstance(column, str) else column
