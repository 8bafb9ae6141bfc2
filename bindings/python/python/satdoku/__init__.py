"""Sudoku of any size, shape and rules through SAT: solve, count, generate, explain, prove, encode.

>>> import satdoku
>>> answer = satdoku.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> answer.solution[0, 2]
4

A puzzle is a Grid, a text in any of the formats of the command line, lists of numbers or a NumPy array. An answer is an object,
never an exception: Satisfiable, Unsatisfiable or Unknown. Texts that are no puzzle raise ParseError with line and column.
"""

from __future__ import annotations

from satdoku._satdoku import (
    ArrowColumn,
    Board,
    Certificate,
    Check,
    Cnf,
    Count,
    Covers,
    Estimate,
    Formula,
    Grid,
    Puzzles,
    Rating,
    Reader,
    Satisfiable,
    Session,
    Solutions,
    Solver,
    Unknown,
    Unsatisfiable,
    __version__,
    backdoor,
    candidates,
    check,
    count,
    decode,
    encode,
    estimate,
    exact_cover,
    explain,
    generate,
    hint,
    is_unique,
    path,
    prove,
    rate,
    read,
    rules,
    sample,
    solutions,
    solve,
    solvers,
    techniques,
    trial,
    verify,
    width,
)
from satdoku.backends import PySat
from satdoku.errors import ParseError, SatdokuError, SolverError, Stopped
from satdoku.many import Status, check_many, count_many, rate_many, solve_many

__all__ = [
    "ArrowColumn",
    "Board",
    "Certificate",
    "Check",
    "Cnf",
    "Count",
    "Covers",
    "Estimate",
    "Formula",
    "Grid",
    "ParseError",
    "Puzzles",
    "PySat",
    "Rating",
    "Reader",
    "SatdokuError",
    "Satisfiable",
    "Session",
    "Solutions",
    "Solver",
    "SolverError",
    "Status",
    "Stopped",
    "Unknown",
    "Unsatisfiable",
    "__version__",
    "backdoor",
    "candidates",
    "check",
    "check_many",
    "convert",
    "count",
    "count_many",
    "decode",
    "draw",
    "encode",
    "estimate",
    "exact_cover",
    "explain",
    "generate",
    "hint",
    "is_unique",
    "path",
    "prove",
    "rate",
    "rate_many",
    "read",
    "rules",
    "sample",
    "solutions",
    "solve",
    "solve_many",
    "solvers",
    "techniques",
    "trial",
    "verify",
    "width",
]


# As type checkers take it; importing typing takes longer than all of the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from satdoku._satdoku import Puzzle


def _grid(puzzle: Puzzle) -> Grid:
    return puzzle if isinstance(puzzle, Grid) else Grid(puzzle)


def draw(
    puzzle: Puzzle,
    *,
    answers: Puzzle | None = None,
    candidates: Mapping[tuple[int, int], Sequence[int]] | None = None,
    title: str = "",
    theme: str = "light",
    form: str = "svg",
    width: int | None = None,
) -> str:
    """Draw a puzzle as SVG, or with form='text' as characters; see Grid.draw.

    >>> import satdoku
    >>> satdoku.draw(".4.2...1.....3..", theme="dark").startswith("<svg ")
    True
    """
    filled = None if answers is None else _grid(answers)
    return _grid(puzzle).draw(answers=filled, candidates=candidates, title=title, theme=theme, form=form, width=width)


def convert(puzzle: Puzzle, format: str) -> str:
    """Write a puzzle in another format, such as 'grid', 'json', 'header' or 'fpuzzles'.

    >>> import satdoku
    >>> print(satdoku.convert(".4.2...1.....3..", "rows"), end="")
    0 4 0 2
    0 0 0 1
    0 0 0 0
    0 3 0 0
    """
    return _grid(puzzle).to_text(format)
