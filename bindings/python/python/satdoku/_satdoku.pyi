"""The extension module; its public names are in the package satdoku.

The docstrings are those of the compiled module: `python stub.py` writes them, and a test compares them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, final, overload

import numpy
import numpy.typing
from satdoku.answers import Model
from satdoku.types import (
    Answer,
    AtMostOne,
    BoardLike,
    CandidateLike,
    CandidatesLike,
    CellLike,
    Claim,
    Encoding,
    Form,
    Format,
    Kind,
    Level,
    Marks,
    Path,
    Proved,
    Puzzle,
    Question,
    Scale,
    Settings,
    SolverLike,
    Symmetry,
    Theme,
    TimeoutLike,
)
from typing_extensions import Self

__all__: list[str]
__version__: str

@final
class Board:
    """A board: its cells, digits and units, named by a word such as '3x3', '2x3+diagonals', 'windoku', 'latin9' or 'samurai'.

    >>> import satdoku
    >>> board = satdoku.Board("2x3")
    >>> board.rows, board.columns, board.digits
    (6, 6, [1, 2, 3, 4, 5, 6])
    """
    def __new__(cls, word: str) -> Self: ...
    @property
    def rows(self) -> int:
        """Rows of the canvas."""
    @property
    def columns(self) -> int:
        """Columns of the canvas."""
    @property
    def digits(self) -> list[int]:
        """The digits, in ascending order."""
    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells as (row, column) from 0, row by row."""
    @property
    def units(self) -> list[tuple[str, list[tuple[int, int]]]]:
        """The units by name, each with its cells as (row, column) from 0."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Grid:
    """A puzzle or a full grid: a board, its rules and its digits. It never changes.

    A grid is a sequence of its rows, as an array of NumPy is: len(grid) is the number of rows, grid[0] is the first row, a tuple with
    None for an empty cell, and `5 in grid` says whether a cell has the digit 5. A cell is named by (row, column), both from 0, or from
    -1 backwards, or by a text such as 'r1c1', whose numbers count from 1 as in puzzle books.

    Parameters:
        source: a text in any format of the command line, or its bytes; rows of numbers or of characters, where 0, None, '.' or a
            library's missing value is an empty cell; a NumPy array; or a table of pandas or Polars.
        board: the board, a Board or its name, where the text or the numbers do not tell it; '3x3' is the classic board.
        format: the format of the text, such as 'line', 'grid' or 'header', where detecting the format would be a guess.
        rules: rules beyond those of the board, as lines such as 'killer 10 r1c1 r1c2 r1c3 r1c4'; rules() lists them.

    >>> import satdoku
    >>> grid = satdoku.Grid([[0, 4, 0, 2], [0, 0, 0, 1], [0, 0, 0, 0], [0, 3, 0, 0]])
    >>> grid
    Grid('.4.2...1.....3..')
    >>> grid[0, 1], grid["r1c1"], grid.clue_count
    (4, None, 4)
    >>> grid[0], len(grid), 3 in grid
    ((None, 4, None, 2), 4, True)
    """
    def __new__(
        cls,
        source: Puzzle | None = None,
        *,
        board: BoardLike | None = None,
        format: Format | None = None,
        rules: str | Sequence[str] | None = None,
    ) -> Grid: ...
    @property
    def board(self) -> Board:
        """The board, without the rules."""
    @property
    def rules(self) -> list[str]:
        """The rules beyond the units of the board, as lines."""
    @property
    def digits(self) -> list[int | None]:
        """The digits of the cells, row by row, None for an empty cell; without the cells beside the grid."""
    @property
    def layers(self) -> dict[str, list[int | None]]:
        """The values of the cells beside the grid by the name of their layer, row by row, None for an empty cell; a number has one."""
    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and the number of columns, as of an array of NumPy."""
    @property
    def clue_count(self) -> int:
        """How many cells are filled."""
    @property
    def is_solved(self) -> bool:
        """Whether every cell is filled and no rule is broken."""
    def violations(self) -> list[str]:
        """The broken rules, each as a sentence."""
    def with_rules(self, rules: str | Sequence[str]) -> Grid:
        """The puzzle with `rules` in place of its own rules."""
    def without_rules(self) -> Grid:
        """The digits on the board without the rules."""
    def replace(self, cell: CellLike, digit: int | None) -> Grid:
        """The puzzle with a digit in a cell, or with an empty cell for None."""
    def to_lists(self, empty: int | None = None) -> list[list[int]]:
        """The digits as lists, one a row; an empty cell and a place without a cell are `empty`: 0, or -1 where 0 is a digit."""
    def to_numpy(self, empty: int | None = None) -> numpy.typing.NDArray[Any]:
        """The digits as a NumPy array of the canvas, uint8 if the digits fit; see to_lists."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.typing.NDArray[Any]: ...
    def to_text(self, format: Format | None = None) -> str:
        """The grid as text, in a named format, or in the shortest format that parses back."""
    def draw(
        self,
        *,
        answers: Puzzle | None = None,
        candidates: Mapping[Any, Iterable[int]] | None = None,
        title: str = "",
        theme: Theme = "light",
        form: Form = "svg",
        width: int | None = None,
    ) -> str:
        """A picture of the puzzle as SVG, or as characters for a terminal.

        Parameters:
            answers: a grid, or the answer of solve(), whose digits are drawn in the empty cells.
            candidates: a dict of cells and digits, drawn small in the cells; candidates() and its counts fit.
            title: a line above the picture.
            theme: 'light', 'dark', 'print' or 'auto', which follows the reader's setting.
            form: 'svg' or 'text'.
            width: the width of the picture, in pixels or characters.
        """
    def _repr_html_(self) -> str: ...
    def to_dict(self) -> dict[str, Any]:
        """The puzzle as a dict of the values of JSON, whose text Grid reads."""
    @overload
    def __getitem__(self, at: CellLike, /) -> int | None: ...
    @overload
    def __getitem__(self, at: SupportsIndex, /) -> tuple[int | None, ...]: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[tuple[int | None, ...]]: ...
    def __iter__(self) -> Iterator[tuple[int | None, ...]]: ...
    def __reversed__(self) -> Iterator[tuple[int | None, ...]]: ...
    def __contains__(self, item: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Satisfiable:
    """The puzzle has a solution: here it is, checked.

    >>> import satdoku
    >>> satdoku.solve(".4.2...1.....3..")
    Satisfiable(Grid('1432324141232314'))
    """
    __match_args__ = ("solution",)
    def __new__(cls, solution: Grid) -> Self: ...
    @property
    def solution(self) -> Grid:
        """The solution."""
    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict of the values of JSON."""
    def __bool__(self) -> Literal[True]: ...
    def _repr_html_(self) -> str: ...

