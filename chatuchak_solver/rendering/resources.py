"""Templates, styles and scripts in this folder."""

from functools import cache
from html import escape
from importlib import resources
from string import Template


@cache
def resource(name: str) -> str:
    """Return the content of a text file in this folder."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def fill_template(name: str, **values: object) -> str:
    """Return the content of a template file with the values substituted."""
    return Template(resource(name)).substitute(values).removesuffix("\n")


def html_page(title: str, body: str, *, style: str, before: str = "", script: str = "") -> str:
    """Return a self-contained HTML document, suitable for phones.

    Parameters
    ----------
    body
        HTML after the heading.
    style
        CSS rules.
    before
        HTML before all visible content, e.g. SVG definitions.
    """
    script = f"<script>\n{script}</script>\n" if script else ""
    return Template(resource("frame.html")).substitute(
        title=escape(title), style=style, before=before, body=body, script=script
    )
