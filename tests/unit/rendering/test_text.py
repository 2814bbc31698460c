"""Grids as text: the same letters with and without color."""

import pytest
from rich.text import Text

from chatuchak_solver import Grid
from chatuchak_solver.rendering.text import film_strip, grid_text
from tests.unit.rendering.helpers import printed

GRID = Grid.parse("RY/YR/.G/GG")


def test_a_grid_is_letters_in_rows() -> None:
    assert grid_text(GRID).plain == " R  Y \n Y  R \n .  G \n G  G "


def test_color_only_adds_to_the_letters() -> None:
    colored = printed(grid_text(GRID), color=True)
    plain = printed(grid_text(GRID), color=False)
    assert "\x1b[" in colored
    assert "\x1b[" not in plain
    assert Text.from_ansi(colored).plain.split() == plain.split()


def test_every_color_has_a_style_of_its_own() -> None:
    text = grid_text(Grid.parse("RRYY/GGBB/PPP."))
    assert len({str(span.style) for span in text.spans}) == 5


def test_a_solution_shows_the_grid_after_every_move() -> None:
    strip = film_strip(GRID, [2, 0], width=60).plain
    assert strip.splitlines() == [
        "start        1. Y 2 -> 4  2. R 0 -> 2",
        " R  Y         R  Y         .  Y ",
        " Y  R         .  R        [R] R ",
        " .  G        [Y] G         Y  G ",
        " G  G         G  G         G  G ",
    ]


@pytest.mark.parametrize(("width", "bands"), [(60, 1), (25, 2), (13, 3), (1, 3)])
def test_as_many_pictures_stand_abreast_as_fit(width: int, bands: int) -> None:
    strip = film_strip(GRID, [2, 0], width=width).plain
    assert len(strip.split("\n\n")) == bands
    if width > 1:
        assert max(map(len, strip.splitlines())) <= width
