"""Millions of puzzles at once, on all cores: lists of texts, NumPy arrays, Arrow columns."""

from __future__ import annotations

import enum
import math
import sys

from satdoku import _satdoku

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Literal

    from satdoku._satdoku import Board, Solver

    Progress = Callable[[int, int], object]
    Errors = Literal["raise", "null"]


class Status(enum.IntEnum):
    """What the arrays of statuses hold for each row."""

    ANSWERED = 0
    UNSATISFIABLE = 1
    INVALID = 2
    UNKNOWN = 3
    MISSING = 4


def _is_arrow(puzzles: Any) -> bool:
    return hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__")


def _is_numpy(puzzles: Any) -> bool:
    # Who has an array has imported the library; importing it takes long.
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(puzzles, numpy.ndarray)


def _is_pandas(puzzles: Any) -> bool:
    return type(puzzles).__module__.partition(".")[0] == "pandas" and type(puzzles).__name__ == "Series"


def _rows(puzzles: Any, keywords: dict[str, Any]) -> tuple[Any, Any]:
    """The array as rows of bytes, without a copy where it is one of uint8 whose rows lie one after another; and which rows hold
    numbers that are none of a byte, or None."""
    import numpy

    if puzzles.dtype.kind not in "iub":
        raise TypeError(f"expected an array of integers, found one of {puzzles.dtype}")
    if puzzles.ndim < 2:
        raise ValueError("expected an array of a row a puzzle, found one row; use puzzles[None, :] for a single one")
    shape = (len(puzzles), math.prod(puzzles.shape[1:]))
    wrong = None
    board = keywords["board"]
    has_zero = board is not None and 0 in (board if isinstance(board, _satdoku.Board) else _satdoku.Board(board)).digits
    if isinstance(puzzles, numpy.ma.MaskedArray):
        # What is masked is an empty cell.
        puzzles = numpy.ma.filled(puzzles.astype(numpy.int64), -1 if has_zero else 0)
    puzzles = numpy.asarray(puzzles)
    if puzzles.dtype != numpy.uint8:
        puzzles = puzzles.reshape(shape)
        if puzzles.dtype.kind == "i" and has_zero:
            # An empty cell, as Grid.to_numpy() has it.
            puzzles = numpy.where(puzzles == -1, 255, puzzles.astype(numpy.int64))
        outside = (puzzles < 0) | (puzzles > 255)
        if outside.any():
            wrong = outside.any(axis=1)
            if keywords["errors"] == "raise":
                row = int(wrong.argmax())
                number = puzzles[row][outside[row]][0]
                raise ValueError(f"row {row}: expected numbers from 0 to 255 in the array, found {number}")
            # Most often a contradiction, which costs no time; the answer is dropped.
            puzzles = numpy.where(wrong[:, None], 1, puzzles)
        puzzles = puzzles.astype(numpy.uint8)
    return numpy.ascontiguousarray(puzzles).reshape(shape), wrong


def _like(column: Any, puzzles: Any) -> Any:
    """An Arrow column as an object of the library that the puzzles came from."""
    library = type(puzzles).__module__.partition(".")[0]
    if library == "pyarrow":
        import pyarrow

        return pyarrow.array(column)
    if library == "polars":
        import polars

        # The name in a column that is taken over goes before one given with it.
        return polars.Series(column).alias(puzzles.name)
    return column


# What pandas holds the answers in.
_PANDAS = {"solve": "object", "count": "object", "check": "object", "rate": "float64"}


