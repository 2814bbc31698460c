"""Shipped, assumed data are opened through the box, or through its loaders with a file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("chatuchak_solver", "cli/chatuchak_cli", "generators/chatuchak_generators")
LOADERS: Final = {"load_start_tiles", "load_solo_ranks", "shipped_deck", "tiles_of"}
ALLOWED: Final = {
    "chatuchak_solver/box.py",
    # Defaults of library functions without a box.
    "chatuchak_solver/analysis/survey/distribution.py",
    "chatuchak_solver/games/table_setup.py",
    "chatuchak_solver/stand/deck.py",
    "chatuchak_solver/stand/score_file.py",
    # Samples to compare with, and the default of `tiles_of`.
    "cli/chatuchak_cli/analysis/playtest.py",
    "cli/chatuchak_cli/shared/ranking.py",
    "cli/chatuchak_cli/stand/deck.py",
    "cli/chatuchak_cli/web/page_data.py",
}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_bytes())


@pytest.fixture(scope="module")
def modules() -> list[tuple[str, ast.Module]]:
    return list(trees())


def test_package_data_are_opened_in_one_module(modules: list[tuple[str, ast.Module]]) -> None:
    importing = {
        name
        for name, tree in modules
        for node in ast.walk(tree)
        if (isinstance(node, ast.Import) and any(a.name == "chatuchak_data" for a in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "chatuchak_data")
    }
    assert importing == {"chatuchak_solver/io/package_data.py"}


def test_assumed_data_are_loaded_through_the_box(modules: list[tuple[str, ast.Module]]) -> None:
    loading = {
        name
        for name, tree in modules
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LOADERS
        and not node.args
    }
    assert loading <= ALLOWED
