"""``review``: its inputs, its answers and its pictures."""

from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

from chatuchak_cli.shared.puzzle_words import move_words
from chatuchak_solver import Grid, review
from chatuchak_solver.puzzle import Color
from tests.unit.cli.conftest import Chatuchak

GRID = "RY/YR/.G/GG"


def test_pictures(chatuchak: Chatuchak, tmp_path: Path) -> None:
    svg, html = tmp_path / "curve.svg", tmp_path / "review.html"
    outcome = chatuchak("review", GRID, "0,4,2,0,4", "--svg", svg, "--html", html)
    assert outcome.code == 0
    root = ET.parse(svg).getroot()
    described = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
    assert described.splitlines()[:3] == [
        "start: 3 left", "move 1: 2 left", "move 2: 3 left, lost 2",
    ]  # fmt: skip
    page = html.read_text(encoding="utf-8")
    assert page.count('class="position"') == 6
    assert "Move 2: red from row 3, column 1 took back the previous move; 3 left, lost 2." in page
    assert 'data-at="1"' in page
    nowhere = chatuchak("review", GRID, "0", "--html", "/no/such/folder/x.html")
    assert (nowhere.code, "cannot write it" in nowhere.err) == (2, True)


def test_colors_that_lost_their_place_are_listed() -> None:
    grid = Grid.parse(GRID)
    (move,) = review(grid, [0]).moves
    listed = ("red", "red and yellow", "red, yellow and green")
    for count, names in enumerate(listed, start=1):
        colors = tuple(map(Color, range(count)))
        words = move_words(msgspec.structs.replace(move, given_up=colors), 1, grid)
        assert words.endswith(f"It gave up the place of {names}.")
    assert "gave up" not in move_words(msgspec.structs.replace(move, given_up=()), 1, grid)
