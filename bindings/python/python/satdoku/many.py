"""Millions of puzzles at once, on all cores: lists of texts, NumPy arrays, Arrow columns."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar, overload

from satdoku import _satdoku
from satdoku.types import Array, BoardLike, Column, Errors, Progress, Question, TimeoutLike, SolverLike, Texts

T = TypeVar("T")


class Status(enum.IntEnum):
    """The state of the answer to a row."""

    ANSWERED = 0
    """There is an answer."""
    UNSATISFIABLE = 1
    """The puzzle has no solution."""
    INVALID = 2
    """The row is no puzzle."""
    UNKNOWN = 3
    """There is no answer: the time ran out, or the answer does not fit the column."""
    MISSING = 4
    """The row has no value."""


class Answers(list[T], Generic[T]):
    """The answers to a list of puzzles, None for a row without an answer; ``statuses`` says of each row why."""

    def __init__(self, answers: Iterable[T], statuses: Iterable[int]) -> None:
        super().__init__(answers)
        self.statuses = list(map(Status, statuses))


class Answered(NamedTuple):
    """The answers to an array or a column, and an array or a column of the statuses of its rows."""

    answers: Any
    statuses: Any


def _library(puzzles: Any) -> str:
    """The library whose array, column or table it is; a subclass of its classes counts too."""
    for kind in type(puzzles).__mro__:
        library = kind.__module__.partition(".")[0]
        if library in ("numpy", "pandas", "polars", "pyarrow"):
            return library
    return ""


def _numbers(puzzles: Any, keywords: dict[str, Any]) -> tuple[Any, Any]:
    """The array as rows of bytes, without a copy where it is one of uint8 whose rows lie one after another; and which rows hold
    numbers that are none of a byte, or None."""
    import numpy

    if puzzles.ndim < 2:
        raise ValueError("puzzles: expected an array of a row a puzzle, found one row; use puzzles[None, :] for a single one")
    shape = (len(puzzles), math.prod(puzzles.shape[1:]))
    wrong = None
    board = keywords["board"]
    has_zero = board is not None and 0 in (board if isinstance(board, _satdoku.Board) else _satdoku.Board(str(board))).digits
    empty = -1 if has_zero else 0
    if isinstance(puzzles, numpy.ma.MaskedArray):
        # What is masked is an empty cell.
        puzzles = numpy.ma.filled(puzzles.astype(numpy.float64 if puzzles.dtype.kind == "f" else numpy.int64), empty)
    puzzles = numpy.asarray(puzzles)
    if puzzles.dtype.kind == "f":
        # A table with empty cells gives its numbers as floats.
        puzzles = numpy.where(numpy.isnan(puzzles), empty, puzzles)
        broken = puzzles != numpy.floor(puzzles)
        if broken.any() and keywords["errors"] == "raise":
            row = int(broken.reshape(shape).any(axis=1).argmax())
            raise ValueError(f"row {row}: expected whole numbers in the array, found {puzzles[broken][0]}")
        # What is no whole number is outside all boards.
        puzzles = numpy.clip(numpy.where(broken, -(2**31), puzzles), -(2**31), 2**31).astype(numpy.int64)
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


# The type of an array of answers to texts, and the answer of a row without one.
_NUMPY = {"solve": ("object", None), "count": ("uint64", 0), "check": ("bool", False), "rate": ("float64", math.nan)}


def _of_numpy(question: Question, puzzles: Any, keywords: dict[str, Any]) -> Answered:
    import numpy

    if puzzles.dtype.kind in "iubf":
        rows, wrong = _numbers(puzzles, keywords)
        answers, statuses = _satdoku.many_numpy(question, rows, keywords)
        if wrong is not None:
            statuses[wrong] = Status.INVALID
            answers[wrong] = math.nan if question == "rate" else 0
        return Answered(answers.reshape(puzzles.shape) if question == "solve" else answers, statuses)
    if puzzles.dtype.kind not in "OUST":
        raise TypeError(f"puzzles: expected an array of numbers or of texts, found one of {puzzles.dtype}")
    listed, kept = _satdoku.many_list(question, puzzles.tolist(), keywords)
    dtype, nothing = _NUMPY[question]
    statuses = numpy.frombuffer(kept, dtype=numpy.uint8).copy()
    if question == "count":
        # A number beyond 64 bits is not known here.
        large = [answer is not None and answer >= 2**64 for answer in listed]
        statuses[numpy.array(large, dtype=bool)] = Status.UNKNOWN
        listed = [None if is_large else answer for answer, is_large in zip(listed, large)]
    answers = numpy.empty(len(listed), dtype=dtype)
    answers[:] = [nothing if answer is None else answer for answer in listed]
    return Answered(answers, statuses)


_READ_AS_TEXT = "read the column with dtype=str, which keeps the zeros in front"

# The type of a Series of answers.
_PANDAS = {"count": "UInt64", "check": "boolean", "rate": "float64"}


def _of_pandas(question: Question, puzzles: Any, keywords: dict[str, Any]) -> Answered:
    import pandas

    if not isinstance(puzzles, pandas.Series):
        raise TypeError(f"puzzles: expected a Series, found {type(puzzles).__name__}")
    if getattr(puzzles.dtype, "kind", "O") in "iuf" and puzzles.notna().any():
        raise TypeError(f"puzzles: expected texts, found {puzzles.dtype}: {_READ_AS_TEXT}")
    like = {"index": puzzles.index, "name": puzzles.name}
    # A count that ran out of time must not be asked twice.
    may_repeat = question != "count" or keywords["timeout"] is None
    if may_repeat and (column := _arrow_of_pandas(puzzles)) is not None:
        import pyarrow

        answered = _satdoku.many_arrow(question, column, keywords)
        found, states = pyarrow.array(answered[0]), pyarrow.array(answered[1]).to_numpy()
        # Arrow has no counts beyond 64 bits. Lists have, so the puzzles are counted again as a list.
        if question != "count" or not (states == Status.UNKNOWN).any():
            dtype: Any = puzzles.dtype if question == "solve" else pandas.api.types.pandas_dtype(_PANDAS[question])
            values = dtype.__from_arrow__(found) if hasattr(dtype, "__from_arrow__") else found.to_numpy(zero_copy_only=False)
            return Answered(pandas.Series(values, dtype=dtype, **like), pandas.Series(states, dtype="uint8", **like))
    elif pandas.api.types.infer_dtype(puzzles, skipna=True) == "integer":
        raise TypeError(f"puzzles: expected texts, found numbers: {_READ_AS_TEXT}")
    answers, statuses = _satdoku.many_list(question, list(puzzles), keywords)
    if question == "count" and any(answer is not None and answer >= 2**64 for answer in answers):
        kind: Any = "object"
    else:
        kind = _PANDAS.get(question, puzzles.dtype if pandas.api.types.is_string_dtype(puzzles.dtype) else "object")
    return Answered(pandas.Series(answers, dtype=kind, **like), pandas.Series(list(statuses), dtype="uint8", **like))


def _arrow_of_pandas(puzzles: Any) -> Any:
    """The texts of a Series as an Arrow column, which needs no object a row; None where they are no texts or pyarrow is missing."""
    import pandas

    is_texts = puzzles.dtype == "object" or isinstance(puzzles.dtype, (pandas.StringDtype, pandas.ArrowDtype))
    if not is_texts or pandas.api.types.infer_dtype(puzzles, skipna=True) != "string":
        return None
    try:
        import pyarrow
    except ImportError:
        return None
    column = pyarrow.array(puzzles, from_pandas=True)
    return column.cast(pyarrow.large_string())


def _like(column: Any, puzzles: Any) -> Any:
    """An Arrow column as an object of the library that the puzzles came from."""
    library = _library(puzzles)
    if library == "pyarrow":
        import pyarrow

        return pyarrow.array(column)
    if library == "polars":
        import polars

        # The name in a column that is taken over goes before one given with it.
        return polars.Series(column).alias(puzzles.name)
    return column


def _ask(question: Question, puzzles: Any, keywords: dict[str, Any]) -> Any:
    library = _library(puzzles)
    if hasattr(puzzles, "columns") and library in ("pandas", "polars", "pyarrow"):
        raise TypeError("puzzles: expected a column, found a table; name its column, such as table['puzzle']")
    if library == "numpy" and hasattr(puzzles, "dtype"):
        return _of_numpy(question, puzzles, keywords)
    if library == "pandas":
        return _of_pandas(question, puzzles, keywords)
    if hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__"):
        answers, statuses = _satdoku.many_arrow(question, puzzles, keywords)
        return Answered(_like(answers, puzzles), _like(statuses, puzzles))
    if isinstance(puzzles, (str, bytes, bytearray, _satdoku.Grid)):
        raise TypeError(f"puzzles: expected a list of puzzles, found one; {question} is for a single one")
    if isinstance(puzzles, (dict, set, frozenset)):
        raise TypeError(f"puzzles: expected a list of puzzles, found a {type(puzzles).__name__}, which has no order of rows")
    if keywords["board"] is None and _may_be_one(puzzles):
        raise ValueError(
            f"puzzles: {len(puzzles)} rows of {len(puzzles)} numbers can be one puzzle or {len(puzzles)} small ones; "
            f"pass [puzzle] for one, or board= for several"
        )
    return Answers(*_satdoku.many_list(question, puzzles, keywords))


def _may_be_one(puzzles: Any) -> bool:
    """Whether a list of puzzles can be the rows of a single one."""
    rows = isinstance(puzzles, (list, tuple)) and len(puzzles) > 1 and puzzles
    return bool(rows) and all(
        isinstance(row, (list, tuple)) and len(row) == len(puzzles) and not any(isinstance(cell, (list, tuple)) for cell in row)
        for row in puzzles
    )


@overload
def solve_many(
    puzzles: Array | Column,
    *,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answered: ...
@overload
def solve_many(
    puzzles: Texts,
    *,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answers[str | None]: ...
def solve_many(
    puzzles: Any,
    *,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Any:
    """Solve many puzzles on all cores. The type of the answer is that of the puzzles:

    * A list of texts, or an open file with a puzzle a line, gives Answers: a list of texts, None where there is no solution, with a
      list of statuses. A Grid among them has its own board.
    * A NumPy array of numbers with a row a puzzle, 0 or NaN for an empty cell, gives an array of uint8 of that shape with zeros in a
      row without a solution. On a board with gaps a row has the numbers of its cells or of its whole canvas; where 0 is a digit, -1 or
      255 stands for an empty cell. Bytes hold no digits beyond 255.
    * A NumPy array of texts gives an array of objects, None where there is no solution.
    * A pandas Series of texts gives a Series with its index, name and type, missing where there is no solution.
    * An Arrow column of strings, binaries or a dictionary of them (pyarrow, Polars, any object with the PyCapsule interface) gives a
      column, of the same type if that is no dictionary, null where there is no solution.

    Arrays and columns give Answered, a pair of answers and statuses.

    Parameters:
        puzzles: the puzzles.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout, for the whole call: rows that were not answered in time have the status UNKNOWN.
        threads: the most threads; by default one for each core.
        progress: a function that is called with the number of finished rows and the number of all rows.
        errors: 'raise' raises ParseError, or TypeError, at a row that is no puzzle; 'null' gives the row the status INVALID.
        board: the board of the puzzles, where their texts or numbers do not tell it.

    >>> import satdoku
    >>> answers = satdoku.solve_many([".4.2...1.....3..", "11.............."])
    >>> answers, answers.statuses[1].name
    (['1432324141232314', None], 'UNSATISFIABLE')
    """
    return _ask("solve", puzzles, _keywords(solver, timeout, threads, progress, errors, board))


@overload
def count_many(
    puzzles: Array | Column,
    *,
    limit: int | None = None,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answered: ...
@overload
def count_many(
    puzzles: Texts,
    *,
    limit: int | None = None,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answers[int | None]: ...
def count_many(
    puzzles: Any,
    *,
    limit: int | None = None,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Any:
    """Count the solutions of many puzzles on all cores; see solve_many for the forms of puzzles and answers.

    Arrays and Arrow columns hold 64 bits: a larger count has the status UNKNOWN there.

    Parameters:
        puzzles: the puzzles.
        limit: the number at which counting stops; an answer that is the limit means so many or more.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout, for the whole call.
        threads: the most threads; by default one for each core.
        progress: a function that is called with the number of finished rows and the number of all rows.
        errors: 'raise' or 'null'.
        board: the board of the puzzles.

    >>> import satdoku
    >>> satdoku.count_many([".4.2...1.....3..", "12..............", "11.............."])
    [1, 24, 0]
    """
    return _ask("count", puzzles, {**_keywords(solver, timeout, threads, progress, errors, board), "limit": limit})


@overload
def check_many(
    puzzles: Array | Column,
    *,
    unique: bool = False,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answered: ...
@overload
def check_many(
    puzzles: Texts,
    *,
    unique: bool = False,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answers[bool | None]: ...
def check_many(
    puzzles: Any,
    *,
    unique: bool = False,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Any:
    """Check many grids on all cores: whether no rule is broken; see solve_many for the forms of puzzles and answers.

    Parameters:
        puzzles: the grids.
        unique: whether to ask in place of that if there is exactly one solution.
        solver: the solver that is asked for uniqueness.
        timeout: a time in seconds, a timedelta, or a Timeout, for the whole call.
        threads: the most threads; by default one for each core.
        progress: a function that is called with the number of finished rows and the number of all rows.
        errors: 'raise' or 'null'.
        board: the board of the grids.

    >>> import satdoku
    >>> satdoku.check_many([".4.2...1.....3..", "12..............", "11.............."], unique=True)
    [True, False, False]
    """
    return _ask("check", puzzles, {**_keywords(solver, timeout, threads, progress, errors, board), "unique": unique})


@overload
def rate_many(
    puzzles: Array | Column,
    *,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answered: ...
@overload
def rate_many(
    puzzles: Texts,
    *,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Answers[float | None]: ...
def rate_many(
    puzzles: Any,
    *,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors = "raise",
    board: BoardLike | None = None,
) -> Any:
    """Rate how hard many puzzles are for people, as Sudoku Explainer does, on all cores; see solve_many.

    Answers are floats: None in a list, NaN in an array and null in a column where there is no rating. A puzzle without a solution has
    the status UNSATISFIABLE; with several, or beyond named techniques, UNKNOWN: rate says which.

    Parameters:
        puzzles: the puzzles.
        timeout: a time in seconds, a timedelta, or a Timeout, for the whole call.
        threads: the most threads; by default one for each core.
        progress: a function that is called with the number of finished rows and the number of all rows.
        errors: 'raise' or 'null'.
        board: the board of the puzzles.

    >>> import satdoku
    >>> satdoku.rate_many([".4.2...1.....3..", "12..............", "11.............."])
    [1.2, None, None]
    """
    return _ask("rate", puzzles, _keywords(None, timeout, threads, progress, errors, board))


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
