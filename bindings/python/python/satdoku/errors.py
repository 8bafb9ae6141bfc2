"""The exceptions. That a puzzle has no solution, or that time ran out, is an answer and none of these."""

from __future__ import annotations


class SatdokuError(Exception):
    """What all exceptions of satdoku are."""


class ParseError(SatdokuError, ValueError):
    """A text that is no puzzle, board, rule or formula.

    It prints as ``FILE:LINE:COLUMN: what is wrong``, as far as these are known.
    """

    def __init__(
        self, message: str, file: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message, file, line, column)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        return ": ".join([":".join(place), self.message] if place else [self.message])


class SolverError(SatdokuError, RuntimeError):
    """A solver that is missing, fails, does not know a board or a rule, or returned a wrong answer."""


class Stopped(SatdokuError):
    """A listing that a limit cut short: what was listed before is not all."""
