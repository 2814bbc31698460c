"""The examples of docs/games.md run as printed."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "games.md"


def test_the_examples_run_as_printed() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 12
    assert results.failed == 0
