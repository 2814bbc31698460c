"""Redirects links to files of the checkout to pages of the site."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FILES = {
    "benchmarks/RESULTS.md": "results.md",
    "CONTRIBUTING.md": "contributing.md",
    "RELEASING.md": "releasing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
"""Files outside ``docs/`` and their pages."""


def point_inside(_: Sphinx, page: str, source: list[str]) -> None:
    """Redirect the links of a page."""
    up = "../" * page.count("/")
    for file, target in FILES.items():
        source[0] = re.sub(rf"\]\((?:\.\./)+{re.escape(file)}", f"]({up}{target}", source[0])


def point_included(_: Sphinx, file: PurePosixPath, __: str, content: list[str]) -> None:
    """Redirect the links of an included file, which are relative to the file."""
    if file.name in {PurePosixPath(name).name for name in FILES}:
        text = re.sub(r"\]\((?:\.\./)?docs/", "](", content[0])
        for name, target in FILES.items():
            text = re.sub(rf"\]\((?:\.\./)?{re.escape(name)}", f"]({target}", text)
        content[0] = text


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("source-read", point_inside)
    app.connect("include-read", point_included)
    return {"version": "1", "parallel_read_safe": True}
