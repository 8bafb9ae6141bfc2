"""The types of arguments and answers, for annotations: ``def rows(puzzle: satdoku.types.Puzzle) -> int: ...``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from os import PathLike
from typing import Any, Literal, Protocol, Union

from satdoku._satdoku import Board, Certificate, Grid, Satisfiable, Solver, Timeout, Unknown, Unsatisfiable

__all__ = [
    "Answer",
    "Array",
    "AtMostOne",
    "BoardLike",
    "CandidateLike",
    "CandidatesLike",
    "CellLike",
    "Claim",
    "Column",
    "Encoding",
    "Errors",
    "Form",
    "Format",
    "IncrementalSolver",
    "Kind",
    "Level",
    "Marks",
    "Path",
    "Progress",
    "Proved",
    "Puzzle",
    "Question",
    "Scale",
    "Settings",
    "SolverFactory",
    "SolverFunction",
    "SolverLike",
    "Symmetry",
    "Table",
    "Texts",
    "Theme",
    "TimeoutLike",
]

AtMostOne = Literal["pairwise", "product", "sequential", "commander", "bimander", "binary", "auto"]
Claim = Literal["solved", "unsatisfiable", "unique"]
Encoding = Literal["minimal", "extended", "modeller", "reduced"]
Errors = Literal["raise", "null"]
Form = Literal["svg", "text"]
Format = Literal[
    "line", "rows", "header", "order", "semicolon", "ascii", "minizinc", "chars", "grid", "json", "list", "sdk", "ss", "sdm", "csv",
    "fpuzzles", "iss", "sudokupad", "penpa", "opensudoku", "killer",
]  # fmt: skip
Kind = Literal["unique", "minimal", "holes", "none", "several"]
Marks = str
Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Question = Literal["solve", "count", "check", "rate"]
Scale = Literal["se", "hodoku", "own"]
Symmetry = Literal["none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "full"]
Theme = Literal["light", "dark", "print", "auto"]


class Table(Protocol):
    """A table of pandas or Polars: a row for each row of the board."""

    def to_numpy(self) -> Any: ...


class Array(Protocol):
    """An array of NumPy, or a column of a table."""

    def tolist(self) -> Any: ...


class IncrementalSolver(Protocol):
    """A SAT solver with the methods of PySAT's. A method ``interrupt()``, if there is one, ends a search from another thread."""

    def add_clause(self, clause: list[int], /) -> object: ...
    def solve(self, *, assumptions: list[int]) -> bool | None: ...
    def get_model(self) -> Any: ...


class SolverFactory(Protocol):
    """An object that opens SAT solvers, such as PySat."""

    def open(self) -> Any: ...


class SolverFunction(Protocol):
    """A function over clauses: the literals of a model, False where there is none, None where it gave up."""

    def __call__(self, clauses: list[list[int]], /) -> Any: ...


class _Candidate(Protocol):
    """A cell and a digit, as Candidate has them."""

    @property
    def cell(self) -> Any: ...
    @property
    def digit(self) -> int: ...


class _ArrowArray(Protocol):
    """An array of the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...


class _ArrowStream(Protocol):
    """An array in pieces of the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...


Answer = Union[Satisfiable, Unsatisfiable, Unknown]
BoardLike = Union[Board, str, int]
CellLike = Union[tuple[int, int], str]
CandidateLike = Union[str, tuple[CellLike, int], _Candidate]
CandidatesLike = Union[Iterable[CandidateLike], Mapping[Any, Iterable[int]]]
Column = Union[_ArrowArray, _ArrowStream]
Path = Union[str, PathLike[str]]
Progress = Callable[[int, int], object]
Proved = Union[Certificate, Unknown]
Puzzle = Union[
    Grid,
    Satisfiable,
    str,
    bytes,
    bytearray,
    Sequence[str],
    Sequence[Union[float, None]],
    Sequence[Sequence[Union[float, str, None]]],
    Array,
    Table,
]
TimeoutLike = Union[float, timedelta, Timeout]
Settings = Union[Mapping[str, object], Sequence[tuple[str, str]]]
SolverLike = Union[Solver, str, SolverFactory, SolverFunction, type[Any], IncrementalSolver]
# A missing value of a table is a float.
Texts = Iterable[Union[Puzzle, float, None]]
