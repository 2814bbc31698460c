"""The files beside this one: strokes of letters, and what pages in one HTML file are made of."""

from functools import cache
from html import escape
from importlib import resources
from string import Template


@cache
def resource(name: str) -> str:
    """Return the text of a file of this folder."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def filled(name: str, **values: object) -> str:
    """Return the text of a file of this folder with ``values`` in place of their names."""
    return Template(resource(name)).substitute(values).removesuffix("\n")


def html_page(title: str, body: str, *, style: str, before: str = "", script: str = "") -> str:
    """Return an HTML document that loads nothing and works from a file, on phones too.

    Parameters
    ----------
    body
        What follows the heading, as HTML.
    style
        Rules of CSS.
    before
        What stands before everything seen, such as definitions of drawings.
    """
    script = f"<script>\n{script}</script>\n" if script else ""
    page = Template(resource("frame.html"))
    return page.substitute(
        title=escape(title), style=style, before=before, body=body, script=script
    )
