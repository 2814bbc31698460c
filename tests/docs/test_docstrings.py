"""The examples of docstrings run as printed."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "chatuchak_solver", ROOT / "generators" / "chatuchak_generators"
MODULES = [
    ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in sorted(package.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, attempted = doctest.testmod(import_module(name))
    assert attempted > 0
    assert failed == 0
