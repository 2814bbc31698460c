"""Doubtful tiles of a photo are read again by what the sure ones tell."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from chatuchak_solver.photo import joint_reading
from chatuchak_solver.photo.geometry import Floats
from chatuchak_solver.photo.kernels.measures import MEASURES
from chatuchak_solver.photo.reading import CLEAR_MARGIN, SPOTS, KernelReading, ReadOptions
from chatuchak_solver.photo.tile_candidates import TileCandidate

SQUARE = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (0.0, 8.0)])
COLORS = np.arange(15.0).reshape(5, 3) + 1


def moved(number: int) -> Floats:
    """The corners of a tile beside others."""
    corners: Floats = SQUARE + np.array([20.0 * number, 0.0])
    return corners


def read_again(
    monkeypatch: pytest.MonkeyPatch, *, sure: int, upside_down: bool = False
) -> list[tuple[Floats, Floats | None]]:
    """Read two tiles, so many of them sure, and a doubtful one; return what was asked for it."""
    tiles = [TileCandidate(moved(number), SPOTS, 30.0, 0.1) for number in range(3)]
    asked: list[tuple[Floats, Floats | None]] = []

    def read(
        image: Image.Image, corners: Floats, options: ReadOptions, palette: Floats | None = None
    ) -> KernelReading:
        number = int(corners[:, 0].min() // 20)
        spots = np.zeros(SPOTS, np.int64)
        doubt = np.full(SPOTS, CLEAR_MARGIN + 1.0 if number < sure else CLEAR_MARGIN - 1.0)
        one = KernelReading(spots, spots, doubt, corners, np.zeros(MEASURES), COLORS)
        if number < 2:
            return one
        asked.append((corners, palette))
        return one.rotated() if upside_down and palette is None else one

    monkeypatch.setattr(joint_reading, "read_upright", read)
    monkeypatch.setattr(KernelReading, "to_reading", lambda self, *_: self)
    joint_reading.read_jointly(
        Image.new("RGB", (9, 9)), tiles, 1.0, ReadOptions.parse("likely", "standard")
    )
    return asked


@pytest.mark.parametrize("upside_down", [False, True])
def test_it_is_read_the_way_up_and_with_the_colors_that_the_others_have(
    monkeypatch: pytest.MonkeyPatch, upside_down: bool
) -> None:
    (_, none), (corners, palette) = read_again(monkeypatch, sure=2, upside_down=upside_down)
    assert none is None
    assert corners.tolist() == moved(2).tolist()
    assert palette is not None
    for factors in (palette / COLORS).T:  # one factor of each channel
        assert factors == pytest.approx(factors[0])


def test_one_sure_tile_is_too_few_to_believe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(read_again(monkeypatch, sure=1)) == 1
