"""Sheets of tiles: true sizes, backs behind their fronts, marks at the cuts."""

import io
import re

import numpy as np
import pytest
from pypdf import PdfReader

from chatuchak_solver import Grid
from chatuchak_solver.rendering import sheet_pdf as module
from chatuchak_solver.rendering.grid_svg import board_svg
from chatuchak_solver.rendering.sheet_pdf import (
    PAPERS,
    SIZES,
    Paper,
    SheetLayout,
    SheetTile,
    sheet_pdf,
)

MM = 72 / 25.4
MARKS = 2 * (2 * 2 + 2 * 3)
"""Two columns and three rows have two cuts each, marked at both ends."""
SMALL = Grid.parse("RR/.R")
TILES = [SheetTile(SMALL, str(number), (f"{number + 10} moves",)) for number in range(1, 8)]
"""Of four spots, since each takes its time to draw; six on a page as of thirty."""


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def lines_of(reader: PdfReader, page: int) -> list[tuple[float, float, float, float]]:
    """The marks of a page (last elements), in millimeters from its upper left corner."""
    contents = reader.pages[page].get_contents()
    assert contents is not None
    height = float(reader.pages[page].mediabox.height)
    found = re.findall(
        r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", contents.get_data().decode("latin-1")
    )
    return [
        (float(a) / MM, (height - float(b)) / MM, float(c) / MM, (height - float(d)) / MM)
        for a, b, c, d in found[-MARKS:]
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper: Paper) -> None:
    reader = read(sheet_pdf(TILES, SheetLayout(paper=paper)))
    assert len(reader.pages) == 4  # six tiles on a page, and backs
    for page in reader.pages:
        size = (float(page.mediabox.width) / MM, float(page.mediabox.height) / MM)
        assert size == pytest.approx(SIZES[paper], abs=0.01)


def test_cut_marks_stand_a_tile_apart_and_mirrored_on_the_back() -> None:
    reader = read(sheet_pdf(TILES[:2], SheetLayout(width=80, bleed=3)))
    front, back = lines_of(reader, 0), lines_of(reader, 1)
    cuts = sorted({round(x, 2) for x, _, other, _ in front if abs(x - other) < 1e-6})
    assert len(cuts) == 4
    assert cuts[1] - cuts[0] == pytest.approx(80, abs=0.02)
    assert cuts[2] - cuts[1] == pytest.approx(6, abs=0.02)  # two bleeds
    assert sorted(210 - x for x in cuts) == pytest.approx(cuts, abs=0.02)
    np.testing.assert_allclose(sorted(back), sorted(front), atol=0.02)
    rows = sorted({round(y, 2) for _, y, _, other in front if abs(y - other) < 1e-6})
    for x, y, end_x, end_y in front:  # no mark on a tile or its bleed
        beside = max(x, end_x) < cuts[0] - 3 or min(x, end_x) > cuts[-1] + 3
        beyond = max(y, end_y) < rows[0] - 3 or min(y, end_y) > rows[-1] + 3
        assert beside or beyond


def test_backs_align_with_their_fronts() -> None:
    sheet = SheetLayout(width=60)
    fronts, backs = (module._corners(sheet, 50.0, mirrored=value) for value in (False, True))
    for front, back in zip(fronts, backs, strict=True):
        assert front[0] + 60 == pytest.approx(210 - back[0])
        assert front[1] == back[1]


def test_backs_have_number_and_lines_and_fronts_the_note() -> None:
    reader = read(sheet_pdf(TILES, SheetLayout(note="samples")))
    assert "samples" in reader.pages[0].extract_text()
    text = reader.pages[1].extract_text()
    for number in range(1, 7):
        assert f"{number + 10} moves" in text
    assert "17 moves" not in text
    assert len(read(sheet_pdf(TILES, SheetLayout(backs=False))).pages) == 2


def test_equal_tiles_give_equal_bytes() -> None:
    assert sheet_pdf(TILES[:1]) == sheet_pdf(TILES[:1])


def test_moves_on_a_back_are_next_to_a_board_with_spot_numbers() -> None:
    drawn, grid = [], Grid.parse("RYGBR/YG.BY/GBRYG/BRYGB")
    for has_moves in (False, True):
        tile = SheetTile(grid, "1", ("2 moves", "7 11"), has_moves=has_moves)
        contents = read(sheet_pdf([tile])).pages[1].get_contents()
        assert contents is not None
        drawn.append(len(re.findall(rb" [cl] ", contents.get_data())))
    digits = 10 + 10 * 2  # of 0 to 19, each of one stroke at least
    corners = 20 * 4  # of the spots themselves
    assert drawn[1] - drawn[0] > digits + corners
    assert "spots 0 to 19" in board_svg(grid.board)
