"""The table of docs/rules.md names tests that are there."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "rules.md"
REFERENCE = re.compile(r"`(\w+/[\w/]+\.py)::(\w+)`")


def references() -> list[tuple[str, str]]:
    return sorted(set(REFERENCE.findall(PAGE.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("file", sorted({file for file, _ in references()}))
def test_the_named_tests_are_there(file: str) -> None:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    named = {test for other, test in references() if other == file}
    assert named - there == set()


def test_every_rule_has_a_test() -> None:
    # A row of a rule without a reference would look held without being so.
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| Rule"):
            assert REFERENCE.search(line), line
