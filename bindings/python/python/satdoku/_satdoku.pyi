"""The extension module; what is public is in the package satdoku."""

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, TypedDict, final, overload

import numpy
import numpy.typing
from typing_extensions import Required

__version__: str

Answer = Satisfiable | Unsatisfiable | Unknown
Puzzle = Grid | str | Sequence[str] | Sequence[int | None] | Sequence[Sequence[int | None]] | numpy.typing.NDArray[Any]

class Candidates(TypedDict, total=False):
    verdict: Required[Literal["satisfiable", "unsatisfiable", "unknown"]]
    candidates: dict[str, list[int]]
    undecided: dict[str, list[int]]
    stopped: str

class CandidateCounts(TypedDict, total=False):
    count: Required[str]
    counts: Required[dict[str, dict[str, str]]]
    undecided: dict[str, list[int]]
    stopped: str

class Explanation(TypedDict, total=False):
    verdict: Required[Literal["unsatisfiable", "ambiguous", "unique", "unknown"]]
    duplicates: list[dict[str, Any]]
    breaches: list[dict[str, Any]]
    clues: Any
    needed_rules: list[str]
    minimal: bool | None
    chain: dict[str, Any]
    gap: str
    solutions: list[Any]
    differing: list[str]
    deciding: list[dict[str, Any]]
    together: list[str]
    solution: Any
    redundant: list[str]
    undecided: list[str]
    rule_count: int
    redundant_rules: list[str]
    undecided_rules: list[str]
    stopped: str

class Step(TypedDict):
    step: int
    technique: str
    rating: float
    says: str
    places: list[str]
    removes: list[str]
    units: list[str]
    marks: list[dict[str, str]]
    links: list[dict[str, str]]
    levels: list[str]
    proof: list[str]
    checked: bool

class Hints(TypedDict, total=False):
    reason: str
    hints: Required[list[Step]]

class Path(TypedDict):
    verdict: Literal["solved", "contradiction", "stuck", "unknown"]
    reason: str
    path: list[Step]

class Backdoor(TypedDict, total=False):
    backdoor: dict[str, Any]
    verdict: str

class Trial(TypedDict, total=False):
    trial: dict[str, Any]
    verdict: str

class Width(TypedDict, total=False):
    width: dict[str, Any]
    verdict: str

class IncrementalSolver(Protocol):
    """A SAT solver with the methods of PySAT's."""

    def add_clause(self, clause: list[int], /) -> object: ...
    def solve(self, *, assumptions: list[int]) -> bool | None: ...
    def get_model(self) -> Any: ...

class SolverFactory(Protocol):
    """What opens SAT solvers: PySat, and anything else with this method."""

    def open(self) -> IncrementalSolver: ...

class SolverFunction(Protocol):
    """A function over clauses: the literals of a model, False where there is none, None where it gave up."""

    def __call__(self, clauses: list[list[int]], /) -> Any: ...

@final
class Board:
    def __new__(cls, word: str) -> Board: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def digits(self) -> list[int]: ...
    @property
    def cells(self) -> list[tuple[int, int]]: ...
    @property
    def units(self) -> list[tuple[str, list[tuple[int, int]]]]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Grid:
    def __new__(
        cls,
        source: Puzzle | None = None,
        *,
        board: Board | str | None = None,
        format: str | None = None,
        rules: Sequence[str] = ...,
    ) -> Grid: ...
    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> list[str]: ...
    @property
    def digits(self) -> list[int | None]: ...
    @property
    def clue_count(self) -> int: ...
    @property
    def is_solved(self) -> bool: ...
    def violations(self) -> list[str]: ...
    def with_rules(self, rules: Sequence[str]) -> Grid: ...
    def without_rules(self) -> Grid: ...
    def replace(self, cell: tuple[int, int] | str, digit: int | None) -> Grid: ...
    def to_lists(self, empty: int | None = None) -> list[list[int]]: ...
    def to_numpy(self, empty: int | None = None) -> numpy.typing.NDArray[Any]: ...
    def to_text(self, format: str | None = None) -> str: ...
    def draw(
        self,
        *,
        answers: Grid | None = None,
        candidates: Mapping[tuple[int, int], Sequence[int]] | None = None,
        title: str = "",
        theme: str = "light",
        form: str = "svg",
        width: int | None = None,
    ) -> str: ...
    def _repr_html_(self) -> str: ...
    def __getitem__(self, cell: tuple[int, int] | str, /) -> int | None: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Satisfiable:
    __match_args__ = ("solution",)
    @property
    def solution(self) -> Grid: ...
    def __bool__(self) -> Literal[True]: ...

