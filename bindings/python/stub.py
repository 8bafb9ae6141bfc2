"""Writes the docstrings of the compiled module into its stub, so that editors show them: ``python stub.py`` after a build.

The signatures in the stub are written by hand; the docstrings have one source, the comments of the Rust code.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from satdoku import _satdoku

STUB = Path(__file__).parent / "python" / "satdoku" / "_satdoku.pyi"


def documented(stub: str) -> str:
    """The stub with the docstrings of the compiled module in place of its own."""
    lines = stub.splitlines()
    edits: list[tuple[ast.stmt, str | None, str]] = []
    for node in ast.parse(stub).body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        owner = getattr(_satdoku, node.name)
        edits.append((node, inspect.getdoc(owner), "    "))
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            # What Python says of each special method helps nobody.
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("__"):
                edits.append((member, inspect.getdoc(getattr(owner, member.name)), "        "))
    for node, text, indent in sorted(edits, key=lambda edit: -edit[0].lineno):
        assert isinstance(node, (ast.ClassDef, ast.FunctionDef))
        first = node.body[0]
        is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
        assert first.end_lineno is not None
        written = [f'{indent}"""' + (text or "").replace("\\", "\\\\").replace("\n", "\n" + indent).replace(f"\n{indent}\n", "\n\n") + '"""']
        if "\n" in written[0]:
            written = [written[0][:-3], indent + '"""']
        if isinstance(node, ast.ClassDef):
            begin = min([first.lineno, *(decorator.lineno for decorator in getattr(first, "decorator_list", []))]) - 1
            lines[begin : first.end_lineno if is_text else begin] = written if text else []
            continue
        # The body of a function stands behind its signature, or is its docstring.
        before = lines[first.lineno - 1][: first.col_offset].rstrip()
        if not text:
            written = [f"{indent}..."]
        if before:
            lines[first.lineno - 1] = before if text else f"{before} ..."
            if text:
                lines[first.lineno : first.lineno] = written
        else:
            lines[first.lineno - 1 : first.end_lineno] = written
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text()))
