"""Answers as small frozen classes: cells, steps, hints, paths, explanations, candidates and measures of difficulty.

Each compares, prints and pickles; ``to_dict()`` gives the values of JSON, in the form of the command line. Classes with a picture
draw themselves in a notebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from satdoku._satdoku import Board, Count, Grid
from satdoku.cells import ByCell, Cell, cell_named
from satdoku.types import Form, Theme


class _Fields:
    """A dataclass whose fields are values of JSON."""

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict of the values of JSON."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]


@dataclass(frozen=True)
class Candidate:
    """A digit in a cell; it prints as ``r1c1=5``. ``cell`` is the name of a cell beside the grid where it is a str."""

    cell: Cell | str
    digit: int

    @classmethod
    def parse(cls, text: str) -> Candidate:
        """Read a candidate such as 'r1c1=5'."""
        cell, _, digit = text.partition("=")
        return cls(cell_named(cell), int(digit))

    def to_dict(self) -> dict[str, Any]:
        """The cell by its name and the digit."""
        return {"cell": str(self.cell), "digit": self.digit}

    def __str__(self) -> str:
        return f"{self.cell}={self.digit}"

    __repr__ = __str__


def _candidates(texts: Sequence[str]) -> tuple[Candidate, ...]:
    return tuple(map(Candidate.parse, texts))


class Model(list[int]):
    """A model of a formula: the true literals. A model is true, even of a formula without variables."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class _Asked:
    """An answer that keeps its values of JSON."""

    _json: Mapping[str, Any] = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict of the values of JSON, in the form of the command line."""
        return dict(self._json)

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"


@dataclass(frozen=True)
class Step(_Asked):
    """A step that a person would take, with its proof; every step was checked."""

    puzzle: Grid = field(repr=False)
    """The puzzle at the beginning."""
    number: int
    """The number of the step, from 1."""
    technique: str
    """The name of the technique."""
    rating: float | None
    """The rating on the scale se, or None where the scale has points or lacks the technique."""
    score: int | None
    """The points on the scale hodoku, or None."""
    places: tuple[Candidate, ...]
    """The digits that the step places."""
    removes: tuple[Candidate, ...]
    """The candidates that the step rules out."""
    cells: tuple[Cell | str, ...]
    """The cells that the step rests on."""
    units: tuple[str, ...]
    """The units that the step rests on."""
    levels: tuple[str, ...]
    """Sentences for a reader who wants to find the step: each says more than the one before."""
    proof: tuple[str, ...]
    """The proof, line by line."""
    text: str
    """The step in one line."""

    @classmethod
    def _of(cls, puzzle: Grid, json: Mapping[str, Any]) -> Step:
        return cls(
            json,
            puzzle,
            json["step"],
            json["technique"],
            json.get("rating"),
            json.get("score"),
            _candidates(json["places"]),
            _candidates(json["removes"]),
            tuple(map(cell_named, json["cells"])),
            tuple(json["units"]),
            tuple(json["levels"]),
            tuple(json["proof"]),
            json["says"],
        )

    def __str__(self) -> str:
        return self.text

    def draw(self, *, theme: Theme = "light", form: Form = "svg") -> str:
        """Draw the puzzle with the digits that the step places; in other cells the candidates that the step rests on.

        Parameters:
            theme: 'light', 'dark', 'print' or 'auto'.
            form: 'svg' or 'text'.
        """
        placed = self.puzzle
        for candidate in self.places:
            placed = placed.replace(candidate.cell, candidate.digit)
        marks: dict[Any, list[int]] = {}
        for mark in self._json["marks"]:
            candidate = Candidate.parse(mark["at"])
            if placed[candidate.cell] is None:
                marks.setdefault(candidate.cell, []).append(candidate.digit)
        return self.puzzle.draw(answers=placed, candidates=marks, title=self.text, theme=theme, form=form)

    def _repr_html_(self) -> str:
        return self.draw(theme="auto") + f"<p>{escape(' '.join(self.levels))}</p>"


@dataclass(frozen=True)
class _Steps(_Asked, Sequence[Step]):
    steps: tuple[Step, ...]
    """The steps, which are the items of the answer as well."""
    reason: str
    """What is to be said besides, or an empty text."""

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: Any) -> Any:
        return self.steps[index]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.steps), *([self.reason] if self.reason else [])])

    def _repr_html_(self) -> str:
        items = "".join(f"<li value='{step.number}'>{escape(str(step))}</li>" for step in self.steps)
        return f"<ol>{items}</ol><p>{escape(self.reason)}</p>"


@dataclass(frozen=True)
class Hints(_Steps):
    """Steps that are at hand, the simplest first. False if there is none; ``reason`` then says why."""

    def _repr_html_(self) -> str:
        return self.steps[0]._repr_html_() if len(self.steps) == 1 else super()._repr_html_()


@dataclass(frozen=True)
class Path(_Steps):
    """All steps by which a person would solve a puzzle, as far as named techniques go."""

    verdict: str
    """'solved', 'contradiction', 'stuck' or 'unknown'."""


def _solution(json: Any, board: Board) -> Grid:
    """A solution; cells beside the grid are left out."""
    return Grid(json["grid"], board=board) if isinstance(json, dict) else Grid(json, board=board)


@dataclass(frozen=True)
class Explanation(_Asked):
    """Why a puzzle has no solution or several solutions, or which of its clues are redundant. Other fields are empty."""

    verdict: str
    """'unsatisfiable', 'ambiguous', 'unique' or 'unknown'."""
    clues: tuple[Candidate, ...]
    """Of an unsatisfiable puzzle: clues that contradict each other."""
    rules: tuple[str, ...]
    """Of an unsatisfiable puzzle: the rules that the contradiction needs."""
    sentences: tuple[str, ...]
    """Of an unsatisfiable puzzle: the contradiction, sentence by sentence."""
    solutions: tuple[Grid, ...]
    """The only solution, or two different solutions of an ambiguous puzzle."""
    differing: tuple[Cell | str, ...]
    """Of an ambiguous puzzle: the cells in which the two solutions differ."""
    deciding: tuple[Cell | str, ...]
    """Of an ambiguous puzzle: cells of which a single digit would leave one solution."""
    together: tuple[Candidate, ...]
    """Of an ambiguous puzzle: clues that would leave one solution together."""
    redundant: tuple[Candidate, ...]
    """Of a puzzle with one solution: the clues that it does not need, each by itself."""
    redundant_rules: tuple[str, ...]
    """Of a puzzle with one solution: the rules that it does not need, each by itself."""
    is_minimal: bool | None
    """Whether no clue can be left out, of the clues above or of the puzzle; None where it is not known."""
    stopped: str | None
    """Why the explanation is not complete, or None."""

    @classmethod
    def _of(cls, puzzle: Grid, json: Mapping[str, Any]) -> Explanation:
        chain = json.get("chain") or {}
        sentences = [fault["sentence"] for name in ("duplicates", "breaches") for fault in json.get(name, ())]
        sentences += [*chain.get("steps", ()), *([chain["contradiction"]] if chain else [])]
        solutions = json.get("solutions") or ([json["solution"]] if "solution" in json else [])
        board = puzzle.without_rules().board
        return cls(
            json,
            json["verdict"],
            _candidates(json["clues"] if json["verdict"] == "unsatisfiable" and "clues" in json else ()),
            tuple(json.get("needed_rules", ())),
            tuple(sentences),
            tuple(_solution(solution, board) for solution in solutions),
            tuple(map(cell_named, json.get("differing", ()))),
            tuple(cell_named(deciding["cell"]) for deciding in json.get("deciding", ())),
            _candidates(json.get("together", ())),
            _candidates(json.get("redundant", ())),
            tuple(json.get("redundant_rules", ())),
            json.get("minimal"),
            json.get("stopped"),
        )

    def __str__(self) -> str:
        words = list(map(str, self.clues or self.together or self.redundant))
        return ": ".join([self.verdict, *filter(None, ["; ".join(self.sentences), " ".join(words)])])


@dataclass(frozen=True)
class Candidates(_Asked):
    """The digits of each empty cell that occur in a solution, by cell. ``candidates["r1c1"]`` and ``candidates[0, 0]`` are the same."""

    puzzle: Grid = field(repr=False)
    verdict: str
    """'satisfiable', 'unsatisfiable' or 'unknown'."""
    digits: Mapping[Any, Any]
    """The digits of each cell: a list, or with counts a dict of digits and numbers."""
    count: Count | None
    """With counts: the number of solutions."""
    undecided: Mapping[Any, Any]
    """The digits of each cell of which it is not known whether they occur, or how often."""
    stopped: str | None
    """Why some are undecided, or None."""

    @classmethod
    def _of(cls, puzzle: Grid, json: Mapping[str, Any]) -> Candidates:
        digits: dict[str, Any] = {cell: list(digits) for cell, digits in json.get("candidates", {}).items()}
        for cell, counts in json.get("counts", {}).items():
            digits[cell] = {int(digit): int(count) for digit, count in counts.items()}
        stopped = json.get("stopped")
        count = Count(json["count"], stopped if json["count"].startswith(">") else None) if "count" in json else None
        verdict = json.get("verdict")
        if verdict is None:
            has_some = count is not None and int(count) > 0
            verdict = "satisfiable" if has_some else "unknown" if stopped else "unsatisfiable"
        undecided = ByCell.of(puzzle, {cell: list(digits) for cell, digits in json.get("undecided", {}).items()})
        return cls(json, puzzle, verdict, ByCell.of(puzzle, digits), count, undecided, stopped)

    def __getitem__(self, cell: Any) -> Any:
        return self.digits[cell]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.digits)

    def __contains__(self, cell: object) -> bool:
        return cell in self.digits

    def __len__(self) -> int:
        return len(self.digits)

    def __bool__(self) -> bool:
        if self.verdict == "unknown":
            raise ValueError(f"whether there is a solution is not known: {self.stopped}")
        return self.verdict == "satisfiable"

    def __str__(self) -> str:
        return f"{self.verdict}: candidates of {len(self.digits)} cells"

    def _repr_html_(self) -> str:
        return self.puzzle.draw(candidates=dict(self.digits), theme="auto")


@dataclass(frozen=True)
class Trial(_Asked):
    """The least depth of trial and error that solves a puzzle."""

    depth: int | None
    """The depth, or None where depth 3 does not suffice."""
    braid: int | None
    """The length of the longest contradiction that is needed as a braid, or None."""
    is_exact: bool
    """Whether no shorter braid suffices."""

    def __str__(self) -> str:
        return f"depth {'more than 3' if self.depth is None else self.depth}"


@dataclass(frozen=True)
class Backdoor(_Asked):
    """The fewest digits of the solution with which singles solve a puzzle."""

    digits: tuple[Candidate, ...]
    """The digits."""

    @property
    def size(self) -> int:
        """How many digits there are."""
        return len(self.digits)

    def __str__(self) -> str:
        return " ".join([str(self.size), *map(str, self.digits)])


@dataclass(frozen=True)
class Width(_Asked):
    """The narrowest point of a puzzle: where the fewest steps are at hand that are no harder than its hardest step."""

    count: int
    """How many different steps are at hand there."""
    er: float
    """The rating of the hardest step of the puzzle."""
    step: int
    """The number of the step at which the narrowest point lies, from 1."""
    steps: int
    """How many steps the puzzle takes."""

    def __str__(self) -> str:
        return f"{self.count} at step {self.step} of {self.steps}"


@dataclass(frozen=True, order=True)
class Technique(_Fields):
    """A technique of hints and ratings."""

    name: str
    lowest: float | None
    """The lowest rating, or None where the scale does not have the technique."""
    highest: float | None
    """The highest rating, or None."""
    summary: str
    """The technique in a sentence."""


@dataclass(frozen=True, order=True)
class RuleForm(_Fields):
    """A rule that a puzzle may have beyond its board."""

    form: str
    """The form of the rule's line."""
    sentence: str
    """The rule in a sentence."""


@dataclass(frozen=True)
class Unrated(_Fields):
    """A puzzle has no such measure: it has no solution, or several. It is false."""

    reason: str
    """Why, such as 'several solutions'."""

    def __bool__(self) -> bool:
        return False
