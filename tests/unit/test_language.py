"""The prose of docstrings and comments, and names of limits, follow CONTRIBUTING.md."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MARKERS = frozenset(
    re.findall(
        r"\w+",
        "what who whom whose nobody everybody nothing others whatever whoever told tells "
        "tell say says said kept keep keeps laid lies lie beside besides made come comes "
        "came goes where how such them theirs anew",
    )
)
"""Words that manuals of comparable libraries use 20 to 40 times per 10,000 words."""
MAX_MARKERS = 60
"""Markers per 10,000 words."""
MAX_MARKERS_IN = {"chatuchak_solver/games": 90, "cli": 100}
FOLDERS = [
    f"chatuchak_solver/{path.parent.name}"
    for path in (ROOT / "chatuchak_solver").glob("*/__init__.py")
]
FOLDERS += ["cli", "generators", "tools"]

pytestmark = pytest.mark.slow


def prose(source: str) -> Iterator[str]:
    """Yield the docstrings, without doctests, and the comments of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines = str(node.value.value).splitlines()
            yield from (line for line in lines if not line.strip().startswith((">>>", "...")))
    # Tokenizing all files would take seconds.
    yield from re.findall(r"""^(?:[^"'#\n]|"[^"\n]*"|'[^'\n]*')*(#.*)""", source, re.MULTILINE)


def marker_rate(folder: str) -> float:
    """Return the number of markers per 10,000 words of a folder's Python files."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py"))
    words = [
        word
        for text in texts
        for line in prose(text)
        for word in re.findall("[a-z']+", line.lower())
    ]
    return 1e4 * sum(word in MARKERS for word in words) / len(words)


@pytest.mark.parametrize("folder", FOLDERS)
def test_prose_is_plain(folder: str) -> None:
    assert marker_rate(folder) <= MAX_MARKERS_IN.get(folder, MAX_MARKERS)


def test_markers_are_counted_in_docstrings_and_comments(tmp_path: Path) -> None:
    source = '"""What is told.\n\n>>> what\n"""\nwhat = "what"  # kept\n'
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    assert marker_rate(str(tmp_path)) == 7500


def test_limits_are_named_max_or_min() -> None:
    folders = ("chatuchak_solver", "cli", "generators", "tools")
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        named = re.findall(
            r"^\s*((?:MOST|LEAST|LONGEST|SHORTEST|FEWEST)_\w+)\b *[:=]",
            path.read_text(encoding="utf-8"), re.MULTILINE,
        )  # fmt: skip
        assert named == [], path
