"""The page to play on, written beside the site's own pages, where the first of them embeds it."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chatuchak_cli.main import run

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER: Final = "play-here"
"""Named by the frame in ``index.md``."""


def write_page(app: Sphinx, error: Exception | None) -> None:
    """Write the page's files once the site is built."""
    if error is None and app.builder.format == "html":
        folder = Path(app.outdir) / FOLDER
        with redirect_stdout(io.StringIO()):
            code = run(["page", "--out", str(folder)])
        if code:
            raise RuntimeError(f"the page could not be written to {folder}")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("build-finished", write_page)
    return {"version": "1", "parallel_read_safe": True}
