"""An accessor for pandas: importing this module gives every Series ``series.sudoku.solve()``, ``.count()`` and ``.check()``."""

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
        return self._series(satdoku.solve_many(self._texts(), **how), "solution", "object")

    def count(self, **how: Any) -> pandas.Series:
        """The numbers of solutions; the keywords are those of count_many."""
        return self._series(satdoku.count_many(self._texts(), **how), "count", "object")

    def check(self, **how: Any) -> pandas.Series:
        """Whether each grid is fine; the keywords are those of check_many."""
        return self._series(satdoku.check_many(self._texts(), **how), "check", "object")

    def rate(self, **how: Any) -> pandas.Series:
        """How hard each puzzle is for people; the keywords are those of rate_many."""
        return self._series(satdoku.rate_many(self._texts(), **how), "rating", "float64")

    def _texts(self) -> list[str | None]:
        return [None if pandas.isna(text) else text for text in self._puzzles]

    def _series(self, answers: list[Any], name: str, dtype: str) -> pandas.Series:
        return pandas.Series(answers, index=self._puzzles.index, name=name, dtype=dtype)
