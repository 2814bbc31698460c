"""Shipped, assumed data are opened through the box, or through its loaders with a file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("chatuchak_solver", "cli/chatuchak_cli", "generators/chatuchak_generators")
LOADERS: Final = {"load_start_tiles", "load_solo_ranks", "shipped_deck", "tiles_of"}
ALLOWED: Final = {
    "chatuchak_solver/box.py",
    "chatuchak_solver/stand/deck.py",  # the default of stand files without a box
}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_bytes())


def test_shipped_data_are_opened_through_the_box() -> None:
    modules = list(trees())
    importing = {
        name
        for name, tree in modules
        for node in ast.walk(tree)
        if (isinstance(node, ast.Import) and any(a.name == "chatuchak_data" for a in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "chatuchak_data")
    }
    assert importing == {"chatuchak_solver/io/package_data.py"}

    loading = {
        name
        for name, tree in modules
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LOADERS
        and not node.args
    }
    assert loading == ALLOWED
