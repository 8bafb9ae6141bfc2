"""Millions of puzzles at once, on all cores: lists of texts, NumPy arrays, Arrow columns."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any, Literal, Protocol, TypedDict, overload

import numpy
from numpy.typing import NDArray
from satdoku._satdoku import Board, Grid, Solver
from typing_extensions import Unpack

Statuses = NDArray[numpy.uint8]
Texts = Iterable[
    str | bytes | bytearray | Grid | Sequence[str] | Sequence[int | None] | Sequence[Sequence[int | None]] | None
]

class How(TypedDict, total=False):
    """What all questions take."""

    timeout: float | None
    threads: int | None
    progress: Callable[[int, int], object] | None
    errors: Literal["raise", "null"]
    board: Board | str | None

class HowSolved(How, total=False):
    """What questions to a solver take."""

    solver: Solver | str | None

class ArrowArray(Protocol):
    """An array of the Arrow PyCapsule interface; the answers are one of the same library where that is pyarrow or Polars, else an
    ArrowColumn. A Series of pandas gives Series."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...

class ArrowStream(Protocol):
    """An array in pieces of the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...

Column = ArrowArray | ArrowStream

class Status(IntEnum):
    ANSWERED = 0
    UNSATISFIABLE = 1
    INVALID = 2
    UNKNOWN = 3
    MISSING = 4

@overload
def solve_many(puzzles: NDArray[Any], **how: Unpack[HowSolved]) -> tuple[NDArray[numpy.uint8], Statuses]: ...
@overload
def solve_many(puzzles: Column, **how: Unpack[HowSolved]) -> tuple[Any, Any]: ...
@overload
def solve_many(puzzles: Texts, **how: Unpack[HowSolved]) -> list[str | None]: ...
@overload
def count_many(
    puzzles: NDArray[Any], *, limit: int | None = None, **how: Unpack[HowSolved]
) -> tuple[NDArray[numpy.uint64], Statuses]: ...
@overload
def count_many(puzzles: Column, *, limit: int | None = None, **how: Unpack[HowSolved]) -> tuple[Any, Any]: ...
@overload
def count_many(puzzles: Texts, *, limit: int | None = None, **how: Unpack[HowSolved]) -> list[int | None]: ...
@overload
def check_many(
    puzzles: NDArray[Any], *, unique: bool = False, **how: Unpack[HowSolved]
) -> tuple[NDArray[numpy.bool_], Statuses]: ...
@overload
def check_many(puzzles: Column, *, unique: bool = False, **how: Unpack[HowSolved]) -> tuple[Any, Any]: ...
@overload
def check_many(puzzles: Texts, *, unique: bool = False, **how: Unpack[HowSolved]) -> list[bool | None]: ...
@overload
def rate_many(puzzles: NDArray[Any], **how: Unpack[How]) -> tuple[NDArray[numpy.float64], Statuses]: ...
@overload
def rate_many(puzzles: Column, **how: Unpack[How]) -> tuple[Any, Any]: ...
@overload
def rate_many(puzzles: Texts, **how: Unpack[How]) -> list[float | None]: ...