@final
class Unsatisfiable:
    @property
    def solution(self) -> None: ...
    def __bool__(self) -> Literal[False]: ...

@final
class Unknown:
    __match_args__ = ("reason",)
    @property
    def reason(self) -> str: ...
    @property
    def solution(self) -> None: ...
    def __bool__(self) -> bool: ...

@final
class Count:
    @property
    def value(self) -> int: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def stopped(self) -> str | None: ...
    def __int__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Estimate:
    @property
    def mean(self) -> float: ...
    @property
    def log_mean(self) -> float: ...
    @property
    def relative_error(self) -> float: ...
    @property
    def interval(self) -> tuple[float, float] | None: ...
    @property
    def dives(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def seed(self) -> int: ...

@final
class Check:
    @property
    def word(self) -> Literal["solved", "valid", "conflict", "changed"]: ...
    @property
    def details(self) -> list[str]: ...
    @property
    def uniqueness(self) -> Literal["unique", "several", "none", "unknown"] | None: ...
    def __bool__(self) -> bool: ...

@final
class Rating:
    @property
    def er(self) -> float | None: ...
    @property
    def ep(self) -> float | None: ...
    @property
    def ed(self) -> float | None: ...
    @property
    def score(self) -> int | None: ...
    @property
    def level(self) -> str | None: ...
    @property
    def hardest(self) -> str | None: ...
    @property
    def steps(self) -> int | None: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Certificate:
    @property
    def claim(self) -> Literal["solved", "unique", "unsatisfiable"] | None: ...
    @property
    def is_valid(self) -> bool: ...
    @property
    def reason(self) -> str | None: ...
    def __bool__(self) -> bool: ...

@final
class Solver:
    def __new__(
        cls,
        solver: str | SolverFactory | SolverFunction | type[Any],
        *,
        encoding: str | None = None,
        at_most_one: str | None = None,
        reduce: str | None = None,
        seed: int | None = None,
        steps: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        cubes: int | None = None,
        fresh: bool = False,
        certified: bool = False,
        settings: Sequence[tuple[str, str]] = ...,
    ) -> Solver: ...
    @property
    def name(self) -> str: ...
    def solve(self, puzzle: Puzzle, *, timeout: float | None = None) -> Answer: ...
    def count(self, puzzle: Puzzle, *, limit: int | None = None, timeout: float | None = None) -> Count: ...
    def is_unique(self, puzzle: Puzzle, *, timeout: float | None = None) -> bool | None: ...
    def solutions(self, puzzle: Puzzle, *, timeout: float | None = None) -> Solutions: ...
    def session(self, board: Board | str | None = None) -> Session: ...

@final
class Session:
    @property
    def board(self) -> Board: ...
    def solve(self, puzzle: Puzzle, *, timeout: float | None = None) -> Answer: ...
    def count(self, puzzle: Puzzle, *, limit: int | None = None, timeout: float | None = None) -> Count: ...
    def is_unique(self, puzzle: Puzzle, *, timeout: float | None = None) -> bool | None: ...

@final
class Solutions(Iterator[Grid]):
    def __next__(self) -> Grid: ...
    def close(self) -> None: ...

@final
class Puzzles(Iterator[Grid]):
    def __next__(self) -> Grid: ...
    def close(self) -> None: ...

@final
class Reader(Iterator[Grid]):
    def __next__(self) -> Grid: ...

@final
class Covers(Iterator[list[int]]):
    def __next__(self) -> list[int]: ...
    def close(self) -> None: ...

@final
class Formula:
    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> list[list[int]]: ...
    def __len__(self) -> int: ...
    def to_cnf(self) -> Cnf: ...
    def to_dimacs(self, *, comments: bool = True) -> str: ...
    def variable(self, cell: tuple[int, int], digit: int) -> int | bool: ...
    def candidate(self, variable: int) -> tuple[tuple[int, int], int] | None: ...
    def decode(self, model: Sequence[int]) -> Grid: ...

@final
class Cnf:
    def __new__(cls, clauses: str | Sequence[Sequence[int]] | None = None) -> Cnf: ...
    def add_clause(self, clause: Sequence[int]) -> None: ...
    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> list[list[int]]: ...
    def __len__(self) -> int: ...
    def to_dimacs(self) -> str: ...
    def solve(
        self, solver: str = "cdcl", *, assumptions: Sequence[int] = ..., timeout: float | None = None
    ) -> list[int] | Literal[False] | None: ...

@final
class ArrowColumn:
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

def solve(puzzle: Puzzle, *, solver: Solver | str | None = None, timeout: float | None = None) -> Answer: ...
def count(
    puzzle: Puzzle, *, limit: int | None = None, solver: Solver | str | None = None, timeout: float | None = None
) -> Count: ...
def is_unique(puzzle: Puzzle, *, solver: Solver | str | None = None, timeout: float | None = None) -> bool | None: ...
def solutions(puzzle: Puzzle, *, solver: Solver | str | None = None, timeout: float | None = None) -> Solutions: ...
def check(
    grid: Puzzle,
    *,
    puzzle: Puzzle | None = None,
    unique: bool = False,
    solver: Solver | str | None = None,
    timeout: float | None = None,
) -> Check: ...
@overload
def candidates(
    puzzle: Puzzle, *, counts: Literal[False] = False, solver: Solver | str | None = None, timeout: float | None = None
) -> Candidates: ...
@overload
def candidates(
    puzzle: Puzzle, *, counts: Literal[True], solver: Solver | str | None = None, timeout: float | None = None
) -> CandidateCounts: ...
def explain(puzzle: Puzzle, *, solver: Solver | str | None = None, timeout: float | None = None) -> Explanation: ...
def hint(
    puzzle: Puzzle,
    *,
    all: bool = False,
    technique: str | None = None,
    cell: str | None = None,
    why: str | None = None,
    marks: str | None = None,
    scale: str = "se",
    uniqueness: bool = True,
    timeout: float | None = None,
) -> Hints: ...
def path(puzzle: Puzzle, *, scale: str = "se", uniqueness: bool = True, timeout: float | None = None) -> Path: ...
def rate(
    puzzle: Puzzle,
    *,
    max: float | None = None,
    scale: str = "se",
    uniqueness: bool = True,
    timeout: float | None = None,
) -> Rating: ...
def backdoor(puzzle: Puzzle, *, timeout: float | None = None) -> Backdoor: ...
def trial(puzzle: Puzzle, *, timeout: float | None = None) -> Trial: ...
def width(puzzle: Puzzle, *, uniqueness: bool = True, timeout: float | None = None) -> Width: ...
def techniques(scale: str = "se") -> list[tuple[str, float, float, str]]: ...
def estimate(
    puzzle: Puzzle,
    *,
    dives: int | None = None,
    seed: int = 0,
    timeout: float | None = None,
    threads: int | None = None,
) -> Estimate: ...
def sample(
    puzzle: Puzzle,
    count: int = 1,
    *,
    seed: int = 0,
    skip: int = 0,
    solver: Solver | str | None = None,
    timeout: float | None = None,
) -> list[Grid]: ...
def generate(
    count: int | None = 1,
    *,
    board: Board | str | None = None,
    seed: int = 0,
    skip: int = 0,
    kind: str = "unique",
    solutions: str | None = None,
    clues: int | None = None,
    symmetry: str = "none",
    pattern: Puzzle | None = None,
    rules: Sequence[str] = ...,
    balanced: bool = False,
    uniform: bool = False,
    algorithm: str = "fast",
    rating: str | None = None,
    needs: Sequence[str] = ...,
    timeout: float | None = None,
) -> Puzzles: ...
def prove(
    puzzle: Puzzle,
    folder: str | PathLike[str],
    *,
    claim: str | None = None,
    backend: str = "cdcl",
    seed: int | None = None,
    memory: int | None = None,
    timeout: float | None = None,
) -> Certificate | Unknown: ...
def verify(folder: str | PathLike[str], *, timeout: float | None = None) -> Certificate | Unknown: ...
def encode(
    puzzle: Puzzle, encoding: str = "minimal", *, at_most_one: str = "pairwise", reduce: str = "none"
) -> Formula: ...
def decode(formula: Formula | str, model: Sequence[int] | str) -> Answer: ...
def exact_cover(
    options: str | Sequence[Sequence[object]],
    *,
    items: Sequence[str] | None = None,
    secondary: Sequence[str] = ...,
    timeout: float | None = None,
) -> Covers: ...
def read(
    source: bytes | str | PathLike[str], *, format: str | None = None, board: Board | str | None = None
) -> Reader: ...
def rules() -> list[tuple[str, str]]: ...
def solvers() -> list[tuple[str, str]]: ...
def run_program(arguments: Sequence[str]) -> int: ...