def _ask(kind: str, puzzles: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    if _is_numpy(puzzles):
        rows, wrong = _rows(puzzles, keywords)
        answers, statuses = getattr(_satdoku, f"{kind}_numpy")(rows, *arguments, keywords)
        if wrong is not None:
            statuses[wrong] = Status.INVALID
            answers[wrong] = math.nan if kind == "rate" else 0
        return (answers.reshape(puzzles.shape) if kind == "solve" else answers), statuses
    if _is_pandas(puzzles):
        if getattr(puzzles.dtype, "kind", "O") in "iuf" and puzzles.notna().any():
            raise TypeError(f"expected texts, found {puzzles.dtype}: read the column with dtype=str, which keeps the zeros in front")
        answers, statuses = getattr(_satdoku, f"{kind}_list")(list(puzzles), *arguments, keywords)
        like = {"index": puzzles.index, "name": puzzles.name}
        return type(puzzles)(answers, dtype=_PANDAS[kind], **like), type(puzzles)(list(statuses), dtype="uint8", **like)
    if _is_arrow(puzzles):
        answers, statuses = getattr(_satdoku, f"{kind}_arrow")(puzzles, *arguments, keywords)
        return _like(answers, puzzles), _like(statuses, puzzles)
    if isinstance(puzzles, (str, bytes, bytearray)):
        raise TypeError("expected a list of puzzles, found one; solve, count, check and rate are for a single one")
    return getattr(_satdoku, f"{kind}_list")(puzzles, *arguments, keywords)[0]


def solve_many(
    puzzles: Any,
    *,
    solver: Solver | str | None = None,
    timeout: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: Board | str | None = None,
) -> Any:
    """Solve many puzzles on all cores.

    * A list of texts gives a list of texts, None where there is no solution. A Grid among them has its own board.
    * A NumPy array of uint8 with a row a puzzle, 0 for an empty cell, gives an array of that shape with zeros in a row without a
      solution, and an array of statuses. On a board with gaps a row has the numbers of its cells or of its whole canvas; where 0 is a
      digit, -1 or 255 stands for an empty cell. Bytes hold no digits beyond 255.
    * A pandas Series of texts gives a Series with its index and name, None where there is no solution, and one of statuses.
    * An Arrow column of strings or fixed-size binaries (pyarrow, Polars, anything with the PyCapsule interface) gives a
      column of the same type, null where there is no solution, and a column of statuses.

    A row that is no puzzle raises ParseError, one of a wrong kind TypeError; or with errors='null' either is answered as one without a
    solution; its status tells. None, NaN and what else libraries have for nothing are rows that are missing.
    ``timeout`` is for the whole call: rows that were not answered in time have the status UNKNOWN. ``progress`` is called with
    the number of rows that are done and of all.

    >>> import satdoku
    >>> satdoku.solve_many([".4.2...1.....3..", "11.............."])
    ['1432324141232314', None]
    """
    return _ask("solve", puzzles, (), _keywords(solver, timeout, threads, progress, errors, board))


def count_many(
    puzzles: Any,
    *,
    limit: int | None = None,
    solver: Solver | str | None = None,
    timeout: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: Board | str | None = None,
) -> Any:
    """Count the solutions of many puzzles on all cores; see solve_many.

    A number that is the limit means so many or more. Arrays hold 64 bits: a larger count has the status UNKNOWN there.

    >>> import satdoku
    >>> satdoku.count_many([".4.2...1.....3..", "12..............", "11.............."])
    [1, 24, 0]
    """
    return _ask("count", puzzles, (limit,), _keywords(solver, timeout, threads, progress, errors, board))


def check_many(
    puzzles: Any,
    *,
    unique: bool = False,
    solver: Solver | str | None = None,
    timeout: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: Board | str | None = None,
) -> Any:
    """Check many grids on all cores: whether no rule is broken or, with unique, whether there is exactly one solution.

    >>> import satdoku
    >>> satdoku.check_many([".4.2...1.....3..", "12..............", "11.............."], unique=True)
    [True, False, False]
    """
    return _ask("check", puzzles, (unique,), _keywords(solver, timeout, threads, progress, errors, board))


def rate_many(
    puzzles: Any,
    *,
    timeout: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: Board | str | None = None,
) -> Any:
    """Rate how hard many puzzles are for people, as Sudoku Explainer does, on all cores; see solve_many.

    Floats: None in a list, NaN in an array and null in a column where there is no rating. A puzzle without a solution has the
    status UNSATISFIABLE; with several, or one that named techniques do not finish, UNKNOWN: rate says which.

    >>> import satdoku
    >>> satdoku.rate_many([".4.2...1.....3..", "12..............", "11.............."])
    [1.2, None, None]
    """
    return _ask("rate", puzzles, (), _keywords(None, timeout, threads, progress, errors, board))


def _keywords(
    solver: object, timeout: object, threads: object, progress: object, errors: object, board: object
) -> dict[str, Any]:
    return {
        "solver": solver,
        "timeout": timeout,
        "threads": threads,
        "progress": progress,
        "errors": errors,
        "board": board,
    }