@final
class Unsatisfiable:
    """The puzzle has no solution. It is false."""
    def __new__(cls) -> Self: ...
    @property
    def solution(self) -> None:
        """There is none: None."""
    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict of the values of JSON."""
    def __bool__(self) -> Literal[False]: ...

@final
class Unknown:
    """The question was stopped before an answer was found. Neither true nor false: bool() raises ValueError."""
    __match_args__ = ("reason",)
    def __new__(cls, reason: str) -> Self: ...
    @property
    def reason(self) -> str:
        """Why: 'time limit reached', 'step limit reached', …"""
    @property
    def solution(self) -> None:
        """None is known: None."""
    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict of the values of JSON."""
    def __bool__(self) -> bool: ...

@final
class Count:
    """A number of solutions: exact, or at least so many where counting ended before.

    int() is the number that was reached. An exact count equals that int, computes as that int and can be an index. An inexact count
    answers comparisons that are certain, adds and multiplies to inexact counts, and raises ValueError where the answer is not known.
    json.dumps(answers, default=int) writes counts as numbers.

    >>> import satdoku
    >>> satdoku.count("12..............")
    Count(24)
    >>> satdoku.count("12..............", limit=2)
    Count('>=2', 'solution limit reached')
    >>> satdoku.count("12..............", limit=2) >= 2, satdoku.count("12..............") + 1
    (True, 25)
    """
    __match_args__ = ("value",)
    def __new__(cls, value: int | str, stopped: str | None = None) -> Self: ...
    @property
    def value(self) -> int:
        """The number that was reached."""
    @property
    def is_exact(self) -> bool:
        """Whether all solutions were counted."""
    @property
    def stopped(self) -> str | None:
        """Why counting stopped early, or None."""
    def __bool__(self) -> bool: ...
    def to_dict(self) -> dict[str, Any]:
        """The count as a dict of the values of JSON, in the form of the command line: the number as a text, which has any length."""
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __float__(self) -> float: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __floordiv__(self, other: Any, /) -> Any: ...
    def __rfloordiv__(self, other: Any, /) -> Any: ...
    def __mod__(self, other: Any, /) -> Any: ...
    def __rmod__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __format__(self, spec: str, /) -> str: ...
    def __lt__(self, other: Count | int, /) -> bool: ...
    def __le__(self, other: Count | int, /) -> bool: ...
    def __gt__(self, other: Count | int, /) -> bool: ...
    def __ge__(self, other: Count | int, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Estimate:
    """An estimate of a number of solutions by random dives. It never equals a count."""
    def __new__(
        cls,
        text: str,
        mean: float,
        log_mean: float,
        relative_error: float,
        interval: tuple[float, float] | None,
        dives: int,
        hits: int,
        seed: int,
    ) -> Self: ...
    @property
    def mean(self) -> float:
        """The number; inf where a float cannot hold it."""
    @property
    def log_mean(self) -> float:
        """The natural logarithm of the number; -inf where no dive found a solution."""
    @property
    def relative_error(self) -> float:
        """The standard error as a part of the number."""
    @property
    def interval(self) -> tuple[float, float] | None:
        """The ends of the interval of 95 %, or None where too few dives found a solution."""
    @property
    def dives(self) -> int:
        """How many dives were made."""
    @property
    def hits(self) -> int:
        """How many dives found a solution."""
    @property
    def seed(self) -> int:
        """The seed."""
    def to_dict(self) -> dict[str, Any]:
        """The estimate as a dict of the values of JSON, with `log_mean` and None where a float cannot hold a number."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Check:
    """The state of a grid: 'solved', 'valid', 'conflict' or 'changed'. True if no rule is broken, every clue is kept and, when
    uniqueness was asked for, the grid has exactly one solution.
    """
    def __new__(
        cls,
        word: Literal["solved", "valid", "conflict", "changed"],
        details: Sequence[str] = ...,
        uniqueness: Literal["unique", "several", "none", "unknown"] | None = None,
    ) -> Self: ...
    @property
    def word(self) -> Literal["solved", "valid", "conflict", "changed"]:
        """'solved', 'valid', 'conflict' or 'changed'."""
    @property
    def details(self) -> list[str]:
        """Each conflict, or the first clue that was not kept, as a sentence."""
    @property
    def uniqueness(self) -> Literal["unique", "several", "none", "unknown"] | None:
        """'unique', 'several', 'none' or 'unknown' if uniqueness was asked for, else None."""
    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict of the values of JSON."""
    def __bool__(self) -> bool: ...

@final
class Rating:
    """How hard a puzzle is for people, as Sudoku Explainer rates it: the hardest step of all (er), the hardest up to the first digit
    (ep), the first step (ed). False if the puzzle has no rating; str() then says why. Ratings of one scale are ordered, first by er
    or by HoDoKu's score.

    >>> import satdoku
    >>> rating = satdoku.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> rating.er, rating.hardest, str(rating)
    (1.2, 'hidden-single', '1.2/1.2/1.2')
    >>> str(satdoku.rate("12.............."))
    'several solutions'
    """
    def __new__(
        cls,
        text: str,
        tenths: tuple[int, int, int] | None = None,
        score: int | None = None,
        level: str | None = None,
        hardest: str | None = None,
        steps: int | None = None,
    ) -> Self: ...
    def __lt__(self, other: Rating, /) -> bool: ...
    def __le__(self, other: Rating, /) -> bool: ...
    def __gt__(self, other: Rating, /) -> bool: ...
    def __ge__(self, other: Rating, /) -> bool: ...
    @property
    def er(self) -> float | None:
        """The rating of the hardest step, or None."""
    @property
    def ep(self) -> float | None:
        """The rating of the hardest step up to the first digit, or None."""
    @property
    def ed(self) -> float | None:
        """The rating of the first step, or None."""
    @property
    def score(self) -> int | None:
        """The score by HoDoKu, with scale="hodoku", or None."""
    @property
    def level(self) -> str | None:
        """The level by HoDoKu, such as "hard", with scale="hodoku", or None."""
    @property
    def hardest(self) -> str | None:
        """The technique of the hardest step, or None."""
    @property
    def steps(self) -> int | None:
        """How many steps there are, or None."""
    def to_dict(self) -> dict[str, Any]:
        """The rating as a dict of the values of JSON."""
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Certificate:
    """The result for a claim: true if the claim is certified or the certificate valid; otherwise false, with a reason."""
    def __new__(cls, claim: Claim | None, is_valid: bool = True, reason: str | None = None) -> Self: ...
    @property
    def claim(self) -> Literal["solved", "unique", "unsatisfiable"] | None:
        """'solved', 'unique' or 'unsatisfiable', or None if the claim is not known."""
    @property
    def is_valid(self) -> bool:
        """Whether the certificate proves the claim."""
    @property
    def reason(self) -> str | None:
        """Why the certificate does not prove the claim, or None."""
    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict of the values of JSON."""
    def __bool__(self) -> bool: ...

@final
class Solver:
    """A way to solve: a solver and its options.

    Parameters:
        solver: the name of a solver, such as 'auto', 'sat:varisat', 'dlx' or 'propagating' (solvers() lists them); a function that
            takes clauses as lists of DIMACS numbers and returns the literals of a model, False if there is no model, or None if it
            gave up; a solver of PySAT, as PySat('glucose4') or its class; or an object with a method open() that returns a solver
            with the methods add_clause(clause), solve(assumptions=...) and get_model(), and interrupt() if another thread may stop it.
        encoding: 'minimal', 'extended', 'modeller' or 'reduced'; by default the encoding that suits the board.
        at_most_one: how *at most one* becomes clauses: 'pairwise', 'product', 'sequential', 'commander', 'bimander', 'binary' or 'auto'.
        reduce: the deduction before the search: 'none', 'all', or names such as 'singles' with commas between them.
        seed: the seed of a solver with random choices.
        steps: the most steps of a question, in the solver's own unit.
        memory: the most bytes of a solver.
        threads: the most threads of a portfolio, or of a solver that searches on several.
        cubes: the number of parts that a hard puzzle is divided into.
        fresh: whether a SAT solver is opened anew for each puzzle.
        certified: whether every *no* (no solution, no further solution) is answered only once a proof of it was checked.
        trust: whether a *no* of a solver in Python counts where a short search for a solution finds none; by default the solver cdcl
            checks each *no*, which takes time.
        settings: options of a SAT solver by name, as a dict.

    >>> import satdoku
    >>> satdoku.Solver("sat:batsat", encoding="minimal").solve(".4.2...1.....3..")
    Satisfiable(Grid('1432324141232314'))
    """
    def __new__(
        cls,
        solver: SolverLike,
        *,
        encoding: Encoding | None = None,
        at_most_one: AtMostOne | None = None,
        reduce: str | None = None,
        seed: int | None = None,
        steps: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        cubes: int | None = None,
        fresh: bool = False,
        certified: bool = False,
        trust: bool = False,
        settings: Settings | None = None,
    ) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def name(self) -> str:
        """The name."""
    def solve(self, puzzle: Puzzle, *, timeout: TimeoutLike | None = None) -> Answer:
        """Solve a puzzle; see satdoku.solve."""
    def count(self, puzzle: Puzzle, *, limit: int | None = None, timeout: TimeoutLike | None = None) -> Count:
        """Count the solutions of a puzzle; see satdoku.count."""
    def is_unique(self, puzzle: Puzzle, *, timeout: TimeoutLike | None = None) -> bool | Unknown:
        """Whether a puzzle has exactly one solution; see satdoku.is_unique."""
    def solutions(self, puzzle: Puzzle, *, timeout: TimeoutLike | None = None) -> Solutions:
        """The solutions of a puzzle, one after another; see satdoku.solutions."""
    def session(self, board: BoardLike | None = None) -> Session:
        """Open a session on a board: a solver that is kept from puzzle to puzzle."""

@final
class Session:
    """A solver that is kept from puzzle to puzzle on one board; made by Solver.session(). Any thread may use the session;
    questions are answered in turn. A timeout counts from the call, so waiting for other threads' questions counts too.

    A session is a context manager; close() ends its thread.

    >>> import satdoku
    >>> with satdoku.Solver("sat:varisat").session("2x2") as session:
    ...     [int(session.count(text)) for text in ("12..............", ".4.2...1.....3..")]
    [24, 1]
    """
    @property
    def board(self) -> Board:
        """The board."""
    def solve(self, puzzle: Puzzle, *, timeout: TimeoutLike | None = None) -> Answer:
        """Solve a puzzle; see satdoku.solve."""
    def count(self, puzzle: Puzzle, *, limit: int | None = None, timeout: TimeoutLike | None = None) -> Count:
        """Count the solutions of a puzzle; see satdoku.count."""
    def is_unique(self, puzzle: Puzzle, *, timeout: TimeoutLike | None = None) -> bool | Unknown:
        """Whether a puzzle has exactly one solution; see satdoku.is_unique."""
    def close(self) -> None:
        """End the session and its thread; a question under way is still answered."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Solutions(Iterator[Grid]):
    """The distinct solutions of a puzzle; made by solutions(). A listing that a limit cuts short raises satdoku.Stopped."""
    def __next__(self) -> Grid: ...
    def close(self) -> None:
        """End the listing: the work of its thread stops, and no items follow."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Puzzles(Iterator[Grid]):
    """Puzzles one after another; made by generate()."""
    def __next__(self) -> Grid: ...
    def to_numpy(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The puzzles that follow as an array of NumPy: a row for each puzzle and a column for each cell of the board's rectangle, 0 where
        a cell is empty. Such an array is what solve_many() and its kin take. Puzzles with rules or with boards of their own do not fit
        an array.

        >>> import satdoku
        >>> satdoku.generate(1000, seed=7).to_numpy().shape
        (1000, 81)
        """
    def close(self) -> None:
        """End the listing: the work of its thread stops, and no items follow."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Covers(Iterator[list[Any]]):
    """The covers of a problem, each as the numbers of its options, or as their names where the options were a dict; made by
    exact_cover().
    """
    def __next__(self) -> list[Any]: ...
    def close(self) -> None:
        """End the listing: the work of its thread stops, and no items follow."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Reader(Iterator[Grid]):
    """The puzzles of a file; made by read(). A bad puzzle raises a ParseError, after which the next puzzles can still be read."""
    def __next__(self) -> Grid: ...
    def close(self) -> None:
        """End the reading: no puzzles follow, and a file that was opened by its path is closed."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Clauses(Iterator[list[int]]):
    """The clauses of a formula, one after another; made by iter(formula)."""
    def __next__(self) -> list[int]: ...
    def close(self) -> None:
        """End the listing: its thread stops, and no clauses follow."""

@final
class Formula:
    """The clauses of a puzzle; made by encode(). Iterating over a formula gives one clause after another, as a list of DIMACS numbers,
    in constant memory.
    """
    @property
    def variables(self) -> int:
        """How many variables there are."""
    @property
    def clauses(self) -> list[list[int]]:
        """All clauses as lists of DIMACS numbers, as pysat.formula.CNF(from_clauses=…) takes them; see iter() for large boards."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Clauses: ...
    def to_cnf(self) -> Cnf:
        """The clauses as a Cnf."""
    def to_dimacs(self, *, comments: bool = True) -> str:
        """The text of a DIMACS file, with the comments that decode() needs; see write() for large boards."""
    def to_numpy(self) -> numpy.typing.NDArray[numpy.int32]:
        """The clauses as one NumPy array of int32, each clause ended by 0 as in a DIMACS file."""
    def write(self, file: Path | Any, *, comments: bool = True) -> None:
        """Write a DIMACS file in constant memory.

        Parameters:
            file: a path, or a file that is open for writing in binary or text mode.
            comments: whether to write the comments that decode() needs.
        """
    def variable(self, cell: CellLike, digit: int) -> int | bool:
        """The variable of a digit in a cell, (row, column) from 0 or a name such as 'r1c1'; True or False if the candidate is already
        decided.
        """
    def candidate(self, variable: int) -> tuple[tuple[int, int], int] | None:
        """The candidate of a variable, as ((row, column), digit), or None for an auxiliary variable."""
    def decode(self, model: Iterable[int]) -> Grid:
        """The checked solution that a model describes; raises SolverError if the model describes no solution."""

@final
class Cnf:
    """A formula in conjunctive normal form: clauses of DIMACS numbers.

    Parameters:
        clauses: an iterable of clauses, such as lists, a Formula or a Cnf; a pysat.formula.CNF; or an open DIMACS file,
            or its text.

    >>> import satdoku
    >>> cnf = satdoku.Cnf([[1, 2], [-1]])
    >>> cnf.solve(), cnf.solve(assumptions=[-2])
    ([-1, 2], False)
    """
    def __new__(cls, clauses: str | bytes | Iterable[Iterable[int]] | Any | None = None) -> Self: ...
    @staticmethod
    def from_file(path: Path) -> Cnf:
        """Read a DIMACS file.

        Parameters:
            path: the path of the file.
        """
    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause: at least one of its literals is true.

        Parameters:
            clause: the literals as DIMACS numbers.
        """
    def extend(self, clauses: Iterable[Iterable[int]]) -> None:
        """Add clauses, each as add_clause() does.

        Parameters:
            clauses: an iterable of clauses.
        """
    @property
    def variables(self) -> int:
        """How many variables there are: the largest number used."""
    @property
    def clauses(self) -> list[list[int]]:
        """The clauses as lists of DIMACS numbers."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[list[int]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def to_dimacs(self) -> str:
        """The text of a DIMACS file."""
    def write(self, file: Path | Any) -> None:
        """Write a DIMACS file.

        Parameters:
            file: a path, or a file that is open for writing in binary or text mode.
        """
    def solve(
        self, solver: SolverLike = "cdcl", *, assumptions: Iterable[int] | None = None, timeout: TimeoutLike | None = None
    ) -> Model | Literal[False] | Unknown:
        """Look for a model with a SAT solver. A model is checked against the clauses.

        Parameters:
            solver: the name of a SAT solver, such as 'cdcl' or 'batsat'; a Solver; or a solver in Python, such as PySat('glucose4').
            assumptions: literals that the model must have.
            timeout: a time in seconds, a timedelta, or a Timeout.

        Returns: a Model, which is a list of the true literals and always true; False for no model; Unknown if the time ran out.
        """

    def core(
        self, assumptions: Iterable[int], solver: SolverLike = "cdcl", *, timeout: TimeoutLike | None = None
    ) -> list[int] | Unknown | None:
        """Find assumptions that cannot be true together: an unsatisfiable core.

        Parameters:
            assumptions: the literals that are assumed.
            solver: the name of a SAT solver that takes assumptions; a Solver; or a solver in Python.
            timeout: a time in seconds, a timedelta, or a Timeout.

        Returns: some of the assumptions, not always the fewest, and all of them by a solver that names none; None if all can be true;
            Unknown if the time ran out.

        >>> import satdoku
        >>> satdoku.Cnf([[-1, -2], [3, 4]]).core([1, 2, 3])
        [1, 2]
        """
    def models(
        self,
        solver: SolverLike = "cdcl",
        *,
        assumptions: Iterable[int] | None = None,
        over: Iterable[int] | None = None,
        timeout: TimeoutLike | None = None,
    ) -> Models:
        """List the models, one after another. Each is checked against the clauses, and no model is given twice.

        Parameters:
            solver: the name of a SAT solver, a Solver, or a solver in Python.
            assumptions: literals that each model must have.
            over: the variables in which models must differ; by default all variables.
            timeout: a time in seconds, a timedelta, or a Timeout, after which the listing raises Stopped.

        >>> import satdoku
        >>> sorted(satdoku.Cnf([[1, 2]]).models())
        [[-1, 2], [1, -2], [1, 2]]
        """

@final
class Models(Iterator[Model]):
    """The models of a formula, one after another; made by Cnf.models(). A listing that a limit cuts short raises satdoku.Stopped."""
    def __next__(self) -> Model: ...
    def close(self) -> None:
        """End the listing: the work of its thread stops, and no items follow."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Timeout:
    """A limit for the argument timeout, which any thread can end early: a button of a program, or the end of a task of asyncio.

    The seconds count from each call that gets the limit. After cancel() all calls that have the limit stop, the later ones at once:
    they answer Unknown or an inexact Count, and listings raise Stopped.

    Parameters:
        seconds: a time in seconds, or a timedelta; without it the limit ends by cancel() alone.

    >>> import satdoku, threading
    >>> limit = satdoku.Timeout(60)
    >>> threading.Timer(0.1, limit.cancel).start()
    >>> satdoku.count("." * 81, solver="mrv", timeout=limit).stopped
    'cancelled'
    """
    def __new__(cls, seconds: TimeoutLike | None = None) -> Self: ...
    def cancel(self) -> None:
        """Stop all calls that have this limit. Does not wait for their ends."""
    @property
    def cancelled(self) -> bool:
        """Whether cancel() was called."""
    @property
    def seconds(self) -> float | None:
        """The time of each call in seconds, or None."""

@final
class ArrowColumn:
    """A column of answers that any library with the Arrow PyCapsule interface takes: pyarrow.array(…), polars.Series(…)."""
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

def solve(puzzle: Puzzle, *, solver: SolverLike | None = None, timeout: TimeoutLike | None = None) -> Answer:
    """Solve a puzzle: Satisfiable with a checked solution, Unsatisfiable, or Unknown where the time ran out.

    Parameters:
        puzzle: a Grid, a text in any format, rows of numbers or characters, a NumPy array or a table; see Grid.
        solver: a Solver, the name of a solver (solvers() lists them), or a solver in Python (see Solver); 'auto' by default.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> match satdoku.solve(".4.2...1.....3.."):
    ...     case satdoku.Satisfiable(solution):
    ...         print(solution.to_text("line"), end="")
    1432324141232314
    """
def count(
    puzzle: Puzzle, *, limit: int | None = None, solver: SolverLike | None = None, timeout: TimeoutLike | None = None
) -> Count:
    """Count the solutions of a puzzle; int() of the answer is the number.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        limit: the number at which counting stops.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout, after which the count is inexact.

    >>> import satdoku
    >>> satdoku.count("." * 36) == 28200960
    True
    """
def is_unique(puzzle: Puzzle, *, solver: SolverLike | None = None, timeout: TimeoutLike | None = None) -> bool | Unknown:
    """Whether a puzzle has exactly one solution: a bool, or Unknown, which is neither true nor false, where the time ran out first.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> satdoku.is_unique(".4.2...1.....3.."), satdoku.is_unique("." * 16)
    (True, False)
    """
def solutions(puzzle: Puzzle, *, solver: SolverLike | None = None, timeout: TimeoutLike | None = None) -> Solutions:
    """List the distinct solutions of a puzzle, one after another.

    A listing that the time limit cuts short raises satdoku.Stopped, so that it cannot pass for complete.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> sum(1 for solution in satdoku.solutions("12.............."))
    24
    """
def check(
    grid: Puzzle,
    *,
    puzzle: Puzzle | None = None,
    unique: bool = False,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
) -> Check:
    """The state of a grid: solved, valid so far or in conflict, and whether it keeps the clues of a puzzle.

    Parameters:
        grid: a Grid, or any other form of a puzzle, see Grid; with a puzzle also the answer of solve().
        puzzle: the puzzle whose clues and rules the grid must keep.
        unique: whether to ask as well if the grid has exactly one solution.
        solver: the solver that is asked for uniqueness.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> satdoku.check("11..............")
    Check('conflict', ["1 twice in row 1: r1c1 r1c2", "1 twice in box 1: r1c1 r1c2"])
    >>> bool(satdoku.check(".4.2...1.....3..", unique=True))
    True
    """
def rate(
    puzzle: Puzzle,
    *,
    max: float | None = None,
    scale: Scale = "se",
    uniqueness: bool = True,
    timeout: TimeoutLike | None = None,
) -> Rating:
    """Rate how hard a puzzle is for people.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        max: a rating such as 7.0; rating ends at the first harder step.
        scale: 'se' as Sudoku Explainer rates, 'hodoku' for a score and a level as HoDoKu has them, or 'own'.
        uniqueness: whether steps may rest on the puzzle's having only one solution.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> satdoku.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    <satdoku.Rating 1.2/1.2/1.2>
    """
def estimate(
    puzzle: Puzzle,
    *,
    dives: int | None = None,
    seed: int = 0,
    timeout: TimeoutLike | None = None,
    threads: int | None = None,
) -> Estimate:
    """Estimate the number of solutions by random dives. An estimate never equals a count.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        dives: the number of dives; by default as many as the time allows.
        seed: the seed of the random choices.
        timeout: a time in seconds, a timedelta, or a Timeout; 3 seconds if neither dives nor a timeout is given.
        threads: the most threads; by default one for each core.

    >>> import satdoku
    >>> 5e21 < satdoku.estimate("." * 81, dives=2000, seed=7).mean < 9e21
    True
    """
def sample(
    puzzle: Puzzle,
    count: int = 1,
    *,
    seed: int = 0,
    skip: int = 0,
    solver: SolverLike | None = None,
    timeout: TimeoutLike | None = None,
) -> list[Grid]:
    """Draw solutions of a puzzle uniformly at random, with repetition.

    Sample k depends on the puzzle, the seed and k alone. A puzzle without a solution gives an empty list.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        count: how many solutions are drawn.
        seed: the seed of the random choices.
        skip: the number of the first sample.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout, after which Stopped is raised.

    >>> import satdoku
    >>> [grid.is_solved for grid in satdoku.sample("." * 81, count=2, seed=7)]
    [True, True]
    """
def generate(
    count: int | None = 1,
    *,
    board: BoardLike | None = None,
    seed: int = 0,
    skip: int = 0,
    kind: Kind = "unique",
    solutions: str | None = None,
    clues: int | None = None,
    symmetry: Symmetry = "none",
    pattern: Puzzle | None = None,
    rules: str | Sequence[str] | None = None,
    balanced: bool = False,
    uniform: bool = False,
    algorithm: Literal["fast", "two"] = "fast",
    difficulty: Level | None = None,
    rating: str | None = None,
    needs: Sequence[str] | None = None,
    timeout: TimeoutLike | None = None,
) -> Puzzles:
    """Generate puzzles, one after another: puzzle k depends only on the recipe, the seed and k.

    Parameters:
        count: how many puzzles; None goes on for ever.
        board: a Board, its name, such as '2x3' or 'windoku', or 'jigsaw', whose regions the seed draws; '3x3' by default.
        seed: the seed of the random choices.
        skip: the number of the first puzzle.
        kind: 'unique' for one solution, 'minimal' for one solution without a redundant clue, 'holes' for a full grid with cells
            emptied at random, 'none' for no solution, or 'several' for several solutions.
        solutions: the number of solutions of the kind 'several', such as '2..5'.
        clues: the number of clues.
        symmetry: the symmetry of the clues: 'none', 'rotate180', 'rotate90', 'horizontal', 'vertical', 'diagonal', 'antidiagonal' or 'full'.
        pattern: a grid whose filled cells are the places of the clues.
        rules: lines of rules, or the names of families of rules such as 'killer'.
        balanced: whether digits occur about equally often.
        uniform: whether each full grid is as likely as any other.
        algorithm: 'fast', or 'two', which asks a solver for two solutions.
        difficulty: 'easy', 'medium', 'hard', 'unfair' or 'extreme': the range of ratings of that level.
        rating: a range of ratings such as '4.5..5.0', in place of a difficulty.
        needs: the names of techniques without which the puzzle cannot be solved; techniques() lists them.
        timeout: a time in seconds, a timedelta, or a Timeout, after which Stopped is raised.

    >>> import satdoku
    >>> [satdoku.is_unique(puzzle) for puzzle in satdoku.generate(3, seed=7, symmetry="rotate180")]
    [True, True, True]
    """
def prove(
    puzzle: Puzzle,
    folder: Path,
    *,
    claim: Claim | None = None,
    backend: Literal["cdcl", "varisat", "kissat", "cadical"] = "cdcl",
    seed: int | None = None,
    memory: int | None = None,
    timeout: TimeoutLike | None = None,
) -> Proved:
    """Write a certificate of a puzzle into a new folder, which an independent checker can verify.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        folder: the folder that is made; a folder with files in it raises FileExistsError.
        claim: 'unique', 'unsatisfiable' or 'solved'; by default the strongest true claim.
        backend: the solver that writes the proof: 'cdcl', 'varisat', 'kissat' or 'cadical'.
        seed: the seed of the solver.
        memory: the most bytes of the solver.
        timeout: a time in seconds, a timedelta, or a Timeout.

    Returns: a Certificate, which is false if the claim is false, or Unknown if the time ran out.
    """
def verify(folder: Path, *, timeout: TimeoutLike | None = None) -> Proved:
    """Check a certificate without trusting the program that made it: returns a Certificate, or Unknown if the time ran out.

    Parameters:
        folder: the folder of the certificate.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = satdoku.prove(".4.2...1.....3..", folder + "/one")
    ...     made, satdoku.verify(folder + "/one")
    (Certificate('unique'), Certificate('unique'))
    """
def encode(
    puzzle: Puzzle,
    encoding: Encoding = "extended",
    *,
    at_most_one: AtMostOne = "pairwise",
    reduce: str = "none",
    timeout: TimeoutLike | None = None,
) -> Formula:
    """Encode a puzzle as clauses.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        encoding: 'extended', which SAT solvers like; 'minimal', whose models are the solutions by the fewest clauses and take solvers
            longest; 'modeller' or 'reduced'.
        at_most_one: how *at most one* becomes clauses: 'pairwise', 'product', 'sequential', 'commander', 'bimander', 'binary' or 'auto'.
        reduce: the deduction before encoding: 'none', 'all', or names such as 'singles' with commas between them.
        timeout: a time in seconds, a timedelta, or a Timeout, after which deduction ends and the rest is encoded.

    >>> import satdoku
    >>> formula = satdoku.encode(".4.2...1.....3..", "minimal")
    >>> formula.variables, len(formula), formula.variable("r1c2", 4)
    (64, 164, 8)
    >>> next(iter(formula))
    [1, 5, 9, 13]
    """
def decode(formula: Formula | str | bytes, model: Iterable[int] | str | bytes | Unknown | Literal[False] | None) -> Answer:
    """Read a solver's answer back: Satisfiable with the checked solution, Unsatisfiable or Unknown.

    Parameters:
        formula: a Formula of encode(), or the text of its DIMACS file.
        model: a list of literals, False for no model, None for an unknown answer, or the output of a solver.

    >>> import satdoku
    >>> formula = satdoku.encode(".4.2...1.....3..")
    >>> satdoku.decode(formula.to_dimacs(), formula.to_cnf().solve())
    Satisfiable(Grid('1432324141232314'))
    """
def exact_cover(
    options: Any,
    *,
    items: Iterable[Any] | None = None,
    secondary: Iterable[Any] | None = None,
    timeout: TimeoutLike | None = None,
) -> Covers:
    """The exact covers of a problem by dancing links, each as a sorted list of the numbers of its options, from 0.

    Every primary item is covered exactly once, every secondary item at most once.

    Parameters:
        options: the options, in any of these forms:
            a list of options, each a list, tuple, set or text of items;
            a dict or another mapping of names and options, or of names and rows of a matrix, whose covers are lists of names;
            a matrix of 0 and 1 with a row for each option and a column for each item, as a NumPy array or as a list of lists, whose
            items are the numbers of its columns;
            a text in the format of `satdoku cover`.
            Rows of 0 and 1 that can be a matrix and can be options of the items 0 and 1 are refused, unless `items` names these.
            Items are objects of any kind that can be a key of a dict: texts, numbers, tuples.
        items: the primary items; by default all items of the options that are not secondary. For forms other than a text.
        secondary: the secondary items.
        timeout: a time in seconds, a timedelta, or a Timeout, after which the listing raises Stopped.

    >>> import satdoku
    >>> list(satdoku.exact_cover(["cef", "adg", "bcf", "ad", "bg", "deg"]))
    [[0, 3, 4]]
    >>> list(satdoku.exact_cover({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}))
    [['B', 'D', 'F']]
    >>> list(satdoku.exact_cover([[1, 0, 1], [0, 1, 0], [1, 1, 0]]))
    [[0, 1]]
    """
def read(
    source: bytes | Path | Any,
    *,
    format: Format | None = None,
    board: BoardLike | None = None,
    errors: Literal["raise", "skip"] = "raise",
) -> Reader:
    """Read the puzzles of a file in any format: an iterator in constant memory.

    Parameters:
        source: the path of a file, a file that is open for reading in binary or text mode, or the bytes of a text.
        format: the format of the puzzles, such as 'line' or 'grid'; by default the format is detected.
        board: the board, a Board or its name, where the text does not tell it.
        errors: 'raise' raises ParseError at a bad puzzle, after which the next puzzles can still be read; 'skip' leaves bad puzzles
            out.

    >>> import satdoku
    >>> [grid.clue_count for grid in satdoku.read(b".4.2...1.....3..\\n12..............\\n")]
    [4, 2]
    """
def ask(name: str, question: Mapping[str, Any] | str | bytes) -> dict[str, Any]:
    """Ask a question of satdoku by its name: every question that `satdoku ask` and the server answer, with the same keys.

    A question without `time_limit` has the time limit of the program, 10 seconds. A question at fault raises ParseError, one that
    was stopped raises Stopped.

    Parameters:
        name: the name of the question, such as 'solve', 'board', 'judge' or 'rate'; questions() lists them.
        question: the question as a dict, or the text of a JSON object.

    Returns: the answer, as a dict of the values of JSON.

    >>> import satdoku
    >>> satdoku.ask("count", {"puzzle": "1.34...2..4.....", "limit": 2})["uniqueness"]
    'several'
    """
def questions() -> list[tuple[str, str]]:
    """The names of the questions of ask(), each with a sentence that says what is asked."""
def solvers() -> list[tuple[str, str]]:
    """The names of all solvers, each with a short description."""
def run_program(arguments: Sequence[str]) -> int:
    """Run the command line with arguments, without the program's name; returns the exit status. For `python -m satdoku`: installs its
    own signal handlers.
    """
def closed_lists() -> dict[str, list[str]]:
    """The closed lists of words by the names that satdoku.types has for them; a test compares both."""
def many_list(question: Question, puzzles: Any, keywords: dict[str, Any]) -> tuple[list[Any], bytes]:
    """The answers to a question about each puzzle of a list, None for a row without an answer, and the statuses."""
def many_numpy(question: Question, puzzles: Any, keywords: dict[str, Any]) -> tuple[Any, Any]:
    """The answers to a question about each puzzle of an array, and an array of statuses."""
def many_arrow(question: Question, puzzles: Any, keywords: dict[str, Any]) -> tuple[ArrowColumn, ArrowColumn]:
    """The answers to a question about each puzzle of an Arrow column, null for a row without an answer, and a column of statuses."""
def raw_candidates(puzzle: Puzzle, counts: bool, solver: SolverLike | None, timeout: TimeoutLike | None) -> dict[str, Any]:
    """The candidates of a puzzle, or the counts of its candidates, as the values of JSON."""
def raw_explain(puzzle: Puzzle, solver: SolverLike | None, timeout: TimeoutLike | None) -> dict[str, Any]:
    """The explanation of a puzzle, as the values of JSON."""
def raw_hint(
    puzzle: Grid,
    all: bool,
    technique: str | None,
    cell: CellLike | None,
    why: CandidateLike | None,
    marks: Marks | None,
    struck: CandidatesLike | None,
    scale: Scale | None,
    uniqueness: bool,
    timeout: TimeoutLike | None,
) -> dict[str, Any]:
    """Hints, as the values of JSON; see satdoku.hint."""
def raw_path(puzzle: Puzzle, scale: Scale | None, uniqueness: bool, timeout: TimeoutLike | None) -> dict[str, Any]:
    """The path, as the values of JSON; see satdoku.path."""
def raw_trial(puzzle: Puzzle, timeout: TimeoutLike | None) -> dict[str, Any]:
    """The depth of trial and error, as the values of JSON; see satdoku.trial."""
def raw_backdoor(puzzle: Puzzle, timeout: TimeoutLike | None) -> dict[str, Any]:
    """The smallest backdoor, as the values of JSON; see satdoku.backdoor."""
def raw_width(puzzle: Puzzle, uniqueness: bool, timeout: TimeoutLike | None) -> dict[str, Any]:
    """The narrowest point, as the values of JSON; see satdoku.width."""
def raw_techniques(scale: Scale | None) -> list[tuple[str, int, int, str]]:
    """The techniques of a scale: name, lowest and highest rating in tenths, and a sentence."""
def raw_rules() -> list[tuple[str, str]]:
    """The rules that a puzzle may have: the form and the sentence of each."""
