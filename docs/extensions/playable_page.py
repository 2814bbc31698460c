"""Writes the playable page into the site; the first page embeds it."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chatuchak_cli.main import run

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "play-here"
"""The folder in the frame of ``index.md``."""


def write_page(app: Sphinx, error: Exception | None) -> None:
    """Write the files of the page after the site is built."""
    if error is None and app.builder.format == "html":
        folder = Path(app.outdir) / FOLDER
        with redirect_stdout(io.StringIO()):
            code = run(["page", "--out", str(folder)])
        if code:
            raise RuntimeError(f"cannot write the page to {folder}")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("build-finished", write_page)
    return {"version": "1", "parallel_read_safe": True}
