"""Pages of source code, which are in no table of contents: all of a depth share one to the rest.

Made again for each of them it would take a tenth of the time that the site takes.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from sphinx.ext.viewcode import OUTPUT_DIRNAME

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def share_contents(
    made: dict[int, Any], _: Sphinx, page: str, __: str, context: dict[str, Any], ___: object
) -> None:
    """Give a page of source code the contents made for the first one of its depth."""
    if page.startswith(f"{OUTPUT_DIRNAME}/"):
        context["toctree"] = made.setdefault(page.count("/"), cache(context["toctree"]))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx, to come before the theme."""
    app.connect("html-page-context", partial(share_contents, {}), priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
