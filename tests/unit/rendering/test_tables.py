"""Tables at the width of a terminal."""

from typing import Any

import pytest

from chatuchak_solver.rendering import svg, templates
from chatuchak_solver.rendering.tables import text_table
from chatuchak_solver.rendering.templates import report
from tests.unit.rendering.helpers import printed

NUMBERS = ("12", "1,234,567", "52.0% (42.3..61.5)")


def lines(width: int, *heads: str, row: tuple[str, ...] = NUMBERS, **look: Any) -> list[str]:
    table = text_table(*heads, **look)
    table.add_row(*row)
    return [line.rstrip() for line in printed(table, width=width).splitlines()]


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("pad_edge", [False, True])
@pytest.mark.parametrize("width", [20, 30, 40, 45, 60, 80])
def test_numbers_are_uncut_and_no_line_is_too_wide(width: int, pad_edge: bool, ruled: bool) -> None:
    look: Any = {"ruled": ruled, "pad_edge": pad_edge}
    found = lines(width, "tile", "optimal solutions", "wins (95% interval)", **look)
    assert all(number in "\n".join(found) for number in NUMBERS)
    assert all(len(line) <= max(width, 41) for line in found)
    assert "…" not in "\n".join(found)
    assert width < 45 or ("─" in "\n".join(found)) == ruled


def test_optional_columns_are_left_out_in_their_order_and_named() -> None:
    heads, row = ("tile", "?rank", "??solutions", "???|grid"), ("1", "5", "12", ".RYRGR/PBGPYB/RPR")
    assert ".RYRGR/PBGPYB/RPR" in lines(60, *heads, row=row)[1]
    assert lines(36, *heads, row=row)[-1] == "Not shown at this width: grid."
    narrow = lines(12, *heads, row=row)
    assert narrow[0].split() == ["tile", "rank"]
    assert " ".join(narrow[2:]) == "Not shown at this width: solutions, grid."


def test_words_wrap_and_long_ones_are_broken() -> None:
    found = lines(30, "<player", "points", row=("a name without end " + "x" * 40, "12,345"))
    assert "".join(line[:22].strip() for line in found[1:]).count("x") == 40
    assert "12,345" in found[1]


def test_a_row_that_is_too_wide_becomes_a_list() -> None:
    assert lines(10, "<tile", "moves", "seconds", row=("one", "12345678", "12345678")) == [
        "tile one", "  moves: 12345678", "  seconds: 12345678",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a | b", "[bold]x[/bold]", "[/]", "end\\", "|", ":smile:"])
def test_values_in_reports_are_literal(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    source = (
        "[bold]{{ name }}[/bold] plays\n\n{{ show(part) }}\n| <name | of {{ name }}\n"
        "{% for row in rows %}\n| {{ name }} | {{ row }}\n{% endfor %}\nend of {{ name }}"
    )
    environment = svg.environment.__wrapped__
    monkeypatch.setattr(templates, "environment", environment)  # not a cached one
    monkeypatch.setattr(svg, "resource", lambda _: source)
    lines = printed(report("any.txt", name=name, part="a part", rows=[12, None])).splitlines()
    found = [" ".join(line.split()) for line in lines]
    expected = [f"{name} plays", "", "a part", f"name of {name}"]
    expected += [f"{name} 12", name, f"end of {name}"]
    assert found == expected
