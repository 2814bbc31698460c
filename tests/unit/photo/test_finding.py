"""Kernels that find, sort and read tiles, on drawn images."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from chatuchak_solver.kernels.arrays import Float64s as Floats
from chatuchak_solver.photo.kernels import grouping, lattices, measures, sampling, segmentation
from chatuchak_solver.photo.kernels import tiles as tiles_kernels
from chatuchak_solver.photo.kernels.measures import HUES, LETTERS, MARGINS, PATCHES, RANK, TILE
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.reading import parse_options
from tests.twins import reference_for
from tests.unit.photo.reference import CORNER_SPOTS, NAMES, lab_of, linear
from tests.unit.photo.reference import project as projected

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLANE = np.array([[9.0, 1.5, 40], [-1, 8, 30], [0.004, 0.01, 1]])
SPOTS = np.array([(spot % 6, spot // 6) for spot in range(30)], float)
FILLED = [5, *((spot - 1) % 5 for spot in range(1, 30))]
OPTIONS = parse_options("likely", "standard")
VIEW = np.zeros((30, measures.VIEW_SAMPLES, 3))


def painted(pitch: int = 12) -> NDArray[np.uint8]:
    """Return a picture of a tile; spot 0 is empty."""
    image = np.full((8 * pitch, 9 * pitch, 3), 225, np.uint8)
    half = pitch // 3
    for spot in range(1, 30):
        x, y = (2 + spot % 6) * pitch, (2 + spot // 6) * pitch
        image[y - half : y + half + 1, x - half : x + half + 1] = NAMES[FILLED[spot]]
    return image


def noise(seed: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (9, 12, 3)).astype(np.uint8)


def lab(image: NDArray[np.uint8], factor: int = 1) -> NDArray[np.float32]:
    return segmentation.to_oklab(segmentation.linear_image(image, factor))


def plain_blur(values: NDArray[np.floating], radius: int) -> Floats:
    blurred = [
        values[max(y - radius, 0) : y + radius + 1, max(x - radius, 0) : x + radius + 1].mean()
        for y in range(values.shape[0])
        for x in range(values.shape[1])
    ]
    return np.array(blurred).reshape(values.shape)


@reference_for(segmentation.linear_image)
def test_images_are_reduced_in_linear_light() -> None:
    image = noise(1)
    means = linear(image[:8, :10]).reshape(4, 2, 5, 2, 3).mean((1, 3))
    assert segmentation.linear_image(image[:, :11], 2) == pytest.approx(means, abs=1e-6)


@reference_for(segmentation.smoothness, segmentation.box_blur, segmentation.salience)
def test_smoothness_and_salience_equal_those_of_numpy() -> None:
    lab = lab_of(linear(noise(2))).astype(np.float32)
    scaled = lab * (0.7, 1.6, 1.6)
    across = np.linalg.norm(scaled[1:-1, 2:] - scaled[1:-1, :-2], axis=-1)
    down = np.linalg.norm(scaled[2:, 1:-1] - scaled[:-2, 1:-1], axis=-1)
    values = segmentation.smoothness(lab, 0.5)
    assert values[1:-1, 1:-1] == pytest.approx(0.25 - np.maximum(across, down) ** 2, abs=1e-5)
    assert values[0].max() < 0
    assert segmentation.box_blur(lab[..., 1], 2) == pytest.approx(
        plain_blur(lab[..., 1], 2), abs=1e-5
    )
    soft = [plain_blur(lab[..., axis], 1) for axis in (1, 2)]
    contrast = np.hypot(*(hue - plain_blur(hue, 3) for hue in soft))
    expected = contrast - np.maximum(plain_blur(contrast, 3), 0.004)
    assert segmentation.salience(lab, 1, 3) == pytest.approx(expected, abs=1e-5)


@reference_for(segmentation.collect_patches)
def test_compact_components_are_collected() -> None:
    values = np.full((20, 30), -1, np.float32)
    values[2:7, 3:9] = values[12:17, 20:24] = values[14, 24] = 1
    values[9, :] = 1  # too long
    values[18, 28] = 1  # too small
    patches = segmentation.collect_patches(values, 2, 6.0)
    columns = [*[20, 21, 22, 23] * 5, 24]
    expected = [[5.5, 4.0, 30.0], [np.mean(columns), 14.0, 21.0]]
    assert patches == pytest.approx(np.array(expected) * (2, 2, 4) + (0.5, 0.5, 0))


@reference_for(lattices.find_lattice)
def test_lattice_of_patches_is_extended_and_fitted() -> None:
    points = projected(PLANE, np.delete(SPOTS, 8, 0))
    points = np.vstack((points, [[5.0, 90.0], [120.0, 5.0]]))
    patches = np.column_stack((points, np.full(len(points), 25.0)))
    lattice = np.zeros((lattices.SPAN, lattices.SPAN), np.int64)
    count, by = lattices.find_lattice(patches, 15, lattice)
    assert count == 29
    assert sorted(lattice[lattice >= 0].tolist()) == list(range(29))
    row, column = np.argwhere(lattice == 20)[0].tolist()
    homography = np.append(by, 1).reshape(3, 3)
    assert projected(homography, np.array([column, row])) == pytest.approx(points[20], abs=0.1)
    assert lattices.find_lattice(patches, 30, lattice)[0] == 0


@reference_for(lattices.hue_spread, lattices.spot_colors, tiles_kernels.turn_tile)
def test_tiles_are_measured_and_turned() -> None:
    corners, tile = (CORNER_SPOTS * 12 + 24).ravel(), np.arange(float(TILE))
    tile[:8] = corners
    tiles_kernels.turn_tile(tile)
    assert tile[:8].tolist() == np.roll(corners, 4).tolist()
    assert tile[MARGINS : MARGINS + 30].tolist() == list(range(MARGINS + 29, MARGINS - 1, -1))
    colors = np.random.default_rng(4).normal(size=(30, 3)) * (9, 3, 1)
    minor = np.linalg.eigvalsh(np.cov(colors[:, 1:].T))[0]
    assert lattices.hue_spread(colors) == pytest.approx(minor**0.5)
    spots = lattices.spot_colors(lab(painted(12)), 1, corners)
    paints = lab_of(linear(np.vstack((NAMES, [[225] * 3]))))
    assert spots == pytest.approx(paints[FILLED], abs=1e-6)


@reference_for(tiles_kernels.sort_rows)
def test_tiles_of_a_rotated_photo_are_sorted_by_rows() -> None:
    turn = np.radians(12)
    by = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    places = [(row, column) for row in range(3) for column in range(4)]
    tiles = [((CORNER_SPOTS + np.array([8 * c, 7 * r])) @ by.T).ravel() for r, c in places]
    shuffled = np.random.default_rng(3).permutation(12)
    order, rows = tiles_kernels.sort_rows(np.array(tiles)[shuffled])
    assert shuffled[order].tolist() == list(range(12))
    assert rows[order].tolist() == [1] * 4 + [2] * 4 + [3] * 4


@reference_for(tiles_kernels.find_covered, tiles_kernels.locate_unreadable)
def test_gap_with_colors_unlike_the_table_is_a_covered_tile() -> None:
    image = np.full((220, 300, 3), 120, np.uint8)
    tiles, places = np.zeros((3, measures.CANDIDATE)), np.zeros((5, 3))
    for tile, (x, y) in enumerate([(30, 30), (120, 30), (30, 130)]):
        tiles[tile, :8] = (CORNER_SPOTS * 10 + (x, y)).ravel()
        tiles[tile, HUES] = 0.05

    def covered() -> tuple[int, Floats]:
        unreadable = np.zeros((4, 8))
        return tiles_kernels.find_covered(image, tiles, unreadable, 0), unreadable

    assert covered()[0] == 0  # the table is there
    image[125:175, 115:180] = (230, 160, 90)
    count, unreadable = covered()
    assert count == 1
    unreadable[1] = (CORNER_SPOTS * 10 + (270, 30)).ravel()  # cut off
    tiles_kernels.locate_unreadable(image, tiles, unreadable[:2], places)
    assert places[:3].tolist() == [[1, 3, 1], [2, 2, -1], [0, 0, 0]]


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten plain Python: spots have 36 samples instead of 144, and searches take fewer steps."""
    for name, value in (("ROUNDS", 1), ("STEPS", 1), ("FIT_SIDE", 3)):
        monkeypatch.setattr(sampling, name, value)
    monkeypatch.setattr(grouping, "WIDTHS", (0.09, 0.06, 0.04))
    monkeypatch.setattr(grouping, "FINAL_TURNS", 1)
    for module in (grouping, sampling):
        for name, value in (("SIDE", 6), ("SAMPLES", 36), ("OUTER", 6)):
            monkeypatch.setattr(module, name, value, raising=False)


