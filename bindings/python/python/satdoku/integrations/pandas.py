"""An accessor for pandas: importing this module gives every Series ``series.sudoku.solve()``, ``.count()``, ``.check()``, ``.rate()``
and ``.status()``."""

from __future__ import annotations

from typing import Any

import pandas

import satdoku


@pandas.api.extensions.register_series_accessor("sudoku")
class SudokuAccessor:
    """Questions about a Series of puzzles; missing values stay missing."""

    def __init__(self, puzzles: pandas.Series) -> None:
        self._puzzles = puzzles

    def solve(self, **how: Any) -> pandas.Series:
        """The solutions, missing where there is none; the keywords are those of solve_many."""
        return satdoku.solve_many(self._puzzles, **how)[0].rename("solution")

    def count(self, **how: Any) -> pandas.Series:
        """The numbers of solutions; the keywords are those of count_many."""
        return satdoku.count_many(self._puzzles, **how)[0].rename("count")

    def check(self, **how: Any) -> pandas.Series:
        """Whether each grid is fine; the keywords are those of check_many."""
        return satdoku.check_many(self._puzzles, **how)[0].rename("check")

    def rate(self, **how: Any) -> pandas.Series:
        """How hard each puzzle is for people; the keywords are those of rate_many."""
        return satdoku.rate_many(self._puzzles, **how)[0].rename("rating")

    def status(self, **how: Any) -> pandas.Series:
        """Why each puzzle has a solution or none, as a number of satdoku.Status, INVALID for a row that is no puzzle.

        The keywords are those of solve_many, but errors='null' is the default.
        """
        return satdoku.solve_many(self._puzzles, **{"errors": "null", **how})[1].rename("status")
