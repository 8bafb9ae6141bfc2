"""Functions for DuckDB over Arrow: after ``register(connection)``, SQL has sudoku_solve, sudoku_count, sudoku_is_unique,
sudoku_rate and sudoku_status, whose numbers are those of satdoku.Status."""

from __future__ import annotations

import contextlib
from typing import Any, Callable

import duckdb

import satdoku


def register(connection: Any) -> None:
    """Give a connection of DuckDB the functions; a row that is no puzzle is answered with NULL."""

    def function(name: str, result: str, answer: Callable[[Any], Any]) -> None:
        # A connection may have it from a call before.
        with contextlib.suppress(duckdb.Error):
            connection.remove_function(name)
        connection.create_function(name, answer, ["VARCHAR"], result, type="arrow", null_handling="special")

    function("sudoku_solve", "VARCHAR", lambda puzzles: satdoku.solve_many(puzzles, errors="null")[0])
    function("sudoku_count", "UBIGINT", lambda puzzles: satdoku.count_many(puzzles, errors="null")[0])
    function("sudoku_is_unique", "BOOLEAN", lambda puzzles: satdoku.check_many(puzzles, unique=True, errors="null")[0])
    function("sudoku_status", "UTINYINT", lambda puzzles: satdoku.solve_many(puzzles, errors="null")[1])
    function("sudoku_rate", "DOUBLE", lambda puzzles: satdoku.rate_many(puzzles, errors="null")[0])