@reference_for(read_tile)
def test_tile_is_read_from_approximate_corners(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    tile = np.zeros(TILE)
    tile[:8] = (CORNER_SPOTS * 12 + 24).ravel() + 1.5
    assert read_tile(painted(), OPTIONS, tile, VIEW)
    assert tile[LETTERS : LETTERS + 30].tolist() == FILLED
    assert tile[MARGINS : MARGINS + 30].min() > measures.MIN_MARGIN
    assert not read_tile(painted(), OPTIONS, np.zeros(TILE), VIEW)


@reference_for(read_tile)
def test_reflections_are_compared_with_the_card_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    image, tile = painted(), np.zeros(TILE)
    image[20:29, 20:29] = 198  # three quarters of the light of the card
    image[:18] = image[:, :18] = 0  # the table
    tile[:8] = (CORNER_SPOTS * 12 + 24).ravel()
    assert read_tile(image, OPTIONS, tile, VIEW)
    assert not tile[measures.SHINY : measures.SHINY + 30].any()


def all_tiles(image: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    tiles, unreadable = np.zeros((measures.MAX_TILES, TILE)), np.zeros((measures.MAX_UNREADABLE, 3))
    count = tiles_kernels.read_tiles(image, OPTIONS, tiles, unreadable)
    return tiles[:count], unreadable


@reference_for(lattices.find_candidates, tiles_kernels.read_tiles)
def test_tile_is_found_and_none_on_a_blank_image() -> None:
    pitch = 40
    image = painted(pitch=pitch)
    candidates = np.zeros((300, measures.CANDIDATE))
    count = lattices.find_candidates(image, 3, candidates, 0)
    corners = (CORNER_SPOTS + 2).ravel() * pitch
    near = np.abs(candidates[:count, :8] - corners).max(axis=1) < 1.5
    assert candidates[:count][near, PATCHES].max() >= 29
    tiles, unreadable = all_tiles(np.full((24, 32, 3), 90, np.uint8))
    assert (len(tiles), bool(unreadable.any())) == (0, False)


def at(x: float, y: float, pitch: float = 10) -> Floats:
    return (CORNER_SPOTS * pitch + (x, y)).ravel()


@reference_for(tiles_kernels.read_tiles)
def test_window_of_the_whole_tile_wins_over_other_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    places = np.zeros((4, measures.CANDIDATE))  # two of parts, one of them cut off
    for place, corners in enumerate((at(30, 30, 4), at(-2, 30, 4), at(36, 24, 12), at(24, 24, 12))):
        places[place, :8] = corners
    places[:, RANK], places[:, PATCHES] = (40, 39, 33, 32), (30, 29, 25, 29)
    places[:, HUES] = (0.05, 0.05, 0.05, 0.01)
    monkeypatch.setattr(tiles_kernels, "_search", lambda _: places)
    tiles, _ = all_tiles(painted())
    assert tiles[:, RANK].tolist() == [32]
    assert tiles[0, LETTERS : LETTERS + 30].tolist() == FILLED


@reference_for(tiles_kernels.read_tiles)
def test_candidates_compete_by_reading_and_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    candidates = [
        (41, 30, 130, 10),  # sure
        (40, 20, 20, 10),
        (39, 21, 20, 10),  # the same place
        (39, 210, 110, 10),  # of few patches
        (39, 230, 20, 10),  # of few hues
        (38, 120, 20, 10),  # unclear
        (38, 40, 130, 10),  # overlaps the sure one
        (37, 130, 30, 5),  # a part of it that reads better, but not enough
        (37, 220, 110, 10),  # overlaps the one of few patches
        (36, 30, 30, 5),  # a part of the tile of rank 40, which is clear
        (36, 20, 120, 16),  # larger, and overlaps the sure one
        (36, 120, 150, 10),  # clearer in most spots than the window of rank 33, not in six
        (36, 225, 165, 10),  # cut off, but the window of rank 34 has no unclear spot
        (35, -10, 20, 10),  # cut off, but less likely than the tile of rank 40
        (34, 225, 158, 10),
        (33, 130, 150, 10),
        (33, 120, 165, 10),  # cut off, and as likely as the window of rank 33
        (33, 30, 20, 10),  # much less likely than the tile of rank 40
        (30, 270, 20, 10),  # cut off, alone
        (24, 165, 35, 5),  # a part of the unclear one
        (23, 165, 60, 5),  # too unlikely
    ]
    places, read = np.zeros((len(candidates), measures.CANDIDATE)), list[float]()
    for place, (rank, x, y, pitch) in zip(places, candidates, strict=True):
        place[:8], place[RANK], place[PATCHES] = at(x, y, pitch), rank, 25
        place[HUES] = 0.01 if x == 230 else 0.05
        place[PATCHES] -= 10 if x == 210 else 0

    unclear = {34: 0, 36: 6, 39: 2, 41: 2}

    def read_margins(_: NDArray[np.uint8], __: Floats, tile: Floats, ___: Floats) -> bool:
        read.append(tile[RANK])
        tile[MARGINS : MARGINS + 30] = {33: 20, 36: 30, 38: 8}.get(int(tile[RANK]), 10)
        tile[MARGINS : MARGINS + unclear.get(int(tile[RANK]), 3)] = 8
        return True

    monkeypatch.setattr(tiles_kernels, "_search", lambda _: places)
    monkeypatch.setattr(tiles_kernels, "read_tile", read_margins)
    tiles, unreadable = all_tiles(np.full((200, 300, 3), 90, np.uint8))
    assert read == [41, 40, 39, 38, 37, 37, 36, 34, 33, 24]
    assert tiles[:, RANK].tolist() == [40, 38, 41, 37, 34]
    assert unreadable[:3].tolist() == [[1, 3, 1], [3, 1, 3], [0, 0, 0]]


@reference_for(tiles_kernels.read_tiles)
@pytest.mark.parametrize("has_readable", [False, True])
def test_the_likeliest_unreadable_tile_is_reported(
    monkeypatch: pytest.MonkeyPatch, has_readable: bool
) -> None:
    places = np.zeros((3, measures.CANDIDATE))
    for place, x in zip(places, (20, 120, 220), strict=True):
        place[:8] = at(x, 20)
    places[:, RANK], places[:, PATCHES] = (40, 39, 38), (30, 29, 28)

    def hide(_: NDArray[np.uint8], __: Floats, tile: Floats, ___: Floats) -> bool:
        tile[measures.HIDDEN : measures.HIDDEN + 30] = not has_readable or tile[RANK] < 40
        return True

    monkeypatch.setattr(tiles_kernels, "_search", lambda _: places)
    monkeypatch.setattr(tiles_kernels, "read_tile", hide)
    tiles, unreadable = all_tiles(np.full((80, 300, 3), 90, np.uint8))
    assert len(tiles) == has_readable
    expected = [[1, 2, -1], [1, 3, -1]] if has_readable else [[1, 1, -1], [0, 0, 0]]
    assert unreadable[:2].tolist() == expected
