"""SAT solvers of other packages."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class PySat:
    """A solver of the package python-sat by its name there: ``Solver(PySat("cadical153"))``."""

    def __init__(self, name: str = "cadical153", **options: Any) -> None:
        self.name = f"pysat-{name}"
        self._solver = name
        self._options = options

    def open(self) -> Any:
        """A solver without clauses."""
        from pysat.solvers import Solver

        return Solver(name=self._solver, **self._options)

    def __repr__(self) -> str:
        return f"PySat({self._solver!r})"
