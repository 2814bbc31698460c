"""Pages of source code share a rendered table of contents: a tenth of the build time."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from sphinx.ext.viewcode import OUTPUT_DIRNAME

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def share_contents(
    contents: dict[int, Any], _: Sphinx, page: str, __: str, context: dict[str, Any], ___: object
) -> None:
    """Reuse the contents of the first page of source code with the same depth."""
    if page.startswith(f"{OUTPUT_DIRNAME}/"):
        context["toctree"] = contents.setdefault(page.count("/"), cache(context["toctree"]))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx, before the theme."""
    app.connect("html-page-context", partial(share_contents, {}), priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
