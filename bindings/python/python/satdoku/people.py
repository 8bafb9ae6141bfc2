"""Questions that people ask about a puzzle, whose answers are the classes of ``satdoku.answers``; and drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satdoku import _satdoku
from satdoku._satdoku import Grid, Satisfiable, Unknown
from satdoku.answers import Backdoor, Candidate, Candidates, Explanation, Hints, Path, RuleForm, Step, Technique, Trial, Unrated, Width
from satdoku.types import CandidateLike, CandidatesLike, CellLike, Form, Format, Marks, Puzzle, Scale, TimeoutLike, SolverLike, Theme


def _grid(puzzle: Puzzle) -> Grid:
    return puzzle if isinstance(puzzle, Grid) else Grid(puzzle)


def candidates(
    puzzle: Puzzle, *, counts: bool = False, solver: SolverLike | None = None, timeout: TimeoutLike | None = None
) -> Candidates:
    """The digits of each empty cell that occur in a solution.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        counts: whether to count the solutions with each digit as well.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout; candidates that are not decided in time are ``undecided``.

    >>> import satdoku
    >>> satdoku.candidates(".4.2...1.....3..")["r1c1"]
    [1]
    >>> satdoku.candidates("1.34...2..4.....", counts=True)["r3c2"]
    {1: 2, 3: 1}
    """
    grid = _grid(puzzle)
    return Candidates._of(grid, _satdoku.raw_candidates(grid, counts, solver, timeout))


def explain(puzzle: Puzzle, *, solver: SolverLike | None = None, timeout: TimeoutLike | None = None) -> Explanation:
    """Explain why a puzzle has no solution or several solutions, or which of its clues are redundant.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        solver: a Solver, the name of a solver, or a solver in Python.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> satdoku.explain("123....4........").clues
    (r1c1=1, r1c2=2, r2c4=4)
    """
    grid = _grid(puzzle)
    return Explanation._of(grid, _satdoku.raw_explain(grid, solver, timeout))


def hint(
    puzzle: Puzzle,
    *,
    all: bool = False,
    technique: str | None = None,
    cell: CellLike | None = None,
    why: CandidateLike | None = None,
    marks: Marks | None = None,
    struck: CandidatesLike | None = None,
    scale: Scale = "se",
    uniqueness: bool = True,
    timeout: TimeoutLike | None = None,
) -> Hints:
    """The next step that a person would take.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        all: whether to give every step at hand.
        technique: the name of the only technique to look for; techniques() lists the names.
        cell: the cell at which to look, (row, column) from 0 or a name such as 'r1c1'.
        why: a candidate, as 'r1c1=5' or ((0, 0), 5): asks for steps that rule the candidate out, without redundant steps.
        marks: the candidates that the reader has noted in a 9x9 grid, as 729 characters or as a drawn grid of 81 words.
        struck: candidates that the reader has struck out, on any board: what step.removes of earlier steps has, texts such as
            'r1c1=5', pairs such as ((0, 0), 5), or a dict of cells and digits.
        scale: 'se' tries techniques in the order of Sudoku Explainer, 'hodoku' in that of HoDoKu, 'own' by smallest explanations.
        uniqueness: whether steps may rest on the puzzle's having only one solution.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> satdoku.hint(puzzle, cell="r5c5")[0].places
    (r5c5=5,)
    """
    grid = _grid(puzzle)
    json = _satdoku.raw_hint(grid, all, technique, cell, why, marks, struck, scale, uniqueness, timeout)
    return Hints(json, tuple(Step._of(grid, step) for step in json["hints"]), json.get("reason", ""))


def path(puzzle: Puzzle, *, scale: Scale = "se", uniqueness: bool = True, timeout: TimeoutLike | None = None) -> Path:
    """All steps by which a person would solve a puzzle, or as far as named techniques go.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        scale: 'se', 'hodoku' or 'own'; see hint.
        uniqueness: whether steps may rest on the puzzle's having only one solution.
        timeout: a time in seconds, a timedelta, or a Timeout.

    >>> import satdoku
    >>> path = satdoku.path("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> path.verdict, len(path), path[0].technique
    ('solved', 51, 'hidden-single')
    """
    grid = _grid(puzzle)
    json = _satdoku.raw_path(grid, scale, uniqueness, timeout)
    reached, steps = grid, []
    for of in json["path"]:
        step = Step._of(reached, of)
        for placed in step.places:
            reached = reached.replace(str(placed.cell), placed.digit)
        steps.append(step)
    return Path(json, tuple(steps), json["reason"], json["verdict"])


def _measured(json: Mapping[str, Any], name: str) -> Any:
    """The measure of a name, or why there is none."""
    if name in json:
        return json[name]
    return Unknown(json["reason"]) if json["verdict"] == "unknown" else Unrated(json["verdict"])


def trial(puzzle: Puzzle, *, timeout: TimeoutLike | None = None) -> Trial | Unrated | Unknown:
    """The least depth of trial and error that solves a puzzle, and the length of the braids that are needed.

    Parameters:
        puzzle: a Grid without further rules, or any other form of such a puzzle; see Grid.
        timeout: a time in seconds, a timedelta, or a Timeout.

    Returns: a Trial; Unrated if the puzzle has no solution or several; Unknown if the time ran out.

    >>> import satdoku
    >>> satdoku.trial("..3.........78.1....9.234..2.4..5..83..6...14.6.....7.5....7..66...4...........37").depth
    0
    """
    json = _satdoku.raw_trial(puzzle, timeout)
    found = _measured(json, "trial")
    if not isinstance(found, dict):
        return found  # type: ignore[no-any-return]
    braid = found["braid"] or {"length": None, "exact": False}
    return Trial(json, found["depth"], braid["length"], braid["exact"])


def backdoor(puzzle: Puzzle, *, timeout: TimeoutLike | None = None) -> Backdoor | Unrated | Unknown:
    """The fewest digits of the solution with which singles solve a puzzle.

    Parameters:
        puzzle: a Grid without further rules, or any other form of such a puzzle; see Grid.
        timeout: a time in seconds, a timedelta, or a Timeout.

    Returns: a Backdoor; Unrated if the puzzle has no solution or several; Unknown if the time ran out.

    >>> import satdoku
    >>> satdoku.backdoor(".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3").size
    1
    """
    json = _satdoku.raw_backdoor(puzzle, timeout)
    found = _measured(json, "backdoor")
    if not isinstance(found, dict):
        return found  # type: ignore[no-any-return]
    return Backdoor(json, tuple(map(Candidate.parse, found["digits"])))


def width(puzzle: Puzzle, *, uniqueness: bool = True, timeout: TimeoutLike | None = None) -> Width | Unrated | Unknown:
    """The narrowest point of a puzzle: where the fewest steps are at hand that are no harder than its hardest step.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        uniqueness: whether steps may rest on the puzzle's having only one solution.
        timeout: a time in seconds, a timedelta, or a Timeout.

    Returns: a Width; Unrated if the puzzle has no rating; Unknown if the time ran out.

    >>> import satdoku
    >>> satdoku.width("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").er
    1.2
    """
    json = _satdoku.raw_width(puzzle, uniqueness, timeout)
    found = _measured(json, "width")
    if not isinstance(found, dict):
        return found  # type: ignore[no-any-return]
    return Width(json, found["count"], found["er"], found["step"], found["steps"])


def techniques(scale: Scale = "se") -> list[Technique]:
    """The techniques of hints and ratings, in the order in which they are tried.

    Parameters:
        scale: 'se', 'hodoku' or 'own'; see hint.

    >>> import satdoku
    >>> satdoku.techniques()[0].name
    'full-house'
    """

    def rating(tenths: int) -> float | None:
        return tenths / 10 if tenths else None

    return [
        Technique(name, rating(lowest), rating(highest), summary) for name, lowest, highest, summary in _satdoku.raw_techniques(scale)
    ]


def rules() -> list[RuleForm]:
    """The rules that a puzzle may have beyond its board.

    >>> import satdoku
    >>> next(rule for rule in satdoku.rules() if rule.form == "antiknight").sentence
    "no digit twice a knight's move apart"
    """
    return [RuleForm(form, sentence) for form, sentence in _satdoku.raw_rules()]


def draw(
    puzzle: Puzzle,
    *,
    answers: Puzzle | Satisfiable | None = None,
    candidates: Candidates | Mapping[Any, Any] | None = None,
    title: str = "",
    theme: Theme = "light",
    form: Form = "svg",
    width: int | None = None,
) -> str:
    """Draw a puzzle as SVG, or as characters; see Grid.draw.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        answers: a grid, or the answer of solve(), whose digits are drawn in the empty cells.
        candidates: the answer of candidates(), or a dict of cells and digits.
        title: a line above the picture.
        theme: 'light', 'dark', 'print' or 'auto', which follows the reader's setting.
        form: 'svg' or 'text'.
        width: the width of the picture, in pixels or characters.

    >>> import satdoku
    >>> satdoku.draw(".4.2...1.....3..", theme="dark").startswith("<svg ")
    True
    """
    noted = dict(candidates.digits) if isinstance(candidates, Candidates) else candidates
    return _grid(puzzle).draw(answers=answers, candidates=noted, title=title, theme=theme, form=form, width=width)


def convert(puzzle: Puzzle, format: Format) -> str:
    """Write a puzzle in another format.

    Parameters:
        puzzle: a Grid, or any other form of a puzzle; see Grid.
        format: the format, such as 'grid', 'json', 'header' or 'fpuzzles'.

    >>> import satdoku
    >>> print(satdoku.convert(".4.2...1.....3..", "rows"), end="")
    0 4 0 2
    0 0 0 1
    0 0 0 0
    0 3 0 0
    """
    return _grid(puzzle).to_text(format)
