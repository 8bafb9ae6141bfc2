"""Functions for DuckDB over Arrow: after ``register(connection)``, SQL has sudoku_solve, sudoku_count, sudoku_is_unique,
sudoku_rate and sudoku_status, whose numbers are those of satdoku.Status. Counts are of the type HUGEINT, whose sums are exact: a count of 39 digits is NULL.

DuckDB hands over 2,048 rows at once; their parts are answered on all cores."""

from __future__ import annotations

import contextlib
from decimal import Decimal
from typing import Any, Callable

import duckdb
import pyarrow

import satdoku


def register(connection: Any) -> None:
    """Give a connection of DuckDB the functions; a row that is no puzzle is answered with NULL."""

    def function(name: str, result: str, answer: Callable[[Any], Any]) -> None:
        # A connection may have it from a call before.
        with contextlib.suppress(duckdb.Error):
            connection.remove_function(name)
        connection.create_function(name, answer, ["VARCHAR"], result, type="arrow", null_handling="special")

    function("sudoku_solve", "VARCHAR", lambda puzzles: satdoku.solve_many(puzzles, errors="null")[0])
    function("sudoku_count", "HUGEINT", _counts)
    function("sudoku_is_unique", "BOOLEAN", lambda puzzles: satdoku.check_many(puzzles, unique=True, errors="null")[0])
    function("sudoku_status", "UTINYINT", lambda puzzles: satdoku.solve_many(puzzles, errors="null")[1])
    function("sudoku_rate", "DOUBLE", lambda puzzles: satdoku.rate_many(puzzles, errors="null")[0])


# Arrow has no integers of 128 bits; DuckDB takes decimals for them.
_WIDE = pyarrow.decimal128(38, 0)


def _counts(puzzles: Any) -> Any:
    counts, statuses = satdoku.count_many(puzzles, errors="null")
    states = statuses.to_pylist()
    if satdoku.Status.UNKNOWN not in states:
        return counts.cast(_WIDE)
    # A list has numbers beyond 64 bits as well.
    numbers = satdoku.count_many(puzzles.to_pylist(), errors="null")
    return pyarrow.array([Decimal(number) if number is not None and number < 10**38 else None for number in numbers], _WIDE)
