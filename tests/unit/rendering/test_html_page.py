"""HTML pages: texts of users are escaped in every template."""

import json
import re

import pytest

from chatuchak_cli.analysis.compare import template_values
from chatuchak_solver import Grid, compare_grids
from chatuchak_solver.rendering.templates import html_page

HOSTILE = """</script><script>alert("1")</script>'&"""
GRID = Grid.parse(".RY/YRG/RGG")


def test_json_cannot_end_its_script() -> None:
    reading = {"margin": 0, "tiles": [{"name": HOSTILE}]}
    page = html_page("photo_review.html", title=HOSTILE, reading=reading)
    assert page.count("<script") == 2
    data = re.search(r'id="read">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert json.loads(data[1]) == reading


def test_notes_are_escaped() -> None:
    values = template_values(compare_grids([GRID, GRID], games=2), {1: HOSTILE, 2: "2"})
    page = html_page("comparison.html", title="", notes=(HOSTILE,), **values)
    assert "<script" not in page
    assert page.count("&lt;/script&gt;&lt;script&gt;alert(&#34;1&#34;)") > 2
    assert page.count("<img ") == page.count(' alt="')
    # Only a number needs a noun.
    assert "<h2>Grid 2</h2>" in page
    assert "<h2>&lt;" in page


@pytest.mark.parametrize("template", ["comparison.html", "playtest.html", "tile_set.html"])
def test_a_missing_value_is_an_error(template: str) -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        html_page(template, title="")
