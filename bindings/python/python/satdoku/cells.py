"""Cells by place and by name, and dicts by cell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from satdoku._satdoku import Grid


class Cell(tuple[int, int]):
    """A cell as (row, column), both from 0 as in NumPy; it prints as ``r1c1``, whose numbers count from 1 as in puzzle books.

    >>> from satdoku import Cell
    >>> Cell("r2c3"), Cell(1, 2) == (1, 2), Cell("r2c3").row
    (r2c3, True, 1)
    """

    __slots__ = ()

    def __new__(cls, row: int | str, column: int | None = None) -> Cell:
        if isinstance(row, str):
            first, _, second = row.lower().removeprefix("r").partition("c")
            if column is not None or not (first.isdecimal() and second.isdecimal() and int(first) and int(second)):
                raise ValueError(f"expected a cell such as 'r1c1', found {row!r}")
            return super().__new__(cls, (int(first) - 1, int(second) - 1))
        if column is None:
            raise TypeError("expected a row and a column, both from 0, or a name such as 'r1c1'")
        if row < 0 or column < 0:
            raise ValueError(f"expected a row and a column from 0, found {(row, column)}: only on a board do negative numbers count from the end")
        return super().__new__(cls, (row, column))

    def __getnewargs__(self) -> tuple[int, int]:
        return (self[0], self[1])

    @property
    def row(self) -> int:
        """The row, from 0."""
        return self[0]

    @property
    def column(self) -> int:
        """The column, from 0."""
        return self[1]

    def __repr__(self) -> str:
        return f"r{self[0] + 1}c{self[1] + 1}"

    __str__ = __repr__


def cell_named(name: str) -> Cell | str:
    # A cell beside the grid has a name alone.
    return name if ":" in name or not name.startswith("r") else Cell(name)


class ByCell(dict[Any, Any]):
    """A dict by Cell, which finds a cell by its name too: ``found["r1c1"]`` is ``found[0, 0]``. Negative numbers count from the end."""

    shape: tuple[int, int]

    @classmethod
    def of(cls, puzzle: Grid, digits: Mapping[str, Any]) -> ByCell:
        found = cls({cell_named(cell): of for cell, of in digits.items()})
        found.shape = puzzle.shape
        return found

    def _key(self, key: object) -> object:
        if isinstance(key, str):
            try:
                return cell_named(key)
            except ValueError:
                return key
        if isinstance(key, tuple) and len(key) == 2 and all(isinstance(at, int) for at in key):
            return tuple(at + end if at < 0 else at for at, end in zip(key, self.shape))
        return key

    def __missing__(self, key: object) -> Any:
        cell = self._key(key)
        if not super().__contains__(cell):
            # A cell with a digit has no candidates, and answers are about the cells that they name.
            raise KeyError(f"{key}: only these cells have an answer: {len(self)} of {math.prod(self.shape)}")
        return self[cell]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(self._key(key))
